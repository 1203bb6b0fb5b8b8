"""Razzia! (Reiner Knizia): two to five families buy lots of loot with cheques, over three rounds.

Rules:       the French rule book (Jeux de NIM, v1.3, March 2007), cited by the headings of its sections: [Fin de la
             manche]. What it leaves open is ruled in R1..R29, cited by number; docs/rules/razzia_knizia.md lists them.
Recovered:   some counts and names (cars, drivers, bodyguards, thieves, trinkets, the restaurant) and the cheque sets
             are illegible in our copy of the book and come from elsewhere; the sum of 99 loot cards agrees.
Deviations:  the two face-down piles are one bag of cards: nobody can know anything about either.
             The cheque sets are dealt to the seats by chance: the book does not say who takes which.
             Several thieves are used one by one, each for a card at the same place of the table or later.
             A seat without a cheque above the best bid is not asked: everybody sees that it must pass.
Rulings:     R7   police with an empty display: the auction is held all the same, for the centre cheque alone.
             R8   an auction may be called with an empty display.
             R10  the round also ends at once with the last ready cheque; nothing lies on display then.
             R12  the only seat with ready cheques takes every turn.
             R13  after an auction the turn passes on from the seat that acted, whoever won.
             R14  a thief may take a thief.
             R15  a thief just stolen cannot be used in the same turn.
             R16  no stealing from an empty display.
             R18  used thieves and all discards are out of the game.
             R19  police cards are cleared after every round, however it ended, and are out of the game.
             R20  without a card left nobody may draw (it cannot happen with the printed box).
             R22  the centre cheque stays where it is between the rounds and belongs to nobody.
             R24  all have equally many bodyguards: 5 - 2 = 3 points each (option `bodyguards_all_equal`).
             R27  equal points are a shared win (option `tie_break`).
Options:     bodyguards_all_equal, tie_break, cheque_sets, box.
"""

from __future__ import annotations

from dataclasses import dataclass

from tripot.core.declared import plain_view, range_check
from tripot.core.fields import between, count_to, flag, index_of, mask_of, one_of, seat_of
from tripot.core.options import an_order, choice
from tripot.core.rng import Rng, below
from tripot.core.state import CHANCE, I8, NOBODY, Record, scratch, state

VERSION = 1  # rises when the same moves could give another result

# -- The box [Le matériel de jeu] ---------------------------------------------

SEATS = 5
FEWEST_SEATS = 2

RING, WATCH, BROOCH, CHAIN, DIAMOND, COIN, CAR, DRIVER, BODYGUARD, THIEF = range(10)
CASINO, TRANSPORT, FILM, HORSE_RACING, REAL_ESTATE, NIGHT_CLUB, RESTAURANT = range(10, 17)
LOOT = 17  # kinds of loot, in table order
POLICE = LOOT
KINDS = LOOT + 1  # kinds of cards
TRINKETS = 5  # kinds of trinkets, RING to DIAMOND; the businesses are CASINO to RESTAURANT

STANDARD, TINY = 0, 1  # the boxes, rows of the tables below

# fmt: off
CARDS = (  # of each kind
    # trinkets      coin car driver bodyguard thief  businesses           police
    (4, 4, 4, 4, 4,    3, 16, 10,    16,       6,    4, 4, 4, 4, 4, 4, 4,    21),
    (0, 0, 0, 0, 0,    0,  0,  0,     1,       2,    1, 0, 0, 0, 0, 0, 0,     3),
)
KEPT = (  # from round to round: the loot without a cross [Réorganisation du domaine]
     0, 0, 0, 0, 0,    0,  1,  0,     1,       0,    1, 1, 1, 1, 1, 1, 1)
# fmt: on

CARDS_IN_BOX = (120, 7)
MOST_CARDS, MOST_LOOT = 21, 16  # of one kind
ROUNDS = (3, 2)
DISPLAY_LIMIT = (7, 3)  # the loot card that forces an auction [Piocher une carte]
POLICE_LIMIT = ((0, 0, 5, 7, 7, 7), (0, 0, 2, 2, 2, 2))  # by seats: ends the round [Variante pour 2 joueurs]

# A cheque is its value in thousands. The cheques of a hand are a bit mask, bit v for the cheque v: of two hands the one
# with the highest cheque is then the greater number.
CENTRE_CHEQUE = 1  # lies at the arrow to begin with [Préparation de la partie]
CHEQUES = 16
ALL_CHEQUES = 1 << CHEQUES + 1  # greater than any bit mask of cheques
CHEQUES_EACH = ((0, 0, 4, 4, 3, 3), (0, 0, 1, 1, 1, 1))  # by number of seats
SETS = {  # by number of seats
    2: ((2, 5, 6, 9), (3, 4, 7, 8)),  # [Variante pour 2 joueurs]
    3: ((2, 5, 8, 13), (3, 6, 9, 12), (4, 7, 10, 11)),
    4: ((2, 6, 13), (3, 7, 12), (4, 8, 11), (5, 9, 10)),
    5: ((2, 7, 16), (3, 8, 15), (4, 9, 14), (5, 10, 13), (6, 11, 12)),
}
TINY_SETS = {seats: tuple((cheque,) for cheque in range(2, seats + 2)) for seats in SETS}

# Points after each round [Décompte de fin de manche]
TRINKET_POINTS = (-5, 0, 0, 5, 10, 15)  # for 0 to 5 kinds
COIN_POINTS = 3
CAR_POINTS = 1  # each car and driver, with a driver at least
MOST_BODYGUARDS, FEWEST_BODYGUARDS = 5, -2
THIEF_POINTS = 2

# Points at the end [Décompte de fin de partie]
BUSINESS_POINTS = (0, 1, 2, 3, 4, 5, 6, 10)  # for 0 to 7 kinds
SAME_BUSINESS_POINTS = (0, 0, 0, 5, 10)  # for 0 to 4 cards of one kind
RICHEST, POOREST = 5, -5

# The score sheet: five lines for each round, two for the end.
TRINKET_LINE, COIN_LINE, CAR_LINE, BODYGUARD_LINE, THIEF_LINE = range(5)
ROUND_LINES = 5
BUSINESS_LINE, CHEQUE_LINE = 15, 16
LINES = 17
LINE_LOW, LINE_HIGH = (
    (-5, 0, 0, -2, 0, 0, -5),
    (15, 9, 26, 5, 12, 80, 5),
)  # of the five of a round and the two of the end

# -- The state ----------------------------------------------------------------

DEALING, DRAWING, CHOOSING, STEALING, BIDDING, OVER = range(6)  # the phases


@state
class State(Record):
    """The table: all of it is public, the deck being a bag."""

    seats: int = between(FEWEST_SEATS, SEATS, about="seats at the table")
    box: int = one_of("standard tiny", about="which box is played with")
    equal_guards_score: int = flag(about="1: bodyguards score also when all seats have equally many [R24]")
    cheque_breaks_ties: int = flag(about="1: of the seats with most points the highest cheque wins [R27]")
    phase: int = one_of("dealing drawing choosing stealing bidding over", about="what happens now")
    round: int = between(0, ROUNDS[STANDARD] - 1, about="from 0; the last one when the game is over")
    turn: int = seat_of(
        SEATS, about="whose turn it is, who also called the auction; while dealing who gets the next set"
    )
    deck: list[int] = count_to(MOST_CARDS, KINDS, axes="kind", about="cards of each kind not yet drawn")
    deck_n: int = count_to(CARDS_IN_BOX[STANDARD], about="their number")
    display: list[int] = count_to(DISPLAY_LIMIT[STANDARD], LOOT, axes="kind", about="loot on display, of each kind")
    display_n: int = count_to(DISPLAY_LIMIT[STANDARD], about="their number")
    police: int = count_to(max(POLICE_LIMIT[STANDARD]), about="police cards of this round")
    discard: list[int] = count_to(MOST_CARDS, KINDS, axes="kind", about="cards of each kind out of the game [R18]")
    domain: list[list[int]] = count_to(MOST_LOOT, SEATS, LOOT, axes="seat kind", about="loot in front of each seat")
    centre: int = between(CENTRE_CHEQUE, CHEQUES, about="the cheque in the centre")
    sets: list[int] = mask_of(CHEQUES + 1, SEATS, axes="set", about="cheques of each set that is not yet dealt")
    ready: list[int] = mask_of(CHEQUES + 1, SEATS, axes="seat", about="cheques each seat may bid")
    spent: list[int] = mask_of(CHEQUES + 1, SEATS, axes="seat", about="cheques each seat took this round, face down")
    thieves: int = count_to(CARDS[STANDARD][THIEF], about="while stealing: thieves that may still be used")
    steal_from: int = index_of(LOOT, about="while stealing: the first loot that may still be taken")
    is_called: int = flag(about="1 in an auction that was called, 0 in one forced by a card")
    asked: int = count_to(SEATS, about="while bidding: places from the caller to the bidder, from 1")
    best: int = count_to(CHEQUES, about="best bid so far, 0 without one")
    best_bidder: int = seat_of(SEATS, or_none=True, about="whose bid it is")
    sheet: list[list[int]] = between(  # the lines of round 0, 1, 2, then of the end
        min(LINE_LOW),
        max(LINE_HIGH),
        SEATS,
        LINES,
        axes="seat line",
        about="the score sheet: lines of each round, then the end",
    )
    acts: list[int] = scratch(I8, KINDS)  # legal moves, or outcomes of chance
    odds: list[int] = scratch(I8, KINDS)  # weights of the outcomes


# -- The moves ----------------------------------------------------------------
#
#    0..16   steal that loot             outcomes:    0..4    that cheque set for the next seat
#   17       draw                                     5..21   that loot is drawn
#   18       call an auction                         22       police is drawn
#   19       stop stealing
#   20       pass
#   21..36   bid the cheque 1..16

STEAL, DRAW, CALL, STOP, PASS, BID = 0, LOOT, LOOT + 1, LOOT + 2, LOOT + 3, LOOT + 4
ACTIONS = BID + CHEQUES
BID_0 = BID - 1  # the cheque v is bid by BID_0 + v

SET, CARD = 0, SEATS
OUTCOMES = CARD + KINDS

# -- Options ------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Options:
    """What may be agreed before the game."""

    bodyguards_all_equal: str = choice("literal", "ra", about="all have equally many: 5 - 2 points each, or none [R24]")
    tie_break: str = choice("shared", "highest_cheque", about="at equal points: a shared win, or by cheque [R27]")
    cheque_sets: tuple[int, ...] | None = an_order(about="the cheque sets seat by seat; by chance if not given")
    box: str = choice(
        "standard",
        "tiny",
        about="the printed box, or one for exact tests: 2 rounds, 1 cheque each, 4 loot cards (an auction at the third)"
        " and 3 police cards (the second ends a round)",
    )


# -- The deal [Préparation de la partie] --------------------------------------


def setup(s: State, seats: int, options: Options) -> None:
    """Shuffle the cards, lay the cheque sets ready and the cheque 1 in the centre."""
    s.seats = seats
    s.box = TINY if options.box == "tiny" else STANDARD
    s.equal_guards_score = 1 if options.bodyguards_all_equal == "literal" else 0
    s.cheque_breaks_ties = 1 if options.tie_break == "highest_cheque" else 0
    s.phase = DEALING
    for kind in range(KINDS):
        s.deck[kind] = CARDS[s.box][kind]
    s.deck_n = sum(s.deck)
    s.centre = CENTRE_CHEQUE
    s.best_bidder = NOBODY
    for place, cheques in enumerate((TINY_SETS if s.box == TINY else SETS)[seats]):
        s.sets[place] = sum(1 << cheque for cheque in cheques)
    for number in options.cheque_sets or ():
        _deal_set(s, number - 1)


def _deal_set(s: State, place: int) -> None:
    s.ready[s.turn] = s.sets[place]
    s.sets[place] = 0
    if s.turn + 1 < s.seats:
        s.turn += 1
    else:
        _begin_round(s)


def _begin_round(s: State) -> None:
    """The seat with the highest ready cheque begins [Description d'une manche; R21]."""
    s.turn = _highest_ready(s)
    s.phase = CHOOSING


# -- The turn [Le tour de jeu] ------------------------------------------------


def to_act(s: State) -> int:
    """The seat whose turn or bid it is, CHANCE for a cheque set or a card, NOBODY at the end."""
    if s.phase == BIDDING:
        return (s.turn + s.asked) % s.seats  # clockwise from the caller's left, the caller last [R2]
    if s.phase == CHOOSING or s.phase == STEALING:
        return s.turn
    if s.phase == OVER:
        return NOBODY
    return CHANCE


def pending(s: State) -> int:
    """One seat at a time."""
    seat = to_act(s)
    return 1 << seat if seat >= 0 else 0


def is_mid_move(s: State, seat: int) -> bool:
    """Whether the seat is in the middle of a move of several steps: stealing."""
    return s.phase == STEALING and seat == s.turn


def _pass_turn(s: State) -> None:
    """The next seat clockwise with a ready cheque [R11, R12, R13]; without any the round is over [R10]."""
    s.thieves = 0
    s.steal_from = 0
    for step in range(1, s.seats + 1):
        seat = (s.turn + step) % s.seats
        if s.ready[seat] != 0:
            s.turn = seat
            s.phase = CHOOSING
            return
    _end_round(s)


# -- What may be played [Le tour de jeu; Le choix des joueurs] ----------------


def legal(s: State, seat: int) -> int:
    """One of draw, steal and call, and no passing of a turn [R17, R29]; one bid or a pass in an auction [R28]."""
    if seat < 0 or seat != to_act(s):
        return 0
    if s.phase == BIDDING:
        return _bids(s, seat)
    n = 0
    if s.display_n > 0 and s.domain[seat][THIEF] > 0:  # [R16]
        for loot in range(s.steal_from, LOOT):  # any kind, also a thief [R14]
            if s.display[loot] > 0:
                s.acts[n] = STEAL + loot
                n += 1
    if s.phase == STEALING:
        s.acts[n] = STOP
        return n + 1
    if s.deck_n > 0:  # [R20]
        s.acts[n] = DRAW
        n += 1
    s.acts[n] = CALL  # also with an empty display [R8]
    return n + 1


def _bids(s: State, seat: int) -> int:
    """A cheque above the best bid [R1] or a pass; who called and heard no bid must bid [R3, R4]."""
    n = 0
    if s.best > 0 or s.is_called == 0 or seat != s.turn:
        s.acts[0] = PASS
        n = 1
    cheque = s.best + 1
    higher = s.ready[seat] >> cheque
    while higher > 0:
        if higher & 1 == 1:
            s.acts[n] = BID_0 + cheque
            n += 1
        cheque += 1
        higher >>= 1
    return n


# -- Chance -------------------------------------------------------------------


def weights(s: State) -> int:
    """Every cheque set left is equally likely, and every card left."""
    n = 0
    if s.phase == DEALING:
        for place in range(s.seats):
            if s.sets[place] != 0:
                s.acts[n] = SET + place
                s.odds[n] = 1
                n += 1
    else:
        for kind in range(KINDS):
            if s.deck[kind] > 0:
                s.acts[n] = CARD + kind
                s.odds[n] = s.deck[kind]
                n += 1
    return n


def draw(s: State, rng: Rng) -> int:
    """One outcome, found by walking down the list of `weights`."""
    if s.phase == DEALING:
        return s.acts[below(rng, weights(s))]
    left = below(rng, s.deck_n)
    kind = 0
    while left >= s.deck[kind]:
        left -= s.deck[kind]
        kind += 1
    return CARD + kind


# -- What a move does ---------------------------------------------------------


def apply(s: State, seat: int, action: int) -> None:
    """Carry out a legal move, or with CHANCE an outcome."""
    if seat == CHANCE:
        if action < CARD:
            _deal_set(s, action - SET)
        else:
            _turn_up(s, action - CARD)
    elif action >= BID:
        s.best = action - BID_0
        s.best_bidder = seat
        _ask_next(s)
    elif action == PASS:
        _ask_next(s)
    elif action == DRAW:
        s.phase = DRAWING
    elif action == CALL:
        _open_auction(s, 1)
    elif action == STOP:
        _pass_turn(s)
    else:
        _steal(s, seat, action - STEAL)


def _turn_up(s: State, card: int) -> None:
    """Police or the seventh loot card forces an auction, the last police card ends the round [Piocher une carte]."""
    s.deck[card] -= 1
    s.deck_n -= 1
    if card == POLICE:
        s.police += 1
        if s.police == POLICE_LIMIT[s.box][s.seats]:
            _end_round(s)  # at once, without an auction [R9]
        else:
            _open_auction(s, 0)  # also with an empty display [R7]
        return
    s.display[card] += 1
    s.display_n += 1
    if s.display_n == DISPLAY_LIMIT[s.box]:
        _open_auction(s, 0)
    else:
        _pass_turn(s)


def _steal(s: State, seat: int, loot: int) -> None:
    """Discard a thief, take a card, go on while thieves and cards to take are left [Employer le voleur]."""
    if s.phase == CHOOSING:
        s.thieves = s.domain[seat][THIEF]  # a thief just stolen cannot be used [R15]
        s.phase = STEALING
    s.thieves -= 1
    s.domain[seat][THIEF] -= 1
    s.discard[THIEF] += 1  # [R18]
    s.display[loot] -= 1
    s.display_n -= 1
    s.domain[seat][loot] += 1
    s.steal_from = loot
    if s.thieves == 0 or not _has_loot_from(s, loot):
        _pass_turn(s)


# The auction [Déroulement d'une enchère]


def _open_auction(s: State, is_called: int) -> None:
    s.is_called = is_called
    s.phase = BIDDING
    _ask_next(s)


def _ask_next(s: State) -> None:
    """Once round, the caller last [R2]; who cannot beat the best bid is not asked."""
    while s.asked < s.seats:
        s.asked += 1
        bidder = (s.turn + s.asked) % s.seats
        if _can_beat(s, bidder):
            return
    _close_auction(s)


def _close_auction(s: State) -> None:
    """The best bid takes the lot; if all passed, a full display is discarded, another stays [R5, R6]."""
    if s.best_bidder != NOBODY:
        _win_lot(s, s.best_bidder)
    elif s.display_n == DISPLAY_LIMIT[s.box]:
        _discard_display(s)
    s.is_called = 0
    s.asked = 0
    s.best = 0
    s.best_bidder = NOBODY
    _pass_turn(s)  # from the caller, whoever won [R13]


def _win_lot(s: State, winner: int) -> None:
    """The lot for the cheque bid; the centre cheque is won face down [Le vainqueur de l'enchère]."""
    if s.display_n > 0:
        for loot in range(LOOT):
            s.domain[winner][loot] += s.display[loot]
            s.display[loot] = 0
        s.display_n = 0
    s.spent[winner] |= 1 << s.centre
    s.ready[winner] ^= 1 << s.best
    s.centre = s.best


# The end of a round [Fin de la manche]


def _end_round(s: State) -> None:
    _discard_display(s)  # [R9]
    _score_round(s)
    if s.round + 1 < ROUNDS[s.box]:
        _tidy(s)
        s.round += 1
        _begin_round(s)
    else:
        _score_end(s)
        s.phase = OVER  # [Fin de la partie]


def _tidy(s: State) -> None:
    """Discard police and marked loot, turn the cheques up [Réorganisation du domaine; R18, R19, R22]."""
    s.discard[POLICE] += s.police
    s.police = 0
    for seat in range(s.seats):
        for loot in range(LOOT):
            if KEPT[loot] == 0:
                s.discard[loot] += s.domain[seat][loot]
                s.domain[seat][loot] = 0
        s.ready[seat] |= s.spent[seat]
        s.spent[seat] = 0


def _score_round(s: State) -> None:
    """Write this round's five lines for every seat [Décompte de fin de manche]."""
    first = s.round * ROUND_LINES
    most = s.domain[0][BODYGUARD]
    fewest = most
    for seat in range(1, s.seats):
        most = max(most, s.domain[seat][BODYGUARD])
        fewest = min(fewest, s.domain[seat][BODYGUARD])
    for seat in range(s.seats):
        s.sheet[seat][first + TRINKET_LINE] = TRINKET_POINTS[_kinds(s, seat, RING, TRINKETS)]
        s.sheet[seat][first + COIN_LINE] = COIN_POINTS * s.domain[seat][COIN]
        if s.domain[seat][DRIVER] > 0:  # [R23]
            s.sheet[seat][first + CAR_LINE] = CAR_POINTS * (s.domain[seat][CAR] + s.domain[seat][DRIVER])
        if most > fewest or s.equal_guards_score == 1:  # [R24]
            own = s.domain[seat][BODYGUARD]
            s.sheet[seat][first + BODYGUARD_LINE] = _extremes(own, most, fewest, MOST_BODYGUARDS, FEWEST_BODYGUARDS)
        s.sheet[seat][first + THIEF_LINE] = THIEF_POINTS * s.domain[seat][THIEF]


def _score_end(s: State) -> None:
    """Write the two lines of the end: businesses, and the richest and poorest [Décompte de fin de partie]."""
    most = _money(s, 0)
    fewest = most
    for seat in range(1, s.seats):
        most = max(most, _money(s, seat))
        fewest = min(fewest, _money(s, seat))
    for seat in range(s.seats):
        points = BUSINESS_POINTS[_kinds(s, seat, CASINO, LOOT)]
        for business in range(CASINO, LOOT):
            points += SAME_BUSINESS_POINTS[s.domain[seat][business]]
        s.sheet[seat][BUSINESS_LINE] = points
        s.sheet[seat][CHEQUE_LINE] = _extremes(_money(s, seat), most, fewest, RICHEST, POOREST)  # [R25]


def _extremes(own: int, most: int, fewest: int, top: int, bottom: int) -> int:
    """Points for having most and for having fewest, ties included; both if all have the same."""
    return top * (own == most) + bottom * (own == fewest)


# -- How it ends [Fin de la partie] -------------------------------------------


def score(s: State, points: list[int]) -> None:
    """The sum of each seat's score sheet; it may be below zero."""
    for seat in range(s.seats):
        points[seat] = _total(s, seat)


def winners(s: State) -> int:
    """The seats with most points; with the option only the one of them that owns the highest cheque [R27]."""
    if s.phase != OVER:
        return 0
    mask, best = 0, 0
    for seat in range(s.seats):
        standing = _total(s, seat) * ALL_CHEQUES + s.cheque_breaks_ties * _cheques(s, seat)
        if mask == 0 or standing > best:
            mask, best = 0, standing
        if standing == best:
            mask |= 1 << seat
    return mask


# -- What a seat sees ---------------------------------------------------------


view = plain_view(State)
"""Everything, whoever looks: cheques face down were seen when they were taken, and the deck is but a bag."""


def seen(s: State, seat: int, actor: int, action: int) -> int:
    """Every move and every card is open."""
    return action


def redeal(s: State, seat: int, rng: Rng) -> None:
    """Nothing is hidden but the cards still to come, and those are not in the state."""


# -- Small words --------------------------------------------------------------


def _has_loot_from(s: State, first: int) -> bool:
    for loot in range(first, LOOT):
        if s.display[loot] > 0:
            return True
    return False


def _can_beat(s: State, seat: int) -> bool:
    """Whether the seat has a ready cheque above the best bid."""
    return s.ready[seat] >> (s.best + 1) != 0


def _discard_display(s: State) -> None:
    for loot in range(LOOT):
        s.discard[loot] += s.display[loot]
        s.display[loot] = 0
    s.display_n = 0


def _kinds(s: State, seat: int, first: int, end: int) -> int:
    """How many different kinds of loot from `first` up to before `end` the seat owns."""
    n = 0
    for loot in range(first, end):
        if s.domain[seat][loot] > 0:
            n += 1
    return n


def _cheques(s: State, seat: int) -> int:
    """All the seat's own cheques, ready and spent; the centre cheque is nobody's [R22]."""
    return s.ready[seat] | s.spent[seat]


def _money(s: State, seat: int) -> int:
    """The sum of the seat's own cheques."""
    total = 0
    for cheque in range(1, CHEQUES + 1):
        if _cheques(s, seat) >> cheque & 1 == 1:
            total += cheque
    return total


def _total(s: State, seat: int) -> int:
    total = 0
    for line in range(LINES):
        total += s.sheet[seat][line]
    return total


def _highest_ready(s: State) -> int:
    """The seat with the highest ready cheque."""
    best = 0
    for seat in range(1, s.seats):
        if s.ready[seat] > s.ready[best]:
            best = seat
    return best


FAULTS = (
    "sound",
    "a number is out of range, or the round or the turn is none of this table",
    "a card is not in exactly one place, or the deck or the display is counted wrongly",
    "a cheque is not in exactly one place, or a seat does not own its number of cheques",
    "the cards on the table, the thieves in use or the bids do not fit the phase",
    "the score sheet has points that cannot be, or that are not yet scored",
)
SOUND, BAD_RANGE, BAD_CARDS, BAD_CHEQUES, BAD_PHASE, BAD_SHEET = range(6)

is_in_range = range_check(State)


def audit(s: State) -> int:
    """SOUND, or the number of the first fault; each check relies on those before it."""
    if not (is_in_range(s) and _turn_fits(s)):
        return BAD_RANGE
    if not _cards_are_complete(s):
        return BAD_CARDS
    if not _cheques_are_complete(s):
        return BAD_CHEQUES
    if not (_phase_fits(s) and _bids_fit(s)):
        return BAD_PHASE
    return SOUND if _sheet_fits(s) else BAD_SHEET


def _turn_fits(s: State) -> bool:
    if s.turn >= s.seats or s.round >= ROUNDS[s.box]:
        return False
    return (s.phase != DEALING or s.round == 0) and (s.phase != OVER or s.round + 1 == ROUNDS[s.box])


def _cards_are_complete(s: State) -> bool:
    deck, display = 0, 0
    for kind in range(KINDS):
        total = s.deck[kind] + s.discard[kind]
        deck += s.deck[kind]
        if kind == POLICE:
            total += s.police
        else:
            total += s.display[kind]
            display += s.display[kind]
            for seat in range(SEATS):
                total += s.domain[seat][kind]
        if total != CARDS[s.box][kind]:
            return False
    for seat in range(s.seats, SEATS):
        if _kinds(s, seat, 0, LOOT) > 0:  # nobody sits there
            return False
    return s.deck_n == deck and s.display_n == display


def _cheques_are_complete(s: State) -> bool:
    each = CHEQUES_EACH[s.box][s.seats]
    total = 1 << s.centre
    union = total  # equal to the total as long as no cheque is in two places
    for seat in range(SEATS):
        total += s.sets[seat] + s.ready[seat] + s.spent[seat]
        union |= s.sets[seat] | _cheques(s, seat)
        is_dealt = seat < s.turn if s.phase == DEALING else seat < s.seats
        if _count(_cheques(s, seat)) != (each if is_dealt else 0):
            return False
        if s.sets[seat] != 0 and (s.phase != DEALING or seat >= s.seats or _count(s.sets[seat]) != each):
            return False
    return total == union == (1 << s.seats * each + 2) - 2  # the cheques from 1 on without a gap


def _phase_fits(s: State) -> bool:
    limit = POLICE_LIMIT[s.box][s.seats]
    if s.phase == DEALING:
        return s.deck_n == CARDS_IN_BOX[s.box]
    if s.phase == OVER:
        return s.display_n == 0 and s.police <= limit and (s.police == limit or s.ready[_highest_ready(s)] == 0)
    if not (s.police < limit and s.display_n <= DISPLAY_LIMIT[s.box] and s.ready[s.turn] > 0):
        return False
    if s.display_n == DISPLAY_LIMIT[s.box] and (s.phase != BIDDING or s.is_called == 1):
        return False
    if s.phase == STEALING:
        return 1 <= s.thieves <= s.domain[s.turn][THIEF] and _has_loot_from(s, s.steal_from)
    return s.phase != DRAWING or s.deck_n > 0


def _bids_fit(s: State) -> bool:
    if s.phase != STEALING and (s.thieves != 0 or s.steal_from != 0):
        return False
    if s.phase != BIDDING:
        return s.is_called == 0 and s.asked == 0 and s.best == 0 and s.best_bidder == NOBODY
    if not (1 <= s.asked <= s.seats and s.best < CHEQUES and _can_beat(s, to_act(s))):
        return False
    if s.best_bidder == NOBODY or s.best_bidder >= s.seats:
        return s.best_bidder == NOBODY and s.best == 0
    place = (s.best_bidder + s.seats - s.turn) % s.seats
    return 1 <= place < s.asked and s.best > 0 and s.ready[s.best_bidder] >> s.best & 1 == 1


def _sheet_fits(s: State) -> bool:
    scored = s.round + 1 if s.phase == OVER else s.round
    for seat in range(SEATS):
        for line in range(LINES):
            kind = line % ROUND_LINES if line < BUSINESS_LINE else line - BUSINESS_LINE + ROUND_LINES
            is_scored = line < scored * ROUND_LINES or (line >= BUSINESS_LINE and s.phase == OVER)
            if not LINE_LOW[kind] <= s.sheet[seat][line] <= LINE_HIGH[kind]:
                return False
            if s.sheet[seat][line] != 0 and not (is_scored and seat < s.seats):
                return False
    return True


def _count(cheques: int) -> int:
    n = 0
    for cheque in range(1, CHEQUES + 1):
        n += cheques >> cheque & 1
    return n
