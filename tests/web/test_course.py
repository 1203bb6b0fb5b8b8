"""The course of a game: every decision once, the scores after every round, the order at the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tripot
from tests.web.test_table import Book, begun, moves, owner
from tripot.core.state import CHANCE
from tripot.web.drawing.chart import Line, charts
from tripot.web.drawing.course import (
    MOST_TURNS,
    Course,
    Mark,
    course_of,
    decisions,
    leaders,
    ranking,
    rounds,
    since_when,
)
from tripot.web.table import Play

GAMES = [game.name for game in tripot.games()]


def played(game: str) -> tuple[Book, list[int]]:
    """A game played to its end, and the length of its position at every decision of the table."""
    book, lengths = begun(game, tripot.load(game).usual_seats), list[int]()
    for seat, move in moves(book, seed=4):
        table = book.table
        assert table.position is not None
        if not lengths or lengths[-1] != table.position.length:
            lengths.append(table.position.length)
        book.do(Play(seat, owner(table, seat), move, table.decision))
    assert book.table.position is not None
    return book, [*lengths, book.table.position.length]


@pytest.mark.parametrize("game", GAMES)
def test_the_course_has_every_decision_and_the_scores_after_every_round(game: str) -> None:
    book, lengths = played(game)
    table = book.table
    positions, course = decisions(table), course_of(table)
    assert [position.length for position in positions] == lengths
    assert all(position.to_act != CHANCE for position in positions)
    assert positions[-1] == table.position
    of = rounds(positions)
    assert of == sorted(of)
    assert [mark.round for mark in course.marks[1:]] == list(range(1, of[-1] + 1))
    assert course.marks[-1].scores == table.position.scores
    assert len(course.turns) <= MOST_TURNS
    for turn in course.turns:
        before, after = course.marks[turn.mark - 1], course.marks[turn.mark]
        assert before.step < turn.step <= after.step
        assert turn.gain == after.scores[turn.seat] - before.scores[turn.seat] > 0
        assert turn.is_new_lead == (
            bool(leaders(before.scores)) and leaders(before.scores) != leaders(after.scores) == [turn.seat]
        )
        assert turn.most > 0
    lines = [Line(f"N{seat}", "you" if seat == 1 else "") for seat in range(table.seats)]
    drawn = charts(course, lines, "en", "/t/x/replay?n=")
    assert drawn.count('class="ln ') == 2 * table.seats
    assert [f"n={turn.step}" in drawn for turn in course.turns] == [True] * len(course.turns)


def test_a_game_without_rounds_is_counted_by_the_decisions_that_changed_a_score() -> None:
    book, _ = played("raise")
    course = course_of(replace(book.table, game=replace(book.table.game, begins_round=None)))
    assert not course.has_rounds
    assert all(mark.round == mark.step for mark in course.marks)
    assert course.marks[-1].scores == book.table.position.scores  # type: ignore[union-attr]


def test_winners_come_first_and_equal_seats_share_a_place() -> None:
    def places(scores: list[int], winners: list[int]) -> list[tuple[int, int]]:
        return [(rank.place, rank.seat) for rank in ranking(scores, winners)]

    assert places([3, 9, 5, 5], [1]) == [(1, 1), (2, 2), (2, 3), (4, 0)]
    assert places([9, 9, 5], [0, 1]) == [(1, 0), (1, 1), (3, 2)]
    assert places([9, 9, 5], [1]) == [(1, 1), (2, 0), (3, 2)]  # a rule broke the tie
    assert places([9, 2, 5], [1]) == [(1, 1), (2, 2), (3, 0)]  # the fewest points win
    assert places([3, 9, 5], []) == [(1, 1), (2, 2), (3, 0)]  # given up


def test_since_when_somebody_leads() -> None:
    def course(*scores: tuple[int, ...]) -> Course:
        return Course([Mark(step, step, each) for step, each in enumerate(scores)], [], has_rounds=True)

    told = course((0, 0), (1, 0), (1, 2), (3, 2), (4, 4), (6, 5))
    assert since_when(told, 0) == 5  # with equal scores nobody leads
    assert since_when(told, 1) is None
    assert since_when(course((0, 0), (1, 0), (2, 1)), 0) == 1
