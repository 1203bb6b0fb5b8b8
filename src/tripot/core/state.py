"""One declaration of a game's state for both forms of the rules.

    @state
    class State(Record):
        phase: int = I8                                  # one small integer
        hand: list[list[int]] = cells(I8, SEATS, HAND)   # a table of them
        acts: list[int] = scratch(I8, 12)                # work space, no part of the position

The plain form is an object with integers and lists, the compiled form a NumPy record with the same fields. This module
imports neither NumPy nor numba.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar, Self, TypeVar

NOBODY = -1  # nobody acts (the game is over); more generally: no seat, no card, nothing
CHANCE = -2  # a card drawn or a die rolled decides
SPECTATOR = -3  # the seat of someone who only watches
HIDDEN = -4  # in a view: there is something here that the seat may not know

LONG = 16  # numbers in a list that is worth sharing


@dataclass(frozen=True)
class Cells:
    """A field: its integer kind, its shape (empty for one number) and whether it is mere work space."""

    kind: str
    shape: tuple[int, ...] = ()
    is_scratch: bool = False

    @property
    def range(self) -> tuple[int, int]:
        """Smallest and largest number that fits."""
        half = 1 << (8 * int(self.kind[1:]) - 1)
        return -half, half - 1


# `Any`, because a declaration stands where type checkers read the default value of an int or a list.
I8: Any = Cells("i1")
I16: Any = Cells("i2")
I32: Any = Cells("i4")
I64: Any = Cells("i8")
F64: Any = Cells("f8")  # for the search, never in a state: its numbers are no part of a game


def cells(kind: Cells, *shape: int) -> Any:
    """A list of so many numbers, or a table of rows and columns."""
    return Cells(kind.kind, shape)


def scratch(kind: Cells, *shape: int) -> Any:
    """Work space of the rules: no part of the position that the state stands for, and blank in a copy."""
    return Cells(kind.kind, shape, is_scratch=True)


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
