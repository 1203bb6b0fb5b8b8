"""A textbook single-observer information-set tree search, as an outside opponent: UCB1, random roll-outs, small steps.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012), SO-ISMCTS: determinise, select with
availability counts, expand one node, roll out at random, back up every seat's own reward. Written apart from
`tripot.core.search`, over the rules as plain Python. What others choose face down is not in the observer's tree.
"""

from __future__ import annotations

import math
import random
import time

from tripot.core.rng import Rng, begin, below
from tripot.core.state import CHANCE, HIDDEN, NOBODY
from tripot.play import Move, View

EXPLORE = 0.7


class Node:
    """What the observer has seen; its children by (actor, action as seen)."""

    __slots__ = ("available", "children", "reward", "visits")

    def __init__(self) -> None:
        self.children: dict[tuple[int, int], Node] = {}
        self.visits, self.available, self.reward = 0, 0, 0.0


NOTHING = Node()  # what has not been tried


class Textbook:
    """A bot with a budget of processor seconds or of simulations for every decision."""

    def __init__(self, *, seconds: float = 0.0, simulations: int = 0) -> None:
        self.seconds, self.simulations = seconds, simulations
        self.done = 0

    def __call__(self, view: View, rng: Rng) -> Move:
        moves = view.legal_moves
        if len(moves) == 1:
            return moves[0]
        chooser = random.Random(below(rng, 1 << 31))
        root, end, count = Node(), time.thread_time() + self.seconds, 0
        while count < self.simulations or (not self.simulations and time.thread_time() < end):
            simulate(view, root, chooser)
            count += 1
        self.done += count
        return max(moves, key=lambda move: root.children.get((view.seat, move.steps[0]), NOTHING).visits)


def simulate(view: View, root: Node, chooser: random.Random) -> None:
    """One iteration."""
    rules, seat = view.game.rules, view.seat
    rng = Rng()
    begin(rng, chooser.getrandbits(62), 0, 0)
    s = view.state.copy()
    rules.redeal(s, seat, rng)
    node, path, inside = root, [], True
    who = seat
    while who != NOBODY:
        if who == CHANCE:
            action = rules.draw(s, rng)
            seen = rules.seen(s, seat, who, action)
            if inside:
                node = node.children.setdefault((CHANCE, seen), Node())
        else:
            actions = list(s.acts[: rules.legal(s, who)])
            if inside:
                action, inside = select(node, who, actions, chooser)
                seen = rules.seen(s, seat, who, action)
                path.append((who, node.children[who, action]))
                node = node.children[who, action] if seen != HIDDEN else node
            else:
                action = chooser.choice(actions)
        rules.apply(s, who, action)
        who = rules.to_act(s)
    mask = rules.winners(s)
    share = 1 / mask.bit_count()
    for actor, child in path:
        child.visits += 1
        child.reward += share if mask >> actor & 1 else 0.0


def select(node: Node, who: int, actions: list[int], chooser: random.Random) -> tuple[int, bool]:
    """An untried action (then the tree ends there), or the one with the highest upper bound."""
    untried = [action for action in actions if (who, action) not in node.children]
    for action in actions:
        child = node.children.get((who, action))
        if child is not None:
            child.available += 1
    if untried:
        action = chooser.choice(untried)
        child = node.children[who, action] = Node()
        child.available = 1
        return action, False

    def bound(action: int) -> float:
        child = node.children[who, action]
        mean = child.reward / max(1, child.visits)
        return mean + EXPLORE * math.sqrt(math.log(child.available) / max(1, child.visits))

    return max(actions, key=bound), True
