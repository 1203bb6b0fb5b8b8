"""The moves that are compared at a decision: all, where they are few.

Else they are the best of a short search, what the rules of thumb say, and the move played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tripot.bots import LEVELS, ask, stream, thumb_bot
from tripot.bots.engines import engine
from tripot.bots.search import think
from tripot.core.contracts import Rules
from tripot.play import Move, Position
from tripot.play.reading import legal_actions

FEW = 6  # whole moves that are all compared
BEST = 4  # of the search
JUDGE = "master"  # whose search it is


def candidates(
    moment: Position,
    seat: int,
    played: tuple[int, ...],
    *,
    seed: int,
    number: int,
    also: Sequence[tuple[int, ...]] = (),
) -> list[Move]:
    """The moves to compare, the played one first. They follow from the seat's view, the seed and the move played alone.

    Those that somebody else has named are among them.
    """
    names = moment.game.spelling.moves
    chosen = [played, *also]
    every = _all_moves(moment, seat)
    chosen += every if every is not None else _searched(moment, seat, seed, number)
    return [Move(steps, " ".join(names[step] for step in steps)) for steps in dict.fromkeys(chosen)]


def _searched(moment: Position, seat: int, seed: int, number: int) -> list[tuple[int, ...]]:
    """The best moves of a short search, and what the rules of thumb say."""
    runner, view = engine(moment.game), moment.view(seat)
    settings = LEVELS[JUDGE].settings_for(moment.game, compiled=runner.is_compiled, seats=view.seats)
    thought = think(view, replace(settings, trees=1), stream(seed, seat, game=number), runner=runner)
    best = [each.move.steps for each in thought.considered[:BEST]]
    best.append(ask(moment, seat, thumb_bot, stream(seed, seat, game=number)).steps)
    return [steps for steps in best if _is_whole(moment, seat, steps)]


def _is_whole(moment: Position, seat: int, steps: tuple[int, ...]) -> bool:
    """Whether a move is complete: a search keeps only the beginning of a very long one."""
    s, rules = moment.view(seat).state.copy(), moment.game.rules
    for step in steps:
        rules.apply(s, seat, step)
    return not rules.is_mid_move(s, seat)


def _all_moves(moment: Position, seat: int) -> list[tuple[int, ...]] | None:
    """All whole moves of a seat, or None if they are more than FEW."""
    found: list[tuple[int, ...]] = []
    for steps in _whole_moves(moment.game.rules, moment.state, seat, ()):
        found.append(steps)
        if len(found) > FEW:
            return None
    return found


def _whole_moves(rules: Rules, state: Any, seat: int, steps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for action in legal_actions(rules, state, seat):
        after = state.copy()
        rules.apply(after, seat, action)
        if rules.is_mid_move(after, seat):
            yield from _whole_moves(rules, after, seat, (*steps, action))
        else:
            yield (*steps, action)
