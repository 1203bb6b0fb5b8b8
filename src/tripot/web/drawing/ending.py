"""What follows a game that is over."""

from __future__ import annotations

from ..table import Table
from ..words import word
from .scene import Scene, form
from .seal import PLEDGE


def ending(table: Table, scene: Scene) -> str:
    """Another game, and the pages about this one; nothing before the end."""
    if not table.is_over:
        return ""
    lang, here = scene.lang, f"/t/{table.id}"
    button = f'<button class="btn go" id="rematch">{word(lang, "rematch")}</button>'
    rematch = form(scene, PLEDGE + button, action="rematch")
    links = "".join(
        f'<a class="btn" href="{here}/{page}">{word(lang, key)}</a>'
        for page, key in (("replay", "replay"), ("record", "record"), ("verify", "verify"))
    )
    return f'<div class="acts">{rematch}{links}</div>'
