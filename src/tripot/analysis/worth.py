"""What a position, or a move from what a seat knows, is worth: the results of whole games, world by world."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tripot.core import rollouts
from tripot.core.kernels import WHOLE
from tripot.core.rng import Rng
from tripot.core.state import NOBODY
from tripot.play import Game

from .company import Company
from .engines import RolloutEngine, engine

Rows = NDArray[np.float64]
"""A row for each world; in it, for each of WIN, POINTS and MARGIN, a number for each seat."""

WIN, POINTS, MARGIN = rollouts.WIN, rollouts.POINTS, rollouts.MARGIN

SALT = 0x5EED << 44  # the streams of rollouts are never those of a game whose seed is as small as people choose it


class Worth:
    """Rollouts of one game at one table. World n is the same whatever is asked: results can be compared world by world."""

    def __init__(
        self, game: Game, seats: int, company: Company, seed: int, *, runner: RolloutEngine | None = None
    ) -> None:
        self.game, self.seats, self.seed = game, seats, seed ^ SALT
        self.runner = runner or engine(game)
        self._rngs = self.runner.records(Rng, rollouts.STREAMS)
        self._jobs = self.runner.records(rollouts.Job, 1)
        self._models = self.runner.records(rollouts.Model, rollouts.MOST_SEATS)
        for seat, share in enumerate(company.thumbs):
            model = rollouts.Model()
            model.thumb = share
            self.runner.write(self._models, seat, model)

    def of_position(self, state: Any, first: int, count: int) -> Rows:
        """The results of that many worlds from a whole state, from world number `first` on."""
        return self._play(state, NOBODY, (), first, count)

    def of_move(self, view: Any, seat: int, steps: Sequence[int], first: int, count: int) -> Rows:
        """The same from the worlds that agree with a seat's view, after a move of that seat; without steps its model chooses."""
        return self._play(view, seat, steps, first, count)

    def _play(self, state: Any, seat: int, steps: Sequence[int], first: int, count: int) -> Rows:
        job = rollouts.Job()
        job.seat, job.seats, job.seed = seat, self.seats, self.seed
        job.first, job.count, job.length = first, count, len(steps)
        self.runner.write(self._jobs, 0, job)
        most = int(self.game.rules.SEATS)
        results = self.runner.numbers(count * rollouts.MEASURES * most)
        given = self.runner.numbers(max(1, len(steps)))
        given[: len(steps)] = list(steps)
        states = self.runner.states(state, rollouts.STATES)
        self.runner.rollouts(states, self._rngs, self._models, self._jobs, given, results)
        rows = np.array(results, dtype=np.float64).reshape(count, rollouts.MEASURES, most)[:, :, : self.seats]
        rows[:, WIN] /= WHOLE
        return rows


def result_of(game: Game, state: Any, seats: int) -> Rows:
    """What a finished game is worth: its one row."""
    points = [0] * int(game.rules.SEATS)
    game.rules.score(state, points)
    best = game.rules.winners(state)
    winning = [best >> seat & 1 for seat in range(seats)]
    row = np.zeros((1, rollouts.MEASURES, seats))
    for seat in range(seats):
        others = [points[other] for other in range(seats) if other != seat]
        row[0, :, seat] = winning[seat] / max(1, sum(winning)), points[seat], points[seat] - max(others)
    return row
