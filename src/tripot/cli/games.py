"""List the games of the house with their seats and options."""

from __future__ import annotations

import argparse
import json
import sys

from tripot.play import games
from tripot.play.catalogue import catalogue

from .common import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Print the list."""
    found = [game.facts | {"actions": len(game.steps), "outcomes": len(game.chances)} for game in games()]
    for name, why in catalogue().unusable.items():
        say(f"{name} cannot be used: {'; '.join(why.splitlines())}", file=sys.stderr)
    if args.json:
        print(json.dumps(found, indent=2, ensure_ascii=False))
        return 0
    for game in found:
        by = f"{game['designer']}, {game['year']}" if game["year"] else game["designer"]
        print(f"{game['name']}: {game['title']} ({by}), {game['seats'][0]}-{game['seats'][-1]} seats")
        for name, option in game["options"].items():
            print(f"    {name}: {option['wanted']} - {option['about']}")
    print("\nUnofficial: tripot is not connected with the designers or publishers of these games.")
    return 0
