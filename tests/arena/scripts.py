"""A match in a process of its own, so that it can be killed, stopped or starved of disk.

python -m tests.arena.scripts FOLDER WHAT
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from pathlib import Path

import tripot
from tripot.arena.contest import contest
from tripot.arena.log import GameRow
from tripot.arena.schedule import Schedule, plan
from tripot.arena.workers import Crew, alone, processes, ray_cluster

BLOCKS = 60


def schedule() -> Schedule:
    """Games enough for several jobs."""
    return plan(tripot.load("hick-hack"), seats=4, bots=("thumb", "random"), blocks=BLOCKS, seed=3)


def main(folder: Path, what: str) -> None:
    """Play until what is to happen has happened."""
    heard: list[GameRow] = []
    killed: list[int] = []
    crew: Crew = alone if what == "full disk" else processes(2)
    if what.startswith("ray"):
        crew = ray_cluster("local")
    if what == "full disk":
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    def listen(row: GameRow) -> None:
        heard.append(row)
        worker = int(row.worker.rpartition(":")[2])
        if len(heard) == 100 and what == "kill all":
            os.kill(os.getpid(), signal.SIGKILL)
        if len(heard) == 100 and what == "interrupt":
            os.kill(os.getpid(), signal.SIGINT)
        if len(heard) >= 100 and not killed and what.endswith("kill a worker"):
            assert worker != os.getpid()
            killed.append(worker)
            os.kill(worker, signal.SIGKILL)

    contest(schedule(), folder, crew, heard=listen)
    print("workers", len({row.worker for row in heard}), "killed", len(killed))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
