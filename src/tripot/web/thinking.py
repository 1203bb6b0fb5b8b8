"""Bots think in worker processes, with a time limit, from what their seat knows and nothing else."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import secrets
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from tripot.bots import bot, random_bot, stream
from tripot.play import View, load

log = logging.getLogger("tripot.web")

LIMIT = 5.0  # seconds for one move
THINKING = 1.5  # seconds after which a bot that searches answers with what it has


class Thinkers:
    """A pool of worker processes. They die with the house."""

    def __init__(self, workers: int = 1, *, limit: float = LIMIT) -> None:
        self.workers, self.limit = workers, limit
        self._pool = self._fresh()

    def _fresh(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, mp_context=context, initializer=_begin, initargs=(os.getpid(),))

    async def warm(self) -> None:
        """Start the workers before somebody waits for them."""
        await asyncio.get_running_loop().run_in_executor(self._pool, os.getpid)

    async def choose(self, view: View, name: str) -> str:
        """The move that a bot chooses; a random legal step if it takes too long or breaks."""
        fields = {field: getattr(view.state, field) for field in view.state.fields}
        job = (view.game.name, view.seats, view.seat, fields, name, secrets.randbelow(2**62))
        loop = asyncio.get_running_loop()
        try:
            return await asyncio.wait_for(loop.run_in_executor(self._pool, chosen, *job), self.limit)
        except (TimeoutError, BrokenProcessPool):
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._fresh()
        except Exception:
            log.exception("the bot %s could not choose at %s", name, view.game.name)
        return str(random_bot(view, stream(secrets.randbelow(2**62), view.seat)))

    def close(self) -> None:
        """Send the workers home, and wait until they have gone."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def _begin(parent: int) -> None:
    """A worker: low priority, and gone when its parent is."""
    import signal
    import threading
    import time

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def chosen(game: str, seats: int, seat: int, fields: dict[str, Any], name: str, seed: int) -> str:
    """In a worker: the move of a bot, a step or a whole one, from its view's fields."""
    found = load(game)
    state = found.rules.State()
    for field, value in fields.items():
        setattr(state, field, value)
    view = View(found, seats, None, seat, state, lambda: iter(()))
    return str(bot(name, seconds=THINKING)(view, stream(seed, seat)))
