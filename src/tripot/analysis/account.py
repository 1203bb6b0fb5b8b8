"""The account of a game for one seat: result = start + chance + own choices + guesses + the others.

`V(s)` is the mean result of whole games from a whole state, played on by the company. A chance turn adds V after it minus V
before it: chance in a rollout is drawn as in the game, so the sum of these has mean zero, whoever plays how well. An own choice
adds what it was worth from the view, against what the seat's model would have chosen there; the guess is what it was worth in the
true world beyond that. All parts add up to the result because each V is used once with each sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_FLOOR, Decimal
from typing import Any, NamedTuple, TypeVar

from .turns import CHANCES, OWN, Turn

V = TypeVar("V")

PARTS = ("start", "chance", "own", "guesses", "others")


class Account(NamedTuple):
    """What a result is made of; numbers, or arrays with a number for each world."""

    start: Any
    chance: Any
    own: Any
    guesses: Any
    others: Any
    result: Any


def account(turns: Sequence[Turn], values: Sequence[V], choices: Sequence[V]) -> Account:
    """Add up a game: the values of all marks (one more than turns), and of every own choice its worth from the view."""
    zero: Any = values[0] - values[0]  # type: ignore[operator]
    parts: dict[str, Any] = dict.fromkeys(("chance", "own", "guesses", "others"), zero)
    own = iter(choices)
    for turn, before, after in zip(turns, values, values[1:], strict=False):
        gain: Any = after - before  # type: ignore[operator]
        if turn.kind == OWN:
            choice = next(own)
            parts["own"] = parts["own"] + choice
            parts["guesses"] = parts["guesses"] + gain - choice
        else:
            name = "chance" if turn.kind == CHANCES else "others"
            parts[name] = parts[name] + gain
    return Account(values[0], parts["chance"], parts["own"], parts["guesses"], parts["others"], values[-1])


def rounded(numbers: Sequence[float], total: float, digits: int) -> list[float]:
    """The numbers with that many digits, so that they add up to the rounded total to the last digit shown.

    All are rounded down, then those with the largest remainders up (largest remainder method).
    """
    unit = Decimal(1).scaleb(-digits)
    exact = [Decimal(number) for number in numbers]
    down = [number.quantize(unit, ROUND_FLOOR) for number in exact]
    missing = int((Decimal(total).quantize(unit) - sum(down)) / unit)
    by_rest = sorted(range(len(exact)), key=lambda place: down[place] - exact[place])
    for turn in range(abs(missing)):  # more than one each only where the numbers do not add up before rounding
        place = by_rest[turn % len(by_rest)] if missing > 0 else by_rest[-1 - turn % len(by_rest)]
        down[place] += unit if missing > 0 else -unit
    return [float(number) for number in down]
