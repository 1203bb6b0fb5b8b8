"""The web board of Hick Hack in Gackelwack: yards with their grain, the stage below them, the hand, the talk, the score.

A card laid in a round has one name for the browser's flights, face down and face up, made of the round and its seat alone.
"""

from __future__ import annotations

from tripot.web.drawing.scene import Scene, symbol

from .. import rules
from ..facts import points_of, rounds, row
from .asking import question, stake, waits_for
from .beats import beats
from .felt import felt
from .glossary import glossary
from .hand import hand
from .labels import WORDS, short_points, signed
from .parts import tally
from .sheet import summary

__all__ = [
    "beats",
    "felt",
    "glossary",
    "hand",
    "marker",
    "question",
    "seat_facts",
    "stake",
    "summary",
    "title_fact",
    "waits_for",
]

STYLE = "hick"  # the class of the whole page, for the style sheet


def seat_facts(scene: Scene, seat: int) -> tuple[str, str]:
    """The grains won and the points of the birds eaten; the total."""
    v, lang = scene.view.state, scene.lang
    grain = row(v.won, seat)
    birds = ""
    if v.eaten[seat] or rules.EATEN + seat in v.place:
        words = WORDS[lang]["birds"].format(points=signed(v.eaten[seat]))
        birds = f'<span class="grains" title="{words}">{symbol("fox")}<span aria-hidden="true">{signed(v.eaten[seat])}</span>'
        birds += f'<span class="vh">{words}</span></span>'
    total = points_of(grain) + v.eaten[seat]
    facts = f'<span class="hh-won">{tally(tuple(grain), lang)}{birds}</span>' if any(grain) or birds else ""
    return facts, short_points(total, lang)


def marker(scene: Scene, seat: int) -> str:
    """The sack of whoever supplies the grain."""
    v = scene.view.state
    if seat != v.supplier or v.phase == rules.OVER:
        return ""
    words = WORDS[scene.lang]["supplier"]
    return f'<span class="hh-sack" title="{words}">{symbol("hh-sack")}<span class="vh">{words}</span></span>'


def title_fact(scene: Scene) -> str:
    """`Round 7 of 13`."""
    v, say = scene.view.state, WORDS[scene.lang]
    return say["title"].format(round=v.round, rounds=rounds(v)) if v.round else say["dealing"]
