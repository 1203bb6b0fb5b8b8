"""Tables in arrays: plain and compiled agree, and a table plays what the facade would play."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import tripot
from tests.walks import SETTINGS
from tripot import observe
from tripot.adapters.tables import Tables, fast_engine, plain_engine
from tripot.bots import bot, stream
from tripot.core.state import NOBODY
from tripot.errors import BadSeats, TripotError, UnknownBot
from tripot.laws.walks import variants

every_table = pytest.mark.parametrize(("name", "seats"), SETTINGS)
every_game = pytest.mark.parametrize("name", [game.name for game in tripot.games()])


def moments(some: Tables, steps: int) -> list[Any]:
    """What the tables show step by step when the caller plays at random."""
    rng = np.random.default_rng(1)
    some.begin(7)
    seen = []
    for _ in range(steps):
        some.look()
        seen.append([array.tolist() for array in (some.obs, some.mask, some.who, some.points, some.wins, some.numbers)])
        actions = some.legal_by_lot(rng)
        assert some.first_illegal(actions) is None
        some.step(actions)
    return seen


@every_game
@pytest.mark.parametrize("bots", ["thumb", "random", None])
def test_plain_and_compiled_tables_show_the_same(name: str, bots: str | None) -> None:
    game = tripot.load(name)
    for seats, options in zip((game.least, game.most, game.least), variants(tripot.load(name)), strict=True):
        seat = [0, 1, seats - 1] if bots else None
        tables = [
            Tables(game, seats=seats, count=3, options=options, bots=bots, seat=seat, runner=engine(game))
            for engine in (plain_engine, fast_engine)
        ]
        assert moments(tables[0], 25) == moments(tables[1], 25)


@every_table
def test_a_table_plays_the_game_of_the_facade(name: str, seats: int) -> None:
    """The same seed, the same bots: the same games as with positions and views."""
    game = tripot.load(name)
    own = seats - 1
    some = Tables(game, seats=seats, count=1, bots="thumb", seat=own)
    some.begin(11)
    pos, bots = game.start(seats=seats, seed=11), [stream(11, seat) for seat in range(seats)]
    for _ in range(12):
        while not pos.is_over and own not in pos.pending:
            pos = pos.play(bot("thumb")(pos.view(pos.to_act), bots[pos.to_act]), seat=pos.to_act)
        some.look()
        assert some.who[0] == (NOBODY if pos.is_over else own)
        assert tuple(some.points[0, :seats]) == pos.scores
        if pos.is_over:
            break
        view = pos.view(own)
        assert some.obs[0].tolist() == observe.tensor(view).tolist()
        legal = [move.steps[0] for move in view.legal_moves]
        assert np.flatnonzero(some.mask[0]).tolist() == legal
        pos = pos.play(legal[-1], seat=own)
        some.step(np.array([legal[-1]]))


@every_game
def test_a_finished_table_begins_its_next_game(name: str) -> None:
    game = tripot.load(name)
    some = Tables(game, seats=game.least, count=2, bots="random", seat=0)
    rng = np.random.default_rng(0)
    some.begin(3, first=10)
    assert some.numbers.tolist() == [10, 11]
    ended = 0
    for _ in range(3000):
        some.look()
        over = some.who == NOBODY
        stakes = some.stakes()
        assert stakes[over].sum(axis=1).tolist() == pytest.approx([0] * int(over.sum()))
        assert stakes[over].max(initial=1) >= 0
        assert not stakes[~over].any()
        assert some.mask[over].all()  # any action will do
        assert some.mask.any(axis=1).all()
        numbers = some.numbers.copy()
        some.step(some.legal_by_lot(rng))
        assert (some.numbers - numbers).tolist() == (2 * over).tolist()
        ended += int(over.sum())
        if ended > 3:
            break
    assert ended > 3


def test_a_wrong_action_is_found_at_its_table() -> None:
    game = tripot.load("raise")
    some = Tables(game, seats=2, count=4)
    some.begin(1)
    some.look()
    actions = some.legal_by_lot(np.random.default_rng(0))
    assert some.first_illegal(actions) is None
    for wrong in (int(some.mask[2].argmin()), -1, 99):
        actions[2] = wrong
        assert some.first_illegal(actions) == 2


def test_bad_settings_are_refused() -> None:
    game = tripot.load("raise")
    with pytest.raises(UnknownBot, match="random and thumb, not 'oracle'"):
        Tables(game, seats=2, count=1, bots="oracle", seat=0)
    with pytest.raises(BadSeats, match="no seat 2; seats are 0 to 1"):
        Tables(game, seats=2, count=1, bots="thumb", seat=2)
    with pytest.raises(BadSeats, match="3 bots for 2 seats"):
        Tables(game, seats=2, count=1, bots=("thumb", None, None))
    with pytest.raises(TripotError, match="leave one"):
        Tables(game, seats=2, count=1, bots=("thumb", "random"))
    with pytest.raises(BadSeats, match="None at seat 1, but you play other seats at some tables"):
        Tables(game, seats=2, count=2, bots=("thumb", None), seat=[0, 1])
    with pytest.raises(BadSeats, match="2 to 5 seats, not 9"):
        Tables(game, seats=9, count=1)


@every_game
@pytest.mark.parametrize("engine", [plain_engine, fast_engine])
def test_copies_go_their_own_way(name: str, engine: Any) -> None:
    game = tripot.load(name)
    some = Tables(game, seats=game.least, count=2, bots="random", seat=0, runner=engine(game))
    some.begin(5)
    some.look()
    twins = [copy.deepcopy(some), pickle.loads(pickle.dumps(some))]
    before = some.obs.tolist()
    actions = some.legal_by_lot(np.random.default_rng(0))
    for twin in twins:
        twin.step(actions)
        twin.look()
    assert some.obs.tolist() == before
    some.step(actions)
    some.look()
    for twin in twins:
        assert twin.obs.tolist() == some.obs.tolist()
        assert twin.engine is some.engine
