"""Perfect recall: everything that a seat has seen happen, as pairs of numbers that can be compared, stored and fed to a network.

A sighting is (actor, action): the actor is a seat or CHANCE, the action is HIDDEN where the seat only learns that
something happened. When hidden choices are turned up, each is sighted again, now openly; so is what the
rules turn up later. The sightings of a seat, and the table as set up, determine its view.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from tripot.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR
from tripot.play import Game, View


class Sighting(NamedTuple):
    """One thing that a seat has seen happen."""

    actor: int
    action: int


class Memory:
    """What every seat, and a spectator, has seen so far; kept up step by step. Copies are cheap."""

    __slots__ = ("commits", "game", "seen")

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seen: dict[int, tuple[Sighting, ...]] = dict.fromkeys((*range(seats), SPECTATOR), ())
        self.commits: tuple[Sighting, ...] = ()

    def copy(self) -> Memory:
        """A memory of its own with the same content."""
        new = Memory.__new__(Memory)
        new.game, new.seen, new.commits = self.game, dict(self.seen), self.commits
        return new

    def step(self, before: Any, actor: int, action: int) -> Any:
        """Let a step happen; the state before it stays as it is, the state after it is returned."""
        rules = self.game.rules
        after = before.copy()
        rules.apply(after, actor, action)
        if actor >= 0 and rules.seen(before, SPECTATOR, actor, action) == HIDDEN:
            self.commits += (Sighting(actor, action),)
        turned_up: tuple[Sighting, ...] = ()
        if actor >= 0 and rules.pending(before) == 1 << actor and not rules.is_mid_move(after, actor):
            turned_up, self.commits = self.commits, ()
        turned_up += _also(self.game, before, actor, action, after)
        for seat in self.seen:
            self.seen[seat] += (Sighting(actor, rules.seen(before, seat, actor, action)), *turned_up)
        return after


def remembered(view: View) -> tuple[Sighting, ...]:
    """Everything that the seat of a view has seen happen."""
    seen: list[Sighting] = []
    for step in view.history():
        seen.append(Sighting(step.actor, step.action))
        seen += [Sighting(*commit) for commit in step.revealed]
        seen += _also(view.game, step.before, step.actor, step.action, step.after)
    return tuple(seen)


def retold(game: Game, seen: Iterable[Sighting]) -> list[str]:
    """Sightings in notation: `0: r3`, `chance: ?`."""
    moves, outcomes = game.spelling.moves, game.spelling.outcomes
    lines = []
    for actor, action in seen:
        names = outcomes if actor == CHANCE else moves
        lines.append(f"{'chance' if actor == CHANCE else actor}: {'?' if action == HIDDEN else names[action]}")
    return lines


def _also(game: Game, before: Any, actor: int, action: int, after: Any) -> tuple[Sighting, ...]:
    from . import observer

    outcome = observer(game).also_seen(before, actor, action, after)
    return () if outcome == NOBODY else (Sighting(CHANCE, outcome),)
