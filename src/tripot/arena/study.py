"""A game under the magnifying glass: length, choices, seats, scores, what happens in it, and how much is luck.

A unit is a handful of games that share some of their random numbers (see `luck`): `base` and its partners. Lengths, seats
and scores are taken from the base games, which are independent of one another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tripot.bots import bot
from tripot.core.rng import Rng, begin, below
from tripot.core.state import CHANCE
from tripot.play import Game, load

from .happenings import first_seat
from .happenings import study as study_of
from .luck import frozen_share
from .match import Steps, Streams, has_dice, play_steps
from .statistics import Estimate, Floats, fixed
from .workers import Crew

FORMAT = "tripot-study 1"
TABLE_STREAM = (1 << 31) + 2
UNITS = 25  # in one job

# Which numbers a game of a unit gets: 0 the unit's first, 1 its second; cards, dice, bots, and at mixed tables the seating.
PARTNERS = {"cards": (0, 1, 1), "dice": (1, 0, 1), "chance": (0, 0, 1), "bots": (1, 1, 0)}
PARTNERS |= {"all but cards": (1, 0, 0), "all but dice": (0, 1, 0)}
ONLY_WITH_DICE = ("dice", "all but cards", "all but dice")


@dataclass(frozen=True)
class Question:
    """What is studied: a game at a number of seats, a level, and a rival for mixed tables."""

    game: str
    seats: int
    options: dict[str, str]
    bot: str
    rival: str
    seed: int


@dataclass(frozen=True)
class Units:
    """Some units of a question."""

    question: Question
    first: int
    count: int

    def __str__(self) -> str:
        return f"{self.question.game}, {self.question.seats} seats, units {self.first} to {self.first + self.count - 1}"


@dataclass(frozen=True)
class Unit:
    """What the games of a unit gave: scores and shares of the victory by game, and the counts of the base game."""

    number: int
    scores: dict[str, tuple[int, ...]]
    wins: dict[str, tuple[float, ...]]
    facts: Counter[str]
    first: int
    """The seat of the base game that has place 0 (see `happenings.first_seat`)."""


def work(job: Units) -> list[Unit]:
    """In a worker: play some units."""
    return [_unit(job.question, number) for number in range(job.first, job.first + job.count)]


def _unit(question: Question, number: int) -> Unit:
    game = load(question.game)
    level = (question.bot,) * question.seats
    picks = {"base": (0, 0, 0)} | {
        name: pick for name, pick in PARTNERS.items() if name not in ONLY_WITH_DICE or has_dice(game)
    }
    games = {name: (level, pick) for name, pick in picks.items()}
    if question.rival != question.bot:
        mixed = _mixed(question, number)
        games |= {"mixed": (mixed, (0, 0, 0)), "same players": (mixed, (1, 1, 1))}
    scores, wins, facts, first = {}, {}, Counter[str](), 0
    for name, (bots, (cards, dice, own)) in games.items():
        seating = 1 if name in ("mixed", "same players") else 0
        streams = Streams(question.seed, 2 * number + cards, 2 * number + dice, 2 * number + own, seating)
        steps, points, winners = play_steps(game, question.seats, question.options, bots, streams)
        scores[name] = points
        wins[name] = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(question.seats))
        if name == "base":
            facts = count(game, question.seats, question.options, steps)
            facts["ties"] = int(len(winners) > 1)
            first = first_seat(game, question.options, steps)
    return Unit(number, scores, wins, facts, first)


def _mixed(question: Question, number: int) -> tuple[str, ...]:
    """Who sits where at a mixed table: for each seat the one or the other with equal chances."""
    rng = Rng()
    begin(rng, question.seed, number, TABLE_STREAM)
    return tuple((question.bot, question.rival)[below(rng, 2)] for _ in range(question.seats))


def count(game: Game, seats: int, options: Mapping[str, object], steps: Steps) -> Counter[str]:
    """Walk through a game once more and count."""
    rules, happened = game.rules, study_of(game).happened
    s = rules.State()
    rules.setup(s, seats, game.read_options(options, seats=seats))
    found: Counter[str] = Counter()
    for actor, action in steps:
        before = s.copy()
        if actor == CHANCE:
            found["rolls" if game.die_faces[action] else "draws"] += 1
        else:
            legal = rules.legal(s, actor)
            found["decisions"] += 1
            found["legal"] += legal
            found["choices"] += int(legal > 1)
            found["legal choices"] += legal if legal > 1 else 0
            found["moves"] += int(not rules.is_mid_move(before, actor))
        rules.apply(s, actor, action)
        found.update(happened(before, actor, action, s))
    return found


def study(
    game: Game,
    *,
    seats: Sequence[int],
    units: int,
    seed: int,
    bot_name: str,
    rival: str,
    crew: Crew,
    options: Mapping[str, object] | None = None,
    progress: Callable[[int], None] = lambda units: None,
) -> dict[str, Any]:
    """All figures of a game at these numbers of seats, as plain data; the same for every crew."""
    bot(bot_name), bot(rival)
    questions = [
        Question(
            game.name, number, game.written_options(game.read_options(options, seats=number)), bot_name, rival, seed
        )
        for number in seats
    ]
    found: dict[int, list[Unit]] = {question.seats: [] for question in questions}

    def jobs() -> Iterator[Units]:
        for question in questions:
            for first in range(0, units, UNITS):
                yield Units(question, first, min(UNITS, units - first))

    for done in crew(work, jobs()):
        found[len(done[0].scores["base"])].extend(done)
        progress(len(done))
    data: dict[str, Any] = {
        "format": FORMAT,
        "game": game.name,
        "rules": game.rules_version,
        "bot": bot_name,
        "rival": rival,
    }
    data |= {"options": questions[0].options, "seed": seed, "units": units}
    data["seats"] = [_figures(game, number, sorted(found[number], key=lambda unit: unit.number)) for number in seats]
    return data


def _figures(game: Game, seats: int, units: list[Unit]) -> dict[str, Any]:
    facts = [unit.facts for unit in units]
    scores = np.array([_by_place(unit.scores["base"], unit.first) for unit in units], dtype=np.float64)
    wins = np.array([_by_place(unit.wins["base"], unit.first) for unit in units], dtype=np.float64)
    lengths = ("decisions", "moves", "draws", "rolls")
    return {
        "seats": seats,
        "length": {name: _spread([unit[name] for unit in facts]) for name in lengths},
        "branching": {
            "legal moves at a decision": ratio(facts, "legal", "decisions"),
            "decisions with a choice": ratio(facts, "choices", "decisions", is_share=True),
            "legal moves where there is a choice": ratio(facts, "legal choices", "choices"),
        },
        "shared victories": _json(fixed(np.array([float(unit["ties"]) for unit in facts]), 0.0, 1.0)),
        "win share by place": [_json(fixed(wins[:, place], 0.0, 1.0)) for place in range(seats)],
        "score by place": [_json(fixed(scores[:, place])) for place in range(seats)],
        "scores": _spread(scores.ravel().tolist()),
        "score counts": _histogram(scores.ravel().tolist()),
        "happenings": {
            figure.label: ratio(facts, figure.count, figure.each, is_share=figure.is_share) | {"share": figure.is_share}
            for figure in study_of(game).FIGURES
        },
        "luck": {measure: _luck(units, measure) for measure in ("scores", "wins")},
    }


def _by_place(values: Sequence[float], first: int) -> list[float]:
    return [*values[first:], *values[:first]]


def _luck(units: list[Unit], measure: str) -> dict[str, Any]:
    """The share of variance that each source explains alone."""

    def results(name: str) -> Floats:
        return np.array([getattr(unit, measure)[name] for unit in units], dtype=np.float64)

    pairs = {name: ("base", name) for name in PARTNERS if name in units[0].scores}
    if "mixed" in units[0].scores:
        pairs["players"] = ("mixed", "same players")
    shares = {name: frozen_share(results(one), results(other)) for name, (one, other) in pairs.items()}
    return {
        name: {"share": round(found.share, 4), "low": round(found.low, 4), "high": round(found.high, 4)}
        for name, found in shares.items()
    }


def ratio(
    facts: Sequence[Mapping[str, int]], part: str, whole: str = "", *, is_share: bool = False
) -> dict[str, float]:
    """So many for each of the whole (for each game, if there is none), with the interval of a ratio of means."""
    above = np.array([unit.get(part, 0) for unit in facts], dtype=np.float64)
    below_ = np.array([unit.get(whole, 0) if whole else 1 for unit in facts], dtype=np.float64)
    mean = float(below_.mean())
    if mean == 0.0:
        return {"mean": 0.0, "low": 0.0, "high": 0.0}
    value = float(above.mean()) / mean
    if np.all(
        above == value * below_
    ):  # always, or never, or always the same number: the games that had any say how sure that is
        had = np.full(int((below_ > 0).sum()), value)
        return _json(fixed(had, 0.0, 1.0) if is_share else Estimate(value, value, value))
    around = fixed((above - value * below_) / mean)
    low, high = value + around.low, value + around.high
    return _json(Estimate(value, max(0.0, low), min(1.0, high) if is_share else high))


def _spread(values: Sequence[float]) -> dict[str, float]:
    marks = np.quantile(np.array(values, dtype=np.float64), [0.05, 0.25, 0.5, 0.75, 0.95]).tolist()
    names = ("p5", "p25", "median", "p75", "p95")
    return dict(zip(names, (round(mark, 2) for mark in marks), strict=True)) | {
        "mean": round(float(np.mean(values)), 3)
    }


def _histogram(values: Sequence[float]) -> dict[str, int]:
    return {str(int(value)): number for value, number in sorted(Counter(values).items())}


def _json(estimate: Estimate) -> dict[str, float]:
    return {"mean": round(estimate.mean, 5), "low": round(estimate.low, 5), "high": round(estimate.high, 5)}
