"""The laws of lessons: a coached round is legal, says something at each step, and lights what lies on the board."""

from __future__ import annotations

from tripot.language import SOURCE
from tripot.play import Game
from tripot.play.lesson import faults, lesson_of

from .selecting import elements_of, select
from .walks import demand


def a_lesson_can_be_played_to_its_end(game: Game, seats: int) -> None:
    """Where a game has a lesson for that many seats: few steps, whole sentences, and a line of play that the rules allow."""
    lesson = lesson_of(game)
    if lesson is not None and lesson.seats == seats:
        wrong = faults(game, lesson)
        demand(not wrong, "the lesson", "; ".join(wrong))


def a_lesson_lights_what_lies_on_its_board(game: Game, seats: int) -> None:
    """Whatever a step lights is on the board that is drawn at that step. Without the site there are no boards."""
    lesson = lesson_of(game)
    try:
        from tripot.web.drawing.coach import drawn_step
    except ImportError:
        return
    if lesson is None or lesson.seats != seats:
        return
    for number, step in enumerate(lesson.steps):
        page = elements_of(str(drawn_step(game, lesson, number, SOURCE)))
        for lit in step.lit:
            demand(select(page, f"#live {lit}"), f"step {number + 1} of the lesson", f"no {lit} is on the board")
