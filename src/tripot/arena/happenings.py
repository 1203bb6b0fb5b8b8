"""What is worth counting in a game, step by step: offers and answers, duels, auctions, raises.

For each game a function (state before, action, state after) -> the names of what has just happened, for moves and chance
alike, and the figures that are made of those counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tripot.core.state import CHANCE, NOBODY
from tripot.play import Game
from tripot.rules import hick_hack, raise_, razzia, razzia_knizia


@dataclass(frozen=True)
class Figure:
    """One count for each of another; without the other, for each game."""

    label: str
    count: str
    each: str = ""

    @property
    def is_share(self) -> bool:
        """Whether it is a part of something, to be shown in per cent."""
        return bool(self.each)


Happened = Callable[[Any, int, int, Any], list[str]]


def in_razzia(before: Any, actor: int, action: int, after: Any) -> list[str]:
    """Proposals, the answers to them, and what the dice had to settle."""
    names = []
    if before.phase == razzia.SPLIT and after.phase == razzia.ANSWER:
        names.append("offers")
    if before.phase == razzia.ANSWER:
        names += ["answers", "accepts"] if action == razzia.ACCEPT else ["answers"]
        if before.asked == 1 << actor:
            names += ["agreed"] if after.phase != razzia.DUEL else []
    if actor < 0 and razzia.DIE <= action < razzia.DEALER and before.die > 0:
        names.append("duels")
    return names


def in_hick_hack(before: Any, actor: int, action: int, after: Any) -> list[str]:
    """Offers, the answers to them, and the duels of birds and of foxes."""
    names = []
    if after.phase == hick_hack.ANSWER and before.phase != hick_hack.ANSWER:
        names.append("offers")
    if before.phase == hick_hack.ANSWER:
        names += ["answers", "accepts"] if action == hick_hack.ACCEPT else ["answers"]
        agreed = action == hick_hack.ACCEPT and all(answer in (hick_hack.ACCEPT, NOBODY) for answer in before.answer)
        if before.asked == 1 << actor and agreed:
            names.append("agreed")
    new_yard = before.phase != hick_hack.ROLL or before.yard != after.yard
    if after.phase == hick_hack.ROLL and new_yard:
        is_fox = hick_hack.RACE[after.fighters[0]] == hick_hack.FOX
        names += ["fights", "fox fights"] if is_fox else ["fights"]
    return names


def in_razzia_knizia(before: Any, actor: int, action: int, after: Any) -> list[str]:
    """Auctions and how they began, bids, lots sold and what was in them, thefts."""
    names = []
    if after.phase == razzia_knizia.BIDDING and before.phase != razzia_knizia.BIDDING:
        names += ["auctions", "called"] if actor >= 0 else ["auctions"]
    if actor >= 0 and before.phase == razzia_knizia.BIDDING:
        names += ["asked", "bids"] if action >= razzia_knizia.BID else ["asked"]
    if after.centre != before.centre:  # the cheque bid lies there now
        names += ["lots"] if before.display_n > 0 else ["lots", "empty lots"]
    if actor >= 0 and action == razzia_knizia.CALL and before.display_n == 0:
        names.append("calls for nothing")
    if actor >= 0 and action < razzia_knizia.DRAW:
        names.append("thefts")
    return names


def in_raise(before: Any, actor: int, action: int, after: Any) -> list[str]:
    """Rounds, and whether the last pawn raised or passed."""
    names = []
    if before.phase == raise_.TURN_UP and after.phase != raise_.TURN_UP:
        names.append("rounds")
    if actor >= 0 and before.phase == raise_.LAST:
        names += ["asked"] if action == raise_.PASS else ["asked", "raises"]
    return names


FIRST = {
    "razzia": "the first dealer",
    "razzia-knizia": "the seat that begins, having the highest cheque",
    "hick-hack": "the first supplier",
    "raise": "the first roller",
}
"""Who has place 0: seats are alike where the first one is drawn by lot, places are not."""


def first_seat(game: Game, options: Mapping[str, object], steps: Sequence[tuple[int, int]]) -> int:
    """The seat that has place 0: dealer or roller by lot or by option, else the first that is asked."""
    for name in ("first_dealer", "first_roller"):
        if name in options:
            return int(str(options[name]))
    word, _, seat = game.spelling.outcomes[steps[0][1]].rpartition("-")
    if word in ("dealer", "roller"):
        return int(seat)
    return next(actor for actor, _ in steps if actor != CHANCE)


HAPPENED: dict[str, Happened] = {
    "razzia": in_razzia,
    "razzia-knizia": in_razzia_knizia,
    "hick-hack": in_hick_hack,
    "raise": in_raise,
}

FIGURES: dict[str, tuple[Figure, ...]] = {
    "razzia": (
        Figure("proposals a game", "offers"),
        Figure("answers that accept", "accepts", "answers"),
        Figure("proposals that all accept (or that leave nothing to fight for)", "agreed", "offers"),
        Figure("duels a game", "duels"),
    ),
    "razzia-knizia": (
        Figure("auctions a game", "auctions"),
        Figure("auctions called by choice", "called", "auctions"),
        Figure("seats asked that bid", "bids", "asked"),
        Figure("lots sold without a card in them", "empty lots", "lots"),
        Figure("thefts a game", "thefts"),
    ),
    "hick-hack": (
        Figure("offers a game", "offers"),
        Figure("answers that accept", "accepts", "answers"),
        Figure("offers that all accept", "agreed", "offers"),
        Figure("duels a game", "fights"),
        Figure("duels between foxes", "fox fights", "fights"),
    ),
    "raise": (
        Figure("rounds a game", "rounds"),
        Figure("last pawns that raise", "raises", "asked"),
        Figure("raises a game", "raises"),
    ),
}
