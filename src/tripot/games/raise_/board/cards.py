"""The cards of RAISE drawn, and the names by which they fly from place to place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tripot.web.drawing.scene import symbol

from .. import rules, words
from ..phrases import card_name
from ..rules import State
from ..tokens import CARDS
from .labels import COUNTED

COLOURS = ("red", "violet", "yellow", "blue", "orange")
SIGNS = ("r-diamond", "r-gear", "r-cloud", "r-hourglass", "r-bell")

_ART = tuple(symbol(sign, "art") for sign in SIGNS)
_STAR = symbol("r-star", "suit")

INSIDE = tuple(
    f"<b>{digit}</b>{_STAR if points > 1 else ''}{_ART[sign]}"
    for sign, digit, points in zip(rules.SYMBOL, rules.DIGIT, rules.VICTORY_POINTS, strict=True)
)
"""What is printed on each card."""
COLOUR = tuple(f"c-{COLOURS[sign]}" for sign in rules.SYMBOL)
"""The class of each card's colour."""
BACK = symbol("lamp", "art")


@cache
def full_name(card: int, lang: str) -> str:
    """`bell 4, counts 5 points`: the name and, where it is more than one, what it counts in the end."""
    points, name = rules.VICTORY_POINTS[card], card_name(card, lang)
    return COUNTED[lang]["counts"].format(points, card=name) if points > 1 else name


def copies(v: State, seat: int, cards: Sequence[int]) -> list[int]:
    """For each card of an open hand which copy of it in the seat's deck it is, counted in the order of play."""
    unplayed = words.unplayed(v, seat)
    numbers = []
    for place, card in enumerate(cards):
        again = place - cards.index(card)  # equal cards stand side by side
        numbers.append(rules.COPIES[v.box][card] - unplayed[card] + again)
    return numbers


def flight(seat: int, card: int, copy: int) -> str:
    """The name of a card that the viewer sees, wherever it lies."""
    return f"card-{seat}-{CARDS[card]}-{copy}"
