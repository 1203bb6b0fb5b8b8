"""Whom a person plays like: each level's network is asked how likely it would have taken the steps that the person took.

Of a step the seat that searches knows what it saw then (`View.history`): worlds that agree with that, in which the rival has the
step at all, say how likely each level takes it. Odds are tempered, because networks are not exact and the steps of one person
resemble each other; a single strange step counts for little; and some worlds are left to every level, whatever was seen.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from math import exp, log
from typing import Any, NamedTuple

from tripot.core import learned
from tripot.core import search as core
from tripot.core.rng import Rng
from tripot.core.state import HIDDEN
from tripot.observe import DTYPE
from tripot.play import View

from .engines import LearnedEngine
from .networks import Networks, nets_of

WORLDS = 64  # for each step; a card that was laid is in the rival's hand in some of them only
LATEST = 40  # steps of a seat that are looked at
TEMPER = 0.5  # what the odds of a step count
MOST_ODDS = 3.0  # as a logarithm: how much less likely than the best level one step can make another level
EVENLY = 0.2  # share of the worlds that all levels have, whatever was seen


class Shown(NamedTuple):
    """A step of a seat, and the view that the searching seat had before it."""

    before: Any
    seat: int
    action: int


def shown_by(view: View, seats: Container[int]) -> list[Shown]:
    """The latest steps of some seats, as far as the view knows them."""
    found, counts = list[Shown](), [0] * view.seats
    for each in reversed(list(_known(view))):
        if each.seat in seats and counts[each.seat] < LATEST:
            counts[each.seat] += 1
            found.append(each)
    return found[::-1]


def _known(view: View) -> Iterator[Shown]:
    """Every step of a seat that was seen; of a hidden choice, once it is turned up, the first step."""
    hidden: dict[int, Any] = {}
    for step in view.history():
        if step.actor >= 0 and step.action == HIDDEN:
            hidden.setdefault(step.actor, step.before)
        elif step.actor >= 0 and step.actor != view.seat:
            yield Shown(step.before, step.actor, step.action)
        for seat, action in step.revealed:
            if seat in hidden:
                yield Shown(hidden.pop(seat), seat, action)


def guess(
    runner: LearnedEngine, view: View, networks: Networks, shown: Sequence[Shown], seed: int
) -> dict[int, dict[str, int]]:
    """By seat: in how many thousandths of the worlds it should be played by each level, after what it has shown.

    Nobody, where a game has no networks of its levels.
    """
    if not networks.levels:
        return {}
    table = _Table(runner, view, networks, seed)
    logs: dict[int, list[float]] = {}
    for each in shown:
        odds = table.odds(each)
        before = logs.get(each.seat, [0.0] * len(odds))
        logs[each.seat] = [sum(pair) for pair in zip(before, odds, strict=True)]
    return {seat: _shares(networks.levels, sums) for seat, sums in logs.items()}


def _shares(levels: Sequence[str], logs: Sequence[float]) -> dict[str, int]:
    best = max(logs)
    weights = [exp(TEMPER * (each - best)) for each in logs]
    total = sum(weights)
    parts = [(1 - EVENLY) * weight / total + EVENLY / len(levels) for weight in weights]
    shares = [int(learned.FULL * part) for part in parts]
    shares[parts.index(max(parts))] += learned.FULL - sum(shares)
    return dict(zip(levels, shares, strict=True))


class _Table:
    """The memory in which worlds are imagined."""

    def __init__(self, runner: LearnedEngine, view: View, networks: Networks, seed: int) -> None:
        self.runner, self.seat = runner, view.seat
        self.rngs = runner.records(Rng, core.STREAMS)
        self.tasks, self.companies = runner.records(core.Task, 1), runner.records(learned.Company, 1)
        self.nets = nets_of(networks, runner)
        task, c = core.Task(), learned.Company()
        task.seat, task.seats, task.seed = view.seat, view.seats, seed
        c.inputs, c.hidden, c.actions = networks.inputs, networks.hidden, int(view.game.rules.ACTIONS)
        runner.write(self.tasks, 0, task)
        runner.write(self.companies, 0, c)
        self.row, self.layer = runner.table(DTYPE, c.inputs), runner.table("f8", c.hidden + c.actions)

    def odds(self, shown: Shown) -> list[float]:
        """The logarithm of how likely each level takes a step, against the likeliest; zeros if no world has the step."""
        states = self.runner.states(shown.before, core.STATES)
        likely = self.runner.table("f8", len(self.nets))
        worlds = self.runner.suspect(
            states,
            self.rngs,
            self.tasks,
            self.companies,
            self.nets,
            self.row,
            self.layer,
            likely,
            shown.seat,
            shown.action,
            WORLDS,
        )
        if not worlds:
            return [0.0] * len(self.nets)
        most, least = float(max(likely)), float(max(likely)) * exp(-MOST_ODDS)
        return [log(max(float(each), least) / most) for each in likely]
