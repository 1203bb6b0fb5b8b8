"""The beats of a reveal: what is shown one after the other before a new board lies there.

With the parts of a board that have changed, a page gets the beats of the steps that led there, all of it what its reader may
know. It plays those that it has not shown yet on the old board (`static/reveal.js`), then puts the new one in its place. The
server is the judge all the time: what is shown early or late changes nothing of what is known.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["chosen", "turn", "place", "dice", "flight", "word", "pawn", "sheet", "deal"]
"""How long a beat lasts: everybody has chosen; cards are turned up and read; a place is settled; dice and their totals; things go
to somebody; a word of somebody, such as a bid; a pawn walks; the sheet of the round, which stays; the next round is laid out."""


class Flight(NamedTuple):
    """A thing that goes from one element of the page to another, by their ids."""

    start: str
    end: str
    thing: str
    """Its HTML, as the board draws it."""


class Beat(NamedTuple):
    """One thing at a time: one place, one sentence, one flight."""

    kind: Kind
    say: str
    """One sentence in plain text: who, what, why, how much; it depends on the step alone. Shown in the status line, read aloud
    once and kept in the sheet; empty if there is nothing to say."""
    place: str = ""
    """The id of the element that it is about, which gets a ring."""
    show: tuple[tuple[str, str], ...] = ()
    """(id, HTML): what lies inside of elements of the old board from now on, such as cards that have been turned up."""
    fly: tuple[Flight, ...] = ()
    """What goes to whom; all of it takes off at about the same time."""
