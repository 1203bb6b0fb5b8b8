"""The command line as a user calls it: a real process, its output and its exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tripot
from tests.walks import played
from tripot.cli import COMMANDS, main

NAMES = [game.name for game in tripot.games()]


def run(*words: object, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "import sys; from tripot.cli import main; sys.exit(main())", *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, env=os.environ | {"LC_ALL": "C.UTF-8"} | env, check=False
    )


def good(*words: object, **env: str) -> str:
    done = run(*words, **env)
    assert done.returncode == 0, done.stderr
    return done.stdout


def bad(*words: object, **env: str) -> str:
    done = run(*words, **env)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    return done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_has_help(command: str) -> None:
    assert "usage: tripot" in good(*command.split(), "--help")


def test_the_help_names_every_command_and_needs_neither_numba_nor_numpy() -> None:
    code = "import sys; from tripot.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
    code += "assert not {'numba', 'numpy'} & set(sys.modules), 'imported'"
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    assert good("--version").strip() == f"tripot {tripot.__version__}"


def test_games_lists_all_with_seats_and_options() -> None:
    found: list[dict[str, Any]] = json.loads(good("games", "--json"))
    assert [game["name"] for game in found] == NAMES
    assert found[0]["seats"] == [3, 4, 5, 6, 7, 8]
    assert found[0]["options"]["leftover"]["values"] == ["short_round", "discard"]
    text = good("games")
    for game in tripot.games():
        assert game.title in text
        assert game.designer in text


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("lang", "heading"), [("en", "## Our rulings"), ("fr", "## Nos arbitrages")])
def test_rules_are_shown_in_both_languages(name: str, lang: str, heading: str) -> None:
    text = good("rules", name, "--lang", lang)
    assert heading in text
    assert tripot.load(name).designer in text
    for option in tripot.load(name).rules.Options.__dataclass_fields__:
        assert f"`{option}" in text, f"the page does not name the option {option}"


@pytest.mark.parametrize("name", NAMES)
def test_simulate_reports_what_was_played(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    def told(*words: object) -> str:
        assert main([str(word) for word in words]) == 0
        return capsys.readouterr().out

    settings = ("simulate", name, "--seats", 3, "--games", 20, "--seed", 4)
    found = json.loads(good(*settings, "--json"))
    for key in (
        "game",
        "seats",
        "games",
        "decisions",
        "chance_events",
        "seconds",
        "decisions_per_second",
        "mean_scores",
        "wins",
    ):
        assert key in found
    assert (found["game"], found["seats"], found["games"]) == (name, 3, 20)
    assert sum(found["wins"]) == pytest.approx(20)
    again = json.loads(told(*settings, "--json"))
    assert again["mean_scores"] == found["mean_scores"]
    other = json.loads(told(*settings[:-1], 5, "--json"))
    assert other["mean_scores"] != found["mean_scores"]
    assert "seat 2  thumb" in told(*settings, "--bots", "random,random,thumb")


@pytest.mark.parametrize("name", NAMES)
def test_replay_tells_a_record_and_says_where_it_stops(name: str, tmp_path: Path) -> None:
    pos = played(name, 3, 0)
    file = tmp_path / "game.txt"
    text = str(pos.record(names={0: "Ada", 1: "Bea", 2: "Cleo"}))
    file.write_text(text, encoding="utf-8")
    told = good("replay", file)
    assert f"Ada: {pos.scores[0]}" in told
    assert "won by" in told
    assert good("replay", file, "--moves").startswith(text)
    assert good("replay", file, "--seat", 1, "--lang", "fr") != told
    facts = json.loads(good("replay", file, "--json"))
    assert facts["scores"] == list(pos.scores)
    assert facts["over"] is True
    file.write_text(text[: len(text) // 2], encoding="utf-8")
    half = run("replay", file, "--quiet")
    assert half.returncode == 0
    assert "the record stops here" in half.stdout
    assert json.loads(good("replay", file, "--json"))["over"] is False


def test_bad_input_ends_with_code_2_and_a_line_that_says_what_would_be_right(tmp_path: Path) -> None:
    assert (
        bad("rules", "poker")
        == "tripot rules: there is no game 'poker'; games: razzia, hick-hack, razzia-knizia, raise"
    )
    assert "raise is played with 2 to 5 seats, not 7" in bad("simulate", "raise", "--seats", 7)
    assert "there is no bot 'genius'; bots: random, thumb" in bad("simulate", "raise", "--seats", 2, "--bots", "genius")
    assert "3 bots for 2 seats" in bad("simulate", "raise", "--seats", 2, "--bots", "random,random,thumb")
    assert "--option is written NAME=VALUE" in bad("simulate", "raise", "--seats", 2, "--option", "luck")
    assert "there is no option 'luck'" in bad("simulate", "raise", "--seats", 2, "--option", "luck=good")
    assert "a whole number from 1 is wanted" in bad("simulate", "raise", "--seats", 0)
    assert "a whole number from 0 is wanted, not '-3'" in bad("simulate", "raise", "--seats", 2, "--seed=-3")
    assert "cannot be read" in bad("replay", tmp_path / "none.txt")
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    assert "not a text file" in bad("replay", binary)
    other = tmp_path / "other.txt"
    other.write_text("tripot-record 1\ngame raise\nrules 99\nseats 2\n", encoding="utf-8")
    instead = "written for rules version 99, this tripot plays by version 1; use the tripot that wrote it"
    assert run("replay", other).stderr.strip() == f"tripot replay: raise: {instead}"
    assert "invalid choice: 'xx'" in bad("rules", "raise", "--lang", "xx")
    assert "invalid choice: 'dance'" in bad("dance")
    assert "there is no seat 9" in bad("play", "raise", "--seat", 9)
    taken = tmp_path / "taken.txt"
    taken.write_text("mine", encoding="utf-8")
    assert "exists already" in bad("play", "raise", "--record", taken)
    assert taken.read_text(encoding="utf-8") == "mine"
    assert "there is no folder" in bad("play", "raise", "--record", tmp_path / "no" / "game.txt")
    over = tmp_path / "over.txt"
    over.write_text(str(played("raise", 2, 0).record()), encoding="utf-8")
    assert "that game is over" in bad("play", "--resume", over)


def test_the_output_may_be_cut_by_its_reader() -> None:
    code = "import sys; from tripot.cli import main; sys.exit(main())"
    line = f"{sys.executable} -c '{code}' games --json | head -1"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout == "[\n"
    assert done.stderr == ""
