"""Secrecy: what a seat sees is the same in all worlds that it cannot tell apart."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest
from rich.console import Console

import tripot
from tests.walks import SETTINGS, legal, moments, outcomes, seats_in, walk
from tripot.core.rng import Rng, begin
from tripot.core.state import CHANCE, HIDDEN, SPECTATOR
from tripot.play.view import View, seat_names

every_table = pytest.mark.parametrize(("name", "seats"), SETTINGS)
MOMENTS = 12


def viewers(seats: int) -> list[int]:
    return [*range(seats), SPECTATOR]


def view_of(rules: Any, s: Any, seat: int) -> Any:
    out = rules.State()
    rules.view(s, seat, out)
    return out


def another_world(rules: Any, s: Any, seat: int, seed: int) -> Any:
    rng = Rng()
    begin(rng, seed, 0, 1)
    world = s.copy()
    rules.redeal(world, seat, rng)
    return world


def shown(name: str, seats: int, seat: int, v: Any) -> list[str]:
    """Everything that the terminal renders of a view, in both languages."""
    game = tripot.load(name)
    table: Any = game.part("terminal")
    view = View(game, seats, None, seat, v, lambda: iter(()))
    texts = [str(view), str(view.to_json())]
    for lang in ("en", "fr"):
        names = seat_names(seats, lang)
        paper = io.StringIO()
        Console(file=paper, width=100).print(table.draw(view, names, lang))
        texts.append(paper.getvalue())
        texts.append(game.words.question(v, seat, names, lang))
        texts += [game.words.explain(v, seat, move.steps[0], names, lang) for move in view.legal_moves]
    return texts


@every_table
def test_worlds_that_differ_only_in_secrets_look_the_same(name: str, seats: int) -> None:
    rules = tripot.load(name).rules
    differed = 0
    for number, s in enumerate(moments(name, seats, seats, MOMENTS, {})):
        for seat in viewers(seats):
            mine = view_of(rules, s, seat)
            world = another_world(rules, s, seat, number)
            assert rules.FAULTS[rules.audit(world)] == "sound"
            assert view_of(rules, world, seat) == mine
            assert rules.pending(world) == rules.pending(s)
            assert rules.to_act(world) == rules.to_act(s)
            if seat >= 0:
                assert legal(rules, world, seat) == legal(rules, s, seat)
            differed += world != s
        theirs = view_of(rules, another_world(rules, s, seats - 1, number), seats - 1)
        assert shown(name, seats, seats - 1, theirs) == shown(name, seats, seats - 1, view_of(rules, s, seats - 1))
    assert differed or name == "razzia-knizia"  # where nothing but the future is hidden


@every_table
def test_a_view_is_enough_to_ask_the_rules(name: str, seats: int) -> None:
    rules = tripot.load(name).rules
    for number, s in enumerate(moments(name, seats, seats + 100, MOMENTS, {})):
        for seat in viewers(seats):
            v = view_of(rules, s, seat)
            assert rules.to_act(v) == rules.to_act(s)
            assert rules.pending(v) == rules.pending(s)
            assert rules.winners(v) == rules.winners(s)
            points, theirs = [0] * rules.SEATS, [0] * rules.SEATS
            rules.score(s, points)
            rules.score(v, theirs)
            assert points == theirs
            if seat >= 0:
                assert legal(rules, v, seat) == legal(rules, s, seat)
            assert another_world(rules, v, seat, number) == another_world(rules, s, seat, number)
            assert view_of(rules, v, seat) == v


@every_table
def test_a_hidden_step_looks_the_same_whatever_it_was(name: str, seats: int) -> None:
    """Another's hidden choice or draw: any other legal one gives the onlooker the same event and the same view."""
    rules = tripot.load(name).rules
    chooser = random.Random(seats)
    hidden = 0
    for s, actor, action in walk(name, seats, seats, {}):
        if actor == -1:
            continue
        others = outcomes(rules, s)[0] if actor == CHANCE else legal(rules, s, actor)
        for seat in viewers(seats):
            if rules.seen(s, seat, actor, action) != HIDDEN:
                assert rules.seen(s, seat, actor, action) == action
                continue
            hidden += 1
            other = chooser.choice(others)
            assert rules.seen(s, seat, actor, other) == HIDDEN
            one, two = s.copy(), s.copy()
            rules.apply(one, actor, action)
            rules.apply(two, actor, other)
            if not is_reveal(rules, s, one, actor):
                assert view_of(rules, one, seat) == view_of(rules, two, seat)
    assert hidden or name == "razzia-knizia"


def is_reveal(rules: Any, before: Any, after: Any, actor: int) -> bool:
    """Whether the step was the last commit, after which all lies open."""
    return actor >= 0 and seats_in(rules.pending(before)) == [actor] and not rules.going_on(after, actor)


@every_table
def test_a_seat_always_sees_its_own_doings(name: str, seats: int) -> None:
    rules = tripot.load(name).rules
    for s, actor, action in walk(name, seats, seats + 7, {}):
        if actor >= 0:
            assert rules.seen(s, actor, actor, action) == action
