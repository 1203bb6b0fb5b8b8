"""The event log: what is written comes back, the number is the lock, lists agree with it. Real files, real threads."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.web.logs import FILE, MOVE, check_whole, numbers, opened, sql
from tripot.web.store import Conflict, Entry, EventLog, Listed, SQLiteLog, StoreError, Whole
from tripot.web.stores import open_store

# -- What is written comes back ----------------------------------------------------


def test_events_come_back_as_they_were_written(store: str | Path) -> None:
    body = {"name": "Zoé \ud800 🦊", "scores": [1, -2], "deep": {"x": None, "y": 0.1}}

    async def play() -> None:
        async with opened(store) as log:
            await log.append("a", 0, [("made", body), ("sat", {})], at=1.5)
            await log.append("b", 0, MOVE, at=2.0)
            await log.append("a", 2, MOVE, at=3.0)
            first = [Entry("a", 0, "made", body, 1.5), Entry("a", 1, "sat", {}, 1.5)]
            assert await log.read("a") == [*first, Entry("a", 2, "moved", {"seat": 0}, 3.0)]
            assert numbers(await log.read("a", since=1)) == [1, 2]
            assert await log.read("a", since=3) == []
            assert await log.read("nobody's") == []

    asyncio.run(play())


def test_a_log_opened_again_goes_on(tmp_path: Path) -> None:
    async def evening(number: int) -> None:
        async with opened(tmp_path) as log:
            assert len(await log.read("a")) == number
            await log.append("a", number, MOVE, at=1.0)

    for number in range(3):
        asyncio.run(evening(number))
    assert sorted(file.name for file in tmp_path.iterdir()) == [FILE]  # closing left no write-ahead log behind
    check_whole(tmp_path)


def test_the_store_is_as_durable_as_sqlite_can_be(tmp_path: Path) -> None:
    async def ask() -> None:
        log = await SQLiteLog.open(tmp_path)
        loop = asyncio.get_running_loop()

        def settings() -> list[object]:
            return [log._writer.execute(f"PRAGMA {x}").fetchone()[0] for x in ("journal_mode", "synchronous")]

        assert await loop.run_in_executor(log._writing, settings) == ["wal", 2]
        await log.close()

    asyncio.run(ask())


# -- The number is the lock -----------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_taken_number_is_a_conflict_and_nothing_is_written(number: int, store: str | Path) -> None:
    async def play() -> None:
        async with opened(store) as log:
            await log.append("a", 0, MOVE * 3, at=1.0, places=[(0, "ada")], listing={"public": True}, shelf_until=9.0)
            before = await log.read("a")
            with pytest.raises(Conflict, match="is taken"):
                await log.append(
                    "a", number, MOVE * 5, at=2.0, places=[(0, "bo")], listing={"public": False}, wakes_at=2.0
                )
            assert await log.read("a") == before
            assert await log.tables_of("bo") == []
            assert await log.waiting_tables(1.0) == [{"public": True, "id": "a", "at": 1.0}]
            assert await log.waking(9.0) == []

    asyncio.run(play())


def test_no_event_leaves_a_hole(store: str | Path) -> None:
    async def play() -> None:
        async with opened(store) as log:
            await log.append("a", 0, MOVE, at=1.0)
            with pytest.raises(StoreError, match="hole"):
                await log.append("a", 2, MOVE, at=1.0)
            assert numbers(await log.read("a")) == [0]

    asyncio.run(play())


def test_in_one_batch_a_conflict_fails_only_itself(store: str | Path) -> None:
    async def play() -> list[Any]:
        async with opened(store) as log:
            numbers_sent = [0, 0, 1, 1, 2, 4]
            tasks = [log.append("a", number, MOVE, at=1.0) for number in numbers_sent]
            tasks.append(log.append("b", 0, MOVE, at=1.0))
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
            assert numbers(await log.read("a")) == [0, 1, 2]
            assert numbers(await log.read("b")) == [0]
            return [type(outcome) for outcome in outcomes]

    none = type(None)
    assert asyncio.run(play()) == [none, Conflict, none, Conflict, none, StoreError, none]


def test_in_one_batch_what_the_store_cannot_hold_fails_only_itself(store: str | Path) -> None:
    async def play() -> None:
        async with opened(store) as log:
            tasks = [log.append(name, 0, MOVE, at=1.0, places=[(0, "ada")]) for name in ("a", "\ud800", "b")]
            tasks.append(log.append("c", 2**70, MOVE, at=1.0))
            good, odd, fine, huge = await asyncio.gather(*tasks, return_exceptions=True)
            assert (good, fine) == (None, None)
            assert isinstance(odd, StoreError)
            assert isinstance(huge, StoreError)
            assert [len(await log.read(name)) for name in ("a", "b", "c")] == [1, 1, 0]
            with pytest.raises(StoreError):
                await log.read("\ud800")

    asyncio.run(play())


@pytest.mark.parametrize("stores", [1, 2])
def test_of_many_who_want_a_number_exactly_one_gets_it(
    stores: int, store: str | Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tripot.web.sqlite_file.PATIENCE", 60.0)  # the disk may be busy with others
    goal = 60

    async def player(log: EventLog, name: int, won: Counter[int]) -> None:
        while (number := len(await log.read("a"))) < goal:
            try:
                await log.append("a", number, [("moved", {"by": name})], at=1.0)
            except Conflict:
                continue
            won[number] += 1

    async def play() -> None:
        won: Counter[int] = Counter()
        logs = [await open_store(store) for _ in range(stores)]
        await asyncio.gather(*(player(logs[name % stores], name, won) for name in range(12)))
        assert won == Counter(range(goal))
        assert numbers(await logs[0].read("a")) == list(range(goal))
        for log in logs:
            await log.close()

    asyncio.run(play())
    check_whole(store)


def test_many_tables_write_and_read_at_once(store: str | Path) -> None:
    async def table(log: EventLog, name: str) -> None:
        for number in range(40):
            await log.append(name, number, [("moved", {"n": number})], at=float(number))
            assert len(await log.read(name)) == number + 1  # what is acknowledged can be read

    async def play() -> None:
        async with opened(store) as log:
            await asyncio.gather(*(table(log, f"t{i}") for i in range(25)))

    asyncio.run(play())
    assert sql(store, "SELECT count(*) FROM events") == [(1000,)]


# -- Lists of tables ------------------------------------------------------------------


def test_tables_that_wait_for_me_come_first_and_those_that_are_over_last(store: str | Path) -> None:
    listings: dict[str, dict[str, Any]] = {
        "over": {"over": True, "pending": [], "bots": [None, None], "result": {"scores": [1, 2], "winners": [1]}},
        "given up": {"over": True, "pending": [], "bots": [None, None], "result": None},
        "mine": {"over": False, "pending": [1], "bots": [None, None], "result": None},
        "handed": {"over": False, "pending": [1], "bots": [None, "regular"], "result": None},
        "theirs": {"over": False, "pending": [0], "bots": [None, None], "result": None},
    }

    async def play() -> None:
        async with opened(store) as log:
            for at, (name, listing) in enumerate(listings.items()):
                facts = {"game": f"game of {name}", **listing}
                await log.append(name, 0, MOVE, at=float(at), places=[(0, "bo"), (1, "ada")], listing=facts)
            assert [row["id"] for row in await log.tables_of("ada")] == ["mine", "theirs", "handed", "given up", "over"]
            assert (await log.tables_of("bo"))[0]["id"] == "theirs"
            assert [row["id"] for row in await log.tables_of("ada", 2, 1)] == ["theirs", "handed"]
            assert await log.games_finished("ada") == {"game of over"}
            assert await log.games_finished("nobody") == set()

    asyncio.run(play())


def test_my_tables_are_those_where_i_sit_newest_first(store: str | Path) -> None:
    async def play() -> None:
        async with opened(store) as log:
            for at, name in enumerate(("old", "new", "other")):
                seats = [(2, "bo")] if name == "other" else [(1, "ada"), (0, "ada"), (2, "bo")]
                await log.append(name, 0, MOVE, at=float(at), places=seats, listing={"game": "raise"})
            seated = {"game": "raise", "seats": [0, 1]}
            assert await log.tables_of("ada") == [seated | {"id": "new", "at": 1.0}, seated | {"id": "old", "at": 0.0}]
            await log.append("old", 1, MOVE, at=9.0)
            assert [table["id"] for table in await log.tables_of("ada")] == ["old", "new"]
            await log.append("old", 2, [("stood", {})], at=10.0, places=[(0, None), (1, "bo")])
            assert [table["id"] for table in await log.tables_of("ada")] == ["new"]
            assert (await log.tables_of("bo"))[0] == {"game": "raise", "id": "old", "at": 10.0, "seats": [1, 2]}
            assert await log.tables_of("nobody") == []

    asyncio.run(play())


def test_the_shelf_shows_the_tables_that_still_wait_newest_first_however_many_play(store: str | Path) -> None:
    async def play() -> None:
        async with opened(store) as log:
            for at in range(3):
                await log.append(f"t{at}", 0, MOVE, at=float(at), listing={"n": at}, shelf_until=100.0 + at)
            for at in range(60):
                await log.append(f"running {at}", 0, MOVE, at=50.0 + at, listing={"begun": True})
            assert await log.waiting_tables(99.0, limit=1) == [{"n": 2, "id": "t2", "at": 2.0}]
            assert [table["id"] for table in await log.waiting_tables(99.0)] == ["t2", "t1", "t0"]
            assert [table["id"] for table in await log.waiting_tables(101.0)] == ["t2"]
            await log.append("t0", 1, MOVE, at=8.0, shelf_until=200.0)
            assert [table["id"] for table in await log.waiting_tables(150.0)] == ["t0"]
            await log.append("t0", 2, MOVE, at=9.0)  # it has begun
            assert await log.waiting_tables(150.0) == []

    asyncio.run(play())


def test_the_store_says_which_tables_need_the_hub(store: str | Path) -> None:
    async def play() -> None:
        async with opened(store) as log:
            for name, wakes_at in (("later", 20.0), ("soon", 10.0), ("never", None)):
                await log.append(name, 0, MOVE, at=1.0, listing={}, wakes_at=wakes_at)
            assert [await log.waking(now) for now in (9.9, 10.0, 99.0)] == [[], ["soon"], ["soon", "later"]]
            await log.append("soon", 1, MOVE, at=11.0, wakes_at=30.0)
            assert await log.waking(29.0) == ["later"]
            await log.wake("later", 1, None)
            await log.wake("soon", 1, None)  # it has gone on: that is out of date
            assert await log.waking(99.0) == ["soon"]

    asyncio.run(play())


def test_a_listing_with_a_name_of_the_stores_own_is_a_mistake(store: str | Path) -> None:
    async def play() -> None:
        async with opened(store) as log:
            with pytest.raises(AssertionError, match="seats"):
                await log.append("a", 0, MOVE, at=1.0, listing={"seats": 4})

    asyncio.run(play())


def test_a_secret_is_kept_once_and_apart(store: str | Path) -> None:
    async def play() -> None:
        async with opened(store) as log:
            assert await log.secret("a") is None
            await log.keep_secret("a", b"\x00one")
            await log.keep_secret("a", b"\x00one")
            with pytest.raises(Conflict, match="another secret"):
                await log.keep_secret("a", b"two")
            assert await log.secret("a") == b"\x00one"
            assert await log.read("a") == []

    asyncio.run(play())


# -- What a host does with tables -------------------------------------------------------


def test_a_table_is_forgotten_whole_and_the_others_stay(store: str | Path) -> None:
    async def play() -> None:
        async with opened(store) as log:
            for at, name in enumerate(("a", "b")):
                await log.keep_secret(name, name.encode())
                more: dict[str, Any] = {"listing": {}, "shelf_until": 9.0, "wakes_at": 1.0}
                await log.append(name, 0, MOVE * 2, at=float(at), places=[(0, "ada")], **more)
            assert await log.heads(["a", "b", "c"]) == {"a": 2, "b": 2}
            assert [row["id"] for row in await log.listings()] == ["b", "a"]
            assert [row["id"] for row in await log.listings(before=1.0)] == ["a"]
            assert [row["id"] for row in await log.listings(limit=1, skip=1)] == ["a"]
            await log.forget("a")
            assert await log.heads(["a", "b"]) == {"b": 2}
            assert await log.whole("a") == Whole("a", [], [], None, None)
            assert [row["id"] for row in await log.tables_of("ada")] == ["b"]
            assert (await log.waking(9.0), await log.table_ids()) == (["b"], ["b"])
            await log.append("a", 0, MOVE, at=3.0)  # its id is free again

    asyncio.run(play())


def test_a_table_is_taken_to_another_store_byte_for_byte(store: str | Path, tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(store) as log, opened(tmp_path / "other") as other:
            await log.keep_secret("a", b"\x00secret")
            body = {"name": "Zoé \ud800", "n": 0.1}
            await log.append("a", 0, [("made", body), *MOVE], at=1.25, places=[(1, "ada"), (0, "bo")], listing=body)
            await log.append("a", 2, MOVE, at=2.5, shelf_until=7.0, wakes_at=8.0)
            await log.keep_secret("b", b"of a table that was never opened")
            assert await log.table_ids() == ["a", "b"]
            for name in await log.table_ids():
                await other.put(await log.whole(name))
                assert await other.whole(name) == await log.whole(name)
            assert (await other.whole("a")).listed == Listed('{"name":"Zo\\u00e9 \\ud800","n":0.1}', 2.5, 7.0, 8.0)
            await log.forget("a")
            await log.put(await other.whole("a"))
            with pytest.raises(Conflict, match="already"):
                await log.put(await other.whole("a"))
            await log.append("a", 3, MOVE, at=3.0)
            assert await log.table_ids(after="a") == ["b"]

    asyncio.run(play())
