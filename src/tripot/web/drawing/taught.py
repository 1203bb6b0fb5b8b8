"""The table of a lesson at each of its steps: for the pages of lessons, and for pictures in the rules."""

from __future__ import annotations

import functools
from dataclasses import replace

from tripot.bots import LEVELS
from tripot.core.state import SPECTATOR
from tripot.outside import GUEST
from tripot.play import Game, Position
from tripot.play.lesson import lesson_of

from ..root import url
from ..table import Place, Table
from .boards import board_of
from .frame import scene_of
from .scene import Scene
from .seats import seats


@functools.cache
def positions_of(game: Game) -> tuple[Position, ...]:
    """The positions of a lesson: always the same, so played once."""
    lesson = lesson_of(game)
    assert lesson is not None
    return lesson.positions(game)


def table_at(game: Game, number: int) -> Table:
    """Where the learner sits at a step, counted from 0: a table that is in no hub and no log."""
    lesson, position = lesson_of(game), positions_of(game)[number]
    assert lesson is not None
    nobody, bots = ("",) * lesson.seats, iter(lesson.bots)
    levels = [None if seat == lesson.seat else next(bots) for seat in range(lesson.seats)]
    places = [Place(name=LEVELS[level].name, bot=level) if level else Place(name=GUEST, owner="") for level in levels]
    return Table(
        id="",
        game=game,
        seats=lesson.seats,
        options={},
        host="",
        is_public=False,
        commitment="",
        places=tuple(places),
        pledges=nobody,
        entropies=nobody,
        position=position,
        choices=lesson.choices(game, number, position) if lesson.seat in position.pending else {},
    )


def scene_at(game: Game, number: int, lang: str, seat: int = SPECTATOR) -> Scene:
    """What a seat (without one a spectator) sees at a step; its forms lead to the next one."""
    lesson, position = lesson_of(game), positions_of(game)[number]
    assert lesson is not None
    recent = tuple(position.since(positions_of(game)[begun], SPECTATOR)) if (begun := _begun(game, number)) >= 0 else ()
    address = url(f"/g/{game.name}/learn/{number + 1}")
    return scene_of(table_at(game, number), position.view(seat), lang, recent, address=address)


def _begun(game: Game, number: int) -> int:
    """The step with the decision from which on a step's board may tell what has happened, as at a table: the last one, or the one
    that began the round; -1 if there is none.
    """
    lesson, begins = lesson_of(game), game.begins_round
    assert lesson is not None
    asked = [at for at in range(number) if lesson.steps[at].play]
    starts = [at for at in asked if begins is None or begins(positions_of(game)[at].view(SPECTATOR).state)]
    return starts[-1] if starts else -1


def picture_at(game: Game, number: int, lang: str, seat: int = SPECTATOR) -> Scene:
    """The same only to look at, for a page that shows several steps."""
    return replace(scene_at(game, number, lang, seat), is_still=True, prefix=f"step{number}-")


def seats_at(game: Game, number: int, lang: str) -> str:
    """The panels of all seats at a step, as a spectator sees them, for a picture."""
    return str(seats(table_at(game, number), picture_at(game, number, lang), board_of(game), (), frozenset()))
