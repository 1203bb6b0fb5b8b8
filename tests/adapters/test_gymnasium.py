"""Gymnasium's own checks, unchanged, on every game; and what they do not ask."""

from __future__ import annotations

import copy
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import tripot
from tripot.adapters.gymnasium import SeatEnv, VectorEnv
from tripot.adapters.text import TextTable
from tripot.errors import BadOption, BadSeats, IllegalMove, TripotError, UnknownBot

SETTINGS = [
    (game.name, seats) for game in tripot.games() for seats in (game.least, (game.least + game.most) // 2, game.most)
]
every_table = pytest.mark.parametrize(("name", "seats"), SETTINGS)
every_game = pytest.mark.parametrize("name", [game.name for game in tripot.games()])


@every_table
def test_check_env(name: str, seats: int) -> None:
    env = SeatEnv(name, seats=seats, seat=seats - 1, on_illegal="random_legal", render_mode="ansi")
    check_env(env, skip_render_check=True)


@every_game
def test_check_env_with_rendering(name: str) -> None:
    env = gym.make(f"tripot/{name}-v1", on_illegal="random_legal", render_mode="rgb_array")
    check_env(env.unwrapped)
    env.reset(seed=1)
    shape = env.render().shape  # type: ignore[union-attr]
    assert shape[2] == 3
    assert min(shape[:2]) > 100


@every_game
def test_many_single_environments_side_by_side(name: str) -> None:
    envs = SyncVectorEnv(
        [lambda: SeatEnv(name, seats=3, bots="random", on_illegal="random_legal")] * 3,
        autoreset_mode=AutoresetMode.SAME_STEP,
    )
    seen, info = envs.reset(seed=1)
    for _ in range(20):
        actions = info["action_mask"].argmax(axis=1)
        seen, _, _, _, info = envs.step(actions)
        assert seen in envs.observation_space
    envs.close()


def first_legal(info: dict[str, Any]) -> Any:
    return info["action_mask"].argmax(axis=-1)


@every_table
@pytest.mark.parametrize("reward", ["win", "points"])
def test_the_vector_plays_the_games_of_the_single_environment(name: str, seats: int, reward: str) -> None:
    one = SeatEnv(name, seats=seats, seat=1, bots="thumb", reward=reward)
    many = VectorEnv(name, num_envs=3, seats=seats, seat=1, bots="thumb", reward=reward, compiled=False)
    row, info = one.reset(seed=4)
    rows, infos = many.reset(seed=4)
    for _ in range(400):
        assert rows[0].tolist() == row.tolist()
        assert infos["action_mask"][0].tolist() == info["action_mask"].tolist()
        assert many.action_masks()[0].tolist() == one.action_masks().tolist()
        row, gained, ended, _, info = one.step(first_legal(info))
        rows, all_gained, all_ended, cut, infos = many.step(first_legal(infos))
        assert (gained, ended) == (all_gained[0], all_ended[0])
        assert not cut.any()
        if ended:
            break
    assert ended
    assert (gained != 0) == (reward == "win") or reward == "points"
    before = many.tables.numbers.copy()
    _, gained, ended, _, _ = many.step(np.zeros(3, np.int64) if all_ended.all() else first_legal(infos))
    assert many.tables.numbers[0] == before[0] + 3  # the next game has begun
    assert gained[0] == 0
    assert not ended[0]


@every_game
def test_the_compiled_vector_shows_the_same_as_the_plain_one(name: str) -> None:
    seen = []
    for compiled in (False, True):
        envs = VectorEnv(name, num_envs=5, seats=3, seat="all in turn", bots="random", compiled=compiled)
        rows, infos = envs.reset(seed=9)
        assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
        story = [rows.tolist()]
        for _ in range(60):
            rows, gained, ended, _, infos = envs.step(first_legal(infos))
            assert rows in envs.observation_space
            story += [rows.tolist(), gained.tolist(), ended.tolist(), infos["action_mask"].tolist()]
        seen.append(story)
    assert seen[0] == seen[1]


def test_seats_in_turn_and_seats_of_ones_choice() -> None:
    envs = VectorEnv("raise", num_envs=5, seats=3, seat="all in turn", compiled=False)
    rows, _ = envs.reset(seed=0)
    named = tripot.observe.layout(envs.game).named
    assert [int(named(row)["seat"].argmax()) for row in rows] == [0, 1, 2, 0, 1]
    envs = VectorEnv("raise", num_envs=2, seats=3, seat=[2, 0], compiled=False)
    rows, _ = envs.reset(seed=0)
    assert [int(named(row)["seat"].argmax()) for row in rows] == [2, 0]


def test_copies_stay_and_views_do_not() -> None:
    for is_copy in (True, False):
        envs = VectorEnv("raise", num_envs=4, seats=2, copy=is_copy, compiled=False)
        rows, infos = envs.reset(seed=0)
        before = rows.tolist()
        envs.step(first_legal(infos))
        assert (rows.tolist() == before) is is_copy
        assert rows.flags.writeable is is_copy
        assert infos["action_mask"].flags.writeable is is_copy


@every_game
def test_the_registry_makes_both(name: str) -> None:
    env = gym.make(f"tripot/{name}-v1", seats=3, bots="random")
    assert isinstance(env.unwrapped, SeatEnv)
    envs = gym.make_vec(f"tripot/{name}-v1", num_envs=2, vectorization_mode="vector_entry_point", compiled=False)
    assert isinstance(envs.unwrapped, VectorEnv)


def test_a_bot_of_ones_own_takes_part() -> None:
    asked = []

    def mine(view: Any, rng: Any) -> Any:
        asked.append(view.seat)
        return view.legal_moves[0]

    env = SeatEnv("raise", seats=3, seat=1, bots=["random", "random", mine])
    _, info = env.reset(seed=2)
    ended = False
    while not ended:
        _, _, ended, _, info = env.step(first_legal(info))
    assert set(asked) == {2}
    assert info["action_mask"].all()  # any action will do for a game that is over


@every_game
def test_an_environment_can_be_copied_in_the_middle_of_a_game(name: str) -> None:
    env = SeatEnv(name, seats=3, bots="random")
    _, info = env.reset(seed=2)
    for _ in range(3):
        info = env.step(first_legal(info))[-1]
    twin = copy.deepcopy(env)
    mine, theirs = env.step(first_legal(info)), twin.step(first_legal(info))
    assert mine[0].tolist() == theirs[0].tolist()
    assert twin.position is not env.position


# -- Who is asked, and who is paid ---------------------------------------------


def asked_seats(game: tripot.Game, rows: Any) -> list[int]:
    """Whose observations these are."""
    named = tripot.observe.layout(game).named
    return [int(named(row)["seat"].argmax()) for row in rows]


@every_table
def test_a_list_of_bots_seats_and_pays_the_same_in_both_environments(name: str, seats: int) -> None:
    for own in (0, seats - 1):
        names: list[str | None] = ["random" if place % 2 else "thumb" for place in range(seats)]
        names[own] = None
        one = SeatEnv(name, seats=seats, seat=own, bots=names, reward="points")
        many = VectorEnv(name, num_envs=2, seats=seats, seat=own, bots=names, reward="points", compiled=False)
        row, info = one.reset(seed=8)
        rows, infos = many.reset(seed=8)
        first, paid, ended = one.position.scores[own], [0.0, 0.0], False
        while not ended:
            assert asked_seats(one.game, [row, *rows]) == [own] * 3
            assert rows[0].tolist() == row.tolist()
            row, gained, ended, _, info = one.step(first_legal(info))
            rows, all_gained, all_ended, _, infos = many.step(first_legal(infos))
            assert ended == all_ended[0]
            paid = [paid[0] + gained, paid[1] + all_gained[0]]
        assert paid == [one.position.scores[own] - first] * 2


@every_game
def test_the_winners_among_unlike_bots_are_paid(name: str) -> None:
    """A seat with a list of bots around it: the last reward says whether that seat has won, at every table."""
    envs = VectorEnv(name, num_envs=6, seats=3, seat="all in turn", bots=["thumb", "random", "random"], compiled=False)
    _, infos = envs.reset(seed=2)
    ended, seen = np.zeros(6, bool), 0
    while seen < 6:
        _, gained, ended, _, infos = envs.step(first_legal(infos))
        for table in np.flatnonzero(ended):
            rules, state = envs.game.rules, envs.tables.state(int(table))
            won, own = rules.winners(state), int(table) % 3
            assert gained[table] == (3 / won.bit_count() - 1 if won >> own & 1 else -1)
            seen += 1


@pytest.mark.parametrize("kind", [SeatEnv, TextTable, lambda *a, **k: VectorEnv(*a, num_envs=2, compiled=False, **k)])
def test_a_seat_that_nobody_would_play_is_refused(kind: Any) -> None:
    with pytest.raises(BadSeats, match="None at seat 2, but you play seat=0, so nobody would play seat 2; say seat=2"):
        kind("raise", seats=3, seat=0, bots=["random", "random", None])
    kind("raise", seats=3, seat=2, bots=["random", "random", None])
    kind("raise", seats=3, seat=0, bots=["random", "random", "thumb"])


# -- Tables that are over, and tables that begin -------------------------------


def softmax(mask: Any) -> Any:
    """A masked softmax of equal logits, as a policy takes it."""
    raised = np.exp(np.where(mask, 0.0, -np.inf))
    return raised / raised.sum(axis=-1, keepdims=True)


@every_game
def test_a_masked_softmax_has_a_value_at_every_table_of_every_step(name: str) -> None:
    envs = VectorEnv(name, num_envs=4, seats=3, bots="random", compiled=False)
    env = SeatEnv(name, seats=3, bots="random")
    (_, infos), (_, info) = envs.reset(seed=5), env.reset(seed=5)
    many_ended, ended = np.zeros(4, bool), False
    while not (ended and many_ended.any()):
        assert np.isfinite(softmax(infos["action_mask"])).all()
        assert np.isfinite(softmax(info["action_mask"])).all()
        assert not many_ended.any() or infos["action_mask"][many_ended].all()
        if not ended:
            _, _, ended, _, info = env.step(first_legal(info))
        _, _, many_ended, _, infos = envs.step(first_legal(infos))
    assert info["action_mask"].all()
    assert infos["action_mask"][many_ended].all()


@every_game
@pytest.mark.parametrize("compiled", [False, True])
def test_a_reset_mask_begins_only_at_the_tables_it_names(name: str, compiled: bool) -> None:
    envs, left = (
        VectorEnv(name, num_envs=4, seats=3, bots="thumb", reward="points", compiled=compiled) for _ in range(2)
    )
    (rows, infos), _ = envs.reset(seed=3), left.reset(seed=3)
    for _ in range(5):
        actions = first_legal(infos)
        rows, _, _, _, infos = envs.step(actions)
        left.step(actions)
    chosen = np.array([True, False, False, True])
    before, points = envs.tables.numbers.copy(), envs.tables.points.copy()
    again, infos = envs.reset(options={"reset_mask": chosen})
    assert (envs.tables.numbers - before).tolist() == [4, 0, 0, 4]  # the next game of the seed
    assert again[~chosen].tolist() == rows[~chosen].tolist()
    assert envs.tables.points[~chosen].tolist() == points[~chosen].tolist()
    fresh = VectorEnv(name, num_envs=4, seats=3, bots="thumb", compiled=compiled)
    fresh.reset(seed=3)
    fresh.tables.begin(fresh.tables._seed, first=4)
    fresh.tables.look()
    assert again[chosen].tolist() == fresh.tables.obs[chosen].tolist()
    for _ in range(5):
        actions = first_legal(infos)
        rows, gained, _, _, infos = envs.step(actions)
        others, left_gained, *_ = left.step(actions * ~chosen + first_legal({"action_mask": left.tables.mask}) * chosen)
        assert rows[~chosen].tolist() == others[~chosen].tolist()
        assert gained[~chosen].tolist() == left_gained[~chosen].tolist()


def test_a_finished_table_that_is_reset_by_mask_does_not_begin_twice() -> None:
    envs = VectorEnv("raise", num_envs=3, seats=2, bots="random", compiled=False)
    _, infos = envs.reset(seed=3)
    ended = np.zeros(3, bool)
    while not ended.any():
        _, _, ended, _, infos = envs.step(first_legal(infos))
    _, infos = envs.reset(options={"reset_mask": ended})
    numbers = envs.tables.numbers.copy()
    assert infos["action_mask"].any(axis=1).all()
    assert not infos["action_mask"].all(axis=1).any()
    envs.step(first_legal(infos))
    assert envs.tables.numbers.tolist() == numbers.tolist()


@pytest.mark.parametrize(
    "mask", [None, [True, False], np.ones(3, bool), np.ones(2, np.int8), np.zeros(2, bool), np.ones((2, 1), bool)]
)
def test_a_reset_mask_that_is_none_is_refused(mask: Any) -> None:
    envs = VectorEnv("raise", num_envs=2, seats=2, compiled=False)
    envs.reset(seed=1)
    with pytest.raises(BadOption, match="reset_mask must be an array of 2 booleans"):
        envs.reset(options={"reset_mask": mask})


def test_a_reset_mask_comes_after_a_first_reset_and_without_a_seed() -> None:
    envs = VectorEnv("raise", num_envs=2, seats=2, compiled=False)
    mask = np.array([True, False])
    with pytest.raises(ResetNeeded, match="before the first one"):
        envs.reset(options={"reset_mask": mask})
    envs.reset(seed=1)
    with pytest.raises(BadOption, match="cannot come with a seed"):
        envs.reset(seed=2, options={"reset_mask": mask})


# -- Bad input ----------------------------------------------------------------


def test_an_illegal_action_is_refused_replaced_or_lost() -> None:
    for seats in (2, 3):
        env = SeatEnv("raise", seats=seats)
        _, info = env.reset(seed=1)
        wrong = int(info["action_mask"].argmin())
        with pytest.raises(IllegalMove, match=r"is not legal now; legal: \d+ \("):
            env.step(wrong)
        env = SeatEnv("raise", seats=seats, on_illegal="lose")
        env.reset(seed=1)
        _, reward, ended, _, info = env.step(wrong)
        assert (reward, ended, info["illegal"]) == (-1, True, wrong)
        with pytest.raises(ResetNeeded, match="the game is over"):
            env.step(wrong)


def test_the_vector_says_at_which_table_an_action_is_illegal() -> None:
    envs = VectorEnv("raise", num_envs=3, seats=2, compiled=False)
    _, infos = envs.reset(seed=1)
    actions = first_legal(infos)
    actions[2] = infos["action_mask"][2].argmin()
    with pytest.raises(IllegalMove, match=r"table 2, raise, seat \d: action \d+ \(.*\) is not legal now"):
        envs.step(actions)
    actions[2] = 99
    with pytest.raises(IllegalMove, match=r"table 2.*99 is not an action; actions are 0 to 18"):
        envs.step(actions)
    tolerant = VectorEnv("raise", num_envs=3, seats=2, on_illegal="random_legal", compiled=False)
    tolerant.reset(seed=1)
    _, gained, ended, _, _ = tolerant.step(actions)
    assert not ended.any()
    strict = VectorEnv("raise", num_envs=3, seats=2, on_illegal="lose", compiled=False)
    strict.reset(seed=1)
    _, gained, ended, _, infos = strict.step(actions)
    assert gained.tolist() == [0, 0, -1]
    assert ended.tolist() == [False, False, True]
    _, _, ended, _, infos = strict.step(first_legal(infos))
    assert not ended.any()
    assert infos["action_mask"].any(axis=1).all()


@pytest.mark.parametrize("actions", [[0, 0], [0.5, 0, 0], [[0, 0, 0]], "abc", None, 0])
def test_the_vector_refuses_wrong_shapes_and_types(actions: Any) -> None:
    envs = VectorEnv("raise", num_envs=3, seats=2, compiled=False)
    envs.reset(seed=1)
    with pytest.raises(IllegalMove, match="actions must be 3 whole numbers"):
        envs.step(actions)


@pytest.mark.parametrize("action", [None, 1.5, "pass", -1, 19, [1], np.array([1])])
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = SeatEnv("raise", seats=2)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="a whole number from 0 to 18"):
        env.step(action)


def test_wrong_settings_and_orders_are_refused() -> None:
    wrong: dict[str, Any]
    with pytest.raises(ResetNeeded):
        SeatEnv("raise").step(0)
    with pytest.raises(ResetNeeded):
        VectorEnv("raise", num_envs=2, compiled=False).step([0, 0])
    for kind in (SeatEnv, lambda *a, **k: VectorEnv(*a, num_envs=2, compiled=False, **k)):
        for wrong in ({"seats": 9}, {"seats": 2, "seat": 2}, {"seats": 2, "bots": ["thumb"] * 3}):
            with pytest.raises(BadSeats):
                kind("raise", **wrong)
        with pytest.raises(UnknownBot):
            kind("raise", bots="oracle")
        for wrong in ({"reward": "gold"}, {"on_illegal": "shrug"}, {"options": {"box": "huge"}}):
            with pytest.raises(BadOption):
                kind("raise", **wrong)
    with pytest.raises(BadSeats, match="3 seats for 2 tables"):
        VectorEnv("raise", num_envs=2, seat=[0, 1, 0], compiled=False)
    with pytest.raises(BadSeats, match="all in turn"):
        VectorEnv("raise", num_envs=2, seat="mine", compiled=False)
    with pytest.raises(TripotError, match="at least 1"):
        VectorEnv("raise", num_envs=0, compiled=False)
    env = SeatEnv("raise")
    env.reset(seed=1)
    with pytest.raises(TripotError, match="needs a render_mode"):
        env.render()
