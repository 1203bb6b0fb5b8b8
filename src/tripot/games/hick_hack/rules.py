"""Hick Hack in Gackelwack (Stefan Dorra, 2001), 2-6 seats: birds want grain, foxes want birds.

Rule book:   the French one (Philibert 2002), cited by its section: [Fin de la partie]. Card values as in a real box.
             [H-n] is a ruling of ours where the book leaves a hole, or one that only spells the book out.

Rulings:     H-1      agreeing: contenders are asked from the strongest to the weakest (equal ones clockwise from the left
                      of the supplier) for an offer of all the grains; the others accept, refuse or call the duel, face
                      down; any call is a duel, all accepting is a deal, else the next is asked; after the last, duel
             H-3      an offer may leave a contender empty-handed
             H-10     two own birds alone in a yard take all without a duel; H-12: two own foxes eat likewise
             H-11     two own cards in a duel: the player rolls one die, for the better card (of equal ones the first)
             H-14     who holds one card, or just two that may not lie together, lays one
             H-15     pile and discard both empty: the seat goes without; who holds no card sits out the round
             H-16     supplying has no effect but to order ties; H-22: seat 0 supplies round 1, then clockwise
             H-18     a tie for the win is a shared win
             H-19     the shy bird snatches its grain first of all; several foxes duel for it even if it is the only bird
             H-23     the discard is reshuffled when a card must be drawn and the pile is empty, not before
             H-24     the yards are settled in board order, each completely
Deviations:  free talk over a yard is the protocol H-1.
             A fox eats the shy bird, and it counts -2 [H-19]. By the letter of the book it has fled before the fox eats and
             goes to the discard like any bird that was played, so that nobody ever gets its -2. Five accounts of the game
             give it to the fox, and otherwise the value would stand on the card for nothing.
             The die has the faces 1 to 6: the book only names "le dé Hick Hack".
Options:     `negotiation`, `duel_cards`, `box`.
Versions:    1 had `duel_cards=all` as its default: each card rolled for itself. The book lets each player roll one die.
"""

from __future__ import annotations

from dataclasses import dataclass

from tripot.core.declared import plain_view, range_check
from tripot.core.fields import OWN, RULED, UNSEEN, between, count_to, flag, index_of, one_of, seat_of, seats_of
from tripot.core.options import choice
from tripot.core.rng import Rng, below
from tripot.core.state import CHANCE, HIDDEN, I8, NOBODY, Record, scratch, state

VERSION = 2
EARLIER = {1: {"duel_cards": "all"}}

# -- The box [Contenu] ---------------------------------------------------------------------------

SEATS = 6
YARDS = 6  # yellow chickens, blue ducks, green geese, red guinea fowl, violet pheasants, black turkeys

# A card is yard * KINDS + kind.
BIRD, SHY, FOX = 0, 1, 2
#              3     3b    4     4b    5     6     shy  fox4 fox5 fox6
KIND_RACE = (BIRD, BIRD, BIRD, BIRD, BIRD, BIRD, SHY, FOX, FOX, FOX)
KIND_VALUE = (3, 3, 4, 4, 5, 6, -2, 4, 5, 6)
KIND_IS_TINY = (1, 0, 0, 0, 1, 0, 1, 1, 0, 0)  # these are in the tiny box too
KINDS = len(KIND_VALUE)
CARDS = YARDS * KINDS
RACE = KIND_RACE * YARDS  # of every card
VALUE = KIND_VALUE * YARDS
STRONGEST = 6

YELLOW, BLUE, GREEN = 0, 1, 2
COLOURS = 3
GRAIN_POINTS = (3, 2, 1)

STANDARD, TINY = 0, 1  # one row for each box
GRAINS = ((13, 26, 39), (2, 3, 4))  # yellow, blue, green
DIE_SIDES = (6, 2)
FEWEST = 2  # one column for each number of seats from 2 to 6
HAND_SIZE = ((6, 6, 5, 5, 5), (3, 3, 2, 2, 2))
BOX_YARDS = ((6, 6, 6, 6, 6), (2, 3, 3, 3, 3))
LAYS = (2, 2, 1, 1, 1)  # cards laid, and drawn, in a round
PAIR = 2
HAND_MAX = 6
LAID_MAX = 6  # most cards on the table: three pairs, or six single cards
MOST_ROUNDS = 13  # each takes a grain for every yard
MOST_GRAINS = 39  # of one colour
LEAST_EATEN, MOST_EATEN = -12, 150  # all shy birds, all others

# Numbers in the stream of chance (see `draw_number`).
NUMBERS = 1 << 7  # set aside for a pile, or the dice of a yard in a round; more than it has cards
GRAIN_NUMBERS, DICE_NUMBERS = 1 << 20, 1 << 21

# -- The state -----------------------------------------------------------------------------------

DRAW, SUPPLY, CHOOSE, OFFER, GIVE, ANSWER, ROLL, OVER = range(8)  # phases

# Where a card is: its index in the deck, or one of these; the first three plus a seat.
HAND, LAID, EATEN, DISCARD, OUT = 70, 80, 90, 100, 101

SORTS = (MOST_ROUNDS + 1) * YARDS * 2  # see `_sort_of`


@state
class State(Record):
    """A table. `x[seat * N + i]` is the i-th of the seat's N; beyond a count there is 0."""

    box: int = one_of("standard tiny", about="which box is played with")
    seats: int = between(FEWEST, SEATS, about="seats at the table")
    lays: int = between(1, PAIR, about="cards a seat lays in a round")
    yards: int = between(1, YARDS, about="yards in the game")
    is_simple: int = flag(about="option negotiation: 1 if only the strongest is asked")
    is_better: int = flag(about="option duel_cards: 1 if of a seat's two cards only the better one fights")
    phase: int = one_of("draw supply choose offer give answer roll over", about="what happens now")
    round: int = count_to(MOST_ROUNDS, about="from 1; 0 during the deal")
    supplier: int = seat_of(SEATS, about="who supplies the yards")
    asked: int = seats_of(SEATS, about="seats that may act now")
    drawer: int = seat_of(SEATS, about="who draws the next card")
    to_draw: int = count_to(SEATS * HAND_MAX, about="cards still to be drawn by all together")
    yard: int = index_of(YARDS, or_none=True, about="the yard being supplied or settled")
    reshuffles: int = count_to(MOST_ROUNDS, about="how often the discard has become the deck")
    deck_n: int = count_to(CARDS, about="cards not yet drawn")
    deck: list[int] = index_of(CARDS, CARDS, seen=UNSEEN, axes="place", about="these cards, in no order")
    place: list[int] = between(0, OUT, CARDS, seen=RULED, axes="card", about="where each card is")
    era: list[int] = count_to(MOST_ROUNDS, CARDS, axes="card", about="the reshuffle that last put it into the deck")
    hand_n: list[int] = count_to(HAND_MAX, SEATS, axes="seat", about="cards in each hand")
    hand: list[int] = index_of(CARDS, SEATS, HAND_MAX, flat=True, seen=RULED, axes="seat slot", about="in table order")
    ages: list[int] = count_to(MOST_ROUNDS, SEATS, HAND_MAX, flat=True, axes="seat slot", about="eras held, ascending")
    sure: list[int] = index_of(
        SORTS, SEATS, or_none=True, axes="seat", about="sort of a card that everybody knows to be in the hand [H-14]"
    )
    laid: list[int] = index_of(
        CARDS, LAID_MAX, or_none=True, seen=RULED, axes="slot", about="x[seat * lays + i]; while chosen still in hand"
    )
    bag: list[int] = count_to(MOST_GRAINS, COLOURS, axes="colour", about="grains in the bag")
    on_yard: list[int] = count_to(MOST_GRAINS, YARDS, COLOURS, flat=True, axes="yard colour", about="grains there")
    offer: list[int] = count_to(MOST_GRAINS, SEATS, COLOURS, flat=True, axes="seat colour", about="grains offered")
    won: list[int] = count_to(MOST_GRAINS, SEATS, COLOURS, flat=True, axes="seat colour", about="grains won")
    eaten: list[int] = between(LEAST_EATEN, MOST_EATEN, SEATS, axes="seat", about="points of the birds in a score pile")
    fighters_n: int = count_to(LAID_MAX, about="cards contending for the yard")
    fighters: list[int] = index_of(CARDS, LAID_MAX, axes="rank", about="these cards, strongest first")
    contenders: int = seats_of(SEATS, about="their owners")
    spoken: int = seats_of(SEATS, about="contenders asked for an offer so far")
    receiver: int = seat_of(SEATS, about="lowest seat that may get the next grain offered")
    answer: list[int] = index_of(
        CARDS + COLOURS * SEATS + 4, SEATS, or_none=True, seen=OWN, axes="seat", about="the move that answers the offer"
    )
    rolled: int = count_to(LAID_MAX, about="fighters that have rolled")
    total: list[int] = count_to(2 * STRONGEST, LAID_MAX, axes="rank", about="their totals")
    acts: list[int] = scratch(I8, CARDS)
    odds: list[int] = scratch(I8, CARDS)


# -- The moves -----------------------------------------------------------------------------------
#
#   0..59    lay that card                         chance   0..59    that card is drawn
#   60..77   give the next grain: colour, seat              60..62   a grain of that colour
#   78       no offer                                       63..68   the die shows 1..6
#   79..81   duel, accept, refuse

LAY = 0
GIVE_TO = LAY + CARDS
NO_OFFER = GIVE_TO + COLOURS * SEATS
DUEL, ACCEPT, REFUSE = NO_OFFER + 1, NO_OFFER + 2, NO_OFFER + 3
ACTIONS = REFUSE + 1
ANSWERS = 3

GRAIN = CARDS
DIE = GRAIN + COLOURS
OUTCOMES = DIE + DIE_SIDES[STANDARD]


# -- Options -------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Options:
    """What players may agree on beforehand."""

    negotiation: str = choice("full", "simple", about="who is asked for an offer: every contender, or the strongest")
    duel_cards: str = choice(
        "better", "all", about="which of a seat's two cards roll in a duel: the better, or both", seats=(2, 3)
    )
    box: str = choice(
        "standard",
        "tiny",
        about="the real box, or a tiny one for exact tests: two yards (three with 3 seats or more), each with the "
        "birds 3, 5, shy and the fox 4; hands of three (two with 4 seats or more); 2 yellow, 3 blue and 4 green grains; "
        "a die of two sides",
    )


# -- The deal [Préparation] ----------------------------------------------------------------------


def setup(s: State, seats: int, options: Options) -> None:
    """Lay out the yards, shuffle all cards into one deck, mix the grains; the hands are dealt from seat 0 on."""
    s.box = STANDARD if options.box == "standard" else TINY
    s.seats = seats
    s.lays = LAYS[seats - FEWEST]
    s.yards = BOX_YARDS[s.box][seats - FEWEST]
    s.is_simple = int(options.negotiation == "simple")
    s.is_better = int(options.duel_cards == "better" and s.lays == PAIR)
    for card in range(CARDS):
        s.place[card] = s.deck_n if _is_in_box(s, card) else OUT
        if _is_in_box(s, card):
            s.deck[s.deck_n] = card
            s.deck_n += 1
    s.bag = list(GRAINS[s.box])
    s.laid = [NOBODY] * LAID_MAX
    s.answer = [NOBODY] * SEATS
    s.sure = [NOBODY] * SEATS
    s.yard = NOBODY
    s.phase = DRAW
    s.to_draw = seats * HAND_SIZE[s.box][seats - FEWEST]


# -- The turn [Déroulement du jeu] ---------------------------------------------------------------


def to_act(s: State) -> int:
    """Who decides next: the first seat asked, CHANCE or NOBODY."""
    if s.asked == 0:
        return NOBODY if s.phase == OVER else CHANCE
    seat = 0
    while not s.asked >> seat & 1:
        seat += 1
    return seat


def pending(s: State) -> int:
    """Everybody who has not finished choosing [H-20] or answering, or the seat asked for an offer."""
    return s.asked


def is_mid_move(s: State, seat: int) -> bool:
    """Whether the seat is in the middle of laying a pair or of an offer."""
    if seat < 0 or not s.asked >> seat & 1:
        return False
    return s.phase == GIVE or (s.phase == CHOOSE and s.laid[seat * s.lays] != NOBODY)


# -- What may be played --------------------------------------------------------------------------


def legal(s: State, seat: int) -> int:
    """Write the legal moves of the seat to `s.acts`; return how many."""
    if seat < 0 or not s.asked >> seat & 1:
        return 0
    if s.phase == CHOOSE:
        return _cards_to_lay(s, seat)
    if s.phase == ANSWER:
        for i in range(ANSWERS):
            s.acts[i] = DUEL + i
        return ANSWERS
    n = 0
    for receiver in range(s.receiver, s.seats):  # among grains of one colour the receivers never fall
        if s.contenders >> receiver & 1:
            s.acts[n] = GIVE_TO + _next_grain(s) * SEATS + receiver
            n += 1
    if s.phase == OFFER:
        s.acts[n] = NO_OFFER
        s.acts[n + 1] = DUEL
        n += 2
    return n


def _cards_to_lay(s: State, seat: int) -> int:
    """Any card; of a pair first one that a later card may lie with, then such a card [Chercher la nourriture]."""
    is_pair = _lays_pair(s, seat)
    first = s.laid[seat * s.lays]
    n = 0
    for i in range(seat * HAND_MAX, seat * HAND_MAX + s.hand_n[seat]):
        card = s.hand[i]
        if not is_pair or (_has_partner(s, seat, card) if first == NOBODY else card > first and _may_lie(first, card)):
            s.acts[n] = LAY + card
            n += 1
    return n


def _lays_pair(s: State, seat: int) -> bool:
    """With 2-3 seats a pair is laid if the hand has one; of any three cards two may lie together [H-14]."""
    if s.lays < PAIR or s.hand_n[seat] < PAIR:
        return False
    return s.hand_n[seat] > PAIR or _may_lie(s.hand[seat * HAND_MAX], s.hand[seat * HAND_MAX + 1])


def _has_partner(s: State, seat: int, card: int) -> bool:
    """May a card of the hand that is later in table order lie with this one?"""
    for i in range(seat * HAND_MAX, seat * HAND_MAX + s.hand_n[seat]):
        if s.hand[i] > card and _may_lie(card, s.hand[i]):
            return True
    return False


def _may_lie(card: int, other: int) -> bool:
    """Not a fox and a bird of one colour [Chercher la nourriture; H-13]."""
    return card // KINDS != other // KINDS or (RACE[card] == FOX) == (RACE[other] == FOX)


# -- Chance --------------------------------------------------------------------------------------


def weights(s: State) -> int:
    """Write what may be drawn or rolled to `s.acts` and how likely it is to `s.odds`; return how many."""
    n = 0
    if s.phase == SUPPLY:
        for colour in range(COLOURS):
            if s.bag[colour] > 0:
                s.acts[n] = GRAIN + colour
                s.odds[n] = s.bag[colour]
                n += 1
    elif s.phase == DRAW or s.phase == ROLL:
        n = s.deck_n if s.phase == DRAW else DIE_SIDES[s.box]
        for i in range(n):
            s.acts[i] = s.deck[i] if s.phase == DRAW else DIE + i
            s.odds[i] = 1
    return n


def draw(s: State, rng: Rng) -> int:
    """One outcome, as likely as `weights` says."""
    if s.phase == DRAW:
        return s.deck[below(rng, s.deck_n)]
    if s.phase == ROLL:
        return DIE + below(rng, DIE_SIDES[s.box])
    grain = below(rng, s.bag[YELLOW] + s.bag[BLUE] + s.bag[GREEN])
    if grain < s.bag[YELLOW]:
        return GRAIN + YELLOW
    return GRAIN + BLUE if grain < s.bag[YELLOW] + s.bag[BLUE] else GRAIN + GREEN


def draw_number(s: State, following: int) -> int:
    """By what is drawn: cards by the deck, grains by the bag, dice by round and yard, one roll after the other there."""
    if s.phase == DRAW:
        return s.reshuffles * NUMBERS + s.deck_n
    if s.phase == SUPPLY:
        return GRAIN_NUMBERS + s.bag[YELLOW] + s.bag[BLUE] + s.bag[GREEN]
    first = DICE_NUMBERS + (s.round * YARDS + s.yard) * NUMBERS
    return following if first < following < first + NUMBERS else first


# -- What a move does ----------------------------------------------------------------------------


def apply(s: State, seat: int, action: int) -> None:
    """Play a legal move, or with CHANCE a card, a grain or a die."""
    if seat == CHANCE:
        if s.phase == SUPPLY:
            _supply(s, action - GRAIN)
        elif s.phase == DRAW:
            _draw_card(s, action)
        else:
            _roll(s, action - DIE + 1)
    elif s.phase == CHOOSE:
        _choose(s, seat, action - LAY)
    elif s.phase == ANSWER:
        _answer(s, seat, action)
    elif action == DUEL:
        _begin_duel(s)
    elif action == NO_OFFER:
        _ask(s)
    else:
        _give(s, (action - GIVE_TO) // SEATS, (action - GIVE_TO) % SEATS)


# Supply and drawing [Phase de ravitaillement; Un nouveau tour commence].


def _supply(s: State, colour: int) -> None:
    """One grain on each yard; old grains stay. From the second round on everybody then draws [H-21]."""
    s.bag[colour] -= 1
    s.on_yard[s.yard * COLOURS + colour] += 1
    s.yard += 1
    if s.yard == s.yards:
        s.yard = NOBODY
        s.phase = DRAW
        s.drawer = s.supplier
        s.to_draw = s.seats * s.lays if s.round > 1 else 0
        _next_card(s)


def _draw_card(s: State, card: int) -> None:
    """The card leaves the deck, whose last one fills its gap, for the drawer's hand."""
    seat = s.drawer
    s.deck_n -= 1
    last = s.deck[s.deck_n]
    s.deck[s.place[card]] = last
    s.place[last] = s.place[card]
    s.deck[s.deck_n] = 0
    s.ages[seat * HAND_MAX + s.hand_n[seat]] = s.reshuffles
    _slip_in(s, seat, s.hand_n[seat], card)
    s.hand_n[seat] += 1
    s.drawer = seat + 1 if seat + 1 < s.seats else 0
    s.to_draw -= 1
    if s.to_draw == 0 or s.deck_n == 0:
        _next_card(s)


def _next_card(s: State) -> None:
    """If a card is wanted and the pile is empty the discard becomes the pile [H-23]; with no card left go on [H-15]."""
    if s.to_draw > 0 and s.deck_n == 0:
        for card in range(CARDS):
            if s.place[card] == DISCARD:
                s.era[card] = s.reshuffles + 1
                s.place[card] = s.deck_n
                s.deck[s.deck_n] = card
                s.deck_n += 1
        if s.deck_n > 0:
            s.reshuffles += 1
    if s.to_draw == 0 or s.deck_n == 0:
        s.to_draw = s.drawer = 0
        if s.round == 0:
            _next_round(s)
        else:
            _begin_choice(s)


# Laying cards face down [Chercher la nourriture].


def _begin_choice(s: State) -> None:
    """Ask everybody who holds a card [H-15]; somebody does, for foxes are never eaten."""
    s.phase = CHOOSE
    for seat in range(s.seats):
        if s.hand_n[seat] > 0:
            s.asked |= 1 << seat


def _choose(s: State, seat: int, card: int) -> None:
    """Lay a card face down; after the last one all are turned up."""
    if s.laid[seat * s.lays] != NOBODY:
        s.laid[seat * s.lays + 1] = card
    else:
        s.laid[seat * s.lays] = card
        if _lays_pair(s, seat):
            return
    s.asked ^= 1 << seat
    if s.asked == 0:
        for other in range(s.seats):
            for i in range(other * s.lays, (other + 1) * s.lays):
                if s.laid[i] != NOBODY:
                    _turn_up(s, other, s.laid[i])
            if s.lays == PAIR and s.hand_n[other] == 1 and s.laid[other * PAIR + 1] == NOBODY:
                s.sure[other] = _sort_of(s, s.hand[other * HAND_MAX])  # it may not lie with the one laid [H-14]
        _settle_yards(s)


def _turn_up(s: State, seat: int, card: int) -> None:
    """The card leaves the hand for the table."""
    s.place[card] = LAID + seat
    if s.sure[seat] == _sort_of(s, card):
        s.sure[seat] = NOBODY
    s.hand_n[seat] -= 1
    last = seat * HAND_MAX + s.hand_n[seat]
    for i in range(seat * HAND_MAX, last):
        if s.hand[i] >= card:
            s.hand[i] = s.hand[i + 1]
        if s.ages[i] >= s.era[card]:
            s.ages[i] = s.ages[i + 1]
    s.hand[last] = s.ages[last] = 0


# Settling the yards [Les volailles se nourrissent; Les renards ne mangent pas de grains mais des volailles].


def _settle_yards(s: State) -> None:
    """Settle yard after yard in board order [H-24] until somebody must decide or roll, or the round is over."""
    s.yard = _next_yard(s)
    while s.yard != NOBODY:
        if not _settle(s):
            return
        _leave_yard(s)
        s.yard = _next_yard(s)
    _next_round(s)


def _next_yard(s: State) -> int:
    """The first yard where a card lies, or NOBODY."""
    first = CARDS
    for i in range(s.seats * s.lays):
        if s.laid[i] != NOBODY:
            first = min(first, s.laid[i])
    return first // KINDS if first < CARDS else NOBODY


def _settle(s: State) -> bool:
    """Feed who can be fed at once; False if the contenders must agree or duel first."""
    birds, foxes, shy = 0, 0, NOBODY
    for i in range(s.seats * s.lays):
        if s.laid[i] // KINDS == s.yard:
            if RACE[s.laid[i]] == SHY:
                shy = _owner(s, s.laid[i])
            elif RACE[s.laid[i]] == BIRD:
                birds += 1
            else:
                foxes += 1
    if shy != NOBODY and birds + foxes == 0:  # [Celui qui vient seul]
        _take_all(s, shy)
        return True
    if shy != NOBODY and s.on_yard[s.yard * COLOURS + GREEN] > 0:  # [la poule mouillée; H-19]
        s.on_yard[s.yard * COLOURS + GREEN] -= 1
        s.won[shy * COLOURS + GREEN] += 1
    if shy == NOBODY and birds == 0:  # [La basse cour est vide; H-7]
        return True
    _line_up(s, FOX if foxes > 0 else BIRD)
    if s.contenders == 1 << _owner(s, s.fighters[0]):  # [Celui qui vient seul; Les renards sont insatiables; H-10]
        _win(s)
    elif foxes > 0:  # [Les renards ne sont pas partageurs; H-6]
        _begin_duel(s)
        return False
    elif _next_grain(s) < COLOURS:
        _ask(s)
        return False
    return True


def _line_up(s: State, race: int) -> None:
    """Those of that race here, the strongest first, become the fighters, their owners the contenders."""
    for i in range(s.seats * s.lays):
        card = s.laid[i]
        if card // KINDS == s.yard and RACE[card] == race:
            s.contenders |= 1 << _owner(s, card)
            j = s.fighters_n
            while j > 0 and _standing(s, card) < _standing(s, s.fighters[j - 1]):
                s.fighters[j] = s.fighters[j - 1]
                j -= 1
            s.fighters[j] = card
            s.fighters_n += 1


def _standing(s: State, card: int) -> int:
    """Smaller is asked, and rolls, first: value, then clockwise from the supplier's left, then table order [H-1]."""
    distance = _owner(s, card) - s.supplier
    if distance <= 0:
        distance += s.seats  # the supplier is last
    return ((STRONGEST - VALUE[card]) * SEATS + distance) * CARDS + card


def _win(s: State) -> None:
    """The first fighter, if a fox, eats all birds here and no grain [H-8, H-9]; if a bird, it takes all grains."""
    seat = _owner(s, s.fighters[0])
    if RACE[s.fighters[0]] != FOX:
        _take_all(s, seat)
        return
    for i in range(s.seats * s.lays):
        if s.laid[i] // KINDS == s.yard and RACE[s.laid[i]] != FOX:
            s.place[s.laid[i]] = EATEN + seat
            s.eaten[seat] += VALUE[s.laid[i]]
            s.laid[i] = NOBODY


def _take_all(s: State, seat: int) -> None:
    for colour in range(COLOURS):
        s.won[seat * COLOURS + colour] += s.on_yard[s.yard * COLOURS + colour]
        s.on_yard[s.yard * COLOURS + colour] = 0


def _leave_yard(s: State) -> None:
    """What still lies here goes to the discard."""
    for i in range(s.seats * s.lays):
        if s.laid[i] // KINDS == s.yard:
            s.place[s.laid[i]] = DISCARD
            s.laid[i] = NOBODY
    _dismiss(s, 0)
    s.contenders = s.spoken = 0


# Agreeing [Plus il y'a de fous, moins il y'a de grains; H-1].


def _ask(s: State) -> None:
    """Ask the strongest contender not yet asked for an offer; when all who are to speak have spoken, duel."""
    for i in range(s.fighters_n):
        speaker = 1 << _owner(s, s.fighters[i])
        if not s.spoken & speaker and not (s.is_simple and s.spoken):
            s.phase = OFFER
            s.spoken |= speaker
            s.asked = speaker
            return
    _begin_duel(s)


def _give(s: State, colour: int, seat: int) -> None:
    """Move the next grain towards the seat; after the last one the others answer."""
    s.phase = GIVE
    s.on_yard[s.yard * COLOURS + colour] -= 1
    s.offer[seat * COLOURS + colour] += 1
    s.receiver = seat if s.on_yard[s.yard * COLOURS + colour] > 0 else 0
    if _next_grain(s) == COLOURS:
        s.phase = ANSWER
        s.asked ^= s.contenders


def _answer(s: State, seat: int, answer: int) -> None:
    """Answer face down; the last answer opens all: any duel, all accept [H-2], or the next is asked."""
    s.answer[seat] = answer
    s.asked ^= 1 << seat
    if s.asked != 0:
        return
    duels, refusals = 0, 0
    for other in range(s.seats):
        duels += int(s.answer[other] == DUEL)
        refusals += int(s.answer[other] == REFUSE)
        s.answer[other] = NOBODY
    for i in range(s.seats * COLOURS):
        if duels + refusals == 0:
            s.won[i] += s.offer[i]  # each his share, if any [H-3]
        else:
            s.on_yard[s.yard * COLOURS + i % COLOURS] += s.offer[i]
        s.offer[i] = 0
    if duels > 0:
        _begin_duel(s)
    elif refusals > 0:
        _ask(s)
    else:
        _leave_yard(s)
        _settle_yards(s)


# The duel [Le duel avec le dé Hick Hack].


def _begin_duel(s: State) -> None:
    """Of each seat's fighters only the better one rolls, or all do (H-11, option)."""
    s.phase = ROLL
    s.asked = s.spoken = 0
    if s.is_better:
        kept, owners = 0, 0
        for i in range(s.fighters_n):
            if not owners >> _owner(s, s.fighters[i]) & 1:
                owners |= 1 << _owner(s, s.fighters[i])
                s.fighters[kept] = s.fighters[i]
                kept += 1
        _dismiss(s, kept)


def _roll(s: State, die: int) -> None:
    """Die and card; after the last roll the highest total wins, or those who share it roll again [H-4, H-5]."""
    s.total[s.rolled] = VALUE[s.fighters[s.rolled]] + die
    s.rolled += 1
    if s.rolled < s.fighters_n:
        return
    top, kept = 0, 0
    for i in range(s.fighters_n):
        top = max(top, s.total[i])
    s.contenders = 0
    for i in range(s.fighters_n):
        if s.total[i] == top:
            s.fighters[kept] = s.fighters[i]
            s.contenders |= 1 << _owner(s, s.fighters[i])
            kept += 1
        s.total[i] = 0
    s.rolled = 0
    _dismiss(s, kept)
    if s.contenders == 1 << _owner(s, s.fighters[0]):  # own cards tied at the top win [H-11]
        _win(s)
        _leave_yard(s)
        _settle_yards(s)


def _dismiss(s: State, kept: int) -> None:
    """Only that many fighters stay."""
    for i in range(kept, s.fighters_n):
        s.fighters[i] = 0
    s.fighters_n = kept


# -- How it ends [Fin de la partie] --------------------------------------------------------------


def _next_round(s: State) -> None:
    """Supply the yards again [H-22]; the game is over when the bag cannot supply every yard once more."""
    if s.bag[YELLOW] + s.bag[BLUE] + s.bag[GREEN] < s.yards:
        s.phase = OVER
        return
    s.supplier = s.round % s.seats
    s.round += 1
    s.phase = SUPPLY
    s.yard = 0


def score(s: State, points: list[int]) -> None:
    """Grains and eaten birds; cards in hand and grains on the yards count for nobody."""
    for seat in range(s.seats):
        points[seat] = _points(s, seat)


def winners(s: State) -> int:
    """The highest total wins, a tie is shared [H-18]."""
    if s.phase != OVER:
        return 0
    best, mask = _points(s, 0), 0
    for seat in range(s.seats):
        best = max(best, _points(s, seat))
    for seat in range(s.seats):
        mask |= int(_points(s, seat) == best) << seat
    return mask


def _points(s: State, seat: int) -> int:
    points = s.eaten[seat]
    for colour in range(COLOURS):
        points += s.won[seat * COLOURS + colour] * GRAIN_POINTS[colour]
    return points


# -- What a seat sees ----------------------------------------------------------------------------


show = plain_view(State)


def view(s: State, seat: int, out: State) -> None:
    """All but the deck, the other hands, and what others have laid or answered while it is face down [H-17]."""
    show(s, seat, out)
    for card in range(CARDS):
        out.place[card] = HIDDEN if _is_unseen(s, card, seat) else s.place[card]
    out.laid[:] = s.laid[:]
    for other in range(s.seats):
        for i in range(other * HAND_MAX, other * HAND_MAX + s.hand_n[other]):
            out.hand[i] = s.hand[i] if other == seat else HIDDEN
        for i in range(other * s.lays, (other + 1) * s.lays):
            if s.phase == CHOOSE and other != seat and s.laid[i] != NOBODY:
                out.laid[i] = HIDDEN


def seen(s: State, seat: int, actor: int, action: int) -> int:
    """Only the drawer sees his card; choices and answers are made face down."""
    if s.phase == DRAW:
        return action if seat == s.drawer else HIDDEN
    if s.phase == CHOOSE or s.phase == ANSWER:
        return action if seat == actor else HIDDEN
    return action


def redeal(s: State, seat: int, rng: Rng) -> None:
    """Redeal what the seat cannot know: cards, choices and answers, all worlds equally likely."""
    _deal_unseen(s, seat, rng)
    while not _choose_unseen(s, seat, rng):  # some hands have fewer choices: an impossible one spoils the whole world
        _deal_unseen(s, seat, rng)
    for other in range(s.seats):
        if other != seat and s.answer[other] != NOBODY:
            s.answer[other] = DUEL + below(rng, ANSWERS)


def _deal_unseen(s: State, seat: int, rng: Rng) -> None:
    """Era by era: its unseen cards fill its slots in the other hands; what is left of the last era is the deck."""
    n = 0
    for card in range(CARDS):
        if _is_unseen(s, card, seat):
            s.acts[n] = card
            n += 1
    low = 0
    for era in range(s.reshuffles + 1):
        high = low
        for i in range(low, n):
            if s.era[s.acts[i]] == era:
                s.acts[i], s.acts[high] = s.acts[high], s.acts[i]
                high += 1
        for other in range(s.seats):
            for i in range(s.hand_n[other]):
                if other != seat and s.ages[other * HAND_MAX + i] == era:
                    j = low + below(rng, high - low)
                    s.acts[low], s.acts[j] = s.acts[j], s.acts[low]
                    _slip_in(s, other, i, s.acts[low])
                    low += 1
    for i in range(s.deck_n):
        s.deck[i] = s.acts[low + i]
        s.place[s.deck[i]] = i


def _choose_unseen(s: State, seat: int, rng: Rng) -> bool:
    """Let the others lay as many cards as they have, any of their hands; False if that cannot be what they did."""
    for other in range(s.seats):
        first, hand, n = other * s.lays, other * HAND_MAX, s.hand_n[other]
        if other != seat and s.phase == CHOOSE and s.laid[first] != NOBODY:
            i = below(rng, n)
            s.laid[first] = s.hand[hand + i]
            if s.lays == PAIR and s.laid[first + 1] != NOBODY:
                j = (i + 1 + below(rng, n - 1)) % n
                s.laid[first] = s.hand[hand + min(i, j)]
                s.laid[first + 1] = s.hand[hand + max(i, j)]
        if not _is_choice_sound(s, other) or not _is_sure(s, other):
            return False
    return True


def _is_choice_sound(s: State, seat: int) -> bool:
    """Could the seat have laid face down what it has, and have finished or not?"""
    first, second = s.laid[seat * s.lays], s.laid[seat * s.lays + s.lays - 1]
    is_done = not s.asked >> seat & 1
    if s.phase != CHOOSE:
        return True
    if first == NOBODY:
        return second == NOBODY
    if not _lays_pair(s, seat):
        return is_done and (s.lays < PAIR or second == NOBODY)
    if second == NOBODY:
        return not is_done and _has_partner(s, seat, first)
    return is_done and first < second and _may_lie(first, second)


def _is_sure(s: State, seat: int) -> bool:
    """Does the seat hold what everybody knows it to hold?"""
    for i in range(seat * HAND_MAX, seat * HAND_MAX + s.hand_n[seat]):
        if s.sure[seat] == _sort_of(s, s.hand[i]):
            return True
    return s.sure[seat] == NOBODY


# -- Small words ---------------------------------------------------------------------------------


def _owner(s: State, card: int) -> int:
    """Whose laid card it is."""
    return s.place[card] - LAID


def _next_grain(s: State) -> int:
    """The best colour of grain on the yard being settled, COLOURS if it is empty."""
    colour = 0
    while colour < COLOURS and s.on_yard[s.yard * COLOURS + colour] == 0:
        colour += 1
    return colour


def _slip_in(s: State, seat: int, n: int, card: int) -> None:
    """Put the card into a hand of n cards, in table order."""
    s.place[card] = HAND + seat
    i = seat * HAND_MAX + n
    while i > seat * HAND_MAX and s.hand[i - 1] > card:
        s.hand[i] = s.hand[i - 1]
        i -= 1
    s.hand[i] = card


def _is_in_box(s: State, card: int) -> bool:
    return card // KINDS < s.yards and (s.box == STANDARD or KIND_IS_TINY[card % KINDS] == 1)


def _is_unseen(s: State, card: int, seat: int) -> bool:
    """In the deck or in another hand."""
    return s.place[card] < LAID and s.place[card] != HAND + seat


def _sort_of(s: State, card: int) -> int:
    """Era, colour, and whether it is a fox: all that the one card left of two gives away."""
    return (s.era[card] * YARDS + card // KINDS) * 2 + int(RACE[card] == FOX)


# Auditing a position: every component in one place, every number possible, only those asked who should be.

FAULTS = (
    "sound",
    "a number is out of range, or the cards laid, the yards, the round or the drawing are none of this table",
    "a card is not in exactly one place",
    "a hand, or what it has laid, is impossible",
    "the grains do not add up",
    "the points of the eaten birds do not add up",
    "the seats asked are not those to act",
    "the contenders for the yard, their offers or their rolls are impossible",
)


is_in_range = range_check(State)


def audit(s: State) -> int:
    """The number of the first fault, 0 if there is none."""
    if not (is_in_range(s) and _is_table_sound(s)):
        return 1
    if not _are_cards_sound(s):
        return 2
    if not _are_hands_sound(s):
        return 3
    if not _are_grains_sound(s):
        return 4
    for seat in range(SEATS):
        points = s.eaten[seat]
        for card in range(CARDS):
            points -= VALUE[card] if s.place[card] == EATEN + seat else 0
        if points != 0:
            return 5
    if not _is_asking_sound(s):
        return 6
    return 0 if _are_fighters_sound(s) else 7


def _is_table_sound(s: State) -> bool:
    if s.lays != LAYS[s.seats - FEWEST] or s.yards != BOX_YARDS[s.box][s.seats - FEWEST]:
        return False
    if s.is_better >= s.lays or s.receiver >= (s.seats if s.phase == GIVE else 1):
        return False
    if s.reshuffles > s.round or s.supplier != max(s.round - 1, 0) % s.seats:
        return False
    if s.phase == DRAW:
        all_draw = s.seats * (s.lays if s.round > 0 else HAND_SIZE[s.box][s.seats - FEWEST])
        is_turn = 0 < s.to_draw <= all_draw and s.drawer == (s.supplier + all_draw - s.to_draw) % s.seats
        return is_turn and s.deck_n > 0 and s.yard == NOBODY and s.round != 1
    if s.round == 0 or s.to_draw != 0 or s.drawer != 0:
        return False
    return s.yard < s.yards and (s.yard != NOBODY) == (s.phase == SUPPLY or OFFER <= s.phase <= ROLL)


def _are_cards_sound(s: State) -> bool:
    piled, held, lying = 0, 0, 0
    for card in range(CARDS):
        place = s.place[card]
        if (place == OUT) == _is_in_box(s, card) or s.era[card] > s.reshuffles:
            return False
        if place < CARDS:
            piled += 1
            if place >= s.deck_n or s.deck[place] != card or s.era[card] != s.reshuffles:
                return False
        elif HAND <= place < HAND + s.seats:
            held += 1
        elif LAID <= place < LAID + s.seats:
            lying += 1
        elif place != DISCARD and place != OUT and not (EATEN <= place < EATEN + s.seats and RACE[card] != FOX):
            return False
    for i in range(s.deck_n, CARDS):
        if s.deck[i] != 0:
            return False
    if lying > 0 and not OFFER <= s.phase <= ROLL:
        return False
    for i in range(LAID_MAX):
        if s.laid[i] != NOBODY:
            lying -= int(s.phase != CHOOSE)
            owner_at = HAND if s.phase == CHOOSE else LAID
            if i >= s.seats * s.lays or s.place[s.laid[i]] != owner_at + i // s.lays:
                return False
    for seat in range(SEATS):
        held -= s.hand_n[seat]
    return piled == s.deck_n and held == 0 and lying == 0


def _are_hands_sound(s: State) -> bool:
    for seat in range(SEATS):
        due = 0  # cards the seat is still to draw
        if s.phase == DRAW and seat < s.seats:
            due = (s.to_draw + s.seats - 1 - (seat + s.seats - s.drawer) % s.seats) // s.seats
        most = HAND_SIZE[s.box][s.seats - FEWEST] - due if seat < s.seats else 0
        if s.hand_n[seat] > most or not _is_hand_sorted(s, seat) or not _is_sure(s, seat):
            return False
        if seat < s.seats and not _is_choice_sound(s, seat):
            return False
    return True


def _is_hand_sorted(s: State, seat: int) -> bool:
    """Are its cards in table order, its eras ascending and those of its cards, and the rest 0?"""
    first, end = seat * HAND_MAX, seat * HAND_MAX + s.hand_n[seat]
    for i in range(end, first + HAND_MAX):
        if s.hand[i] != 0 or s.ages[i] != 0:
            return False
    for i in range(first, end):
        if s.place[s.hand[i]] != HAND + seat:
            return False
        if i > first and (s.hand[i - 1] >= s.hand[i] or s.ages[i - 1] > s.ages[i]):
            return False
    for i in range(first, end):
        more = 0
        for j in range(first, end):
            more += int(s.ages[j] == s.ages[i]) - int(s.era[s.hand[j]] == s.ages[i])
        if more != 0:
            return False
    return True


def _are_grains_sound(s: State) -> bool:
    supplied = s.round * s.yards + (s.yard - s.yards if s.phase == SUPPLY else 0)
    for colour in range(COLOURS):
        grains = s.bag[colour]
        supplied -= GRAINS[s.box][colour] - s.bag[colour]
        for i in range(colour, SEATS * COLOURS, COLOURS):  # there are as many yards as seats, at most
            grains += s.on_yard[i] + s.offer[i] + s.won[i]
        if grains != GRAINS[s.box][colour]:
            return False
    is_last = s.bag[YELLOW] + s.bag[BLUE] + s.bag[GREEN] < s.yards
    return supplied == 0 and (is_last or s.phase != OVER)


def _is_asking_sound(s: State) -> bool:
    answered = 0
    for seat in range(SEATS):
        if s.answer[seat] != NOBODY:
            answered |= 1 << seat
            if s.phase != ANSWER or s.answer[seat] < DUEL:
                return False
    if s.phase == CHOOSE:
        for seat in range(s.seats):
            if s.laid[seat * s.lays] == NOBODY and (s.asked >> seat & 1 == 1) != (s.hand_n[seat] > 0):
                return False
        return s.asked > 0 and s.asked >> s.seats == 0
    if s.phase == OFFER or s.phase == GIVE:
        return _is_one(s.asked) and s.asked & ~s.spoken == 0 and s.contenders >> s.receiver > 0
    if s.phase == ANSWER:
        proposer = s.contenders & ~(s.asked | answered)
        is_proposal = _is_one(proposer) and proposer & ~s.spoken == 0
        return is_proposal and s.asked > 0 and s.asked & answered == 0 and answered & ~s.contenders == 0
    return s.asked == 0


def _are_fighters_sound(s: State) -> bool:
    for i in range(LAID_MAX):
        if (i >= s.fighters_n and s.fighters[i] != 0) or (i >= s.rolled and s.total[i] != 0):
            return False
    if not OFFER <= s.phase <= ROLL:
        return s.fighters_n == 0 and s.contenders == 0 and s.spoken == 0 and s.rolled == 0
    if s.fighters_n <= 1 or s.rolled >= s.fighters_n or (s.rolled > 0) > (s.phase == ROLL):
        return False
    owners = 0
    for i in range(s.fighters_n):
        card = s.fighters[i]
        if card // KINDS != s.yard or not LAID <= s.place[card] < LAID + s.seats:
            return False
        if RACE[card] == SHY or RACE[card] != RACE[s.fighters[0]] or (RACE[card] == FOX) > (s.phase == ROLL):
            return False
        if i > 0 and _standing(s, s.fighters[i - 1]) >= _standing(s, card):
            return False
        if i < s.rolled and not 1 <= s.total[i] - VALUE[card] <= DIE_SIDES[s.box]:
            return False
        owners |= 1 << _owner(s, card)
    offered = 0
    for i in range(SEATS * COLOURS):
        offered |= int(s.offer[i] > 0) << i // COLOURS
    if (offered > 0) != (s.phase == GIVE or s.phase == ANSWER):
        return False
    if s.phase != ROLL and (_next_grain(s) == COLOURS) != (s.phase == ANSWER):
        return False
    return owners == s.contenders and not _is_one(owners) and (s.spoken | offered | s.asked) & ~owners == 0


def _is_one(mask: int) -> bool:
    return mask > 0 and mask & (mask - 1) == 0
