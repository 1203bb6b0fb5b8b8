"""Real card-and-dice games: exact rules, honest chance, secrets kept.

import tripot

game = tripot.load("whist")
pos = game.start(seats=4, seed=7)
while not pos.is_over:
    pos = pos.play(pos.legal_moves()[0], seat=pos.to_act)
print(pos.outcome)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tripot.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR
from tripot.errors import TripotError
from tripot.notation.record import GameRecord
from tripot.notation.record import parse as parse_record
from tripot.play import Event, Game, Move, Outcome, Position, View, games, load, replay

if TYPE_CHECKING:
    from tripot.analysis import Review

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "HIDDEN",
    "NOBODY",
    "SPECTATOR",
    "Event",
    "Game",
    "GameRecord",
    "Move",
    "Outcome",
    "Position",
    "TripotError",
    "View",
    "games",
    "load",
    "parse_record",
    "replay",
    "review",
]


def review(
    record: GameRecord | Position | str,
    *,
    seat: int,
    budget: float = 10.0,
    worlds: int | None = None,
    seed: int = 0,
    bots: Sequence[str] | None = None,
    progress: Callable[[float], bool | None] | None = None,
) -> Review:
    """What a seat should have played, and how lucky it was: `tripot.analysis.review`, imported when it is first asked for."""
    from tripot.analysis import review as made

    return made(record, seat=seat, budget=budget, worlds=worlds, seed=seed, bots=bots, progress=progress)
