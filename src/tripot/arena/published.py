"""The levels' ratings as published with the package: made by `tripot ladder --ratings`, shown on the site.

A rating is in points of 400 for odds of ten to one (Bradley and Terry's model), the beginner's being 1000 in every game: how
much a level is better than the one below, added up, as the mean over the seat counts of the ladder.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from importlib.resources import files

FILE = "published.json"
FORMAT = "tripot-ratings 1"


@dataclass(frozen=True)
class Rating:
    """A level's rating in a game, with its 95 % interval."""

    points: float
    low: float
    high: float


@functools.cache
def ratings(game: str) -> dict[str, Rating]:
    """By level; none where none were published."""
    data = json.loads(files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    assert data["format"] == FORMAT
    return {level: Rating(**rating) for level, rating in data["games"].get(game, {}).items()}
