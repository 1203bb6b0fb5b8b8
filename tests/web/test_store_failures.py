"""The event log when something is wrong: files that are not ours, a full disk, a store held by another, a real kill."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.web.logs import FILE, MOVE, check_whole, numbers, opened, sql
from tripot.errors import TripotError
from tripot.web.store import SQLiteLog, StoreError

# -- Opening and closing -----------------------------------------------------------------


def test_folder_and_files_are_for_their_owner_only(tmp_path: Path) -> None:
    def rights(path: Path) -> int:
        return stat.S_IMODE(path.stat().st_mode)

    async def play() -> None:
        folder = tmp_path / "new" / "data"
        async with opened(folder) as log:
            await log.append("a", 0, MOVE, at=1.0)
            assert rights(folder) == 0o700
            assert {rights(file) for file in folder.iterdir()} == {0o600}
            assert len(list(folder.iterdir())) == 3

    before = os.umask(0o022)
    try:
        asyncio.run(play())
    finally:
        os.umask(before)


def refusal(folder: Path) -> str:
    with pytest.raises(TripotError) as error:
        asyncio.run(SQLiteLog.open(folder))
    assert error.value.code == "store/failed"
    return str(error.value)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "name another data folder" in refusal(tmp_path / "file")
    assert "name another data folder" in refusal(tmp_path / "file" / "below")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere: there is nothing to refuse")
def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "name another data folder" in refusal(tmp_path)


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("Dear diary, " * 100)
    assert "file is not a database" in refusal(tmp_path)
    assert (tmp_path / FILE).read_text() == "Dear diary, " * 100


def test_another_programs_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    sql(tmp_path, "CREATE TABLE events (recipe TEXT)")
    before = (tmp_path / FILE).read_bytes()
    assert "another program's database" in refusal(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    asyncio.run(open_and_close(tmp_path))
    sql(tmp_path, "PRAGMA user_version = 3")
    assert "newer tripot (schema 3, this one knows 2)" in refusal(tmp_path)


def test_an_empty_file_is_a_new_store(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    asyncio.run(open_and_close(tmp_path))
    assert sql(tmp_path, "PRAGMA user_version") == [(2,)]


SCHEMA_1 = """
CREATE TABLE events (
    table_id TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE TABLE places (
    table_id TEXT NOT NULL, seat INTEGER NOT NULL, device TEXT NOT NULL, PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX places_by_device ON places (device);
CREATE TABLE listings (
    table_id TEXT NOT NULL PRIMARY KEY, body TEXT NOT NULL, is_open INTEGER NOT NULL, at REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX listings_open ON listings (at) WHERE is_open;
CREATE TABLE secrets (table_id TEXT NOT NULL PRIMARY KEY, secret BLOB NOT NULL) WITHOUT ROWID;
PRAGMA application_id = 1953655152;
PRAGMA user_version = 1;
INSERT INTO events VALUES ('running', 0, 'moved', '{"seat":0}', 5.0);
INSERT INTO places VALUES ('running', 1, 'ada');
INSERT INTO secrets VALUES ('running', x'00ff');
INSERT INTO listings VALUES ('lobby', '{"public":true,"begun":false,"over":false}', 1, 7.0);
INSERT INTO listings VALUES ('private', '{"public":false,"begun":false,"over":false}', 0, 7.0);
INSERT INTO listings VALUES ('running', '{"public":true,"begun":true,"over":false}', 1, 5.0);
INSERT INTO listings VALUES ('over', '{"public":true,"begun":true,"over":true}', 0, 3.0);
"""


def test_an_older_schema_is_brought_up_to_date_and_nothing_is_lost(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.executescript(SCHEMA_1)

    async def look() -> None:
        for _ in range(2):  # once it is done, it is done
            async with opened(tmp_path) as log:
                assert [(entry.kind, entry.body, entry.at) for entry in await log.read("running")] == [(*MOVE[0], 5.0)]
                assert await log.secret("running") == b"\x00\xff"
                listed = {"public": True, "begun": True, "over": False, "id": "running", "at": 5.0, "seats": [1]}
                assert await log.tables_of("ada") == [listed]
                assert [table["id"] for table in await log.waiting_tables(8.0)] == ["lobby"]
                assert await log.waking(8.0) == ["running"]  # the hub knows what it needs

    asyncio.run(look())
    check_whole(tmp_path)
    fresh = tmp_path / "fresh"
    asyncio.run(open_and_close(fresh))
    made = "SELECT type, name, sql FROM sqlite_master ORDER BY name"
    old, new = ([" ".join(map(str, row)).split() for row in sql(folder, made)] for folder in (tmp_path, fresh))
    assert old == new


async def open_and_close(folder: Path) -> None:
    async with opened(folder):
        pass


def test_closing_writes_what_waits_and_then_refuses(tmp_path: Path) -> None:
    async def play() -> None:
        log = await SQLiteLog.open(tmp_path)
        waiting = [asyncio.create_task(log.append("a", n, MOVE, at=1.0)) for n in range(25)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # these are being written, the next ones wait behind them
        waiting += [asyncio.create_task(log.append("a", n, MOVE, at=1.0)) for n in range(25, 50)]
        await asyncio.sleep(0)
        await log.close()
        await asyncio.gather(*waiting)
        await log.close()
        with pytest.raises(StoreError, match="closed"):
            await log.append("a", 50, MOVE, at=1.0)
        with pytest.raises(StoreError, match="closed"):
            await log.read("a")

    asyncio.run(play())
    assert sql(tmp_path, "SELECT count(*) FROM events") == [(50,)]


def test_a_cancelled_append_hurts_nobody_else(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(tmp_path) as log:
            tasks = [asyncio.create_task(log.append(f"t{i}", 0, MOVE, at=1.0)) for i in range(20)]
            await asyncio.sleep(0)
            for task in tasks[::2]:
                task.cancel()
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
            assert outcomes[1::2] == [None] * 10
            assert [len(await log.read(f"t{i}")) for i in range(1, 20, 2)] == [1] * 10
            await log.append("later", 0, MOVE, at=1.0)

    asyncio.run(play())


# -- When the machine fails ------------------------------------------------------------------

FULL_DISK = """
import asyncio, json, resource, sys
from pathlib import Path
from tripot.web.store import SQLiteLog, StoreError

def largest_file(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

async def play():
    log = await SQLiteLog.open(Path(sys.argv[1]))
    await log.append("a", 0, [("moved", {})], at=1.0)
    largest_file(200_000)
    big = [("said", {"text": "x" * 1000})] * int(sys.argv[2])
    tasks = [log.append("a", 1, big, at=2.0, listing={}, shelf_until=9.0), log.append("a", 1 + len(big), big, at=2.0)]
    failed = await asyncio.gather(*tasks, return_exceptions=True)
    read = len(await log.read("a")), len(await log.waiting_tables(1.0))
    largest_file(resource.RLIM_INFINITY)
    await log.append("a", 1, [("moved", {})], at=3.0)
    after = len(await log.read("a"))
    await log.close()
    print(json.dumps([[type(error).__name__ for error in failed], str(failed[0]), read, after]))

asyncio.run(play())
"""


@pytest.mark.parametrize("events", [200, 2000])  # it fails when it is committed, and already before
def test_a_full_disk_fails_the_append_whole_and_later_ones_work_again(events: int, tmp_path: Path) -> None:
    words = [sys.executable, "-c", FULL_DISK, str(tmp_path), str(events)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    kinds, message, read, after = json.loads(done.stdout)
    assert kinds == ["StoreError", "StoreError"]
    assert "could not be written" in message
    assert (read, after) == ([1, 0], 2)
    check_whole(tmp_path)


def test_a_store_that_another_program_holds_fails_and_works_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tripot.web.sqlite_file.PATIENCE", 0.05)

    async def play() -> None:
        async with opened(tmp_path) as log:
            with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(StoreError, match="locked"):
                    await log.append("a", 0, MOVE, at=1.0)
                other.execute("ROLLBACK")
            await log.append("a", 0, MOVE, at=1.0)

    asyncio.run(play())


APPENDING = """
import asyncio, os, sys
from pathlib import Path
from tripot.web.store import SQLiteLog

async def table(log, name):
    number = len(await log.read(name))
    while True:
        await log.append(name, number, [("moved", {"n": number}), ("moved", {"n": number + 1})], at=1.0)
        number += 2
        os.write(1, f"{name} {number - 1}\\n".encode())

async def play():
    log = await SQLiteLog.open(Path(sys.argv[1]))
    await asyncio.gather(*(table(log, f"t{i}") for i in range(16)))

asyncio.run(play())
"""


def test_after_a_kill_everything_acknowledged_is_there_and_nothing_twice(tmp_path: Path) -> None:
    acknowledged: dict[str, int] = {}
    moments = random.Random(7)
    for _ in range(4):  # each time on what the last kill left
        with subprocess.Popen([sys.executable, "-c", APPENDING, tmp_path], stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            said = [child.stdout.readline() for _ in range(moments.randrange(100, 600))]
            child.kill()
            said += child.stdout.readlines()
        assert child.returncode == -signal.SIGKILL
        for line in said:
            if line.endswith("\n"):  # the last word may have been cut off
                name, number = line.split()
                acknowledged[name] = int(number)
        check_after_kill(tmp_path, acknowledged)
    assert len(acknowledged) == 16


def check_after_kill(folder: Path, acknowledged: dict[str, int]) -> None:
    async def look() -> None:
        async with opened(folder) as log:
            for name, last in acknowledged.items():
                entries = await log.read(name)
                assert numbers(entries) == list(range(len(entries)))
                assert [entry.body["n"] for entry in entries] == numbers(entries)
                assert len(entries) > last
                assert len(entries) % 2 == 0  # an append is there whole or not at all

    asyncio.run(look())
    check_whole(folder)
