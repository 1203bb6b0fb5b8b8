"""The ladder of levels: complete, reproducible, and each a different opponent."""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import replace
from statistics import fmean, stdev

import pytest

import tripot
from tests.bots.test_search import GAMES, to_decide, view_of
from tripot.arena import simulate
from tripot.arena.happenings import follies
from tripot.arena.match import Streams, play_game, play_steps
from tripot.arena.schedule import budgets
from tripot.arena.study import count
from tripot.bots import BOTS, LEVELS, bot, stream
from tripot.bots.engines import engine, plain_engine
from tripot.bots.levels import AMONG_MASTERS, PLAIN_LEAST
from tripot.bots.replies import ANYBODY, replied, replies
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


def test_a_setting_may_differ_by_the_number_of_seats() -> None:
    game = replace(tripot.load("raise"), levels={"casual": {"simulations": 9, "noise": (0.5, 0.4, 0.3, 0.2)}})
    level = LEVELS["casual"]
    assert [level.settings_for(game, compiled=True, seats=seats).noise for seats in game.seats] == [0.5, 0.4, 0.3, 0.2]
    assert level.settings_for(game, compiled=True).noise == (0.5, 0.4, 0.3, 0.2)[game.usual_seats - game.least]
    assert level.settings_for(game, compiled=True, seats=5).simulations == 9


def test_a_level_may_think_otherwise_where_all_rivals_are_as_strong_as_a_master() -> None:
    given = {"champion": {"simulations": 9, "rounds": 1}, f"champion{AMONG_MASTERS}": {"simulations": 90, "confirm": 0}}
    game, level = replace(tripot.load("raise"), levels=given), LEVELS["champion"]
    usual, stronger = (level.settings_for(game, compiled=True, rivals=some) for some in ((), ("master", "champion")))
    assert (usual.simulations, usual.rounds, usual.confirm) == (9, 1, level.settings.confirm)
    assert (stronger.simulations, stronger.rounds, stronger.confirm) == (90, 1, 0)
    for rivals in (("master", "expert"), ("master", ""), ("thumb",)):
        assert level.settings_for(game, compiled=True, rivals=rivals) == usual
    assert LEVELS["master"].settings_for(game, compiled=True, rivals=("master",)) == LEVELS["master"].settings_for(
        game, compiled=True
    )
    first, second = budgets(game, 2, ("champion", "master"))
    assert str(usual) in first
    assert f"among masters {stronger}" in first
    assert "among masters" not in second


def test_a_schedule_says_by_which_replies_a_champion_plays() -> None:
    game = tripot.load("razzia")
    champion, master = budgets(game, 4, ("champion", "master"))
    for level in (ANYBODY, "master"):
        assert f"reply to {level} {replies(game).hash}," in champion
    assert "reply" not in master


def test_the_champion_knows_his_company_by_the_view() -> None:
    game = tripot.load("razzia")
    s, seat = to_decide(game.name, 4, 2)[-1]
    view = view_of(game.name, s, seat)
    thoughts = {}
    for company in (("master",) * 4, ("beginner",) * 4):
        view.company = company
        rivals = [who for place, who in enumerate(company) if place != seat]
        settings = LEVELS["champion"].settings_for(game, compiled=engine(game).is_compiled, seats=4, rivals=rivals)
        thoughts[company] = settings
        level = LEVELS["champion"].replies_to(game, rivals)
        learned = replied(view, level, stream(1, seat)) if level else None
        assert LEVELS["champion"](view, stream(1, seat)) == (learned or think(view, settings, stream(1, seat)).move)
    assert len(set(thoughts.values())) == len(thoughts)


@pytest.mark.parametrize("game", GAMES)
def test_every_setting_that_differs_by_seats_has_a_value_for_each(game: str) -> None:
    found = tripot.load(game)
    for settings in found.levels.values():
        assert all(len(value) == len(found.seats) for value in settings.values() if isinstance(value, tuple))


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


# -- Weaker is seeing less, not folly ------------------------------------------

GAMES_EACH = {"beginner": 6, "casual": 6, "regular": 5, "expert": 4, "master": 2}
DEALS = 60  # of two games
CLEAR = 2.0  # standard errors
MOST_EMPTY = 0.1  # of the lots sold; every seventh card or so is police, which may come before anything lies on display


@functools.cache
def counted(game: str, name: str, seats: int, games: int) -> Counter[str]:
    """What happened in games of one level, always the same ones."""
    facts: Counter[str] = Counter()
    for number in range(games):
        steps, _, _ = play_steps(tripot.load(game), seats, {}, (name,) * seats, Streams(seed=5, cards=number))
        facts.update(count(tripot.load(game), seats, {}, steps))
    return facts


@pytest.mark.parametrize("name", [*GAMES_EACH, "thumb"])
@pytest.mark.parametrize("game", [game for game in GAMES if follies(tripot.load(game))])
def test_no_level_does_what_nobody_does_who_looks_at_the_table(game: str, name: str) -> None:
    facts = counted(game, name, tripot.load(game).usual_seats, GAMES_EACH.get(name, 20))
    for folly in follies(tripot.load(game)):
        assert facts[folly.each] >= 5, f"too few {folly.each} to say anything"
        assert facts[folly.count] == 0, folly.label


@pytest.mark.parametrize("game", [game for game in GAMES if follies(tripot.load(game))])
def test_who_plays_at_random_does_it_again_and_again(game: str) -> None:
    facts = counted(game, "random", tripot.load(game).usual_seats, 20)
    assert all(facts[folly.count] > 0.1 * facts[folly.each] for folly in follies(tripot.load(game)))


@pytest.mark.parametrize("name", list(GAMES_EACH))
def test_few_lots_of_razzia_knizia_are_empty_at_four_seats(name: str) -> None:
    facts = counted("razzia-knizia", name, 4, GAMES_EACH[name])
    assert facts["lots"] >= 60
    assert facts["empty lots"] <= MOST_EMPTY * facts["lots"]


@pytest.mark.parametrize("game", GAMES)
def test_the_beginner_is_told_from_who_plays_at_random(game: str) -> None:
    """Half of the seats each, every deal both ways; always the same deals."""
    seats = tripot.load(game).least
    orders = [tuple(("beginner", "random")[(seat + turn) % 2] for seat in range(seats)) for turn in range(2)]
    shares = []
    for deal in range(DEALS):
        won = 0.0
        for turn, names in enumerate(orders):
            played = play_game(tripot.load(game), seats, {}, names, Streams(seed=6, cards=deal, seating=turn))
            won += sum(names[seat] == "beginner" for seat in played.winners) / len(played.winners)
        shares.append(won / len(orders))
    assert fmean(shares) - CLEAR * stdev(shares) / DEALS**0.5 > 0.5
