"""A state says what its numbers are, and what follows from it is generated."""

from __future__ import annotations

import inspect
import sys
from typing import Any, cast

import pytest

from tests.core import little
from tests.core.little import BIDDING, CARDS, OVER, SEATS, State, is_in_range, show, some_state
from tripot.core import bind
from tripot.core.contracts import Rules
from tripot.core.declared import key, schema, sketch, source
from tripot.core.state import HIDDEN, I8, NOBODY, OWN, SPECTATOR, UNSEEN, Cells, Record, between, count_to, state


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
    text = source(State, "view")
    assert "if s.phase == 0:" in text
    assert "out.bid[i] = -4 if i != seat and s.bid[i] != -1 else s.bid[i]" in text


def test_the_binder_takes_generated_functions_along() -> None:
    assert sys.modules[show.__module__] in bind.modules(cast("Rules", little), units=())


def test_a_declaration_that_cannot_be_is_refused_where_it_stands() -> None:
    with pytest.raises(TypeError, match="there are 1 axes to name, not 2"):
        count_to(3, SEATS, axes="seat kind")
    with pytest.raises(TypeError, match="only OWN takes a condition"):
        UNSEEN.during(phase=OVER)
    for cell, why in (
        (between(3, 2), "no number is from 3 to 2"),
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


def test_a_sketch_tells_numbers_by_what_they_are() -> None:
    drawn = dict(line.split(maxsplit=1) for line in sketch(seen_by(some_state(), 1), 1).splitlines())
    assert drawn == {
        "seats": "3",
        "phase": "bidding",
        "turn": "1",
        "asked": "{1 2}",
        "is_open": "yes",
        "balance": "-300",
        "points": "200 0 3",
        "table": "1 2 3 4 | 5 6 7 9",
        "played": "{0} {1} {0 1 2 3 4 5 6 7 8 9}",
        "bid": "? 5 -",
        "hand": "? ? | 2 - | ? ?",
        "purse": "? ? | 3 4 | ? ?",
        "joker": "0",
    }


def test_a_sketch_leaves_out_the_rows_of_seats_that_nobody_has() -> None:
    s = some_state()
    s.seats = 2
    assert "hand     0 1 | 2 -\n" in sketch(s, SPECTATOR)


def test_a_schema_takes_what_is_in_range_and_nothing_else() -> None:
    from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

    check = Draft202012Validator(schema(State))
    view_check = Draft202012Validator(schema(State, in_view=True))
    good = {name: getattr(some_state(), name) for name in State.position_fields()}
    assert check.is_valid(good)
    for name, cell in State.position_fields().items():
        low, high = cell.range
        for bad in (low - 1, high + 1):
            odd = with_number(some_state(), name, cell, bad)
            assert not check.is_valid({field: getattr(odd, field) for field in good})
        assert not check.is_valid({field: value for field, value in good.items() if field != name})
    assert not check.is_valid(good | {"more": 1})
    assert not check.is_valid(good | {"points": [1, 2]})
    hidden = {name: getattr(seen_by(some_state(), 0), name) for name in good}
    assert view_check.is_valid(hidden)
    assert not check.is_valid(hidden)
    assert not view_check.is_valid(hidden | {"points": [HIDDEN, 0, 0]})


def test_the_key_says_of_every_field_what_it_is() -> None:
    found = key(State)
    assert list(found) == list(State.position_fields())
    assert found["bid"] == {
        "about": "card chosen",
        "kind": "index",
        "low": NOBODY,
        "high": CARDS - 1,
        "seen": "own while phase is 0",
        "shape": [SEATS],
        "axes": ["seat"],
        "table": [SEATS],
        "values": [],
    }
    assert found["hand"]["shape"] == [6]
    assert found["hand"]["table"] == [3, 2]
    assert found["phase"]["values"] == ["bidding", "over"]
    assert found["purse"]["seen"] == "own until phase is 1"
