"""Reviews are made in one worker process at the lowest priority, one after the other; what they find is kept with the table.

A review grows: after its first worlds there is an answer, which the page shows while more worlds make it sharper. Whoever asked
may stop it and keeps what there is. A worker that does not answer, or dies, is replaced; the review then says that it failed.

To start the worker and load a game takes seconds, so both are done when the first game of somebody ends (`expect`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from tripot.analysis.company import PERSON
from tripot.analysis.engines import is_warm

from .folding import record_of
from .hub import Hub
from .refusals import Refused
from .store import StoreError
from .table import KeepReview, Table, check_open, check_over

log = logging.getLogger("tripot.web")

SECONDS = 10.0  # of the processor for a review
MOST_WAITING = 20  # reviews that may wait for the worker
REMEMBERED = 200  # reviews that could not be made, so that a page can say so
AGAIN = 30.0  # seconds after which one that could not be made may be asked for again
STUCK = 90.0  # seconds without a word after which the worker is taken for stuck
TOLD = 0.3  # seconds between two words of the worker about how far it is
IDLE = 600.0  # seconds without a review after which the worker is sent home: it has some hundred megabytes
NICE = 10  # below the bots, above what compiles
FORMAT = 1


@dataclass
class Job:
    """A review that is being made, or waits to be."""

    table: str
    seat: int
    record: str
    bots: tuple[str, ...]
    owner: str
    done: float = 0.0
    """The share of it that is done."""
    found: dict[str, Any] | None = None
    """What it has found so far."""
    is_cancelled: bool = False
    failed: str = ""
    """Why it was not made: `stuck` or `broken`; "" if it was or will be."""
    failed_at: float = 0.0
    ended: asyncio.Event = field(default_factory=asyncio.Event)


def job_of(table: Table, seat: int, owner: str) -> Job:
    """The review of a seat of a finished game, for the company that sat there."""
    check_over(table)
    check_open(table)
    if seat not in table.seats_of(owner):
        raise Refused("seat/not_yours", "seat {seat} is not yours", seat=seat)
    bots = tuple(PERSON if place.owner is not None else place.bot or PERSON for place in table.places)
    return Job(table.id, seat, str(record_of(table)), bots, owner)


class Reviewers:
    """The worker and those who wait for it."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.seconds = SECONDS
        self._jobs: OrderedDict[tuple[str, int], Job] = OrderedDict()
        self._failed: OrderedDict[tuple[str, int], Job] = OrderedDict()
        self._expected: dict[str, Job] = {}  # by game: a review that is made for nobody, to load the game
        self._loaded: set[str] = set()
        self._more = asyncio.Event()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._is_closed = False

    def find(self, table: str, seat: int) -> Job | None:
        """The review of a seat that is under way, waits, or could not be made."""
        failed = self._failed.get((table, seat))
        is_recent = failed is not None and time.monotonic() - failed.failed_at < AGAIN
        return self._jobs.get((table, seat)) or (failed if is_recent else None)

    def ask(self, table: Table, seat: int, owner: str) -> Job:
        """Have a review made; the one that is under way already if there is one."""
        key = table.id, seat
        if key in self._jobs:
            return self._jobs[key]
        job = job_of(table, seat, owner)
        if len(self._jobs) >= MOST_WAITING or any(other.owner == owner for other in self._waiting()):
            raise Refused("review/busy")
        self._failed.pop(key, None)
        self._jobs[key] = job
        self._more.set()
        return job

    def expect(self, table: Table) -> None:
        """A game has ended: somebody may soon ask for a review."""
        if table.game.name in self._loaded or not is_warm(table.game):
            return
        for seat, place in enumerate(table.places):
            if place.owner is not None:
                self._expected[table.game.name] = job_of(table, seat, place.owner)
                self._more.set()
                return

    def _waiting(self) -> Iterator[Job]:
        """All but the one that is being made."""
        return (job for job in list(self._jobs.values())[1:])

    def before(self, job: Job) -> int:
        """How many reviews are made before this one."""
        return next((place for place, other in enumerate(self._jobs.values()) if other is job), 0)

    async def run(self) -> None:
        """Make one review after the other, until the server closes."""
        while True:
            try:
                await asyncio.wait_for(self._more.wait(), IDLE if self._process else None)
            except TimeoutError:
                await asyncio.to_thread(self._kill)
                continue
            while self._jobs or self._expected:
                if not self._jobs:
                    game, job = self._expected.popitem()
                    await asyncio.to_thread(self._make, job, 0.0)
                    self._loaded |= set() if job.failed else {game}
                    continue
                key, job = next(iter(self._jobs.items()))
                if not job.is_cancelled:
                    await asyncio.to_thread(self._make, job, self.seconds)
                    await self._keep(job)
                if job.failed:
                    self._failed[key], job.failed_at = job, time.monotonic()
                    while len(self._failed) > REMEMBERED:
                        self._failed.popitem(last=False)
                self._jobs.pop(key, None)
                job.ended.set()
            self._more.clear()

    async def _keep(self, job: Job) -> None:
        if job.found is None:
            return
        try:
            live = await self.hub.live(job.table)
            await self.hub.act(live, KeepReview(job.seat, job.found))
        except (Refused, StoreError) as error:
            log.warning("table %s: a review could not be kept (%s)", job.table, error.code)
            job.failed = "broken"

    # -- In a thread -------------------------------------------------------------------

    def _make(self, job: Job, seconds: float) -> None:
        """Have the worker make a review, and note what it says of it."""
        try:
            pipe = self._connected()
            pipe.send((job.record, job.seat, job.bots, seconds))
            has_stopped, heard = False, time.monotonic()
            while not self._is_closed:
                if job.is_cancelled and not has_stopped:
                    pipe.send("stop")
                    has_stopped = True
                if not pipe.poll(TOLD):
                    if time.monotonic() - heard > STUCK:
                        raise TimeoutError
                    continue
                heard = time.monotonic()
                kind, what = pipe.recv()
                if kind == "done":
                    return
                if kind == "failed":
                    log.error("table %s: a review could not be made (%s)", job.table, what)
                    job.failed = "broken"
                    return
                if kind == "share":
                    job.done = what
                else:
                    job.found = what
        except (OSError, EOFError):
            if not self._is_closed:
                log.error("table %s: the worker of a review died or was stuck", job.table)
            job.failed = "stuck"
            self._kill()

    def _connected(self) -> Connection:
        if self._pipe is None:
            if self._is_closed:
                raise EOFError
            context = multiprocessing.get_context("spawn")
            pipe, other = context.Pipe()
            process = context.Process(target=work, args=(other, os.getpid()), daemon=True)
            try:
                process.start()
            finally:
                other.close()
            self._process, self._pipe = process, pipe
        return self._pipe

    def _kill(self) -> None:
        if self._process is not None and self._pipe is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
        self._process = self._pipe = None
        self._loaded.clear()

    def close(self) -> None:
        """Send the worker home."""
        self._is_closed = True
        if self._process is not None:
            self._process.kill()


# -- In the worker ---------------------------------------------------------------------


def work(pipe: Connection, parent: int) -> None:
    """Make one review after the other: (record, seat, bots, seconds) comes in, what is known by then goes out."""
    from .thinking import settle

    settle(parent, NICE)
    while True:
        try:
            job = pipe.recv()
            if job == "stop":
                continue  # too late: it was done already
            for said in reviewed(*job, stops=pipe.poll):
                pipe.send(said)
            if pipe.poll():
                pipe.recv()  # the stop that ended it
            pipe.send(("done", None))
        except (EOFError, BrokenPipeError, ConnectionResetError):
            return  # the server is gone
        except Exception as error:
            with contextlib.suppress(OSError):
                pipe.send(("failed", type(error).__name__))


def reviewed(record: str, seat: int, bots: Sequence[str], seconds: float, *, stops: Any) -> Iterator[tuple[str, Any]]:
    """How far a review is ("share"), and each time that it knows more what it has found ("found")."""
    from tripot.analysis import Reviewing

    making = Reviewing(record, seat=seat, bots=list(bots))
    told, worlds = time.monotonic(), 0
    for done in making.improve(seconds=seconds):
        if making.worlds > worlds:
            worlds = making.worlds
            yield "found", kept(making.review)
        if time.monotonic() - told > TOLD:
            told = time.monotonic()
            yield "share", done
        if worlds and stops():
            break
    if making.worlds:
        yield "found", kept(making.review)


def kept(review: Any) -> dict[str, Any]:
    """What a table keeps of a review: what its page shows, and no more."""
    from tripot.analysis.report import as_json

    data = as_json(review)
    seat = data["seat"]
    decisions = [
        {key: each[key] for key in ("event", "played", "best", "loss", "low", "high", "win_loss", "worlds")}
        | {"candidates": [[one["move"], one["win"], one["margin"]] for one in each["candidates"]]}
        for each in data["decisions"]
    ]
    found = {key: data[key] for key in ("account", "account_errors", "adjusted", "coefficient", "bots", "worlds")}
    return found | {
        "format": FORMAT,
        "decisions": decisions,
        "course": [[mark["event"], mark["win"][seat]] for mark in data["course"]],
        "luck": [[block["event"], block["win"][seat], block["margin"][seat]] for block in data["chance"]],
    }
