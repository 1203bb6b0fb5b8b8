"""Tables so near their end that the whole tree can be walked: for exact tests, for CFR, for looking at by hand.

Each is an ordinary position of the game with few things left in it, which `audit` finds sound, so that the rules play on
as always. What lies before it is the same in all its games and so known to everybody. Each game has its own in its `exact.py`.
"""

from __future__ import annotations

from typing import Any

from tripot.core.rng import Rng, begin, below
from tripot.core.state import CHANCE, NOBODY
from tripot.errors import TripotError
from tripot.play import Game

TRIED = 20  # random games
LONGER = 10  # times as long as the longest of them, if a game does not say how long it can last


def mini(game: Game) -> Any:
    """The mini table of a game, with the fewest seats it is played by."""
    own = game.part("exact")
    if own is None:
        raise TripotError(
            f"{game.name} has no mini table; begin with start=full, or give the game an exact.py with one"
        )
    s = own.mini()
    fault = game.rules.audit(s)
    assert not fault, f"the mini table of {game.name}: {game.rules.FAULTS[fault]}"
    return s


def longest(game: Game, start: Any) -> tuple[int, int]:
    """The most decisions and the most chance events of a game from its first state: bounds, which OpenSpiel wants to know.

    A game without an `exact.py` gets generous ones, after some random games.
    """
    own = game.part("exact")
    if own is not None:
        decisions, chances = own.longest(start)
        return decisions, chances
    played = [_length(game.rules, start.copy(), number) for number in range(TRIED)]
    return LONGER * max(decisions for decisions, _ in played), LONGER * max(chances for _, chances in played)


def _length(rules: Any, s: Any, number: int) -> tuple[int, int]:
    """The decisions and the chance events of one random game."""
    rng = Rng()
    begin(rng, 0, number, 0)
    decisions, chances = 0, 0
    while (who := rules.to_act(s)) != NOBODY:
        if who == CHANCE:
            rules.apply(s, CHANCE, rules.draw(s, rng))
            chances += 1
        else:
            rules.apply(s, who, s.acts[below(rng, rules.legal(s, who))])
            decisions += 1
    return decisions, chances
