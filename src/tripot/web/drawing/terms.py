"""The names of what lies on a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Term(NamedTuple):
    """A symbol of the board: where it is, by a CSS selector; its name, two words at most; and a sentence about it."""

    where: str
    name: str
    says: str


def terms(places: Sequence[str], words: Sequence[tuple[str, str]]) -> list[Term]:
    """Places and their words, in the same order."""
    return [Term(where, name, says) for where, (name, says) in zip(places, words, strict=True)]
