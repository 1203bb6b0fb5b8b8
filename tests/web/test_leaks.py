"""The leak test: what a page sends is the same in all worlds that differ only in what its reader may not know."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import tripot
from tests.web.test_table import Book, owner
from tripot.core.state import SPECTATOR
from tripot.web.frame import drawing, scene_of
from tripot.web.render import Storyteller
from tripot.web.table import Begin, Play, Sit, Table

GAMES = [(game.name, seats) for game in tripot.games() for seats in (game.least, game.most)]


def seated(game: str, seats: int) -> Book:
    book = Book(game, seats)
    for seat in range(seats):
        book.do(Sit(seat, f"owner {seat}", f"Ada {seat}"))
    book.do(Begin("host"))
    return book


def html(table: Table, seat: int, lang: str, teller: Storyteller, real: Table) -> str:
    """What the page of a seat shows; the story of the past is the real one, which the seat has seen."""
    assert table.position is not None
    told = teller.told(real, seat, lang)
    scene = scene_of(table, table.position.view(seat), lang, told.recent)
    return str(drawing(table, scene, told.lines, None if seat == SPECTATOR else f"owner {seat}"))


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_pages_show_nothing_that_a_seat_may_not_know(game: str, seats: int) -> None:
    book, chooser, teller = seated(game, seats), random.Random(seats), Storyteller()
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
                assert html(other, seat, lang, teller, table) == html(table, seat, lang, teller, table)
        seat = chooser.choice(table.pending)
        move = str(chooser.choice(table.position.legal_moves(seat, whole=True, limit=30)))
        book.do(Play(seat, owner(table, seat), move, table.decision))
    assert differed or game == "razzia-knizia"  # where nothing but the future is hidden


def other_choices(table: Table, world: tripot.Position, seat: int, chooser: random.Random) -> dict[int, tripot.Move]:
    """The seat's own choice stays; the others might have chosen anything that they could in the other world."""
    return {
        chosen: move if chosen == seat else chooser.choice(world.legal_moves(chosen, whole=True))
        for chosen, move in table.choices.items()
    }
