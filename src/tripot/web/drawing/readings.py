"""A text that says the same to all but for who is "You": drawn once, and read by everybody in their own way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

MARK = "\x01"  # in no text: nobody's name has a control character (`security.clean_name`)
STEP = 4  # from a text to the next one, where a mark stands between them: a seat, what it reads, what others read
SEAT, OWN, OTHER = 1, 2, 3


def marked(seat: int, own: str, other: str) -> str:
    """A place that a seat reads in its own way; neither text has such a place in it."""
    return f"{MARK}{seat}{MARK}{own}{MARK}{other}{MARK}"


class Readings(NamedTuple):
    """Pieces as most read them, and as those do who read some of them in another way."""

    common: Sequence[str]
    own: Mapping[int, Sequence[str]]


def readings(pieces: Sequence[str]) -> Readings:
    """What everybody reads where places are marked."""
    common, differs = [], dict[int, list[tuple[int, str]]]()
    for place, piece in enumerate(pieces):
        if MARK in piece:
            piece, own = _read(piece)
            for reader, text in own:
                differs.setdefault(reader, []).append((place, text))
        common.append(piece)
    found = dict[int, Sequence[str]]()
    for reader, texts in differs.items():
        found[reader] = mine = common.copy()
        for place, text in texts:
            mine[place] = text
    return Readings(common, found)


@lru_cache(4096)  # of the panels of the seats mostly one has changed
def _read(piece: str) -> tuple[str, list[tuple[int, str]]]:
    """A piece as most read it, and the seats that read it in another way, each with what it reads."""
    texts = piece.split(MARK)
    seats = texts[SEAT::STEP]
    texts[SEAT::STEP] = none = [""] * len(seats)
    found = []
    for reader in set(seats):
        own = texts.copy()
        for number, seat in enumerate(seats):
            own[STEP * number + (OTHER if seat == reader else OWN)] = ""
        found.append((int(reader), "".join(own)))
    texts[OWN::STEP] = none
    return "".join(texts), found
