"""Compile the games into the cache: about a minute once, then every start is quick."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time

from tripot.errors import TripotError
from tripot.play import Game, games, load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games (default: all)")
    parser.add_argument("--here", action="store_true", help="compile in this process, one game after the other")


def run(args: argparse.Namespace) -> int:
    """Compile what is not compiled yet, one process per game."""
    from tripot.bots.engines import has_numba, is_warm, warm

    wanted = [load(name) for name in args.games] or list(games())
    if not has_numba():
        print("numba is not installed: the games run as plain Python (install tripot[fast] to compile them)")
        return 0
    cold = [game for game in wanted if not is_warm(game)]
    if args.here:
        for game in cold:
            warm(game)
    elif cold:
        _in_processes(cold)
    return 0


def _in_processes(cold: list[Game]) -> None:
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    began = time.monotonic()
    command = [
        sys.executable,
        "-c",
        "import sys; from tripot.cli import main; sys.exit(main(sys.argv[1:]))",
        "warm",
        "--here",
    ]
    jobs = {game.name: subprocess.Popen([*command, game.name], stderr=subprocess.PIPE, text=True) for game in cold}
    with Progress(SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), transient=True) as bar:
        tasks = {name: bar.add_task(f"compiling {name} (once)") for name in jobs}
        waiting = dict(jobs)
        while waiting:
            time.sleep(0.1)
            for name in [name for name, job in waiting.items() if job.poll() is not None]:
                job = waiting.pop(name)
                bar.remove_task(tasks[name])
                if job.returncode:
                    said = (job.stderr.read() if job.stderr else "").strip().splitlines()
                    raise TripotError(
                        f"{name} could not be compiled: {said[-1] if said else f'exit code {job.returncode}'}"
                    )
                bar.console.print(f"compiled {name}")
    print(f"compiled {len(cold)} games in {time.monotonic() - began:.0f} s")
