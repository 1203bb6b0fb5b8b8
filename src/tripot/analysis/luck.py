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
    """The result of a finished game and its luck: each a number for every measure and seat."""
    game, seats = position.game, position.seats
    worth = Worth(game, seats, company, seed)

    def value(state: Any) -> Rows:
        is_over = game.rules.to_act(state) == NOBODY
        rows = result_of(game, state, seats) if is_over else worth.of_position(state, 0, worlds)
        mean: Rows = rows.mean(axis=0)
        return mean

    found = turns(game.rules, moments(game.rules, *position.line()), NOBODY)  # nobody's own choices
    total = np.zeros_like(result_of(game, position.state, seats)[0])
    for turn in found:
        if turn.kind == CHANCES:
            total += value(turn.after) - value(turn.before)
    return result_of(game, position.state, seats)[0], total
