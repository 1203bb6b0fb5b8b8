"""A data folder that cannot be used: `tripot serve` says so in one line and ends with exit code 2."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.waiting import PATIENCE
from tests.web.logs import opened
from tests.web.serving import TRIPOT, free_port
from tripot.web.sqlite_file import FILE


def full(folder: Path) -> Path:
    """A folder with a few hundred pages of events."""

    async def fill() -> None:
        async with opened(folder) as log:
            for table in range(40):
                rows = [("said", {"text": "x" * 500})] * 50
                await log.append(f"table {table}", 0, rows, at=1.0, listing={"public": True})

    asyncio.run(fill())
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder / FILE


def overwrite(file: Path, first: int, last: int) -> None:
    """Random bytes over a part of a file, in hundredths of it."""
    data = bytearray(file.read_bytes())
    start, end = len(data) * first // 100, len(data) * last // 100
    data[start:end] = random.Random(1).randbytes(end - start)
    file.write_bytes(data)


def damaged_header(folder: Path) -> None:
    overwrite(full(folder), 0, 1)


def damaged_middle(folder: Path) -> None:
    overwrite(full(folder), 40, 45)


def cut_off(folder: Path) -> None:
    file = full(folder)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def text_file(folder: Path) -> None:
    folder.mkdir()
    (folder / FILE).write_text("These are my notes, and no database.\n" * 300)


def no_file(folder: Path) -> None:
    (folder / FILE).mkdir(parents=True)


def another_programs(folder: Path) -> None:
    folder.mkdir()
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")


def newer(folder: Path) -> None:
    with closing(sqlite3.connect(full(folder))) as db:
        db.execute("PRAGMA user_version = 999")


KINDS = [damaged_header, damaged_middle, cut_off, text_file, no_file, another_programs, newer]


@pytest.mark.parametrize("spoil", KINDS, ids=[kind.__name__ for kind in KINDS])
def test_data_that_cannot_be_used_gets_one_line_and_exit_code_2(spoil: Callable[[Path], None], tmp_path: Path) -> None:
    folder = tmp_path / "data"
    spoil(folder)
    words = [*TRIPOT, "serve", "--port", str(free_port()), "--data", str(folder), "--lazy-bots"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert str(folder / FILE) in done.stderr
    assert done.stderr.startswith("tripot serve: ")
