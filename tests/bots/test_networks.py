"""Networks: made from a view alone, the same compiled or not, and refused where they do not belong."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tripot
from tests.bots.test_search import another_world, every_table, to_decide, view_of
from tests.compiled import need
from tripot.bots import networks, stream
from tripot.bots.confirming import evenly, is_known, shares_of
from tripot.bots.engines import fast_learned, learned_engine, plain_engine, plain_learned
from tripot.bots.networks import (
    THUMB,
    Networks,
    TrainingError,
    Worth,
    nothing_known,
    read,
    read_worth,
    sizes,
    write,
    write_worth,
)
from tripot.bots.search import Settings, Thought, think
from tripot.core import learned, search
from tripot.core.contracts import Engine
from tripot.observe import DTYPE, layout
from tripot.play import Game

HIDDEN = 4


def some_networks(game: Game, tmp_path: Path, *levels: str) -> Networks:
    """Networks of random numbers, as a file gives them."""
    rng, size = np.random.default_rng(1), sum(sizes(game, HIDDEN))
    weights = {level: 0.3 * rng.standard_normal(size) for level in levels or ("beginner", "master")}
    file = tmp_path / networks.FILE
    write(file, game, HIDDEN, weights, np.full(layout(game).size, 0.1), {"made": "for a test"})
    return read(file, game)


def some_worth(game: Game, kinds: tuple[str, ...]) -> Worth:
    """What random numbers say that a view is worth."""
    rng, size = np.random.default_rng(2), (layout(game).size + 1) * HIDDEN + 2 * len(kinds) * (HIDDEN + 1)
    return Worth(HIDDEN, (0.05 * rng.standard_normal(size)).astype("f4"), 9.0, kinds, {"made": "for a test"})


def observed(runner: Any, world: Any, seat: int) -> tuple[list[int], int]:
    """What a network reads of a seat in a world."""
    states = runner.states(world, search.STATES)
    row = runner.table(DTYPE, layout(_game(runner)).size)
    states[search.WORLD] = states[search.VIEW]
    count = runner.look_in(states, search.WORLD, seat, row)
    return list(map(int, row)), int(count)


def _game(runner: Engine) -> Game:
    return next(game for game in tripot.games() if game.rules is runner.rules)


@every_table
def test_two_worlds_that_a_seat_cannot_tell_apart_give_a_network_the_same_numbers(name: str, seats: int) -> None:
    runner = plain_learned(tripot.load(name))
    for s, seat in to_decide(name, seats, 6):
        first, second = (another_world(name, s, seat, seed) for seed in (1, 2))
        assert observed(runner, first, seat) == observed(runner, second, seat) == observed(runner, s, seat)


@every_table
def test_a_network_that_knows_only_the_advice_plays_by_the_rules_of_thumb(name: str, seats: int) -> None:
    game = tripot.load(name)
    runner: Any = plain_learned(game)
    inputs, actions = layout(game).size, int(game.rules.ACTIONS)
    c = learned.Company()
    c.inputs, c.hidden, c.actions = inputs, HIDDEN, actions
    net = [0.0] * sum(sizes(game, HIDDEN))
    net[-actions - HIDDEN : -HIDDEN] = [60.0] * actions
    row, layer = runner.table(DTYPE, inputs), runner.table("f8", HIDDEN + actions)
    for s, seat in to_decide(name, seats, 6):
        states, v = runner.states(s, search.STATES), game.rules.State()
        states[search.WORLD] = states[search.VIEW]
        game.rules.view(s, seat, v)
        advised = runner.thumb(v, seat, stream(5, seat))
        assert runner.decide(states, stream(5, seat), c, net, row, layer, seat, 1.0) == advised


def confirmed(view: tripot.View, runner: Any, found: Networks, worlds: int, ahead: int = 0) -> list[list[float]]:
    """What the first legal moves bring in some worlds."""
    from tripot.bots.confirming import Confirmation, Plan

    task = search.Task()
    task.seat, task.seats, task.seed, task.blend, task.scale = view.seat, view.seats, 7, 500, 3.0
    shares = [
        shares_of(found, ("master", "", "thumb", "random")[seat % 4], evenly(found)) for seat in range(view.seats)
    ]
    moves = view.legal_moves[:2]
    stage = Confirmation(runner, view, moves, found, shares, Plan(4 * worlds, ahead, "master"), task)
    stage._play(worlds)
    return [[float(stage.values[world][place]) for place in range(len(moves))] for world in range(worlds)]


@every_table
def test_plain_and_compiled_games_by_networks_agree_in_every_number(name: str, seats: int, tmp_path: Path) -> None:
    game = tripot.load(name)
    fast = learned_engine(game)
    need(fast.is_compiled)
    found = some_networks(game, tmp_path)
    found = replace(found, worth=some_worth(game, (*found.levels, THUMB)))
    for s, seat in to_decide(name, seats, 2):
        view = view_of(name, s, seat)
        for ahead in (0, 1, 2):
            plain, compiled = (confirmed(view, each(game), found, 2, ahead) for each in (plain_learned, fast_learned))
            assert plain == compiled


@every_table
def test_games_that_are_cut_short_are_worth_what_was_learned_of_the_view(name: str, seats: int, tmp_path: Path) -> None:
    """A network that knows nothing but what it says always: then all first moves are worth that."""
    game = tripot.load(name)
    found = some_networks(game, tmp_path)
    worth = some_worth(game, (*found.levels, THUMB))
    worth.numbers[:] = 0
    worth.numbers[-2 * len(worth.kinds) :: 2] = 0.6  # share of the victory,
    worth.numbers[-2 * len(worth.kinds) + 1 :: 2] = 0.2  # and lead: half and half
    start = game.start(seats=seats, seed=1)
    view = start.view(start.pending[0])
    values = confirmed(view, plain_learned(game), replace(found, worth=worth), 2, ahead=1)
    assert values == [[pytest.approx(0.4)] * len(values[0])] * 2


def test_the_company_says_who_plays_a_seat_and_of_a_person_every_level_is_expected(tmp_path: Path) -> None:
    found = some_networks(tripot.games()[0], tmp_path)
    first, second, *_, thumb, anything = range(learned.MOST_NETS + 2)

    def where(name: str) -> dict[int, int]:
        return {place: share for place, share in enumerate(shares_of(found, name, evenly(found))) if share}

    assert where("beginner") == {first: learned.FULL}
    assert where("master") == where("champion") == where("master-2026") == {second: learned.FULL}
    assert where("thumb") == {thumb: learned.FULL}
    assert where("random") == {anything: learned.FULL}
    assert where("") == where("search:simulations=5") == {first: 500, second: 500}
    mixed = shares_of(found, "master", {}, 300)
    assert (mixed[second], mixed[thumb]) == (700, 300)


def test_of_masters_without_a_network_rules_of_thumb_are_expected_and_of_others_nothing() -> None:
    nothing = nothing_known(tripot.games()[0])
    assert shares_of(nothing, "master-2026", {})[learned.MOST_NETS] == learned.FULL
    assert [who for who in ("master", "champion", "thumb", "beginner", "") if is_known(nothing, who)] == [
        "master",
        "champion",
        "thumb",
    ]


@every_table
def test_the_second_stage_gives_the_same_move_again_and_only_from_the_view(
    name: str, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tripot.load(name)
    found = some_networks(game, tmp_path)
    monkeypatch.setattr("tripot.bots.search.networks", lambda game: found)
    settings = Settings(simulations=8, selection="halving", confirm=3, games=6, own="master")
    s, seat = to_decide(name, seats, 3)[-1]
    thoughts = [
        think(view_of(name, world, seat), settings, stream(1, seat), runner=plain_engine(game))
        for world in (s, another_world(name, s, seat, 3))
    ]
    assert thoughts[0] == thoughts[1]


# -- Files ----------------------------------------------------------------------------


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    game = tripot.games()[0]
    found = some_networks(game, tmp_path, "beginner", "casual", "master")
    assert found.levels == ("beginner", "casual", "master")
    assert found.about["made"] == "for a test"
    assert all(len(numbers) == sum(sizes(game, HIDDEN)) for numbers in found.weights.values())


def test_networks_of_another_game_or_layout_and_damaged_files_are_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, other, *_ = tripot.games()
    sound = some_networks(game, tmp_path)
    file = tmp_path / networks.FILE
    whole = file.read_bytes()
    with pytest.raises(TrainingError, match=f"another game .*tripot train {other.name}"):
        read(file, other)
    for damaged in (b"", whole[: len(whole) // 2], b"no archive", whole[:200] + b"\0" * 50 + whole[250:]):
        file.write_bytes(damaged)
        with pytest.raises(TrainingError, match=r"damaged|another") as error:
            read(file, game)
        assert "\n" not in str(error.value)
    for place in range(0, len(whole), 61):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            found = read(file, game)
        except TrainingError:
            continue
        assert all((found.weights[level] == numbers).all() for level, numbers in sound.weights.items()), place
    file.write_bytes(whole)
    monkeypatch.setattr(networks, "stamp", lambda game: "another one")
    with pytest.raises(TrainingError, match="another layout"):
        read(file, game)


def test_what_a_view_is_worth_is_written_and_read_again_and_refused_where_it_does_not_belong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game, other, *_ = tripot.games()
    sound, file = some_worth(game, (THUMB,)), tmp_path / networks.WORTH_FILE
    write_worth(file, game, sound)
    whole, found = file.read_bytes(), read_worth(file, game)
    assert (found.numbers == sound.numbers.astype(networks.STORED)).all()
    assert (found.hidden, found.scale, found.kinds, found.about["made"]) == (HIDDEN, 9.0, (THUMB,), "for a test")
    with pytest.raises(TrainingError, match=f"another game .*tripot train {other.name} --worth"):
        read_worth(file, other)
    for damaged in (b"", whole[: len(whole) // 2], b"no archive"):
        file.write_bytes(damaged)
        with pytest.raises(TrainingError, match="damaged") as error:
            read_worth(file, game)
        assert "\n" not in str(error.value)
    write_worth(file, game, replace(sound, numbers=sound.numbers[1:]))
    with pytest.raises(TrainingError, match="no network has"):
        read_worth(file, game)
    monkeypatch.setattr(type(game), "file", lambda self, name: tmp_path / name)
    for content, line in (
        (file.read_bytes(), "no network has"),
        (whole, ""),
    ):
        file.write_bytes(content)
        networks.networks.cache_clear()
        caplog.clear()
        with caplog.at_level(logging.WARNING, "tripot.bots"):
            known = networks.networks(game)
        assert (known.worth is None) == bool(line)
        assert all(line in record.getMessage() for record in caplog.records)
    write_worth(file, game, some_worth(game, ("master", THUMB)))  # but the game has no networks now
    networks.networks.cache_clear()
    with caplog.at_level(logging.WARNING, "tripot.bots"):
        assert networks.networks(game).worth is None
    assert "not of these levels" in caplog.text
    networks.networks.cache_clear()


def test_without_networks_only_masters_are_looked_through_and_a_line_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = tripot.games()[0]
    monkeypatch.setattr(networks, "FILE", "nothing.npz")
    networks.networks.cache_clear()
    s, seat = to_decide(game.name, game.usual_seats, 1)[0]
    view = view_of(game.name, s, seat)

    def thought(confirm: int) -> Thought:
        settings = Settings(simulations=10, confirm=confirm, games=8)
        return think(view, settings, stream(1, seat), runner=plain_engine(game))

    with caplog.at_level(logging.INFO, "tripot.bots"):
        assert thought(4).simulations > thought(0).simulations
        for stranger in ("beginner", ""):
            view.company = (stranger,) * view.seats
            assert thought(4) == thought(0)
    networks.networks.cache_clear()
    assert [record.getMessage() for record in caplog.records if "no networks" in record.getMessage()]
