"""Whole games from a position, or from the worlds of a view, with one policy per seat: what a position or a move is worth.

Kernels like those of `kernels.py`, bound and compiled apart from them. Game number n of a job draws from streams keyed by
(seed, n, stream): chance, one for every seat, and the redeal. So two jobs with the same seed meet the same worlds with the same
streams, whatever is played in them, and their results can be compared game by game.

    states     the position or the view, the game being played, the view of the seat that chooses, a blank state
    models     by seat: how it plays on (see `Model`)
    steps      what the viewing seat does first, one small step after the other
    results    for each game: the share of the victory, the points and the margin of every seat (see `WIDTH`)

How a seat plays on is decided in `choose` alone: another kind of policy has its place there.
"""

from __future__ import annotations

from typing import Any

from .kernels import WHOLE, drawn
from .rng import begin, below
from .stand_ins import apply, legal, redeal, score, thumb, to_act, view, winners
from .state import CHANCE, I16, I64, NOBODY, Record, state

SEATS = 8  # a game's own constant replaces it
MOST_SEATS = 8
LIMIT = 100_000  # steps in one game: a compiled endless loop could not be interrupted
FULL = 1000  # thousandths

ROOT, WORLD, SIGHT, BLANK = 0, 1, 2, 3  # places in `states`
STATES = 4
DEALS = MOST_SEATS + 1  # the stream of the redeal, after chance and the seats
STREAMS = MOST_SEATS + 2

MEASURES = 3  # of every seat: share of the victory (in parts of WHOLE), points, margin over the best other seat
WIN, POINTS, MARGIN = 0, 1, 2

OUT_OF_LINE = ("choose", "write_result")  # inlined they would multiply the code


@state
class Model(Record):
    """How a seat plays on: so many thousandths of its steps by the rules of thumb, the others at random."""

    thumb: int = I16


@state
class Job(Record):
    """Which games are played."""

    seat: int = I64  # whose view it is; NOBODY: the position is whole, and nothing is redealt
    seats: int = I64
    seed: int = I64
    first: int = I64  # number of the first game
    count: int = I64
    length: int = I64  # steps that the viewing seat takes first


def rollouts(states: Any, rngs: Any, models: Any, jobs: Any, steps: Any, results: Any) -> None:
    """Play the games of the job to their ends and write down how each ended."""
    j, s = jobs[0], states[WORLD]
    for number in range(j.count):
        for stream in range(STREAMS):
            begin(rngs[stream], j.seed, j.first + number, stream)
        states[WORLD] = states[ROOT]
        if j.seat != NOBODY:
            redeal(s, j.seat, rngs[DEALS])
        taken, played = 0, 0
        who = j.seat if j.length > 0 else to_act(s)
        while who != NOBODY:
            if taken < j.length:
                action = steps[taken]
                taken += 1
            elif who == CHANCE:
                action = drawn(s, rngs[0])
            else:
                action = choose(states, rngs, models, who)
            apply(s, who, action)
            played += 1
            if played > LIMIT:
                raise RuntimeError("endless game")
            who = j.seat if taken < j.length else to_act(s)
        write_result(s, j.seats, results, number * MEASURES * SEATS)


def choose(states: Any, rngs: Any, models: Any, who: int) -> int:
    """The next step of a seat, by its model."""
    rng, share = rngs[who + 1], models[who].thumb
    if share == FULL or (share > 0 and below(rng, FULL) < share):
        states[SIGHT] = states[BLANK]
        view(states[WORLD], who, states[SIGHT])
        return int(thumb(states[SIGHT], who, rng))
    s = states[WORLD]
    return int(s.acts[below(rng, legal(s, who))])


def write_result(s: Any, seats: int, results: Any, place: int) -> None:
    """What every seat has of a finished game."""
    points = results[place + POINTS * SEATS : place + (POINTS + 1) * SEATS]
    score(s, points)
    best, sharing = winners(s), 0
    for seat in range(seats):
        results[place + POINTS * SEATS + seat] = points[seat]  # a slice of a list is a copy
        sharing += (best >> seat) & 1
    for seat in range(seats):
        results[place + WIN * SEATS + seat] = WHOLE // sharing if (best >> seat) & 1 else 0
        lead, others = 0, 0
        for other in range(seats):
            if other != seat and (others == 0 or points[seat] - points[other] < lead):
                lead = points[seat] - points[other]
                others = 1
        results[place + MARGIN * SEATS + seat] = lead
