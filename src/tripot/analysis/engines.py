"""The rollouts of a game, plain or compiled."""

from __future__ import annotations

import functools
from typing import Any, Protocol

from tripot.bots.engines import READY, has_numba
from tripot.bots.policies import policy
from tripot.core import bind, plain, rollouts
from tripot.core.contracts import Compiled, Engine
from tripot.core.rng import Rng
from tripot.play import Game


class RolloutEngine(Engine, Protocol):
    """An engine with the functions of `core/rollouts.py`."""

    def rollouts(self, states: Any, rngs: Any, models: Any, jobs: Any, steps: Any, results: Any, /) -> None: ...


class CompiledRollouts(RolloutEngine, Compiled, Protocol):
    """The same as machine code."""


def is_warm(game: Game) -> bool:
    """Whether the game's rollouts lie compiled in the cache; does not import numba."""
    return has_numba() and (_folder(game) / READY).exists()


@functools.cache
def _folder(game: Game) -> Any:
    return bind.folder(game.rules, policy(game), rollouts)


@functools.cache
def plain_engine(game: Game) -> RolloutEngine:
    """The rollouts as plain Python."""
    return plain.Engine(game.rules, policy(game), (rollouts,))


@functools.cache
def fast_engine(game: Game) -> CompiledRollouts:
    """The rollouts compiled; compiles at first use what the cache does not have."""
    from tripot.core import fast

    return fast.Engine(game.rules, policy(game), (rollouts,))


def engine(game: Game) -> RolloutEngine:
    """The compiled rollouts if they are warm, else the plain ones."""
    return fast_engine(game) if is_warm(game) else plain_engine(game)


def warm(game: Game) -> None:
    """Compile a game's rollouts into the cache."""
    runner = fast_engine(game)
    start = game.rules.State()
    game.rules.setup(start, game.most, game.rules.Options())
    job = rollouts.Job()
    job.seat, job.seats, job.count = -1, game.most, 1
    jobs = runner.records(rollouts.Job, 1)
    runner.write(jobs, 0, job)
    runner.rollouts(
        runner.states(start, rollouts.STATES),
        runner.records(Rng, rollouts.STREAMS),
        runner.records(rollouts.Model, rollouts.MOST_SEATS),
        jobs,
        runner.numbers(1),
        runner.numbers(rollouts.MEASURES * int(game.rules.SEATS)),
    )
    (runner.folders[rollouts] / READY).touch()
    runner.forget_others()
