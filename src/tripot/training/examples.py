"""The decisions of recorded games as numbers: what the seat observed, what it could do, what the rules of thumb advised, what it
did, and how its game ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, Self, cast

import numpy as np

from tripot.bots.engines import LearnedEngine, learned_engine
from tripot.core import search
from tripot.core.rng import Rng
from tripot.observe import DTYPE, layout
from tripot.play import Game

from .games import Recorded

MOST_CHOICES = 4000  # of seats in one game
HELD_OUT = 10  # every so many games is not learned from
ADVICE_SEED = 1  # of what the rules of thumb leave to chance when they are asked


class Watching(LearnedEngine, Protocol):
    """An engine that can say what the rules of thumb would have advised."""

    def counsel(self, *arguments: Any) -> int: ...


class Rows:
    """Decisions of recorded games, one in each row; what is known of them is in columns."""

    game: Any
    """The number of its game: decisions of one game are all learned from, or all held out."""

    def __len__(self) -> int:
        return len(self.game)

    def pick(self, rows: Any) -> Self:
        """Some of them."""
        return type(self)(*(column[rows] for column in self._columns()))

    def split(self) -> tuple[Self, Self]:
        """What is learned from, and what is held out."""
        out = self.game % HELD_OUT == 0
        return self.pick(~out), self.pick(out)

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """All of them in one."""
        return cls(*map(np.concatenate, zip(*(part._columns() for part in parts), strict=True)))

    def _columns(self) -> list[Any]:
        return list(vars(self).values())


@dataclass(frozen=True)
class Examples(Rows):
    """Decisions, and how their games ended."""

    observed: Any
    legal: Any
    advised: Any
    """By the rules of thumb, asked once."""
    chosen: Any
    game: Any
    result: Any
    """The share of the victory, and the margin over the best other seat."""

    def renamed(self, seen: Any, done: Any) -> Examples:
        """The same with numbers and actions from other places (see `alike`)."""
        now = np.argsort(done)
        return replace(
            self,
            observed=self.observed[:, seen],
            legal=self.legal[:, done],
            advised=now[self.advised],
            chosen=now[self.chosen],
        )


def examples(game: Game, recorded: Iterable[Recorded], levels: Sequence[str]) -> dict[str, Examples]:
    """The real choices of every level."""
    runner, size, actions = cast("Watching", learned_engine(game)), layout(game).size, int(game.rules.ACTIONS)
    found: dict[str, list[Examples]] = {level: [] for level in levels}
    rows, masks = np.zeros((MOST_CHOICES, size), DTYPE), np.zeros((MOST_CHOICES, actions), "i1")
    advice, chosen, actors = (np.zeros(MOST_CHOICES, "i8") for _ in range(3))
    for each in recorded:
        masks[:] = 0
        count = _watched(runner, game, each, rows, masks, advice, chosen, actors)
        results = np.array([_result(each, seat) for seat in range(each.seats)], "f4")
        mine = np.array(each.bots)[actors[:count]]
        for level in set(each.bots) & set(levels):
            own = np.flatnonzero(mine == level)
            numbers = np.full(len(own), each.number)
            seats = actors[own]
            found[level].append(Examples(rows[own], masks[own], advice[own], chosen[own], numbers, results[seats]))
    return {level: Examples.joined(parts) for level, parts in found.items() if parts}


def _watched(
    runner: Watching, game: Game, each: Recorded, rows: Any, masks: Any, advice: Any, chosen: Any, actors: Any
) -> int:
    start = game.rules.State()
    game.rules.setup(start, each.seats, game.read_options(None, seats=each.seats))
    states = runner.states(start, search.STATES)
    states[search.WORLD] = states[search.VIEW]
    trace = np.array([number for step in each.steps for number in step], "i8")
    if not runner.is_compiled:
        trace = trace.tolist()
    count = int(runner.watch(states, trace, len(each.steps), rows, masks, chosen, actors))
    states[search.WORLD] = states[search.VIEW]
    rngs = runner.records(Rng, search.STREAMS)
    assert count == runner.counsel(states, rngs, trace, len(each.steps), ADVICE_SEED, each.number, advice)
    return count


def _result(each: Recorded, seat: int) -> tuple[float, float]:
    share = 1 / len(each.winners) if seat in each.winners else 0.0
    best = max((score for other, score in enumerate(each.scores) if other != seat), default=0)
    return share, float(each.scores[seat] - best)
