"""A network that says how likely each legal step is, fitted by maximum likelihood: Adam on small batches, in NumPy.

It begins as somebody who follows the rules of thumb as often as the level does, and learns where it departs from them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .alike import Alike, nothing_alike
from .examples import Examples

NEVER = -1e30
PARTS = ("inputs", "shifts", "outputs", "bias", "advised", "trust")
SURE = 0.99  # nobody is surer to follow advice, or not to
BETAS = (0.9, 0.999)
TINY = 1e-8


@dataclass(frozen=True, kw_only=True)
class Fit:
    """How a network is fitted."""

    hidden: int = 64
    batch: int = 256
    rate: float = 1e-3
    decay: float = 1.0
    """How much weights are drawn to 0, which keeps a network from learning games by heart."""
    epochs: int = 40
    patience: int = 8
    """Epochs without a better fit to what is held out, after which it ends; the best one is kept."""
    seed: int = 1


@dataclass
class Network:
    """Weights, by name, for observations times `scale`."""

    scale: Any
    parts: dict[str, Any]
    curve: list[float] = field(default_factory=list)
    """After every epoch: the mean log-likelihood of a decision that was held out."""

    @property
    def numbers(self) -> Any:
        """All weights in a row, as `core/learned.py` reads them."""
        return np.concatenate([self.parts[name].ravel() for name in PARTS])

    def log_likelihoods(self, some: Examples, size: int = 4096) -> Any:
        """Of the step that was taken, for each decision."""
        found = [self._logs(some.pick(slice(i, i + size))) for i in range(0, len(some), size)]
        return np.concatenate(found) if found else np.zeros(0)

    def _logs(self, some: Examples) -> Any:
        _, _, logs = _forward(self.parts, some.observed * self.scale, some)
        return logs[np.arange(len(some)), some.chosen]


def uniform(some: Examples) -> Any:
    """The log-likelihoods if every legal step were equally likely."""
    return -np.log(some.legal.sum(axis=1))


def scales(observed: Any) -> Any:
    """What makes the numbers of an observation about as large as each other; 0 for one that never changes."""
    spread = np.zeros(observed.shape[1])
    for column in range(observed.shape[1]):
        spread[column] = observed[:, column].astype("f4").std()
    return np.where(spread > 0, 1 / np.maximum(spread, 0.1), 0).astype("f4")


def fit(
    learned_from: Examples,
    held_out: Examples,
    scale: Any,
    how: Fit,
    *,
    names: Alike | None = None,
    start: Network | None = None,
    said: Callable[[int, float], None] = lambda epoch, fits: None,
) -> Network:
    """The network that fits what is held out best; from another one it begins where that ended."""
    rng = np.random.default_rng(how.seed)
    names = names or nothing_alike(learned_from.observed.shape[1], learned_from.legal.shape[1])
    parts = {name: part.copy() for name, part in start.parts.items()} if start else _first(learned_from, how, rng)
    moments = {name: [np.zeros_like(part), np.zeros_like(part)] for name, part in parts.items()}
    best, curve, steps = Network(scale, dict(parts)), list[float](), 0
    for epoch in range(how.epochs):
        rate = how.rate * (1 - epoch / how.epochs)
        order = rng.permutation(len(learned_from))
        for i in range(0, len(order), how.batch):
            rows = order[i : i + how.batch]
            steps += 1
            slopes = _slopes(parts, learned_from.pick(rows).renamed(*names.order(rng)), scale)
            for name, part in parts.items():
                parts[name] = moved(part, slopes[name], moments[name], rate, how.decay, steps)
        now = Network(scale, dict(parts))
        curve.append(float(now.log_likelihoods(held_out).mean()))
        said(epoch, curve[-1])
        if curve[-1] == max(curve):
            best = now
        elif len(curve) - 1 - int(np.argmax(curve)) >= how.patience:
            break
    best.curve = curve
    return best


def _first(some: Examples, how: Fit, rng: np.random.Generator) -> dict[str, Any]:
    inputs, actions = some.observed.shape[1], some.legal.shape[1]
    return {
        "inputs": (rng.standard_normal((inputs, how.hidden)) / np.sqrt(inputs)).astype("f4"),
        "shifts": np.zeros(how.hidden, "f4"),
        "outputs": (rng.standard_normal((actions, how.hidden)) * 0.1 / np.sqrt(how.hidden)).astype("f4"),
        "bias": np.zeros(actions, "f4"),
        "advised": np.full(actions, _followed(some), "f4"),
        "trust": np.zeros(how.hidden, "f4"),
    }


def _followed(some: Examples) -> float:
    """How much likelier the advised step is than another one, as a logarithm."""
    often = float(np.clip((some.advised == some.chosen).mean(), 1 - SURE, SURE))
    others = float(some.legal.sum(axis=1).mean()) - 1
    return float(np.log(often / (1 - often) * others))


def _forward(parts: dict[str, Any], x: Any, some: Examples) -> tuple[Any, Any, Any]:
    layer = np.maximum(0, x @ parts["inputs"] + parts["shifts"])
    logits = layer @ parts["outputs"].T + parts["bias"]
    logits[np.arange(len(some)), some.advised] += parts["advised"][some.advised] + layer @ parts["trust"]
    logits = np.where(some.legal > 0, logits, NEVER)
    logits -= logits.max(axis=1, keepdims=True)
    likely = np.exp(logits)
    total = likely.sum(axis=1, keepdims=True)
    return layer, likely / total, logits - np.log(total)


def _slopes(parts: dict[str, Any], some: Examples, scale: Any) -> dict[str, Any]:
    x, rows = some.observed * scale, np.arange(len(some))
    layer, off, _ = _forward(parts, x, some)
    off[rows, some.chosen] -= 1
    off /= len(some)
    by_advice = off[rows, some.advised]
    back = (off @ parts["outputs"] + by_advice[:, None] * parts["trust"]) * (layer > 0)
    return {
        "inputs": x.T @ back,
        "shifts": back.sum(axis=0),
        "outputs": off.T @ layer,
        "bias": off.sum(axis=0),
        "advised": np.bincount(some.advised, by_advice, len(parts["advised"])),
        "trust": by_advice @ layer,
    }


def moved(part: Any, slope: Any, moment: list[Any], rate: float, decay: float, steps: int) -> Any:
    """One step of Adam."""
    first, second = BETAS
    moment[0] = first * moment[0] + (1 - first) * slope
    moment[1] = second * moment[1] + (1 - second) * slope * slope
    mean, square = moment[0] / (1 - first**steps), moment[1] / (1 - second**steps)
    return (part * (1 - rate * decay) - rate * mean / (np.sqrt(square) + TINY)).astype("f4")
