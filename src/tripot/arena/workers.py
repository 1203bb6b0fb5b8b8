"""Who does the work: this process, several processes of this machine, or a Ray cluster. Which one never changes a result.

A crew takes jobs and gives back their results in whatever order they are ready. A worker that is killed is replaced, and its
job is given out again; a job that kills its worker three times is given up.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from tripot.errors import ArenaError, TripotError

TRIES = 3
AHEAD = 2  # jobs given out for each worker of a cluster

Job = TypeVar("Job")
Done = TypeVar("Done")
Crew = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]
"""crew(work, jobs) gives work(job) for every job."""


def alone(work: Callable[[Job], Done], jobs: Iterable[Job]) -> Iterator[Done]:
    """One job after the other, here."""
    return map(work, jobs)


def processes(count: int | None = None) -> Crew:
    """So many processes, by default one for each core."""
    number = count or os.cpu_count() or 1

    def crew(work: Callable[[Job], Done], jobs: Iterable[Job]) -> Iterator[Done]:
        left = iter(jobs)
        hands: list[_Hand] = []
        try:
            for job in islice(left, number):
                hands.append(_Hand(work))
                hands[-1].give(job)
            while busy := {hand.line: hand for hand in hands if hand.is_busy}:
                for line in wait(list(busy)):
                    hand = busy[line]  # type: ignore[index]
                    if not hand.is_done():
                        hands[hands.index(hand)] = hand.replaced(work)
                        continue
                    yield hand.take()
                    for job in islice(left, 1):
                        hand.give(job)
        finally:
            for hand in hands:
                hand.dismiss()

    return crew


class _Hand:
    """One worker process, the line to it, and the job it has."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, work))
        self.process.start()
        theirs.close()
        self.job: Any = None
        self.is_busy = False
        self.tries = 0

    def give(self, job: Any) -> None:
        self.job, self.is_busy, self.tries = job, True, self.tries + 1
        with suppress(OSError):  # it is dead: the line says so when it is read
            self.line.send(job)

    def is_done(self) -> bool:
        """Whether there is a result; False if the worker has died."""
        try:
            self._result = self.line.recv()
        except (EOFError, OSError):
            return False
        return True

    def take(self) -> Any:
        self.is_busy, self.tries = False, 0
        if isinstance(self._result, BaseException):
            raise self._result
        return self._result

    def replaced(self, work: Callable[[Any], Any]) -> _Hand:
        """A new worker with the job of this one, which has died."""
        self.dismiss()
        if self.tries == TRIES:
            code = self.process.exitcode
            raise ArenaError(f"{TRIES} worker processes died at the same job (exit code {code}): {self.job}")
        other = _Hand(work)
        other.tries = self.tries
        other.give(self.job)
        return other

    def dismiss(self) -> None:
        self.line.close()
        self.process.kill()
        self.process.join()


def _serve(line: Connection, work: Callable[[Any], Any]) -> None:
    """In a worker: jobs until the line is closed; gone as soon as the parent is, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears of it and decides
    parent = multiprocessing.parent_process()
    assert parent is not None
    sentinel = parent.sentinel

    def follow() -> None:
        wait([sentinel])
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            job = line.recv()
            try:
                result = work(job)
            except Exception as error:
                result = error
            line.send(result)


def ray_cluster(address: str) -> Crew:
    """The workers of a Ray cluster: its address, `auto` for the one that this machine belongs to, `local` for a new one here."""
    try:
        import ray
    except ImportError:
        raise ArenaError("--ray needs the package ray; install tripot[cluster]") from None

    def crew(work: Callable[[Job], Done], jobs: Iterable[Job]) -> Iterator[Done]:
        mine = not ray.is_initialized()
        if mine:
            try:
                ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
            except (ConnectionError, ValueError, RuntimeError) as error:
                raise ArenaError(f"--ray {address}: no Ray cluster answers there ({error})") from None
        try:
            remote = ray.remote(max_retries=TRIES)(work)
            left = iter(jobs)
            count = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            pending = [remote.remote(job) for job in islice(left, count)]
            while pending:
                (ready, *_), pending = ray.wait(pending, num_returns=1)
                try:
                    yield ray.get(ready)
                except ray.exceptions.RayError as error:
                    cause = getattr(error, "cause", None)
                    raise (
                        cause if isinstance(cause, TripotError) else ArenaError(f"Ray gave a job up: {error}")
                    ) from None
                pending += [remote.remote(job) for job in islice(left, 1)]
        finally:
            if mine:
                ray.shutdown()

    return crew
