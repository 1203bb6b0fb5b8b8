"""CFR of OpenSpiel on a mini table of Hick Hack: NashConv, the distance to an equilibrium, falls."""

from __future__ import annotations

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

from tripot.adapters import open_spiel

open_spiel.register()
game = pyspiel.load_game("tripot_hick_hack(seats=2,start=mini)")
solver = cfr.CFRSolver(game)
for rounds in range(1, 11):
    solver.evaluate_and_update_policy()
    if rounds in (1, 5, 10):
        print(f"{rounds} iterations: NashConv {exploitability.nash_conv(game, solver.average_policy()):.4f}")
