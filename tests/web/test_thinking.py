"""Bots at a table: they keep an even pace, wait in a queue with a limit, and never keep the hub from playing on."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest

import tripot
from tests.waiting import until
from tripot.bots import BOTS, LEVELS, stream, thumb_bot
from tripot.language import languages
from tripot.web.hub import Hub
from tripot.web.store import SQLiteLog
from tripot.web.table import BOT_NAMES, Begin, SitBot
from tripot.web.thinking import MOST_WAITING, THOUGHT, Choice, Chooser, Loader, Thinkers, chosen, prepare, work
from tripot.web.words import WORDS

PAUSE = 0.2
LIMIT = 3.0  # seconds in which a worker of a busy machine too answers what needs no thought
ROUNDING = 0.02  # the log's clock and the event loop's are not the same


def test_a_bot_lays_its_move_down_when_its_time_is_over_not_when_it_has_thought_enough(tmp_path: Path) -> None:
    asyncio.run(keeps_pace(tmp_path))


async def keeps_pace(folder: Path) -> None:
    hub = Hub(await SQLiteLog.open(folder), Thinkers(1))
    hub.pause = PAUSE
    try:
        live = await hub.create("raise", 2, {"box": "tiny"}, "host")
        bots = ("thumb", "master")
        for seat, bot in enumerate(bots):
            await hub.act(live, SitBot(seat, "host", bot))
        await hub.act(live, Begin("host"))
        assert live.bots is not None
        await live.bots
        assert live.table.is_over
        entries = await hub.events.read(live.table.id)
    finally:
        await hub.close()
    moves = [entry for entry in entries if "move" in entry.body]
    assert {move.body["seat"] for move in moves} == {0, 1}
    for before, move in zip(entries[entries.index(moves[0]) - 1 :], moves, strict=False):
        assert move.at - before.at >= PAUSE - ROUNDING


# -- Workers: real processes, with bots that misbehave ------------------------------------

POSITION = tripot.load("raise").start(seats=2, seed=5)
OWN = "the level's own answer"  # no move of any game, so that nobody else can have given it


def at_once(game: str) -> bool:
    return True


@contextmanager
def thinkers(choose: Chooser, *, workers: int = 1, limit: float = 2.0, loads: Loader = at_once) -> Iterator[Thinkers]:
    pool = Thinkers(workers, limit=limit, choose=choose, loads=loads)
    try:
        yield pool
    finally:
        processes = pool.processes
        pool.close()
        assert not any(process.is_alive() for process in processes)


def ask(pool: Thinkers, bot: str = "master", *, is_timed: bool = True) -> Choice:
    return asyncio.run(pool.choose(POSITION.view(POSITION.pending[0]), bot, is_timed=is_timed))


def is_by_thumb(choice: Choice) -> bool:
    """Whether it is what the rules of thumb say, on any stream; one of their three answers comes once in a hundred times."""
    view = POSITION.view(POSITION.pending[0])
    return any(choice.step == str(thumb_bot(view, stream(seed, view.seat))) for seed in range(2000))


def own_answer(*job: object) -> str:
    return OWN


def first_time(job: tuple[object, ...]) -> bool:
    """Whether no worker has come here before: a file in the folder that stands for the bot's name says so."""
    try:
        (Path(str(job[4])) / "been here").touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def hangs(*job: object) -> str:
    time.sleep(3600)
    return OWN


def hangs_once(*job: object) -> str:
    return hangs() if first_time(job) else OWN


def dies(*job: object) -> str:
    os._exit(1)


def dies_once(*job: object) -> str:
    return dies() if first_time(job) else OWN


def breaks(*job: object) -> str:
    raise ValueError("diamond-5 in the hand of seat 3")


def breaks_once(*job: object) -> str:
    return breaks() if first_time(job) else OWN


@pytest.mark.parametrize("bot", [hangs_once, dies_once, breaks_once])
def test_a_level_that_fails_once_is_asked_again_and_the_answer_is_its_own(
    bot: Chooser, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with thinkers(bot) as pool:
        assert ask(pool, str(tmp_path)) == Choice(OWN)
        before = pool.processes
        assert ask(pool, str(tmp_path)) == Choice(OWN)
        assert pool.processes == before
    assert len(caplog.records) == 1, caplog.text


@pytest.mark.parametrize("bot", [hangs, dies, breaks])
def test_a_level_that_cannot_answer_is_played_by_the_rules_of_thumb_and_said_to_be(
    bot: Chooser, caplog: pytest.LogCaptureFixture
) -> None:
    with thinkers(bot, workers=2) as pool:
        seen = set()
        for _ in range(2):
            choice = ask(pool)
            assert choice.below_level == "stuck"
            assert is_by_thumb(choice)
            seen |= set(pool.processes)
            assert len([process for process in multiprocessing.active_children() if process in seen]) <= 2
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING", "ERROR"] * 2
    assert "diamond" not in caplog.text  # an error's message may name cards


@pytest.mark.parametrize("failures", [1, 3])
def test_a_worker_that_cannot_be_started_is_started_later(
    failures: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    left = [OSError("no more processes")] * failures
    start = SpawnProcess.start

    def refused(process: SpawnProcess) -> None:
        if left:
            raise left.pop()
        start(process)

    monkeypatch.setattr(SpawnProcess, "start", refused)
    with thinkers(own_answer) as pool:
        choice = ask(pool)
        if failures == 3:  # at the start, and for both tries of the thought
            assert choice.below_level == "stuck"
            assert is_by_thumb(choice)
            choice = ask(pool)
        assert choice == Choice(OWN)
        assert len(pool.processes) == 1
    assert [record.levelname for record in caplog.records] == (["WARNING", "WARNING", "ERROR"] if failures == 3 else [])


def slow_to_load(game: str) -> bool:
    time.sleep(LIMIT + 1)
    return True


def loads_when_told(folder: str, game: str) -> bool:
    """Begins to load, and ends when the test says so."""
    (Path(folder) / "begun").touch()
    until((Path(folder) / "loaded").exists, "the test does not let it load")
    return True


def test_a_worker_thinks_while_it_loads_a_game_and_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with thinkers(own_answer, loads=partial(loads_when_told, str(tmp_path))) as pool:
        for _ in range(3):
            assert ask(pool) == Choice(OWN, "compiling")
        (tmp_path / "loaded").touch()
        until(lambda: ask(pool) == Choice(OWN), "it never knows that the game is loaded")
        assert len(pool.processes) == 1
    assert not caplog.records


def test_a_level_has_an_answer_of_its_own_while_its_game_is_loaded(tmp_path: Path) -> None:
    with thinkers(chosen, limit=60.0, loads=partial(loads_when_told, str(tmp_path))) as pool:
        choice = ask(pool)
        assert choice.below_level == "compiling"
        assert choice.step in {str(move) for move in POSITION.legal_moves(POSITION.pending[0])}
        (tmp_path / "loaded").touch()  # or the worker would wait for it in the end


@pytest.mark.parametrize("bot", ["random", "thumb"])
def test_who_needs_no_compiled_game_has_none_loaded(bot: str, tmp_path: Path) -> None:
    with thinkers(chosen, limit=60.0, loads=partial(loads_when_told, str(tmp_path))) as pool:
        assert ask(pool, bot).below_level == ""
        assert not list(tmp_path.iterdir())


def test_loading_is_not_thinking(caplog: pytest.LogCaptureFixture) -> None:
    """What must be the same at each time waits until the game is loaded; at the start, and when a worker was replaced."""
    with thinkers(own_answer, limit=LIMIT, loads=slow_to_load) as pool:
        assert ask(pool, is_timed=False) == Choice(OWN)
        [first] = pool.processes
        assert not caplog.records
        first.kill()
        first.join()
        assert ask(pool, is_timed=False) == Choice(OWN)
        assert len(pool.processes) == 1
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_games_are_loaded_before_anybody_asks(tmp_path: Path) -> None:
    with thinkers(own_answer, workers=2, loads=partial(noted, str(tmp_path))) as pool:
        pool.start(load_games=True)
        most = 2 * len(tripot.games())
        until(lambda: len(list(tmp_path.iterdir())) == most, "the workers do not load the games")


def noted(folder: str, game: str) -> bool:
    (Path(folder) / f"{game} {os.getpid()}").touch()
    return True


def test_thirty_tables_share_two_workers_and_every_answer_is_the_levels_own() -> None:
    async def all_at_once(pool: Thinkers) -> list[Choice]:
        view = POSITION.view(POSITION.pending[0])
        return await asyncio.gather(*(pool.choose(view, "master") for _ in range(30)))

    with thinkers(own_answer, workers=2, limit=20.0) as pool:
        assert asyncio.run(all_at_once(pool)) == [Choice(OWN)] * 30
        before = pool.processes
        assert asyncio.run(all_at_once(pool)) == [Choice(OWN)] * 30
        assert pool.processes == before
        assert len(before) == 2


def test_when_too_many_wait_the_rules_of_thumb_answer_and_the_log_says_so_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def too_many(pool: Thinkers) -> list[Choice]:
        view = POSITION.view(POSITION.pending[0])
        waiting = [asyncio.create_task(pool.choose(view, "master")) for _ in range(MOST_WAITING + 2)]
        await asyncio.sleep(0)  # now they wait, but for one that hangs
        shed = [await pool.choose(view, "master") for _ in range(3)]
        assert (await pool.choose(view, "thumb")).below_level == ""  # that is its own level
        for task in waiting:
            task.cancel()
        return shed

    with thinkers(hangs, limit=3600.0) as pool:
        shed = asyncio.run(too_many(pool))
    assert {choice.below_level for choice in shed} == {"busy"}
    assert all(is_by_thumb(choice) for choice in shed)
    assert len(caplog.records) == 1, caplog.text


def uses_its_time(*job: object) -> str:
    *_, seconds, _ = job
    time.sleep(float(str(seconds)))
    return f"{OWN} after {seconds}"


def test_when_many_wait_everybody_thinks_a_little_less_and_is_told_to() -> None:
    async def all_at_once(pool: Thinkers) -> list[Choice]:
        view = POSITION.view(POSITION.pending[0])
        return await asyncio.gather(*(pool.choose(view, "master") for _ in range(60)))

    with thinkers(uses_its_time, limit=60.0) as pool:
        assert ask(pool) == Choice(f"{OWN} after {THOUGHT}")
        crowd = asyncio.run(all_at_once(pool))
        assert all(choice.step.startswith(OWN) for choice in crowd)  # nobody is answered by the rules of thumb
        seconds = [float(choice.step.split()[-1]) for choice in crowd]
        assert seconds[1:] == sorted(seconds[1:])  # who comes first has the least, because most wait then
        assert seconds[1] < THOUGHT / 10
        assert seconds[-1] == THOUGHT
        assert [choice.below_level for choice in crowd] == ["busy" if each < THOUGHT else "" for each in seconds]


def test_a_level_thinks_in_a_worker_with_a_compiled_game() -> None:
    with thinkers(chosen, limit=60.0, loads=prepare) as pool:
        assert ask(pool).step in {str(move) for move in POSITION.legal_moves(POSITION.pending[0])}


def test_every_bot_has_words_and_every_character_a_name_of_its_own() -> None:
    assert all(f"level {bot}" in WORDS[lang] for bot in BOTS for lang in languages())
    names = [level.name for level in LEVELS.values()]
    assert len({*names, *BOT_NAMES}) == len(names) + len(BOT_NAMES)
    assert all(level.temper[lang] for level in LEVELS.values() for lang in languages())


def loads_late(game: str) -> bool:
    time.sleep(1)
    return True


def test_a_worker_whose_server_is_gone_ends_without_a_traceback(capfd: pytest.CaptureFixture[str]) -> None:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    worker = context.Process(target=work, args=(there, os.getpid(), chosen, loads_late))
    worker.start()
    there.close()
    here.send(("raise",))
    here.close()  # while the worker loads: it cannot answer any more
    worker.join()
    assert worker.exitcode == 0
    assert capfd.readouterr().err == ""
