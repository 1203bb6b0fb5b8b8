"""Whom a person plays like: found from what the seat saw, and from nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import pairwise

import pytest

import tripot
from tests.compiled import need
from tripot.arena.match import Streams, by_moves
from tripot.arena.workers import alone
from tripot.bots import bot, stream
from tripot.bots.engines import learned_engine, plain_learned
from tripot.bots.guessing import guess, shown_by
from tripot.bots.networks import Networks, read
from tripot.core import learned
from tripot.play import Game, Position
from tripot.training.fitting import Fit
from tripot.training.games import Recipe
from tripot.training.train import Training, train
from tripot.web import thinking

GAME = min(tripot.games(), key=lambda game: game.rules.ACTIONS)
KINDS = ("random", "thumb")  # they play in the kernels, so that games cost nothing
COMPANY = tuple(KINDS[seat % 2] for seat in range(4))


@pytest.fixture(scope="module")
def networks(tmp_path_factory: pytest.TempPathFactory) -> Networks:
    """Networks of two players who are easily told apart."""
    folder = tmp_path_factory.mktemp("networks")
    recipe = Recipe(GAME.name, (4,), KINDS, seed=11)
    out, fit = folder / "networks.npz", Fit(hidden=8, epochs=6)
    what = Training(recipe=recipe, levels=KINDS, games=120, work=folder / "work", out=out, fit=fit)
    train(what, alone, said=lambda line: None)
    return read(out, GAME)


def played(number: int, game: Game = GAME) -> Position:
    """A game of the company, to its end."""
    return by_moves(game, 4, None, COMPANY, Streams(5, number))[0]


def part_of(position: Position, steps: int) -> Iterator[Position]:
    """The positions on the way to another one."""
    now = position.game.start(seats=4)
    for event in position.events[:steps]:
        assert event.move is not None
        now = now.play(event.move, seat=event.actor)
        yield now


def test_who_plays_at_random_and_who_by_the_rules_of_thumb_is_told_apart(networks: Networks) -> None:
    shares, engine = [], learned_engine(GAME)
    for number in range(3):
        view = played(number).view(0)
        found = guess(engine, view, networks, shown_by(view, (1, 2, 3)), seed=number)
        assert all(sum(each.values()) == learned.FULL for each in found.values())
        shares += [found[seat][COMPANY[seat]] for seat in (1, 2, 3)]
    assert sum(shares) / len(shares) > 0.7 * learned.FULL
    assert min(shares) >= 0.1 * learned.FULL  # nobody is ever sure
    assert guess(engine, view, networks, [], seed=1) == {}


def test_nothing_is_concluded_from_a_choice_before_it_is_turned_up() -> None:
    game = next(game for game in tripot.games() if len(game.start(seats=4, seed=1).pending) > 1)
    hidden, counts = 0, [0]
    for before, after in pairwise(part_of(played(1, game), 120)):
        is_hidden = len(before.pending) > 1 and len(after.pending) == len(before.pending) - 1
        shown = shown_by(after.view(3), (0, 1, 2))
        hidden += is_hidden
        assert not is_hidden or len(shown) == counts[-1]
        counts.append(len(shown))
    assert hidden > 10
    assert counts[-1] > 10
    assert shown_by(after.view(3), (2,)) == [each for each in shown if each.seat == 2]


def test_plain_and_compiled_code_come_to_the_same_guess(networks: Networks) -> None:
    fast = learned_engine(GAME)
    need(fast.is_compiled)
    view = played(2).view(0)
    shown = shown_by(view, (1, 2, 3))[-6:]
    assert guess(fast, view, networks, shown, seed=1) == guess(plain_learned(GAME), view, networks, shown, seed=1)


def test_a_worker_of_the_site_is_told_what_people_have_shown_and_answers_as_if_it_had_been_there(
    networks: Networks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tripot.bots.search.networks", lambda game: networks)
    name = "search:simulations=8,selection=halving,confirm=3,games=30,seconds=60"
    view = next(position.view(0) for position in reversed(list(part_of(played(1), 80))) if 0 in position.pending)
    view.company = ("search", "", "thumb", "")
    told = asyncio.run(thinking._shown(view, name))
    assert {seat for _, seat, _ in told} == {1, 3}
    fields = thinking._fields(view.state)
    answer = thinking.chosen(GAME.name, 4, 0, fields, name, False, 9, view.company, told, 0.0, False)
    assert answer == str(bot(name)(view, stream(9, 0)))
    assert asyncio.run(thinking._shown(view, "master")) == []  # who does not look back needs none of it
