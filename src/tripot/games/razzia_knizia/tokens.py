"""How the moves and the chance of Razzia! (Knizia) are spelled."""

from __future__ import annotations

from . import rules

LOOT = (
    *("ring", "watch", "brooch", "chain", "diamond", "coin", "car", "driver", "bodyguard", "thief"),
    *("casino", "transport", "film", "horse-racing", "real-estate", "night-club", "restaurant"),
)

MOVES: tuple[str, ...] = (
    *(f"steal-{loot}" for loot in LOOT),
    *("draw", "call", "stop", "pass"),
    *(f"bid-{cheque}" for cheque in range(1, rules.CHEQUES + 1)),
)

OUTCOMES: tuple[str, ...] = (
    *(f"set-{place}" for place in range(1, rules.SEATS + 1)),
    *(f"card-{loot}" for loot in (*LOOT, "police")),
)
