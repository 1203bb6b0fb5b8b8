"""Measure the speed of the games on this machine. (`make bench` in the repository compares with OpenSpiel and C.)"""

from __future__ import annotations

import argparse
import json
from typing import Any

from tripot.errors import TripotError
from tripot.play import games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="time for each measurement (default 1)")
    parser.add_argument(
        "--rounds", type=int, default=5, metavar="R", help="take turns so often, report the median (default 5)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Measure and print the table."""
    from tripot.arena.bench import own
    from tripot.bots.engines import is_warm

    if args.seconds <= 0 or args.rounds < 1:
        raise TripotError("--seconds must be above 0 and --rounds at least 1")
    cold = [game.name for game in games() if not is_warm(game)]
    if cold:
        raise TripotError(f"{', '.join(cold)} not compiled yet; run `tripot warm` first")
    found = own(seconds=args.seconds, rounds=args.rounds)
    print(json.dumps(found, indent=2) if args.json else table(found))
    return 0


def table(found: dict[str, Any]) -> str:
    """The figures as a table."""
    rows = [f"{found['seats']} seats, random play, one core; tripot --help: {found['help_seconds']:.2f} s"]
    rows += [f"{'game':14} {'batch /s':>12} {'Position /s':>12} {'state':>7} {'copy':>8} {'warm start':>11}"]
    for name, game in found["games"].items():
        speeds = f"{game['batch_decisions_per_second']:12,.0f} {game['position_decisions_per_second']:12,.0f}"
        sizes = f"{game['state_bytes']:5} B {game['copy_nanoseconds']:5.1f} ns {game['warm_start_seconds']:9.2f} s"
        rows.append(f"{name:14} {speeds} {sizes}")
    return "\n".join(rows)
