"""What was acknowledged is in the log exactly once, whatever happens to requests, answers and the server."""

from __future__ import annotations

from pathlib import Path

from tests.web.cluster import Cluster
from tests.web.faults import FATES, Plan, faults


def test_1000_moves_under_faults_and_kills_are_each_in_the_log_once(tmp_path: Path) -> None:
    report = faults(Plan(moves=1_000, tables=40, kills=3, seed=1, limit=1200), tmp_path / "data")
    assert report.findings == [], str(report)
    assert report.moves >= 1_000, str(report)
    assert report.kills == len(report.clocks_late) == 3
    assert report.finished
    assert report.faults.keys() >= {
        *FATES,
        "delayed",
        "wrong numbers",
        "old moves again",
        "not asked",
        "minds changed",
        "opened again",
    }


def test_600_moves_at_three_processes_of_which_one_after_the_other_is_killed_or_stopped(
    tmp_path: Path, postgres: Cluster
) -> None:
    plan = Plan(moves=600, tables=16, kills=3, seed=3, limit=1200, store=postgres.new_database(), processes=3)
    report = faults(plan, tmp_path / "data")
    assert report.findings == [], str(report)
    assert report.moves >= 600, str(report)
    assert report.kills == len(report.clocks_late) == 3
    assert report.faults["stopped"]
