"""The event log in PostgreSQL, which many processes and machines may share.

One thread writes, all that waits in one transaction; a few threads read; one listens to what the other houses write. A connection
that breaks is made again when it is needed next, the listener's at once, and then everybody is told to look again.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import threading
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

import psycopg

from . import postgres_schema as schema
from .batching import Batches, OneThread
from .postgres_schema import Append, Db, Forget, Keep, Put, Wake, Want, Write, shown
from .seldom import Seldom
from .sqlite_file import Newer, StoreError
from .store import OURS, Change, Entry, Houses, Listed, Seen, Whole, dumped, entry, with_ids

logging.getLogger("psycopg").setLevel(logging.ERROR)  # what it warns of comes as an error too, and is said once

READERS = 2
ALIVE = 3.0  # seconds after its last sign of life for which a house counts as alive
KNOWN = 600.0  # seconds after which one that has not said goodbye is taken for dead, not for stopped or slow
TRIES = 3  # of a batch that lost against others
AGAIN, LATEST = 0.1, 5.0  # seconds after which the listener tries to connect again: at first, and at most
LISTENED = 0.2  # seconds after which the listener looks whether it is to stop
PEOPLE_KEPT = 86_400.0  # seconds for which it is kept who was at a table

TABLES_OF = """
    SELECT table_id, body, at, seats FROM listings
    JOIN (SELECT table_id, array_agg(seat ORDER BY seat) AS seats FROM places WHERE device = %s GROUP BY table_id) AS mine
    USING (table_id) CROSS JOIN LATERAL (SELECT body::json AS facts) AS told
    ORDER BY facts ->> 'over' IS NOT DISTINCT FROM 'true', NOT EXISTS (
        SELECT 1 FROM json_array_elements_text(coalesce(facts -> 'pending', '[]')) AS asked (seat)
        WHERE asked.seat::integer = ANY(seats) AND facts -> 'bots' ->> asked.seat::integer IS NULL
    ), at DESC, table_id LIMIT %s OFFSET %s"""
GAMES_FINISHED = """
    SELECT DISTINCT body::json ->> 'game' FROM places JOIN listings USING (table_id)
    WHERE device = %s AND body::json ->> 'result' IS NOT NULL"""
BEAT = """INSERT INTO houses VALUES (%s, now() - make_interval(secs => %s))
          ON CONFLICT (house) DO UPDATE SET seen = excluded.seen"""
# A house that is killed is gone with its connections, before its time is over. That holds where this one sees its own, and none
# of an older tripot, whose connections have no names of houses.
BEATING = """
    WITH connected AS (SELECT application_name AS name FROM pg_stat_activity)
    SELECT house, seen > now() - make_interval(secs => %s) AND (
        'tripot ' || house IN (SELECT name FROM connected) OR 'tripot' IN (SELECT name FROM connected)
        OR 'tripot ' || %s NOT IN (SELECT name FROM connected)
    ) FROM houses"""
LEFT = "DELETE FROM houses WHERE seen < now() - make_interval(secs => %s)"
SEE = """INSERT INTO people SELECT * FROM unnest(%s::text[], %s::text[], %s::float8[])
         ON CONFLICT (table_id, owner) DO UPDATE SET at = greatest(people.at, excluded.at)"""

T = TypeVar("T")


class PostgresLog:
    """See `EventLog`."""

    def __init__(self, url: str) -> None:
        self.url, self.name = url, shown(url)
        self.house = secrets.token_hex(6)
        self._writing = OneThread("tripot-write")
        self._reading = ThreadPoolExecutor(READERS, "tripot-read")
        self.batches: Batches[Write] = Batches(self._writing, self._commit)
        self._writer: Db | None = None
        self._own = threading.local()  # the connection of a thread that reads
        self._opened: set[Db] = set()  # all of them
        self._backends: set[int] = set()  # of our own writers: what they notify is no news
        self._changes: asyncio.Queue[Change | None] = asyncio.Queue()
        self._listener: threading.Thread | None = None
        self._trouble = Seldom()
        self._is_closed = False
        self._newer = ""  # what is said when a newer tripot has changed the tables: then nothing is written any more

    @classmethod
    async def open(cls, url: str) -> PostgresLog:
        """Connect; make the tables if there are none."""
        log = cls(url)
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(log._writing, log._begin)
        except (psycopg.Error, ValueError) as error:
            await log.close()
            raise StoreError(f"{log.name} cannot be opened ({one_line(error)}); see --store") from None
        except BaseException:
            await log.close()
            raise
        listening = loop.create_future()
        log._listener = threading.Thread(target=log._listen, args=(loop, listening), name="tripot-listen", daemon=True)
        log._listener.start()
        await listening
        return log

    def _begin(self) -> None:
        schema.prepare(self.url)
        self._connected_writer()

    # -- Writing -----------------------------------------------------------------------

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
        rows = [(number + i, kind, dumped(body), at) for i, (kind, body) in enumerate(events)]
        body = None if listing is None else dumped(listing)
        await self._write(Append(table, rows, list(places), body, at if is_news else 0.0, shelf_until, wakes_at))

    async def wake(self, table: str, number: int, at: float | None) -> None:
        await self._write(Wake(table, number, at))

    async def keep_secret(self, table: str, secret: bytes) -> None:
        await self._write(Keep(table, secret))

    async def forget(self, table: str) -> None:
        await self._write(Forget(table))

    async def want(self, table: str) -> None:
        await self._write(Want(table))

    async def put(self, whole: Whole) -> None:
        await self._write(Put(whole))

    async def _write(self, write: Write) -> None:
        if self._is_closed:
            raise StoreError(f"{self.name} is closed; nothing was written")
        if self._newer:
            raise StoreError(self._newer)
        await self.batches.write(write)

    def _connected_writer(self) -> Db:
        if self._writer is None or self._writer.closed:
            self._writer = self._connect()
            self._backends.add(self._writer.info.backend_pid)
        return self._writer

    def _commit(self, writes: list[Write]) -> list[Exception | None]:
        """Write all in one transaction; one error or None for each.

        What failed before it was to be committed is tried again: others were in the way, or the connection was an old one.
        """
        is_committing = threading.Event()
        for left in reversed(range(TRIES)):
            is_committing.clear()
            is_connected = False
            try:
                db = self._connected_writer()
                is_connected = True
                return schema.commit(db, self.house, writes, is_committing.set)
            except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                self._let_go()
                is_lost = isinstance(
                    error, psycopg.errors.IdleInTransactionSessionTimeout
                )  # we were stopped on the way
                if left and is_connected and (is_lost or not is_committing.is_set()):
                    continue
                kept = "see whether it was kept" if is_committing.is_set() else "nothing was kept"
                return [StoreError(f"{self.name} could not be written ({one_line(error)}); {kept}") for _ in writes]
            except StoreError as refusal:  # a newer tripot has changed the tables
                return [refusal for _ in writes]
            except (
                Exception
            ) as error:  # one of them has values that PostgreSQL does not take: the others must not suffer
                if len(writes) == 1:
                    return [StoreError(f"{self.name}: this cannot be stored ({one_line(error)}); nothing was kept")]
                return [outcome for write in writes for outcome in self._commit([write])]
        raise AssertionError

    def _let_go(self) -> None:
        if self._writer is not None:
            self._opened.discard(self._writer)
            with suppress(psycopg.Error):
                self._writer.close()
            self._writer = None

    # -- Reading -----------------------------------------------------------------------

    async def read(self, table: str, since: int = 0) -> list[Entry]:
        sql = "SELECT number, kind, body, at FROM events WHERE table_id = %s AND number >= %s ORDER BY number"

        def entries(rows: list[Any]) -> list[Entry]:
            return [entry(table, *row) for row in rows]

        return await self._read(sql, (table, since), entries)

    async def tables_of(self, device: str, limit: int = -1, skip: int = 0) -> list[dict[str, Any]]:
        def listings(rows: list[Any]) -> list[dict[str, Any]]:
            return [json.loads(body) | {"id": table, "at": at, "seats": list(seats)} for table, body, at, seats in rows]

        return await self._read(TABLES_OF, (device, None if limit < 0 else limit, skip), listings)

    async def games_finished(self, device: str) -> set[str]:
        return await self._read(GAMES_FINISHED, (device,), lambda rows: {game for (game,) in rows})

    async def waiting_tables(self, now: float, limit: int = 50) -> list[dict[str, Any]]:
        sql = "SELECT table_id, body, at FROM listings WHERE shelf_until > %s ORDER BY at DESC LIMIT %s"
        return await self._read(sql, (now, max(limit, 0)), with_ids)

    async def waking(self, now: float) -> list[str]:
        sql = "SELECT table_id FROM listings WHERE wakes_at <= %s AND house = %s ORDER BY wakes_at"
        return await self._read(sql, (now, self.house), _ids)

    async def orphans(self, now: float, alive: Collection[str]) -> list[str]:
        sql = "SELECT table_id FROM listings WHERE wakes_at <= %s AND house <> ALL(%s) ORDER BY wakes_at"
        return await self._read(sql, (now, [self.house, *alive]), _ids)

    async def secret(self, table: str) -> bytes | None:
        sql = "SELECT secret FROM secrets WHERE table_id = %s"
        return await self._read(sql, (table,), lambda rows: bytes(rows[0][0]) if rows else None)

    async def heads(self, tables: Collection[str]) -> dict[str, int]:
        sql = "SELECT table_id, events FROM heads WHERE table_id = ANY(%s) AND events > 0"
        return await self._read(sql, (list(tables),), dict)

    async def listings(self, limit: int = 50, skip: int = 0, before: float | None = None) -> list[dict[str, Any]]:
        sql = """SELECT table_id, body, at FROM listings WHERE at < %s
                 ORDER BY at DESC, table_id LIMIT %s OFFSET %s"""
        return await self._read(sql, (float("inf") if before is None else before, limit, skip), with_ids)

    async def table_ids(self, after: str = "", limit: int = 1000) -> list[str]:
        sql = """SELECT table_id FROM (SELECT table_id FROM heads UNION SELECT table_id FROM secrets) AS known
                 WHERE table_id > %s ORDER BY table_id LIMIT %s"""
        return await self._read(sql, (after, limit), _ids)

    async def whole(self, table: str) -> Whole:
        async def rows_of(what: str) -> list[Any]:
            return await self._read(f"SELECT {what} WHERE table_id = %s", (table,), lambda rows: rows)

        listed = await rows_of("body, at, shelf_until, wakes_at FROM listings")
        return Whole(
            table,
            sorted(await rows_of("number, kind, body, at FROM events")),
            sorted(await rows_of("seat, device FROM places")),
            Listed(*listed[0]) if listed else None,
            await self.secret(table),
        )

    async def _read(self, sql: str, values: tuple[Any, ...], make: Callable[[list[Any]], T]) -> T:
        return await self._run(lambda db: make(db.execute(sql, values).fetchall()))

    async def _run(self, ask: Callable[[Db], T]) -> T:
        """Ask something in a thread that reads; a second time if the connection was broken."""
        if self._is_closed:
            raise StoreError(f"{self.name} is closed")

        def asked() -> T:
            error: Exception | None = None
            for _ in range(2):
                try:
                    return ask(self._connected_reader())
                except (psycopg.OperationalError, psycopg.InterfaceError) as broken:
                    error = broken
                except Newer:
                    raise
                except (psycopg.Error, UnicodeError, ValueError) as bad:
                    error = bad
                    break
            assert error is not None
            raise StoreError(f"{self.name} could not be read ({one_line(error)})") from None

        return await asyncio.get_running_loop().run_in_executor(self._reading, asked)

    def _connected_reader(self) -> Db:
        db: Db | None = getattr(self._own, "db", None)
        if db is None or db.closed:
            if db is not None:
                self._opened.discard(db)
            db = self._own.db = self._connect()
            db.execute("SET synchronous_commit = off")  # who reads writes signs of life, nothing else
        return db

    def _connect(self) -> Db:
        db = schema.connect(self.url, self.house)
        self._opened.add(db)
        return db

    # -- Other houses --------------------------------------------------------------------

    async def beat(self, *, is_open: bool = True) -> Houses:
        def beat(db: Db) -> Houses:
            schema.check(db, self.url)  # a newer tripot may change the tables while this one runs
            db.execute(BEAT, (self.house, 0.0 if is_open else ALIVE))
            db.execute(LEFT, (KNOWN,))
            found = db.execute(BEATING, (ALIVE, self.house)).fetchall()
            return Houses(
                frozenset(house for house, is_alive in found if is_alive), frozenset(house for house, _ in found)
            )

        try:
            found = await self._run(beat)
        except Newer as error:
            self._newer = str(error)
            raise
        self._newer = ""
        return found

    async def see(self, people: Sequence[Seen]) -> None:
        newest = {(seen.table, seen.owner): seen for seen in sorted(people, key=lambda seen: seen.at)}
        columns = [list(column) for column in zip(*sorted(newest.values()), strict=True)] or [[], [], []]

        def see(db: Db) -> None:
            db.execute(SEE, columns)
            db.execute("DELETE FROM people WHERE at < %s", (time.time() - PEOPLE_KEPT,))

        await self._run(see)

    async def seen(self, tables: Collection[str]) -> list[Seen]:
        sql = "SELECT table_id, owner, at FROM people WHERE table_id = ANY(%s)"
        return await self._read(sql, (list(tables),), lambda rows: [Seen(*row) for row in rows])

    async def changes(self) -> AsyncIterator[Change | None]:
        while True:
            yield await self._changes.get()

    def _listen(self, loop: asyncio.AbstractEventLoop, listening: asyncio.Future[None]) -> None:
        """In a thread of its own: hear what the others write, and connect again when that breaks."""

        def tell(*changes: Change | None) -> None:
            for change in changes:
                self._changes.put_nowait(change)

        def begun() -> None:
            if listening.done():
                tell(None)
            else:
                listening.set_result(None)

        wait = AGAIN
        while not self._is_closed:
            try:
                with schema.connect(self.url, self.house) as db:
                    db.execute(f"LISTEN {schema.CHANNEL}")
                    loop.call_soon_threadsafe(begun)
                    wait = AGAIN
                    while not self._is_closed:
                        for notice in db.notifies(timeout=LISTENED):
                            if notice.pid not in self._backends:
                                loop.call_soon_threadsafe(tell, *_told(notice.payload))
                            if self._is_closed:
                                return
            except (psycopg.Error, StoreError) as error:
                if self._is_closed:
                    return
                self._trouble.warn("%s: what others write is not heard now (%s)", self.name, one_line(error))
                time.sleep(wait)
                wait = min(2 * wait, LATEST)
            except RuntimeError:  # the loop has gone
                return

    async def close(self) -> None:
        """Write what waits, say goodbye, let go of the connections."""
        if self._is_closed:
            return
        await self.batches.flushed()
        if self._opened:
            with suppress(StoreError):
                await self._run(lambda db: db.execute("DELETE FROM houses WHERE house = %s", (self.house,)))
        self._is_closed = True
        loop = asyncio.get_running_loop()
        if self._listener is not None:
            await asyncio.to_thread(self._listener.join)
        for db in list(self._opened):
            with suppress(psycopg.Error):
                await loop.run_in_executor(None, db.close)
        self._reading.shutdown(wait=False)
        self._writing.shutdown(wait=False)


def _ids(rows: list[Any]) -> list[str]:
    return [table for (table,) in rows]


def _told(payload: str) -> list[Change | None]:
    return [Change(table, events) for table, events in json.loads(payload)]


def one_line(error: Exception) -> str:
    """The first line of an error: the others point into statements."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
