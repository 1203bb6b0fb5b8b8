"""What a host does with a store while nobody plays: move it, look through it, delete from it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tripot.errors import TripotError

from .folding import folded
from .sqlite_file import FILE, check, held
from .store import EventLog, StoreError
from .stores import is_address, open_store

Where = str | Path
DAY = 86_400.0


@contextmanager
def _to_itself(where: Where) -> Iterator[None]:
    """While no server has that folder; of a database its houses tell (`_opened`)."""
    if is_address(where):
        yield
    else:
        with held(Path(where)):
            yield


@asynccontextmanager
async def opened(where: Where, *, is_new: bool = False) -> AsyncIterator[EventLog]:
    """A store that is there already, unless it may be a new one."""
    if not is_new and not is_address(where) and not (Path(where) / FILE).exists():
        raise StoreError(f"there is no {FILE} in {where}; name the data folder of a site, or postgresql://…")
    log = await open_store(where)
    try:
        yield log
    finally:
        await log.close()


async def all_tables(log: EventLog) -> AsyncIterator[str]:
    """The ids of all tables, in order."""
    last = ""
    while found := await log.table_ids(last):
        for last in found:
            yield last


async def move(source: Where, target: Where, told: Callable[[int], None] = lambda count: None) -> int:
    """Copy every table to an empty store; how many. The source stays as it is."""
    with _to_itself(source), _to_itself(target):
        async with opened(source) as here, opened(target, is_new=True) as there:
            if await there.table_ids(limit=1):
                raise StoreError(f"{_name(target)} is not empty; nothing was moved. Name a new folder or database")
            await _check_closed(here, source)
            await _check_closed(there, target)
            count = 0
            async for table in all_tables(here):
                whole = await here.whole(table)
                await there.put(whole)
                if await there.whole(table) != whole:
                    raise StoreError(f"table {table} is not the same in {_name(target)}; empty that and begin again")
                count += 1
                told(count)
    return count


async def _check_closed(log: EventLog, where: Where) -> None:
    """Nobody may write while a store is moved."""
    if (await log.beat()).alive - {log.house}:
        raise StoreError(f"{_name(where)} is in use by tripot serve; stop that first")


def backup(folder: Path, file: Path) -> None:
    """A whole copy of a data folder's file, also while the site runs."""
    if is_address(str(folder)):
        raise TripotError("a PostgreSQL database is saved by its own tools: pg_dump -n tripot")
    if not (folder / FILE).exists():
        raise StoreError(f"there is no {FILE} in {folder}; name the data folder of a site")
    try:
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # it holds the secrets of games that go on
        with closing(sqlite3.connect(folder / FILE)) as db:
            db.execute("VACUUM INTO ?", (str(file),))
    except FileExistsError:
        raise TripotError(f"{file} exists already; name a new file") from None
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{file} could not be written ({error})") from None


@dataclass(frozen=True)
class Fault:
    """Something wrong with a table; never what cards it has."""

    table: str
    what: str


async def faults(where: Where) -> tuple[int, list[Fault]]:
    """Fold every table from its log; how many there are, and what is wrong with them."""
    if not is_address(where) and (Path(where) / FILE).exists():
        check(Path(where) / FILE)
    count, found = 0, list[Fault]()
    async with opened(where) as log:
        listed = {row.pop("id"): row async for row in _all_listings(log)}
        async for table in all_tables(log):
            entries = await log.read(table)
            if not entries:
                continue  # a secret of a table that was never opened
            count += 1
            try:
                made = folded(entries)
            except (LookupError, TypeError, ValueError) as error:
                found.append(Fault(table, f"its first event cannot be read ({type(error).__name__})"))
                continue
            if made.closed is not None:
                found.append(Fault(table, f"cannot be replayed: event {made.closed.event}, {made.closed.error}"))
            elif {name: listed.get(table, {}).get(name) for name in made.listing} != made.listing:
                found.append(Fault(table, "its listing is not what its log says"))
            if await log.secret(table) is None:
                found.append(Fault(table, "the secret of its deal is missing"))
    return count, found


async def _all_listings(log: EventLog) -> AsyncIterator[dict[str, object]]:
    skip = 0
    while rows := await log.listings(1000, skip):
        for row in rows:
            yield row
        skip += len(rows)


async def forget(where: Where, tables: Iterable[str]) -> None:
    """Delete tables for ever. Processes that share a database hear of it; a folder must be closed."""
    with _to_itself(where):
        async with opened(where) as log:
            for table in tables:
                if not await log.heads([table]):
                    raise StoreError(f"there is no table {table}")
                await log.forget(table)
        _shrink(where)


async def tidy(where: Where, before: float, *, is_meant: bool) -> list[str]:
    """Delete the tables at which nothing has happened since then; which ones. Nothing is deleted unless it is meant."""
    with _to_itself(where):
        async with opened(where) as log:
            rows: list[dict[str, Any]] = []
            while more := await log.listings(1000, len(rows), before=before):
                rows += more
            for row in rows if is_meant else ():
                await log.forget(row["id"])
        if is_meant and rows:
            _shrink(where)
    return [row["id"] for row in rows]


def _shrink(where: Where) -> None:
    """Give the room of what was deleted back to the system; nothing of it stays in the file."""
    if not is_address(where):
        with closing(sqlite3.connect(Path(where) / FILE)) as db:
            db.execute("VACUUM")


def _name(where: Where) -> str:
    if not is_address(where):
        return str(where)
    from .postgres_schema import shown

    return shown(str(where))
