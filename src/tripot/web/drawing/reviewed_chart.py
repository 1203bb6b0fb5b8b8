"""The drawings of a review: the chance of winning with its band, and intervals on a scale that begins below zero."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tripot.language import number, percent

from .chart import BADGE, TOP, Size, scale

SIZES = (Size("broad", 760, 236, 48, 18, 0, 24), Size("narrow", 358, 220, 44, 10, 0, 7))
STEP = 20  # per cent between two lines
LOW, SPAN = 8, 304  # of an interval's scale


class Drop(NamedTuple):
    """A choice that cost something."""

    place: int
    """Of its mark in the course."""
    step: int
    """Of the replay."""


class Luck(NamedTuple):
    """What chance brought at a mark, as a share of the win."""

    place: int
    win: float


class Course(NamedTuple):
    """The chance of winning at every mark of a game."""

    wins: Sequence[float]
    halves: Sequence[float]
    """Half of the band, by mark."""
    rounds: Sequence[tuple[int, int]]
    """Where each round begins."""
    drops: Sequence[Drop]
    luck: Sequence[Luck]


def charts(course: Course, even: float, lang: str, here: str) -> str:
    """The drawing in both sizes, of which the style sheet shows one; `here` is where its numbers lead, up to the step."""
    return "".join(_chart(course, even, lang, here, size) for size in SIZES)


def _chart(course: Course, even: float, lang: str, here: str, size: Size) -> str:
    wins, bottom, end = course.wins, size.height - 30, size.width - size.right
    highest = max(win + half for win, half in zip(wins, course.halves, strict=True))
    top = min(100, STEP * (int(100 * max(highest, even)) // STEP + 1))

    def x(place: float) -> float:
        return round(size.left + (end - size.left) * place / max(1, len(wins) - 1), 1)

    def y(win: float) -> float:
        return round(bottom - (bottom - TOP) * min(1.0, max(0.0, 100 * win / top)), 1)

    parts = [
        f'<line class="grid" x1="{size.left}" x2="{end}" y1="{y(at / 100)}" y2="{y(at / 100)}"/>'
        f'<text class="ax e" x="{size.left - 8}" y="{y(at / 100) + 4}">{percent(at / 100, lang)}</text>'
        for at in range(0, top + 1, STEP)
    ]
    parts.append(f'<line class="even" x1="{size.left}" x2="{end}" y1="{y(even)}" y2="{y(even)}"/>')
    every = -(-len(course.rounds) // size.marks) or 1
    parts += [
        f'<text class="ax m" x="{x(place)}" y="{size.height - 9}">{now}</text>'
        for count, (place, now) in enumerate(course.rounds)
        if count % every == 0
    ]
    both = list(zip(wins, course.halves, strict=True))
    above = [f"{x(place)} {y(win + half)}" for place, (win, half) in enumerate(both)]
    below = [f"{x(place)} {y(win - half)}" for place, (win, half) in enumerate(both)]
    parts.append(f'<path class="band" d="M{" L".join([*above, *reversed(below)])}Z"/>')
    parts.append(f'<path class="ln you" d="M{" L".join(f"{x(place)} {y(win)}" for place, win in enumerate(wins))}"/>')
    for place, win in course.luck:
        at, height = x(place + 0.5), (y(wins[place]) + y(wins[min(place + 1, len(wins) - 1)])) / 2
        parts.append(_die(at, round(height, 1), number(round(100 * win), lang, signed=True)))
    for count, (place, step) in enumerate(course.drops, 1):
        after = min(place + 1, len(wins) - 1)
        parts.append(f'<path class="fall" d="M{x(place)} {y(wins[place])} L{x(after)} {y(wins[after])}"/>')
        height = y(wins[place])
        badge = height - 2 * BADGE if height - 3 * BADGE > 0 else height + 2 * BADGE
        parts.append(
            f'<a class="mk" href="{here}{step}" tabindex="-1"><circle cx="{x(place)}" cy="{badge}" r="{BADGE}"/>'
            f'<text x="{x(place)}" y="{badge + 5}">{count}</text></a>'
        )
    return f'<svg class="chart {size.style}" viewBox="0 0 {size.width} {size.height}" aria-hidden="true">{"".join(parts)}</svg>'


def _die(x: float, y: float, label: str) -> str:
    return (
        f'<g class="luck"><rect x="{x - 8}" y="{y - 8}" width="16" height="16" rx="4"/>'
        f'<circle cx="{x - 3}" cy="{y + 3}" r="1.7"/><circle cx="{x + 3}" cy="{y - 3}" r="1.7"/>'
        f'<text class="ax m" x="{x}" y="{y + 22}">{label}</text></g>'
    )


def whisker(mean: float, low: float, high: float, lang: str, *, has_scale: bool = True) -> str:
    """An interval on a scale that begins below zero."""
    marks = scale(min(0, int(low) - 1), max(1, int(high) + 1))
    step = marks[1] - marks[0]
    first, last = min(-step / 2, low), max(float(marks[-1]), high)

    def x(value: float) -> float:
        return round(LOW + SPAN * (value - first) / (last - first), 1)

    labels = ""
    if has_scale:
        shown = [mark for mark in marks if mark >= 0]
        labels = "".join(
            f'<text class="sc" x="{x(mark)}" y="37">{number(mark, lang)}</text>' for mark in (shown[0], shown[-1])
        )
    height = 40 if has_scale else 24
    wide = max(2.0, round(x(high) - x(low), 1))
    return (
        f'<svg class="whisker" viewBox="0 0 320 {height}" aria-hidden="true"><line class="grid" x1="8" x2="312" y1="12" y2="12"/>'
        f'<line class="zero" x1="{x(0)}" x2="{x(0)}" y1="1" y2="23"/>'
        f'<rect class="iv" x="{x(low)}" y="5" width="{wide}" height="14" rx="7"/>'
        f'<line class="pt" x1="{x(mean)}" x2="{x(mean)}" y1="3" y2="21"/>{labels}</svg>'
    )
