"""Gymnasium: one seat against bots, alone (`SeatEnv`) or at thousands of tables in one compiled call (`VectorEnv`).

    from tripot.adapters.gymnasium import SeatEnv, VectorEnv

    env = SeatEnv("whist", seats=3, seat=0, bots="thumb")
    envs = VectorEnv("whist", num_envs=1024, seats=3, seat="all in turn", bots="thumb")

or, once this module is imported, `gymnasium.make("tripot/whist-v1", seats=3)` and `gymnasium.make_vec`. Observations are
int16 tensors (`tripot.observe.layout`); the legal actions are in `info["action_mask"]` (int8) and `action_masks()` (bool).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from tripot.bots import AmongBots, stream
from tripot.bots.engines import has_numba
from tripot.core.state import NOBODY
from tripot.errors import BadOption, BadSeats, IllegalMove, TripotError
from tripot.observe import layout, tensor
from tripot.play import Game, Position, games, load

from .picture import picture
from .policies import ON_ILLEGAL, REWARDS, Bots, check_policy, picked, refusal, seated_bots
from .tables import Tables, fast_engine, plain_engine

RENDER_MODES = ("human", "ansi", "rgb_array")
PENALTY = -1.0  # for the illegal action that ends the game (`on_illegal="lose"`)
IN_TURN = "all in turn"
SEEDS = 2**62


class SeatEnv(gym.Env[Any, Any]):
    """One seat of a game; bots have the others.

    `seat` is yours. `bots` is a name or a bot (a function) for all the others, or a list of them with a place for every seat; the
    place of your own seat is not used and may be None. Whoever is asked at the same moment as you chooses, like you, from the
    position before anybody has chosen.

    `reward` is "win" (at the end, as if everybody had put 1 into a pot that the winners share) or "points" (as they are made);
    `on_illegal` is "raise", "random_legal" or "lose"; `render_mode` is "human", "ansi" or "rgb_array".
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        seat: int = 0,
        bots: Bots = "thumb",
        options: Mapping[str, object] | None = None,
        reward: str = "win",
        on_illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        self.game, self.seats = _game_and_seats(game, seats)
        check_policy(self.game, "reward", reward, REWARDS)
        check_policy(self.game, "on_illegal", on_illegal, ON_ILLEGAL)
        if render_mode is not None:
            check_policy(self.game, "render_mode", render_mode, RENDER_MODES)
        self.bots = seated_bots(self.game, self.seats, seat, bots)
        self.seat, self.reward, self.on_illegal, self.render_mode = seat, reward, on_illegal, render_mode
        self.options = dict(options or {})
        self.game.read_options(self.options, seats=self.seats)
        self.observation_space, self.action_space = _spaces(self.game)
        self._table: AmongBots | None = None
        self._mask = np.zeros(int(self.game.rules.ACTIONS), np.int8)
        self._has_ended = False

    @property
    def position(self) -> Position:
        """The whole table, secrets included, for looking on; `position.view(seat)` is what the seat knows."""
        return self._seated.position

    @property
    def _seated(self) -> AmongBots:
        if self._table is None:
            raise ResetNeeded(f"{self.game.name}: call reset() first")
        return self._table

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new game; the same seed gives the same deal. `options` is there for Gymnasium's sake and not used."""
        super().reset(seed=seed)
        deal = int(self.np_random.integers(SEEDS))
        start = self.game.start(seats=self.seats, seed=deal, options=self.options)
        rngs = [stream(deal, seat) for seat in range(self.seats)]
        self._table = AmongBots(start, self.seat, self.bots, rngs)
        self._has_ended = False
        self._show()
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        before = self.position
        if self._has_ended:
            raise ResetNeeded(f"{self.game.name}: the game is over; call reset() for another one")
        number = _whole_number(self.game, action, len(self._mask))
        played = picked(self.game, self.seat, number, self._mask, self.on_illegal, self.np_random)
        if played is None:
            self._has_ended = True
            row, info = self._seen()
            return row, PENALTY, True, False, info | {"illegal": number}
        self._seated.take(played)
        self._show()
        self._has_ended = self.position.is_over
        row, info = self._seen()
        return row, self._reward(before), self._has_ended, False, info

    def action_masks(self) -> Any:
        """The legal actions as booleans, as MaskablePPO of sb3-contrib asks for them."""
        return self._mask.astype(bool)

    def render(self) -> Any:
        if self.render_mode is None:
            raise TripotError(f"{self.game.name}: render() needs a render_mode: {', '.join(RENDER_MODES)}")
        text = str(self.position.view(self.seat))
        if self.render_mode == "human":
            print(text)
            return None
        return text if self.render_mode == "ansi" else picture(text)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        view = self.position.view(self.seat)
        self._mask[:] = self._has_ended  # any action will do for a game that is over: a row of zeros has no softmax
        if not self._has_ended:
            self._mask[[move.steps[0] for move in view.legal_moves]] = 1
        return tensor(view), {"action_mask": self._mask.copy()}

    def _reward(self, before: Position) -> float:
        if self.reward == "points":
            return float(self.position.scores[self.seat] - before.scores[self.seat])
        outcome = self.position.outcome
        if outcome is None:
            return 0.0
        return self.seats / len(outcome.winners) - 1 if self.seat in outcome.winners else -1.0


class VectorEnv(gym.vector.VectorEnv[Any, Any, Any]):
    """One seat at each of `num_envs` tables, all stepped in one compiled call; the bots are "thumb" or "random".

    `seat` is your seat, one for each table, or "all in turn" (table i has seat i % seats); `bots` means what it means in
    `SeatEnv`. A finished table begins its next game with the next step, whatever its action (`AutoresetMode.NEXT_STEP`); its mask
    until then allows everything. With `copy=False` observations and masks are not copied: they are read-only and hold until the
    next step. `compiled=False` runs the same as plain Python.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        num_envs: int,
        seats: int | None = None,
        seat: int | str | Sequence[int] = 0,
        bots: str | Sequence[str | None] = "thumb",
        options: Mapping[str, object] | None = None,
        reward: str = "win",
        on_illegal: str = "raise",
        copy: bool = True,
        compiled: bool | None = None,
    ) -> None:
        self.game, self.seats = _game_and_seats(game, seats)
        check_policy(self.game, "reward", reward, REWARDS)
        check_policy(self.game, "on_illegal", on_illegal, ON_ILLEGAL)
        self.num_envs, self.copy, self.reward, self.on_illegal = num_envs, copy, reward, on_illegal
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        if num_envs < 1:
            raise TripotError(f"{self.game.name}: num_envs must be at least 1, not {num_envs}")
        self.own_seats = _own_seats(self.game, self.seats, num_envs, seat)
        is_compiled = has_numba() if compiled is None else compiled
        self.tables = Tables(
            self.game,
            seats=self.seats,
            count=num_envs,
            options=options,
            bots=bots,
            seat=self.own_seats,
            runner=fast_engine(self.game) if is_compiled else plain_engine(self.game),
        )
        self.single_observation_space, self.single_action_space = _spaces(self.game)
        self.observation_space = gym.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gym.vector.utils.batch_space(self.single_action_space, num_envs)
        self._places = np.arange(num_envs)
        self._points = np.zeros(num_envs, np.int64)
        self._has_begun = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new game at every table; the same seed gives the same games.

        `options={"reset_mask": mask}`, an array of booleans, begins only at the tables that it names, each with its next game of
        the seed; the others stay as they are. Other options are there for Gymnasium's sake and not used.
        """
        super().reset(seed=seed)
        if options is not None and "reset_mask" in options:
            chosen = self._checked_mask(options["reset_mask"], seed)
            self.tables.begin_some(chosen)
        else:
            chosen = np.ones(self.num_envs, bool)
            self.tables.begin(int(self.np_random.integers(SEEDS)))
        self._has_begun = True
        self._points[chosen] = self.tables.points[self._places, self.own_seats][chosen]
        return self._seen()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        tables = self.tables
        chosen = self._checked(actions)
        begins = tables.who == NOBODY
        lost = None
        if tables.first_illegal(chosen) is not None:
            chosen, lost = self._despite(chosen)
        tables.step(chosen)
        ended = tables.who == NOBODY
        rewards = self._rewards(begins, ended)
        if lost is not None:
            ended = ended | lost
            rewards[lost] = PENALTY
            tables.who[lost] = NOBODY  # their games are over: the next step begins others
        seen, info = self._seen()
        return seen, rewards, ended, np.zeros(self.num_envs, bool), info

    def action_masks(self) -> Any:
        """The legal actions of every table as booleans."""
        return self.tables.mask.astype(bool)

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is held open."""

    def _checked_mask(self, mask: Any, seed: int | None) -> Any:
        if (
            not isinstance(mask, np.ndarray)
            or mask.shape != (self.num_envs,)
            or mask.dtype != np.bool_
            or not mask.any()
        ):
            raise BadOption(
                f"{self.game.name}: reset_mask must be an array of {self.num_envs} booleans, one for each table, not all False; "
                f"not {mask!r}"
            )
        if not self._has_begun:
            raise ResetNeeded(f"{self.game.name}: call reset() without a reset_mask before the first one with it")
        if seed is not None:
            raise BadOption(
                f"{self.game.name}: a reset_mask cannot come with a seed, which all tables share; "
                "leave one of the two out"
            )
        return mask

    def _checked(self, actions: Any) -> Any:
        if not self._has_begun:
            raise ResetNeeded(f"{self.game.name}: call reset() before step()")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise IllegalMove(
                f"{self.game.name}: actions must be {self.num_envs} whole numbers, one for each table, "
                f"not an array of shape {chosen.shape} and type {chosen.dtype}"
            )
        return chosen.astype(np.int64, copy=False)

    def _despite(self, chosen: Any) -> tuple[Any, Any]:
        """Some action is illegal: by policy, the actions to play instead and which tables are lost."""
        tables = self.tables
        inside = chosen.clip(0, tables.mask.shape[1] - 1)
        illegal = ((inside != chosen) | (tables.mask[self._places, inside] == 0)) & (tables.who != NOBODY)
        if self.on_illegal == "raise":
            place = int(illegal.argmax())
            seat, legal = int(tables.who[place]), np.flatnonzero(tables.mask[place])
            if inside[place] != chosen[place]:
                raise IllegalMove(
                    f"table {place}, {self.game.name}, seat {seat}: {chosen[place]} is not an action; "
                    f"actions are 0 to {tables.mask.shape[1] - 1}"
                )
            raise IllegalMove(f"table {place}, {refusal(self.game, seat, int(chosen[place]), legal)}")
        instead = np.where(illegal, tables.legal_by_lot(self.np_random), inside)
        return instead, illegal if self.on_illegal == "lose" else None

    def _rewards(self, begins: Any, ended: Any) -> Any:
        if self.reward == "points":
            points = self.tables.points[self._places, self.own_seats]
            gained = (points - self._points).astype(np.float64)
            gained[begins] = 0
            self._points = points
            return gained
        rewards = np.zeros(self.num_envs)
        if ended.any():
            rewards[ended] = self.tables.stakes()[self._places, self.own_seats][ended]
        return rewards

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        self.tables.look()
        obs, mask = self.tables.obs, self.tables.mask
        if self.copy:
            obs, mask = obs.copy(), mask.copy()
        else:
            obs, mask = obs.view(), mask.view()
            obs.flags.writeable = mask.flags.writeable = False
        return obs, {"action_mask": mask, "_action_mask": np.ones(self.num_envs, bool)}


def _game_and_seats(game: str | Game, seats: int | None) -> tuple[Game, int]:
    found = load(game) if isinstance(game, str) else game
    number = found.usual_seats if seats is None else seats
    found.check_seats(number)
    return found, number


def _own_seats(game: Game, seats: int, count: int, seat: int | str | Sequence[int]) -> Any:
    if isinstance(seat, str):
        if seat != IN_TURN:
            raise BadSeats(f"{game.name}: seat cannot be {seat!r}; it is a number, one for each table, or {IN_TURN!r}")
        return np.arange(count) % seats
    try:
        return np.broadcast_to(np.asarray(seat, np.int64), (count,)).copy()
    except ValueError:
        raise BadSeats(
            f"{game.name}: {np.shape(seat)[0]} seats for {count} tables; give one, or one for each"
        ) from None


def _spaces(game: Game) -> tuple[spaces.Box, spaces.Discrete]:
    low, high = layout(game).bounds()
    return spaces.Box(low, high, dtype=low.dtype.type), spaces.Discrete(int(game.rules.ACTIONS))


def _whole_number(game: Game, action: Any, count: int) -> int:
    if isinstance(action, np.ndarray) and action.shape == ():
        action = action.item()
    if not isinstance(action, (int, np.integer)) or not 0 <= action < count:
        raise IllegalMove(
            f"{game.name}: {action!r} is not an action; an action is a whole number from 0 to {count - 1}"
        )
    return int(action)


def register() -> None:
    """Make the games known to `gymnasium.make` as `tripot/<game>-v<version>`; done when this module is imported."""
    for game in games():
        name = f"tripot/{game.name}-v{layout(game).version}"
        if name not in gym.registry:
            gym.register(
                name,
                entry_point=f"{__name__}:SeatEnv",
                vector_entry_point=f"{__name__}:VectorEnv",
                kwargs={"game": game.name},
            )


register()
