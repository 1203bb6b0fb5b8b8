"""A move: one small step, or several that belong together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Move:
    """What a seat does, or with chance what is drawn or rolled. `str(move)` is its notation."""

    steps: tuple[int, ...]
    text: str

    def __str__(self) -> str:
        return self.text


class MoveList(NamedTuple):
    """Whole moves that a seat may make now."""

    moves: tuple[Move, ...]
    is_complete: bool
    """Whether these are all."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: who (a seat, or CHANCE) and what, or None if the viewer only learns that it happened."""

    number: int
    actor: int
    move: Move | None
    revealed: tuple[tuple[int, Move], ...] = ()
    """With the last commit of a simultaneous choice: what every seat had chosen."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the points of every seat and who won (several seats share a victory)."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Step(NamedTuple):
    """One small step as a seat saw it, in the rules' own terms."""

    before: Any
    """The seat's view before it."""
    actor: int
    action: int
    """The action or outcome, or HIDDEN."""
    after: Any
    """The seat's view after it."""
    revealed: tuple[tuple[int, int], ...]
    """With the last commit of a simultaneous choice: every (seat, action) of it."""
