"""The second stage of a search: its best moves compared again by games with rivals who play as their level does.

The search says which few moves are worth a closer look. Each of them is then played on in many worlds that agree with the
view, all moves in the same worlds with the same chance and the same rivals, so that small differences show. A game ends, or
stops after some choices of the seat itself and is worth what was learned. A move that is clearly worse than the best is
dropped, and the games that it would have had go to those that are close.

Rivals play by the network of their level (`networks`) where the company is known, masters by the rules of thumb in some or all
worlds; a seat of which nothing is known is in some worlds of this level and in some of that (`shares_of`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from tripot.core import learned
from tripot.core import search as core
from tripot.core.rng import Rng
from tripot.core.slices import next_size
from tripot.observe import DTYPE
from tripot.play import Move, View

from .engines import LearnedEngine
from .networks import Networks, nets_of, worth_of

FIRST = 40  # worlds before anything is dropped,
MORE = 20  # and between two looks
CLEAR = 3.0  # standard errors by which a move is worse when it is dropped
SLICE_SECONDS = 0.02  # a compiled call cannot be interrupted
WITHOUT = {"thumb": learned.MOST_NETS, "random": learned.MOST_NETS + 1}  # places in the shares of who has no network
KINDS = learned.MOST_NETS + 2
STRONGEST = "master"  # the level whose play comes closest to that of
LIKE = {"champion": STRONGEST, "master-2026": STRONGEST}  # who has no network of his own


@dataclass(frozen=True)
class Plan:
    """How much is played, and by whom."""

    games: int
    """Games in all, over all moves."""
    ahead: int = 0
    """Choices of the seat itself before a game is cut short and worth what was learned; 0: games are played to the end."""
    own: str = "thumb"
    """How the seat itself plays on: a level, `thumb`, or `random`."""
    rounds: int = 0
    seconds: float = 0.0
    sharp: float = 1.0


def shares_of(networks: Networks, who: str, unknown: Mapping[str, int], by_thumb: int = 0) -> list[int]:
    """In how many thousandths of the worlds a seat is played by each network, by the rules of thumb, and at random.

    The strongest are played by the rules of thumb in `by_thumb` thousandths, and where there is no network of theirs.
    """
    shares, who = [0] * KINDS, LIKE.get(who, who)
    if who == STRONGEST:
        shares[WITHOUT["thumb"]] = by_thumb if who in networks.weights else learned.FULL
    if who in networks.weights:
        shares[networks.levels.index(who)] = learned.FULL - shares[WITHOUT["thumb"]]
    elif who in WITHOUT:
        shares[WITHOUT[who]] = learned.FULL
    elif who != STRONGEST:
        for level, share in unknown.items():
            shares[WITHOUT[level] if level in WITHOUT else networks.levels.index(level)] += share
    return shares


def is_known(networks: Networks, who: str) -> bool:
    """Whether something is known about how a bot or a person plays."""
    return bool(networks.levels) or who in WITHOUT or LIKE.get(who, who) == STRONGEST


def are_masters(company: Iterable[str]) -> bool:
    """Whether all of them are as strong as a master."""
    return all(LIKE.get(who, who) == STRONGEST for who in company)


def evenly(networks: Networks) -> dict[str, int]:
    """Every level equally likely: what is expected of somebody of whom nothing is known."""
    share, left = divmod(learned.FULL, max(1, len(networks.levels)))
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
        self.nets, self.worth = nets_of(networks, runner), worth_of(networks, runner)
        company = self._company(view, networks, shares)
        self.row = runner.table(DTYPE, company.inputs)
        self.layer = runner.table("f8", max(company.hidden + company.actions, company.foresight))
        self.values = runner.table("f8", self.most_worlds, len(moves))
        if company.ahead and networks.worth:
            task.scale = networks.worth.scale
        runner.write(self.tasks, 0, task)
        runner.write(self.companies, 0, company)
        self.open = list(range(len(moves)))
        self._mark()

    def _company(self, view: View, networks: Networks, shares: Sequence[Sequence[int]]) -> learned.Company:
        c = learned.Company()
        c.hidden, c.actions, c.moves = networks.hidden, int(view.game.rules.ACTIONS), len(self.moves)
        c.inputs, c.nets = networks.inputs, len(networks.levels)
        if networks.worth:
            c.ahead, c.foresight = self.plan.ahead, networks.worth.hidden
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
            self.worth,
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
