"""Check the deal of a finished game of the site against the seal that you were shown before it.

The weights of every card and die are computed again from the rules of this installation; nothing of the site is asked. The seal
stands at the table, under "Seal of the deal". Exit code 0: fair; 1: not; 2: the input cannot be used.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

from tripot.errors import RecordError
from tripot.notation.record import GameRecord, parse

from .common import read_text, say

SEAL = re.compile(r"[0-9a-f]{64}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the record, as the site offers it for download")
    parser.add_argument(
        "--seal",
        required=True,
        metavar="HASH",
        help="the seal that the table showed before the game: 64 hexadecimal digits",
    )
    parser.add_argument(
        "--without-pledges", action="store_true", help="check a deal of the time before pledges as what it is"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Check and say what was checked."""
    from tripot.web.checking import draw_count, faults

    seal = args.seal.strip().lower()
    if not SEAL.fullmatch(seal):
        raise RecordError(f"--seal is the 64 hexadecimal digits that the table showed, not {args.seal[:80]!r}")
    record = parse(read_text(args.file))
    found = faults(record, seal=seal, has_pledges=not args.without_pledges)
    if args.json:
        print(json.dumps({"fair": not found, "draws": draw_count(record), "faults": found}))
    elif found:
        say(
            "\n".join(["the deal is not the one that was sealed:", *(f"  {fault}" for fault in found)]), file=sys.stderr
        )
    else:
        print(said(record, draw_count(record), has_pledges=not args.without_pledges))
    return 1 if found else 0


def said(record: GameRecord, draws: int, *, has_pledges: bool) -> str:
    """What has been checked, and what has not."""
    gave = [f"seat {seat}" for seat in sorted(record.entropies)]
    kept_back = [f"seat {seat}" for seat in sorted(record.pledges) if seat not in record.entropies]
    lines = [
        "fair: the deal is the one that was sealed",
        "  the seal is the one given, and the secret fits it",
        f"  entropy came from {', '.join(gave) if gave else 'nobody: the secret alone decided'}"
        + (", each as it had been pledged" if gave and has_pledges else ""),
        f"  all {draws} cards and dice follow from them, with the weights that the rules give",
    ]
    if record.scores is None:
        lines.append("  note: the record stops before the end of the game: it was given up, or the file is cut off")
    if kept_back:
        lines.append(f"  note: {', '.join(kept_back)} did not send what had been pledged; the game began without it")
    if not has_pledges:
        lines.append("  note: without pledges the host could have chosen the secret after seeing the entropy")
    lines.append(
        "not checked: whether somebody who runs the site looked at the cards during play; nothing can show that"
    )
    return "\n".join(lines)
