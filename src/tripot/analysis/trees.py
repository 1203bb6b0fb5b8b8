"""Which candidate is the best by the champion's tree, in games where he is nothing but a tree whose rivals search too.

Whole games in which everybody follows the rules of thumb do not see what such a tree sees: in one game they called one move of a
master in fifteen a mistake, and most of what they advised instead was worse by the tree (docs/review.md). So there trees name the
best move, each grown from the seat's view with a seed of its own, and whole games say what it is worth. The trees know nothing of
the worlds of these games, so a move that they name is compared fairly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isqrt

from tripot.bots import LEVELS, stream
from tripot.bots.engines import engine
from tripot.bots.search import Settings, think
from tripot.play import Game, View

JUDGE = "champion"
SIMULATIONS = 400  # of one tree: two such trees agree about what moves differ by as 0.96
FEWEST = 2
WORLDS = 4  # there are as many trees as a side of the square of the worlds has fours
BITS = 20  # of the number of a tree; the rest of a stream's number is that of the decision

Values = dict[tuple[int, ...], float]
"""By whole move what it is worth to the seat: of trees from 0 to 1."""


def settings(game: Game, seats: int) -> Settings | None:
    """How the trees are grown, or None where the champion is more than a tree, or too slow without compiled code."""
    if not engine(game).is_compiled:
        return None
    found = LEVELS[JUDGE].settings_for(game, compiled=True, seats=seats)
    if not is_a_tree(found):
        return None
    return replace(found, simulations=SIMULATIONS, seconds=0.0, noise=0.0, candidates="legal", trees=1)


def is_a_tree(found: Settings) -> bool:
    """Whether somebody with these settings looks for moves in a tree whose rivals search too, and nowhere else."""
    return found.rivals == "search" and not found.confirm


def wanted(worlds: int) -> int:
    """How many trees a review with so many worlds has."""
    return max(FEWEST, isqrt(worlds) // WORLDS)


def grown(view: View, how: Settings, seed: int, decision: int, first: int, count: int) -> list[Values]:
    """What the trees from number `first` on say."""
    runner = engine(view.game)
    streams = (stream(seed, view.seat, game=decision << BITS | 1 << BITS - 1 | first + place) for place in range(count))
    thoughts = [think(view, how, rng, runner=runner) for rng in streams]
    return [{each.move.steps: each.value for each in found.considered if each.visits} for found in thoughts]


def named(trees: Sequence[Values], moves: Sequence[tuple[int, ...]]) -> int | None:
    """Which of the moves is best by all trees together; None if the first, the move played, is not known to them all."""
    if not trees or any(moves[0] not in tree for tree in trees):
        return None
    known = [place for place, steps in enumerate(moves) if all(steps in tree for tree in trees)]
    return max(known, key=lambda place: sum(tree[moves[place]] for tree in trees))
