"""`tripot check-game` and `tripot new-game`, with packages as pip installs them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.packages import TRIPOT, environment, put, run, tripot
from tripot.cli import main


def asked(env: dict[str, str], *words: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a command in a process of its own."""
    done = subprocess.run([*TRIPOT, *words], env=env, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) >= 1, old
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def installed(home: Path, name: str) -> None:
    """Metadata for a package written by new-game."""
    metadata = home / f"{name.replace('-', '_')}-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
    (metadata / "entry_points.txt").write_text(f"[tripot.games]\n{name} = {name.replace('-', '_')}\n")


def test_a_new_game_is_complete_and_sound_and_can_be_played(tmp_path: Path) -> None:
    assert main(["new-game", "nine-holes", "--out", str(tmp_path)]) == 0
    assert (tmp_path / "pyproject.toml").read_text().count("nine_holes") == 2
    installed(tmp_path, "nine-holes")
    env = environment(tmp_path)
    assert tripot(env, "check-game", "nine-holes") == "nine-holes: complete and sound\n"
    words = ("simulate", "nine-holes", "--seats", "3", "--games", "20", "--seed", "1", "--json")
    assert sum(json.loads(tripot(env, *words))["wins"]) == pytest.approx(20)
    run("import test_nine_holes as t; t.test_the_game_obeys_the_laws()", env)


def test_new_game_overwrites_nothing_and_wants_a_name_of_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", "whist", "--out", str(tmp_path)]) == 0
    assert main(["new-game", "whist", "--out", str(tmp_path)]) == 2
    assert "is there already; nothing has been written" in capsys.readouterr().err
    for name in ("Whist", "class", "../whist", "two words", ""):
        assert main(["new-game", name, "--out", str(tmp_path / "other")]) == 2
        assert "lower case, words joined by dashes" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()


def test_a_half_written_game_is_unusable_with_every_reason_and_the_others_are_played(tmp_path: Path) -> None:
    home = put(tmp_path / "half", name="half")
    change(home / "rules.py", "def is_mid_move(", "def mid_move(")
    change(home / "rules.py", "def redeal(", "def deal_again(")
    broken = put(tmp_path / "broken", "torn", "torn")
    change(broken / "rules.py", "def to_act(", "def to_act(((")
    env = environment(tmp_path / "half", tmp_path / "broken")
    code, said, _ = asked(env, "check-game", "half")
    assert code == 1
    assert said.splitlines() == [
        "TypeError: half: goofspiel.rules has no 'is_mid_move'",
        "half: goofspiel.rules has no 'redeal'",
    ]
    code, said, _ = asked(env, "check-game", "torn", "--json")
    assert code == 1
    assert "SyntaxError" in json.loads(said)["faults"][0]
    code, said, errors = asked(env, "games")
    assert code == 0
    assert "half cannot be used: " in errors
    assert "torn cannot be used: SyntaxError" in errors
    assert "raise: " in said
    assert asked(env, "simulate", "raise", "--seats", "2", "--games", "2", "--bots", "random")[0] == 0


def test_a_game_for_another_tripot_is_unusable_with_the_reason(tmp_path: Path) -> None:
    put(tmp_path, name="later")
    metadata = tmp_path / "later-1.0.0.dist-info" / "METADATA"
    text = metadata.read_text()
    for wanted, is_met in (
        ("tripot>=0.1,<1", True),
        ("tripot>=9", False),
        ("tripot (<0.1)", False),
        ("tripotamus>=9", True),
    ):
        metadata.write_text(f"{text}Requires-Dist: {wanted}\n")
        code, said, _ = asked(environment(tmp_path), "check-game", "later", "--show", "layout")
        assert (code == 0) == is_met, said
        assert ("it is written for tripot" in said) == (not is_met)


def test_a_game_that_breaks_laws_is_told_all_of_them(tmp_path: Path) -> None:
    home = put(tmp_path, name="wrong")
    change(home / "rules.py", "return action if actor in (CHANCE, seat) else HIDDEN", "return action")
    change(home / "tokens.py", 'f"bid-{card}"', 'f"Bid {card}"')
    code, said, _ = asked(environment(tmp_path), "check-game", "wrong")
    assert code == 1
    lines = said.splitlines()
    assert lines[0].startswith("every move and outcome has one spelling: the tokens: 'Bid 1' is not one word")
    assert len(lines) > 1


def test_what_is_generated_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    for part, wanted in (
        ("view", "def show(s, seat, out):"),
        ("audit", "def is_in_range(s):"),
        ("layout", "| places |"),
    ):
        assert main(["check-game", "raise", "--show", part]) == 0
        assert wanted in capsys.readouterr().out


def test_a_game_that_is_not_there_is_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-game", "poker"]) == 1
    assert "there is no game 'poker'; games: " in capsys.readouterr().out
