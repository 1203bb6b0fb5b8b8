"""Whole games with one policy per seat: plain and compiled alike, on worlds that are the same whatever is played."""

from __future__ import annotations

import numpy as np
import pytest

import tripot
from tests.walks import SETTINGS, moments, walk
from tripot.analysis.company import PERSON, USUAL, Company, company, sitting
from tripot.analysis.engines import fast_engine, plain_engine
from tripot.analysis.worth import MARGIN, POINTS, WIN, Worth, result_of
from tripot.bots import ask_all, bot, play_all, stream
from tripot.bots.engines import has_numba
from tripot.bots.networks import networks
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


# -- Who sits there ---------------------------------------------------------------


def test_people_count_as_the_rules_of_thumb_until_something_is_known_of_them() -> None:
    for game in tripot.games():
        found = company(game, game.least, [PERSON])
        assert found == company(game, game.least, [USUAL])
        if networks(game) is None:
            over = game.start(seats=game.least, seed=1)
            assert company(game, game.least, [PERSON], position=over) == found


def test_what_people_have_played_tells_whom_they_play_like() -> None:
    """Who played like a master follows the rules of thumb more often than who played at random."""
    game = next(game for game in tripot.games() if networks(game))
    shares = []
    for bots in ("master", "random"):
        position, rngs = game.start(seats=game.least, seed=3), [stream(3, seat) for seat in range(game.least)]
        while not position.is_over:
            position = play_all(position, ask_all(position, dict.fromkeys(range(game.least), bot(bots)), rngs))
        found = company(game, game.least, [PERSON], position=position)
        assert found.names == (PERSON,) * game.least
        shares.append(sum(found.thumbs))
    assert shares[0] > shares[1]


def test_a_record_says_who_were_bots_and_an_older_one_tells_it_by_their_names() -> None:
    names = {0: "Ada", 1: "Madame Irma", 2: "thumb 2"}
    start = tripot.load("raise").start(seats=4, seed=1)
    assert sitting(start.record(names=names)) == [PERSON, "master", "thumb", PERSON]
    told = start.record(names=names).with_bots({2: "expert", 3: "search:simulations=5"})
    assert sitting(told) == [PERSON, PERSON, "expert", USUAL]
