"""Let a language model take a seat: an MCP server on standard input and output (needs the extra `adapters`)."""

from __future__ import annotations

import argparse
import importlib.util
import os

from tripot.errors import TripotError
from tripot.play import load

from .common import number, positive

OWN_TABLES = {  # what can be chosen for tables of one's own only: the argument, and its name on the command line
    "game": "GAME",
    "seats": "--seats",
    "seat": "--seat",
    "bots": "--bots",
    "seed": "--seed",
    "patience": "--patience",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments. Those of `OWN_TABLES` are None unless given."""
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="the game (default: the first that `tripot games` lists)"
    )
    parser.add_argument("--seats", type=number, help="how many seats (default: 4, or the nearest that the game allows)")
    parser.add_argument("--seat", type=number, help="the model's seat (default: 0)")
    parser.add_argument(
        "--bots",
        help="who has the other seats: one bot for all, or a list for the other seats in order, such as thumb,master "
        "(default: thumb)",
    )
    parser.add_argument(
        "--seed",
        type=number,
        help="deal the first table from this seed, the second from the next number, and so on (default: seeds that nobody "
        "can guess)",
    )
    parser.add_argument("--no-list", action="store_true", help="do not list the legal moves")
    parser.add_argument("--patience", type=positive, help="bad replies in a row that forfeit a game (default: 3)")
    parser.add_argument("--theme", type=number, help="invented names for the things of the game, chosen by this number")
    parser.add_argument(
        "--site",
        help="take a seat at a table of this site instead, such as http://127.0.0.1:8477; of the above, only --no-list and "
        "--theme then count",
    )
    parser.add_argument("--table", help="with --site: the table's id")
    parser.add_argument(
        "--token", default=os.environ.get("TRIPOT_TOKEN"), help="with --site: the seat's (or $TRIPOT_TOKEN)"
    )


def run(args: argparse.Namespace) -> int:
    """Serve until the input ends."""
    if importlib.util.find_spec("mcp") is None:
        raise TripotError("the package mcp is not installed; install tripot[adapters]")
    given = {name: getattr(args, name) for name in OWN_TABLES if getattr(args, name) is not None}
    if args.site:
        return _at_a_site(args, [OWN_TABLES[name] for name in given])
    if args.table:
        raise TripotError("--table is for a table of a site; name it with --site")
    from tripot.adapters.mcp import TableSettings, server
    from tripot.bots import bot, bot_names

    if "bots" in given:
        names = bot_names(given["bots"])
        given["bots"] = names if len(names) > 1 else names[0]
        for name in names:
            bot(name)
    given |= {"show_legal": not args.no_list, "theme": args.theme}
    settings = TableSettings(**given)
    settings.at_table(0, load(settings.game), None, None)  # said now rather than to the model
    server(**given).run("stdio")
    return 0


def _at_a_site(args: argparse.Namespace, unwanted: list[str]) -> int:
    if unwanted:
        raise TripotError(f"{', '.join(unwanted)} cannot be chosen at a table of a site, where everything is settled")
    if not args.table or not args.token:
        raise TripotError("--site needs --table and --token: the API gives both to whoever sits down")
    from tripot.adapters.mcp import server
    from tripot.adapters.site import SiteTable

    server(SiteTable(args.site, args.table, args.token, show_legal=not args.no_list, theme=args.theme)).run("stdio")
    return 0
