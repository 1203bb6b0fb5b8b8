"""Plackett-Luce ratings of bots from the order in which they came in, by Hunter's MM algorithm (2004).

Each game is a race: the winner is drawn in proportion to strength, then the next among the rest. Equal places count half in
one order and half in the other. One drawn race between every two bots is added, so that a bot that has never lost has a
finite rating.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from .statistics import Floats, bootstrap, quantiles

SCALE = 400 / math.log(10)  # of rating points: ten to one in odds are 400 points, as in chess
ROUNDS = 500
CLOSE = 1e-10

Order = tuple[int, ...]
"""The bots (by place in the list) from first to last; a bot may be there more than once."""


@dataclass(frozen=True)
class Rating:
    """Rating points around the mean of all bots, with a bootstrap interval over blocks."""

    points: float
    low: float
    high: float


def orders(seating: Sequence[int], ranks: Sequence[int]) -> dict[Order, float]:
    """The order of a game; with equal places half of one and half of the other."""
    forward = tuple(
        seating[seat] for seat in sorted(range(len(seating)), key=lambda seat: (ranks[seat], seating[seat]))
    )
    backward = tuple(
        seating[seat] for seat in sorted(range(len(seating)), key=lambda seat: (ranks[seat], -seating[seat]))
    )
    return {forward: 1.0} if forward == backward else {forward: 0.5, backward: 0.5}


def strengths(bots: int, found: Sequence[Order], weights: Floats) -> Floats:
    """The strength of every bot, with mean logarithm 0; one row for each row of weights of the orders."""
    prior = [order for one, other in combinations(range(bots), 2) for order in ((one, other), (other, one))]
    stages, wins = _stages(bots, [*found, *prior])
    weights = np.concatenate([weights, np.full((len(weights), len(prior)), 0.5)], axis=1)
    won = weights @ wins
    strong = np.ones((len(weights), bots))
    for _ in range(ROUNDS):
        share = np.zeros_like(strong)
        for left in stages:  # one array for each place of the race: how often each bot is still in it
            totals = strong @ left.T
            share += (weights / np.where(totals > 0, totals, np.inf)) @ left
        fresh = won / share
        fresh /= np.exp(np.log(fresh).mean(axis=1, keepdims=True))
        moved = float(np.abs(np.log(fresh / strong)).max())
        strong = fresh
        if moved < CLOSE:
            break
    return strong


def rate(bots: int, blocks: Iterable[Counter[Order]], *, times: int, seed: int) -> list[Rating]:
    """Ratings from the orders of every block (a count of halves is fine), blocks resampled for the intervals."""
    counted = list(blocks)
    found = sorted({order for block in counted for order in block})
    matrix = np.array([[block[order] for order in found] for block in counted], dtype=np.float64)
    everything = strengths(bots, found, matrix.sum(axis=0, keepdims=True))[0]
    again = strengths(bots, found, bootstrap(len(counted), times=times, seed=seed) @ matrix)
    points, samples = SCALE * np.log(everything), SCALE * np.log(again)
    return [Rating(float(points[place]), *quantiles(samples[:, place])) for place in range(bots)]


def _stages(bots: int, found: Sequence[Order]) -> tuple[list[Floats], Floats]:
    """Who is still in the race at each place but the last (where nothing is decided), and who takes the place."""
    longest = max(len(order) for order in found)
    stages = [np.zeros((len(found), bots)) for _ in range(longest - 1)]
    wins = np.zeros((len(found), bots))
    for row, order in enumerate(found):
        for place in range(len(order) - 1):
            wins[row, order[place]] += 1
            for bot in order[place:]:
                stages[place][row, bot] += 1
    return stages, wins
