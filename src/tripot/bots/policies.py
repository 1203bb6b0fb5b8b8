"""The rules of thumb of every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tripot.core.contracts import Policy
from tripot.play import Game

from . import at_random


def policy(game: Game) -> Policy:
    """The game's rules of thumb. A game without them plays at random; that module runs as bound to a game alone
    (`engines.plain_engine`).
    """
    found: Policy | None = game.part("policy")
    return found or at_random


def rules_out(game: Game) -> Callable[[Any, int, int], bool]:
    """Which legal first steps a game's rules of thumb never think about, from a view's state; by default none."""
    found: Callable[[Any, int, int], bool] = getattr(policy(game), "rules_out", _nothing)
    return found


def _nothing(v: Any, seat: int, action: int) -> bool:
    return False
