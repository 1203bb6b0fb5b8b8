"""Laws of play: somebody can move until it is over, nothing is lost, chance and thumbs keep to the rules."""

from __future__ import annotations

import random
from typing import Any

from tripot.bots.engines import plain_engine
from tripot.core.rng import WORD, Rng, begin, below
from tripot.core.state import CHANCE, NOBODY
from tripot.play import Game

from .walks import demand, fresh, legal, outcomes, seats_in, view_of, walk

SEEDS = range(4)
MOST_FUTURE = 3  # the future value is at most this many times the widest span of points in the walks


def setup_gives_the_same_table_every_time(game: Game, seats: int) -> None:
    """Nothing is drawn while a table is set up."""
    demand(fresh(game, seats) == fresh(game, seats), f"{seats} seats", "two tables are set up differently")


def somebody_can_move_until_it_is_over_and_nothing_is_lost(game: Game, seats: int) -> None:
    """At every step: sound, somebody to act, moves and outcomes in order, scores for the seats alone."""
    rules, points = game.rules, [0] * game.rules.SEATS
    for seed in SEEDS:
        who = CHANCE
        for number, (s, _, _) in enumerate(walk(game, seats, seed)):
            where = f"{seats} seats, walk {seed}, step {number}"
            fault = rules.audit(s)
            demand(fault == 0, where, f"audit says {rules.FAULTS[fault]!r}")
            who, pending = rules.to_act(s), seats_in(rules.pending(s))
            demand((who in (CHANCE, NOBODY)) == (not pending), where, f"to_act says {who}, pending {pending}")
            demand(not pending or who == pending[0], where, f"to_act says {who}, the first of pending is {pending[:1]}")
            for seat in range(rules.SEATS):
                moves = legal(rules, s, seat)
                demand(
                    bool(moves) == (seat in pending), where, f"seat {seat} has {len(moves)} moves; pending: {pending}"
                )
                demand(moves == sorted(set(moves)), where, f"the legal moves of seat {seat} do not ascend: {moves}")
                demand(all(0 <= each < rules.ACTIONS for each in moves), where, f"no such moves: {moves}")
            if who == CHANCE:
                _chance(game, s, where)
            rules.score(s, points)
            demand((rules.winners(s) == 0) == (who != NOBODY), where, "there are winners before the end, or none at it")
            demand(not any(points[s.seats :]), where, "seats that are not there have points")
        demand(who == NOBODY, f"{seats} seats, walk {seed}", "the game is not over")


def _chance(game: Game, s: Any, where: str) -> None:
    acts, odds = outcomes(game.rules, s)
    demand(acts and min(odds) > 0, where, f"chance has the outcomes {acts} with the weights {odds}")
    demand(len(set(acts)) == len(acts), where, f"an outcome is there twice: {acts}")
    demand(all(0 <= each < game.rules.OUTCOMES for each in acts), where, f"no such outcomes: {acts}")


def draw_is_the_fast_twin_of_weights(game: Game, seats: int) -> None:
    """`draw` gives what `weights` gives, with the same numbers of the stream."""
    rules, fast, slow = game.rules, Rng(), Rng()
    for seed in SEEDS:
        begin(fast, seed, 0, 0)
        begin(slow, seed, 0, 0)
        for number, (s, actor, _) in enumerate(walk(game, seats, seed)):
            if actor != CHANCE:
                continue
            acts, odds = outcomes(rules, s)
            place, wanted = below(slow, sum(odds)), 0
            while place >= odds[wanted]:
                place -= odds[wanted]
                wanted += 1
            drawn, where = rules.draw(s, fast), f"{seats} seats, walk {seed}, step {number}"
            demand(drawn == acts[wanted], where, f"draw gives {drawn}, by the weights it is {acts[wanted]}")
            demand(fast == slow, where, "draw takes more or less than one number of the stream")


def every_draw_has_a_number_of_its_own(game: Game, seats: int) -> None:
    """If a game says which number of the stream a draw takes (`draw_number`), no two draws of a game take the same."""
    number_of = getattr(game.rules, "draw_number", None)
    if number_of is None:
        return
    for seed in SEEDS:
        taken, following = set[int](), 0
        for number, (s, actor, _) in enumerate(walk(game, seats, seed)):
            if actor == CHANCE:
                found, where = number_of(s, following), f"{seats} seats, walk {seed}, step {number}"
                demand(0 <= found < WORD, where, f"the number of a draw is {found}")
                demand(found not in taken, where, f"another draw had the number {found}")
                taken.add(found)
                following = found + 1


def the_order_of_simultaneous_commits_does_not_matter(game: Game, seats: int) -> None:
    """The same choices in two orders lead to the same state."""
    rules = game.rules
    for seed in SEEDS:
        chooser = random.Random(seed)
        for number, (s, _, _) in enumerate(walk(game, seats, seed)):
            asked = seats_in(rules.pending(s))
            if len(asked) > 1:
                commits = {seat: _commit(game, s, seat, chooser) for seat in asked}
                one, two = (_played(game, s, commits, chooser) for _ in range(2))
                demand(one == two, f"{seats} seats, walk {seed}, step {number}", "another order, another state")


def _commit(game: Game, s: Any, seat: int, chooser: random.Random) -> list[int]:
    rules, alone, steps = game.rules, s.copy(), []
    while rules.pending(alone) >> seat & 1:
        steps.append(chooser.choice(legal(rules, alone, seat)))
        rules.apply(alone, seat, steps[-1])
        if not rules.is_mid_move(alone, seat):
            break
    return steps


def _played(game: Game, s: Any, commits: dict[int, list[int]], chooser: random.Random) -> Any:
    after, queue = s.copy(), {seat: list(steps) for seat, steps in commits.items()}
    while queue:
        seat = chooser.choice(sorted(queue))
        game.rules.apply(after, seat, queue[seat].pop(0))
        if not queue[seat]:
            del queue[seat]
    return after


def rules_of_thumb_play_legal_moves(game: Game, seats: int) -> None:
    """From every view of a pending seat, in games of all kinds; and the stage never falls."""
    rules, engine = game.rules, plain_engine(game)
    for seed in SEEDS:
        stage = None
        for number, (s, actor, _) in enumerate(walk(game, seats, seed)):
            where = f"{seats} seats, walk {seed}, step {number}"
            now = engine.stage(s)
            demand(stage is None or now >= stage, where, f"the stage falls from {stage} to {now}")
            stage = now
            if actor < 0:
                continue
            rng, v = Rng(), view_of(rules, s, actor)
            begin(rng, number, 0, actor + 1)
            action, can = engine.thumb(v, actor, rng), legal(rules, s, actor)
            demand(action in can, where, f"the rules of thumb of seat {actor} play {action}; legal: {can}")


def the_future_value_is_no_more_than_games_bring(game: Game, seats: int) -> None:
    """`future_value` adds no more than a few times what whole games bring, and nothing to seats that are not there."""
    engine, rules = plain_engine(game), game.rules
    finals, futures = [0], [0]
    for seed in SEEDS:
        for s, actor, _ in walk(game, seats, seed):
            points, with_future = [0] * rules.SEATS, [0] * rules.SEATS
            rules.score(s, points)
            rules.score(s, with_future)
            engine.future_value(s, with_future)
            added = [more - now for more, now in zip(with_future, points, strict=True)]
            demand(not any(added[seats:]), f"{seats} seats, walk {seed}", "seats that are not there have future value")
            futures += added[:seats] if actor != NOBODY else []
            finals += points[:seats] if actor == NOBODY else []
    extreme, least, most = max(futures, key=abs), min(finals), max(finals)
    said = f"future_value adds {extreme}; games end with {least}..{most}"
    demand(abs(extreme) <= MOST_FUTURE * (most - least), f"{seats} seats", said)
