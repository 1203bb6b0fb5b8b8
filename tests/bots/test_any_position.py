"""The rules of thumb know a legal step in any position, also in the middle of a move that somebody else began."""

from __future__ import annotations

import pytest

import tripot
from tripot.bots import stream, thumb_bot
from tripot.core.rng import Rng, begin, below
from tripot.core.state import CHANCE
from tripot.laws import traits

GAMES_EACH = 12


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in tripot.games() for seats in game.seats])
def test_after_any_steps_the_rules_of_thumb_know_a_legal_one(game: tripot.Game, seats: int) -> None:
    asked = 0
    for number in range(GAMES_EACH):
        pos, any_step = game.start(seats=seats), Rng()
        begin(any_step, number, 0, 0)
        while not pos.is_over:
            legal = pos.legal_moves(pos.to_act)
            if pos.to_act != CHANCE:
                asked += pos.is_mid_move(pos.to_act)
                advice = thumb_bot(pos.view(pos.to_act), stream(number, pos.to_act))
                assert str(advice) in {str(move) for move in legal}, pos.view(pos.to_act)
            pos = pos.play(legal[below(any_step, len(legal))], seat=pos.to_act)
    assert asked or not traits(game).simultaneous
