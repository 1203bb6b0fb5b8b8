"""What a study counts in the game."""

from __future__ import annotations

from typing import Any

from tripot.arena.happenings import Figure

from . import rules

FIRST = "the first dealer"  # who has place 0
FIRST_TOKEN = "dealer"  # the outcome that draws this seat by lot, before its number

FIGURES = (
    Figure("proposals a game", "offers"),
    Figure("answers that accept", "accepts", "answers"),
    Figure("proposals that all accept (or that leave nothing to fight for)", "agreed", "offers"),
    Figure("duels a game", "duels"),
)


def happened(before: Any, actor: int, action: int, after: Any) -> list[str]:
    """Proposals, the answers to them, and what the dice had to settle."""
    names = []
    if before.phase == rules.SPLIT and after.phase == rules.ANSWER:
        names.append("offers")
    if before.phase == rules.ANSWER:
        names += ["answers", "accepts"] if action == rules.ACCEPT else ["answers"]
        if before.asked == 1 << actor:
            names += ["agreed"] if after.phase != rules.DUEL else []
    if actor < 0 and rules.DIE <= action < rules.DEALER and before.die > 0:
        names.append("duels")
    return names
