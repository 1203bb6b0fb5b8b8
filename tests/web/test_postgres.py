"""PostgreSQL as the store of several houses: what they hear of one another, and what happens when the server goes away."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest

from tests.waiting import PATIENCE
from tests.web.cluster import Cluster
from tests.web.logs import MOVE, check_whole, numbers, opened, sql
from tripot.web.postgres import PostgresLog
from tripot.web.store import WANTED, Change, Conflict, Houses, Seen, StoreError


@asynccontextmanager
async def houses(url: str, count: int) -> AsyncIterator[list[PostgresLog]]:
    logs = [await PostgresLog.open(url) for _ in range(count)]
    try:
        async with asyncio.timeout(PATIENCE):
            yield logs
    finally:
        for log in logs:
            await log.close()


def test_houses_hear_what_others_write_and_not_what_they_write_themselves(postgres: Cluster) -> None:
    async def play() -> None:
        async with houses(postgres.new_database(), 3) as (here, there, third):
            heard, also = there.changes(), third.changes()
            await asyncio.gather(*(here.append(f"t{i}", 0, MOVE * 2, at=1.0) for i in range(1000)))
            told = [await anext(heard) for _ in range(1000)]
            assert sorted(told) == sorted(Change(f"t{i}", 2) for i in range(1000))  # type: ignore[type-var]
            assert sorted([await anext(also) for _ in range(1000)]) == sorted(told)  # type: ignore[type-var]
            await there.append("t1", 2, MOVE, at=1.0)
            await there.forget("t2")
            own = here.changes()
            assert [await anext(own), await anext(own)] == [Change("t1", 3), Change("t2", 0)]
            with pytest.raises(Conflict):
                await there.append("t1", 2, MOVE, at=1.0)
            await there.want("t1")  # to lose once is no news
            assert await anext(own) == Change("t1", WANTED)

    asyncio.run(play())


def test_after_the_connection_that_listens_was_cut_everybody_is_told_to_look_again(
    postgres: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        url = postgres.new_database()
        async with houses(url, 2) as (here, there):
            heard = there.changes()
            await here.append("a", 0, MOVE, at=1.0)
            assert await anext(heard) == Change("a", 1)
            cut(url, "LISTEN%")
            await here.append("a", 1, MOVE, at=1.0)
            while (change := await anext(heard)) is not None:
                assert change == Change("a", 2)
            assert await there.heads(["a"]) == {"a": 2}
            await here.append("a", 2, MOVE, at=1.0)
            assert await anext(heard) == Change("a", 3)

    asyncio.run(play())
    assert any("not heard" in record.getMessage() for record in caplog.records)


def cut(url: str, doing: str) -> None:
    """Break connections by what they did last."""
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    sql(url, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '{doing}' AND {others}")


def test_two_houses_that_write_the_same_tables_in_any_order_never_block_each_other(postgres: Cluster) -> None:
    async def player(log: PostgresLog, name: str, rounds: int, won: list[str]) -> None:
        for _ in range(rounds):
            number = (await log.heads([name])).get(name, 0)
            try:
                await log.append(name, number, [("moved", {"by": log.house})], at=1.0, listing={"n": number})
                won.append(name)
            except Conflict:
                continue

    async def play() -> None:
        url = postgres.new_database()
        async with houses(url, 3) as logs:
            rng, won = random.Random(3), list[str]()
            tables = [f"t{i}" for i in range(20)]
            jobs = [(log, name) for log in logs for name in tables]
            rng.shuffle(jobs)
            await asyncio.gather(*(player(log, name, 8, won) for log, name in jobs))
            assert await logs[0].heads(tables) == {name: won.count(name) for name in tables}
            assert len(won) < 3 * 20 * 8
        check_whole(url)

    asyncio.run(play())


def test_a_table_is_attended_to_by_who_wrote_it_last_and_by_others_when_that_house_is_gone(postgres: Cluster) -> None:
    async def play() -> None:
        url = postgres.new_database()
        async with houses(url, 2) as (here, there):
            alone = frozenset((here.house,))
            assert await here.beat() == Houses(alone, alone)
            both = frozenset((here.house, there.house))
            assert await there.beat(is_open=False) == Houses(alone, both) == await here.beat()  # it serves nobody yet
            assert await there.beat() == Houses(both, both) == await here.beat()
            await here.append("a", 0, MOVE, at=1.0, listing={}, wakes_at=5.0)
            assert (await here.waking(5.0), await there.waking(5.0)) == (["a"], [])
            assert (await there.orphans(5.0, both), await there.orphans(4.0, ())) == ([], [])
            assert await there.orphans(5.0, {there.house}) == ["a"]
            await there.append("a", 1, MOVE, at=1.0, wakes_at=5.0)
            assert (await here.waking(5.0), await there.waking(5.0)) == ([], ["a"])
            await here.see([Seen("a", "ada", 7.0), Seen("a", "ada", 6.0), Seen("b", "bo", 1e12)])
            await here.see([])
            assert await there.seen(["b", "c"]) == [Seen("b", "bo", 1e12)]
            sql(url, f"UPDATE houses SET seen = now() - interval '10 s' WHERE house = '{there.house}'")
            assert await here.beat() == Houses(alone, both)  # slow or stopped, but it may come back
            await there.close()
            assert await here.beat() == Houses(alone, alone)

    asyncio.run(play())


def test_a_house_that_was_killed_is_gone_with_its_connections(postgres: Cluster) -> None:
    async def play() -> None:
        url = postgres.new_database()
        async with houses(url, 2) as (here, there):
            both = frozenset((here.house, there.house))
            await there.beat()
            sql(url, "INSERT INTO houses VALUES ('killed', now())")
            assert await here.beat() == Houses(both, both | {"killed"})
            with psycopg.connect(url, application_name="tripot"):  # of an older release: whose it is cannot be seen
                assert await here.beat() == Houses(both | {"killed"}, both | {"killed"})
            until_gone = await here.beat()
            while until_gone.alive != both:  # the server needs a moment to see that nobody is there any more
                until_gone = await here.beat()

    asyncio.run(play())


def test_while_the_server_is_away_everything_fails_in_one_line_and_afterwards_goes_on(postgres: Cluster) -> None:
    async def play() -> None:
        async with houses(postgres.new_database(), 1) as (log,):
            await log.append("a", 0, MOVE, at=1.0)
            postgres.stop()
            for attempt in (log.append("a", 1, MOVE, at=1.0), log.read("a"), log.beat()):
                with pytest.raises(StoreError, match="could not be") as failed:
                    await attempt
                assert len(str(failed.value).splitlines()) == 1
            postgres.start()
            await log.append("a", 1, MOVE, at=1.0)
            assert numbers(await log.read("a")) == [0, 1]
            assert await anext(log.changes()) is None
            cut(log.url, "%")  # every connection, as when the server was started again while nobody wrote
            await log.append("a", 2, MOVE, at=1.0)
            assert numbers(await log.read("a")) == [0, 1, 2]

    asyncio.run(play())


@pytest.mark.parametrize(
    "url", ["postgresql://nobody:geheim@127.0.0.1:1/x", "postgresql://[", "postgresql:///?nonsense=1"]
)
def test_an_address_that_leads_nowhere_gets_one_line_without_its_password(url: str) -> None:
    with pytest.raises(StoreError, match="cannot be opened") as failed:
        asyncio.run(PostgresLog.open(url))
    assert len(str(failed.value).splitlines()) == 1
    assert "geheim" not in str(failed.value)


def test_tables_of_a_newer_tripot_are_refused(postgres: Cluster) -> None:
    async def play() -> None:
        async with opened(url):
            pass

    url = postgres.new_database()
    asyncio.run(play())
    sql(url, "UPDATE about SET version = 2")
    with pytest.raises(StoreError, match="newer tripot"):
        asyncio.run(play())


def test_an_old_release_beside_a_new_one_writes_nothing_more_and_says_why(postgres: Cluster) -> None:
    async def play() -> None:
        async with houses(postgres.new_database(), 1) as (log,):
            await log.append("a", 0, MOVE, at=1.0)
            sql(log.url, "UPDATE about SET version = 2")
            for attempt in (log.beat(), log.append("a", 1, MOVE, at=1.0)):
                with pytest.raises(StoreError, match=r"was made by a newer tripot .*; update tripot") as failed:
                    await attempt
                assert len(str(failed.value).splitlines()) == 1
            assert sql(log.url, "SELECT number FROM events") == [(0,)]
            sql(log.url, "UPDATE about SET version = 1")  # somebody has gone back to the old one
            await log.beat()
            await log.append("a", 1, MOVE, at=1.0)

    asyncio.run(play())


APPENDING = """
import asyncio, os, sys
from tripot.web.postgres import PostgresLog

async def table(log, name):
    number = len(await log.read(name))
    while True:
        await log.append(name, number, [("moved", {"n": number}), ("moved", {"n": number + 1})], at=1.0)
        number += 2
        os.write(1, f"{name} {number - 1}\\n".encode())

async def play():
    log = await PostgresLog.open(sys.argv[1])
    await asyncio.gather(*(table(log, f"t{i}") for i in range(16)))

asyncio.run(play())
"""


def test_after_a_kill_everything_acknowledged_is_there_whole(postgres: Cluster) -> None:
    url, acknowledged = postgres.new_database(), dict[str, int]()
    for lines in (150, 400):
        with subprocess.Popen([sys.executable, "-c", APPENDING, url], stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            said = [child.stdout.readline() for _ in range(lines)]
            child.kill()
            said += child.stdout.readlines()
        assert child.returncode == -signal.SIGKILL
        acknowledged |= {name: int(number) for name, number in (line.split() for line in said if line.endswith("\n"))}
        asyncio.run(look(url, acknowledged))
    assert len(acknowledged) == 16


async def look(url: str, acknowledged: dict[str, Any]) -> None:
    async with opened(url) as log:
        for name, last in acknowledged.items():
            entries = await log.read(name)
            assert [entry.body["n"] for entry in entries] == numbers(entries) == list(range(len(entries)))
            assert len(entries) > last
            assert len(entries) % 2 == 0
    check_whole(url)
