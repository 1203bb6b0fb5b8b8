"""A deal played again: the same cards and the same bots whatever is played, from the beginning or from a moment."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

import tripot
from tests.web.test_hub import Hubs, in_hubs
from tripot.core.state import CHANCE
from tripot.play import Position
from tripot.web.checking import full_record
from tripot.web.drawing.compared import deal_name
from tripot.web.drawing.course import decisions
from tripot.web.hub import Hub
from tripot.web.live import Live
from tripot.web.refusals import Refused
from tripot.web.table import Again, Begin, Play, Resume, Sit, SitBot, Table

GAMES = tuple(game.name for game in tripot.games())
BOT = "beginner"


def options(game: str) -> dict[str, str]:
    """Of the quickest box."""
    found = tripot.load(game).facts["options"]
    return {name: word for name, option in found.items() for word in ("tiny", "small") if word in option["values"]}


async def opened(hub: Hub, game: str, again: Again | None = None) -> Live:
    """A person and a bot at the smallest table."""
    seats = tripot.load(game).least
    live = await hub.create(game, seats, options(game), "ada", again=again)
    await hub.act(live, Sit(0, "ada", "Ada"))
    for seat in range(1, seats):
        await hub.act(live, SitBot(seat, "ada", BOT))
    return live


async def played(hub: Hub, live: Live, chooser: random.Random) -> Table:
    """The game to its end; the person plays at random."""
    while not live.table.is_over:
        table = live.table
        if 0 in table.pending and table.position is not None:
            move = chooser.choice(table.position.legal_moves(0, whole=True, limit=50))
            await hub.act(live, Play(0, "ada", move, table.decision))
        await asyncio.sleep(0.001)
    return live.table


def drawn(position: Position) -> list[int]:
    return [action for actor, action in position.line()[1] if actor == CHANCE]


@pytest.mark.parametrize("game", GAMES)
def test_the_same_moves_give_the_same_game_and_others_meet_the_same_deal(tmp_path: Path, game: str) -> None:
    async def play(hubs: Hubs) -> None:
        hub = await hubs.open()
        live = await opened(hub, game)
        await hub.act(live, Begin("ada"))
        first = await played(hub, live, random.Random(1))
        again = Again(first.id, first.id, 0)
        tables = []
        for seed in (1, 2):
            live = await opened(hub, game, again)
            await hub.act(live, Begin("ada"))
            tables.append(await played(hub, live, random.Random(seed)))
        same, other = tables
        assert same.position is not None
        assert first.position is not None
        assert same.position == first.position
        assert same.position.record().lines == first.position.record().lines
        begins = [decisions(table)[0] for table in (first, other)]
        assert begins[0] == begins[1]  # the hands that were dealt
        assert full_record(same).commitment is None  # nobody is promised what is known already
        assert deal_name(same) == deal_name(other)
        options = [f"{name}={value}" for name, value in sorted(first.options.items())]
        parts = [game, f"rules={first.rules}", f"seats={first.seats}", *options, first.id]
        assert deal_name(same).split() == parts
        assert options

    in_hubs(tmp_path, play)


def test_a_game_goes_on_from_a_moment_and_after_a_restart(tmp_path: Path) -> None:
    async def play(hubs: Hubs) -> None:
        hub = await hubs.open()
        live = await opened(hub, "razzia")
        await hub.act(live, Begin("ada"))
        first = await played(hub, live, random.Random(1))
        moments = decisions(first)
        at = moments[len(moments) // 2]
        again = Again(first.id, first.id, 0, at.length)
        live = await opened(hub, "razzia", again)
        await hub.act(live, Resume(at.record().lines))
        assert live.table.position == at
        table = live.table.id
        hub = await hubs.again()
        live = await hub.live(table)
        end = await played(hub, live, random.Random(3))
        assert end.position is not None
        assert end.position.line()[1][: at.length] == at.line()[1]
        with pytest.raises(Refused):
            await hub.act(live, Resume(at.record().lines))

    in_hubs(tmp_path, play)


def test_a_deal_cannot_be_played_again_before_it_is_over(tmp_path: Path) -> None:
    async def play(hubs: Hubs) -> None:
        hub = await hubs.open()
        live = await opened(hub, "raise")
        await hub.act(live, Begin("ada"))
        with pytest.raises(Refused, match="not over"):
            await opened(hub, "raise", Again(live.table.id, live.table.id, 0))

    in_hubs(tmp_path, play)
