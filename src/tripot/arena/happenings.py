"""What is worth counting in a game, step by step: each game says it in its `study.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

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


class Study(Protocol):
    """What is counted in a game: `study.py`.

    What may be left out: `FIRST_TOKEN`, which outcome draws the first seat by lot, if one does; `HABITS`, figures that tell how
    somebody plays; and `FOLLIES`, figures of moves that nobody makes who looks at the table, not even a beginner.
    """

    FIRST: str

    @property
    def FIGURES(self) -> Sequence[Figure]: ...  # noqa: N802  # a table
    def happened(self, before: Any, actor: int, action: int, after: Any, /) -> list[str]: ...


def study(game: Game) -> Study:
    """What a study counts in the game; by default nothing."""
    found: Study | None = game.part("study")
    return found or Uncounted()


def habits(game: Game) -> tuple[Figure, ...]:
    """Figures that tell how somebody plays the game."""
    return tuple(getattr(study(game), "HABITS", ()))


def follies(game: Game) -> tuple[Figure, ...]:
    """Figures of moves that nobody makes who looks at the table."""
    return tuple(getattr(study(game), "FOLLIES", ()))


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
