"""Pictures for the rules of Hick Hack, drawn as the board draws them; tables are those of the lesson."""

from __future__ import annotations

from tripot.web.drawing.taught import picture_at, seats_at

from .. import GAME
from ..tokens import CARDS
from . import felt
from .parts import face, style_of
from .parts import legend as grain_points

SHOWN = ("yellow-3", "yellow-6", "yellow-shy", "yellow-fox5", "blue-4", "green-5", "red-4", "violet-6", "black-5")
EATEN, SHARED = 3, 7  # steps of the lesson, from 0


def cards(lang: str) -> str:
    """Birds, the shy bird and a fox."""
    found = [CARDS.index(token) for token in SHOWN]
    drawn = [f'<span class="card m {style_of(card)}">{face(card, lang)}</span>' for card in found]
    return f'<div class="row">{"".join(drawn)}</div>'


def grains(lang: str) -> str:
    """What the grains are worth."""
    return f'<div class="felt hh"><div class="stores">{grain_points(lang)}</div></div>'


def settled(lang: str) -> str:
    """Birds alone, and a fox that eats."""
    return felt(picture_at(GAME, EATEN, lang))


def score(lang: str) -> str:
    """What all have eaten, and their points."""
    return seats_at(GAME, SHARED, lang)


FIGURES = {"cards": cards, "grains": grains, "settled": settled, "score": score}
