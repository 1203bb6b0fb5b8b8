"""The options of a new table as players read them: what is asked, and what each value means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from tripot.core.options import Spec, specs
from tripot.play import Game

from .words import word

CLOCKS = ((30, "30 s"), (60, "1 min"), (180, "3 min"), (86_400, "24 h"), (259_200, "72 h"))
"""The times for a move that a host may choose, in seconds and as people read them."""


class Question(NamedTuple):
    """An option that a host chooses from a list."""

    name: str
    label: str
    """What is asked."""
    values: list[tuple[str, str]]
    """Each value with its meaning, the default first."""
    idle: tuple[int, ...]
    """The numbers of seats at which it changes nothing."""


def questions(game: Game, lang: str) -> list[Question]:
    """Every option that a host chooses from a list."""
    found = []
    for name, spec in _asked(game):
        label, words = game.option_words[lang].get(name, (spec.about, {}))
        values = [(value, _meaning(value, words)) for value in _values(spec)]
        found.append(Question(name, label, values, tuple(n for n in game.seats if not spec.applies(n))))
    return found


def agreed(game: Game, seats: int, options: Mapping[str, str], lang: str) -> list[tuple[str, str]]:
    """What was agreed at a table: of every option that changes anything there, what was asked and what the answer means."""
    found = []
    for question in questions(game, lang):
        if seats not in question.idle:
            meanings, usual = dict(question.values), question.values[0][0]
            value = options.get(question.name, usual)
            found.append((question.label, meanings.get(value, value)))
    return found


def time_per_move(seconds: int, lang: str) -> str:
    """The clock of a table in words."""
    return dict(CLOCKS).get(seconds, f"{seconds} s") if seconds else word(lang, "no clock")


def applying(game: Game, seats: int, given: Mapping[str, str]) -> dict[str, str]:
    """The options of a form without those that change nothing at a table of that many."""
    idle = {name for name, spec in _asked(game) if not spec.applies(seats)}
    return {name: value for name, value in given.items() if name not in idle}


def _asked(game: Game) -> Iterator[tuple[str, Spec]]:
    for name, option in specs(game.rules.Options).items():
        spec: Spec = option.metadata["spec"]
        if name != "box" and spec.values:  # the tiny box is for tests
            yield name, spec


def _values(spec: Spec) -> list[str]:
    """The values, or every way to pick several of them, with "as it comes" first."""
    if not spec.picks:
        return list(spec.values)
    return ["", *(",".join(picked) for picked in combinations(spec.values, spec.picks))]


def _meaning(value: str, words: Mapping[str, str]) -> str:
    return words.get(value) or ", ".join(words.get(part, part) for part in value.split(","))
