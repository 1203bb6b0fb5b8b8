"""Let bots meet on equal cards in every seating, and say how sure the difference is.

The schedule is saved before the first game; an interrupted match goes on when the same command is given again.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from pathlib import Path
from typing import Any

from tripot.bots import bot_names
from tripot.play import load

from .common import add_options, need_numpy, number, positive, progress_bar, read_options
from .saving import data_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("game", metavar="GAME", help="the game's name, see `tripot games`")
    parser.add_argument("--seats", type=positive, required=True, metavar="N", help="how many sit at the table")
    parser.add_argument("--bots", required=True, metavar="A,B,...", help="the bots to compare, any number of them")
    parser.add_argument(
        "--blocks",
        type=positive,
        default=100,
        metavar="K",
        help="streams of cards and dice, each played in every seating (default 100)",
    )
    parser.add_argument(
        "--seed", type=number, default=0, metavar="S", help="the same seed gives the same match (default 0)"
    )
    parser.add_argument(
        "--objective", default="win", metavar="WHAT", help="win (default), rank or points: what the stop rule looks at"
    )
    parser.add_argument(
        "--stop",
        default="fixed",
        metavar="RULE",
        help="fixed (default): all blocks; sequential: as soon as every bot is told apart from the next",
    )
    parser.add_argument(
        "--look",
        type=positive,
        metavar="B",
        help="sequential: look after every B blocks (default: a twentieth of all, at least 10)",
    )
    parser.add_argument(
        "--seatings",
        default="auto",
        metavar="HOW",
        help="auto (default): every order where there are at most 24; rotations; halves: two bots, half of the seats each",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="the folder of the match (default: a folder of its own in the user's data folder)",
    )
    add_crew(parser)
    parser.add_argument(
        "--luck",
        type=positive,
        metavar="W",
        help="also the margins with luck taken off, from W worlds at every chance event and whim of a bot (64 is enough; slow)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    add_options(parser)


def add_crew(parser: argparse.ArgumentParser) -> None:
    """Who does the work."""
    parser.add_argument("--processes", type=positive, metavar="P", help="how many games at a time (default: all cores)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster: its address, `auto`, or `local`")


def crew_of(args: argparse.Namespace) -> Any:
    """The crew that the arguments name."""
    from tripot.arena.workers import alone, processes, ray_cluster

    if args.ray is not None:
        return ray_cluster(args.ray)
    return alone if args.processes == 1 else processes(args.processes)


def run(args: argparse.Namespace) -> int:
    """Play the match and print what came out."""
    need_numpy("tripot arena")
    from tripot.arena.contest import contest
    from tripot.arena.log import write_json, write_text
    from tripot.arena.report import page
    from tripot.arena.result import result, text
    from tripot.arena.schedule import plan

    schedule = plan(
        load(args.game),
        seats=args.seats,
        bots=bot_names(args.bots),
        blocks=args.blocks,
        seed=args.seed,
        options=read_options(args.option),
        objective=args.objective,
        stop=args.stop,
        look=args.look or max(10, args.blocks // 20),
        seatings=args.seatings,
    )
    folder = args.out or data_folder() / "arena" / schedule.name
    try:
        with progress_bar(schedule.game, schedule.games) as progress:
            found = contest(schedule, folder, crew_of(args), progress=progress)
    except KeyboardInterrupt:
        print(f"\nwhat has been played is in {folder}; the same command goes on", file=sys.stderr)
        raise
    data = result(found)
    if args.luck:
        from tripot.arena import adjusted

        with progress_bar("luck", len(found.rows)) as progress:
            data["luck"] = adjusted.adjusted(found, worlds=args.luck, progress=progress)
    write_json(folder / "result.json", data)
    write_text(folder / "report.html", page(data, found, _command(args)))
    print(json.dumps(data, ensure_ascii=False) if args.json else text(data))
    if args.luck and not args.json:
        print(adjusted.text(data["luck"]))
    print(f"{folder / 'report.html'}", file=sys.stderr)
    return 0


def _command(args: argparse.Namespace) -> str:
    words = [
        "tripot",
        "arena",
        args.game,
        "--seats",
        str(args.seats),
        "--bots",
        args.bots,
        "--blocks",
        str(args.blocks),
    ]
    words += ["--seed", str(args.seed), "--objective", args.objective, "--stop", args.stop, "--seatings", args.seatings]
    words += ["--look", str(args.look)] if args.look else []
    words += [word for option in args.option for word in ("--option", option)]
    return shlex.join(words)
