"""Which store: a folder is one of SQLite, an address one of PostgreSQL."""

from __future__ import annotations

import asyncio
import importlib.util
from pathlib import Path

from .seldom import Seldom
from .sqlite_file import Newer
from .store import RETRY, EventLog, SQLiteLog, StoreError

ADDRESSES = ("postgresql://", "postgres://")


def is_address(where: str | Path) -> bool:
    """Whether that is the address of a PostgreSQL database, not a folder."""
    return str(where).startswith(ADDRESSES)


async def open_store(where: str | Path) -> EventLog:
    """The log that is kept there, made if it does not exist."""
    if not is_address(where):
        return await SQLiteLog.open(Path(where))
    if importlib.util.find_spec("psycopg") is None:
        raise StoreError("PostgreSQL needs another package; install tripot[postgres]")
    from .postgres import PostgresLog

    return await PostgresLog.open(str(where))


async def wait_for_store(where: str | Path) -> EventLog:
    """The log that is kept there. A database that is away is waited for: a process may be started again just then."""
    trouble = Seldom()
    while True:
        try:
            return await open_store(where)
        except StoreError as error:
            if isinstance(error, Newer) or not is_address(where):
                raise
            trouble.warn("%s", error)
            await asyncio.sleep(RETRY)
