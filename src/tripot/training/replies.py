"""The network that knows the best reply to a level, or to any company: fitted to what choices would have brought.

Adam on small batches, in NumPy.

Only differences between the moves of one choice count: which of them is best, not how good the moment was. A move of several
steps is worth the sum of what its steps are worth, each in the situation in which it is taken.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from tripot.arena.workers import Crew
from tripot.bots import networks
from tripot.bots.networks import TrainingError
from tripot.bots.replies import ANYBODY, PARTS, Reply, forward, name_of, read, rest_of, write
from tripot.play import Game, load

from .alike import alike
from .examples import Rows
from .fitting import moved, scales
from .future import Futures, FutureValue, fit_future, futures
from .games import Recipe, Recorded, play
from .games import read as read_games
from .hindsight import Lessons, lessons

GAMES_FILE = "games.jsonl"
JOB = 16  # games looked back at in one go
THINNED = 5
FEWEST = 200  # choices, below which nothing is learned
FIRST = {"glance": 1.0, "own": 1.0, "all": 1.0, "rest": 1.0, "outputs": 0.3}  # spread of the first weights
SURE = 1.96


@dataclass(frozen=True)
class _Job:
    game: str
    recorded: tuple[Recorded, ...]
    whom: tuple[str, ...] = ()
    later: FutureValue | None = None


def _what_came(job: _Job) -> Futures:
    game = load(job.game)
    return futures(game, job.recorded, places(game)[1])


def _looked_back(job: _Job) -> Lessons:
    assert job.later is not None
    game = load(job.game)
    return lessons(game, job.recorded, places(game)[1], later=job.later, whom=job.whom)


@dataclass(frozen=True, kw_only=True)
class Fit:
    """How a reply is fitted."""

    hidden: int = 64
    glances: int = 16
    batch: int = 128
    rate: float = 2e-3
    decay: float = 0.01
    """How much weights are drawn to 0."""
    epochs: int = 16
    seed: int = 1
    networks: int = 3
    """How many are fitted, each from other first weights; what they say is averaged."""


def places(game: Game) -> tuple[Any, Any]:
    """By thing that is alike: its places in an observation and its actions. Without any, everything is one thing."""
    same = alike(game)
    if same.count:
        return same.observed, same.actions
    observed, actions = same.sizes
    return np.arange(observed)[None], np.arange(actions)[None]


def train_reply(
    recipe: Recipe,
    level: str,
    games: int,
    work: Path,
    out: Path,
    how: Fit,
    crew: Crew,
    *,
    said: Callable[[str], None] = print,
    progress: Callable[[int], None] = lambda done: None,
) -> dict[str, Any]:
    """Play games of the recipe, look back at them, fit, write; what was learned for others, or at other tables, stays.

    The recipe has the level alone; a reply to ANYBODY is told who sits there, and learns from all whom the recipe names. First
    what came of each hand, then what each choice would have brought, the hand it leaves included.
    """
    game, file = load(recipe.game), work / GAMES_FILE
    play(recipe, file, games, crew, progress=progress)
    recorded = sorted((each for each in read_games(file) if each.number < games), key=lambda each: each.number)
    digest = hashlib.sha256("\n".join(each.written() for each in recorded).encode()).hexdigest()
    whom = tuple(dict.fromkeys(recipe.levels)) if level == ANYBODY else ()
    jobs = [_Job(game.name, tuple(recorded[i : i + JOB]), whom) for i in range(0, len(recorded), JOB)]
    came = Futures.joined(sorted(crew(_what_came, jobs), key=lambda part: _first_game(part, games)))
    jobs = [replace(job, later=fit_future(game, came)) for job in jobs]
    found = Lessons.joined(sorted(crew(_looked_back, jobs), key=lambda part: _first_game(part, games)))
    if (count := int((found.back == 0).sum())) < FEWEST:
        raise TrainingError(
            f"{game.name}: fewer than {FEWEST} choices face down in {games} games; nothing to learn from"
        )
    reply, curves = fit_all(found, *places(game), how, said=lambda epoch, gain: said(_line(level, epoch, gain)))
    reply = replace(reply, whom=whom)
    gain = gained(reply, found.split()[1])
    said(f"reply to {level}, {how.networks} networks together: {_told(level, gain)}")
    note = {
        "recipe": asdict(recipe) | {"games": games},
        "fit": asdict(how),
        "data": digest,
        "choices": count,
        "gain": gain,
        "curves": [[gain[0] for gain in curve] for curve in curves],
    }
    kept = read(out, game) if out.exists() else None
    by_name = dict(kept.by_name) if kept else {}
    about = dict(kept.about.get("made", {})) if kept else {}
    name = name_of(game, level, recipe.seats)
    write(out, game, by_name | {name: reply}, {"made": about | {name: note}})
    return note


def _line(level: str, epoch: int, gain: tuple[float, float]) -> str:
    return f"reply to {level}, epoch {epoch + 1}: {_told(level, gain)}"


def _told(level: str, gain: tuple[float, float]) -> str:
    return f"{gain[0]:+.2f} ± {gain[1]:.2f} points a choice over {level}, held out"


def _first_game(part: Rows, games: int) -> int:
    return int(part.game.min(initial=games))


def fit_all(
    data: Lessons, things: Any, actions: Any, how: Fit, *, said: Callable[[int, tuple[float, float]], None]
) -> tuple[Reply, list[list[tuple[float, float]]]]:
    """Several networks in one: what each is wrong about by chance, the others put right."""
    each = [fit(data, things, actions, replace(how, seed=how.seed + place), said=said) for place in range(how.networks)]
    return joined([reply for reply, _ in each]), [curve for _, curve in each]


def joined(replies: Sequence[Reply]) -> Reply:
    """One network that says the mean of what some say: their layers beside each other."""
    count, found = len(replies), dict[str, Any]()
    for name in PARTS:
        parts = [reply.parts[name] for reply in replies]
        if name == "outputs":
            found[name] = np.concatenate(parts) / count
        elif name == "bias":
            found[name] = sum(parts) / count
        elif name == "all":
            found[name] = _apart(parts)
        else:
            found[name] = np.concatenate(parts, axis=-1)
    return replace(replies[0], parts=found)


def _apart(parts: Sequence[Any]) -> Any:
    """Blocks along a diagonal: no layer has an impression of another network's glances."""
    glances, hidden = parts[0].shape
    found = np.zeros((glances * len(parts), hidden * len(parts)), "f4")
    for place, part in enumerate(parts):
        found[place * glances : (place + 1) * glances, place * hidden : (place + 1) * hidden] = part
    return found


def fit(
    data: Lessons, things: Any, actions: Any, how: Fit, *, said: Callable[[int, tuple[float, float]], None]
) -> tuple[Reply, list[tuple[float, float]]]:
    """Least squares; and after every epoch what the reply gains over the choices made, where it was not learned from."""
    learned_from, held_out = data.split()
    rng, size = np.random.default_rng(how.seed), data.observed.shape[1]
    scale = scales(data.observed[::THINNED])
    scale[things] = scale[things].mean(axis=0)  # what is alike is seen alike
    rest = rest_of(things, size)
    parts = _first(len(things[0]), len(rest), actions.shape[1], how, rng)
    moments = {name: [np.zeros_like(part), np.zeros_like(part)] for name, part in parts.items()}
    spread = float(np.nanstd(learned_from.gains))
    begins = np.append(np.flatnonzero(learned_from.back == 0), len(learned_from))  # of the rows of each choice
    steps, planned, curve = 0, how.epochs * -(-(len(begins) - 1) // how.batch), list[tuple[float, float]]()
    for epoch in range(how.epochs):
        order = rng.permutation(len(begins) - 1)
        for i in range(0, len(order), how.batch):
            rows = [np.arange(begins[each], begins[each + 1]) for each in order[i : i + how.batch]]
            some = learned_from.pick(np.concatenate(rows))
            slopes = _slopes(parts, _seen(some.observed, things, rest, scale), some, actions, spread)
            steps += 1
            rate = how.rate * (1 - steps / (planned + 1))
            for name in PARTS:
                parts[name] = moved(parts[name], slopes[name], moments[name], rate, how.decay, steps)
        reply = _unscaled(parts, things, actions, rest, scale, spread)
        curve.append(gained(reply, held_out))
        said(epoch, curve[-1])
    return reply, curve


def gained(reply: Reply, some: Lessons) -> tuple[float, float]:
    """What a choice by the reply brings more than the one made, in points, and half of its 95 % interval over games."""
    worth = np.concatenate([reply.gains(some.observed[i : i + 4096]) for i in range(0, len(some), 4096)])
    gains, choice = some.gains[:, : worth.shape[1]], some.choice
    rows, steps = np.nonzero(~np.isnan(gains))
    moves = worth[rows, steps] + led_here(some, worth)[rows]
    best = np.lexsort((moves, choice[rows]))[
        np.flatnonzero(np.diff(choice[rows], append=-1))
    ]  # the last of each choice
    made = np.flatnonzero(some.chosen >= 0)
    more = gains[rows[best], steps[best]] - gains[made, some.chosen[made]]
    games = some.game[made]
    by_game = [more[games == number].mean() for number in np.unique(games)]
    error = float(np.std(by_game, ddof=1)) / math.sqrt(len(by_game)) if len(by_game) > 1 else 0.0
    return round(float(np.mean(by_game)), 3), round(SURE * error, 3)


def led_here(some: Lessons, worth: Any) -> Any:
    """By row: what the steps that led there are worth, where each action is worth so much in each row."""
    found = np.zeros(len(some), worth.dtype)
    for row in np.flatnonzero(some.back):  # those before come first
        before = row - some.back[row]
        found[row] = found[before] + worth[before, some.by[row]]
    return found


def _first(local: int, rest: int, width: int, how: Fit, rng: np.random.Generator) -> dict[str, Any]:
    shapes = {
        "glance": (local, how.glances),
        "own": (local, how.hidden),
        "all": (how.glances, how.hidden),
        "rest": (max(1, rest), how.hidden),
        "outputs": (how.hidden, width),
    }
    found = {
        name: (FIRST[name] * rng.standard_normal(shape) / np.sqrt(shape[0])).astype("f4")
        for name, shape in shapes.items()
    }
    found["rest"] = found["rest"][:rest]
    zeros = {"glance_shift": how.glances, "shift": how.hidden, "bias": width}
    return found | {name: np.zeros(count, "f4") for name, count in zeros.items()}


def _seen(observed: Any, things: Any, rest: Any, scale: Any) -> tuple[Any, Any]:
    x = observed * scale
    return x[:, things], x[:, rest]


def _slopes(parts: dict[str, Any], seen: tuple[Any, Any], some: Lessons, actions: Any, spread: float) -> dict[str, Any]:
    """Of half the squared error of differences between the legal moves of a choice."""
    things, rest = seen
    glances, impression, layer, found = forward(parts, things, rest)
    off = _off(found, some, actions, spread)
    back = (off @ parts["outputs"].T) * (layer > 0)
    together = back.sum(axis=1)
    before = (together @ parts["all"].T)[:, None] / things.shape[1] * (glances > 0)
    return {
        "glance": np.tensordot(things, before, ((0, 1), (0, 1))),
        "glance_shift": before.sum(axis=(0, 1)),
        "own": np.tensordot(things, back, ((0, 1), (0, 1))),
        "all": impression.T @ together,
        "rest": rest.T @ together,
        "shift": together.sum(axis=0),
        "outputs": np.tensordot(layer, off, ((0, 1), (0, 1))),
        "bias": off.sum(axis=(0, 1)),
    }


def _off(found: Any, some: Lessons, actions: Any, spread: float) -> Any:
    """How far the gain of each step is off, as far as it is to be moved; a step is to blame for all moves that it begins."""
    gains, choice = some.gains / spread, some.choice
    worth = np.zeros_like(gains)
    worth[:, actions] = found
    legal, choices = ~np.isnan(gains), int(choice[-1]) + 1
    off = np.where(legal, worth + led_here(some, worth)[:, None] - gains, 0)
    means = np.bincount(choice, off.sum(axis=1), choices) / np.bincount(choice, legal.sum(axis=1), choices)
    off = np.where(legal, off - means[choice][:, None], 0) / choices
    for row in np.flatnonzero(some.back)[::-1]:
        off[row - some.back[row], some.by[row]] += off[row].sum()
    return off[:, actions].astype("f4")


def _unscaled(parts: dict[str, Any], things: Any, actions: Any, rest: Any, scale: Any, spread: float) -> Reply:
    """The network for observations as they are, and gains in points."""
    local = scale[things[0]][:, None]
    made = parts | {"glance": parts["glance"] * local, "own": parts["own"] * local}
    made |= {"rest": parts["rest"] * scale[rest][:, None]}
    made |= {name: parts[name] * spread for name in ("outputs", "bias")}
    return Reply(things, actions, {name: np.asarray(made[name], networks.STORED).astype("f4") for name in PARTS})


__all__ = ["Fit", "fit", "fit_all", "gained", "joined", "places", "train_reply"]
