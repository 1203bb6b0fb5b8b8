"""What a seat at RAISE observes, as numbers. Seats are counted clockwise from its own, which is 0."""

from __future__ import annotations

from typing import Any

from tripot.core.state import HIDDEN, NOBODY
from tripot.observe.layout import Layout, counts, flags, number
from tripot.observe.marks import looks, mark

from .rules import (
    CHOOSE,
    DIGIT,
    FACE_DOWN,
    MOST_DICE,
    MOST_IN_HAND,
    MOST_POINT_CARDS,
    OVER,
    SEATS,
    SET_ASIDE,
    SYMBOL,
    SYMBOLS,
    TYPES,
    State,
)

VERSION = 1  # rises when the same view could give another tensor
PRIVATE: tuple[str, ...] = (
    "hand",
    "value",
    "first",
)  # parts (in those with a row for each seat, its own row) that others may not know
PHASES = OVER + 1
DECK_SIZE = 30
FARTHEST = 6 * (MOST_DICE + 1) * MOST_IN_HAND  # the highest digit, all dice on its symbol, a whole hand
ALL_POINTS = 500
FIRST = TYPES + 1

LAYOUT = Layout(
    "raise",
    VERSION,
    (
        number("seats", SEATS, about="seats at the table"),
        number("hand_size", MOST_IN_HAND, about="cards to draw up to"),
        number("dice", MOST_DICE, about="dice in the box"),
        number("just_enough", 1, about="1 if a raise may hold no card that it could do without"),
        number("rounds", MOST_POINT_CARDS, about="rounds still to begin"),
        number("face_down", MOST_POINT_CARDS, about="point cards nobody has seen"),
        number("rolled", MOST_DICE, about="dice rolled in this round"),
        number("arrivals", SEATS * MOST_IN_HAND, about="how often a pawn has arrived in this round"),
        number("lowest", TYPES, about="while raising: the first card that may still be added"),
        number("ahead", FARTHEST, about="the space to get beyond, 0 when nobody is asked"),
        number("least", FARTHEST, about="value of the weakest card of this raise"),
        flags("seat", SEATS, about="its own seat as numbered at the table"),
        flags("phase", PHASES, about="draw all, draw passed, roll, turn up, roller, choose, last, raising, over"),
        flags("turn", SEATS, about="who draws, chooses (the first one to) or is asked"),
        flags("roller", SEATS, about="who has the dice"),
        flags("waiting", SEATS, about="seats still to choose their first card"),
        counts("times", SYMBOLS, high=MOST_DICE + 1, about="how often each symbol lies on dice and board"),
        flags("point", MOST_POINT_CARDS, about="the point card of this round"),
        flags("point_unseen", MOST_POINT_CARDS, about="point cards nobody has seen"),
        flags("point_aside", MOST_POINT_CARDS, about="point cards set aside"),
        flags("point_won", SEATS, MOST_POINT_CARDS, about="point cards that each seat has won"),
        counts("common", TYPES, high=20, about="cards of each type in the common pile"),
        flags("first", SEATS, FIRST, about="the first card of each seat; the last flag: chosen face down"),
        flags("on_board", SEATS, about="pawns on the board"),
        counts("space", SEATS, high=FARTHEST, about="the space of each pawn"),
        counts("arrival", SEATS, high=SEATS * MOST_IN_HAND, about="the number of its arrival"),
        counts("won", SEATS, high=ALL_POINTS, about="points won"),
        counts("held", SEATS, high=MOST_IN_HAND, about="cards in each hand"),
        counts("pile", SEATS, high=DECK_SIZE, about="cards in each draw pile"),
        counts("hand", TYPES, high=MOST_IN_HAND, about="cards of each type in hand"),
        counts("value", TYPES, high=FARTHEST, about="what a card of each type in hand is worth with these dice"),
        counts(
            "unplayed", SEATS, TYPES, high=4, about="cards of each type not seen yet: the pile, and of others the hand"
        ),
    ),
)

SEAT = LAYOUT.at("seat")
PHASE = LAYOUT.at("phase")
TURN = LAYOUT.at("turn")
ROLLER_AT = LAYOUT.at("roller")
WAITING = LAYOUT.at("waiting")
TIMES = LAYOUT.at("times")
POINT = LAYOUT.at("point")
POINT_UNSEEN = LAYOUT.at("point_unseen")
POINT_ASIDE = LAYOUT.at("point_aside")
POINT_WON = LAYOUT.at("point_won")
COMMON = LAYOUT.at("common")
FIRST_AT = LAYOUT.at("first")
ON_BOARD = LAYOUT.at("on_board")
SPACE = LAYOUT.at("space")
ARRIVAL = LAYOUT.at("arrival")
WON = LAYOUT.at("won")
COUNT = LAYOUT.at("held")
PILE = LAYOUT.at("pile")
OWN = LAYOUT.at("hand")
VALUE = LAYOUT.at("value")
UNPLAYED = LAYOUT.at("unplayed")


def observe(v: State, seat: int, out: Any) -> None:
    """Write a view into a row of zeros."""
    own = looks(v, seat, SEAT, PHASE, out)
    _numbers(v, out)
    mark(v, own, v.turn, TURN, out)
    mark(v, own, v.roller, ROLLER_AT, out)
    for symbol in range(SYMBOLS):
        out[TIMES + symbol] = v.times[symbol]
    for card in range(TYPES):
        out[COMMON + card] = v.common[card]
    _point_cards(v, own, out)
    for other in range(v.seats):
        _seat(v, own, other, out)
    if seat >= 0:
        for slot in range(v.hand_n[seat]):
            card = v.hand[seat][slot]
            out[OWN + card] += 1
            out[VALUE + card] = DIGIT[card] * v.times[SYMBOL[card]]


def also_seen(before: State, actor: int, action: int, after: State) -> int:
    """What else everybody learns from a step: nothing."""
    return NOBODY


def _numbers(v: State, out: Any) -> None:
    out[0], out[1], out[2], out[3] = v.seats, v.hand_size, v.dice, v.just_enough
    out[4], out[5], out[6], out[7] = v.rounds, v.face_down, v.rolled, v.arrivals
    out[8], out[9], out[10] = v.lowest, v.ahead, v.least


def _point_cards(v: State, own: int, out: Any) -> None:
    if v.point >= 0:
        out[POINT + v.point] = 1
    for card in range(MOST_POINT_CARDS):
        place = v.where[card]
        if place < SEATS:
            out[POINT_WON + (place - own) % v.seats * MOST_POINT_CARDS + card] = 1
        elif place == FACE_DOWN:
            out[POINT_UNSEEN + card] = 1
        elif place == SET_ASIDE:
            out[POINT_ASIDE + card] = 1


def _seat(v: State, own: int, other: int, out: Any) -> None:
    place = (other - own) % v.seats
    out[WAITING + place] = v.waiting >> other & 1
    if v.space[other] >= 0:
        out[ON_BOARD + place] = 1
        out[SPACE + place] = v.space[other]
    out[ARRIVAL + place] = v.arrival[other]
    out[WON + place] = v.won[other]
    out[COUNT + place] = v.hand_n[other]
    out[PILE + place] = v.pile_n[other]
    card = v.first[other]
    if card >= 0:
        out[FIRST_AT + place * FIRST + card] = 1
    if card == HIDDEN or (card >= 0 and v.phase == CHOOSE):
        out[FIRST_AT + place * FIRST + TYPES] = 1
    for card in range(TYPES):
        out[UNPLAYED + place * TYPES + card] = v.pile[other][card]
