"""A game's rules and kernels as plain Python: for tests, for small runs, and where numba is missing."""

from __future__ import annotations

from typing import Any

from .bind import UNITS, bind
from .contracts import Module, Observer, Policy, Rules
from .rng import Rng
from .state import Record, Records


class Engine:
    """The bound functions as attributes, and the arrays they work on. `fast.Engine` is its compiled twin."""

    is_compiled = False

    def __init__(
        self,
        rules: Rules,
        policy: Policy | None = None,
        units: tuple[Module, ...] = UNITS,
        observer: Observer | None = None,
    ) -> None:
        self.rules, self.policy, self.units, self.observer = rules, policy, units, observer
        self.__dict__.update(self._bound())

    def __getattr__(self, name: str) -> Any:  # the bound functions are not known to type checkers
        raise AttributeError(f"{type(self).__name__} of {self.rules.__name__} has no function {name!r}")

    def _bound(self) -> dict[str, Any]:
        own, same = (lambda function, lines: function), (lambda table: table)
        return bind(self.rules, self.policy, own, same, self.units, self.observer)

    def states(self, content: Any, count: int) -> Any:
        """An array of `count` blank states, the first with the content of the plain state given."""
        array = Records(type(content)() for _ in range(count))
        array[0] = content
        return array

    def rngs(self) -> Any:
        """An array of streams: chance, one for every seat, and one for dice that are to be apart from the cards."""
        return self.records(Rng, self.rules.SEATS + 2)

    def records(self, kind: type[Record], count: int) -> Any:
        """An array of blank records."""
        return Records(kind() for _ in range(count))

    def write(self, records: Any, place: int, content: Record) -> None:
        """Write one record into an array of them."""
        records[place] = content

    def read(self, kind: type[Record], records: Any, place: int) -> Any:
        """One record of an array as a plain one."""
        return records[place]

    def number(self, records: Any, place: int, name: str) -> int:
        """One field of one record of an array, where the whole record would be much to read."""
        return int(getattr(records[place], name))

    def streams(self, count: int) -> Any:
        """The streams of that many tables."""
        return [self.rngs() for _ in range(count)]

    def numbers(self, count: int) -> Any:
        """An array of zeros."""
        return [0] * count

    def table(self, kind: str, *shape: int) -> Any:
        """Zeros of a kind as NumPy calls it, in that shape."""
        size, *inner = shape
        if inner:
            return [self.table(kind, *inner) for _ in range(size)]
        return [0.0 if kind.startswith("f") else 0] * size

    def direct(self, name: str, *arguments: Any) -> Any:
        """A bound function for arguments of just these types."""
        return getattr(self, name)

    def plain(self, states: Any, place: int = 0) -> Any:
        """One state of the array as a plain state of its own."""
        return states[place].copy()
