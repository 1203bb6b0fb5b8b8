"""Plackett-Luce ratings of bots from the places in which they came in, by Hunter's MM algorithm (2004).

Each game is a race: the winner is drawn in proportion to strength, then the next among the rest. A shared place counts as
every order of those who share it, all with equal weight. One drawn race between every two bots is added, so that a bot that
has never lost has a finite rating.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from .statistics import Floats, bootstrap, quantiles

SCALE = 400 / math.log(10)  # of rating points: ten to one in odds are 400 points, as in chess
ROUNDS = 500
CLOSE = 1e-10

Race = tuple[tuple[int, ...], ...]
"""The places from first to last, each with the bots (by place in the list) that share it; a bot may be there more than once."""
Runners = tuple[int, ...]
"""The bots still in a race, in order of the list."""


@dataclass(frozen=True)
class Rating:
    """Rating points around the mean of all bots, with a bootstrap interval over blocks."""

    points: float
    low: float
    high: float


def race(seating: Sequence[int], ranks: Sequence[int]) -> Race:
    """A game as a race, from the bot and the rank of every seat."""
    return tuple(
        tuple(sorted(bot for bot, rank in zip(seating, ranks, strict=True) if rank == place))
        for place in sorted(set(ranks))
    )


def strengths(bots: int, found: Sequence[Race], weights: Floats) -> Floats:
    """The strength of every bot, with mean logarithm 0; one row for each row of weights of the races."""
    draws: list[Race] = [(pair,) for pair in combinations(range(bots), 2)]
    wins, times, left = _counted(bots, [*found, *draws])
    weights = np.concatenate([weights, np.ones((len(weights), len(draws)))], axis=1)
    won, times = weights @ wins, weights @ times
    strong = np.ones((len(weights), bots))
    for _ in range(ROUNDS):
        fresh = won / ((times / (strong @ left.T)) @ left)
        fresh /= np.exp(np.log(fresh).mean(axis=1, keepdims=True))
        moved = float(np.abs(np.log(fresh / strong)).max())
        strong = fresh
        if moved < CLOSE:
            break
    return strong


def rate(bots: int, blocks: Iterable[Counter[Race]], *, times: int, seed: int) -> list[Rating]:
    """Ratings from the races of every block, blocks resampled for the intervals."""
    counted = list(blocks)
    found = sorted({each for block in counted for each in block})
    matrix = np.array([[block[each] for each in found] for block in counted], dtype=np.float64)
    everything = strengths(bots, found, matrix.sum(axis=0, keepdims=True))[0]
    again = strengths(bots, found, bootstrap(len(counted), times=times, seed=seed) @ matrix)
    points, samples = SCALE * np.log(everything), SCALE * np.log(again)
    return [Rating(float(points[place]), *quantiles(samples[:, place])) for place in range(bots)]


def _counted(bots: int, found: Sequence[Race]) -> tuple[Floats, Floats, Floats]:
    """All races as arrays: how often each bot takes a place, how often each company runs for one, and who is in it."""
    stages = [_stages(each) for each in found]
    companies = sorted({runners for each in stages for runners in each})
    wins = np.array([[_wins(each, bot) for bot in range(bots)] for each in found])
    times = np.array([[each.get(runners, 0.0) for runners in companies] for each in stages])
    left = np.array([[runners.count(bot) for bot in range(bots)] for runners in companies], dtype=np.float64)
    return wins, times, left


def _stages(race: Race) -> Mapping[Runners, float]:
    """Who runs for each place but the last (where nothing is decided), and how often, over all orders of shared places.

    Of those who share a place every choice of that many is equally often still in the race, so no order has to be listed:
    eight seats have 40,320 orders and 255 choices.
    """
    found: dict[Runners, float] = {}
    for place, sharing in enumerate(race):
        behind = [bot for later in race[place + 1 :] for bot in later]
        for count in range(1, len(sharing) + 1):
            for still in combinations(sharing, count):
                if count + len(behind) > 1:
                    runners = tuple(sorted([*still, *behind]))
                    found[runners] = found.get(runners, 0.0) + 1 / math.comb(len(sharing), count)
    return found


def _wins(race: Race, bot: int) -> float:
    """How many places but the last the bot takes, on average over all orders of shared places."""
    last = race[-1]
    return sum(sharing.count(bot) for sharing in race) - last.count(bot) / len(last)
