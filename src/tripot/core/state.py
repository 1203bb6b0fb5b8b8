"""One declaration of a game's state for both forms of the rules. Each field says what its numbers are.

    @state
    class State(Record):
        phase: int = one_of("bidding over", about="what is asked for now")
        turn: int = seat_of(SEATS, about="whose turn it is")
        prize: int = index_of(CARDS, or_none=True, about="the card to be won")
        points: list[int] = count_to(91, SEATS, axes="seat", about="won so far")
        hand: list[int] = mask_of(CARDS, SEATS, axes="seat", about="cards not yet played, bit k for card k")
        bid: list[int] = index_of(CARDS, SEATS, axes="seat", or_none=True, seen=OWN.during(phase=0), about="card chosen")
        acts: list[int] = scratch(I8, CARDS)             # work space, no part of the position

The plain form is an object with integers and lists, the compiled form a NumPy record with the same fields, each as narrow as its
range allows. What follows from the declaration (the plain part of a view, range checks, a schema, a sketch) is in `declared`.
This module imports neither NumPy nor numba.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from math import prod
from typing import Any, ClassVar, Self, TypedDict, TypeVar, Unpack

NOBODY = -1  # nobody acts (the game is over); more generally: no seat, no card, nothing
CHANCE = -2  # a card drawn or a die rolled decides
SPECTATOR = -3  # the seat of someone who only watches
HIDDEN = -4  # in a view: there is something here that the seat may not know

LONG = 16  # numbers in a list that is worth sharing
WIDTHS = ("i1", "i2", "i4", "i8")

# What a number can be
NUMBER, COUNT, FLAG, SEAT, SEATS = "number", "count", "flag", "seat", "seats"
INDEX, MASK, ONE_OF = "index", "mask", "one of"


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
    """A list of so many numbers, or a table of rows and columns, of which nothing more is said."""
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
    """One of so many seats, or with `or_none` NOBODY."""
    return _field(_one(SEAT, seats, or_none), shape, more)


def seats_of(seats: int, *shape: int, **more: Unpack[More]) -> Any:
    """Some of so many seats as a bit mask, bit k for seat k."""
    return _field(Cells(SEATS, bounds=(0, (1 << seats) - 1), of=seats), shape, more)


def index_of(things: int, *shape: int, or_none: bool = False, **more: Unpack[More]) -> Any:
    """One of so many things (cards, places …) by its number from 0, or with `or_none` NOBODY."""
    return _field(_one(INDEX, things, or_none), shape, more)


def mask_of(things: int, *shape: int, **more: Unpack[More]) -> Any:
    """Some of so many things as a bit mask, bit k for thing k."""
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


class Record:
    """What every state can do. `@state` gives the subclass its fields, `copy`, `assign` and `lean_on`."""

    __slots__ = ()
    fields: ClassVar[dict[str, Cells]]

    def copy(self) -> Self:
        """A state of its own with the same content."""
        raise NotImplementedError

    def assign(self, other: Self) -> None:
        """Take over the content of another state."""
        raise NotImplementedError

    def lean_on(self, earlier: Self) -> None:
        """Hold long lists that are the same as in an earlier state, and all work space, together with it.

        For states that are only read and kept in numbers: most of what two neighbours hold is the same.
        """
        raise NotImplementedError

    @classmethod
    def position_fields(cls) -> dict[str, Cells]:
        """The fields that make up the position (all but the work space)."""
        return {name: cell for name, cell in cls.fields.items() if not cell.is_scratch}

    @classmethod
    @functools.cache
    def dtype(cls) -> Any:
        """The NumPy type of the compiled form."""
        import numpy as np

        return np.dtype([(name, cell.kind, cell.shape) for name, cell in cls.fields.items()], align=True)

    def to_record(self, records: Any, place: int) -> None:
        """Write this state into a NumPy array of `dtype`."""
        records[place] = tuple([getattr(self, name) for name in self.fields])

    @classmethod
    def from_record(cls, record: Any) -> Self:
        """The plain state of one element of such an array."""
        new = cls()
        for (name, cell), value in zip(cls.fields.items(), record.item(), strict=True):
            setattr(new, name, value.tolist() if cell.shape else value)
        return new

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.position_fields())

    __hash__ = None  # type: ignore[assignment]  # a state changes; `Position` is the value

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={getattr(self, name)}" for name in self.position_fields())
        return f"{type(self).__name__}({inside})"


class Records(list[Any]):
    """A list of states with the copying assignment of a NumPy record array: `a[0] = b[0]` copies."""

    def __setitem__(self, place: Any, content: Any) -> None:
        self[place].assign(content)


R = TypeVar("R", bound=Record)


def state(declared: type[R]) -> type[R]:
    """Turn the declaration into a class with slots, zeros to start with, and a fast `copy`."""
    layout: dict[str, Cells] = {name: getattr(declared, name) for name in declared.__annotations__}
    for name, cell in layout.items():
        _check(f"{declared.__qualname__}.{name}", cell, layout)
    source = ["def __init__(self):"]
    source += [f"    self.{name} = {_zeros(cell.shape)}" for name, cell in layout.items()]
    source += ["def assign(self, other):"]
    source += [f"    self.{name} = {_copied('other', name, cell)}" for name, cell in layout.items()]
    source += ["def copy(self):", "    new = blank(own)"]
    source += [f"    new.{name} = {_copied('self', name, cell)}" for name, cell in layout.items()]
    source += ["    return new"]
    source += ["def lean_on(self, earlier):"]
    for name, cell in layout.items():
        if cell.is_scratch:
            source += [f"    self.{name} = earlier.{name}"]
        elif cell.shape and prod(cell.shape) >= LONG:
            source += [f"    if self.{name} == earlier.{name}: self.{name} = earlier.{name}"]
    source += ["    return None"]
    space: dict[str, Any] = {"blank": object.__new__}
    exec("\n".join(source), space)  # the fields one by one: three times as fast as a loop over names
    body = {name: space[name] for name in ("__init__", "assign", "copy", "lean_on")}
    body |= {
        "__slots__": tuple(layout),
        "fields": layout,
        "__doc__": declared.__doc__,
        "__module__": declared.__module__,
    }
    own = type(declared.__name__, (Record,), body)
    space["own"] = own
    return own


def _check(where: str, cell: Cells, layout: dict[str, Cells]) -> None:
    """What a declaration says of a field must be possible."""
    low, high = cell.range
    if low > high:
        raise TypeError(f"{where}: no number is from {low} to {high}")
    if cell.seen.who == OWN.who and not cell.is_by_seat:
        raise TypeError(f'{where}: only a field with a row for each seat (axes="seat …") is seen by its own seat alone')
    if cell.seen.field and (cell.seen.field not in layout or layout[cell.seen.field].shape):
        raise TypeError(
            f"{where}: whether it is secret depends on {cell.seen.field!r}, which is no single number of the state"
        )


def _zeros(shape: tuple[int, ...]) -> str:
    if not shape:
        return "0"
    if len(shape) == 1:
        return f"[0] * {shape[0]}"
    return f"[{_zeros(shape[1:])} for _ in range({shape[0]})]"


def _copied(source: str, name: str, cell: Cells) -> str:
    if cell.is_scratch:
        return _zeros(cell.shape)  # nobody reads work space that was not written just before
    copy = f"{source}.{name}"
    if len(cell.shape) == 1:
        return f"{copy}[:]"
    if len(cell.shape) == 2:  # noqa: PLR2004
        return f"[row[:] for row in {copy}]"
    return copy
