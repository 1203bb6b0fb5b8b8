"""The rule of thumb for Razzia! (Knizia): what the lot is worth to every seat, and what a cheque is.

Everything at this table is open, so it reads the others' loot and cheques like its own: it prices the lot for each
seat, guesses who would pay what, and bids the lowest cheque that should hold. Values are tenths of a point. The numbers
below were found by letting tables of such players differ in one number at a time.
"""

from __future__ import annotations

from tripot.core.rng import Rng, below

from .rules import (
    BID,
    BID_0,
    BIDDING,
    BODYGUARD,
    BUSINESS_POINTS,
    CALL,
    CAR,
    CASINO,
    CHEQUES,
    COIN,
    COIN_POINTS,
    DISPLAY_LIMIT,
    DRAW,
    DRIVER,
    FEWEST_BODYGUARDS,
    LOOT,
    MOST_BODYGUARDS,
    PASS,
    POLICE,
    POLICE_LIMIT,
    RING,
    ROUNDS,
    SAME_BUSINESS_POINTS,
    STEAL,
    STEALING,
    STOP,
    THIEF,
    THIEF_POINTS,
    TRINKETS,
    State,
    legal,
)

POINT = 10
PAIR = 2

# What 0 to 5 kinds of trinkets are worth when 0 to 3 lots may still be won this round.
TRINKET_HOPES = (
    (-50, 0, 0, 50, 100, 150),
    (-40, 5, 20, 60, 105, 150),
    (-30, 10, 35, 70, 110, 150),
    (-20, 20, 45, 80, 115, 150),
)
MOST_HOPE = 3
CAR_LATER = 6  # a car, for each round after this one
GUARD_HOPE = 15  # a bodyguard beyond the points it makes now, for each round to be scored
THIEF_HOPE = 12  # a thief beyond its points, while there is a turn to use it
BUSINESS_HOPE = 2  # a first copy beyond its points, for each round to be scored
PAIR_HOPE = 6  # a pair whose third copy is still in the deck, for each round to be scored

PRICE = 24  # what a cheque could still buy in this round: any cheque
PRICE_RANK = 85  # and this much more if it beats all cheques of the others, less if it beats some
LOTS = 20  # for each police card still to come there are this many lots (in tenths) to spend the cheques on
CHEQUE_LATER = 4  # a thousand in cheques, for each later round
CHEQUE_END = 5  # a thousand in cheques, for being rich at the end
DENIAL = 7  # of ten points that a rival would get
EMPTY = -10  # an empty lot: a cheque must be exchanged for a clearly better one to be worth an auction

CALL_GAIN = 40  # call for a lot that is worth this much more than the cheque
CALL_GAIN_LATE = 20  # and when the next police card ends the round
STEAL_GAIN = 3  # steal what brings this much more than the thief
DOUBT = 6  # bids are made with this much noise either way, so that nobody can be sure of them

NOTHING, LOT = -1, LOOT  # what may be added to a seat's loot: else one card of that kind


def stage(v: State) -> int:
    """How far the game is: it rises with every round, where a search may stop and count."""
    return v.round


def future_value(v: State, points: list[int]) -> None:
    """Add what loot that is kept and cheques should bring each seat in the rounds to come."""
    rounds = ROUNDS[v.box] - v.round
    for seat in range(v.seats):
        thousands = 0
        for cheque in range(1, CHEQUES + 1):
            if v.ready[seat] >> cheque & 1 == 1:
                thousands += cheque
        points[seat] += (_worth(v, seat, NOTHING) + thousands * (CHEQUE_LATER * rounds + CHEQUE_END)) // POINT


def rules_out(v: State, seat: int, action: int) -> bool:
    """Whether a move is not worth a thought: an auction called for nothing, or a bid for nothing that brings no better cheque.

    One such move costs less than the noise of a search with few simulations, which would make it by chance, again and again.
    """
    if v.display_n > 0:
        return False
    if action == CALL:
        return v.deck_n > 0
    return action >= BID and _gain(v, seat, LOT) <= _price(v, seat, action - BID_0)


def thumb(v: State, seat: int, rng: Rng) -> int:
    """A good move for the seat, as far as a few rules of thumb can tell."""
    if v.phase == BIDDING:
        return _bid(v, seat, below(rng, 2 * DOUBT + 1) - DOUBT)
    card = _card_to_steal(v, seat)
    if card != NOTHING:
        return STEAL + card
    if v.phase == STEALING:
        return STOP
    if rules_out(v, seat, CALL):
        return DRAW
    return CALL if v.deck[POLICE] == v.deck_n or _should_call(v, seat) else DRAW


# -- Bidding ------------------------------------------------------------------


def _bid(v: State, seat: int, doubt: int) -> int:
    """The lowest cheque that pays and should hold; else the one that pays best (it may hold yet); else a pass."""
    n = legal(v, seat)
    may_pass = v.acts[0] == PASS
    gain = _gain(v, seat, LOT) + _denial(v, seat) + doubt
    best, best_profit = PASS, 0
    for i in range(n):
        if v.acts[i] >= BID:
            cheque = v.acts[i] - BID_0
            profit = gain - _price(v, seat, cheque)
            if profit > 0 and _best_bid(v, v.asked + 1, v.seats + 1, cheque) == cheque:
                return v.acts[i]
            if profit > best_profit or (best == PASS and not may_pass):
                best, best_profit = v.acts[i], profit
    return best


def _best_bid(v: State, first: int, end: int, best: int) -> int:
    """What the best bid should become when the places from `first` to before `end` after the caller are asked."""
    for place in range(first, end):
        best = max(best, _would_bid(v, (v.turn + place) % v.seats, best))
    return best


def _would_bid(v: State, seat: int, above: int) -> int:
    """The lowest cheque above another that the seat should be glad to pay for the lot, or 0."""
    if v.ready[seat] >> (above + 1) == 0:
        return 0
    gain = _gain(v, seat, LOT)
    for cheque in range(above + 1, CHEQUES + 1):
        if v.ready[seat] >> cheque & 1 == 1 and gain > _price(v, seat, cheque):
            return cheque
    return 0


def _denial(v: State, seat: int) -> int:
    """What it is worth that the rival who likes the lot best does not get it: all the more with few rivals."""
    most = 0
    for other in range(v.seats):
        if other != seat and (other == v.best_bidder or v.ready[other] >> (v.best + 1) != 0):
            most = max(most, _gain(v, other, LOT))
    return most * DENIAL // (POINT * (v.seats - 1))


# -- The turn -----------------------------------------------------------------


def _should_call(v: State, seat: int) -> bool:
    """Call for a good lot that the others should leave to a cheque worth paying."""
    wanted = CALL_GAIN
    if v.police + 1 == POLICE_LIMIT[v.box][v.seats]:
        wanted = CALL_GAIN_LATE
    elif v.display_n + 1 == DISPLAY_LIMIT[v.box] or not _has_rival(v, seat):
        return False  # the next card brings the auction anyway, or nobody else can: the lot can only grow
    for cheque in range(_best_bid(v, 1, v.seats, 0) + 1, CHEQUES + 1):
        if v.ready[seat] >> cheque & 1 == 1:
            return _gain(v, seat, LOT) - _price(v, seat, cheque) > wanted
    return False


def _has_rival(v: State, seat: int) -> bool:
    ready = 0
    for other in range(v.seats):
        if other != seat:
            ready |= v.ready[other]
    return ready != 0


def _card_to_steal(v: State, seat: int) -> int:
    """The first in table order of the cards best worth a thief (later ones can follow in the same turn), or NOTHING."""
    thieves = v.thieves if v.phase == STEALING else v.domain[seat][THIEF]
    if thieves == 0:
        return NOTHING
    wanted = _thief_worth(_hope(v, seat)) + STEAL_GAIN
    for card in range(v.steal_from, LOOT):
        if v.display[card] > 0 and _gain(v, seat, card) > wanted:
            better = 0
            for other in range(v.steal_from, LOOT):
                if v.display[other] > 0 and _gain(v, seat, other) > _gain(v, seat, card):
                    better += 1
            if better < thieves:
                return card
    return NOTHING


# -- What a cheque is worth ---------------------------------------------------


def _price(v: State, seat: int, cheque: int) -> int:
    """What the seat gives up with the cheque: a later lot of this round, and its difference to the centre cheque."""
    lower, others = 0, 0
    for other in range(v.seats):
        if other != seat:
            for theirs in range(1, CHEQUES + 1):
                if v.ready[other] >> theirs & 1 == 1:
                    others += 1
                    lower += theirs < cheque
    rank = PRICE_RANK if others == 0 else PRICE_RANK * lower // others
    # with fewer lots to come than cheques to spend, some cheques will buy nothing more
    use = min(POINT, LOTS * (POLICE_LIMIT[v.box][v.seats] - v.police) // (others + _count(v.ready[seat])))
    later = ROUNDS[v.box] - 1 - v.round
    return (PRICE + rank) * use // POINT + (cheque - v.centre) * (CHEQUE_LATER * later + CHEQUE_END)


# -- What loot is worth -------------------------------------------------------


def _gain(v: State, seat: int, plus: int) -> int:
    """What the lot, or one card, adds to the seat's loot."""
    if plus == LOT and v.display_n == 0:
        return EMPTY
    return _worth(v, seat, plus) - _worth(v, seat, NOTHING)


def _worth(v: State, seat: int, plus: int) -> int:
    """What the seat's loot should bring: sure points and hopes."""
    hope = _hope(v, seat)
    later = ROUNDS[v.box] - 1 - v.round
    kinds = 0
    for trinket in range(RING, TRINKETS):
        kinds += _held(v, seat, trinket, plus) > 0
    value = TRINKET_HOPES[hope][kinds] + COIN_POINTS * POINT * _held(v, seat, COIN, plus)
    value += _thief_worth(hope) * _held(v, seat, THIEF, plus)
    value += _cars_worth(v, seat, plus, later) + _guards_worth(v, seat, plus, later)
    return value + _businesses_worth(v, seat, plus, later + 1)


def _hope(v: State, seat: int) -> int:
    """The lots that the seat may still hope for this round after the next one."""
    return max(0, min(MOST_HOPE, _count(v.ready[seat]) - 1, POLICE_LIMIT[v.box][v.seats] - 1 - v.police))


def _thief_worth(hope: int) -> int:
    return THIEF_POINTS * POINT + (THIEF_HOPE if hope > 0 else 0)


def _cars_worth(v: State, seat: int, plus: int, later: int) -> int:
    cars, drivers = _held(v, seat, CAR, plus), _held(v, seat, DRIVER, plus)
    now = (cars + drivers) * POINT if drivers > 0 else 0
    return now + cars * CAR_LATER * later


def _guards_worth(v: State, seat: int, plus: int, later: int) -> int:
    own = _held(v, seat, BODYGUARD, plus)
    is_most, is_fewest = 1, 1
    for other in range(v.seats):
        if other != seat:
            if v.domain[other][BODYGUARD] > own:
                is_most = 0
            if v.domain[other][BODYGUARD] < own:
                is_fewest = 0
    now = is_most * MOST_BODYGUARDS * POINT + is_fewest * FEWEST_BODYGUARDS * POINT
    return now + own * GUARD_HOPE * (later + 1)


def _businesses_worth(v: State, seat: int, plus: int, rounds: int) -> int:
    kinds, value = 0, 0
    for business in range(CASINO, LOOT):
        copies = _held(v, seat, business, plus)
        value += SAME_BUSINESS_POINTS[copies] * POINT
        if copies > 0:
            kinds += 1
            value += BUSINESS_HOPE * rounds
        if copies == PAIR and v.deck[business] > 0:
            value += PAIR_HOPE * rounds
    return value + BUSINESS_POINTS[kinds] * POINT


def _held(v: State, seat: int, loot: int, plus: int) -> int:
    """How many of a loot the seat has, or would have."""
    if plus == LOT:
        return v.domain[seat][loot] + v.display[loot]
    return v.domain[seat][loot] + (plus == loot)


def _count(cheques: int) -> int:
    n = 0
    for cheque in range(1, CHEQUES + 1):
        n += cheques >> cheque & 1
    return n
