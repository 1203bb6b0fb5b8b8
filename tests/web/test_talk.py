"""What bots say: rarely, the same for all, and nothing that a spectator does not know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

import tripot
from tests.web.test_table import Book, owner
from tripot.bots import LEVELS
from tripot.core.state import SPECTATOR
from tripot.language import languages
from tripot.web.drawing.course import course_of
from tripot.web.drawing.frame import scene_of
from tripot.web.drawing.render import LogCache
from tripot.web.drawing.sayings import SAYINGS
from tripot.web.drawing.talk import ROUNDS_A_LINE, spoken
from tripot.web.table import Begin, Play, Sit, SitBot, Table

GAMES = [game.name for game in tripot.games()]


def tables(game: str, seed: int, count: int) -> Iterator[Table]:
    """Every moment of some games of a person and bots of all levels."""
    levels = list(LEVELS)
    for number in range(count):
        book, chooser = Book(game, tripot.load(game).usual_seats), random.Random(f"{seed} {number}")
        book.table = replace(book.table, id=f"t{number}")
        book.do(Sit(0, "host", "Ada"))
        for seat in range(1, book.table.seats):
            book.do(SitBot(seat, "host", levels[(seat + number) % len(levels)]))
        book.do(Begin("host"))
        while not book.table.is_over:
            yield book.table
            table = book.table
            assert table.position is not None
            seat = chooser.choice(table.pending)
            move = chooser.choice(table.position.legal_moves(seat, whole=True, limit=30))
            book.do(Play(seat, owner(table, seat), move, table.decision))
        yield book.table


@pytest.mark.parametrize("game", GAMES)
def test_bots_speak_rarely_in_their_own_manner_and_alike_to_all(game: str) -> None:
    logs, said, rounds = LogCache(), set[tuple[str, int, str]](), 0
    for table in tables(game, seed=1, count=8):
        log = logs.seat_log(table, SPECTATOR, "en")
        scene = logs.scene(table, log, "en")
        line = spoken(scene)
        assert spoken(logs.scene(table, logs.seat_log(table, 0, "en"), "en")) == line
        if table.is_over:
            rounds += len(course_of(table).marks) - 1
        elif line is not None:
            bot = table.places[line.seat].bot
            assert table.places[line.seat].owner is None
            assert bot in LEVELS
            assert any(line.words in lines for lines in SAYINGS["en"][bot].values())
            said.add((table.id, table.decision, line.words))
    assert 0 < len(said) <= 2 * rounds / ROUNDS_A_LINE


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_is_the_same_in_all_worlds_that_look_alike(game: str) -> None:
    logs, heard = LogCache(), 0
    for table in tables(game, seed=2, count=6):
        position = table.position
        assert position is not None
        recent = logs.seat_log(table, SPECTATOR, "fr").recent
        line = spoken(scene_of(table, position.view(SPECTATOR), "fr", recent))
        if line is not None:
            heard += 1
            for seed in range(3):
                world = position.view(SPECTATOR).imagine(seed=seed)
                assert spoken(scene_of(replace(table, position=world), world.view(SPECTATOR), "fr", recent)) == line
    assert heard


def test_every_character_has_its_own_lines_for_every_occasion_in_every_language() -> None:
    for lang in languages():
        assert set(SAYINGS[lang]) == set(LEVELS)
        occasions = [set(lines) for lines in SAYINGS[lang].values()]
        assert all(each == occasions[0] for each in occasions)
        lines = [line for each in SAYINGS[lang].values() for said in each.values() for line in said]
        assert len(lines) == len(set(lines))
        assert all(lines)
