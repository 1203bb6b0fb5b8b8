"""Pictures for the rules of Razzia! (Knizia), drawn as the board draws them; tables are those of the lesson."""

from __future__ import annotations

from tripot.web.drawing.scene import symbol
from tripot.web.drawing.taught import picture_at

from .. import GAME, rules
from . import felt, hand
from .labels import SHORT
from .pieces import COLOURS, SYMBOLS, cheque

SHOWN = (0, rules.COIN, rules.CAR, rules.DRIVER, rules.BODYGUARD, rules.THIEF, rules.CASINO)  # one of each group
AUCTION, WON = 3, 4  # steps of the lesson, from 0


def loot(lang: str) -> str:
    """One card of each group."""
    drawn = [
        f'<span class="card loot c-{COLOURS[kind]}">{symbol(SYMBOLS[kind], "art")}<em>{SHORT[lang][kind]}</em></span>'
        for kind in SHOWN
    ]
    return f'<div class="row">{"".join(drawn)}</div>'


def cheques(lang: str) -> str:
    """The three cheques that one of four begins with."""
    return f'<div class="row">{"".join([cheque(value, "rules", "cheque l") for value in (2, 6, 13)])}</div>'


def auction(lang: str) -> str:
    """A lot for sale, and the bids so far."""
    return felt(picture_at(GAME, AUCTION, lang))


def score(lang: str) -> str:
    """What loot is worth."""
    return hand(picture_at(GAME, WON, lang, seat=0))


FIGURES = {"loot": loot, "cheques": cheques, "auction": auction, "score": score}
