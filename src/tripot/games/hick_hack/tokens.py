"""How the moves and the chance of Hick Hack are spelled."""

from __future__ import annotations

from . import rules

YARDS = ("yellow", "blue", "green", "red", "violet", "black")
GRAINS = ("yellow", "blue", "green")
KINDS = ("3", "3b", "4", "4b", "5", "6", "shy", "fox4", "fox5", "fox6")

CARDS = tuple(f"{yard}-{kind}" for yard in YARDS for kind in KINDS)

MOVES: tuple[str, ...] = (
    *CARDS,
    *(f"{grain}>{seat}" for grain in GRAINS for seat in range(rules.SEATS)),
    "no-offer",
    "duel",
    "accept",
    "refuse",
)

OUTCOMES: tuple[str, ...] = (
    *CARDS,
    *(f"grain-{grain}" for grain in GRAINS),
    *(f"die-{side + 1}" for side in range(rules.DIE_SIDES[rules.STANDARD])),
)
