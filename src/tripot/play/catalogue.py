"""Which games there are: those of installed packages, found by their entry points. Our own come in by the same door.

An entry point of the group `tripot.games` names a game's declaration (a `Game`), a module that has one as `GAME`, or a package
of such modules. A package that cannot be used is left out with its reason; nothing else suffers.
"""

from __future__ import annotations

import functools
import operator
import pkgutil
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import NamedTuple

from tripot.errors import UnknownGame

from .complete import lacking
from .game import Game

GROUP = "tripot.games"
REQUIRES = re.compile(r"tripot(?![\w.-])(?:\[[^\]]*\])?\s*\(?([^;)]*)")
BOUND = re.compile(r"(==|!=|>=|<=|~=|>|<)\s*([\d.]+)")
IS_MET: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "~=": lambda ours, theirs: ours >= theirs and ours[:1] == theirs[:1],
}
OWN = EntryPoint("tripot", "tripot.games", GROUP)  # also where a source tree has not been installed


class Catalogue(NamedTuple):
    """The games by name, and why others cannot be used, by the name of their entry point."""

    games: dict[str, Game]
    unusable: dict[str, str]


@functools.cache
def catalogue() -> Catalogue:
    """All games that are installed here, the oldest first, those without a year last."""
    found: dict[str, Game] = {}
    unusable: dict[str, str] = {}
    for entry in dict.fromkeys((OWN, *entry_points(group=GROUP))):
        try:
            _check_version(entry)
            for game in _declared(entry.load()):
                if faults := list(lacking(game)):
                    raise TypeError("\n".join(f"{game.name}: {fault}" for fault in faults))
                if game.name in found:
                    raise ValueError(f"there is another game {game.name!r}, of the package {found[game.name].package}")
                found[game.name] = game
        except Exception as error:  # whatever a stranger's package does wrong, the others are played
            unusable[entry.name] = f"{type(error).__name__}: {error}"
    by_age = sorted(found.values(), key=lambda game: (game.year is None, game.year, game.name))
    return Catalogue({game.name: game for game in by_age}, unusable)


def _check_version(entry: EntryPoint) -> None:
    """Refuse a package that is written for another version of tripot."""
    __version__ = import_module("tripot").__version__  # by name: the package imports what is above this layer
    for wanted in (entry.dist.requires or []) if entry.dist else []:
        if found := REQUIRES.match(wanted):
            for sign, number in BOUND.findall(found[1]):
                ours, theirs = _numbers(__version__), _numbers(number)
                if not IS_MET[sign](ours, theirs):
                    raise ImportError(f"it is written for {wanted}, this is tripot {__version__}")


def _numbers(version: str) -> tuple[int, ...]:
    """A version as numbers that can be compared; 1.0 and 1.0.0 are the same."""
    numbers = [int(part) for part in re.findall(r"\d+", version)]
    return tuple([*numbers, 0, 0, 0][:3])


def _declared(loaded: object) -> Iterator[Game]:
    """The games that an entry point stands for."""
    if isinstance(loaded, Game):
        yield loaded
    elif isinstance(loaded, ModuleType) and hasattr(loaded, "GAME"):
        yield from _declared(loaded.GAME)
    elif isinstance(loaded, ModuleType) and hasattr(loaded, "__path__"):
        for module in pkgutil.iter_modules(loaded.__path__, f"{loaded.__name__}."):
            yield from _declared(import_module(module.name))
    else:
        raise TypeError(f"a game is a tripot.Game, not {type(loaded).__name__}")


def games() -> tuple[Game, ...]:
    """All games that are installed here."""
    return tuple(catalogue().games.values())


def load(name: str) -> Game:
    """The game of that name."""
    known, unusable = catalogue()
    if name in known:
        return known[name]
    why = f"; {name!r} cannot be used: {unusable[name]}" if name in unusable else ""
    raise UnknownGame(f"there is no game {name!r}; games: {', '.join(known)}{why}")
