"""The rule of thumb for Razzia (Dorra): where the others will go, what a card should bring there, and what is a fair share.

It counts cards, guesses for every bar how likely a rival comes as a gambler or as police, guesses again knowing that the others
guess too, and plays the card that should bring most, with some doubt so that nobody can be sure. It offers what a duel would
be worth to the others, and takes what a duel would be worth to itself.
"""

from __future__ import annotations

from tripot.core.rng import Rng, below
from tripot.core.state import HIDDEN

from .rules import (
    ACCEPT,
    BAR_OF,
    BARS,
    CARDS,
    CHOOSE,
    FREE_NOTE,
    GIVE,
    HAND,
    IS_POLICE,
    KINDS,
    NOTE_KINDS,
    PLAY,
    PUT,
    REFUSE,
    SEATS,
    SPLIT,
    STRENGTH,
    VALUES,
    State,
)

# What a card keeps of a pot, in hundredths, when one rival of unknown figure claims it too (duel odds, averaged).
#         g1  g2  g3  3b  g4  4b  g5  g6  p3  p4  p5  p6
KEEPS = (19, 31, 43, 43, 57, 57, 69, 81, 29, 43, 57, 75)
KEEPS_USUALLY = 50  # the same for a rival's card, which one does not know

GUESSES = 6  # how often it thinks again about what the others think
KEENNESS = 2  # how strongly a rival prefers what brings more: chances grow with this power of the worth
WHIM = 15  # percent of the rivals who play just any card
DOUBT = 10  # the worth of a card is seen up to this many hundredths too high or too low

FAIR = 95  # hundredths of the worth of a duel that it offers
NEAR_ENOUGH = 12  # hundredths that an offer may be short of that
GENEROSITY = 10  # hundredths of the pot that it would rather give too much than fight
ENOUGH = 82  # hundredths for which it gives up a duel, plus up to MOOD at random
MOOD = 14
NEAR_END = 3  # rounds
LAST_CHANCE = 20  # hundredths that one far behind wants more near the end
FOLLY = 50  # hundredths of the own duel: a proposal that leaves less than that is absurd

# Places in the work space of the view: two numbers a bar (gamblers, then police), but one for the pots.
CHANCE_TO_COME = 0  # in `odds`: thousandths, for each rival
UNSEEN = 2 * BARS  # in `odds`: hundredths of cards, rivals' together
POT = 4 * BARS  # in `odds`: thousands
WORTH = 0  # in `acts`: thousands, what such a card should bring
AS_POLICE = BARS


def stage(v: State) -> int:
    """How far the game is: it rises with every round, where a search may stop and count."""
    return v.round


def future_value(v: State, points: list[int]) -> None:
    """Add the value of what is left to play for: about the same for all seats, so nothing."""


def rules_out(v: State, seat: int, action: int) -> bool:
    """Whether a step is not worth a thought: a gift after which no more than a small part of the own duel can be left."""
    if v.phase != SPLIT or (action - GIVE) % SEATS == seat:
        return False
    given = VALUES[(action - GIVE) // SEATS]
    for other in range(v.seats):
        if other != seat:
            given += v.share[other]
    return is_absurd(v, _whole(v) - given)


def is_absurd(v: State, kept: int) -> bool:
    """Whether the proposer should rather fight than keep so little: less than half of what a duel brings on average."""
    return kept * 100 * _all_odds(v) < _whole(v) * 1000 * FOLLY


def thumb(v: State, seat: int, rng: Rng) -> int:
    """A good move for the seat, as far as a few rules of thumb can tell."""
    if v.phase == CHOOSE:
        return PLAY + _best_card(v, seat, rng)
    if v.phase == FREE_NOTE:
        return PUT + _best_bar(v, seat, rng)
    if v.phase == SPLIT:
        return _next_gift(v, seat)
    return _answer(v, seat, ENOUGH + below(rng, MOOD + 1))


# -- Where to go --------------------------------------------------------------


def _best_card(v: State, seat: int, rng: Rng) -> int:
    """The card that should bring most; of cards that bring the same, the weakest."""
    _count_pots(v)
    _guess_rivals(v, seat)
    best, most = v.hand[seat * HAND], -1
    for i in range(v.hand_n[seat]):
        card = v.hand[seat * HAND + i]
        worth = _worth_of(v, card) * (100 - DOUBT + below(rng, 2 * DOUBT + 1))
        if worth > most or (worth == most and STRENGTH[card] < STRENGTH[best]):
            best, most = card, worth
    return best


def _best_bar(v: State, seat: int, rng: Rng) -> int:
    """The free note goes where one's own best card then promises most."""
    best, most = v.board[0], -1
    for place in range(v.bars):
        _count_pots(v)
        v.odds[POT + v.board[place]] += VALUES[v.free]
        _guess_rivals(v, seat)
        worth = 0
        for i in range(v.hand_n[seat]):
            worth = max(worth, _worth_of(v, v.hand[seat * HAND + i]))
        worth *= 100 - DOUBT + below(rng, 2 * DOUBT + 1)
        if worth > most:
            best, most = v.board[place], worth
    return best


def _count_pots(v: State) -> None:
    for bar in range(BARS):
        pot = 0
        for value in range(NOTE_KINDS):
            pot += v.pot[bar * NOTE_KINDS + value] * VALUES[value]
        v.odds[POT + bar] = pot


def _worth_of(v: State, card: int) -> int:
    return _worth(v, BAR_OF[card], IS_POLICE[card], KEEPS[card % KINDS])


def _worth(v: State, bar: int, is_police: int, keeps: int) -> int:
    """What a card should bring: the pot, less what each rival who may come takes away of it."""
    gambler = v.odds[CHANCE_TO_COME + bar]
    police = v.odds[CHANCE_TO_COME + AS_POLICE + bar]
    rivals = v.seats - 1
    if is_police:  # with a gambler to catch, and other police to share with
        shared = police * (100 - keeps) // 100
        hope = _power(1000 - shared, rivals) - _power(max(0, 1000 - shared - gambler), rivals)
    else:  # without police, and with other gamblers to share with
        hope = _power(max(0, 1000 - police - gambler * (100 - keeps) // 100), rivals)
    return v.odds[POT + bar] * hope // 100


def _power(thousandths: int, exponent: int) -> int:
    result = 1000
    for _ in range(exponent):
        result = result * thousandths // 1000
    return result


# -- Where the others go ------------------------------------------------------


def _guess_rivals(v: State, seat: int) -> None:
    """The chance of any rival to come to each bar as a gambler or as police: first by the pots, then by what it brings."""
    _count_unseen(v, seat)
    for bar in range(BARS):
        v.odds[CHANCE_TO_COME + bar] = v.odds[CHANCE_TO_COME + AS_POLICE + bar] = 0
        v.acts[WORTH + bar] = v.acts[WORTH + AS_POLICE + bar] = v.odds[POT + bar]
    for guesses in range(GUESSES):
        _spread_rivals(v, guesses)
        for bar in range(BARS):
            v.acts[WORTH + bar] = _worth(v, bar, 0, KEEPS_USUALLY) // 10
            v.acts[WORTH + AS_POLICE + bar] = _worth(v, bar, 1, KEEPS_USUALLY) // 10


def _spread_rivals(v: State, guesses: int) -> None:
    """Rivals go where it is worth it, as far as they can have the cards, and some anywhere; averaged with earlier guesses."""
    cards, total = 1, 1
    for i in range(2 * BARS):
        cards += v.odds[UNSEEN + i]
        total += v.odds[UNSEEN + i] * v.acts[WORTH + i] ** KEENNESS
    for i in range(2 * BARS):
        keen = (100 - WHIM) * 10 * v.odds[UNSEEN + i] * v.acts[WORTH + i] ** KEENNESS // total
        chance = keen + WHIM * 10 * v.odds[UNSEEN + i] // cards
        v.odds[CHANCE_TO_COME + i] = (v.odds[CHANCE_TO_COME + i] * guesses + chance) // (guesses + 1)


def _count_unseen(v: State, seat: int) -> None:
    """Gamblers and police of each bar that rivals may hold; a card of the present pile counts less, it may lie there."""
    in_hands = 0
    for slot in range(SEATS * HAND):
        if slot // HAND != seat and v.hand[slot] == HIDDEN and v.slot_era[slot] == v.era:
            in_hands += 1
    present = 100 * in_hands // max(1, in_hands + v.pile_n)
    for i in range(2 * BARS):
        v.odds[UNSEEN + i] = 0
    for card in range(CARDS):
        if v.spot[card] == HIDDEN:
            place = UNSEEN + BAR_OF[card] + IS_POLICE[card] * AS_POLICE
            v.odds[place] += present if v.card_era[card] == v.era else 100


# -- Splits -------------------------------------------------------------------


def _next_gift(v: State, seat: int) -> int:
    """The next note, so that every rival ends up with what a duel would be worth to him; the rest is one's own."""
    value = NOTE_KINDS - 1
    while v.pot[v.bar * NOTE_KINDS + value] == 0:
        value -= 1
    equal = v.pot[v.bar * NOTE_KINDS + value]
    left = equal
    for other in range(v.lowest, v.seats):
        if v.contenders >> other & 1 and other != seat:
            left -= min(left, _due(v, other, value, left))
    own = left
    left = equal
    last = seat
    for other in range(v.lowest, v.seats):  # equal notes go to rising seats
        if v.contenders >> other & 1:
            due = own if other == seat else min(left, _due(v, other, value, left))
            if due > 0:
                return GIVE + value * SEATS + other
            last = other
    return GIVE + value * SEATS + last


def _due(v: State, other: int, value: int, equal: int) -> int:
    """How many of the equal notes a rival should get: as many as fit, one more if smaller ones cannot make it up."""
    fair = _fair_share(v, other)
    due = max(0, fair - v.share[other])
    fits = due // VALUES[value]
    if fits >= equal:
        return equal
    smaller = 0
    for less in range(value):
        smaller += v.pot[v.bar * NOTE_KINDS + less] * VALUES[less]
    missing = due - fits * VALUES[value]
    too_much = VALUES[value] - missing
    falls_short = (missing - smaller) * 100 > NEAR_ENOUGH * fair
    is_cheap = too_much < missing and too_much * 100 <= GENEROSITY * _whole(v)
    return fits + 1 if falls_short and is_cheap else fits


def _fair_share(v: State, other: int) -> int:
    """What the rival should get of the whole pot: shares as the odds of each in a duel with the proposer."""
    return _whole(v) * _odds(v, other) * FAIR // (100 * _all_odds(v))


def _all_odds(v: State) -> int:
    """The odds of all contenders together, those of the proposer being a thousand."""
    odds = 1000
    for each in range(v.seats):
        if v.contenders >> each & 1 and each != v.proposer:
            odds += _odds(v, each)
    return odds


def _whole(v: State) -> int:
    """The money of the bar being split, given or not."""
    whole = 0
    for value in range(NOTE_KINDS):
        whole += v.pot[v.bar * NOTE_KINDS + value] * VALUES[value]
    for seat in range(v.seats):
        whole += v.share[seat]
    return whole


def _answer(v: State, seat: int, enough: int) -> int:
    """Take the share if a duel is not worth much more; far behind near the end, one needs the money and the risk."""
    if _is_desperate(v, seat):
        enough += LAST_CHANCE
    stake, odds = v.share[v.proposer] + v.share[seat], 1000 + _odds(v, seat)
    for other in range(v.seats):
        is_third = v.contenders >> other & 1 and other != seat and other != v.proposer
        if is_third and v.share[other] * 1000 * 100 < v.share[v.proposer] * _odds(v, other) * ENOUGH:
            stake += v.share[other]  # who got so little will fight too
            odds += _odds(v, other)
    if stake == 0:
        return ACCEPT
    return ACCEPT if v.share[seat] * 100 * odds >= stake * _odds(v, seat) * enough else REFUSE


def _is_desperate(v: State, seat: int) -> bool:
    richest = 0
    for other in range(v.seats):
        richest = max(richest, v.money[other])
    return v.stock_n <= NEAR_END * (v.bars + 1) and v.money[seat] * 4 < richest * 3


def _odds(v: State, seat: int) -> int:
    """The chance to win a duel with the proposer, for each thousand of his."""
    edge = STRENGTH[v.choice[v.proposer]] - STRENGTH[v.choice[seat]]
    wins = 0
    for own in range(v.sides):
        for die in range(v.sides):
            wins += own - die >= edge  # the proposer has the higher card, so a tie is the challenger's
    return 1000 * wins // max(1, v.sides * v.sides - wins)
