"""Which form of a game runs: the compiled one where numba is there and warm, otherwise the plain one."""

from __future__ import annotations

import functools
import importlib.util
import sys
from pathlib import Path
from typing import Any, Protocol

from tripot.core import bind, kernels, learned, plain, search
from tripot.core.contracts import Compiled, Engine
from tripot.core.rng import Rng
from tripot.core.state import CHANCE
from tripot.observe import layout, observer
from tripot.play import Game

from .policies import policy


class LearnedEngine(Engine, Protocol):
    """An engine with the functions of `core/learned.py`."""

    def confirm(self, *arguments: Any) -> None: ...
    def watch(self, *arguments: Any) -> int: ...
    def suspect(self, *arguments: Any) -> int: ...
    def study(self, *arguments: Any) -> int: ...


class CompiledLearned(LearnedEngine, Compiled, Protocol):
    """The same as machine code."""


READY = "ready"  # the file that says that everything of a game is compiled


@functools.cache
def has_numba() -> bool:
    """Whether games can be compiled at all."""
    return importlib.util.find_spec("numba") is not None


def is_warm(game: Game) -> bool:
    """Whether the game in its present wording lies compiled in the cache; does not import numba."""
    return has_numba() and all((folder / READY).exists() for folder in _folders(game))


@functools.cache
def _folders(game: Game) -> list[Path]:
    """Where its compiled units lie; found once, because all sources are read for it."""
    learned_folder = bind.folder(game.rules, policy(game), learned, observer(game))
    return [*(bind.folder(game.rules, policy(game), unit) for unit in bind.UNITS), learned_folder]


@functools.cache
def plain_engine(game: Game) -> Engine:
    """The game as plain Python."""
    return plain.Engine(game.rules, policy(game))


@functools.cache
def fast_engine(game: Game) -> Compiled:
    """The game compiled; compiles at first use what the cache does not have."""
    from tripot.core import fast

    return fast.Engine(game.rules, policy(game))


@functools.cache
def plain_learned(game: Game) -> LearnedEngine:
    """The games by networks as plain Python."""
    return plain.Engine(game.rules, policy(game), (learned,), observer(game))


@functools.cache
def fast_learned(game: Game) -> CompiledLearned:
    """The same compiled."""
    from tripot.core import fast

    return fast.Engine(game.rules, policy(game), (learned,), observer(game))


def learned_engine(game: Game) -> LearnedEngine:
    """What plays whole games by networks: compiled if the game is warm."""
    return fast_learned(game) if is_warm(game) else plain_learned(game)


def engine(game: Game) -> Engine:
    """The compiled game if it is warm, else the plain one."""
    return fast_engine(game) if is_warm(game) else plain_engine(game)


def warming(game: Game, *flags: str) -> list[str]:
    """The command that compiles a game in a process of its own."""
    program = "import sys; from tripot.cli import main; sys.exit(main(sys.argv[1:]))"
    return [sys.executable, "-c", program, "warm", "--here", *flags, game.name]


def warm(game: Game) -> None:
    """Compile everything of a game into the cache, and forget what earlier wordings left there."""
    runner = fast_engine(game)
    start = game.rules.State()
    game.rules.setup(start, game.most, game.rules.Options())
    states, rngs = runner.states(start, 4), runner.rngs()
    points, tally = runner.numbers(game.rules.SEATS), runner.numbers(kernels.POINTS + 2 * game.rules.SEATS)
    runner.random_games(states, rngs, 0, 0, 1, points, tally)
    runner.games(states, rngs, 0, 0, 1, 1, points, tally)
    runner.copies(states, 1)
    runner.ask_weights(states)
    while runner.ask_to_act(states) == CHANCE:
        runner.do_apply(states, CHANCE, runner.ask_draw(states, rngs))
    seat = runner.ask_to_act(states)
    runner.ask_pending(states)
    runner.ask_legal(states, seat)
    runner.ask_score(states, points)
    runner.ask_winners(states)
    runner.ask_audit(states)
    runner.ask_seen(states, seat, seat, 0)
    runner.do_view(states, seat)
    runner.ask_thumb(states, seat, rngs)
    runner.do_redeal(states, seat, rngs)
    _warm_search(runner, states, seat)
    states = runner.states(start, 4)
    states[1] = states[0]
    runner.open_stream(rngs, 0, 0, 0, 0)
    runner.traced_game(states, rngs, 1, runner.numbers(game.rules.OUTCOMES), runner.numbers(10_000))
    _warm_learned(game)
    for place in runner.folders.values():
        (place / READY).touch()
    runner.forget_others()


def _warm_search(runner: Engine, states: Any, seat: int) -> None:
    task = search.Task()
    start = runner.plain(states)
    task.seat, task.seats, task.thumb, task.depth, task.width = seat, start.seats, search.FULL, 10, 1
    task.whole, task.most_nodes, task.most_choices = 1, 60, 60
    work, tasks = runner.states(start, search.STATES), runner.records(search.Task, 1)
    runner.write(tasks, 0, task)
    nodes, choices = runner.records(search.Node, 64), runner.records(search.Choice, 64)
    runner.search(work, runner.records(Rng, search.STREAMS), nodes, choices, tasks, 2)


def _warm_learned(game: Game) -> None:
    """Compile the games by networks, with one that knows nothing."""
    runner = fast_learned(game)
    start = game.rules.State()
    game.rules.setup(start, game.most, game.rules.Options())
    inputs, actions = layout(game).size, int(game.rules.ACTIONS)
    states, rngs = runner.states(start, search.STATES), runner.records(Rng, search.STREAMS)
    states[search.WORLD] = states[search.VIEW]
    row, layer, nets = (
        runner.table("i2", inputs),
        runner.table("f8", 1 + actions),
        runner.table("f4", 1, inputs + 1 + 2 * actions),
    )
    rows, masks, some = runner.table("i2", 1, inputs), runner.table("i1", 1, actions), runner.numbers(2)
    runner.watch(states, some, 0, rows, masks, some, some)
    task, company = search.Task(), learned.Company()
    task.seats = start.seats
    company.inputs, company.hidden, company.actions = inputs, 1, actions
    tasks, companies = runner.records(search.Task, 1), runner.records(learned.Company, 1)
    runner.write(tasks, 0, task)
    runner.write(companies, 0, company)
    choices = runner.records(search.Choice, 1)
    worth, ends = runner.table("f4", 1), runner.table("f8", 1, 2)
    runner.confirm(states, rngs, choices, tasks, companies, nets, worth, row, layer, runner.table("f8", 1, 1), 0, 0)
    runner.study(states, rngs, tasks, companies, nets, row, layer, rows, ends, some, 0, 0)
    runner.suspect(states, rngs, tasks, companies, nets, row, layer, runner.table("f8", 1), 0, 0, 0)
    (runner.folders[learned] / READY).touch()
    runner.forget_others()
