"""Lists of legal moves: simple moves are always there, splits are a fair sample, and nothing hidden shows in what is listed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import count, islice

import pytest

import tripot
from tests.walks import SETTINGS, games_with
from tripot.adapters.text import LISTED, TextTable
from tripot.bots import ask, listed_moves, stream, thumb_bot
from tripot.play import Move, Position, position

every_game = pytest.mark.parametrize("name", [game.name for game in tripot.games()])
LIMITS = (1, 3, 10, 40)
FEW = 3
STREAMS = 20
MANY = 3000  # more than a test counts out


def whole_moves(pos: Position, seat: int) -> Iterator[tuple[int, ...]]:
    """Every whole move by its steps, found by playing."""
    for step in pos.legal_moves(seat):
        after = pos.play(step, seat=seat)
        if after.is_mid_move(seat):
            yield from ((*step.steps, *rest) for rest in whole_moves(after, seat))
        else:
            yield step.steps


Decision = tuple[Position, int, tuple[tuple[int, ...], ...]]
"""A position, a seat that is asked there, and all its whole moves."""


def walk(name: str, seats: int, seed: int) -> Iterator[Decision]:
    """The decisions of a random game with more than a few whole moves."""
    chooser = random.Random(seed)
    pos = tripot.load(name).start(seats=seats, seed=seed)
    while not pos.is_over:
        seat = pos.pending[0]
        moves = tuple(islice(whole_moves(pos, seat), MANY))
        if len(moves) > FEW:
            yield pos, seat, moves
        pos = pos.play(chooser.choice(pos.legal_moves(seat)), seat=seat)


@lru_cache
def decisions(name: str) -> tuple[Decision, ...]:
    """Some decisions at every number of seats, and those with the most moves."""
    found = [each for game, seats in SETTINGS if game == name for each in walk(name, seats, seats)]
    return tuple(random.Random(0).sample(found, 40)) + tuple(sorted(found, key=lambda each: -len(each[2]))[:8])


@lru_cache
def splits(name: str) -> tuple[Decision, ...]:
    """Some decisions about large pots."""
    games = (each for seed in count() for each in walk(name, 4, seed))
    return tuple(islice((each for each in games if len(each[2]) > 3 * LISTED), 3))


def steps_of(moves: tuple[Move, ...]) -> list[tuple[int, ...]]:
    return [move.steps for move in moves]


@every_game
@pytest.mark.parametrize("limit", LIMITS)
def test_every_move_of_one_step_is_in_every_list_and_comes_first(name: str, limit: int) -> None:
    for pos, seat, moves in decisions(name):
        simple = [steps for steps in moves if len(steps) == 1]
        for listed in (pos.legal_moves(seat, whole=True, limit=limit), listed_moves(pos, seat, limit).moves):
            steps = steps_of(listed)
            assert steps[: len(simple)] == simple
            assert len(set(steps)) == len(steps)
            assert set(steps) <= set(moves)
            assert len(steps) <= max(limit, len(simple) + 1)
            assert len(steps) >= min(limit, len(moves))


@every_game
def test_a_list_says_whether_it_is_whole(name: str) -> None:
    for pos, seat, moves in decisions(name):
        whole, cut = listed_moves(pos, seat, len(moves)), listed_moves(pos, seat, len(moves) - 1)
        assert whole.is_complete
        assert set(steps_of(whole.moves)) == set(moves)
        assert len(whole.moves) == len(moves)
        assert not cut.is_complete or len(cut.moves) == len(moves)


@every_game
def test_the_rules_of_thumb_find_their_move_in_the_list(name: str) -> None:
    longer = 0
    for pos, seat, _ in decisions(name):
        move = ask(pos, seat, thumb_bot, stream(0, seat))
        for limit in LIMITS:
            assert move.steps in steps_of(listed_moves(pos, seat, limit).moves)
        longer += len(move.steps) > 1
    assert longer or not any(len(steps) > 1 for _, _, moves in decisions(name) for steps in moves)


@every_game
def test_a_list_is_the_same_in_worlds_that_the_seat_cannot_tell_apart(name: str) -> None:
    for number, (pos, seat, moves) in enumerate(decisions(name)):
        for limit in (3, len(moves) // 2, len(moves)):
            mine = listed_moves(pos, seat, limit)
            assert listed_moves(pos, seat, limit) == mine
            assert listed_moves(Position.from_json(pos.to_json()), seat, limit) == mine
            assert listed_moves(pos.view(seat).imagine(seed=number), seat, limit) == mine


def receivers(name: str, moves: list[tuple[int, ...]]) -> Counter[int]:
    """How often each seat gets something in these splits."""
    names = tripot.load(name).spelling.moves
    gifts = [names[step] for steps in moves for step in steps if ">" in names[step]]
    return Counter(int(gift.rpartition(">")[2]) for gift in gifts)


@pytest.mark.parametrize("name", games_with("splits"))
@pytest.mark.parametrize("pool", [position.POOL, 60])
def test_of_many_splits_the_sample_is_spread_over_the_receivers(
    name: str, pool: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over many streams every receiver has as large a part in the lists as in all splits; also where there are too many splits to
    look at all of them.
    """
    monkeypatch.setattr(position, "POOL", pool)
    for pos, seat, moves in splits(name):
        longer = [steps for steps in moves if len(steps) > 1]
        got: Counter[int] = Counter()
        for number in range(STREAMS):
            monkeypatch.setattr(Position, "_stream_of", lambda self, seat, number=number: stream(number, seat))
            listed = steps_of(pos.legal_moves(seat, whole=True, limit=LISTED))
            assert len(listed) == LISTED
            got += receivers(name, [steps for steps in listed if len(steps) > 1])
        wanted = receivers(name, longer)
        assert len(wanted) > 1
        for receiver, gifts in wanted.items():
            assert got[receiver] / got.total() == pytest.approx(gifts / wanted.total(), rel=0.1)


def test_a_table_in_text_lists_the_simple_answers_and_says_that_there_are_others() -> None:
    pos, seat, _ = splits("hick-hack")[0]
    table = TextTable("hick-hack", seats=pos.seats, seat=seat, seed=1)
    table._table._run_on(pos)
    listed = table.legal()
    assert {"duel", "no-offer"} <= {str(move) for move in listed}
    assert len(listed) == LISTED
    text = table.look()
    assert f"{LISTED}. {listed[-1]}" in text
    assert "and others like these" in text
