"""Tables so near their end that the whole tree can be walked: for exact tests, for CFR, for looking at by hand.

Each is an ordinary position of the game with few things left in it, which `audit` finds sound, so that the rules play on
as always. What lies before it is the same in all its games and so known to everybody.
"""

from __future__ import annotations

from typing import Any

from tripot.core.state import NOBODY
from tripot.play import Game
from tripot.rules import hick_hack, raise_, razzia, razzia_knizia


def mini(game: Game) -> Any:
    """The mini table of a game, with the fewest seats it is played by."""
    s = MINIS[game.name]()
    fault = game.rules.audit(s)
    assert not fault, f"the mini table of {game.name}: {game.rules.FAULTS[fault]}"
    return s


def _razzia() -> Any:
    """Three seats, one bar, two equal notes, one round; each holds a gambler and is dealt another or a police card."""
    s = razzia.State()
    razzia.setup(s, 3, razzia.Options(box="tiny", first_dealer=0))
    s.sides, s.bars, s.short_round = 1, 1, 0
    s.board[:] = [0] + [NOBODY] * (razzia.BARS - 1)
    s.notes[:] = [0, 0, 0, 2, 0, 0, 0, 0]
    s.stock[:], s.stock_n = s.notes[:], 2
    held, pile = (1, 2, 4), (6, 8, 9)  # g2, g3, g4; g5, p3, p4
    s.cards, s.pile_n = len(held) + len(pile), len(pile)
    s.spot[:] = [razzia.BOXED] * razzia.CARDS
    s.pile[:] = [*pile, *[0] * (razzia.CARDS - len(pile))]
    for place, card in enumerate(pile):
        s.spot[card] = place
    for seat, card in enumerate(held):
        s.spot[card] = razzia.HELD
        s.hand[seat * razzia.HAND] = card
        s.hand_n[seat] = 1
    return s


def _razzia_knizia() -> Any:
    """Two seats, the second and last round of the tiny box: a cheque each, a thief at seat 0, a bodyguard at seat 1."""
    s = razzia_knizia.State()
    razzia_knizia.setup(s, 2, razzia_knizia.Options(box="tiny", cheque_sets=(1, 2)))
    s.round = 1
    s.domain[0][razzia_knizia.THIEF] = 1
    s.deck[razzia_knizia.THIEF] -= 1
    s.discard[razzia_knizia.POLICE] = 1
    s.deck[razzia_knizia.POLICE] -= 1
    s.domain[1][razzia_knizia.BODYGUARD] = 1
    s.deck[razzia_knizia.BODYGUARD] -= 1
    s.deck_n -= 3
    return s


def _hick_hack() -> Any:
    """Two seats, the last round of the tiny box: equal points, three grains in the bag, a fox in each hand, three cards."""
    s = hick_hack.State()
    hick_hack.setup(s, 2, hick_hack.Options(box="tiny", negotiation="simple"))
    bird, big, shy, fox = 0, 4, 6, 7  # the kinds in the tiny box
    second = hick_hack.KINDS
    hands, deck = (fox, second + fox), (bird, big, second + bird)
    s.deck[:] = [*deck, *[0] * (hick_hack.CARDS - len(deck))]
    s.deck_n = len(deck)
    for place, card in enumerate(deck):
        s.place[card] = place
    for seat, card in enumerate(hands):
        s.place[card] = hick_hack.HAND + seat
        s.hand[seat * hick_hack.HAND_MAX] = card
        s.hand_n[seat] = 1
    for seat, eaten in ((0, (shy, second + big)), (1, (second + shy,))):
        for card in eaten:
            s.place[card] = hick_hack.EATEN + seat
            s.eaten[seat] += hick_hack.VALUE[card]
    s.to_draw, s.phase, s.yard, s.round, s.supplier = 0, hick_hack.SUPPLY, 0, 4, 1
    s.bag[:] = [1, 0, 2]
    s.won[:] = [1, 0, 0, 0, 3, 2, *[0] * (len(s.won) - 6)]
    return s


def _raise() -> Any:
    """Two seats, the last round of the tiny box: bell-1 and bell-2 in each hand, cloud-5 or bell-2 to draw."""
    s = raise_.State()
    raise_.setup(s, 2, raise_.Options(box="tiny", first_roller=0))
    cloud, one, two = 9, 13, 14
    for card in range(2):
        s.where[card] = raise_.SET_ASIDE
    s.face_down, s.rounds = 2, 1
    for seat in range(2):
        s.hand[seat][:2] = [one, two]
        s.hand_n[seat], s.pile_n[seat] = 2, 2
        s.pile[seat][:] = [0] * raise_.TYPES
        s.pile[seat][cloud] = s.pile[seat][two] = 1
    return s


MINIS = {"razzia": _razzia, "razzia-knizia": _razzia_knizia, "hick-hack": _hick_hack, "raise": _raise}
