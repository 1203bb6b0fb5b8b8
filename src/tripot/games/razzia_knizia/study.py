"""What a study counts in the game."""

from __future__ import annotations

from typing import Any

from tripot.arena.happenings import Figure

from . import rules

FIRST = "the seat that begins, having the highest cheque"  # who has place 0

FIGURES = (
    Figure("auctions a game", "auctions"),
    Figure("auctions called by choice", "called", "auctions"),
    Figure("seats asked that bid", "bids", "asked"),
    Figure("lots sold without a card in them", "empty lots", "lots"),
    Figure("thefts a game", "thefts"),
)
HABITS = (
    Figure("turns that call an auction", "called", "turns"),
    Figure("cards in a lot that is called for", "cards called", "called"),
    Figure("seats asked that bid (the others pass)", "bids", "asked"),
    Figure("lots sold without a card in them", "empty lots", "lots"),
    Figure("thefts a game", "thefts"),
)
FOLLIES = (Figure("auctions called for nothing", "calls for nothing", "called"),)


def happened(before: Any, actor: int, action: int, after: Any) -> list[str]:
    """Auctions and how they began, bids, lots sold and what was in them, thefts."""
    names = []
    if after.phase == rules.BIDDING and before.phase != rules.BIDDING:
        names += ["auctions", "called"] if actor >= 0 else ["auctions"]
    if actor >= 0 and action in (rules.DRAW, rules.CALL):
        names += ["turns"] + (["cards called"] * before.display_n if action == rules.CALL else [])
    if actor >= 0 and before.phase == rules.BIDDING:
        names += ["asked", "bids"] if action >= rules.BID else ["asked"]
    if after.centre != before.centre:  # the cheque bid lies there now
        names += ["lots"] if before.display_n > 0 else ["lots", "empty lots"]
    if actor >= 0 and action == rules.CALL and before.display_n == 0:
        names.append("calls for nothing")
    if actor >= 0 and action < rules.DRAW:
        names.append("thefts")
    return names
