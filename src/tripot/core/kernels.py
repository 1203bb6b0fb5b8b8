"""What runs many moves at a stretch, written once for every game.

Ordinary functions over the rules that a game supplies. The binder makes a copy per game in which the names below are that
game's rules; compiled, all is inlined. Functions called from Python take arrays of states and streams, never a single
record (which costs numba 4 us a call).
"""

from __future__ import annotations

from typing import Any

from .rng import CHANCE_STREAM, begin, below
from .stand_ins import (
    apply,
    audit,
    draw,
    draw_number,
    legal,
    pending,
    redeal,
    score,
    seen,
    thumb,
    to_act,
    view,
    weights,
    winners,
)
from .state import CHANCE, NOBODY

SEATS = 8  # a game's own constant replaces it
LIMIT = 100_000  # steps in one game: a compiled endless loop could not be interrupted
WHOLE = 840  # a victory, in parts that can be shared by 1 to 8 seats without remainder

# What `games` adds up, in this order; the last two have one place per seat.
DECISIONS, CHANCE_EVENTS, POINTS = 0, 1, 2


# -- One question at a time, from Python --------------------------------------


def ask_to_act(states: Any) -> int:
    return to_act(states[0])


def ask_pending(states: Any) -> int:
    return pending(states[0])


def ask_legal(states: Any, seat: int) -> int:
    return legal(states[0], seat)


def ask_weights(states: Any) -> int:
    return weights(states[0])


def ask_draw(states: Any, rngs: Any) -> int:
    return draw(states[0], rngs[0])


def do_apply(states: Any, seat: int, action: int) -> None:
    apply(states[0], seat, action)


def ask_score(states: Any, points: Any) -> None:
    score(states[0], points)


def ask_winners(states: Any) -> int:
    return winners(states[0])


def do_view(states: Any, seat: int) -> None:
    """states[1], blank, becomes the view."""
    view(states[0], seat, states[1])


def ask_seen(states: Any, seat: int, actor: int, action: int) -> int:
    return seen(states[0], seat, actor, action)


def do_redeal(states: Any, seat: int, rngs: Any) -> None:
    redeal(states[0], seat, rngs[0])


def ask_audit(states: Any) -> int:
    return audit(states[0])


def ask_thumb(states: Any, seat: int, rngs: Any) -> int:
    """The rule-of-thumb move; states[0] is the seat's view."""
    return thumb(states[0], seat, rngs[0])


# -- Whole games --------------------------------------------------------------


def random_games(states: Any, rngs: Any, seed: int, first: int, count: int, points: Any, tally: Any) -> None:
    """Play games number first..first+count-1 at random and add them up in the tally.

    states[0] is the start, states[1] work space. Chance draws from rngs[0], seat k from rngs[k + 1].
    """
    s = states[1]
    for game in range(first, first + count):
        states[1] = states[0]
        _open_streams(rngs, seed, game)
        who = to_act(s)
        decisions, chances = 0, 0
        while who != NOBODY:
            if who == CHANCE:
                apply(s, CHANCE, drawn(s, rngs[0]))
                chances += 1
            else:
                apply(s, who, s.acts[below(rngs[who + 1], legal(s, who))])
                decisions += 1
                if decisions > LIMIT:
                    raise RuntimeError("endless game")
            who = to_act(s)
        tally[DECISIONS] += decisions
        tally[CHANCE_EVENTS] += chances
        _add_result(s, points, tally)


def games(states: Any, rngs: Any, seed: int, first: int, count: int, thumbs: int, points: Any, tally: Any) -> None:
    """The same with the seats of the bit mask `thumbs` played by the rules of thumb.

    states[2] is the view of the seat that chooses, states[3] a blank state.
    """
    s, v = states[1], states[2]
    for game in range(first, first + count):
        states[1] = states[0]
        _open_streams(rngs, seed, game)
        who = to_act(s)
        steps = 0
        while who != NOBODY:
            if who == CHANCE:
                apply(s, CHANCE, drawn(s, rngs[0]))
                tally[CHANCE_EVENTS] += 1
            else:
                if (thumbs >> who) & 1:
                    states[2] = states[3]
                    view(s, who, v)
                    action = thumb(v, who, rngs[who + 1])
                else:
                    action = s.acts[below(rngs[who + 1], legal(s, who))]
                apply(s, who, action)
                tally[DECISIONS] += 1
            steps += 1
            if steps > LIMIT:
                raise RuntimeError("endless game")
            who = to_act(s)
        _add_result(s, points, tally)


def traced_game(states: Any, rngs: Any, thumbs: int, dice: Any, trace: Any) -> int:
    """One game, with its every step written down: actor and action in turn. Returns how many steps it took.

    states[1] is the start, states[0] where the game ends, states[2] and states[3] as in `games`. The streams are open:
    chance, one for every seat, and one more, from which the outcomes come that are marked in `dice`.
    """
    states[0] = states[1]
    s, v = states[0], states[2]
    steps = 0
    who = to_act(s)
    while who != NOBODY:
        if who == CHANCE:
            action = drawn(s, rngs[0])
            if dice[action]:
                rngs[0].count -= 1  # not a card after all: the stream of the cards stays where it was
                action = drawn(s, rngs[SEATS + 1])
        elif (thumbs >> who) & 1:
            states[2] = states[3]
            view(s, who, v)
            action = thumb(v, who, rngs[who + 1])
        else:
            action = s.acts[below(rngs[who + 1], legal(s, who))]
        apply(s, who, action)
        trace[2 * steps] = who
        trace[2 * steps + 1] = action
        steps += 1
        who = to_act(s)
    return steps


def drawn(s: Any, rng: Any) -> int:
    """An outcome of chance, with the number of the stream that the game says."""
    rng.count = draw_number(s, rng.count)
    return draw(s, rng)


def open_stream(rngs: Any, place: int, seed: int, game: int, stream: int) -> None:
    begin(rngs[place], seed, game, stream)


def copies(states: Any, count: int) -> None:
    """Copy states[0] to states[1] `count` times (to measure what a copy costs)."""
    for _ in range(count):
        states[1] = states[0]


def _open_streams(rngs: Any, seed: int, game: int) -> None:
    for stream in range(SEATS + 1):
        begin(rngs[stream], seed, game, CHANCE_STREAM + stream)


def _add_result(s: Any, points: Any, tally: Any) -> None:
    score(s, points)
    best = winners(s)
    sharing = 0
    for seat in range(SEATS):
        sharing += (best >> seat) & 1
    for seat in range(SEATS):
        tally[POINTS + seat] += points[seat]
        if (best >> seat) & 1:
            tally[POINTS + SEATS + seat] += WHOLE // sharing
