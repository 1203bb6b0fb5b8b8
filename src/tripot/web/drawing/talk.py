"""What has happened, and what people have said."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from ..table import Table
from ..words import word
from .scene import Scene, text

LOG_LINES = 30


def log_panel(scene: Scene, log: Sequence[str]) -> str:
    """The last lines of what has happened, the newest first."""
    rows, title = "".join([_entry(line) for line in reversed(log[-LOG_LINES:])]), word(scene.lang, "log")
    return f'<section class="log" tabindex="0" aria-label="{title}"><h2>{title}</h2><ol>{rows}</ol></section>'


@functools.lru_cache(16_384)
def _entry(line: str) -> str:
    return f"<li>{text(line)}</li>"


def chat_panel(table: Table, lang: str) -> str:
    """What people have said, or nothing."""
    if not table.chat:
        return ""
    title = word(lang, "chat")
    rows = "".join(
        f"<li><b><bdi>{text(line.name or word(lang, 'spectator'))}</bdi></b> {text(line.text)}</li>"
        for line in table.chat[-LOG_LINES:]
    )
    return f'<section class="log said" id="said" tabindex="0" aria-label="{title}"><h2>{title}</h2><ol>{rows}</ol></section>'
