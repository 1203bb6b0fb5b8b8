"""Say everything that a game lacks or breaks, a line for each fault; exit code 0 if there is none, else 1."""

from __future__ import annotations

import argparse
import json

from tripot.play import Game
from tripot.play.catalogue import catalogue

from .common import say

SHOWN = ("view", "audit", "layout", "observer")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("name", metavar="NAME", help="the game's name, or that of its entry point")
    parser.add_argument(
        "--show", choices=SHOWN, help="print what follows from the state's declaration, and check nothing"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Check the game, or show what is generated for it."""
    found, unusable = catalogue()
    game = found.get(args.name)
    if game is not None and args.show:
        say(shown(game, args.show))
        return 0
    if game is None:
        near = f"; games: {', '.join([*found, *unusable])}"
        faults = (
            unusable[args.name].splitlines() if args.name in unusable else [f"there is no game {args.name!r}{near}"]
        )
    else:
        from tripot.laws import broken

        faults = list(broken(game))
    if args.json:
        print(json.dumps({"game": args.name, "sound": not faults, "faults": faults}, indent=2, ensure_ascii=False))
    else:
        for fault in faults:
            say(" ".join(fault.split()))
        if not faults:
            say(f"{args.name}: complete and sound")
    return 1 if faults else 0


def shown(game: Game, part: str) -> str:
    """Source or tables that follow from the declaration of the game's state."""
    from tripot import observe
    from tripot.core.declared import source
    from tripot.observe import default

    if part == "layout":
        return observe.layout(game).table()
    if part == "observer":
        return default.source(game.rules)
    return source(game.rules.State, part)
