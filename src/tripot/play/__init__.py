"""The typed facade: games, positions, views, moves."""

from __future__ import annotations

from .catalogue import games, load
from .game import Game
from .loading import replay
from .move import Event, Move, MoveList, Outcome
from .position import Position
from .view import View

__all__ = ["Event", "Game", "Move", "MoveList", "Outcome", "Position", "View", "games", "load", "replay"]
