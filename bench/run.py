"""Our speed side by side with OpenSpiel and hand-written C, all in one run, as ratios.

    make bench          (or: python bench/run.py --rounds 5 --seconds 1 --json)

Measurements take turns, and a ratio is made of medians, so that a busy minute of the machine does not favour anybody.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pyspiel
from open_spiel.python.games import kuhn_poker  # noqa: F401  # registers python_kuhn_poker
from rich.console import Console
from rich.table import Table

from tripot.arena import bench
from tripot.play import games
from tripot.play.game import USUAL_SEATS

HERE = Path(__file__).parent
PEERS = ("hearts", "oh_hell(players=4)", "goofspiel(players=4)", "python_kuhn_poker")


def open_spiel(name: str) -> bench.Measurement:
    """Decisions of random play in OpenSpiel, driven from Python as its users do."""
    game = pyspiel.load_game(name)

    def work(seconds: float) -> tuple[int, float]:
        chooser = random.Random(1)
        decisions, began = 0, time.perf_counter()
        while (took := time.perf_counter() - began) < seconds or not decisions:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chooser.choices(outcomes, odds)[0])
                elif state.is_simultaneous_node():
                    actions = [chooser.choice(state.legal_actions(seat)) for seat in range(game.num_players())]
                    decisions += len(actions)
                    state.apply_actions(actions)
                else:
                    state.apply_action(chooser.choice(state.legal_actions()))
                    decisions += 1
        return decisions, took

    return work


def hand_written_c(folder: Path) -> bench.Measurement:
    """Decisions of random play of RAISE in C, compiled with -O3."""
    program = folder / "raise"
    subprocess.run(["cc", "-O3", "-o", program, HERE / "raise.c"], check=True)
    speed = 20_000_000  # a first guess, corrected by every run

    def work(seconds: float) -> tuple[int, float]:
        nonlocal speed
        count = max(100, int(speed * seconds / 160))
        done = subprocess.run([program, str(USUAL_SEATS), str(count), "1"], check=True, capture_output=True, text=True)
        found = json.loads(done.stdout)
        speed = int(found["decisions_per_second"])
        return found["decisions"], found["seconds"]

    return work


def cold_compile(name: str) -> float:
    """Seconds to compile a game into an empty cache."""
    with tempfile.TemporaryDirectory() as cache:
        code = f"import sys; from tripot.cli import main; sys.exit(main(['warm', '--here', {name!r}]))"
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | {"TRIPOT_CACHE": cache})
        return time.perf_counter() - began


def measure(seconds: float, rounds: int, console: Console, *, cold: bool) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, console.status("") as status:
        measurements = {f"open_spiel {name}": open_spiel(name) for name in PEERS}
        measurements["c raise"] = hand_written_c(Path(folder))
        measurements |= {f"batch {game.name}": bench.batch(game) for game in games()}
        measurements |= {f"one at a time {game.name}": bench.one_at_a_time(game) for game in games()}
        measurements |= {f"copy {game.name}": bench.copying(game) for game in games()}
        rates = bench.in_turn(measurements, seconds=seconds, rounds=rounds, progress=lambda name: status.update(name))
        status.update("start times")
        found = bench.report(rates)
        for game in games() if cold else ():
            status.update(f"compiling {game.name} from nothing")
            found["games"][game.name]["cold_compile_seconds"] = cold_compile(game.name)
    found["peers"] = {name: rate.median for name, rate in rates.items() if name.startswith(("open_spiel", "c "))}
    for facts in found["games"].values():
        facts["batch_over_hearts"] = facts["batch_decisions_per_second"] / found["peers"]["open_spiel hearts"]
        kuhn = found["peers"]["open_spiel python_kuhn_poker"]
        facts["position_over_python_kuhn"] = facts["position_decisions_per_second"] / kuhn
    found["games"]["raise"]["batch_over_c"] = (
        found["games"]["raise"]["batch_decisions_per_second"] / found["peers"]["c raise"]
    )
    return found


def show(found: dict[str, Any], console: Console) -> None:
    peers = Table(title="Peers, decisions per second, one core")
    peers.add_column("what")
    peers.add_column("per second", justify="right")
    for name, rate in found["peers"].items():
        peers.add_row(name, f"{rate:,.0f}")
    console.print(peers)
    ours = Table(title=f"tripot, {found['seats']} seats, one core; tripot --help {found['help_seconds']:.2f} s")
    headings = (
        "game",
        "batch /s",
        "x hearts",
        "x C",
        "Position /s",
        "x kuhn",
        "state",
        "copy",
        "warm start",
        "cold compile",
    )
    for heading in headings:
        ours.add_column(heading, justify="left" if heading == "game" else "right")
    for name, facts in found["games"].items():
        ours.add_row(
            name,
            f"{facts['batch_decisions_per_second']:,.0f}",
            f"{facts['batch_over_hearts']:.1f}",
            f"{facts['batch_over_c']:.2f}" if "batch_over_c" in facts else "",
            f"{facts['position_decisions_per_second']:,.0f}",
            f"{facts['position_over_python_kuhn']:.2f}",
            f"{facts['state_bytes']} B",
            f"{facts['copy_nanoseconds']:.1f} ns",
            f"{facts['warm_start_seconds']:.2f} s",
            f"{facts['cold_compile_seconds']:.0f} s" if "cold_compile_seconds" in facts else "",
        )
    console.print(ours)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each measurement (default 1)")
    parser.add_argument("--rounds", type=int, default=5, help="take turns so often, report the median (default 5)")
    parser.add_argument("--no-cold", action="store_true", help="do not measure compiling from nothing (minutes)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args()
    found = measure(args.seconds, args.rounds, Console(stderr=True), cold=not args.no_cold)
    if args.json:
        print(json.dumps(found, indent=2))
    else:
        show(found, Console(width=130))


if __name__ == "__main__":
    main()
