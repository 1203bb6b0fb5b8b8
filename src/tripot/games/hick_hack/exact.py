"""What exact methods need to know of the game: how long it can last, a table so near its end that its whole tree can be walked,
and what its seats draw and hold unseen.
"""

from __future__ import annotations

from typing import Any

from tripot.adapters.resampling import Secrets, Thing
from tripot.core.state import NOBODY

from . import rules

THROWS_AGAIN = 40  # dice of one tied duel after the other: beyond that no game has ever come, though it could


def longest(s: Any) -> tuple[int, int]:
    """The most decisions and the most chance events of a game from its first state."""
    grains = sum(rules.GRAINS[s.box])
    rounds = grains // s.yards
    laid = s.seats * s.lays
    decisions = rounds * (laid + laid * (rounds + s.seats))  # each contender offers all grains of a yard, all answer
    return decisions, grains + s.seats * rules.HAND_MAX + rounds * (laid + laid + THROWS_AGAIN)


def mini() -> Any:
    """Two seats, the last round of the tiny box: equal points, three grains in the bag, a fox in each hand, three cards."""
    s = rules.State()
    rules.setup(s, 2, rules.Options(box="tiny", negotiation="simple"))
    bird, big, shy, fox = 0, 4, 6, 7  # the kinds in the tiny box
    second = rules.KINDS
    hands, deck = (fox, second + fox), (bird, big, second + bird)
    s.deck[:] = [*deck, *[0] * (rules.CARDS - len(deck))]
    s.deck_n = len(deck)
    for place, card in enumerate(deck):
        s.place[card] = place
    for seat, card in enumerate(hands):
        s.place[card] = rules.HAND + seat
        s.hand[seat * rules.HAND_MAX] = card
        s.hand_n[seat] = 1
    for seat, eaten in ((0, (shy, second + big)), (1, (second + shy,))):
        for card in eaten:
            s.place[card] = rules.EATEN + seat
            s.eaten[seat] += rules.VALUE[card]
    s.to_draw, s.phase, s.yard, s.round, s.supplier = 0, rules.SUPPLY, 0, 4, 1
    s.bag[:] = [1, 0, 2]
    s.won[:] = [1, 0, 0, 0, 3, 2, *[0] * (len(s.won) - 6)]
    return s


class Hidden(Secrets):
    """Cards, one or two of them laid face down, and answers."""

    def drawer(self, s: Any) -> int:
        return int(s.drawer) if s.phase == rules.DRAW else NOBODY

    def drawn(self, s: Any, outcome: int) -> Thing:
        return Thing(s.reshuffles, outcome)

    def held(self, s: Any, seat: int) -> list[Thing]:
        first = seat * rules.HAND_MAX
        return [Thing(s.era[card], card) for card in s.hand[first : first + s.hand_n[seat]]]

    def chosen(self, s: Any, seat: int) -> list[int]:
        if s.phase != rules.CHOOSE:
            return [s.answer[seat]]
        return [card for card in s.laid[seat * s.lays : (seat + 1) * s.lays] if card != NOBODY]

    def shown(self, before: Any, action: int, also_seen: int) -> Thing | None:
        return Thing(before.era[action], action) if action < rules.CARDS else None


SECRETS = Hidden()
