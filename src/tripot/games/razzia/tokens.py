"""How the moves and the chance of Razzia are spelled."""

from __future__ import annotations

from . import rules

CARDS: tuple[str, ...] = tuple(
    f"{bar}-{kind}"
    for bar in rules.BAR_NAMES
    for kind in ("g1", "g2", "g3", "g3b", "g4", "g4b", "g5", "g6", "p3", "p4", "p5", "p6")
)
MOVES: tuple[str, ...] = (
    *CARDS,
    *(f"put-{bar}" for bar in rules.BAR_NAMES),
    *(f"{value}>{seat}" for value in rules.VALUES for seat in range(rules.SEATS)),
    "accept",
    "duel",
)
OUTCOMES: tuple[str, ...] = (
    *CARDS,
    *(f"note-{value}" for value in rules.VALUES),
    *(f"die-{side + 1}" for side in range(rules.SIDES)),
    *(f"dealer-{seat}" for seat in range(rules.SEATS)),
)
