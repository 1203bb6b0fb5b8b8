"""A study as a page of Markdown with pictures beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tripot.play import load

from .happenings import study as study_of
from .pictures import IntervalRow, Parts, Values, alone, boxes, intervals, ridges, stacked
from .statistics import student

COLOURS = 6
SOURCES = ("cards alone", "dice alone", "both together", "only with the bots' choices")


IN_ALL = {"cards": "all but cards", "dice": "all but dice", "chance": "bots"}
"""Each source, and what is the same where only that source is new."""


def pages(data: dict[str, Any], command: str) -> dict[str, str]:
    """The files of a study by name."""
    name = data["game"]
    pictures = {
        "length": _length(data),
        "seats": _seats(data),
        "scores": _scores(data),
        "luck": _luck(data),
    }
    files = {f"{name}-{key}.svg": alone(picture) for key, picture in pictures.items()}
    files[f"{name}.md"] = _text(data, command)
    return files


def _text(data: dict[str, Any], command: str) -> str:
    name, level = data["game"], data["bot"]
    title = load(name).title
    return "\n".join(
        [
            f"# {title} (`{name}`): balance and luck",
            "",
            f"All seats played by `{level}`, {data['units']} independent games for each number of seats, and for the luck as",
            f"many again for each source of it; seed {data['seed']}, rules version {data['rules']}. Ranges in brackets are 95 %",
            "intervals. Another level may show another game.",
            "",
            "```",
            command,
            "```",
            "",
            "## Length and choices",
            "",
            f"![How long a game is]({name}-length.svg)",
            "",
            *_length_table(data),
            "",
            "A decision is one small step of a seat (a note of a split, a card of several); a whole move may have several.",
            "Median, and the range of nine games in ten.",
            "",
            "## Seats",
            "",
            f"![Share of the victories by place]({name}-seats.svg)",
            "",
            f"Places are counted clockwise; place 0 is {study_of(load(name)).FIRST}.",
            "",
            *_seat_words(data),
            "",
            "(Allowing for the number of places in a line; one line in twenty would still say so by chance.)",
            "",
            "## Scores",
            "",
            f"![How often each score comes]({name}-scores.svg)",
            "",
            *_score_table(data),
            "",
            "## What happens",
            "",
            *_happening_table(data),
            "",
            "## How much is luck",
            "",
            f"![Shares of the variance of the score]({name}-luck.svg)",
            "",
            *_luck_table(data),
            "",
            *_luck_words(data),
            "",
        ]
    )


def _length(data: dict[str, Any]) -> str:
    rows = [
        Values(f"{entry['seats']} seats", list(_marks(entry["length"]["decisions"])), place % COLOURS)
        for place, entry in enumerate(data["seats"])
    ]
    return boxes("Decisions in a game", "box: half of the games; line: nine in ten", rows)


def _marks(spread: dict[str, float]) -> Sequence[float]:
    """Values whose quantiles are the given ones."""
    knots = (0.05, 0.25, 0.5, 0.75, 0.95)
    marks = [spread[name] for name in ("p5", "p25", "median", "p75", "p95")]
    found = []
    for hundredth in range(101):
        share = min(0.95, max(0.05, hundredth / 100))
        place = max(k for k in range(4) if knots[k] <= share)
        part = (share - knots[place]) / (knots[place + 1] - knots[place])
        found.append(marks[place] + part * (marks[place + 1] - marks[place]))
    return found


def _seats(data: dict[str, Any]) -> str:
    rows = [
        IntervalRow(
            f"{entry['seats']} seats, place {seat}",
            found["mean"],
            found["low"],
            found["high"],
            null=1 / entry["seats"],
            colour=place % COLOURS,
        )
        for place, entry in enumerate(data["seats"])
        for seat, found in enumerate(entry["win share by place"])
    ]
    return intervals(
        "Share of the victories by place",
        f"place 0: {study_of(load(data['game'])).FIRST}; dashed: no place is better",
        rows,
        percent=True,
    )


def _scores(data: dict[str, Any]) -> str:
    rows = []
    for place, entry in enumerate(data["seats"]):
        values = [float(score) for score, count in entry["score counts"].items() for _ in range(count)]
        rows.append(Values(f"{entry['seats']} seats", values, place % COLOURS))
    return ridges("Final scores", "points; the mark is the mean", rows)


def _luck(data: dict[str, Any]) -> str:
    rows = []
    for entry in data["seats"]:
        shares = entry["luck"]["scores"]
        cards, chance = shares["cards"]["share"], shares["chance"]["share"]
        dice = shares["dice"]["share"] if "dice" in shares else 0.0
        rows.append(
            Parts(
                f"{entry['seats']} seats", [max(0.0, part) for part in (cards, dice, chance - cards - dice, 1 - chance)]
            )
        )
    return stacked(f"What decides the score between equals ({data['bot']})", "share of the variance", SOURCES, rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    rule = ["---", *("---:" for _ in head[1:])]
    return [f"| {' | '.join(row)} |" for row in (head, rule, *rows)]


def _length_table(data: dict[str, Any]) -> list[str]:
    rows = []
    for entry in data["seats"]:
        branching = entry["branching"]
        lengths = [_nine(entry["length"][name]) for name in ("decisions", "moves", "draws", "rolls")]
        legal, choice = branching["legal moves at a decision"], branching["decisions with a choice"]
        then = branching["legal moves where there is a choice"]
        figures = [f"{legal['mean']:.1f}", f"{choice['mean']:.0%}", f"{then['mean']:.1f}"]
        rows.append([str(entry["seats"]), *lengths, *figures])
    head = [
        "seats",
        "decisions",
        "whole moves",
        "cards drawn",
        "dice rolled",
        "legal moves",
        "with a choice",
        "legal moves then",
    ]
    return _table(head, rows)


def _nine(spread: dict[str, float]) -> str:
    return f"{spread['median']:.0f} ({spread['p5']:.0f}-{spread['p95']:.0f})"


def _seat_words(data: dict[str, Any]) -> list[str]:
    """Which seats are better or worse, allowing for how many were looked at."""
    lines = []
    for entry in data["seats"]:
        seats, fair = entry["seats"], 1 / entry["seats"]
        wider = student(data["units"] - 1, 1 - 0.025 / seats) / student(data["units"] - 1, 0.975)
        odd = []
        for seat, found in enumerate(entry["win share by place"]):
            half = wider * (found["high"] - found["low"]) / 2
            if abs(found["mean"] - fair) > half:
                odd.append(f"place {seat} wins {found['mean']:.1%} [{found['low']:.1%}, {found['high']:.1%}]")
        said = "; ".join(odd) if odd else "no place differs by more than chance would let it"
        lines.append(f"- {seats} seats (fair: {fair:.1%}): {said}.")
    return lines


def _score_table(data: dict[str, Any]) -> list[str]:
    rows = []
    for entry in data["seats"]:
        spread, ties = entry["scores"], entry["shared victories"]
        words = [f"{spread[name]:.0f}" for name in ("p5", "p25", "median", "p75", "p95")]
        rows.append([str(entry["seats"]), f"{spread['mean']:.1f}", *words, _percent(ties)])
    return _table(["seats", "mean", "5 %", "25 %", "median", "75 %", "95 %", "shared victories"], rows)


def _happening_table(data: dict[str, Any]) -> list[str]:
    labels = list(data["seats"][0]["happenings"])
    rows = []
    for label in labels:
        found = [entry["happenings"][label] for entry in data["seats"]]
        rows.append([label, *(_percent(each) if each["share"] else _number(each) for each in found)])
    return _table(["", *(f"{entry['seats']} seats" for entry in data["seats"])], rows)


def _luck_table(data: dict[str, Any]) -> list[str]:
    rows = []
    for measure, word in (("scores", "score"), ("wins", "victory")):
        for entry in data["seats"]:
            shares = entry["luck"][measure]
            in_all = {name: _rest(shares.get(other)) for name, other in IN_ALL.items()}
            in_all["cards"] = in_all["cards"] or in_all["chance"]  # where there are no dice, all chance is cards
            words = [_luck_cell(found) for name in IN_ALL for found in (shares.get(name), in_all[name])]
            rows.append([f"{word}, {entry['seats']} seats", *words, _luck_cell(shares.get("players"))])
    head = ["of the", *(f"{name} {how}" for name in IN_ALL for how in ("alone", "in all"))]
    return _table([*head, f"who is {data['bot']}, who {data['rival']}"], rows)


def _rest(found: dict[str, float] | None) -> dict[str, float] | None:
    """What is left to 100 % when everything else is the same."""
    if found is None:
        return None
    return {"share": 1 - found["share"], "low": 1 - found["high"], "high": 1 - found["low"]}


def _luck_cell(found: dict[str, float] | None) -> str:
    return "-" if found is None else f"{found['share']:.0%} [{found['low']:.0%}, {found['high']:.0%}]"


def _luck_words(data: dict[str, Any]) -> list[str]:
    return [
        "Shares of the variance within a seat, by playing games again (pick and freeze). *Alone*: the source is the same and",
        "all else is new; what the two games still have in common is due to that source by itself. *In all*: the source is new",
        "and all else is the same; what changes is due to it, with everything that follows from it: other cards or dice lead",
        "to other choices. The rest of *chance in all* to 100 % is what the bots' own random choices explain by themselves. The",
        f"last column is of mixed tables, every seat `{data['bot']}` or `{data['rival']}` by a coin: what of the result is",
        "explained by who plays how well.",
    ]


def _percent(found: dict[str, float]) -> str:
    return f"{found['mean']:.1%} [{found['low']:.1%}, {found['high']:.1%}]"


def _number(found: dict[str, float]) -> str:
    return f"{found['mean']:.1f} [{found['low']:.1f}, {found['high']:.1f}]"
