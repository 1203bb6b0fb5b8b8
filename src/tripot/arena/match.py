"""One game between bots, from seed to result: a pure function, the same on every machine."""

from __future__ import annotations

import functools
import hashlib
import time
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tripot.bots import Bot, ask_all, bot, play_all
from tripot.bots.engines import engine as best_engine
from tripot.core.contracts import Engine
from tripot.core.rng import CHANCE_STREAM, Rng, begin, below
from tripot.core.state import CHANCE, NOBODY
from tripot.errors import BadSeats
from tripot.play import Game, Move, Position, View

IN_KERNEL = {"random", "thumb"}  # whose games the compiled kernels can play, step for step the same
SEATING_STREAMS = 64  # bots' streams set aside for each seating of the same cards
DICE_STREAM = 1 << 31
TRACE = 20_000  # numbers in the trace of a game, two for every step; the longest games have some hundred steps

Steps = tuple[tuple[int, int], ...]
"""Every small step of a game: (actor, action)."""


@dataclass(frozen=True)
class Streams:
    """Which random numbers a game gets: equal numbers are equal cards, dice, or bots' own whims."""

    seed: int
    cards: int
    """The number of the stream of chance."""
    dice: int | None = None
    """The number of a stream for dice alone; None: they come from the stream of chance, as it falls."""
    bots: int | None = None
    """The number of the bots' streams; None: the same as the cards'."""
    seating: int = 0
    """Bots draw other numbers in every seating of the same cards, so that equal bots do not repeat a game."""

    def keys(self, seats: int, most: int) -> list[tuple[int, int, int]]:
        """(place, game, stream) of every stream, in the places that the kernels expect."""
        bots = self.cards if self.bots is None else self.bots
        found = [(0, self.cards, CHANCE_STREAM)]
        found += [(seat + 1, bots, 1 + self.seating * SEATING_STREAMS + seat) for seat in range(seats)]
        return found if self.dice is None else [*found, (most + 1, self.dice, DICE_STREAM)]


@dataclass(frozen=True)
class Played:
    """What is kept of a game."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    chance_events: int
    hash: str
    """Of every card, die and move: equal games have equal hashes."""
    thinking: tuple[float, ...]
    """Seconds that each seat thought; zeros where compiled kernels played."""


def play_game(
    game: Game,
    seats: int,
    options: Mapping[str, object] | None,
    bots: Sequence[str],
    streams: Streams,
    *,
    engine: Engine | None = None,
) -> Played:
    """Play one game; the same arguments give the same game. Raises BotFailed with the game's record."""
    steps, thinking, scores, winners = _play(game, seats, options, bots, streams, engine)
    chances = sum(actor == CHANCE for actor, _ in steps)
    return Played(scores, winners, len(steps) - chances, chances, _hash(steps), thinking)


def play_steps(
    game: Game,
    seats: int,
    options: Mapping[str, object] | None,
    bots: Sequence[str],
    streams: Streams,
    *,
    engine: Engine | None = None,
) -> tuple[Steps, tuple[int, ...], tuple[int, ...]]:
    """The same game as its steps, its scores and its winners."""
    steps, _, scores, winners = _play(game, seats, options, bots, streams, engine)
    return steps, scores, winners


def by_moves(
    game: Game, seats: int, options: Mapping[str, object] | None, bots: Sequence[str], streams: Streams
) -> tuple[Position, tuple[float, ...]]:
    """Any bots, move by move: the last position, and how long each seat thought."""
    thinking = [0.0] * seats
    players = {seat: _timed(bot(name), seat, thinking) for seat, name in enumerate(bots)}
    rngs = {place: _open(streams.seed, number, stream) for place, number, stream in streams.keys(seats, seats)}
    own, names = {seat: rngs[seat + 1] for seat in range(seats)}, dict(enumerate(bots))
    rolls = _dice(game) if streams.dice is not None else ()
    pos = game.start(seats=seats, options=options)
    while pos.to_act != NOBODY:
        if pos.to_act == CHANCE:
            is_die = rolls and rolls[pos.chance[0][0].steps[0]]
            pos = pos.play(_drawn(pos, rngs[seats + 1 if is_die else 0]), seat=CHANCE)
        else:
            pos = play_all(pos, ask_all(pos, players, own, names=names, company=bots))
    return pos, tuple(thinking)


def _timed(player: Bot, seat: int, thinking: list[float]) -> Bot:
    """The same bot, with its seconds added up at its seat."""

    def timed(view: View, rng: Rng) -> Move:
        began = time.perf_counter()
        try:
            return player(view, rng)
        finally:
            thinking[seat] += time.perf_counter() - began

    return timed


def ranks(scores: Sequence[int], winners: Sequence[int]) -> tuple[int, ...]:
    """The place of every seat, from 1: the winners, then by points; equal ones share the better place."""
    keys = [(seat in winners, score) for seat, score in enumerate(scores)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def _play(
    game: Game,
    seats: int,
    options: Mapping[str, object] | None,
    bots: Sequence[str],
    streams: Streams,
    engine: Engine | None,
) -> tuple[Steps, tuple[float, ...], tuple[int, ...], tuple[int, ...]]:
    if len(bots) != seats:
        raise BadSeats(f"{game.name}: {len(bots)} bots for {seats} seats")
    if IN_KERNEL.issuperset(bots):
        return _in_kernel(engine or _runner(game), game, seats, options, bots, streams)
    pos, thinking = by_moves(game, seats, options, bots, streams)
    assert pos.outcome is not None
    steps = tuple((event.actor, event.move.steps[0]) for event in pos.events if event.move)
    return steps, thinking, pos.outcome.scores, pos.outcome.winners


def _in_kernel(
    runner: Engine, game: Game, seats: int, options: Mapping[str, object] | None, bots: Sequence[str], streams: Streams
) -> tuple[Steps, tuple[float, ...], tuple[int, ...], tuple[int, ...]]:
    start = game.rules.State()
    game.rules.setup(start, seats, game.read_options(options, seats=seats))
    states, rngs, trace = runner.states(start, 4), runner.rngs(), _trace(runner)
    states[1] = states[0]
    most = int(game.rules.SEATS)
    for place, number, stream in streams.keys(seats, most):
        runner.open_stream(rngs, place, streams.seed, number, stream)
    dice = runner.numbers(int(game.rules.OUTCOMES))
    if streams.dice is not None:
        dice[:] = _dice(game)
    thumbs = sum(1 << seat for seat, name in enumerate(bots) if name == "thumb")
    count = runner.traced_game(states, rngs, thumbs, dice, trace)
    points = runner.numbers(most)
    runner.ask_score(states, points)
    best = runner.ask_winners(states)
    flat = list(map(int, trace[: 2 * count]))
    scores = tuple(int(points[seat]) for seat in range(seats))
    winners = tuple(seat for seat in range(seats) if best >> seat & 1)
    return tuple(zip(flat[::2], flat[1::2], strict=True)), (0.0,) * seats, scores, winners


@functools.cache
def _runner(game: Game) -> Engine:
    """The fastest engine there is; whether it is compiled is looked up once, not for every game."""
    return best_engine(game)


@functools.cache
def _trace(runner: Engine) -> Any:
    return runner.numbers(TRACE)


@functools.cache
def _dice(game: Game) -> tuple[int, ...]:
    """For every chance outcome whether it is the face of a die."""
    return tuple(map(int, game.die_faces))


def has_dice(game: Game) -> bool:
    """Whether dice are rolled in the game."""
    return any(_dice(game))


def _open(seed: int, number: int, stream: int) -> Rng:
    rng = Rng()
    begin(rng, seed, number, stream)
    return rng


def _drawn(pos: Position, rng: Rng) -> Move:
    """One outcome with one number of the stream, found in the order of the weights, as the rules' own `draw` does."""
    chance = pos.chance
    rng.count = pos.draw_number(rng.count)
    place = below(rng, sum(weight for _, weight in chance))
    for move, weight in chance:
        place -= weight
        if place < 0:
            return move
    raise AssertionError("the weights do not add up")


def _hash(steps: Steps) -> str:
    flat = array("h", [number for step in steps for number in step])
    return hashlib.blake2b(flat.tobytes(), digest_size=8).hexdigest()


__all__ = ["IN_KERNEL", "Played", "Steps", "Streams", "by_moves", "has_dice", "play_game", "play_steps", "ranks"]
