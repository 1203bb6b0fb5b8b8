"""The beats of a reveal: how long they last, and when a clock begins after them."""

from __future__ import annotations

import re
from pathlib import Path

from tests.web.test_hub import Hubs, in_hubs, people
from tests.web.test_table import GAMES, Book
from tripot.web.deal import Dealer
from tripot.web.drawing.beats import Beat, Flight
from tripot.web.drawing.render import LogCache
from tripot.web.drawing.reveal import (
    LONGEST,
    OPENING,
    SHEET_BY_THE_CLOCK,
    Numbered,
    Time,
    beats_html,
    calm_seconds,
    times,
)
from tripot.web.hub import Hub
from tripot.web.live import Live
from tripot.web.table import Begin, Play, Sit, SitBot

PLACE, SHEET = Beat("place", "A bar."), Beat("sheet", "")
NOTE = Flight("place-1", "seat-0", "<i>5</i>")


def lengths(*beats: Beat, has_clock: bool = False) -> list[tuple[int, int]]:
    return [(sum(calm), sum(brisk)) for calm, brisk in times(beats, has_clock=has_clock)]


def test_from_the_fourth_place_on_beats_are_a_third_shorter() -> None:
    assert lengths(*[PLACE] * 4, Beat("dice", "")) == [(1100, 550)] * 3 + [(733, 366), (1066, 533)]


def test_things_fly_when_a_sentence_has_been_read_one_after_the_other() -> None:
    assert times([Beat("place", "", fly=(NOTE,) * 3)], has_clock=False) == [(Time(1100, 540), Time(550, 380))]
    assert times([Beat("turn", "", fly=(NOTE,))], has_clock=False) == [(Time(0, 1300), Time(0, 610))]


def test_no_reveal_lasts_longer_than_nine_seconds_without_its_sheet() -> None:
    shown = lengths(*[Beat("turn", "A card.")] * 12, SHEET)
    assert LONGEST - 12 <= sum(calm for calm, _ in shown) <= LONGEST
    assert shown[0][1] == 610  # brisk it is short enough
    assert shown[-1] == (0, 2500)


def test_as_long_as_no_person_has_moved_what_bots_do_is_shown_quickly() -> None:
    in_turn = [game for game in GAMES if len(dealt(game, b"0").table.pending) == 1]
    assert in_turn
    for game in in_turn:
        books = (dealt(game, f"{seed}".encode()) for seed in range(100))
        book = next(book for book in books if book.table.pending[0] > 1)  # a bot, then another one
        shown = [play_on(book)]
        while book.table.is_opening:
            shown.append(play_on(book))
        assert all(0 < quick <= OPENING / 1000 for quick in shown[:-1])
        assert shown[-1] > OPENING / 1000  # the move of a person, or what it has turned up


def dealt(game: str, seed: bytes) -> Book:
    """A table of a person and three bots."""
    book = Book(game, 4)
    book.dealer = Dealer(seed)
    book.do(Sit(0, "host", "Ada"))
    for seat in range(1, 4):
        book.do(SitBot(seat, "host", "regular"))
    book.do(Begin("host"))
    return book


def play_on(book: Book) -> float:
    """Make the first move that is possible, and answer for how many seconds it is shown."""
    seat, position = book.table.pending[0], book.table.position
    assert position is not None
    book.do(Play(seat, None if seat else "host", position.legal_moves(seat)[0], book.table.decision))
    return LogCache().showing(book.table)


def test_a_calm_sheet_stays_until_somebody_goes_on_but_not_where_a_clock_runs() -> None:
    assert lengths(SHEET) == [(0, 2500)]
    assert lengths(SHEET, has_clock=True) == [(SHEET_BY_THE_CLOCK, 2500)]
    assert calm_seconds([Numbered(1, PLACE), Numbered(1, SHEET)]) == 1.1 + SHEET_BY_THE_CLOCK / 1000


def test_what_people_are_called_is_escaped_in_a_sentence() -> None:
    html = beats_html([Numbered(7, Beat("word", "<b>Bo</b> bids", 'a"b'))], 6, 7, has_clock=False, lang="en")
    assert "<p>&lt;b&gt;Bo&lt;/b&gt; bids</p>" in html
    assert 'data-place="a&#34;b"' in html
    assert re.match(r'<template id="beats" data-from="6" data-step="7">', html)


def test_a_clock_begins_when_what_led_to_the_decision_has_been_shown_calmly_also_after_a_restart(
    tmp_path: Path,
) -> None:
    async def play(hubs: Hubs) -> None:
        hub, time = await hubs.open(), hubs.time
        hub.showing = LogCache().showing
        live = await people(hub, clock=60)
        assert live.deadline == time.now + 60  # what lies there at the beginning is not played
        time.now += 10
        await all_choose(hub, live)
        shown = LogCache().showing(live.table)
        assert shown > 0
        assert live.deadline == time.now + shown + 60
        assert live.table.id not in await hub.events.waking(time.now + 60)
        hub = await hubs.again()
        hub.showing = LogCache().showing
        assert (await hub.live(live.table.id)).deadline == live.deadline
        time.now = live.deadline
        await hub.attendant.sweep_once()
        assert (await hub.live(live.table.id)).table.handed == set(live.table.pending)

    in_hubs(tmp_path, play)


async def all_choose(hub: Hub, live: Live) -> None:
    """Everybody makes the hidden choice."""
    for seat in live.table.pending:
        assert live.table.position is not None
        move = live.table.position.legal_moves(seat, whole=True)[0]
        await hub.act(live, Play(seat, f"p{seat}", move, live.table.decision))
