"""A best-response search: a player who knows which level sits opposite, and runs that level to see what it would do.

At each decision it considers some whole moves. It redeals worlds that agree with its view, lets the rivals answer *by
the level itself* (from their views of that world, with streams of their own), plays on by the rules of thumb, and takes
the move after which it stands best; if none is clearly better, the one that the level would make in its place. All
moves meet the same worlds and the same luck. A true best response would look further and at more: what this one gains
is a lower bound of what can be gained.
"""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from typing import Any

from bench.imagined import Worlds

from tripot.bots import Bot, bot, thumb_bot
from tripot.core.rng import Rng, below
from tripot.core.state import NOBODY
from tripot.play import Move, View

EARLY_CHANCE, LEVEL = 11, 16  # streams of a world: chance while the level still answers, and the level at each seat


@dataclass(frozen=True, kw_only=True)
class Budget:
    """What one decision may cost."""

    worlds: int = 12
    """Every move is tried in at most this many worlds."""
    calls: int = 48
    """No further world is begun when it could need more answers of the level than this."""
    moves: int = 8
    """Moves considered."""
    answers: int = 2
    """So often in a world the rivals who are asked answer by the level; then by the rules of thumb."""
    lucks: int = 4
    """So often each world is played on from there."""
    doubt: float = 0.0
    """By this many standard errors another move must be better than the level's own: little, where the level is weak."""


SMALLER = {
    "regular": Budget(worlds=10, calls=32, doubt=0.5),
    "expert": Budget(worlds=8, calls=16, moves=5, answers=1, doubt=1.0),
    "master": Budget(worlds=6, calls=8, moves=3, answers=1, lucks=6, doubt=1.0),
    "champion": Budget(worlds=6, calls=8, moves=3, answers=1, lucks=6, doubt=1.0),
}
"""For levels that think long."""


def budget_for(level: str) -> Budget:
    """The budget against a level, unless another is given."""
    return SMALLER.get(level, Budget())


class Respond:
    """The best-response search as a bot, against one level."""

    def __init__(self, level: str, budget: Budget) -> None:
        self.level: Bot = bot(level)
        self.budget = budget

    def __call__(self, view: View, rng: Rng) -> Move:
        worlds = Worlds(view, below(rng, 1 << 31))
        found = worlds.whole_moves(self.budget.moves)
        if len(found) == 1:
            return found[0]
        own = self.level(view, rng)  # whoever plays like the level loses nothing
        moves = [own, *(move for move in found if move.steps != own.steps)]
        results: list[list[list[Result]]] = [[] for _ in moves]
        spent, dearest = 0, 0
        for number in range(self.budget.worlds):
            if spent + dearest > self.budget.calls:
                break
            asked = World(worlds, number, self)
            for move, tried in zip(moves, results, strict=True):
                tried.append(asked.tried(move))
            spent, dearest = spent + asked.calls, max(dearest, asked.calls)
        return moves[_best(results, self.budget.doubt)]


@dataclass(frozen=True)
class Result:
    """How a world ended for the seat: its lead over the best rival, and its share of the victory (-1: it goes on)."""

    lead: int
    share: float


class World:
    """One world, with what the level answers in it."""

    def __init__(self, worlds: Worlds, number: int, player: Respond) -> None:
        self.worlds, self.number, self.player = worlds, number, player
        self.calls = 0
        self.start = worlds.deal(number)
        others = [seat for seat in _seats(worlds.rules.pending(self.start)) if seat != worlds.seat]
        # who chooses at the same time does not see the move, so one answer serves all moves
        self.commits = {seat: self._answer(self.start, seat, 0) for seat in others}

    def tried(self, move: Move) -> list[Result]:
        """What becomes of the world after a move, once for every luck."""
        worlds = self.worlds
        world = self.start.copy()
        worlds.play(world, worlds.seat, move.steps)
        for seat, steps in self.commits.items():
            worlds.play(world, seat, steps)
        self._play_on(world, self.player.budget.answers - bool(self.commits))
        found = []
        for luck in range(self.player.budget.lucks):
            points, share = worlds.finish(world, self.number, luck)
            own = points.pop(worlds.seat)
            found.append(Result(own - max(points), share))
        return found

    def _play_on(self, world: Any, answers: int) -> None:
        """Let the rivals answer by the level so often, unless the next round begins before; the seat itself goes on by thumb."""
        worlds, rules = self.worlds, self.worlds.rules
        luck = worlds.stream(self.number, EARLY_CHANCE)
        own = worlds.stream(self.number, LEVEL + worlds.seat)
        while answers > 0:
            who = worlds.draw_on(world, luck)
            asked = rules.pending(world)
            if who == NOBODY or asked == worlds.everybody:
                return
            rivals = [seat for seat in _seats(asked) if seat != worlds.seat]
            said = {seat: self._answer(world, seat, answers) for seat in rivals}
            if asked >> worlds.seat & 1:
                said[worlds.seat] = thumb_bot(worlds.sight(world, worlds.seat), own).steps
            for seat, steps in said.items():
                worlds.play(world, seat, steps)
            answers -= bool(rivals)

    def _answer(self, world: Any, seat: int, left: int) -> tuple[int, ...]:
        """What the level does at a seat; equal answers left are equal whims, whatever move is tried."""
        self.calls += 1
        rng = self.worlds.stream(self.number, LEVEL * (left + 1) + seat)
        return self.player.level(self.worlds.sight(world, seat), rng).steps


def _best(results: list[list[list[Result]]], doubt: float) -> int:
    """The place of the move that is better than the first by most, its doubt taken off; the first unless one is clearly better.

    A result has a list for every world. What a lead means depends on how far apart the leads lie.
    """
    scale = max(1.0, statistics.pstdev(result.lead for move in results for world in move for result in world))
    first, *others = [
        [statistics.fmean(_worth(result, scale) for result in world) for world in move] for move in results
    ]
    gains = [_less_doubt([own - theirs for own, theirs in zip(move, first, strict=True)], doubt) for move in others]
    return 1 + gains.index(max(gains)) if gains and max(gains) > 0 else 0


def _less_doubt(gains: list[float], doubt: float) -> float:
    """The mean less that many standard errors."""
    if len(gains) < 2:
        return -math.inf
    return statistics.fmean(gains) - doubt * statistics.stdev(gains) / math.sqrt(len(gains))


def _worth(result: Result, scale: float) -> float:
    """Half the victory, half the lead; while the game goes on the lead alone. From 0 to 1."""
    lead = result.lead / scale
    squashed = 0.5 + 0.5 * lead / (1 + abs(lead))
    return squashed if result.share < 0 else (squashed + result.share) / 2


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]
