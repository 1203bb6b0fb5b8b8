"""Compile the games into the cache: some minutes once, then every start is quick. `tripot serve` does it by itself."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import threading
import time
from importlib import import_module
from typing import Any

from tripot.errors import TripotError
from tripot.play import Game, games, load

ENGINES = "engines"
PARTS = {
    ENGINES: "tripot.bots.engines",
    "tables": "tripot.adapters.tables",
    "review": "tripot.analysis.engines",
}
"""What can be compiled, and the modules that do it, with `is_warm` and `warm`; all but the first only if asked for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games (default: all)")
    parser.add_argument(
        "--tables", action="store_true", help="also the batches of the PettingZoo and Gymnasium adapters"
    )
    parser.add_argument("--review", action="store_true", help="also the rollouts of `tripot review`")
    parser.add_argument("--here", action="store_true", help="compile in this process, one game after the other")
    parser.add_argument(
        "--gently",
        type=int,
        metavar="PARENT",
        help="with --here: at low priority, and no longer than the process that has started it (its number) lives",
    )


def run(args: argparse.Namespace) -> int:
    """Compile what is not compiled yet, one process per game."""
    from tripot.bots.engines import has_numba

    if not has_numba():
        print("numba is not installed: the games run as plain Python (install tripot[fast] to compile them)")
        return 0
    wanted = [load(name) for name in args.games] or list(games())
    parts = [part for part in PARTS if part == ENGINES or getattr(args, part)]
    cold = [game for game in wanted if not all(_module(part).is_warm(game) for part in parts)]
    if args.here:
        if args.gently:
            _be_gentle(args.gently)
        for game in cold:
            _warm(game, parts)
    elif cold:
        _in_processes(cold, [f"--{part}" for part in parts if part != ENGINES])
    return 0


def _be_gentle(parent: int) -> None:
    """The lowest priority; Ctrl-C is meant for the parent, with whom we end, also if it is gone already."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(19)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _module(part: str) -> Any:
    return import_module(PARTS[part])


def _warm(game: Game, parts: list[str]) -> None:
    for part in parts:
        if not _module(part).is_warm(game):
            _module(part).warm(game)


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
