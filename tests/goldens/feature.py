"""A feature: how one knows it, and how to get there if it is rare."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

Predicate = Callable[[Any, Any, int, int, Any], bool]
"""(rules, state before, actor, action, state after) -> whether this step shows the feature."""

Steer = Callable[[Any, Any, int, list[int]], list[int]]
"""(rules, state, actor, choices) -> those that lead to a rare feature; an empty list leaves all of them."""


class Feature(NamedTuple):
    """What a golden shows: the table it is played at, and the step by which one knows it."""

    seats: int
    options: dict[str, Any]
    shows: Predicate
    steer: Steer | None = None


TINY = {"box": "tiny"}


def is_over(rules: Any, before: Any, actor: int, action: int, after: Any) -> bool:
    """The game has come to its end: the golden of a number of seats."""
    return bool(after.phase == rules.OVER)


def is_shared(rules: Any, before: Any, actor: int, action: int, after: Any) -> bool:
    """Several seats win together [razzia R-21; razzia-knizia R27; hick-hack H-18; raise P21]."""
    return bool(after.phase == rules.OVER and rules.winners(after).bit_count() > 1)
