"""How a field of a state is declared: what its numbers are, their range, who may see them, a few words.

Imports neither NumPy nor numba.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod
from typing import Any, TypedDict, Unpack

NOBODY = -1  # nobody acts (the game is over); more generally: no seat, no card, nothing
CHANCE = -2  # a card drawn or a die rolled decides
SPECTATOR = -3  # the seat of someone who only watches
HIDDEN = -4  # in a view: there is something here that the seat may not know

WIDTHS = ("i1", "i2", "i4", "i8")

# What a number can be
NUMBER, COUNT, FLAG, SEAT, SEATS = "number", "count", "flag", "seat", "seats"
INDEX, MASK, ONE_OF = "index", "mask", "one of"
KINDS = (NUMBER, COUNT, FLAG, SEAT, SEATS, INDEX, MASK, ONE_OF)


# -- Who may see a field ----------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    """Who may see a field: everybody, nobody, its own seat alone (all the time or in some phases), or as `view` says by hand."""

    who: str
    field: str = ""  # the secret depends on the value of this field: it is one
    values: tuple[int, ...] = ()  # while the field has one of these values,
    is_until: bool = False  # or as long as it has none of them

    def during(self, **condition: int | tuple[int, ...]) -> Seen:
        """A secret only while a field has this value or one of these; otherwise everybody sees it."""
        return self._on(condition, is_until=False)

    def until(self, **condition: int | tuple[int, ...]) -> Seen:
        """A secret until a field has this value or one of these; then everybody sees it."""
        return self._on(condition, is_until=True)

    def _on(self, condition: dict[str, int | tuple[int, ...]], *, is_until: bool) -> Seen:
        if self.who != "own" or len(condition) != 1:
            raise TypeError("only OWN takes a condition, of one field: OWN.during(phase=CHOOSE)")
        ((name, values),) = condition.items()
        return Seen(self.who, name, values if isinstance(values, tuple) else (values,), is_until)

    def __str__(self) -> str:
        if not self.field:
            return self.who
        values = " or ".join(map(str, self.values))
        return f"{self.who} {'until' if self.is_until else 'while'} {self.field} is {values}"


EVERYBODY = Seen("everybody")
OWN = Seen("own")  # each seat its own row; in the others' rows HIDDEN stands for whatever is there, NOBODY is seen
UNSEEN = Seen("nobody")  # blank in every view
RULED = Seen("by rule")  # the rules' `view` says it by hand


# -- Fields -----------------------------------------------------------------------


@dataclass(frozen=True)
class Cells:
    """A field: how wide its numbers are, its shape (empty for one number), what the numbers are and who may see them."""

    what: str = NUMBER
    kind: str = ""  # as NumPy calls it
    shape: tuple[int, ...] = ()
    is_scratch: bool = False
    bounds: tuple[int, int] | None = None
    of: int = 0  # seats, things or values that there are
    names: tuple[str, ...] = ()  # of the values
    or_none: bool = False  # whether NOBODY stands for none
    axes: tuple[str, ...] = ()
    table: tuple[int, ...] = ()  # the shape before it was laid out flat
    seen: Seen = EVERYBODY
    about: str = ""

    @property
    def range(self) -> tuple[int, int]:
        """Smallest and largest number that may stand here in a position; a view may also have HIDDEN."""
        return self.bounds or _fits(self.kind)

    @property
    def size(self) -> int:
        """How many numbers."""
        return prod(self.shape)

    @property
    def is_by_seat(self) -> bool:
        """Whether there is a row for each seat."""
        return self.axes[:1] == ("seat",)

    @property
    def row(self) -> int:
        """Numbers in a row of the table."""
        return prod(self.table[1:])


# `Any`, because a declaration stands where type checkers read the default value of an int or a list.
I8: Any = Cells(kind="i1")
I16: Any = Cells(kind="i2")
I32: Any = Cells(kind="i4")
I64: Any = Cells(kind="i8")
F64: Any = Cells(kind="f8")  # for the search, never in a state: its numbers are no part of a game


def cells(kind: Cells, *shape: int) -> Any:
    """A list of that many numbers, or a table of rows and columns, of which nothing more is said."""
    return replace(kind, shape=shape, table=shape)


def scratch(kind: Cells, *shape: int) -> Any:
    """Work space of the rules: no part of the position that the state stands for, and blank in a copy."""
    return replace(kind, shape=shape, table=shape, is_scratch=True)


class More(TypedDict, total=False):
    """What every field may say besides its numbers."""

    about: str  # a few words
    seen: Seen  # who may see it; everybody if nothing is said
    axes: str  # what is counted along its shape: "seat loot" is a row for each seat with a number for each loot
    flat: bool  # stored row after row in one list


def between(low: int, high: int, *shape: int, **more: Unpack[More]) -> Any:
    """A number from low to high. After the range, here and below, comes the shape, then what `More` says."""
    return _field(Cells(NUMBER, bounds=(low, high)), shape, more)


def count_to(high: int, *shape: int, **more: Unpack[More]) -> Any:
    """How many of something, from 0 to high."""
    return _field(Cells(COUNT, bounds=(0, high)), shape, more)


def flag(*shape: int, **more: Unpack[More]) -> Any:
    """Yes or no: 1 or 0."""
    return _field(Cells(FLAG, bounds=(0, 1)), shape, more)


def seat_of(seats: int, *shape: int, or_none: bool = False, **more: Unpack[More]) -> Any:
    """One of that many seats, or with `or_none` NOBODY."""
    return _field(_one(SEAT, seats, or_none), shape, more)


def seats_of(seats: int, *shape: int, **more: Unpack[More]) -> Any:
    """Some of that many seats as a bit mask, bit k for seat k."""
    return _field(Cells(SEATS, bounds=(0, (1 << seats) - 1), of=seats), shape, more)


def index_of(things: int, *shape: int, or_none: bool = False, **more: Unpack[More]) -> Any:
    """One of that many things (cards, places …) by its number from 0, or with `or_none` NOBODY."""
    return _field(_one(INDEX, things, or_none), shape, more)


def mask_of(things: int, *shape: int, **more: Unpack[More]) -> Any:
    """Some of that many things as a bit mask, bit k for thing k."""
    return _field(Cells(MASK, bounds=(0, (1 << things) - 1), of=things), shape, more)


def one_of(names: str, *shape: int, or_none: bool = False, **more: Unpack[More]) -> Any:
    """One of the values named here in a row, from 0 (the phases, the boxes), or with `or_none` NOBODY."""
    words = tuple(names.split())
    return _field(replace(_one(ONE_OF, len(words), or_none), names=words), shape, more)


def _one(what: str, things: int, or_none: bool) -> Cells:
    return Cells(what, bounds=(NOBODY if or_none else 0, things - 1), of=things, or_none=or_none)


def _field(cell: Cells, shape: tuple[int, ...], more: More) -> Cells:
    axes = tuple(more.get("axes", "").split())
    if axes and len(axes) != len(shape):
        raise TypeError(f"axes {more['axes']!r}: there are {len(shape)} axes to name, not {len(axes)}")
    low, high = cell.range
    width = next(width for width in WIDTHS if _fits(width)[0] <= min(low, HIDDEN) and high <= _fits(width)[1])
    stored = (prod(shape),) if more.get("flat") else shape
    seen, about = more.get("seen", EVERYBODY), more.get("about", "")
    return replace(cell, kind=width, shape=stored, table=shape, axes=axes, seen=seen, about=about)


def _fits(width: str) -> tuple[int, int]:
    half = 1 << (8 * int(width[1:]) - 1)
    return -half, half - 1
