"""Whoever is asked at a moment chooses from the moment as it began, through whichever door a bot sits down."""

from __future__ import annotations

import asyncio
import io
import random
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import tripot
from tests.walks import SETTINGS, games_with
from tripot import bots
from tripot.adapters.gymnasium import SeatEnv
from tripot.adapters.mcp import Host, TableSettings
from tripot.adapters.tables import Tables, plain_engine
from tripot.adapters.text import TextTable
from tripot.arena.match import Streams, by_moves
from tripot.arena.simulate import simulate
from tripot.bots import stream, thumb_bot
from tripot.cli.terminal import Terminal
from tripot.core.rng import Rng
from tripot.core.state import CHANCE, NOBODY
from tripot.laws import traits
from tripot.play import Move, Position, View
from tripot.web.hub import Hub
from tripot.web.store import SQLiteLog
from tripot.web.table import Begin, Play, Sit, SitBot
from tripot.web.thinking import Choice, Thinkers

GAMES = [(game.name, seats) for game in tripot.games() for seats in (game.least, game.most)]
every_game = pytest.mark.parametrize(("name", "seats"), GAMES)
some_simultaneous = pytest.mark.parametrize(
    ("name", "seats"), [(name, tripot.load(name).least + 1) for name in games_with("simultaneous")]
)
SEED = 5
Shown = dict[int, list[Any]]
"""By seat: the states of the views from which it chose, step by step."""


class Watcher:
    """Plays by the rules of thumb, a step at a time, and keeps every view that it gets."""

    def __init__(self) -> None:
        self.shown: Shown = defaultdict(list)

    def __call__(self, view: View, rng: Rng) -> Move:
        self.shown[view.seat].append(view.state.copy())
        return thumb_bot(view, rng)


def due(final: Position) -> Shown:
    """What each seat had to be shown in a game that is over: every moment as it began, with the seat's own steps alone."""
    shown: Shown = defaultdict(list)
    position = final.game.start(seats=final.seats)
    alone: dict[int, Position] = {}
    for event in final.events:
        assert event.move is not None
        seat = event.actor
        if seat != CHANCE:
            if seat not in alone:
                assert not alone, "a moment begins before the last one is over"
                alone = dict.fromkeys(position.pending, position)
            shown[seat].append(alone[seat].view(seat).state)
            alone[seat] = alone[seat].play(event.move, seat=seat)
        position = position.play(event.move, seat=seat)
        if seat != CHANCE and not position.is_mid_move(seat):
            del alone[seat]
    assert position == final
    return shown


# -- The doors: each plays a game with the watcher at every seat that a bot can have, and gives the last position ----------


def arena(name: str, seats: int, watcher: Watcher) -> Position:
    return by_moves(tripot.load(name), seats, {}, ("watcher",) * seats, Streams(SEED, 0))[0]


def batch(name: str, seats: int, watcher: Watcher) -> Position:
    """A batch plays the games of the arena: the same streams."""
    game = tripot.load(name)
    result = simulate(game, seats=seats, games=1, seed=SEED, bots=("watcher",))
    shown, watcher.shown = watcher.shown, defaultdict(list)
    final = arena(name, seats, watcher)
    watcher.shown = shown
    assert result.mean_scores == final.scores
    assert result.decisions + result.chance_events == len(final.events)
    return final


def seat_env(name: str, seats: int, watcher: Watcher) -> Position:
    """The caller's own seat in the middle too is shown no commit."""
    own = seats // 2
    env = SeatEnv(name, seats=seats, seat=own, bots=watcher)
    env.reset(seed=SEED)
    rng, ended = stream(SEED, own), False
    while not ended:
        ended = env.step(watcher(env.position.view(own), rng).steps[0])[2]
    return env.position


def text(name: str, seats: int, watcher: Watcher) -> Position:
    own = seats - 1
    table = TextTable(name, seats=seats, seat=own, bots=watcher, seed=SEED)
    rng = stream(SEED, own)
    while not table.is_over:
        table.play(str(watcher(table.view, rng)))
    return table.position


def mcp(name: str, seats: int, watcher: Watcher) -> Position:
    own = seats - 1
    host = Host(settings=TableSettings(game=name, seats=seats, seat=own, bots="watcher", seed=SEED))
    table = host.seat()
    assert isinstance(table, TextTable)
    rng = stream(SEED, own)
    while not table.is_over:
        host.play(str(watcher(table.view, rng)))
    return table.position


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int, Watcher], Position]:
    """A person, who always types 1, sits among the bots and chooses after them: bots are the ones watched."""

    def played(name: str, seats: int, watcher: Watcher) -> Position:
        monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 10_000))
        start = tripot.load(name).start(seats=seats, seed=SEED)
        names = ["Ada", *(f"watcher {seat}" for seat in range(1, seats))]
        paper = Console(file=io.StringIO(), width=100)
        bots = dict.fromkeys(range(1, seats), "watcher")
        table = Terminal(start, names, bots, tmp_path / "game.txt", seed=SEED, lang="en", pause=0, console=paper)
        table.play()
        return table.position

    return played


class Overheard(Thinkers):
    """The site's own workers, and a note of every view that is sent to them."""

    def __init__(self, watcher: Watcher) -> None:
        super().__init__(1)
        self.watcher = watcher

    async def choose(self, view: View, name: str, seed: int | None = None, *, is_timed: bool = True) -> Choice:
        self.watcher.shown[view.seat].append(view.state.copy())
        return await super().choose(view, name)


@pytest.fixture
def site(tmp_path: Path) -> Callable[[str, int, Watcher], Position]:
    """A hub with a person, who chooses before the bots do."""

    async def played(name: str, seats: int, watcher: Watcher) -> Position:
        hub = Hub(await SQLiteLog.open(tmp_path), Overheard(watcher))
        hub.pause = 0
        try:
            live = await hub.create(name, seats, {}, "host")
            await hub.act(live, Sit(0, "host", "Ada"))
            for seat in range(1, seats):
                await hub.act(live, SitBot(seat, "host", "thumb"))
            await hub.act(live, Begin("host"))
            while not live.table.is_over:
                position = live.table.position
                assert position is not None
                if 0 in live.table.pending:
                    watcher.shown[0].append(position.view(0).state)
                    move = position.legal_moves(0, whole=True)[0]
                    await hub.act(live, Play(0, "host", move, live.table.decision))
                elif live.bots is not None:
                    await live.bots
            assert live.table.position is not None
            return live.table.position
        finally:
            await hub.close()

    return lambda name, seats, watcher: asyncio.run(played(name, seats, watcher))


def check(final: Position, watcher: Watcher, seats: range) -> None:
    """Each of these seats was asked, and saw at every step what it had to see, no more and no less."""
    expected = due(final)
    for seat in seats:
        assert watcher.shown[seat], f"seat {seat} was never asked"
        assert watcher.shown[seat] == expected[seat], f"seat {seat} was shown more than the moment's beginning"


@every_game
@pytest.mark.parametrize("door", [arena, batch, seat_env, text, mcp])
def test_nobody_is_shown_a_commit_of_the_same_moment(
    name: str, seats: int, door: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    watcher = Watcher()
    monkeypatch.setitem(bots.BOTS, "watcher", watcher)
    check(door(name, seats, watcher), watcher, range(seats))


@some_simultaneous
def test_no_bot_in_the_terminal_is_shown_a_commit_of_the_same_moment(
    name: str, seats: int, terminal: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    watcher = Watcher()
    monkeypatch.setitem(bots.BOTS, "watcher", watcher)
    check(terminal(name, seats, watcher), watcher, range(1, seats))


@some_simultaneous
def test_no_bot_of_the_site_is_shown_a_commit_of_the_same_moment(name: str, seats: int, site: Any) -> None:
    watcher = Watcher()
    check(site(name, seats, watcher), watcher, range(1, seats))


@pytest.mark.parametrize("name", games_with("simultaneous"))
def test_a_game_of_bots_that_search_is_the_same_through_every_door(name: str) -> None:
    """They would play otherwise if they saw a commit; equal deals and streams, so equal games."""
    searching = "search:simulations=40,selection=halving,rivals=thumb,rounds=1"
    game, names = tripot.load(name), ("thumb", "thumb", searching)
    final = by_moves(game, 3, {}, names, Streams(SEED, 0))[0]
    for own in (0, 2):
        table = TextTable(name, seats=3, seat=own, bots=names, seed=SEED)
        player, rng = bots.bot(names[own]), stream(SEED, own)
        while not table.is_over:
            table.play(str(player(table.view, rng)))
        assert table.position == final
        assert len(table.position.events) == len(final.events)


@pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name, seats in SETTINGS if traits(tripot.load(name)).simultaneous]
)
def test_rules_of_thumb_do_not_look_at_who_has_committed(name: str, seats: int) -> None:
    """Why compiled batches may ask them in turn: with or without others' commits they choose the same."""
    chooser, late = random.Random(seats), 0
    position = tripot.load(name).start(seats=seats, seed=SEED)
    while not position.is_over:
        moment, asked = position, list(position.pending)
        chooser.shuffle(asked)
        for seat in asked:
            rngs = stream(3, seat), stream(3, seat)
            assert thumb_bot(moment.view(seat), rngs[0]) == thumb_bot(position.view(seat), rngs[1])
            assert rngs[0] == rngs[1]
            late += position is not moment
            position = position.play(chooser.choice(position.legal_moves(seat)), seat=seat)
            while position.is_mid_move(seat):
                position = position.play(chooser.choice(position.legal_moves(seat)), seat=seat)
    assert late


@every_game
def test_tables_in_arrays_ask_the_caller_before_any_bot_commits(name: str, seats: int) -> None:
    game, own = tripot.load(name), seats - 1
    some = Tables(game, seats=seats, count=1, bots=("thumb",) * own + (None,), runner=plain_engine(game))
    some.begin(SEED)
    position, rngs = game.start(seats=seats, seed=SEED), [stream(SEED, seat) for seat in range(seats)]
    together = 0
    while not position.is_over:
        seat = own if own in position.pending else position.to_act
        move = thumb_bot(position.view(seat), rngs[seat])
        if seat == own:
            assert some.who[0] == own
            assert some.state() == position._state
            together += len(position.pending) == seats
            some.step(np.array([move.steps[0]]))
        position = position.play(move, seat=seat)
    assert some.who[0] == NOBODY
    assert tuple(some.points[0, :seats]) == position.scores
    assert together or not traits(tripot.load(name)).simultaneous
