"""What every choice made face down would have brought, given what the others did choose.

Rivals who choose at the same moment do not see a seat's choice, so they would have chosen the same whatever it was. In a recorded
game each legal choice is therefore put in place of the one made, and the round played on by the rules of thumb: once the cards
are on the table there is little left to guess. What it brings is counted at the end of the round, in points against the mean of
the others. A network that is fitted to this (`replies.py`) knows how a level chooses, and with which cards, without being told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from tripot.bots.engines import plain_engine
from tripot.core.rng import Rng, begin
from tripot.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR
from tripot.observe import DTYPE, layout, observer
from tripot.play import Game

from .examples import HELD_OUT
from .games import Recorded

MOMENTS = 1 << 20  # set aside for a game in the numbers of streams


@dataclass(frozen=True)
class Lessons:
    """Choices made face down, one in each row."""

    observed: Any
    gains: Any
    """By action: what it would have brought; NaN where it is not legal."""
    chosen: Any
    game: Any

    def __len__(self) -> int:
        return len(self.chosen)

    def pick(self, rows: Any) -> Lessons:
        """Some of them."""
        return Lessons(*(getattr(self, each.name)[rows] for each in fields(self)))

    def split(self) -> tuple[Lessons, Lessons]:
        """What is learned from, and what is held out."""
        out = self.game % HELD_OUT == 0
        return self.pick(~out), self.pick(out)


@dataclass(frozen=True)
class Moment:
    """A choice of several seats at once: the position before it, and what each chose, in one step."""

    number: int
    before: Any
    chosen: dict[int, int]


def lessons(game: Game, recorded: Iterable[Recorded], actions: Any, times: int = 2) -> Lessons:
    """All choices face down among `actions` in some games; each is played on `times` times."""
    look, known = Look(game, times), set(np.asarray(actions).ravel().tolist())
    found = [
        (look.observed(moment, seat), gains, moment.chosen[seat], each.number)
        for each in recorded
        for moment in moments(game, each)
        for seat in moment.chosen
        if (gains := look.back(each.number, moment, seat, known)) is not None
    ]
    if not found:
        return Lessons(
            np.zeros((0, layout(game).size), DTYPE), np.zeros((0, look.actions), "f4"), *(np.zeros(0, "i8"),) * 2
        )
    observed, gains, chosen, numbers = zip(*found, strict=True)
    return Lessons(np.stack(observed), np.stack(gains), np.array(chosen), np.array(numbers))


def together(parts: Sequence[Lessons]) -> Lessons:
    """All of them in one."""
    return Lessons(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(Lessons)))


def moments(game: Game, each: Recorded) -> Iterator[Moment]:
    """The moments of a game at which several seats choose face down, in one step each."""
    rules, s, steps = game.rules, game.rules.State(), each.steps
    rules.setup(s, each.seats, game.read_options(None, seats=each.seats))
    before, chosen = None, dict[int, int]()
    for place, (actor, action) in enumerate(steps):
        if actor >= 0 and rules.seen(s, SPECTATOR, actor, action) == HIDDEN:
            before = before or s.copy()
            is_first = actor not in chosen
            chosen[actor] = action if is_first else NOBODY
        rules.apply(s, actor, action)
        if before is not None and not _is_unfinished(game, s, chosen):
            if len(chosen) > 1 and NOBODY not in chosen.values():
                yield Moment(place, before, chosen)
            before, chosen = None, {}


def _is_unfinished(game: Game, s: Any, chosen: dict[int, int]) -> bool:
    """Whether somebody has still to choose at the same moment, or to complete a choice."""
    who = game.rules.to_act(s)
    return who >= 0 and (game.rules.is_mid_move(s, who) or who not in chosen) and _is_face_down(game, s, who)


def _is_face_down(game: Game, s: Any, who: int) -> bool:
    return game.rules.legal(s, who) > 0 and game.rules.seen(s, SPECTATOR, who, s.acts[0]) == HIDDEN


class Look:
    """Plays choices on that were not made."""

    def __init__(self, game: Game, times: int) -> None:
        self.game, self.rules, self.runner = game, game.rules, plain_engine(game)
        self.times, self.actions = times, int(game.rules.ACTIONS)

    def observed(self, moment: Moment, seat: int) -> Any:
        """What the seat saw when it chose."""
        v, row = self.rules.State(), [0] * layout(self.game).size
        self.rules.view(moment.before, seat, v)
        observer(self.game).observe(v, seat, row)
        return np.array(row, DTYPE)

    def back(self, number: int, moment: Moment, seat: int, known: set[int]) -> Any:
        """What each choice would have brought, by action; None if there was no choice, or one that is not among those known."""
        count = self.rules.legal(moment.before, seat)
        legal = [int(action) for action in moment.before.acts[:count]]
        if count < 2 or not known.issuperset(legal):  # noqa: PLR2004  # nothing to choose
            return None
        gains = np.full(self.actions, np.nan, "f4")
        for action in legal:
            results = [self._gain(number, moment, seat, action, time) for time in range(self.times)]
            gains[action] = sum(results) / self.times
        return gains

    def _gain(self, number: int, moment: Moment, seat: int, action: int, time: int) -> float:
        """All choices are played on with the same chance: only the choice makes a difference."""
        s, rules, runner = moment.before.copy(), self.rules, self.runner
        rngs = [Rng() for _ in range(rules.SEATS + 1)]
        for stream, rng in enumerate(rngs):
            begin(rng, number, moment.number * self.times + time, stream)
        for other, step in moment.chosen.items():
            rules.apply(s, other, action if other == seat else step)
        end = runner.stage(moment.before) + 1
        who = rules.to_act(s)
        while who != NOBODY and runner.stage(s) < end:
            if who == CHANCE:
                rules.apply(s, CHANCE, rules.draw(s, rngs[0]))
            else:
                v = rules.State()
                rules.view(s, who, v)
                rules.apply(s, who, runner.thumb(v, who, rngs[who + 1]))
            who = rules.to_act(s)
        points = [0] * rules.SEATS
        rules.score(s, points)
        if who != NOBODY:
            runner.future_value(s, points)
        return _ahead(points[: s.seats], seat)


def _ahead(points: Sequence[int], seat: int) -> float:
    others = [each for other, each in enumerate(points) if other != seat]
    return points[seat] - sum(others) / len(others)
