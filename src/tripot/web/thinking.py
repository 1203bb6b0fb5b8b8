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

from tripot.bots import bot, random_bot, stream, thumb_bot
from tripot.bots.engines import engine
from tripot.play import View, games, load

log = logging.getLogger("tripot.web")

THOUGHT = 1.5  # seconds after which a search answers with the best it has
LIMIT = 10.0  # seconds after which a worker is taken for stuck; loading a compiled game is part of its first thought
MOST_WAITING = 64  # thoughts that may wait for a worker


class Thinkers:
    """A pool of worker processes. They die with the house."""

    def __init__(self, workers: int = 0, *, limit: float = LIMIT) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 1) - 1)
        self.limit = limit
        self.waiting = 0
        self._room = asyncio.Semaphore(self.workers)
        self._pool = self._fresh()

    def _fresh(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, mp_context=context, initializer=_begin, initargs=(os.getpid(),))

    async def warm(self, *, load_games: bool = False) -> None:
        """Start the workers before somebody waits for them; the compiled games are loaded while the house is open already."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._pool, os.getpid)
        if load_games:
            for game in games():
                self._pool.submit(prepare, game.name)

    async def choose(self, view: View, name: str) -> str:
        """The move or step that a bot chooses; a random one if it takes too long or breaks.

        When too many wait already, the rules of thumb answer at once: a full house plays on.
        """
        if self.waiting >= MOST_WAITING:
            return str(thumb_bot(view, stream(secrets.randbelow(2**62), view.seat)))
        fields = {field: getattr(view.state, field) for field in view.state.fields}
        job = (view.game.name, view.seats, view.seat, fields, name, secrets.randbelow(2**62))
        loop = asyncio.get_running_loop()
        self.waiting += 1
        try:
            async with self._room:  # the limit counts from when a worker is free
                return await asyncio.wait_for(loop.run_in_executor(self._pool, chosen, *job), self.limit)
        except (TimeoutError, BrokenProcessPool):
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._fresh()
        except Exception:
            log.exception("the bot %s could not choose at %s", name, view.game.name)
        finally:
            self.waiting -= 1
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
    return str(bot(name, seconds=THOUGHT)(view, stream(seed, seat)))


def prepare(game: str) -> None:
    """In a worker: load what the strong bots need for a game."""
    engine(load(game))
