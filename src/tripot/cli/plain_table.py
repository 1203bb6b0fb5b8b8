"""The table of a game that draws none of its own in the terminal: its sketch in a frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.panel import Panel
from rich.text import Text

from tripot.play import View


def draw(view: View, names: Sequence[str], lang: str) -> RenderableType:
    """The table as the viewing seat sees it."""
    return Panel(Text(str(view)))


def report(before: Any, after: Any, names: Sequence[str], lang: str) -> RenderableType | None:
    """Nothing besides the log."""
    return None
