"""What the games of a match add up to: by block and bot, by table, by seat."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from .log import GameRow, Key
from .match import ranks
from .ratings import Race, race
from .schedule import OBJECTIVES, Schedule
from .statistics import Estimate, Floats, Interval, differences, first_clear, fixed, looks, sequence

SHARE = (0.0, 1.0)


def measures(row: GameRow, seats: int) -> dict[str, list[float]]:
    """For every seat of a game: its share of the victory, the share of opponents it left behind, its points."""
    played = row.played
    places = ranks(played.scores, played.winners)
    win = [1 / len(played.winners) if seat in played.winners else 0.0 for seat in range(seats)]
    behind = [sum((other > place) + (other == place) / 2 for other in places) - 0.5 for place in places]
    return {
        "win": win,
        "rank": [count / (seats - 1) for count in behind],
        "points": [float(score) for score in played.scores],
    }


def by_block(
    schedule: Schedule, rows: Mapping[Key, GameRow], blocks: int, objective: str, table: tuple[int, ...] | None = None
) -> Floats:
    """A row for each block and a column for each bot: the mean of its seats, over all tables or one."""
    count = len(schedule.bots)
    found = np.zeros((blocks, count))
    for block in range(blocks):
        sums, games = [0.0] * count, [0] * count
        for number, seating in enumerate(schedule.seatings(block)):
            if table is None or schedule.table(seating) == table:
                values = measures(rows[block, number], schedule.seats)[objective]
                for seat, bot in enumerate(seating):
                    sums[bot] += values[seat]
                    games[bot] += 1
        found[block] = [total / number if number else math.nan for total, number in zip(sums, games, strict=True)]
    return found


def by_seat(schedule: Schedule, rows: Mapping[Key, GameRow], blocks: int) -> Floats:
    """The share of victories: blocks x bots x seats."""
    found = np.zeros((blocks, len(schedule.bots), schedule.seats))
    games = np.zeros_like(found)
    for block in range(blocks):
        for number, seating in enumerate(schedule.seatings(block)):
            values = measures(rows[block, number], schedule.seats)["win"]
            for seat, bot in enumerate(seating):
                found[block, bot, seat] += values[seat]
                games[block, bot, seat] += 1
    return found / games


def races(schedule: Schedule, rows: Mapping[Key, GameRow], blocks: int) -> list[Counter[Race]]:
    """For every block the races that were run: who came in where, shared places included."""
    found = []
    for block in range(blocks):
        count: Counter[Race] = Counter()
        for number, seating in enumerate(schedule.seatings(block)):
            played = rows[block, number].played
            count[race(seating, ranks(played.scores, played.winners))] += 1
        found.append(count)
    return found


def complete(schedule: Schedule, rows: Mapping[Key, GameRow], known: int = 0) -> int:
    """The number of leading complete blocks, of which `known` are known to be complete."""
    block = known
    while block < schedule.blocks and all((block, number) in rows for number in range(len(schedule.seatings(block)))):
        block += 1
    return block


def stops_at(schedule: Schedule, rows: Mapping[Key, GameRow]) -> int | None:
    """After how many blocks the match ends by its rule; None: it goes on."""
    there = complete(schedule, rows)
    if schedule.stop == "sequential" and len(schedule.bots) > 1:
        due = [look for look in looks(schedule.blocks, schedule.look) if look <= there]
        if due:
            values = differences(by_block(schedule, rows, there, schedule.objective))
            pairs = values.shape[1]
            clear = first_clear(values, interval(schedule, pairs), due, span(schedule.objective))
            if clear is not None:
                return clear
    return there if there == schedule.blocks else None


def interval(schedule: Schedule, pairs: int = 1) -> Interval:
    """How intervals are made under the schedule's stop rule; with several pairs each is that much wider."""
    if schedule.stop == "fixed":
        return fixed
    return sequence(schedule.blocks, level=1 - 0.05 / pairs)


def span(objective: str) -> float:
    """The greatest difference there can be."""
    return math.inf if objective == "points" else 1.0


def estimates(schedule: Schedule, values: Floats, objective: str) -> list[Estimate]:
    """The mean of each column with its interval."""
    least, most = SHARE if objective != "points" else (-math.inf, math.inf)
    make = interval(schedule)
    return [make(column, least, most) for column in values.T]


def difference(schedule: Schedule, values: Floats, one: int, other: int, objective: str) -> Estimate:
    """One bot less another, block by block."""
    most = span(objective)
    return interval(schedule)(values[:, one] - values[:, other], -most, most)


def scores_of(schedule: Schedule, rows: Sequence[GameRow], bot: int) -> list[int]:
    """All scores of a bot."""
    return [
        row.played.scores[seat]
        for row in rows
        for seat, place in enumerate(schedule.seatings(row.block)[row.seating])
        if place == bot
    ]


__all__ = [
    "OBJECTIVES",
    "by_block",
    "by_seat",
    "complete",
    "difference",
    "estimates",
    "interval",
    "measures",
    "races",
    "scores_of",
    "span",
    "stops_at",
]
