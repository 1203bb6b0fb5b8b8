"""The law of hidden steps: `redeal` after one gives what `redeal` before it and the step itself give, in any box."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import Any, NamedTuple

from tripot.core.fields import EVERYBODY
from tripot.core.state import CHANCE, HIDDEN, NOBODY
from tripot.play import Game

from .walks import another_world, demand, legal, options_of, outcomes, traits, view_of, walk

WALKS = 12
DRAWS = 600
DEVIATIONS = 5  # standard deviations between the two shares of a number
TASTE = (
    0.1  # more, where a seat chose: of equal cards or of pairs one may be likelier, and the rules do not say how much
)


class Moment(NamedTuple):
    """A step that a seat does not see."""

    before: Any
    after: Any
    seat: int
    actor: int
    where: str


Numbers = Counter[tuple[int, str, int, int]]
"""How often a viewer sees, in a field at a place, a number."""


def a_hidden_step_is_redealt_as_often_as_it_happens(game: Game, seats: int) -> None:
    """Where a step is hidden from a seat, its worlds after the step are its worlds before it, with the step made in each by
    the odds of chance or any legal move, as far as they look like what happened. Every number that others see is counted.
    """
    if seats > game.least + 1 or not traits(game).secrets:
        return
    for kind in _hidden_steps(game, seats).values():
        moment = random.Random(seats).choice(kind)
        made, redealt = (_counted(game, each, moment.seat) for each in (_made(game, moment), _redealt(game, moment)))
        _compare(*made, *redealt, moment.where, taste=0 if moment.actor == CHANCE else TASTE)


def _hidden_steps(game: Game, seats: int) -> dict[tuple[str, ...], list[Moment]]:
    """By the options and the secret fields that they change."""
    rules, found = game.rules, dict[tuple[str, ...], list[Moment]]()
    secret = _secret_fields(game)
    for seed in range(WALKS):
        for number, (s, actor, action) in enumerate(walk(game, seats, seed)):
            blind = [seat for seat in range(seats) if actor != NOBODY and rules.seen(s, seat, actor, action) == HIDDEN]
            if not blind:
                continue
            seat, after = blind[number % len(blind)], s.copy()
            rules.apply(after, actor, action)
            is_reveal = actor >= 0 and rules.pending(s) == 1 << actor and not rules.is_mid_move(after, actor)
            if not is_reveal:
                changed = [name for name in secret if getattr(s, name) != getattr(after, name)]
                kind = (str(options_of(game, seed)), *changed)
                where = f"{seats} seats, walk {seed}, step {number}, seat {seat}"
                found.setdefault(kind, []).append(Moment(s.copy(), after, seat, actor, where))
    return found


def _secret_fields(game: Game) -> list[str]:
    return [name for name, cell in game.rules.State.position_fields().items() if cell.seen != EVERYBODY]


def _made(game: Game, moment: Moment) -> Iterator[Any]:
    """Worlds before the step, and the step made in them."""
    rules, chooser = game.rules, random.Random(moment.where)
    mine = view_of(rules, moment.after, moment.seat)
    for number in range(DRAWS):
        world = another_world(rules, moment.before, moment.seat, number)
        if moment.actor == CHANCE:
            acts, odds = outcomes(rules, world)
        else:
            acts = legal(rules, world, moment.actor)
            odds = [1] * len(acts)
        action = chooser.choices(acts, odds)[0]
        if rules.seen(world, moment.seat, moment.actor, action) == HIDDEN:
            rules.apply(world, moment.actor, action)
            if view_of(rules, world, moment.seat) == mine:
                yield world


def _redealt(game: Game, moment: Moment) -> Iterator[Any]:
    for number in range(DRAWS, 2 * DRAWS):
        yield another_world(game.rules, moment.after, moment.seat, number)


def _counted(game: Game, worlds: Iterator[Any], seat: int) -> tuple[int, Numbers]:
    """How many worlds, and what the others see in them."""
    rules, found, count = game.rules, Numbers(), 0
    secret = _secret_fields(game)
    for world in worlds:
        count += 1
        for viewer in range(world.seats):
            if viewer != seat:
                v = view_of(rules, world, viewer)
                for name in secret:
                    found.update((viewer, name, place, number) for place, number in enumerate(_flat(getattr(v, name))))
    return count, found


def _flat(value: Any) -> list[int]:
    if not isinstance(value, list):
        return [value]
    return [number for row in value for number in row] if isinstance(value[0], list) else value


def _compare(count: int, made: Numbers, times: int, redealt: Numbers, where: str, *, taste: float) -> None:
    demand(count, where, "no world before the step leads to what is seen after it")
    for key in made.keys() | redealt.keys():
        wanted, found, all_of_it = made[key] / count, redealt[key] / times, (made[key] + redealt[key]) / (count + times)
        spread = sqrt(all_of_it * (1 - all_of_it) * (1 / count + 1 / times))
        viewer, name, place, number = key
        said = f"redeal shows {number} in {name}[{place}] to seat {viewer} with a share of {found:.2f} instead of {wanted:.2f}"
        demand(abs(found - wanted) <= DEVIATIONS * spread + 1 / count + taste, where, said)
