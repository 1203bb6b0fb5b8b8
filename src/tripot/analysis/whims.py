"""What the bots' own random numbers changed: a second kind of luck, of games whose bots can be asked again.

A bot that searches with few simulations, or plays at random now and then, might have moved otherwise in the same place. Asked
again with fresh numbers it gives a move that could as well have been played: which of them was, is chance. So what the value of
the position is worth more after the move played than after those others has mean zero, whatever the bots are and however wrong
the values. Whoever has no random numbers has no whims.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tripot.bots import ask, bot, stream
from tripot.core.state import CHANCE
from tripot.play import Position

from .company import Company
from .luck import value
from .turns import Moment, moments
from .worth import Rows, Worth, result_of

AGAIN = 2  # how often each bot is asked once more; the more often, the more of its whims is seen
SALT = 0xA6A1 << 44  # the streams of the second thoughts are never those of the first ones


def whims(position: Position, bots: Sequence[str], company: Company, *, seed: int, worlds: int) -> Rows:
    """Of a finished game that these bots played: a row for each world, as the luck has."""
    game, seats = position.game, position.seats
    worth = Worth(game, seats, company, seed)
    players, rngs = [bot(name) for name in bots], [stream(seed ^ SALT, seat) for seat in range(seats)]
    total = np.repeat(np.zeros_like(result_of(game, position.state, seats)), worlds, axis=0)
    here = game.start(seats=seats, options=game.written_options(position.options))
    for moment in moments(game.rules, *position.line()):
        for seat in moment.free:
            others = [ask(here, seat, players[seat], rngs[seat], company=bots).steps for _ in range(AGAIN)]
            total += _whim(worth, moment, seat, others, worlds)
        here = _after(here, moment)
    return total


def _whim(worth: Worth, moment: Moment, seat: int, others: list[tuple[int, ...]], worlds: int) -> Rows | float:
    """How much better the move played was than the mean of the others; exactly nothing where they are the same."""
    played = moment.moves[seat]
    if all(steps == played for steps in others):
        return 0.0
    worths = {steps: value(worth, _with(worth, moment.before, seat, steps), worlds) for steps in {played, *others}}
    found: Rows = worths[played] - sum(worths[steps] for steps in others) / len(others)
    return found


def _with(worth: Worth, state: Any, seat: int, steps: tuple[int, ...]) -> Any:
    s = state.copy()
    for step in steps:
        worth.game.rules.apply(s, seat, step)
    return s


def _after(here: Position, moment: Moment) -> Position:
    """The position with its past: some bots look back at it."""
    for actor in moment.actors:
        for action in moment.moves[actor]:
            here = here.play((here.game.chances if actor == CHANCE else here.game.steps)[action], seat=actor)
    return here
