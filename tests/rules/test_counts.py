"""Counts: how many lines of play there are from a known position, move by move and card by card.

The numbers in tests/records/counts.txt are exact and small; a rule that allows one move too many or too few changes them.
`make goldens` rewrites them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tripot
from tests.walks import fresh, legal, outcomes
from tripot.core.state import CHANCE, NOBODY
from tripot.laws.walks import tiny

COUNTS = Path(__file__).parents[1] / "records" / "counts.txt"

SHALLOW = 6  # steps of a count that is not in the file yet

Memory = dict[tuple[str, int], int]


def choices(rules: Any, s: Any) -> tuple[int, list[int]]:
    """Who acts and between what; of several seats at once the first, as their order does not matter."""
    actor = rules.to_act(s)
    if actor == NOBODY:
        return NOBODY, []
    return actor, outcomes(rules, s)[0] if actor == CHANCE else legal(rules, s, actor)


def lines_of_play(rules: Any, s: Any, depth: int, memory: Memory) -> int:
    """How many sequences of exactly that many steps there are."""
    actor, actions = choices(rules, s)
    if depth == 1:
        return len(actions)
    key = (repr(s), depth)
    if key not in memory:
        memory[key] = 0
        for action in actions:
            after = s.copy()
            rules.apply(after, actor, action)
            memory[key] += lines_of_play(rules, after, depth - 1, memory)
    return memory[key]


def dealt(rules: Any, s: Any) -> Any:
    """The table when a seat is first to move, if of all cards and dice always the first possible came."""
    while rules.to_act(s) == CHANCE:
        rules.apply(s, CHANCE, outcomes(rules, s)[0][0])
    return s


def depths(name: str) -> tuple[int, int]:
    """How deep the counts of the file go from an empty table, and from the first move of a seat."""
    rows = [row for row in COUNTS.read_text(encoding="utf-8").splitlines() if row.startswith(f"{name}, ")]
    first, second = [len(row.partition(": ")[2].split()) for row in rows] or (SHALLOW, SHALLOW)
    return first, second


def count_of(name: str) -> Iterator[str]:
    game = tripot.load(name)
    starts = (fresh(name, game.least, tiny(game)), dealt(game.rules, fresh(name, game.least, tiny(game))))
    for place, start, deepest in zip(("the empty table", "the first move"), starts, depths(name), strict=True):
        memory: Memory = {}
        counts = [lines_of_play(game.rules, start, depth, memory) for depth in range(1, deepest + 1)]
        yield f"{name}, {game.least} seats, from {place}: {' '.join(map(str, counts))}"


def counted() -> str:
    """The text of the file."""
    head = [
        "# Lines of play at depth 1, 2, 3, ... with the tiny box; a move, a card drawn and a die rolled are one step each.",
        "# From the first move: of all cards and dice before it always the first possible has come.",
    ]
    return "".join(f"{row}\n" for row in [*head, *(row for game in tripot.games() for row in count_of(game.name))])


@pytest.mark.parametrize("name", [game.name for game in tripot.games()])
def test_there_are_as_many_lines_of_play_as_counted(name: str) -> None:
    rows = COUNTS.read_text(encoding="utf-8").splitlines()
    assert list(count_of(name)) == [row for row in rows if row.startswith(f"{name}, ")]
