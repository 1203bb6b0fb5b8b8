"""A game's rules and kernels compiled with numba. The only module that imports numba.

numba's own cache looks at the file of a function alone: after a change of a rule the kernels would silently go on with the
old one. So the cache is ours: one folder per game, unit (the rules with the kernels, or the search) and stamp (see `bind.stamp`).
"""

from __future__ import annotations

import os
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import caching, config

from . import plain
from .bind import INLINE, OPTIONS, STAMP, bind, folder, name_of
from .rng import Rng
from .state import Record

KEPT_FOR = 30 * 86_400.0  # seconds after its last use for which the machine code of another wording is kept
KEPT = 8  # other wordings of a game's unit that are kept, those used last
IN_USE = 3600.0  # seconds after its last use for which another process may be at it
_folders: dict[str, dict[str, Path]] = {}
"""By what functions' names begin with, then by unit: where what is being decorated is cached. What is of no unit lies with the
first one."""


class Locator(caching._CacheLocator):  # type: ignore[misc]
    """Tells numba where a function's machine code is and when it is stale."""

    folder: Path

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Locator:
        self = cls()
        places = _folders[py_func.__qualname__.partition(".")[0]]
        self.folder = places.get(py_func.__module__) or next(iter(places.values()))
        self.ensure_cache_path()
        return self

    def get_cache_path(self) -> str:
        return str(self.folder)

    def get_source_stamp(self) -> str:
        return self.folder.name

    def get_disambiguator(self) -> str:
        return "0"  # module.game.function is unique


def _others(present: Path) -> list[tuple[float, Path]]:
    """The folders of all other wordings of a unit, and how many seconds ago each was used."""
    found = []
    for other in present.parent.glob(present.name[:-STAMP] + "?" * STAMP):
        with suppress(OSError):  # another process has just deleted it
            found.append((time.time() - other.stat().st_mtime, other))
    return [(unused, other) for unused, other in found if other != present]


class Engine(plain.Engine):
    """The compiled twin of `plain.Engine`: same functions, NumPy arrays, no interpreter lock."""

    is_compiled = True

    def _bound(self) -> dict[str, Any]:
        self.folders = {unit: folder(self.rules, self.policy, unit, self.observer) for unit in self.units}
        _folders[name_of(self.rules, self.units)] = {unit.__name__: place for unit, place in self.folders.items()}
        before = config.CACHE_LOCATOR_CLASSES
        config.CACHE_LOCATOR_CLASSES = f"{__name__}.{Locator.__name__}"  # numba reads it while decorating
        try:
            return bind(self.rules, self.policy, _compiled, _array, self.units, self.observer)
        finally:
            config.CACHE_LOCATOR_CLASSES = before
            for place in self.folders.values():
                with suppress(OSError):  # nothing is compiled yet, or the cache is somebody else's
                    os.utime(place)

    def forget_others(self) -> None:
        """Delete what other wordings of the game left in the cache long ago. Those of other checkouts are used in turn."""
        for present in self.folders.values():
            for place, (unused, old) in enumerate(sorted(_others(present))):
                if unused > (KEPT_FOR if place < KEPT else IN_USE):
                    shutil.rmtree(old, ignore_errors=True)

    def states(self, content: Any, count: int) -> Any:
        array = np.zeros(count, type(content).dtype())
        content.to_record(array, 0)
        return array

    def rngs(self) -> Any:
        return self.records(Rng, self.rules.SEATS + 2)

    def records(self, kind: type[Record], count: int) -> Any:
        return np.zeros(count, kind.dtype())

    def write(self, records: Any, place: int, content: Record) -> None:
        content.to_record(records, place)

    def read(self, kind: type[Record], records: Any, place: int) -> Any:
        return kind.from_record(records[place])

    def number(self, records: Any, place: int, name: str) -> int:
        return int(records[name][place])

    def streams(self, count: int) -> Any:
        return np.zeros((count, self.rules.SEATS + 2), Rng.dtype())

    def numbers(self, count: int) -> Any:
        return np.zeros(count, np.int64)

    def table(self, kind: str, *shape: int) -> Any:
        return np.zeros(shape, kind)

    def direct(self, name: str, *arguments: Any) -> Any:
        """Without numba's look at the types at every call, which takes 5 us where arrays of records are among them."""
        return getattr(self, name).compile(tuple(numba.typeof(argument) for argument in arguments))

    def plain(self, states: Any, place: int = 0) -> Any:
        return self.rules.State.from_record(states[place])


def _compiled(function: Any, lines: int) -> Any:
    options = OPTIONS
    if function.__name__ in function.__globals__.get("UNCHECKED", ()):
        options = OPTIONS | {"boundscheck": False}
    return numba.njit(cache=True, forceinline=lines <= INLINE, **options)(function)


def _array(table: tuple[Any, ...]) -> Any:
    return np.array(table, np.int64)
