"""The luck of a whole game for every seat: what chance changed about the value of the position, added up."""

from __future__ import annotations

from typing import Any

import numpy as np

from tripot.core.state import NOBODY
from tripot.play import Position

from .company import Company
from .turns import CHANCES, moments, turns
from .worth import Rows, Worth, result_of

WORLDS = 64


def luck(position: Position, company: Company, *, seed: int, worlds: int = WORLDS) -> tuple[Rows, Rows]:
    """The result of a finished game, a number for every measure and seat; and its luck, such a row for each world.

    The mean of the rows is the luck; how much they differ tells how much noise is in it.
    """
    worth = Worth(position.game, position.seats, company, seed)
    found = turns(position.game.rules, moments(position.game.rules, *position.line()), NOBODY)  # nobody's own choices
    result = result_of(position.game, position.state, position.seats)
    total = np.repeat(np.zeros_like(result), worlds, axis=0)
    for turn in found:
        if turn.kind == CHANCES:
            total += value(worth, turn.after, worlds) - value(worth, turn.before, worlds)
    return result[0], total


def value(worth: Worth, state: Any, worlds: int) -> Rows:
    """What a whole state is worth in each world; one that is over, its result in all of them."""
    if worth.game.rules.to_act(state) == NOBODY:
        return result_of(worth.game, state, worth.seats)
    return worth.of_position(state, 0, worlds)
