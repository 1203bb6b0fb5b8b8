"""Goofspiel: one prize card after another is turned up, everybody bids a card for it, and the highest bid takes it.

Everybody has the cards 1 to 13; the prizes, each worth its number, are another such suit. Bids are laid face down and turned up
together. Where several are the highest nobody takes the prize. Most points win. Traditional, as OpenSpiel's `goofspiel` plays it.
"""

from dataclasses import dataclass

from tripot.core.declared import plain_view, range_check
from tripot.core.fields import between, count_to, index_of, mask_of, scratch
from tripot.core.options import choice
from tripot.core.rng import Rng, below
from tripot.core.state import CHANCE, HIDDEN, I8, NOBODY, OWN, Record, state

VERSION = 1  # rises when the same moves could give another result
SEATS = 7
CARDS = 13  # of a suit, each worth its number from 1


@state
class State(Record):
    """A table of Goofspiel."""

    seats: int = between(2, SEATS, about="seats at the table")
    cards: int = between(2, CARDS, about="cards of a suit")
    prize: int = index_of(CARDS + 1, or_none=True, about="the prize to bid for")
    prizes: int = mask_of(CARDS + 1, about="prizes still face down")
    points: list[int] = count_to(91, SEATS, axes="seat", about="points of the prizes won")
    hand: list[int] = mask_of(CARDS + 1, SEATS, axes="seat", about="cards not yet bid")
    bid: list[int] = index_of(CARDS + 1, SEATS, axes="seat", or_none=True, seen=OWN.until(prize=NOBODY), about="bid")
    acts: list[int] = scratch(I8, CARDS)
    odds: list[int] = scratch(I8, CARDS)


ACTIONS = OUTCOMES = CARDS  # a move bids card 1..13; chance turns up prize 1..13


@dataclass(frozen=True, kw_only=True)
class Options:
    """What the players agree on before the game."""

    cards: str = choice("13", *map(str, range(2, CARDS)), about="how many cards a suit has")


def setup(s: State, seats: int, options: Options) -> None:
    """Give every seat its suit; no prize is turned up yet."""
    s.seats, s.cards = seats, int(options.cards)
    s.prize, s.prizes = NOBODY, (2 << s.cards) - 2
    for seat in range(SEATS):
        s.hand[seat] = s.prizes if seat < seats else 0
        s.bid[seat] = NOBODY


def to_act(s: State) -> int:
    """Chance turns up a prize; then the first seat still to bid."""
    if s.prize == NOBODY:
        return CHANCE if s.prizes > 0 else NOBODY
    seat = 0
    while s.bid[seat] != NOBODY:
        seat += 1
    return seat


def pending(s: State) -> int:
    """Everybody who has not bid for this prize."""
    mask = 0
    for seat in range(s.seats):
        if s.prize != NOBODY and s.bid[seat] == NOBODY:
            mask |= 1 << seat
    return mask


def is_mid_move(s: State, seat: int) -> bool:
    """A bid is one card: nobody is ever in the middle of a move."""
    return False


def legal(s: State, seat: int) -> int:
    """Any card of the hand."""
    return _list(s, s.hand[seat]) if seat >= 0 and pending(s) >> seat & 1 else 0


def weights(s: State) -> int:
    """Any prize that is face down."""
    for card in range(s.cards):
        s.odds[card] = 1
    return _list(s, s.prizes) if s.prize == NOBODY else 0


def draw(s: State, rng: Rng) -> int:
    """One outcome with the odds of `weights`."""
    return s.acts[below(rng, weights(s))]


def apply(s: State, seat: int, action: int) -> None:
    """Turn up a prize, or bid a card; the last bid turns all of them up."""
    if seat != CHANCE:
        s.bid[seat] = action + 1
        if pending(s) == 0:
            _award(s)
    else:
        s.prize = action + 1
        s.prizes -= 1 << s.prize
        for other in range(s.seats):
            s.bid[other] = NOBODY


def _award(s: State) -> None:
    """The highest bid takes the prize, if it is the only one; the cards bid are gone."""
    best, winner = NOBODY, NOBODY
    for seat in range(s.seats):
        s.hand[seat] -= 1 << s.bid[seat]
        if s.bid[seat] >= best:
            best, winner = s.bid[seat], seat if s.bid[seat] > best else NOBODY
    if winner != NOBODY:
        s.points[winner] += s.prize
    s.prize = NOBODY


def score(s: State, points: list[int]) -> None:
    """The points of the prizes won so far."""
    for seat in range(s.seats):
        points[seat] = s.points[seat]


def winners(s: State) -> int:
    """Most points; equal ones share the victory."""
    best, mask = 0, 0
    for seat in range(s.seats):
        if s.points[seat] >= best:
            mask = (mask if s.points[seat] == best else 0) | 1 << seat
            best = s.points[seat]
    return mask if to_act(s) == NOBODY else 0


view = plain_view(State)


def seen(s: State, seat: int, actor: int, action: int) -> int:
    """A bid is seen by the seat that makes it, by the others when all are turned up."""
    return action if actor in (CHANCE, seat) else HIDDEN


def redeal(s: State, seat: int, rng: Rng) -> None:
    """What another seat has bid face down may be any card of its hand."""
    for other in range(s.seats):
        if s.prize != NOBODY and other != seat and s.bid[other] != NOBODY:
            s.bid[other] = s.acts[below(rng, _list(s, s.hand[other]))] + 1


def _list(s: State, mask: int) -> int:
    """Write the moves with the cards of a mask to the work space, return how many."""
    n = 0
    for card in range(1, s.cards + 1):
        if mask >> card & 1:
            s.acts[n] = card - 1
            n += 1
    return n


is_in_range = range_check(State)
FAULTS = ("sound", "a number is out of its range", "a prize, a hand or a bid does not fit", "the points are too many")


def audit(s: State) -> int:
    """0, or the number of the first sentence of FAULTS that is true."""
    if not is_in_range(s):
        return 1
    suit, is_bidding = (2 << s.cards) - 2, s.prize != NOBODY
    gone, points = suit & ~s.prizes, s.prize if is_bidding else 0
    if s.prizes & ~suit or (is_bidding and (gone >> s.prize & 1 == 0 or pending(s) == 0)):
        return 2
    for seat in range(SEATS):
        held = _list(s, s.prizes) + int(is_bidding) if seat < s.seats else 0
        if s.bid[seat] != NOBODY and (seat >= s.seats or (is_bidding and s.hand[seat] >> s.bid[seat] & 1 == 0)):
            return 2
        if s.hand[seat] & ~suit or _list(s, s.hand[seat]) != held or (s.points[seat] > 0 and seat >= s.seats):
            return 2
        points += s.points[seat]
    for card in range(CARDS + 1):
        points -= card if gone >> card & 1 else 0
    return 3 if points > 0 else 0
