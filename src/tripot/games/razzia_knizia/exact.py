"""What exact methods need to know of the game: how long it can last, a table so near its end that its whole tree can be walked,
and what its seats draw and hold unseen.
"""

from __future__ import annotations

from typing import Any

from . import rules


def longest(s: Any) -> tuple[int, int]:
    """The most decisions and the most chance events of a game from its first state."""
    cheques = rules.CHEQUES_EACH[s.box][s.seats] * s.seats * rules.ROUNDS[s.box]
    thefts = 3 * rules.CARDS[s.box][rules.THIEF]
    auctions = s.deck_n + cheques  # a called auction costs a cheque
    return s.deck_n + cheques + auctions * s.seats + thefts, s.deck_n + s.seats


def mini() -> Any:
    """Two seats, the second and last round of the tiny box: a cheque each, a thief at seat 0, a bodyguard at seat 1."""
    s = rules.State()
    rules.setup(s, 2, rules.Options(box="tiny", cheque_sets=(1, 2)))
    s.round = 1
    s.domain[0][rules.THIEF] = 1
    s.deck[rules.THIEF] -= 1
    s.discard[rules.POLICE] = 1
    s.deck[rules.POLICE] -= 1
    s.domain[1][rules.BODYGUARD] = 1
    s.deck[rules.BODYGUARD] -= 1
    s.deck_n -= 3
    return s
