"""The rule of thumb for RAISE: its rules on built positions, always legal, and well ahead of random play."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import tripot
from tests.walks import fresh, legal, next_step
from tripot.arena.simulate import simulate
from tripot.bots import stream
from tripot.bots.engines import plain_engine
from tripot.core.state import CHANCE
from tripot.games.raise_ import rules
from tripot.games.raise_.policy import thumb
from tripot.games.raise_.rules import State
from tripot.games.raise_.tokens import MOVES, OUTCOMES
from tripot.laws.walks import variants

ROLL = "diamond diamond gear bell bell bell blank"  # diamond ×3, gear ×2, cloud ×1, hourglass ×1, bell ×4
EVEN = "gear-4 cloud-3 hourglass-3 hourglass-3 bell-2 bell-3"
WEAK = "cloud-2 cloud-3 hourglass-2 hourglass-2 hourglass-3 hourglass-3"


def dealt(*hands: str, point: int, roll: str = ROLL, box: str = "standard") -> State:
    """A table at its first choice."""
    s = rules.State()
    rules.setup(s, len(hands), rules.Options(first_roller=0, box=box))
    tokens = f"{' '.join(hands)} point-{point} " + " ".join(f"die-{face}" for face in roll.split())
    for token in tokens.split():
        rules.apply(s, CHANCE, OUTCOMES.index(token))
    return s


def play(s: State, seat: int, tokens: str) -> None:
    for token in tokens.split():
        assert MOVES.index(token) in legal(rules, s, seat)
        rules.apply(s, seat, MOVES.index(token))


def view_of(s: State, seat: int) -> State:
    out = rules.State()
    rules.view(s, seat, out)
    return out


def answers(s: State, seat: int, tries: int = 60) -> Counter[str]:
    """How often the rule of thumb gives which whole move, in that many moods."""
    found: Counter[str] = Counter()
    for seed in range(tries):
        rng, now = stream(seed, seat), s.copy()
        tokens: list[str] = []
        while not tokens or rules.is_mid_move(now, seat):
            action = thumb(view_of(now, seat), seat, rng)
            assert action in legal(rules, now, seat)
            tokens.append(MOVES[action])
            rules.apply(now, seat, action)
        found[" ".join(tokens)] += 1
    return found


# -- Rules of thumb -----------------------------------------------------------


def test_a_high_point_card_is_opened_for_and_a_low_one_gets_a_cheap_card() -> None:
    hand = "diamond-4 gear-3 cloud-2 hourglass-2 bell-1 bell-3"
    low = answers(dealt(hand, EVEN, EVEN, EVEN, point=6), 0)
    high = answers(dealt(hand, EVEN, EVEN, EVEN, point=20), 0)
    assert low["bell-1"] > 40  # worth least in any round
    assert high["diamond-4"] > 40  # worth 12 now, and seldom as much


def test_first_cards_are_mixed_so_that_nobody_can_foresee_them() -> None:
    found = answers(dealt("diamond-4 gear-3 cloud-2 hourglass-2 bell-1 bell-3", EVEN, EVEN, EVEN, point=12), 0)
    assert len(found) > 1
    assert max(found.values()) < 50


def test_many_cards_for_a_small_stake_are_not_worth_it() -> None:
    s = dealt(WEAK, EVEN, point=6)
    play(s, 0, "cloud-2")
    play(s, 1, "bell-3")  # 12: it would take five cards
    assert set(answers(s, 0)) == {"pass"}


def test_a_raise_is_made_with_the_card_that_is_missed_least() -> None:
    s = dealt(EVEN, EVEN, point=20)
    play(s, 0, "bell-2")
    play(s, 1, "bell-2")  # on top: any card is enough
    assert set(answers(s, 1)) == {"cloud-3 stop"}


def test_for_a_small_stake_nobody_can_count_on_a_pass_nor_on_a_raise() -> None:
    s = dealt(EVEN, EVEN, point=6)
    play(s, 0, "bell-2")
    play(s, 1, "bell-2")
    found = answers(s, 1)
    assert found["pass"] > 0
    assert found["cloud-3 stop"] > 0


def test_a_card_that_the_roll_favours_is_used_now() -> None:
    s = dealt("diamond-6 gear-5 cloud-3 hourglass-3 bell-3 bell-4", EVEN, point=20)
    play(s, 0, "cloud-3")
    play(s, 1, "bell-2")
    assert set(answers(s, 0)) == {"diamond-6 stop"}  # 3 + 18


def test_against_a_rival_without_a_card_just_enough_is_played() -> None:
    s = dealt("diamond-4 gear-3 cloud-2 hourglass-2 bell-1 bell-3", WEAK, point=20)
    play(s, 0, "bell-1")  # 4
    play(s, 1, "cloud-2")
    play(s, 1, "cloud-3 hourglass-2 hourglass-2 hourglass-3 hourglass-3")  # 15, nothing left
    assert set(answers(s, 0)) <= {"diamond-4 stop", "bell-3 stop"}  # 16


# -- Always legal, well ahead of random play ----------------------------------


@pytest.mark.parametrize("options", variants(tripot.load("raise")))
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_move_is_legal(seats: int, options: dict[str, Any]) -> None:
    chooser = random.Random(seats)
    for seed in range(7):
        s = fresh("raise", seats, options)
        rngs = [stream(seed, seat) for seat in range(seats)]
        while (step := next_step(rules, s, chooser)) is not None:
            actor, action = step
            if actor != CHANCE and chooser.random() < 0.7:  # the others keep it in odd positions
                action = thumb(view_of(s, actor), actor, rngs[actor])
                assert action in legal(rules, s, actor)
            rules.apply(s, actor, action)


@pytest.mark.parametrize(("seats", "share"), [(2, 0.75), (4, 0.45), (5, 0.4)])
def test_it_beats_random_play_clearly(seats: int, share: float) -> None:
    game = tripot.load("raise")
    bots = ["thumb"] + ["random"] * (seats - 1)
    result = simulate(game, seats=seats, games=60, seed=8, bots=bots, engine=plain_engine(game))
    assert result.wins[0] / result.games > share
