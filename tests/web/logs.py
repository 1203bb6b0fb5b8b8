"""Small words for tests of the event log."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from tripot.web.store import Entry, EventLog, SQLiteLog

FILE = "tripot.sqlite3"
MOVE = [("moved", {"seat": 0})]


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[EventLog]:
    log: EventLog = await SQLiteLog.open(folder)
    try:
        yield log
    finally:
        await log.close()


def sql(folder: Path, statement: str) -> list[Any]:
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        return db.execute(statement).fetchall()


def numbers(entries: Sequence[Entry]) -> list[int]:
    return [entry.number for entry in entries]


def check_whole(folder: Path) -> None:
    assert sql(folder, "PRAGMA integrity_check") == [("ok",)]
