"""What draws each game: its own board, and the default board for all that it leaves out."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import cast

from markupsafe import Markup

from tripot.core.contracts import Rules
from tripot.play import Game

from . import plain_board
from .contract import Board

Figure = Callable[[str], str]
"""A picture for the rules in a language."""
PARTS = [name for name in (*Board.__annotations__, *vars(Board)) if not name.startswith("_")]


BOARDS: dict[Rules, Board] = {}
"""By the rules: a module is found at once, while a game is told from others by all that it declares."""


def board_of(game: Game) -> Board:
    """The board of a game, with every part that the contract names."""
    found = BOARDS.get(game.rules)
    if found is None:
        own = game.part("board")
        drawn = {} if own is None else {name: part for name, part in vars(own).items() if name in PARTS}
        parts = {name: vars(plain_board)[name] for name in PARTS} | drawn
        found = BOARDS[game.rules] = cast("Board", SimpleNamespace(**parts))
    return found


def figures_of(game: Game) -> Mapping[str, Figure]:
    """The pictures for the rules that a game's board draws, by the name that the pages give them."""
    part = game.part("board.figures") if game.part("board") else None
    figures: Mapping[str, Figure] = part.FIGURES if part else {}
    return figures


def style_of(game: Game) -> bytes:
    """The style sheet of a game's board; empty if it has none."""
    file = game.file("board", "style.css")
    return file.read_bytes() if file.is_file() else b""


def symbols_of(game: Game) -> str:
    """The drawings that a game's board uses besides the shared ones."""
    file = game.file("board", "symbols.svg")
    return file.read_text(encoding="utf-8") if file.is_file() else ""


@functools.cache
def cover_of(game: Game) -> Markup:
    """The drawing on the lid of a game's box; where it has none of its own, its designer's name."""
    file = game.file("board", "cover.svg")
    if file.is_file():
        return Markup(file.read_text(encoding="utf-8"))
    return Markup('<text class="k-name" x="120" y="150">{}</text>').format(game.designer)
