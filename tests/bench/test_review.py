"""What reviews measure: a run that was interrupted goes on, and the tables say what the lines say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bench.review import in_hindsight, main, played

from tripot.analysis.company import company
from tripot.analysis.turns import moments
from tripot.analysis.worth import Worth
from tripot.play import load
from tripot.training.hindsight import legal

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


def test_all_levels_are_asked_at_the_same_decisions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = measured(tmp_path / "asked.jsonl", "--asked", "3", "--count", "2")
    assert [row["bots"] for row in rows] == [["beginner", "casual"], ["casual", "beginner"]]
    assert all(set(lost) == {"beginner", "casual"} for row in rows for lost in row["lost"])  # type: ignore[attr-defined]
    assert [len(row["lost"]) for row in rows] == [3, 3]  # type: ignore[arg-type]
    file = tmp_path / "made.jsonl"
    fixed = {"game": "raise", "seats": 4, "level": "mixed", "bots": ["beginner", "casual"], "luck": [1.0, -1.0]}
    tables = [[(5.0, 4.0), (3.0, 3.0)], [(2.0, 0.0), (2.0, 1.0)]]
    lines = [
        fixed
        | {
            "number": number,
            "lost": [{"beginner": [one, one, None, one], "casual": [other, other, 0.1, other]} for one, other in table],
        }
        for number, table in enumerate(tables)
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    capsys.readouterr()
    assert main(["--table", str(file)]) == 0
    out = capsys.readouterr().out
    one, other = " 3.0000 ± 1.9600 | 1.0000 ± 0.9800 |", " 2.0000 ± 2.9400 | - |"
    assert f"| raise | 4 | beginner | 2 | 4 |{one * 2} - | - |{one}" in out
    assert f"| raise | 4 | casual | 2 | 4 |{other * 2} 0.1000 ± 0.0000 | - |{other}" in out


def test_in_hindsight_a_move_is_compared_with_the_one_made_given_what_the_others_chose() -> None:
    game = load("razzia")
    names = ("thumb", "thumb", "thumb", "thumb")
    end = played(game, names, 3, {})
    worth, compared = Worth(game, 4, company(game, 4, names), 1), 0
    for moment in moments(game.rules, *end.line()):
        for seat in moment.free:
            made = moment.moves[seat]
            other = next(iter({(step,) for step in legal(game, moment.before, seat)} - {made}))
            lost = in_hindsight(moment, seat, made, worth, 4)
            assert lost == (None if len(moment.actors) < 2 else 0)
            if lost is not None:
                compared += in_hindsight(moment, seat, other, worth, 4) != 0
    assert compared > 0


def test_advice_is_measured_against_the_share_that_every_seat_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "advice.jsonl"
    rows = measured(file, "--advice", "--count", "2")
    assert [(row["level"], row["seat"]) for row in rows] == [
        ("beginner", 0),
        ("casual", 0),
        ("beginner", 1),
        ("casual", 1),
    ]
    fixed = {"game": "raise", "seats": 4, "level": "casual", "seconds": 1.0}
    lines = [fixed | {"number": number, "advised": won} for number, won in enumerate((0.0, 1.0, 0.5, 0.5))]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    capsys.readouterr()
    assert main(["--table", str(file)]) == 0
    assert "| raise | 4 | casual | 4 | 50.0 ± 40.0 | +25.0 ± 40.0 | 1.0 |" in capsys.readouterr().out
