"""Another course of a game that a player cannot tell from the true one: OpenSpiel's resampling from an information state.

`redeal` draws the world as it could be now, exactly uniformly. A state of OpenSpiel has a past too, and what the others
remember is read from it, so a past that leads to that world is drawn as well: backwards, every card that a seat drew
unseen is one of those that it then held. Only what the player has seen, and the world, enter into it; of what the others
really drew and chose nothing does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tripot.core.rng import Rng, below
from tripot.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR
from tripot.errors import TripotError
from tripot.observe import Sighting, observer
from tripot.play import Game


class Thing(NamedTuple):
    """Something that a seat drew unseen: the reshuffle that put it where it was drawn from, and the outcome of chance."""

    era: int
    outcome: int


class Secrets:
    """What the seats of a game draw and hold unseen. Here: nothing."""

    def drawer(self, s: Any) -> int:
        """At a chance event: the seat that gets what is drawn, or NOBODY."""
        return NOBODY

    def drawn(self, s: Any, outcome: int) -> Thing:
        """What is drawn, before it is."""
        return Thing(0, outcome)

    def held(self, s: Any, seat: int) -> list[Thing]:
        """All that the seat has drawn and not yet shown; what it has laid face down is part of it."""
        return []

    def chosen(self, s: Any, seat: int) -> list[int]:
        """The moves that the seat has made face down."""
        return []

    def shown(self, before: Any, action: int, also_seen: int) -> Thing | None:
        """What a seat held and everybody knows by its move, now or when the moves are turned up."""
        return None


def secrets_of(game: Game) -> Secrets | None:
    """What the seats of this game draw and hold unseen, if its `exact.py` says it."""
    found: Secrets | None = getattr(game.part("exact"), "SECRETS", None)
    return found


def with_other_commits(
    game: Game, first: Any, course: Sequence[Sighting], face_down: int, player: int, rng: Rng
) -> list[Sighting]:
    """The course with the others' last commits, which are not turned up yet, drawn again among all that are legal.

    That is another course where a seat has no other secrets; where chance deals some, the game must say which.
    """
    rules, s, other = game.rules, first.copy(), []
    for place, (actor, action) in enumerate(course):
        if rules.seen(s, player, actor, action) == HIDDEN:
            if actor == CHANCE:
                raise TripotError(
                    f"{game.name}: chance deals unseen, and no exact.py of the game says in its SECRETS who holds what; "
                    "so no other course can be drawn"
                )
            if place >= len(course) - face_down:
                action = s.acts[below(rng, rules.legal(s, actor))]
        rules.apply(s, actor, action)
        other.append(Sighting(actor, action))
    return other


class CourseStep(NamedTuple):
    """A step of the true course, as far as the player may know it: `action` and `shows` of what is `hidden` are not used."""

    actor: int
    action: int
    is_hidden: bool
    is_commit: bool
    """A move that spectators do not see when it is made."""
    drawer: int
    era: int
    shows: Thing | None


def steps_of(game: Game, secrets: Secrets, first: Any, course: Sequence[Sighting], player: int) -> list[CourseStep]:
    """The course of a game from its first state, seen by a player."""
    rules, s, steps = game.rules, first.copy(), []
    for actor, action in course:
        before = s.copy()
        drawer = secrets.drawer(s) if actor == CHANCE else NOBODY
        is_hidden = rules.seen(s, player, actor, action) == HIDDEN
        is_commit = actor != CHANCE and rules.seen(s, SPECTATOR, actor, action) == HIDDEN
        rules.apply(s, actor, action)
        also = observer(game).also_seen(before, actor, action, s)
        shows = secrets.shown(before, action, also) if actor != CHANCE else None
        era = secrets.drawn(before, action).era
        steps.append(CourseStep(actor, action, is_hidden, is_commit, drawer, era, shows))
    return steps


def another_past(
    secrets: Secrets, steps: Sequence[CourseStep], face_down: int, player: int, world: Any, rng: Rng
) -> list[Sighting]:
    """A course that leads to a world which the player cannot tell from the true one.

    `face_down` counts the last commits, which are not turned up yet. The course may break a rule that made a seat show
    something by what it did not do; then another one has to be drawn.
    """
    held = [secrets.held(world, seat) for seat in range(world.seats)]
    chosen = [secrets.chosen(world, seat) for seat in range(world.seats)]
    course = []
    for step in reversed(steps):
        action = step.action
        is_face_down = step.is_commit and face_down > 0
        face_down -= is_face_down
        if step.drawer not in (NOBODY, player):
            action = _last_drawn(held[step.drawer], step, rng)
        elif is_face_down and step.is_hidden:
            action = chosen[step.actor].pop()
        elif step.shows and not is_face_down and step.actor != player:
            held[step.actor].append(step.shows)
        course.append(Sighting(step.actor, action))
    return course[::-1]


def _last_drawn(held: list[Thing], step: CourseStep, rng: Rng) -> int:
    """Take away what a seat held last: what the player saw it draw, or any thing of that era."""
    if not step.is_hidden:
        held.remove(Thing(step.era, step.action))
        return step.action
    possible = [place for place, thing in enumerate(held) if thing.era == step.era]
    return held.pop(possible[below(rng, len(possible))]).outcome
