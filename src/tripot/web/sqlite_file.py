"""The SQLite file of the event log: its tables, how it is opened, and what one append writes.

Everything here runs in the thread that writes.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tripot.errors import TripotError

if TYPE_CHECKING:
    from .store import Whole

FILE = "tripot.sqlite3"
LOCK = "tripot.lock"
APPLICATION = 0x74726970  # "trip", in the header of the file: no other program's database is taken for ours
VERSION = 2  # of the schema
PATIENCE = 5.0  # seconds to wait for another process that is writing

LISTINGS = (
    """CREATE TABLE listings (
        table_id TEXT NOT NULL PRIMARY KEY, body TEXT NOT NULL, at REAL NOT NULL, shelf_until REAL, wakes_at REAL
    ) WITHOUT ROWID""",
    "CREATE INDEX listings_on_shelf ON listings (shelf_until) WHERE shelf_until IS NOT NULL",
    "CREATE INDEX listings_waking ON listings (wakes_at) WHERE wakes_at IS NOT NULL",
)
SCHEMA = (
    """CREATE TABLE events (
        table_id TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, at REAL NOT NULL,
        PRIMARY KEY (table_id, number)
    ) WITHOUT ROWID""",
    """CREATE TABLE places (
        table_id TEXT NOT NULL, seat INTEGER NOT NULL, device TEXT NOT NULL, PRIMARY KEY (table_id, seat)
    ) WITHOUT ROWID""",
    "CREATE INDEX places_by_device ON places (device)",
    *LISTINGS,
    "CREATE TABLE secrets (table_id TEXT NOT NULL PRIMARY KEY, secret BLOB NOT NULL) WITHOUT ROWID",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
)
DAY = 86_400
UPGRADES = {  # from a version of the schema to the next; what a listing says, the hub has written as compact JSON
    1: (
        "DROP INDEX listings_open",
        "ALTER TABLE listings RENAME TO listings_1",
        *LISTINGS,
        f"""INSERT INTO listings SELECT table_id, body, at,
            CASE WHEN is_open AND instr(body, '"begun":false') THEN at + {DAY} END,
            CASE WHEN instr(body, '"begun":true') AND instr(body, '"over":false') THEN 0 END  -- the hub looks at each
            FROM listings_1""",
        "DROP TABLE listings_1",
    ),
}


class Conflict(Exception):
    """That number is taken: somebody else was quicker."""


class StoreError(TripotError):
    """The store cannot be opened, read or written; what it had acknowledged is still there."""

    code = "store/failed"


class Newer(StoreError):
    """A newer tripot has made or changed what is stored."""


# -- Opening ---------------------------------------------------------------------


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """Keep other servers from a folder, which is made if it does not exist; the system lets go of it when the process ends."""
    file = folder / LOCK
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreError(f"{file} cannot be written ({error.strerror}); name another data folder") from None
    try:
        if not _is_locked(lock):
            raise StoreError(
                f"{folder} is in use by another tripot serve; stop that one, or name another --data folder"
            )
        yield
    finally:
        os.close(lock)


def _is_locked(file: int) -> bool:
    """Lock an open file for this process; False if another one has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def open_writer(file: Path) -> sqlite3.Connection:
    """Open the file to write, with its folder and tables made if it is new."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))  # SQLite gives its helper files the same rights
    except OSError as error:
        raise StoreError(f"{file} cannot be written ({error.strerror}); name another data folder") from None
    db = connect(file)
    try:
        _prepare(db, file)
    except sqlite3.Error as error:
        db.close()
        raise StoreError(f"{file} cannot be opened as tripot's database ({error}); name another data folder") from None
    except StoreError:
        db.close()
        raise
    return db


def check(file: Path) -> None:
    """Open the file once and see that it is whole, before the site opens with it: 200 MB take a second."""
    db = open_writer(file)
    try:
        found = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.Error as error:
        found = str(error)
    finally:
        db.close()
    if found != "ok":
        fault = " ".join(found.split())
        raise StoreError(f"{file} is damaged ({fault}); put a backup in its place, or name another data folder")


def connect(file: Path) -> sqlite3.Connection:
    """A connection that begins and ends its transactions when told to."""
    return sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)


def _prepare(db: sqlite3.Connection, file: Path) -> None:
    """Make the tables in a new file; in any other see that they are ours before anything is touched."""
    if not _is_new(db):
        _check_ours(db, file)
    if db.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
        raise StoreError(f"{file}: this file system cannot hold a write-ahead log; name a data folder on a local disk")
    for pragma in ("synchronous = FULL", "fullfsync = ON", "foreign_keys = OFF"):
        db.execute(f"PRAGMA {pragma}")
    db.execute("BEGIN IMMEDIATE")
    if _is_new(db):  # another process may have been quicker
        for statement in SCHEMA:
            db.execute(statement)
    for version in range(_header(db)[1], VERSION):
        for statement in (*UPGRADES[version], f"PRAGMA user_version = {version + 1}"):
            db.execute(statement)
    db.execute("COMMIT")
    _check_ours(db, file)


def _is_new(db: sqlite3.Connection) -> bool:
    things = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return not things and _header(db) == (0, 0)


def _header(db: sqlite3.Connection) -> tuple[int, int]:
    application: int = db.execute("PRAGMA application_id").fetchone()[0]
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    return application, version


def _check_ours(db: sqlite3.Connection, file: Path) -> None:
    application, version = _header(db)
    if application != APPLICATION or version < 1:
        raise StoreError(f"{file} is another program's database; name another data folder")
    if version > VERSION:
        raise Newer(f"{file} was made by a newer tripot (schema {version}, this one knows {VERSION}); update tripot")


# -- Writing ---------------------------------------------------------------------


def append(
    db: sqlite3.Connection,
    *,
    table: str,
    rows: list[tuple[str, int, str, str, float]],
    at: float,
    places: list[tuple[int, str | None]],
    listing: str | None,
    shelf_until: float | None,
    wakes_at: float | None,
) -> None:
    """Write one append into the open transaction; a refusal comes before anything is written. Lists go by the latest `at`."""
    if rows:
        _check_number(db, table, rows[0][1])
        db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)
    for seat, device in places:
        if device is None:
            db.execute("DELETE FROM places WHERE table_id = ? AND seat = ?", (table, seat))
        else:
            db.execute("INSERT OR REPLACE INTO places VALUES (?, ?, ?)", (table, seat, device))
    if listing is None:
        sql = "UPDATE listings SET at = max(at, ?), shelf_until = ?, wakes_at = ? WHERE table_id = ?"
        db.execute(sql, (at, shelf_until, wakes_at, table))
    else:
        sql = """INSERT INTO listings VALUES (?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET body = excluded.body,
                 at = max(at, excluded.at), shelf_until = excluded.shelf_until, wakes_at = excluded.wakes_at"""
        db.execute(sql, (table, listing, at, shelf_until, wakes_at))


def wake(db: sqlite3.Connection, *, table: str, number: int, at: float | None) -> None:
    """Update when a table needs the hub, unless it has gone on meanwhile."""
    last = db.execute("SELECT max(number) FROM events WHERE table_id = ?", (table,)).fetchone()[0]
    if last == number - 1:
        db.execute("UPDATE listings SET wakes_at = ? WHERE table_id = ?", (at, table))


def _check_number(db: sqlite3.Connection, table: str, number: int) -> None:
    last = db.execute("SELECT max(number) FROM events WHERE table_id = ?", (table,)).fetchone()[0]
    check_number(table, number, 0 if last is None else last + 1)


def check_number(table: str, number: int, events: int) -> None:
    """Whether an event may have that number at a table with so many events."""
    if number < events:
        raise Conflict(f"table {table}: event {number} is taken; the last one is {events - 1}")
    if number > events:  # also what was sent behind an append that failed
        raise StoreError(f"table {table}: event {number} would leave a hole; it has {events} events")


def forget(db: sqlite3.Connection, *, table: str) -> None:
    """Delete everything about a table."""
    for kind in ("events", "places", "listings", "secrets"):
        db.execute(f"DELETE FROM {kind} WHERE table_id = ?", (table,))


def put(db: sqlite3.Connection, *, whole: Whole) -> None:
    """Write a table that comes from another store."""
    table = whole.table
    for kind in ("events", "secrets"):
        if db.execute(f"SELECT 1 FROM {kind} WHERE table_id = ?", (table,)).fetchone():
            raise Conflict(f"there is a table {table} already")
    db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", [(table, *event) for event in whole.events])
    db.executemany("INSERT INTO places VALUES (?, ?, ?)", [(table, *place) for place in whole.places])
    if whole.listed is not None:
        db.execute("INSERT INTO listings VALUES (?, ?, ?, ?, ?)", (table, *whole.listed))
    if whole.secret is not None:
        db.execute("INSERT INTO secrets VALUES (?, ?)", (table, whole.secret))


def keep_secret(db: sqlite3.Connection, *, table: str, secret: bytes) -> None:
    """Write the secret of a table's deal, once."""
    kept = db.execute("SELECT secret FROM secrets WHERE table_id = ?", (table,)).fetchone()
    if kept is not None and kept[0] != secret:
        raise Conflict(f"table {table} has another secret already; its promise to the players stands")
    db.execute("INSERT OR IGNORE INTO secrets VALUES (?, ?)", (table, secret))
