"""The storyteller keeps every reader's log going; what it says is what telling the game anew would say."""

from __future__ import annotations

import random
import re

import pytest

import tripot
from tests.web.test_leaks import html, seated
from tests.web.test_table import Book, owner
from tripot.core.state import SPECTATOR
from tripot.web.render import LOG_KEPT, Storyteller
from tripot.web.table import Begin, Event, Play, Sit, SitBot, Table, evolve, first


def steps(table: Table, seat: int, teller: Storyteller) -> list[tuple[object, ...]]:
    return [tuple(step) for step in teller.told(table, seat, "en").recent]


@pytest.mark.parametrize(
    ("game", "seats"), [(game.name, seats) for game in tripot.games() for seats in (game.least, 4)]
)
def test_a_log_kept_up_step_by_step_is_the_log_told_anew(game: str, seats: int) -> None:
    book, chooser, kept = seated(game, seats), random.Random(3), Storyteller()
    compared = 0
    while not book.table.is_over:
        table = book.table
        assert table.position is not None
        for seat in (0, SPECTATOR):
            if chooser.random() < 0.7:  # a reader may miss some boards
                anew = Storyteller()
                assert steps(table, seat, kept) == steps(table, seat, anew)
                assert kept.told(table, seat, "en").lines == anew.told(table, seat, "en").lines[-LOG_KEPT:]
                compared += 1
        seat = chooser.choice(table.pending)
        move = str(chooser.choice(table.position.legal_moves(seat, whole=True, limit=20)))
        book.do(Play(seat, owner(table, seat), move, table.decision))
    assert compared > seats


@pytest.mark.parametrize("game", [game.name for game in tripot.games()])
def test_no_dot_stands_in_a_panel_without_anything_after_it(game: str) -> None:
    book, teller, looked = Book(game, 3), Storyteller(), 0
    book.do(Sit(0, "owner 0", "Ada"))
    for seat in (1, 2):
        book.do(SitBot(seat, "host", "random"))
    book.do(Begin("host"))
    chooser = random.Random(5)
    while not book.table.is_over:
        table = book.table
        assert table.position is not None
        page = html(table, 0, "en", teller, table)
        assert not re.search(r"·\s*(<[^>]*>\s*)*</span>", page)
        looked += "bot ·" in page
        seat = chooser.choice(table.pending)
        move = str(chooser.choice(table.position.legal_moves(seat, whole=True, limit=20)))
        book.do(Play(seat, "owner 0" if seat == 0 else None, move, table.decision))
    assert looked


def test_a_table_read_from_its_log_anew_is_told_from_the_start() -> None:
    book, teller = seated("raise", 2), Storyteller()
    for _ in range(4):
        table = book.table
        assert table.position is not None
        seat = table.pending[0]
        book.do(Play(seat, owner(table, seat), str(table.position.legal_moves(seat, whole=True)[0]), table.decision))
        teller.told(book.table, 0, "en")
    again = first(book.log[0])
    for event in book.log[1:]:
        again = evolve(again, Event(event.kind, event.body))
    assert teller.told(again, 0, "en").lines == Storyteller().told(again, 0, "en").lines
