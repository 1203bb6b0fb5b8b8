"""What a study counts in the game."""

from __future__ import annotations

from operator import mul
from typing import Any

from tripot.arena.happenings import Figure
from tripot.core.state import NOBODY

from . import policy, rules

FIRST = "the first supplier"  # who has place 0

FIGURES = (
    Figure("offers a game", "offers"),
    Figure("answers that accept", "accepts", "answers"),
    Figure("offers that all accept", "agreed", "offers"),
    Figure("duels a game", "fights"),
    Figure("duels between foxes", "fox fights", "fights"),
)
HABITS = (
    Figure("cards laid that are foxes", "foxes", "cards"),
    Figure("cards laid that are shy birds", "shy birds", "cards"),
    Figure("seats asked for an offer that make one", "offers", "asked"),
    Figure("answers that accept", "accepts", "answers"),
    Figure("part of the grain that the offerer keeps", "kept", "shared"),
)
FOLLIES = (Figure("offers that keep less than half of what the duel brings", "absurd offers", "offers"),)

_OFFERS = range(0, rules.SEATS * rules.COLOURS, rules.COLOURS)  # where the offer to each seat begins


def happened(before: Any, actor: int, action: int, after: Any) -> list[str]:
    """Cards, offers, the answers to them, and the duels of birds and of foxes."""
    names = []
    if actor >= 0 and before.phase == rules.CHOOSE:
        race = rules.RACE[action - rules.LAY]
        names += ["cards", *{rules.FOX: ["foxes"], rules.SHY: ["shy birds"]}.get(race, [])]
    if before.phase == rules.OFFER:
        names.append("asked")
    if after.phase == rules.ANSWER and before.phase != rules.ANSWER:
        names.append("offers")
        points = [sum(map(mul, after.offer[i : i + rules.COLOURS], rules.GRAIN_POINTS)) for i in _OFFERS]
        names += ["kept"] * points[actor] + ["shared"] * sum(points)
        names += ["absurd offers"] if policy.is_absurd(after, actor, points[actor]) else []
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
