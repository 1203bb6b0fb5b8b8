"""Let a language model take a seat: an MCP server on standard input and output (needs the extra `adapters`)."""

from __future__ import annotations

import argparse
import importlib.util
import os

from tripot.errors import TripotError
from tripot.play import load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("game", metavar="GAME", nargs="?", default="raise", help="the game (default: %(default)s)")
    parser.add_argument("--seats", type=int, help="how many seats (default: 4, or the nearest that the game allows)")
    parser.add_argument("--seat", type=int, default=0, help="the model's seat (default: %(default)s)")
    parser.add_argument("--bots", default="thumb", help="who has the other seats (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="deal from this seed (default: one that nobody can guess)")
    parser.add_argument("--no-list", action="store_true", help="do not list the legal moves")
    parser.add_argument(
        "--patience", type=int, default=3, help="bad replies in a row that forfeit (default: %(default)s)"
    )
    parser.add_argument("--site", help="take a seat at a table of this site instead, such as http://127.0.0.1:8477")
    parser.add_argument("--table", help="with --site: the table's id")
    parser.add_argument(
        "--token", default=os.environ.get("TRIPOT_TOKEN"), help="with --site: the seat's (or $TRIPOT_TOKEN)"
    )
    parser.add_argument("--theme", type=int, help="invented names for the things of the game, chosen by this number")


def run(args: argparse.Namespace) -> int:
    """Serve until the input ends."""
    if importlib.util.find_spec("mcp") is None:
        raise TripotError("the package mcp is not installed; install tripot[adapters]")
    if args.site:
        return _at_a_site(args)
    from tripot.bots import bot

    bot(args.bots)
    game = load(args.game)
    if args.seats is not None:
        game.check_seats(args.seats)
    from tripot.adapters.mcp import server

    settings = {"game": game.name, "seats": args.seats, "seat": args.seat, "bots": args.bots, "seed": args.seed}
    made = server(**settings, show_legal=not args.no_list, patience=args.patience, theme=args.theme)
    made.run("stdio")
    return 0


def _at_a_site(args: argparse.Namespace) -> int:
    if not args.table or not args.token:
        raise TripotError("--site needs --table and --token: the API gives both to whoever sits down")
    from tripot.adapters.mcp import server
    from tripot.adapters.site import SiteTable

    server(SiteTable(args.site, args.table, args.token, show_legal=not args.no_list)).run("stdio")
    return 0
