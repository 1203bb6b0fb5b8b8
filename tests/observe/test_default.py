"""The observer that follows from a declaration: numbers in range, seats from the one that looks on, its own rows private."""

from __future__ import annotations

import types
from typing import Any

import pytest

from tests.core import little
from tests.core.little import SEATS, some_state
from tripot.core.state import HIDDEN, I32, SPECTATOR, Record, state
from tripot.observe.default import observer_of, source

LITTLE = observer_of("little", little)


def observed(seat: int, s: little.State | None = None) -> dict[str, Any]:
    import numpy as np

    v = little.State()
    little.show(s or some_state(), seat, v)
    row = [0] * LITTLE.LAYOUT.size
    LITTLE.observe(v, seat, row)
    low, high = LITTLE.LAYOUT.bounds()
    assert all(low <= row)
    assert all(row <= high)
    return {name: part.tolist() for name, part in LITTLE.LAYOUT.named(np.array(row)).items()}


def test_numbers_are_told_and_things_are_flagged() -> None:
    seen = observed(0)
    assert seen["balance"] == [-300]
    assert seen["is_open"] == [1]
    assert seen["phase"] == [1, 0]
    assert seen["table"] == [[1, 2, 3, 4], [5, 6, 7, 9]]
    assert seen["played"] == [[1] + [0] * 9, [0, 1] + [0] * 8, [1] * 10]
    assert "deck" not in seen


def test_seats_are_counted_from_the_own_one() -> None:
    assert observed(0)["turn"] == [0, 1, 0]
    assert observed(1)["turn"] == [1, 0, 0]
    assert observed(2)["turn"] == [0, 0, 1]
    assert observed(0)["pending"] == observed(0)["asked"] == [0, 1, 1]
    assert observed(2)["pending"] == observed(2)["asked"] == [1, 0, 1]
    assert observed(2)["points"] == [3, 200, 0]
    assert observed(2)["seat"] == [0, 0, 1]
    assert observed(SPECTATOR)["points"] == [200, 0, 3]
    assert observed(SPECTATOR)["seat"] == [0, 0, 0]


def test_what_is_hidden_is_told_from_what_is_not_there() -> None:
    seen = observed(1)
    assert seen["bid"] == [[0, 0, 0, 0, 0, 1] + [0] * 5, [0] * 11, [0] * 10 + [1]]
    assert seen["hand"] == [[2, -1], [HIDDEN, HIDDEN], [HIDDEN, HIDDEN]]
    assert seen["purse"] == [[3, 4], [HIDDEN, HIDDEN], [HIDDEN, HIDDEN]]


def test_seats_that_nobody_has_stay_blank() -> None:
    s = some_state()
    s.seats = 2
    assert observed(1, s)["points"] == [0, 200, 0]


def test_the_first_row_of_a_private_part_is_all_that_others_may_not_know() -> None:
    """A private part has a row for each seat, its own first, or is private as a whole."""
    assert LITTLE.PRIVATE == ("bid", "hand", "purse", "joker")
    assert {name: LITTLE.LAYOUT[name].shape for name in LITTLE.PRIVATE} == {
        "bid": (SEATS, 11),
        "hand": (SEATS, 2),
        "purse": (SEATS, 2),
        "joker": (11,),
    }
    own, another = observed(1), some_state()
    another.bid[1], another.hand[2], another.purse[1], another.joker = 6, 9, [7, 7], 3
    for name, part in observed(1, another).items():
        assert (part == own[name]) == (name not in ("bid", "hand", "purse"))
        assert part[1:] == own[name][1:] or name not in LITTLE.PRIVATE


def test_every_part_has_its_words() -> None:
    assert all(part.about and part.low <= 0 < part.high for part in LITTLE.LAYOUT)
    assert LITTLE.LAYOUT["hand"].about == "cards in hand"


def test_the_compiled_observer_writes_the_same() -> None:
    np, numba = pytest.importorskip("numpy"), pytest.importorskip("numba")
    fast = types.FunctionType(LITTLE.observe.__code__, vars(LITTLE) | {"pending": numba.njit(little.pending)})
    compiled = numba.njit(fast)
    for seat in (0, 2, SPECTATOR):
        v = little.State()
        little.show(some_state(), seat, v)
        records, row, plain = np.zeros(1, v.dtype()), np.zeros(LITTLE.LAYOUT.size, int), [0] * LITTLE.LAYOUT.size
        v.to_record(records, 0)
        compiled(records[0], seat, row)
        LITTLE.observe(v, seat, plain)
        assert row.tolist() == plain


def test_the_source_can_be_read() -> None:
    assert "for i in range(v.seats):" in source(little)
    assert compile(source(little), "little", "exec")


def test_a_number_that_no_observation_holds_is_refused() -> None:
    @state
    class State(Record):
        """A number without a range."""

        wide: int = I32

    rules = types.SimpleNamespace(__name__="wide", State=State, SEATS=2, VERSION=1)
    with pytest.raises(TypeError, match=r"wide, wide: .* is too wide for an observation; declare a range"):
        observer_of("wide", rules)
