"""Replies: what choices would have brought is what the rules say, and a network learns from it which is best."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tripot
from tripot.analysis.turns import moments
from tripot.arena.workers import alone
from tripot.bots import bot, replies, stream
from tripot.bots.networks import TrainingError
from tripot.bots.replies import Replies, Reply, read, replied, write
from tripot.cli import main
from tripot.core.state import CHANCE, HIDDEN, SPECTATOR
from tripot.observe import tensor
from tripot.play import Game
from tripot.training.games import Recipe, Recorded
from tripot.training.hindsight import Lessons, Look, is_face_down, lessons, start
from tripot.training.replies import Fit, fit, fit_all, gained, joined, places, train_reply

GAMES = [game for game in tripot.games() if game.part("alike")]  # those in which many choose face down


def recorded(game: Game, seats: int, number: int = 1) -> Recorded:
    return Recipe(game.name, (seats,), ("thumb",), seed=5).play(number)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
def test_what_a_round_brings_adds_up_to_nothing_over_all_seats(game: Game) -> None:
    """Played on with the choices that were made, what one seat is ahead of the others' mean, others are behind."""
    each, look, rounds = recorded(game, game.usual_seats), Look(game, times=1), 0
    for moment in moments(game.rules, start(game, each.seats), each.steps):
        if is_face_down(moment) and len(moment.actors) == each.seats:
            ahead = [look.gain(each.number, moment, seat, steps[0], 0) for seat, steps in moment.moves.items()]
            assert sum(ahead) == pytest.approx(0)
            rounds += 1
    assert rounds > 3


def settled(look: Look, before: Any, moves: dict[int, int]) -> list[int] | None:
    """The points when these choices alone decide what a round brings; None if somebody is asked, or dice add something."""
    rules, s, rng = look.rules, before.copy(), stream(1, 0)
    first, last = ([0] * rules.SEATS for _ in range(2))
    for seat, action in moves.items():
        rules.apply(s, seat, action)
    rules.score(s, first)
    while look.runner.stage(s) == look.runner.stage(before) and rules.to_act(s) == CHANCE:
        rules.apply(s, CHANCE, rules.draw(s, rng))
    rules.score(s, last)
    return last[: s.seats] if first == last and look.runner.stage(s) > look.runner.stage(before) else None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
def test_where_the_choices_alone_settle_a_round_each_brings_what_the_rules_count(game: Game) -> None:
    look, count = Look(game, times=1), 0
    for each in (recorded(game, game.usual_seats, number) for number in range(4)):
        for moment in moments(game.rules, start(game, each.seats), each.steps):
            for seat in moment.free if is_face_down(moment) else ():
                for action in moment.before.acts[: game.rules.legal(moment.before, seat)]:
                    moves = {other: steps[0] for other, steps in moment.moves.items()} | {seat: action}
                    if (points := settled(look, moment.before, moves)) is not None:
                        others = [points[other] for other in range(each.seats) if other != seat]
                        ahead = points[seat] - sum(others) / len(others)
                        assert look.gain(each.number, moment, seat, action, 0) == pytest.approx(ahead)
                        count += 1
    assert count > 20


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
def test_lessons_are_of_real_choices_and_the_same_again(game: Game) -> None:
    some = [recorded(game, game.usual_seats, number) for number in (1, 2)]
    first, second = (lessons(game, some, places(game)[1]) for _ in range(2))
    assert len(first) > 20
    np.testing.assert_array_equal(first.gains, second.gains)
    legal = ~np.isnan(first.gains)
    assert (legal.sum(axis=1) > 1).all()
    assert legal[np.arange(len(first)), first.chosen].all()
    assert np.nanstd(first.gains) > 0


def some_lessons(count: int, seed: int, shift: float = 0.0) -> Lessons:
    """Three things with a number each and two actions, and a number of none: the first action of the largest thing is best.

    The second actions are the better ones where the number of no thing is 1. What all choices of a moment have in common differs.
    """
    rng = np.random.default_rng(seed)
    numbers, other = rng.integers(0, 9, (count, 3)), rng.integers(0, 2, count)
    first = np.where(other[:, None], 4.0, numbers)
    gains = np.stack([first, 8.0 - first], axis=2).reshape(count, 6) + rng.normal(0, 5, (count, 1)) + shift
    gains[np.arange(count), rng.integers(0, 6, count)] = np.nan
    chosen = np.nanargmin(gains, axis=1)
    observed = np.column_stack([numbers, other]).astype("i2")
    return Lessons(observed, gains.astype("f4"), chosen, np.arange(count))


THINGS, ACTIONS = np.array([[0], [1], [2]]), np.array([[0, 1], [2, 3], [4, 5]])


def test_a_reply_finds_the_best_choice_and_is_the_same_again() -> None:
    how = Fit(hidden=16, glances=4, batch=32, epochs=12, rate=1e-2)
    first, second = (fit(some_lessons(3000, 1), THINGS, ACTIONS, how, said=lambda *_: None) for _ in range(2))
    assert first[1] == second[1]
    fresh = some_lessons(500, 2, shift=100.0)
    best = np.nanmax(fresh.gains, axis=1) - fresh.gains[np.arange(len(fresh)), fresh.chosen]
    assert gained(first[0], fresh)[0] > 0.95 * best.mean()


def test_things_are_looked_at_alike_wherever_they_stand() -> None:
    found, _ = fit(some_lessons(300, 1), THINGS, ACTIONS, Fit(hidden=8, epochs=1), said=lambda *_: None)
    observed = np.array([[1, 5, 7, 0], [7, 1, 5, 0]])
    gains = found.gains(observed)
    np.testing.assert_allclose(gains[0][[4, 5, 0, 1, 2, 3]], gains[1], rtol=1e-5)


def test_several_networks_in_one_say_the_mean_of_what_each_says() -> None:
    data, how = some_lessons(300, 1), Fit(hidden=8, glances=4, epochs=1, networks=3)
    one_by_one = [fit(data, THINGS, ACTIONS, replace(how, seed=seed), said=lambda *_: None)[0] for seed in (1, 2, 3)]
    together, curves = fit_all(data, THINGS, ACTIONS, how, said=lambda *_: None)
    assert len(curves) == len(one_by_one)
    each = [reply.gains(data.observed) for reply in one_by_one]
    assert np.abs(each[0] - each[1]).max() > 0.1
    np.testing.assert_allclose(together.gains(data.observed), np.mean(each, axis=0), rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(joined(one_by_one[:1]).gains(data.observed), each[0], rtol=1e-5)


def trained(game: Game, tmp_path: Path) -> Path:
    out = tmp_path / "replies.npz"
    recipe = Recipe(game.name, (game.usual_seats,), ("thumb",))
    how = Fit(hidden=4, glances=2, epochs=1)
    train_reply(recipe, "thumb", 12, tmp_path / "work", out, how, alone, said=lambda line: None)
    return out


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
def test_a_level_replies_where_choices_are_face_down_and_searches_elsewhere(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = read(trained(game, tmp_path), game)
    monkeypatch.setattr(replies, "replies", lambda game: known)
    pos = game.start(seats=game.usual_seats, seed=3)
    asked = {True: 0, False: 0}
    while not pos.is_over:
        views = {seat: pos.view(seat) for seat in pos.pending}
        for seat, view in views.items():
            move = replied(view, "thumb")
            is_known = all(move.steps[0] in known.by_level["thumb"].actions for move in view.legal_moves)
            is_face_down = game.rules.seen(view.state, SPECTATOR, seat, view.legal_moves[0].steps[0]) == HIDDEN
            assert (move is not None) == (is_known and is_face_down)
            asked[move is not None] += 1
            if move is not None:
                gains = known.by_level["thumb"].gains(tensor(view)[None])[0]
                assert gains[move.steps[0]] == max(gains[each.steps[0]] for each in view.legal_moves)
            assert replied(view, "nobody") is None
        for seat, view in views.items():
            pos = pos.play(bot("thumb")(view, stream(1, seat)), seat=seat)
    assert min(asked.values()) > 0


def test_files_that_do_not_fit_are_refused_in_one_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    game, other = GAMES[:2]
    file = trained(game, tmp_path)
    with pytest.raises(TrainingError, match="of another game"):
        read(file, other)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(TrainingError, match="damaged"):
        read(file, game)
    file.write_bytes(whole)
    known = read(file, game)
    reply = known.by_level["thumb"]
    cut = replace(reply, parts={**reply.parts, "own": reply.parts["own"][:-1]})
    write(file, game, {"thumb": cut}, known.about)
    with pytest.raises(TrainingError, match="numbers that no network has"):
        read(file, game)
    with caplog.at_level(logging.WARNING):
        assert _asked(file, game).by_level == {}
    assert len(caplog.records) == 1


def _asked(file: Path, game: Game) -> Replies:
    """As bots ask for the file of a game."""

    class Elsewhere:
        name, rules, rules_version, spelling = game.name, game.rules, game.rules_version, game.spelling

        def file(self, name: str) -> Path:
            return file

        def part(self, name: str) -> object:
            return game.part(name)

        package = game.package

    return replies.replies.__wrapped__(Elsewhere())


def test_a_reply_to_another_level_stays_in_the_file(tmp_path: Path) -> None:
    game = GAMES[0]
    file = trained(game, tmp_path)
    known = read(file, game)
    write(file, game, {"regular": known.by_level["thumb"]}, {"made": {"regular": {"gain": [1, 2]}}})
    trained(game, tmp_path)
    found = read(file, game)
    assert set(found.by_level) == {"regular", "thumb"}
    assert set(found.about["made"]) == {"regular", "thumb"}
    assert isinstance(found.by_level["regular"], Reply)


def test_the_command_refuses_a_level_that_does_not_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", GAMES[0].name, "--reply", "champion"]) != 0
    assert "no level 'champion' to reply to" in capsys.readouterr().err
