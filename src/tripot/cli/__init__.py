"""The command line: `tripot`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from tripot.errors import TripotError
from tripot.outside import harmless

BAD_INPUT = 2
INTERRUPTED = 130

COMMANDS = {
    "serve": "run the site on this machine",
    "play": "play a game in this terminal against bots",
    "games": "list the games of the house",
    "check-game": "say everything that a game lacks or breaks",
    "new-game": "write a small game of your own that already runs",
    "rules": "show the rules of a game, in English or French",
    "simulate": "let bots play many games and add them up",
    "arena": "compare bots on equal cards in every seating, with intervals",
    "ladder": "let each level meet the one below it, in every game",
    "train": "teach a game's bots how each level plays",
    "study": "length, balance and luck of a game, with pictures",
    "replay": "replay the record of a game",
    "review": "what a seat should have played, and how lucky it was",
    "verify": "check the deal of a game of the site against its seal",
    "backup": "save a copy of a site's data, also while it runs",
    "check": "look through a site's data: is every table whole",
    "inspect": "list the tables of a site, or the events of one",
    "forget": "delete tables of a site for ever",
    "tidy": "delete the tables of a site that nobody has used for long",
    "move-store": "copy a site from a data folder to PostgreSQL, or back",
    "mcp": "let a language model take a seat (an MCP server)",
    "bench": "measure the speed of the games on this machine",
    "warm": "compile the games now instead of at first use",
}


def parser() -> argparse.ArgumentParser:
    """The whole command line; each command's own part stands in the module of its name."""
    top = argparse.ArgumentParser(
        prog="tripot",
        description="Four real card-and-dice games: play them, simulate them, replay them.",
        epilog="Each command has its own --help. Bad input ends with exit code 2 and a line that says what would be right.",
    )
    top.add_argument("--version", action="store_true", help="show the version and stop")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for name, about in COMMANDS.items():
        module = import_module(f"tripot.cli.{name.replace('-', '_')}")
        sub = commands.add_parser(name, help=about, description=module.__doc__)
        module.add_arguments(sub)
        sub.set_defaults(run=module.run)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit code."""
    top = parser()
    args = top.parse_args(argv)
    if args.version:
        from tripot import __version__

        print(f"tripot {__version__}")
        return 0
    if args.command is None:
        top.print_help()
        return 0
    try:
        return int(args.run(args))
    except TripotError as error:
        print(harmless(" ".join(f"tripot {args.command}: {error}".splitlines())), file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone, as with `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
