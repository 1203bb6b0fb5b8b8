"""Razzia (Stefan Dorra, 1992): 3-8 seats, six bars, gamblers and police, twelve evenings.

Rule book:   the French translation by François Haffner, cited by its section: [Duel], [Nouveau tour].
             [R-n] is a ruling of ours, where the book leaves a hole, or one that only spells the book out.

Designs:     NOTES    how often each value is printed is inferred: 14 of each low, 7 of each high one (the book says 84)
             CARDS    with 3 seats the second 3s and 4s and the police 5s stay in the box as with 4-6
Rulings:     R-1      3 seats: the last 2 notes make a short round without a free note (or: option `leftover`)
             R-3      police without a gambler, however many, get nothing
             R-6      a share may be empty
             R-7      one proposal, no second one
             R-8      the answers to a proposal are simultaneous and hidden
             R-14     "far from the dealer" is counted clockwise, the dealer himself is 0 away
             R-16     the dealer alone sees the free note until it lies on a bar; there it lies open
             R-19     which two bars are left out with 3 seats is an option
             R-20     won money is open
             R-21     equal money wins together
             R-23     the first dealer is drawn by lot (or: option `first_dealer`), whoever has gambled least in life
             R-24     an empty pot is not negotiated
             R-25     if those who accept hold every note, no die is rolled
             R-26     the discard is reshuffled when a card is needed and the pile is empty, not before
             R-27     bars are settled one after the other in reading order
             R-28     in a duel the champion rolls first
Deviations:  the three piles of notes are one bag, as nobody knows the order in any of them; talk is free and no part
             of the rules.
Options:     `box`, `leftover`, `removed_bars`, `first_dealer`.
"""

from __future__ import annotations

from dataclasses import dataclass

from tripot.core.declared import plain_view, range_check
from tripot.core.fields import OWN, RULED, UNSEEN, between, count_to, flag, index_of, one_of, seat_of, seats_of
from tripot.core.options import a_seat, choice, some_of
from tripot.core.rng import Rng, below
from tripot.core.state import CHANCE, HIDDEN, I16, NOBODY, Record, scratch, state

VERSION = 1  # rises when the same moves could give another result

# -- The box [Préparatifs, Aménagements pour 3, pour 7 et 8 joueurs] --------------------------------------------------

SEATS = 8
FEWEST_SEATS = 3
BAR_NAMES = ("colibri", "cotton", "havanna", "jungle", "lincoln", "jazz")  # in reading order
BARS = 6
HAND = 5  # cards in a hand
SIDES = 6  # of the die

# The cards of one colour. Two gamblers of each colour show a 3 and two a 4; the second ones are g3b and g4b.
# fmt: off
#              g1 g2 g3 3b g4 4b g5 g6 p3 p4 p5 p6
FIGURE      = ( 1, 2, 3, 3, 4, 4, 5, 6, 3, 4, 5, 6)  # on the card
ALL_CARDS   = ( 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)  # 7-8 seats [Aménagements pour 7 et 8 joueurs]
FEWER_CARDS = ( 1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0, 1)  # 3-6 seats [Préparatifs pour 4 à 6 joueurs]
TINY_ALL    = ( 0, 1, 1, 1, 1, 0, 1, 0, 0, 1, 1, 1)  # the tiny box, 5-8 seats
TINY_FEWER  = ( 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0)  # the tiny box, 3-4 seats
# fmt: on
KINDS = 12
FIRST_POLICE = 8
CARDS = BARS * KINDS  # a card is bar * KINDS + kind

# fmt: off
VALUES      = ( 5, 10, 15, 20, 25, 30, 40, 50)  # of the notes, in thousands
NOTES       = (14, 14, 14, 14,  7,  7,  7,  7)  # in the box; 84 in all is certain, how many of each is inferred
NOTES_OUT   = ( 2,  2,  2,  2,  1,  1,  1,  1)  # put back with 3 seats [Aménagements pour 3 joueurs]
TINY_NOTES  = ( 4,  0,  0,  3,  0,  0,  0,  1)  # two full rounds and a short one
# fmt: on
NOTE_KINDS = 8
MOST_NOTES, ALL_NOTES, ALL_MONEY = 14, 84, 1715  # of one value; in the box; in thousands
MOST_ROUNDS = ALL_NOTES  # each needs a note at least

SEATS_WITH_FEWER = 6  # more seats use all cards
TINY_BARS, TINY_HAND, TINY_SIDES, TINY_SEATS_WITH_FEWER = 2, 2, 2, 4

# Numbers in the stream of chance (see `draw_number`).
NUMBERS = 1 << 7  # set aside for a pile; more than it has cards
NOTE_NUMBERS, DICE_NUMBERS, LOT_NUMBER = 1 << 20, 1 << 21, 1 << 22

BAR_OF = tuple(card // KINDS for card in range(CARDS))
STRENGTH = tuple(FIGURE[card % KINDS] for card in range(CARDS))  # [Les chiffres des cartes]
IS_POLICE = tuple(int(card % KINDS >= FIRST_POLICE) for card in range(CARDS))

# -- The state --------------------------------------------------------------------------------------------------------

# What is asked for now.
FIRST_DEALER, DEAL, MONEY, FREE_NOTE, CHOOSE, SPLIT, ANSWER, DUEL, OVER = range(9)

# Where a card is: at its place in the pile (0..), or
BOXED, HELD, PLAYED = -1, -2, -3  # not in this game; in a hand; on the table or in the discard

AGREES, FIGHTS = 0, 1  # the answers to a proposal


@state
class State(Record):
    """The table. Seat k holds the slots from k * HAND of `hand`; bar b has the places from b * NOTE_KINDS of `pot`."""

    seats: int = between(FEWEST_SEATS, SEATS, about="seats at the table")
    hand_size: int = between(1, HAND, about="cards in a full hand")
    sides: int = between(1, SIDES, about="sides of the die")
    short_round: int = flag(about="1: notes that do not fill a round make a short one [R-1]")
    bars: int = between(1, BARS, about="bars in the game")
    board: list[int] = index_of(BARS, BARS, or_none=True, axes="place", about="which ones, in reading order")
    notes: list[int] = count_to(MOST_NOTES, NOTE_KINDS, axes="value", about="notes in the game, of each value")
    cards: int = count_to(CARDS, about="cards in the game")

    phase: int = one_of(
        "first_dealer deal money free_note choose split answer duel over", about="what is asked for now"
    )
    asked: int = seats_of(SEATS, about="seats that may act now")
    round: int = count_to(MOST_ROUNDS, about="from 1; 0 before the first")
    dealer: int = seat_of(SEATS, or_none=True, about="who deals, once drawn")
    receiver: int = seat_of(SEATS, or_none=True, about="who gets the next card")
    laid: int = count_to(BARS, about="bars that got their note in this round")
    free: int = index_of(NOTE_KINDS, or_none=True, seen=RULED, about="value of the note in the dealer's hand [R-16]")
    bar: int = index_of(BARS, or_none=True, about="bar being settled")

    spot: list[int] = between(
        PLAYED, CARDS - 1, CARDS, axes="card", seen=RULED, about="place in pile; -1 boxed, -2 held, -3 played"
    )
    pile: list[int] = index_of(
        CARDS, CARDS, axes="place", seen=UNSEEN, about="cards not yet drawn, in no order, then 0"
    )
    pile_n: int = count_to(CARDS, about="how many they are")
    era: int = count_to(MOST_ROUNDS, about="how often the discard has become the pile")
    card_era: list[int] = count_to(MOST_ROUNDS, CARDS, axes="card", about="era in which it last came into the pile")
    hand: list[int] = index_of(
        CARDS, SEATS, HAND, flat=True, or_none=True, axes="seat slot", seen=OWN, about="cards by (era, card)"
    )
    slot_era: list[int] = count_to(
        MOST_ROUNDS, SEATS, HAND, flat=True, axes="seat slot", about="their eras, known to all"
    )
    hand_n: list[int] = count_to(HAND, SEATS, axes="seat", about="cards in each hand")

    stock: list[int] = count_to(MOST_NOTES, NOTE_KINDS, axes="value", seen=RULED, about="notes not yet drawn")
    stock_n: int = count_to(ALL_NOTES, seen=RULED, about="how many they are")
    pot: list[int] = count_to(MOST_NOTES, BARS, NOTE_KINDS, flat=True, axes="bar value", about="notes on each bar")
    pot_n: list[int] = count_to(ALL_NOTES, BARS, axes="bar", about="how many they are")
    money: list[int] = count_to(ALL_MONEY, SEATS, axes="seat", about="won, in thousands")

    choice: list[int] = index_of(
        CARDS, SEATS, or_none=True, axes="seat", seen=OWN.during(phase=CHOOSE), about="card chosen, then on the table"
    )
    contenders: int = seats_of(SEATS, about="seats that the pot is split among")
    proposer: int = seat_of(SEATS, or_none=True, about="who proposes how")
    lowest: int = seat_of(SEATS, about="lowest seat that may get the next note")
    share: list[int] = count_to(ALL_MONEY, SEATS, axes="seat", about="what the proposal gives each, in thousands")
    answer: list[int] = one_of("agrees fights", SEATS, or_none=True, axes="seat", seen=OWN, about="to the proposal")
    stake: int = count_to(ALL_MONEY, about="what a duel is about, in thousands")
    champion: int = seat_of(SEATS, or_none=True, about="seat in the duel that stays if it wins")
    challenger: int = seat_of(SEATS, or_none=True, about="seat it fights")
    waiting: int = seats_of(SEATS, about="seats that have yet to fight")
    die: int = count_to(SIDES, about="what the champion has rolled, 0 before")

    acts: list[int] = scratch(I16, CARDS)  # written by `legal` and `weights`
    odds: list[int] = scratch(I16, CARDS)  # written by `weights`


# -- The moves --------------------------------------------------------------------------------------------------------
#
#   0..71      choose that card
#   72..77     put the free note on that bar
#   78..141    give the next note to a seat: value number * SEATS + seat
#   142, 143   accept the share; rather a duel

PLAY = 0
PUT = PLAY + CARDS
GIVE = PUT + BARS
ACCEPT = GIVE + NOTE_KINDS * SEATS
REFUSE = ACCEPT + 1
ACTIONS = REFUSE + 1

# And of chance:
#
#   0..71      that card is dealt
#   72..79     a note of that value number is drawn
#   80..85     a die shows 1..6
#   86..93     that seat deals first

CARD = 0
NOTE = CARD + CARDS
DIE = NOTE + NOTE_KINDS
DEALER = DIE + SIDES
OUTCOMES = DEALER + SEATS

# -- Options ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Options:
    """What can be agreed before the game."""

    box: str = choice(
        "standard",
        "tiny",
        about="the components: the printed box, or a tiny one for exact tests (two bars, hands of two out of 8 cards, "
        "16 with 5 seats or more, 8 notes for two rounds and a short one, a die with two sides)",
    )
    leftover: str = choice(
        "short_round",
        "discard",
        about="notes too few for a full round: play a short round, or set them aside",
        seats=(3,),
    )
    removed_bars: tuple[str, ...] = some_of(
        BAR_NAMES,
        ("lincoln", "jazz"),
        about="the two bars left out with 3 seats (with more seats all six are used)",
        seats=(3,),
    )
    first_dealer: int | None = a_seat(about="who deals first; drawn by lot if not given")


# -- The deal [Préparatifs] -------------------------------------------------------------------------------------------


def setup(s: State, seats: int, options: Options) -> None:
    """The table before anything is drawn: all notes in the stock, all cards in the pile."""
    tiny = options.box == "tiny"
    s.seats = seats
    s.hand_size = TINY_HAND if tiny else HAND
    s.sides = TINY_SIDES if tiny else SIDES
    s.short_round = int(options.leftover == "short_round")
    s.board[:] = [NOBODY] * BARS
    s.hand[:] = [NOBODY] * (SEATS * HAND)
    s.choice[:] = [NOBODY] * SEATS
    s.answer[:] = [NOBODY] * SEATS
    s.receiver = s.free = s.bar = s.proposer = s.champion = s.challenger = NOBODY
    _open_bars(s, options)
    _stack_notes(s, tiny)
    _stack_cards(s, tiny)
    s.phase, s.dealer = FIRST_DEALER, NOBODY
    if options.first_dealer is not None:
        s.dealer = options.first_dealer
        _begin_deal(s)


def _open_bars(s: State, options: Options) -> None:
    most = TINY_BARS if options.box == "tiny" else BARS
    for bar in range(BARS):
        is_out = s.seats == FEWEST_SEATS and BAR_NAMES[bar] in options.removed_bars  # [Aménagements pour 3, R-19]
        if not is_out and s.bars < most:
            s.board[s.bars] = bar
            s.bars += 1


def _stack_notes(s: State, tiny: bool) -> None:
    for value in range(NOTE_KINDS):
        s.notes[value] = TINY_NOTES[value] if tiny else NOTES[value]
        if s.seats == FEWEST_SEATS and not tiny:
            s.notes[value] -= NOTES_OUT[value]  # [Aménagements pour 3 joueurs]
        s.stock[value] = s.notes[value]
        s.stock_n += s.notes[value]


def _stack_cards(s: State, tiny: bool) -> None:
    if tiny:
        used = TINY_FEWER if s.seats <= TINY_SEATS_WITH_FEWER else TINY_ALL
    else:
        used = FEWER_CARDS if s.seats <= SEATS_WITH_FEWER else ALL_CARDS
    for card in range(CARDS):
        s.spot[card] = BOXED
        if used[card % KINDS] and BAR_OF[card] in s.board:
            s.spot[card] = s.pile_n
            s.pile[s.pile_n] = card
            s.pile_n += 1
    s.cards = s.pile_n


# -- The turn [Début de la partie, Le jeu] ----------------------------------------------------------------------------


def to_act(s: State) -> int:
    """The first seat asked, CHANCE while something is drawn, NOBODY when the game is over."""
    for seat in range(s.seats):
        if s.asked >> seat & 1:
            return seat
    return NOBODY if s.phase == OVER else CHANCE


def pending(s: State) -> int:
    """Bit mask of the seats asked: cards are chosen and proposals answered by all at the same time [Le jeu, R-8]."""
    return s.asked


def is_mid_move(s: State, seat: int) -> bool:
    """Whether the seat is in the middle of a move of several steps: of a proposal, note by note."""
    if s.phase == SPLIT and seat == s.proposer:
        for other in range(s.seats):
            if s.share[other] > 0:
                return True
    return False


# -- What may be played -----------------------------------------------------------------------------------------------


def legal(s: State, seat: int) -> int:
    """Write the moves of a seat that is asked, return how many."""
    if seat < 0 or not s.asked >> seat & 1:
        return 0
    if s.phase == CHOOSE:
        return _legal_cards(s, seat)
    if s.phase == SPLIT:
        return _legal_gifts(s)
    if s.phase == ANSWER:
        s.acts[0] = ACCEPT
        s.acts[1] = REFUSE  # [Duel]
        return 2
    for i in range(s.bars):
        s.acts[i] = PUT + s.board[i]  # on any bar [Début de la partie]
    return s.bars


def _legal_cards(s: State, seat: int) -> int:
    """Any card of the hand [Le jeu]; a hand lies in order of eras, so put them in order of numbers."""
    first = seat * HAND
    for i in range(s.hand_n[seat]):
        card = s.hand[first + i]
        place = i
        while place > 0 and s.acts[place - 1] > card:
            s.acts[place] = s.acts[place - 1]
            place -= 1
        s.acts[place] = card
    return s.hand_n[seat]


def _legal_gifts(s: State) -> int:
    """The highest note left goes to any contender [Partage à deux, R-6], equal notes to rising seats."""
    value = NOTE_KINDS - 1
    while s.pot[s.bar * NOTE_KINDS + value] == 0:
        value -= 1
    count = 0
    for seat in range(s.lowest, s.seats):
        if s.contenders >> seat & 1:
            s.acts[count] = GIVE + value * SEATS + seat
            count += 1
    return count


# -- Chance -----------------------------------------------------------------------------------------------------------


def weights(s: State) -> int:
    """Write what can be drawn now and how often it is there, return how many."""
    count = 0
    if s.phase == DEAL:
        for i in range(s.pile_n):
            count = _possible(s, count, CARD + s.pile[i], 1)
    elif s.phase == MONEY:
        for value in range(NOTE_KINDS):
            if s.stock[value] > 0:
                count = _possible(s, count, NOTE + value, s.stock[value])
    elif s.phase == DUEL:
        for side in range(s.sides):
            count = _possible(s, count, DIE + side, 1)
    elif s.phase == FIRST_DEALER:
        for seat in range(s.seats):
            count = _possible(s, count, DEALER + seat, 1)
    return count


def _possible(s: State, count: int, outcome: int, weight: int) -> int:
    s.acts[count] = outcome
    s.odds[count] = weight
    return count + 1


def draw(s: State, rng: Rng) -> int:
    """One outcome as `weights` says; must agree with it."""
    if s.phase == DEAL:
        return CARD + s.pile[below(rng, s.pile_n)]
    if s.phase == MONEY:
        return NOTE + _drawn_note(s, rng)
    if s.phase == DUEL:
        return DIE + below(rng, s.sides)
    return DEALER + below(rng, s.seats)


def draw_number(s: State, following: int) -> int:
    """By what is drawn: cards by the pile, notes by the stock, dice by the round, the bar and the duels still to come there."""
    if s.phase == DEAL:
        return s.era * NUMBERS + s.pile_n
    if s.phase == MONEY:
        return NOTE_NUMBERS + s.stock_n
    if s.phase == DUEL:
        waiting = 0
        for seat in range(s.seats):
            waiting += s.waiting >> seat & 1
        duel = (s.round * BARS + s.bar) * SEATS + waiting
        return DICE_NUMBERS + 2 * duel + (1 if s.die > 0 else 0)
    return LOT_NUMBER


def _drawn_note(s: State, rng: Rng) -> int:
    place = below(rng, s.stock_n)
    value = 0
    while place >= s.stock[value]:
        place -= s.stock[value]
        value += 1
    return value


# -- What a move does -------------------------------------------------------------------------------------------------


def apply(s: State, seat: int, action: int) -> None:
    """Do a legal move of a seat or, with CHANCE, what was drawn."""
    if seat == CHANCE:
        if action < NOTE:
            _deal_card(s, action - CARD)
        elif action < DIE:
            _lay_note(s, action - NOTE)
        elif action < DEALER:
            _roll(s, action - DIE + 1)
        else:
            s.dealer = action - DEALER
            _begin_deal(s)
    elif action < PUT:
        _choose(s, seat, action - PLAY)
    elif action < GIVE:
        _put_free_note(s, action - PUT)
    elif action < ACCEPT:
        _give(s, (action - GIVE) // SEATS, (action - GIVE) % SEATS)
    else:
        _reply(s, seat, action - ACCEPT)


# Cards [Préparatifs, Nouveau tour]


def _begin_deal(s: State) -> None:
    s.phase = DEAL
    s.receiver = _next(s, s.dealer)  # the dealer's left-hand neighbour first, the dealer last
    _renew_pile(s)


def _deal_card(s: State, card: int) -> None:
    """Give the card to the receiver; the deal is over when the dealer's hand is full."""
    seat = s.receiver
    last = s.pile_n - 1
    place, other = s.spot[card], s.pile[last]
    s.pile[place], s.spot[other] = other, place  # the last card of the pile fills the gap
    s.pile[last], s.spot[card] = 0, HELD
    s.pile_n = last
    s.slot_era[seat * HAND + s.hand_n[seat]] = s.era
    _slip_in(s, seat, s.hand_n[seat], card)
    s.hand_n[seat] += 1
    if seat == s.dealer and s.hand_n[seat] == s.hand_size:
        s.receiver = NOBODY
        s.phase = MONEY
        s.round += 1
        s.laid = 0
    else:
        s.receiver = _next(s, seat)
        _renew_pile(s)


def _slip_in(s: State, seat: int, count: int, card: int) -> None:
    """Put the card into slot number `count` of the hand, or before it among the cards of its era."""
    first, slot = seat * HAND, seat * HAND + count
    era = s.slot_era[slot]
    while slot > first and s.slot_era[slot - 1] == era and s.hand[slot - 1] > card:
        s.hand[slot] = s.hand[slot - 1]
        slot -= 1
    s.hand[slot] = card


def _renew_pile(s: State) -> None:
    """A card is needed: if the pile is empty, all cards played become the pile [Nouveau tour, R-26]."""
    if s.pile_n > 0:
        return
    s.era += 1
    for card in range(CARDS):
        if s.spot[card] == PLAYED:
            s.spot[card] = s.pile_n
            s.pile[s.pile_n] = card
            s.pile_n += 1
            s.card_era[card] = s.era


# Money [Début de la partie]


def _lay_note(s: State, value: int) -> None:
    """A note for each bar in reading order; one more for the dealer, who looks at it [R-16]."""
    s.stock[value] -= 1
    s.stock_n -= 1
    if s.laid == s.bars:
        s.free = value
        s.phase = FREE_NOTE
        s.asked = 1 << s.dealer
        return
    _add_to_pot(s, s.board[s.laid], value)
    s.laid += 1
    if s.stock_n == 0:
        _begin_choice(s)  # a short round has no free note


def _put_free_note(s: State, bar: int) -> None:
    _add_to_pot(s, bar, s.free)
    s.free = NOBODY
    _begin_choice(s)


def _add_to_pot(s: State, bar: int, value: int) -> None:
    s.pot[bar * NOTE_KINDS + value] += 1
    s.pot_n[bar] += 1


# The choice [Le jeu]


def _begin_choice(s: State) -> None:
    s.phase = CHOOSE
    s.asked = (1 << s.seats) - 1


def _choose(s: State, seat: int, card: int) -> None:
    """A card face down; it stays in the hand until all have chosen and all cards are turned over."""
    s.choice[seat] = card
    s.asked ^= 1 << seat
    if s.asked == 0:
        for each in range(s.seats):
            _lay_down(s, each)
        s.bar = 0
        _settle_bars(s)


def _lay_down(s: State, seat: int) -> None:
    slot = seat * HAND
    while s.hand[slot] != s.choice[seat]:
        slot += 1
    s.spot[s.choice[seat]] = PLAYED
    s.hand_n[seat] -= 1
    last = seat * HAND + s.hand_n[seat]
    while slot < last:
        s.hand[slot] = s.hand[slot + 1]
        s.slot_era[slot] = s.slot_era[slot + 1]
        slot += 1
    s.hand[last] = NOBODY
    s.slot_era[last] = 0


# Who gets the money [Cartes Joueurs, Cartes Razzia]


def _settle_bars(s: State) -> None:
    """Go on settling in reading order [R-27] until there is something to negotiate or all is done."""
    while s.bar < BARS:
        if s.pot_n[s.bar] > 0:
            contenders = contenders_at(s)
            if contenders & (contenders - 1):
                _ask_for_proposal(s, contenders)
                return
            if contenders:
                _take_pot(s, _strongest(s, contenders))  # alone he takes it all [Cartes Joueurs, Cartes Razzia]
        s.bar += 1
    _end_round(s)


def contenders_at(s: State) -> int:
    """Bit mask of those who may have the pot of the bar: police with a gambler there to be caught, else the gamblers."""
    gamblers, police = 0, 0
    for seat in range(s.seats):
        card = s.choice[seat]
        if BAR_OF[card] == s.bar:
            if IS_POLICE[card]:
                police |= 1 << seat
            else:
                gamblers |= 1 << seat
    if police and gamblers:
        return police  # the gamblers get nothing, whatever their figure [Cartes Razzia, R-2]
    return gamblers  # none: the police are out of luck and the money stays [Cartes Razzia, R-3, R-4]


def _take_pot(s: State, seat: int) -> None:
    for value in range(NOTE_KINDS):
        place = s.bar * NOTE_KINDS + value
        s.money[seat] += VALUES[value] * s.pot[place]
        s.pot[place] = 0
    s.pot_n[s.bar] = 0


# The split [Partage à deux, Partage entre 3 joueurs ou plus]


def _ask_for_proposal(s: State, contenders: int) -> None:
    s.phase = SPLIT
    s.contenders = contenders
    s.proposer = _strongest(s, contenders)  # the highest figure proposes [Partage à deux, R-5]
    s.asked = 1 << s.proposer
    s.lowest = 0


def _give(s: State, value: int, seat: int) -> None:
    """One more note of the proposal; after the last one the others answer."""
    place = s.bar * NOTE_KINDS + value
    s.pot[place] -= 1
    s.pot_n[s.bar] -= 1
    s.share[seat] += VALUES[value]
    s.lowest = seat if s.pot[place] > 0 else 0
    if s.pot_n[s.bar] == 0:
        s.phase = ANSWER
        s.asked = s.contenders ^ (1 << s.proposer)  # all the others at once, once


def _reply(s: State, seat: int, answer: int) -> None:
    s.answer[seat] = answer
    s.asked ^= 1 << seat
    if s.asked == 0:
        _share_out(s)


def _share_out(s: State) -> None:
    """Who agrees takes his share; the others fight the proposer for all the rest [Partage entre 3 joueurs ou plus]."""
    fighters = 0
    for seat in range(s.seats):
        if s.contenders >> seat & 1:
            if s.answer[seat] == AGREES:
                s.money[seat] += s.share[seat]
            else:  # the proposer, who cannot withdraw, and those who refused
                s.stake += s.share[seat]  # the proposer's own share too
                fighters |= 1 << seat
            s.answer[seat] = NOBODY
            s.share[seat] = 0
    if fighters == 1 << s.proposer or s.stake == 0:  # nobody refused; or nothing is left to fight for
        _win_stake(s, s.proposer)
    else:
        _begin_duels(s, fighters)


def _win_stake(s: State, seat: int) -> None:
    s.money[seat] += s.stake
    s.stake = s.contenders = 0
    s.proposer = s.champion = s.challenger = NOBODY
    s.bar += 1
    _settle_bars(s)


# Duels [Duel, Partage entre 3 joueurs ou plus]


def _begin_duels(s: State, fighters: int) -> None:
    """The strongest against the weakest first [R-12]; the strongest is the proposer."""
    s.phase = DUEL
    s.champion = s.proposer
    s.challenger = _weakest(s, fighters)
    s.waiting = fighters ^ (1 << s.champion) ^ (1 << s.challenger)


def _roll(s: State, die: int) -> None:
    """The champion rolls, then the challenger [R-28]; the winner meets the strongest who has not fought yet [R-12]."""
    if s.die == 0:
        s.die = die
        return
    own = STRENGTH[s.choice[s.champion]] + s.die
    other = STRENGTH[s.choice[s.challenger]] + die
    if other > own or (other == own and _rank(s, s.challenger) < _rank(s, s.champion)):  # a tie: the lower card
        s.champion = s.challenger
    s.die = 0
    if s.waiting:
        s.challenger = _strongest(s, s.waiting)
        s.waiting ^= 1 << s.challenger
    else:
        _win_stake(s, s.champion)


# -- How it ends [Nouveau tour, Fin de la partie] ---------------------------------------------------------------------


def _end_round(s: State) -> None:
    """Cards off the table; the next seat deals, unless the last notes have been on the bars."""
    for seat in range(s.seats):
        s.choice[seat] = NOBODY
    s.bar = NOBODY
    fewest_notes = 1 if s.short_round else s.bars + 1
    if s.stock_n < fewest_notes:
        s.phase = OVER
        return
    s.dealer = _next(s, s.dealer)
    _begin_deal(s)


def score(s: State, points: list[int]) -> None:
    """The money each has won, in thousands; what lies on the bars is nobody's [Fin de la partie, R-20, R-22]."""
    for seat in range(s.seats):
        points[seat] = s.money[seat]


def winners(s: State) -> int:
    """Bit mask of the richest [Fin de la partie], several if they have the same [R-21]; 0 before the end."""
    if s.phase != OVER:
        return 0
    most = 0
    for seat in range(s.seats):
        most = max(most, s.money[seat])
    richest = 0
    for seat in range(s.seats):
        if s.money[seat] == most:
            richest |= 1 << seat
    return richest


# -- What a seat sees -------------------------------------------------------------------------------------------------


show = plain_view(State)


def view(s: State, seat: int, out: State) -> None:
    """All that lies open, the seat's own hand and choices, the cards it has seen, and the free note if it deals."""
    show(s, seat, out)
    _mark_seen(s, seat, out)
    out.stock[:] = s.stock
    out.stock_n, out.free = s.stock_n, s.free
    if s.free != NOBODY and seat != s.dealer:
        _hide_free_note(out)


def _hide_free_note(s: State) -> None:
    """Count it with the stock, from which it cannot be told by anyone but the dealer."""
    if s.free != HIDDEN:
        s.stock[s.free] += 1
        s.stock_n += 1
        s.free = HIDDEN


def _mark_seen(s: State, seat: int, out: State) -> None:
    """Own cards and those played since the pile was last renewed."""
    for card in range(CARDS):
        is_open = s.spot[card] == BOXED or s.spot[card] == PLAYED
        out.spot[card] = s.spot[card] if is_open else HIDDEN
    if seat >= 0:
        for slot in range(seat * HAND, seat * HAND + s.hand_n[seat]):
            out.spot[s.hand[slot]] = HELD


def seen(s: State, seat: int, actor: int, action: int) -> int:
    """The action, or HIDDEN: a card dealt to or chosen by another seat, its answer, the free note before it is put."""
    if actor == CHANCE:
        if action < NOTE:
            knows = seat == s.receiver
        else:
            knows = seat == s.dealer or s.phase != MONEY or s.laid < s.bars
    else:
        knows = seat == actor or (action >= PUT and action < ACCEPT)
    return action if knows else HIDDEN


def redeal(s: State, seat: int, rng: Rng) -> None:
    """Redraw what the seat cannot know: others' cards, the pile, hidden choices and answers, the free note."""
    _mark_seen(s, seat, s)
    for era in range(s.era + 1):
        _redeal_era(s, seat, era, rng)
    if s.free != NOBODY and seat != s.dealer:
        _hide_free_note(s)
        s.free = _drawn_note(s, rng)
        s.stock[s.free] -= 1
        s.stock_n -= 1
    for other in range(s.seats):
        if other != seat:
            if s.phase == CHOOSE and s.choice[other] != NOBODY:
                s.choice[other] = s.hand[other * HAND + below(rng, s.hand_n[other])]
            if s.answer[other] != NOBODY:
                s.answer[other] = AGREES if below(rng, 2) == 0 else FIGHTS


def _redeal_era(s: State, seat: int, era: int, rng: Rng) -> None:
    """Unseen cards of an era lie in the slots of that era in others' hands and, if it is the present one, the pile."""
    count = 0
    for card in range(CARDS):
        if s.spot[card] == HIDDEN and s.card_era[card] == era:
            s.acts[count] = card
            count += 1
    for other in range(s.seats):
        if other != seat:
            for i in range(s.hand_n[other]):
                if s.slot_era[other * HAND + i] == era:
                    place = below(rng, count)
                    card = s.acts[place]
                    count -= 1
                    s.acts[place] = s.acts[count]
                    s.spot[card] = HELD
                    _slip_in(s, other, i, card)
    for i in range(count):
        s.pile[i] = s.acts[i]
        s.spot[s.acts[i]] = i


# -- Small words ------------------------------------------------------------------------------------------------------


def _next(s: State, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < s.seats else 0


def _rank(s: State, seat: int) -> int:
    """A number that grows with the figure; of equal figures the one farther from the dealer is lower [R-14]."""
    return STRENGTH[s.choice[seat]] * SEATS - (seat - s.dealer + s.seats) % s.seats


def _strongest(s: State, among: int) -> int:
    best, highest = NOBODY, -1
    for seat in range(s.seats):
        if among >> seat & 1 and _rank(s, seat) > highest:
            best, highest = seat, _rank(s, seat)
    return best


def _weakest(s: State, among: int) -> int:
    worst = NOBODY
    for seat in range(s.seats):
        if among >> seat & 1 and (worst == NOBODY or _rank(s, seat) < _rank(s, worst)):
            worst = seat
    return worst


# Is a position sound?

FAULTS = (
    "sound",
    "a number is out of range, or the bars or the cards are those of no box",
    "a seat, a bar, a note or a die does not fit the phase",
    "a hand has the wrong number of cards for the phase, or its cards are out of order",
    "a card is in no place or in several",
    "the notes in the stock, on the bars and won are not those of the game",
    "the cards chosen do not fit the phase or the hands",
    "the split does not fit the cards on the table",
    "the duel does not fit the split",
    "the seats asked do not fit the phase",
)
SOUND, BAD_RANGE, BAD_PHASE, BAD_HANDS, BAD_CARDS, BAD_NOTES, BAD_CHOICE, BAD_SPLIT, BAD_DUEL, BAD_ASKED = range(10)


is_in_range = range_check(State)


def audit(s: State) -> int:
    """Number of the first fault in FAULTS. Later checks rely on the ranges that earlier ones have proved."""
    fault = SOUND
    if not (is_in_range(s) and _is_box(s)):
        fault = BAD_RANGE
    elif not _is_phase(s):
        fault = BAD_PHASE
    elif not _are_hands(s):
        fault = BAD_HANDS
    elif not _are_cards(s):
        fault = BAD_CARDS
    elif not (_are_pots(s) and _are_notes(s)):
        fault = BAD_NOTES
    elif not _are_choices(s):
        fault = BAD_CHOICE
    elif not _is_split(s):
        fault = BAD_SPLIT
    elif not _is_duel(s):
        fault = BAD_DUEL
    elif not _are_asked(s):
        fault = BAD_ASKED
    return fault


def _is_box(s: State) -> bool:
    good = s.hand_size * s.seats <= s.cards
    last = NOBODY
    for i in range(BARS):
        good = good and (last < s.board[i] if i < s.bars else s.board[i] == NOBODY)
        last = s.board[i]
    return good


def _is_phase(s: State) -> bool:
    good = s.laid <= s.bars and s.lowest < s.seats and s.die <= s.sides and s.era <= s.round
    good = good and _is_in(s.dealer, s.seats, s.phase != FIRST_DEALER) and _is_in(s.receiver, s.seats, s.phase == DEAL)
    good = good and _is_in(s.free, NOTE_KINDS, s.phase == FREE_NOTE) and _is_in(s.bar, BARS, _settles(s))
    good = good and _is_in(s.proposer, s.seats, _settles(s))
    return good and _is_in(s.champion, s.seats, s.phase == DUEL) and _is_in(s.challenger, s.seats, s.phase == DUEL)


def _is_in(number: int, end: int, is_wanted: bool) -> bool:
    return 0 <= number < end if is_wanted else number == NOBODY


def _settles(s: State) -> bool:
    return SPLIT <= s.phase <= DUEL


def _are_hands(s: State) -> bool:
    """Right sizes; cards in order of (era, card), each marked as held; empty slots blank."""
    for seat in range(SEATS):
        if s.hand_n[seat] != _cards_due(s, seat):
            return False
        last = -1
        for slot in range(seat * HAND, seat * HAND + HAND):
            card, era = s.hand[slot], s.slot_era[slot]
            if slot < seat * HAND + s.hand_n[seat]:
                good = card != NOBODY and s.spot[card] == HELD and s.card_era[card] == era
                good = good and era * CARDS + card > last
                last = era * CARDS + card
            else:
                good = card == NOBODY and era == 0
            if not good:
                return False
    return True


def _cards_due(s: State, seat: int) -> int:
    """Cards that a hand has at this moment; during the deal the dealer, who gets his last, has the fewest."""
    if s.phase == FIRST_DEALER or seat >= s.seats:
        return 0
    if s.phase == DEAL:
        fewest = min(max(s.hand_n[s.dealer], 0), s.hand_size - 1)
        first = s.dealer + 1 - s.seats
        return fewest + int((seat - first) % s.seats < (s.receiver - first) % s.seats)
    return s.hand_size if s.phase <= CHOOSE else s.hand_size - 1


def _are_cards(s: State) -> bool:
    """Every card in one place: the pile and the hands as marked, no card in two hands, no colour without a bar."""
    if s.pile_n > s.cards or (s.phase == DEAL and s.pile_n == 0):
        return False
    in_game, held, piled = 0, 0, 0
    for card in range(CARDS):
        spot, era = s.spot[card], s.card_era[card]
        good = spot < 0 or (spot < s.pile_n and s.pile[spot] == card and era == s.era)
        good = good and era <= s.era and (card < s.pile_n or s.pile[card] == 0)
        if not good or (spot != BOXED and not _has_bar(s, BAR_OF[card])):
            return False
        in_game += int(spot != BOXED)
        held += int(spot == HELD)
        piled += int(spot >= 0)
        s.acts[card] = 1
    for slot in range(SEATS * HAND):
        if s.hand[slot] != NOBODY:
            held -= s.acts[s.hand[slot]]
            s.acts[s.hand[slot]] = 0
    return in_game == s.cards and held == 0 and piled == s.pile_n


def _has_bar(s: State, bar: int) -> bool:
    for i in range(s.bars):
        if s.board[i] == bar:
            return True
    return False


def _are_pots(s: State) -> bool:
    for bar in range(BARS):
        pot_n = 0
        for place in range(bar * NOTE_KINDS, (bar + 1) * NOTE_KINDS):
            pot_n += s.pot[place]
        if pot_n != s.pot_n[bar] or (pot_n > 0 and not _has_bar(s, bar)):
            return False
    return True


def _are_notes(s: State) -> bool:
    """No note too many of any value; all that has left the stock and the bars is won, or being split or fought for."""
    stock_n, gone, drawn = 0, 0, 0
    for value in range(NOTE_KINDS):
        left = s.notes[value] - s.stock[value] - int(s.free == value)
        for bar in range(BARS):
            left -= s.pot[bar * NOTE_KINDS + value]
        if left < 0:
            return False
        stock_n += s.stock[value]
        drawn += s.notes[value] - s.stock[value]
        gone += left * VALUES[value]
    for seat in range(SEATS):
        if seat >= s.seats and s.money[seat] > 0:
            return False
        gone -= s.money[seat] + s.share[seat]
    if s.round > drawn + int(s.phase == MONEY):  # in every round a note is drawn
        return False
    return stock_n == s.stock_n and gone == s.stake and (stock_n > 0 or s.phase != MONEY)


def _are_choices(s: State) -> bool:
    """Face down a card of one's own hand, on the table different cards played; otherwise none."""
    for seat in range(SEATS):
        card = s.choice[seat]
        good = card == NOBODY
        if seat < s.seats and _settles(s):
            good = card != NOBODY and s.spot[card] == PLAYED
            for other in range(seat):
                good = good and s.choice[other] != card
        elif seat < s.seats and s.phase == CHOOSE and not s.asked >> seat & 1:
            good = False
            for i in range(s.hand_n[seat]):
                good = good or s.hand[seat * HAND + i] == card
        if not good:
            return False
    return True


def _is_split(s: State) -> bool:
    """Two contenders or more as the cards say, the strongest proposes; shares and answers only where they belong."""
    if _settles(s):
        good = s.contenders == contenders_at(s) and s.contenders & (s.contenders - 1) != 0
        good = good and s.proposer == _strongest(s, s.contenders) and (s.pot_n[s.bar] > 0) == (s.phase == SPLIT)
    else:
        good = s.contenders == 0
    good = good and (s.contenders >> s.lowest > 0 if s.phase == SPLIT else s.lowest == 0)
    for seat in range(SEATS):
        contends = s.contenders >> seat & 1 == 1
        has_answered = s.phase == ANSWER and contends and seat != s.proposer and not s.asked >> seat & 1
        good = good and (s.share[seat] == 0 or (contends and s.phase != DUEL))
        good = good and (s.answer[seat] != NOBODY) == has_answered
    return good


def _is_duel(s: State) -> bool:
    """Different contenders fight and wait, for money."""
    if s.phase != DUEL:
        return s.stake == 0 and s.waiting == 0 and s.die == 0
    fighting = 1 << s.champion | 1 << s.challenger
    apart = s.champion != s.challenger and s.waiting & fighting == 0
    return apart and s.stake > 0 and s.waiting | fighting | s.contenders == s.contenders


def _are_asked(s: State) -> bool:
    if s.phase == FREE_NOTE:
        return s.asked == 1 << s.dealer
    if s.phase == CHOOSE:
        return 0 < s.asked < 1 << s.seats
    if s.phase == SPLIT:
        return s.asked == 1 << s.proposer
    if s.phase == ANSWER:
        return s.asked > 0 and s.asked | s.contenders == s.contenders and not s.asked >> s.proposer & 1
    return s.asked == 0
