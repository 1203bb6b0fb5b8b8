"""What a seat at Hick Hack in Gackelwack observes, as numbers. Seats are counted clockwise from its own, which is 0."""

from __future__ import annotations

from typing import Any

from tripot.core.state import HIDDEN, NOBODY
from tripot.observe.layout import Layout, counts, flags, number
from tripot.observe.marks import looks, mark

from .rules import (
    CARDS,
    CHOOSE,
    COLOURS,
    DISCARD,
    EATEN,
    GRAIN_POINTS,
    HAND,
    HAND_MAX,
    KINDS,
    LAID_MAX,
    OVER,
    SEATS,
    VALUE,
    YARDS,
    State,
)

VERSION = 1  # rises when the same view could give another tensor
PRIVATE: tuple[str, ...] = (
    "hand",
    "laid",
)  # parts (in those with a row for each seat, its own row) that others may not know
PHASES = OVER + 1
SLOT = YARDS + KINDS + 1  # flags for a card laid
FIGHTER = SEATS + 2  # numbers for a fighter
SURE = 1 + YARDS  # flags for a card that everybody knows to be in a hand

LAYOUT = Layout(
    "hick-hack",
    VERSION,
    (
        number("seats", SEATS, about="seats at the table"),
        number("lays", 2, about="cards that a seat lays in a round"),
        number("yards", YARDS, about="yards in the game"),
        number("is_simple", 1, about="1 if only the strongest is asked for an offer"),
        number("is_better", 1, about="1 if of a seat's two cards only the better one fights"),
        number("round", 40, about="the round, from 1; 0 during the deal"),
        number("to_draw", SEATS * HAND_MAX, about="cards still to be drawn by all together"),
        number("reshuffles", 40, about="how often the discard has become the deck"),
        number("deck", CARDS, about="cards not yet drawn"),
        number("fighters", LAID_MAX, about="cards contending for the yard"),
        number("rolled", LAID_MAX, about="fighters that have rolled"),
        number("receiver", SEATS, about="the lowest seat (as numbered at the table) that may get the next grain"),
        flags("seat", SEATS, about="its own seat as numbered at the table"),
        flags("phase", PHASES, about="draw, supply, choose, offer, give, answer, roll, over"),
        flags("asked", SEATS, about="seats that may act now"),
        flags("supplier", SEATS, about="who supplies the yards"),
        flags("drawer", SEATS, about="who draws the next card"),
        flags("contenders", SEATS, about="owners of the fighters"),
        flags("spoken", SEATS, about="contenders asked for an offer so far"),
        flags("answered", SEATS, about="seats that have answered the offer"),
        flags("yard", YARDS, about="the yard being supplied or settled"),
        counts("bag", COLOURS, high=39, about="grains in the bag: yellow, blue, green"),
        counts("on_yard", YARDS, COLOURS, high=39, about="grains on each yard"),
        counts("offer", SEATS, COLOURS, high=39, about="grains offered to each seat"),
        counts("won", SEATS, COLOURS, high=39, about="grains won"),
        counts("eaten", SEATS, low=-12, high=200, about="points of the birds in each score pile"),
        counts("points", SEATS, low=-12, high=400, about="points of each seat"),
        flags("hand", CARDS, about="cards in hand: yard * 10 + kind"),
        counts("held", SEATS, high=HAND_MAX, about="cards in each hand"),
        counts("held_old", SEATS, high=HAND_MAX, about="of them from before the last reshuffle"),
        flags("sure", SEATS, SURE, about="a card that everybody knows each hand to hold: fox or not, its yard"),
        flags("laid", LAID_MAX, SLOT, about="cards laid, from its own seat on: yard, kind; the last flag: face down"),
        counts(
            "fighter",
            LAID_MAX,
            FIGHTER,
            high=12,
            about="the fighters, strongest first: owner (6), value, total rolled",
        ),
        flags("discarded", CARDS, about="cards in the discard"),
        flags("eaten_card", CARDS, about="cards in a score pile"),
        flags("unseen", CARDS, about="cards in the deck or in another hand"),
        flags("unseen_old", CARDS, about="of them those that another hand must hold, being from before the reshuffle"),
    ),
)

SEAT = LAYOUT.at("seat")
PHASE = LAYOUT.at("phase")
ASKED = LAYOUT.at("asked")
SUPPLIER = LAYOUT.at("supplier")
DRAWER = LAYOUT.at("drawer")
CONTENDERS = LAYOUT.at("contenders")
SPOKEN = LAYOUT.at("spoken")
ANSWERED = LAYOUT.at("answered")
YARD = LAYOUT.at("yard")
BAG = LAYOUT.at("bag")
ON_YARD = LAYOUT.at("on_yard")
OFFER_AT = LAYOUT.at("offer")
WON = LAYOUT.at("won")
EATEN_AT = LAYOUT.at("eaten")
POINTS = LAYOUT.at("points")
OWN = LAYOUT.at("hand")
COUNT = LAYOUT.at("held")
OLD = LAYOUT.at("held_old")
SURE_AT = LAYOUT.at("sure")
LAID_AT = LAYOUT.at("laid")
FIGHTERS = LAYOUT.at("fighter")
DISCARDED = LAYOUT.at("discarded")
EATEN_CARD = LAYOUT.at("eaten_card")
UNSEEN = LAYOUT.at("unseen")
UNSEEN_OLD = LAYOUT.at("unseen_old")


def observe(v: State, seat: int, out: Any) -> None:
    """Write a view into a row of zeros."""
    own = looks(v, seat, SEAT, PHASE, out)
    _numbers(v, out)
    mark(v, own, v.supplier, SUPPLIER, out)
    out[DRAWER + (v.drawer - own) % v.seats] = int(v.to_draw > 0)
    if v.yard >= 0:
        out[YARD + v.yard] = 1
    for colour in range(COLOURS):
        out[BAG + colour] = v.bag[colour]
    for i in range(YARDS * COLOURS):
        out[ON_YARD + i] = v.on_yard[i]
    for other in range(v.seats):
        _seat(v, own, other, out)
    _cards(v, seat, out)
    _table(v, own, out)


def also_seen(before: State, actor: int, action: int, after: State) -> int:
    """What else everybody learns from a step: nothing."""
    return NOBODY


def _numbers(v: State, out: Any) -> None:
    out[0], out[1], out[2], out[3], out[4] = v.seats, v.lays, v.yards, v.is_simple, v.is_better
    out[5], out[6], out[7], out[8] = v.round, v.to_draw, v.reshuffles, v.deck_n
    out[9], out[10], out[11] = v.fighters_n, v.rolled, v.receiver


def _seat(v: State, own: int, other: int, out: Any) -> None:
    place = (other - own) % v.seats
    out[ASKED + place] = v.asked >> other & 1
    out[CONTENDERS + place] = v.contenders >> other & 1
    out[SPOKEN + place] = v.spoken >> other & 1
    out[ANSWERED + place] = int(v.answer[other] != NOBODY)
    out[EATEN_AT + place] = v.eaten[other]
    points = v.eaten[other]
    out[COUNT + place] = v.hand_n[other]
    for colour in range(COLOURS):
        out[OFFER_AT + place * COLOURS + colour] = v.offer[other * COLOURS + colour]
        out[WON + place * COLOURS + colour] = v.won[other * COLOURS + colour]
        points += v.won[other * COLOURS + colour] * GRAIN_POINTS[colour]
    out[POINTS + place] = points
    for i in range(other * HAND_MAX, other * HAND_MAX + v.hand_n[other]):
        if v.ages[i] < v.reshuffles:
            out[OLD + place] += 1
    if v.sure[other] >= 0:
        out[SURE_AT + place * SURE] = v.sure[other] % 2
        out[SURE_AT + place * SURE + 1 + v.sure[other] // 2 % YARDS] = 1
    for i in range(v.lays):
        _slot(v, v.laid[other * v.lays + i], LAID_AT + (place * v.lays + i) * SLOT, out)


def _slot(v: State, card: int, part: int, out: Any) -> None:
    if card >= 0:
        out[part + card // KINDS] = 1
        out[part + YARDS + card % KINDS] = 1
    if card == HIDDEN or (card >= 0 and v.phase == CHOOSE):
        out[part + SLOT - 1] = 1


def _cards(v: State, seat: int, out: Any) -> None:
    for card in range(CARDS):
        place = v.place[card]
        if place == HIDDEN:
            out[UNSEEN + card] = 1
            out[UNSEEN_OLD + card] = int(v.era[card] < v.reshuffles)
        elif place == DISCARD:
            out[DISCARDED + card] = 1
        elif EATEN <= place < DISCARD:
            out[EATEN_CARD + card] = 1
        elif place == HAND + seat:
            out[OWN + card] = 1


def _table(v: State, own: int, out: Any) -> None:
    for i in range(v.fighters_n):
        part = FIGHTERS + i * FIGHTER
        owner = _owner(v, v.fighters[i])
        out[part + (owner - own) % v.seats] = 1
        out[part + SEATS] = VALUE[v.fighters[i]]
        out[part + SEATS + 1] = v.total[i]


def _owner(v: State, card: int) -> int:
    """Whose laid card it is."""
    for i in range(v.seats * v.lays):
        if v.laid[i] == card:
            return i // v.lays
    return 0
