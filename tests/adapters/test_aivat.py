"""The AIVAT-style estimator: right on average whatever the values say, and the better they are the less it varies."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from tripot.adapters.aivat import estimate, rollout_values  # noqa: E402  # after the notice that OpenSpiel is missing
from tripot.adapters.open_spiel import register  # noqa: E402
from tripot.errors import TripotError  # noqa: E402


def uniform(state: Any) -> dict[int, float]:
    actions = state.legal_actions()
    return dict.fromkeys(actions, 1 / len(actions))


def odds(state: Any) -> dict[int, float]:
    return dict(state.chance_outcomes()) if state.is_chance_node() else uniform(state)


def games(state: Any, chance: float = 1.0) -> Iterator[tuple[list[int], float, list[float]]]:
    """Every game by uniform players: its actions, how likely it is, its returns."""
    if state.is_terminal():
        yield state.history(), chance, state.returns()
        return
    for action, likely in odds(state).items():
        yield from games(state.child(action), chance * likely)


def truth(state: Any) -> list[float]:
    """What a state is worth when all play uniformly."""
    total = np.zeros(state.num_players())
    for _, chance, returns in games(state):
        total += chance * np.asarray(returns)
    found: list[float] = total.tolist()
    return found


def nonsense(state: Any) -> list[float]:
    noise = random.Random(str(state.history()))
    return [noise.uniform(-3, 3) for _ in range(state.num_players())]


@pytest.mark.parametrize("value", [truth, nonsense])
@pytest.mark.parametrize("policies", [{}, {0: uniform}, {0: uniform, 1: uniform}])
def test_it_is_right_on_average_whatever_the_values_say(
    value: Callable[[Any], list[float]], policies: dict[int, Any]
) -> None:
    game = pyspiel.load_game("kuhn_poker")
    plain, found = np.zeros(2), np.zeros(2)
    spread = spread_plain = 0.0
    for history, chance, returns in games(game.new_initial_state()):
        corrected = estimate(game, history, value, policies)
        plain += chance * np.asarray(returns)
        found += chance * np.asarray(corrected)
        spread += chance * corrected[0] ** 2
        spread_plain += chance * returns[0] ** 2
    assert found == pytest.approx(plain, abs=1e-12)
    if value is truth:
        left = spread - found[0] ** 2
        assert left < spread_plain - plain[0] ** 2
        if len(policies) == 2:
            assert left == pytest.approx(0.0, abs=1e-12)  # nothing is left to luck


def test_our_games_have_values_by_rollouts() -> None:
    register()
    game = pyspiel.load_game("tripot_raise(seats=2,box=tiny)")
    state, chooser = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        state.apply_action(chooser.choice(list(odds(state))))
    values = rollout_values("raise", seats=2, worlds=8)
    found = estimate(game, state.history(), values)
    assert found == estimate(game, state.history(), values)
    assert sum(found) == pytest.approx(0.0, abs=1e-9)
    assert found != state.returns()


def test_bad_input_is_said() -> None:
    game = pyspiel.load_game("kuhn_poker")
    with pytest.raises(TripotError, match="stops before the end"):
        estimate(game, [0, 1], truth)
    with pytest.raises(TripotError, match="probability 0"):
        estimate(game, [0, 1, 0, 0], truth, {0: lambda state: {1: 1.0}})
