"""The adapters side by side with their peers, all in one run on one core, as ratios; observations and masks are part of each.

    python bench/adapters.py            (or: --rounds 5 --seconds 1 --json)

`leduc_holdem_v4` needs `pettingzoo[classic]`. Seconds are those of the processor, so that
other jobs on the machine do not count; measurements take turns, and a ratio is made of medians.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from typing import Any

import numpy as np
import pyspiel
from gymnasium.vector import SyncVectorEnv
from rich.console import Console
from rich.table import Table

from tripot.adapters import pettingzoo
from tripot.adapters.gymnasium import SeatEnv, VectorEnv
from tripot.adapters.tables import is_warm
from tripot.arena import bench
from tripot.play import games

GAMES = 1024
SEATS = 4
AEC, VECTOR, SYNC = "PettingZoo AEC", "VectorEnv", "SyncVectorEnv of SeatEnv"


def aec(env: Any) -> bench.Measurement:
    """Decisions of random masked play through an AEC environment."""

    def work(seconds: float) -> tuple[int, float]:
        chooser = random.Random(1)
        decisions, began = 0, time.process_time()
        env.reset(seed=1)
        while (took := time.process_time() - began) < seconds or not decisions:
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            env.step(chooser.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            decisions += 1
        return decisions, took

    return work


def vector(envs: Any) -> bench.Measurement:
    """Decisions of the caller's seats of random masked play through a vector environment."""

    def work(seconds: float) -> tuple[int, float]:
        rng = np.random.default_rng(1)
        _, info = envs.reset(seed=1)
        decisions, spent = 0, 0.0
        while spent < seconds or not decisions:
            mask = info["action_mask"]
            actions = (mask * rng.random(mask.shape, np.float32)).argmax(
                axis=1
            )  # the chooser's time is not the environment's
            start = time.process_time()
            _, _, _, _, info = envs.step(actions)
            spent += time.process_time() - start
            decisions += envs.num_envs
        return decisions, spent

    return work


def open_spiel(name: str) -> bench.Measurement:
    """Decisions of random play in OpenSpiel from Python, with the observation and the mask at each."""
    game = pyspiel.load_game(name)
    wants_information = not game.get_type().provides_observation_tensor

    def work(seconds: float) -> tuple[int, float]:
        chooser = random.Random(1)
        decisions, began = 0, time.process_time()
        while (took := time.process_time() - began) < seconds or not decisions:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chooser.choices(outcomes, odds)[0])
                    continue
                _ = state.information_state_tensor() if wants_information else state.observation_tensor()
                mask = state.legal_actions_mask()
                state.apply_action(chooser.choice([action for action, allowed in enumerate(mask) if allowed]))
                decisions += 1
        return decisions, took

    return work


def measurements(bots: str) -> dict[str, bench.Measurement]:
    from pettingzoo.classic import leduc_holdem_v4

    found = {"leduc_holdem_v4": aec(leduc_holdem_v4.env()), "OpenSpiel hearts": open_spiel("hearts")}
    for game in games():
        found[f"{AEC} {game.name}"] = aec(pettingzoo.env(game, seats=SEATS))
        settings: dict[str, Any] = {"seats": SEATS, "bots": bots}
        found[f"{VECTOR} {game.name}"] = vector(VectorEnv(game, num_envs=GAMES, **settings))
        found[f"{SYNC} {game.name}"] = vector(
            SyncVectorEnv([lambda game=game, settings=settings: SeatEnv(game, **settings)] * GAMES)  # type: ignore[misc]
        )
    return found


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--seconds", type=float, default=1.0)
    arguments.add_argument("--bots", default="random", choices=("random", "thumb"), help="who has the other seats")
    arguments.add_argument("--json", action="store_true")
    given = arguments.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if cold := [game.name for game in games() if not is_warm(game)]:
        raise SystemExit(f"not compiled yet: {', '.join(cold)}; run `tripot warm --tables` first")
    rates = bench.in_turn(measurements(given.bots), seconds=given.seconds, rounds=given.rounds)
    speed = {name: rate.median for name, rate in rates.items()}
    ratios = {
        game.name: {
            "AEC to leduc_holdem_v4": speed[f"{AEC} {game.name}"] / speed["leduc_holdem_v4"],
            "VectorEnv to SyncVectorEnv": speed[f"{VECTOR} {game.name}"] / speed[f"{SYNC} {game.name}"],
            "VectorEnv to hearts": speed[f"{VECTOR} {game.name}"] / speed["OpenSpiel hearts"],
        }
        for game in games()
    }
    if given.json:
        print(
            json.dumps({"tables": GAMES, "bots": given.bots, "decisions_per_second": speed, "ratios": ratios}, indent=1)
        )
        return
    console = Console()
    table = Table("", "decisions a second", title=f"{GAMES} tables, {SEATS} seats, {given.bots} bots, one core")
    for name, rate in rates.items():
        table.add_row(name, f"{rate.median:,.0f}")
    console.print(table)
    table = Table("", *next(iter(ratios.values())))
    for name, row in ratios.items():
        table.add_row(name, *(f"{ratio:.1f}x" for ratio in row.values()))
    console.print(table)


if __name__ == "__main__":
    main()
