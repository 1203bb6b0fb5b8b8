"""Things of a game that are alike, such as its bars: a decision stays as good an example when they change places.

A game says in `alike.py` which they are: how many (COUNT), and where they stand in an observation (OBSERVED) and among the
actions (ACTIONS), as pairs of a first place and a width: thing number b has the `width` places from `first + b * width` on.
Each time an example is learned from, the things are in another order, so that what was seen of one is learned for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from tripot.observe import layout
from tripot.play import Game


class Things(Protocol):
    """The things of a game that are alike: `alike.py`."""

    COUNT: int

    @property
    def OBSERVED(self) -> Sequence[tuple[int, int]]: ...  # noqa: N802  # a table
    @property
    def ACTIONS(self) -> Sequence[tuple[int, int]]: ...  # noqa: N802  # a table


@dataclass(frozen=True)
class Alike:
    """What may change places; with a count of 0 nothing does."""

    count: int
    observed: Any
    """By thing: its places in an observation."""
    actions: Any
    """By thing: its actions."""
    sizes: tuple[int, int]

    def order(self, rng: np.random.Generator) -> tuple[Any, Any]:
        """Another order: where each number of an observation comes from, and where each action comes from."""
        seen, done = (np.arange(size) for size in self.sizes)
        if self.count:
            order = rng.permutation(self.count)
            seen[self.observed] = self.observed[order]
            done[self.actions] = self.actions[order]
        return seen, done

    def evened(self, scale: Any) -> Any:
        """Scales that are the same for all things."""
        found = scale.copy()
        if self.count:
            found[self.observed] = scale[self.observed].mean(axis=0)
        return found


def alike(game: Game) -> Alike:
    """What is alike in a game, as it says itself."""
    part: Things | None = game.part("alike")
    sizes = layout(game).size, int(game.rules.ACTIONS)
    if part is None:
        return Alike(0, None, None, sizes)
    return Alike(part.COUNT, _places(part.COUNT, part.OBSERVED), _places(part.COUNT, part.ACTIONS), sizes)


def nothing_alike(observed: int, actions: int) -> Alike:
    """Where nothing is known to be alike."""
    return Alike(0, None, None, (observed, actions))


def _places(count: int, blocks: Sequence[tuple[int, int]]) -> Any:
    return np.array(
        [[first + b * width + i for first, width in blocks for i in range(width)] for b in range(count)], "i8"
    )
