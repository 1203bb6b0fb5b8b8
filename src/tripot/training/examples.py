"""The decisions of recorded games as numbers: what the seat observed, what it could do, what it did, and how its game ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tripot.bots.engines import LearnedEngine, learned_engine
from tripot.core import search
from tripot.observe import DTYPE, layout
from tripot.play import Game

from .games import Recorded

MOST_CHOICES = 4000  # of seats in one game
HELD_OUT = 10  # every so many games is not learned from


@dataclass(frozen=True)
class Examples:
    """Decisions, one in each row."""

    observed: Any
    legal: Any
    chosen: Any
    game: Any
    """The number of its game: decisions of one game are all learned from, or all held out."""
    result: Any
    """The share of the victory, and the margin over the best other seat."""

    def __len__(self) -> int:
        return len(self.chosen)

    def pick(self, rows: Any) -> Examples:
        """Some of them."""
        return Examples(self.observed[rows], self.legal[rows], self.chosen[rows], self.game[rows], self.result[rows])

    def split(self) -> tuple[Examples, Examples]:
        """What is learned from, and what is held out."""
        out = self.game % HELD_OUT == 0
        return self.pick(~out), self.pick(out)


def examples(game: Game, recorded: Iterable[Recorded], levels: Sequence[str]) -> dict[str, Examples]:
    """The real choices of every level."""
    runner, size, actions = learned_engine(game), layout(game).size, int(game.rules.ACTIONS)
    found: dict[str, list[Examples]] = {level: [] for level in levels}
    rows, masks = np.zeros((MOST_CHOICES, size), DTYPE), np.zeros((MOST_CHOICES, actions), "i1")
    chosen, actors = np.zeros(MOST_CHOICES, "i8"), np.zeros(MOST_CHOICES, "i8")
    for each in recorded:
        masks[:] = 0
        count = _watched(runner, game, each, rows, masks, chosen, actors)
        results = np.array([_result(each, seat) for seat in range(each.seats)], "f4")
        mine = np.array(each.bots)[actors[:count]]
        for level in set(each.bots) & set(levels):
            own = np.flatnonzero(mine == level)
            numbers = np.full(len(own), each.number)
            seats = actors[own]
            found[level].append(Examples(rows[own], masks[own], chosen[own], numbers, results[seats]))
    return {level: _joined(parts) for level, parts in found.items() if parts}


def _watched(runner: LearnedEngine, game: Game, each: Recorded, rows: Any, masks: Any, chosen: Any, actors: Any) -> int:
    start = game.rules.State()
    game.rules.setup(start, each.seats, game.read_options(None, seats=each.seats))
    states = runner.states(start, search.STATES)
    states[search.WORLD] = states[search.VIEW]
    trace = np.array([number for step in each.steps for number in step], "i8")
    if not runner.is_compiled:
        trace = trace.tolist()
    return int(runner.watch(states, trace, len(each.steps), rows, masks, chosen, actors))


def _result(each: Recorded, seat: int) -> tuple[float, float]:
    share = 1 / len(each.winners) if seat in each.winners else 0.0
    best = max((score for other, score in enumerate(each.scores) if other != seat), default=0)
    return share, float(each.scores[seat] - best)


def _joined(parts: list[Examples]) -> Examples:
    columns = zip(*((part.observed, part.legal, part.chosen, part.game, part.result) for part in parts), strict=True)
    return Examples(*(np.concatenate(column) for column in columns))
