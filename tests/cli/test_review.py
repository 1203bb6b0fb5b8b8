"""`tripot review`: for programs, for readers of two languages, as a page; and what it says about records that it cannot use."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

import tripot
from goofspiel import GAME as GOOFSPIEL
from tests.walks import played
from tripot.analysis import review
from tripot.analysis.report import as_json, in_words, page
from tripot.cli import main


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    file.write_text(str(played("raise", 2, 1).record(names={0: "Ada", 1: "master 1"})), encoding="utf-8")
    return file


def told(command: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(command) == 0
    return capsys.readouterr().out


def test_json_has_what_other_tools_rely_on(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(told(["review", str(record), "--seat", "0", "--worlds", "8", "--json"], capsys))
    assert {"game", "seat", "result", "decisions", "account", "adjusted"} <= set(data)
    assert data["worlds"] == 8
    assert data["bots"] == ["person", "master"]
    parts = [data["account"][part] for part in ("start", "chance", "own", "guesses", "others")]
    assert round(sum(parts), 6) == data["account"]["result"] == data["result"]
    for decision in data["decisions"]:
        assert {"event", "played", "best", "loss", "low", "high", "candidates"} <= set(decision)
        assert decision["low"] <= decision["loss"] <= decision["high"]
        assert decision["mistake"] == (decision["low"] > 0)
        moves = [each["move"] for each in decision["candidates"]]
        assert {decision["played"], decision["best"]} <= set(moves)
        assert len(set(moves)) == len(moves)
        assert all({"move", "win", "margin"} <= set(each) for each in decision["candidates"])


def test_it_is_told_in_both_languages(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["review", str(record), "--seat", "0", "--worlds", "8", "--lang"]
    english, french = told([*command, "en"], capsys), told([*command, "fr"], capsys)
    assert "the game of Ada" in english
    assert "what the others did" in english
    assert "la partie de Ada" in french
    assert "ce que les autres ont fait" in french


def test_the_page_is_whole_and_nothing_of_a_name_is_markup(tmp_path: Path) -> None:
    found = review(played("raise", 2, 1), seat=0, worlds=4)
    text = page(found, ["<script>alert(1)</script>", "Bo"], "en")
    assert "<script" not in text
    HTMLParser().feed(text)
    assert text.count("<tr") >= len(found.decisions)


def test_a_page_is_written_where_it_is_wanted(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "review.html"
    assert told(["review", str(record), "--seat", "1", "--worlds", "4", "--html", str(out)], capsys) == ""
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert main(["review", str(record), "--seat", "1", "--worlds", "4", "--html", str(tmp_path / "no" / "x")]) == 2


def test_a_record_that_is_cut_off_is_reviewed_as_far_as_it_goes(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = record.read_text(encoding="utf-8")
    record.write_text(text[: len(text) // 2], encoding="utf-8")
    assert main(["review", str(record), "--seat", "0", "--worlds", "4", "--lang", "en"]) == 0
    out, err = capsys.readouterr()
    assert "The record stops before the end" in out
    assert "cut off" in err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("game raise", "game chess"), "there is no game 'chess'"),
        (("rules 1", "rules 99"), "written for rules version 99"),
        (("tripot-record 1", "tripot-record 9"), "a record begins with"),
    ],
)
def test_other_games_and_versions_are_refused_in_a_line(
    record: Path, change: tuple[str, str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write_text(record.read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    assert main(["review", str(record), "--seat", "0"]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seat", "5"], "there is no seat 5"),
        (["--seat", "0", "--bots", "nobody"], "a review knows the bots"),
        (["--seat", "0", "--bots", "thumb,thumb,thumb"], "3 bots for 2 seats"),
        (["--seat", "0", "--seed", "9" * 30], "the seed of a review"),
        (["--seat", "0", "--worlds", "1"], "a review has 4 to"),
    ],
)
def test_seats_and_bots_that_are_not_there_are_refused(
    record: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(record), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_game_of_another_package_is_reviewed_too() -> None:
    position = GOOFSPIEL.start(seats=2, seed=1, options={"cards": "4"})
    while not position.is_over:
        seat = position.pending[0]
        position = position.play(position.legal_moves(seat)[0], seat=seat)
    found = review(position, seat=1, worlds=8)
    assert len(found.decisions) == 3, "the last card is forced"
    assert json.dumps(as_json(found))
    assert list(in_words(found, ["Ada", "Bo"], "fr"))
    assert tripot.review(position, seat=1, worlds=8).margin == found.margin
