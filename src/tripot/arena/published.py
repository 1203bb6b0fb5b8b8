"""The levels' ratings as published in each game's folder: made by `tripot ladder --ratings`, shown on the site.

A rating is in points of 400 for odds of ten to one (Bradley and Terry's model), the beginner's being 1000 in every game: how
much a level is better than the one below, added up, as the mean over the seat counts of the ladder.
"""

from __future__ import annotations

import functools
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from tripot.play import load

from .log import write_json

FILE = "ratings.json"
FORMAT = "tripot-ratings 2"


@dataclass(frozen=True)
class Rating:
    """A level's rating in a game, with its 95 % interval."""

    points: float
    low: float
    high: float


@functools.cache
def ratings(game: str) -> dict[str, Rating]:
    """By level; none where none were published."""
    file = load(game).file(FILE)
    if not file.is_file():
        return {}
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["format"] == FORMAT
    return {level: Rating(**rating) for level, rating in data["levels"].items()}


def publish(game: str, levels: dict[str, Rating]) -> None:
    """Write the ratings of the levels to the game's folder."""
    found = {level: asdict(rating) for level, rating in levels.items()}
    write_json(Path(str(load(game).file(FILE))), {"format": FORMAT, "levels": found})
