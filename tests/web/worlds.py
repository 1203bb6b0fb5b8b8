"""Pairs of whole games that one seat and every spectator cannot tell apart, though others hold other cards."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import tripot
from tripot.core.state import CHANCE, HIDDEN, SPECTATOR
from tripot.errors import TripotError
from tripot.play.position import Position

TRIES = 150  # swaps of two hidden cards that are tried


@dataclass(frozen=True)
class World:
    """A game as it was played: what was chosen in every decision, by seat, and what chance brought, in order."""

    game: str
    seats: int
    decisions: Sequence[Mapping[int, str]]
    chance: Sequence[str]


class Draw(NamedTuple):
    """A place among that many, as a dealer draws it."""

    total: int
    place: int


def played(game: str, seats: int, seed: int) -> World:
    """A random game to its end."""
    rng, decisions, chance = random.Random(f"{game} {seats} {seed}"), [], []
    position = tripot.load(game).start(seats=seats)
    while not position.is_over:
        if position.to_act == CHANCE:
            moves, weights = zip(*position.chance, strict=True)
            chance.append(str(rng.choices(moves, weights)[0]))
            position = position.play(chance[-1], seat=CHANCE)
            continue
        decisions.append(
            {seat: str(rng.choice(position.legal_moves(seat, whole=True, limit=50))) for seat in position.pending}
        )
        position = decided(position, decisions[-1])
    return World(game, seats, decisions, chance)


def decided(position: Position, choices: Mapping[int, str]) -> Position:
    for seat in sorted(choices):
        position = position.play(choices[seat], seat=seat)
    return position


def moments(world: World) -> Iterator[Position]:
    """The position of every decision, and the last one; TripotError if the game cannot be played so."""
    position, chance = tripot.load(world.game).start(seats=world.seats), iter(world.chance)
    for choices in (*world.decisions, None):
        while position.to_act == CHANCE:
            position = position.play(next(chance), seat=CHANCE)
        yield position
        if choices is not None:
            position = decided(position, choices)


def draws(world: World) -> list[Draw]:
    """What a dealer must draw to bring the world's chance."""
    found, position, chance = [], tripot.load(world.game).start(seats=world.seats), iter(world.chance)
    for choices in (*world.decisions, None):
        while position.to_act == CHANCE:
            outcome = next(chance)
            names = [str(move) for move, weight in position.chance for _ in range(weight)]
            found.append(Draw(len(names), names.index(outcome)))
            position = position.play(outcome, seat=CHANCE)
        if choices is not None:
            position = decided(position, choices)
    return found


def twin(world: World, seat: int) -> World:
    """The same game to a seat and to spectators, with hidden cards somewhere else in as many moments as can be found."""
    rng, unseen, first = random.Random(f"{world.game} {seat}"), _unseen(world, seat), list(moments(world))
    most = 0
    for _ in range(TRIES if len(unseen) > 1 else 0):
        one, other = rng.sample(unseen, 2)
        chance = list(world.chance)
        chance[one], chance[other] = chance[other], chance[one]
        if chance != world.chance:
            swapped = replace(world, chance=chance)
            differ = _differ(swapped, seat, first)
            if differ >= most:
                world, most = swapped, differ
    return world


def _unseen(world: World, seat: int) -> list[int]:
    """The numbers of the chance events that the seat did not see."""
    *_, end = moments(world)
    shown = [step.action for step in end.view(seat).history() if step.actor == CHANCE]
    return [number for number, action in enumerate(shown) if action == HIDDEN]


def _differ(world: World, seat: int, first: Sequence[Position]) -> int:
    """In how many moments a world is another one; -1 if the seat or a spectator could know it, or it cannot be played."""
    position, found = first[0], 0
    try:
        for position, expected in zip(moments(world), first, strict=True):
            found += position != expected
            if any(position.view(who).state != expected.view(who).state for who in (seat, SPECTATOR)):
                return -1
    except (TripotError, RuntimeError):  # the latter: more chance than the world has
        return -1
    same = all(list(position.view(who).history()) == list(first[-1].view(who).history()) for who in (seat, SPECTATOR))
    return found if same else -1
