"""A match as one page that needs nothing else: no script, no link, light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from .contest import Contest
from .pictures import STYLE, IntervalRow, Values, intervals, ridges
from .tally import scores_of

COLOURS = 6
PAGE = """
:root{color-scheme:light dark;--ink:#1d2433;--dim:#667085;--line:#d8dde6;--back:#f6f7f9;--card:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e8ecf4;--dim:#9aa5b8;--line:#333c4d;--back:#0d1117;--card:#141922}}
body{margin:0;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:820px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:1.6rem;margin:.2em 0}h2{font-size:1.15rem;margin:2em 0 .6em}.dim{color:var(--dim)}
table{border-collapse:collapse;width:100%;background:var(--card);border-radius:8px;overflow:hidden}
th,td{padding:7px 10px;text-align:right;border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums}
th:first-child,td:first-child{text-align:left}th{font-weight:600;color:var(--dim)}.scroll{overflow-x:auto}
svg{width:100%;height:auto;display:block;margin:14px 0}code,pre{font-size:.9em}
pre{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:12px;overflow-x:auto}
"""


def page(data: dict[str, Any], found: Contest, command: str) -> str:
    """The report of a match as HTML."""
    title = f"{data['game']}, {data['seats']} seats: {', '.join(entry['bot'] for entry in data['bots'])}"
    parts = [f"<h1>{escape(title)}</h1>", _summary(data), _bots(data), _win_picture(data)]
    if len(data["bots"]) > 1:
        parts += [_differences(data), _ratings(data), _tables(data)]
    parts += [_scores(found), _seats(data), _thinking(found), _method(data, command)]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{PAGE}{STYLE}</style></head><body><main>{''.join(parts)}</main></body></html>\n"
    )


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of words."""
    top = "".join(f'<th scope="col">{escape(word)}</th>' for word in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(word)}</td>" for word in row) + "</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def _summary(data: dict[str, Any]) -> str:
    stop = "a number of blocks fixed before"
    if data["stop"] != "fixed":
        stop = f"sequential, looked at every {data['look']} blocks"
    return (
        f'<p class="dim">{data["blocks"]} blocks of {data["planned_blocks"]} planned, {data["games"]} games, '
        f"{data['distinct_games']} of them different; seed {data['seed']}; stop rule: {stop}; "
        f"tripot {escape(data['versions']['tripot'])}, rules {data['versions']['rules']}.</p>"
    )


def _bots(data: dict[str, Any]) -> str:
    rows = []
    for entry in data["bots"]:
        win = {"mean": entry["win_share"], "low": entry["low"], "high": entry["high"]}
        rating = f"{entry['rating']['mean']:+.0f}" if "rating" in entry else "-"
        figures = [*_figure(win, "%"), *_figure(entry["rank_share"], "%"), *_figure(entry["mean_score"])]
        rows.append([entry["bot"], *figures, rating])
    return "<h2>The bots</h2>" + table(["bot", "wins", "95 %", "rank share", "95 %", "score", "95 %", "rating"], rows)


def _win_picture(data: dict[str, Any]) -> str:
    rows = [
        IntervalRow(
            entry["bot"], entry["win_share"], *_ends(entry, 0.0, 1.0), null=1 / data["seats"], colour=place % COLOURS
        )
        for place, entry in enumerate(data["bots"])
    ]
    return intervals("Share of the victories for each seat taken", "dashed: equal bots", rows, percent=True)


def _differences(data: dict[str, Any]) -> str:
    rows = [
        IntervalRow(
            f"{pair['one']} - {pair['other']}",
            pair["win_share"]["mean"],
            *_ends(pair["win_share"], -1.0, 1.0),
            null=0.0,
        )
        for pair in data["differences"]
    ]
    listed = [
        [f"{pair['one']} - {pair['other']}"]
        + [
            word
            for key, kind in (("win_share", "%"), ("rank_share", "%"), ("mean_score", ""))
            for word in _figure(pair[key], kind)
        ]
        for pair in data["differences"]
    ]
    head = ["difference", "wins", "95 %", "rank share", "95 %", "score", "95 %"]
    picture = intervals(
        "Difference in the share of victories", "right of the dashes: the first is better", rows, percent=True
    )
    return "<h2>One against another</h2>" + picture + table(head, listed)


def _ratings(data: dict[str, Any]) -> str:
    rows = []
    for place, entry in enumerate(data["bots"]):
        mean, low, high = (entry["rating"][key] for key in ("mean", "low", "high"))
        rows.append(IntervalRow(entry["bot"], mean, low, high, null=0.0, colour=place % COLOURS))
    return "<h2>Ratings</h2>" + intervals(
        "Plackett-Luce ratings", "points; 400 are odds of ten to one; the mean of all is 0", rows
    )


def _tables(data: dict[str, Any]) -> str:
    if len(data["tables"]) == 1:
        return ""
    rows = [
        [" + ".join(f"{bot['seats']} {bot['bot']}" for bot in entry["bots"]), bot["bot"], *_figure(bot, "%")]
        for entry in data["tables"]
        for bot in entry["bots"]
    ]
    return (
        f"<h2>Table by table</h2><p>Wins for each seat taken; equal bots would have {1 / data['seats']:.1%}.</p>"
        + table(["table", "bot", "wins", "95 %"], rows)
    )


def _scores(found: Contest) -> str:
    rows = [
        Values(label, scores_of(found.schedule, found.rows, place), place % COLOURS)
        for place, label in enumerate(found.schedule.labels)
    ]
    return "<h2>Scores</h2>" + ridges("How often each score comes", "points; the mark is the mean", rows)


def _seats(data: dict[str, Any]) -> str:
    rows = [
        IntervalRow(
            f"{entry['bot']}, seat {entry['seat']}",
            entry["mean"],
            *_ends(entry, 0.0, 1.0),
            null=1 / data["seats"],
            colour=entry["seat"] % COLOURS,
        )
        for entry in data["by_seat"]
    ]
    return "<h2>Seat by seat</h2>" + intervals(
        "Share of the victories in each seat", "dashed: equal bots, equal seats", rows, percent=True
    )


def _thinking(found: Contest) -> str:
    spent, moves = [0.0] * len(found.schedule.bots), 0
    for row in found.rows:
        for seat, place in enumerate(found.schedule.seatings(row.block)[row.seating]):
            spent[place] += row.played.thinking[seat]
        moves += row.played.decisions
    if not any(spent):
        return '<p class="dim">All bots played compiled: their time was not measured.</p>'
    share = moves / len(found.schedule.bots)
    rows = [
        [label, f"{spent[place]:.1f}", f"{1000 * spent[place] / share:.2f}"]
        for place, label in enumerate(found.schedule.labels)
    ]
    return "<h2>Thinking</h2>" + table(["bot", "seconds in all", "milliseconds a move (about)"], rows)


def _method(data: dict[str, Any], command: str) -> str:
    how = "Student's t over block means"
    if data["stop"] != "fixed":
        how = "a confidence sequence over block means, which holds at all looks together"
    return (
        "<h2>How it was measured</h2><ul>"
        "<li>One block is one stream of cards and dice, played in every seating of the schedule; bots draw from other "
        "streams.</li><li>The unit is the block, not the game. "
        f"Intervals: {how}; ratings: 1,000 bootstrap resamples of the blocks.</li>"
        "<li>Rank share: the share of opponents left behind, equal places counted half.</li>"
        "<li>With three seats or more, strength is relative to those who were there.</li></ul>"
        f"<p>Again:</p><pre>{escape(command)}</pre>"
        f'<p class="dim">Schedule {escape(data["schedule"])}, code {escape(data["versions"]["code"])}.</p>'
    )


def _figure(estimate: dict[str, Any], kind: str = "") -> list[str]:
    mean = f"{estimate['mean']:.1%}" if kind else f"{estimate['mean']:.2f}"
    return [mean, _range(estimate, kind)]


def _range(estimate: dict[str, Any], kind: str = "") -> str:
    form = ".1%" if kind else ".2f"
    low, high = ("?" if end is None else format(end, form) for end in (estimate["low"], estimate["high"]))
    return f"{low} to {high}"


def _ends(estimate: dict[str, Any], least: float, most: float) -> tuple[float, float]:
    low, high = estimate["low"], estimate["high"]
    return (least if low is None else low), (most if high is None else high)
