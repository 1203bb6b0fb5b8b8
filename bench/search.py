"""Simulations per second of our search with random roll-outs, beside OpenSpiel's ISMCTS in C++, in one run on one core.

    python bench/search.py --rounds 5 --seconds 1 --json

Ours searches each game at 4 seats from states all along games, as a textbook ISMCTS does: random roll-outs to the end, UCB.
OpenSpiel's searches `oh_hell(players=4)` from states all along games too, one random roll-out a simulation. Measurements take
turns; ratios are of medians.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from typing import Any

import pyspiel

import tripot
from tripot.arena import bench
from tripot.bots import stream
from tripot.bots.engines import fast_engine
from tripot.bots.search import Settings, think

PEER = "oh_hell(players=4)"
SIMULATIONS = 1000
RANDOM = Settings(simulations=SIMULATIONS, selection="bound", explore=0.7, thumb=0, blend=0)


def ours(game: tripot.Game, settings: Settings = RANDOM, *, seats: int = 4) -> bench.Measurement:
    """Simulations from the decisions of random games, compiled, one thread."""
    runner = fast_engine(game)

    def work(seconds: float) -> tuple[int, float]:
        chooser, seed, done, took = random.Random(1), 0, 0, 0.0
        while took < seconds or not done:
            pos = game.start(seats=seats, seed=seed)
            while not pos.is_over and (took < seconds or not done):
                seat = pos.to_act
                view = pos.view(seat)
                if len(view.legal_moves) > 1:
                    began = time.perf_counter()
                    done += think(view, settings, stream(seed, seat), runner=runner).simulations
                    took += time.perf_counter() - began
                for _ in range(7):  # a few decisions further on
                    if not pos.is_over:
                        pos = pos.play(chooser.choice(pos.legal_moves()), seat=pos.to_act)
            seed += 1
        return done, took

    return work


def open_spiel(name: str) -> bench.Measurement:
    """Simulations of OpenSpiel's ISMCTS from the decisions of random games."""
    game = pyspiel.load_game(name)

    def work(seconds: float) -> tuple[int, float]:
        chooser, done, took = random.Random(1), 0, 0.0
        seed = 0
        while took < seconds or not done:
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
            searcher = pyspiel.ISMCTSBot(seed, evaluator, 0.7, SIMULATIONS, -1, policy, False, False)
            state = game.new_initial_state()
            while not state.is_terminal() and (took < seconds or not done):
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chooser.choices(outcomes, odds)[0])
                    continue
                if len(state.legal_actions()) > 1 and chooser.random() < 1 / 7:
                    began = time.perf_counter()
                    searcher.step(state)
                    took += time.perf_counter() - began
                    done += SIMULATIONS
                state.apply_action(chooser.choice(state.legal_actions()))
            seed += 1
        return done, took

    return work


def measure(seconds: float, rounds: int) -> dict[str, Any]:
    measurements = {PEER: open_spiel(PEER)} | {game.name: ours(game) for game in tripot.games()}
    rates = bench.in_turn(measurements, seconds=seconds, rounds=rounds)
    peer = rates.pop(PEER).median
    found: dict[str, Any] = {"open_spiel_ismcts": {"game": PEER, "simulations_per_second": peer}, "games": {}}
    for name, rate in rates.items():
        found["games"][name] = {"simulations_per_second": rate.median, "over_open_spiel": rate.median / peer}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each measurement (default 1)")
    parser.add_argument("--rounds", type=int, default=5, help="take turns so often, report the median (default 5)")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = measure(args.seconds, args.rounds)
    if args.json:
        print(json.dumps(found))
        return
    peer = found["open_spiel_ismcts"]
    print(f"OpenSpiel ISMCTS, {peer['game']}: {peer['simulations_per_second']:,.0f} simulations a second")
    for name, facts in found["games"].items():
        print(f"{name:13} {facts['simulations_per_second']:10,.0f}  x{facts['over_open_spiel']:.1f}")


if __name__ == "__main__":
    main()
