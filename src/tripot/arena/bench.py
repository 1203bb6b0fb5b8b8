"""How fast the games are: each measurement is a function that works for a while and says what it did."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tripot.bots.engines import fast_engine
from tripot.core import kernels
from tripot.play import Game, games
from tripot.play.game import USUAL_SEATS

Measurement = Callable[[float], tuple[int, float]]
"""Works for about that many seconds; gives (how many, in how many seconds)."""


@dataclass(frozen=True)
class Rate:
    """The speeds of one thing over several rounds."""

    samples: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle one: what a ratio is made of."""
        return statistics.median(self.samples)

    @property
    def best(self) -> float:
        """The quickest one: what the machine can do when it is not disturbed."""
        return max(self.samples)


def in_turn(
    measurements: dict[str, Measurement],
    *,
    seconds: float,
    rounds: int,
    progress: Callable[[str], None] = lambda name: None,
) -> dict[str, Rate]:
    """Measure everything in turn, again and again, so that a busy minute of the machine hits all alike."""
    samples: dict[str, list[float]] = {name: [] for name in measurements}
    for measurement in measurements.values():
        measurement(0.0)  # what is compiled or loaded at first use
    for _ in range(rounds):
        for name, measurement in measurements.items():
            progress(name)
            count, took = measurement(seconds)
            samples[name].append(count / took)
    return {name: Rate(tuple(values)) for name, values in samples.items()}


def batch(game: Game) -> Measurement:
    """Decisions of random play in batches, legal moves generated at each, compiled, one core, chance included in the time."""
    runner = fast_engine(game)
    start = game.rules.State()
    game.rules.setup(start, game.usual_seats, game.rules.Options())

    def work(seconds: float) -> tuple[int, float]:
        states, rngs = runner.states(start, 2), runner.rngs()
        points, tally = runner.numbers(game.rules.SEATS), runner.numbers(kernels.POINTS + 2 * game.rules.SEATS)
        first, began = 0, time.perf_counter()
        while (took := time.perf_counter() - began) < seconds or not first:
            runner.random_games(states, rngs, 1, first, 200, points, tally)
            first += 200
        return int(tally[kernels.DECISIONS]), took

    return work


def one_at_a_time(game: Game) -> Measurement:
    """Decisions of random play through `Position`, plain Python, chance drawn from the seed."""

    def work(seconds: float) -> tuple[int, float]:
        chooser = random.Random(1)
        decisions, seed, began = 0, 0, time.perf_counter()
        while (took := time.perf_counter() - began) < seconds or not decisions:
            pos = game.start(seats=game.usual_seats, seed=seed)
            while (seat := pos.to_act) >= 0:
                pos = pos.play(chooser.choice(pos.legal_moves(seat)), seat=seat)
                decisions += 1
            seed += 1
        return decisions, took

    return work


def copying(game: Game) -> Measurement:
    """Copies of a compiled state."""
    runner = fast_engine(game)
    start = game.rules.State()
    game.rules.setup(start, game.usual_seats, game.rules.Options())

    def work(seconds: float) -> tuple[int, float]:
        states = runner.states(start, 2)
        count, began = 0, time.perf_counter()
        while (took := time.perf_counter() - began) < seconds or not count:
            runner.copies(states, 100_000)
            count += 100_000
        return count, took

    return work


def state_bytes(game: Game) -> int:
    """The size of a compiled state."""
    return int(game.rules.State.dtype().itemsize)


def start_seconds(code: str, *, times: int = 5) -> float:
    """The median time of a fresh Python process that runs the code."""
    samples = []
    for _ in range(times):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
        samples.append(time.perf_counter() - began)
    return statistics.median(samples)


HELP = "import sys; sys.argv = ['tripot', '--help']\nfrom tripot.cli import main\nmain()"
WARM_START = """
from tripot.arena import simulate
from tripot.play import load
simulate(load({name!r}), seats=4, games=1, seed=0)
"""


def own(*, seconds: float, rounds: int, progress: Callable[[str], None] = lambda name: None) -> dict[str, Any]:
    """All measurements that need nothing but tripot."""
    measurements = {f"batch {game.name}": batch(game) for game in games()}
    measurements |= {f"one at a time {game.name}": one_at_a_time(game) for game in games()}
    measurements |= {f"copy {game.name}": copying(game) for game in games()}
    return report(in_turn(measurements, seconds=seconds, rounds=rounds, progress=progress))


def report(rates: dict[str, Rate]) -> dict[str, Any]:
    """The figures of our own games, ready for JSON."""
    found: dict[str, Any] = {"seats": USUAL_SEATS, "help_seconds": start_seconds(HELP), "games": {}}
    for game in games():
        found["games"][game.name] = {
            "batch_decisions_per_second": rates[f"batch {game.name}"].median,
            "position_decisions_per_second": rates[f"one at a time {game.name}"].median,
            "state_bytes": state_bytes(game),
            "copy_nanoseconds": 1e9 / rates[f"copy {game.name}"].median,
            "warm_start_seconds": start_seconds(WARM_START.format(name=game.name), times=3),
        }
    return found
