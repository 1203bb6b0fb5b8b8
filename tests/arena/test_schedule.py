"""The laws of a schedule: fair to every bot, fixed before play, and never taken for another."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import tripot
from tripot import bots
from tripot.arena.log import read_schedule
from tripot.arena.schedule import (
    ALL_ORDERS,
    PARTS,
    SEATINGS,
    SECOND_STAGE,
    Schedule,
    from_json,
    labels,
    patterns,
    plan,
    rotations,
    stamp_of,
    tables,
)
from tripot.bots.policies import policy
from tripot.core import bind
from tripot.errors import ArenaError, BadOption, BadSeats, UnknownBot
from tripot.play import Game

ROOT = Path(tripot.__file__).parent
SHAPES = [(bots, seats) for bots in range(1, 6) for seats in range(2, 9)]


@pytest.mark.parametrize(
    ("bots", "seats", "kind"),
    [(*shape, kind) for shape in SHAPES for kind in SEATINGS if kind != "halves" or shape[0] == 2],
)
def test_in_every_block_every_bot_sits_in_every_seat_equally_often(bots: int, seats: int, kind: str) -> None:
    for pattern in patterns(bots, seats, 7, kind):
        times = Counter((seat, bot) for seating in pattern for seat, bot in enumerate(seating))
        assert len(times) == bots * seats
        assert len(set(times.values())) == 1
        assert len(set(pattern)) == len(pattern)


@pytest.mark.parametrize(("bots", "seats"), SHAPES)
def test_every_bot_meets_every_other(bots: int, seats: int) -> None:
    met = {frozenset((one, other)) for table in tables(bots, seats) for one in table for other in table if one != other}
    assert len(met) == bots * (bots - 1) // 2


@pytest.mark.parametrize("seats", range(2, 9))
def test_halves_are_two_games_a_block_and_neighbours_change(seats: int) -> None:
    found = patterns(2, seats, 7, "halves")
    for pattern in found:
        assert len(pattern) == 2
        assert all(abs(2 * sum(seating) - seats) <= 1 for seating in pattern)
    assert len(found) > 1
    with pytest.raises(ArenaError, match="halves is for two bots"):
        patterns(3, seats, 7, "halves")


def test_two_bots_at_four_seats_play_one_against_three_both_ways() -> None:
    (pattern,) = patterns(2, 4, 0)
    assert sorted(pattern) == sorted([*rotations((0, 1, 1, 1)), *rotations((1, 0, 0, 0))])


def test_three_bots_at_four_seats_take_turns_at_having_two_seats_in_all_orders() -> None:
    (pattern,) = patterns(3, 4, 0)
    assert len(pattern) == 36
    assert Counter(tuple(sorted(seating)) for seating in pattern) == {
        (0, 0, 1, 2): 12,
        (0, 1, 1, 2): 12,
        (0, 1, 2, 2): 12,
    }


def test_four_bots_at_four_seats_sit_in_all_24_orders_and_at_five_in_rotations() -> None:
    assert len(patterns(4, 4, 0)[0]) == 24
    turned = patterns(5, 5, 3)
    assert len(turned) == ALL_ORDERS
    assert all(len(pattern) == 5 for pattern in turned)
    assert len(set(turned)) > 10  # neighbours change
    assert turned == patterns(5, 5, 3)
    assert turned != patterns(5, 5, 4)


def test_more_bots_than_seats_meet_in_every_choice_of_them() -> None:
    (pattern,) = patterns(4, 2, 0)
    assert len(pattern) == 12


def made(**more: Any) -> Schedule:
    settings: dict[str, Any] = {"seats": 4, "bots": ("thumb", "random"), "blocks": 30, "seed": 5}
    settings |= {"game": tripot.load("raise")}
    return plan(**(settings | more))


def test_a_schedule_is_the_same_again_and_comes_back_from_json() -> None:
    assert made() == made()
    assert made().fingerprint == made().fingerprint
    assert from_json(json.loads(json.dumps(made().to_json())), "here") == made()
    assert made().games == 240
    assert made(bots=("thumb",) * 5, seats=5, blocks=50).games == 250


@pytest.mark.parametrize(
    "more",
    [
        {"seed": 6},
        {"blocks": 31},
        {"bots": ("random", "thumb")},
        {"seats": 3},
        {"objective": "points"},
        {"stop": "sequential"},
        {"options": {"raise_cards": "just_enough"}},
        {"seatings": "rotations"},
        {"look": 5},
    ],
)
def test_any_other_schedule_has_another_fingerprint(more: dict[str, Any]) -> None:
    assert made(**more).fingerprint != made().fingerprint


def test_a_schedule_names_the_versions_it_was_made_for() -> None:
    versions = made().versions
    assert versions["tripot"] == tripot.__version__
    assert versions["rules"] == tripot.load("raise").rules_version
    assert len(versions["code"]) == 16


def test_the_stamp_of_a_game_changes_with_its_code_and_with_what_all_share_but_not_with_other_games(
    tmp_path: Path,
) -> None:
    for part in (*PARTS, "games"):
        source, copy = ROOT / part, tmp_path / part
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, copy) if source.is_dir() else shutil.copy(source, copy)
    mine, other = tripot.load("raise"), tripot.load("hick-hack")

    def found() -> list[str]:
        return [stamp_of(tmp_path, game, tmp_path / "games" / game.stem) for game in (mine, other)]

    stamps = found()
    assert stamps == [made().versions["code"], made(game=other).versions["code"]]

    def changed(file: str, more: str) -> list[bool]:
        before = list(stamps)
        (tmp_path / file).write_text((tmp_path / file).read_text() + more)
        stamps[:] = found()
        return [now != then for now, then in zip(stamps, before, strict=True)]

    assert changed("games/hick_hack/rules.py", "\nMORE = 1\n") == [False, True]
    assert changed("games/raise_/policy.py", "\nMORE = 1\n") == [True, False]
    assert changed("core/search.py", "\nMORE = 1\n") == [True, True]
    assert changed("core/search.py", "# said better\n") == [False, False]
    assert changed("bots/levels.py", "\nMORE = 1\n") == [False, False]  # its settings stand in the schedule


def test_the_code_of_the_second_stage_counts_where_somebody_has_one(tmp_path: Path) -> None:
    game = tripot.load("raise")
    for part in PARTS:
        source, copy = ROOT / part, tmp_path / part
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, copy) if source.is_dir() else shutil.copy(source, copy)

    def stamps() -> list[str]:
        home = ROOT / "games" / game.stem
        return [stamp_of(tmp_path, game, home, confirms=confirms) for confirms in (False, True)]

    before = stamps()
    assert before == [made(bots=bots).versions["code"] for bots in (("master", "expert"), ("champion", "master"))]
    for file in SECOND_STAGE:
        (tmp_path / file).write_text((tmp_path / file).read_text() + "\nMORE = 1\n")
    assert [now != then for now, then in zip(stamps(), before, strict=True)] == [False, True]


@pytest.mark.parametrize("game", tripot.games(), ids=lambda game: game.name)
def test_no_game_is_played_by_the_code_of_another(game: Game) -> None:
    used = {str(module.__package__) for module in bind.modules(game.rules, policy(game))}
    assert used.isdisjoint(other.package for other in tripot.games() if other != game)


def test_a_schedule_names_what_a_bot_may_spend(monkeypatch: pytest.MonkeyPatch) -> None:
    class Thinker:
        settings = "400 simulations"

        def __call__(self, view: Any, rng: Any) -> Any:
            return view.legal_moves[0]

    monkeypatch.setitem(bots.BOTS, "thinker", Thinker())
    assert made(bots=("thinker", "thumb")).budgets == ("400 simulations", "")
    assert "compiled" in made(bots=("thinker", "thumb")).versions
    assert "compiled" not in made().versions


def test_a_bot_that_is_there_twice_is_told_apart() -> None:
    assert labels(("thumb", "random", "thumb")) == ("thumb", "random", "thumb (2)")


@pytest.mark.parametrize(
    ("more", "error", "words"),
    [
        ({"bots": ("thumb", "nobody")}, UnknownBot, "there is no bot 'nobody'; bots:"),
        ({"bots": ()}, ArenaError, "at least one bot"),
        ({"seats": 9}, BadSeats, "played with 2 to 5 seats, not 9"),
        ({"objective": "glory"}, ArenaError, "--objective is win or rank or points, not 'glory'"),
        ({"stop": "never"}, ArenaError, "--stop is fixed or sequential, not 'never'"),
        ({"options": {"speed": "high"}}, BadOption, "no option 'speed'"),
        ({"seed": -1}, ArenaError, "a seed is a number"),
        ({"blocks": 0}, ArenaError, "blocks are from 1"),
        ({"bots": ("random",) * 40, "seats": 3}, ArenaError, "name fewer bots"),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_would_be_right(
    more: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words.replace("(", r"\(")):
        made(**more)


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[1]", '{"format": "tripot-arena-schedule 1"}', '{"format": "tripot-arena-schedule 1", "game": 3}'],
)
def test_a_broken_schedule_file_is_named(text: str, tmp_path: Any) -> None:
    (tmp_path / "schedule.json").write_text(text)
    with pytest.raises(ArenaError, match=r"schedule\.json"):
        read_schedule(tmp_path)
