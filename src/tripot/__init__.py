"""Real card-and-dice games: exact rules, honest chance, secrets kept.

import tripot

game = tripot.load("whist")
pos = game.start(seats=4, seed=7)
while not pos.is_over:
    pos = pos.play(pos.legal_moves()[0], seat=pos.to_act)
print(pos.outcome)
"""

from __future__ import annotations

from tripot.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR
from tripot.errors import TripotError
from tripot.notation.record import GameRecord
from tripot.notation.record import parse as parse_record
from tripot.play import Event, Game, Move, Outcome, Position, View, games, load, replay

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
]
