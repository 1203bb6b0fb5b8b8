"""The games of the house, a list one can read."""

from __future__ import annotations

from tripot.errors import UnknownGame
from tripot.notation import hick_hack as hick_hack_notation
from tripot.notation import raise_ as raise_notation
from tripot.notation import razzia as razzia_notation
from tripot.notation import razzia_knizia as razzia_knizia_notation
from tripot.rules import hick_hack, raise_, razzia, razzia_knizia

from .game import Game

RAZZIA = Game(
    name="razzia",
    title="Razzia",
    designer="Stefan Dorra",
    year=1992,
    least=3,
    most=8,
    rules=razzia,
    notation=razzia_notation,
)
RAZZIA_KNIZIA = Game(
    name="razzia-knizia",
    title="Razzia!",
    designer="Reiner Knizia",
    year=2004,
    least=2,
    most=5,
    rules=razzia_knizia,
    notation=razzia_knizia_notation,
)
HICK_HACK = Game(
    name="hick-hack",
    title="Hick Hack in Gackelwack",
    designer="Stefan Dorra",
    year=2001,
    least=2,
    most=6,
    rules=hick_hack,
    notation=hick_hack_notation,
)
RAISE = Game(
    name="raise",
    title="RAISE",
    designer="Peter Prinz",
    year=None,  # no source at hand gives it
    least=2,
    most=5,
    rules=raise_,
    notation=raise_notation,
)

GAMES = {game.name: game for game in (RAZZIA, RAZZIA_KNIZIA, HICK_HACK, RAISE)}


def games() -> tuple[Game, ...]:
    """All games of the house."""
    return tuple(GAMES.values())


def load(name: str) -> Game:
    """The game of that name."""
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownGame(f"there is no game {name!r}; games: {', '.join(GAMES)}") from None
