"""Reviews: losses from what the seat knew, luck with mean zero, an account that adds up."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import tripot
from tests.walks import SETTINGS, games_with, played
from tripot.adapters.mini import mini
from tripot.analysis import Review, Reviewing, review
from tripot.analysis.account import PARTS, account, rounded
from tripot.analysis.coefficients import FILE, at, best, coefficient, measured, whim_coefficient
from tripot.analysis.company import PERSON, company
from tripot.analysis.losses import loss, sure
from tripot.analysis.turns import CHANCES, OWN, moments, turns
from tripot.analysis.whims import whims
from tripot.analysis.worth import MARGIN, Rows, Worth
from tripot.bots import BOTS, LEVELS, bot, stream
from tripot.bots.asking import ask_all, play_all
from tripot.core.contracts import Rules
from tripot.core.state import CHANCE, NOBODY
from tripot.laws.walks import tiny, traits
from tripot.play.reading import legal_actions, outcomes

GAMES = [game.name for game in tripot.games()]
Line = list[tuple[int, int]]


# -- Luck -----------------------------------------------------------------------


def exact_values(rules: Rules, seats: int) -> Callable[[Any], list[Fraction]]:
    """The mean margin of every seat from a state if all play at random, by walking through everything that can happen."""
    known: dict[str, list[Fraction]] = {}

    def value(s: Any) -> list[Fraction]:
        name = repr(s)
        if name not in known:
            known[name] = worth_of(s)
        return known[name]

    def worth_of(s: Any) -> list[Fraction]:
        who = rules.to_act(s)
        if who == NOBODY:
            points = [0] * int(rules.SEATS)
            rules.score(s, points)
            return [Fraction(points[k] - max(points[j] for j in range(seats) if j != k)) for k in range(seats)]
        acts, odds = outcomes(rules, s) if who == CHANCE else (legal_actions(rules, s, who), [])
        odds = odds or [1] * len(acts)
        total = [Fraction(0)] * seats
        for action, weight in zip(acts, odds, strict=True):
            after = s.copy()
            rules.apply(after, who, action)
            for seat, part in enumerate(value(after)):
                total[seat] += part * Fraction(weight, sum(odds))
        return total

    return value


def lines(rules: Rules, s: Any, choose: Callable[[list[int]], int], so_far: Line) -> list[tuple[Line, Fraction]]:
    """Every game that chance can make of a state, with its probability, if all seats choose in one way."""
    who = rules.to_act(s)
    if who == NOBODY:
        return [(so_far, Fraction(1))]
    if who == CHANCE:
        acts, odds = outcomes(rules, s)
    else:
        acts, odds = [choose(legal_actions(rules, s, who))], [1]
    found = []
    for action, weight in zip(acts, odds, strict=True):
        after = s.copy()
        rules.apply(after, who, action)
        for line, share in lines(rules, after, choose, [*so_far, (who, action)]):
            found.append((line, share * Fraction(weight, sum(odds))))
    return found


def middle(acts: list[int]) -> int:
    return acts[len(acts) // 2]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("choose", [min, middle], ids=["first move", "middle move"])
def test_luck_has_mean_zero_exactly_however_well_all_play(name: str, choose: Callable[[list[int]], int]) -> None:
    """Over all deals of the mini table: the players follow no model, the values come from one they do not follow."""
    game = tripot.load(name)
    rules, start = game.rules, mini(game)
    value = exact_values(rules, start.seats)
    games = lines(rules, start, choose, [])
    assert sum(share for _, share in games) == 1
    for seat in range(start.seats):
        mean, spread = Fraction(0), Fraction(0)
        for line, share in games:
            found = turns(rules, moments(rules, start, line), seat)
            marks = [value(turn.before)[seat] for turn in found] + [value(found[-1].after)[seat]]
            choices = [Fraction(0)] * sum(turn.kind == OWN for turn in found)
            parts = account(found, marks, choices)
            assert sum(parts[:-1]) == parts.result
            mean += share * parts.chance
            spread += share * parts.chance**2
        assert mean == 0
        assert spread > 0 or choose is middle, "nothing happened by chance"


@pytest.mark.parametrize("name", GAMES)
def test_rollouts_find_the_exact_value(name: str) -> None:
    game = tripot.load(name)
    start, worlds = mini(game), 2000
    rows = Worth(game, start.seats, company(game, start.seats, ["random"]), 1).of_position(start, 0, worlds)
    exact = exact_values(game.rules, start.seats)(start)
    for seat in range(start.seats):
        margins = rows[:, MARGIN, seat]
        assert abs(margins.mean() - float(exact[seat])) < 4 * margins.std() / worlds**0.5 + 1e-9


# -- The account ------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), SETTINGS)
def test_the_account_adds_up_to_the_last_digit(name: str, seats: int) -> None:
    position = played(name, seats, seats)
    for seat in {0, seats - 1}:
        work = Reviewing(position, seat=seat, seed=seats)
        assert len(list(work.improve(worlds=4))) > 0
        found = work.review
        assert found.worlds == 4
        assert found.margin is not None
        assert found.win is not None
        assert found.margin["result"] == position.scores[seat] - max(
            score for other, score in enumerate(position.scores) if other != seat
        )
        for shown, digits in ((found.margin, 2), (found.win, 4)):
            assert round(sum(shown[part] for part in PARTS), 6) == shown["result"]
            assert all(round(number, digits) == number for number in shown.values())
        luck = sum(block.margin[seat] for block in found.chance)
        assert abs(luck - found.margin["chance"]) < 0.02


def test_rounded_parts_add_up_whatever_they_are() -> None:
    for parts in ([0.005] * 5, [1 / 3, 1 / 3, 1 / 3], [-2.344, 2.345, 0.333], [0.0], [-0.001, 0.001]):
        shown = rounded(parts, sum(parts), 2)
        assert round(sum(shown), 9) == round(sum(parts), 2)
        assert all(abs(one - other) < 0.01 for one, other in zip(shown, parts, strict=True))


# -- Turns ------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), SETTINGS)
def test_turns_are_the_whole_game_with_the_seats_real_choices_apart(name: str, seats: int) -> None:
    position = played(name, seats, 1)
    rules = position.game.rules
    start, steps = position.line()
    for seat in range(seats):
        found = turns(rules, moments(rules, start, steps), seat)
        assert sorted(step for turn in found for step in turn.steps) == sorted(steps)
        assert found[-1].after == position.state
        for one, next_one in pairwise(found):
            assert one.after == next_one.before
            assert one.kind == OWN or one.kind != next_one.kind
        for turn in found:
            if turn.kind == OWN:
                at = turn.moment.copy()
                assert rules.pending(at) >> seat & 1
                choices = []
                for actor, action in turn.steps:
                    assert actor == seat
                    choices.append(len(legal_actions(rules, at, seat)))
                    rules.apply(at, seat, action)
                assert max(choices) > 1
                assert not rules.is_mid_move(at, seat)
            elif turn.kind == CHANCES:
                assert all(actor == CHANCE or actor >= 0 for actor, _ in turn.steps)


def test_of_a_simultaneous_choice_nobody_has_committed_when_it_is_judged() -> None:
    for name in games_with("simultaneous"):
        game = tripot.load(name)
        position = played(name, game.least, 0)
        work = Reviewing(position, seat=1)
        starts = [moment.before for moment in moments(game.rules, *position.line())]
        together = [choice.moment for choice in work._choices if len(choice.moment.pending) > 1]
        assert together
        assert all(at.state in starts for at in together)


# -- Losses -----------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_losses_follow_from_the_view_alone(name: str) -> None:
    """Another world that looks the same to the seat, with other moves of the others: the same decision lost the same."""
    game = tripot.load(name)
    compared = 0
    for seed in range(4):
        position = played(name, game.least, seed, {})
        work = Reviewing(position, seat=1)
        for choice in work._choices[len(work._choices) // 2 :][:2]:
            here = tripot.Position.from_json(choice.moment.to_json())
            there = tripot.Position.from_json(here.view(1).imagine(seed=seed).to_json())
            move = choice.moves[0]
            found = [one.decisions[0] for one in map(reviewed, (after(here, move, 0), after(there, move, -1)))]
            assert found[0].loss == found[1].loss
            assert found[0].candidates == found[1].candidates
            compared += here != there
    assert compared or not traits(game).secrets


def after(position: tripot.Position, move: tripot.Move, which: int) -> tripot.Position:
    """Seat 1 makes the move, and those asked with it make any."""
    others = [seat for seat in position.pending if seat != 1]
    position = position.play(move, seat=1)
    for seat in others:
        position = position.play(position.legal_moves(seat)[which], seat=seat)
        while position.is_mid_move(seat):
            position = position.play(position.legal_moves(seat)[which], seat=seat)
    return position


def reviewed(position: tripot.Position) -> Review:
    return review(position, seat=1, worlds=6, bots=["thumb"])


def test_noise_is_no_loss() -> None:
    """Six moves that are worth the same: the best of them by its mean looks better, the cross-fitted loss is zero on average."""
    rng = np.random.default_rng(1)
    naive, crossed, mistakes = [], [], 0
    for _ in range(400):
        results = [rng.normal(size=(40, 3, 1)) for _ in range(6)]
        means = [rows[:, MARGIN, 0].mean() for rows in results]
        naive.append(max(means) - means[0])
        found = loss(results, 0)
        crossed.append(found.margin.mean)
        mistakes += found.is_mistake
    assert np.mean(naive) > 0.15
    assert abs(np.mean(crossed)) < 3 * np.std(crossed) / 20
    assert mistakes <= 0.05 * 400


def test_a_real_loss_is_found_within_its_interval() -> None:
    rng = np.random.default_rng(2)
    inside = 0
    for _ in range(200):
        results = [rng.normal(size=(60, 3, 1)) + worth for worth in (0.0, 0.2, 1.0)]
        found = loss(results, 0).margin
        inside += found.low <= 1.0 <= found.high
    assert inside >= 0.9 * 200


def test_intervals_are_students_where_worlds_are_few() -> None:
    for count, t in ((3, 4.303), (8, 2.365), (16, 2.131), (32, 2.040), (1000, 1.962)):
        assert sure(count) == pytest.approx(t, rel=0.05)


def test_who_plays_at_random_loses_more() -> None:
    game = tripot.load("raise")
    lost: dict[str, list[float]] = {"thumb": [], "random": []}
    for seed in range(2):
        names = ("thumb", "random") if seed else ("random", "thumb")
        position = game.start(seats=2, seed=seed)
        bots, rngs = dict(enumerate(map(bot, names))), [stream(seed, 0), stream(seed, 1)]
        while not position.is_over:
            position = play_all(position, ask_all(position, bots, rngs))
        for seat, name in enumerate(names):
            found = review(position, seat=seat, worlds=16, bots=["thumb"])
            lost[name] += [each.loss.margin.mean for each in found.decisions]
    assert np.mean(lost["random"]) > np.mean(lost["thumb"]) + 1


# -- Records ------------------------------------------------------------------------


def test_the_same_seed_and_worlds_give_the_same_review() -> None:
    record = played("raise", 2, 2, tiny(tripot.load("raise"))).record()
    one, other = (review(record, seat=0, worlds=8, seed=3) for _ in range(2))
    assert (one.decisions, one.chance, one.margin) == (other.decisions, other.chance, other.margin)
    assert review(record, seat=0, worlds=8, seed=4).margin != one.margin


def test_a_record_that_stops_in_the_middle_has_losses_and_no_account() -> None:
    record = str(played("raise", 2, 1).record())
    half = "".join(record.splitlines(keepends=True)[: record.count("\n") // 2])
    found = review(half, seat=0, worlds=4)
    assert not found.is_over
    assert found.margin is None
    assert found.adjusted is None
    assert found.decisions


def test_a_review_can_be_stopped_and_has_an_answer_whatever_the_budget() -> None:
    position = played("raise", 2, 1)
    assert review(position, seat=0, budget=0.0).worlds == 16
    told: list[float] = []

    def enough(done: float) -> bool:
        told.append(done)
        return len(told) > 200

    assert review(position, seat=0, budget=1e9, progress=enough).worlds > 0
    assert told == sorted(told)


def test_a_seat_that_is_not_there_and_a_game_without_a_move_are_refused() -> None:
    with pytest.raises(tripot.TripotError, match="there is no seat 7"):
        review(played("raise", 2, 1), seat=7)
    with pytest.raises(tripot.TripotError, match="nothing to review"):
        review(tripot.load("raise").start(seats=2), seat=0)


# -- Coefficients -------------------------------------------------------------------


def test_the_best_coefficient_takes_off_what_is_luck() -> None:
    rng = np.random.default_rng(3)
    luck, skill = rng.normal(size=(2, 4000, 2))
    worlds = 4

    def seen(noise: float) -> Rows:
        found: Rows = luck[:, None] + noise * rng.normal(size=(4000, worlds, 2))
        return found

    for noise in (0.0, 1.0, 3.0):
        c, worlds_of_noise = best(0.5 * luck + skill, seen(noise))
        assert abs(c - 0.5) < 0.1
        assert worlds_of_noise == pytest.approx(noise**2, rel=0.2, abs=0.01)
    assert best(-luck, seen(0.0))[0] == 0
    assert best(5 * luck, seen(0.0))[0] == 1
    assert best(luck, 0 * seen(0.0)) == (0, 0)


def test_with_fewer_worlds_less_is_taken_off_and_that_is_best() -> None:
    """Of all shares of a noisy luck the one for its number of worlds leaves the least variance."""
    rng = np.random.default_rng(4)
    luck, skill = rng.normal(size=(2, 4000))
    results, noise = luck + skill, 8.0
    for worlds in (2, 8, 64):
        seen = luck + rng.normal(size=4000) * (noise / worlds) ** 0.5
        shares = np.linspace(0, 1, 41)
        left = [np.var(results - share * seen) for share in shares]
        assert at(1.0, noise, worlds) == pytest.approx(shares[int(np.argmin(left))], abs=0.05)


def test_a_coefficient_is_measured_on_games_of_its_own() -> None:
    found = measured(tripot.load("raise"), 2, "thumb", 6, 8, with_whims=True)
    for part in (found, found["whims"]):
        assert 0 <= part["c"] <= 1
        assert part["ratio"] <= 1
        assert part["noise"] >= 0
    assert found["whims"]["ratio"] <= found["ratio"]


@pytest.mark.parametrize(("name", "seats"), SETTINGS)
def test_published_coefficients_never_make_a_result_less_precise(name: str, seats: int) -> None:
    game = tripot.load(name)
    rows = json.loads(game.file(FILE).read_text(encoding="utf-8"))["seats"][str(seats)]
    assert "thumb" in rows
    for who, row in rows.items():
        parts = [(row, coefficient), *([(row["whims"], whim_coefficient)] if "whims" in row else [])]
        for part, of in parts:
            for worlds in (1, 64, 4096):
                assert of(game, seats, [who] * seats, worlds) == round(at(part["c"], part["noise"], worlds), 3)
            assert 0 <= part["c"] <= 1
        ratios = [1.0, *(part["ratio"] for part, _ in parts)]
        for (part, _), (before, after) in zip(parts, pairwise(ratios), strict=True):
            assert after < before or part["c"] == 0
            assert after <= before


def test_a_mixed_company_has_the_smallest_coefficient_and_people_that_of_any_level() -> None:
    worlds = 64
    for game in tripot.games():
        for seats, rows in json.loads(game.file(FILE).read_text(encoding="utf-8"))["seats"].items():
            known = {who: round(at(row["c"], row["noise"], worlds), 3) for who, row in rows.items()}

            def c(*names: str, game: tripot.Game = game, seats: str = seats) -> float:
                return coefficient(game, int(seats), names, worlds)

            assert c(*known) == min(known.values())
            smallest = min((share for who, share in known.items() if who in LEVELS), default=0.0)
            assert c(PERSON) == smallest
            assert all(c(who) == smallest for who in LEVELS if who not in rows)
            assert c("random") == 0  # nobody has measured games of random steps


# -- Whims --------------------------------------------------------------------------


def whims_of(names: list[str], seed: int, worlds: int = 4) -> tuple[tripot.Position, Rows]:
    game = tripot.load("raise")
    position = game.start(seats=len(names), seed=seed, options=tiny(game))
    bots, rngs = dict(enumerate(map(bot, names))), [stream(seed, seat) for seat in range(len(names))]
    while not position.is_over:
        position = play_all(position, ask_all(position, bots, rngs, company=names))
    return position, whims(position, names, company(game, len(names), ["random"]), seed=seed, worlds=worlds)


def test_whims_have_mean_zero_whoever_plays_how_well() -> None:
    """A player at random and one by the rules of thumb, whose values come from a model that neither follows exactly."""
    for names in (["random", "thumb"], ["beginner", "random"]):
        found = np.array([whims_of(names, seed)[1][:, MARGIN, 0].mean() for seed in range(80)])
        assert found.std() > 0
        assert abs(found.mean()) < 3 * found.std(ddof=1) / len(found) ** 0.5


def test_who_always_moves_alike_has_no_whims(monkeypatch: pytest.MonkeyPatch) -> None:
    def stubborn(view: tripot.View, rng: object) -> tripot.Move:
        return view.legal_moves[-1]

    monkeypatch.setitem(BOTS, "stubborn", stubborn)
    _, found = whims_of(["stubborn", "stubborn"], 1)
    assert not found.any()
