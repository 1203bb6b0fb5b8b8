"""What a seat at Razzia! (Knizia) observes, as numbers. Seats are counted clockwise from its own, which is 0."""

from __future__ import annotations

from typing import Any

from tripot.core.state import NOBODY
from tripot.observe.layout import Layout, counts, flags, number
from tripot.observe.marks import looks, mark

from .rules import (
    CHEQUES,
    DISPLAY_LIMIT,
    KINDS,
    LINES,
    LOOT,
    OVER,
    POLICE_LIMIT,
    SEATS,
    State,
    to_act,
)

VERSION = 1  # rises when the same view could give another tensor
PRIVATE: tuple[str, ...] = ()  # parts (in those with a row for each seat, its own row) that others may not know
PHASES = OVER + 1
WIDTH = CHEQUES + 1  # a flag for each cheque, from the one of 0 (there is none)

LAYOUT = Layout(
    "razzia-knizia",
    VERSION,
    (
        number("seats", SEATS, about="seats at the table"),
        number("equal_guards_score", 1, about="1 if bodyguards score also when all have equally many"),
        number("cheque_breaks_ties", 1, about="1 if the highest cheque breaks a tie"),
        number("round", 2, about="the round, from 0"),
        number("deck", 120, about="cards not yet drawn"),
        number("on_display", 7, about="loot cards on display"),
        number("display_limit", 7, about="the loot card that forces an auction"),
        number("police", 7, about="police cards of this round"),
        number("police_limit", 7, about="the police card that ends the round"),
        number("centre", CHEQUES, about="the cheque in the centre, in thousands"),
        number("thieves", 6, about="while stealing: thieves that may still be used"),
        number("steal_from", LOOT, about="while stealing: the first loot that may still be taken"),
        number("is_called", 1, about="1 in an auction that was called"),
        number("asked", SEATS, about="in an auction: places from the caller to the bidder"),
        number("best", CHEQUES, about="best bid so far, in thousands"),
        flags("seat", SEATS, about="its own seat as numbered at the table"),
        flags("phase", PHASES, about="dealing, drawing, choosing, stealing, bidding, over"),
        flags("turn", SEATS, about="whose turn it is, who also called the auction"),
        flags("to_act", SEATS, about="who decides now"),
        flags("best_bidder", SEATS, about="who has made the best bid"),
        counts("deck_of", KINDS, high=21, about="cards of each kind not yet drawn"),
        counts("display", LOOT, high=7, about="loot on display, of each kind"),
        counts("discard", KINDS, high=21, about="cards of each kind out of the game"),
        counts("domain", SEATS, LOOT, high=16, about="loot in front of each seat, of each kind"),
        flags("sets", SEATS, WIDTH, about="cheque sets not yet dealt", is_by_seat=False),
        flags("ready", SEATS, WIDTH, about="cheques that each seat may bid"),
        flags("spent", SEATS, WIDTH, about="cheques that each seat took this round"),
        counts("sheet", SEATS, LINES, low=-128, high=127, about="the score sheet: five lines a round, two at the end"),
    ),
)

SEAT = LAYOUT.at("seat")
PHASE = LAYOUT.at("phase")
TURN = LAYOUT.at("turn")
TO_ACT = LAYOUT.at("to_act")
BEST_BIDDER = LAYOUT.at("best_bidder")
DECK = LAYOUT.at("deck_of")
DISPLAY = LAYOUT.at("display")
DISCARD = LAYOUT.at("discard")
DOMAIN = LAYOUT.at("domain")
SETS_AT = LAYOUT.at("sets")
READY = LAYOUT.at("ready")
SPENT = LAYOUT.at("spent")
SHEET = LAYOUT.at("sheet")


def observe(v: State, seat: int, out: Any) -> None:
    """Write a view into a row of zeros."""
    own = looks(v, seat, SEAT, PHASE, out)
    _numbers(v, out)
    mark(v, own, v.turn, TURN, out)
    mark(v, own, to_act(v), TO_ACT, out)
    mark(v, own, v.best_bidder, BEST_BIDDER, out)
    for kind in range(KINDS):
        out[DECK + kind] = v.deck[kind]
        out[DISCARD + kind] = v.discard[kind]
    for loot in range(LOOT):
        out[DISPLAY + loot] = v.display[loot]
    for other in range(v.seats):
        _seat(v, own, other, out)


def also_seen(before: State, actor: int, action: int, after: State) -> int:
    """What else everybody learns from a step: nothing."""
    return NOBODY


def _numbers(v: State, out: Any) -> None:
    out[0], out[1], out[2], out[3] = v.seats, v.equal_guards_score, v.cheque_breaks_ties, v.round
    out[4], out[5], out[6] = v.deck_n, v.display_n, DISPLAY_LIMIT[v.box]
    out[7], out[8], out[9] = v.police, POLICE_LIMIT[v.box][v.seats], v.centre
    out[10], out[11], out[12], out[13], out[14] = v.thieves, v.steal_from, v.is_called, v.asked, v.best


def _seat(v: State, own: int, other: int, out: Any) -> None:
    place = (other - own) % v.seats
    for loot in range(LOOT):
        out[DOMAIN + place * LOOT + loot] = v.domain[other][loot]
    for line in range(LINES):
        out[SHEET + place * LINES + line] = v.sheet[other][line]
    for cheque in range(WIDTH):
        out[SETS_AT + other * WIDTH + cheque] = v.sets[other] >> cheque & 1
        out[READY + place * WIDTH + cheque] = v.ready[other] >> cheque & 1
        out[SPENT + place * WIDTH + cheque] = v.spent[other] >> cheque & 1
