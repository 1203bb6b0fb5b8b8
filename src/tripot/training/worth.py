"""What a view is worth: learned from games by networks and rules of thumb, which are so quick that there can be many.

One seat plays by the rules of thumb, all others as one kind of rival: a level, by its network, or by the rules of thumb too. What
the seat observed at its choices is learned together with how its game ended: its share of the victory, and its lead, squashed.
The network has one hidden layer for all kinds of rivals, and two rows for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tripot.bots.confirming import KINDS, STRONGEST, WITHOUT
from tripot.bots.engines import LearnedEngine, learned_engine
from tripot.bots.networks import THUMB, Networks, Worth, nets_of
from tripot.core import learned
from tripot.core import search as core
from tripot.core.rng import Rng
from tripot.observe import DTYPE
from tripot.play import Game

from .alike import Alike, alike, nothing_alike
from .fitting import moved, scales

ROOM = 120  # choices of a seat in one game, on average at most
STRETCH = 200  # games played at a stretch
TURNS = 64  # most numbers of seats
OFTEN = {THUMB: 3, STRONGEST: 3}  # so many times as many games as among another level: masters are taken for both
HELD_OUT = 10
HALF = 0.5


@dataclass(frozen=True, kw_only=True)
class Study:
    """How many games are played, and how what they teach is fitted."""

    games: int = 60_000
    every: int = 8
    """One in so many choices is kept: those of one game say nearly the same."""
    hidden: int = 64
    batch: int = 512
    rate: float = 2e-3
    epochs: int = 6
    seed: int = 1


@dataclass(frozen=True)
class Views:
    """What was observed, among which rivals, and how it ended."""

    observed: Any
    kind: Any
    game: Any
    ends: Any
    """The share of the victory, and the lead."""

    def squashed(self, scale: float) -> Any:
        """The ends as they are learned: both from 0 to 1."""
        lead = self.ends[:, 1] / scale
        return np.stack([self.ends[:, 0], HALF + HALF * lead / (1 + np.abs(lead))], axis=1).astype("f4")


def study(
    game: Game, networks: Networks, seats: tuple[int, ...], how: Study, *, said: Callable[[str], None] = print
) -> Worth:
    """Play, fit; what was learned, and how good it is."""
    kinds = (*networks.levels, THUMB)
    parts = [
        _views(game, networks, at, seat, kind, count, how, turn)
        for turn, at in enumerate(seats)
        for kind, share in zip(kinds, _shares(kinds), strict=True)
        for seat in range(at)
        if (count := int(how.games * share / (len(seats) * at)))
    ]
    views = Views(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    said(f"worth: {len(views.kind)} views of {how.games} games")
    return fit_worth(views, kinds, how, names=alike(game), said=said)


def _shares(kinds: tuple[str, ...]) -> list[float]:
    weights = [OFTEN.get(kind, 1) for kind in kinds]
    return [weight / sum(weights) for weight in weights]


def _views(
    game: Game, networks: Networks, seats: int, seat: int, kind: str, count: int, how: Study, turn: int
) -> tuple[Any, Any, Any, Any]:
    """Some views of one seat in games among one kind of rivals."""
    place = networks.levels.index(kind) if kind in networks.levels else len(networks.levels)
    seed = ((how.seed * TURNS + turn) * core.MOST_SEATS + seat) * (learned.MOST_NETS + 1) + place
    rng, found = np.random.default_rng(seed), list[tuple[Any, ...]]()
    for rows, ends, numbers in _played(learned_engine(game), game, networks, seats, seat, kind, count, seed):
        kept = rng.random(len(rows)) * how.every < 1
        found.append((rows[kept], np.full(kept.sum(), place), numbers[kept] + (seed << 24), ends[kept]))
    observed, kinds, numbers, ends = (np.concatenate(column) for column in zip(*found, strict=True))
    return observed, kinds, numbers, ends


def _played(
    runner: LearnedEngine, game: Game, networks: Networks, seats: int, seat: int, kind: str, count: int, seed: int
) -> Iterator[tuple[Any, Any, Any]]:
    start = game.rules.State()
    game.rules.setup(start, seats, game.read_options(None, seats=seats))
    states, rngs = runner.states(start, core.STATES), runner.records(Rng, core.STREAMS)
    task, c = core.Task(), learned.Company()
    task.seat, task.seats, task.seed = seat, seats, seed
    c.inputs, c.hidden, c.actions = networks.inputs, networks.hidden, int(game.rules.ACTIONS)
    c.own, c.sharp, c.horizon = learned.THUMB, 1.0, core.NO_HORIZON
    shares = [0] * KINDS
    shares[networks.levels.index(kind) if kind in networks.levels else WITHOUT[kind]] = learned.FULL
    c.shares = shares * core.MOST_SEATS
    tasks, companies = runner.records(core.Task, 1), runner.records(learned.Company, 1)
    runner.write(tasks, 0, task)
    runner.write(companies, 0, c)
    row, layer = runner.table(DTYPE, c.inputs), runner.table("f8", c.hidden + c.actions)
    for first in range(0, count, STRETCH):
        some = min(STRETCH, count - first)
        rows, ends = np.zeros((some * ROOM, c.inputs), DTYPE), np.zeros((some * ROOM, 2))
        numbers = np.zeros(some * ROOM, "i8")
        n = runner.study(
            states, rngs, tasks, companies, nets_of(networks, runner), row, layer, rows, ends, numbers, first, some
        )
        yield rows[:n], ends[:n], numbers[:n]


# -- Fitting ------------------------------------------------------------------


def fit_worth(
    views: Views,
    kinds: tuple[str, ...],
    how: Study,
    *,
    names: Alike | None = None,
    said: Callable[[str], None] = print,
) -> Worth:
    """Least squares by Adam, a tenth of the games held out; the epoch that explains most of those is kept."""
    spread = max(1.0, float(views.ends[:, 1].std()))
    names = names or nothing_alike(views.observed.shape[1], 0)
    ends, scale = views.squashed(spread), names.evened(scales(views.observed[::5]))
    out = views.game % HELD_OUT == 0
    used, held = np.flatnonzero(~out), np.flatnonzero(out)
    rng = np.random.default_rng(how.seed)
    inputs = views.observed.shape[1]
    parts = {
        "inputs": (rng.standard_normal((inputs, how.hidden)) / np.sqrt(inputs)).astype("f4"),
        "shifts": np.zeros(how.hidden, "f4"),
        "outputs": (rng.standard_normal((2 * len(kinds), how.hidden)) * 0.05).astype("f4"),
        "bias": np.full(2 * len(kinds), ends.mean(), "f4"),
    }
    moments = {name: [np.zeros_like(part), np.zeros_like(part)] for name, part in parts.items()}
    steps, planned = 0, how.epochs * -(-len(used) // how.batch)
    curve, best = list[list[float]](), dict(parts)
    for epoch in range(how.epochs):
        order = rng.permutation(used)
        for i in range(0, len(order), how.batch):
            rows = order[i : i + how.batch]
            seen, _ = names.order(rng)
            slopes = _slopes(parts, views.observed[rows][:, seen] * scale, views.kind[rows], ends[rows])
            steps += 1
            rate = how.rate * (1 - steps / (planned + 1))
            for name, part in parts.items():
                parts[name] = moved(part, slopes[name], moments[name], rate, 0.0, steps)
        curve.append(_explained(parts, views, held, scale, ends))
        if sum(curve[-1]) == max(sum(each) for each in curve):
            best = dict(parts)
        said(f"worth, epoch {epoch + 1}: explains {curve[-1][0]:.3f} of the victories, {curve[-1][1]:.3f} of the leads")
    best["inputs"] = best["inputs"] * scale[:, None]
    numbers = np.concatenate([best[name].ravel() for name in ("inputs", "shifts", "outputs", "bias")]).astype("f4")
    about = {
        "study": asdict(how),
        "views": len(used),
        "held_out": len(held),
        "explained": max(curve, key=sum),
        "curve": curve,
    }
    return Worth(how.hidden, numbers, spread, kinds, about)


def _foreseen(parts: dict[str, Any], x: Any, kind: Any) -> tuple[Any, Any]:
    layer = np.maximum(0, x @ parts["inputs"] + parts["shifts"])
    found = layer @ parts["outputs"].T + parts["bias"]
    rows = np.arange(len(kind))
    return layer, np.stack([found[rows, 2 * kind], found[rows, 2 * kind + 1]], axis=1)


def _slopes(parts: dict[str, Any], x: Any, kind: Any, ends: Any) -> dict[str, Any]:
    layer, found = _foreseen(parts, x, kind)
    off, rows = np.zeros((len(kind), len(parts["bias"])), "f4"), np.arange(len(kind))
    off[rows, 2 * kind], off[rows, 2 * kind + 1] = (found - ends).T / len(kind)
    back = (off @ parts["outputs"]) * (layer > 0)
    return {"inputs": x.T @ back, "shifts": back.sum(axis=0), "outputs": off.T @ layer, "bias": off.sum(axis=0)}


def _explained(parts: dict[str, Any], views: Views, rows: Any, scale: Any, ends: Any, size: int = 4096) -> list[float]:
    """R² of the share of the victory and of the squashed lead."""
    off = np.concatenate(
        [
            _foreseen(parts, views.observed[some] * scale, views.kind[some])[1] - ends[some]
            for some in (rows[i : i + size] for i in range(0, len(rows), size))
        ]
    )
    return [round(float(x), 4) for x in 1 - (off**2).mean(axis=0) / ends[rows].var(axis=0)]
