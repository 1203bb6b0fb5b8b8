"""What a study counts in the game."""

from __future__ import annotations

from typing import Any

from tripot.arena.happenings import Figure

from . import policy, rules

FIRST = "the first dealer"  # who has place 0
FIRST_TOKEN = "dealer"  # the outcome that draws this seat by lot, before its number

FIGURES = (
    Figure("proposals a game", "offers"),
    Figure("answers that accept", "accepts", "answers"),
    Figure("proposals that all accept (or that leave nothing to fight for)", "agreed", "offers"),
    Figure("duels a game", "duels"),
)
HABITS = (
    Figure("cards played that are police", "police", "cards"),
    Figure("shares accepted", "accepts", "answers"),
    Figure("part of the money that the proposer keeps", "kept", "shared"),
)
FOLLIES = (Figure("proposals that keep less than half of what a duel brings", "absurd offers", "offers"),)


def happened(before: Any, actor: int, action: int, after: Any) -> list[str]:
    """Cards, proposals, the answers to them, and what the dice had to settle."""
    names = []
    if actor >= 0 and before.phase == rules.CHOOSE:
        names += ["cards", "police"] if rules.IS_POLICE[action - rules.PLAY] else ["cards"]
    if before.phase == rules.SPLIT and after.phase == rules.ANSWER:
        names.append("offers")
        names += ["kept"] * after.share[actor] + ["shared"] * sum(after.share)
        names += ["absurd offers"] if policy.is_absurd(after, after.share[actor]) else []
    if before.phase == rules.ANSWER:
        names += ["answers", "accepts"] if action == rules.ACCEPT else ["answers"]
        if before.asked == 1 << actor:
            names += ["agreed"] if after.phase != rules.DUEL else []
    if actor < 0 and rules.DIE <= action < rules.DEALER and before.die > 0:
        names.append("duels")
    return names
