"""Replay the record of a game: tell it, check it, and say where it stops."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from tripot.core.state import SPECTATOR
from tripot.notation.record import GameRecord, parse
from tripot.outside import shortened
from tripot.play import Position, replay
from tripot.play.names import own_name, seat_names

from .common import add_lang, number, read_text, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a record, as `tripot play` saves it (text or JSON Lines)"
    )
    parser.add_argument(
        "--seat", type=number, metavar="N", help="tell what this seat saw (default: what a spectator saw)"
    )
    parser.add_argument("--moves", action="store_true", help="print the moves in notation instead of telling the game")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--verify",
        action="store_true",
        help="check every card and die against the seal in the record itself (`tripot verify` takes the one you were shown)",
    )
    parser.add_argument("--quiet", action="store_true", help="print the result only")
    add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Replay and print."""
    record = parse(read_text(args.file))
    position = replay(record)
    if args.verify:
        return _verify(record)
    if args.json:
        say(json.dumps(_json(record, position), ensure_ascii=False))
        return 0
    names = [
        own_name(record.names.get(seat, default)) for seat, default in enumerate(seat_names(record.seats, args.lang))
    ]
    if args.moves:
        say(str(record).rstrip("\n"))
    elif not args.quiet:
        view = position.view(SPECTATOR if args.seat is None else args.seat)
        say("\n".join(view.story(names=names, lang=args.lang)))
    _print_end(record, position, names)
    return 0


def _verify(record: GameRecord) -> int:
    from tripot.web.checking import faults

    found = faults(record)
    if not found:
        print("every card and die is the one that the record's own seal gives")
        print("note: this trusts the seal in the file; `tripot verify FILE --seal HASH` checks the one you were shown")
        return 0
    say(f"the deal does not match its seal: {found[0]}", file=sys.stderr)
    return 1


def _print_end(record: GameRecord, position: Position, names: list[str]) -> None:
    for seat, points in enumerate(position.scores):
        say(f"  {names[seat]}: {points}")
    if (outcome := position.outcome) is not None:
        say(f"won by {', '.join(names[seat] for seat in outcome.winners)}")
    else:
        say(f"the record stops here, after {len(record.lines)} lines; the game is not over ({position!r})")
    if record.cut is not None:
        say(f"note: the file is cut off; its last line {shortened(record.cut)!r} was not replayed", file=sys.stderr)


def _json(record: GameRecord, position: Position) -> dict[str, Any]:
    outcome = position.outcome
    return {
        "game": record.game,
        "rules": record.rules,
        "seats": record.seats,
        "options": record.options,
        "names": {str(seat): name for seat, name in record.names.items()},
        "events": len(position.events),
        "over": position.is_over,
        "cut": record.cut,
        "scores": list(position.scores),
        "winners": list(outcome.winners) if outcome else None,
    }
