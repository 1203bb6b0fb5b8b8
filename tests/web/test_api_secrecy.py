"""What the API tells a seat is the same, byte for byte, in all worlds that the seat cannot tell apart."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import Request

import tripot
from tests.walks import SETTINGS
from tripot.core.state import CHANCE, HIDDEN, SPECTATOR
from tripot.laws import traits
from tripot.play.position import Position
from tripot.web import api
from tripot.web.drawing.render import LogCache
from tripot.web.hub import Hub
from tripot.web.site import Site
from tripot.web.store import SQLiteLog
from tripot.web.table import Begin, Sit, Stand, Table, created, first
from tripot.web.thinking import Thinkers

every_table = pytest.mark.parametrize(("name", "seats"), SETTINGS)
MOMENTS = 8


def table_at(position: Position) -> Table:
    event = created(
        table="t", game=position.game.name, seats=position.seats, options={}, host="h", is_public=True, commitment="c"
    )
    return replace(first(event), position=position, decision=7)


def told(table: Table, seat: int, *, story: bool = True) -> str:
    lines = LogCache().seat_log(table, seat, "en").lines if story else []
    return json.dumps(api.view_data(table, seat, lines))


def moments(name: str, seats: int, *, most: int = MOMENTS, choices: bool = False) -> Iterator[Position]:
    """Some decisions of a random game; `choices`: only simultaneous ones."""
    rng = random.Random(f"{name} {seats}")
    position = tripot.load(name).start(seats=seats, seed=seats)
    walked = []
    while not position.is_over:
        seat = rng.choice(position.pending)
        if not choices or len(position.pending) > 1:
            walked.append(position)
        moves = position.legal_moves(seat, whole=True, limit=50)
        position = position.play(rng.choice(moves), seat=seat)
    walked = [found for found in walked if not any(found.is_mid_move(seat) for seat in range(seats))]
    yield from rng.sample(walked, min(most, len(walked)))


@every_table
def test_another_world_gives_the_same_bytes(name: str, seats: int) -> None:
    differed = 0
    for number, position in enumerate(moments(name, seats)):
        for seat in range(seats):
            world = position.view(seat).imagine(seed=number)
            differed += world != position
            assert told(table_at(world), seat, story=False) == told(table_at(position), seat, story=False)
    assert differed or not traits(tripot.load(name)).secrets


@every_table
def test_another_deal_that_a_seat_cannot_see_gives_the_same_bytes(name: str, seats: int) -> None:
    """Story included: every card that is dealt to others is drawn again."""
    game = tripot.load(name)
    for seat in (0, seats - 1, SPECTATOR):
        one = another = game.start(seats=seats)
        needed = visible(game.start(seats=seats, seed=seats), seat)
        rng = random.Random(seats)
        for event in game.start(seats=seats, seed=seats).events:
            token = str(event.move)
            hidden = (
                game.rules.seen(one._state, seat, event.actor, event.move.steps[0]) == HIDDEN if event.move else True
            )
            tokens = [str(move) for move, _ in another.chance if str(move) not in needed]
            if event.actor != CHANCE:
                break
            one = one.play(token, seat=CHANCE)
            another = another.play(rng.choice(tokens) if hidden and tokens else token, seat=CHANCE)
        assert one.to_act >= 0
        assert told(table_at(one), seat) == told(table_at(another), seat)
        assert one != another or not traits(tripot.load(name)).secrets


def visible(position: Position, seat: int) -> set[str]:
    """The tokens of all that a seat has seen."""
    return {str(event.move) for event in position.view(seat).events if event.move}


@every_table
def test_a_hidden_choice_is_told_to_its_seat_alone(name: str, seats: int) -> None:
    found = 0
    for position in moments(name, seats, most=3, choices=True):
        table = table_at(position)
        chooser, *others = position.pending
        moves = position.legal_moves(chooser, whole=True)[:3]
        worlds = [replace(table, choices={chooser: move}) for move in moves]
        for seat in (*others, SPECTATOR):
            assert len({told(world, seat) for world in worlds}) == 1
        assert len({told(world, chooser) for world in worlds}) == len(moves)
        found += len(moves) > 1
    assert found or not traits(tripot.load(name)).secrets


def test_a_stream_pings_and_ends_when_the_seat_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "PING", 0.02)

    async def watch() -> list[str]:
        hub = Hub(await SQLiteLog.open(tmp_path), Thinkers())
        live = await hub.create("raise", 2, {}, "ada")
        await hub.act(live, Sit(1, "blaise", "Blaise"))
        app = SimpleNamespace(state=SimpleNamespace(site=Site(hub, LogCache())))
        scope: dict[str, Any] = {"type": "http", "method": "GET", "path": "/", "headers": [], "app": app}
        stream = api._stream(Request(scope), live, "blaise", None)
        heard = [await anext(stream), await anext(stream)]
        assert len(live.watchers) == 1
        await hub.act(live, Stand(1, "blaise"))
        await hub.act(live, Sit(1, "claire", "Claire"))
        await hub.act(live, Sit(0, "ada", "Ada"))
        await hub.act(live, Begin("ada"))
        heard += [part async for part in stream]
        assert not live.watchers
        await hub.close()
        return heard

    heard = asyncio.run(watch())
    assert heard[0].startswith("id: 2\nevent: view\ndata: {")
    assert heard[1:] == [": ping\n\n"]
