"""The law of lessons: a coached round is legal, and says something at each step."""

from __future__ import annotations

from tripot.play import Game
from tripot.play.lesson import faults, lesson_of

from .walks import demand


def a_lesson_can_be_played_to_its_end(game: Game, seats: int) -> None:
    """Where a game has a lesson for that many seats: few steps, whole sentences, and a line of play that the rules allow."""
    lesson = lesson_of(game)
    if lesson is not None and lesson.seats == seats:
        wrong = faults(game, lesson)
        demand(not wrong, "the lesson", "; ".join(wrong))
