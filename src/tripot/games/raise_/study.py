"""What a study counts in the game."""

from __future__ import annotations

from typing import Any

from tripot.arena.happenings import Figure

from . import rules

FIRST = "the first roller"  # who has place 0
FIRST_TOKEN = "roller"  # the outcome that draws this seat by lot, before its number

FIGURES = (
    Figure("rounds a game", "rounds"),
    Figure("last pawns that raise", "raises", "asked"),
    Figure("raises a game", "raises"),
)
HABITS = (
    Figure("last pawns that raise (the others pass)", "raises", "asked"),
    Figure("cards in a raise", "cards raised", "raises"),
    Figure("average figure of a first card", "first figures", "first cards"),
)


def happened(before: Any, actor: int, action: int, after: Any) -> list[str]:
    """Rounds, and whether the last pawn raised or passed."""
    names = []
    if before.phase == rules.TURN_UP and after.phase != rules.TURN_UP:
        names.append("rounds")
    if before.phase == rules.CHOOSE:
        names += ["first cards"] + ["first figures"] * rules.DIGIT[action]
    if actor >= 0 and before.phase in (rules.LAST, rules.RAISING) and action < rules.PASS:
        names.append("cards raised")
    if actor >= 0 and before.phase == rules.LAST:
        names += ["asked"] if action == rules.PASS else ["asked", "raises"]
    return names
