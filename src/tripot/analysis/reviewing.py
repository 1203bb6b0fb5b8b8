"""The review of a game for one seat: what each decision lost, how lucky everybody was, and what the result is made of.

    work = Reviewing(record, seat=0, seed=1)
    for done in work.improve(seconds=10):      # the share of the time; stop whenever you like
        ...
    work.review                                # as good as it is by now

The n-th world is the same in every review with the same seed, so a review with as many worlds is the same on every machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from tripot.core.state import NOBODY
from tripot.errors import BadSeats, RecordError, TripotError
from tripot.notation.record import GameRecord, parse
from tripot.play import Game, Move, Position, replay

from .account import PARTS, Account, account, rounded
from .candidates import candidates
from .coefficients import coefficient
from .company import PERSON, Company, company, sitting
from .learned import best_of, learned
from .losses import Estimate, Loss, estimate, loss, standard_error
from .trees import Values, grown, named, settings, wanted
from .turns import CHANCES, OWN, Turn, moments, turns
from .worth import MARGIN, WIN, Rows, Worth, result_of

FIRST_WORLDS = 16  # of the first answer; then twice as many again and again
MOST_WORLDS = 4096  # that a budget of time leads to; more would only be slower to tell
FEWEST_WORLDS, ALL_WORLDS = 4, 1 << 17  # two for each half; and what fits into memory
SEED_LIMIT = 1 << 62
SECONDS = 10.0  # of the processor, by default
DIGITS = 2
PLAYED = 0  # its place among the candidates


class _Value:
    """A position whose worth is asked for: a mark between two turns, or the end."""

    def __init__(self, worth: Worth, state: Any) -> None:
        self.worth, self.state = worth, state
        self.is_over = worth.game.rules.to_act(state) == NOBODY
        self.rows = result_of(worth.game, state, worth.seats) if self.is_over else _no_rows(worth.seats)

    def improve(self, worlds: int) -> None:
        done = len(self.rows)
        if not self.is_over and done < worlds:
            self.rows = np.concatenate([self.rows, self.worth.of_position(self.state, done, worlds - done)])

    def first(self, worlds: int) -> Rows:
        return np.repeat(self.rows, worlds, axis=0) if self.is_over else self.rows[:worlds]


class _Choice:
    """An own decision: the candidates, and what they brought in the worlds of the view."""

    def __init__(
        self, worth: Worth, company: Company, moment: Position, seat: int, turn: Turn, number: int, seed: int
    ) -> None:
        self.worth, self.company, self.moment, self.seat, self.turn = worth, company, moment, seat, turn
        self.number, self.seed = number, seed
        self.played = tuple(action for _, action in turn.steps)
        self.rows: list[Rows] = []
        self.trees: list[Values] = []

    @cached_property
    def view(self) -> Any:
        """The state of the seat's view: nothing else goes into the losses."""
        return self.moment.view(self.seat).state

    @cached_property
    def moves(self) -> list[Move]:
        """The candidates, the move played first."""
        also = best_of(self.learned)
        return candidates(self.moment, self.seat, self.played, seed=self.seed, number=self.number, also=also)

    @cached_property
    def learned(self) -> Values:
        """What was learned of the moves, if anything was."""
        return learned(self.moment.view(self.seat), self.company)

    @property
    def named(self) -> int | None:
        """Which candidate is the best by what was learned, or by the trees; None: the worlds decide."""
        steps = [move.steps for move in self.moves]
        return steps.index(best_of(self.learned)[0]) if self.learned else named(self.trees, steps)

    def improve(self, worlds: int) -> None:
        """More worlds for every candidate, and for whatever the seat's model chooses (the last); more trees, if there are any."""
        how = None if self.learned else settings(self.moment.game, self.moment.seats)
        if how and len(self.moves) > 1:
            done = len(self.trees)
            view = self.moment.view(self.seat)
            self.trees += grown(view, how, self.seed, self.number, done, wanted(worlds) - done)
        lines = [*(move.steps for move in self.moves), ()]
        if not self.rows:
            self.rows = [_no_rows(self.worth.seats) for _ in lines]
        done = len(self.rows[0])
        if done < worlds:
            for place, steps in enumerate(lines):
                more = self.worth.of_move(self.view, self.seat, steps, done, worlds - done)
                self.rows[place] = np.concatenate([self.rows[place], more])


def _no_rows(seats: int) -> Rows:
    return np.zeros((0, 3, seats))


@dataclass(frozen=True)
class Candidate:
    """A move that could have been made, and what it was worth."""

    move: Move
    win: Estimate
    margin: Estimate


@dataclass(frozen=True)
class Decision:
    """One decision of the seat."""

    event: int
    """The number of its first step in the game."""
    moment: Position = field(repr=False)
    """Where the game stood before anybody committed."""
    played: Move
    best: Move
    loss: Loss
    worlds: int
    """In which its candidates were compared."""
    candidates: tuple[Candidate, ...]
    """The best first."""


@dataclass(frozen=True)
class ChanceBlock:
    """What chance did until somebody had a choice again, and what it brought every seat."""

    event: int
    steps: int
    margin: tuple[float, ...]
    """By seat, in points of margin."""
    win: tuple[float, ...]


@dataclass(frozen=True)
class Mark:
    """What a moment of the game was worth to every seat, all cards known."""

    event: int
    win: tuple[float, ...]
    margin: tuple[float, ...]


@dataclass(frozen=True)
class Review:
    """All that is known about a game from one seat."""

    game: Game = field(repr=False)
    seats: int
    seat: int
    is_over: bool
    """False: the record stops before the end, so there is no result and no account."""
    scores: tuple[int, ...]
    seed: int
    worlds: int
    """Worlds that every figure has at least; a review with as many worlds and the same seed is the same."""
    seconds: float
    company: Company
    decisions: tuple[Decision, ...]
    chance: tuple[ChanceBlock, ...]
    course: tuple[Mark, ...]
    """How the game stood before every turn and at its end."""
    margin: dict[str, float] | None
    """The account in points of margin; its parts add up to the result, to the last digit."""
    win: dict[str, float] | None
    """The same in chance of winning."""
    errors: dict[str, float] | None
    """Standard errors of the parts in points of margin."""
    coefficient: float
    """The share of the luck that is taken off the result."""

    @property
    def mistakes(self) -> list[Decision]:
        """The decisions that surely lost something, the worst first."""
        return sorted((d for d in self.decisions if d.loss.is_mistake), key=lambda d: -d.loss.margin.mean)

    @property
    def adjusted(self) -> float | None:
        """The margin with the luck taken off, as far as that makes it more precise."""
        if self.margin is None:
            return None
        return round(self.margin["result"] - self.coefficient * self.margin["chance"], DIGITS)


class Reviewing:
    """A review in the making."""

    def __init__(
        self,
        record: GameRecord | Position | str,
        *,
        seat: int,
        seed: int = 0,
        bots: Sequence[str] | None = None,
        runner: Any = None,
    ) -> None:
        """`bots` are the company, ids or `person`, one for each seat or one for all; by default what the record says."""
        if isinstance(record, str):
            record = parse(record)
        position = record if isinstance(record, Position) else replay(record)
        sat = [PERSON] * position.seats if isinstance(record, Position) else sitting(record)
        if not 0 <= seat < position.seats:
            raise BadSeats(f"{position.game.name}: there is no seat {seat}; seats are 0 to {position.seats - 1}")
        if not 0 <= seed < SEED_LIMIT:
            raise TripotError(f"{position.game.name}: the seed of a review is a number from 0 to 2**62 - 1, not {seed}")
        self.position, self.game, self.seat, self.seed = position, position.game, seat, seed
        seats = position.seats
        self.company = company(self.game, seats, bots or sat, position=position, seed=seed)
        self._turns = turns(self.game.rules, moments(self.game.rules, *position.line()), seat)
        if not self._turns:
            raise RecordError(f"{self.game.name}: the record has no move yet; there is nothing to review")
        self._worth = Worth(self.game, seats, self.company, seed, runner=runner)
        self._values = [_Value(self._worth, turn.before) for turn in self._turns]
        self._values.append(_Value(self._worth, self._turns[-1].after))
        own = [turn for turn in self._turns if turn.kind == OWN]
        self._choices = [
            _Choice(self._worth, self.company, self._at(turn.moment), seat, turn, number, seed)
            for number, turn in enumerate(own)
        ]
        self.seconds = 0.0

    def _at(self, state: Any) -> Position:
        return Position(self.game, self.position.seats, self.position.options, state, None, None)

    def improve(
        self, *, seconds: float = SECONDS, worlds: int | None = None, clock: Callable[[], float] = time.thread_time
    ) -> Iterator[float]:
        """More worlds, until the processor seconds are spent or there are that many; after each piece of work its share.

        Everything gets its first few worlds whatever the time, so that there is an answer.
        """
        most = MOST_WORLDS if worlds is None else worlds
        if not FEWEST_WORLDS <= most <= ALL_WORLDS:
            raise TripotError(f"a review has {FEWEST_WORLDS} to {ALL_WORLDS} worlds, not {most}")
        began, wanted = clock() - self.seconds, FIRST_WORLDS
        works: list[_Value | _Choice] = [*self._choices, *self._values]
        while True:
            wanted = min(wanted, most)
            for place, work in enumerate(works):
                work.improve(wanted)
                self.seconds = clock() - began
                if worlds is None:
                    if self.seconds >= seconds and self.worlds >= min(FIRST_WORLDS, most):
                        return
                    yield min(1.0, self.seconds / seconds) if seconds else 0.0
                else:
                    yield (wanted - (wanted / 2 if wanted > FIRST_WORLDS else 0) * (1 - place / len(works))) / most
            if wanted >= most:
                return
            wanted *= 2

    @property
    def worlds(self) -> int:
        """Worlds that every figure has at least."""
        values = [len(value.rows) for value in self._values if not value.is_over]
        return min([*values, *(len(choice.rows[0]) if choice.rows else 0 for choice in self._choices)])

    @property
    def review(self) -> Review:
        """What is known by now."""
        worlds = self.worlds
        values = [value.first(worlds) for value in self._values]
        is_over = self.position.is_over
        margin = win = errors = None
        if is_over:
            margin, errors = self._account(values, MARGIN, worlds)
            win, _ = self._account(values, WIN, worlds)
        return Review(
            game=self.game,
            seats=self.position.seats,
            seat=self.seat,
            is_over=is_over,
            scores=self.position.scores,
            seed=self.seed,
            worlds=worlds,
            seconds=self.seconds,
            company=self.company,
            decisions=tuple(map(self._decision, self._choices)),
            chance=tuple(self._blocks(values)),
            course=tuple(self._course(values)),
            margin=margin,
            win=win,
            errors=errors,
            coefficient=coefficient(self.game, self.position.seats, self.company.names, worlds),
        )

    def _account(self, values: list[Rows], measure: int, worlds: int) -> tuple[dict[str, float], dict[str, float]]:
        marks = [rows[:, measure, self.seat] for rows in values]
        choices = [(choice.rows[0] - choice.rows[-1])[:worlds, measure, self.seat] for choice in self._choices]
        found: Account = account(self._turns, marks, choices)
        means = [float(part.mean()) for part in found[:-1]]
        result = float(found.result.mean())
        digits = DIGITS if measure == MARGIN else DIGITS + 2
        shown = dict(zip(PARTS, rounded(means, result, digits), strict=True)) | {"result": round(result, digits)}
        return shown, {name: standard_error(part) for name, part in zip(PARTS, found, strict=False)}

    def _decision(self, choice: _Choice) -> Decision:
        *rivals, _ = choice.rows
        lost = loss(rivals, self.seat, choice.named)
        if choice.learned and lost.margin.high <= 0:  # whole games surely call the move played the best
            lost = loss(rivals, self.seat, PLAYED)
        found = [
            Candidate(move, estimate(rows[:, WIN, self.seat]), estimate(rows[:, MARGIN, self.seat]))
            for move, rows in zip(choice.moves, rivals, strict=True)
        ]
        best = found[lost.best].move
        found.sort(key=lambda each: (each.move != best, -each.margin.mean))
        worlds = len(choice.rows[0])
        return Decision(choice.turn.number, choice.moment, choice.moves[0], best, lost, worlds, tuple(found))

    def _course(self, values: list[Rows]) -> Iterator[Mark]:
        events = [*(turn.number for turn in self._turns), self.position.length]
        for event, rows in zip(events, values, strict=True):
            means = rows.mean(axis=0)
            yield Mark(event, tuple(map(float, means[WIN])), tuple(map(float, means[MARGIN])))

    def _blocks(self, values: list[Rows]) -> Iterator[ChanceBlock]:
        for turn, before, after in zip(self._turns, values, values[1:], strict=False):
            if turn.kind == CHANCES:
                gain = (after - before).mean(axis=0)
                margin, win = (tuple(map(float, gain[measure])) for measure in (MARGIN, WIN))
                yield ChanceBlock(turn.number, len(turn.steps), margin, win)


def review(
    record: GameRecord | Position | str,
    *,
    seat: int,
    budget: float = SECONDS,
    worlds: int | None = None,
    seed: int = 0,
    bots: Sequence[str] | None = None,
    progress: Callable[[float], bool | None] | None = None,
) -> Review:
    """Review a game for a seat, within so many processor seconds or with exactly so many worlds.

    `progress` is told the share that is done; if it gives back True the review stops with what it has.
    """
    work = Reviewing(record, seat=seat, seed=seed, bots=bots)
    for done in work.improve(seconds=budget, worlds=worlds):
        if progress is not None and progress(done) and work.worlds:
            break
    return work.review
