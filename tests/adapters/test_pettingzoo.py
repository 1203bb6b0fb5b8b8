"""PettingZoo's own tests, unchanged, on every game; and what they do not ask."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)

import tripot
from tripot.adapters import pettingzoo as adapter
from tripot.errors import BadOption, BadSeats, IllegalMove, TripotError, UnknownGame

SETTINGS = [
    (game.name, seats) for game in tripot.games() for seats in (game.least, (game.least + game.most) // 2, game.most)
]
every_table = pytest.mark.parametrize(("name", "seats"), SETTINGS)
every_game = pytest.mark.parametrize("name", [game.name for game in tripot.games()])


# PettingZoo warns about dict observations and blank masks of finished agents, except in its own games, which it lists by name.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
@every_table
def test_api(name: str, seats: int) -> None:
    api_test(adapter.env(name, seats=seats), num_cycles=300)


@every_table
def test_seeds_hold(name: str, seats: int) -> None:
    seed_test(lambda: adapter.env(name, seats=seats), num_cycles=60)


@every_table
def test_parallel_api(name: str, seats: int) -> None:
    parallel_api_test(adapter.parallel_env(name, seats=seats), num_cycles=200)


@every_table
def test_parallel_seeds_hold(name: str, seats: int) -> None:
    parallel_seed_test(lambda: adapter.parallel_env(name, seats=seats, on_illegal="random_legal"), num_cycles=60)


@every_table
def test_rendering(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: adapter.env(name, seats=seats, render_mode=render_mode))
    assert "seat 0" in capsys.readouterr().out.lower()


@every_game
def test_the_state_of_all_seats(name: str) -> None:
    game = tripot.load(name)
    settings: Any = {"seats": game.least, "on_illegal": "random_legal"}  # it plays without looking at the mask
    state_test(adapter.env(name, **settings), adapter.parallel_env(name, **settings))


@every_game
def test_the_games_are_registered(name: str) -> None:
    one = pettingzoo.make("aec", f"tripot/{name}-v1", seats=3)
    assert one.unwrapped.metadata["name"] == f"tripot_{name.replace('-', '_')}_v1"
    assert len(pettingzoo.make("parallel", f"tripot/{name}-v1", seats=3).possible_agents) == 3


def game_of(env: Any, seed: int) -> Iterator[tuple[str, Any, float, bool, Any]]:
    """A whole game with the first legal action."""
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, terminated, _, info = env.last()
        yield agent, seen, reward, terminated, info
        env.step(None if terminated else int(seen["action_mask"].argmax()))


@every_table
def test_rewards_are_the_share_of_the_victory_or_the_points(name: str, seats: int) -> None:
    for kind in ("win", "points"):
        env = adapter.env(name, seats=seats, reward=kind)
        total = dict.fromkeys(env.possible_agents, 0.0)
        for agent, _, reward, _, info in game_of(env, 5):
            total[agent] += reward
            assert info["action_mask"].dtype == np.int8
        if kind == "win":
            assert sum(total.values()) == pytest.approx(0)
            assert list(total.values()) == pytest.approx(env.table.tables.stakes()[0].tolist())
        else:
            points = env.table.tables.points[0, :seats]
            assert list(total.values()) == points.tolist()


@every_table
def test_both_kinds_of_environment_play_the_same_game(name: str, seats: int) -> None:
    one, all_at_once = (
        adapter.env(name, seats=seats, reward="points"),
        adapter.parallel_env(name, seats=seats, reward="points"),
    )
    for _ in game_of(one, 9):
        pass
    seen, _ = all_at_once.reset(seed=9)
    total = dict.fromkeys(all_at_once.possible_agents, 0.0)
    while all_at_once.agents:
        seen, rewards, _, _, _ = all_at_once.step(
            {agent: int(sight["action_mask"].argmax()) for agent, sight in seen.items()}
        )
        for agent, reward in rewards.items():
            total[agent] += reward
    assert list(total.values()) == one.table.tables.points[0, :seats].tolist()


@every_game
def test_who_is_not_asked_can_only_wait(name: str) -> None:
    env = adapter.parallel_env(name, seats=3)
    seen, infos = env.reset(seed=1)
    wait = env.action_space("seat_0").n - 1  # type: ignore[attr-defined]
    waiting = [agent for agent in env.agents if seen[agent]["action_mask"][wait]]
    for agent in waiting:
        assert seen[agent]["action_mask"].sum() == 1
        assert infos[agent]["action_mask"].tolist() == seen[agent]["action_mask"].tolist()
    assert len(waiting) < 3


# -- Bad input ----------------------------------------------------------------


def illegal_for(env: Any) -> int:
    return int(env.last()[0]["action_mask"].argmin())


@every_game
def test_an_illegal_action_is_refused_with_what_would_be_legal(name: str) -> None:
    env = adapter.env(name, seats=3)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match=r"is not legal now; legal: \d+ \("):
        env.step(illegal_for(env))
    mine = env.last()[0]["action_mask"]
    mine[:] = 1  # scribbling on it allows nothing
    with pytest.raises(IllegalMove):
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmin()))


@every_game
def test_an_illegal_action_may_lose_the_game(name: str) -> None:
    env = adapter.env(name, seats=3, on_illegal="lose")
    env.reset(seed=1)
    culprit = env.agent_selection
    env.step(illegal_for(env))
    assert all(env.terminations.values())
    assert env.rewards[culprit] == -1
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert "illegal" in env.infos[culprit]
    together = adapter.parallel_env(name, seats=3, on_illegal="lose")
    seen, _ = together.reset(seed=1)
    actions = {agent: int(sight["action_mask"].argmax()) for agent, sight in seen.items()}
    actions["seat_1"] = int(seen["seat_1"]["action_mask"].argmin())
    _, rewards, ended, _, infos = together.step(actions)
    assert rewards["seat_1"] == -1
    assert all(ended.values())
    assert not together.agents
    assert "illegal" in infos["seat_1"]


@pytest.mark.parametrize("action", [None, 1.5, "pass", -1, 19, np.float32(1)])
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = adapter.env("raise", seats=2)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="a whole number from 0 to 18"):
        env.step(action)


def test_dead_agents_take_only_none() -> None:
    env = adapter.env("raise", seats=2)
    for _, _, _, terminated, _ in game_of(env, 1):
        if terminated:
            break
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(0)
    env.step(None)
    env.step(None)
    with pytest.raises(ResetNeeded, match="the game is over"):
        env.step(0)


def test_wrong_agents_settings_and_orders_are_refused() -> None:
    env, together = adapter.env("raise", seats=2), adapter.parallel_env("raise", seats=2)
    for call in (lambda: env.step(0), lambda: env.observe("seat_0"), lambda: together.step({}), together.state):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) before"):
            call()
    together.reset(seed=0)
    with pytest.raises(BadSeats, match="agents are seat_0, seat_1"):
        together.step({"seat_7": 0})
    with pytest.raises(IllegalMove, match="no action for seat_1"):
        together.step({"seat_0": 0})
    for space in (env.action_space, env.observation_space, together.action_space):
        with pytest.raises(BadSeats):
            space("player_0")
    with pytest.raises(UnknownGame):
        adapter.env("poker")
    with pytest.raises(BadSeats, match="2 to 5 seats, not 9"):
        adapter.env("raise", seats=9)
    settings: list[dict[str, Any]] = [{"reward": "gold"}, {"on_illegal": "shrug"}, {"render_mode": "opera"}]
    for wrong in settings:
        with pytest.raises(BadOption, match="cannot be"):
            adapter.env("raise", **wrong)
    with pytest.raises(TripotError, match="needs a render_mode"):
        env.render()


@every_game
def test_an_environment_can_be_copied_in_the_middle_of_a_game(name: str) -> None:
    env = adapter.env(name, seats=3)
    env.reset(seed=4)
    for _ in range(5):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    twin, other = copy.deepcopy(env), pickle.loads(pickle.dumps(env))
    env.step(int(env.last()[0]["action_mask"].argmax()))
    for each in (twin, other):
        assert each.agents == env.agents
        each.step(int(each.last()[0]["action_mask"].argmax()))
        assert each.agent_selection == env.agent_selection
        assert each.last()[0]["observation"].tolist() == env.last()[0]["observation"].tolist()
