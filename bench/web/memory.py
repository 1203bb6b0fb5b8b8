"""What a finished table takes in the memory of the site, once somebody has come back to it.

    python -m bench.web.memory --tables 800

Games of razzia with four people at random lie in the store. One of the people looks at each of them, one after the other, as
after a restart. What is kept of the tables of the second half is set against their number; and what one table alone takes
is told too.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import tempfile
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

from tripot.web.drawing.render import LogCache, table_drawing
from tripot.web.folding import folded
from tripot.web.hub import Hub
from tripot.web.store import SQLiteLog
from tripot.web.table import Begin, Command, Play, Sit, Table, TableEvent, created, decide, evolve, first
from tripot.web.thinking import Thinkers

SEATS = 4
GAME = "razzia"


def owner(seat: int) -> str:
    return f"{seat}" * 64  # as long as the hash of a device


def events_of(name: str, chance: random.Random) -> list[TableEvent]:
    """The log of a game that has been played to its end."""
    found = [created(table=name, game=GAME, seats=SEATS, options={}, host="0", is_public=False, commitment="ab" * 32)]
    table = first(found[0])

    def do(command: Command) -> None:
        nonlocal table
        for event in decide(table, command, chance.randrange):
            table = evolve(table, event)
            found.append(event)

    for command in _opening():
        do(command)
    while not table.is_over:
        do(_any_move(table, chance))
    return [*found, TableEvent("shown", {"secret": "ab" * 32})]


def _opening() -> Iterator[Command]:
    yield from (Sit(seat, owner(seat), f"Player {seat}") for seat in range(SEATS))
    yield Begin("0")


def _any_move(table: Table, chance: random.Random) -> Play:
    assert table.position is not None
    seat = chance.choice(table.pending)
    move = chance.choice(table.position.legal_moves(seat, whole=True, limit=10))
    return Play(seat, owner(seat), move, table.decision)


async def measure(log: SQLiteLog, count: int, different: int) -> tuple[float, float]:
    """KB for each finished table that has been looked at; and those of one table alone."""
    games = [events_of("", random.Random(number)) for number in range(different)]
    names = [f"finished{number:05d}" for number in range(count)]
    for number, name in enumerate(names):
        rows = [(event.kind, event.body) for event in games[number % different]]
        rows[0] = (rows[0][0], {**rows[0][1], "id": name})
        await log.append(name, 0, rows, at=1.0)
    hub, logs = Hub(log, Thinkers(0)), LogCache()

    async def look(name: str) -> None:
        table = (await hub.live(name)).table
        table_drawing(table, 0, "en", owner(0), logs, link="", qr="")

    tracemalloc.start()
    for name in names[: count // 2]:
        await look(name)
    half = _taken()
    for name in names[count // 2 :]:
        await look(name)
    each = (_taken() - half) / (count - count // 2)
    entries, before = await log.read(names[0]), _taken()
    table = folded(entries)
    alone = _taken() - before
    assert table.is_over
    return each, alone


def _taken() -> float:
    """KB in use."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0] / 1024


async def run(count: int, different: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        log = await SQLiteLog.open(Path(folder))
        each, alone = await measure(log, count, different)
        await log.close()
    print(f"{each:.1f} KB for each finished table that has been looked at, {alone:.1f} KB for one that is in use")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=800, help="finished tables (default 800)")
    parser.add_argument("--games", type=int, default=40, help="different games among them (default 40)")
    args = parser.parse_args()
    asyncio.run(run(args.tables, args.games))


if __name__ == "__main__":
    main()
