"""Play a schedule to its end, or to where its stop rule says, from wherever it stands."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tripot.bots.engines import is_warm
from tripot.errors import ArenaError, BotFailed, TripotError
from tripot.play import load

from .log import GameRow, Key, Log, write_text
from .match import IN_KERNEL, Streams, play_game
from .schedule import Schedule, budgets, versions
from .statistics import looks
from .tally import complete, stops_at
from .workers import Crew

MANY, SEVERAL = 64, 4  # games in one job, where a game takes a millisecond, or some ten


@dataclass(frozen=True)
class Job:
    """Some games of a schedule."""

    schedule: Schedule
    keys: tuple[Key, ...]

    def __str__(self) -> str:
        return f"{self.schedule.game}, block {self.keys[0][0]}, seating {self.keys[0][1]}"


@dataclass(frozen=True)
class Failure:
    """A bot failed: where, why, and the record of the game up to there."""

    key: Key
    message: str
    record: str


@dataclass(frozen=True)
class Contest:
    """A match that has come to its end."""

    schedule: Schedule
    rows: tuple[GameRow, ...]
    """The games of the blocks that count, in order."""
    blocks: int
    """How many blocks count: all, or up to where the sequential rule stopped."""


def contest(
    schedule: Schedule,
    folder: Path,
    crew: Crew,
    *,
    progress: Callable[[int], None] = lambda played: None,
    heard: Callable[[GameRow], None] = lambda row: None,
) -> Contest:
    """Play what is missing. The result depends on the schedule alone: not on the crew, nor on how often it was interrupted."""
    with Log(folder, schedule) as log:
        progress(len(log.rows))
        end = stops_at(schedule, log.rows)
        if end is None:
            end = _play(schedule, log, crew, progress, heard)
        kept = sorted(key for key in log.rows if key[0] < end)
        return Contest(schedule, tuple(log.rows[key] for key in kept), end)


def _play(
    schedule: Schedule, log: Log, crew: Crew, progress: Callable[[int], None], heard: Callable[[GameRow], None]
) -> int:
    results = crew(work, list_jobs(schedule, log))
    there = complete(schedule, log.rows)
    due = (look for look in looks(schedule.blocks, schedule.look) if look > there)
    mark = next(due)
    try:
        for rows in results:
            failed = [row for row in rows if isinstance(row, Failure)]
            log.add(row for row in rows if isinstance(row, GameRow))
            if failed:
                raise _reported(failed[0], log.folder)
            progress(len(rows))
            for row in rows:
                heard(row)
            there = complete(schedule, log.rows, there)
            if there >= mark and (end := stops_at(schedule, log.rows)) is not None:
                return end
            while there >= mark:
                mark = next(due)
    finally:
        if hasattr(results, "close"):
            results.close()  # sends the workers home
    raise ArenaError(f"{log.folder}: the games came to an end before the schedule did")


def list_jobs(schedule: Schedule, log: Log) -> Iterator[Job]:
    """What is still to be played, block after block, in jobs of about equal length."""
    size = 1
    if IN_KERNEL.issuperset(schedule.bots):
        size = MANY if is_warm(load(schedule.game)) else SEVERAL
    keys: list[Key] = []
    for block in range(schedule.blocks):
        for seating in range(len(schedule.seatings(block))):
            if (block, seating) not in log.rows:
                keys.append((block, seating))
            if len(keys) == size:
                yield Job(schedule, tuple(keys))
                keys = []
    if keys:
        yield Job(schedule, tuple(keys))


def work(job: Job) -> list[GameRow | Failure]:
    """In a worker: play the games of a job, up to the first that fails."""
    schedule = job.schedule
    game = load(schedule.game)
    if (here := versions(game, schedule.bots)) != schedule.versions:
        raise ArenaError(
            f"the worker's tripot is another one: {here}, the schedule's {schedule.versions}; "
            "install the same on every machine, and run `tripot warm` on all or none"
        )
    if (mine := budgets(game, schedule.seats, schedule.bots)) != schedule.budgets:
        raise ArenaError(
            f"the worker's bots are set otherwise: {mine}, the schedule's {schedule.budgets}; "
            "install the same on every machine, or start again with --out and another folder"
        )
    rows: list[GameRow | Failure] = []
    for block, number in job.keys:
        names = tuple(schedule.bots[place] for place in schedule.seatings(block)[number])
        streams = Streams(schedule.seed, block, seating=number)
        try:
            played = play_game(game, schedule.seats, schedule.options, names, streams)
        except BotFailed as error:
            return [*rows, Failure((block, number), str(error), error.record)]
        rows.append(GameRow(block, number, played, f"{socket.gethostname()}:{os.getpid()}"))
    return rows


def _reported(failure: Failure, folder: Path) -> TripotError:
    block, seating = failure.key
    file = folder / f"failed-{block}-{seating}.txt"
    write_text(file, failure.record)
    return BotFailed(
        f"{failure.message}; block {block}, seating {seating}; the game up to there is in {file} (`tripot replay {file}`)",
        failure.record,
    )
