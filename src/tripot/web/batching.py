"""Group commit: whatever waits to be written goes to the disk in one transaction, by one thread."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Generic, TypeVar

W = TypeVar("W")
Outcome = Exception | None


class Batches(Generic[W]):
    """Writes of one store. `commit` runs in the thread: it writes all of a batch, and says for each what came of it."""

    def __init__(self, thread: Executor, commit: Callable[[list[W]], list[Outcome]]) -> None:
        self._thread, self._commit = thread, commit
        self._waiting: list[tuple[W, asyncio.Future[None]]] = []
        self._flushing: asyncio.Task[None] | None = None
        self.noticed: Callable[[int, float], None] = lambda size, seconds: None
        """Told the size of every batch, and how long it took."""

    async def write(self, write: W) -> None:
        """Write it; done when it is on the disk."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((write, done))
        if self._flushing is None:
            self._flushing = loop.create_task(self._flush())
        await done

    async def flushed(self) -> None:
        """When nothing waits any more."""
        if self._flushing is not None:
            await asyncio.wait([self._flushing])

    async def _flush(self) -> None:
        """Write what waits; while the disk is busy with it, more may come to wait."""
        loop = asyncio.get_running_loop()
        batch: list[tuple[W, asyncio.Future[None]]] = []
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                began = time.monotonic()
                outcomes = await loop.run_in_executor(self._thread, self._commit, [write for write, _ in batch])
                self.noticed(len(batch), time.monotonic() - began)
                for (_, done), error in zip(batch, outcomes, strict=True):
                    if done.cancelled():
                        continue  # nobody waits for it any more
                    if error is None:
                        done.set_result(None)
                    else:
                        done.set_exception(error)
        finally:
            self._flushing = None
            left, self._waiting = batch + self._waiting, []
            for _, done in left:
                done.cancel()  # has an effect only when this task itself was cancelled: otherwise all are done
