"""OpenSpiel's own Python search, unchanged, as an opponent over our OpenSpiel adapter: UCT with random roll-outs.

ISMCTS where something is hidden, with nodes told apart by what the seat to act observes; MCTS in razzia-knizia, where nothing is
(OpenSpiel's ISMCTS refuses such games). Seats that choose together choose one after the other in OpenSpiel: in a world of this
bot those before it have made any choice, face down. It has a view and no state of OpenSpiel, so its worlds come from `redeal`
directly, without the past that `resample_from_infostate` of the adapter adds. It makes as many simulations as should fit into
its processor time, going by its search before.
"""

from __future__ import annotations

import functools
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from tripot.adapters import open_spiel
from tripot.core.rng import Rng, begin, below
from tripot.observe import Memory, observer
from tripot.play import Move, View

EXPLORE = 2.0  # as in OpenSpiel's examples
GUESS = 0.02  # seconds for a simulation, before the first


class OpenSpiel:
    """A bot with a budget of processor seconds for every decision."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.pace = seconds, GUESS
        self.done = 0

    def __call__(self, view: View, rng: Rng) -> Move:
        moves = view.legal_moves
        if len(moves) == 1:
            return moves[0]
        chance, worlds = np.random.RandomState(below(rng, 1 << 31)), Rng()
        begin(worlds, below(rng, 1 << 31), 0, 0)
        count = max(len(moves) + 1, int(self.seconds / self.pace))  # every move once, at least
        player = _player(_game(view.game.name, view.seats), bool(observer(view.game).PRIVATE), count, chance)
        if isinstance(player, ismcts.ISMCTSBot):
            player.set_resampler(lambda state, seat: world(view, worlds))
        began = time.thread_time()
        action = int(player.step(world(view, worlds)))
        self.pace = (time.thread_time() - began) / count
        self.done += count
        return next(move for move in moves if move.steps[0] == action)


def world(view: View, rng: Rng) -> Any:
    """A state of OpenSpiel that agrees with the view, with the seat of the view to act."""
    rules, s = view.game.rules, view.state.copy()
    rules.redeal(s, view.seat, rng)
    while (other := rules.to_act(s)) != view.seat:
        rules.apply(s, other, s.acts[below(rng, rules.legal(s, other))])
    state = _game(view.game.name, view.seats).new_initial_state()
    state.moment = open_spiel.Moment(view.game, view.seats, s, Memory(view.game, view.seats))
    return state


@functools.cache
def _game(name: str, seats: int) -> Any:
    open_spiel.register()
    return pyspiel.load_game(f"tripot_{name.replace('-', '_')}", {"seats": seats})


def _player(game: Any, is_hidden: bool, count: int, chance: Any) -> Any:
    rollouts = mcts.RandomRolloutEvaluator(1, chance)
    if not is_hidden:
        return mcts.MCTSBot(game, EXPLORE, count, rollouts, solve=False, random_state=chance)
    return ismcts.ISMCTSBot(
        game,
        rollouts,
        EXPLORE,
        count,
        random_state=chance,
        use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )
