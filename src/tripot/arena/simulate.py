"""Whole games between bots, many in one call, on all cores."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from tripot.bots import bot
from tripot.bots.engines import engine as best_engine
from tripot.core import kernels
from tripot.core.contracts import Engine
from tripot.core.slices import next_size
from tripot.errors import BadSeats
from tripot.play import Game

from .match import Streams, play_game

SLICE_SECONDS = 0.2  # a compiled call cannot be interrupted, so calls are short
FIRST_SLICE = 2
IN_KERNELS = {"random", "thumb"}  # bots that play whole batches in one call


@dataclass(frozen=True)
class Result:
    """What a number of games added up to."""

    game: str
    seats: int
    bots: tuple[str, ...]
    seed: int
    games: int
    decisions: int
    chance_events: int
    seconds: float
    """Of play; loading the machine code before the first game is not counted."""
    mean_scores: tuple[float, ...]
    wins: tuple[float, ...]
    """Victories of every seat; a shared victory counts as its share."""
    compiled: bool
    threads: int

    @property
    def decisions_per_second(self) -> float:
        """How many decisions were made in a second."""
        return self.decisions / self.seconds if self.seconds else 0.0


def simulate(
    game: Game,
    *,
    seats: int,
    games: int,
    seed: int,
    bots: Sequence[str] = ("random",),
    options: Mapping[str, object] | None = None,
    threads: int | None = None,
    engine: Engine | None = None,
    progress: Callable[[int], None] = lambda played: None,
) -> Result:
    """Play `games` games. One bot name stands for all seats; the same seed gives the same games on any number of threads."""
    chosen = game.read_options(options, seats=seats)
    names = tuple(bots) * seats if len(bots) == 1 else tuple(bots)
    if len(names) != seats:
        raise BadSeats(f"{game.name}: {len(names)} bots for {seats} seats; name one bot, or one for each seat")
    for name in set(names):
        bot(name)  # an unknown one is refused before anything is played
    start = game.rules.State()
    game.rules.setup(start, seats, chosen)
    runner = engine or best_engine(game)
    workers = threads or (os.cpu_count() or 1) if runner.is_compiled else 1
    began = time.perf_counter()
    if set(names) <= IN_KERNELS:
        play = _player(runner, start, seed, names)
        tally = play(0, 0)  # no game: this loads the machine code, and is no part of the speed
        began = time.perf_counter()
        _run(play, tally, games, workers, progress)
    else:
        workers = 1  # a bot that searches may use all cores by itself
        tally = _run_one_by_one(game, seats, options, games, seed, names, progress)
    seconds = time.perf_counter() - began
    most = int(game.rules.SEATS)
    points, wins = tally[kernels.POINTS :], tally[kernels.POINTS + most :]
    return Result(
        game=game.name,
        seats=seats,
        bots=names,
        seed=seed,
        games=games,
        decisions=int(tally[kernels.DECISIONS]),
        chance_events=int(tally[kernels.CHANCE_EVENTS]),
        seconds=seconds,
        mean_scores=tuple(int(points[seat]) / games if games else 0.0 for seat in range(seats)),
        wins=tuple(int(wins[seat]) / kernels.WHOLE for seat in range(seats)),
        compiled=bool(runner.is_compiled),
        threads=workers,
    )


def _run_one_by_one(
    game: Game,
    seats: int,
    options: Mapping[str, object] | None,
    games: int,
    seed: int,
    names: tuple[str, ...],
    progress: Callable[[int], None],
) -> list[int]:
    """Games with bots that think: those of a match with the same streams as a batch."""
    most = int(game.rules.SEATS)
    total = [0] * (kernels.POINTS + 2 * most)
    for number in range(games):
        played = play_game(game, seats, options, names, Streams(seed, number))
        total[kernels.DECISIONS] += played.decisions
        total[kernels.CHANCE_EVENTS] += played.chance_events
        for seat in range(seats):
            total[kernels.POINTS + seat] += played.scores[seat]
        for seat in played.winners:
            total[kernels.POINTS + most + seat] += kernels.WHOLE // len(played.winners)
        progress(1)
    return total


Play = Callable[[int, int], list[int]]
"""The tally of that many games, from the first on."""


def _player(runner: Engine, start: Any, seed: int, names: tuple[str, ...]) -> Play:
    thumbs = sum(1 << seat for seat, name in enumerate(names) if name == "thumb")
    most = int(runner.rules.SEATS)

    def play(first: int, count: int) -> list[int]:
        # arrays of its own for every call: neighbours in memory would slow the other thread down
        states, rngs = runner.states(start, 4), runner.rngs()
        points, tally = runner.numbers(most), runner.numbers(kernels.POINTS + 2 * most)
        if thumbs:
            runner.games(states, rngs, seed, first, count, thumbs, points, tally)
        else:
            runner.random_games(states, rngs, seed, first, count, points, tally)
        return [int(number) for number in tally]

    return play


def _run(play: Play, total: list[int], games: int, workers: int, progress: Callable[[int], None]) -> None:
    """Add up all games, slice by slice."""

    def timed(first: int, count: int) -> tuple[list[int], int, float]:
        began = time.perf_counter()
        return play(first, count), count, time.perf_counter() - began

    slices = _Slices(games)

    def add(part: list[int], count: int, seconds: float) -> None:
        slices.took(count, seconds)
        for place, number in enumerate(part):
            total[place] += number
        progress(count)

    if workers == 1:
        while slices.are_left:
            add(*timed(*slices.take()))
        return
    with ThreadPoolExecutor(workers) as pool:
        running: set[Future[tuple[list[int], int, float]]] = set()
        try:
            while slices.are_left or running:
                while slices.are_left and len(running) < workers:
                    running.add(pool.submit(timed, *slices.take()))
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for job in done:
                    add(*job.result())
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise


class _Slices:
    """Games handed out a slice at a time, each as long as fits into SLICE_SECONDS by what the slices before took."""

    def __init__(self, games: int) -> None:
        self.games, self.first, self.size = games, 0, FIRST_SLICE

    @property
    def are_left(self) -> bool:
        """Whether there are games to be handed out."""
        return self.first < self.games

    def take(self) -> tuple[int, int]:
        """The first game of the next slice, and how many."""
        first, count = self.first, min(self.size, self.games - self.first)
        self.first += count
        return first, count

    def took(self, count: int, seconds: float) -> None:
        """Note how long a slice of that many games took."""
        self.size = next_size(self.size, count, seconds, SLICE_SECONDS)
