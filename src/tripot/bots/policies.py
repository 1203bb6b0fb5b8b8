"""The rules of thumb of every game, and the moves that they rule out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from tripot.core.contracts import Policy
from tripot.play import Game, View

from . import at_random


def policy(game: Game) -> Policy:
    """The game's rules of thumb. A game without them plays at random; that module runs as bound to a game alone
    (`engines.plain_engine`).
    """
    found: Policy | None = game.part("policy")
    return found or at_random


def rules_out(game: Game) -> Callable[[Any, int, int], bool]:
    """Which legal steps a game's rules of thumb never think about, from a view's state; by default none."""
    found: Callable[[Any, int, int], bool] = getattr(policy(game), "rules_out", _nothing)
    return found


def is_sensible(view: View, steps: Sequence[int]) -> bool:
    """Whether no step of a whole move is ruled out where it is taken."""
    is_out = rules_out(view.game)
    if is_out is _nothing:
        return True
    if is_out(view.state, view.seat, steps[0]):
        return False
    s = view.state.copy() if len(steps) > 1 else view.state
    for last, step in pairwise(steps):
        view.game.rules.apply(s, view.seat, last)
        if is_out(s, view.seat, step):
            return False
    return True


def _nothing(v: Any, seat: int, action: int) -> bool:
    return False
