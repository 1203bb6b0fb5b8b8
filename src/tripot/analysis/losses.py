"""What a move lost, from the results of its rivals in the same worlds.

Whoever chooses the best of several noisy means and compares it with the move played finds losses where there are none. So the
worlds are two halves: each half names its best move, and the other half says how much that one is better (cross-fitting).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .worth import MARGIN, WIN, Rows

SURE = 1.96  # standard errors either side of a 95 % interval, if they are known


def sure(count: int) -> float:
    """The same where the standard error comes from so many numbers itself: Student's t, by its expansion in 1 / freedom."""
    free, z = max(1, count - 1), SURE
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / free + second / free**2 + third / free**3


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float

    def __neg__(self) -> Estimate:
        return Estimate(-self.mean, -self.high, -self.low)


def estimate(values: Rows) -> Estimate:
    """The mean of a number for each world."""
    mean, half = float(values.mean()), sure(len(values)) * standard_error(values)
    return Estimate(mean, mean - half, mean + half)


def standard_error(values: Rows) -> float:
    """Of the mean of a number for each world."""
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else float("inf")


@dataclass(frozen=True)
class Loss:
    """What the move played lost against the best of the others, in points of margin and in chance of winning."""

    margin: Estimate
    win: Estimate
    best: int
    """Which candidate is the best: as it was named, or by the highest mean margin."""

    @property
    def is_mistake(self) -> bool:
        """Only what is surely worse is called a mistake."""
        return self.margin.low > 0


def loss(results: list[Rows], seat: int, named: int | None = None) -> Loss:
    """The loss of the first of some candidates; their results come from the same worlds, the even ones being one half.

    A best move that somebody else has named, who does not know these worlds, needs no halves.
    """
    margins = np.stack([rows[:, MARGIN, seat] for rows in results])
    wins = np.stack([rows[:, WIN, seat] for rows in results])
    choices = [int(margins[:, half::2].mean(axis=1).argmax()) if named is None else named for half in (0, 1)]
    lost = {"margin": margins, "win": wins}
    found = {name: _crossed(values, choices) for name, values in lost.items()}
    best = int(margins.mean(axis=1).argmax()) if named is None else named
    return Loss(found["margin"], found["win"], best)


def _crossed(values: Rows, choices: list[int]) -> Estimate:
    """Each half's best move against the one played, in the worlds of the other half.

    The upper end is no lower than what any single rival may be better by: a half that prefers the move played says nothing about
    how much better another may be.
    """
    parts = [values[choices[1 - half], half::2] - values[0, half::2] for half in (0, 1)]
    mean = float(sum(part.mean() for part in parts)) / len(parts)
    error = float(np.sqrt(sum(standard_error(part) ** 2 for part in parts))) / len(parts)
    half = sure(min(map(len, parts))) * error
    rivals = [estimate(rival - values[0]).high for rival in values[1:]]
    return Estimate(mean, mean - half, max(mean + half, *rivals, 0.0))
