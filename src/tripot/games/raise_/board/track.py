"""The spiral track of RAISE: where its spaces lie, and the pawns on it.

The track itself is a drawing of the sprite (`raise_.svg`) and the places of the pawns are classes of the stylesheet
(`raise_.css`); both are written from `SPOTS`, and a test keeps them so.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache, partial
from math import cos, pi, sin

from tripot.web.drawing.scene import Scene, text

from .. import rules, words
from .labels import WORDS

SPACES = 80
"""Spaces that are drawn. The track has no end: pawns beyond stand in the middle, with their number."""
SIDE = 400
TONES = ("black", "white", "brown", "beige", "slate")
"""Of the pawn of each seat."""

_HALVES = 2  # points of the line for each space
_STEP, _PITCH, _RADIUS, _ANGLE = 36.0, 37.5, 194.0, 1.92  # between spaces, between turns, at the first space
_MIDDLE = (208, 202)
_LOW = 330  # where a pawn has its name above itself, because there is no room below the track


def _spiral() -> tuple[tuple[float, float], ...]:
    """Points of a spiral at equal distances from the outside in, clockwise."""
    points = []
    radius, angle = _RADIUS, _ANGLE
    for _ in range(SPACES * _HALVES):
        points.append((round(_MIDDLE[0] + radius * cos(angle), 1), round(_MIDDLE[1] + radius * sin(angle), 1)))
        turn = _STEP / _HALVES / radius
        angle += turn
        radius -= _PITCH * turn / (2 * pi)
    return tuple(points)


_LINE = _spiral()
_WRITTEN = tuple(f"{x} {y}" for x, y in _LINE)
SPOTS = (_MIDDLE, *_LINE[::_HALVES])
"""The middle, then every space from 1 on."""


def path(start: int, end: int) -> str:
    """The line along the track from a space to a later one, for an SVG path; empty if there is none to draw."""
    start, end = max(start, 1), min(end, SPACES)
    if end <= start:
        return ""
    return "M" + "L".join(_WRITTEN[(start - 1) * _HALVES : (end - 1) * _HALVES + 1])


def spot(space: int) -> tuple[float, float]:
    """Where a space lies."""
    return SPOTS[_drawn(space)]


def place_of(space: int) -> str:
    """The id of a space, to and from which pawns walk."""
    return f"space-{_drawn(space)}"


def _drawn(space: int) -> int:
    return space if space <= SPACES else 0


@cache
def spaces(prefix: str) -> str:
    """Every space as an element of the page."""
    return "".join(f'<i class="rs{space}" id="{prefix}{place_of(space)}"></i>' for space in range(SPACES + 1))


# -- Pawns --------------------------------------------------------------------


def seat_mark(scene: Scene, seat: int) -> str:
    """The seat's round mark in the tone of its pawn."""
    return f'<span class="face pf p-{TONES[seat]}" aria-hidden="true">{initial(scene, seat)}</span>'


def initial(scene: Scene, seat: int) -> str:
    """The letter on a seat's pawn, with a second one where two would be alike."""
    return text(_initials(tuple(scene.names))[seat])


@lru_cache(maxsize=256)
def _initials(names: Sequence[str]) -> tuple[str, ...]:
    upper = [name.strip().upper() or "?" for name in names]
    marks = [name[0] for name in upper]
    for letter in {mark for mark in marks if marks.count(mark) > 1}:
        alike = [seat for seat, name in enumerate(upper) if name[0] == letter]
        places = (
            -1,
            *range(1, max(len(upper[seat]) for seat in alike)),
        )  # the last letter, else the first that differs
        seconds = ([upper[seat][place : place + 1 or None].strip() for seat in alike] for place in places)
        numbers = [str(seat + 1) for seat in alike]
        chosen = next((some for some in seconds if len({*some} - {""}) == len(alike)), numbers)
        for seat, second in zip(alike, chosen, strict=True):
            marks[seat] = letter + second
    return tuple(marks)


def figure(scene: Scene, seat: int) -> str:
    """The drawing of a pawn."""
    return (
        '<svg class="pawn" viewBox="0 0 48 48" aria-hidden="true"><use href="#pawn"/>'
        f'<text x="24" y="41">{initial(scene, seat)}</text></svg>'
    )


def pawn_items(scene: Scene) -> str:
    """The pawns on the board from the rearmost on, of a stack the lowest first."""
    v, shared = scene.view.state, scene.open
    order = sorted(words.on_board(v), key=lambda seat: (v.space[seat], v.arrival[seat]))
    return "".join(
        [
            _pawn(scene, seat) if seat == scene.seat else shared.once(("pawn", seat), partial(_pawn, shared, seat))
            for seat in order
        ]
    )


def _pawn(scene: Scene, seat: int) -> str:
    """A pawn where it stands; the viewer's own is named."""
    v, say = scene.view.state, WORDS[scene.lang]
    space, turn = words.space(v, seat), scene.view.to_act
    place = f"rs{_drawn(space)}{' low' if spot(space)[1] > _LOW else ''}"
    is_landed = not (seat == turn and rules.is_mid_move(v, seat))
    height = len(words.below_in_stack(v, seat)) if is_landed else 0
    style = f"rs-pawn p-{TONES[seat]} {place}{f' u{height}' if height else ''}{' turn' if seat == turn else ''}"
    tags = f'<b class="rs-far">{space}</b>' if space > SPACES else ""
    if seat == scene.seat:
        tags += f'<b class="rs-you">{say["you"]}</b>'
    return (
        f'<li class="{style}" data-vt="pawn-{seat}" data-at="space-{space}">{figure(scene, seat)}{tags}'
        f'<span class="vh">{text(say["stands"].format(name=scene.names[seat], space=space))}</span></li>'
    )


# -- The drawing and the classes ----------------------------------------------


def symbols_of_track() -> str:
    """The track and its numbers as symbols of the sprite; ways are drawn between the two."""
    marks = []
    for space, (x, y) in enumerate(SPOTS):
        if space == 1 or (space and space % 5 == 0):
            marks.append(f'<text class="num" x="{x}" y="{round(y + 4.4, 1)}">{space}</text>')
        elif space:
            marks.append(f'<circle class="dot" cx="{x}" cy="{y}" r="2.3"/>')
    track = f'<path class="trk" d="{path(1, SPACES)}"/>'
    return "\n".join(
        f'<symbol id="{name}" viewBox="0 0 {SIDE} {SIDE}">{inside}</symbol>'
        for name, inside in (("r-track", track), ("r-spaces", "".join(marks)))
    )


def classes_of_places() -> str:
    """The place of every space as a class, for a pawn that is placed by its foot."""
    return "".join(
        f".rs{space}{{left:{100 * x / SIDE:.1f}%;top:{100 * y / SIDE:.1f}%}}" for space, (x, y) in enumerate(SPOTS)
    )
