"""The contract of boards is checked by mypy: a misspelt part fails, and every game's own board keeps to it."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import tripot
from tripot.web.drawing import plain_board
from tripot.web.drawing.boards import PARTS, board_of
from tripot.web.drawing.contract import Board

ROOT = Path(__file__).parents[2]
ASKING = """
from tripot.play import Game
from tripot.web.drawing.boards import board_of
from tripot.web.drawing.scene import Scene

def draw(game: Game, scene: Scene) -> str:
    return board_of(game).marker(scene, 0)

def misspelt(game: Game, scene: Scene) -> object:
    return board_of(game).markr(scene, 0)
"""
OWN = """
from collections.abc import Sequence
from {package} import board as {name}
from tripot.play.move import Step
from tripot.web.drawing.beats import Beat
from tripot.web.drawing.parts import Html
from tripot.web.drawing.scene import Scene
from tripot.web.drawing.terms import Term
"""


def check(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    file = folder / "program.py"
    file.write_text(text, encoding="utf-8")
    words = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(file)]
    return subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)


def test_a_misspelt_part_of_a_board_fails_the_type_check(tmp_path: Path) -> None:
    found = check(tmp_path, ASKING)
    assert '"Board" has no attribute "markr"' in found.stdout
    assert found.stdout.count("error:") == 1, found.stdout  # the other one is right


def calls(game: tripot.Game) -> str:
    """A program that calls every function of the game's own board as the contract says."""
    name = f"board_of_{game.stem}"
    lines = [OWN.format(package=game.package, name=name)]
    for part in PARTS:
        if part in vars(game.part("board")) and inspect.isfunction(getattr(Board, part, None)):
            given, result = (
                list(inspect.signature(getattr(Board, part)).parameters.values())[1:],
                inspect.signature(getattr(Board, part)).return_annotation,
            )
            takes = ", ".join(f"{each.name}: {each.annotation}" for each in given)
            lines.append(f"def {game.stem}_{part}({takes}) -> {result}:")
            lines.append(f"    return {name}.{part}({', '.join(each.name for each in given)})")
    return "\n".join(lines) + "\n"


def test_every_board_of_a_game_keeps_to_the_contract(tmp_path: Path) -> None:
    found = check(tmp_path, "".join(calls(game) for game in tripot.games() if game.part("board") is not None))
    assert found.returncode == 0, found.stdout


def test_what_a_board_leaves_out_is_the_default_boards() -> None:
    for game in tripot.games():
        own, filled = vars(game.part("board")), vars(board_of(game))
        assert {name: filled[name] for name in PARTS} == {
            name: own.get(name, vars(plain_board)[name]) for name in PARTS
        }
