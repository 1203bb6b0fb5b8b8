"""Margins with luck taken off: the same games, mean zero of luck, and the table in words."""

from __future__ import annotations

from pathlib import Path

import pytest

import tripot
from tripot.arena.adjusted import adjusted, text
from tripot.arena.contest import Contest, contest
from tripot.arena.schedule import plan
from tripot.arena.workers import alone

WORLDS = 8


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Contest:
    game = tripot.load("raise")
    schedule = plan(game, seats=2, bots=["thumb", "random"], blocks=6, seed=3, options={"box": "tiny"})
    return contest(schedule, tmp_path_factory.mktemp("match"), alone)


def test_margins_are_those_of_the_match_and_add_up(match: Contest, tmp_path: Path) -> None:
    told: list[int] = []
    found = adjusted(match, worlds=WORLDS, progress=told.append)
    assert sum(told) == len(match.rows)
    seatings = match.schedule.seatings
    for place, entry in enumerate(found["bots"]):
        margins = [
            row.played.scores[seat] - row.played.scores[1 - seat]
            for row in match.rows
            for seat, bot in enumerate(seatings(row.block)[row.seating])
            if bot == place
        ]
        assert entry["margin"]["mean"] == pytest.approx(sum(margins) / len(margins), abs=1e-3)
        taken = found["coefficient"] * entry["luck"] + found["whim_coefficient"] * entry["whims"]
        expected = entry["margin"]["mean"] - taken
        assert entry["adjusted"]["mean"] == pytest.approx(expected, abs=1e-3)
    assert found["bots"][0]["luck"] == pytest.approx(
        -found["bots"][1]["luck"], abs=1e-3
    )  # two seats: what one has, the other lacks
    assert found == adjusted(match, worlds=WORLDS)
    lines = text(found).splitlines()
    assert len(lines) == 2 + 2 + 1
    assert lines[-1].startswith("thumb - random")
