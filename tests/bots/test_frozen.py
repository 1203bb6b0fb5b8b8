"""The frozen opponents still play as they did: moves recorded with the code of commit 2bd93a6."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tripot
from tests.compiled import need
from tripot.bots import FROZEN, LEVELS, bot, stream
from tripot.bots.engines import engine
from tripot.bots.search import think

RECORDED = json.loads((Path(__file__).parent / "master-2026.json").read_text(encoding="utf-8"))
"""By game: the record of a game so far, a seat, and the steps of the move that it made there."""


@pytest.mark.parametrize("name", [game.name for game in tripot.games()])
def test_the_master_of_2026_makes_the_moves_that_were_recorded(name: str) -> None:
    game = tripot.load(name)
    level = FROZEN["master-2026"]
    need(engine(game).is_compiled)
    assert {tripot.parse_record(record).seats for record, _, _ in RECORDED[name]} >= {game.least, game.most}
    for record, seat, steps in RECORDED[name]:
        position = tripot.replay(record)
        assert position.pending[0] == seat
        thought = think(position.view(seat), level.settings_for(game, compiled=True), stream(5, seat))
        assert list(thought.move.steps) == steps, record


def test_a_frozen_opponent_is_found_by_name_and_is_no_level() -> None:
    for name, level in FROZEN.items():
        assert bot(name) is level
        assert name not in LEVELS
