"""The hub: clocks from the log, bots that do not give up, other writers, and what is kept in memory. Real SQLite files."""

from __future__ import annotations

import asyncio
import gc
import math
import weakref
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.waiting import PATIENCE, until
from tests.web.test_thinking import at_once, dies
from tripot.language import languages
from tripot.web import app, attending
from tripot.web import hub as hub_module
from tripot.web.drawing.drawn import drawing_of
from tripot.web.drawing.render import LogCache
from tripot.web.hub import Hub
from tripot.web.live import SHELF_EMPTY, SHELF_SEATED, Live
from tripot.web.refusals import Refused
from tripot.web.site import Reader, Site
from tripot.web.store import Entry, SQLiteLog, StoreError
from tripot.web.table import Begin, Return, Say, Sit, SitBot, Stand
from tripot.web.thinking import Thinkers
from tripot.web.words import word


class Time:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Hubs:
    """Hubs on one folder, closed in the end."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.time = folder, Time()
        self.made: list[Hub] = []

    async def open(self, kind: type[SQLiteLog] = SQLiteLog) -> Hub:
        hub = Hub(await kind.open(self.folder), Thinkers(1), clock=self.time)
        hub.pause = 0.0
        self.made.append(hub)
        return hub

    async def again(self) -> Hub:
        """After a restart."""
        await self.made.pop().close()
        return await self.open()


def in_hubs(folder: Path, play: Callable[[Hubs], Awaitable[None]]) -> None:
    async def played() -> None:
        hubs = Hubs(folder)
        try:
            await asyncio.wait_for(play(hubs), PATIENCE)
        finally:
            for hub in hubs.made:
                await hub.close()

    asyncio.run(played())


async def people(hub: Hub, *, clock: int = 0, seats: int = 2, is_public: bool = False) -> Live:
    """A table with a person at every seat, begun."""
    live = await hub.create("raise", seats, {"box": "tiny"}, "p0", clock=clock, is_public=is_public)
    for seat in range(seats):
        await hub.act(live, Sit(seat, f"p{seat}", f"P{seat}"))
    await hub.act(live, Begin("p0"))
    return live


async def bots(hub: Hub, *, clock: int = 0) -> Live:
    live = await hub.create("raise", 2, {"box": "tiny"}, "host", clock=clock)
    for seat in range(2):
        await hub.act(live, SitBot(seat, "host", "thumb"))
    await hub.act(live, Begin("host"))
    return live


async def kinds(hub: Hub, live: Live) -> list[str]:
    return [entry.kind for entry in await hub.events.read(live.table.id)]


# -- Clocks ------------------------------------------------------------------------


def test_neither_talk_nor_a_restart_begins_a_clock_again(tmp_path: Path) -> None:
    async def play(hubs: Hubs) -> None:
        hub, time = await hubs.open(), hubs.time
        live = await people(hub, clock=60)
        asked = live.table.pending
        began = time.now
        assert live.deadline == began + 60
        time.now = began + 40
        await hub.act(live, Say("p1", "hurry up"))
        assert live.deadline == began + 60
        hub = await hubs.again()
        time.now = began + 59.9
        await hub.attendant.sweep_once()
        live = await hub.live(live.table.id)
        assert live.deadline == began + 60
        assert not live.table.handed
        time.now = began + 60
        await hub.attendant.sweep_once()
        assert live.table.handed == set(asked)

    in_hubs(tmp_path, play)


def test_a_person_who_takes_the_seat_back_has_the_whole_clock_again(tmp_path: Path) -> None:
    async def play(hubs: Hubs) -> None:
        hub, time = await hubs.open(), hubs.time
        hub.pause = 3600.0  # so that the bot does not play before its person is back
        live = await people(hub, clock=60)
        seat = live.table.pending[0]
        time.now += 60
        await hub.attendant.sweep_once()
        assert seat in live.table.handed
        time.now += 30
        await hub.act(live, Return(seat, f"p{seat}"))
        await hub.attendant.sweep_once()
        assert seat not in live.table.handed
        hub = await hubs.again()
        live = await hub.live(live.table.id)
        assert live.deadline == time.now + 60
        time.now += 60
        await hub.attendant.sweep_once()
        assert seat in live.table.handed

    in_hubs(tmp_path, play)


def test_no_clock_runs_while_only_bots_are_asked_nor_when_the_game_is_over(tmp_path: Path) -> None:
    async def play(hubs: Hubs) -> None:
        hub, time = await hubs.open(), hubs.time
        hub.pause = 3600.0
        assert (await bots(hub, clock=60)).deadline is None
        hub.pause = 0.0
        over = await bots(hub, clock=60)
        assert over.bots is not None
        await over.bots
        assert over.table.is_over
        assert over.deadline is None
        assert over.table.id not in await hub.events.waking(time.now + 3600)

    in_hubs(tmp_path, play)


def test_what_the_store_thinks_is_due_is_put_right_if_it_is_not(tmp_path: Path) -> None:
    async def play(hubs: Hubs) -> None:
        hub, time = await hubs.open(), hubs.time
        live, clocked = await people(hub), await people(hub, clock=60)
        for each in (live, clocked):
            await hub.events.wake(each.table.id, each.table.number, 0.0)
        await hub.attendant.sweep_once()
        assert await hub.events.waking(time.now) == []
        assert await hub.events.waking(time.now + 60) == [clocked.table.id]

    in_hubs(tmp_path, play)


def test_a_table_that_cannot_be_read_is_said_once_and_keeps_nobody_else_from_playing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(hubs: Hubs) -> None:
        hub, time = await hubs.open(), hubs.time
        await hub.events.append("bad", 0, [("nonsense", {})], at=time.now, listing={}, wakes_at=time.now - 1)
        live = await people(hub, clock=60)
        time.now += 60
        await hub.attendant.sweep_once()
        await hub.attendant.sweep_once()
        assert live.table.handed
        assert sum("bad" in record.getMessage() for record in caplog.records) == 1

    in_hubs(tmp_path, play)


# -- Bots --------------------------------------------------------------------------------


class Crowded(SQLiteLog):
    """A store at which reading a table takes until the test says otherwise, but for those that it lets through."""

    through: frozenset[str] = frozenset()
    waiting = 0
    is_free = asyncio.Event()

    async def read(self, table: str, since: int = 0) -> list[Entry]:
        if table not in self.through:
            type(self).waiting += 1
            await self.is_free.wait()
        return await super().read(table, since)


def test_what_clocks_and_bots_need_is_read_though_many_wait_for_their_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a restart, when everybody comes back at once."""
    monkeypatch.setattr(hub_module, "READ_AT_ONCE", 2)
    monkeypatch.setattr(Crowded, "is_free", asyncio.Event())
    monkeypatch.setattr(Crowded, "waiting", 0)

    async def play(hubs: Hubs) -> None:
        hub, time = await hubs.open(), hubs.time
        hub.pause = 3600.0  # so that the bots do not come to their end before the restart
        others = [(await people(hub)).table.id for _ in range(5)]
        clock, played = await people(hub, clock=60), await bots(hub)
        await stop_bots(played)
        monkeypatch.setattr(Crowded, "through", frozenset({clock.table.id, played.table.id}))
        await hubs.made.pop().close()
        hub = await hubs.open(Crowded)
        crowd = [asyncio.create_task(hub.live(table)) for table in others]
        await asyncio.sleep(0)
        time.now += 60
        await hub.attendant.sweep_once()
        assert (await hub.live(clock.table.id)).table.handed
        while not (await hub.live(played.table.id)).table.is_over:
            await asyncio.sleep(0.02)
        assert Crowded.waiting == 2  # no more are read at once
        assert not any(task.done() for task in crowd)
        Crowded.is_free.set()
        assert {live.table.id for live in await asyncio.gather(*crowd)} == set(others)

    in_hubs(tmp_path, play)


def test_a_table_that_takes_long_to_read_keeps_no_other_ones_clock_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Crowded, "is_free", asyncio.Event())

    async def play(hubs: Hubs) -> None:
        hub, time = await hubs.open(), hubs.time
        first, second = await people(hub, clock=50), await people(hub, clock=60)
        monkeypatch.setattr(Crowded, "through", frozenset({second.table.id}))
        await hubs.made.pop().close()
        hub = await hubs.open(Crowded)
        time.now += 60
        sweep = asyncio.create_task(hub.attendant.sweep_once())
        while second.table.id not in hub.lives or not hub.lives[second.table.id].table.handed:
            await asyncio.sleep(0.01)
        assert first.table.id not in hub.lives
        Crowded.is_free.set()
        await sweep
        assert hub.lives[first.table.id].table.handed

    in_hubs(tmp_path, play)


def test_before_anybody_is_served_the_hub_looks_after_those_that_have_waited_but_not_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(hubs: Hubs) -> None:
        hub = await hubs.open()
        tables = [await people(hub, clock=60) for _ in range(12)]
        hubs.time.now += 60
        hub = await hubs.again()
        monkeypatch.setattr(attending, "OPENING", -1.0)
        await hub.attendant.open()
        assert not hub.lives
        monkeypatch.setattr(attending, "OPENING", PATIENCE)
        await hub.attendant.open()
        assert all(hub.lives[live.table.id].table.handed for live in tables)

    in_hubs(tmp_path, play)


async def stop_bots(live: Live) -> None:
    assert live.bots is not None
    live.bots.cancel()
    await asyncio.wait([live.bots])


def test_bots_whose_turn_it_is_play_on_although_nobody_looks(tmp_path: Path) -> None:
    async def play(hubs: Hubs) -> None:
        hub = await hubs.open()
        hub.pause = 3600.0  # so that they do not come to their end before they are stopped
        live = await bots(hub)
        await stop_bots(live)
        await hub.attendant.sweep_once()  # at a table in memory
        assert live.is_busy
        await stop_bots(live)
        hub = await hubs.again()
        await hub.attendant.sweep_once()  # at one that only the log knows
        while "ended" not in await kinds(hub, live):
            await asyncio.sleep(0.02)

    in_hubs(tmp_path, play)


# -- A store that fails -----------------------------------------------------------------


class Failing(SQLiteLog):
    """The real log; but each append fails twice, once with nothing written and once after it was written."""

    failures = 0

    async def append(self, table: str, number: int, events: Any, **more: Any) -> None:
        self.failures += 1
        if self.failures % 3 == 1:
            raise StoreError("the disk is full")
        await super().append(table, number, events, **more)
        if self.failures % 3 == 2:
            raise StoreError("the disk is gone")


def test_bots_play_on_when_the_store_works_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attending, "RETRY", 0.01)

    async def play(hubs: Hubs) -> None:
        hub = await hubs.open()
        live = await bots(hub)
        await stop_bots(live)
        hub = await hubs.again()
        await hubs.made.pop().close()
        hub = await hubs.open(Failing)
        await hub.attendant.sweep_once()
        live = await hub.live(live.table.id)
        assert live.bots is not None
        await live.bots
        assert live.table.is_over
        assert isinstance(hub.events, Failing)
        assert hub.events.failures > 3
        played = [kind for kind in await kinds(hub, live) if kind in ("moved", "revealed")]
        assert len(played) == live.table.decision - 1  # each exactly once

    in_hubs(tmp_path, play)


def test_a_write_that_seemed_to_fail_is_shown_to_all_who_watch(tmp_path: Path) -> None:
    class Late(SQLiteLog):
        async def append(self, table: str, number: int, events: Any, **more: Any) -> None:
            await super().append(table, number, events, **more)
            if events[0][0] == "said":
                raise StoreError("no answer from the disk")

    async def play(hubs: Hubs) -> None:
        hub = await hubs.open(Late)
        live = await people(hub)
        told = asyncio.Event()
        live.watchers.add(told)
        with pytest.raises(StoreError):
            await hub.act(live, Say("p0", "hello"))
        await told.wait()
        assert [line.text for line in live.table.chat] == ["hello"]

    in_hubs(tmp_path, play)


class Told:
    """Somebody who watches, and notes what there is to see whenever told."""

    def __init__(self, live: Live) -> None:
        self.live, self.seen = live, list[int]()
        live.watchers.add(self)

    def set(self) -> None:
        self.seen.append(len(self.live.table.chat))


def test_who_watches_is_told_once_when_nobody_waits_to_change_the_table_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "LONGEST_UNTOLD", math.inf)  # on a busy machine five lines may take long

    async def play(hubs: Hubs) -> None:
        hub = await hubs.open()
        live = await people(hub)
        told = Told(live)
        said = [hub.act(live, Say("p0", f"line {n}")) for n in range(5)]
        refused = hub.act(live, Say("nobody at all", "no name"))  # also if the last of them is refused
        outcomes = await asyncio.gather(*said, refused, return_exceptions=True)
        assert isinstance(outcomes[-1], Refused)
        assert told.seen == [5]
        await hub.act(live, Say("p0", "alone"))
        assert told.seen == [5, 6]

    in_hubs(tmp_path, play)


def test_who_watches_is_told_after_a_while_though_others_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "LONGEST_UNTOLD", -1.0)  # at once

    async def play(hubs: Hubs) -> None:
        hub = await hubs.open()
        live = await people(hub)
        told = Told(live)
        await asyncio.gather(*[hub.act(live, Say("p0", f"line {n}")) for n in range(3)])
        assert told.seen[0] < told.seen[-1] == 3

    in_hubs(tmp_path, play)


def test_a_bot_that_has_no_answer_plays_on_by_the_rules_of_thumb_and_the_table_says_so(tmp_path: Path) -> None:
    async def play(hubs: Hubs) -> None:
        hub = await hubs.open()
        hub.thinkers = Thinkers(1, choose=dies, loads=at_once)
        live = await hub.create("raise", 2, {"box": "tiny"}, "p0")
        await hub.act(live, Sit(0, "p0", "P0"))
        await hub.act(live, SitBot(1, "p0", "master"))
        told = asyncio.Event()
        live.watchers.add(told)
        await hub.act(live, Begin("p0"))
        while not any(kind in ("chose", "moved") for kind in await kinds(hub, live)):
            told.clear()
            await told.wait()
        site = Site(hub, LogCache())
        for lang in languages():
            drawn = drawing_of(site, live, Reader("p0", lang, "", "", "", hints=True))
            assert word(lang, "bots stuck") in str(drawn)

    in_hubs(tmp_path, play)


# -- Other writers ------------------------------------------------------------------------


def test_when_another_writer_was_quicker_the_command_is_decided_again_and_all_are_told(tmp_path: Path) -> None:
    async def play(hubs: Hubs) -> None:
        here, there = await hubs.open(), await hubs.open()
        live = await people(here)
        other = await there.live(live.table.id)
        await here.act(live, Say("p0", "one"))
        told = asyncio.Event()
        other.watchers.add(told)
        await there.act(other, Say("p1", "two"))
        assert told.is_set()
        assert [line.text for line in other.table.chat] == ["one", "two"]
        told.clear()
        await here.act(live, Say("p0", "three"))
        lobby = await here.create("raise", 2, {}, "p0")
        there_too = await there.live(lobby.table.id)
        await here.act(lobby, Sit(0, "p0", "P0"))
        there_too.watchers.add(told)
        with pytest.raises(Refused) as refused:  # by what the table is now, not because somebody was quicker
            await there.act(there_too, Sit(0, "p1", "P1"))
        assert refused.value.code == "seat/taken"
        assert told.is_set()
        assert there_too.table.places[0].name == "P0"

    in_hubs(tmp_path, play)


# -- The shelf --------------------------------------------------------------------------------


def test_a_table_waits_on_the_shelf_for_its_time_and_for_as_long_as_somebody_looks(tmp_path: Path) -> None:
    async def play(hubs: Hubs) -> None:
        hub, time = await hubs.open(), hubs.time
        empty = await hub.create("raise", 2, {}, "host", is_public=True)
        seated = await hub.create("raise", 2, {}, "host", is_public=True)
        await hub.create("raise", 2, {}, "host")
        await hub.act(seated, Sit(0, "ada", "Ada"))

        async def shelf() -> set[str]:
            return {row["id"] for row in await hub.waiting_tables()}

        assert await shelf() == {empty.table.id, seated.table.id}
        time.now += SHELF_EMPTY
        assert await shelf() == {seated.table.id}
        looking = asyncio.Event()
        empty.watchers.add(looking)
        assert await shelf() == {empty.table.id, seated.table.id}
        empty.watchers.discard(looking)
        time.now += SHELF_SEATED - SHELF_EMPTY
        assert await shelf() == set()
        await hub.act(seated, Stand(0, "ada"))
        assert await shelf() == {seated.table.id}

    in_hubs(tmp_path, play)


def test_a_waiting_table_is_on_the_shelf_however_many_have_begun_since(tmp_path: Path) -> None:
    async def play(hubs: Hubs) -> None:
        hub = await hubs.open()
        waiting = await hub.create("raise", 2, {}, "host", is_public=True)
        for _ in range(60):
            hubs.time.now += 1
            await people(hub, is_public=True)
        assert [row["id"] for row in await hub.waiting_tables()] == [waiting.table.id]

    in_hubs(tmp_path, play)


# -- Memory -----------------------------------------------------------------------------------


def test_reading_counts_the_least_recently_used_table_is_forgotten_and_nothing_in_use(tmp_path: Path) -> None:
    async def play(hubs: Hubs) -> None:
        hub = await hubs.open()
        hub.kept = 2
        ids = [(await hub.create("raise", 2, {}, "host")).table.id for _ in range(2)]
        refs = [weakref.ref(await hub.live(table)) for table in ids]
        first = await hub.live(ids[0])
        del first
        newest = await hub.create("raise", 2, {}, "host")
        gc.collect()
        assert [ref() is not None for ref in refs] == [True, False]
        watched = await hub.live(ids[1])  # read again
        for _ in range(5):
            await hub.create("raise", 2, {}, "host")
        assert await hub.live(ids[1]) is watched
        assert await hub.live(newest.table.id) is newest
        assert len(hub._recent) == 2

    in_hubs(tmp_path, play)


def test_a_forgotten_table_with_a_clock_is_found_again_when_it_runs_out(tmp_path: Path) -> None:
    async def play(hubs: Hubs) -> None:
        hub = await hubs.open()
        hub.kept = 1
        table = (await people(hub, clock=60)).table.id
        await hub.create("raise", 2, {}, "host")
        gc.collect()
        assert table not in hub.lives
        hubs.time.now += 60
        await hub.attendant.sweep_once()
        assert (await hub.live(table)).table.handed

    in_hubs(tmp_path, play)


# -- Streams --------------------------------------------------------------------------------------


def test_who_has_gone_is_not_told_any_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hubs: list[Hub] = []

    class Seen(Hub):
        def __init__(self, *given: Any, **more: Any) -> None:
            super().__init__(*given, **more)
            hubs.append(self)

    monkeypatch.setattr(app, "Hub", Seen)
    with TestClient(
        app.create_app(app.SiteSettings(data=tmp_path / "data", loads_bots=False, bot_workers=1))
    ) as client:
        table = client.post("/g/raise/table", data={"seats": "2"}).url.path
        with client.websocket_connect(f"{table}/stream") as socket:
            socket.receive_text()
            [live] = hubs[0].lives.values()
            assert len(live.watchers) == 1
        until(lambda: not live.watchers, "who has gone is still told")
