"""A game's rules and kernels as plain Python: for tests, for small runs, and where numba is missing."""

from __future__ import annotations

from typing import Any

from .bind import Module, bind
from .rng import Rng
from .state import Records


class Engine:
    """The bound functions as attributes, and the arrays they work on. `fast.Engine` is its compiled twin."""

    is_compiled = False

    def __init__(self, rules: Module, policy: Module | None = None, *more: Module) -> None:
        self.rules, self.policy, self.more = rules, policy, more
        self.__dict__.update(self._bound())

    def __getattr__(self, name: str) -> Any:  # the bound functions are not known to type checkers
        raise AttributeError(f"{type(self).__name__} of {self.rules.__name__} has no function {name!r}")

    def _bound(self) -> dict[str, Any]:
        return bind(self.rules, self.policy, lambda function, lines: function, lambda table: table, *self.more)

    def states(self, content: Any, count: int) -> Any:
        """An array of `count` blank states, the first with the content of the plain state given."""
        array = Records(type(content)() for _ in range(count))
        array[0] = content
        return array

    def rngs(self) -> Any:
        """An array of streams: chance, then one for every seat."""
        return Records(Rng() for _ in range(self.rules.SEATS + 1))

    def streams(self, count: int) -> Any:
        """The streams of so many tables."""
        return [self.rngs() for _ in range(count)]

    def numbers(self, count: int) -> Any:
        """An array of zeros."""
        return [0] * count

    def direct(self, name: str, *arguments: Any) -> Any:
        """A bound function for arguments of just these types."""
        return getattr(self, name)

    def plain(self, states: Any, place: int = 0) -> Any:
        """One state of the array as a plain state of its own."""
        return states[place].copy()
