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
from math import prod
from typing import Any, ClassVar, Self, TypeVar

from .fields import (
    CHANCE,
    EVERYBODY,
    F64,
    HIDDEN,
    I8,
    I16,
    I32,
    I64,
    NOBODY,
    OWN,
    RULED,
    SPECTATOR,
    UNSEEN,
    Cells,
    Seen,
    between,
    cells,
    count_to,
    flag,
    index_of,
    mask_of,
    one_of,
    scratch,
    seat_of,
    seats_of,
)

__all__ = [
    "CHANCE",
    "EVERYBODY",
    "F64",
    "HIDDEN",
    "I8",
    "I16",
    "I32",
    "I64",
    "NOBODY",
    "OWN",
    "RULED",
    "SPECTATOR",
    "UNSEEN",
    "Cells",
    "Record",
    "Records",
    "Seen",
    "between",
    "cells",
    "count_to",
    "flag",
    "index_of",
    "mask_of",
    "one_of",
    "scratch",
    "seat_of",
    "seats_of",
    "state",
]

LONG = 16  # numbers in a list that is worth sharing


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
