"""Compile the games into the cache: some minutes once, then every start is quick. `tripot serve` does it by itself."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import threading
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
    parser.add_argument(
        "--gently",
        action="store_true",
        help="with --here: at low priority, and no longer than whoever has started it lives",
    )


def run(args: argparse.Namespace) -> int:
    """Compile what is not compiled yet, one process per game."""
    from tripot.bots.engines import has_numba

    if not has_numba():
        print("numba is not installed: the games run as plain Python (install tripot[fast] to compile them)")
        return 0
    wanted = [load(name) for name in args.games] or list(games())
    cold = [game for game in wanted if not _is_warm(game, args.tables)]
    if args.here:
        if args.gently:
            _be_gentle()
        for game in cold:
            _warm(game, args.tables)
    elif cold:
        _in_processes(cold, ["--tables"] if args.tables else [])
    return 0


def _be_gentle() -> None:
    """The lowest priority; Ctrl-C is meant for the parent, with whom we end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(19)
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


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

    from tripot.bots.engines import warming

    began = time.monotonic()
    jobs = {game.name: subprocess.Popen(warming(game, *flags), stderr=subprocess.PIPE, text=True) for game in cold}
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
