"""OpenSpiel: every game with its chance nodes, observers, information states and tensors.

    import pyspiel
    from tripot.adapters import open_spiel

    open_spiel.register()
    game = pyspiel.load_game("tripot_whist(seats=4)")

Parameters: `seats`, every option of the game by its name, and `start`: "full", or "mini" for a table so near its end that
the whole tree can be walked. Simultaneous choices are asked one seat after the other, hidden from the others. The returns
are as if everybody had put 1 into a pot that the winners share: they add up to 0.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pyspiel

from tripot.core import options as core_options
from tripot.core.rng import Rng, begin
from tripot.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR
from tripot.errors import IllegalMove, TripotError
from tripot.observe import Memory, Sighting, layout, observer, retold
from tripot.play import Game, games, load

from .mini import longest, mini
from .resampling import Secrets, another_past, secrets_of, steps_of, with_other_commits

DEFAULT = "default"  # an option that is not given
STARTS = ("full", "mini")
PASTS = 1000  # drawn for one world, before we say that none leads there: nearly always the first one does
SEED_BITS = 31  # of a seed from each of two numbers that a sampler gives


def name_of(game: Game) -> str:
    """What OpenSpiel calls a game."""
    return f"tripot_{game.name.replace('-', '_')}"


def register() -> None:
    """Make the games known to `pyspiel.load_game`; calling it again does no harm."""
    known = set(pyspiel.registered_names())
    for game in games():
        if name_of(game) not in known:
            pyspiel.register_game(_game_type(game), spiel_game(game))


def _game_type(game: Game) -> Any:
    is_open = not observer(game).PRIVATE
    kinds = pyspiel.GameType
    return kinds(
        short_name=name_of(game),
        long_name=f"{game.title} (tripot)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION if is_open else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.most,
        min_num_players=game.least,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_parameters(game),
        default_loadable=True,
    )


def _parameters(game: Game) -> dict[str, Any]:
    given: dict[str, Any] = {"seats": game.least, "start": STARTS[0]}
    for name, option in core_options.specs(game.rules.Options).items():
        spec = option.metadata["spec"]
        is_number = spec.is_seat or (spec.values and not spec.picks and all(map(str.isdecimal, spec.values)))
        given[name] = NOBODY if is_number else DEFAULT  # OpenSpiel reads what looks like a number as one
    return given


def _options(game: Game, parameters: dict[str, Any]) -> dict[str, object]:
    """The options given; lists are written with `+` in a parameter string, which uses the comma itself."""
    known = core_options.specs(game.rules.Options)
    given = {name: value for name, value in parameters.items() if name in known and value not in (DEFAULT, NOBODY)}
    return {name: value.replace("+", ",") if isinstance(value, str) else value for name, value in given.items()}


class Moment:
    """A table at one moment and what everybody remembers. Never changed, so that states can share it."""

    __slots__ = ("game", "memory", "seats", "state", "who")

    def __init__(self, game: Game, seats: int, state: Any, memory: Memory) -> None:
        self.game, self.seats, self.state, self.memory = game, seats, state, memory
        self.who = int(game.rules.to_act(state))

    def after(self, action: int) -> Moment:
        """The moment after the one to act has acted."""
        memory = self.memory.copy()
        return Moment(self.game, self.seats, memory.step(self.state, self.who, action), memory)

    def view(self, seat: int) -> Any:
        """What a seat, or the SPECTATOR, sees."""
        seen = self.game.rules.State()
        self.game.rules.view(self.state, seat, seen)
        return seen

    def tensor(self, seat: int) -> Any:
        """What it observes, scaled to -1..1."""
        row = [0] * layout(self.game).size
        observer(self.game).observe(self.view(seat), seat, row)
        return np.array(row, np.float32) * layout(self.game).scale()

    def __deepcopy__(self, memo: Any) -> Moment:
        return self

    def __reduce__(self) -> Any:
        fields = {name: getattr(self.state, name) for name in self.state.position_fields()}
        return _moment, (self.game.name, self.seats, fields, self.memory.seen, self.memory.commits)


def _moment(name: str, seats: int, fields: dict[str, Any], seen: Any, commits: Any) -> Moment:
    game = load(name)
    state = game.rules.State()
    for field, value in fields.items():
        setattr(state, field, value)
    memory = Memory(game, seats)
    memory.seen, memory.commits = dict(seen), commits
    return Moment(game, seats, state, memory)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games in OpenSpiel; `ours` and what it hides are set by the subclass of each."""

    ours: Game
    secrets: Secrets | None

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = _parameters(self.ours) | dict(params or {})
        self.seats = int(given["seats"])
        if given["start"] not in STARTS:
            raise ValueError(f"{name_of(self.ours)}: start cannot be {given['start']!r}; it is {' or '.join(STARTS)}")
        if given["start"] == "mini":
            self.first, self.seats = mini(self.ours), self.ours.least
            if given["seats"] != self.seats:
                raise ValueError(
                    f"{name_of(self.ours)}: the mini start is a table of {self.seats}, not {given['seats']}"
                )
        else:
            chosen = self.ours.read_options(_options(self.ours, given), seats=self.seats)
            self.first = self.ours.rules.State()
            self.ours.rules.setup(self.first, self.seats, chosen)
        self.decisions, self.chances = longest(self.ours, self.first)
        super().__init__(
            _game_type(self.ours),
            pyspiel.GameInfo(
                num_distinct_actions=int(self.ours.rules.ACTIONS),
                max_chance_outcomes=int(self.ours.rules.OUTCOMES),
                num_players=self.seats,
                min_utility=-1.0,
                max_utility=self.seats - 1.0,
                utility_sum=0.0,
                max_game_length=self.decisions,
            ),
            given,
        )

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.chances

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


@functools.cache
def spiel_game(game: Game) -> type[SpielGame]:
    """The class of a game, as OpenSpiel wants it."""
    return type(name_of(game), (SpielGame,), {"ours": game, "secrets": secrets_of(game), "__doc__": game.title})


def __getattr__(name: str) -> type[SpielGame]:
    """Those classes by name: so pickles find them."""
    for game in games():
        if name_of(game) == name:
            return spiel_game(game)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of such a game."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.moment = Moment(game.ours, game.seats, game.first.copy(), Memory(game.ours, game.seats))

    def current_player(self) -> Any:
        who = self.moment.who
        if who == NOBODY:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if who == CHANCE else who

    def _legal_actions(self, player: int) -> list[int]:
        moment = self.moment
        if player != moment.who:
            return []
        return list(moment.state.acts[: moment.game.rules.legal(moment.state, player)])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        state = self.moment.state
        count = self.moment.game.rules.weights(state)
        total = sum(state.odds[:count])
        return sorted((state.acts[i], state.odds[i] / total) for i in range(count))

    def _apply_action(self, action: int) -> None:
        moment = self.moment
        rules, state = moment.game.rules, moment.state
        count = rules.weights(state) if moment.who == CHANCE else rules.legal(state, moment.who)
        if action not in state.acts[:count]:
            names = moment.game.spelling.outcomes if moment.who == CHANCE else moment.game.spelling.moves
            possible = ", ".join(f"{each} ({names[each]})" for each in state.acts[:count])
            who = "chance" if moment.who == CHANCE else f"seat {moment.who}"
            raise IllegalMove(
                f"{moment.game.name}, {who}: action {action} is not possible now; possible: {possible or 'none'}"
            )
        self.moment = moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        names = self.moment.game.spelling
        return str((names.outcomes if player == pyspiel.PlayerId.CHANCE else names.moves)[action])

    def is_terminal(self) -> bool:
        return self.moment.who == NOBODY

    def returns(self) -> list[float]:
        moment = self.moment
        if moment.who != NOBODY:
            return [0.0] * moment.seats
        mask = moment.game.rules.winners(moment.state)
        share = moment.seats / mask.bit_count()
        return [(share if mask >> seat & 1 else 0.0) - 1.0 for seat in range(moment.seats)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> Any:
        """A state that the player cannot tell from this one, with a course of its own: drawn uniformly by `redeal`."""
        moment, game = self.moment, self.get_game()
        if not observer(moment.game).PRIVATE:
            return self.clone()
        if game.get_parameters()["start"] == "mini":
            return _one_of(list(_alike(game.new_initial_state(), player, moment.memory.seen[player])), sampler())
        rng, world, face_down = Rng(), moment.view(player), len(moment.memory.commits)
        begin(rng, int(sampler() * (1 << SEED_BITS)) << SEED_BITS | int(sampler() * (1 << SEED_BITS)), 0, player + 1)
        if game.secrets is None:
            past = with_other_commits(game.ours, game.first, list(_all(self)), face_down, player, rng)
            return _followed(game.new_initial_state(), past)
        moment.game.rules.redeal(world, player, rng)
        steps = steps_of(game.ours, game.secrets, game.first, list(_all(self)), player)
        for _ in range(PASTS):
            past = another_past(game.secrets, steps, face_down, player, world, rng)
            other = _followed(game.new_initial_state(), past)
            if other is not None and other.moment.memory.seen[player] == moment.memory.seen[player]:
                return other
        raise TripotError(f"{name_of(game.ours)}: no course of the game was found for what player {player} has seen")

    def __str__(self) -> str:
        steps = ", ".join(retold(self.moment.game, _all(self)))
        return f"{self.moment.game.name}: {steps or 'the start'}"


def _alike(
    state: SpielState, player: int, seen: tuple[Sighting, ...], odds: float = 1.0
) -> Iterable[tuple[Any, float]]:
    """Every state after this one in which a player has seen just this, and how likely chance makes it.

    For mini tables: their first hands are known to everybody, which `redeal` could not know, and they have few courses.
    """
    mine = state.moment.memory.seen[player]
    if mine != seen[: len(mine)]:
        return
    if len(mine) == len(seen):
        yield state, odds
        return
    outcomes = (
        state.chance_outcomes() if state.is_chance_node() else [(action, 1.0) for action in state.legal_actions()]
    )
    for action, part in outcomes:
        yield from _alike(state.child(action), player, seen, odds * part)


def _one_of(states: list[tuple[Any, float]], number: float) -> Any:
    """The state at which a number from 0 to 1 points."""
    left = number * sum(odds for _, odds in states)
    for state, odds in states:
        left -= odds
        if left < 0:
            return state
    return states[-1][0]


def _followed(state: SpielState, course: Iterable[Sighting]) -> SpielState | None:
    """The state after a course, or nothing if that breaks a rule."""
    try:
        for actor, action in course:
            if actor != state.moment.who:
                return None
            state.apply_action(action)
    except IllegalMove:
        return None
    return state


def _all(state: SpielState) -> Iterable[Sighting]:
    for item in state.full_history():
        yield Sighting(CHANCE if item.player == pyspiel.PlayerId.CHANCE else item.player, item.action)


class Observer:
    """What OpenSpiel asks for: public, private or both, now or with everything remembered, as a tensor and as text."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self.game, self.kind = game.ours, kind
        self.seats = game.seats
        self._most = 2 * game.decisions + game.chances  # choices are sighted again when they are turned up
        none, single = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
        parts = {"player": self.seats}
        if kind.public_info and (kind.private_info == none or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS):
            parts["public"] = 2 * self._most if kind.perfect_recall else layout(self.game).size
        if kind.public_info and kind.private_info == single:
            parts["seen"] = 2 * self._most if kind.perfect_recall else layout(self.game).size
        if not kind.public_info and kind.private_info == single:
            parts["private"] = 2 * self._most if kind.perfect_recall else layout(self.game).size
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            parts["all"] = self.seats * (2 * self._most if kind.perfect_recall else layout(self.game).size)
        self.tensor = np.zeros(sum(parts.values()), np.float32)
        self.dict, start = {}, 0
        for name, size in parts.items():
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor (and its parts in `dict`)."""
        self.dict["player"][:] = 0
        self.dict["player"][player] = 1
        moment = state.moment
        if "public" in self.dict:
            self._fill(self.dict["public"], moment, SPECTATOR)
        if "seen" in self.dict:
            self._fill(self.dict["seen"], moment, player)
        if "private" in self.dict:
            self.dict["private"][:] = self._secret(moment, player)
        if "all" in self.dict:
            self.dict["all"][:] = np.concatenate([self._secret(moment, seat) for seat in range(self.seats)])

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text."""
        moment, kind = state.moment, self.kind
        single, every = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.ALL_PLAYERS
        lines = []
        if kind.public_info:
            lines.append(self._told(moment, player if kind.private_info == single else SPECTATOR))
        if not kind.public_info and kind.private_info == single:
            lines.append(self._secret_told(moment, player))
        if kind.private_info == every:
            lines += [self._secret_told(moment, seat) for seat in range(self.seats)]
        return "\n".join(line for line in lines if line)

    def _fill(self, out: Any, moment: Moment, seat: int) -> None:
        out[:] = self._history(moment.memory.seen[seat]) if self.kind.perfect_recall else moment.tensor(seat)

    def _history(self, seen: Iterable[Sighting]) -> Any:
        """Sightings as pairs: who (chance 1, seat k as k + 3), what (hidden 0, action as action + 1); then zeros."""
        out = np.zeros(2 * self._most, np.float32)
        pairs = [number for actor, action in seen for number in (actor + 3, 0 if action == HIDDEN else action + 1)]
        if len(pairs) > len(out):
            raise TripotError(
                f"{self.game.name}: the game has gone on for more than {self._most} steps; "
                "let `longest` in its exact.py say how long it can last"
            )
        out[: len(pairs)] = pairs
        return out

    def _secret(self, moment: Moment, seat: int) -> Any:
        """What the seat alone knows."""
        if self.kind.perfect_recall:
            return self._history(_own_sightings(moment, seat))
        row = moment.tensor(seat)
        out = np.zeros_like(row)
        for start, stop in private_places(self.game):
            out[start:stop] = row[start:stop]
        return out

    def _told(self, moment: Moment, seat: int) -> str:
        who = "public" if seat == SPECTATOR else f"seat {seat}"
        if self.kind.perfect_recall:
            return f"{who} | {' | '.join(retold(self.game, moment.memory.seen[seat]))}"
        return f"{who}\n{self.game.words.sketch(moment.view(seat), seat)}"

    def _secret_told(self, moment: Moment, seat: int) -> str:
        if self.kind.perfect_recall:
            told = " | ".join(retold(self.game, _own_sightings(moment, seat)))
        else:
            row = moment.tensor(seat)
            places = [place for start, stop in private_places(self.game) for place in range(start, stop) if row[place]]
            named = [
                (part.name, place - part.start)
                for place in places
                for part in layout(self.game)
                if part.start <= place < part.stop
            ]
            told = ", ".join(f"{name} {number}" for name, number in named)
        return f"seat {seat} alone | {told}" if told else ""


def _own_sightings(moment: Moment, seat: int) -> list[Sighting]:
    """What a seat has seen that a spectator has not."""
    both = zip(moment.memory.seen[seat], moment.memory.seen[SPECTATOR], strict=True)
    return [mine for mine, theirs in both if mine != theirs]


def private_places(game: Game) -> list[tuple[int, int]]:
    """Where in a tensor stands what only the seat itself can know: of a part with a row for each seat its own row."""
    places = []
    for name in observer(game).PRIVATE:
        part = layout(game)[name]
        rows = part.shape[0] if len(part.shape) > 1 else 1
        places.append((part.start, part.start + part.size // rows))
    return places
