"""The event log: every table is a numbered list of events, and the number is the lock.

Whoever writes number n first has it; the other one gets `Conflict` and reads again. What `append` has acknowledged is on the
disk. Lists of tables are kept beside the log, in the same transaction, so that they never disagree with it.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from . import sqlite_file
from .batching import Batches, OneThread
from .sqlite_file import FILE, Conflict, StoreError

__all__ = ["Change", "Conflict", "Entry", "EventLog", "Houses", "Listed", "SQLiteLog", "Seen", "StoreError", "Whole"]

OURS = frozenset({"id", "seats", "at"})  # added to a listing when it is read, so no listing may bring its own

DAMAGED = "damaged"

TABLES_OF = """
    SELECT table_id, body, at, seats FROM listings
    JOIN (SELECT table_id, json_group_array(seat) AS seats FROM places WHERE device = ? GROUP BY table_id) USING (table_id)
    ORDER BY json_extract(body, '$.over') IS 1, NOT EXISTS (
        SELECT 1 FROM json_each(body, '$.pending') AS asked WHERE asked.value IN (SELECT value FROM json_each(seats))
        AND json_extract(body, '$.bots[' || asked.value || ']') IS NULL
    ), at DESC, table_id LIMIT ? OFFSET ?"""
GAMES_FINISHED = """
    SELECT DISTINCT json_extract(body, '$.game') FROM places JOIN listings USING (table_id)
    WHERE device = ? AND json_extract(body, '$.result') IS NOT NULL"""

_JSON = json.JSONEncoder(separators=(",", ":"), allow_nan=False)

T = TypeVar("T")
Write = Callable[[sqlite3.Connection], None]


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of a table's log."""

    table: str
    number: int
    kind: str
    body: dict[str, Any]
    at: float


RETRY = 0.5  # seconds after which a store that could not do something is asked again
WANTED = -1


class Change(NamedTuple):
    """A table that another house has written to, and how many events it has now: none if it was deleted.

    `WANTED` if the other house came too late, and tries again: whoever was quicker should let it.
    """

    table: str
    events: int


class Houses(NamedTuple):
    """The processes that share a store: those that gave a sign of life a moment ago, and all that may still write."""

    alive: frozenset[str]
    known: frozenset[str]


class Seen(NamedTuple):
    """Somebody who was at a table, and when."""

    table: str
    owner: str
    at: float


class Listed(NamedTuple):
    """What lists have of a table: the listing as JSON, and three times (see `EventLog.append`)."""

    body: str
    at: float
    shelf_until: float | None
    wakes_at: float | None


@dataclass(frozen=True, slots=True)
class Whole:
    """Everything about a table as a store keeps it, byte for byte, to be taken to another store."""

    table: str
    events: list[tuple[int, str, str, float]]
    """Numbers, kinds, bodies as JSON, times."""
    places: list[tuple[int, str]]
    listed: Listed | None
    secret: bytes | None


class EventLog(Protocol):
    """Where tables are kept. A cancelled `append` may or may not have been written: read to know."""

    house: str
    """The name of this process among those that share the store; "" if nobody else can."""
    batches: Batches[Any]
    """Everything is written through here."""

    async def append(
        self,
        table: str,
        number: int,
        events: Sequence[tuple[str, Mapping[str, Any]]],
        *,
        at: float,
        places: Sequence[tuple[int, str | None]] = (),
        listing: Mapping[str, Any] | None = None,
        shelf_until: float | None = None,
        wakes_at: float | None = None,
        is_news: bool = True,
    ) -> None:
        """Write events number, number + 1, … and return when they are on the disk; all of it or nothing.

        Raises `Conflict` if one of the numbers is taken, `StoreError` if they would leave a hole behind the last event.
        `places` says who sits where from now on (None: nobody); `listing` takes the place of the table's listing. A table
        waits on the shelf for others until `shelf_until`, and needs the hub at `wakes_at`, if nothing happens before. What
        is no news (nobody else may notice it) leaves the table at its place in lists.
        """

    async def read(self, table: str, since: int = 0) -> list[Entry]:
        """The events of a table from that number on, in order."""

    async def tables_of(self, device: str, limit: int = -1, skip: int = 0) -> list[dict[str, Any]]:
        """The listings of the tables where that device sits, with "id", "at" and its "seats": first those that wait for it, then
        those that are not over, then the others; newest activity first. At most `limit` of them, after so many others.
        """

    async def games_finished(self, device: str) -> set[str]:
        """The games that somebody at that device has played to the end."""

    async def waiting_tables(self, now: float, limit: int = 50) -> list[dict[str, Any]]:
        """The listings of the tables on the shelf, newest activity first, with "id" and "at"."""

    async def waking(self, now: float) -> list[str]:
        """The tables that need the hub now: a clock has run out or a bot is asked; those that have waited longest first.

        In a shared store those that this house was the last to write.
        """

    async def wake(self, table: str, number: int, at: float | None) -> None:
        """Update when a table needs the hub, unless it has more than that number of events."""

    async def keep_secret(self, table: str, secret: bytes) -> None:
        """Keep the secret of a table's deal, apart from the log; `Conflict` if the table has another one."""

    async def secret(self, table: str) -> bytes | None:
        """The secret of a table's deal."""

    # Several processes may share a store. Each is a house with a name of its own.

    async def heads(self, tables: Collection[str]) -> dict[str, int]:
        """How many events these tables have; those that do not exist are left out."""

    def changes(self) -> AsyncIterator[Change | None]:
        """What other houses write, as it comes; None when some of it may have been missed, as after a lost connection."""

    async def beat(self, *, is_open: bool = True) -> Houses:
        """Say that this house is alive, or about to open: then it counts as known only; and who else is."""

    async def orphans(self, now: float, alive: Collection[str]) -> list[str]:
        """The tables that need the hub now and that no living house keeps: their last writer is gone."""

    async def want(self, table: str) -> None:
        """Let the other houses know that this one comes too late at a table again and again, so that they wait a little."""

    async def see(self, people: Sequence[Seen]) -> None:
        """Let the other houses know who was here when."""

    async def seen(self, tables: Collection[str]) -> list[Seen]:
        """Who has lately been at these tables, as the houses have said."""

    # What a host does with tables.

    async def listings(self, limit: int = 50, skip: int = 0, before: float | None = None) -> list[dict[str, Any]]:
        """The listings of all tables with "id" and "at", newest activity first; if `before` is given, the older ones."""

    async def forget(self, table: str) -> None:
        """Delete everything about a table."""

    async def table_ids(self, after: str = "", limit: int = 1000) -> list[str]:
        """The ids of all tables that come after that one, in order."""

    async def whole(self, table: str) -> Whole:
        """Everything about a table as it is stored."""

    async def put(self, whole: Whole) -> None:
        """Store a table that comes from another store; `Conflict` if there is one of that id."""

    async def close(self) -> None:
        """Write what waits, then let go of the files."""


class SQLiteLog:
    """The log in one SQLite file: one thread writes, all that waits in one transaction; another one reads.

    Connections and cursors never leave their thread (python/cpython#118172): only plain values and fresh errors do.
    """

    house = ""  # `tripot serve` locks the folder

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._writing = OneThread("tripot-write")
        self._reading = ThreadPoolExecutor(1, "tripot-read")
        self.batches: Batches[Write] = Batches(self._writing, self._commit)
        self._closed = False
        self._writer: sqlite3.Connection
        self._reader: sqlite3.Connection

    @classmethod
    async def open(cls, folder: Path) -> SQLiteLog:
        """Open the log in that folder; make both if they do not exist."""
        log = cls(folder)
        loop = asyncio.get_running_loop()
        try:
            log._writer = await loop.run_in_executor(log._writing, sqlite_file.open_writer, log._file)
            log._reader = await loop.run_in_executor(log._reading, sqlite_file.connect, log._file)
        except BaseException:
            await log.close()
            raise
        return log

    # -- Writing -----------------------------------------------------------------

    async def append(
        self,
        table: str,
        number: int,
        events: Sequence[tuple[str, Mapping[str, Any]]],
        *,
        at: float,
        places: Sequence[tuple[int, str | None]] = (),
        listing: Mapping[str, Any] | None = None,
        shelf_until: float | None = None,
        wakes_at: float | None = None,
        is_news: bool = True,
    ) -> None:
        assert listing is None or not OURS & listing.keys(), f"a listing cannot have {sorted(OURS & listing.keys())}"
        rows = [(table, number + i, kind, dumped(body), at) for i, (kind, body) in enumerate(events)]
        body = None if listing is None else dumped(listing)
        more: dict[str, Any] = {"listing": body, "shelf_until": shelf_until, "wakes_at": wakes_at}
        more["at"] = at if is_news else 0.0
        await self._write(partial(sqlite_file.append, table=table, rows=rows, places=list(places), **more))

    async def wake(self, table: str, number: int, at: float | None) -> None:
        await self._write(partial(sqlite_file.wake, table=table, number=number, at=at))

    async def keep_secret(self, table: str, secret: bytes) -> None:
        await self._write(partial(sqlite_file.keep_secret, table=table, secret=secret))

    async def forget(self, table: str) -> None:
        await self._write(partial(sqlite_file.forget, table=table))

    async def put(self, whole: Whole) -> None:
        await self._write(partial(sqlite_file.put, whole=whole))

    async def _write(self, write: Write) -> None:
        if self._closed:
            raise StoreError(f"{self._file} is closed; nothing was written")
        await self.batches.write(write)

    def _commit(self, writes: list[Write]) -> list[Exception | None]:
        """Write all in one transaction; one error or None for each."""
        outcomes: list[Exception | None] = []
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            for write in writes:
                try:
                    write(self._writer)
                    outcomes.append(None)
                except (Conflict, StoreError) as refusal:  # it has written nothing: the others go on
                    outcomes.append(refusal.with_traceback(None))
            self._writer.execute("COMMIT")
        except sqlite3.OperationalError as error:  # the disk is full, does not answer, or another process has it
            self._roll_back()
            return [StoreError(f"{self._file} could not be written ({error}); nothing was kept") for _ in writes]
        except Exception as error:  # one of them has values that SQLite does not take: the others must not suffer
            self._roll_back()
            if len(writes) == 1:
                return [StoreError(f"{self._file}: this cannot be stored ({error}); nothing was kept")]
            return [outcome for write in writes for outcome in self._commit([write])]
        return outcomes

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")

    # -- Reading -----------------------------------------------------------------

    async def read(self, table: str, since: int = 0) -> list[Entry]:
        sql = "SELECT number, kind, body, at FROM events WHERE table_id = ? AND number >= ? ORDER BY number"

        def entries(rows: list[Any]) -> list[Entry]:
            return [entry(table, *row) for row in rows]

        return await self._read(sql, (table, since), entries)

    async def tables_of(self, device: str, limit: int = -1, skip: int = 0) -> list[dict[str, Any]]:
        def listings(rows: list[Any]) -> list[dict[str, Any]]:
            return [
                json.loads(body) | {"id": table, "at": at, "seats": sorted(json.loads(seats))}
                for table, body, at, seats in rows
            ]

        return await self._read(TABLES_OF, (device, limit, skip), listings)

    async def games_finished(self, device: str) -> set[str]:
        return await self._read(GAMES_FINISHED, (device,), lambda rows: {game for (game,) in rows})

    async def waiting_tables(self, now: float, limit: int = 50) -> list[dict[str, Any]]:
        sql = "SELECT table_id, body, at FROM listings WHERE shelf_until > ? ORDER BY at DESC LIMIT ?"

        return await self._read(sql, (now, max(limit, 0)), with_ids)

    async def waking(self, now: float) -> list[str]:
        sql = "SELECT table_id FROM listings WHERE wakes_at <= ? ORDER BY wakes_at"
        return await self._read(sql, (now,), lambda rows: [table for (table,) in rows])

    async def secret(self, table: str) -> bytes | None:
        sql = "SELECT secret FROM secrets WHERE table_id = ?"
        return await self._read(sql, (table,), lambda rows: bytes(rows[0][0]) if rows else None)

    async def listings(self, limit: int = 50, skip: int = 0, before: float | None = None) -> list[dict[str, Any]]:
        sql = "SELECT table_id, body, at FROM listings WHERE ? IS NULL OR at < ? ORDER BY at DESC, table_id LIMIT ? OFFSET ?"
        return await self._read(sql, (before, before, limit, skip), with_ids)

    async def heads(self, tables: Collection[str]) -> dict[str, int]:
        sql = """SELECT table_id, max(number) + 1 FROM events WHERE table_id IN (SELECT value FROM json_each(?))
                 GROUP BY table_id"""
        return await self._read(sql, (json.dumps(list(tables)),), dict)

    async def table_ids(self, after: str = "", limit: int = 1000) -> list[str]:
        sql = """SELECT table_id FROM (SELECT table_id FROM events WHERE number = 0 UNION SELECT table_id FROM secrets)
                 WHERE table_id > ? ORDER BY table_id LIMIT ?"""
        return await self._read(sql, (after, limit), lambda rows: [table for (table,) in rows])

    async def whole(self, table: str) -> Whole:
        def rows_of(what: str) -> Awaitable[list[Any]]:
            return self._read(f"SELECT {what} WHERE table_id = ?", (table,), lambda rows: rows)

        listed = await rows_of("body, at, shelf_until, wakes_at FROM listings")
        return Whole(
            table,
            sorted(await rows_of("number, kind, body, at FROM events")),
            sorted(await rows_of("seat, device FROM places")),
            Listed(*listed[0]) if listed else None,
            await self.secret(table),
        )

    async def _read(self, sql: str, values: tuple[Any, ...], make: Callable[[list[Any]], T]) -> T:
        if self._closed:
            raise StoreError(f"{self._file} is closed")

        def fetch() -> T:
            try:
                return make(self._reader.execute(sql, values).fetchall())
            except (sqlite3.Error, UnicodeError, OverflowError) as error:
                raise StoreError(f"{self._file} could not be read ({error})") from None

        return await asyncio.get_running_loop().run_in_executor(self._reading, fetch)

    # -- Nobody shares the file --------------------------------------------------------

    async def changes(self) -> AsyncIterator[Change | None]:
        await asyncio.Event().wait()
        yield None

    async def beat(self, *, is_open: bool = True) -> Houses:
        return Houses(frozenset((self.house,)), frozenset((self.house,)))

    async def orphans(self, now: float, alive: Collection[str]) -> list[str]:
        return []

    async def want(self, table: str) -> None:
        """Nobody else writes."""

    async def see(self, people: Sequence[Seen]) -> None:
        return

    async def seen(self, tables: Collection[str]) -> list[Seen]:
        return []

    async def close(self) -> None:
        """Write what waits, then let go of the files."""
        if self._closed:
            return
        self._closed = True
        await self.batches.flushed()
        loop = asyncio.get_running_loop()
        for thread, name in (
            (self._reading, "_reader"),
            (self._writing, "_writer"),
        ):  # the last one out tidies the files
            if hasattr(self, name):
                await loop.run_in_executor(thread, getattr(self, name).close)
            thread.shutdown(wait=False)


def with_ids(rows: list[Any]) -> list[dict[str, Any]]:
    """Listings with the ids and times of their tables."""
    return [json.loads(body) | {"id": table, "at": at} for table, body, at in rows]


def entry(table: str, number: int, kind: str, body: str, at: float) -> Entry:
    """An event as it was written; one whose body is damaged has none, and is of a kind that nobody knows."""
    try:
        found = json.loads(body)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        return Entry(table, number, DAMAGED, {}, at)
    return Entry(table, number, kind, found, at)


def dumped(body: Mapping[str, Any]) -> str:
    return _JSON.encode(dict(body))
