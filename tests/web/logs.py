"""Small words for tests of the event log."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from tripot.web.store import Entry, EventLog
from tripot.web.stores import is_address, open_store

FILE = "tripot.sqlite3"
MOVE = [("moved", {"seat": 0})]


@asynccontextmanager
async def opened(store: str | Path) -> AsyncIterator[EventLog]:
    log = await open_store(store)
    try:
        yield log
    finally:
        await log.close()


def sql(store: str | Path, statement: str) -> list[Any]:
    if is_address(store):
        import psycopg

        with psycopg.connect(str(store), autocommit=True, options="-c search_path=tripot") as server:
            done = server.execute(statement)
            return list(done.fetchall()) if done.description else []
    with closing(sqlite3.connect(Path(store) / FILE)) as db, db:
        return db.execute(statement).fetchall()


def numbers(entries: Sequence[Entry]) -> list[int]:
    return [entry.number for entry in entries]


def check_whole(store: str | Path) -> None:
    if is_address(store):
        heads = sql(store, "SELECT table_id, events FROM heads")
        assert sorted(heads) == sorted(sql(store, "SELECT table_id, count(*) FROM events GROUP BY table_id"))
    else:
        assert sql(store, "PRAGMA integrity_check") == [("ok",)]
