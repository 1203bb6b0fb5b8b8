"""Group commit: whatever waits to be written goes to the disk in one transaction, by one thread."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

T = TypeVar("T")
W = TypeVar("W")
Outcome = Exception | None


class OneThread(Executor):
    """A thread that carries out calls in their order. (A pool takes twice as long to hand one over.)"""

    def __init__(self, name: str) -> None:
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def call(self, call: Callable[[], None]) -> None:
        """Carry out what raises nothing and returns nothing."""
        self._calls.put(call)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        done: Future[T] = Future()
        self.call(partial(self._settle, done, partial(fn, *args, **kwargs)))
        return done

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._calls.put(None)
        if wait:
            self._thread.join()

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            call()
            del call  # or it would be held until the next one comes

    @staticmethod
    def _settle(done: Future[T], call: Callable[[], T]) -> None:
        if done.set_running_or_notify_cancel():
            try:
                done.set_result(call())
            except BaseException as error:
                done.set_exception(error)


class Batches(Generic[W]):
    """Writes of one store. `commit` runs in the thread: it writes all of a batch, and says for each what came of it."""

    def __init__(self, thread: OneThread, commit: Callable[[list[W]], list[Outcome]]) -> None:
        self._thread, self._commit = thread, commit
        self._waiting: list[tuple[W, asyncio.Future[None]]] = []
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        self.noticed: Callable[[int, float], None] = lambda size, seconds: None
        """Told the size of every batch, and how long it took."""

    async def write(self, write: W) -> None:
        """Write it; done when it is on the disk."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((write, done))
        if self._is_idle.is_set():
            self._is_idle.clear()
            self._begin(loop)
        await done

    async def flushed(self) -> None:
        """When nothing waits any more."""
        await self._is_idle.wait()

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hand over what waits; while the disk is busy with it, more may come to wait."""
        batch, self._waiting = self._waiting, []
        self._thread.call(partial(self._write, loop, batch))

    def _write(self, loop: asyncio.AbstractEventLoop, batch: list[tuple[W, asyncio.Future[None]]]) -> None:
        """In the thread. (It calls the loop itself: a future of the executor's, and one around it, would cost more.)"""
        began = time.monotonic()
        outcomes: list[Outcome]
        try:
            outcomes = self._commit([write for write, _ in batch])
        except Exception as error:
            outcomes = [error] * len(batch)
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(self._written, loop, batch, outcomes, time.monotonic() - began)

    def _written(
        self,
        loop: asyncio.AbstractEventLoop,
        batch: list[tuple[W, asyncio.Future[None]]],
        outcomes: list[Outcome],
        seconds: float,
    ) -> None:
        self.noticed(len(batch), seconds)
        if self._waiting:
            self._begin(loop)
        else:
            self._is_idle.set()
        for (_, done), error in zip(batch, outcomes, strict=True):
            if done.done():
                continue  # cancelled: nobody waits for it any more
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)
