"""The figures against known answers: intervals that hold as often as they say, ratings and shares that are found again."""

from __future__ import annotations

import math
from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from tripot.arena.luck import frozen_share
from tripot.arena.ratings import SCALE, Race, race, rate, strengths
from tripot.arena.statistics import Floats, first_clear, fixed, looks, sequence
from tripot.arena.study import ratio


def blocks(rng: np.random.Generator, count: int, share: float) -> Floats:
    """Win shares of blocks of eight games whose cards favour a bot or not."""
    luck = np.clip(rng.normal(share, 0.1, size=count), 0, 1)
    return rng.binomial(8, luck) / 8


@pytest.mark.parametrize("count", [10, 40])
def test_an_interval_over_blocks_contains_the_truth_in_about_95_of_100_matches(count: int) -> None:
    rng = np.random.default_rng(count)
    found = [fixed(blocks(rng, count, 0.4), 0.0, 1.0) for _ in range(1000)]
    assert 925 <= sum(estimate.low <= 0.4 <= estimate.high for estimate in found) <= 975


def test_treating_games_as_independent_would_promise_too_much() -> None:
    """Why the block is the unit: games that share their cards say the same thing again."""
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(300):
        favour = rng.random(30) < 0.5
        games = np.repeat(favour.astype(float), 8)
        estimate = fixed(games, 0.0, 1.0)
        held += estimate.low <= 0.5 <= estimate.high
    assert held < 200


def test_blocks_without_any_spread_still_have_an_interval() -> None:
    all_won = fixed(np.ones(10), 0.0, 1.0)
    assert all_won.high == 1.0
    assert all_won.low == pytest.approx(0.025 ** (1 / 10))
    assert fixed(np.ones(1), 0.0, 1.0).low == 0.0
    assert fixed(np.full(5, 7.0)).low == -math.inf


def test_a_confidence_sequence_is_wrong_at_any_look_in_at_most_about_5_of_100_matches() -> None:
    rng = np.random.default_rng(2)
    interval, every = sequence(150), looks(150, 5)
    values = [rng.choice([-1.0, -0.5, 0.0, 0.5, 1.0], size=(150, 1)) for _ in range(400)]
    wrong = sum(first_clear(match, interval, every, 1.0) is not None for match in values)
    assert wrong <= 28  # 20 are expected at most; 28 is two standard deviations more
    naive = sum(first_clear(match, fixed, every, 1.0) is not None for match in values)
    assert naive > 40  # looking again and again at intervals made for one look does not do


def test_a_confidence_sequence_stops_early_where_the_difference_is_large() -> None:
    rng = np.random.default_rng(3)
    stops = [first_clear(rng.normal(0.5, 0.5, size=(200, 1)), sequence(200), looks(200, 10), 1.0) for _ in range(50)]
    assert all(stop is not None and stop <= 60 for stop in stops)


def test_looks_end_with_the_last_block() -> None:
    assert looks(25, 10) == [10, 20, 25]
    assert looks(5, 10) == [5]


STRENGTHS = np.array([4.0, 2.0, 1.0, 0.5])


def run(rng: np.random.Generator, runners: list[int]) -> Race:
    left, order = list(runners), []
    while left:
        chances = STRENGTHS[left] / STRENGTHS[left].sum()
        order.append((left.pop(int(rng.choice(len(left), p=chances))),))
    return tuple(order)


@pytest.mark.parametrize("runners", [[0, 1, 2, 3], [0, 0, 1, 2, 3, 3]])
def test_plackett_luce_finds_known_strengths_again(runners: list[int]) -> None:
    rng = np.random.default_rng(4)
    found = rate(4, [Counter(run(rng, runners) for _ in range(8)) for _ in range(250)], times=400, seed=1)
    truth = SCALE * np.log(STRENGTHS / np.exp(np.log(STRENGTHS).mean()))
    for rating, points in zip(found, truth, strict=True):
        assert rating.low - 4 <= points <= rating.high + 4
        assert rating.points == pytest.approx(points, abs=15)


def test_rating_intervals_hold_as_often_as_they_say() -> None:
    rng = np.random.default_rng(5)
    truth = SCALE * math.log(4 / 2) / 2
    held = 0
    for seed in range(120):
        found = rate(2, [Counter(run(rng, [0, 1]) for _ in range(6)) for _ in range(60)], times=200, seed=seed)
        held += found[0].low <= truth <= found[0].high
    assert 105 <= held <= 120


def test_a_bot_that_never_loses_has_a_finite_rating() -> None:
    found = rate(2, [Counter({((0,), (1,)): 10})] * 20, times=50, seed=0)
    assert 400 < found[0].points < 1200
    assert found[0].points == -found[1].points


def test_ratings_of_two_bots_are_the_logarithm_of_their_odds() -> None:
    """Bradley and Terry's model in closed form: 3 victories to 1, and one drawn race beforehand, are 3.5 to 1.5."""
    found = rate(2, [Counter({((0,), (1,)): 3, ((1,), (0,)): 1})], times=5, seed=0)
    assert found[0].points - found[1].points == pytest.approx(400 * math.log10(3.5 / 1.5), abs=1e-6)


def test_a_game_is_a_race_whose_places_may_be_shared() -> None:
    assert race((0, 1), (1, 1)) == ((0, 1),)
    assert race((1, 0, 0), (2, 1, 3)) == ((0,), (1,), (0,))
    assert race((2, 1, 0, 1), (2, 1, 2, 4)) == ((1,), (0, 2), (1,))


@pytest.mark.parametrize("bots", [2, 3, 4, 8])
def test_bots_that_always_share_the_victory_have_equal_ratings(bots: int) -> None:
    even = rate(bots, [Counter({(tuple(range(bots)),): 6})] * 10, times=10, seed=0)
    assert [rating.points for rating in even] == pytest.approx([0.0] * bots, abs=1e-6)


@pytest.mark.parametrize(
    "shared",
    [((0, 1, 2),), ((0, 1, 1, 2),), ((2,), (0, 1, 3), (0,)), ((0, 1), (2, 2, 3)), ((1, 1, 0, 2, 3),)],
    ids=str,
)
def test_a_shared_place_counts_as_all_orders_of_those_who_share_it_with_equal_weight(shared: Race) -> None:
    clear: list[Race] = [((0,), (1,), (2,), (3,)), ((3,), (0,), (2,), (1,))]
    orders = [[*before] for before in permutations(shared[0])]
    for place in shared[1:]:
        orders = [[*before, *after] for before in orders for after in permutations(place)]
    listed = [tuple((bot,) for bot in order) for order in orders]
    weights = [2.0, 1.0, *[5.0 / len(listed)] * len(listed)]
    whole = strengths(4, [*clear, shared], np.array([[2.0, 1.0, 5.0]]))
    assert whole == pytest.approx(strengths(4, [*clear, *listed], np.array([weights])), rel=1e-7)


def test_shares_of_variance_are_found_again() -> None:
    """A result made of a deal (variance 4), dice (1), the two together (2), and whims (3): known shares."""
    rng = np.random.default_rng(6)
    units, seats = 4000, 3

    def noise(variance: float) -> Floats:
        return rng.normal(0, math.sqrt(variance), size=(units, seats))

    deal, dice, both = noise(4), noise(1), noise(2)
    base = 50 + deal + dice + both + noise(3)
    same_deal = 50 + deal + noise(1) + noise(2) + noise(3)
    same_chance = 50 + deal + dice + both + noise(3)
    nothing = 50 + noise(10)
    for again, truth in ((same_deal, 0.4), (same_chance, 0.7), (nothing, 0.0)):
        found = frozen_share(base, again)
        assert found.low <= truth <= found.high
        assert found.high - found.low < 0.06


def test_a_ratio_of_sums_has_the_interval_of_the_ratio() -> None:
    rng = np.random.default_rng(7)
    held = 0
    for _ in range(400):
        facts = [{"asked": int(n), "said": int(rng.binomial(n, 0.3))} for n in rng.integers(1, 9, size=60)]
        found = ratio(facts, "said", "asked", is_share=True)
        held += found["low"] <= 0.3 <= found["high"]
    assert 365 <= held <= 395
    always = ratio([{"asked": 2, "said": 2}] * 30, "said", "asked", is_share=True)
    assert (always["mean"], always["high"]) == (1.0, 1.0)
    assert 0.8 < always["low"] < 1.0
    assert ratio([{}], "said", "asked") == {"mean": 0.0, "low": 0.0, "high": 0.0}
