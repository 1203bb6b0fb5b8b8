"""What exact methods need to know of the game: how long it can last, a table so near its end that its whole tree can be walked,
and what its seats draw and hold unseen.
"""

from __future__ import annotations

from typing import Any

from tripot.adapters.resampling import Secrets, Thing
from tripot.core.state import NOBODY

from . import rules


def longest(s: Any) -> tuple[int, int]:
    """The most decisions and the most chance events of a game from its first state."""
    cards = rules.DECK[s.box] * s.seats
    return 2 * cards + (s.rounds + 1) * 2 * s.seats, 1 + cards + (s.rounds + 1) * (s.dice + 1)


def mini() -> Any:
    """Two seats, the last round of the tiny box: bell-1 and bell-2 in each hand, cloud-5 or bell-2 to draw."""
    s = rules.State()
    rules.setup(s, 2, rules.Options(box="tiny", first_roller=0))
    cloud, one, two = 9, 13, 14
    for card in range(2):
        s.where[card] = rules.SET_ASIDE
    s.face_down, s.rounds = 2, 1
    for seat in range(2):
        s.hand[seat][:2] = [one, two]
        s.hand_n[seat], s.pile_n[seat] = 2, 2
        s.pile[seat][:] = [0] * rules.TYPES
        s.pile[seat][cloud] = s.pile[seat][two] = 1
    return s


class Hidden(Secrets):
    """Cards of a pile that is never renewed, and first cards."""

    def drawer(self, s: Any) -> int:
        return int(s.turn) if s.phase <= rules.DRAW_PASSED else NOBODY

    def held(self, s: Any, seat: int) -> list[Thing]:
        return [Thing(0, card) for card in s.hand[seat][: s.hand_n[seat]]]

    def chosen(self, s: Any, seat: int) -> list[int]:
        return [s.first[seat]]

    def shown(self, before: Any, action: int, also_seen: int) -> Thing | None:
        return Thing(0, action) if action < rules.TYPES else None


SECRETS = Hidden()
