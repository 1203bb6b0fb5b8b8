"""Positions are values; moves are read, refused and explained."""

from __future__ import annotations

import json
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import tripot
from tests.walks import SETTINGS, played
from tripot.core.state import CHANCE, NOBODY, SPECTATOR
from tripot.errors import BadOption, BadSeats, IllegalMove, NotationError, PositionError, UnknownGame
from tripot.laws import traits
from tripot.play.viewing import view_in_python

every_table = pytest.mark.parametrize(("name", "seats"), SETTINGS)
every_game = pytest.mark.parametrize("name", [game.name for game in tripot.games()])


def test_the_house_has_four_games() -> None:
    assert [game.name for game in tripot.games()] == ["razzia", "hick-hack", "razzia-knizia", "raise"]
    assert [(game.least, game.most) for game in tripot.games()] == [(3, 8), (2, 6), (2, 5), (2, 5)]


@every_table
def test_equal_positions_hash_alike_and_others_do_not(name: str, seats: int) -> None:
    chooser, seen = random.Random(seats), set()
    pos = tripot.load(name).start(seats=seats, seed=seats)
    for number in range(40):
        again = tripot.Position.from_json(json.dumps(pos.to_json()))
        assert again == pos
        assert hash(again) == hash(pos)
        assert again in {pos}
        seen.add(hash(pos))
        assert len(seen) == number + 1
        if pos.is_over:
            break
        seat = chooser.choice(pos.pending)
        pos = pos.play(chooser.choice(pos.legal_moves(seat)), seat=seat)


@every_game
def test_threads_that_share_a_view_get_the_same_legal_moves(name: str) -> None:
    game = tripot.load(name)
    pos = game.start(seats=game.least, seed=1)
    view = pos.view(pos.pending[0])
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            answers = set(threads.map(lambda _: view.legal_moves, range(400)))
    finally:
        sys.setswitchinterval(interval)
    assert answers == {pos.legal_moves(view.seat)}


def test_a_seat_that_nobody_can_have_cannot_play() -> None:
    pos = tripot.load("razzia").start(seats=3, seed=1)
    for seat in (NOBODY, SPECTATOR, 3):
        with pytest.raises(BadSeats):
            pos.play(pos.game.steps[0], seat=seat)


@every_table
def test_playing_never_changes_the_old_position(name: str, seats: int) -> None:
    chooser = random.Random(seats)
    pos = tripot.load(name).start(seats=seats, seed=seats)
    for _ in range(60):
        if pos.is_over:
            break
        seat = chooser.choice(pos.pending)
        before, moves = json.dumps(pos.to_json()), pos.legal_moves(seat)
        after = pos.play(chooser.choice(moves), seat=seat)
        assert json.dumps(pos.to_json()) == before
        assert pos.legal_moves(seat) == moves
        assert after != pos
        pos = after


@every_table
def test_the_same_seed_gives_the_same_game(name: str, seats: int) -> None:
    one, two = played(name, seats, 5), played(name, seats, 5)
    assert one == two
    assert hash(one) == hash(two)
    assert str(one.record()) == str(two.record())
    assert str(played(name, seats, 8).record()) != str(one.record())  # 5 and 8 have the same options


@every_table
def test_without_a_seed_chance_is_the_callers_to_play(name: str, seats: int) -> None:
    pos = tripot.load(name).start(seats=seats)
    assert pos.to_act == CHANCE or not traits(tripot.load(name)).chance
    chooser = random.Random(1)
    events = 0
    while not pos.is_over:
        if pos.to_act == CHANCE:
            assert pos.pending == ()
            outcomes, odds = zip(*pos.chance, strict=True)
            assert pos.legal_moves() == outcomes
            pos = pos.play(chooser.choices(outcomes, odds)[0])
        else:
            seat = pos.pending[-1]
            pos = pos.play(str(chooser.choice(pos.legal_moves(seat))), seat=seat)
        events += 1
        assert len(pos.events) == events
    assert pos.to_act == NOBODY
    assert pos.chance == ()
    assert pos.outcome is not None
    assert pos.outcome.scores == pos.scores
    assert all(pos.scores[seat] == max(pos.scores) for seat in pos.outcome.winners)


@every_table
def test_whole_moves_are_the_steps_taken_together(name: str, seats: int) -> None:
    chooser = random.Random(seats)
    longest = offered = 0
    for seed in range(4):
        pos = tripot.load(name).start(seats=seats, seed=seed)
        for _ in range(150):
            if pos.is_over:
                break
            seat = chooser.choice(pos.pending)
            moves = pos.legal_moves(seat, whole=True, limit=50)
            assert len({move.steps for move in moves}) == len(moves)
            move = chooser.choice(moves)
            longest = max(longest, len(move.steps))
            offered = max(offered, *(len(each.steps) for each in moves))
            step_by_step = pos
            for token in str(move).split():
                step_by_step = step_by_step.play(token, seat=seat)
            shuffled = chooser.sample(str(move).split(), len(move.steps))
            assert pos.canonical_move([token for token in shuffled if token != "stop"], seat).steps == move.steps
            pos = pos.play(str(move), seat=seat)
            assert pos == step_by_step
    assert longest > 1 or offered == 1


@every_table
def test_a_position_survives_json(name: str, seats: int) -> None:
    chooser = random.Random(seats)
    pos = tripot.load(name).start(seats=seats, seed=4)
    for step in range(80):
        if pos.is_over:
            break
        if step % 8 == 0:
            again = tripot.Position.from_json(json.dumps(pos.to_json()))
            assert again == pos
            assert again.to_json() == pos.to_json()
            assert again.legal_moves(pos.to_act) == pos.legal_moves(pos.to_act)
        seat = chooser.choice(pos.pending)
        pos = pos.play(chooser.choice(pos.legal_moves(seat)), seat=seat)


@every_game
def test_a_game_can_go_on_from_a_position_and_its_record_says_so(name: str) -> None:
    game = tripot.load(name)
    pos = tripot.Position.from_json(game.start(seats=3, seed=2).to_json()).with_seed(9)
    while not pos.is_over:
        pos = pos.play(pos.legal_moves()[0], seat=pos.to_act)
    assert tripot.replay(str(pos.record())) == pos


@every_table
def test_a_view_tells_the_seat_what_it_saw(name: str, seats: int) -> None:
    pos = played(name, seats, 3, {})
    open_events = pos.events
    for seat in (0, seats - 1, SPECTATOR):
        view = pos.view(seat)
        assert view.is_over
        assert view.scores == pos.scores
        assert pos.outcome is not None
        assert view.winners == pos.outcome.winners
        assert view.legal_moves == ()
        assert [event.actor for event in view.events] == [event.actor for event in open_events]
        hidden = [event for event in view.events if event.move is None]
        assert bool(hidden) == traits(tripot.load(name)).secrets
        for mine, true in zip(view.events, open_events, strict=True):
            assert mine.move in (None, true.move)
            assert mine.actor != seat or mine.move is not None
        assert view.story() != []


@every_table
def test_one_walk_tells_what_a_spectator_saw_and_what_every_seat_saw_more(name: str, seats: int) -> None:
    start = tripot.load(name).start(seats=seats, seed=6)
    over, chooser = start, random.Random(6)
    while not over.is_over:
        seat = chooser.choice(over.pending)
        over = over.play(chooser.choice(over.legal_moves(seat)), seat=seat)
    walked = list(over.witnessed(None))
    assert len(walked) == over.length
    assert [step for step, _ in walked] == list(over.since(None, SPECTATOR))
    for seat in range(seats):
        assert [seen[seat] for _, seen in walked] == [step.action for step in over.since(None, seat)]
    assert list(over.witnessed(start)) == walked[start.length :]
    names, notation = [f"Ada {seat}" for seat in range(seats)], over.game.words
    for seat in range(seats):  # once the first hands are dealt, what it saw more is all that a seat is told more
        for own, (step, seen) in zip(over.since(start, seat), over.witnessed(start), strict=True):
            before, actor, _, after, revealed = step
            told = notation.tell(before, actor, seen[seat], after, names, "en", revealed)
            assert told == notation.tell(*own[:4], names, "en", own.revealed)


@every_game
def test_a_view_can_imagine_the_rest(name: str) -> None:
    pos = tripot.load(name).start(seats=4, seed=6)
    view = pos.view(1)
    worlds = [view.imagine(seed=seed) for seed in range(5)]
    for world in worlds:
        assert world.view(1).to_json() == view.to_json()
    assert len({json.dumps(world.to_json()) for world in worlds}) == (5 if traits(tripot.load(name)).secrets else 1)


# -- Errors say where, what, why, what instead ------------------------------------


def test_an_unknown_game_is_named_and_the_games_listed() -> None:
    with pytest.raises(UnknownGame, match=r"there is no game 'poker'; games: razzia, hick-hack, razzia-knizia, raise"):
        tripot.load("poker")


def test_a_wrong_number_of_seats_is_refused() -> None:
    with pytest.raises(BadSeats, match="razzia is played with 3 to 8 seats, not 2"):
        tripot.load("razzia").start(seats=2, seed=1)


def test_a_seed_out_of_range_is_refused() -> None:
    with pytest.raises(tripot.TripotError, match="a seed is a number from 0"):
        tripot.load("raise").start(seats=2, seed=-1)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"colour": "red"}, "razzia: there is no option 'colour'; options: .*leftover"),
        ({"leftover": "burn"}, "option leftover cannot be 'burn'; it is short_round or discard"),
        ({"first_dealer": 7}, "option first_dealer cannot be '7'; it is a seat number"),
        ({"removed_bars": "jungle"}, "option removed_bars cannot be 'jungle'; it is 2 different ones of colibri"),
        ({"removed_bars": ("jungle", "jungle")}, "cannot be 'jungle,jungle'"),
    ],
)
def test_a_bad_option_is_named_with_what_it_may_be(options: dict[str, object], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        tripot.load("razzia").start(seats=3, options=options)


def test_options_are_read_from_text_as_well() -> None:
    game = tripot.load("razzia")
    one = game.start(seats=3, seed=1, options={"removed_bars": "colibri,jazz", "first_dealer": "2"})
    two = game.start(seats=3, seed=1, options={"removed_bars": ("colibri", "jazz"), "first_dealer": 2})
    assert one == two
    sets = tripot.load("razzia-knizia").start(seats=2, seed=1, options={"cheque_sets": "2,1"})
    assert sets.record().options == {"cheque_sets": "2,1"}


def test_a_misspelt_move_gets_a_suggestion() -> None:
    with pytest.raises(NotationError, match=r"razzia: 'jungel-g5' is not a move of this game; did you mean jungle-g5"):
        tripot.load("razzia").parse_move("jungel-g5")
    with pytest.raises(NotationError, match="the move is empty"):
        tripot.load("razzia").parse_move("  ")


def test_an_illegal_move_is_refused_with_the_legal_ones() -> None:
    pos = tripot.load("raise").start(seats=2, seed=1)
    with pytest.raises(IllegalMove, match=r"raise, seat 0, event \d+: 'pass' is not legal; legal moves: "):
        pos.play("pass", seat=0)
    with pytest.raises(IllegalMove, match="several seats may act; say seat=0 or 1"):
        pos.play("bell-2")
    with pytest.raises(BadSeats, match="there is no seat 5; seats are 0 to 1"):
        pos.play("bell-2", seat=5)
    with pytest.raises(BadSeats, match="there is no seat -7"):
        pos.view(-7)
    with pytest.raises(IllegalMove, match="there is no action 99"):
        pos.play(99, seat=0)


def test_a_seat_that_is_not_asked_is_told_who_is() -> None:
    pos = tripot.load("razzia").start(seats=4, seed=1)  # the dealer is to put the free note
    dealer = pos.to_act
    other = (dealer + 1) % 4
    with pytest.raises(
        IllegalMove, match=f"seat {other}, event .*: 'put-jungle' is not legal; seat {dealer} is to act"
    ):
        pos.play("put-jungle", seat=other)


def test_chance_cannot_bring_what_is_not_there() -> None:
    pos = tripot.load("raise").start(seats=2)
    with pytest.raises(
        IllegalMove, match="raise, chance, event 0: 'bell-2' cannot come up; possible: roller-0, roller-1"
    ):
        pos.play("bell-2")
    with pytest.raises(IllegalMove, match="chance is to act"):
        pos.play("bell-2", seat=0)


def test_more_steps_than_the_move_has_are_refused() -> None:
    pos = tripot.load("razzia-knizia").start(seats=2, seed=1)
    with pytest.raises(IllegalMove, match="the move is complete before 'draw'"):
        pos.play("draw draw")


def test_nothing_can_be_played_after_the_end() -> None:
    pos = played("raise", 2, 0)
    with pytest.raises(IllegalMove, match="the game is over"):
        pos.play("pass", seat=0)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "other"}, 'a position is an object with "format"'),
        ({"game": "poker"}, "there is no game 'poker'"),
        (
            {"rules": 99},
            "raise: written for rules version 99, this tripot plays by version 1; use the tripot that wrote it",
        ),
        ({"seats": 9}, "raise is played with 2 to 5 seats, not 9"),
        ({"seats": "two"}, "'seats' is a number"),
        ({"seats": 3}, "the state is of a table with 2 seats, not 3"),
        ({"state": 7}, "'state' is an object of fields, not int"),
        ({"state": {}}, "of the state is missing"),
        ({"options": {"luck": "yes"}}, "there is no option 'luck'"),
    ],
)
def test_a_bad_position_is_refused_in_one_line(change: dict[str, object], words: str) -> None:
    data = tripot.load("raise").start(seats=2, seed=1).to_json() | change
    with pytest.raises(tripot.TripotError, match=words) as caught:
        tripot.Position.from_json(data)
    assert "\n" not in str(caught.value)


def test_bad_fields_of_a_position_are_named() -> None:
    data = tripot.load("raise").start(seats=2, seed=1).to_json()
    field = next(iter(data["state"]))
    for value in (10**6, "1", True, [1], None):
        with pytest.raises(PositionError, match=f"field '{field}' must be"):
            tripot.Position.from_json(data | {"state": data["state"] | {field: value}})
    with pytest.raises(PositionError, match="field 'luck' of the state is unknown"):
        tripot.Position.from_json(data | {"state": data["state"] | {"luck": 1}})
    with pytest.raises(PositionError, match="the position is not JSON"):
        tripot.Position.from_json("{")
    missing = {key: value for key, value in data.items() if key != "state"}
    with pytest.raises(PositionError, match="the position has no 'state'"):
        tripot.Position.from_json(missing)


def test_a_position_with_a_card_too_many_is_not_sound() -> None:
    data = tripot.load("raise").start(seats=2, seed=1).to_json()
    data["state"]["hand_n"][0] += 1
    with pytest.raises(PositionError, match="raise: "):
        tripot.Position.from_json(data)


@every_table
def test_views_in_plain_python_are_those_of_the_rules(name: str, seats: int) -> None:
    game, chooser = tripot.load(name), random.Random(5)
    position = game.start(seats=seats, seed=5)
    rules: Any = game.rules
    quick = view_in_python(rules)
    assert quick is not rules.view
    while not position.is_over:
        for seat in (SPECTATOR, *range(seats)):
            mine, theirs = rules.State(), rules.State()
            quick(position._state, seat, mine)
            rules.view(position._state, seat, theirs)
            assert mine == theirs
        seat = chooser.choice(position.pending)
        position = position.play(chooser.choice(position.legal_moves(seat)), seat=seat)
