"""What has just happened at the bars of Razzia, read off the steps that a scene brings along.

The steps may reach back to the last decision or farther; what they do not tell is not guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from tripot.core.state import NOBODY
from tripot.play.move import Step
from tripot.web.drawing.scene import Scene

from .. import rules as razzia
from ..rules import BAR_OF, BARS, SEATS, STRENGTH, VALUES, State
from ..words import is_round_over, is_settling, left_on_bars, lying, pot_of, seats_in

EMPTY, IN_VAIN, ALONE, RAID, SHARED, FOUGHT = range(6)


@dataclass(slots=True)
class Roll:
    """A duel: who met whom with which dice (0: not rolled yet), and who won it (NOBODY: not yet)."""

    fighters: tuple[int, int]
    dice: tuple[int, int]
    winner: int


@dataclass(slots=True)
class Fate:
    """What became of a bar: one of EMPTY..FOUGHT, who got how much, and the duels about it."""

    kind: int
    pot: int
    gains: dict[int, int] = field(default_factory=dict)
    rolls: list[Roll] = field(default_factory=list)


@dataclass(slots=True)
class Past:
    """What the table still shows of what has just happened."""

    cards: dict[int, int] = field(default_factory=dict)
    """The cards that lie open, by seat: of the round being settled, or of the one that has just ended."""
    claims: dict[int, tuple[list[int], list[int]]] = field(default_factory=dict)
    """By bar where such cards lie: see `claims`."""
    fates: dict[int, Fate] = field(default_factory=dict)
    """By bar: how it was settled, as far as the steps tell."""
    ended: int = 0
    """The round that has just ended, else 0."""
    left: int = 0
    """What lay on the bars after it."""
    offered: dict[int, list[int]] = field(default_factory=dict)
    """The notes of the proposal on the table, by seat."""
    put: int = NOBODY
    """The bar on which the free note has just been laid."""
    put_value: int = 0
    gains: Counter[int] = field(default_factory=Counter)
    """What each has just won."""


def past_of(scene: Scene) -> Past:
    """What the scene's steps tell."""
    return scene.open.once("past", lambda: _read(scene.open.view.state, scene.recent))


def _read(v: State, recent: Sequence[Step]) -> Past:
    past = Past()
    for step in recent:
        phase = step.before.phase
        if phase == razzia.DEAL or phase == razzia.MONEY:
            continue
        if phase == razzia.FREE_NOTE:
            past.put = step.action - razzia.PUT
            past.put_value = pot_of(step.after, past.put) - pot_of(step.before, past.put)
        elif phase == razzia.CHOOSE:
            if step.revealed:
                past = Past(cards={seat: card - razzia.PLAY for seat, card in step.revealed})
                settle_on(past, 0, step)
        elif phase == razzia.SPLIT:
            _offer(past, step)
        elif phase == razzia.ANSWER:
            if step.revealed:
                _answer(past, step)
        elif phase == razzia.DUEL:
            _roll(past, step)
        if is_settling(step.before):
            past.cards = lying(step.before)
        if is_round_over(step.before, step.after):
            past.ended, past.left = step.before.round, left_on_bars(step.after)
    if is_settling(v):
        past.cards, past.ended = lying(v), 0
    elif not past.ended:
        past.cards = {}
    past.claims = {bar: claims(v, past.cards, bar) for bar in {BAR_OF[card] for card in past.cards.values()}}
    for fate in past.fates.values():
        past.gains.update(fate.gains)
    return past


def claims(v: State, cards: Mapping[int, int], bar: int) -> tuple[list[int], list[int]]:
    """The seats with a claim on a bar's pot, the strongest card first, and those who came there for nothing: as the rules say."""
    return _claims(v.seats, tuple(cards.items())).get(bar, ([], []))


@lru_cache(1024)  # many look at the same cards: the beats, the bars, the round sheet
def _claims(seats: int, cards: tuple[tuple[int, int], ...]) -> dict[int, tuple[list[int], list[int]]]:
    """Those of all bars where anybody has come."""
    laid, found = State(), dict[int, tuple[list[int], list[int]]]()
    laid.seats = seats
    for seat, card in cards:
        laid.choice[seat] = card
    for bar in {BAR_OF[card] for _, card in cards}:
        laid.bar = bar
        contenders = razzia.contenders_at(laid)
        here = [seat for seat, card in sorted(cards, key=lambda laid: -STRENGTH[laid[1]]) if BAR_OF[card] == bar]
        claimants = [seat for seat in here if contenders >> seat & 1]
        found[bar] = claimants, [seat for seat in here if seat not in claimants]
    return found


def settle_on(past: Past, first: int, step: Step) -> None:
    """The bars from `first` on that settled by themselves in this step."""
    last = step.after.bar if step.after.phase == razzia.SPLIT else BARS
    for bar in range(first, last):
        claimants, losers = claims(step.before, past.cards, bar)
        if not claimants and not losers:
            continue
        pot = pot_of(step.before, bar)
        if not pot:
            past.fates[bar] = Fate(EMPTY, 0)
        elif not claimants:
            past.fates[bar] = Fate(IN_VAIN, pot)
        else:
            past.fates[bar] = Fate(RAID if losers else ALONE, pot, {claimants[0]: pot})


def _offer(past: Past, step: Step) -> None:
    if not any(step.before.share):
        past.offered = {}
    value, seat = divmod(step.action - razzia.GIVE, SEATS)
    past.offered.setdefault(seat, []).append(VALUES[value])


def _answer(past: Past, step: Step) -> None:
    before: State = step.before
    past.cards = lying(before)
    refused = [seat for seat, answer in step.revealed if answer == razzia.REFUSE]
    kind = FOUGHT if refused else SHARED
    gains = {
        seat: before.share[seat]
        for seat in seats_in(before.contenders)
        if seat not in refused and (not refused or seat != before.proposer)
    }
    past.fates[before.bar] = Fate(kind, sum(before.share), gains)
    if step.after.phase != razzia.DUEL:
        settle_on(past, before.bar + 1, step)


def _roll(past: Past, step: Step) -> None:
    before, after = step.before, step.after
    if not before.die:
        return
    past.cards = lying(before)
    fighters = before.champion, before.challenger
    dice = before.die, step.action - razzia.DIE + 1
    if after.phase == razzia.DUEL:
        winner = after.champion
    else:
        winner = next(seat for seat in fighters if after.money[seat] > before.money[seat])
    fate = past.fates.setdefault(before.bar, Fate(FOUGHT, before.stake))
    fate.rolls.append(Roll(fighters, dice, winner))
    if after.phase != razzia.DUEL:
        fate.gains[winner] = before.stake
        settle_on(past, before.bar + 1, step)
