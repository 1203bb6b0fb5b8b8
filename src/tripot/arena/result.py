"""The result of a match as plain data and as a table. Nothing in it depends on the machine or the time.

Format `tripot-arena-result 1`: `bots` has an entry for each bot with `bot`, `win_share`, `low`, `high` (its 95 % interval),
and the same for `rank_share`, `mean_score` and `rating` as objects {mean, low, high}; null is an end that is not known (too
few blocks). `differences` has every pair, `tables` every table apart (one bot against all others, for instance), `by_seat`
every bot in every seat, `block_values` the objective of every bot in every block.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

from .contest import Contest
from .ratings import rate
from .statistics import Estimate
from .tally import OBJECTIVES, by_block, by_seat, difference, estimates, interval, races

FORMAT = "tripot-arena-result 1"
RESAMPLES = 1000
WORDS = {"win": "win_share", "rank": "rank_share", "points": "mean_score"}


def result(found: Contest) -> dict[str, Any]:
    """All figures."""
    schedule, rows, blocks = found.schedule, {row.key: row for row in found.rows}, found.blocks
    values = {objective: by_block(schedule, rows, blocks, objective) for objective in OBJECTIVES}
    about = schedule.to_json()
    data: dict[str, Any] = {"format": FORMAT, "schedule": schedule.fingerprint}
    data |= {key: about[key] for key in ("game", "seats", "options", "seed", "objective", "stop", "look", "versions")}
    data |= {
        "planned_blocks": schedule.blocks,
        "blocks": blocks,
        "games": len(rows),
        "distinct_games": len({row.played.hash for row in found.rows}),
        "decisions": sum(row.played.decisions for row in found.rows),
        "chance_events": sum(row.played.chance_events for row in found.rows),
        "bots": _bots(found, values, rows),
        "differences": [
            {"one": schedule.labels[one], "other": schedule.labels[other]}
            | {WORDS[key]: _json(difference(schedule, values[key], one, other, key)) for key in OBJECTIVES}
            for one, other in combinations(range(len(schedule.bots)), 2)
        ],
        "tables": _tables(found, rows),
        "by_seat": _seats(found, rows),
        "block_values": [[_round(value) for value in row] for row in values[schedule.objective].tolist()],
    }
    return data


def _bots(found: Contest, values: dict[str, Any], rows: Any) -> list[dict[str, Any]]:
    schedule = found.schedule
    columns = {key: estimates(schedule, values[key], key) for key in OBJECTIVES}
    rated = []
    if len(schedule.bots) > 1:
        rated = rate(len(schedule.bots), races(schedule, rows, found.blocks), times=RESAMPLES, seed=schedule.seed)
    listed = []
    for place, label in enumerate(schedule.labels):
        win = columns["win"][place]
        entry: dict[str, Any] = {
            "bot": label,
            "win_share": _round(win.mean),
            "low": _round(win.low),
            "high": _round(win.high),
        }
        entry |= {"rank_share": _json(columns["rank"][place]), "mean_score": _json(columns["points"][place])}
        if rated:
            mine = rated[place]
            entry["rating"] = {"mean": _round(mine.points), "low": _round(mine.low), "high": _round(mine.high)}
        listed.append(entry)
    return listed


def _tables(found: Contest, rows: Any) -> list[dict[str, Any]]:
    schedule = found.schedule
    listed = []
    for table in sorted({schedule.table(seating) for pattern in schedule.patterns for seating in pattern}):
        values = by_block(schedule, rows, found.blocks, "win", table)
        make = interval(schedule)
        listed.append(
            {
                "bots": [
                    {"bot": schedule.labels[place], "seats": table.count(place)}
                    | _json(make(values[:, place], 0.0, 1.0))
                    for place in sorted(set(table))
                ]
            }
        )
    return listed


def _seats(found: Contest, rows: Any) -> list[dict[str, Any]]:
    schedule, make = found.schedule, interval(found.schedule)
    values = by_seat(schedule, rows, found.blocks)
    return [
        {"bot": label, "seat": seat} | _json(make(values[:, place, seat], 0.0, 1.0))
        for place, label in enumerate(schedule.labels)
        for seat in range(schedule.seats)
    ]


def _json(estimate: Estimate) -> dict[str, float | None]:
    return {"mean": _round(estimate.mean), "low": _round(estimate.low), "high": _round(estimate.high)}


def _round(value: float) -> float | None:
    """Six places: more than any interval knows, and the same whatever library added it up."""
    return round(float(value), 6) + 0.0 if math.isfinite(value) else None


def text(data: dict[str, Any]) -> str:
    """The result as a table for a terminal."""
    wide = max(16, *(len(entry["bot"]) for entry in data["bots"]))
    lines = [
        f"{data['game']}, {data['seats']} seats, seed {data['seed']}: {data['blocks']} blocks, {data['games']} games "
        f"({data['distinct_games']} different ones), stop rule {data['stop']}",
        f"{'bot':{wide}} {'win share':>10} {'95 %':>16} {'rank share':>11} {'mean score':>11} {'rating':>8}",
    ]
    for entry in data["bots"]:
        rating = f"{entry['rating']['mean']:+8.0f}" if "rating" in entry else f"{'-':>8}"
        lines.append(
            f"{entry['bot']:{wide}} {entry['win_share']:10.3f} {_range(entry):>16} {entry['rank_share']['mean']:11.3f} "
            f"{entry['mean_score']['mean']:11.2f} {rating}"
        )
    word = WORDS[data["objective"]]
    for pair in data["differences"]:
        gap = pair[word]
        lines.append(f"{pair['one']} - {pair['other']}: {word.replace('_', ' ')} {gap['mean']:+.3f} {_range(gap, '+')}")
    return "\n".join(lines)


def _range(entry: dict[str, Any], sign: str = "") -> str:
    low, high = (("?" if end is None else f"{end:{sign}.3f}") for end in (entry["low"], entry["high"]))
    return f"[{low}, {high}]"
