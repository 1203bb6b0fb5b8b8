"""Pictures for the rules of Razzia, drawn as the board draws them; tables are those of the lesson."""

from __future__ import annotations

from tripot.web.drawing.taught import picture_at, seats_at

from .. import GAME
from ..tokens import CARDS
from . import felt
from .pieces import notes, open_card

SHOWN = ("jazz-g1", "jazz-g4", "jazz-g6", "jazz-p3", "jazz-p6", "colibri-g4", "colibri-p4")
RAIDED, OFFERED, SHARED = 2, 6, 7  # steps of the lesson, from 0


def cards(lang: str) -> str:
    """Gamblers and police."""
    drawn = [open_card(CARDS.index(token), lang, "m", token, "rules") for token in SHOWN]
    return f'<div class="row">{"".join(drawn)}</div>'


def money(lang: str) -> str:
    """Every kind of note."""
    return f'<div class="row">{notes((5, 10, 15, 20, 25, 30, 40, 50), "note", "rules", {})}</div>'


def settled(lang: str) -> str:
    """Somebody alone, a raid, and police in vain."""
    return str(felt(picture_at(GAME, RAIDED, lang)))


def offer(lang: str) -> str:
    """A pot that is split."""
    return str(felt(picture_at(GAME, OFFERED, lang)))


def score(lang: str) -> str:
    """The money of all."""
    return seats_at(GAME, SHARED, lang)


FIGURES = {"cards": cards, "money": money, "settled": settled, "offer": offer, "score": score}
