"""Tables so near their end that the whole tree can be walked: for exact tests, for CFR, for looking at by hand.

Each is an ordinary position of the game with few things left in it, which `audit` finds sound, so that the rules play on
as always. What lies before it is the same in all its games and so known to everybody. Each game has its own in its `exact.py`.
"""

from __future__ import annotations

from typing import Any

from tripot.play import Game


def mini(game: Game) -> Any:
    """The mini table of a game, with the fewest seats it is played by."""
    s = game.part("exact").mini()
    fault = game.rules.audit(s)
    assert not fault, f"the mini table of {game.name}: {game.rules.FAULTS[fault]}"
    return s


def longest(game: Game, start: Any) -> tuple[int, int]:
    """The most decisions and the most chance events of a game from its first state: bounds, which OpenSpiel wants to know."""
    decisions, chances = game.part("exact").longest(start)
    return decisions, chances
