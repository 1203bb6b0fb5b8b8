"""Review a game: what each decision of a seat lost, how lucky it was, and what the result is made of."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tripot.bots import bot_names
from tripot.errors import RecordError
from tripot.notation.record import parse
from tripot.outside import shortened
from tripot.play.names import own_name, seat_names

from .common import add_lang, need_numpy, number, positive, progress_bar, read_text, say

if TYPE_CHECKING:
    from tripot.analysis import Reviewing

PARTS = 100  # of the bar


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a record, as `tripot play` or the site saves it (text or JSON Lines)"
    )
    parser.add_argument("--seat", type=number, required=True, metavar="N", help="whose game is reviewed")
    parser.add_argument(
        "--budget", type=positive, default=10, metavar="S", help="processor seconds (default 10); Ctrl-C stops earlier"
    )
    parser.add_argument(
        "--worlds", type=positive, metavar="W", help="exactly so many worlds instead: the same review on every machine"
    )
    parser.add_argument("--seed", type=number, default=0, metavar="S", help="of the worlds (default 0)")
    parser.add_argument(
        "--bots",
        metavar="A,B,...",
        help="how the seats are expected to play: one bot (or person), or one for each seat (default: what the record says)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--html", type=Path, metavar="OUT", help="write a page instead")
    add_lang(parser)


def run(args: argparse.Namespace) -> int:
    """Review and print."""
    need_numpy("tripot review")
    from tripot.analysis import Reviewing
    from tripot.analysis.report import as_json, in_words, page

    record = parse(read_text(args.file))
    bots = bot_names(args.bots) if args.bots else None
    work = Reviewing(record, seat=args.seat, seed=args.seed, bots=bots)
    _note_speed(work)
    with _told(work):
        _improve(work, args)
    found = work.review
    if record.cut is not None:
        say(f"note: the file is cut off; its last line {shortened(record.cut)!r} was left out", file=sys.stderr)
    if args.json:
        say(json.dumps(as_json(found), ensure_ascii=False))
        return 0
    names = [
        own_name(record.names.get(seat, default)) for seat, default in enumerate(seat_names(record.seats, args.lang))
    ]
    if args.html:
        try:
            args.html.write_text(page(found, names, args.lang), encoding="utf-8")
        except OSError as error:
            raise RecordError(f"{args.html}: cannot be written ({error.strerror}); name another file") from None
        return 0
    say("\n".join(in_words(found, names, args.lang)))
    return 0


def _improve(work: Reviewing, args: argparse.Namespace) -> None:
    with progress_bar("reviewing", PARTS) as progress:
        shown = 0
        for done in work.improve(seconds=float(args.budget), worlds=args.worlds):
            progress(int(PARTS * done) - shown)
            shown = int(PARTS * done)


@contextmanager
def _told(work: Reviewing) -> Iterator[None]:
    """Ctrl-C ends the work; what there is by then is shown, if there is anything."""
    try:
        yield
    except KeyboardInterrupt:
        if not work.worlds:
            raise
        print(f"stopped after {work.seconds:.1f} s", file=sys.stderr)


def _note_speed(work: Reviewing) -> None:
    from tripot.analysis.engines import is_warm
    from tripot.bots.engines import has_numba

    if not is_warm(work.game):
        how = (
            "run `tripot warm --review` once" if has_numba() else "install tripot[fast] and run `tripot warm --review`"
        )
        print(f"note: {work.game.name} runs as plain Python, about a hundred times slower; {how}", file=sys.stderr)
