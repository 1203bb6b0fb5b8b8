"""Walks through games by name, for tests; see `tripot.laws.walks`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, cast

import tripot
from tripot.core.options import specs
from tripot.laws import traits, walks
from tripot.laws.walks import legal, next_step, outcomes, seats_in

SETTINGS = [(game.name, seats) for game in tripot.games() for seats in game.seats]
"""Every game at every number of seats."""

Options = Mapping[str, Any] | None


def games_with(trait: str) -> list[str]:
    """The names of the games that have it; see `tripot.laws.Traits`."""
    return [game.name for game in tripot.games() if getattr(traits(game), trait)]


def fresh(name: str, seats: int, options: Options) -> Any:
    """A state with the table set up."""
    return walks.fresh(tripot.load(name), seats, options)


def options_of(name: str, seed: int) -> dict[str, Any]:
    """The options of the walk with that seed."""
    return dict(walks.options_of(tripot.load(name), seed))


def changed_options(name: str, seats: int) -> list[dict[str, Any]]:
    """Every option changed, one at a time, to every other value that it can have; of lots and orders to one of them."""
    found: list[dict[str, Any]] = []
    for option in specs(tripot.load(name).rules.Options).values():
        spec, usual = option.metadata["spec"], cast("Any", option.default)
        values: list[Any] = [value for value in spec.values if value != usual]
        if spec.is_seat:
            values = [1]
        elif spec.is_order:
            values = [tuple(range(seats, 0, -1))]
        elif spec.picks:
            values = [tuple(value for value in spec.values if value not in usual)[: spec.picks]]
        found += [{option.name: value} for value in values]
    return found


def walk(name: str, seats: int, seed: int, options: Options = None) -> Iterator[tuple[Any, int, int]]:
    """A whole game, of odd seeds by the rules of thumb: (state, actor, action) before every step."""
    return walks.walk(tripot.load(name), seats, seed, options)


def played(name: str, seats: int, seed: int, options: Options = None) -> tripot.Position:
    """A whole random game through the facade."""
    chooser = random.Random(f"{name} {seats} {seed}")
    chosen = options_of(name, seed) if options is None else options
    pos = tripot.load(name).start(seats=seats, seed=seed, options=chosen)
    while not pos.is_over:
        seat = chooser.choice(pos.pending)
        pos = pos.play(chooser.choice(pos.legal_moves(seat)), seat=seat)
    return pos


def drawn_with(
    name: str, seats: int, seed: int, chooser: random.Random, options: Options = None
) -> list[tuple[Any, int]]:
    """What chance did in a game with that seed and moves of the chooser's: (state before, outcome)."""
    pos = tripot.load(name).start(seats=seats, seed=seed, options=options)
    while not pos.is_over:
        seat = chooser.choice(pos.pending)
        pos = pos.play(chooser.choice(pos.legal_moves(seat)), seat=seat)
    s, steps = pos.line()
    found = []
    for actor, action in steps:
        if actor == tripot.CHANCE:
            found.append((s.copy(), action))
        pos.game.rules.apply(s, actor, action)
    return found


def moments(name: str, seats: int, seed: int, count: int, options: Options = None) -> list[Any]:
    """Some states out of the middle of a walk (copies)."""
    return walks.moments(tripot.load(name), seats, seed, count, options)


__all__ = [
    "SETTINGS",
    "changed_options",
    "drawn_with",
    "fresh",
    "games_with",
    "legal",
    "moments",
    "next_step",
    "options_of",
    "outcomes",
    "played",
    "seats_in",
    "walk",
]
