"""The ladder of levels: complete, reproducible, and each a different opponent."""

from __future__ import annotations

from collections import Counter

import pytest

import tripot
from tests.bots.test_search import GAMES, to_decide, view_of
from tripot.arena import simulate
from tripot.arena.match import Streams, play_steps
from tripot.arena.study import count
from tripot.bots import BOTS, LEVELS, bot, stream
from tripot.bots.engines import engine, plain_engine
from tripot.bots.levels import PLAIN_LEAST
from tripot.bots.search import think
from tripot.language import languages


def test_the_ladder_goes_from_beginner_to_champion_and_everybody_has_a_temper_in_both_languages() -> None:
    assert list(LEVELS) == ["beginner", "casual", "regular", "expert", "master", "champion"]
    assert len({level.name for level in LEVELS.values()}) == len(LEVELS)
    for name, level in LEVELS.items():
        assert level.id == name
        assert BOTS[name] is level
        assert all(level.temper[lang] and "\n" not in level.temper[lang] for lang in languages())


@pytest.mark.parametrize("game", GAMES)
def test_a_higher_level_thinks_more(game: str) -> None:
    budgets = [level.settings_for(tripot.load(game), compiled=True).simulations for level in LEVELS.values()]
    assert budgets == sorted(budgets)
    for level in LEVELS.values():
        plain = level.settings_for(tripot.load(game), compiled=False).simulations
        assert plain <= level.settings_for(tripot.load(game), compiled=True).simulations
        assert plain >= min(PLAIN_LEAST, level.settings_for(tripot.load(game), compiled=True).simulations)


@pytest.mark.parametrize("game", GAMES)
def test_a_level_plays_without_compiled_code_too(game: str) -> None:
    s, seat = to_decide(game, 3, 1)[0]
    view = view_of(game, s, seat)
    for level in LEVELS.values():
        settings = level.settings_for(tripot.load(game), compiled=False)
        thought = think(view, settings, stream(1, seat), runner=plain_engine(view.game))
        assert thought.move in {each.move for each in thought.considered}


@pytest.mark.parametrize("game", GAMES)
def test_a_level_gives_the_same_move_again_with_a_limit_of_time_that_it_does_not_reach(game: str) -> None:
    s, seat = to_decide(game, 4, 2)[-1]
    view = view_of(game, s, seat)
    for name in ("beginner", "casual", "regular"):
        assert bot(name)(view, stream(1, seat)) == bot(name, seconds=600)(view, stream(1, seat))


def test_simulate_takes_levels_and_settings() -> None:
    game = tripot.load("hick-hack")
    bots = ("beginner", "search:simulations=5")
    first, again = (simulate(game, seats=2, games=1, seed=4, bots=bots) for _ in range(2))
    assert (first.decisions, first.mean_scores, first.wins) == (again.decisions, again.mean_scores, again.wins)
    assert sum(first.wins) == 1
    assert engine(game).is_compiled or first.threads == 1


MOST_EMPTY = (
    0.13  # of the lots sold; every seventh card or so is police, which may come before anything lies on display
)


@pytest.mark.parametrize(
    ("name", "games"),
    [("thumb", 20), ("beginner", 3), ("casual", 5), ("regular", 5), ("expert", 3), ("master", 2), ("champion", 2)],
)
def test_no_bot_of_razzia_knizia_calls_an_auction_for_nothing_and_few_lots_are_empty(name: str, games: int) -> None:
    game = tripot.load("razzia-knizia")
    facts: Counter[str] = Counter()
    for number in range(games):
        steps, _, _ = play_steps(game, 4, {}, (name,) * 4, Streams(seed=5, cards=number))
        facts.update(count(game, 4, {}, steps))
    assert facts["lots"] >= 60
    assert facts["calls for nothing"] == 0
    assert facts["empty lots"] <= MOST_EMPTY * facts["lots"]
