"""What became of the yards settled in the steps just taken: who came, who rolled what, who took or ate what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tripot.core.state import CHANCE, HIDDEN, NOBODY
from tripot.play.move import Step

from .. import rules
from ..facts import Grain, State, fighters, is_round_over, points_of, row


class Lying(NamedTuple):
    """An open card on the table."""

    seat: int
    card: int
    place: int
    """The how-manieth of its seat's cards of the round."""


@dataclass(slots=True)
class Settled:
    """A yard that has been settled, or of which the shy bird has fled while the others must still agree or duel."""

    yard: int
    round: int
    cards: list[Lying]
    grains: dict[int, Grain] = field(default_factory=dict)
    """What each seat took."""
    meals: dict[int, list[int]] = field(default_factory=dict)
    """The birds that each seat's fox ate."""
    rolls: dict[int, int] = field(default_factory=dict)
    """The last die of each card that fought."""

    def gain(self, seat: int) -> int:
        """The points that the yard brought the seat."""
        grain = self.grains.get(seat)
        eaten = sum(rules.VALUE[card] for card in self.meals.get(seat, ()))
        return eaten + (points_of(grain) if grain else 0)

    def is_eaten(self, card: int) -> bool:
        """Whether a fox ate the card."""
        return any(card in meal for meal in self.meals.values())

    def _take(self, seat: int, grain: Grain) -> None:
        old = self.grains.get(seat, [0] * rules.COLOURS)
        self.grains[seat] = [a + b for a, b in zip(old, grain, strict=True)]


def open_cards(v: State) -> list[Lying]:
    """All cards that lie open on the table of a view, in yard order."""
    if not rules.OFFER <= v.phase <= rules.ROLL:
        return []
    lays = v.lays
    found = [
        Lying(place // lays, card, place % lays)
        for place, card in enumerate(v.laid[: v.seats * lays])
        if card not in (NOBODY, HIDDEN)
    ]
    return sorted(found, key=_by_card)


def _by_card(lying: Lying) -> int:
    return lying.card


def settled(recent: Sequence[Step]) -> dict[int, Settled]:
    """By yard: what the steps did to the cards laid in the last round that they belong to."""
    found: dict[int, Settled] = {}
    for step in recent:
        before, after = step.before, step.after
        if step.actor == CHANCE:
            if before.phase == rules.ROLL:
                _roll(found, before, step.action - rules.DIE + 1, after)
        elif not step.revealed:
            continue
        elif before.phase == rules.CHOOSE:
            found.clear()
            _go_through(found, revealed_cards(step), before, after)
        elif before.phase == rules.ANSWER and all(answer == rules.ACCEPT for _, answer in step.revealed):
            here = _yard_of(found, before)
            for seat in range(before.seats):
                if any(share := row(before.offer, seat)):
                    here._take(seat, share)
            _rest(found, before, after)
    return found


def revealed_cards(step: Step) -> list[Lying]:
    """The cards that a step turns up, in yard order."""
    places: dict[int, int] = {}
    cards = []
    for card, seat in sorted((action - rules.LAY, seat) for seat, action in step.revealed):
        cards.append(Lying(seat, card, places.get(seat, 0)))
        places[seat] = places.get(seat, 0) + 1
    return cards


def _yard_of(found: dict[int, Settled], v: State) -> Settled:
    """The yard that the view is about."""
    if v.yard not in found:
        here = [lying for lying in open_cards(v) if lying.card // rules.KINDS == v.yard]
        found[v.yard] = Settled(v.yard, v.round, here)
    return found[v.yard]


def _rest(found: dict[int, Settled], before: State, after: State) -> None:
    """The yards after the one just settled."""
    later = [lying for lying in open_cards(before) if lying.card // rules.KINDS > before.yard]
    _go_through(found, later, before, after)


def _go_through(found: dict[int, Settled], cards: list[Lying], before: State, after: State) -> None:
    """Settle the yards where these cards lie, in board order up to one that must be fought or agreed over."""
    is_open = rules.OFFER <= after.phase <= rules.ROLL
    for yard in sorted({lying.card // rules.KINDS for lying in cards}):
        here = Settled(yard, before.round, [lying for lying in cards if lying.card // rules.KINDS == yard])
        found[yard] = here
        _settle(here, before, after)
        if is_open and after.yard == yard:
            break


def _settle(here: Settled, before: State, after: State) -> None:
    """Grains that are gone were taken: one green by a shy bird in company, the rest by whoever came alone."""
    stood, stands = row(before.on_yard, here.yard), row(after.on_yard, here.yard)
    gone = [a - b for a, b in zip(stood, stands, strict=True)]
    for seat, card, _ in here.cards:
        if rules.EATEN <= after.place[card] < rules.DISCARD:
            here.meals.setdefault(after.place[card] - rules.EATEN, []).append(card)
        if rules.RACE[card] == rules.SHY and len(here.cards) > 1 and gone[rules.GREEN]:
            gone[rules.GREEN] -= 1
            here._take(seat, [0, 0, 1])
    if any(gone):
        taker = next((s for s, card, _ in here.cards if rules.RACE[card] == rules.BIRD), here.cards[0].seat)
        here._take(taker, gone)


def _roll(found: dict[int, Settled], before: State, die: int, after: State) -> None:
    """A die; after the last one without a tie the winner takes the grain or eats the birds."""
    here = _yard_of(found, before)
    rollers = fighters(before)
    _, card = rollers[before.rolled]
    here.rolls[card] = die
    if after.phase == rules.ROLL and after.yard == before.yard:
        return
    totals = [*before.total[: before.rolled], rules.VALUE[card] + die]
    winner = rollers[totals.index(max(totals))][0]
    if rules.RACE[card] == rules.FOX:
        here.meals[winner] = [other for _, other, _ in here.cards if rules.RACE[other] != rules.FOX]
    else:
        here._take(winner, row(before.on_yard, before.yard))
    _rest(found, before, after)


def round_end(recent: Sequence[Step]) -> tuple[State, State] | None:
    """The views before and after the step that ended a round, if one did."""
    for step in recent:
        if is_round_over(step.before, step.after):
            return step.before, step.after
    return None
