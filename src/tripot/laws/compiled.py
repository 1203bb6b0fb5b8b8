"""The law of two speeds: the compiled rules do what the plain ones do. Where numba is missing there is nothing to compare."""

from __future__ import annotations

from typing import Any

from tripot.bots.engines import fast_engine, has_numba, plain_engine
from tripot.core.contracts import Engine
from tripot.core.rng import Rng, begin
from tripot.core.state import CHANCE, NOBODY
from tripot.play import Game

from .walks import demand, legal, outcomes, view_of, viewers, walk

WALKS = (0, 3)  # at random with the usual options, by the rules of thumb with the others
LOOKS = 5  # steps from one comparison of what the seats see to the next


def plain_and_compiled_rules_agree(game: Game, seats: int) -> None:
    """The same games by both: every answer and every field after every step, views and redealt worlds now and then."""
    for seed in WALKS if has_numba() else ():
        agree_in_walk(game, seats, seed)


def agree_in_walk(game: Game, seats: int, seed: int) -> None:
    """One whole game by both."""
    engine, states = fast_engine(game), None
    for number, (s, actor, action) in enumerate(walk(game, seats, seed)):
        where = f"{seats} seats, walk {seed}, step {number}"
        states = engine.states(s, 1) if states is None else states
        _same_answers(game, engine, states, s, actor, number, where)
        _same_choices(game, engine, states, s, actor, where)
        _same_fields(engine.plain(states), s, where, "the compiled state")
        if number % LOOKS == 0 and actor != NOBODY:
            for seat in viewers(seats):
                _same_sight(game, engine, s, seat, actor, action, number, f"{where}, seat {seat}")
        if actor != NOBODY:
            engine.do_apply(states, actor, action)


def _same_answers(game: Game, engine: Engine, states: Any, s: Any, actor: int, number: int, where: str) -> None:
    rules = game.rules
    asked: list[tuple[str, object, object]] = [
        ("to_act", engine.ask_to_act(states), rules.to_act(s)),
        ("pending", engine.ask_pending(states), rules.pending(s)),
        ("audit", engine.ask_audit(states), rules.audit(s)),
        ("winners", engine.ask_winners(states), rules.winners(s)),
    ]
    points, theirs = [0] * rules.SEATS, engine.numbers(rules.SEATS)
    rules.score(s, points)
    engine.ask_score(states, theirs)
    asked.append(("score", theirs.tolist(), points))
    if actor == CHANCE:
        rng, rngs = _streams(engine, number)
        asked.append(("draw", engine.ask_draw(states, rngs), rules.draw(s, rng)))
    for name, compiled, plain in asked:
        demand(compiled == plain, where, f"{name} gives {plain}, compiled {compiled}")


def _same_choices(game: Game, engine: Engine, states: Any, s: Any, actor: int, where: str) -> None:
    """The legal moves or the outcomes, which are written to the work space."""
    if actor == NOBODY:
        return
    is_chance = actor == CHANCE
    count = engine.ask_weights(states) if is_chance else engine.ask_legal(states, actor)
    plain = outcomes(game.rules, s) if is_chance else (legal(game.rules, s, actor), [])
    found = engine.plain(states)
    compiled = found.acts[:count], found.odds[:count] if is_chance else []
    demand(compiled == plain, where, f"{'weights' if is_chance else 'legal'} gives {plain}, compiled {compiled}")


def _same_sight(
    game: Game, engine: Engine, s: Any, seat: int, actor: int, action: int, number: int, where: str
) -> None:
    rules, states, world = game.rules, engine.states(s, 2), s.copy()
    v, seen = view_of(rules, s, seat), rules.seen(s, seat, actor, action)
    demand(engine.ask_seen(states, seat, actor, action) == seen, where, f"compiled {action} is not seen as {seen}")
    engine.do_view(states, seat)
    _same_fields(engine.plain(states, 1), v, where, "the compiled view")
    rng, rngs = _streams(engine, number)
    rules.redeal(world, seat, rng)
    engine.do_redeal(states, seat, rngs)
    _same_fields(engine.plain(states), world, where, "the world redealt by compiled rules")
    demand(engine.number(rngs, 0, "count") == rng.count, where, "the compiled redeal takes more or less of the stream")
    if seat == actor:
        rng, rngs = _streams(engine, number)
        plain, compiled = plain_engine(game).thumb(v, seat, rng), engine.ask_thumb(engine.states(v, 1), seat, rngs)
        demand(compiled == plain, where, f"the rules of thumb play {plain}, compiled {compiled}")


def _streams(engine: Engine, seed: int) -> tuple[Rng, Any]:
    """The same stream in both forms."""
    rng, rngs = Rng(), engine.rngs()
    begin(rng, seed, 0, 1)
    engine.write(rngs, 0, rng)
    return rng, rngs


def _same_fields(compiled: Any, plain: Any, where: str, what: str) -> None:
    for field in plain.position_fields():
        mine, theirs = getattr(plain, field), getattr(compiled, field)
        demand(mine == theirs, where, f"{what} has {theirs} in {field} instead of {mine}")
