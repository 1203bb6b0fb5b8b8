"""The rule of thumb for Hick Hack in Gackelwack: where the others will go, what that leaves for each card, and a fair offer.

It guesses how many birds and foxes the others send to each yard from the grain there and from the cards it has not seen, weighs
its own cards against that, and leaves a little to luck so that nobody can lie in wait. It offers every contender about what a
duel would bring him. Values are hundredths of a point.
"""

from __future__ import annotations

from tripot.core.rng import Rng, below
from tripot.core.state import HIDDEN, NOBODY

from .rules import (
    ACCEPT,
    ANSWER,
    BIRD,
    CHOOSE,
    COLOURS,
    DIE_SIDES,
    DUEL,
    FOX,
    GIVE_TO,
    GRAIN_POINTS,
    GREEN,
    HAND_MAX,
    KINDS,
    LAID,
    LAY,
    OFFER,
    PAIR,
    RACE,
    REFUSE,
    SEATS,
    SHY,
    VALUE,
    State,
    legal,
)

POINT = 100
WHOLE = 100  # of a chance: percent

CURIOSITY = 1  # a yard draws others as if it held this many points more
MEAL = 420  # what a bird that a fox catches is worth on average
THIN = 300  # with less grain than that a yard is no hunting ground
#           0  1  2   3   4    5    6
STRENGTH = (0, 0, 0, 62, 82, 112, 145)  # how a duelling card of that value does against the others, 100 on average
SAVING = (0, 0, 0, 0, 20, 50, 90)  # a bird of that value may be needed more in a later round
SHY_SAVING = 20  # so may the shy bird, while foxes come as they come
SECOND = 15  # percent that the weaker of two own animals in one yard adds
WHIM = 60  # a choice better by less than that is not always made

FAIR, STUBBORN = 70, 20  # an answer asks for 70 to 90 percent of what the duel is worth
GENEROUS = 85  # an offer that leaves somebody less than this percent of his duel is not worth making
FOLLY = 50  # percent of the own duel: an offer that leaves the offerer less than that is absurd


def stage(v: State) -> int:
    """How far the game is: it rises with every round, where a search may stop and count."""
    return v.round


def future_value(v: State, points: list[int]) -> None:
    """Add the value of what is left to play for: about the same for all seats, so nothing."""


def rules_out(v: State, seat: int, action: int) -> bool:
    """Whether a step is not worth a thought: a grain given after which no more than a small part of the own duel can be left."""
    if not GIVE_TO <= action < GIVE_TO + COLOURS * SEATS or (action - GIVE_TO) % SEATS == seat:
        return False
    kept = _offered(v, seat) + _grain(v, v.yard) - GRAIN_POINTS[(action - GIVE_TO) // SEATS]
    return is_absurd(v, seat, kept)


def is_absurd(v: State, seat: int, kept: int) -> bool:
    """Whether the offerer should rather fight than keep so little: less than half of what the duel brings on average."""
    pot = _grain(v, v.yard)
    for other in range(v.seats):
        pot += _offered(v, other)
    return kept * WHOLE * WHOLE < pot * _chance(v, seat) * FOLLY


def thumb(v: State, seat: int, rng: Rng) -> int:
    """A good move for the seat, as far as a few rules of thumb can tell."""
    if v.phase == CHOOSE:
        return _lay(v, seat, rng)
    if v.phase == ANSWER:
        return _answer(v, seat, rng)
    receiver = _plan(v, seat)
    if v.phase == OFFER and not _is_fair(v):  # what cannot be shared fairly is fought for
        return DUEL
    return GIVE_TO + _next_colour(v) * SEATS + receiver


# -- Laying cards ----------------------------------------------------------------


def _lay(v: State, seat: int, rng: Rng) -> int:
    """The card, or the first card of the pair, that promises most; small differences are left to whim."""
    first = v.laid[seat * v.lays]
    pull = 0
    for yard in range(v.yards):
        pull += _pull(v, yard)
    n = legal(v, seat)
    best, best_worth = LAY, -POINT * POINT
    for i in range(n):
        card = v.acts[i] - LAY
        worth = _card_worth(v, card, pull)
        if first != NOBODY:
            worth = _pair_worth(first, card, _card_worth(v, first, pull), worth)
        elif v.lays == PAIR:
            worth = _best_pair(v, seat, card, worth, pull)
        worth += below(rng, WHIM)
        if worth > best_worth:
            best, best_worth = LAY + card, worth
    return best


def _best_pair(v: State, seat: int, card: int, worth: int, pull: int) -> int:
    """What the card promises with the best one of the hand that may follow it."""
    best = worth - POINT * POINT
    for i in range(seat * HAND_MAX, seat * HAND_MAX + v.hand_n[seat]):
        other = v.hand[i]
        if other > card and (other // KINDS != card // KINDS or (RACE[other] == FOX) == (RACE[card] == FOX)):
            best = max(best, _pair_worth(card, other, worth, _card_worth(v, other, pull)))
    return best


def _pair_worth(card: int, other: int, worth: int, other_worth: int) -> int:
    """Two yards are better than one: of two animals in the same yard the weaker adds little."""
    if card // KINDS != other // KINDS:
        return worth + other_worth
    return max(worth, other_worth) + min(worth, other_worth) * SECOND // WHOLE


def _card_worth(v: State, card: int, pull: int) -> int:
    """What laying the card should bring, less what keeping it is worth."""
    yard = card // KINDS
    birds, foxes = _coming(v, yard, BIRD, pull), _coming(v, yard, FOX, pull)
    grain = _grain(v, yard) * POINT
    if RACE[card] == BIRD:
        worth = _bird_worth(v, VALUE[card], birds, foxes, grain)
        saving = SAVING[VALUE[card]]
    elif RACE[card] == SHY:
        worth = _shy_worth(v, yard, birds + foxes, grain)
        saving = SHY_SAVING
    else:
        worth = _fox_worth(v, VALUE[card], birds, foxes, grain)
        saving = 0
    return worth - (saving if _is_more_to_come(v) else 0)


def _bird_worth(v: State, value: int, birds: int, foxes: int, grain: int) -> int:
    """Its part of the grain if no fox comes; if one does, its points feed a rival."""
    safe = _none_of(foxes)
    part = grain * STRENGTH[value] // (STRENGTH[value] + birds)
    return (part * safe - value * POINT * (WHOLE - safe) // (v.seats - 1)) // WHOLE


def _shy_worth(v: State, yard: int, others: int, grain: int) -> int:
    """All the grain if nobody comes, else one green grain, and a nasty surprise for the fox."""
    alone = _none_of(others)
    snatched = POINT if v.on_yard[yard * COLOURS + GREEN] > 0 else 0
    return (grain * alone + snatched * (WHOLE - alone)) // WHOLE


def _fox_worth(v: State, value: int, birds: int, foxes: int, grain: int) -> int:
    """The birds that should come (few to thin yards), if no stronger fox eats them, and grain that rivals do not get."""
    meal = birds * MEAL * min(grain, THIN) // (WHOLE * THIN)
    denied = grain * (WHOLE - _none_of(birds)) // (WHOLE * (v.seats - 1))
    return (meal + denied) * STRENGTH[value] // (STRENGTH[value] + foxes)


# -- Where the others go ---------------------------------------------------------


def _pull(v: State, yard: int) -> int:
    """How much a yard draws the others: its grain, and how many cards of its colour they may hold."""
    return (_grain(v, yard) + CURIOSITY) * (_unseen(v, yard, BIRD) + _unseen(v, yard, SHY) + _unseen(v, yard, FOX))


def _coming(v: State, yard: int, race: int, pull: int) -> int:
    """How many birds or foxes of others should come to the yard, in hundredths."""
    others = (v.seats - 1) * v.lays
    return others * WHOLE * (_grain(v, yard) + CURIOSITY) * _unseen(v, yard, race) // max(1, pull)


def _unseen(v: State, yard: int, race: int) -> int:
    """How many cards of the yard and the race the seat has not seen since the last shuffle."""
    n = 0
    for card in range(yard * KINDS, (yard + 1) * KINDS):
        n += int(v.place[card] == HIDDEN and RACE[card] == race)
    return n


def _none_of(expected: int) -> int:
    """The chance, in percent, that none comes where that many hundredths are expected."""
    return WHOLE * WHOLE * WHOLE // (WHOLE * WHOLE + WHOLE * expected + expected * expected // 2)


def _grain(v: State, yard: int) -> int:
    """The points lying in the yard."""
    points = 0
    for colour in range(COLOURS):
        points += v.on_yard[yard * COLOURS + colour] * GRAIN_POINTS[colour]
    return points


def _is_more_to_come(v: State) -> bool:
    """Is there a later round in which a card could be of use?"""
    grains = 0
    for colour in range(COLOURS):
        grains += v.bag[colour]
    return grains >= v.yards


# -- Sharing or duelling ---------------------------------------------------------


def _answer(v: State, seat: int, rng: Rng) -> int:
    """Accept about what the duel is worth; otherwise let the next one offer, if there is one, or fight."""
    pot = 0
    for other in range(v.seats):
        pot += _offered(v, other)
    wanted = pot * _chance(v, seat) * (FAIR + below(rng, STUBBORN + 1)) // WHOLE
    if _offered(v, seat) * WHOLE >= wanted:
        return ACCEPT
    return DUEL if v.is_simple or v.spoken == v.contenders else REFUSE


def _plan(v: State, seat: int) -> int:
    """Hand out all the grains, each to whom most is due, himself first among equals; whole shares in points go to `v.odds`.

    Returns who gets the next grain: of those that get one of its colour the lowest seat, because receivers may not fall.
    """
    pot = _grain(v, v.yard)
    for other in range(v.seats):
        v.odds[other] = _offered(v, other)
        pot += v.odds[other]
    receiver, next_colour = SEATS, _next_colour(v)
    for colour in range(COLOURS):
        for _ in range(v.on_yard[v.yard * COLOURS + colour]):
            lucky, most = NOBODY, 0
            for other in range(v.seats):
                due = pot * _chance(v, other) - v.odds[other] * WHOLE
                may = v.contenders >> other & 1 and (colour != next_colour or other >= v.receiver)
                if may and (lucky == NOBODY or due > most or (due == most and other == seat)):
                    lucky, most = other, due
            v.odds[lucky] += GRAIN_POINTS[colour]
            if colour == next_colour:
                receiver = min(receiver, lucky)
    return receiver


def _is_fair(v: State) -> bool:
    """Does the plan in `v.odds` leave everybody about what the duel would bring him?"""
    pot = _grain(v, v.yard)
    for other in range(v.seats):
        if v.contenders >> other & 1 and v.odds[other] * WHOLE * WHOLE < pot * _chance(v, other) * GENEROUS:
            return False
    return True


def _offered(v: State, seat: int) -> int:
    """The points that the present offer gives the seat."""
    points = 0
    for colour in range(COLOURS):
        points += v.offer[seat * COLOURS + colour] * GRAIN_POINTS[colour]
    return points


def _next_colour(v: State) -> int:
    """The colour of the next grain to be given."""
    colour = 0
    while v.on_yard[v.yard * COLOURS + colour] == 0:
        colour += 1
    return colour


def _chance(v: State, seat: int) -> int:
    """The chance in percent that the seat wins the duel, taking ties as never rolled: exact for two cards, close for more."""
    mine, all_of_them = 0, 0
    for i in range(v.fighters_n):
        if _fights(v, i):
            ways = _ways(v, i)
            all_of_them += ways
            if v.place[v.fighters[i]] - LAID == seat:
                mine += ways
    return mine * WHOLE // all_of_them


def _ways(v: State, fighter: int) -> int:
    """In how many rolls the fighter alone comes out on top."""
    sides, ways = DIE_SIDES[v.box], 0
    for die in range(sides):
        product = 1
        for i in range(v.fighters_n):
            if i != fighter and _fights(v, i):
                lead = VALUE[v.fighters[fighter]] + die - VALUE[v.fighters[i]]
                product *= min(max(lead, 0), sides)  # how many results of the other's die stay below
        ways += product
    return ways


def _fights(v: State, fighter: int) -> bool:
    """Will the card roll? With the option duel_cards=better only the first, better one of a seat does."""
    if v.is_better:
        for i in range(fighter):
            if v.place[v.fighters[i]] == v.place[v.fighters[fighter]]:
                return False
    return True
