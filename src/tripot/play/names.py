"""What seats and people are called."""

from __future__ import annotations

from functools import cache

from tripot.language import _, in_context, languages, translated
from tripot.outside import GUEST, name_key

SEAT = translated(__package__, _("Seat {seat}"))
PRONOUNS = translated(__package__, in_context("how texts address their reader: all such words, blanks between", "you"))


def seat_names(seats: int, lang: str) -> tuple[str, ...]:
    """Names for seats that have none."""
    return tuple(SEAT[lang].format(seat=seat) for seat in range(seats))


def own_name(name: str) -> str:
    """A name as others may read it, on their pages and in records: the guest's instead of a pronoun, which means the reader."""
    return GUEST if name_key(name) in _pronouns() else name


@cache
def _pronouns() -> frozenset[str]:
    """Those of all languages: who reads a name may read another language than who has given it."""
    return frozenset(name_key(word) for lang in languages() for word in PRONOUNS[lang].split())
