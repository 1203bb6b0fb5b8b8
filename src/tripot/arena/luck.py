"""How much of a result is luck: shares of variance by *pick and freeze* (Sobol; estimator of Janon and others, 2014).

A result is a function of four sources: the cards, the dice, the bots' own random choices and, at mixed tables, who sits
where. Play it twice with one source the same and all others new: the covariance of the two results is the variance that
this source explains on its own. With all others the same and only this one new, what is left is all that it has a hand in,
whatever follows from it included. The share is of the variance within a seat, added up over the seats.

Where a game names its draws by what is drawn (`draw_number`), the same pile gives the same cards whoever draws when. Elsewhere a
stream of cards is the same order of cards for as long as the same things are drawn; what players change of that belongs to the
interplay.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .statistics import Floats, bootstrap, quantiles

RESAMPLES = 1000


@dataclass(frozen=True)
class Share:
    """A share of variance with its 95 % bootstrap interval over units."""

    share: float
    low: float
    high: float


def frozen_share(once: Floats, again: Floats, *, seed: int = 0) -> Share:
    """The share explained by what the two results have in common; a row for each unit, a column for each seat."""
    units = len(once)
    sums = np.stack([once + again, (once**2 + again**2) / 2, once * again])  # 3 x units x seats
    whole = _share(sums.sum(axis=1) / units)
    counts = bootstrap(units, times=RESAMPLES, seed=seed)
    samples = np.array([_share(part) for part in np.einsum("ru,kus->rks", counts, sums) / units])
    return Share(float(whole), *quantiles(samples))


def _share(means: Floats) -> float:
    centre = (means[0] / 2) ** 2
    spread = float((means[1] - centre).sum())
    return float((means[2] - centre).sum()) / spread if spread > 0 else 0.0
