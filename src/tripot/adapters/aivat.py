"""An AIVAT-style estimator for OpenSpiel: what a game was worth to everybody, with the luck that a value function sees taken off.

At every chance event of a game, and at every move of a player whose policy is known, what came is compared with what could
have come: `value(after) - sum of probability * value(after)`. These terms have mean zero whatever the value function says, so the
returns less all of them are right on average; the better the values, the less they vary (Burch, Schmid, Moravcik, Morrill and
Bowling, 2018). Works for every OpenSpiel game with explicit chance events and turns; simultaneous moves are asked for as turns.

    from tripot.adapters.aivat import estimate, rollout_values
    estimate(game, history, rollout_values("raise", seats=4), policies={0: policy})
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tripot.errors import TripotError

Values = Callable[[Any], Sequence[float]]
"""From a state to what it is worth to every player; the same state must always give the same."""
Policy = Callable[[Any], Mapping[int, float]]
"""From a state to the probability of every legal action."""
Numbers = NDArray[np.float64]


def estimate(
    game: Any, history: Iterable[int], value: Values, policies: Mapping[int, Policy] | None = None
) -> list[float]:
    """The returns of a finished game, corrected; `history` are its actions, chance included (`State.history`)."""
    state, known = game.new_initial_state(), policies or {}
    correction = np.zeros(game.num_players())
    for action in history:
        if state.is_simultaneous_node():
            raise TripotError("AIVAT needs turns: load the game with simultaneous moves turned into turns")
        odds = _odds(state, known)
        if odds is not None:
            correction += _surprise(state, action, odds, value)
        state.apply_action(action)
    if not state.is_terminal():
        raise TripotError("the history stops before the end of the game; only whole games can be estimated")
    corrected: list[float] = (np.asarray(state.returns(), dtype=float) - correction).tolist()
    return corrected


def _odds(state: Any, known: Mapping[int, Policy]) -> Mapping[int, float] | None:
    """How likely each action was, where that is known."""
    if state.is_chance_node():
        return dict(state.chance_outcomes())
    policy = known.get(state.current_player())
    return None if policy is None else policy(state)


def _surprise(state: Any, action: int, odds: Mapping[int, float], value: Values) -> Numbers:
    """How much better what came was than what could have come, for every player."""
    if not odds.get(action):
        raise TripotError(f"action {action} has probability 0 by the policy that is said to have played it")
    worth = {other: _worth(state, other, value) for other, chance in odds.items() if chance}
    mean = sum((odds[other] * found for other, found in worth.items()), np.zeros(state.num_players()))
    surprise: Numbers = worth[action] - mean
    return surprise


def _worth(state: Any, action: int, value: Values) -> Numbers:
    after = state.child(action)
    return np.asarray(after.returns() if after.is_terminal() else value(after), dtype=float)


def rollout_values(
    name: str, *, seats: int, worlds: int = 32, bots: Sequence[str] = ("thumb",), seed: int = 0
) -> Values:
    """What a state of one of our games is worth, in the returns of the adapter: by whole games from it with these bots."""
    from tripot.analysis.company import company
    from tripot.analysis.worth import WIN, Worth
    from tripot.play import load

    game = load(name)
    worth = Worth(game, seats, company(game, seats, list(bots)), seed)

    def value(state: Any) -> Sequence[float]:
        shares = worth.of_position(state.moment.state, 0, worlds)[:, WIN].mean(axis=0)
        returns: list[float] = (seats * shares - 1.0).tolist()
        return returns

    return value
