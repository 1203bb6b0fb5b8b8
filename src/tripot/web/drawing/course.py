"""The course of a game that is over: where everybody stood after each round, and what turned it.

All of it follows from the scores, so it is there for every game. A game that says when its rounds begin (`Game.begins_round`,
`Game.round_of`) is counted by rounds, any other one by the decisions that changed a score.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tripot.core.state import CHANCE, SPECTATOR
from tripot.play import Position
from tripot.play.move import Step
from tripot.play.reading import points

from ..table import Table

MOST_TURNS = 3


class Mark(NamedTuple):
    """The scores at the end of a round."""

    step: int
    """The number of the decision that comes next, as the replay counts them."""
    round: int
    """The round that has ended, 0 for none; without rounds the step."""
    scores: tuple[int, ...]


class Turn(NamedTuple):
    """A turning point: the round in which somebody took the lead, or gained far more than the others."""

    mark: int
    """Its place in the course."""
    step: int
    """The decision after the step that brought most."""
    seat: int
    gain: int
    """What the round brought the seat."""
    is_new_lead: bool
    what: Step
    """The step that brought most, as a spectator saw it."""
    most: int
    """What it brought."""


class Course(NamedTuple):
    """How a game went."""

    marks: list[Mark]
    turns: list[Turn]
    has_rounds: bool


# -- The decisions ---------------------------------------------------------------------


def decisions(table: Table) -> list[Position]:
    """The position at every decision of a game that is over, and at its end: the steps of its replay."""
    assert table.position is not None
    position = table.game.start(seats=table.seats, options=table.options)
    found: list[Position] = []
    choosing: set[int] = set()  # who has still to choose, where several choose face down: that is one decision
    for line in (None, *table.position.record().lines):
        if line is not None:
            position = position.play(" ".join(line.tokens), seat=CHANCE if line.actor is None else line.actor)
            choosing -= {line.actor}
        if not choosing and position.to_act != CHANCE:
            found.append(position)
            choosing = set(position.pending) if len(position.pending) > 1 else set()
    return found


def rounds(positions: Sequence[Position]) -> list[int]:
    """The round of every decision, from 1; nothing for a game without rounds."""
    game = positions[0].game
    if game.round_of is not None:
        return [game.round_of(position.view(SPECTATOR).state) for position in positions]
    if game.begins_round is None:
        return []
    found, now = [], 0
    for position in positions:
        now += not position.is_over and game.begins_round(position.view(SPECTATOR).state)
        found.append(max(now, 1))
    return found


# -- The course ------------------------------------------------------------------------


def course_of(table: Table) -> Course:
    """The course of a game that is over; the whole game is played once more for it."""
    positions = decisions(table)
    of = rounds(positions)
    marks = _marks(positions, of)
    return Course(marks, _turns(positions, marks), bool(of))


def _marks(positions: Sequence[Position], of: Sequence[int]) -> list[Mark]:
    """The beginning, the end of every round, and the end."""
    found, last = [Mark(0, 0, positions[0].scores)], len(positions) - 1
    for step in range(1, last + 1):
        scores = positions[step].scores
        if step == last or (of[step] != of[step - 1] if of else scores != found[-1].scores):
            ended = step if not of else of[step if step == last else step - 1]
            found.append(Mark(step, ended, scores))
    return found


def leaders(scores: Sequence[int]) -> list[int]:
    """The seats that have most; nobody leads while all have the same."""
    best = max(scores)
    return [] if min(scores) == best else [seat for seat, score in enumerate(scores) if score == best]


def _turns(positions: Sequence[Position], marks: Sequence[Mark]) -> list[Turn]:
    """The last change of lead, the others by their swing, then the largest swings of all, at most three; in their order."""
    swings = []
    for place in range(1, len(marks)):
        before, after = marks[place - 1].scores, marks[place].scores
        gains = [now - then for then, now in zip(before, after, strict=True)]
        was, now = leaders(before), leaders(after)
        is_new = bool(was) and len(now) == 1 and now != was
        seat = now[0] if is_new else gains.index(max(gains))
        ahead = gains[seat] - (sum(gains) - gains[seat]) / max(1, len(gains) - 1)
        if gains[seat] > 0 and ahead > 0:
            swings.append((is_new, ahead, place, seat, gains[seat]))
    changes = [swing for swing in swings if swing[0]]
    last = changes[-1:]
    rest = sorted((swing for swing in swings if swing not in last), key=lambda swing: (not swing[0], -swing[1]))
    chosen = sorted([*last, *rest][:MOST_TURNS], key=lambda swing: swing[2])
    return [_turn(positions, marks, place, seat, gain, is_new) for is_new, _, place, seat, gain in chosen]


def _turn(positions: Sequence[Position], marks: Sequence[Mark], place: int, seat: int, gain: int, is_new: bool) -> Turn:
    """The turning point, with the step of that round that brought the seat most."""
    inside = range(marks[place - 1].step + 1, marks[place].step + 1)
    step = max(inside, key=lambda at: positions[at].scores[seat] - positions[at - 1].scores[seat])
    what = max(
        positions[step].since(positions[step - 1], SPECTATOR), key=lambda walked: _gain(positions[0], walked, seat)
    )
    return Turn(place, step, seat, gain, is_new, what, _gain(positions[0], what, seat))


def _gain(start: Position, step: Step, seat: int) -> int:
    rules, seats = start.game.rules, start.seats
    return points(rules, step.after, seats)[seat] - points(rules, step.before, seats)[seat]


def since_when(course: Course, seat: int) -> int | None:
    """The place of the mark from which on the seat has led without a break, alone or not; None if it does not lead at the end."""
    places = range(1, len(course.marks))
    led = [seat in leaders(course.marks[place].scores) for place in places]
    if not led or not led[-1]:
        return None
    return next((place for place in reversed(places) if not led[place - 1]), 0) + 1


# -- The order at the end --------------------------------------------------------------


class Rank(NamedTuple):
    """A seat at the end."""

    place: int
    """From 1; equal seats have the same."""
    seat: int
    score: int


def ranking(scores: Sequence[int], winners: Sequence[int]) -> list[Rank]:
    """The seats in final order: winners first, whatever decided a tie; of a game that was not won those who have most."""
    fewest_win = bool(winners) and min(scores[seat] for seat in winners) < max(scores)

    def standing(seat: int) -> tuple[bool, int]:
        return seat not in winners, scores[seat] if fewest_win else -scores[seat]

    order = sorted(range(len(scores)), key=standing)
    keys = [standing(seat) for seat in order]
    return [Rank(keys.index(key) + 1, seat, scores[seat]) for seat, key in zip(order, keys, strict=True)]
