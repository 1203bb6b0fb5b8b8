"""The rules of thumb of every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tripot.play import Game

from . import at_random


def policy(game: Game) -> Any:
    """The module whose `thumb(v, seat, rng)` gives the rule-of-thumb action from a view's state, `stage(v)` says how far the game
    is, and `prospects(v, points)` adds what each seat may still hope for. It may have a `rules_out(v, seat, action)`: see below.
    A game without rules of thumb plays at random; that module runs as bound to a game alone (`engines.plain_engine`).
    """
    return game.part("policy") or at_random


def rules_out(game: Game) -> Callable[[Any, int, int], bool]:
    """Which legal first steps a game's rules of thumb never think about, from a view's state; by default none."""
    found: Callable[[Any, int, int], bool] = getattr(policy(game), "rules_out", _nothing)
    return found


def _nothing(v: Any, seat: int, action: int) -> bool:
    return False
