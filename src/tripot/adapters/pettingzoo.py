"""PettingZoo: every game as an AEC and as a Parallel environment.

    from tripot.adapters import pettingzoo

    env = pettingzoo.env("whist", seats=4)
    env = pettingzoo.parallel_env("piquet", seats=3)

or, once this module is imported, `pettingzoo.make("aec", "tripot/whist-v1", seats=4)` of PettingZoo itself. Agents are
`seat_0`, `seat_1`, ... An observation is `{"observation": int16 tensor, "action_mask": int8}`; the mask is in the info too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pettingzoo as zoo
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from tripot.core.state import NOBODY, SPECTATOR
from tripot.errors import BadSeats, IllegalMove, TripotError
from tripot.observe import layout
from tripot.play import Game, games, load

from .picture import picture
from .policies import ON_ILLEGAL, REWARDS, check_policy, picked
from .tables import Tables

RENDER_MODES = ("human", "ansi", "rgb_array")
PENALTY = -1.0  # of the seat whose illegal action ends the game (`on_illegal="lose"`)


def env(game: str | Game, *, seats: int | None = None, **settings: Any) -> AECEnv:
    """A game as an AEC environment; the settings are those of `AECEnv`."""
    return AECEnv(game, seats=seats, **settings)


def parallel_env(game: str | Game, *, seats: int | None = None, **settings: Any) -> ParallelEnv:
    """A game as a Parallel environment; the settings are those of `ParallelEnv`."""
    return ParallelEnv(game, seats=seats, **settings)


class _Table:
    """What both environments share: one table, its agents and spaces, and how it is drawn."""

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        reward: str = "win",
        on_illegal: str = "raise",
        render_mode: str | None = None,
        waits: bool,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        check_policy(self.game, "reward", reward, REWARDS)
        check_policy(self.game, "on_illegal", on_illegal, ON_ILLEGAL)
        if render_mode is not None:
            check_policy(self.game, "render_mode", render_mode, RENDER_MODES)
        self.reward, self.on_illegal, self.render_mode = reward, on_illegal, render_mode
        self.seats = self.game.usual_seats if seats is None else seats
        self.tables = Tables(self.game, seats=self.seats, count=1, options=options)
        self.agents_of = tuple(f"seat_{seat}" for seat in range(self.seats))
        self.seat_of = {agent: seat for seat, agent in enumerate(self.agents_of)}
        self.has_begun = False
        self.actions = self.tables.mask.shape[1]
        low, high = layout(self.game).bounds()
        self.width = self.actions + int(waits)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=low.dtype.type),
                    "action_mask": spaces.Box(0, 1, (self.width,), np.int8),
                }
            )
            for agent in self.agents_of
        }
        self.action_spaces = {agent: spaces.Discrete(self.width) for agent in self.agents_of}
        self.state_space = spaces.Box(np.tile(low, self.seats), np.tile(high, self.seats), dtype=low.dtype.type)
        self._rng = np.random.default_rng()

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.tables.begin(int(self._rng.integers(2**62)))
        self.has_begun = True

    def show(self, seat: int) -> dict[str, Any]:
        row, mask = np.empty_like(self.tables.obs), np.empty_like(self.tables.mask)
        self.tables.show(seat, row, mask)
        return {"observation": row[0], "action_mask": mask[0]}

    def state(self) -> Any:
        return np.concatenate([self.show(seat)["observation"] for seat in range(self.seats)])

    def need_reset(self, what: str) -> None:
        if not self.has_begun:
            raise ResetNeeded(f"{self.game.name}: call reset() before {what}()")

    def seat(self, agent: str) -> int:
        try:
            return self.seat_of[agent]
        except KeyError:
            raise BadSeats(
                f"{self.game.name}: there is no agent {agent!r}; agents are {', '.join(self.agents_of)}"
            ) from None

    def allowed(self, seat: int, action: Any, mask: Any) -> int | None:
        """The action to play: this one, by policy another; None if the game ends for it."""
        if not isinstance(action, (int, np.integer)) or not 0 <= action < len(mask):
            raise IllegalMove(
                f"{self.game.name}, seat {seat}: {action!r} is not an action; "
                f"an action is a whole number from 0 to {len(mask) - 1}"
            )
        return picked(self.game, seat, int(action), mask, self.on_illegal, self._rng)

    def drawn(self) -> Any:
        """What `render` gives: the table as anybody may see it."""
        if self.render_mode is None:
            raise TripotError(f"{self.game.name}: render() needs a render_mode: {', '.join(RENDER_MODES)}")
        self.need_reset("render")
        seen = self.game.rules.State()
        self.game.rules.view(self.tables.state(), SPECTATOR, seen)
        text = str(self.game.words.sketch(seen, SPECTATOR))
        if self.render_mode == "human":
            print(text)
            return None
        return text if self.render_mode == "ansi" else picture(text)

    def rewards(self, before: Any) -> list[float]:
        """What every seat gets for the step just made."""
        if self.reward == "points":
            return [float(gain) for gain in (self.tables.points - before)[0, : self.seats]]
        if self.tables.who[0] != NOBODY:
            return [0.0] * self.seats
        return [float(stake) for stake in self.tables.stakes()[0]]

    def penalties(self, seat: int) -> list[float]:
        others = -PENALTY / (self.seats - 1)
        return [PENALTY if other == seat else others for other in range(self.seats)]


def _metadata(game: Game, kind: str) -> dict[str, Any]:
    version = layout(game).version
    return {
        "name": f"tripot_{game.name.replace('-', '_')}_v{version}",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": kind == "parallel",
        "render_fps": 1,
    }


class _Seats:
    """What both environments have: a table, and for each agent its spaces."""

    def _sit_down(self, table: _Table, kind: str) -> None:
        self.table, self.metadata, self.render_mode = table, _metadata(table.game, kind), table.render_mode
        self.possible_agents = list(table.agents_of)
        self.observation_spaces, self.action_spaces = table.observation_spaces, table.action_spaces
        self.state_space = table.state_space
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.table.observation_spaces[self.table.agents_of[self.table.seat(agent)]]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.table.action_spaces[self.table.agents_of[self.table.seat(agent)]]

    def render(self) -> Any:
        return self.table.drawn()

    def close(self) -> None:
        """Nothing is held open."""

    def state(self) -> Any:
        """All seats' observations, one after the other: for centralised training; no seat may see it."""
        self.table.need_reset("state")
        return self.table.state()


class AECEnv(_Seats, zoo.AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One agent after the other. In a simultaneous choice the seats are asked in turn, and nobody sees what others chose.

    `options` are the game's own; `reward` is "win" (at the end, as if everybody had put 1 into a pot that the winners share) or
    "points" (as they are made); `on_illegal` is "raise", "random_legal" or "lose"; `render_mode` one of `RENDER_MODES`.
    """

    def __init__(self, game: str | Game, **settings: Any) -> None:
        super().__init__()
        self._sit_down(_Table(game, waits=False, **settings), "aec")
        self._sight: dict[str, Any] = {}
        self._mask: Any = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the same seed gives the same deal. `options` is there for PettingZoo's sake and not used."""
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        self.table.need_reset("observe")
        if agent == self.agent_selection and self._sight:
            return self._sight
        return self.table.show(self.table.seat(agent))

    def step(self, action: int | None) -> None:
        self.table.need_reset("step")
        if not self.agents:
            raise ResetNeeded(f"{self.table.game.name}: the game is over; call reset() for another one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._sight = {}
            self._was_dead_step(action)
            return
        seat, tables = self.table.seat_of[agent], self.table.tables
        played = self.table.allowed(seat, action, self._mask)
        self._cumulative_rewards[agent] = 0.0
        if played is None:
            self._pay(self.table.penalties(seat))
            self.infos[agent] = {"illegal": action}
            self._end()
            return
        before = tables.points.copy() if self.table.reward == "points" else None
        tables.step(np.array([played], np.int64))
        is_over = tables.who[0] == NOBODY
        if is_over or before is not None:
            self._pay(self.table.rewards(before))
        else:
            self._clear_rewards()
        if is_over:
            self._end()
        else:
            self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """Ask the next seat and show it the table."""
        seat = int(self.table.tables.who[0])
        self.agent_selection = self.table.agents_of[seat]
        self._sight = self.table.show(seat)
        self._mask = self._sight["action_mask"].copy()  # our own: the caller may write on his
        self.infos[self.agent_selection] = {"action_mask": self._mask.copy()}

    def _pay(self, rewards: list[float]) -> None:
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._accumulate_rewards()

    def _end(self) -> None:
        self._sight = {}
        self.terminations = dict.fromkeys(self.agents, True)
        nothing = np.zeros(self.table.actions, np.int8)
        for agent in self.agents:
            self.infos[agent] = {"action_mask": nothing.copy()} | (
                {"illegal": self.infos[agent]["illegal"]} if "illegal" in self.infos[agent] else {}
            )
        self._deads_step_first()


class ParallelEnv(_Seats, zoo.ParallelEnv):  # type: ignore[misc]
    """All agents at once. Who is not asked has one legal action: the last one, to wait.

    The settings are those of `AECEnv`. Where several illegal actions come together, the one of the lowest seat counts.
    """

    def __init__(self, game: str | Game, **settings: Any) -> None:
        super().__init__()
        self._sit_down(_Table(game, waits=True, **settings), "parallel")
        self._masks: dict[str, Any] = {}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Begin a new game; the same seed gives the same deal. `options` is there for PettingZoo's sake and not used."""
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        return self._seen()

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        self.table.need_reset("step")
        if not self.agents:
            raise ResetNeeded(f"{self.table.game.name}: the game is over; call reset() for another one")
        for agent in actions:
            self.table.seat(agent)
        if missing := [agent for agent in self.agents if agent not in actions]:
            raise IllegalMove(f"{self.table.game.name}: no action for {missing[0]}; who is not asked waits")
        tables, before, culprit = self.table.tables, self.table.tables.points.copy(), None
        chosen = []
        for seat, agent in enumerate(self.agents):
            action = self.table.allowed(seat, actions[agent], self._masks[agent])
            if action is None:
                culprit = seat
                break
            if action < self.table.actions:
                chosen.append((seat, action))
        if culprit is None:
            for seat, action in chosen:  # all of a simultaneous choice, or the only seat asked
                tables.who[0] = seat
                tables.step(np.array([action], np.int64))
        rewards = self.table.rewards(before) if culprit is None else self.table.penalties(culprit)
        is_over = culprit is not None or tables.who[0] == NOBODY
        seen, infos = self._seen()
        if culprit is not None:
            infos[self.agents[culprit]]["illegal"] = actions[self.agents[culprit]]
        result = (
            seen,
            dict(zip(self.agents, rewards, strict=True)),
            dict.fromkeys(self.agents, bool(is_over)),
            dict.fromkeys(self.agents, False),
            infos,
        )
        if is_over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return result

    def _seen(self) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        seen, infos = {}, {}
        for seat, agent in enumerate(self.agents):
            sight = self.table.show(seat)
            waits = np.int8(not sight["action_mask"].any())
            mask = np.append(sight["action_mask"], waits)
            self._masks[agent] = mask
            seen[agent] = {"observation": sight["observation"], "action_mask": mask.copy()}
            infos[agent] = {"action_mask": mask.copy()}
        return seen, infos


def register() -> None:
    """Make the games known to `pettingzoo.make` as `tripot/<game>-v<version>`; done when this module is imported."""
    from pettingzoo.env_registry.registration import aec_registry, parallel_registry

    for game in games():
        name = f"tripot/{game.name}-v{layout(game).version}"
        if name not in aec_registry:
            zoo.register("aec", name, f"{__name__}:env", kwargs={"game": game.name})
        if name not in parallel_registry:
            zoo.register("parallel", name, f"{__name__}:parallel_env", kwargs={"game": game.name})


register()
