"""What a study counts in the game."""

from __future__ import annotations

from typing import Any

from tripot.arena.happenings import Figure
from tripot.core.state import NOBODY

from . import rules

FIRST = "the first supplier"  # who has place 0

FIGURES = (
    Figure("offers a game", "offers"),
    Figure("answers that accept", "accepts", "answers"),
    Figure("offers that all accept", "agreed", "offers"),
    Figure("duels a game", "fights"),
    Figure("duels between foxes", "fox fights", "fights"),
)


def happened(before: Any, actor: int, action: int, after: Any) -> list[str]:
    """Offers, the answers to them, and the duels of birds and of foxes."""
    names = []
    if after.phase == rules.ANSWER and before.phase != rules.ANSWER:
        names.append("offers")
    if before.phase == rules.ANSWER:
        names += ["answers", "accepts"] if action == rules.ACCEPT else ["answers"]
        agreed = action == rules.ACCEPT and all(answer in (rules.ACCEPT, NOBODY) for answer in before.answer)
        if before.asked == 1 << actor and agreed:
            names.append("agreed")
    new_yard = before.phase != rules.ROLL or before.yard != after.yard
    if after.phase == rules.ROLL and new_yard:
        is_fox = rules.RACE[after.fighters[0]] == rules.FOX
        names += ["fights", "fox fights"] if is_fox else ["fights"]
    return names
