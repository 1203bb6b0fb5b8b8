"""What a hand is worth later: a card that is kept can still be played.

Learned from recorded games of a level by least squares: how far each seat came ahead of the others from a choice to the end, by
what it alone knew when it chose, which is its hand. Things that are alike count together, so that it is about kinds of cards.
The worth of a card changes smoothly with the rounds that are left.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tripot.observe import layout, observer
from tripot.play import Game

from .alike import alike
from .examples import Rows
from .games import Recorded
from .hindsight import Look, ahead, choices

POWERS = (0.0, 0.5, 1.0)  # of the rounds left, by which the worth of a card grows
DRAWN = 1000.0  # to 0: few examples of a card say little


@dataclass(frozen=True)
class Futures(Rows):
    """What seats had in hand, and what came of it."""

    hands: Any
    left: Any
    """Rounds to go, this one included."""
    later: Any
    """How far the seat came ahead from then on, in points."""
    game: Any


@dataclass(frozen=True, eq=False)
class FutureValue:
    """What was learned; it can be asked for any observation, as `hindsight.Later` is."""

    places: Any
    """Of what the seat alone knows in an observation."""
    kinds: Any
    """Of each of these places: which of them count together."""
    weights: Any
    """By power of the rounds left, the worth of one of each kind."""

    def __call__(self, observed: Any, left: int) -> float:
        return float(
            sum(
                weights @ self.hand(observed) * left**power for power, weights in zip(POWERS, self.weights, strict=True)
            )
        )

    def hand(self, observed: Any) -> Any:
        """How many of each kind the seat has."""
        return np.bincount(self.kinds, weights=observed[self.places], minlength=self.weights.shape[1])


def nothing_later(game: Game) -> FutureValue:
    """Where a hand stands in an observation of the game, before anything was learned of its worth."""
    places, same = private_places(game), alike(game)
    names = np.arange(layout(game).size)
    if same.count:
        names[same.observed] = same.observed[0]
    of_kinds, kinds = np.unique(names[places], return_inverse=True)
    return FutureValue(places, kinds, np.zeros((len(POWERS), len(of_kinds))))


def private_places(game: Game) -> Any:
    """What only the seat itself can know: of a part with a row for each seat its own row, which is the first."""
    found = list[int]()
    for name in observer(game).PRIVATE:
        part = layout(game)[name]
        rows = part.shape[0] if len(part.shape) > 1 else 1
        found += range(part.start, part.start + part.size // rows)
    return np.array(found, "i8")


def futures(game: Game, recorded: Iterable[Recorded], actions: Any) -> Futures:
    """All choices face down among `actions` in some games."""
    look, blank, points = Look(game, times=1), nothing_later(game), [0] * game.rules.SEATS
    hands, rows = [], []
    for each in recorded:
        for moment, seat, left in choices(game, each, actions):
            game.rules.score(moment.before, points)
            hands.append(blank.hand(look.observed(moment.before, seat)))
            rows.append((left + 1, ahead(each.scores, seat) - ahead(points[: each.seats], seat), each.number))
    to_go, later, numbers = np.array(rows, "f8").reshape(-1, 3).T
    return Futures(np.array(hands).reshape(len(rows), blank.weights.shape[1]), to_go, later, numbers.astype("i8"))


def fit_future(game: Game, some: Futures) -> FutureValue:
    """Least squares over all that is learned from."""
    blank, (known, _) = nothing_later(game), some.split()
    hands = known.hands - known.hands.mean(axis=0)
    x = np.concatenate([hands * known.left[:, None] ** power for power in POWERS], axis=1)
    found = np.linalg.solve(x.T @ x + DRAWN * np.eye(x.shape[1]), x.T @ known.later)
    return FutureValue(blank.places, blank.kinds, found.reshape(blank.weights.shape))
