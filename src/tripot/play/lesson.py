"""A coached first round on a fixed deal: `lesson.py` in a game's folder, with a `LESSON`.

A lesson is a line of play in the notation of records, cut into steps. At each step something may happen first (cards drawn, what
the others do), then one sentence is said, and the learner reads on or makes the one move that the sentence is about. So the place
in a lesson is the number of its step: nothing else has to be kept, and every step can be played again from the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tripot.core.state import CHANCE
from tripot.errors import TripotError
from tripot.language import Translated, translated
from tripot.notation.record import CHANCE_MARK

from .game import Game
from .move import Move
from .position import Position

FEWEST, MOST = 4, 8  # steps
MOST_LIT = 2  # things: one place and one card


@dataclass(frozen=True, kw_only=True)
class LessonStep:
    """One idea, when it is needed."""

    says: str
    """One or two short sentences, marked for translation."""
    lit: tuple[str, ...] = ()
    """What stays lit on the board, as CSS selectors."""
    happens: str = ""
    """What happens before it: lines of a record, `* outcome …` for chance, `seat move` for the others."""
    play: str = ""
    """The move that the learner makes here, in the notation of the game; without it the learner reads on."""


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A coached round: who sits there, and its steps."""

    package: str
    """Of the game (`__package__`), whose catalogues translate the sentences."""
    seats: int
    steps: Sequence[LessonStep]
    bots: Sequence[str] = ("regular", "casual", "beginner", "expert", "master")
    """The levels whose names the others have, in the order of the seats; what they do is written in the steps."""
    seat: int = 0
    """Of the learner."""
    options: dict[str, object] = field(default_factory=dict)

    @cached_property
    def says(self) -> Translated[tuple[str, ...]]:
        """The sentences of all steps, by language."""
        return translated(self.package, tuple([step.says for step in self.steps]))

    def positions(self, game: Game) -> tuple[Position, ...]:
        """Where the game stands at every step, by the rules."""
        position = game.start(seats=self.seats, options=self.options)
        found: list[Position] = []
        for step in self.steps:
            position = played(position, step.happens)
            found.append(position)
            if step.play:
                position = position.play(self.move(game, step), seat=self.seat)
        return tuple(found)

    def move(self, game: Game, step: LessonStep) -> Move:
        """The move that the learner makes at a step."""
        return game.parse_move(step.play, seat=self.seat)

    def choices(self, game: Game, number: int, position: Position) -> dict[int, Move]:
        """What the others choose face down while the learner chooses at that step: their moves come right after the learner's."""
        asked = [seat for seat in position.pending if seat != self.seat]
        later = [step.happens for step in self.steps[number + 1 :]]
        moves = {seat: text for seat, text in map(_parsed, reversed("\n".join(later).splitlines())) if seat in asked}
        return {seat: game.parse_move(text, seat=seat) for seat, text in moves.items()} if len(asked) else {}


def lesson_of(game: Game) -> Lesson | None:
    """The lesson of a game, or None if it has none."""
    part = game.part("lesson")
    found: Lesson | None = part.LESSON if part else None
    return found


def played(position: Position, lines: str) -> Position:
    """A position after some lines of a record."""
    for line in filter(None, map(str.strip, lines.splitlines())):
        seat, text = _parsed(line)
        for move in text.split() if seat == CHANCE else [text]:
            position = position.play(move, seat=seat)
    return position


def _parsed(line: str) -> tuple[int, str]:
    who, _, text = line.strip().partition(" ")
    return (CHANCE if who == CHANCE_MARK or not who else int(who)), text


def faults(game: Game, lesson: Lesson) -> list[str]:
    """What is wrong with a lesson, a line each."""
    wrong = []
    if not FEWEST <= len(lesson.steps) <= MOST:
        wrong.append(f"a lesson has {FEWEST} to {MOST} steps, not {len(lesson.steps)}")
    for number, step in enumerate(lesson.steps, 1):
        if not step.says.endswith((".", "!", "?")):
            wrong.append(f"step {number} says no whole sentence: {step.says!r}")
        if len(step.lit) > MOST_LIT:
            wrong.append(f"step {number} lights {len(step.lit)} things, at most {MOST_LIT} can be")
    if not any(step.play for step in lesson.steps):
        wrong.append("the learner never plays")
    try:
        lesson.positions(game)
    except TripotError as error:
        wrong.append(f"it cannot be played: {error}")
    return wrong
