"""The figures of the arena against examples worked by hand or printed in textbooks: every factor in a formula has its value."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import tripot
from tripot.arena.log import GameRow, Key
from tripot.arena.match import Played
from tripot.arena.schedule import ALL_ORDERS, Schedule, patterns, plan, rotations
from tripot.arena.statistics import Floats, bootstrap, fixed, quantiles, sequence, student
from tripot.arena.tally import by_block, by_seat, difference, estimates, interval, measures, stops_at

# Hours of sleep gained with one drug more than with the other, by ten patients: Student, The probable error of a mean (1908).
SLEEP = np.array([1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4])


@pytest.mark.parametrize(
    ("freedom", "share", "printed"),
    [
        (1, 0.95, 6.314),
        (1, 0.975, 12.706),
        (2, 0.975, 4.303),
        (3, 0.975, 3.182),
        (4, 0.99, 3.747),
        (5, 0.995, 4.032),
        (9, 0.975, 2.262),
        (10, 0.95, 1.812),
        (24, 0.9, 1.318),
        (29, 0.975, 2.045),
        (30, 0.975, 2.042),
        (60, 0.995, 2.660),
        (120, 0.975, 1.980),
    ],
)
def test_students_quantiles_are_those_of_the_printed_tables(freedom: int, share: float, printed: float) -> None:
    assert student(freedom, share) == pytest.approx(printed, abs=6e-4)


def test_students_own_paired_sample_has_the_interval_of_the_textbooks() -> None:
    """Mean 1.58, standard deviation 1.23, nine degrees of freedom: 0.7001 to 2.4599."""
    found = fixed(SLEEP)
    assert found.mean == pytest.approx(1.58)
    assert (found.low, found.high) == pytest.approx((0.7001142, 2.4598858), abs=1e-6)


def test_an_interval_stays_within_what_is_possible() -> None:
    found = fixed(SLEEP, 1.0, 2.0)
    assert (found.low, found.high) == (1.0, 2.0)


def with_spread_one(count: int, mean: float) -> Floats:
    """So many values (an even number) with that mean and the standard deviation 1."""
    return mean + math.sqrt((count - 1) / count) * np.tile([1.0, -1.0], count // 2)


@pytest.mark.parametrize(
    ("level", "half"),
    [
        # alpha 0.05: rho squared (5.991465 + 1.790336 + 1) / 250 = 0.03512720; after 250 blocks grown is 9.781801, and
        # sqrt(2 * 9.781801 / (250 * 8.781801) * ln(sqrt(9.781801) / 0.05)) = 0.191978, times 1.969537 / 1.959964
        (0.95, 0.192916),
        # alpha 0.025: rho squared (7.377759 + 1.998470 + 1) / 250 = 0.04150492; grown 11.376229, and
        # sqrt(2 * 11.376229 / (250 * 10.376229) * ln(sqrt(11.376229) / 0.025)) = 0.207409, times 2.255038 / 2.241403
        (0.975, 0.208671),
    ],
)
def test_a_confidence_sequence_has_the_width_of_the_papers_formula(level: float, half: float) -> None:
    found = sequence(1000, level=level)(with_spread_one(250, 0.4), -math.inf, math.inf)
    assert found.mean == pytest.approx(0.4)
    assert (found.low, found.high) == pytest.approx((0.4 - half, 0.4 + half), abs=2e-6)


def test_a_confidence_sequence_is_tightest_relative_to_a_single_look_after_a_quarter_of_the_blocks() -> None:
    """What it is tuned for: the width in units of 1 / sqrt(blocks) is least at, or next to, a quarter of them."""
    interval = sequence(1000)

    def width(count: int) -> float:
        found = interval(with_spread_one(count, 0.0), -math.inf, math.inf)
        return found.high / student(count - 1, 0.975) * math.sqrt(count)

    assert min(range(50, 1000, 10), key=width) in range(220, 281)


def test_a_bootstrap_interval_is_the_middle_95_of_100_resamples_of_as_many_blocks() -> None:
    assert quantiles(np.arange(1001.0)) == pytest.approx((25.0, 975.0))
    assert quantiles(np.arange(1001.0), level=0.9) == pytest.approx((50.0, 950.0))
    drawn = bootstrap(20, times=4000, seed=1)
    assert drawn.shape == (4000, 20)
    assert set(drawn.sum(axis=1)) == {20}
    assert drawn.mean(axis=0) == pytest.approx([1.0] * 20, abs=0.07)
    assert drawn.var() == pytest.approx(1 - 1 / 20, abs=0.02)  # a block is drawn 20 times with the chance 1/20


# -- A match written by hand ---------------------------------------------------


def match(**more: Any) -> Schedule:
    settings: dict[str, Any] = {"seats": 3, "bots": ("random", "thumb", "random"), "blocks": 40, "seed": 5}
    return plan(tripot.load("raise"), **(settings | more))


def played(scores: Sequence[int], winners: Sequence[int] | None = None) -> Played:
    best = [seat for seat, score in enumerate(scores) if score == max(scores)] if winners is None else winners
    return Played(tuple(scores), tuple(best), 1, 1, "", (0.0,) * len(scores))


def rows(schedule: Schedule, points: Callable[[int, int], int]) -> dict[Key, GameRow]:
    """Games in which a bot (by place in the list) always has the points that it has in that block."""
    return {
        (block, number): GameRow(block, number, played([points(block, bot) for bot in seating]))
        for block in range(schedule.blocks)
        for number, seating in enumerate(schedule.seatings(block))
    }


def test_rank_share_is_the_share_of_opponents_left_behind_equal_ones_half() -> None:
    found = measures(GameRow(0, 0, played([10, 7, 7, 1])), 4)
    assert found["rank"] == pytest.approx([1, 1 / 2, 1 / 2, 0])
    assert found["win"] == [1, 0, 0, 0]
    assert found["points"] == [10, 7, 7, 1]
    shared = measures(GameRow(0, 0, played([4, 9, 9])), 3)
    assert shared["rank"] == pytest.approx([0, 3 / 4, 3 / 4])
    assert shared["win"] == [0, 1 / 2, 1 / 2]
    assert measures(GameRow(0, 0, played([3, 8])), 2)["rank"] == [0, 1]
    broken_tie = measures(GameRow(0, 0, played([5, 5, 2], winners=[1])), 3)
    assert broken_tie["rank"] == pytest.approx([1 / 2, 1, 0])


def test_the_rank_shares_of_a_table_are_one_half_on_average() -> None:
    for scores in ([1, 2], [5, 5, 5], [9, 1, 9, 1, 4], [0, 0, 0, 0, 0, 0, 0, 7]):
        assert sum(measures(GameRow(0, 0, played(scores)), len(scores))["rank"]) == pytest.approx(len(scores) / 2)


def test_block_values_are_the_mean_over_a_bots_seats() -> None:
    schedule = match(bots=("random", "thumb"), blocks=2)  # one against two, both ways: six games a block
    found = rows(schedule, lambda block, bot: 10 if bot == block else 4)
    assert by_block(schedule, found, 2, "points").tolist() == [[10, 4], [4, 10]]
    # the winning bot alone has 1, two of it share the victory: 3 seats with 1 and 6 with 1/2
    assert by_block(schedule, found, 2, "win")[0] == pytest.approx([6 / 9, 0])
    # alone it leaves both behind, twice it leaves one behind and is level with itself
    assert by_block(schedule, found, 2, "rank")[0] == pytest.approx([(3 + 6 * 0.75) / 9, (6 * 0.25) / 9])
    assert by_block(schedule, found, 2, "win", (0, 1, 1))[0] == pytest.approx([1, 0])
    assert by_seat(schedule, found, 2)[0].tolist() == [pytest.approx([6 / 9] * 3), [0, 0, 0]]


def test_the_interval_of_a_fixed_match_is_students_over_blocks() -> None:
    """Differences of 2 * sleep - 1 between two bots: the textbook's interval, stretched."""
    schedule = match(seats=2, bots=("thumb", "random"), blocks=10)
    values = np.stack([1.5 * SLEEP, 1 - 0.5 * SLEEP], axis=1)
    found = difference(schedule, values, 0, 1, "points")
    assert (found.low, found.high) == pytest.approx((2 * 0.7001142 - 1, 2 * 2.4598858 - 1), abs=1e-5)
    assert estimates(schedule, values, "points")[0].high == pytest.approx(1.5 * 2.4598858, abs=1e-5)
    assert estimates(schedule, values, "win")[0].high == 1.0


def test_with_several_pairs_each_has_its_part_of_the_five_percent() -> None:
    schedule = match(stop="sequential", blocks=1000)
    values = with_spread_one(250, 0.4)
    one, two = interval(schedule)(values, -9, 9), interval(schedule, 2)(values, -9, 9)
    assert one.high == pytest.approx(0.4 + 0.192916, abs=2e-6)
    assert two.high == pytest.approx(0.4 + 0.208671, abs=2e-6)


@pytest.mark.parametrize(("forward", "stop"), [(65, None), (66, None), (67, 100)])
def test_three_bots_are_told_apart_later_than_each_pair_would_be_alone(forward: int, stop: int | None) -> None:
    """In that many of 100 blocks the first bot is before the second and that before the third, else the other way round."""
    schedule = match(stop="sequential", objective="rank", blocks=200, look=100)
    found = rows(schedule, lambda block, bot: 2 - bot if block < forward else bot)
    half = {key: row for key, row in found.items() if key[0] < 100}
    values = by_block(schedule, half, 100, "rank")
    assert difference(schedule, values, 0, 1, "rank").excludes_zero
    assert stops_at(schedule, half) == stop


# -- What is played first ------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, 7, 2**62])
def test_the_first_block_has_the_bots_in_the_order_in_which_they_were_named(seed: int) -> None:
    for bots in (5, 6, 8):
        found = patterns(bots, bots, seed)
        assert found[0] == tuple(rotations(tuple(range(bots))))
        assert len(found) == ALL_ORDERS
        assert len(set(found)) > 1
    halves = patterns(2, 6, seed, "halves")
    assert halves[0] == ((0, 1, 0, 1, 0, 1), (1, 0, 1, 0, 1, 0))


def test_blocks_take_the_patterns_in_turn_and_begin_again() -> None:
    schedule = match(seats=5, bots=("random",) * 5, blocks=60)
    assert [schedule.seatings(block) for block in range(60)] == [
        schedule.patterns[block % ALL_ORDERS] for block in range(60)
    ]
    assert schedule.seatings(0) != schedule.seatings(1)
    assert schedule.seatings(ALL_ORDERS) == schedule.seatings(0)
    assert schedule.games == 300
