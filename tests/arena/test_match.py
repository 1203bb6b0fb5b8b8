"""One game: the same whatever plays it, and the same cards whoever sits where."""

from __future__ import annotations

from typing import Any

import pytest

import tripot
from tests.walks import SETTINGS, games_with
from tripot import bots
from tripot.arena.match import Streams, by_moves, has_dice, play_game, play_steps, ranks
from tripot.bots import BOTS
from tripot.bots.engines import fast_engine, plain_engine
from tripot.core.state import CHANCE
from tripot.errors import BadSeats, BotFailed

every_table = pytest.mark.parametrize(("name", "seats"), SETTINGS)


@every_table
def test_the_kernel_plays_the_same_game_as_the_bots_move_by_move(name: str, seats: int) -> None:
    game = tripot.load(name)
    names = tuple(("thumb", "random", "thumb")[(seat + seats) % 3] for seat in range(seats))
    for streams in (Streams(3, 11), Streams(3, 12, dice=4, bots=7, seating=5)):
        pos, _ = by_moves(game, seats, {}, names, streams)
        steps = tuple((event.actor, event.move.steps[0]) for event in pos.events if event.move)
        for engine in (plain_engine(game), fast_engine(game)):
            assert play_steps(game, seats, {}, names, streams, engine=engine)[0] == steps
            played = play_game(game, seats, {}, names, streams, engine=engine)
            assert pos.outcome is not None
            assert (played.scores, played.winners) == (pos.outcome.scores, pos.outcome.winners)
            assert played.decisions + played.chance_events == len(steps)


@pytest.mark.parametrize("name", [game.name for game in tripot.games()])
def test_every_registered_bot_plays_a_game(name: str) -> None:
    game = tripot.load(name)
    for bot in BOTS:
        played = play_game(game, 3, {"box": "tiny"}, (bot, "random", bot), Streams(1, 0))
        assert len(played.scores) == 3
        assert played.winners


def cards(name: str, names: tuple[str, ...], streams: Streams) -> list[str]:
    game = tripot.load(name)
    steps, _, _ = play_steps(game, len(names), {}, names, streams)
    tokens = [game.spelling.outcomes[action] for actor, action in steps if actor == CHANCE]
    return [token for token in tokens if not token.startswith("die-")]


def rolls(name: str, names: tuple[str, ...], streams: Streams) -> dict[int, str]:
    """Every die by its place in the game: the number that it takes of the stream of dice."""
    pos, _ = by_moves(tripot.load(name), len(names), {}, names, streams)
    tokens = [str(event.move) for event in pos.events if event.actor == CHANCE]
    found: dict[int, str] = {}
    following = 0
    for draw, token in zip(pos.draws(), tokens, strict=True):
        if token.startswith("die-"):
            number = draw.draw_number(following)
            found[number], following = token, number + 1
    return found


@pytest.mark.parametrize("name", [game.name for game in tripot.games()])
def test_the_same_deal_meets_every_seating(name: str) -> None:
    """Whoever sits where, the first hands are the same; with a stream of their own so are the dice at the same place."""
    one: tuple[str, ...] = "thumb", "random", "random"
    other: tuple[str, ...] = "random", "random", "thumb"
    deal = [cards(name, names, Streams(4, 9, seating=k))[:12] for k, names in enumerate((one, other))]
    assert deal[0] == deal[1]
    assert cards(name, one, Streams(4, 10))[:12] != deal[0]
    if has_dice(game := tripot.load(name)):
        one, other = ("thumb",) * game.most, ("random", *("thumb",) * (game.most - 1))
        alike = 0
        for number in range(10):
            here, there = (
                rolls(name, one, Streams(4, number, dice=3)),
                rolls(name, other, Streams(4, number + 10, dice=3)),
            )
            both = here.keys() & there.keys()
            assert {place: here[place] for place in both} == {place: there[place] for place in both}
            alike += len(both)
        assert alike >= 4


def test_equal_bots_do_not_repeat_a_game_in_another_seating() -> None:
    game = tripot.load("raise")
    hashes = {play_game(game, 3, {}, ("random",) * 3, Streams(1, 0, seating=k)).hash for k in range(5)}
    assert len(hashes) == 5
    assert play_game(game, 3, {}, ("random",) * 3, Streams(1, 0)) == play_game(
        game, 3, {}, ("random",) * 3, Streams(1, 0)
    )


def test_places_are_shared_by_equal_points_and_winners_come_first() -> None:
    assert ranks((10, 30, 20), (1,)) == (3, 1, 2)
    assert ranks((10, 20, 20), (1, 2)) == (3, 1, 1)
    assert ranks((20, 20, 5), (1,)) == (2, 1, 3)  # a tie broken by the rules
    assert ranks((7, 9, 7, 7), (1,)) == (2, 1, 2, 2)


@pytest.mark.parametrize("fault", ["raises", "illegal", "nothing"])
def test_a_bot_that_fails_is_reported_with_the_record_of_the_game(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    def broken(view: Any, rng: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked < 6:
            return view.legal_moves[0]
        if fault == "raises":
            raise ZeroDivisionError("oh")
        return "no such move" if fault == "illegal" else None

    monkeypatch.setitem(bots.BOTS, "broken", broken)
    with pytest.raises(BotFailed, match="razzia: bot broken at seat 1 failed") as failed:
        play_game(tripot.load("razzia"), 3, {}, ("thumb", "broken", "thumb"), Streams(2, 0))
    pos = tripot.replay(failed.value.record)
    assert not pos.is_over
    assert 1 in pos.pending
    assert "name 1 broken" in failed.value.record


@pytest.mark.parametrize("name", games_with("simultaneous"))
def test_all_choices_of_a_moment_are_asked_for_before_any_is_played(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    together: set[tuple[int, ...]] = set()

    def watcher(view: Any, rng: Any) -> Any:
        if len(view.pending) > 1:
            assert view.seat in view.pending
            together.add((view.seat, len(view.pending)))
        return bots.thumb_bot(view, rng)

    monkeypatch.setitem(bots.BOTS, "watcher", watcher)
    play_game(tripot.load(name), 4, {}, ("watcher",) * 4, Streams(2, 0))
    assert {(seat, 4) for seat in range(4)} <= together  # the last one too finds that nobody has chosen yet


def test_as_many_bots_as_seats() -> None:
    with pytest.raises(BadSeats, match="2 bots for 3 seats"):
        play_game(tripot.load("raise"), 3, {}, ("thumb", "thumb"), Streams(0, 0))
