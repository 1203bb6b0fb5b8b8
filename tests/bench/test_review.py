"""What reviews measure: a run that was interrupted goes on, and the tables say what the lines say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bench.review import main

ARGUMENTS = ["--games", "hick-hack", "--seats", "2", "--levels", "beginner,casual", "--worlds", "4"]


def measured(file: Path, *more: str) -> list[dict[str, object]]:
    assert main([*ARGUMENTS, "--out", str(file), *more]) == 0
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_luck_is_measured_for_every_seat_and_goes_on_where_it_was_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "luck.jsonl"
    first = measured(file, "--luck", "--count", "2")
    assert [row["bots"] for row in first] == [["beginner", "casual"], ["casual", "beginner"]]
    assert all(row["luck"][0] == -row["luck"][1] for row in first)  # type: ignore[index]  # two seats: one margin
    again = measured(file, "--luck", "--count", "4")
    assert again[:2] == first
    assert [row["number"] for row in again] == [0, 1, 2, 3]
    capsys.readouterr()
    assert main(["--table", str(file)]) == 0
    assert "| hick-hack | 2 | mixed | 4 | " in capsys.readouterr().out


def test_neighbours_are_compared_at_the_tables_at_which_both_sat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = {"beginner": {0: 3.0, 1: 9.0, 2: 50.0}, "casual": {0: 2.0, 1: 7.0, 3: 50.0}}
    fixed = {"game": "raise", "seats": 4, "decisions": 2, "luck": 0.0, "seconds": 0.0}
    rows = [
        fixed | {"level": level, "number": number, "loss": 2 * loss}
        for level, by_number in lost.items()
        for number, loss in by_number.items()
    ]
    file = tmp_path / "losses.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert main(["--table", str(file)]) == 0
    assert "| raise | 4 | beginner, casual | 2 | 6.00, 4.50 | 1.50 ± 0.98 |" in capsys.readouterr().out
