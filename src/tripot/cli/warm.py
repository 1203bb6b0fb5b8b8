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
    parser.add_argument(
        "--tables", action="store_true", help="also the batches of the PettingZoo and Gymnasium adapters"
    )
    parser.add_argument("--here", action="store_true", help="compile in this process, one game after the other")


def run(args: argparse.Namespace) -> int:
    """Compile what is not compiled yet, one process per game."""
    from tripot.bots.engines import has_numba

    if not has_numba():
        print("numba is not installed: the games run as plain Python (install tripot[fast] to compile them)")
        return 0
    wanted = [load(name) for name in args.games] or list(games())
    cold = [game for game in wanted if not _is_warm(game, args.tables)]
    if args.here:
        for game in cold:
            _warm(game, args.tables)
    elif cold:
        _in_processes(cold, ["--tables"] if args.tables else [])
    return 0


def _is_warm(game: Game, with_tables: bool) -> bool:
    from tripot.bots.engines import is_warm

    if not with_tables:
        return is_warm(game)
    from tripot.adapters.tables import is_warm as has_warm_tables

    return is_warm(game) and has_warm_tables(game)


def _warm(game: Game, with_tables: bool) -> None:
    from tripot.bots.engines import is_warm, warm

    if not is_warm(game):
        warm(game)
    if with_tables:
        from tripot.adapters.tables import warm as warm_tables

        warm_tables(game)


def _in_processes(cold: list[Game], flags: list[str]) -> None:
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    began = time.monotonic()
    command = [
        sys.executable,
        "-c",
        "import sys; from tripot.cli import main; sys.exit(main(sys.argv[1:]))",
        "warm",
        "--here",
        *flags,
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
