"""Small pictures as SVG text, readable in light and dark, without any library.

Every picture is rows under one another over one axis: intervals, boxes, ridges or stacked shares. Colours are safe for the
colour-blind (after Okabe and Ito), and no meaning is carried by colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, LEFT, RIGHT = 760, 190, 70
ROW, TOP, FOOT = 26, 44, 44
RIDGE = 44
TICKS = 6
BINS = 10  # of a ridge, between two marks of the axis

STYLE = """
.pic{--ink:#1d2433;--dim:#667085;--line:#d8dde6;--back:#ffffff;--c0:#0072b2;--c1:#d55e00;--c2:#009e73;--c3:#b0569a;
--c4:#b8860b;--c5:#5b6b7f;font:13px system-ui,-apple-system,"Segoe UI",sans-serif}
@media(prefers-color-scheme:dark){.pic{--ink:#e8ecf4;--dim:#9aa5b8;--line:#333c4d;--back:#141922;--c0:#56b4e9;--c1:#ff9a4d;
--c2:#2fd3a5;--c3:#e39ad0;--c4:#f0c64a;--c5:#a3b1c6}}
.pic .back{fill:var(--back)}.pic text{fill:var(--ink)}.pic .dim{fill:var(--dim)}.pic .title{font-weight:600;font-size:15px}
.pic .grid{stroke:var(--line);stroke-width:1}.pic .null{stroke:var(--dim);stroke-width:1.5;stroke-dasharray:3 3}
.pic .bar{stroke-width:3;stroke-linecap:round}
.pic .box,.pic .ridge{fill-opacity:.35;stroke-width:1.5}
""" + "".join(f".pic .s{n}{{stroke:var(--c{n})}}.pic .f{n}{{fill:var(--c{n})}}" for n in range(6))


@dataclass(frozen=True)
class IntervalRow:
    """A figure with its interval; `null` is where it would be if nothing mattered."""

    label: str
    mean: float
    low: float
    high: float
    null: float | None = None
    colour: int = 0


@dataclass(frozen=True)
class Values:
    """A label with all its values."""

    label: str
    values: Sequence[float]
    colour: int = 0


@dataclass(frozen=True)
class Parts:
    """A label with shares that add up to at most 1."""

    label: str
    shares: Sequence[float]


def intervals(title: str, axis: str, rows: Sequence[IntervalRow], *, percent: bool = False) -> str:
    """Points with their 95 % intervals; a dashed mark where nothing would matter."""
    ends = [end for row in rows for end in (row.low, row.high, row.mean, row.null) if end is not None]
    scale = _Scale(min(ends), max(ends), percent=percent)
    body = []
    for number, row in enumerate(rows):
        y = TOP + ROW * number + ROW / 2
        body.append(_label(row.label, y))
        if row.null is not None:
            x = scale.at(row.null)
            body.append(f'<line class="null" x1="{x:.1f}" x2="{x:.1f}" y1="{y - 11:.1f}" y2="{y + 11:.1f}"/>')
        low, high, mean = scale.at(row.low), scale.at(row.high), scale.at(row.mean)
        body.append(f'<line class="bar s{row.colour}" x1="{low:.1f}" x2="{high:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
        body.append(f'<circle class="f{row.colour}" cx="{mean:.1f}" cy="{y:.1f}" r="5"/>')
        body.append(
            f'<text class="dim" x="{WIDTH - 8}" y="{y + 4:.1f}" text-anchor="end">{scale.word(row.mean)}</text>'
        )
    return _picture(title, axis, scale, "".join(body), ROW * len(rows))


def boxes(title: str, axis: str, rows: Sequence[Values]) -> str:
    """The middle half as a box, nine tenths as a line, the median as a mark."""
    marks = [[_quantile(row.values, share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)] for row in rows]
    scale = _Scale(min(0.0, *(mark[0] for mark in marks)), max(mark[-1] for mark in marks))
    body = []
    for number, (row, mark) in enumerate(zip(rows, marks, strict=True)):
        y = TOP + ROW * number + ROW / 2
        least, low, middle, high, most = map(scale.at, mark)
        colour = f"s{row.colour} f{row.colour}"
        body.append(_label(row.label, y))
        body.append(f'<line class="bar s{row.colour}" x1="{least:.1f}" x2="{most:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
        body.append(f'<rect class="back" x="{low:.1f}" y="{y - 8:.1f}" width="{high - low:.1f}" height="16"/>')
        body.append(
            f'<rect class="box {colour}" x="{low:.1f}" y="{y - 8:.1f}" width="{high - low:.1f}" height="16" rx="2"/>'
        )
        body.append(
            f'<line class="bar s{row.colour}" x1="{middle:.1f}" x2="{middle:.1f}" y1="{y - 8:.1f}" y2="{y + 8:.1f}"/>'
        )
        body.append(f'<text class="dim" x="{WIDTH - 8}" y="{y + 4:.1f}" text-anchor="end">{scale.word(mark[2])}</text>')
    return _picture(title, axis, scale, "".join(body), ROW * len(rows))


def ridges(title: str, axis: str, rows: Sequence[Values]) -> str:
    """How often each value comes, one hill under another; the mean as a mark."""
    low = min(_quantile(row.values, 0.002) for row in rows)
    high = max(_quantile(row.values, 0.998) for row in rows)
    scale = _Scale(low, high)
    bins = BINS * (len(scale.ticks()) - 1)  # round ones, or scores that go in fives would make a saw
    body = []
    for number, row in enumerate(rows):
        base = TOP + RIDGE * (number + 1) - 4
        counts = [0] * bins
        for value in row.values:
            counts[min(bins - 1, max(0, int((value - scale.low) / (scale.high - scale.low) * bins + 1e-9)))] += 1
        top = max(counts)
        step = (WIDTH - LEFT - RIGHT) / bins
        hill = " ".join(
            f"{LEFT + step * (place + 0.5):.1f},{base - (RIDGE - 8) * count / top:.1f}"
            for place, count in enumerate(counts)
        )
        x = scale.at(math.fsum(row.values) / len(row.values))
        body.append(_label(row.label, base - 8))
        ends = f"{LEFT},{base} {{}} {WIDTH - RIGHT},{base}"
        body.append(f'<polygon class="ridge s{row.colour} f{row.colour}" points="{ends.format(hill)}"/>')
        body.append(f'<line class="bar s{row.colour}" x1="{x:.1f}" x2="{x:.1f}" y1="{base - 12:.1f}" y2="{base:.1f}"/>')
        mean = scale.word(math.fsum(row.values) / len(row.values))
        body.append(f'<text class="dim" x="{WIDTH - 8}" y="{base - 4:.1f}" text-anchor="end">{mean}</text>')
    return _picture(title, axis, scale, "".join(body), RIDGE * len(rows))


def stacked(title: str, axis: str, names: Sequence[str], rows: Sequence[Parts]) -> str:
    """Shares of a whole side by side, each named in a legend and written on its piece where it fits."""
    scale = _Scale(0.0, 1.0, percent=True)
    body = []
    for number, row in enumerate(rows):
        y, begin = TOP + 22 + ROW * number + ROW / 2, 0.0
        body.append(_label(row.label, y))
        for colour, share in enumerate(row.shares):
            x, width = scale.at(begin), scale.at(begin + share) - scale.at(begin)
            body.append(
                f'<rect class="box s{colour} f{colour}" x="{x:.1f}" y="{y - 9:.1f}" width="{max(0.0, width):.1f}" height="18"/>'
            )
            if width > 34:  # noqa: PLR2004
                body.append(f'<text x="{x + width / 2:.1f}" y="{y + 4:.1f}" text-anchor="middle">{share:.0%}</text>')
            begin += share
    x = float(LEFT)
    for colour, name in enumerate(names):
        body.append(f'<rect class="box s{colour} f{colour}" x="{x:.1f}" y="{TOP - 6}" width="12" height="12"/>')
        body.append(f'<text x="{x + 17:.1f}" y="{TOP + 4}">{escape(name)}</text>')
        x += 34 + 7 * len(name)
    return _picture(title, axis, scale, "".join(body), 22 + ROW * len(rows))


def alone(picture: str) -> str:
    """The picture as a file of its own."""
    style = f"<style>{STYLE}</style>"
    head, _, rest = picture.partition(">")
    return f'{head} xmlns="http://www.w3.org/2000/svg">{style}{rest}\n'


class _Scale:
    """From values to places on the axis, with round marks."""

    def __init__(self, low: float, high: float, *, percent: bool = False) -> None:
        wide = (high - low) or abs(high) or 1.0
        self.step = _round_step(wide / TICKS)
        self.low = math.floor(low / self.step + 1e-9) * self.step
        self.high = math.ceil(high / self.step - 1e-9) * self.step
        if self.high <= self.low:
            self.high = self.low + self.step
        self.percent = percent

    def at(self, value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (min(self.high, max(self.low, value)) - self.low) / (
            self.high - self.low
        )

    def ticks(self) -> list[float]:
        return [self.low + self.step * k for k in range(round((self.high - self.low) / self.step) + 1)]

    def word(self, value: float, *, finer: int = 1) -> str:
        step = self.step * (100 if self.percent else 1)
        return _word(value, max(0, finer - math.floor(math.log10(step) + 1e-9)), percent=self.percent)


def _word(value: float, digits: int, *, percent: bool) -> str:
    text = f"{100 * value if percent else value:.{digits}f}"
    if not text.strip("-0."):
        text = text.lstrip("-")  # no minus before nothing
    return f"{text}%" if percent else text


def _round_step(step: float) -> float:
    power = 10.0 ** math.floor(math.log10(step))
    return next(power * nice for nice in (1, 2, 5, 10) if power * nice >= step * 0.999)


def _quantile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def _label(text: str, y: float) -> str:
    return f'<text x="{LEFT - 12}" y="{y + 4:.1f}" text-anchor="end">{escape(text)}</text>'


def _picture(title: str, axis: str, scale: _Scale, body: str, tall: float) -> str:
    bottom = TOP + tall
    height = bottom + FOOT
    grid = []
    for tick in scale.ticks():
        x = scale.at(tick)
        grid.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 4}" y2="{bottom:.1f}"/>')
        grid.append(
            f'<text class="dim" x="{x:.1f}" y="{bottom + 16:.1f}" text-anchor="middle">{scale.word(tick, finer=0)}</text>'
        )
    frame = f'viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" role="img" aria-label="{escape(title, quote=True)}"'
    head = f'<rect class="back" width="100%" height="100%" rx="8"/><text class="title" x="16" y="24">{escape(title)}</text>'
    middle = (LEFT + WIDTH - RIGHT) / 2
    foot = f'<text class="dim" x="{middle:.0f}" y="{bottom + 34:.1f}" text-anchor="middle">{escape(axis)}</text>'
    return f'<svg class="pic" {frame}>{head}{"".join(grid)}{body}{foot}</svg>'
