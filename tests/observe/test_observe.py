"""Observations: the layout is exact, the numbers stay in range, and secrets stay secret."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import tripot
from tests.walks import SETTINGS, fresh, next_step, options_of, played, walk
from tripot import observe
from tripot.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR
from tripot.laws import traits
from tripot.laws.walks import view_of, viewers
from tripot.play.view import View

every_game = pytest.mark.parametrize("name", [game.name for game in tripot.games()])
every_table = pytest.mark.parametrize(("name", "seats"), SETTINGS)
MOST_WALKS = 60  # some parts are seldom anything but 0


def row_of(name: str, v: Any, seat: int) -> Any:
    game = tripot.load(name)
    return observe.tensor(View(game, v.seats, None, seat, v, lambda: iter(())))


@every_game
def test_every_part_says_something_in_some_game(name: str) -> None:
    game = tripot.load(name)
    layout = observe.layout(game)
    used, silent = np.zeros(layout.size, bool), {part.name for part in layout}
    for seed in range(MOST_WALKS):
        seats = list(game.seats)[seed % len(game.seats)]
        for s, _, _ in walk(name, seats, seed):
            used |= row_of(name, view_of(game.rules, s, 1), 1) != 0
        silent = {part.name for part in layout if not used[part.start : part.stop].any()}
        if not silent:
            break
    assert not silent


# -- Memory -------------------------------------------------------------------


@every_table
def test_memory_kept_step_by_step_is_what_a_view_tells(name: str, seats: int) -> None:
    game = tripot.load(name)
    pos = played(name, seats, seats)
    memory, s = observe.Memory(game, seats), fresh(name, seats, options_of(name, seats))
    for event in pos.events:
        assert event.move is not None
        s = memory.step(s, event.actor, event.move.steps[0])
    for seat in viewers(seats):
        assert memory.seen[seat] == observe.remembered(pos.view(seat))


@every_game
def test_what_a_seat_remembers_determines_what_it_sees(name: str) -> None:
    """In many short tiny games: the same memory, the same view; and the seats remember different things."""
    game = tripot.load(name)
    seats = game.least
    views: dict[Any, str] = {}
    met = 0
    for number in range(500):
        memory, s = observe.Memory(game, seats), fresh(name, seats, {"box": "tiny"})
        chooser = random.Random(number % 100)  # several games follow the same line for a while
        for steps in range(40):
            if steps == 12:
                chooser = random.Random(number)
            step = next_step(game.rules, s, chooser)
            if step is None:
                break
            s = memory.step(s, *step)
            for seat in range(seats) if steps > 10 else ():
                key = seat, memory.seen[seat]
                view = repr(view_of(game.rules, s, seat))
                met += key in views
                assert views.setdefault(key, view) == view
    assert met > 1000


@every_game
def test_sightings_are_hidden_from_those_who_may_not_know(name: str) -> None:
    game = tripot.load(name)
    pos = played(name, game.least, 3)
    spectator = observe.remembered(pos.view(SPECTATOR))
    hidden = [sighting for sighting in spectator if sighting.action == HIDDEN]
    assert bool(hidden) == traits(tripot.load(name)).secrets
    assert all(sighting.actor >= 0 or sighting.actor == CHANCE for sighting in spectator)
    lines = observe.retold(game, spectator)
    assert len(lines) == len(spectator)
    assert ("chance: ?" in lines) == traits(tripot.load(name)).hidden_chance
    assert NOBODY not in {actor for actor, _ in spectator}


@every_game
def test_the_json_of_a_view_has_its_observation_and_its_memory(name: str) -> None:
    game = tripot.load(name)
    pos = game.start(seats=game.least, seed=5)
    data = observe.as_json(pos.view(0))
    assert set(data["observation"]) == {part.name for part in observe.layout(game)}
    assert len(data["memory"]) == len(observe.remembered(pos.view(0)))
    assert data["legal_moves"] == [str(move) for move in pos.view(0).legal_moves]
