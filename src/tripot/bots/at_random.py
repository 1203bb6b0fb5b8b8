"""The rules of thumb of a game that has none: any legal move. Whoever has the binder copy it gets the game's own `legal`."""

from __future__ import annotations

from typing import Any

from tripot.core.rng import Rng, below
from tripot.core.stand_ins import legal


def thumb(v: Any, seat: int, rng: Rng) -> int:
    """Any legal move, all equally likely."""
    action: int = v.acts[below(rng, legal(v, seat))]
    return action


def stage(v: Any) -> int:
    """How far the game is: nothing is known, so a search goes to the end."""
    return 0


def future_value(v: Any, points: list[int]) -> None:
    """Add the value of what is left to play for: nothing is known."""
