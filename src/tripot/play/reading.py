"""Questions to the rules that positions and views have in common."""

from __future__ import annotations

import threading
from typing import Any

from tripot.core.state import CHANCE

_scratch = threading.Lock()  # `legal` and `weights` write into the state's work space, which several threads may share


def legal_actions(rules: Any, state: Any, seat: int) -> list[int]:
    """What a seat may do now."""
    with _scratch:
        count = rules.legal(state, seat)
        return list(state.acts[:count])


def outcomes(rules: Any, state: Any) -> tuple[list[int], list[int]]:
    """What chance may bring now, and the weight of each; nothing unless chance is to act."""
    if rules.to_act(state) != CHANCE:
        return [], []
    with _scratch:
        count = rules.weights(state)
        return list(state.acts[:count]), list(state.odds[:count])


def points(rules: Any, state: Any, seats: int) -> tuple[int, ...]:
    """The points of every seat as the rule book counts them, now."""
    found = [0] * int(rules.SEATS)
    rules.score(state, found)
    return tuple(found[:seats])


def seats_of(mask: int) -> tuple[int, ...]:
    """The seats in a bit mask."""
    return tuple([seat for seat in range(mask.bit_length()) if mask >> seat & 1])
