"""Learn RAISE against the rules of thumb: a small masked policy gradient (PPO) in NumPy, through `VectorEnv`.

    python examples/learn_raise.py                                   a few steps, to see that it runs
    python examples/learn_raise.py --updates 400 --curve curve.json  the real thing: minutes on one core

It needs the extras `fast` and `adapters`; `tripot warm --tables raise` compiles the tables beforehand.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from typing import Any

import numpy as np

from tripot.adapters.gymnasium import VectorEnv

Array = Any
HIDDEN, CLIP, ENTROPY, RATE = 128, 0.2, 0.01, 1e-3
FADE = 0.95  # of the credit for what comes later
STEPS, EPOCHS, BATCH = 48, 4, 2048
POINTS = 20  # about what a round is worth


class Network:
    """One hidden layer, then the moves' logits and the value of the position; Adam keeps it going downhill."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        self.mean, self.spread = np.zeros(inputs, np.float32), np.ones(inputs, np.float32)
        shapes = {"w1": (inputs, HIDDEN), "b1": (HIDDEN,), "w2": (HIDDEN, actions + 1), "b2": (actions + 1,)}
        self.p = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
        self.p["w1"] += rng.normal(0, 1 / math.sqrt(inputs), shapes["w1"]).astype(np.float32)
        self.p["w2"] += rng.normal(0, 0.01, shapes["w2"]).astype(np.float32)
        self.m = {name: np.zeros_like(value) for name, value in self.p.items()}
        self.v = {name: np.zeros_like(value) for name, value in self.p.items()}
        self.t = 0

    def look_at(self, obs: Array) -> None:
        """Learn what usual observations are."""
        self.mean, self.spread = obs.mean(0).astype(np.float32), (obs.std(0) + 0.05).astype(np.float32)

    def scaled(self, obs: Array) -> Array:
        return np.clip((obs - self.mean) / self.spread, -5, 5).astype(np.float32)

    def forward(self, x: Array, mask: Array) -> tuple[Array, Array, Array]:
        """Hidden layer, probabilities of the legal moves, value."""
        h = np.tanh(x @ self.p["w1"] + self.p["b1"])
        out = h @ self.p["w2"] + self.p["b2"]
        logits = np.where(mask > 0, out[:, :-1], -1e9)
        odds = np.exp(logits - logits.max(1, keepdims=True))
        return h, odds / odds.sum(1, keepdims=True), out[:, -1]

    def backward(self, x: Array, h: Array, d_out: Array, rate: float) -> None:
        d_h = (d_out @ self.p["w2"].T) * (1 - h * h)
        grads = {"w1": x.T @ d_h, "b1": d_h.sum(0), "w2": h.T @ d_out, "b2": d_out.sum(0)}
        size = math.sqrt(sum(float((g * g).sum()) for g in grads.values()))
        self.t += 1
        for name, g in grads.items():
            g = g * min(1.0, 0.5 / (size + 1e-8))
            self.m[name] += 0.1 * (g - self.m[name])
            self.v[name] += 0.001 * (g * g - self.v[name])
            m, v = self.m[name] / (1 - 0.9**self.t), self.v[name] / (1 - 0.999**self.t)
            self.p[name] -= rate * m / (np.sqrt(v) + 1e-8)


def by_lot(odds: Array, rng: np.random.Generator) -> Array:
    return (odds.cumsum(1) > rng.random((len(odds), 1))).argmax(1)


def play(
    envs: VectorEnv, net: Network, seen: Array, mask: Array, over: Array, rng: np.random.Generator
) -> tuple[dict[str, Array], Array, Array, Array]:
    """So many steps at every table; what was seen, done and gained. `over` says where the next step only begins a game."""
    kept: dict[str, list[Array]] = {
        name: [] for name in ("x", "mask", "action", "odds", "value", "reward", "end", "real")
    }
    for _ in range(STEPS):
        x = net.scaled(seen)
        _, odds, value = net.forward(x, mask)
        action = by_lot(odds, rng)
        real = ~over  # at a finished table nobody is asked; this step begins the next game
        chosen = odds[np.arange(len(odds)), action]
        seen, reward, end, _, info = envs.step(action)
        over = end
        for name, item in zip(kept, (x, mask, action, chosen, value, reward / POINTS, end, real), strict=True):
            kept[name].append(item)
        mask = info["action_mask"]
    _, _, last = net.forward(net.scaled(seen), mask)
    kept["value"].append(last)
    return {name: np.array(items) for name, items in kept.items()}, seen, mask, over


def credit(data: dict[str, Array]) -> tuple[Array, Array]:
    """How much better than expected each step went (generalised advantage), and what it should have been worth."""
    gain, running = np.zeros_like(data["reward"]), 0.0
    for t in reversed(range(STEPS)):
        going = 1.0 - data["end"][t]
        surprise = data["reward"][t] + going * data["value"][t + 1] - data["value"][t]
        running = surprise + FADE * going * running
        gain[t] = running
    return gain, gain + data["value"][:-1]


def learn(net: Network, data: dict[str, Array], rng: np.random.Generator, rate: float) -> None:
    gain, worth = credit(data)
    real = data["real"].ravel()
    flat = {name: data[name].reshape(-1, *data[name].shape[2:])[real] for name in ("x", "mask", "action", "odds")}
    gain, worth = gain.ravel()[real], worth.ravel()[real]
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    for _ in range(EPOCHS):
        order = rng.permutation(len(gain))
        for some in np.array_split(order, max(1, len(order) // BATCH)):
            x, mask, action = flat["x"][some], flat["mask"][some], flat["action"][some]
            h, odds, value = net.forward(x, mask)
            rows = np.arange(len(some))
            ratio = odds[rows, action] / flat["odds"][some]
            goes = ((gain[some] > 0) & (ratio < 1 + CLIP)) | ((gain[some] < 0) & (ratio > 1 - CLIP))
            d_log = -gain[some] * ratio * goes / len(some)
            d_out = np.zeros((len(some), odds.shape[1] + 1), np.float32)
            d_out[:, :-1] = -odds * d_log[:, None]
            d_out[rows, action] += d_log
            logs = np.log(odds + 1e-9)
            d_out[:, :-1] += ENTROPY * odds * (logs - (odds * logs).sum(1, keepdims=True)) / len(some)
            d_out[:, -1] = 0.5 * (value - worth[some]) / len(some)
            net.backward(x, h, d_out, rate)


def contest(envs: VectorEnv, net: Network, games: int, seed: int) -> tuple[float, float]:
    """The share of victories against the bots, and half the width of its 95 % interval, playing what seems best."""
    seen, info = envs.reset(seed=seed)
    shares: list[float] = []
    per_table = -(-games // envs.num_envs)
    done = np.zeros(envs.num_envs, int)
    while (done < per_table).any():  # as many games at every table: else quick games would count more often
        _, odds, _ = net.forward(net.scaled(seen), info["action_mask"])
        seen, reward, end, _, info = envs.step(odds.argmax(1))
        counts = end & (done < per_table)
        shares += ((reward[counts] + 1) / envs.seats).tolist()
        done += end
    return float(np.mean(shares)), 1.96 * float(np.std(shares)) / math.sqrt(len(shares))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--updates", type=int, default=2)
    arguments.add_argument("--tables", type=int, default=64)
    arguments.add_argument("--seats", type=int, default=2)
    arguments.add_argument("--games", type=int, default=200, help="games of each contest")
    arguments.add_argument("--every", type=int, default=20, help="updates between contests")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--curve", help="write the learning curve to this file")
    given = arguments.parse_args()
    rng = np.random.default_rng(given.seed)
    settings: dict[str, Any] = {"seats": given.seats, "seat": "all in turn", "bots": "thumb"}
    envs = VectorEnv(
        "raise", num_envs=given.tables, reward="points", **settings
    )  # quicker to learn from than victories
    rivals = VectorEnv("raise", num_envs=min(given.tables, given.games), **settings)
    net = Network(envs.single_observation_space.shape[0], int(envs.single_action_space.n), rng)  # type: ignore[index, attr-defined]
    seen, info = envs.reset(seed=given.seed)
    mask, curve, decisions, began = info["action_mask"], [], 0, time.perf_counter()
    data, seen, mask, over = play(envs, net, seen, mask, np.zeros(given.tables, bool), rng)
    net.look_at(data["x"].reshape(-1, data["x"].shape[2]))
    for update in range(given.updates + 1):
        if update % given.every == 0 or update == given.updates:
            share, width = contest(rivals, net, given.games, given.seed + 1)
            curve.append(
                {"decisions": decisions, "share": share, "width": width, "seconds": time.perf_counter() - began}
            )
            print(
                f"update {update}: {decisions:,} decisions, wins {share:.3f} ± {width:.3f} against the rules of thumb",
                flush=True,
            )
        if update < given.updates:
            data, seen, mask, over = play(envs, net, seen, mask, over, rng)
            decisions += int(data["real"].sum())
            learn(net, data, rng, RATE * (1 - 0.9 * update / given.updates))
    if given.curve:
        with open(given.curve, "w", encoding="utf-8") as file:
            json.dump(curve, file, indent=1)


if __name__ == "__main__":
    main()
