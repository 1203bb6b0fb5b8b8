"""The rule of thumb for RAISE: what the round is worth, what a card is worth later, and how likely the others fold.

It knows what everybody can know: which cards of a rival have not been played yet, hence about how far his hand can take him. It
raises with the cards that cost least for the chance they buy, and passes when no raise is worth its cards. Values are tenths of a
point, chances are thousandths.
"""

from __future__ import annotations

from tripot.core.rng import Rng, below
from tripot.core.state import NOBODY

from .rules import (
    CHOOSE,
    DIGIT,
    FACES,
    KIND,
    POINTS,
    RAISING,
    SIDES,
    STANDARD,
    SYMBOL,
    SYMBOLS,
    TYPES,
    VICTORY_POINTS,
    State,
    legal,
)

POINT = 10
SURE = 1000

_SIDES_WITH = tuple(sum(FACES[kind].count(symbol) for kind in KIND[STANDARD]) for symbol in range(SYMBOLS))
MEAN = tuple(POINT * DIGIT[card] * (SIDES + _SIDES_WITH[SYMBOL[card]]) // SIDES for card in range(TYPES))
"""What each card is worth on the track on average over all rolls, in tenths."""
AVERAGE = 72  # of MEAN over a deck

PRICE = 80  # an average card kept for later brings this much, if there are PAR cards for every ten rounds to come
PAR = 30
SCARCE = 20  # fewer cards than that make them no dearer
GIVEN = 5  # a card played gives a rival who wins its victory points: this much for each
REFILL = 17  # a card drawn after the last round counts this much on average,
SPARE = 3  # if this many are left in the pile to draw

FOLD = 600  # a rival gives in to a small raise,
FOLD_MORE = 2  # and for each hundredth of his strength that he needs to answer it this much more likely,
FOLD_MOST = 960  # but hardly ever surely
BEHIND = 350  # a rival who is ahead even after the raise can still be outlasted, if the rest of the hand is strong

POT_TO_COME = 25  # each rival is expected to add this much to the pot, when first cards are chosen
OPEN = 15  # a first card worth an average card more wins this many hundredths of the stake more
DOUBT = 15  # raises are judged with this much noise, so that nobody can count on a pass
WHIM = 12  # and first cards with this much noise, so that they cannot be foreseen


def stage(v: State) -> int:
    """How far the game is: it rises with every round, where a search may stop and count."""
    return -v.rounds


def future_value(v: State, points: list[int]) -> None:
    """Add what the cards left to each seat should bring in the rounds to come, at a price that falls the more there are."""
    cards = 0
    for seat in range(v.seats):
        cards += _held(v, seat) + _in_pile(v, seat)
    supply = POINT * cards // (v.seats * (v.rounds + 1))
    for seat in range(v.seats):
        strength = AVERAGE * _in_pile(v, seat)
        for slot in range(_held(v, seat)):
            strength += MEAN[v.hand[seat][slot]]
        points[seat] += PRICE * PAR * strength // (AVERAGE * max(SCARCE, supply) * POINT)


def thumb(v: State, seat: int, rng: Rng) -> int:
    """A good move for the seat, as far as a few rules of thumb can tell."""
    if v.phase == CHOOSE:
        return _first_card(v, seat, rng)
    doubt = below(rng, 2 * DOUBT + 1) - DOUBT
    n = legal(v, seat)
    if n == 1:
        return v.acts[0]
    cards = _best_raise(v, seat, doubt)
    if cards == 0:
        return v.acts[n - 1]  # pass or stop, which stand last
    return _lowest_card(v, seat, cards)


# -- The first card -----------------------------------------------------------


def _first_card(v: State, seat: int, rng: Rng) -> int:
    """The card whose place on the track is best worth it: high for a high stake, cheap for a low one."""
    stake = _stake(v) + POT_TO_COME * _rivals(v, seat)
    best, best_score = NOBODY, 0
    for slot in range(_held(v, seat)):
        card = _card(v, seat, slot)
        score = stake * OPEN * _value(v, card) * POINT // (100 * AVERAGE) - _cost(v, seat, card)
        score += below(rng, 2 * WHIM + 1) - WHIM
        if best == NOBODY or score > best_score:
            best, best_score = card, score
    return best


# -- Raise or pass ------------------------------------------------------------


def _best_raise(v: State, seat: int, doubt: int) -> int:
    """Bit mask of the cards in hand, by their place, that make the most worthwhile raise; 0 if none is worth it."""
    best, best_gain = 0, 0
    if v.phase == RAISING:  # what is played is played: stop if we may, else the best of what must follow
        best_gain = _gain(v, seat, 0) if _space(v, seat) > _ahead(v) else -SURE * POINT
    for cards in range(1, 1 << _held(v, seat)):
        if _is_raise(v, seat, cards):
            gain = _gain(v, seat, cards)
            if v.phase != RAISING:
                gain += doubt
            if gain > best_gain:
                best, best_gain = cards, gain
    return best


def _is_raise(v: State, seat: int, cards: int) -> bool:
    """Whether these cards may be played now and get beyond the second-to-last pawn."""
    reach, least = _space(v, seat), _least(v)
    for slot in range(_held(v, seat)):
        if cards >> slot & 1:
            card = _card(v, seat, slot)
            if card < _lowest(v):
                return False
            reach += _value(v, card)
            least = _value(v, card) if least == 0 else min(least, _value(v, card))
    if _just_enough(v) and reach - least > _ahead(v):
        return False
    return reach > _ahead(v)


def _gain(v: State, seat: int, cards: int) -> int:
    """What the raise wins on average, less what its cards would bring later."""
    stake, cost, reach, rest = _stake(v), 0, _space(v, seat), 0
    for slot in range(_held(v, seat)):
        card = _card(v, seat, slot)
        if cards >> slot & 1:
            reach += _value(v, card)
            cost += _cost(v, seat, card)
            stake += VICTORY_POINTS[card] * POINT  # it comes back with the pot
        else:
            rest += _value(v, card)
    return stake * _chance(v, seat, reach, rest) // SURE - cost


def _chance(v: State, seat: int, reach: int, rest: int) -> int:
    """The chance to win the round from a space, with so much left in hand."""
    chance = SURE
    for other in range(v.seats):
        if other != seat and _space(v, other) != NOBODY:
            chance = chance * _gives_in(v, other, reach, rest) // SURE
    return chance


def _gives_in(v: State, other: int, reach: int, rest: int) -> int:
    """The chance that this rival does not outlast us: the more of his strength he needs, the sooner he folds."""
    need = reach - _space(v, other) + 1
    if need <= 0:  # he is ahead still, so we shall need more
        return 0 if rest <= 1 - need else BEHIND * (rest + need - 1) // rest
    strength = _strength(v, other)
    if strength == 0 or strength < need // 2:
        return SURE
    return min(FOLD_MOST, FOLD + FOLD_MORE * 100 * need // strength)


def _strength(v: State, other: int) -> int:
    """About how far a rival's hand can take him: his unplayed cards are known, which of them he holds is not."""
    count, total = 0, 0
    for card in range(TYPES):
        count += _unplayed(v, other, card)
        total += _unplayed(v, other, card) * _value(v, card)
    return _held(v, other) * total // max(1, count)


# -- What things are worth ----------------------------------------------------


def _stake(v: State) -> int:
    """The point card and the common pile."""
    points = _point(v)
    for card in range(TYPES):
        points += _common(v, card) * VICTORY_POINTS[card]
    return points * POINT


def _cost(v: State, seat: int, card: int) -> int:
    """What the card would bring later: more if cards are scarce, and in the last round only what it counts in hand."""
    if _rounds_after(v) == 0:
        drawn = REFILL if _in_pile(v, seat) >= SPARE else 0
        return max(0, VICTORY_POINTS[card] * POINT - drawn)
    supply = POINT * (_held(v, seat) + _in_pile(v, seat)) // (_rounds_after(v) + 1)
    later = PRICE * MEAN[card] * PAR // (AVERAGE * max(SCARCE, supply))
    return later + GIVEN * VICTORY_POINTS[card]


def _rivals(v: State, seat: int) -> int:
    n = 0
    for other in range(v.seats):
        if other != seat and _held(v, other) > 0:
            n += 1
    return n


# -- What lies on the table ---------------------------------------------------


def _lowest_card(v: State, seat: int, cards: int) -> int:
    slot = 0
    while cards >> slot & 1 == 0:
        slot += 1
    return _card(v, seat, slot)


def _value(v: State, card: int) -> int:
    return DIGIT[card] * v.times[SYMBOL[card]]


def _held(v: State, seat: int) -> int:
    return v.hand_n[seat]


def _card(v: State, seat: int, slot: int) -> int:
    return v.hand[seat][slot]


def _in_pile(v: State, seat: int) -> int:
    return v.pile_n[seat]


def _unplayed(v: State, other: int, card: int) -> int:
    return v.pile[other][card]  # in a view a hidden hand is counted with its pile


def _common(v: State, card: int) -> int:
    return v.common[card]


def _point(v: State) -> int:
    return POINTS[v.point]


def _space(v: State, seat: int) -> int:
    return v.space[seat]


def _ahead(v: State) -> int:
    return v.ahead


def _least(v: State) -> int:
    return v.least


def _lowest(v: State) -> int:
    return v.lowest


def _just_enough(v: State) -> bool:
    return v.just_enough == 1


def _rounds_after(v: State) -> int:
    return v.rounds
