"""OpenSpiel's own tests, unchanged, on every game; the whole tree of the mini tables; CFR on each."""

from __future__ import annotations

import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

import tripot
from tripot.adapters import open_spiel as adapter
from tripot.adapters.mini import mini
from tripot.core.state import CHANCE, SPECTATOR
from tripot.errors import IllegalMove
from tripot.laws import traits

adapter.register()
if not flags.FLAGS.is_parsed():
    flags.FLAGS.mark_as_parsed()

SETTINGS = [(game.name, seats) for game in tripot.games() for seats in (game.least, game.most)]
every_table = pytest.mark.parametrize(("name", "seats"), SETTINGS)
every_game = pytest.mark.parametrize("name", [game.name for game in tripot.games()])

NODES = {  # of the mini tables: chance, decisions, ends; then what players can know when they decide
    "razzia": ((622, 384, 384), 216),
    "razzia-knizia": ((490, 1146, 930), 1146),
    "hick-hack": ((465, 162, 666), 108),
    "raise": ((1607, 1224, 796), 1000),
}


def loaded(name: str, **parameters: Any) -> Any:
    given = ",".join(f"{key}={value}" for key, value in parameters.items())
    return pyspiel.load_game(f"{adapter.name_of(tripot.load(name))}({given})")


def mini_of(name: str) -> Any:
    return loaded(name, seats=tripot.load(name).least, start="mini")


def run_theirs(case: unittest.TestCase) -> None:
    """Run a test of theirs and fail with what it says."""
    result = unittest.TestResult()
    case.run(result)
    assert result.testsRun == 1
    assert not result.errors + result.failures, (result.errors + result.failures)[0][1]


def their_tests(base: type[Any], **fields: Any) -> Iterator[unittest.TestCase]:
    """The tests of one of their classes, with our game in it."""
    made: Any = type(base.__name__, (base,), fields)
    made.setUpClass()
    for test in unittest.defaultTestLoader.getTestCaseNames(made):
        yield made(test)


@every_table
def test_random_simulation_with_serialisation(name: str, seats: int) -> None:
    pyspiel.random_sim_test(loaded(name, seats=seats), num_sims=1, serialize=True, verbose=False, mask_test=True)


@every_game
def test_random_simulation_of_the_other_boxes(name: str) -> None:
    game = loaded(name, seats=tripot.load(name).least, box="tiny")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False, mask_test=True)
    pyspiel.random_sim_test(mini_of(name), num_sims=5, serialize=True, verbose=False, mask_test=True)


@every_game
def test_api_on_part_of_the_tree(name: str) -> None:
    least = tripot.load(name).least
    for test in their_tests(api_test.EnforceAPIOnPartialTreeBase, game=loaded(name, seats=least), game_name=name):
        run_theirs(test)


@every_game
def test_api_and_perfect_recall_on_the_full_tree_of_the_mini_table(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    nodes, known = NODES[name]
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, name, nodes)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, name, known)
    for test in their_tests(api_test.EnforceAPIOnFullTreeBase, game=mini_of(name), game_name=name):
        run_theirs(test)


@every_table
def test_whole_games_with_clones_and_pickles(name: str, seats: int) -> None:
    np.random.seed(seats)  # theirs draws from NumPy's global stream
    games_sim_test.GamesSimTest("test_pig").sim_game(loaded(name, seats=seats))


@every_game
def test_a_playthrough_replays(name: str, tmp_path: Path) -> None:
    game = tripot.load(name)
    text = generate_playthrough.playthrough(
        f"{adapter.name_of(game)}(seats={game.least},box=tiny)", action_sequence=None, seed=7
    )
    (tmp_path / "playthrough.txt").write_text(text)
    expected, actual = generate_playthrough.replay(str(tmp_path / "playthrough.txt"))
    assert expected == actual


@every_game
def test_cfr_comes_nearer_to_equilibrium(name: str) -> None:
    game = mini_of(name)
    solver = cfr.CFRSolver(game)
    distances = []
    for rounds in (1, 9):
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        distances.append(exploitability.nash_conv(game, solver.average_policy()))
    assert 0 <= distances[1] < distances[0] / 2


# -- What theirs do not ask ---------------------------------------------------


@every_table
def test_a_game_goes_as_in_the_facade(name: str, seats: int) -> None:
    game = tripot.load(name)
    chooser = np.random.RandomState(seats)
    state, pos = loaded(name, seats=seats).new_initial_state(), game.start(seats=seats)
    while not state.is_terminal():
        if state.is_chance_node():
            odds = dict(state.chance_outcomes())
            weights = {move.steps[0]: weight for move, weight in pos.chance}
            assert odds == pytest.approx({each: weight / sum(weights.values()) for each, weight in weights.items()})
            action, seat = chooser.choice(list(odds), p=list(odds.values())), CHANCE
        else:
            seat = state.current_player()
            assert state.legal_actions() == [move.steps[0] for move in pos.legal_moves(seat)]
            action = chooser.choice(state.legal_actions())
        token = state.action_to_string(state.current_player(), action)
        state.apply_action(action)
        pos = pos.play(token, seat=seat)
    assert pos.outcome is not None
    pot = seats / len(pos.outcome.winners)
    assert state.returns() == pytest.approx([pot - 1 if seat in pos.outcome.winners else -1 for seat in range(seats)])


def kinds_of_observers() -> list[Any]:
    private = pyspiel.PrivateInfoType
    return [
        pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=secret)
        for public in (True, False)
        for recall in (True, False)
        for secret in (private.NONE, private.SINGLE_PLAYER, private.ALL_PLAYERS)
    ]


@every_game
def test_observers_show_what_they_should_and_no_more(name: str) -> None:
    """Every kind works everywhere; the public one is the same for everybody, the private one blank in an open game."""
    game = loaded(name, seats=3)
    chooser = np.random.RandomState(1)
    observers = [(kind, make_observation(game, kind)) for kind in kinds_of_observers()]
    state = game.new_initial_state()
    for _ in range(60):
        for kind, observer in observers:
            seen = []
            for seat in range(3):
                observer.set_from(state, seat)
                seen.append((observer.string_from(state, seat), observer.tensor[3:].tolist()))
            if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
                assert seen[0] == seen[1] == seen[2]
            if not kind.public_info and (
                not traits(tripot.load(name)).secrets or kind.private_info == pyspiel.PrivateInfoType.NONE
            ):
                assert all(not text and not any(tensor) for text, tensor in seen)
        if state.is_terminal():
            break
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(chooser.choice(actions))


@every_game
def test_who_cannot_tell_two_worlds_apart_has_the_same_information_state(name: str) -> None:
    """In the whole tree of the mini table: equal strings mean equal tensors and equal views, for everybody."""
    known: dict[str, tuple[str, str]] = {}
    met = 0
    todo = [mini_of(name).new_initial_state()]
    while todo:
        state = todo.pop()
        if not state.is_chance_node() and not state.is_terminal():
            for seat in range(state.num_players()):
                text = state.information_state_string(seat)
                mine = str(state.information_state_tensor(seat)), repr(state.moment.view(seat))
                met += text in known
                assert known.setdefault(text, mine) == mine
        if not state.is_terminal():
            todo += [state.child(action) for action in state.legal_actions()]
    assert met > 50 or not traits(tripot.load(name)).secrets


@every_game
def test_the_mini_tables_are_sound_and_end(name: str) -> None:
    game = tripot.load(name)
    s = mini(game)
    assert game.rules.audit(s) == 0
    seen = game.rules.State()
    game.rules.view(s, SPECTATOR, seen)
    assert game.rules.to_act(seen) == CHANCE or not traits(tripot.load(name)).secrets


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("tripot_razzia(seats=3,first_dealer=1,leftover=discard,removed_bars=colibri+jazz)")
    first = game.new_initial_state().moment.state
    assert (first.dealer, first.short_round, first.board[0]) == (1, 0, 1)
    assert pyspiel.load_game(str(game)).get_parameters() == game.get_parameters()


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ("tripot_raise(seats=9)", "2 to 5 seats, not 9"),
        ("tripot_raise(box=huge)", "option box cannot be 'huge'"),
        ("tripot_raise(start=late)", "start cannot be 'late'"),
        ("tripot_raise(seats=3,start=mini)", "the mini start is a table of 2, not 3"),
    ],
)
def test_bad_parameters_are_refused(wanted: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        pyspiel.load_game(wanted)


def test_an_illegal_action_is_refused() -> None:
    state = mini_of("raise").new_initial_state()
    with pytest.raises(
        IllegalMove, match=r"chance: action 40 is not possible now; possible: 9 \(cloud-5\), 14 \(bell-2\)"
    ):
        state.apply_action(40)
