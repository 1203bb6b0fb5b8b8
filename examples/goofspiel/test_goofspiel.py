"""Goofspiel goes move by move as OpenSpiel's own `goofspiel`, which plays everybody's last card by itself."""

import random

import pyspiel
import pytest

from goofspiel import GAME
from tripot import CHANCE
from tripot.laws import Traits, obey, traits


def test_it_obeys_the_laws_of_all_games() -> None:
    obey(GAME)


def test_it_has_chance_and_choices_at_the_same_time_and_no_moves_of_several_steps() -> None:
    assert traits(GAME) == Traits(chance=True, simultaneous=True, hidden_moves=True)


@pytest.mark.parametrize("seats", GAME.seats)
def test_open_spiel_agrees_at_every_move(seats: int) -> None:
    game = pyspiel.load_game(f"goofspiel(players={seats},num_cards=13,points_order=random,returns_type=total_points)")
    for seed in range(30):
        rng, theirs, pos = random.Random(seed), game.new_initial_state(), GAME.start(seats=seats)
        while not pos.is_over:
            asked = pos.pending or (CHANCE,)
            legal = [[move.steps[0] for move in pos.legal_moves(seat)] for seat in asked]
            chosen = [rng.choice(moves) for moves in legal]
            if not theirs.is_terminal():
                assert legal == [theirs.legal_actions(*([seat] if pos.pending else [])) for seat in asked]
                theirs.apply_actions(chosen) if pos.pending else theirs.apply_action(chosen[0])
            for seat, action in zip(asked, chosen, strict=True):
                pos = pos.play(action, seat=seat)
            assert theirs.is_terminal() or f"Points: {' '.join(map(str, pos.scores))} " in str(theirs)
        assert list(pos.scores) == theirs.returns()
