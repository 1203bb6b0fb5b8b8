"""Future value: a hand is worth what such hands brought later, and choices that leave a better one are better by that."""

from __future__ import annotations

import numpy as np
import pytest

import tripot
from tripot.core import search
from tripot.observe import layout
from tripot.play import Game
from tripot.training.alike import alike
from tripot.training.future import Futures, fit_future, futures, nothing_later
from tripot.training.games import Recipe, Recorded
from tripot.training.hindsight import Look, ahead, choices, lessons
from tripot.training.replies import places

GAMES = [game for game in tripot.games() if game.part("alike")]  # those in which many choose face down
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))


def recorded(game: Game, number: int = 1) -> Recorded:
    return Recipe(game.name, (game.usual_seats,), ("thumb",), seed=5).play(number)


@EACH
def test_what_cards_brought_later_is_found_again(game: Game) -> None:
    rng, kinds = np.random.default_rng(1), nothing_later(game).weights.shape[1]
    worth = rng.normal(0, 5, kinds)
    hands, left = rng.integers(0, 3, (80_000, kinds)), rng.integers(1, 12, 80_000)
    later = (hands - 1) @ worth * left**0.5 + rng.normal(0, 50, 80_000)
    found = fit_future(game, Futures(hands, left, later, np.arange(80_000)))
    for one in range(kinds):
        observed = np.zeros(layout(game).size)
        observed[found.places[found.kinds == one][0]] = 1
        assert found(observed, 4) == pytest.approx(2 * worth[one], abs=2)


@EACH
def test_a_hand_is_its_kinds_of_cards_wherever_they_belong(game: Game) -> None:
    look, blank, rng = Look(game, times=1), nothing_later(game), np.random.default_rng(1)
    several = 0
    for moment, seat, _ in choices(game, recorded(game), places(game)[1]):
        observed = look.observed(moment.before, seat)
        moved = observed[alike(game).order(rng)[0]]
        np.testing.assert_array_equal(blank.hand(observed), blank.hand(moved))
        assert blank.hand(observed).sum() == moment.before.hand_n[seat]
        several += (observed != moved).any()
    assert several > 10


@EACH
def test_what_came_later_adds_up_to_the_result(game: Game) -> None:
    each = recorded(game)
    some, found = futures(game, [each], places(game)[1]), choices(game, each, places(game)[1])
    assert len(some) == len(found) > 20
    begin = [row for row, (_, _, left) in enumerate(found) if left == found[0][2]]
    for row in begin:  # nobody has any points before the first choice
        assert some.later[row] == pytest.approx(ahead(each.scores, found[row][1]))
    assert some.left.min() == 1
    assert some.left.max() == found[0][2] + 1


@EACH
def test_a_choice_is_better_by_what_the_hand_it_leaves_is_worth(game: Game) -> None:
    """Here a card of one kind counts a hundred for each round to go, and nothing after the last one."""
    some, actions = [recorded(game)], places(game)[1]
    blank = nothing_later(game)
    kind = int(np.flatnonzero(futures(game, some, actions).hands.sum(axis=0))[0])
    plain = lessons(game, some, actions)
    rich = lessons(game, some, actions, later=lambda observed, left: 100.0 * left * blank.hand(observed)[kind])
    changed = 0
    for row, (moment, seat, left) in enumerate(choices(game, some[0], actions)):
        look = Look(game, times=1)
        for action in np.flatnonzero(~np.isnan(plain.gains[row])):
            look.turn_up(moment, seat, (int(action),))
            kept = blank.hand(look.observed(look.states[search.WORLD], seat))[kind]
            more = rich.gains[row, action] - plain.gains[row, action]
            assert more == pytest.approx(100 * left * kept, abs=0.01)
            changed += more > 0
    assert changed
