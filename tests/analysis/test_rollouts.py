"""Whole games with one policy per seat: plain and compiled alike, on worlds that are the same whatever is played."""

from __future__ import annotations

import numpy as np
import pytest

import tripot
from tests.walks import SETTINGS, moments, walk
from tripot.analysis.company import Company, company
from tripot.analysis.engines import fast_engine, plain_engine
from tripot.analysis.worth import MARGIN, POINTS, WIN, Worth, result_of
from tripot.bots.engines import has_numba
from tripot.laws.walks import seats_in, view_of
from tripot.play.reading import legal_actions

COMPANY = (1000, 0, 500, 1000, 250, 1000, 0, 500)  # thousandths of the steps by the rules of thumb


def worth(name: str, seats: int, *, compiled: bool, seed: int = 5) -> Worth:
    game = tripot.load(name)
    runner = fast_engine(game) if compiled else plain_engine(game)
    return Worth(game, seats, Company(("thumb",) * seats, COMPANY[:seats]), seed, runner=runner)


@pytest.mark.skipif(not has_numba(), reason="without numba there is no compiled code to compare with")
@pytest.mark.parametrize(("name", "seats"), SETTINGS)
def test_plain_and_compiled_rollouts_are_the_same_game_by_game(name: str, seats: int) -> None:
    rules = tripot.load(name).rules
    plain, fast = worth(name, seats, compiled=False), worth(name, seats, compiled=True)
    for state in moments(name, seats, 3, 2):
        assert np.array_equal(plain.of_position(state, 4, 3), fast.of_position(state, 4, 3))
        for seat in seats_in(rules.pending(state)):
            view, action = view_of(rules, state, seat), legal_actions(rules, state, seat)[-1]
            for steps in ((), (action,)):
                assert np.array_equal(plain.of_move(view, seat, steps, 4, 3), fast.of_move(view, seat, steps, 4, 3))


def test_worlds_are_numbered_and_do_not_depend_on_how_they_are_asked_for() -> None:
    for name in (game.name for game in tripot.games()):
        game = tripot.load(name)
        asked = worth(name, game.least, compiled=False)
        state = moments(name, game.least, 1, 1)[0]
        whole = asked.of_position(state, 0, 6)
        assert np.array_equal(whole, np.concatenate([asked.of_position(state, 0, 2), asked.of_position(state, 2, 4)]))
        other = worth(name, game.least, compiled=False, seed=6).of_position(state, 0, 6)
        assert game.rules.to_act(state) == tripot.NOBODY or not np.array_equal(whole, other)


@pytest.mark.parametrize(("name", "seats"), SETTINGS)
def test_results_are_shares_points_and_margins(name: str, seats: int) -> None:
    game = tripot.load(name)
    position = game.start(seats=seats, seed=1)
    rows = Worth(game, seats, company(game, seats), 1, runner=plain_engine(game)).of_position(position.state, 0, 2)
    assert np.allclose(rows[:, WIN].sum(axis=1), 1)
    for row in rows:
        points = list(row[POINTS])
        for seat in range(seats):
            rest = points[:seat] + points[seat + 1 :]
            assert row[MARGIN][seat] == points[seat] - max(rest)


def test_a_game_that_is_over_is_worth_its_result() -> None:
    for game in tripot.games():
        *_, (over, _, _) = walk(game.name, game.least, 1)
        found = worth(game.name, game.least, compiled=False).of_position(over, 0, 1)
        assert np.allclose(found, result_of(game, over, game.least))


def test_rules_of_thumb_beat_random_steps() -> None:
    game = tripot.load("raise")
    state = game.start(seats=2, seed=1).state
    wins = [
        Worth(game, 2, company(game, 2, bots), 1, runner=plain_engine(game)).of_position(state, 0, 40)[:, WIN, 0].mean()
        for bots in (("thumb", "random"), ("random", "thumb"))
    ]
    assert wins[0] > wins[1] + 0.3
