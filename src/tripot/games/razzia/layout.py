"""What a seat at Razzia observes, as numbers. Seats are counted clockwise from its own, which is 0."""

from __future__ import annotations

from typing import Any

from tripot.core.state import HIDDEN, NOBODY
from tripot.observe.layout import Layout, counts, flags, number
from tripot.observe.marks import looks, mark

from .rules import (
    BAR_OF,
    BARS,
    CARDS,
    CHOOSE,
    HAND,
    HELD,
    KINDS,
    NOTE,
    NOTE_KINDS,
    OVER,
    PLAYED,
    PUT,
    SEATS,
    SIDES,
    State,
)

VERSION = 1  # rises when the same view could give another tensor
PRIVATE: tuple[str, ...] = (
    "hand",
    "free",
    "choice",
)  # parts (in those with a row for each seat, its own row) that others may not know
PHASES = OVER + 1
ALL_MONEY = 1715  # thousands in the box
CHOICE = BARS + KINDS + 1  # flags for a chosen card

LAYOUT = Layout(
    "razzia",
    VERSION,
    (
        number("seats", SEATS, about="seats at the table"),
        number("hand_size", HAND, about="cards in a full hand"),
        number("sides", SIDES, about="sides of the die"),
        number("short_round", 1, about="1 if notes that do not fill a round make a short one"),
        number("round", 20, about="the round, from 1"),
        number("era", 127, about="how often the discard has become the pile"),
        number("pile", CARDS, about="cards not yet drawn"),
        number("laid", BARS, about="bars that have their note of this round"),
        number("lowest", SEATS, about="the lowest seat (as numbered at the table) that may get the next note"),
        number("stake", ALL_MONEY, about="what the duel is about, in thousands"),
        number("die", SIDES, about="what the champion has rolled, 0 before"),
        flags("seat", SEATS, about="its own seat as numbered at the table"),
        flags("phase", PHASES, about="first dealer, deal, money, free note, choose, split, answer, duel, over"),
        flags("asked", SEATS, about="seats that may act now"),
        flags("dealer", SEATS, about="who deals"),
        flags("receiver", SEATS, about="who gets the next card"),
        flags("proposer", SEATS, about="who proposes the split"),
        flags("contenders", SEATS, about="seats that the pot is split among"),
        flags("champion", SEATS, about="who stays in the duel if it wins"),
        flags("challenger", SEATS, about="who fights the champion"),
        flags("waiting", SEATS, about="seats that have yet to fight"),
        flags("board", BARS, about="bars in the game"),
        flags("bar", BARS, about="the bar being settled"),
        counts("pot", BARS, NOTE_KINDS, high=84, about="notes on each bar, of each value"),
        counts("stock", NOTE_KINDS, high=84, about="notes not yet seen, of each value"),
        flags("free", NOTE_KINDS, about="the free note, if the seat has it in hand"),
        number("free_hidden", 1, about="1 if another has the free note in hand"),
        counts("money", SEATS, high=ALL_MONEY, about="won, in thousands"),
        counts("share", SEATS, high=ALL_MONEY, about="what the proposal gives each, in thousands"),
        flags("answered", SEATS, about="seats that have answered the proposal"),
        flags("hand", CARDS, about="cards in hand: bar * 12 + kind"),
        counts("held", SEATS, high=HAND, about="cards in each hand"),
        counts("held_old", SEATS, high=HAND, about="of them from before the pile was last renewed"),
        flags("choice", SEATS, CHOICE, about="the card chosen: its bar, its kind; the last flag: chosen face down"),
        flags("played", CARDS, about="cards on the table and in the discard"),
        flags("unseen", CARDS, about="cards in the pile or in another hand"),
        flags("unseen_old", CARDS, about="of them those that another hand must hold, being from before the renewal"),
    ),
)

# What `observe` writes first, number by number, in the order above.
SEAT = LAYOUT.at("seat")
PHASE = LAYOUT.at("phase")
ASKED = LAYOUT.at("asked")
DEALER_AT = LAYOUT.at("dealer")
RECEIVER = LAYOUT.at("receiver")
PROPOSER = LAYOUT.at("proposer")
CONTENDERS = LAYOUT.at("contenders")
CHAMPION = LAYOUT.at("champion")
CHALLENGER = LAYOUT.at("challenger")
WAITING = LAYOUT.at("waiting")
BOARD = LAYOUT.at("board")
BAR = LAYOUT.at("bar")
POT = LAYOUT.at("pot")
STOCK = LAYOUT.at("stock")
FREE = LAYOUT.at("free")
FREE_HIDDEN = LAYOUT.at("free_hidden")
MONEY_AT = LAYOUT.at("money")
SHARE = LAYOUT.at("share")
ANSWERED = LAYOUT.at("answered")
OWN = LAYOUT.at("hand")
COUNT = LAYOUT.at("held")
OLD = LAYOUT.at("held_old")
CHOICES = LAYOUT.at("choice")
PLAYED_AT = LAYOUT.at("played")
UNSEEN = LAYOUT.at("unseen")
UNSEEN_OLD = LAYOUT.at("unseen_old")


def observe(v: State, seat: int, out: Any) -> None:
    """Write a view into a row of zeros."""
    own = looks(v, seat, SEAT, PHASE, out)
    _numbers(v, out)
    mark(v, own, v.dealer, DEALER_AT, out)
    mark(v, own, v.receiver, RECEIVER, out)
    mark(v, own, v.proposer, PROPOSER, out)
    mark(v, own, v.champion, CHAMPION, out)
    mark(v, own, v.challenger, CHALLENGER, out)
    for other in range(v.seats):
        _seat(v, own, other, out)
    _money(v, out)
    _cards(v, seat, out)


def also_seen(before: State, actor: int, action: int, after: State) -> int:
    """What else everybody learns from a step, as an outcome of chance: with the free note put, its value; else NOBODY."""
    if actor >= 0 and PUT <= action < PUT + BARS:
        for place in range((action - PUT) * NOTE_KINDS, (action - PUT + 1) * NOTE_KINDS):
            if after.pot[place] > before.pot[place]:
                return NOTE + place % NOTE_KINDS
    return NOBODY


def _numbers(v: State, out: Any) -> None:
    out[0], out[1], out[2], out[3] = v.seats, v.hand_size, v.sides, v.short_round
    out[4], out[5], out[6], out[7] = v.round, v.era, v.pile_n, v.laid
    out[8], out[9], out[10] = v.lowest, v.stake, v.die


def _seat(v: State, own: int, other: int, out: Any) -> None:
    place = (other - own) % v.seats
    out[ASKED + place] = v.asked >> other & 1
    out[CONTENDERS + place] = v.contenders >> other & 1
    out[WAITING + place] = v.waiting >> other & 1
    out[MONEY_AT + place] = v.money[other]
    out[SHARE + place] = v.share[other]
    out[ANSWERED + place] = int(v.answer[other] != NOBODY)
    out[COUNT + place] = v.hand_n[other]
    for slot in range(other * HAND, other * HAND + v.hand_n[other]):
        if v.slot_era[slot] < v.era:
            out[OLD + place] += 1
    card = v.choice[other]
    if card >= 0:
        out[CHOICES + place * CHOICE + BAR_OF[card]] = 1
        out[CHOICES + place * CHOICE + BARS + card % KINDS] = 1
    if card == HIDDEN or (card >= 0 and v.phase == CHOOSE):
        out[CHOICES + place * CHOICE + CHOICE - 1] = 1


def _money(v: State, out: Any) -> None:
    for i in range(v.bars):
        out[BOARD + v.board[i]] = 1
    if v.bar >= 0:
        out[BAR + v.bar] = 1
    for place in range(BARS * NOTE_KINDS):
        out[POT + place] = v.pot[place]
    for value in range(NOTE_KINDS):
        out[STOCK + value] = v.stock[value]
    if v.free >= 0:
        out[FREE + v.free] = 1
    out[FREE_HIDDEN] = int(v.free == HIDDEN)


def _cards(v: State, seat: int, out: Any) -> None:
    for card in range(CARDS):
        if v.spot[card] == HELD:
            out[OWN + card] = 1
        elif v.spot[card] == PLAYED:
            out[PLAYED_AT + card] = 1
        elif v.spot[card] == HIDDEN:
            out[UNSEEN + card] = 1
            out[UNSEEN_OLD + card] = int(v.card_era[card] < v.era)
