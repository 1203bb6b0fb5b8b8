"""The rules pages for players: one Markdown text per game and language."""

from __future__ import annotations

from importlib.resources import files
from types import ModuleType


def page(rules: ModuleType, lang: str) -> str:
    """The rules of a game in a language."""
    stem = rules.__name__.rpartition(".")[2]
    return files(__name__).joinpath(f"{stem}.{lang}.md").read_text(encoding="utf-8")
