"""A game that is over, step by step: as a seat saw it, as a spectator saw it, or with every hand open."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from tripot.core.state import SPECTATOR
from tripot.outside import whole_number
from tripot.play import Position

from ..table import Table
from .boards import board_of
from .course import decisions, rounds
from .frame import board_drawing, scene_of
from .parts import Drawing
from .render import past_of
from .scene import Scene, text
from .talk import LOG_LINES

OPEN = "open"
"""The eye that sees every hand."""


class Replay(NamedTuple):
    """What the page of a replay shows."""

    number: int
    most: int
    eye: str
    """A seat, nothing for a spectator, or `open`."""
    rounds: list[tuple[int, int]]
    """Every round, and the step that it begins with."""
    round: int
    names: tuple[str, ...]
    live: Drawing


def eye_of(table: Table, wished: str | None, own: int) -> str:
    """Whose eyes are wished for; if nobody's, one's own, or those of a spectator."""
    if wished is None:
        return "" if own == SPECTATOR else str(own)
    seat = whole_number(wished)
    return wished if wished == OPEN or (seat is not None and seat < table.seats) else ""


def replay_of(table: Table, number: int, eye: str, lang: str) -> Replay:
    """The table at a step."""
    positions = decisions(table)
    of, most = rounds(positions), len(positions) - 1
    number = min(number, most)
    starts = [(now, step) for step, now in enumerate(of) if step == 0 or now != of[step - 1]]
    drawn = _drawn(table, positions, number, eye, lang)
    return Replay(number, most, eye, starts, of[number] if of else 0, table.names, drawn)


def _drawn(table: Table, positions: list[Position], number: int, eye: str, lang: str) -> Drawing:
    """The table as it stood, so that nothing speaks of the end before it."""
    position, past = positions[number], positions[number - 1] if number else None
    then = replace(table, position=position, is_given_up=False, decision=number + 1, choices={})
    viewer = SPECTATOR if eye in ("", OPEN) else int(eye)
    scene = _scene(then, past, viewer, lang)
    earlier = positions[max(0, number - LOG_LINES)] if number else None  # each step has a line or more
    walked = position.since(None if earlier is positions[0] else earlier, viewer)
    log = [line for step in walked for line in scene.view.told(step, scene.names, lang)]
    drawn = board_drawing(then, scene, log, None)
    return replace(drawn, parts=drawn.parts | {"hand": _open_hands(then, past, lang)}) if eye == OPEN else drawn


def still_scene(table: Table, positions: list[Position], number: int, viewer: int, lang: str) -> Scene:
    """What a seat saw at a step of a game that is over, only to look at."""
    position, past = positions[number], positions[number - 1] if number else None
    then = replace(table, position=position, is_given_up=False, decision=number + 1, choices={})
    return _scene(then, past, viewer, lang)


def _scene(then: Table, past: Position | None, viewer: int, lang: str, prefix: str = "") -> Scene:
    assert then.position is not None
    recent = tuple(then.position.since(past, SPECTATOR)) if past else ()
    remembered = past_of(then.game, then.position.since(None, SPECTATOR))
    return scene_of(then, then.position.view(viewer), lang, recent, past=remembered, is_still=True, prefix=prefix)


def _open_hands(then: Table, past: Position | None, lang: str) -> str:
    """The hand of every seat, as the seat saw it."""
    board = board_of(then.game)
    hands = []
    for seat in range(then.seats):
        scene = _scene(then, past, seat, lang, prefix=f"s{seat}-")
        if inside := board.hand(scene):
            hands.append(f'<div class="openhand"><h2><bdi>{text(scene.names[seat])}</bdi></h2>{inside}</div>')
    return f'<div class="openhands">{"".join(hands)}</div>'
