"""What is written once for every game calls these; the binder puts the game's own rules and policy in their place.

`docs/reference/contracts.md` says what each does.
"""

from __future__ import annotations

from typing import Any


def to_act(s: Any) -> int:
    raise NotImplementedError


def pending(s: Any) -> int:
    raise NotImplementedError


def legal(s: Any, seat: int) -> int:
    raise NotImplementedError


def is_mid_move(s: Any, seat: int) -> bool:
    raise NotImplementedError


def weights(s: Any) -> int:
    raise NotImplementedError


def draw(s: Any, rng: Any) -> int:
    raise NotImplementedError


def draw_number(s: Any, following: int) -> int:
    raise NotImplementedError


def next_number(s: Any, following: int) -> int:
    """Stands for `draw_number` in a game that has none: draws take the numbers of the stream one after the other."""
    return following


def apply(s: Any, seat: int, action: int) -> None:
    raise NotImplementedError


def score(s: Any, points: Any) -> None:
    raise NotImplementedError


def winners(s: Any) -> int:
    raise NotImplementedError


def view(s: Any, seat: int, out: Any) -> None:
    raise NotImplementedError


def seen(s: Any, seat: int, actor: int, action: int) -> int:
    raise NotImplementedError


def redeal(s: Any, seat: int, rng: Any) -> None:
    raise NotImplementedError


def audit(s: Any) -> int:
    raise NotImplementedError


def thumb(v: Any, seat: int, rng: Any) -> int:
    raise NotImplementedError


def stage(s: Any) -> int:
    raise NotImplementedError


def future_value(s: Any, points: Any) -> None:
    raise NotImplementedError
