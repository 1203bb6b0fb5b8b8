"""Does each level beat the one below it? One match for every game, seat count and pair of neighbours, and one table of all."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from tripot import bots
from tripot.play import Game, load

from .contest import contest
from .log import write_json, write_text
from .result import FORMAT, result
from .schedule import Schedule, plan
from .workers import Crew

LOOK = 10
SEATS = (2, 4)


@dataclass(frozen=True)
class Rung:
    """Two neighbours of the ladder at one table."""

    game: str
    seats: int
    upper: str
    lower: str

    @property
    def file(self) -> str:
        """The name of its result file."""
        return f"{self.game}-{self.seats}-{self.upper}-{self.lower}.json".replace(":", "_")


def levels() -> tuple[str, ...]:
    """The levels from the weakest to the strongest; all bots where there are none."""
    return tuple(getattr(bots, "LEVELS", bots.BOTS))


def seat_counts(game: Game) -> tuple[int, ...]:
    """Two (where allowed), four, and the largest number."""
    return tuple(sorted({*(seats for seats in SEATS if seats in game.seats), game.most}))


def rungs(games: Sequence[Game], names: Sequence[str]) -> list[Rung]:
    """All matches of the ladder."""
    return [
        Rung(game.name, seats, upper, lower)
        for game in games
        for seats in seat_counts(game)
        for lower, upper in pairwise(names)
    ]


def schedule_of(rung: Rung, *, blocks: int, seed: int) -> Schedule:
    """The schedule of a match of the ladder: sequential, the upper one first, each with half of the seats."""
    return plan(
        load(rung.game),
        seats=rung.seats,
        bots=(rung.upper, rung.lower),
        blocks=blocks,
        seed=seed,
        stop="sequential",
        look=LOOK,
        seatings="halves",
    )


def climb(
    wanted: Sequence[Rung],
    *,
    blocks: int,
    seed: int,
    out: Path,
    page: Path,
    work: Path,
    crew: Crew,
    command: str,
    said: Callable[[Rung, dict[str, Any]], None] = lambda rung, data: None,
) -> list[tuple[Rung, dict[str, Any]]]:
    """Play every match that is not there yet; what is finished stays, what was interrupted goes on."""
    out.mkdir(parents=True, exist_ok=True)
    found: list[tuple[Rung, dict[str, Any]]] = []
    for rung in wanted:
        schedule = schedule_of(rung, blocks=blocks, seed=seed)
        data = finished(out / rung.file, schedule)
        if data is None:
            data = result(contest(schedule, work / schedule.name, crew))
            write_json(out / rung.file, data)
        found.append((rung, data))
        write_text(page, text(found, command, out.name))
        said(rung, data)
    return found


def finished(file: Path, schedule: Schedule) -> dict[str, Any] | None:
    """The result of exactly this schedule, if the file has it."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    is_it = isinstance(data, dict) and data.get("format") == FORMAT and data.get("schedule") == schedule.fingerprint
    return data if is_it else None


def is_clear(data: dict[str, Any]) -> bool:
    """Whether the upper one is better and its interval clear of zero."""
    return bool(data["differences"][0]["win_share"]["low"] > 0)


def text(found: Sequence[tuple[Rung, dict[str, Any]]], command: str, folder: str) -> str:
    """The table."""
    lines = [
        "# The ladder",
        "",
        "Each level against the one below it: the difference in the share of victories for each seat taken, with its 95 %",
        "interval (a confidence sequence over blocks, valid at every look; a match stops as soon as it is clear). A block is one",
        "deal, played twice: each level has half of the seats, then the other half. *Wins*: the share of the victories of all",
        "seats of the upper level together.",
        "",
        "```",
        command,
        "```",
        "",
        "| game | seats | levels | difference | 95 % | wins | blocks | games | clear |",
        "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    for rung, data in found:
        gap = data["differences"][0]["win_share"]
        wins = f"{gap['mean']:+.1%} | {gap['low']:+.1%} to {gap['high']:+.1%}"
        name = f"[{rung.upper} - {rung.lower}]({folder}/{rung.file})"
        clear = "yes" if is_clear(data) else "**no**"
        counts = f"{data['blocks']} | {data['games']}"
        lines.append(f"| {rung.game} | {rung.seats} | {name} | {wins} | {_together(data):.1%} | {counts} | {clear} |")
    return "\n".join([*lines, ""])


def _together(data: dict[str, Any]) -> float:
    """The share of the victories that all seats of the upper level have, over all blocks."""
    upper, lower = (bot["win_share"] for bot in data["bots"])
    return float(upper / (upper + lower))
