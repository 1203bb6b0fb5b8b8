"""The leak test: what a page sends is the same in all worlds that differ only in what its reader may not know."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import tripot
from tests.web.test_table import Book, owner
from tripot.core.state import SPECTATOR
from tripot.laws import traits
from tripot.web.drawing.curtain import curtain_drawing, front_of
from tripot.web.drawing.frame import drawing, scene_of
from tripot.web.drawing.render import LogCache, SeatLog, reveal_html
from tripot.web.table import Begin, Play, Say, Sit, Table

GAMES = [(game.name, seats) for game in tripot.games() for seats in (game.least, game.most)]


def seated(game: str, seats: int) -> Book:
    book = Book(game, seats)
    for seat in range(seats):
        book.do(Sit(seat, f"owner {seat}", f"Ada {seat}"))
    book.do(Begin("host"))
    return book


def html(table: Table, seat: int, lang: str, logs: LogCache, real: Table) -> str:
    """What the page of a seat shows; the story of the past is the real one, which the seat has seen."""
    assert table.position is not None
    log = logs.seat_log(real, seat, lang)
    scene = scene_of(table, table.position.view(SPECTATOR), lang, log.recent)
    if seat != SPECTATOR:
        scene = scene.seen_by(table.position.view(seat), table.choices.get(seat), {}, {})
    assert real.position is not None
    reveal = reveal_html(logs._table_log(real), scene.open, real, real.position)
    return str(drawing(table, scene, log.lines, None if seat == SPECTATOR else f"owner {seat}", reveal=reveal))


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_pages_show_nothing_that_a_seat_may_not_know(game: str, seats: int) -> None:
    book, chooser, logs = seated(game, seats), random.Random(seats), LogCache()
    differed = 0
    while not book.table.is_over:
        table = book.table
        assert table.position is not None
        if chooser.random() < 0.3:
            for seat in (chooser.randrange(seats), SPECTATOR):
                lang = chooser.choice(("en", "fr"))
                world = table.position.view(seat).imagine(seed=table.number)
                other = replace(table, position=world, choices=other_choices(table, world, seat, chooser))
                differed += world != table.position
                assert html(other, seat, lang, logs, table) == html(table, seat, lang, logs, table)
        seat = chooser.choice(table.pending)
        move = chooser.choice(table.position.legal_moves(seat, whole=True, limit=30))
        book.do(Play(seat, owner(table, seat), move, table.decision))
    assert differed or not traits(tripot.load(game)).secrets


@pytest.mark.parametrize(("game", "seats"), [(game.name, 3) for game in tripot.games()])
def test_the_curtain_shows_nothing_that_a_spectator_may_not_know(game: str, seats: int) -> None:
    book, chooser, logs = Book(game, seats), random.Random(8), LogCache()
    for seat in range(seats):  # the first two share a screen
        book.do(Sit(seat, f"owner {seat // 2}", f"Ada {seat}"))
    book.do(Begin("host"))
    curtains, wanted = 0, ""
    while not book.table.is_over:
        table = book.table
        assert table.position is not None
        shown, passing = front_of(table, "owner 0", wanted)
        if passing is not None:
            curtains += 1
            assert passing in table.pending
            assert shown == SPECTATOR
            world = table.position.view(SPECTATOR).imagine(seed=table.number)
            other = replace(table, position=world, choices=other_choices(table, world, SPECTATOR, chooser))
            lang = chooser.choice(("en", "fr"))
            page = str(curtain_drawing(table, passing, lang, "owner 0", logs))
            assert str(curtain_drawing(other, passing, lang, "owner 0", logs_of(logs, table, lang))) == page
            assert 'name="move"' not in page
            wanted = str(passing)
            assert front_of(table, "owner 0", wanted) == (passing, None)
        seat = int(wanted) if wanted and int(wanted) in table.pending else table.pending[-1]
        move = chooser.choice(table.position.legal_moves(seat, whole=True, limit=30))
        book.do(Play(seat, owner(table, seat), move, table.decision))
    assert curtains > seats
    assert front_of(book.table, "owner 0", "1") == (1, None)  # the end is for all
    assert front_of(book.table, "owner 1", "") == (2, None)  # who has one seat never meets a curtain


def logs_of(logs: LogCache, real: Table, lang: str) -> LogCache:
    """A cache whose logs of another world say what a spectator has seen of the real one."""

    class OtherLogs(LogCache):
        def seat_log(self, table: Table, seat: int, lang: str, hints: bool = True) -> SeatLog:
            return logs.seat_log(real, seat, lang, hints)

        def reveal(self, table: Table, lang: str, hints: bool = True) -> tuple[str, str]:
            assert table.position is not None
            assert real.position is not None
            log = logs._table_log(real)
            scene = scene_of(table, table.position.view(SPECTATOR), lang, log.recent)
            return reveal_html(log, scene, real, real.position)

    return OtherLogs()


def test_who_shares_a_screen_may_look_at_a_choice_again_until_something_happens() -> None:
    book = Book("hick-hack", 2)
    for seat in range(2):
        book.do(Sit(seat, "owner 0", f"Ada {seat}"))
    book.do(Begin("host"))
    assert book.table.position is not None
    assert front_of(book.table, "owner 0", "") == (SPECTATOR, 0)
    assert front_of(book.table, "owner 0", "1") == (1, None)
    move = book.table.position.legal_moves(0, whole=True)[0]
    book.do(Play(0, "owner 0", move, book.table.decision))
    assert front_of(book.table, "owner 0", "0") == (SPECTATOR, 1)
    again = f"0-{book.table.number}"
    assert f"?as={again}" in str(curtain_drawing(book.table, 1, "en", "owner 0", LogCache()))
    assert front_of(book.table, "owner 0", again) == (0, None)
    book.do(Say("owner 0", "Hm."))
    assert front_of(book.table, "owner 0", again) == (SPECTATOR, 1)


def other_choices(table: Table, world: tripot.Position, seat: int, chooser: random.Random) -> dict[int, tripot.Move]:
    """The seat's own choice stays; the others might have chosen anything that they could in the other world."""
    return {
        chosen: move if chosen == seat else chooser.choice(world.legal_moves(chosen, whole=True))
        for chosen, move in table.choices.items()
    }
