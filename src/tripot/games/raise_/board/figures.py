"""Pictures for the rules of RAISE, drawn as the board draws them; tables are those of the lesson."""

from __future__ import annotations

from tripot.web.drawing.taught import picture_at

from .. import GAME
from ..tokens import CARDS
from . import felt, summary
from .cards import COLOUR, INSIDE

SHOWN = ("diamond-4", "diamond-6", "gear-4", "cloud-3", "cloud-5", "hourglass-3", "bell-2", "bell-4")
ROLLED, RAISING, WON = 0, 4, 5  # steps of the lesson, from 0


def cards(lang: str) -> str:
    """Some cards of a deck, with and without a star."""
    found = [CARDS.index(token) for token in SHOWN]
    drawn = [f'<span class="card m {COLOUR[card]}">{INSIDE[card]}</span>' for card in found]
    return f'<div class="row">{"".join(drawn)}</div>'


def dice(lang: str) -> str:
    """The point card, the dice and what they multiply by."""
    return felt(picture_at(GAME, ROLLED, lang))


def track(lang: str) -> str:
    """The pawns on the track."""
    return felt(picture_at(GAME, RAISING, lang))


def score(lang: str) -> str:
    """What the winner of a round gets."""
    return summary(picture_at(GAME, WON, lang))


FIGURES = {"cards": cards, "dice": dice, "track": track, "score": score}
