"""The second stage of a search: its best moves compared again by whole games, with rivals who play as their level does.

The search says which few moves are worth a closer look. Each of them is then played to the end in many worlds that agree with the
view, all moves in the same worlds with the same chance and the same rivals, so that small differences show. A move that is
clearly worse than the best is dropped, and the games that it would have had go to those that are close.

Rivals play by the network of their level (`networks`) where the company is known; a seat of which nothing is known is in some
worlds of this level and in some of that (`shares_of`).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from tripot.core import learned
from tripot.core import search as core
from tripot.core.rng import Rng
from tripot.core.slices import next_size
from tripot.observe import DTYPE
from tripot.play import Move, View

from .engines import LearnedEngine
from .networks import Networks, nets_of

FIRST = 40  # worlds before anything is dropped,
MORE = 20  # and between two looks
CLEAR = 3.0  # standard errors by which a move is worse when it is dropped
SLICE_SECONDS = 0.02  # a compiled call cannot be interrupted
WITHOUT = {"thumb": learned.MOST_NETS, "random": learned.MOST_NETS + 1}  # places in the shares of who has no network
KINDS = learned.MOST_NETS + 2
LIKE = {"champion": "master", "master-2026": "master"}  # who has no network of his own, and whose comes closest


@dataclass(frozen=True)
class Plan:
    """How much is played, and by whom."""

    games: int
    """Games in all, over all moves."""
    own: str = "thumb"
    """How the seat itself plays on: a level, `thumb`, or `random`."""
    rounds: int = 0
    seconds: float = 0.0
    sharp: float = 1.0


def shares_of(networks: Networks, who: str, unknown: Mapping[str, int]) -> list[int]:
    """In how many thousandths of the worlds a seat is played by each network, by the rules of thumb, and at random."""
    shares, who = [0] * KINDS, LIKE.get(who, who)
    if who in networks.weights:
        shares[networks.levels.index(who)] = learned.FULL
    elif who in WITHOUT:
        shares[WITHOUT[who]] = learned.FULL
    else:
        for level, share in unknown.items():
            shares[WITHOUT[level] if level in WITHOUT else networks.levels.index(level)] += share
    return shares


def evenly(networks: Networks) -> dict[str, int]:
    """Every level equally likely: what is expected of somebody of whom nothing is known."""
    share, left = divmod(learned.FULL, len(networks.levels))
    return {level: share + (place < left) for place, level in enumerate(networks.levels)}


class Confirmation:
    """The moves of a short list, and what they brought in the worlds so far."""

    def __init__(
        self,
        runner: LearnedEngine,
        view: View,
        moves: Sequence[Move],
        networks: Networks,
        shares: Sequence[Sequence[int]],
        plan: Plan,
        task: core.Task,
    ) -> None:
        self.runner, self.moves, self.plan, self.worlds = runner, moves, plan, 0
        self.most_worlds = plan.games // 2 + 1
        self.states = runner.states(view.state, core.STATES)
        self.rngs = runner.records(Rng, core.STREAMS)
        self.tasks, self.companies = runner.records(core.Task, 1), runner.records(learned.Company, 1)
        self.choices = runner.records(core.Choice, len(moves))
        self.nets = nets_of(networks, runner)
        company = self._company(view, networks, shares)
        self.row, self.layer = runner.table(DTYPE, company.inputs), runner.table("f8", company.hidden + company.actions)
        self.values = runner.table("f8", self.most_worlds, len(moves))
        runner.write(self.tasks, 0, task)
        runner.write(self.companies, 0, company)
        self.open = list(range(len(moves)))
        self._mark()

    def _company(self, view: View, networks: Networks, shares: Sequence[Sequence[int]]) -> learned.Company:
        c = learned.Company()
        c.hidden, c.actions, c.moves = networks.hidden, int(view.game.rules.ACTIONS), len(self.moves)
        c.inputs = networks.inputs
        c.horizon = core.NO_HORIZON
        if self.plan.rounds:
            c.horizon = self.runner.stage(view.state) + self.plan.rounds
        own = self.plan.own
        c.own = learned.THUMB if own == "thumb" else networks.levels.index(own)
        c.sharp = self.plan.sharp
        c.shares = [share for seat in shares for share in seat] + [0] * (KINDS * (core.MOST_SEATS - len(shares)))
        return c

    def _mark(self) -> None:
        """Tell the compiled side which moves are left."""
        for place, move in enumerate(self.moves):
            choice = core.Choice()
            choice.length = min(len(move.steps), core.MOST_STEPS)
            choice.steps[: choice.length] = move.steps[: choice.length]
            choice.is_open = int(place in self.open)
            self.runner.write(self.choices, place, choice)

    def run(self) -> int:
        """Play until the games or the time are used up, or one move is left; the place of the best move."""
        left, end = self.plan.games, time.monotonic() + self.plan.seconds
        target, size = FIRST, 1 if self.plan.seconds else FIRST
        while len(self.open) > 1 and left >= len(self.open) and self.worlds < self.most_worlds:
            began = time.monotonic()
            count = min(size, target - self.worlds, left // len(self.open), self.most_worlds - self.worlds)
            self._play(count)
            left -= count * len(self.open)
            now = time.monotonic()
            if self.plan.seconds and now >= end:
                break
            size = next_size(size, count, now - began, SLICE_SECONDS) if self.plan.seconds else MORE
            if self.worlds >= target:
                target = self.worlds + MORE
                self._drop()
        return max(self.open, key=self.mean)

    def _play(self, count: int) -> None:
        self.runner.confirm(
            self.states,
            self.rngs,
            self.choices,
            self.tasks,
            self.companies,
            self.nets,
            self.row,
            self.layer,
            self.values,
            self.worlds,
            count,
        )
        self.worlds += count

    def mean(self, place: int) -> float:
        """What a move has brought on average; of one that was dropped, until then."""
        total = float(sum(self.values[world][place] for world in range(self.worlds)))
        return total / max(1, self.worlds)

    def _drop(self) -> None:
        best = max(self.open, key=self.mean)
        kept = [place for place in self.open if place == best or not self._is_clear(best, place)]
        if len(kept) < len(self.open):
            self.open = kept
            self._mark()

    def _is_clear(self, best: int, other: int) -> bool:
        gaps = [float(self.values[world][best] - self.values[world][other]) for world in range(self.worlds)]
        mean = sum(gaps) / len(gaps)
        spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
        return mean > CLEAR * sqrt(spread / len(gaps))
