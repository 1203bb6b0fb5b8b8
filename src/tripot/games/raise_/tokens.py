"""How the moves and the chance of RAISE are spelled."""

from __future__ import annotations

from . import rules

SYMBOLS = ("diamond", "gear", "cloud", "hourglass", "bell")

CARDS = tuple(f"{SYMBOLS[symbol]}-{digit}" for symbol, digit in zip(rules.SYMBOL, rules.DIGIT, strict=True))

MOVES: tuple[str, ...] = (*CARDS, "pass", "stop")

OUTCOMES: tuple[str, ...] = (
    *CARDS,
    *(f"point-{value}" for value in rules.POINTS),
    *(f"die-{face}" for face in (*SYMBOLS, "blank")),
    *(f"roller-{seat}" for seat in range(rules.SEATS)),
)
