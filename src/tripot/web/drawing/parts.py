"""A drawing in parts, and parts in pieces, so that only what has changed is sent again."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..table import Table

STAMP = 16  # letters
SECONDS = re.compile(r'(?<= data-left=)"\d+">\d+')


class Pieces:
    """HTML that is made of pieces. Each of them that has an id is one whole element of that id, which is sent alone when only
    such pieces have changed; what stands between them has none.

    It is put together only where all of it is sent: readers have most of their pieces in common.
    """

    __slots__ = ("ids", "pieces")

    def __init__(self, ids: Sequence[str], pieces: Sequence[str]) -> None:
        self.ids, self.pieces = ids, pieces

    def __str__(self) -> str:
        return "".join(self.pieces)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (str, Pieces)) and str(self) == str(other)

    __hash__ = None  # type: ignore[assignment]


Html = str | Pieces


def in_one(pieces: Sequence[str]) -> Pieces:
    """What is always sent as a whole, of pieces that readers have in common."""
    return Pieces(("",) * len(pieces), pieces)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A table drawn for one reader: parts, each a piece of the page of its own, and the plan of where they stand."""

    facts: str
    """The attributes of the whole."""
    plan: str
    parts: dict[str, Html]

    @property
    def is_yours(self) -> bool:
        """Whether the reader is asked something."""
        return 'data-yours="1"' in self.facts

    @property
    def stamp(self) -> str:
        """The same for drawings that look the same, but for the seconds of a clock, which a page counts itself: by it a page says
        which one it shows.
        """
        return hashlib.sha256(SECONDS.sub("", str(self)).encode()).hexdigest()[:STAMP]

    def __str__(self) -> str:
        return self._whole(self.facts)

    def _whole(self, facts: str) -> str:
        inside = {name: _part(name, html) for name, html in self.parts.items()}
        return f'<div id="live" {facts}>{self.plan.format(**inside)}</div>'

    def since(self, shown: Drawing | None) -> str:
        """What a page that shows that drawing needs to show this one: the parts that have changed; nothing if none has. A drawing
        by another plan comes whole, and says that it is the next one, so that what led to it is still shown.
        """
        if shown is None:
            return str(self)
        if shown.plan != self.plan:
            return self._whole(f"data-next {self.facts}")
        old, changed = shown.parts, list[str]()
        for name, html in self.parts.items():
            if html is not (was := old[name]):
                changed += _changed(name, html, was)
        if not changed and shown.facts == self.facts:
            return ""
        return f'<div id="live" data-part {self.facts}>{"".join(changed)}</div>'


def _changed(name: str, html: Html, old: Html) -> Sequence[str]:
    """What has changed of a part: those of its pieces that have, if each of them has an id; else all of it."""
    if type(html) is not Pieces or type(old) is not Pieces or html.ids != old.ids:
        return () if html == old else (_part(name, html),)
    found = []
    for key, piece, was in zip(html.ids, html.pieces, old.pieces, strict=True):
        if piece is not was and piece != was:
            if not key:
                return (_part(name, html),)
            found.append(piece)
    return found


def _part(name: str, html: Html) -> str:
    return f'<div class="part" id="part-{name}">{html}</div>'


def facts_of(number: int, decision: int, title: str, is_yours: bool) -> str:
    """The attributes of a drawing."""
    return f'data-number="{number}" data-decision="{decision}" data-title="{title}" data-yours="{int(is_yours)}"'


def own_seats(table: Table, owner: str | None) -> tuple[int, ...]:
    """The seats that somebody plays here."""
    return table.seats_of(owner) if owner else ()
