"""A person plays in a terminal: a real process on a pseudo-terminal, typed into like a keyboard."""

from __future__ import annotations

import os
import random
import re
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

import tripot
from tests.waiting import PATIENCE
from tripot.cli import main

NAMES = [game.name for game in tripot.games()]
PROMPT = {"en": r"\? for help\)> ", "fr": r"\? pour l’aide\)> "}
END = {"en": "The record is in", "fr": "La partie est dans"}


def sit_down(tmp_path: Path, *words: object, **env: str) -> Any:
    arguments = [
        "-c",
        "import sys; from tripot.cli import main; sys.exit(main())",
        "play",
        *map(str, words),
        "--pause",
        "0",
    ]
    home = {
        "XDG_DATA_HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
        "COLUMNS": "100",
        "LINES": "50",
    }
    return pexpect.spawn(
        sys.executable, arguments, env=os.environ | home | env, encoding="utf-8", timeout=PATIENCE, dimensions=(50, 100)
    )


def records(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "tripot" / "games").glob("*.txt"))


@pytest.mark.parametrize(("name", "lang"), [(name, lang) for name in NAMES for lang in ("en", "fr")])
def test_a_whole_game_can_be_played_in_the_terminal(name: str, lang: str, tmp_path: Path) -> None:
    game = tripot.load(name)
    child = sit_down(tmp_path, name, "--seats", game.least, "--seed", 11, "--lang", lang)
    chooser = random.Random(name)
    asked = 0
    while child.expect([PROMPT[lang], END[lang]]) == 0:
        asked += 1
        offered = re.findall(r"^ +(\d+)  (\S+) ", child.before, flags=re.MULTILINE)
        assert offered, child.before
        number, word = chooser.choice(offered)
        child.sendline(chooser.choice([number, word]))
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert asked > 5
    (file,) = records(tmp_path)
    pos = tripot.replay(file.read_text(encoding="utf-8"))
    assert pos.is_over


def test_the_table_is_drawn_without_colour_where_none_is_wanted(tmp_path: Path) -> None:
    child = sit_down(tmp_path, "razzia", "--seed", 1, NO_COLOR="1")
    child.expect(PROMPT["en"])
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", child.before)
    child.close(force=True)


def test_help_rules_log_hint_and_table_are_at_hand_and_mistakes_are_explained(tmp_path: Path) -> None:
    child = sit_down(tmp_path, "raise", "--seats", 2, "--seed", 2)
    child.expect(PROMPT["en"])
    for word, answer in [
        ("?", "a whole move at once"),
        ("r", "Our rulings"),
        ("l", "So far:"),
        ("h", "A rule of thumb says"),
        ("99", "There is no move 99"),
        ("diamond-9", "did you mean"),
        ("pass", "is not legal; legal moves"),
    ]:
        child.sendline(word)
        child.expect(answer)
        child.expect(PROMPT["en"])
    child.close(force=True)


@pytest.mark.parametrize("leave", ["q", "interrupt", "end of input"])
def test_a_game_left_in_the_middle_is_saved_and_can_be_resumed(leave: str, tmp_path: Path) -> None:
    child = sit_down(tmp_path, "hick-hack", "--seats", 2, "--seed", 5, "--name", "Ada")
    child.expect(PROMPT["en"])
    child.sendline("1")
    child.expect(PROMPT["en"])
    if leave == "interrupt":
        child.sendintr()
    elif leave == "end of input":
        child.sendeof()
    else:
        child.sendline("q")
    child.expect("Go on with: tripot play --resume")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    (file,) = records(tmp_path)
    before = tripot.replay(file.read_text(encoding="utf-8"))
    child = sit_down(tmp_path, "--resume", file)
    while child.expect([PROMPT["en"], END["en"]]) == 0:
        child.sendline("1")
    child.expect(pexpect.EOF)
    after = tripot.replay(file.read_text(encoding="utf-8"))
    assert after.is_over
    assert after.events[: len(before.events)] == before.events
    assert "name 0 Ada\nname 1 thumb 1\nbot 1 thumb\n" in file.read_text(encoding="utf-8")


def test_bots_have_chosen_before_a_person_is_asked(tmp_path: Path) -> None:
    """All choose a first card face down at once; a person who leaves without choosing leaves the bots' choices on the table."""
    child = sit_down(tmp_path, "raise", "--seats", 4, "--seed", 5)
    child.expect(PROMPT["en"])
    child.sendline("q")
    child.expect(pexpect.EOF)
    (file,) = records(tmp_path)
    pos = tripot.replay(file.read_text(encoding="utf-8"))
    assert pos.pending == (0,)
    assert [event.actor for event in pos.events if event.actor >= 0] == [1, 2, 3]


def test_killed_in_the_middle_nothing_but_the_last_moment_is_lost(tmp_path: Path) -> None:
    child = sit_down(tmp_path, "raise", "--seats", 2, "--seed", 5)
    child.expect(PROMPT["en"])
    child.sendline("1")
    child.expect(PROMPT["en"])
    child.kill(9)
    child.wait()
    (file,) = records(tmp_path)
    pos = tripot.replay(file.read_text(encoding="utf-8"))
    assert any(event.actor == 0 for event in pos.events)


def test_a_second_game_never_overwrites_the_first(tmp_path: Path) -> None:
    for _ in range(2):
        child = sit_down(tmp_path, "raise", "--seats", 2)
        child.expect(PROMPT["en"])
        child.sendline("q")
        child.expect(pexpect.EOF)
    assert len(records(tmp_path)) == 2


def test_the_game_can_be_chosen_from_a_list(tmp_path: Path) -> None:
    child = sit_down(tmp_path)
    child.expect("Which game")
    child.sendline("nine")
    child.expect("A number from 1 to 4")
    child.sendline("4")
    child.expect(PROMPT["en"])
    child.close(force=True)


@pytest.mark.parametrize(("lang", "you"), [("en", "You"), ("fr", "Toi")])
def test_nobody_is_called_you_in_a_record(
    lang: str, you: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On one's own screen a person without a name is "You"; whoever reads the record is somebody else."""
    words: tuple[object, ...] = ("raise", "--seats", 2, "--seed", 2)
    for before in ("", f"name 0 {you}"):  # a new game, and one that was saved when records still said it
        child = sit_down(tmp_path, *words, "--lang", lang)
        child.expect(PROMPT[lang])
        assert re.search(rf"\b{you}\b", child.before)
        child.sendline("q")
        child.expect(pexpect.EOF)
        (file,) = records(tmp_path)
        text = file.read_text(encoding="utf-8")
        assert "name 0 Joker\n" in text, before
        file.write_text(text.replace("name 0 Joker", f"name 0 {you}"), encoding="utf-8")
        words = ("--resume", file)
    assert main(["replay", str(file), "--lang", lang]) == 0
    told = capsys.readouterr().out
    assert "Joker" in told
    assert not re.search(rf"\b{you}\b", told)
