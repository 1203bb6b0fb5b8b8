"""What a seat observes, for machines: one tensor layout per game, what the seat remembers, text and JSON.

Everything here is made from a view, so it shows a seat what it may know and nothing else. `observe(v, seat, out)` of each
game is plain Python that the binder compiles, so that thousands of games fill their rows in one call.
"""

from __future__ import annotations

import functools
from typing import Any

from tripot.play import Game, View

from .contracts import Observer
from .default import observer_of
from .layout import DTYPE, Layout, Part
from .memory import Memory, Sighting, remembered, retold


@functools.cache
def observer(game: Game) -> Observer:
    """What a seat observes in the game; by default what follows from the declaration of its state."""
    found: Observer | None = game.part("layout")
    return found or observer_of(game.name, game.rules)


def layout(game: Game) -> Layout:
    """How the game's observations are laid out."""
    return observer(game).LAYOUT


def tensor(view: View) -> Any:
    """What the seat sees now, as numbers (see `layout`)."""
    return observed(view.game, view.state, view.seat)


def observed(game: Game, seen: Any, seat: int) -> Any:
    """The same of the state of a view."""
    import numpy as np

    row = [0] * layout(game).size
    observer(game).observe(seen, seat, row)
    return np.array(row, DTYPE)


def as_json(view: View) -> dict[str, Any]:
    """What the seat sees and remembers, as plain data: the view, the tensor's parts by name, and what was seen happen."""
    return view.to_json() | {
        "observation": {name: part.tolist() for name, part in layout(view.game).named(tensor(view)).items()},
        "memory": retold(view.game, remembered(view)),
    }


__all__ = [
    "DTYPE",
    "Layout",
    "Memory",
    "Observer",
    "Part",
    "Sighting",
    "as_json",
    "layout",
    "observer",
    "remembered",
    "retold",
    "tensor",
]
