"""Batches of games: cut into slices that grow with the machine's speed, and the same result however they were cut."""

from __future__ import annotations

import importlib
import threading
from typing import Any

import pytest

import tripot
from tripot.arena import Result, simulate
from tripot.bots.engines import plain_engine
from tripot.core.slices import next_size

GAME = tripot.load("raise")
MODULE = importlib.import_module("tripot.arena.simulate")
WANTED = MODULE.SLICE_SECONDS
LOADING = 1.5  # seconds of the first call


class Machine:
    """The plain game behind a clock of its own: a call takes that many seconds for a game, the first one `loading` more.

    A call for no game at all takes `before`.
    """

    is_compiled = True

    def __init__(self, seconds: float, loading: float = 0.0, before: float = 0.0) -> None:
        self.engine, self.seconds, self.loading, self.before = plain_engine(GAME), seconds, loading, before
        self.now, self.calls, self.lock = 0.0, list[tuple[int, int]](), threading.Lock()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.engine, name)

    def perf_counter(self) -> float:
        return self.now

    def random_games(self, states: Any, rngs: Any, seed: int, first: int, count: int, points: Any, tally: Any) -> None:
        with self.lock:
            if count == 0:
                self.now += self.before
                return
            self.now += self.seconds * count + (0.0 if self.calls else self.loading)
            self.calls.append((first, count))
        self.engine.random_games(states, rngs, seed, first, count, points, tally)


def run(machine: Machine, monkeypatch: pytest.MonkeyPatch, *, games: int, threads: int = 1) -> Result:
    monkeypatch.setattr(MODULE, "time", machine)
    options = {"box": "tiny"}
    return simulate(GAME, seats=2, games=games, seed=3, options=options, threads=threads, engine=machine)


def figures(result: Result) -> tuple[Any, ...]:
    return result.games, result.decisions, result.chance_events, result.mean_scores, result.wins


def test_a_first_call_that_loads_machine_code_does_not_make_the_slices_small(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(WANTED / 100, LOADING)
    run(machine, monkeypatch, games=1_000)
    counts = [count for _, count in machine.calls]
    assert sum(counts) == 1_000
    assert max(counts) in (99, 100)  # that many games take the seconds wanted
    assert len(counts) < 20


def test_the_seconds_of_a_batch_are_those_of_play(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(WANTED / 100, before=LOADING)
    assert run(machine, monkeypatch, games=300).seconds == pytest.approx(300 * WANTED / 100)
    assert machine.now == pytest.approx(300 * WANTED / 100 + LOADING)


def test_slices_stay_short_on_a_slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(WANTED * 3)
    run(machine, monkeypatch, games=30)
    assert [count for _, count in machine.calls] == [2, *[1] * 28]


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("seconds", [WANTED * 2, WANTED / 7, WANTED / 1000])
def test_the_result_is_the_same_however_the_games_were_cut(
    seconds: float, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"box": "tiny"}
    whole = simulate(GAME, seats=2, games=60, seed=3, options=options, engine=plain_engine(GAME))
    machine = Machine(seconds, LOADING)
    assert figures(run(machine, monkeypatch, games=60, threads=threads)) == figures(whole)
    played = [game for first, count in machine.calls for game in range(first, first + count)]
    assert sorted(played) == list(range(60))


def test_the_next_call_is_as_long_as_wanted_but_grows_step_by_step() -> None:
    assert next_size(100, 100, 0.1, 0.2) == 200
    assert next_size(100, 100, 0.4, 0.2) == 50
    assert next_size(100, 100, 0.0001, 0.2) == 400  # a quick call is no promise: at most four times as many
    assert next_size(2, 2, LOADING, 0.2) == 1
    assert next_size(1, 1, 0.0, 0.2) == 4
    assert next_size(640, 10, 0.001, 0.2) == 640  # a small call that was under way does not cut down what has grown
    assert next_size(640, 10, 0.01, 0.2) == 200  # unless it says that such calls would take too long
