"""A state says what its numbers are, and what follows from it is generated: the plain part of a view and the range check."""

from __future__ import annotations

import inspect
import sys
from typing import Any

import pytest

from tripot.core import bind
from tripot.core.declared import plain_view, range_check, source
from tripot.core.state import (
    HIDDEN,
    I8,
    NOBODY,
    OWN,
    RULED,
    SPECTATOR,
    UNSEEN,
    Cells,
    Record,
    count_to,
    flag,
    index_of,
    mask_of,
    number,
    one_of,
    scratch,
    seat_of,
    seats_of,
    state,
)

BIDDING, OVER = 0, 1
SEATS, CARDS = 3, 10


@state
class State(Record):
    """A little of everything."""

    phase: int = one_of("bidding over", about="what is asked for now")
    turn: int = seat_of(SEATS, or_none=True, about="whose turn it is")
    asked: int = seats_of(SEATS, about="seats to choose")
    is_open: int = flag(about="1 if hands lie open")
    balance: int = number(-300, 300, about="above zero the bank owes")
    points: list[int] = count_to(200, SEATS, axes="seat", about="won so far")
    table: list[list[int]] = count_to(9, 2, 4, axes="place kind", about="cards on the table")
    played: list[int] = mask_of(CARDS, SEATS, axes="seat", about="cards played")
    bid: list[int] = index_of(
        CARDS, SEATS, or_none=True, axes="seat", seen=OWN.during(phase=BIDDING), about="card chosen"
    )
    hand: list[int] = index_of(
        CARDS, SEATS, 2, or_none=True, axes="seat slot", flat=True, seen=OWN, about="cards in hand"
    )
    purse: list[list[int]] = count_to(
        20, SEATS, 2, axes="seat coin", seen=OWN.until(phase=OVER), about="coins of each kind"
    )
    deck: list[int] = index_of(CARDS, CARDS, axes="place", seen=UNSEEN, about="cards to come")
    joker: int = index_of(CARDS, or_none=True, seen=RULED, about="known to who holds it")
    acts: list[int] = scratch(I8, CARDS)


show, is_in_range = plain_view(State), range_check(State)


def some_state() -> State:
    s = State()
    s.phase, s.turn, s.asked, s.is_open, s.balance, s.joker = BIDDING, 1, 0b110, 1, -300, 7
    s.points, s.table, s.played = [200, 0, 3], [[1, 2, 3, 4], [5, 6, 7, 9]], [1, 2, 1023]
    s.bid, s.hand, s.purse = [4, 5, NOBODY], [0, 1, 2, NOBODY, 3, 4], [[1, 2], [3, 4], [5, 20]]
    s.deck = list(range(CARDS))
    return s


def seen_by(s: State, seat: int) -> State:
    out = State()
    show(s, seat, out)
    return out


def test_fields_are_stored_as_narrow_as_their_range_allows() -> None:
    assert {name: cell.kind for name, cell in State.fields.items() if cell.kind != "i1"} == {
        "balance": "i2",
        "points": "i2",
        "played": "i2",
    }
    assert State.fields["hand"].shape == (SEATS * 2,)
    assert State.fields["table"].shape == (2, 4)


def test_everybody_sees_what_lies_open_and_nobody_what_is_unseen() -> None:
    s = some_state()
    for seat in (0, 2, SPECTATOR):
        v = seen_by(s, seat)
        for name in ("phase", "turn", "asked", "is_open", "balance", "points", "table", "played"):
            assert getattr(v, name) == getattr(s, name)
        assert v.deck == [0] * CARDS
        assert v.joker == 0


def test_a_seat_sees_its_own_rows_and_where_others_have_nothing() -> None:
    s = some_state()
    assert seen_by(s, 0).hand == [0, 1, HIDDEN, NOBODY, HIDDEN, HIDDEN]
    assert seen_by(s, 1).hand == [HIDDEN, HIDDEN, 2, NOBODY, HIDDEN, HIDDEN]
    assert seen_by(s, SPECTATOR).hand == [HIDDEN, HIDDEN, HIDDEN, NOBODY, HIDDEN, HIDDEN]
    assert seen_by(s, 1).bid == [HIDDEN, 5, NOBODY]
    assert seen_by(s, 2).purse == [[HIDDEN, HIDDEN], [HIDDEN, HIDDEN], [5, 20]]


def test_a_secret_of_one_phase_is_none_in_another() -> None:
    s = some_state()
    s.phase = OVER
    assert seen_by(s, SPECTATOR).bid == s.bid
    assert seen_by(s, SPECTATOR).purse == s.purse
    assert seen_by(s, 0).hand == [0, 1, HIDDEN, NOBODY, HIDDEN, HIDDEN]


def test_a_view_shares_no_list_with_the_state() -> None:
    s = some_state()
    v = seen_by(s, 0)
    for row in (v.points, v.table[0], v.played, v.bid, v.hand, v.purse[0]):
        row[0] = 77
    assert s == some_state()


def with_number(s: State, name: str, cell: Cells, content: int) -> State:
    if cell.shape:
        row: Any = getattr(s, name)
        while isinstance(row[-1], list):
            row = row[-1]
        row[-1] = content
    else:
        setattr(s, name, content)
    return s


@pytest.mark.parametrize("name", list(State.position_fields()))
def test_numbers_at_the_ends_of_a_range_are_in_it_and_the_next_ones_are_not(name: str) -> None:
    cell = State.fields[name]
    low, high = cell.range
    assert is_in_range(some_state())
    for good in (low, high):
        assert is_in_range(with_number(some_state(), name, cell, good))
    for bad in (low - 1, high + 1, HIDDEN if low > HIDDEN else low - 1):
        assert not is_in_range(with_number(some_state(), name, cell, bad))


def test_the_generated_source_can_be_read_and_enters_the_stamp() -> None:
    for function, part in ((show, "view"), (is_in_range, "audit")):
        assert inspect.getsource(function) == source(State, part)
        assert inspect.getsource(sys.modules[function.__module__]) == source(State, part)
    assert "out.bid[i] = -4 if i != seat and s.bid[i] != -1 and s.phase == 0 else s.bid[i]" in source(State, "view")


def test_the_binder_takes_generated_functions_along() -> None:
    mine = sys.modules[__name__]
    assert sys.modules[show.__module__] in bind.modules(mine, units=())


def test_a_declaration_that_cannot_be_is_refused_where_it_stands() -> None:
    with pytest.raises(TypeError, match="there are 1 axes to name, not 2"):
        count_to(3, SEATS, axes="seat kind")
    with pytest.raises(TypeError, match="only OWN takes a condition"):
        UNSEEN.during(phase=OVER)
    for cell, why in (
        (number(3, 2), "no number is from 3 to 2"),
        (count_to(3, 4, axes="kind", seen=OWN), "only a field with a row for each seat"),
        (count_to(3, SEATS, axes="seat", seen=OWN.during(phrase=1)), "depends on 'phrase'"),
    ):
        declared = type("Odd", (Record,), {"__annotations__": {"phase": "int", "odd": "int"}, "phase": I8, "odd": cell})
        with pytest.raises(TypeError, match=f"Odd.odd: .*{why}"):
            state(declared)


def test_both_forms_hold_the_same_numbers() -> None:
    np = pytest.importorskip("numpy")
    records = np.zeros(1, State.dtype())
    s = some_state()
    s.to_record(records, 0)
    assert State.from_record(records[0]) == s


def test_the_compiled_view_and_range_check_are_those_of_the_plain_form() -> None:
    np, numba = pytest.importorskip("numpy"), pytest.importorskip("numba")
    fast_show, fast_check = numba.njit(show), numba.njit(is_in_range)
    for phase in (BIDDING, OVER):
        s = some_state()
        s.phase = phase
        for seat in (0, 2, SPECTATOR):
            records = np.zeros(2, State.dtype())
            s.to_record(records, 0)
            fast_show(records[0], seat, records[1])
            assert State.from_record(records[1]) == seen_by(s, seat)
        assert fast_check(records[0])
        records[0]["purse"][2][1] = 21
        assert not fast_check(records[0])
