"""Random walks through games, for tests: everything comes from one seed, so every failure can be repeated."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import tripot
from tripot.core.state import CHANCE, NOBODY

SETTINGS = [(game.name, seats) for game in tripot.games() for seats in game.seats]
"""Every game at every number of seats."""

VARIANTS: dict[str, list[dict[str, Any]]] = {
    "razzia": [{}, {"leftover": "discard"}, {"box": "tiny"}],
    "razzia-knizia": [{}, {"bodyguards_all_equal": "ra", "tie_break": "highest_cheque"}, {"box": "tiny"}],
    "hick-hack": [{}, {"negotiation": "simple", "duel_cards": "all"}, {"box": "tiny"}],
    "raise": [{}, {"raise_cards": "just_enough"}, {"box": "tiny"}],
}
"""Options worth walking through, the rule book's way first."""


def fresh(name: str, seats: int, options: dict[str, Any]) -> Any:
    """A state with the table set up."""
    game = tripot.load(name)
    s = game.rules.State()
    game.rules.setup(s, seats, game.read_options(options, seats=seats))
    return s


def options_of(name: str, seed: int) -> dict[str, Any]:
    """The options of the walk with that seed."""
    return VARIANTS[name][seed % len(VARIANTS[name])]


def seats_in(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def outcomes(rules: Any, s: Any) -> tuple[list[int], list[int]]:
    count = rules.weights(s)
    return list(s.acts[:count]), list(s.odds[:count])


def legal(rules: Any, s: Any, seat: int) -> list[int]:
    return list(s.acts[: rules.legal(s, seat)])


def next_step(rules: Any, s: Any, chooser: random.Random) -> tuple[int, int] | None:
    """A random (actor, action), any pending seat in a simultaneous choice; None when the game is over."""
    who = rules.to_act(s)
    if who == NOBODY:
        return None
    if who == CHANCE:
        acts, odds = outcomes(rules, s)
        return CHANCE, chooser.choices(acts, odds)[0]
    seat = chooser.choice(seats_in(rules.pending(s)))
    return seat, chooser.choice(legal(rules, s, seat))


def walk(name: str, seats: int, seed: int, options: dict[str, Any] | None = None) -> Iterator[tuple[Any, int, int]]:
    """A whole random game: (state, actor, action) before every step. The state goes on changing; the last one is over."""
    rules = tripot.load(name).rules
    s = fresh(name, seats, options_of(name, seed) if options is None else options)
    chooser = random.Random(f"{name} {seats} {seed}")
    while (step := next_step(rules, s, chooser)) is not None:
        yield s, *step
        rules.apply(s, *step)
    yield s, NOBODY, NOBODY


def played(name: str, seats: int, seed: int, options: dict[str, Any] | None = None) -> tripot.Position:
    """A whole random game through the facade."""
    chooser = random.Random(f"{name} {seats} {seed}")
    pos = tripot.load(name).start(
        seats=seats, seed=seed, options=options_of(name, seed) if options is None else options
    )
    while not pos.is_over:
        seat = chooser.choice(pos.pending)
        pos = pos.play(chooser.choice(pos.legal_moves(seat)), seat=seat)
    return pos


def moments(name: str, seats: int, seed: int, count: int, options: dict[str, Any] | None = None) -> list[Any]:
    """Some states out of the middle of random games (copies)."""
    found = [s.copy() for s, _, _ in walk(name, seats, seed, options)]
    return random.Random(seed).sample(found, min(count, len(found)))
