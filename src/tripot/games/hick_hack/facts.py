"""What a view of Hick Hack in Gackelwack says: who holds, laid, won and offers what, and who should win a duel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tripot.core.state import HIDDEN, NOBODY

from . import rules

State = rules.State
Laid = list[tuple[int, int]]
"""Cards on the table as (seat, card)."""
Grain = list[int]
"""How many grains of each colour: yellow, blue, green."""


def points_of(grain: Grain) -> int:
    """What grains are worth."""
    return sum(n * points for n, points in zip(grain, rules.GRAIN_POINTS, strict=True))


def row(cells: Sequence[int], place: int) -> Grain:
    """The grains of one yard, or of one seat."""
    return list(cells[place * rules.COLOURS : (place + 1) * rules.COLOURS])


def rounds(v: State) -> int:
    """How many rounds the grains of the box last."""
    return sum(rules.GRAINS[v.box]) // v.yards


def scores(v: State) -> list[int]:
    """The points of every seat, now."""
    points = [0] * rules.SEATS
    rules.score(v, points)
    return points[: v.seats]


def seats_in(mask: int) -> list[int]:
    """The seats of a bit mask."""
    return [seat for seat in range(rules.SEATS) if mask >> seat & 1]


def hand_of(v: State, seat: int) -> list[int]:
    """The cards of a hand that the viewer sees."""
    return list(v.hand[seat * rules.HAND_MAX : seat * rules.HAND_MAX + v.hand_n[seat]])


def laid_by(v: State, seat: int) -> list[int]:
    """The cards that lie before the seat, HIDDEN where they are face down."""
    return [card for card in v.laid[seat * v.lays : (seat + 1) * v.lays] if card != NOBODY]


def eaten_by(v: State, seat: int) -> list[int]:
    """The birds in the seat's score pile."""
    return [card for card in range(rules.CARDS) if v.place[card] == rules.EATEN + seat]


def lying(v: State) -> Laid:
    """All cards that lie open on the table."""
    return [(seat, card) for seat in range(v.seats) for card in laid_by(v, seat) if card != HIDDEN]


def fighters(v: State) -> Laid:
    """The cards that contend for the yard being settled, the strongest first."""
    return [(v.place[card] - rules.LAID, card) for card in v.fighters[: v.fighters_n]]


def proposer(v: State) -> int:
    """Whose offer is on the table or being made."""
    if v.phase != rules.ANSWER:
        return rules.to_act(v)
    answered = [seat for seat in range(v.seats) if v.answer[seat] != NOBODY]
    return next(seat for seat in seats_in(v.contenders & ~v.asked) if seat not in answered)


def pot(v: State) -> Grain:
    """All the grains that are contended for, offered or not."""
    shares = [row(v.offer, seat) for seat in range(v.seats)]
    return [sum(column) for column in zip(row(v.on_yard, v.yard), *shares, strict=True)]


def next_speaker(v: State) -> int:
    """Who is asked for an offer if this one comes to nothing, or NOBODY."""
    silent = [seat for seat, _ in fighters(v) if not v.spoken >> seat & 1]
    return NOBODY if v.is_simple or not silent else silent[0]


def is_round_over(before: State, after: State) -> bool:
    """Whether the step between two views ended a round."""
    is_over = after.phase == rules.OVER and before.phase != rules.OVER
    return before.round > 0 and (is_over or after.round > before.round)


def unseen(v: State, yard: int, race: int) -> int:
    """How many cards of a race the viewer has not seen since they were shuffled."""
    colour = range(yard * rules.KINDS, (yard + 1) * rules.KINDS)
    return sum(v.place[card] == HIDDEN and rules.RACE[card] == race for card in colour)


# -- The duel --------------------------------------------------------------------


def duel_chances(v: State) -> dict[int, float]:
    """How likely each contender is to win the duel from the first roll."""
    cards = fighters(v)
    if v.is_better:
        cards = [(seat, card) for i, (seat, card) in enumerate(cards) if seat not in {other for other, _ in cards[:i]}]
    wins = _wins(tuple((seat, rules.VALUE[card]) for seat, card in cards), rules.DIE_SIDES[v.box])
    return {seat: wins.get(seat, 0.0) for seat in seats_in(v.contenders)}


@lru_cache(maxsize=4096)
def _wins(cards: tuple[tuple[int, int], ...], sides: int) -> dict[int, float]:
    """Exactly: sum over who shares the highest total; several owners roll again, all of them tied cost only time."""
    owners = {seat for seat, _ in cards}
    if len(owners) == 1:
        return dict.fromkeys(owners, 1.0)
    chances = dict.fromkeys(owners, 0.0)
    again = 0.0
    for tied in range(1, 1 << len(cards)):
        top = tuple(card for i, card in enumerate(cards) if tied >> i & 1)
        chance = _chance_of_top(cards, tied, sides)
        if len(top) == len(cards):
            again = chance
        elif chance:
            for seat, wins in _wins(top, sides).items():
                chances[seat] += chance * wins
    return {seat: chance / (1 - again) for seat, chance in chances.items()}


def _chance_of_top(cards: tuple[tuple[int, int], ...], tied: int, sides: int) -> float:
    """The chance that exactly these cards share the highest total."""
    chance = 0.0
    for total in range(1, rules.STRONGEST + sides + 1):
        ways = 1
        for i, (_, value) in enumerate(cards):
            die = total - value
            ways *= int(1 <= die <= sides) if tied >> i & 1 else min(max(die - 1, 0), sides)
        chance += ways
    return float(chance / sides ** len(cards))
