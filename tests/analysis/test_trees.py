"""Where the champion is a tree, trees name the best move and whole games say what it is worth."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import tripot
from tests.walks import played
from tripot.analysis import Reviewing, reviewing, trees
from tripot.analysis.losses import loss
from tripot.analysis.worth import MARGIN
from tripot.bots import LEVELS
from tripot.bots.search import Settings

SMALL = Settings(simulations=12, selection="halving", rounds=1)


TABLES = [(game, seats) for game in tripot.games() for seats in game.seats]
TREES = [
    table
    for table in TABLES
    if trees.is_a_tree(LEVELS[trees.JUDGE].settings_for(table[0], compiled=True, seats=table[1]))
]


def test_trees_judge_where_the_champion_is_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "engine", lambda _: SimpleNamespace(is_compiled=True))
    assert 0 < len(TREES) < len(TABLES)
    for game, seats in TABLES:
        found = trees.settings(game, seats)
        assert (found is not None) == ((game, seats) in TREES)
        if found is not None:
            assert (found.rivals, found.confirm, found.simulations) == ("search", 0, 400)
            assert (found.seconds, found.noise, found.candidates) == (0.0, 0.0, "legal")


def test_without_compiled_code_there_are_no_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "engine", lambda _: SimpleNamespace(is_compiled=False))
    assert all(trees.settings(*table) is None for table in TREES)


def test_more_worlds_have_more_trees() -> None:
    assert [trees.wanted(worlds) for worlds in (4, 16, 64, 256, 1024, 4096)] == [2, 2, 2, 4, 8, 16]


def test_all_trees_together_name_the_best_move_that_they_know() -> None:
    one, two, three = (1,), (2,), (3, 4)
    found = [{one: 0.5, two: 0.6, three: 0.4}, {one: 0.5, two: 0.3, three: 0.9}]
    assert trees.named(found, [one, two]) == 0
    assert trees.named(found, [one, two, three]) == 2
    assert trees.named([*found, {one: 0.5, two: 0.9}], [one, two, three]) == 1  # the third is not known to all
    assert trees.named(found, [(9,), one]) is None  # nothing can be said of the move played
    assert trees.named([], [one]) is None


def test_a_move_named_by_others_is_compared_in_all_worlds() -> None:
    rows = [np.zeros((8, 3, 2)) for _ in range(3)]
    rows[1][:, MARGIN, 0], rows[2][:, MARGIN, 0] = (1, 1, 3, 3, 1, 1, 3, 3), 9
    found = loss(rows, 0, named=1)
    assert found.best == 1
    assert found.margin.mean == 2
    assert found.margin.low < 2 < found.margin.high
    assert loss(rows, 0).best == 2
    assert loss(rows, 0, named=0).margin.mean == 0


def test_the_move_that_the_trees_name_is_the_best_of_a_review(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "settings", lambda _game, _seats: SMALL)
    game, seats = TREES[0]
    works = [Reviewing(played(game.name, seats, 3), seat=0, seed=5) for _ in range(2)]
    for work in works:
        for _ in work.improve(worlds=4):
            pass
    for choice, decision in zip(works[0]._choices, works[0].review.decisions, strict=True):
        assert len(choice.trees) == trees.FEWEST
        if (place := choice.named) is not None:
            assert decision.best == choice.moves[place] == decision.candidates[0].move
    first, again = ([(each.best, each.loss) for each in work.review.decisions] for work in works)
    assert first == again


def test_trees_follow_from_the_seed_and_differ_from_one_another() -> None:
    game, seats = TREES[0]
    position = game.start(seats=seats, seed=1)
    seat = position.pending[0]
    found = trees.grown(position.view(seat), SMALL, 7, 3, 0, 3)
    assert found == trees.grown(position.view(seat), SMALL, 7, 3, 0, 3)
    assert found[2:] == trees.grown(position.view(seat), SMALL, 7, 3, 2, 1)
    assert found[0] != found[1]
