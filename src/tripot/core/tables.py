"""Many tables stepped in one call, each shown to the seat that has to decide: what the adapters run on.

Kernels like those of `kernels.py`, bound and compiled apart from them. `mine` is a bit mask per table of the seats whose
moves the caller makes; of the others those in `thumbs` follow the rules of thumb, the rest play at random. A table runs
on until one of the caller's seats is asked or the game is over. A table whose `who` is NOBODY begins its next game, one
whose `who` is ASIDE stays as it is. Of several seats that choose at the same moment the caller's are asked first: they see
no commit of a bot. (Rules of thumb and random moves do not look at who has committed.)

    states[i]      table i                          work      the table as set up, a view, a blank state
    streams[i]     its chance, then its seats       numbers[i]  which game of the seed it plays
    who[i]         the seat asked, or NOBODY        points[i], wins[i]   scores and winners, once it is over
    obs[i]         what that seat observes          mask[i]   1 for each of its legal moves; all 1 once it is over
"""

from __future__ import annotations

from typing import Any

from .kernels import _open_streams, drawn
from .rng import below
from .stand_ins import apply, legal, pending, score, thumb, to_act, view, winners
from .state import CHANCE, NOBODY

LIMIT = 100_000  # steps without a question to the caller: a compiled endless loop could not be interrupted
FINE = -1  # no table has an illegal move
ASIDE = -5  # stands in `who` for a table that a call leaves alone


def observe(v: Any, seat: int, out: Any) -> None:
    """A game's observer stands here: it writes a seat's view into a row of zeros."""
    raise NotImplementedError


def first_illegal(who: Any, actions: Any, mask: Any) -> int:
    """The first table that is asked and whose action its mask does not allow, or FINE."""
    for i in range(len(who)):
        if who[i] != NOBODY and (actions[i] < 0 or actions[i] >= len(mask[i]) or mask[i][actions[i]] == 0):
            return i
    return FINE


def step_tables(
    states: Any,
    work: Any,
    streams: Any,
    seed: int,
    numbers: Any,
    actions: Any,
    mine: Any,
    thumbs: Any,
    who: Any,
    points: Any,
    wins: Any,
) -> None:
    """Play the actions (which must be legal) and run on; where nobody is asked the next game begins instead."""
    for i in range(len(numbers)):
        if who[i] == ASIDE:
            continue
        if who[i] == NOBODY:
            numbers[i] += len(numbers)
            states[i] = work[0]
            _open_streams(streams[i], seed, numbers[i])
            wins[i] = 0
        who[i] = _run_on(states[i], work, streams[i], mine[i], thumbs[i], who[i], actions[i])
        score(states[i], points[i])
        if who[i] == NOBODY:
            wins[i] = winners(states[i])


def look_around(states: Any, work: Any, mine: Any, who: Any, obs: Any, mask: Any) -> None:
    """Show every table to the seat asked; a game that is over, to the first seat of the caller.

    Once it is over any action will do, so the mask allows all: a row of zeros has no softmax.
    """
    for i in range(len(who)):
        _look(states[i], work, _first_seat(mine[i]) if who[i] == NOBODY else who[i], obs[i], mask[i])
        if who[i] == NOBODY:
            mask[i][:] = 1


def _look(s: Any, work: Any, seat: int, obs: Any, mask: Any) -> None:
    work[1] = work[2]
    view(s, seat, work[1])
    obs[:] = 0
    observe(work[1], seat, obs)
    mask[:] = 0
    for k in range(legal(work[1], seat)):
        mask[work[1].acts[k]] = 1


def _run_on(s: Any, work: Any, streams: Any, mine: int, thumbs: int, who: int, action: int) -> int:
    """Play an action (NOBODY's is none), then chance and bots, until the caller is asked; the seat asked, or NOBODY."""
    for _ in range(LIMIT):
        if who != NOBODY:
            apply(s, who, action)  # the only call, because it is compiled into this place
        asked = pending(s) & mine
        if asked:
            return _first_seat(asked)
        who = to_act(s)
        if who == NOBODY:
            return who
        if who == CHANCE:
            action = drawn(s, streams[0])
        elif (thumbs >> who) & 1:
            work[1] = work[2]
            view(s, who, work[1])
            action = thumb(work[1], who, streams[who + 1])
        else:
            action = s.acts[below(streams[who + 1], legal(s, who))]
    raise RuntimeError("endless game")


def _first_seat(seats: int) -> int:
    """The first seat of a bit mask that is not empty."""
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    return seat
