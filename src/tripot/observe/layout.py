"""How a tensor is laid out: named parts, each with its shape, the range of its numbers and a sentence."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

DTYPE = "int16"


@dataclass(frozen=True)
class Part:
    """Some of the numbers that belong together."""

    name: str
    shape: tuple[int, ...]
    high: int
    about: str
    low: int = 0
    start: int = field(default=0, compare=False)
    is_by_seat: bool = True
    """Whether, if there are as many rows as there can be seats, each stands for a seat."""

    @property
    def size(self) -> int:
        """How many numbers."""
        return math.prod(self.shape)

    @property
    def stop(self) -> int:
        """The place after the last one."""
        return self.start + self.size


def flags(name: str, *shape: int, about: str, is_by_seat: bool = True) -> Part:
    """Numbers that are 0 or 1."""
    return Part(name, shape, 1, about, is_by_seat=is_by_seat)


def number(name: str, high: int, *, low: int = 0, about: str) -> Part:
    """One number."""
    return Part(name, (1,), high, about, low)


def counts(name: str, *shape: int, high: int, low: int = 0, about: str) -> Part:
    """Several numbers of one range."""
    return Part(name, shape, high, about, low)


class Layout:
    """The parts of a game's observation, one after the other without a gap."""

    def __init__(self, game: str, version: int, parts: Sequence[Part]) -> None:
        self.game, self.version = game, version
        placed, start = [], 0
        for part in parts:
            placed.append(replace(part, start=start))
            start += part.size
        self.parts, self.size = tuple(placed), start
        self._by_name = {part.name: part for part in placed}
        assert len(self._by_name) == len(placed), f"{game}: two parts have one name"

    def __getitem__(self, name: str) -> Part:
        return self._by_name[name]

    def __iter__(self) -> Iterator[Part]:
        return iter(self.parts)

    def at(self, name: str) -> int:
        """Where a part begins."""
        return self._by_name[name].start

    def bounds(self) -> tuple[Any, Any]:
        """The smallest and the largest value of every number, as arrays."""
        import numpy as np

        low, high = np.zeros(self.size, DTYPE), np.zeros(self.size, DTYPE)
        for part in self.parts:
            low[part.start : part.stop], high[part.start : part.stop] = part.low, part.high
        return low, high

    def scale(self) -> Any:
        """What to multiply observations by to get numbers from -1 to 1, as a network likes them."""
        import numpy as np

        low, high = self.bounds()
        return (1 / np.maximum(1, np.maximum(-low, high))).astype(np.float32)

    def named(self, tensor: Any) -> dict[str, Any]:
        """The tensor taken apart: every part under its name, in its shape."""
        return {part.name: tensor[part.start : part.stop].reshape(part.shape) for part in self.parts}

    def table(self) -> str:
        """The layout as a Markdown table."""
        lines = ["| places | name | shape | range | meaning |", "| --- | --- | --- | --- | --- |"]
        for part in self.parts:
            places = str(part.start) if part.size == 1 else f"{part.start}–{part.stop - 1}"
            shape = "×".join(map(str, part.shape))
            lines.append(f"| {places} | `{part.name}` | {shape} | {part.low}..{part.high} | {part.about} |")
        return "\n".join(lines)
