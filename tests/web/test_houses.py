"""Two hubs on one PostgreSQL: what one writes the other shows, whoever loses a race decides again, and tables change hands."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.waiting import PATIENCE
from tests.web.cluster import Cluster
from tests.web.test_hub import bots, people
from tripot.web.hub import Hub
from tripot.web.neighbours import keeper
from tripot.web.postgres import PostgresLog
from tripot.web.refusals import Refused
from tripot.web.table import Say, Sit
from tripot.web.thinking import Thinkers


@asynccontextmanager
async def house(url: str) -> AsyncIterator[Hub]:
    """A hub as the site runs it, but that nobody sweeps."""
    hub = Hub(await PostgresLog.open(url), Thinkers(1))
    hub.pause = 3600.0
    await hub.neighbours.join()
    tasks = [
        asyncio.create_task(work)
        for work in (hub.neighbours.beat(), hub.neighbours.listen(), hub.neighbours.share_presence())
    ]
    try:
        yield hub
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await hub.close()


def test_what_one_house_acknowledges_the_other_shows_and_decides_by(postgres: Cluster) -> None:
    async def play() -> None:
        async with asyncio.timeout(PATIENCE), house(url) as here, house(url) as there:
            live = await people(here)
            table = live.table.id
            for number in range(10):
                await here.act(live, Say("p0", f"line {number}"))
                assert (await there.live(table)).table.chat[-1].text == f"line {number}"  # before any notification
            other = await there.live(table)
            told = asyncio.Event()
            other.watchers.add(told)
            await here.act(live, Say("p0", "look"))
            await told.wait()  # nobody asks there
            assert other.table.chat[-1].text == "look"
            lobby = await here.create("raise", 2, {}, "p0")
            late = await there.live(lobby.table.id)
            await here.act(lobby, Sit(0, "p0", "P0"))
            with pytest.raises(Refused) as refused:  # by what the table is, not by what this house knew of it
                await there.act(late, Sit(0, "p1", "P1"))
            assert refused.value.code == "seat/taken"
            await here.forget(table)
            told.clear()
            while not other.is_gone:
                await told.wait()
            with pytest.raises(Refused) as refused:
                await there.act(other, Say("p0", "nobody hears this"))
            assert refused.value.code == "table/unknown"

    url = postgres.new_database()
    asyncio.run(play())


def test_who_loses_a_race_decides_again_and_nobody_is_told_that_it_was_busy(postgres: Cluster) -> None:
    async def play() -> None:
        async with asyncio.timeout(PATIENCE), house(url) as here, house(url) as there, house(url) as third:
            table = (await people(here)).table.id
            hubs = (here, there, third)

            async def talk(number: int) -> None:
                hub = hubs[number % 3]
                await hub.act(await hub.live(table), Say(f"p{number % 2}", str(number)))

            await asyncio.gather(*(talk(number) for number in range(90)))
            said = [entry.body["text"] for entry in await here.events.read(table) if entry.kind == "said"]
            assert sorted(said, key=int) == [str(number) for number in range(90)]

    url = postgres.new_database()
    asyncio.run(play())


def test_bots_stay_with_who_wrote_last_and_go_to_another_house_when_that_one_is_gone(postgres: Cluster) -> None:
    async def play() -> None:
        async with asyncio.timeout(PATIENCE), house(url) as there:
            async with house(url) as here:
                live = await bots(here)
                assert live.is_busy
                other = await there.live(live.table.id)
                await there.neighbours.beat_once()
                await there.attendant.sweep_once()
                assert not other.is_busy  # they are looked after
                await there.act(other, Say("host", "here I am", "Eve"))
                assert other.is_busy
                await here.live(live.table.id)
                assert not live.is_kept_here
                await here.act(live, Say("host", "and back", "Eve"))
                assert (await there.live(live.table.id)).is_kept_here is False
                assert other.bots is not None
                other.bots.cancel()
                await asyncio.wait([other.bots])
            await there.neighbours.beat_once()
            await there.attendant.sweep_once()
            assert other.is_busy

    url = postgres.new_database()
    asyncio.run(play())


def test_when_a_house_goes_only_its_tables_move() -> None:
    houses, tables = frozenset("abcd"), [f"t{i}" for i in range(2000)]
    before = {table: keeper(table, houses) for table in tables}
    after = {table: keeper(table, houses - {"b"}) for table in tables}
    assert all(after[table] == before[table] for table in tables if before[table] != "b")
    assert all(300 < list(before.values()).count(name) < 700 for name in houses)


def test_a_house_that_opens_takes_over_at_once_and_leaves_tables_to_others_until_then(postgres: Cluster) -> None:
    async def play() -> None:
        async with asyncio.timeout(PATIENCE), house(url) as here:
            gone = PostgresLog(url)  # has written to a table, and gives no sign of life
            gone.house = "gone"
            there = Hub(await PostgresLog.open(url), Thinkers(1))
            both = (here.events.house, there.events.house)
            table = next(name for name in map(str, range(100)) if keeper(name, both) == there.events.house)
            await gone.append(table, 0, [("talk", {})], at=1.0, listing={}, wakes_at=1.0)
            opening = asyncio.create_task(there.neighbours.join())
            while here.events.house not in there.neighbours.alive:
                await asyncio.sleep(0)
            await here.neighbours.beat_once()
            assert await here.neighbours.orphans() == [table]
            await opening
            assert await there.neighbours.orphans() == [table]
            await here.neighbours.beat_once()
            assert await here.neighbours.orphans() == []
            await there.close()
            await gone.close()

    url = postgres.new_database()
    asyncio.run(play())
