"""RAISE: whoever is last on the track must outbid or leave; the last pawn standing takes the round.

Rules:    RAISE by Peter Prinz (Piatnik), French rule book, cited as [rule book: heading]; where the book is silent the
          number of the ruling is cited, [P13]. Seats are numbered clockwise from 0.
Designed: the book's pictures are lost, so these are ours: the 30 cards of a deck and which of them count 5 [Cards]; the
          faces of the dice [Dice]. The values of the point cards come from reviews [Points].
Rulings:  P3   a raise must land strictly beyond the second-to-last pawn
          P4   a raise may hold more cards than it needs (option `raise_cards`)
          P5   tied for last, any card is enough
          P7   pawns are placed clockwise from the roller
          P13  when nobody left on the board holds a card the passes are still asked; so the farthest pawn wins
          P14  of pawns tied there, the one that came first
          P15  a seat without a card sits the round out; it may still be the roller
          P16  a single seat with a card lays it and wins
          P17  nobody has a card: the point card is set aside, the roller stays
          P19  everybody draws up to six after the last round too
          P23  the first roller is drawn (option `first_roller`)
          P24  removed point cards and one's own pile are not looked at
          P26  nobody leaves a round out of turn
          Track: it has no end. Played cards are remembered: everybody knows which cards a seat has not played yet.
          Counting: hands are laid open and counted when the game is over, not before.
Worlds:   equal cards are one type with a count, and worlds are dealt by the physical card. `stop` is asked also when it is
          the only move, and so is `pass`: neither tells anything about the cards kept.
Options:  `raise_cards`, `first_roller`, `box`.
"""

from __future__ import annotations

from dataclasses import dataclass

from tripot.core.declared import plain_view, range_check
from tripot.core.fields import OWN, RULED, between, count_to, flag, index_of, one_of, seat_of, seats_of
from tripot.core.options import a_seat, choice
from tripot.core.rng import Rng, below
from tripot.core.state import CHANCE, HIDDEN, I8, NOBODY, Record, scratch, state

VERSION = 1  # rises when the same moves could give another result

# -- The box [rule book: Contenu de jeu] ---------------------------------------------------------------------------------

SEATS = 5
FEWEST_SEATS = 2

SYMBOLS = 5
DIAMOND, GEAR, CLOUD, HOURGLASS, BELL, BLANK = 0, 1, 2, 3, 4, 5  # BLANK only on dice

CARDS = (  # every seat's deck [Cards]; the highest card of each symbol counts 5, all others 1
    # symbol, digit, victory points, copies in the standard box, copies in the tiny box
    (DIAMOND, 4, 1, 1, 0),
    (DIAMOND, 5, 1, 2, 0),
    (DIAMOND, 6, 5, 1, 0),
    (GEAR, 3, 1, 1, 0),
    (GEAR, 4, 1, 3, 0),
    (GEAR, 5, 5, 1, 0),
    (CLOUD, 2, 1, 1, 0),
    (CLOUD, 3, 1, 3, 0),
    (CLOUD, 4, 1, 1, 0),
    (CLOUD, 5, 5, 1, 1),
    (HOURGLASS, 2, 1, 2, 0),
    (HOURGLASS, 3, 1, 4, 0),
    (HOURGLASS, 4, 5, 1, 0),
    (BELL, 1, 1, 1, 1),
    (BELL, 2, 1, 3, 2),
    (BELL, 3, 1, 3, 0),
    (BELL, 4, 5, 1, 0),
)
TYPES = 17
SYMBOL = tuple(card[0] for card in CARDS)
DIGIT = tuple(card[1] for card in CARDS)
VICTORY_POINTS = tuple(card[2] for card in CARDS)

STANDARD, TINY = 0, 1
BOXES = 2
COPIES = (tuple(card[3] for card in CARDS), tuple(card[4] for card in CARDS))  # of each type, in one deck
DECK = (30, 4)  # cards in one deck
HAND = (6, 3)  # cards to draw up to
MOST_IN_HAND = 6
MOST_ARRIVALS = SEATS * MOST_IN_HAND  # in a round: everybody plays card by card
MOST_PLAYED = SEATS * max(COPIES[STANDARD])  # cards of one type

FACES = (  # the kinds of dice [Dice]
    (DIAMOND, GEAR, CLOUD, HOURGLASS, BELL, BLANK),
    (GEAR, CLOUD, HOURGLASS, BELL, BELL, BLANK),
    (CLOUD, HOURGLASS, HOURGLASS, BELL, BELL, BLANK),
    (BELL, BELL, BELL, BLANK, BLANK, BLANK),
)
SIDES = 6
DICE = (7, 1)
MOST_DICE = 7
KIND = ((0, 0, 0, 1, 1, 2, 2), (3, 3, 3, 3, 3, 3, 3))  # of each die

POINTS = (6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20)  # the point cards [Points]
POINT_CARDS = (14, 4)  # the tiny box has the first four
MOST_POINT_CARDS = 14
REMOVED = ((0, 0, 6, 5, 4, 3), (0, 0, 1, 1, 1, 1))  # point cards taken out, by seats [rule book: Préparation du jeu]

FARTHEST = max(DIGIT) * (MOST_DICE + 1) * MOST_IN_HAND  # the highest digit, all dice on its symbol, a whole hand
ALL_POINTS = sum(POINTS) + SEATS * sum(card[2] * card[3] for card in CARDS)

FAR = 1 << 15  # beyond every space
NUMBERS = 1 << 6  # set aside in the stream of chance for a pile; more than it has cards
STACK = 1 << 7  # more than pawns ever arrive in a round

# Places of a point card besides the seats.
FACE_DOWN, TURNED_UP, SET_ASIDE, NOT_IN_BOX = SEATS, SEATS + 1, SEATS + 2, SEATS + 3

# -- The state -----------------------------------------------------------------------------------------------------------

# Phases; in the first five chance decides.
DRAW_ALL = 0  # everybody draws up to six, seat by seat: the deal and the end of a round
DRAW_PASSED = 1  # a seat that has passed draws up to six
ROLL = 2
TURN_UP = 3  # a point card
ROLLER = 4  # the first roller
CHOOSE = 5  # everybody chooses a first card
LAST = 6  # the last pawn raises or passes
RAISING = 7  # the raise goes on
OVER = 8


@state
class State(Record):
    """A table of RAISE; in a view a hidden hand is HIDDEN card by card and its cards are counted with the pile."""

    seats: int = between(FEWEST_SEATS, SEATS, about="seats at the table")
    box: int = one_of("standard tiny", about="which box is played with")
    hand_size: int = count_to(MOST_IN_HAND, about="cards to draw up to")
    dice: int = count_to(MOST_DICE, about="dice in the box")
    just_enough: int = flag(about="1: a raise may hold no card that it could do without")
    phase: int = one_of("draw_all draw_passed roll turn_up roller choose last raising over", about="what happens now")
    turn: int = seat_of(SEATS, or_none=True, about="the seat that draws, chooses (the first one to) or is asked")
    roller: int = seat_of(SEATS, or_none=True, about="has the dice; nobody before the first is known")
    rounds: int = count_to(MOST_POINT_CARDS, about="rounds still to begin")
    face_down: int = count_to(
        MOST_POINT_CARDS, about="point cards nobody has seen: of rounds to come, and removed ones"
    )
    point: int = index_of(MOST_POINT_CARDS, or_none=True, about="point card of this round")
    rolled: int = count_to(MOST_DICE, about="dice rolled in this round")
    waiting: int = seats_of(SEATS, about="seats still to choose their first card")
    arrivals: int = count_to(MOST_ARRIVALS, about="arrivals of pawns in this round")
    lowest: int = index_of(TYPES, about="a raise goes on from this place in the table of cards")
    ahead: int = count_to(FARTHEST, about="space of the second-to-last pawn, 0 when nobody is asked")
    least: int = count_to(FARTHEST, about="value of the weakest card of this raise, 0 at its beginning")
    times: list[int] = between(1, MOST_DICE + 1, SYMBOLS, axes="symbol", about="how often it lies on dice and board")
    where: list[int] = index_of(  # the seat that won it, or one of the places above
        NOT_IN_BOX + 1,
        MOST_POINT_CARDS,
        axes="point",
        about="who won it; 5 face down, 6 up, 7 set aside, 8 not in the box",
    )
    common: list[int] = count_to(MOST_PLAYED, TYPES, axes="type", about="the common pile, cards of each type")
    first: list[int] = index_of(
        TYPES, SEATS, or_none=True, axes="seat", seen=OWN.during(phase=CHOOSE), about="first card of this round"
    )
    space: list[int] = between(NOBODY, FARTHEST, SEATS, axes="seat", about="of each pawn, or -1 off the board")
    arrival: list[int] = count_to(MOST_ARRIVALS, SEATS, axes="seat", about="of each pawn, from 1; 0 off the board")
    won: list[int] = count_to(ALL_POINTS, SEATS, axes="seat", about="points of the point cards and numbered cards won")
    hand_n: list[int] = count_to(MOST_IN_HAND, SEATS, axes="seat", about="cards in each hand")
    pile_n: list[int] = count_to(DECK[STANDARD], SEATS, axes="seat", about="cards in each draw pile")
    hand: list[list[int]] = index_of(
        TYPES, SEATS, MOST_IN_HAND, or_none=True, axes="seat slot", seen=RULED, about="types in table order"
    )
    pile: list[list[int]] = count_to(
        max(COPIES[STANDARD]),
        SEATS,
        TYPES,
        axes="seat type",
        seen=RULED,
        about="own draw pile; with a hidden hand in a view",
    )
    acts: list[int] = scratch(I8, TYPES)
    odds: list[int] = scratch(I8, TYPES)


# -- The moves -----------------------------------------------------------------------------------------------------------
#
#   0..16   that card, in table order: chosen first, or played in a raise
#   17      pass
#   18      stop: enough cards in this raise

PASS = TYPES
STOP = PASS + 1
ACTIONS = STOP + 1

# Chance:
#
#   0..16   that card drawn
#   17..30  that point card turned up
#   31..36  that face of the next die: diamond, gear, cloud, hourglass, bell, blank
#   37..41  that seat is the first roller

POINT_OUT = TYPES
FACE_OUT = POINT_OUT + MOST_POINT_CARDS
ROLLER_OUT = FACE_OUT + SYMBOLS + 1
OUTCOMES = ROLLER_OUT + SEATS

# -- Options -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Options:
    """What the players agree on before the game."""

    raise_cards: str = choice(
        "any",
        "just_enough",
        about="how many cards a raise may hold: any that get beyond, or none that it could do without",
    )
    first_roller: int | None = a_seat(about="who rolls first; by chance if not given")
    box: str = choice(
        "standard",
        "tiny",
        about="the box as printed, or one to count by hand: decks of cloud-5, bell-1 and two bell-2, hands of three,"
        " one die with bell or blank, point cards 6 to 9, three rounds",
    )


# -- The deal [rule book: Préparation du jeu] ----------------------------------------------------------------------------


def setup(s: State, seats: int, options: Options) -> None:
    """Shuffle the decks, take point cards out unseen; nothing is drawn yet."""
    box = TINY if options.box == "tiny" else STANDARD
    s.seats = seats
    s.box = box
    s.hand_size = HAND[box]
    s.dice = DICE[box]
    s.just_enough = 1 if options.raise_cards == "just_enough" else 0
    s.face_down = POINT_CARDS[box]
    s.rounds = POINT_CARDS[box] - REMOVED[box][seats]
    for card in range(MOST_POINT_CARDS):
        s.where[card] = FACE_DOWN if card < POINT_CARDS[box] else NOT_IN_BOX
    for seat in range(SEATS):
        s.first[seat] = s.space[seat] = NOBODY
        for slot in range(MOST_IN_HAND):
            s.hand[seat][slot] = NOBODY
    for seat in range(seats):
        s.pile_n[seat] = DECK[box]
        for card in range(TYPES):
            s.pile[seat][card] = COPIES[box][card]
    _pick_up_dice(s)
    s.phase = ROLLER
    s.turn = s.roller = s.point = NOBODY
    if options.first_roller is not None:
        _begin(s, options.first_roller)


def _begin(s: State, roller: int) -> None:
    s.roller = roller  # [P23]
    _draw_all(s, 0)


# -- The turn [rule book: Déroulement du jeu] ----------------------------------------------------------------------------


def to_act(s: State) -> int:
    """Who acts: chance, the first seat still to choose, or the owner of the last pawn."""
    return CHANCE if s.phase < CHOOSE else s.turn


def pending(s: State) -> int:
    """All who still choose their first card, or the owner of the last pawn."""
    if s.phase == CHOOSE:
        return s.waiting
    if s.phase == LAST or s.phase == RAISING:
        return 1 << s.turn
    return 0


def is_mid_move(s: State, seat: int) -> bool:
    """Whether the seat is in the middle of a raise."""
    return s.phase == RAISING and s.turn == seat


# -- What may be played [rule book: Jouer les cartes numérotées; Relancer ou passer] -------------------------------------


def legal(s: State, seat: int) -> int:
    """Any card of the hand first; later cards that can get beyond, or pass, or stop."""
    if seat < 0 or pending(s) >> seat & 1 == 0:
        return 0
    if s.phase == CHOOSE:
        return _kinds(s, seat, 0, s.hand_n[seat])
    n = _raising_cards(s, seat)
    if s.phase == LAST:
        s.acts[n] = PASS  # asked even if nothing else is possible: hands are secret [P9]
        return n + 1
    if s.space[seat] > s.ahead:
        s.acts[n] = STOP
        return n + 1
    return n


def _kinds(s: State, seat: int, start: int, end: int) -> int:
    """The cards in these slots of a hand, equal ones once."""
    n = 0
    before = NOBODY
    for slot in range(start, end):
        card = s.hand[seat][slot]
        if card != before:
            n += 1
        s.acts[n - 1] = before = card
    return n


def _raising_cards(s: State, seat: int) -> int:
    """Cards from which on the hand, if all of it were added, gets beyond the second-to-last pawn [P3, P4]."""
    if s.just_enough:
        return _needed_cards(s, seat)
    reach = s.space[seat]
    start = end = s.hand_n[seat]
    while start > 0 and s.hand[seat][start - 1] >= s.lowest:
        start -= 1
        reach += _value(s, s.hand[seat][start])
        if reach <= s.ahead:
            end = start  # from here on the hand is too weak
    return _kinds(s, seat, start, end)


def _needed_cards(s: State, seat: int) -> int:
    """Cards with which a raise that can do without none of its cards is completed or goes on [option raise_cards]."""
    n = 0
    for slot in range(s.hand_n[seat]):
        card = s.hand[seat][slot]
        if card >= s.lowest and (n == 0 or s.acts[n - 1] != card) and _completes(s, seat, slot):
            s.acts[n] = card
            n += 1
    return n


def _completes(s: State, seat: int, slot: int) -> bool:
    """Whether this card and some of those after it in the hand complete a raise that needs all of its cards."""
    value = _value(s, s.hand[seat][slot])
    for others in range(1 << (s.hand_n[seat] - slot - 1)):  # a bit for each card after it
        reach = s.space[seat] + value
        least = value if s.least == 0 else min(value, s.least)
        for after in range(slot + 1, s.hand_n[seat]):
            if others >> (after - slot - 1) & 1:
                reach += _value(s, s.hand[seat][after])
                least = min(least, _value(s, s.hand[seat][after]))
        if reach > s.ahead >= reach - least:
            return True
    return False


# -- Chance --------------------------------------------------------------------------------------------------------------


def weights(s: State) -> int:
    """Cards by their number in the pile, point cards nobody has seen, faces of the next die, seats."""
    n = 0
    if s.phase <= DRAW_PASSED:
        for card in range(TYPES):
            if s.pile[s.turn][card] > 0:
                n = _may_come(s, n, card, s.pile[s.turn][card])
    elif s.phase == ROLL:
        for side in range(SIDES):
            face = FACE_OUT + FACES[KIND[s.box][s.rolled]][side]
            if n > 0 and s.acts[n - 1] == face:  # equal faces stand side by side in the table
                s.odds[n - 1] += 1
            else:
                n = _may_come(s, n, face, 1)
    elif s.phase == TURN_UP:
        for card in range(MOST_POINT_CARDS):
            if s.where[card] == FACE_DOWN:  # the removed ones too, nobody has looked [P24]
                n = _may_come(s, n, POINT_OUT + card, 1)
    elif s.phase == ROLLER:
        for seat in range(s.seats):
            n = _may_come(s, n, ROLLER_OUT + seat, 1)
    return n


def _may_come(s: State, n: int, outcome: int, weight: int) -> int:
    s.acts[n] = outcome
    s.odds[n] = weight
    return n + 1


def draw(s: State, rng: Rng) -> int:
    """One outcome with the odds of `weights`."""
    if s.phase <= DRAW_PASSED:
        return _card_in_pile(s, s.turn, below(rng, s.pile_n[s.turn]))
    if s.phase == ROLL:
        return FACE_OUT + FACES[KIND[s.box][s.rolled]][below(rng, SIDES)]
    if s.phase == ROLLER:
        return ROLLER_OUT + below(rng, s.seats)
    left = below(rng, s.face_down)
    card = 0
    while s.where[card] != FACE_DOWN or left > 0:
        if s.where[card] == FACE_DOWN:
            left -= 1
        card += 1
    return POINT_OUT + card


def draw_number(s: State, following: int) -> int:
    """By what is drawn: each pile, the dice and the point cards of a round have numbers of their own."""
    if s.phase <= DRAW_PASSED:
        return s.turn * NUMBERS + s.pile_n[s.turn]
    if s.phase == ROLL:
        return SEATS * NUMBERS + s.rounds * (MOST_DICE + 1) + s.rolled
    if s.phase == TURN_UP:
        return (SEATS + MOST_DICE) * NUMBERS + s.rounds
    return (SEATS + MOST_DICE + 1) * NUMBERS


def _card_in_pile(s: State, seat: int, place: int) -> int:
    """The card at that place if the pile lay in table order."""
    card = 0
    total = 0
    for before in range(TYPES - 1):  # to the end, without a way out: compiled this is faster than stopping
        total += s.pile[seat][before]
        if total <= place:
            card += 1
    return card


# -- What a move does ----------------------------------------------------------------------------------------------------


def apply(s: State, seat: int, action: int) -> None:
    """Play a legal move, or let an outcome of chance happen."""
    if seat == CHANCE:
        if s.phase <= DRAW_PASSED:
            _draw_card(s, action)
        elif s.phase == ROLL:
            _roll(s, action - FACE_OUT)
        elif s.phase == TURN_UP:
            _turn_up(s, action - POINT_OUT)
        else:
            _begin(s, action - ROLLER_OUT)
    elif s.phase == CHOOSE:
        _choose(s, seat, action)
    elif action == PASS:
        _pass(s, seat)
    elif action == STOP:
        _land(s, seat)
    else:
        _raise_with(s, seat, action)


# Drawing cards


def _draw_card(s: State, card: int) -> None:
    seat = s.turn
    s.pile[seat][card] -= 1
    s.pile_n[seat] -= 1
    _put_in_hand(s, seat, card, s.hand_n[seat])
    s.hand_n[seat] += 1
    if _draws(s, seat):
        return
    if s.phase == DRAW_PASSED:
        _ask_last_pawn(s)
    else:
        _draw_all(s, seat + 1)


def _draw_all(s: State, seat: int) -> None:
    """Everybody from this seat on draws up to six; then the next round, if a point card is left [P18, P19]."""
    while seat < s.seats:
        if _draws(s, seat):
            s.phase = DRAW_ALL
            s.turn = seat
            return
        seat += 1
    s.turn = NOBODY
    s.phase = TURN_UP if s.rounds > 0 else OVER


def _draws(s: State, seat: int) -> bool:
    return s.hand_n[seat] < s.hand_size and s.pile_n[seat] > 0  # an empty pile stays empty [P12]


# 1. A point card and the dice [rule book: Retourner une carte-points et lancer les dés]


def _turn_up(s: State, card: int) -> None:
    s.where[card] = TURNED_UP
    s.point = card
    s.face_down -= 1
    s.rounds -= 1
    s.phase = ROLL


def _roll(s: State, face: int) -> None:
    if face != BLANK:  # [P25]
        s.times[face] += 1
    s.rolled += 1
    if s.rolled == s.dice:
        _ask_first_cards(s)


# 2. First cards [rule book: Jouer les cartes numérotées]


def _ask_first_cards(s: State) -> None:
    for seat in range(s.seats):
        if s.hand_n[seat] > 0:  # who has no card sits out [P15]
            s.waiting |= 1 << seat
    if s.waiting == 0:
        s.where[s.point] = SET_ASIDE  # [P17]
        _clear_table(s)
    else:
        s.phase = CHOOSE
        s.turn = _lowest_seat(s.waiting)


def _choose(s: State, seat: int, card: int) -> None:
    s.first[seat] = card
    s.waiting -= 1 << seat
    if s.waiting == 0:
        _reveal(s)
    else:
        s.turn = _lowest_seat(s.waiting)


def _reveal(s: State) -> None:
    """Place the pawns in turn, the roller's first [P7]."""
    seat = s.roller
    for _ in range(s.seats):
        if s.first[seat] != NOBODY:
            s.space[seat] = _value(s, s.first[seat])
            _play(s, seat, s.first[seat])
            _arrive(s, seat)
        seat = seat + 1 if seat + 1 < s.seats else 0
    _ask_last_pawn(s)


# 3. Raise or pass [rule book: Relancer ou passer]


def _ask_last_pawn(s: State) -> None:
    """The last pawn is asked; when it is alone it has won [P13, P14, P16]."""
    last = _last_pawn(s)
    s.ahead = _space_ahead(s, last)
    if s.ahead == 0:
        _win(s, last)
    else:
        s.phase = LAST
        s.turn = last


def _last_pawn(s: State) -> int:
    last, least = NOBODY, FAR * STACK
    for seat in range(s.seats):
        standing = s.space[seat] * STACK - s.arrival[seat]  # of a stack the top one is last [P6]
        if s.space[seat] != NOBODY and standing < least:
            last, least = seat, standing
    return last


def _space_ahead(s: State, pawn: int) -> int:
    """Space of the rearmost of the other pawns, 0 if there is none."""
    last = second = FAR  # the two rearmost of all: compiled this is faster than leaving one pawn out
    for seat in range(s.seats):
        space = s.space[seat] if s.space[seat] != NOBODY else FAR
        second = min(second, max(last, space))
        last = min(last, space)
    ahead = second if s.space[pawn] == last else last
    return ahead if ahead < FAR else 0


def _pass(s: State, seat: int) -> None:
    """Leave the board and draw at once [rule book: Passer; P11]."""
    s.space[seat] = NOBODY
    s.arrival[seat] = 0
    s.ahead = 0
    if _draws(s, seat):
        s.phase = DRAW_PASSED
    else:
        _ask_last_pawn(s)


def _raise_with(s: State, seat: int, card: int) -> None:
    """Add a card to the raise [P2]; it ends by itself only where everybody sees that it must, as hands are secret."""
    value = _value(s, card)
    s.space[seat] += value
    _play(s, seat, card)
    s.phase = RAISING
    s.lowest = card
    s.least = value if s.least == 0 else min(value, s.least)
    if s.space[seat] > s.ahead and (s.hand_n[seat] == 0 or s.just_enough):
        _land(s, seat)


def _land(s: State, seat: int) -> None:
    s.lowest = 0
    s.least = 0
    _arrive(s, seat)
    _ask_last_pawn(s)


def _arrive(s: State, seat: int) -> None:
    s.arrivals += 1
    s.arrival[seat] = s.arrivals  # on top of the pawns already there [P6, P8]


def _play(s: State, seat: int, card: int) -> None:
    """Lay a card of the hand on the common pile."""
    _take_from_hand(s, seat, card)
    s.common[card] += 1


# 4. The end of a round [rule book: Fin de la manche]


def _win(s: State, seat: int) -> None:
    """The winner takes point card and common pile and rolls next [P22]."""
    s.where[s.point] = seat
    points = POINTS[s.point]
    for card in range(TYPES):
        points += s.common[card] * VICTORY_POINTS[card]
        s.common[card] = 0
    s.won[seat] += points
    s.roller = seat
    _clear_table(s)


def _clear_table(s: State) -> None:
    for seat in range(s.seats):
        s.first[seat] = NOBODY
        s.space[seat] = NOBODY
        s.arrival[seat] = 0
    s.arrivals = 0
    s.ahead = 0
    s.point = NOBODY
    _pick_up_dice(s)
    _draw_all(s, 0)


def _pick_up_dice(s: State) -> None:
    s.rolled = 0
    for symbol in range(SYMBOLS):
        s.times[symbol] = 1  # each symbol is printed once on the board


# -- How it ends [rule book: Fin du jeu et comptage des points] ----------------------------------------------------------


def score(s: State, points: list[int]) -> None:
    """Points of what each seat has won and, when the game is over, of its hand; the piles do not count [P20]."""
    for seat in range(s.seats):
        points[seat] = _points(s, seat)


def _points(s: State, seat: int) -> int:
    points = s.won[seat]
    if s.phase == OVER:
        for slot in range(s.hand_n[seat]):
            points += VICTORY_POINTS[s.hand[seat][slot]]
    return points


def winners(s: State) -> int:
    """Most points; equal ones share the victory [P21]."""
    if s.phase != OVER:
        return 0
    best = 0
    mask = 0
    for seat in range(s.seats):
        points = _points(s, seat)
        if points > best:
            best = points
            mask = 0
        if points == best:
            mask |= 1 << seat
    return mask


# -- What a seat sees ----------------------------------------------------------------------------------------------------


show = plain_view(State)


def view(s: State, seat: int, out: State) -> None:
    """All but the other hands (their cards counted with their piles) and the first cards while they are chosen."""
    show(s, seat, out)
    for owner in range(SEATS):
        is_open = owner == seat or s.phase == OVER  # in the end the hands are laid open
        for card in range(TYPES):
            out.pile[owner][card] = s.pile[owner][card]
        for slot in range(MOST_IN_HAND):
            card = s.hand[owner][slot]
            out.hand[owner][slot] = card
            if card != NOBODY and not is_open:
                out.hand[owner][slot] = HIDDEN
                if card != HIDDEN:
                    out.pile[owner][card] += 1


def seen(s: State, seat: int, actor: int, action: int) -> int:
    """Cards drawn and first cards chosen are seen by their owner only, but the last card drawn ends the game."""
    if actor == CHANCE:
        return HIDDEN if s.phase <= DRAW_PASSED and s.turn != seat and not _lays_hands_open(s) else action
    return HIDDEN if s.phase == CHOOSE and actor != seat else action


def _lays_hands_open(s: State) -> bool:
    """Whether the card being drawn is the last one before the hands are counted."""
    if s.phase != DRAW_ALL or s.rounds > 0:
        return False
    for seat in range(s.turn + 1, s.seats):
        if _draws(s, seat):
            return False
    return s.pile_n[s.turn] == 1 or s.hand_n[s.turn] + 1 == s.hand_size


def redeal(s: State, seat: int, rng: Rng) -> None:
    """Redeal every other hand from the cards its owner has not played, each physical card equally likely.

    Everybody knows that a raise under way can be completed, so hands with which it could not are dealt again.
    """
    if s.phase == OVER:
        return
    for other in range(s.seats):
        if other == seat:
            continue
        _deal_again(s, other, rng)
        while is_mid_move(s, other) and s.space[other] <= s.ahead and _raising_cards(s, other) == 0:
            _deal_again(s, other, rng)
        if s.phase == CHOOSE and s.first[other] != NOBODY:
            s.first[other] = s.hand[other][below(rng, s.hand_n[other])]


def _deal_again(s: State, seat: int, rng: Rng) -> None:
    for slot in range(s.hand_n[seat]):
        if s.hand[seat][slot] != HIDDEN:  # in a view they are with the pile already
            s.pile[seat][s.hand[seat][slot]] += 1
    for slot in range(s.hand_n[seat]):
        card = _card_in_pile(s, seat, below(rng, s.pile_n[seat] + s.hand_n[seat] - slot))
        s.pile[seat][card] -= 1
        _put_in_hand(s, seat, card, slot)


# -- Small words ---------------------------------------------------------------------------------------------------------


def _value(s: State, card: int) -> int:
    return DIGIT[card] * s.times[SYMBOL[card]]  # [P1]


def _put_in_hand(s: State, seat: int, card: int, held: int) -> None:
    """Sort a card into the first cards of a hand, that many."""
    for slot in range(held):
        other = s.hand[seat][slot]
        s.hand[seat][slot] = min(card, other)
        card = max(card, other)
    s.hand[seat][held] = card


def _take_from_hand(s: State, seat: int, card: int) -> None:
    for slot in range(MOST_IN_HAND - 1):  # in table order, so what follows the card moves up
        held, after = s.hand[seat][slot], s.hand[seat][slot + 1]
        s.hand[seat][slot] = after if held >= card else held
    s.hand[seat][MOST_IN_HAND - 1] = NOBODY
    s.hand_n[seat] -= 1


def _lowest_seat(mask: int) -> int:
    seat = 0
    while mask >> seat & 1 == 0:
        seat += 1
    return seat


FAULTS = (
    "sound",
    "a number is out of range, or the hand size or the dice are those of no box",
    "the turn or the roller is not a seat that can have it now",
    "a hand, a pile or the common pile has cards that it cannot have",
    "the point cards and the rounds do not fit",
    "the dice do not fit",
    "the first cards do not fit the hands",
    "the pawns do not stand as they can",
    "the raise cannot have begun like this",
    "a seat has not drawn up, or draws although it may not",
    "the points won are not those of the cards won",
)


is_in_range = range_check(State)


def audit(s: State) -> int:
    """0, or the number of the first sentence of FAULTS that is true."""
    if not (is_in_range(s) and s.hand_size == HAND[s.box] and s.dice == DICE[s.box]):
        return 1
    if not _turn_fits(s):
        return 2
    for seat in range(SEATS):
        if not _cards_fit(s, seat):
            return 3
    if not _common_fits(s):
        return 3
    if not _point_cards_fit(s):
        return 4
    if not _dice_fit(s):
        return 5
    for seat in range(SEATS):
        if not _first_card_fits(s, seat):
            return 6
        if not _pawn_fits(s, seat):
            return 7
    if not _board_fits(s):
        return 7
    if not _raise_fits(s):
        return 8
    if not _drawing_fits(s):
        return 9
    return 0 if _won_fits(s) else 10


def _turn_fits(s: State) -> bool:
    has_turn = s.phase <= DRAW_PASSED or CHOOSE <= s.phase < OVER
    if s.turn >= s.seats or s.roller >= s.seats or has_turn != (s.turn != NOBODY):
        return False
    if s.waiting >= 1 << s.seats or (s.waiting > 0) != (s.phase == CHOOSE):
        return False
    if s.phase == CHOOSE and s.turn != _lowest_seat(s.waiting):
        return False
    return (s.roller == NOBODY) == (s.phase == ROLLER)


def _cards_fit(s: State, seat: int) -> bool:
    """Whether hand and pile have as many cards as they say, in order, and not more of a type than the deck."""
    if s.hand_n[seat] > s.hand_size:
        return False
    total = 0
    for card in range(TYPES):
        s.odds[card] = COPIES[s.box][card] if seat < s.seats else 0
        if s.pile[seat][card] > s.odds[card]:
            return False
        s.odds[card] -= s.pile[seat][card]
        total += s.pile[seat][card]
    for slot in range(MOST_IN_HAND):
        card = s.hand[seat][slot]
        if slot >= s.hand_n[seat]:
            if card != NOBODY:
                return False
        elif card == NOBODY or s.odds[card] == 0 or (slot > 0 and card < s.hand[seat][slot - 1]):
            return False
        else:
            s.odds[card] -= 1
    return total == s.pile_n[seat]


def _common_fits(s: State) -> bool:
    for card in range(TYPES):
        if s.common[card] > _played(s, card) or (s.common[card] > 0 and not _on_board(s)):
            return False
    return True


def _played(s: State, card: int) -> int:
    """How many cards of a type have left the hands."""
    played = 0
    for seat in range(s.seats):
        played += COPIES[s.box][card] - s.pile[seat][card]
        for slot in range(s.hand_n[seat]):
            if s.hand[seat][slot] == card:
                played -= 1
    return played


def _point_cards_fit(s: State) -> bool:
    face_down = 0
    turned_up = 0
    for card in range(MOST_POINT_CARDS):
        place = s.where[card]
        if s.seats <= place < FACE_DOWN:
            return False
        if (place == NOT_IN_BOX) != (card >= POINT_CARDS[s.box]) or (place == TURNED_UP) != (card == s.point):
            return False
        face_down += 1 if place == FACE_DOWN else 0
        turned_up += 1 if place == TURNED_UP else 0
    if face_down != s.face_down or face_down != s.rounds + REMOVED[s.box][s.seats]:
        return False
    if (s.rounds == 0 and s.phase == TURN_UP) or (s.rounds > 0 and s.phase == OVER):
        return False
    return turned_up == 1 if _in_round(s) else s.point == NOBODY


def _dice_fit(s: State) -> bool:
    shown = 0
    for symbol in range(SYMBOLS):
        shown += s.times[symbol] - 1
    if s.phase == ROLL:
        return shown <= s.rolled < s.dice
    return shown <= s.rolled == (s.dice if _in_round(s) else 0)


def _first_card_fits(s: State, seat: int) -> bool:
    """In hand while it is being chosen, by everybody with a card; later on the common pile."""
    card = s.first[seat]
    if seat >= s.seats and card != NOBODY:
        return False
    if s.phase == CHOOSE:
        if card == NOBODY:
            return s.waiting >> seat & 1 == (1 if s.hand_n[seat] > 0 else 0)
        return s.waiting >> seat & 1 == 0 and _holds(s, seat, card)
    return card == NOBODY or (_on_board(s) and s.common[card] > 0)


def _pawn_fits(s: State, seat: int) -> bool:
    """Off the board, or there with a first card and an arrival of its own."""
    if s.space[seat] == NOBODY:
        return s.arrival[seat] == 0
    for other in range(seat):
        if s.arrival[other] == s.arrival[seat]:
            return False
    on_board = _on_board(s) and s.first[seat] != NOBODY
    return on_board and s.space[seat] > 0 and 1 <= s.arrival[seat] <= s.arrivals


def _board_fits(s: State) -> bool:
    """Whether the right seat has the turn, and nobody has come more often or farther than with every card played."""
    played, reach = 0, 0
    for card in range(TYPES):
        played += s.common[card]
        reach += s.common[card] * _value(s, card)
    for seat in range(s.seats):
        reach -= max(s.space[seat], 0)
    if s.arrivals + int(s.phase == RAISING) > played or reach < 0:  # a raise under way has not arrived yet
        return False
    if s.phase < LAST or s.phase == OVER:
        passed = s.phase != DRAW_PASSED or (s.space[s.turn] == NOBODY and _last_pawn(s) != NOBODY)
        return passed and s.ahead == 0
    if s.phase == LAST and s.turn != _last_pawn(s):
        return False
    return s.space[s.turn] != NOBODY and s.ahead > 0 and s.ahead == _space_ahead(s, s.turn)


def _raise_fits(s: State) -> bool:
    if s.phase != RAISING:
        return s.lowest == 0 and s.least == 0
    if s.common[s.lowest] == 0:
        return False
    may_stop = s.space[s.turn] > s.ahead and s.hand_n[s.turn] > 0 and s.just_enough == 0
    return 1 <= s.least <= _value(s, s.lowest) and (may_stop or _raising_cards(s, s.turn) > 0)


def _drawing_fits(s: State) -> bool:
    """Before the deal nobody has drawn; later everybody has who is not still to draw or on the board."""
    for seat in range(s.seats):
        if s.phase == ROLLER:
            if s.pile_n[seat] != DECK[s.box]:
                return False
        elif s.phase <= DRAW_PASSED and seat == s.turn:
            if not _draws(s, seat):
                return False
        elif _draws(s, seat) and s.space[seat] == NOBODY and (s.phase != DRAW_ALL or seat < s.turn):
            return False
    return True


def _won_fits(s: State) -> bool:
    """All won cards together have all points won; a seat without a point card has won nothing."""
    total = 0
    for card in range(TYPES):
        total += (_played(s, card) - s.common[card]) * VICTORY_POINTS[card]
    for seat in range(SEATS):
        points = 0
        for card in range(MOST_POINT_CARDS):
            points += POINTS[card] if s.where[card] == seat else 0
        if s.won[seat] < points or (points == 0 and s.won[seat] > 0):
            return False
        total += points - s.won[seat]
    return total == 0


def _in_round(s: State) -> bool:
    return s.phase == ROLL or s.phase == CHOOSE or _on_board(s)


def _on_board(s: State) -> bool:
    return s.phase == DRAW_PASSED or s.phase == LAST or s.phase == RAISING


def _holds(s: State, seat: int, card: int) -> bool:
    for slot in range(s.hand_n[seat]):
        if s.hand[seat][slot] == card:
            return True
    return False
