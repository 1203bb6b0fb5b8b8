"""The state of no game: a little of everything that a declaration can say."""

from __future__ import annotations

from tripot.core.declared import plain_view, range_check
from tripot.core.state import (
    I8,
    NOBODY,
    OWN,
    RULED,
    UNSEEN,
    Record,
    between,
    count_to,
    flag,
    index_of,
    mask_of,
    one_of,
    scratch,
    seat_of,
    seats_of,
    state,
)

VERSION = 1
BIDDING, OVER = 0, 1
SEATS, CARDS = 3, 10


@state
class State(Record):
    """A little of everything."""

    seats: int = between(2, SEATS, about="seats at the table")
    phase: int = one_of("bidding over", about="what is asked for now")
    turn: int = seat_of(SEATS, or_none=True, about="whose turn it is")
    asked: int = seats_of(SEATS, about="seats to choose")
    is_open: int = flag(about="1 if hands lie open")
    balance: int = between(-300, 300, about="above zero the bank owes")
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
    s.seats = SEATS
    s.phase, s.turn, s.asked, s.is_open, s.balance, s.joker = BIDDING, 1, 0b110, 1, -300, 7
    s.points, s.table, s.played = [200, 0, 3], [[1, 2, 3, 4], [5, 6, 7, 9]], [1, 2, 1023]
    s.bid, s.hand, s.purse = [4, 5, NOBODY], [0, 1, 2, NOBODY, 3, 4], [[1, 2], [3, 4], [5, 20]]
    s.deck = list(range(CARDS))
    return s


def pending(s: State) -> int:
    """Those asked."""
    return s.asked
