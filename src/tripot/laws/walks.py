"""Walks through games, half of them at random, half by the rules of thumb: from one seed each, so that all can be repeated."""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tripot.bots.engines import plain_engine
from tripot.core.contracts import Rules
from tripot.core.options import specs
from tripot.core.rng import Rng, begin
from tripot.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR
from tripot.play import Game

TINY = "tiny"  # the value of an option that makes a table small enough to count its games
LONGEST = 20_000  # steps of a game
WALKS = 16  # at most, that say what a game has: some of it is rare
GIFT = re.compile(r"\S+>[0-9]+")  # a token that gives something to a seat

Options = Mapping[str, object]


class Broken(AssertionError):
    """A game breaks a law; says where and what."""


def demand(is_so: object, where: str, what: str) -> None:
    """Raise Broken unless it is so."""
    if not is_so:
        raise Broken(f"{where}: {what}")


@functools.cache
def variants(game: Game) -> tuple[Options, ...]:
    """Options worth walking through: the usual ones, the other values all together, the tiny table."""
    found = {name: option.metadata["spec"] for name, option in specs(game.rules.Options).items()}
    choices = {name: spec.values for name, spec in found.items() if not spec.picks}
    others = {name: values[1] for name, values in choices.items() if len(values) > 1 and values[1] != TINY}
    return tuple({str(sorted(each.items())): each for each in ({}, others, tiny(game))}.values())


def tiny(game: Game) -> Options:
    """The options of the smallest table: those that can be `tiny` are."""
    found = specs(game.rules.Options).items()
    return {name: TINY for name, option in found if TINY in option.metadata["spec"].values}


def options_of(game: Game, seed: int) -> Options:
    """The options of the walk with that seed; a walk at random and one by the rules of thumb have the same."""
    return variants(game)[seed // 2 % len(variants(game))]


def is_by_thumb(seed: int) -> bool:
    """Whether the walk with that seed is played by the rules of thumb."""
    return seed % 2 == 1


def fresh(game: Game, seats: int, options: Options | None = None) -> Any:
    """A state with the table set up."""
    s = game.rules.State()
    game.rules.setup(s, seats, game.read_options(options, seats=seats))
    return s


def seats_in(mask: int) -> list[int]:
    """The seats of a bit mask."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def viewers(seats: int) -> list[int]:
    """All who look on."""
    return [*range(seats), SPECTATOR]


def outcomes(rules: Rules, s: Any) -> tuple[list[int], list[int]]:
    """The outcomes of a chance event and their weights."""
    count = rules.weights(s)
    return list(s.acts[:count]), list(s.odds[:count])


def legal(rules: Rules, s: Any, seat: int) -> list[int]:
    """The legal moves of a seat."""
    return list(s.acts[: rules.legal(s, seat)])


def view_of(rules: Rules, s: Any, seat: int) -> Any:
    """What a seat sees of a state."""
    out = rules.State()
    rules.view(s, seat, out)
    return out


def another_world(rules: Rules, s: Any, seat: int, seed: int) -> Any:
    """A world that agrees with what the seat has seen."""
    rng, world = Rng(), s.copy()
    begin(rng, seed, 0, 1)
    rules.redeal(world, seat, rng)
    return world


def next_step(rules: Rules, s: Any, chooser: random.Random, thumb: Any = None) -> tuple[int, int] | None:
    """An (actor, action), any pending seat in a simultaneous choice; None when the game is over."""
    who = rules.to_act(s)
    if who == NOBODY:
        return None
    if who == CHANCE:
        acts, odds = outcomes(rules, s)
        return CHANCE, chooser.choices(acts, odds)[0]
    seat = chooser.choice(seats_in(rules.pending(s)))
    if thumb is None:
        return seat, chooser.choice(legal(rules, s, seat))
    rng = Rng()
    begin(rng, chooser.getrandbits(32), 0, seat + 1)
    return seat, thumb(view_of(rules, s, seat), seat, rng)


def walk(game: Game, seats: int, seed: int, options: Options | None = None) -> Iterator[tuple[Any, int, int]]:
    """A whole game: (state, actor, action) before every step. The state goes on changing; the last one is over."""
    rules = game.rules
    chosen = options_of(game, seed) if options is None else options
    s = fresh(game, seats, chosen)
    chooser = random.Random(f"{game.rules.VERSION} {seats} {seed}")
    thumb = plain_engine(game).thumb if is_by_thumb(seed) else None
    for number in range(LONGEST):
        step = next_step(rules, s, chooser, thumb)
        if step is None:
            yield s, NOBODY, NOBODY
            return
        actor, action = step
        if thumb is not None and actor >= 0:
            where = f"{seats} seats, walk {seed}, step {number}, seat {actor}"
            can = [game.spelling.moves[each] for each in legal(rules, s, actor)]
            name = game.spelling.moves[action] if 0 <= action < rules.ACTIONS else action
            demand(name in can, where, f"the rules of thumb play {name!r}; legal: {', '.join(can)}")
        yield s, actor, action
        rules.apply(s, actor, action)
    raise Broken(f"{seats} seats, walk {seed}: the game does not end within {LONGEST} steps")


def moments(game: Game, seats: int, seed: int, count: int, options: Options | None = None) -> list[Any]:
    """Some states out of the middle of a walk (copies)."""
    found = [s.copy() for s, _, _ in walk(game, seats, seed, options)]
    return random.Random(seed).sample(found, min(count, len(found)))


@dataclass(frozen=True)
class Traits:
    """What a game has, so that nobody needs to ask for its name."""

    chance: bool = False
    dice: bool = False
    simultaneous: bool = False
    """Several seats choose at the same moment."""
    compound: bool = False
    """Some moves have several steps."""
    splits: bool = False
    """Some moves share things out among the seats; their steps are spelled `thing>seat`."""
    hidden_moves: bool = False
    """Some moves are not seen by everybody when they are made."""
    hidden_chance: bool = False
    """Some cards are drawn unseen."""

    @property
    def secrets(self) -> bool:
        """Whether a seat ever knows what another does not, besides the future."""
        return self.hidden_moves or self.hidden_chance


@functools.cache
def traits(game: Game) -> Traits:
    """What the game has: dice and splits by its tokens, the rest found out in walks, as many as it takes."""
    found = dict.fromkeys(("chance", "simultaneous", "compound", "hidden_moves", "hidden_chance"), False)
    for seed in range(WALKS):
        for seats in (game.least, game.most):
            for s, actor, action in walk(game, seats, seed):
                if actor != NOBODY:
                    _note_traits(game, s, actor, action, found)
        if all(found.values()):
            break
    return Traits(dice=any(game.die_faces), splits=any(map(GIFT.fullmatch, game.spelling.moves)), **found)


def _note_traits(game: Game, s: Any, actor: int, action: int, found: dict[str, bool]) -> None:
    rules, is_chance = game.rules, actor == CHANCE
    found["chance"] |= is_chance
    found["simultaneous"] |= len(seats_in(rules.pending(s))) > 1
    found["compound"] |= not is_chance and rules.is_mid_move(s, actor)
    kind = "hidden_chance" if is_chance else "hidden_moves"
    found[kind] = found[kind] or any(rules.seen(s, seat, actor, action) == HIDDEN for seat in viewers(s.seats))
