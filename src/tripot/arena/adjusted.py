"""The margins of a match beside the same with luck taken off, and how much more precise that makes them.

A game is a pure function of its schedule, so it is played once more to see its cards and dice, and its bots are asked again to
see what their own random numbers changed (their whims). Both have mean zero for every seat whoever plays, so
`margin - c * luck - e * whims` is right on average for all `c` and `e` fixed before the match; they are the game's own
(`luck.json`), and what they gain is measured here. A gain of 2 says that half as many games would have told the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tripot.analysis.coefficients import coefficient, whim_coefficient
from tripot.analysis.company import USUAL, company
from tripot.analysis.luck import WORLDS, luck
from tripot.analysis.whims import whims
from tripot.analysis.worth import MARGIN
from tripot.bots import BOTS
from tripot.core.state import CHANCE
from tripot.play import Game, Position, load

from .contest import Contest
from .log import GameRow
from .match import Steps, Streams, play_steps
from .schedule import Schedule
from .statistics import Floats
from .tally import difference, interval

POINTS = "points"


def adjusted(
    found: Contest, *, worlds: int = WORLDS, progress: Callable[[int], None] = lambda played: None
) -> dict[str, Any]:
    """For every bot the mean margin, plain and with luck taken off, with intervals; the same for every pair."""
    schedule, game = found.schedule, load(found.schedule.game)
    known = [_known(name) for name in schedule.bots]
    shares = [of(game, schedule.seats, known, worlds) for of in (coefficient, whim_coefficient)]
    plain, lucks, own = np.zeros((3, found.blocks, len(schedule.bots)))
    counts = np.zeros_like(plain)
    for row in found.rows:
        seating = schedule.seatings(row.block)[row.seating]
        parts = _margins(game, schedule, row, worlds, shares[1] > 0)
        for seat, bot in enumerate(seating):
            for total, part in zip((plain, lucks, own), parts, strict=True):
                total[row.block, bot] += part[seat]
            counts[row.block, bot] += 1
        progress(1)
    plain, lucks, own = plain / counts, lucks / counts, own / counts
    without = plain - shares[0] * lucks - shares[1] * own
    return {
        "coefficient": shares[0],
        "whim_coefficient": shares[1],
        "worlds": worlds,
        "bots": [
            {
                "bot": label,
                "margin": _interval(schedule, plain[:, place]),
                "adjusted": _interval(schedule, without[:, place]),
            }
            | {"luck": _round(float(lucks[:, place].mean())), "whims": _round(float(own[:, place].mean()))}
            | {"gain": _gain(plain[:, place], without[:, place])}
            for place, label in enumerate(schedule.labels)
        ],
        "differences": [_pair(schedule, plain, without, one, other) for one, other in _pairs(schedule)],
    }


def _margins(game: Game, schedule: Schedule, row: GameRow, worlds: int, ask_again: bool) -> tuple[Any, Any, Any]:
    """The margins of a game, the luck in them, and the whims if they are asked for; by seat."""
    names = [schedule.bots[bot] for bot in schedule.seatings(row.block)[row.seating]]
    streams = Streams(schedule.seed, row.block, seating=row.seating)
    steps, _, _ = play_steps(game, schedule.seats, schedule.options, names, streams)
    end, known = _end(game, schedule, steps), company(game, schedule.seats, [_known(name) for name in names])
    seed = schedule.seed ^ row.block
    result, chance = luck(end, known, seed=seed, worlds=worlds)
    own = whims(end, names, known, seed=seed, worlds=worlds) if ask_again else np.zeros_like(chance)
    return result[MARGIN], chance[:, MARGIN].mean(axis=0), own[:, MARGIN].mean(axis=0)


def _known(name: str) -> str:
    return name if name in BOTS else USUAL


def _end(game: Game, schedule: Schedule, steps: Steps) -> Position:
    position = game.start(seats=schedule.seats, options=schedule.options)
    for actor, action in steps:
        move = (game.chances if actor == CHANCE else game.steps)[action]
        position = position.play(move, seat=actor)
    return position


def _pairs(schedule: Schedule) -> list[tuple[int, int]]:
    count = len(schedule.bots)
    return [(one, other) for one in range(count) for other in range(one + 1, count)]


def _pair(schedule: Schedule, plain: Floats, without: Floats, one: int, other: int) -> dict[str, Any]:
    found: dict[str, Any] = {"one": schedule.labels[one], "other": schedule.labels[other]}
    for key, values in (("margin", plain), ("adjusted", without)):
        gap = difference(schedule, values, one, other, POINTS)
        found[key] = {"mean": _round(gap.mean), "low": _round(gap.low), "high": _round(gap.high)}
    gaps = [values[:, one] - values[:, other] for values in (plain, without)]
    return found | {"gain": _gain(*gaps)}


def _interval(schedule: Schedule, values: Floats) -> dict[str, float | None]:
    found = interval(schedule)(values, -math.inf, math.inf)
    return {"mean": _round(found.mean), "low": _round(found.low), "high": _round(found.high)}


def _gain(plain: Floats, without: Floats) -> float | None:
    """How many times as many games the plain margin would need to be as precise."""
    least = 2
    left = float(without.var(ddof=1)) if len(without) >= least else 0.0
    return _round(float(plain.var(ddof=1)) / left) if left else None


def _round(value: float) -> float | None:
    return round(value, 4) + 0.0 if math.isfinite(value) else None


def text(data: dict[str, Any]) -> str:
    """The figures as a table for a terminal."""
    wide = max(16, *(len(entry["bot"]) for entry in data["bots"]))
    lines = [
        "margin, and the same with luck taken off "
        f"(c = {data['coefficient']}, of whims {data['whim_coefficient']}, {data['worlds']} worlds)",
        f"{'bot':{wide}} {'margin':>9} {'95 %':>20} {'adjusted':>9} {'95 %':>20} {'gain':>6}",
    ]
    for entry in data["bots"]:
        lines.append(
            f"{entry['bot']:{wide}} {_figures(entry['margin'])} {_figures(entry['adjusted'])} {_shown(entry['gain'], 6)}"
        )
    for pair in data["differences"]:
        named = f"{pair['one']} - {pair['other']}"
        lines.append(
            f"{named:{wide}} {_figures(pair['margin'])} {_figures(pair['adjusted'])} {_shown(pair['gain'], 6)}"
        )
    return "\n".join(lines)


def _figures(found: dict[str, float | None]) -> str:
    ends = f"[{_shown(found['low'])}, {_shown(found['high'])}]"
    return f"{_shown(found['mean'], 9)} {ends:>20}"


def _shown(value: float | None, wide: int = 0) -> str:
    return f"{'?' if value is None else f'{value:.2f}':>{wide}}" if wide else "?" if value is None else f"{value:.2f}"


__all__ = ["adjusted", "text"]
