"""Every game against its oracle: a second implementation, written from the rule book by someone who had not read the rules file.

After every step both must name the same seats to act, the same legal moves, the same chance outcomes with the same weights,
the same scores and the same cards in every hand. As a program it compares any number of games:

    make oracles        (10,000 games at every number of seats)
"""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

import pytest

import tripot
from tests.walks import changed_options
from tripot.core.state import CHANCE, NOBODY
from tripot.laws.walks import TINY

GAMES_IN_CI = 60


def settings() -> Iterator[tuple[str, int]]:
    for game in tripot.games():
        for seats in game.seats:
            yield game.name, seats


def options_for(name: str, seats: int, number: int) -> dict[str, Any]:
    """Half of the games by the book, the others with an option changed."""
    choices = [{}, *(each for each in changed_options(name, seats) if TINY not in each.values())]
    return {} if number % 2 else choices[number // 2 % len(choices)]


def compare_game(name: str, seats: int, number: int) -> int:
    """Play one random game on both sides; how many steps it had."""
    game = tripot.load(name)
    rules, moves, outcomes = game.rules, game.spelling.moves, game.spelling.outcomes
    options = options_for(name, seats, number)
    oracle: Any = module_of(game).Oracle(seats, options)
    s = rules.State()
    rules.setup(s, seats, game.read_options(options, seats=seats))
    chooser = random.Random(f"{name} {seats} {number}")
    steps = 0
    while True:
        where = f"{name}, {seats} seats, game {number}, options {options}, step {steps}"
        mask = rules.pending(s)
        pending = {seat for seat in range(seats) if mask >> seat & 1}
        assert pending == oracle.pending(), where
        compare_table(game, s, oracle, where)
        who = rules.to_act(s)
        if who == NOBODY:
            assert oracle.over(), where
            won = rules.winners(s)
            assert {seat for seat in range(seats) if won >> seat & 1} == oracle.winners(), where
            return steps
        assert not oracle.over(), where
        if who == CHANCE:
            count = rules.weights(s)
            weights = {outcomes[s.acts[i]]: s.odds[i] for i in range(count)}
            assert weights == oracle.chance(), where
            token = chooser.choices(list(weights), list(weights.values()))[0]
            oracle.play(None, token)
            rules.apply(s, CHANCE, game.spelling.outcome(token))
        else:
            assert oracle.chance() == {}, where
            assert who == min(pending), where
            for seat in pending:
                assert {moves[action] for action in s.acts[: rules.legal(s, seat)]} == oracle.legal(seat), where
            seat = chooser.choice(sorted(pending))
            token = chooser.choice(sorted(oracle.legal(seat)))
            oracle.play(seat, token)
            rules.apply(s, seat, game.spelling.move(token))
        steps += 1


def module_of(game: tripot.Game) -> Any:
    return importlib.import_module(f"tests.rules.oracle.{game.stem}")


def compare_table(game: tripot.Game, s: Any, oracle: Any, where: str) -> None:
    points = [0] * game.rules.SEATS
    game.rules.score(s, points)
    assert points[: len(oracle.scores())] == oracle.scores(), where
    for seat in range(s.seats):
        assert hand(game, s, seat) == oracle.hand(seat), f"{where}, seat {seat}"


def hand(game: tripot.Game, s: Any, seat: int) -> list[str]:
    """The cards in front of a seat, spelled and sorted."""
    if not hasattr(s, "hand"):
        return list(module_of(game).cards_of(s, seat))
    if isinstance(s.hand[0], list):
        slots = s.hand[seat]
    else:
        width = len(s.hand) // game.rules.SEATS
        slots = s.hand[seat * width : (seat + 1) * width]
    return sorted(game.spelling.moves[card] for card in slots[: s.hand_n[seat]])


@pytest.mark.parametrize(("name", "seats"), list(settings()))
def test_the_rules_agree_with_the_oracle_move_by_move(name: str, seats: int) -> None:
    assert sum(compare_game(name, seats, number) for number in range(GAMES_IN_CI)) > GAMES_IN_CI


def compare_games(name: str, seats: int, first: int, count: int) -> int:
    return sum(compare_game(name, seats, number) for number in range(first, first + count))


def main(games: int, only: Sequence[str]) -> None:
    """Compare that many games at every table (of these games) on all cores."""
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    began = time.perf_counter()
    chunk = max(1, games // 50)
    with (
        ProcessPoolExecutor() as pool,
        Progress(*Progress.get_default_columns(), MofNCompleteColumn(), TimeRemainingColumn()) as bar,
    ):
        tables = [(name, seats) for name, seats in settings() if not only or name in only]
        task = bar.add_task("games compared", total=games * len(tables))
        for name, seats in tables:
            starts = range(0, games, chunk)
            jobs = [pool.submit(compare_games, name, seats, first, min(chunk, games - first)) for first in starts]
            steps = 0
            for job in as_completed(jobs):
                steps += job.result()
                bar.advance(task, chunk)
            took = time.perf_counter() - began
            bar.console.print(f"{name}, {seats} seats: {games} games, {steps} steps, all equal ({took:.0f} s)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES_IN_CI, sys.argv[2:])
