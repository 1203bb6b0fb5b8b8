"""Who sat there: how each seat is expected to play on when the rest of a game is imagined.

A review is made for the company that sat at the table: advice that is right against masters may be wrong against beginners. For
now a seat is known by the share of its steps that follow the rules of thumb; the others are random.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tripot.bots import BOTS, LEVELS, Level
from tripot.core.rollouts import FULL
from tripot.errors import UnknownBot
from tripot.play import Game

PERCENT = FULL // 100
USUAL = "thumb"  # somebody of whom nothing is known


@dataclass(frozen=True)
class Company:
    """How every seat plays on."""

    names: tuple[str, ...]
    """The ids of the bots that the seats are expected to play like."""
    thumbs: tuple[int, ...]
    """Thousandths of their steps that follow the rules of thumb."""


def company(game: Game, seats: int, names: Sequence[str] | None = None) -> Company:
    """The company of these bots, one for each seat or one for all; by default all follow the rules of thumb."""
    given = tuple(names or (USUAL,))
    given = given * seats if len(given) == 1 else given
    if len(given) != seats:
        raise UnknownBot(f"{game.name}: {len(given)} bots for {seats} seats; name one bot, or one for each seat")
    return Company(given, tuple(_share(game, name) for name in given))


def guessed(game: Game, seats: int, names: Mapping[int, str]) -> Company:
    """The company that the names of a record tell of: bots by their ids or names, people as the rules of thumb."""
    return company(game, seats, [_bot_named(names.get(seat, "")) for seat in range(seats)])


def _bot_named(name: str) -> str:
    known = {level.name: level.id for level in LEVELS.values()}
    first = name.split(" ")[0]
    return known.get(name) or (first if first in BOTS else USUAL)


def _share(game: Game, name: str) -> int:
    """Thousandths of the steps by the rules of thumb: a level expects of others what it is itself."""
    found = BOTS.get(name)
    if found is None:
        raise UnknownBot(f"a review knows the bots {', '.join(BOTS)}; not {name!r}")
    if name == "random":
        return 0
    if isinstance(found, Level):
        return found.settings_for(game, compiled=True).thumb * PERCENT
    return FULL
