"""A game as a sequence of turns: what chance did, what a seat decided, what the others decided.

Between two turns lies a *mark*, a state whose value is asked for. Forced moves belong to what chance did. A simultaneous choice
is taken apart: first the seat's own choice, on the position before anybody committed, then the choices of the others; the rules
promise that the order does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tripot.core.contracts import Rules
from tripot.core.state import CHANCE

CHANCES, OWN, OTHERS = "chance", "own", "others"

Steps = tuple[tuple[int, int], ...]
"""(actor, action), one after the other."""


@dataclass(frozen=True)
class Moment:
    """Something that happened at a state: one chance event, one whole move, or all the moves of a simultaneous choice."""

    before: Any
    number: int
    """Of its first step in the game."""
    actors: tuple[int, ...]
    """In the order of the record; CHANCE alone for a chance event."""
    moves: dict[int, tuple[int, ...]]
    numbers: dict[int, int]
    """By seat the number of its first step."""
    free: tuple[int, ...]
    """The seats that could have moved differently."""


@dataclass(frozen=True)
class Turn:
    """A stretch of a game between two marks."""

    kind: str
    """CHANCES, OWN or OTHERS."""
    before: Any
    after: Any
    steps: Steps
    number: int
    """Of its first step in the game."""
    moment: Any = field(default=None, repr=False)
    """Of an own turn: the state before anybody committed."""


def moments(rules: Rules, state: Any, steps: Iterable[tuple[int, int]]) -> Iterator[Moment]:
    """The moments of a line of play. A move or a simultaneous choice that is not complete at its end is left out."""
    s, number, left = state.copy(), 0, list(steps)
    while number < len(left):
        moment = _moment(rules, s, number, left)
        if moment is None:
            return
        yield moment
        for actor, action in left[number : number + _length(moment)]:
            rules.apply(s, actor, action)
        number += _length(moment)


def _length(moment: Moment) -> int:
    return sum(map(len, moment.moves.values()))


def _moment(rules: Rules, state: Any, number: int, steps: Sequence[tuple[int, int]]) -> Moment | None:
    """The moment that begins with that step, or None if it is cut off."""
    s, first = state.copy(), number
    moves: dict[int, tuple[int, ...]] = {}
    numbers: dict[int, int] = {}
    free: set[int] = set()
    while number < len(steps):
        actor, action = steps[number]
        if actor != CHANCE and rules.legal(s, actor) > 1:
            free.add(actor)
        is_last = actor == CHANCE or rules.pending(s) == 1 << actor
        moves[actor] = (*moves.get(actor, ()), action)
        numbers.setdefault(actor, number)
        rules.apply(s, actor, action)
        number += 1
        if is_last and (actor == CHANCE or not rules.is_mid_move(s, actor)):
            return Moment(state.copy(), first, tuple(moves), moves, numbers, tuple(sorted(free)))
    return None


def turns(rules: Rules, found: Iterable[Moment], seat: int) -> list[Turn]:
    """The same from one seat: neighbours of the same kind are one turn, own choices stay apart."""
    pieces: list[Turn] = []
    for moment in found:
        for kind, actors in _order(moment, seat):
            before = pieces[-1].after if pieces else moment.before
            steps = tuple((actor, action) for actor in actors for action in moment.moves[actor])
            after = _after(rules, before, steps)
            number = min(moment.numbers[actor] for actor in actors)
            own = moment.before if kind == OWN else None
            if pieces and pieces[-1].kind == kind != OWN:
                last = pieces.pop()
                pieces.append(Turn(kind, last.before, after, last.steps + steps, last.number))
            else:
                pieces.append(Turn(kind, before, after, steps, number, own))
    return pieces


def _order(moment: Moment, seat: int) -> Iterator[tuple[str, list[int]]]:
    """Which kind of turn each part of a moment is, the seat's own choice first."""
    actors = list(moment.actors)
    if seat in moment.free:
        yield OWN, [seat]
        actors.remove(seat)
    if actors:
        is_free = any(actor in moment.free for actor in actors)
        yield (OTHERS if is_free else CHANCES), actors


def _after(rules: Rules, state: Any, steps: Steps) -> Any:
    s = state.copy()
    for actor, action in steps:
        rules.apply(s, actor, action)
    return s
