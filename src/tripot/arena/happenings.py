"""What is worth counting in a game, step by step: each game says it in its `study.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tripot.core.options import specs
from tripot.core.state import CHANCE
from tripot.play import Game


@dataclass(frozen=True)
class Figure:
    """One count for each of another; without the other, for each game."""

    label: str
    count: str
    each: str = ""

    @property
    def is_share(self) -> bool:
        """Whether it is a part of something, to be shown in per cent."""
        return bool(self.each)


def study(game: Game) -> Any:
    """The module that says what a study counts: `happened(before, actor, action, after)` gives the names of what a step did, for
    moves and chance alike; `FIGURES` are made of those counts; `FIRST` says in words who has place 0 (seats are alike where the
    first one is drawn by lot, places are not), and `FIRST_TOKEN` which outcome draws it, if one does.
    By default nothing is counted.
    """
    return game.part("study") or Uncounted()


class Uncounted:
    """A game of which only lengths and scores are studied."""

    FIRST = "the seat that is asked first"
    FIGURES: tuple[Figure, ...] = ()

    def happened(self, before: Any, actor: int, action: int, after: Any) -> list[str]:
        """Nothing that is counted."""
        return []


def first_seat(game: Game, options: Mapping[str, object], steps: Sequence[tuple[int, int]]) -> int:
    """The seat that has place 0: given by option or drawn by lot, else the first that is asked."""
    for name, option in specs(game.rules.Options).items():
        if option.metadata["spec"].is_seat and name in options:
            return int(str(options[name]))
    word, _, seat = game.spelling.outcomes[steps[0][1]].rpartition("-")
    if word and word == getattr(study(game), "FIRST_TOKEN", ""):
        return int(seat)
    return next(actor for actor, _ in steps if actor != CHANCE)
