"""Bots think in worker processes, with a time limit, from what their seat knows and nothing else.

A worker loads the compiled games by itself, which takes seconds, and thinks meanwhile in plain Python: after a restart bots go on
at once, below their level for a moment, and the table says so. It says when it begins to think: the limit counts thinking only.
One that does not answer in time, or dies, is killed and replaced by one new process, which gets the same thought again. The more
thoughts wait, the less time each has, in the order in which they came (a table has one at a time): everybody thinks a little less
before anybody is answered otherwise, and the table says so. A level that has no answer, or for which far too many wait, is played
by its game's rules of thumb, and the table says that too: nothing is ever played at random in a level's name. If the rules of
thumb fail too, that is an error, and the table waits (`hub` tries again).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import secrets
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from tripot.bots import BOTS, Level, bot, looks_back, random_bot, stream, thumb_bot
from tripot.bots.engines import engine, is_warm, plain_engine
from tripot.bots.guessing import shown_by
from tripot.bots.search import Settings, think
from tripot.play import Game, View, games, load
from tripot.play.move import Step

from . import numbers
from .seldom import Seldom

log = logging.getLogger("tripot.web")

THOUGHT = 1.5  # seconds after which a search answers with the best it has, when nobody waits
SHORTEST = 0.01  # the same, however many wait
TURN = 1.5  # seconds in which everybody who waits now should have an answer
LIMIT = 10.0  # seconds of thinking after which a worker is taken for stuck
LOADING = 300.0  # seconds to start and to load a game; machine code made for another processor is compiled again first
ALMOST = 0.9  # of its time: a thought that took so much of it was cut short
TRIES = 2  # of a thought, the second one on a new worker
MOST_WAITING = 256  # thoughts that may wait for a worker

Chooser = Callable[..., str]
Loader = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Choice:
    """A move or step, and why it is below the bot's level: "busy" (many wait), "compiling" (its game is not loaded yet), "stuck"
    (it had no answer), "" if it is not.
    """

    step: str
    below_level: str = ""


class NoAnswer(Exception):
    """A bot did not answer; says how."""


@dataclass(frozen=True, slots=True)
class _Thought:
    job: tuple[Any, ...]
    answer: Future[Choice] = field(default_factory=Future)


class Thinkers:
    """The worker processes, always as many. They die with the server."""

    def __init__(
        self, workers: int = 0, *, limit: float = LIMIT, choose: Chooser | None = None, loads: Loader | None = None
    ) -> None:
        self.limit = limit
        self.functions = choose or chosen, loads or prepare
        self.is_closed = False
        self.more = threading.Condition()
        self.thoughts: deque[_Thought] = deque()
        self.workers = [_Worker(self) for _ in range(workers or max(1, (os.cpu_count() or 1) - 1))]
        self._shed = Seldom()

    def start(self, *, load_games: bool = False) -> None:
        """Start the workers before somebody waits for them; games are loaded when nobody does."""
        for worker in self.workers:
            worker.begin()
        if load_games:
            for game in games():
                self.load(game.name)

    def load(self, game: str) -> None:
        """Have every worker load a game as soon as it has time for it."""
        with self.more:
            for worker in self.workers:
                worker.games.append(game)
            self.more.notify_all()

    async def choose(self, view: View, name: str, seed: int | None = None, *, is_timed: bool = True) -> Choice:
        """What a bot does: a move, or a step of one; on a stream of that seed, if there is one.

        Without a limit of time the same seed gives the same answer on every machine.

        When far too many wait already, the rules of thumb answer at once: a crowded server plays on.
        """
        if len(self.thoughts) >= MOST_WAITING:
            self._shed.warn("%d thoughts wait for a worker: bots play by the rules of thumb", len(self.thoughts))
            return _by_thumb(view, name, "busy")
        seed = secrets.randbelow(2**62) if seed is None else seed
        known = view.company, await _shown(view, name)
        job = (view.game.name, view.seats, view.seat, _fields(view.state), name, is_timed, seed, *known)
        try:
            return await asyncio.wrap_future(self._waiting(job).answer)
        except NoAnswer as failure:
            log.error("%s at %s has no answer (%s): the rules of thumb play for it", name, view.game.name, failure)
            return _by_thumb(view, name, "stuck")

    def _waiting(self, job: tuple[Any, ...]) -> _Thought:
        thought = _Thought(job)
        for worker in self.workers:
            worker.begin()
        with self.more:
            self.thoughts.append(thought)
            self.more.notify()
        return thought

    def seconds(self) -> float:
        """How long the next thought may take: all who wait have an answer in turn."""
        return min(THOUGHT, max(SHORTEST, TURN * len(self.workers) / (len(self.thoughts) + 1)))

    @property
    def processes(self) -> list[BaseProcess]:
        """The worker processes that have been started."""
        return [worker.process for worker in self.workers if worker.process is not None]

    def close(self) -> None:
        """Send the workers home, and wait until they have gone."""
        with self.more:
            self.is_closed = True
            self.more.notify_all()
        for worker in self.workers:
            worker.end()
        for thought in self.thoughts:
            thought.answer.cancel()


class _Worker:
    """One process, and the thread that talks to it."""

    _starting = threading.Lock()

    def __init__(self, pool: Thinkers) -> None:
        self.pool = pool
        self.games: deque[str] = deque()  # to be loaded
        self.process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Start; nothing if it has been started."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="tripot-thinker", daemon=True)
            self._thread.start()

    def end(self) -> None:
        """Stop, whatever it does."""
        self._kill()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        with contextlib.suppress(OSError, EOFError):  # whoever asks will be told
            self._connected()
        while (task := self._next()) is not None:
            if isinstance(task, str):
                self._load(task)
            else:
                self._think(task)

    def _next(self) -> _Thought | str | None:
        """The next thought, else a game to load; None when the server closes."""
        with self.pool.more:
            while not self.pool.is_closed:
                if self.pool.thoughts:
                    return self.pool.thoughts.popleft()
                if self.games:
                    return self.games.popleft()
                self.pool.more.wait()
        return None

    def _load(self, game: str) -> None:
        try:
            self._ask((game,))
        except NoAnswer as failure:
            if not self.pool.is_closed:
                log.error("%s could not be loaded by a worker (%s)", game, failure)

    def _think(self, thought: _Thought) -> None:
        if not thought.answer.set_running_or_notify_cancel():
            return None  # nobody wants to know any more
        failure = NoAnswer("the server is closing")
        for _ in range(TRIES):
            try:
                seconds = self.pool.seconds()
                step, took, is_plain = self._ask((*thought.job, seconds))
                is_hurried = seconds < THOUGHT and took >= ALMOST * seconds
                numbers.THOUGHTS.labels("plain" if is_plain else "hurried" if is_hurried else "full").inc()
                why = "compiling" if is_plain else "busy" if is_hurried else ""
                return thought.answer.set_result(Choice(step, why))
            except NoAnswer as error:
                if self.pool.is_closed:
                    break
                log.warning("%s: the bot %s: %s", thought.job[0], thought.job[4], error)
                failure = error
        return thought.answer.set_exception(failure)

    def _ask(self, job: tuple[Any, ...]) -> tuple[str, float, bool]:
        """Put a job to the process and wait for its answer, how long it took, and whether it was thought in plain Python. A
        process that fails to answer is replaced.
        """
        try:
            pipe = self._connected()
            pipe.send(job)
            limit = LOADING
            while pipe.poll(limit):
                kind, said = pipe.recv()
                if kind == "answer":
                    step, took, is_plain = said
                    return str(step), float(took), bool(is_plain)
                if kind == "failed":
                    raise NoAnswer(said)
                limit = self.pool.limit
        except (OSError, EOFError):
            self._kill()
            numbers.REPLACED.inc()
            raise NoAnswer("its worker died") from None
        self._kill()
        numbers.REPLACED.inc()
        raise NoAnswer(f"its worker was stuck for {limit:g} s")

    def _connected(self) -> Connection:
        """The line to the process, which is started if there is none."""
        with self._starting:
            if self._pipe is None:
                if self.pool.is_closed:
                    raise EOFError
                context = multiprocessing.get_context("spawn")
                pipe, other = context.Pipe()
                process = context.Process(target=work, args=(other, os.getpid(), *self.pool.functions), daemon=True)
                try:
                    process.start()
                except OSError:  # the system has no room for one more
                    pipe.close()
                    raise
                finally:
                    other.close()
                self.process, self._pipe = process, pipe
            return self._pipe

    def _kill(self) -> None:
        with self._starting:
            if self.process is not None and self._pipe is not None:
                self.process.kill()
                self.process.join()
                if not self.pool.is_closed:
                    self._pipe.close()  # otherwise its thread may be reading from it, and finds the end
                self.process = self._pipe = None


def _fields(state: Any) -> dict[str, Any]:
    return {field: getattr(state, field) for field in state.fields}


async def _shown(view: View, name: str) -> list[tuple[dict[str, Any], int, int]]:
    """What people have shown at the table, for a bot that looks back; in a thread, because all of the game is walked through."""
    people = [seat for seat, who in enumerate(view.company) if not who]
    if not people or not looks_back(bot(name)):
        return []
    found = await asyncio.to_thread(shown_by, view, people)
    return [(_fields(before), seat, action) for before, seat, action in found]


def _by_thumb(view: View, name: str, why: str) -> Choice:
    numbers.THOUGHTS.labels("thumb").inc()
    step = str(thumb_bot(view, stream(secrets.randbelow(2**62), view.seat)))
    return Choice(step, "" if name == "thumb" else why)


# -- In a worker ---------------------------------------------------------------------


def work(pipe: Connection, parent: int, choose: Chooser, loads: Loader) -> None:
    """Answer what is asked: a job that is only a game's name has it loaded, any other is a thought."""
    settle(parent, 5)
    loading = _Loading(loads)
    while True:
        try:
            game, *rest = pipe.recv()
            is_plain = _is_plain(loading, game, *rest) if rest else not loading.look(game)
            pipe.send(("thinking", ""))
            began = time.monotonic()
            step = choose(game, *rest, is_plain) if rest else ""
            pipe.send(("answer", (step, time.monotonic() - began, is_plain)))
        except (EOFError, BrokenPipeError, ConnectionResetError):
            return  # the server is gone
        except Exception as error:
            pipe.send(("failed", _described(error)))


class _Loading:
    """The games of a worker, loaded one after the other by a thread while it thinks."""

    def __init__(self, loads: Loader) -> None:
        self._loads = loads
        self._thread = ThreadPoolExecutor(1, "tripot-load")
        self._games: dict[str, Future[bool]] = {}

    def look(self, game: str, *, waits: bool = False) -> bool:
        """Whether a game is loaded; if not, it is from now on, and whoever `waits` hears what came of it."""
        found = self._games.get(game)
        if found is None or (found.done() and not found.result()):  # it may have been compiled since
            found = self._games[game] = self._thread.submit(self._loads, game)
        return (waits or found.done()) and found.result()


def _is_plain(
    loading: _Loading, game: str, seats: int, seat: int, fields: Any, name: str, is_timed: bool, *_: Any
) -> bool:
    """Whether a thought is to do without compiled code for now. What has no limit of time waits for it: the answer must be the
    same whenever it is asked for.
    """
    if BOTS.get(name) in (random_bot, thumb_bot):
        return False  # they have no use for it
    return not loading.look(game, waits=not is_timed)


def settle(parent: int, priority: int) -> None:
    """Low priority, and gone when the parent is."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(priority)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def _described(error: Exception) -> str:
    """The kind of an error and where it was raised; not its message, which may name cards."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {where.name}, {os.path.basename(where.filename)} line {where.lineno}"


def chosen(
    game: str,
    seats: int,
    seat: int,
    fields: dict[str, Any],
    name: str,
    is_timed: bool,
    seed: int,
    company: tuple[str, ...],
    shown: Sequence[tuple[dict[str, Any], int, int]],
    seconds: float,
    is_plain: bool,
) -> str:
    """The move of a bot, a step or a whole one, from its view's fields, who sits at the table and what people have shown; after
    that many seconds at the latest if it is timed, and without compiled code if it is to be plain.
    """
    found = load(game)
    past = [Step(_state(found, before), actor, action, None, ()) for before, actor, action in shown]
    view = View(found, seats, None, seat, _state(found, fields), lambda: iter(past), company)
    player = bot(name, seconds=seconds if is_timed else 0.0)
    if is_plain and is_warm(found) and isinstance(player, Level):  # it would load the game itself
        rivals = [who for place, who in enumerate(company) if place != seat]
        settings = player.settings_for(found, compiled=False, seats=seats, rivals=rivals)
        return str(think(view, settings, stream(seed, seat), runner=plain_engine(found)).move)
    return str(player(view, stream(seed, seat)))


def _state(game: Game, fields: dict[str, Any]) -> Any:
    state = game.rules.State()
    for field_name, value in fields.items():
        setattr(state, field_name, value)
    return state


def prepare(name: str) -> bool:
    """Load the machine code that the levels need for a game; False if it has not been compiled (yet)."""
    game = load(name)
    if not is_warm(game):
        return False
    position = game.start(seats=game.most, seed=0)
    seat = position.pending[0]
    think(
        position.view(seat),
        Settings(simulations=2, selection="even", confirm=2, games=2),
        stream(0, seat),
        runner=engine(game),
    )
    return True
