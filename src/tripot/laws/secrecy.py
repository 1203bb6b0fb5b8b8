"""Laws of secrecy: what a seat sees is the same in all worlds that it cannot tell apart, and `redeal` draws from just these."""

from __future__ import annotations

import io
import random
from collections import Counter
from math import sqrt
from typing import Any, NamedTuple

from tripot.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR
from tripot.language import languages
from tripot.play import Game
from tripot.play.names import seat_names
from tripot.play.view import View

from .walks import (
    another_world,
    demand,
    fresh,
    legal,
    moments,
    next_step,
    outcomes,
    seats_in,
    tiny,
    traits,
    view_of,
    viewers,
    walk,
)

MOMENTS = 12
MOST_WORLDS = 400  # that are counted
DRAWS = 200
DEVIATIONS = 6  # standard deviations between a share that is counted and one that is drawn
COUNTED = 3  # tables
COMPARED = 8  # moments at each


def a_view_is_enough_to_ask_the_rules(game: Game, seats: int) -> None:
    """Turn, moves, scores and worlds are the same asked on a view."""
    rules = game.rules
    for number, s in enumerate(moments(game, seats, seats + 100, MOMENTS, {})):
        for seat in viewers(seats):
            where, v = f"{seats} seats, moment {number}, seat {seat}", view_of(rules, s, seat)
            demand(rules.to_act(v) == rules.to_act(s), where, "to_act is another on the view")
            demand(rules.pending(v) == rules.pending(s), where, "pending is another on the view")
            demand(rules.winners(v) == rules.winners(s), where, "winners are others on the view")
            points, theirs = [0] * rules.SEATS, [0] * rules.SEATS
            rules.score(s, points)
            rules.score(v, theirs)
            demand(points == theirs, where, f"the scores are {points}, on the view {theirs}")
            demand(seat < 0 or legal(rules, v, seat) == legal(rules, s, seat), where, "legal is another on the view")
            demand(
                another_world(rules, v, seat, number) == another_world(rules, s, seat, number),
                where,
                "redeal gives another world from the view",
            )
            demand(view_of(rules, v, seat) == v, where, "the view of the view is another")


def worlds_that_differ_only_in_secrets_look_the_same(game: Game, seats: int) -> None:
    """Redealt worlds are sound and give the seat the same view, moves and words."""
    rules, differed = game.rules, 0
    some = [*moments(game, seats, seats, MOMENTS, {}), *moments(game, seats, seats + 1, MOMENTS, {})]
    for number, s in enumerate(some):
        for seat in viewers(seats):
            where, world = f"{seats} seats, moment {number}, seat {seat}", another_world(rules, s, seat, number)
            mine, theirs, fault = view_of(rules, s, seat), view_of(rules, world, seat), rules.audit(world)
            demand(fault == 0, where, f"in the redealt world audit says {rules.FAULTS[fault]!r}")
            demand(mine == theirs, where, f"the redealt world looks different in {_differences(mine, theirs)}")
            demand(rules.pending(world) == rules.pending(s), where, "pending is another in the redealt world")
            demand(rules.to_act(world) == rules.to_act(s), where, "to_act is another in the redealt world")
            is_same = seat < 0 or legal(rules, world, seat) == legal(rules, s, seat)
            demand(is_same, where, "legal is another in the redealt world")
            differed += world != s
        last = seats - 1
        one, two = (
            shown(game, seats, last, view_of(rules, each, last)) for each in (s, another_world(rules, s, last, number))
        )
        demand(
            one == two,
            f"{seats} seats, moment {number}, seat {last}",
            "the words differ between worlds that look the same",
        )
    demand(
        differed or not traits(game).secrets,
        f"{seats} seats",
        "redeal never gives another world, though something is hidden",
    )


def _differences(one: Any, two: Any) -> str:
    return ", ".join(name for name in one.position_fields() if getattr(one, name) != getattr(two, name))


def shown(game: Game, seats: int, seat: int, v: Any) -> list[str]:
    """Everything that is said of a view, in every language, in words and in the terminal."""
    from rich.console import Console

    from tripot.cli.contracts import terminal

    view = View(game, seats, None, seat, v, lambda: iter(()))
    texts = [str(view), str(view.to_json())]
    for lang in languages():
        names, paper = seat_names(seats, lang), io.StringIO()
        Console(file=paper, width=100).print(terminal(game).draw(view, names, lang))
        texts += [paper.getvalue(), game.words.question(v, seat, names, lang)]
        texts += [game.words.explain(v, seat, move.steps[0], names, lang) for move in view.legal_moves]
    return texts


def a_hidden_step_looks_the_same_whatever_it_was(game: Game, seats: int) -> None:
    """Another's hidden choice or draw: any other legal one gives the onlooker the same event and the same view."""
    rules = game.rules
    for seed in (seats, seats + 1):
        chooser = random.Random(seed)
        for number, (s, actor, action) in enumerate(walk(game, seats, seed, {})):
            if actor == NOBODY:
                continue
            others = outcomes(rules, s)[0] if actor == CHANCE else legal(rules, s, actor)
            for seat in viewers(seats):
                where, seen = (
                    f"{seats} seats, walk {seed}, step {number}, seat {seat}",
                    rules.seen(s, seat, actor, action),
                )
                demand(seen in (HIDDEN, action), where, f"{action} is seen as {seen}")
                if seen == action:
                    continue
                other = chooser.choice(others)
                demand(
                    rules.seen(s, seat, actor, other) == HIDDEN, where, f"{action} is hidden, but {other} would not be"
                )
                one, two = s.copy(), s.copy()
                rules.apply(one, actor, action)
                rules.apply(two, actor, other)
                is_reveal = actor >= 0 and seats_in(rules.pending(s)) == [actor] and not rules.is_mid_move(one, actor)
                mine, theirs = view_of(rules, one, seat), view_of(rules, two, seat)
                demand(
                    is_reveal or mine == theirs, where, f"the view tells a hidden step by {_differences(mine, theirs)}"
                )


def a_choice_made_while_others_choose_is_hidden_from_all_others(game: Game, seats: int) -> None:
    """As long as another seat still chooses at the same time, what one has chosen is not seen, whatever it is."""
    rules = game.rules
    for seed in (seats, seats + 1):
        chooser = random.Random(seed)
        for number, (s, actor, action) in enumerate(walk(game, seats, seed, {})):
            if actor < 0 or rules.pending(s) == 1 << actor:
                continue
            one, two = s.copy(), s.copy()
            rules.apply(one, actor, action)
            rules.apply(two, actor, chooser.choice(legal(rules, s, actor)))
            for seat in set(viewers(seats)) - {actor}:
                where = f"{seats} seats, walk {seed}, step {number}, seat {seat}"
                is_seen = rules.seen(s, seat, actor, action) != HIDDEN
                demand(not is_seen, where, f"it sees what seat {actor} does while others still choose")
                mine, theirs = view_of(rules, one, seat), view_of(rules, two, seat)
                said = f"the view tells what seat {actor} has chosen by {_differences(mine, theirs)}"
                demand(mine == theirs, where, f"{said} while others still choose")


def a_seat_sees_its_own_doings(game: Game, seats: int) -> None:
    """No move is hidden from who makes it."""
    for number, (s, actor, action) in enumerate(walk(game, seats, seats + 7, {})):
        seen = action if actor < 0 else game.rules.seen(s, actor, actor, action)
        demand(seen == action, f"{seats} seats, step {number}", f"seat {actor} does {action} and sees {seen}")


# -- Redeal against what can be counted -----------------------------------------


class World(NamedTuple):
    """A world that agrees with what a seat has seen: how often it is dealt, and how likely its hidden choices are in it."""

    state: Any
    deals: float
    choices: float


Worlds = dict[tuple[str, ...], World]
"""By what all see of them: the order in which a state keeps a deck that nobody sees makes no difference."""


def redeal_draws_from_all_worlds_that_agree_with_what_was_seen(game: Game, seats: int) -> None:
    """On the smallest table, as long as there are few worlds: all that a seat cannot tell apart are counted step by step from the
    first state on, and `redeal` draws each as often as that says. Open moves tell nothing, hidden ones are equally likely. Where
    cards are alike, a seat that plays one is more likely to have had several: then only which worlds can be is compared.
    """
    for seed in range(COUNTED if seats == game.least and traits(game).secrets else 0):
        seat, chooser = seed % seats, random.Random(seed)
        s = fresh(game, seats, tiny(game))
        worlds: Worlds = {_key(game, s): World(s.copy(), 1.0, 1.0)}
        number, compared, is_alike, is_told = 0, 0, False, False
        while (step := next_step(game.rules, s, chooser)) is not None and len(worlds) < MOST_WORLDS:
            before = s.copy()
            is_alike |= step[0] == CHANCE and max(outcomes(game.rules, before)[1]) > 1
            is_hidden = game.rules.seen(before, seat, *step) == HIDDEN and game.rules.pending(before) != 1 << max(
                step[0], 0
            )
            is_told |= step[0] >= 0 and step[0] != seat and not is_hidden
            game.rules.apply(s, *step)
            worlds = _followed(game, worlds, before, s, seat, *step)
            number += 1
            if len(worlds) > 1 and compared < COMPARED and game.rules.pending(s):
                compared += 1
                where = f"{seats} seats, table {seed}, step {number}, seat {seat}"
                _compare(game, worlds, s, seat, where, is_exact=not (is_alike and is_told))


def _key(game: Game, s: Any) -> tuple[str, ...]:
    return tuple(repr(view_of(game.rules, s, seat)) for seat in range(s.seats))


def _followed(game: Game, worlds: Worlds, before: Any, after: Any, seat: int, actor: int, action: int) -> Worlds:
    """The worlds after a step, as far as they agree with what the seat saw of it."""
    rules = game.rules
    seen, mine = rules.seen(before, seat, actor, action), view_of(rules, after, seat)
    is_open = rules.seen(before, SPECTATOR, actor, action) != HIDDEN
    is_reveal = actor >= 0 and rules.pending(before) == 1 << actor and not rules.is_mid_move(after, actor)
    found: Worlds = {}
    for world, deals, choices in worlds.values():
        acts, odds = outcomes(rules, world) if actor == CHANCE else (legal(rules, world, actor), [])
        for place, each in enumerate(acts):
            if rules.seen(world, seat, actor, each) != seen:
                continue
            new = world.copy()
            rules.apply(new, actor, each)
            if view_of(rules, new, seat) == mine:
                share = odds[place] / sum(odds) if actor == CHANCE else 1.0
                likely = 1.0 if is_reveal else choices if actor == CHANCE or is_open else choices / len(acts)
                _add(found, _key(game, new), World(new, deals * share, likely))
    return found


def _add(worlds: Worlds, key: tuple[str, ...], new: World) -> None:
    if old := worlds.get(key):
        deals = old.deals + new.deals
        new = World(new.state, deals, (old.deals * old.choices + new.deals * new.choices) / deals)
    worlds[key] = new


def _compare(game: Game, worlds: Worlds, s: Any, seat: int, where: str, *, is_exact: bool) -> None:
    total = sum(world.deals * world.choices for world in worlds.values())
    redealt = [another_world(game.rules, s, seat, number) for number in range(DRAWS)]
    drawn = Counter(_key(game, world) for world in redealt)
    demand(_key(game, s) in worlds, where, "what is the case is not among the worlds that agree with what was seen")
    impossible = [world for world in redealt if _key(game, world) not in worlds]
    demand(not impossible, where, f"redeal gives a world that cannot be: {''.join(map(repr, impossible[:1]))}")
    for key, world in worlds.items() if is_exact else ():
        share, found = world.deals * world.choices / total, drawn[key] / DRAWS
        most = DEVIATIONS * sqrt(share * (1 - share) / DRAWS) + 2 / DRAWS
        said = f"redeal gives a world with a share of {found:.3f} instead of {share:.3f}: {world.state}"
        demand(abs(found - share) <= most, where, said)
