"""The games, each in a folder of its own.

What a game must and may have is in `docs/reference/contracts.md`.
"""

from __future__ import annotations

import sys
from types import ModuleType


class _Games(ModuleType):
    """This folder, and at the same time the function that lists all games: `tripot.games()`."""

    def __call__(self) -> tuple[object, ...]:
        from tripot.play import games

        return games()


sys.modules[__name__].__class__ = _Games
