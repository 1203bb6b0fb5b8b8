"""`tripot arena`, `study` and `ladder` as a user calls them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_commands import bad, good

MATCH = ("arena", "raise", "--seats", 3, "--bots", "thumb,random", "--blocks", 4, "--seed", 3, "--option", "box=tiny")


def test_arena_lists_each_bot_with_its_share_and_interval(tmp_path: Path) -> None:
    found = json.loads(good(*MATCH, "--json", "--out", tmp_path / "one", "--processes", 1))
    assert [entry["bot"] for entry in found["bots"]] == ["thumb", "random"]
    for entry in found["bots"]:
        assert 0 <= entry["low"] <= entry["win_share"] <= entry["high"] <= 1
    assert {file.name for file in (tmp_path / "one").iterdir()} == {
        "schedule.json",
        "games.jsonl",
        "result.json",
        "report.html",
    }
    good(*MATCH, "--out", tmp_path / "two", "--processes", 2)
    assert (tmp_path / "two" / "result.json").read_bytes() == (tmp_path / "one" / "result.json").read_bytes()
    assert "tripot arena raise" in (tmp_path / "one" / "report.html").read_text()


def test_a_finished_match_is_read_again_and_has_a_folder_of_its_own(tmp_path: Path) -> None:
    first = good(*MATCH, "--processes", 1, XDG_DATA_HOME=str(tmp_path))
    (folder,) = (tmp_path / "tripot" / "arena").iterdir()
    games = (folder / "games.jsonl").stat().st_mtime_ns
    assert good(*MATCH, "--processes", 1, XDG_DATA_HOME=str(tmp_path)) == first
    assert (folder / "games.jsonl").stat().st_mtime_ns == games
    assert "thumb - random: win share" in first


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("--bots", "thumb,nobody"), "there is no bot 'nobody'; bots: random, thumb"),
        (("--bots", "thumb,"), "name at least one bot"),
        (("--seats", 9), "raise is played with 2 to 5 seats, not 9"),
        (("--stop", "soon"), "--stop is fixed or sequential, not 'soon'"),
        (("--objective", "fame"), "--objective is win or rank or points, not 'fame'"),
        (("--seatings", "none"), "--seatings is auto or rotations or halves, not 'none'"),
        (("--option", "box=huge"), "option box cannot be 'huge'"),
        (("--out", "/dev/null/match"), "cannot be written (Not a directory); name another folder with --out"),
        (("--blocks", 0), "a whole number from 1 is wanted, not 0"),
    ],
)
def test_arena_says_what_would_be_right(change: tuple[object, ...], words: str, tmp_path: Path) -> None:
    assert words in bad(*MATCH, "--out", tmp_path, *change)


def test_the_results_of_another_schedule_are_not_mixed_in(tmp_path: Path) -> None:
    good(*MATCH, "--out", tmp_path, "--processes", 1)
    assert "is of another schedule: seed is 3 there and 4 here" in bad(*MATCH, "--seed", 4, "--out", tmp_path)
    (tmp_path / "games.jsonl").write_text("nonsense\n")
    assert "line 1: not JSON" in bad(*MATCH, "--out", tmp_path)


def test_study_writes_a_page_with_its_pictures_and_figures(tmp_path: Path) -> None:
    words = ("study", "raise", "--seats", "2,3", "--games", 20, "--option", "box=tiny", "--processes", 1)
    page = good(*words, "--out", tmp_path).strip()
    text = Path(page).read_text()
    for heading in ("Length and choices", "Seats", "Scores", "What happens", "How much is luck"):
        assert f"## {heading}" in text
    assert "tripot study raise --games 20" in text
    data = json.loads((tmp_path / "raise.json").read_text())
    assert [entry["seats"] for entry in data["seats"]] == [2, 3]
    assert len(list(tmp_path.glob("*.svg"))) == 4


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("study", "chess"), "there is no game 'chess'"),
        (("study", "raise", "--seats", "2,x"), "--seats is a list such as 2,4, not '2,x'"),
        (("study", "raise", "--seats", "7"), "raise is played with 2 to 5 seats, not 7"),
        (("study", "raise", "--bots", "thumb,random"), "a study has one bot in all seats, not 2"),
        (("study", "raise", "--bots", "nobody"), "there is no bot 'nobody'"),
        (("study", "raise", "--games", "3"), "a study needs at least 20 games, not 3"),
        (("study", "raise", "--out", "/dev/null/x"), "cannot be written"),
        (("ladder", "--levels", "thumb"), "a ladder has at least two different levels"),
        (("ladder", "--levels", "thumb,nobody"), "there is no bot 'nobody'"),
        (("ladder", "--games", "chess"), "there is no game 'chess'"),
        (
            ("ladder", "--only", "raise:9"),
            "--only is a list of games, seats and levels of the ladder, not 'raise:9'",
        ),
    ],
)
def test_study_and_ladder_say_what_would_be_right(words: tuple[object, ...], error: str) -> None:
    assert error in bad(*words)


def test_the_ladder_is_played_from_one_command(tmp_path: Path) -> None:
    words = ("ladder", "--games", "raise", "--levels", "random,thumb", "--blocks", 10, "--processes", 1)
    folders = ("--out", tmp_path / "ladder", "--page", tmp_path / "ladder.md", "--work", tmp_path / "work")
    lines = good(*words, *folders).splitlines()
    assert [line.split(":")[0] for line in lines] == [f"raise, {seats} seats" for seats in (2, 3, 4, 5)]
    assert len(list((tmp_path / "ladder").glob("*.json"))) == 4
    assert "| raise | 5 | [thumb - random](ladder/raise-5-thumb-random.json)" in (tmp_path / "ladder.md").read_text()
    assert good(*words, *folders).splitlines() == lines
    (tmp_path / "ladder" / "raise-2-thumb-random.json").unlink()
    (tmp_path / "ladder" / "raise-4-thumb-random.json").unlink()
    again = good(*words, *folders, "--only", "raise:4,raise:5").splitlines()
    assert again == [lines[1], lines[3], lines[2]]  # what is there, then what is played
    assert "Not finished: raise 2 thumb - random." in (tmp_path / "ladder.md").read_text()
