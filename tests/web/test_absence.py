"""A seat goes to a bot only while its person is really away, and comes back at one tap."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.web.test_table import GUEST, HOST, Book, begun
from tripot.web.hub import AWAY, Hub
from tripot.web.refusals import Refused
from tripot.web.store import SQLiteLog, StoreError
from tripot.web.table import (
    HOUSE_BOT,
    Back,
    Begin,
    Play,
    Return,
    Sit,
    Table,
    TableEvent,
    TimeUp,
    Vote,
    evolve,
)
from tripot.web.thinking import Thinkers

THIRD = "third"


def seated(*owners: str, game: str = "raise", clock: int = 0) -> Book:
    """A running table; the same owner may have several seats."""
    book = Book(game, len(owners), clock=clock)
    for seat, who in enumerate(owners):
        book.do(Sit(seat, who, f"Ada {seat}"))
    book.do(Begin(HOST))
    return book


def away(*seats: int) -> frozenset[int]:
    return frozenset(seats)


def handed(table: Table) -> list[int]:
    return [seat for seat, place in enumerate(table.places) if place.owner and place.bot]


def test_nobody_can_hand_over_the_seat_of_somebody_who_is_here() -> None:
    book = begun("raise", 2)
    with pytest.raises(Refused) as refused:
        book.do(Vote(0, GUEST))
    assert refused.value.code == "vote/present"
    assert handed(book.table) == []
    book.do(Vote(0, GUEST, away(0)))
    assert book.table.places[0].bot == HOUSE_BOT
    assert book.table.places[0].owner == HOST


def test_a_majority_is_not_enough() -> None:
    book = seated(HOST, GUEST, THIRD, "fourth")
    book.do(Vote(0, GUEST, away(0)))
    book.do(Vote(0, THIRD, away(0)))
    assert handed(book.table) == []
    book.do(Vote(0, "fourth", away(0)))
    assert handed(book.table) == [0]


def test_a_device_with_two_seats_votes_for_both() -> None:
    book = seated(HOST, GUEST, GUEST, THIRD)
    book.do(Vote(0, GUEST, away(0)))
    assert book.table.votes[0] == {1, 2}
    book.do(Vote(0, THIRD, away(0)))
    assert handed(book.table) == [0]
    assert book.replayed().places == book.table.places


def test_a_handed_seat_neither_votes_nor_is_waited_for() -> None:
    book = seated(HOST, GUEST, THIRD)
    book.do(TimeUp(0, book.table.decision))
    with pytest.raises(Refused) as refused:
        book.do(Vote(1, HOST, away(1)))
    assert refused.value.code == "vote/not_yours"
    book.do(Vote(1, THIRD, away(1)))
    assert handed(book.table) == [0, 1]


def test_who_is_away_too_is_not_waited_for() -> None:
    book = seated(HOST, GUEST, THIRD)
    book.do(Vote(0, THIRD, away(0, 1)))
    assert handed(book.table) == [0]


def test_handing_one_seat_over_leaves_the_votes_about_another_alone() -> None:
    book = seated(HOST, GUEST, THIRD, "fourth")
    book.do(Vote(1, THIRD, away(0, 1)))
    book.do(Vote(0, THIRD, away(0, 1)))
    book.do(Vote(0, "fourth", away(0, 1)))
    assert handed(book.table) == [0]
    assert book.table.votes == {1: {2}}
    book.do(Vote(1, "fourth", away(1)))
    assert handed(book.table) == [0, 1]


def test_votes_lapse_when_the_person_is_back_before_all_have_voted() -> None:
    book = seated(HOST, GUEST, THIRD)
    book.do(Vote(0, GUEST, away(0)))
    book.do(Back(HOST))
    assert book.table.votes == {}
    assert book.replayed().votes == {}
    number = book.table.number
    book.do(Back(HOST))
    assert book.table.number == number  # nothing to lapse, nothing to log
    book.do(Vote(0, THIRD, away(0)))
    assert handed(book.table) == []


def test_at_a_table_with_a_clock_the_clock_decides() -> None:
    book = seated(HOST, GUEST, clock=60)
    with pytest.raises(Refused) as refused:
        book.do(Vote(0, GUEST, away(0)))
    assert refused.value.code == "vote/clock"
    book.do(TimeUp(0, book.table.decision))
    assert handed(book.table) == [0]


def test_a_choice_that_the_bot_has_made_is_not_its_persons() -> None:
    book = begun("hick-hack", 2)
    number = book.table.decision
    assert book.table.is_simultaneous
    assert book.table.position is not None
    book.do(TimeUp(0, number))
    move = book.table.position.legal_moves(0, whole=True)[0]
    book.do(Play(0, None, move, number))
    assert 0 in book.table.choices
    book.do(Return(0, HOST))
    assert 0 not in book.table.choices  # the person is asked again
    assert 0 in book.table.pending
    assert book.replayed().choices == book.table.choices


def test_an_own_choice_stays_when_the_seat_goes_to_a_bot_and_comes_back() -> None:
    book = begun("hick-hack", 2)
    number = book.table.decision
    assert book.table.position is not None
    move = book.table.position.legal_moves(0, whole=True)[0]
    book.do(Play(0, HOST, move, number))
    book.do(Vote(0, GUEST, away(0)))
    book.do(Return(0, HOST))
    assert book.table.choices[0].steps == move.steps


def test_a_move_of_its_person_takes_the_seat_back() -> None:
    book = begun("raise", 2)
    seat = book.table.pending[0]
    owner = (HOST, GUEST)[seat]
    book.do(TimeUp(seat, book.table.decision))
    assert book.table.position is not None
    book.do(Play(seat, owner, book.table.position.legal_moves(seat, whole=True)[0], book.table.decision))
    assert handed(book.table) == []
    assert book.log[-2].kind == "returned"


def test_everybody_is_told_why_a_bot_plays_and_who_is_back() -> None:
    book = seated(HOST, GUEST, THIRD)
    book.do(TimeUp(0, book.table.decision))
    book.do(Return(0, HOST))
    book.do(Vote(1, HOST, away(1)))
    book.do(Vote(1, THIRD, away(1)))
    assert [(notice.kind, notice.seat) for notice in book.table.notices] == [
        ("handed clock", 0),
        ("returned", 0),
        ("handed vote", 1),
    ]
    assert book.replayed().notices == book.table.notices


def test_logs_of_before_still_fold() -> None:
    book = seated(HOST, GUEST, THIRD)
    table = evolve(book.table, TableEvent("voted", {"seat": 0, "by": 1}))
    assert table.votes == {0: {1}}
    table = evolve(table, TableEvent("voted", {"seat": 0, "by": 2}))
    table = evolve(table, TableEvent("handed", {"seat": 0, "bot": "thumb"}))
    assert table.places[0].bot == "thumb"
    assert evolve(table, TableEvent("returned", {"seat": 0})).places[0].bot is None


def test_in_logs_of_before_a_bots_choice_stayed_with_its_person() -> None:
    book = begun("hick-hack", 2)
    number, position = book.table.decision, book.table.position
    assert position is not None
    book.do(TimeUp(0, number))
    book.do(Play(0, None, position.legal_moves(0, whole=True)[0], number))
    book.log.append(TableEvent("returned", {"seat": 0}))
    book.table = evolve(book.table, book.log[-1])
    book.do(Play(1, GUEST, position.legal_moves(1, whole=True)[0], number))
    assert book.replayed().position == book.table.position
    assert book.table.decision == number + 1


# -- Who is here, as the hub knows it ------------------------------------------------------------


class Clock:
    """The time, as the test says."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def opened(folder: Path, clock: Clock) -> AsyncIterator[Hub]:
    hub = Hub(await SQLiteLog.open(folder), Thinkers(1), clock=clock)
    try:
        yield hub
    finally:
        await hub.close()


def test_somebody_is_absent_a_minute_after_the_last_connection_or_request_and_votes_lapse_on_return(
    tmp_path: Path,
) -> None:
    asyncio.run(_come_and_go(tmp_path))


async def _come_and_go(folder: Path) -> None:
    clock = Clock()
    async with opened(folder, clock) as hub:
        live = await hub.create("raise", 3, {}, HOST)
        for seat, who in enumerate((HOST, GUEST, THIRD)):
            await hub.act(live, Sit(seat, who, who))
        await hub.act(live, Begin(HOST))
        async with hub.connected(live, HOST), hub.connected(live, GUEST):
            async with hub.connected(live, HOST):  # a second page
                clock.now += 10 * AWAY
            assert hub.absent(live) == {2}
            async with hub.connected(live, THIRD):
                assert hub.absent(live) == set()
            clock.now += AWAY - 1
            assert hub.absent(live) == set()
            clock.now += 1
            assert hub.absent(live) == {2}
            await hub.act(live, Vote(2, HOST, hub.absent(live)))
            assert live.table.votes == {2: {0}}
            await hub.asked(live, THIRD)  # one request is enough to be here
            assert live.table.votes == {}
            assert hub.absent(live) == set()
        clock.now += AWAY
        assert hub.absent(live) == {0, 1, 2}
    async with opened(folder, clock) as hub:  # after a restart nobody has been away yet
        live = await hub.live(live.table.id)
        assert hub.absent(live) == set()
        clock.now += AWAY
        assert hub.absent(live) == {0, 1, 2}


def test_who_is_back_sees_the_table_also_while_nothing_can_be_written(tmp_path: Path) -> None:
    asyncio.run(_back_while_the_disk_is_full(tmp_path))


async def _back_while_the_disk_is_full(folder: Path) -> None:
    clock = Clock()
    async with opened(folder, clock) as hub:
        live = await hub.create("raise", 3, {}, HOST)
        for seat, who in enumerate((HOST, GUEST, THIRD)):
            await hub.act(live, Sit(seat, who, who))
        await hub.act(live, Begin(HOST))
        async with hub.connected(live, HOST), hub.connected(live, GUEST):
            clock.now += AWAY
            await hub.act(live, Vote(2, HOST, hub.absent(live)))
            write = hub.events.append
            hub.events.append = _full  # type: ignore[method-assign]
            await hub.asked(live, THIRD)
            async with hub.connected(live, THIRD):
                assert hub.absent(live) == set()
            hub.events.append = write  # type: ignore[method-assign]
            assert live.table.votes == {2: {0}}
            await hub.asked(live, THIRD)
            assert live.table.votes == {}


async def _full(*args: object, **more: object) -> None:
    raise StoreError("the disk is full")
