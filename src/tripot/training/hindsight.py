"""What every choice made face down would have brought, given what the others did choose.

Rivals who choose at the same moment do not see a seat's choice, so they would have chosen the same whatever it was. In a recorded
game each legal choice is therefore put in place of the one made, and the round played on by the rules of thumb: once the cards
are on the table there is little left to guess. What it brings is counted at the end of the round, in points against the mean of
the others, with what the hand that is left is worth later (`future.py`). A network that is fitted to this (`replies.py`) knows
how a level chooses, and with which cards, without being told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tripot.analysis.turns import Moment, moments
from tripot.bots.engines import plain_engine
from tripot.core import search
from tripot.core.rng import begin
from tripot.observe import DTYPE, layout, observer
from tripot.play import Game

from .examples import Rows
from .games import Recorded


@dataclass(frozen=True)
class Lessons(Rows):
    """Choices made face down."""

    observed: Any
    gains: Any
    """By action: what it would have brought; NaN where it is not legal."""
    chosen: Any
    game: Any


Later = Callable[[Any, int], float]
"""What an observation is worth beyond its points, with so many rounds to go."""


def lessons(
    game: Game, recorded: Iterable[Recorded], actions: Any, times: int = 1, *, later: Later = lambda observed, left: 0.0
) -> Lessons:
    """All choices face down among `actions` in some games; each is played on `times` times.

    More choices teach more than more plays of each.
    """
    look = Look(game, times, later)
    found = [
        (
            look.observed(moment.before, seat),
            look.back(each.number, moment, seat, left),
            moment.moves[seat][0],
            each.number,
        )
        for each in recorded
        for moment, seat, left in choices(game, each, actions)
    ]
    if not found:
        nothing = np.zeros(0, "i8")
        return Lessons(np.zeros((0, layout(game).size), DTYPE), np.zeros((0, look.actions), "f4"), nothing, nothing)
    observed, gains, chosen, numbers = zip(*found, strict=True)
    return Lessons(np.stack(observed), np.stack(gains), np.array(chosen), np.array(numbers))


def choices(game: Game, each: Recorded, actions: Any) -> list[tuple[Moment, int, int]]:
    """The choices face down among `actions` in a game: the moment, the seat, and how many rounds follow."""
    known, found = set(np.asarray(actions).ravel().tolist()), []
    for moment in moments(game.rules, start(game, each.seats), each.steps):
        if is_face_down(moment):
            found += [(moment, seat) for seat in moment.free if known.issuperset(legal(game, moment, seat))]
    stages = [plain_engine(game).stage(moment.before) for moment, _ in found]
    return [(moment, seat, stages[-1] - stage) for (moment, seat), stage in zip(found, stages, strict=True)]


def legal(game: Game, moment: Moment, seat: int) -> list[int]:
    """What a seat could choose."""
    return list(moment.before.acts[: game.rules.legal(moment.before, seat)])


def is_face_down(moment: Moment) -> bool:
    """Whether several seats choose at once, each in one step: what is chosen together is chosen face down."""
    return len(moment.actors) > 1 and all(len(steps) == 1 for steps in moment.moves.values())


def start(game: Game, seats: int) -> Any:
    """A table before anything happened."""
    s = game.rules.State()
    game.rules.setup(s, seats, game.read_options(None, seats=seats))
    return s


class Look:
    """Plays choices on that were not made."""

    def __init__(self, game: Game, times: int, later: Later = lambda observed, left: 0.0) -> None:
        self.game, self.rules, self.later = game, game.rules, later
        self.runner: Any = plain_engine(game)
        self.times, self.actions = times, int(game.rules.ACTIONS)
        self.states = self.runner.states(game.rules.State(), search.STATES)
        self.rngs, self.task = self.runner.rngs(), search.Task()
        self.task.thumb = search.FULL

    def observed(self, s: Any, seat: int) -> Any:
        """What the seat sees."""
        v, row = self.rules.State(), [0] * layout(self.game).size
        self.rules.view(s, seat, v)
        observer(self.game).observe(v, seat, row)
        return np.array(row, DTYPE)

    def back(self, number: int, moment: Moment, seat: int, left: int) -> Any:
        """What each choice would have brought, by action, with `left` rounds to follow."""
        gains = np.full(self.actions, np.nan, "f4")
        for action in legal(self.game, moment, seat):
            results = [self.gain(number, moment, seat, action, time) for time in range(self.times)]
            gains[action] = sum(results) / self.times + self.kept(moment, seat, action, left)
        return gains

    def gain(self, number: int, moment: Moment, seat: int, action: int, time: int) -> float:
        """What one choice brings; all are played on with the same chance, so that only the choice makes a difference."""
        last = max(moment.numbers.values())
        for stream, rng in enumerate(self.rngs):
            begin(rng, number, last * self.times + time, stream)
        self.turn_up(moment, seat, action)
        self.runner.finish(self.states, self.rngs, self.task, self.runner.stage(moment.before) + 1)
        return ahead(self.task.points[: moment.before.seats], seat)

    def kept(self, moment: Moment, seat: int, action: int, left: int) -> float:
        """What the hand that a choice leaves is worth in the rounds that follow."""
        self.turn_up(moment, seat, action)
        return self.later(self.observed(self.states[search.WORLD], seat), left) if left else 0.0

    def turn_up(self, moment: Moment, seat: int, action: int) -> None:
        """Let all choose as they did, but for one seat."""
        self.states[search.WORLD] = moment.before
        for other, (step,) in moment.moves.items():
            self.rules.apply(self.states[search.WORLD], other, action if other == seat else step)


def ahead(points: Sequence[int], seat: int) -> float:
    """How far a seat is ahead of the mean of the others."""
    others = [each for other, each in enumerate(points) if other != seat]
    return points[seat] - sum(others) / len(others)
