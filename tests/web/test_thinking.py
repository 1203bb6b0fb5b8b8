"""Bots at a table: they keep an even pace, wait in a queue with a limit, and never keep the house from playing on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import tripot
from tripot.bots import BOTS, LEVELS
from tripot.web import thinking
from tripot.web.hub import House
from tripot.web.store import SQLiteLog
from tripot.web.table import BOT_NAMES, Begin, SitBot
from tripot.web.thinking import MOST_WAITING, Thinkers
from tripot.web.words import LANGS, WORDS

PAUSE = 0.2
ROUNDING = 0.02  # the log's clock and the event loop's are not the same


def test_a_bot_lays_its_move_down_when_its_time_is_over_not_when_it_has_thought_enough(tmp_path: Path) -> None:
    asyncio.run(keeps_pace(tmp_path))


async def keeps_pace(folder: Path) -> None:
    house = House(await SQLiteLog.open(folder), Thinkers(1))
    house.pause = PAUSE
    try:
        live = await house.create("raise", 2, {"box": "tiny"}, "host")
        bots = ("thumb", "master")
        for seat, bot in enumerate(bots):
            await house.act(live, SitBot(seat, "host", bot))
        await house.act(live, Begin("host"))
        assert live.bots is not None
        await live.bots
        assert live.table.is_over
        entries = await house.events.read(live.table.id)
    finally:
        await house.close()
    moves = [entry for entry in entries if "move" in entry.body]
    assert {move.body["seat"] for move in moves} == {0, 1}
    for before, move in zip(entries[entries.index(moves[0]) - 1 :], moves, strict=False):
        assert move.at - before.at >= PAUSE - ROUNDING


def test_a_full_house_plays_on_by_the_rules_of_thumb() -> None:
    thinkers = Thinkers(1)
    try:
        thinkers.waiting = MOST_WAITING
        position = tripot.load("hick-hack").start(seats=3, seed=5)
        seat = position.pending[0]
        step = asyncio.run(thinkers.choose(position.view(seat), "master"))
        assert step in {str(move) for move in position.legal_moves(seat)}
    finally:
        thinkers.close()


def test_a_worker_that_is_stuck_is_replaced_and_the_bot_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "chosen", sleepy)
    thinkers = Thinkers(1, limit=0.2)
    try:
        position = tripot.load("raise").start(seats=2, seed=5)
        seat = position.pending[0]
        for _ in range(2):
            step = asyncio.run(thinkers.choose(position.view(seat), "thumb"))
            assert step in {str(move) for move in position.legal_moves(seat)}
            assert thinkers.waiting == 0
    finally:
        for process in thinkers._pool._processes.values():
            process.kill()
        thinkers.close()


def sleepy(*job: object) -> str:
    """In a worker: a bot that never answers."""
    import time

    time.sleep(600)
    return ""


def test_every_bot_has_words_and_every_character_a_name_of_its_own() -> None:
    assert all(f"level {bot}" in WORDS[lang] for bot in BOTS for lang in LANGS)
    names = [level.name for level in LEVELS.values()]
    assert len({*names, *BOT_NAMES}) == len(names) + len(BOT_NAMES)
    assert all(level.temper[lang] for level in LEVELS.values() for lang in LANGS)
