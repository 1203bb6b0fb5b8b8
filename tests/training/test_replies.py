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
from tripot.bots import ask_all, bot, replies, stream
from tripot.bots.networks import TrainingError
from tripot.bots.policies import is_sensible
from tripot.bots.replies import ANYBODY, SAME, Replies, Reply, beside, judged, name_of, read, replied, taken_for, write
from tripot.cli import main
from tripot.core.state import CHANCE, HIDDEN, SPECTATOR
from tripot.observe import tensor
from tripot.play import Game, Position
from tripot.training.games import Recipe, Recorded
from tripot.training.hindsight import Lessons, Look, choices, is_face_down, lessons, start
from tripot.training.replies import Fit, fit, fit_all, gained, joined, places, train_reply

GAMES = [game for game in tripot.games() if game.part("alike")]  # those in which many choose face down


SIZES = [(game, seats) for game in GAMES for seats in (game.least, game.usual_seats)]  # a choice may have several steps
EACH_SIZE = pytest.mark.parametrize(("game", "seats"), SIZES, ids=lambda each: str(getattr(each, "name", each)))


def recorded(game: Game, seats: int, number: int = 1) -> Recorded:
    return Recipe(game.name, (seats,), ("thumb",), seed=5).play(number)


@EACH_SIZE
def test_what_a_round_brings_adds_up_to_nothing_over_all_seats(game: Game, seats: int) -> None:
    """Played on with the choices that were made, what one seat is ahead of the others' mean, others are behind."""
    each, look, rounds = recorded(game, seats), Look(game, times=1), 0
    for moment in moments(game.rules, start(game, each.seats), each.steps):
        if is_face_down(moment) and len(moment.actors) == each.seats:
            ahead = [look.gain(each.number, moment, seat, steps, 0) for seat, steps in moment.moves.items()]
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
                        assert look.gain(each.number, moment, seat, (action,), 0) == pytest.approx(ahead)
                        count += 1
    assert count > 20


@EACH_SIZE
def test_lessons_are_of_real_choices_and_the_same_again(game: Game, seats: int) -> None:
    some = [recorded(game, seats, number) for number in (1, 2)]
    first, second = (lessons(game, some, places(game)[1]) for _ in range(2))
    assert first.choice[-1] > 20
    np.testing.assert_array_equal(first.gains, second.gains)
    legal = ~np.isnan(first.gains)
    assert (np.bincount(first.choice, legal.sum(axis=1)) > 1).all()
    (made,) = np.nonzero(first.chosen >= 0)
    np.testing.assert_array_equal(first.choice[made], np.arange(first.choice[-1] + 1))  # one move was made in each
    assert legal[made, first.chosen[made]].all()
    assert np.nanstd(first.gains) > 0


@EACH_SIZE
def test_a_lesson_has_every_situation_of_a_choice_as_the_seat_sees_it(game: Game, seats: int) -> None:
    each, look, row, longest = recorded(game, seats), Look(game, times=1), 0, 1
    some = lessons(game, [each], places(game)[1])
    for moment, seat, _ in choices(game, each, places(game)[1]):
        first = row
        assert some.back[first] == 0
        while row < len(some) and (row == first or some.back[row]):
            begun, at = list[int](), row
            while some.back[at]:
                begun.insert(0, int(some.by[at]))
                at -= some.back[at]
            assert at == first
            s = moment.before.copy()
            for step in begun:
                game.rules.apply(s, seat, step)
            np.testing.assert_array_equal(some.observed[row], look.observed(s, seat))
            ends = set(np.flatnonzero(~np.isnan(some.gains[row])))
            assert ends <= set(s.acts[: game.rules.legal(s, seat)])
            longest = max(longest, len(begun) + bool(ends))
            row += 1
    assert row == len(some)
    assert longest == max(
        len(steps) for moment, _, _ in choices(game, each, places(game)[1]) for steps in moment.moves.values()
    )


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
    none = np.zeros(count, "i8")
    return Lessons(observed, gains.astype("f4"), none, none - 1, chosen, np.arange(count))


THINGS, ACTIONS = np.array([[0], [1], [2]]), np.array([[0, 1], [2, 3], [4, 5]])


def test_a_reply_finds_the_best_choice_and_is_the_same_again() -> None:
    how = Fit(hidden=16, glances=4, batch=32, epochs=12, rate=1e-2)
    first, second = (fit(some_lessons(3000, 1), THINGS, ACTIONS, how, said=lambda *_: None) for _ in range(2))
    assert first[1] == second[1]
    fresh = some_lessons(500, 2, shift=100.0)
    best = np.nanmax(fresh.gains, axis=1) - fresh.gains[np.arange(len(fresh)), fresh.chosen]
    assert gained(first[0], fresh)[0] > 0.95 * best.mean()


def pairs(count: int, seed: int) -> Lessons:
    """Two of three things are taken, in order; a pair brings the sum of their numbers, but 12 less if both are above 3."""
    rng = np.random.default_rng(seed)
    rows: list[tuple[Any, ...]] = []
    for choice in range(count):
        numbers, made = rng.integers(0, 9, 3), [(0, 1), (0, 2), (1, 2)][rng.integers(3)]
        for begun in (None, 0, 1):  # the flags say what is taken already
            observed = [each for thing, number in enumerate(numbers) for each in (number, thing == begun)]
            gains = np.full(3, np.nan, "f4")
            for last in range(3) if begun is None else range(begun + 1, 3):
                if begun is not None:
                    gains[last] = numbers[begun] + numbers[last] - 12 * (min(numbers[begun], numbers[last]) > 3)
            back, chosen = (0 if begun is None else begun + 1), (made[1] if made[0] == begun else -1)
            rows.append((observed, gains, back, -1 if begun is None else begun, chosen, choice))
    return Lessons(*map(np.array, zip(*rows, strict=True)))


def test_a_reply_of_several_steps_finds_the_best_move() -> None:
    how = Fit(hidden=32, glances=8, batch=32, epochs=20, rate=1e-2)
    found, _ = fit(
        pairs(2000, 1), np.array([[0, 1], [2, 3], [4, 5]]), np.array([[0], [1], [2]]), how, said=lambda *_: None
    )
    fresh = pairs(300, 2)
    best = np.array([np.nanmax(fresh.gains[row : row + 3]) for row in range(0, len(fresh), 3)])
    (made,) = np.nonzero(fresh.chosen >= 0)
    assert gained(found, fresh)[0] > 0.95 * (best - fresh.gains[made, fresh.chosen[made]]).mean() > 1


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


def trained(game: Game, tmp_path: Path, seats: int = 0, whom: tuple[str, ...] = ("thumb",)) -> Path:
    out = tmp_path / "replies.npz"
    recipe = Recipe(game.name, (seats or game.usual_seats,), whom)
    how, name = Fit(hidden=4, glances=2, epochs=1), ANYBODY if len(whom) > 1 else whom[0]
    train_reply(recipe, name, 12, tmp_path / "work", out, how, alone, said=lambda line: None)
    return out


@EACH_SIZE
def test_a_level_replies_where_choices_are_face_down_and_searches_elsewhere(
    game: Game, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = read(trained(game, tmp_path, seats), game)
    monkeypatch.setattr(replies, "replies", lambda game: known)
    reply, pos = known.to("thumb", seats), game.start(seats=seats, seed=3)
    assert reply is not None
    asked = {True: 0, False: 0}
    while not pos.is_over:
        moves = ask_all(pos, dict.fromkeys(range(seats), bot("thumb")), [stream(1, seat) for seat in range(seats)])
        for seat, made in moves.items():
            view = pos.view(seat)  # of the later ones when others have committed
            move = replied(view, "thumb", stream(1, seat))
            is_known = all(move.steps[0] in reply.actions for move in view.legal_moves)
            is_face_down = game.rules.seen(view.state, SPECTATOR, seat, view.legal_moves[0].steps[0]) == HIDDEN
            assert (move is not None) == (is_known and is_face_down)
            asked[move is not None] += 1
            if move is not None:
                worth = by_steps(pos, seat, reply)
                assert worth[move.steps] == pytest.approx(max(worth.values()))
            assert replied(view, "nobody", stream(1, seat)) is None
            pos = pos.play(made, seat=seat)
    assert min(asked.values()) > 0


def by_steps(pos: Position, seat: int, reply: Reply, company: tuple[int, ...] = ()) -> dict[tuple[int, ...], float]:
    """What every whole move should bring, taken step by step on the table."""
    found = dict[tuple[int, ...], float]()
    seen = np.append(tensor(pos.view(seat)), np.array(company, "i2"))
    for step in pos.view(seat).legal_moves:
        gain, after = float(reply.gains(seen[None])[0][step.steps[0]]), pos.play(step, seat=seat)
        if after.is_mid_move(seat):
            found |= {step.steps + rest: gain + more for rest, more in by_steps(after, seat, reply, company).items()}
        else:
            found[step.steps] = gain
    return found


def test_a_reply_says_the_same_however_the_machine_adds_up() -> None:
    """Sums of another order, as other processors and other numbers of rows make them, must not change a choice."""
    game = GAMES[0]
    reply = replies.replies(game).to("master", 4)
    assert reply is not None
    seen = lessons(game, [recorded(game, 4, number) for number in range(8)], places(game)[1]).observed
    together = reply.gains(seen).round(SAME)
    for row, gains in zip(seen, together, strict=True):
        np.testing.assert_array_equal(reply.gains(row[None])[0].round(SAME), gains)


@EACH_SIZE
def test_a_reply_to_anybody_reads_who_sits_there(
    game: Game, seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = read(trained(game, tmp_path, seats, ("beginner", "expert", "beginner")), game)
    monkeypatch.setattr(replies, "replies", lambda game: known)
    reply, pos = known.to(ANYBODY, seats), game.start(seats=seats, seed=3)
    assert reply is not None
    assert reply.whom == ("beginner", "expert")
    while not all(replied(pos.view(seat), ANYBODY, stream(1, seat)) for seat in pos.pending):
        pos = pos.play(pos.view(pos.pending[0]).legal_moves[0], seat=pos.pending[0])
    seat, worths = pos.pending[0], []
    for rival, share in (("beginner", (1000, 0)), ("random", (1000, 0)), ("thumb", (0, 1000)), ("", (500, 500))):
        view = pos.view(seat)
        view.company = (rival,) * seats
        worths.append(judged(view, reply, [taken_for(rival, reply.whom, {})] * (seats - 1)))
        assert worths[-1] == pytest.approx(by_steps(pos, seat, reply, share), rel=1e-4, abs=1e-4)
        move = replied(view, ANYBODY, stream(1, seat))
        assert move is not None
        assert worths[-1][move.steps] == max(worths[-1][steps] for steps in worths[-1] if is_sensible(view, steps))
    assert worths[0] == worths[1] != worths[2] != worths[3]
    assert taken_for("", reply.whom, {"expert": 1000}) == {"expert": 1000}


def test_lessons_say_behind_an_observation_who_the_rivals_were() -> None:
    game = GAMES[0]
    each = replace(recorded(game, 4), bots=("regular", "master", "master", "thumb"))
    plain = lessons(game, [each], places(game)[1])
    found = lessons(game, [each], places(game)[1], whom=("master", "regular"))
    np.testing.assert_array_equal(found.observed[:, :-2], plain.observed)
    seats = [seat for _, seat, _ in choices(game, each, places(game)[1])]
    expected = [[666, 0], [333, 333], [333, 333], [666, 333]]
    assert found.observed[found.back == 0][:, -2:].tolist() == [expected[seat] for seat in seats]
    assert beside((), []).size == 0


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
    ((name, reply),) = known.by_name.items()
    cut = replace(reply, parts={**reply.parts, "own": reply.parts["own"][:-1]})
    write(file, game, {name: cut}, known.about)
    with pytest.raises(TrainingError, match="numbers that no network has"):
        read(file, game)
    with caplog.at_level(logging.WARNING):
        assert _asked(file, game).by_name == {}
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


def test_a_reply_to_another_level_or_at_other_tables_stays_in_the_file(tmp_path: Path) -> None:
    game = GAMES[0]
    file = trained(game, tmp_path)
    known = read(file, game)
    (here,), (reply,) = known.by_name, known.by_name.values()
    assert here == f"thumb at {game.usual_seats}"
    others = {"regular": reply, f"thumb at {game.most}": reply}
    write(file, game, others, {"made": {name: {"gain": [1, 2]} for name in others}})
    trained(game, tmp_path)
    found = read(file, game)
    assert set(found.by_name) == set(found.about["made"]) == {here, *others}
    assert found.to("thumb", game.usual_seats) is found.by_name[here]
    assert found.to("thumb", game.most) is found.by_name[f"thumb at {game.most}"]
    assert found.to("thumb", game.least) is None
    assert found.to("regular", game.least) is found.by_name["regular"]


def test_a_reply_is_named_after_the_tables_it_was_learned_at() -> None:
    game = GAMES[0]
    assert name_of(game, "thumb", (game.most, game.least, game.most)) == f"thumb at {game.least},{game.most}"
    assert name_of(game, "thumb", [*game.seats, game.least]) == "thumb"


def test_the_command_refuses_a_level_that_does_not_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", GAMES[0].name, "--reply", "champion"]) != 0
    error = capsys.readouterr().err
    assert "no level 'champion' to reply to" in error
    assert ANYBODY in error
