"""Many tables in arrays, stepped and observed in one call: what the environments are made of."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from tripot.bots.engines import READY, has_numba
from tripot.bots.policies import policy
from tripot.core import bind, plain, tables
from tripot.core.contracts import Compiled, Engine
from tripot.core.state import NOBODY
from tripot.errors import TripotError, UnknownBot
from tripot.observe import DTYPE, layout, observer
from tripot.play import Game

from .policies import one_each, seated

KNOWN_BOTS = ("random", "thumb")  # those that are compiled


class TablesEngine(Engine, Protocol):
    """An engine with the functions of `core/tables.py`."""

    def first_illegal(self, who: Any, actions: Any, mask: Any, /) -> int: ...


class CompiledTables(TablesEngine, Compiled, Protocol):
    """The same as machine code."""


def is_warm(game: Game) -> bool:
    """Whether the game's tables lie compiled in the cache; does not import numba."""
    place = bind.folder(game.rules, policy(game), tables, observer(game))
    return has_numba() and (place / READY).exists()


@functools.cache
def plain_engine(game: Game) -> TablesEngine:
    """The tables as plain Python."""
    return plain.Engine(game.rules, policy(game), (tables,), observer(game))


@functools.cache
def fast_engine(game: Game) -> CompiledTables:
    """The tables compiled; compiles at first use what the cache does not have (a minute or two)."""
    from tripot.core import fast

    return fast.Engine(game.rules, policy(game), (tables,), observer(game))


def engine(game: Game) -> TablesEngine:
    """The compiled tables if they are warm, else the plain ones."""
    return fast_engine(game) if is_warm(game) else plain_engine(game)


def warm(game: Game) -> None:
    """Compile a game's tables into the cache."""
    runner = fast_engine(game)
    some = Tables(game, seats=game.most, count=1, seat=0, bots="thumb", runner=runner)
    some.begin(seed=0)
    some.look()
    some.step(some.legal_by_lot(np.random.default_rng(0)))
    (runner.folders[tables] / READY).touch()
    runner.forget_others()


class Tables:
    """So many tables of one game, and in arrays who is asked, what that seat observes and may do, and how games ended."""

    def __init__(
        self,
        game: Game,
        *,
        seats: int,
        count: int,
        options: Mapping[str, object] | None = None,
        bots: str | Sequence[str | None] | None = None,
        seat: int | Sequence[int] | None = None,
        runner: TablesEngine | None = None,
    ) -> None:
        """`seat` is the caller's (one, or one per table), and `bots` means what it means in all environments (`seated`).

        Without a seat the caller plays all seats that `bots` leaves to him by None: all of them, if none are named.
        """
        chosen = game.read_options(options, seats=seats)
        self.game, self.seats, self.count = game, seats, count
        self.engine = runner or engine(game)
        start = game.rules.State()
        game.rules.setup(start, seats, chosen)
        self._work, self._states = self.engine.states(start, 3), self.engine.states(start, count)
        self._streams = self.engine.streams(count)
        self._seed = 0
        self.numbers = np.zeros(count, np.int64)
        self.mine, self._thumbs = _who_plays(game, seats, count, bots, seat)
        self.who = np.full(count, NOBODY, np.int64)
        self.points = np.zeros((count, int(game.rules.SEATS)), np.int64)
        self.wins = np.zeros(count, np.int64)
        self._asking = np.zeros(1, np.int64)
        self.obs = np.zeros((count, layout(game).size), DTYPE)
        self.mask = np.zeros((count, int(game.rules.ACTIONS)), np.int8)
        self._take_up()

    def _take_up(self) -> None:
        """Make ready to call the engine with these arrays."""
        self._ways = (self._states, self._work, self._streams)
        self._step = self.engine.direct("step_tables", *self._ways, 0, *self._table_arrays(self.who))
        self._look = self.engine.direct("look_around", *self._ways[:2], self.mine, self.who, self.obs, self.mask)

    def __getstate__(self) -> dict[str, Any]:
        """Everything but machine code: tables can be copied, and sent to another process."""
        apart = ("engine", "_ways", "_step", "_look")
        kept = {name: value for name, value in self.__dict__.items() if name not in apart}
        return kept | {"is_compiled": self.engine.is_compiled}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        is_compiled = kept.pop("is_compiled")
        self.__dict__.update(kept)
        self.engine = fast_engine(self.game) if is_compiled else plain_engine(self.game)
        self._take_up()

    def begin(self, seed: int, *, first: int = 0) -> None:
        """Restart everywhere: table i plays game number first + i of the seed, and later every count-th after it."""
        self._seed = seed
        self.numbers[:] = np.arange(first - self.count, first)
        self.who[:] = NOBODY
        self.step(np.zeros(self.count, np.int64))

    def begin_some(self, chosen: Any) -> None:
        """Begin the next game at the tables whose place in an array of booleans is True; the others stay as they are."""
        kept = self.who[~chosen].copy()
        self.who[chosen], self.who[~chosen] = NOBODY, tables.ASIDE
        self.step(np.zeros(self.count, np.int64))
        self.who[~chosen] = kept

    def step(self, actions: Any) -> None:
        """Play a legal action at every table (a finished one begins its next game); `look` shows what came of it."""
        self._step(*self._ways, self._seed, *self._table_arrays(np.ascontiguousarray(actions, np.int64)))

    def _table_arrays(self, actions: Any) -> tuple[Any, ...]:
        return self.numbers, actions, self.mine, self._thumbs, self.who, self.points, self.wins

    def look(self) -> None:
        """Bring `obs` and `mask` up to date."""
        self._look(*self._ways[:2], self.mine, self.who, self.obs, self.mask)

    def show(self, seat: int, obs: Any, mask: Any) -> None:
        """Write what a seat of the only table observes and may do into arrays like `obs` and `mask`."""
        self._asking[0] = seat
        self._look(*self._ways[:2], self.mine, self._asking, obs, mask)

    def first_illegal(self, actions: Any) -> int | None:
        """The first table whose action is illegal there, by its `mask`."""
        place = int(self.engine.first_illegal(self.who, actions, self.mask))
        return None if place == tables.FINE else place

    def legal_by_lot(self, rng: np.random.Generator) -> Any:
        """A legal action for every table, all equally likely, by its `mask`; any where the game is over."""
        many = self.mask.sum(axis=1, dtype=np.int64)
        wanted = (rng.random(self.count) * many).astype(np.int64)
        return (self.mask.cumsum(axis=1, dtype=np.int64) > wanted[:, None]).argmax(axis=1)

    def state(self, place: int = 0) -> Any:
        """One table as a plain state of its own."""
        return self.engine.plain(self._states, place)

    def stakes(self) -> Any:
        """What every seat has won or lost at every table if each put 1 into a pot that the winners share; 0 before the end."""
        won = (self.wins[:, None] >> np.arange(self.seats)) & 1
        winners = won.sum(axis=1, keepdims=True)
        return np.where(winners > 0, won * (self.seats / np.maximum(1, winners)) - 1, 0.0)


def _who_plays(
    game: Game,
    seats: int,
    count: int,
    bots: str | Sequence[str | None] | None,
    seat: int | Sequence[int] | None,
) -> tuple[Any, Any]:
    """Bit masks for every table: the caller's seats, and the seats of the rules of thumb."""
    for name in [bots] if bots is None or isinstance(bots, str) else bots:
        if name is not None and name not in KNOWN_BOTS:
            raise UnknownBot(f"{game.name}: tables know the bots {' and '.join(KNOWN_BOTS)}, not {name!r}")
    if seat is None:
        given = one_each(game, seats, bots)
        mine = np.full(count, sum(1 << place for place, name in enumerate(given) if name is None), np.int64)
        if not mine.all():
            raise TripotError(f"{game.name}: all seats have bots; leave one (None) to the caller")
    else:
        own = np.broadcast_to(np.asarray(seat, np.int64), (count,))
        given = seated(game, seats, np.unique(own).tolist(), bots)
        mine = 1 << own
    return mine, sum(1 << place for place, name in enumerate(given) if name == "thumb") & ~mine
