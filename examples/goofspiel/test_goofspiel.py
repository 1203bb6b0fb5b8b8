"""Goofspiel goes move by move as OpenSpiel's own `goofspiel`, which plays everybody's last card by itself."""

import random

import pyspiel
import pytest

from goofspiel import GAME
from tripot import CHANCE


@pytest.mark.parametrize("seats", GAME.seats)
def test_open_spiel_agrees_at_every_move(seats: int) -> None:
    game = pyspiel.load_game(f"goofspiel(players={seats},num_cards=5,points_order=random,returns_type=total_points)")
    for seed in range(30):
        rng, theirs, pos = random.Random(seed), game.new_initial_state(), GAME.start(seats=seats, options={"cards": 5})
        while not pos.is_over:
            asked = pos.pending or (CHANCE,)
            legal = [[move.steps[0] for move in pos.legal_moves(seat)] for seat in asked]
            chosen = [rng.choice(moves) for moves in legal]
            for seat, action in zip(asked, chosen, strict=True):
                pos = pos.play(action, seat=seat)
            if not theirs.is_terminal():
                is_chance = theirs.is_chance_node()
                assert legal == [theirs.legal_actions(*() if is_chance else (seat,)) for seat in asked]
                theirs.apply_action(chosen[0]) if is_chance else theirs.apply_actions(chosen)
        assert list(pos.scores) == theirs.returns()
