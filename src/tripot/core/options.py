"""How a game declares its options: one dataclass field each, with its values and its sentence.

@dataclass(frozen=True, kw_only=True)
class Options:
    leftover: str = choice("short_round", "discard", about="what happens to ...")
    first_dealer: int | None = a_seat(about="who deals first; by chance if not given")
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any

from tripot.errors import BadOption


@dataclass(frozen=True)
class Spec:
    """What an option may be."""

    about: str
    values: tuple[str, ...] = ()
    picks: int = 0  # how many different ones of `values`; 0: just one
    is_seat: bool = False
    is_order: bool = False  # every number from 1 to the number of seats once
    seats: tuple[int, ...] = ()  # the numbers of seats at which it changes anything; empty: all

    def applies(self, seats: int) -> bool:
        """Whether it changes anything at a table of that many."""
        return not self.seats or seats in self.seats

    @property
    def wanted(self) -> str:
        """What would be right, for messages and help."""
        if self.is_seat:
            return "a seat number from 0"
        if self.is_order:
            return "the numbers from 1 to the number of seats in some order, such as 2,1"
        if self.picks:
            return f"{self.picks} different ones of {', '.join(self.values)}"
        return " or ".join(self.values)


def choice(*values: str, about: str, seats: tuple[int, ...] = ()) -> Any:
    """One of these words; the first is the default. With other numbers of seats than these it changes nothing."""
    return field(default=values[0], metadata={"spec": Spec(about, values, seats=seats)})


def some_of(values: tuple[str, ...], default: tuple[str, ...], *, about: str, seats: tuple[int, ...] = ()) -> Any:
    """As many different ones of the values as the default has. With other numbers of seats than these it changes nothing."""
    return field(default=default, metadata={"spec": Spec(about, values, picks=len(default), seats=seats)})


def a_seat(*, about: str) -> Any:
    """A seat number, or None for chance."""
    return field(default=None, metadata={"spec": Spec(about, is_seat=True)})


def an_order(*, about: str) -> Any:
    """A number from 1 for every seat, all different, or None for chance."""
    return field(default=None, metadata={"spec": Spec(about, is_order=True)})


def specs(options: type[Any]) -> dict[str, Field[Any]]:
    """The options of a game by name; `metadata["spec"]` of each says what it may be."""
    return {option.name: option for option in fields(options)}


def read(options: type[Any], given: Mapping[str, object], *, seats: int, game: str) -> Any:
    """The options object for what a caller gave: Python values, or text as from a command line or a record."""
    known = specs(options)
    for name in given:
        if name not in known:
            raise BadOption(f"{game}: there is no option {name!r}; options: {', '.join(known)}")
    return options(**{name: _value(game, known[name], value, seats) for name, value in given.items()})


def _value(game: str, option: Field[Any], value: object, seats: int) -> object:
    spec: Spec = option.metadata["spec"]
    if value == option.default:
        return value
    if isinstance(value, str) and (spec.picks or spec.is_order):
        value = tuple(part.strip() for part in value.split(","))
    if spec.is_order and isinstance(value, (tuple, list)):
        numbers = tuple(int(part) if str(part).isdecimal() else 0 for part in value)
        if sorted(numbers) == list(range(1, seats + 1)):
            return numbers
    elif spec.picks and isinstance(value, (tuple, list)):
        picked = tuple(str(part) for part in value)
        if len(picked) == len(set(picked)) == spec.picks and set(picked) <= set(spec.values):
            return picked
    elif spec.is_seat:
        if str(value).isdecimal() and int(str(value)) < seats:
            return int(str(value))
    elif str(value) in spec.values:
        return str(value)
    shown = ",".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)
    raise BadOption(f"{game}: option {option.name} cannot be {shown!r}; it is {spec.wanted}")


def written(options: Any) -> dict[str, str]:
    """The options that differ from their default, as text that `read` takes back."""
    given = {}
    for option in fields(options):
        value = getattr(options, option.name)
        if value != option.default:
            given[option.name] = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return given
