"""What every choice made face down would have brought, given what the others did choose.

Rivals who choose at the same moment do not see a seat's choice, so they would have chosen the same whatever it was. In a recorded
game each legal choice is therefore put in place of the one made, and the round played on by the rules of thumb: once the cards
are on the table there is little left to guess. What it brings is counted at the end of the round, in points against the mean of
the others. A network that is fitted to this (`replies.py`) knows how a level chooses, and with which cards, without being told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
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


def lessons(game: Game, recorded: Iterable[Recorded], actions: Any, times: int = 2) -> Lessons:
    """All choices face down among `actions` in some games; each is played on `times` times."""
    look, known = Look(game, times), set(np.asarray(actions).ravel().tolist())
    found = [
        (look.observed(moment, seat), gains, moment.moves[seat][0], each.number)
        for each in recorded
        for moment in moments(game.rules, _start(game, each.seats), each.steps)
        if is_face_down(moment)
        for seat in moment.free
        if (gains := look.back(each.number, moment, seat, known)) is not None
    ]
    if not found:
        nothing = np.zeros(0, "i8")
        return Lessons(np.zeros((0, layout(game).size), DTYPE), np.zeros((0, look.actions), "f4"), nothing, nothing)
    observed, gains, chosen, numbers = zip(*found, strict=True)
    return Lessons(np.stack(observed), np.stack(gains), np.array(chosen), np.array(numbers))


def is_face_down(moment: Moment) -> bool:
    """Whether several seats choose at once, each in one step: what is chosen together is chosen face down."""
    return len(moment.actors) > 1 and all(len(steps) == 1 for steps in moment.moves.values())


def _start(game: Game, seats: int) -> Any:
    s = game.rules.State()
    game.rules.setup(s, seats, game.read_options(None, seats=seats))
    return s


class Look:
    """Plays choices on that were not made."""

    def __init__(self, game: Game, times: int) -> None:
        self.game, self.rules = game, game.rules
        self.runner: Any = plain_engine(game)
        self.times, self.actions = times, int(game.rules.ACTIONS)
        self.states = self.runner.states(game.rules.State(), search.STATES)
        self.rngs, self.task = self.runner.rngs(), search.Task()
        self.task.thumb = search.FULL

    def observed(self, moment: Moment, seat: int) -> Any:
        """What the seat saw when it chose."""
        v, row = self.rules.State(), [0] * layout(self.game).size
        self.rules.view(moment.before, seat, v)
        observer(self.game).observe(v, seat, row)
        return np.array(row, DTYPE)

    def back(self, number: int, moment: Moment, seat: int, known: Collection[int]) -> Any:
        """What each choice would have brought, by action; None if one of them is not among those known."""
        legal = list(moment.before.acts[: self.rules.legal(moment.before, seat)])
        if not all(action in known for action in legal):
            return None
        gains = np.full(self.actions, np.nan, "f4")
        for action in legal:
            results = [self.gain(number, moment, seat, action, time) for time in range(self.times)]
            gains[action] = sum(results) / self.times
        return gains

    def gain(self, number: int, moment: Moment, seat: int, action: int, time: int) -> float:
        """What one choice brings; all are played on with the same chance, so that only the choice makes a difference."""
        last = max(moment.numbers.values())
        for stream, rng in enumerate(self.rngs):
            begin(rng, number, last * self.times + time, stream)
        self.states[search.WORLD] = moment.before
        for other, (step,) in moment.moves.items():
            self.rules.apply(self.states[search.WORLD], other, action if other == seat else step)
        self.runner.finish(self.states, self.rngs, self.task, self.runner.stage(moment.before) + 1)
        return _ahead(self.task.points[: moment.before.seats], seat)


def _ahead(points: Sequence[int], seat: int) -> float:
    others = [each for other, each in enumerate(points) if other != seat]
    return points[seat] - sum(others) / len(others)
