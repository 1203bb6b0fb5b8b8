"""From blocks to figures with intervals. The unit is the block, never the game: games of one block share their cards.

Fixed number of blocks: Student's t interval over the block means. Sequential: an asymptotic confidence sequence
(Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, *Time-uniform central limit theory and asymptotic confidence sequences*,
2024), which holds at all looks together, so that one may stop as soon as it is clear.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

LEVEL = 0.95
FEWEST_BLOCKS = 10  # before a sequential rule may stop
TUNED_FOR = 0.25  # the sequence is tightest after this part of the blocks


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        """Whether the interval is clear of zero."""
        return self.low > 0 or self.high < 0


Interval = Callable[[Floats, float, float], Estimate]
"""From block values and the least and the greatest value possible."""


def fixed(values: Floats, least: float = -math.inf, most: float = math.inf, *, level: float = LEVEL) -> Estimate:
    """The interval for a number of blocks that was fixed before."""
    count, mean, spread = _moments(values)
    if count < 2:  # noqa: PLR2004
        return Estimate(mean, least, most)
    if spread == 0.0:
        return _all_equal(count, mean, least, most, level)
    half = student(count - 1, 0.5 + level / 2) * spread / math.sqrt(count)
    return Estimate(mean, max(least, mean - half), min(most, mean + half))


def sequence(blocks: int, *, level: float = LEVEL) -> Interval:
    """The intervals of a confidence sequence over at most that many blocks: all of them hold at once."""
    alpha = 1 - level
    best = max(FEWEST_BLOCKS, TUNED_FOR * blocks)
    rho = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha)) + 1) / best  # squared, as in the paper's section 3

    def interval(values: Floats, least: float = -math.inf, most: float = math.inf) -> Estimate:
        count, mean, spread = _moments(values)
        if count < FEWEST_BLOCKS:
            return Estimate(mean, least, most)
        if spread == 0.0:
            return _all_equal(count, mean, least, most, level)
        grown = count * rho + 1
        half = spread * math.sqrt(2 * grown / (count * count * rho) * math.log(math.sqrt(grown) / alpha))
        half *= student(count - 1, 0.5 + level / 2) / NormalDist().inv_cdf(
            0.5 + level / 2
        )  # few blocks: their spread is itself uncertain
        return Estimate(mean, max(least, mean - half), min(most, mean + half))

    return interval


def first_clear(values: Floats, interval: Interval, looks: Sequence[int], span: float) -> int | None:
    """The first look (a number of blocks) at which the differences of all columns exclude zero.

    `values` has a row for each block and a column for each difference; `span` is the greatest difference possible.
    """
    for look in looks:
        if look >= FEWEST_BLOCKS and all(interval(column[:look], -span, span).excludes_zero for column in values.T):
            return look
    return None


def looks(blocks: int, every: int) -> list[int]:
    """After which numbers of blocks a sequential rule looks."""
    return sorted({*range(every, blocks + 1, every), blocks})


def differences(values: Floats) -> Floats:
    """Each bot against the next of the list: a column for each pair."""
    return np.stack([values[:, one] - values[:, other] for one, other in pairwise(range(values.shape[1]))], axis=1)


def bootstrap(count: int, *, times: int, seed: int) -> npt.NDArray[np.int64]:
    """How often each of `count` blocks is drawn, in each of `times` resamples."""
    rng = np.random.Generator(np.random.PCG64(seed))
    return rng.multinomial(count, np.full(count, 1 / count), size=times)


def quantiles(samples: Floats, *, level: float = LEVEL) -> tuple[float, float]:
    """The middle 95 % of resampled figures."""
    low, high = np.quantile(samples, [0.5 - level / 2, 0.5 + level / 2])
    return float(low), float(high)


@functools.cache
def student(freedom: int, share: float) -> float:
    """The quantile of Student's t distribution with whole degrees of freedom, by halving."""
    low, high = 0.0, 1e6
    for _ in range(200):
        middle = (low + high) / 2
        if _student_below(middle, freedom) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _student_below(t: float, freedom: int) -> float:
    """The distribution function for t >= 0: the finite series of Abramowitz and Stegun 26.7.3 and 26.7.4."""
    angle = math.atan2(t, math.sqrt(freedom))
    cosine, sine = math.cos(angle), math.sin(angle)
    term, total = 1.0, 0.0
    if freedom % 2:
        term, steps = cosine, range(1, (freedom - 1) // 2 + 1)
        for step in steps:
            total += term
            term *= cosine * cosine * (2 * step) / (2 * step + 1)
        inside = 2 / math.pi * (angle + sine * total)
    else:
        for step in range(1, freedom // 2 + 1):
            total += term
            term *= cosine * cosine * (2 * step - 1) / (2 * step)
        inside = sine * total
    return 0.5 + inside / 2


def _moments(values: Floats) -> tuple[int, float, float]:
    count = len(values)
    mean = math.fsum(values) / count if count else math.nan
    if count < 2 or np.all(values == values[0]):  # noqa: PLR2004
        return count, float(values[0]) if count else mean, 0.0
    return count, mean, math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1))


def _all_equal(count: int, value: float, least: float, most: float, level: float) -> Estimate:
    """Equal blocks have no spread, but an unseen other value may be as likely as this: the exact bound of zero failures."""
    unseen = 1 - ((1 - level) / 2) ** (1 / count)
    if math.isinf(least) or math.isinf(most):
        return Estimate(value, least, most)
    return Estimate(value, value - unseen * (value - least), value + unseen * (most - value))
