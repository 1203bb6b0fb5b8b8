"""What exact methods need to know of the game: how long it can last, a table so near its end that its whole tree can be walked,
and what its seats draw and hold unseen.
"""

from __future__ import annotations

from typing import Any

from tripot.adapters.resampling import Secrets, Thing
from tripot.core.state import NOBODY

from . import rules

NOTE_ERA = -1  # notes are drawn from a stock of their own, which is never renewed


def longest(s: Any) -> tuple[int, int]:
    """The most decisions and the most chance events of a game from its first state."""
    notes, seats = sum(s.notes), s.seats
    rounds = notes // (s.bars + 1) + 1
    decisions = rounds * (2 * seats + 1) + notes  # cards and answers, the free note; every note is given once
    cards, dice = seats * (s.hand_size + rounds), rounds * 2 * seats
    return decisions, 1 + notes + cards + dice


def mini() -> Any:
    """Three seats, one bar, two equal notes, one round; each holds a gambler and is dealt another or a police card."""
    s = rules.State()
    rules.setup(s, 3, rules.Options(box="tiny", first_dealer=0))
    s.sides, s.bars, s.short_round = 1, 1, 0
    s.board[:] = [0] + [NOBODY] * (rules.BARS - 1)
    s.notes[:] = [0, 0, 0, 2, 0, 0, 0, 0]
    s.stock[:], s.stock_n = s.notes[:], 2
    held, pile = (1, 2, 4), (6, 8, 9)  # g2, g3, g4; g5, p3, p4
    s.cards, s.pile_n = len(held) + len(pile), len(pile)
    s.spot[:] = [rules.BOXED] * rules.CARDS
    s.pile[:] = [*pile, *[0] * (rules.CARDS - len(pile))]
    for place, card in enumerate(pile):
        s.spot[card] = place
    for seat, card in enumerate(held):
        s.spot[card] = rules.HELD
        s.hand[seat * rules.HAND] = card
        s.hand_n[seat] = 1
    return s


class Hidden(Secrets):
    """Cards, one of them chosen face down, answers, and the free note in the dealer's hand."""

    def drawer(self, s: Any) -> int:
        if s.phase == rules.DEAL:
            return int(s.receiver)
        return int(s.dealer) if s.phase == rules.MONEY and s.laid == s.bars else NOBODY

    def drawn(self, s: Any, outcome: int) -> Thing:
        return Thing(s.era if outcome < rules.NOTE else NOTE_ERA, outcome)

    def held(self, s: Any, seat: int) -> list[Thing]:
        first = seat * rules.HAND
        cards = [Thing(s.card_era[card], card) for card in s.hand[first : first + s.hand_n[seat]]]
        has_note = seat == s.dealer and s.free != NOBODY
        return [*cards, Thing(NOTE_ERA, rules.NOTE + s.free)] if has_note else cards

    def chosen(self, s: Any, seat: int) -> list[int]:
        return [s.choice[seat] if s.phase == rules.CHOOSE else rules.ACCEPT + s.answer[seat]]

    def shown(self, before: Any, action: int, also_seen: int) -> Thing | None:
        if also_seen != NOBODY:
            return Thing(NOTE_ERA, also_seen)
        return Thing(before.card_era[action], action) if action < rules.CARDS else None


SECRETS = Hidden()
