"""Laws: what every game obeys without asking. Run on all games at all numbers of seats."""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path

import pytest

import tripot
from tests.walks import SETTINGS
from tripot.laws import LAWS, Law, name_of

every_table = pytest.mark.parametrize(("name", "seats"), SETTINGS)
every_game = pytest.mark.parametrize("name", [game.name for game in tripot.games()])


@pytest.mark.parametrize("law", LAWS, ids=name_of)
@every_table
def test_every_game_obeys_the_laws(name: str, seats: int, law: Law) -> None:
    law(tripot.load(name), seats)


@every_game
def test_a_rules_file_has_its_chapters_in_order(name: str) -> None:
    chapters = ["The box", "The state", "The moves", "Options", "The deal", "The turn", "What may be played", "Chance"]
    chapters += ["What a move does", "How it ends", "What a seat sees", "Small words"]
    source = inspect.getsource(sys.modules[tripot.load(name).rules.__name__])
    found = [line[5:] for line in source.splitlines() if line.startswith("# -- ")]
    assert [next((c for c in chapters if line.startswith(c)), line) for line in found] == chapters


@every_game
def test_rules_import_only_how_a_state_an_option_and_a_stream_are_declared(name: str) -> None:
    core = {f"tripot.core.{part}" for part in ("state", "fields", "declared", "rng", "options")}
    allowed = {"__future__", "dataclasses", *core}
    tree = ast.parse(inspect.getsource(sys.modules[tripot.load(name).rules.__name__]))
    for node in ast.walk(tree):
        assert not isinstance(node, ast.Import), ast.dump(node)
        if isinstance(node, ast.ImportFrom):
            assert node.module in allowed


@every_game
def test_a_state_stays_under_a_kilobyte(name: str) -> None:
    cells = tripot.load(name).rules.State.fields.values()
    size = sum(int(cell.kind[1:]) * _product(cell.shape) for cell in cells)
    assert size < 1000


def _product(shape: tuple[int, ...]) -> int:
    size = 1
    for length in shape:
        size *= length
    return size


@every_game
def test_every_game_has_an_oracle_goldens_a_bot_a_table_and_its_pages(name: str) -> None:
    stem = tripot.load(name).stem
    root = Path(__file__).parents[2]
    wanted = [f"tests/rules/oracle/{stem}.py", f"tests/rules/test_{stem}.py", f"docs/rules/{stem}.md"]
    wanted += [f"src/tripot/games/{stem}/pages/{lang}.md" for lang in ("en", "fr")]
    wanted += [
        f"src/tripot/games/{stem}/{part}.py" for part in ("rules", "tokens", "words", "policy", "layout", "terminal")
    ]
    assert [path for path in wanted if not (root / path).is_file()] == []
    assert list((root / "tests" / "records" / stem).glob("*.txt"))
