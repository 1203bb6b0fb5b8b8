"""How the beats of a reveal reach a page: how long each is shown, their HTML, and the sheet that keeps their sentences."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

from ..words import word
from .beats import Beat, Kind
from .scene import text

PACES = ("calm", "brisk", "once")
LONGEST = 9000  # milliseconds of a reveal without its sheet
OPENING = 300  # milliseconds of what leads to a decision as long as no person has moved
FLIGHT = (420, 260)  # milliseconds, calm and brisk
APART = 60  # milliseconds between the take-offs of things that fly together
MOST_APART = 5  # take-offs; whatever else flies goes with the last
LENGTH: dict[Kind, tuple[int, int]] = {
    "chosen": (600, 250),
    "turn": (1300, 610),
    "place": (1100, 550),
    "dice": (1600, 800),
    "flight": FLIGHT,
    "word": (700, 350),
    "pawn": (700, 350),
    "deal": (600, 260),
    "sheet": (0, 2500),
}
"""Milliseconds, calm and brisk. A calm sheet stays until somebody goes on."""
SHEET_BY_THE_CLOCK = 4000  # how long a calm sheet stays where a clock will run
FIRST_FLYING: tuple[Kind, ...] = ("chosen", "turn", "flight", "pawn", "deal")
"""In these beats things fly at the beginning, in the others when the sentence has been read."""
PLACES_UNHURRIED = 3  # from the next place on, all beats are a third shorter
SENTENCES = 14  # in the sheet


class Numbered(NamedTuple):
    """A beat, and the number of its step in the game."""

    step: int
    beat: Beat


class Time(NamedTuple):
    """The milliseconds of a beat: until things fly, and from then on."""

    lead: int
    rest: int

    def by(self, part: int, whole: int) -> Time:
        """Part of it."""
        return Time(self.lead * part // whole, self.rest * part // whole)


def times(beats: Sequence[Beat], *, has_clock: bool, is_opening: bool = False) -> list[tuple[Time, Time]]:
    """How long each beat is shown, calm and brisk."""
    longest = OPENING if is_opening else LONGEST
    return _both_times(tuple([(beat.kind, len(beat.fly)) for beat in beats]), longest, has_clock)


Shape = tuple[tuple[Kind, int], ...]
"""The kinds of some beats, and how many things fly in each."""


@functools.lru_cache(4096)
def _both_times(beats: Shape, longest: int, has_clock: bool) -> list[tuple[Time, Time]]:
    columns = [_times(beats, pace, longest, has_clock) for pace in (0, 1)]
    return list(zip(*columns, strict=True))


def _times(beats: Shape, pace: int, longest: int, has_clock: bool) -> list[Time]:
    found, places = [], 0
    for kind, things in beats:
        places += kind == "place"
        time = _time(kind, things, pace)
        found.append(time.by(2, 3) if places > PLACES_UNHURRIED and kind != "sheet" else time)
    whole = sum([sum(time) for (kind, _), time in zip(beats, found, strict=True) if kind != "sheet"])
    short = [time.by(longest, whole) for time in found] if whole > longest else found
    sheet = Time(0, SHEET_BY_THE_CLOCK if has_clock and not pace else LENGTH["sheet"][pace])
    return [sheet if kind == "sheet" else time for (kind, _), time in zip(beats, short, strict=True)]


def _time(kind: Kind, things: int, pace: int) -> Time:
    length = LENGTH[kind][pace]
    flight = FLIGHT[pace] + APART * min(things - 1, MOST_APART) if things else 0
    return Time(0, max(length, flight)) if kind in FIRST_FLYING else Time(length, flight)


def calm_seconds(beats: Sequence[Numbered], *, is_opening: bool = False) -> float:
    """How long the clock of the decision after these beats waits for them."""
    return (
        sum([sum(calm) for calm, _ in times([each.beat for each in beats], has_clock=True, is_opening=is_opening)])
        / 1000
    )


def beats_html(
    beats: Sequence[Numbered], first: int, last: int, *, has_clock: bool, is_opening: bool = False, lang: str
) -> str:
    """The beats of the steps after `first`, up to `last`: inert until `static/reveal.js` plays them."""
    found = times([each.beat for each in beats], has_clock=has_clock, is_opening=is_opening)
    inside = "".join([_beat(each, *time) for each, time in zip(beats, found, strict=True)])
    skip = f'<button type="button" class="btn skip" id="skip">{word(lang, "skip")}</button>' if beats else ""
    return f'<template id="beats" data-from="{first}" data-step="{last}">{inside}{skip}</template>'


def _beat(numbered: Numbered, calm: Time, brisk: Time) -> str:
    beat = numbered.beat
    place = f' data-place="{text(beat.place)}"' if beat.place else ""
    shown = "".join([f'<template data-in="{text(key)}">{html}</template>' for key, html in beat.show])
    flights = "".join(
        [
            f'<template data-start="{text(each.start)}" data-end="{text(each.end)}">{each.thing}</template>'
            for each in beat.fly
        ]
    )
    return (
        f'<section data-kind="{beat.kind}" data-step="{numbered.step}" data-calm="{calm.lead} {calm.rest}" '
        f'data-brisk="{brisk.lead} {brisk.rest}"{place}>'
        f"<p>{text(beat.say)}</p>{shown}{flights}</section>"
    )


def sheet_html(sentences: Sequence[str], lang: str) -> str:
    """What has just happened, one tap away and held open at the end of a round; and the pace of it, which needs JavaScript."""
    rows = "".join([f"<li>{text(each)}</li>" for each in sentences])
    head, foot = _around(lang)
    return f'<details class="told" id="sheet"{"" if rows else " hidden"}>{head}<ol>{rows}</ol>{foot}'


@functools.cache
def _around(lang: str) -> tuple[str, str]:
    """What stands before the sentences of a sheet, and behind them."""
    choices = "".join(
        f'<label><input type="radio" name="pace" value="{pace}" id="pace-{pace}">'
        f"<span>{word(lang, f'pace {pace}')}</span></label>"
        for pace in PACES
    )
    return f"<summary>{word(lang, 'what just happened')}</summary>", (
        f'<button type="button" class="btn go" id="go-on" hidden>{word(lang, "go on")}</button></details>'
        f'<fieldset class="seg pace" hidden><legend>{word(lang, "pace")}</legend><div>{choices}</div></fieldset>'
    )
