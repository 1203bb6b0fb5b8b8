"""Where a reply to the company was learned, it names the best move of a choice made face down."""

from __future__ import annotations

import numpy as np
import pytest

import tripot
from tripot.analysis import Reviewing
from tripot.analysis.company import Company, company
from tripot.analysis.learned import best_of, learned
from tripot.bots import LEVELS, stream
from tripot.bots.replies import ANYBODY, replied, replies
from tripot.play import Game, Position

CHAMPION = LEVELS["champion"]


def reply_among(game: Game, seats: int, bot: str) -> str:
    """The name of what was learned for rivals who are all the same: the champion's reply, else the one to anybody."""
    level = CHAMPION.replies_to(game, [bot] * (seats - 1)) or ANYBODY
    return level if replies(game).to(level, seats) else ""


TABLES = [
    (game, seats, bot)
    for game in tripot.games()
    for seats in game.seats
    for bot in ("regular", "master")
    if reply_among(game, seats, bot)
]


def finished(game: Game, seats: int, seed: int) -> Position:
    """A game in which everybody follows the rules of thumb."""
    rngs = [stream(seed, seat) for seat in range(seats)]
    position = game.start(seats=seats, seed=seed)
    thumb = tripot.bots.bot("thumb")
    while not position.is_over:
        moves = tripot.bots.ask_all(position, dict.fromkeys(range(seats), thumb), rngs)
        position = tripot.bots.play_all(position, moves)
    return position


@pytest.mark.parametrize(("game", "seats", "bot"), TABLES, ids=lambda each: getattr(each, "name", each))
def test_the_reply_to_the_company_is_the_best_move_of_a_review(game: Game, seats: int, bot: str) -> None:
    work = Reviewing(finished(game, seats, 3), seat=1, seed=5, bots=[bot] * seats)
    for _ in work.improve(worlds=4):
        pass
    named = 0
    for choice, decision in zip(work._choices, work.review.decisions, strict=True):
        view = choice.moment.view(1)
        view.company = (bot,) * seats
        move = replied(view, reply_among(game, seats, bot), stream(1, 1))
        assert best_of(choice.learned) == ([move.steps] if move else [])
        if move:
            named += 1
            assert decision.best == move == decision.candidates[0].move
            assert not choice.trees
    assert named > 0


def test_a_person_is_taken_for_the_levels_that_the_game_speaks_for() -> None:
    game, seats, _ = TABLES[0]
    view = game.start(seats=seats, seed=1).view(0)
    levels = tuple(level for level in LEVELS if level != "champion")
    for level in levels:
        bots = company(game, seats, [level])
        people = Company(("person",) * seats, bots.thumbs, {seat: {level: 1000} for seat in range(seats)})
        if reply_among(game, seats, level) == reply_among(game, seats, "person"):
            assert learned(view, bots) == learned(view, people)


def test_what_whole_games_surely_call_the_best_is_not_said_to_have_lost_anything() -> None:
    """A reply may name a move of which they say that it is surely worse: then nobody knows better, and it is no advice."""
    work = Reviewing(finished(tripot.load("razzia"), 4, 3), seat=1, seed=5, bots=["regular"] * 4)
    for _ in work.improve(worlds=16):
        pass
    choice = next(choice for choice in work._choices if choice.named)
    named = choice.moves[choice.named or 0]
    best = np.max(choice.rows[1:-1], axis=0)
    for played, expected in ((best + 0.5, choice.moves[0]), (choice.rows[choice.named or 0] - 0.5, named)):
        choice.rows[0] = played
        decision = work._decision(choice)
        assert decision.best == decision.candidates[0].move == expected
        assert decision.loss.margin.mean == pytest.approx(0 if expected == choice.moves[0] else 0.5)
