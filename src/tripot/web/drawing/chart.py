"""The course of a game as a drawing: the reader's line thick, the winner's dashed, the others thin, each named at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tripot.language import number

from .course import Course
from .scene import text

TOP, DOT, BADGE = 14, 4.5, 12
LINE_GAP = 17  # between two names
STEPS = (1, 2, 5)  # of the scale, times a power of ten
LEAST_STEPS = 4


class Size(NamedTuple):
    """The measures of a drawing."""

    style: str
    width: int
    height: int
    left: int
    right: int
    """What the names take."""
    letters: int
    """Of a name, at most."""
    marks: int
    """Numbers below the drawing, at most."""


SIZES = (Size("broad", 880, 236, 48, 124, 10, 24), Size("narrow", 358, 230, 40, 108, 8, 7))


class Line(NamedTuple):
    """Whose line it is."""

    name: str
    style: str
    """`you`, `first` or nothing."""


def charts(course: Course, lines: Sequence[Line], lang: str, here: str) -> str:
    """The drawing in both sizes, of which the style sheet shows one; `here` is where its numbers lead, up to the step."""
    return "".join(_chart(course, lines, lang, here, size) for size in SIZES)


def _chart(course: Course, lines: Sequence[Line], lang: str, here: str, size: Size) -> str:
    marks, bottom = course.marks, size.height - 30
    scores = [mark.scores for mark in marks]
    grid = scale(min(0, *map(min, scores)), max(1, *map(max, scores)))
    low, high = grid[0], grid[-1]

    def x(place: int) -> float:
        return round(size.left + (size.width - size.right - size.left) * place / max(1, len(marks) - 1), 1)

    def y(score: float) -> float:
        return round(bottom - (bottom - TOP) * (score - low) / (high - low), 1)

    end = size.width - size.right
    parts = [
        f'<line class="grid" x1="{size.left}" x2="{end}" y1="{y(at)}" y2="{y(at)}"/>'
        f'<text class="ax e" x="{size.left - 8}" y="{y(at) + 4}">{number(at, lang)}</text>'
        for at in grid
    ]
    if course.has_rounds:
        every = -(-len(marks) // size.marks)
        shown = [place for place in range(1, len(marks)) if (len(marks) - 1 - place) % every == 0]
        parts += [f'<text class="ax m" x="{x(at)}" y="{size.height - 9}">{marks[at].round}</text>' for at in shown]
    parts += [
        f'<line class="markline" x1="{x(t.mark)}" x2="{x(t.mark)}" y1="{TOP}" y2="{bottom}"/>' for t in course.turns
    ]
    for seat in sorted(range(len(lines)), key=lambda seat: ("", "first", "you").index(lines[seat].style)):
        path = " L".join(f"{x(place)} {y(mark[seat])}" for place, mark in enumerate(scores))
        parts.append(f'<path class="ln {lines[seat].style}" d="M{path}"/>')
    badge_at_end = any(turn.mark == len(marks) - 1 for turn in course.turns)
    beside = end + DOT + (BADGE if badge_at_end else DOT)
    parts += _names(lines, [y(score) for score in scores[-1]], scores[-1], lang, (end, beside), size)
    for count, turn in enumerate(course.turns, 1):
        at, height = x(turn.mark), y(scores[turn.mark][turn.seat])
        parts.append(
            f'<a class="mk" href="{here}{turn.step}" tabindex="-1"><circle cx="{at}" cy="{height}" r="{BADGE}"/>'
            f'<text x="{at}" y="{height + 5}">{count}</text></a>'
        )
    return f'<svg class="chart {size.style}" viewBox="0 0 {size.width} {size.height}" aria-hidden="true">{"".join(parts)}</svg>'


def _names(
    lines: Sequence[Line],
    heights: Sequence[float],
    scores: Sequence[int],
    lang: str,
    at: tuple[float, float],
    size: Size,
) -> list[str]:
    """A dot at the end of every line, and beside it whose it is, no two on top of each other."""
    order = sorted(range(len(lines)), key=lambda seat: (heights[seat], seat))
    places: list[float] = []
    for seat in order:
        places.append(max(heights[seat] + 5, places[-1] + LINE_GAP if places else 10))
    over = max(0.0, places[-1] - size.height + 4)
    parts = []
    for seat, place in zip(order, [height - over for height in places], strict=True):
        name, style = lines[seat]
        short = name if len(name) <= size.letters else f"{name[: size.letters - 1]}…"
        parts.append(
            f'<circle class="endp {style}" cx="{at[0]}" cy="{heights[seat]}" r="{DOT}"/>'
            f'<text class="lb {style}" x="{at[1]}" y="{round(place, 1)}">{text(short)} {number(scores[seat], lang)}</text>'
        )
    return parts


def scale(low: int, high: int) -> list[int]:
    """Round numbers from below the lowest score to above the highest, a few of them."""
    unit, step = 1, 1
    while (high - low) / step > LEAST_STEPS:
        step = next((unit * of for of in STEPS if unit * of > step), 0)
        if not step:
            unit *= 10
            step = unit
    return list(range(low // step * step, -(-high // step) * step + 1, step))
