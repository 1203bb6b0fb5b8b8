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
from tripot.bots.replies import beside
from tripot.core import search
from tripot.core.learned import FULL
from tripot.core.rng import begin
from tripot.observe import DTYPE, layout, observed
from tripot.play import Game

from .examples import Rows
from .games import Recorded


@dataclass(frozen=True)
class Lessons(Rows):
    """Choices made face down, one row for each situation in them: before the first step, and after each beginning of a move.

    The situations of a choice stand one after the other. A choice of one step has one.
    """

    observed: Any
    gains: Any
    """By action that completes a move: what the move would have brought; NaN where none does."""
    back: Any
    """How many rows before stands the situation that led here; 0 at the beginning of a choice."""
    by: Any
    """The action that led here."""
    chosen: Any
    """The action that completed the move made; -1 where it went another way."""
    game: Any

    @property
    def choice(self) -> Any:
        """To which choice each row belongs, from 0."""
        return np.cumsum(self.back == 0) - 1


Later = Callable[[Any, int], float]
"""What an observation is worth beyond its points, with so many rounds to go."""


def lessons(
    game: Game,
    recorded: Iterable[Recorded],
    actions: Any,
    times: int = 1,
    *,
    later: Later = lambda observed, left: 0.0,
    whom: Sequence[str] = (),
) -> Lessons:
    """All choices face down among `actions` in some games; each is played on `times` times.

    More choices teach more than more plays of each. Behind an observation stands how much of the rivals is of each level
    of `whom`.
    """
    look, rows = Look(game, times, later), list[tuple[Any, ...]]()
    for each in recorded:
        for moment, seat, left in choices(game, each, actions):
            rivals = [{who: FULL} for other, who in enumerate(each.bots) if other != seat]
            company = beside(whom, rivals)
            for seen, *rest in look.back(each.number, moment, seat, left):
                rows.append((np.append(seen, company), *rest, each.number))
    if not rows:
        nothing = np.zeros(0, "i8")
        blank = np.zeros((0, layout(game).size + len(whom)), DTYPE), np.zeros((0, look.actions), "f4")
        return Lessons(*blank, nothing, nothing, nothing, nothing)
    views, gains, *others = zip(*rows, strict=True)
    return Lessons(np.stack(views), np.stack(gains), *map(np.array, others))


def choices(game: Game, each: Recorded, actions: Any) -> list[tuple[Moment, int, int]]:
    """The choices face down among `actions` in a game: the moment, the seat, and how many rounds follow."""
    known, found = set(np.asarray(actions).ravel().tolist()), []
    for moment in moments(game.rules, start(game, each.seats), each.steps):
        if is_face_down(moment):
            found += [(moment, seat) for seat in moment.free if known.issuperset(legal(game, moment.before, seat))]
    stages = [plain_engine(game).stage(moment.before) for moment, _ in found]
    return [(moment, seat, stages[-1] - stage) for (moment, seat), stage in zip(found, stages, strict=True)]


def legal(game: Game, s: Any, seat: int) -> list[int]:
    """What a seat could do next."""
    return list(s.acts[: game.rules.legal(s, seat)])


def is_face_down(moment: Moment) -> bool:
    """Whether several seats choose at once: what is chosen together is chosen face down."""
    return len(moment.actors) > 1


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
        seen = self.rules.State()
        self.rules.view(s, seat, seen)
        return observed(self.game, seen, seat)

    def back(self, number: int, moment: Moment, seat: int, left: int) -> list[tuple[Any, ...]]:
        """The rows of a choice in lessons, without the number of the game, with `left` rounds to follow."""
        made, rows = moment.moves[seat], list[tuple[Any, ...]]()
        waiting: list[tuple[Any, tuple[int, ...], int]] = [(moment.before.copy(), (), 0)]
        for s, begun, before in waiting:
            gains = np.full(self.actions, np.nan, "f4")
            for action in legal(self.game, s, seat):
                after, move = s.copy(), (*begun, action)
                self.rules.apply(after, seat, action)
                if self.rules.is_mid_move(after, seat):
                    waiting.append((after, move, len(rows)))
                else:
                    results = [self.gain(number, moment, seat, move, time) for time in range(self.times)]
                    gains[action] = sum(results) / self.times + self.kept(moment, seat, move, left)
            chosen = made[-1] if made[:-1] == begun else -1
            rows.append((self.observed(s, seat), gains, len(rows) - before, begun[-1] if begun else -1, chosen))
        return rows

    def gain(self, number: int, moment: Moment, seat: int, move: Sequence[int], time: int) -> float:
        """What one choice brings; all are played on with the same chance, so that only the choice makes a difference."""
        last = max(moment.numbers.values())
        for stream, rng in enumerate(self.rngs):
            begin(rng, number, last * self.times + time, stream)
        self.turn_up(moment, seat, move)
        self.runner.finish(self.states, self.rngs, self.task, self.runner.stage(moment.before) + 1)
        return ahead(self.task.points[: moment.before.seats], seat)

    def kept(self, moment: Moment, seat: int, move: Sequence[int], left: int) -> float:
        """What the hand that a choice leaves is worth in the rounds that follow."""
        self.turn_up(moment, seat, move)
        return self.later(self.observed(self.states[search.WORLD], seat), left) if left else 0.0

    def turn_up(self, moment: Moment, seat: int, move: Sequence[int]) -> None:
        """Let all choose as they did, but for one seat."""
        self.states[search.WORLD] = moment.before
        for other, steps in moment.moves.items():
            for step in move if other == seat else steps:
                self.rules.apply(self.states[search.WORLD], other, step)


def ahead(points: Sequence[int], seat: int) -> float:
    """How far a seat is ahead of the mean of the others."""
    others = [each for other, each in enumerate(points) if other != seat]
    return points[seat] - sum(others) / len(others)
