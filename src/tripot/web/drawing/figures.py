"""One's own figures over the last reviewed games: what a decision lost on average, and how lucky one was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

from tripot.errors import UnknownGame
from tripot.language import _, number, plural, translated
from tripot.play import Game, load

from ..root import url
from .scene import text

LATEST = 400  # tables that are looked at
FEWEST = 10  # reviewed games that a figure needs
T_95 = {10: 2.262, 11: 2.228, 12: 2.201, 13: 2.179, 14: 2.160, 15: 2.145, 20: 2.093, 30: 2.045}
"""Student's t for so many games; in between that of the fewer ones counts."""

SAY = translated(
    __package__,
    {
        "title": _("My figures"),
        "what": _("From the games that you had reviewed on this device; open the review of a finished game to add it."),
        "loss": _("Lost points per decision"),
        "loss how": _("Less is better. ± is where the average lies with 95 %."),
        "luck": _("Luck per game"),
        "luck how": _("What cards and dice brought, in points of the margin. Over many games it goes to zero."),
        "none": _("No game has been reviewed yet."),
        "mine": _("My tables"),
        "hand in": _("Review a game from a file"),
    },
)
COUNTED = translated(
    __package__,
    {
        "games": plural("{n} reviewed game", "{n} reviewed games"),
        "missing": plural(
            "{n} more reviewed game, then there are figures: fewer would say more about luck than about you.",
            "{n} more reviewed games, then there are figures: fewer would say more about luck than about you.",
        ),
    },
)


class Reviewed(NamedTuple):
    """A reviewed game of one's own."""

    loss: float
    """Per decision."""
    luck: float | None
    """None for a game that was given up."""


def figures_of(rows: Sequence[Mapping[str, Any]], lang: str) -> str:
    """All of the page below its bar, from the listings of one's own tables, the newest first."""
    say = SAY[lang]
    by_game: dict[str, list[Reviewed]] = {}
    for row in rows:
        for loss, luck in _reviews(row):
            by_game.setdefault(row["game"], []).append(Reviewed(loss, luck))
    cards = [card for name, found in by_game.items() if (card := _card(name, found, lang))]
    body = "".join(cards) or f'<p class="label">{say["none"]}</p>'
    return (
        f'<header class="rhead"><div><h1>{say["title"]}</h1><p>{say["what"]}</p></div>'
        f'<nav class="acts"><a class="btn bare" href="{url("/review")}">{say["hand in"]}</a>'
        f'<a class="btn" href="{url("/mine")}">{say["mine"]}</a></nav></header>{body}'
    )


def _reviews(row: Mapping[str, Any]) -> Iterator[tuple[float, float | None]]:
    kept = row.get("reviews", {})
    for seat in row["seats"]:
        if (found := kept.get(str(seat))) is not None and found[0] is not None:
            yield found[0], found[1]


def _card(name: str, found: Sequence[Reviewed], lang: str) -> str:
    try:
        game: Game = load(name)
    except UnknownGame:
        return ""
    count = COUNTED[lang]["games"].format(n=len(found))
    head = f'<header><h2>{text(game.title)}</h2><span class="label">{count}</span></header>'
    if len(found) < FEWEST:
        inside = f"<p>{COUNTED[lang]['missing'].format(n=FEWEST - len(found))}</p>"
    else:
        lucks = [each.luck for each in found if each.luck is not None]
        inside = _figure("loss", [each.loss for each in found], lang, is_signed=False)
        inside += _figure("luck", lucks, lang, is_signed=True) if len(lucks) >= FEWEST else ""
    return f'<section class="panelbox figures" id="figures-{name}">{head}{inside}</section>'


def _figure(key: str, values: Sequence[float], lang: str, *, is_signed: bool) -> str:
    mean, half = interval(values)
    shown = number(mean, lang, places=1, signed=is_signed)
    return (
        f'<div class="figure"><p><b>{shown} ± {number(half, lang, places=1)}</b> <span>{SAY[lang][key]}</span></p>'
        f'<p class="label">{SAY[lang][f"{key} how"]}</p></div>'
    )


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half of its 95 % interval by Student's t."""
    count = len(values)
    mean = sum(values) / count
    spread = sqrt(sum((value - mean) ** 2 for value in values) / (count - 1))
    t = T_95[max(n for n in T_95 if n <= count)]
    return mean, t * spread / sqrt(count)
