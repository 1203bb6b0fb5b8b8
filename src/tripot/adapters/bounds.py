"""How long a game can last, at most: OpenSpiel wants to know. Bounds, not the exact numbers; the sums are below."""

from __future__ import annotations

from typing import Any

from tripot.play import Game
from tripot.rules import hick_hack, raise_, razzia_knizia

THROWS_AGAIN = 40  # dice of one tied duel after the other: beyond that no game has ever come, though it could


def longest(game: Game, start: Any) -> tuple[int, int]:
    """The most decisions and the most chance events of a game from its first state."""
    return BOUNDS[game.name](start)


def _razzia(s: Any) -> tuple[int, int]:
    notes, seats = sum(s.notes), s.seats
    rounds = notes // (s.bars + 1) + 1
    decisions = rounds * (2 * seats + 1) + notes  # cards and answers, the free note; every note is given once
    cards, dice = seats * (s.hand_size + rounds), rounds * 2 * seats
    return decisions, 1 + notes + cards + dice


def _razzia_knizia(s: Any) -> tuple[int, int]:
    cheques = razzia_knizia.CHEQUES_EACH[s.box][s.seats] * s.seats * razzia_knizia.ROUNDS[s.box]
    thefts = 3 * razzia_knizia.CARDS[s.box][razzia_knizia.THIEF]
    auctions = s.deck_n + cheques  # a called auction costs a cheque
    return s.deck_n + cheques + auctions * s.seats + thefts, s.deck_n + s.seats


def _hick_hack(s: Any) -> tuple[int, int]:
    grains = sum(hick_hack.GRAINS[s.box])
    rounds = grains // s.yards
    laid = s.seats * s.lays
    decisions = rounds * (laid + laid * (rounds + s.seats))  # each contender offers all grains of a yard, all answer
    return decisions, grains + s.seats * hick_hack.HAND_MAX + rounds * (laid + laid + THROWS_AGAIN)


def _raise(s: Any) -> tuple[int, int]:
    cards = raise_.DECK[s.box] * s.seats
    return 2 * cards + (s.rounds + 1) * 2 * s.seats, 1 + cards + (s.rounds + 1) * (s.dice + 1)


BOUNDS = {"razzia": _razzia, "razzia-knizia": _razzia_knizia, "hick-hack": _hick_hack, "raise": _raise}
