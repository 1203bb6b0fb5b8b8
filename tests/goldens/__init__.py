"""What the recorded games in tests/records have to show: one file for every ending and every special rule of each game.

`FEATURES[stem][name]` says at how many seats, with which options, and by which step one knows it. A predicate looks at one
step of a game on full states: `predicate(rules, before, actor, action, after)`. `make goldens` searches for such games.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import tripot
from tests.walks import fresh

from .feature import Feature

RECORDS = Path(__file__).parents[1] / "records"

GAMES = {game.stem: game for game in tripot.games()}
"""The games by their stem."""

FEATURES: dict[str, dict[str, Feature]] = {stem: import_module(f"{__name__}.{stem}").FEATURES for stem in GAMES}

Step = tuple[Any, int, int, Any]
"""State before, actor, action, state after."""


def steps(stem: str, seats: int, options: dict[str, Any], taken: list[tuple[int, int]]) -> Iterator[Step]:
    """The game with those steps once more, from an empty table."""
    after = fresh(GAMES[stem].name, seats, options)
    for actor, action in taken:
        before = after.copy()
        GAMES[stem].rules.apply(after, actor, action)
        yield before, actor, action, after.copy()


def path_of(stem: str, name: str) -> Path:
    """Where the golden of a feature is kept."""
    return RECORDS / stem / f"{name}.txt"


__all__ = ["FEATURES", "GAMES", "RECORDS", "Feature", "Step", "path_of", "steps"]
