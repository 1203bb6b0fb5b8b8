"""What the games' states say of their numbers is true: along whole games, half of them played by the rules of thumb."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import tripot
from tests.walks import SETTINGS, fresh, next_step, options_of
from tripot.bots.policies import policy
from tripot.core.declared import key, range_check, schema, sketch, source
from tripot.core.fields import EVERYBODY, HIDDEN, RULED, UNSEEN, Cells
from tripot.core.rng import Rng, begin
from tripot.core.state import SPECTATOR
from tripot.laws.walks import another_world, view_of, viewers
from tripot.observe.default import observer_of
from tripot.play.schema import position_schema

every_game = pytest.mark.parametrize("name", [game.name for game in tripot.games()])
every_table = pytest.mark.parametrize(("name", "seats"), SETTINGS)


def states(name: str, seats: int, seed: int) -> Iterator[Any]:
    """Every state of a game; with an odd seed the rules of thumb choose."""
    game = tripot.load(name)
    rules, s, chooser, rng = game.rules, fresh(name, seats, options_of(name, seed)), random.Random(seed), Rng()
    begin(rng, seed, 0, 0)
    while (step := next_step(rules, s, chooser)) is not None:
        yield s
        actor, action = step
        if actor >= 0 and seed % 2:
            action = policy(game).thumb(view_of(rules, s, actor), actor, rng)
        rules.apply(s, actor, action)
    yield s


def numbers(content: Any) -> list[int]:
    if isinstance(content, list):
        return [number for part in content for number in numbers(part)]
    return [content]


@every_table
def test_every_number_of_every_position_lies_in_its_range(name: str, seats: int) -> None:
    rules: Any = tripot.load(name).rules
    check = range_check(rules.State)
    for seed in range(4):
        for s in states(name, seats, seed):
            assert check(s), [field for field, cell in rules.State.position_fields().items() if is_odd(s, field, cell)]


def is_odd(s: Any, field: str, cell: Cells) -> bool:
    low, high = cell.range
    return not all(low <= number <= high for number in numbers(getattr(s, field)))


@every_game
def test_a_range_that_is_too_small_is_caught(name: str) -> None:
    """Cut each field's range below the largest number that a few games have there: the check finds it."""
    game = tripot.load(name)
    seen = [s.copy() for seed in range(4) for s in states(name, game.most, seed)]
    for field, cell in game.rules.State.position_fields().items():
        most = max(max(numbers(getattr(s, field))) for s in seen)
        if most <= cell.range[0]:
            continue
        fields = game.rules.State.fields | {field: replace(cell, bounds=(cell.range[0], most - 1))}
        narrow: Any = type("Narrow", (game.rules.State,), {"fields": fields, "__module__": __name__})
        check = range_check(narrow)
        assert not all(check(s) for s in seen), field


@every_game
def test_every_field_has_its_words_and_a_range(name: str) -> None:
    for field, entry in key(tripot.load(name).rules.State).items():
        assert entry["about"], field
        assert tripot.load(name).rules.State.fields[field].bounds, field


@every_table
def test_a_view_has_only_what_the_declaration_lets_it_have(name: str, seats: int) -> None:
    rules = tripot.load(name).rules
    for moment, s in enumerate(states(name, seats, 1)):
        for seat in (0, SPECTATOR) if moment % 5 == 0 else ():
            v = view_of(rules, s, seat)
            for field, cell in rules.State.position_fields().items():
                low, high = cell.range
                got = numbers(getattr(v, field))
                if cell.seen == EVERYBODY:
                    assert got == numbers(getattr(s, field)), field
                elif cell.seen == UNSEEN:
                    assert not any(got), field
                else:
                    assert all(low <= number <= high or number == HIDDEN for number in got), field


@every_game
def test_what_the_declaration_leaves_to_the_rules_the_generated_view_leaves_out(name: str) -> None:
    rules = tripot.load(name).rules
    written = set(re.findall(r"out\.(\w+)", source(rules.State, "view")))
    fields = rules.State.position_fields()
    assert written == {field for field, cell in fields.items() if cell.seen not in (RULED, UNSEEN)}


@every_game
def test_positions_and_views_fit_their_schemas(name: str) -> None:
    from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

    game = tripot.load(name)
    check = Draft202012Validator(position_schema(game))
    view_check = Draft202012Validator(schema(game.rules.State, in_view=True))
    Draft202012Validator.check_schema(position_schema(game))
    pos, chooser = game.start(seats=game.most, seed=3), random.Random(3)
    while not pos.is_over:
        if chooser.random() < 0.1:
            check.validate(pos.to_json())
            view_check.validate(pos.view(0).to_json()["state"])
        seat = chooser.choice(pos.pending)
        pos = pos.play(chooser.choice(pos.legal_moves(seat)), seat=seat)
    check.validate(pos.to_json())
    data = pos.to_json()
    data["state"]["phase"] = 99
    assert not check.is_valid(data)


@every_game
def test_a_default_sketch_shows_the_same_in_all_worlds_that_a_seat_cannot_tell_apart(name: str) -> None:
    game = tripot.load(name)
    for number, s in enumerate(states(name, game.least, 2)):
        for seat in viewers(game.least) if number % 7 == 0 else ():
            drawn = sketch(view_of(game.rules, s, seat), seat)
            assert drawn == sketch(view_of(game.rules, another_world(game.rules, s, seat, number), seat), seat)
            assert all(len(line.split(maxsplit=1)) == 2 for line in drawn.splitlines())


def row_of(observer: Any, rules: Any, s: Any, seat: int) -> Any:
    row = [0] * observer.LAYOUT.size
    observer.observe(view_of(rules, s, seat), seat, row)
    return np.array(row)


@every_table
def test_a_default_observation_is_in_range_seen_from_the_own_seat_and_keeps_secrets(name: str, seats: int) -> None:
    rules = tripot.load(name).rules
    observer = observer_of(name, rules)
    layout = observer.LAYOUT
    low, high = layout.bounds()
    for number, s in enumerate(states(name, seats, seats)):
        if number % 9:
            continue
        rows = [row_of(observer, rules, s, seat) for seat in range(seats)]
        for seat, row in enumerate(rows):
            assert (low <= row).all()
            assert (row <= high).all()
            world = another_world(rules, s, seat, number)
            assert row.tolist() == row_of(observer, rules, world, seat).tolist()
            for field, cell in rules.State.position_fields().items():
                if cell.is_by_seat and cell.seen == EVERYBODY:
                    part = layout.named(rows[0])[field][:seats]
                    if layout[field].shape == cell.table:  # flags of seats turn once more
                        assert layout.named(row)[field][:seats].tolist() == np.roll(part, -seat, axis=0).tolist()
