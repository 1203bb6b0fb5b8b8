"""What is asked of a game's table in the terminal. `docs/reference/contracts.md` says what each name means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from rich.console import RenderableType

from tripot.play import Game, View

from . import plain_table


class Terminal(Protocol):
    """A game drawn for the terminal: `terminal.py`."""

    def draw(self, view: View, names: Sequence[str], lang: str, /) -> RenderableType: ...
    def report(self, before: Any, after: Any, names: Sequence[str], lang: str, /) -> RenderableType | None: ...


def terminal(game: Game) -> Terminal:
    """How the game is drawn in the terminal; by default as its sketch."""
    found: Terminal | None = game.part("terminal")
    return found or plain_table
