"""Contracts: every module of a game meets its Protocol, and a misspelt name at a hinge fails the type check."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import tripot

ROOT = Path(__file__).parents[1]
CONTRACTS = {
    "rules": "tripot.core.contracts.Rules",
    "tokens": "tripot.play.contracts.Tokens",
    "words": "tripot.play.contracts.Words",
    "policy": "tripot.core.contracts.Policy",
    "layout": "tripot.observe.contracts.Observer",
    "terminal": "tripot.cli.contracts.Terminal",
    "study": "tripot.arena.happenings.Study",
    "alike": "tripot.training.alike.Things",
}
MISTAKES = {
    "tripot.load('x').rules.pendnig(0)": '"Rules" has no attribute "pendnig"',
    "tripot.load('x').rules.legal(0)": 'Too few arguments for "legal" of "Rules"',
    "tripot.load('x').rules.State().seets": '"State" has no attribute "seets"',
    "tripot.load('x').tokens.MOVSE": '"Tokens" has no attribute "MOVSE"',
    "tripot.load('x').words.tall()": '"Words" has no attribute "tall"',
    "policy(tripot.load('x')).thum(0)": '"Policy" has no attribute "thum"',
    "observer(tripot.load('x')).PRIVAT": '"Observer" has no attribute "PRIVAT"',
    "study(tripot.load('x')).hapened": '"Study" has no attribute "hapened"',
    "terminal(tripot.load('x')).drow": '"Terminal" has no attribute "drow"',
    "engine(tripot.load('x')).ask_lgal": '"Engine" has no attribute "ask_lgal"',
    "engine(tripot.load('x')).ask_legal('a', 'b')": 'Argument 2 to "ask_legal" of "Engine" has incompatible type "str"',
}
IMPORTS = """
import tripot
from tripot.arena.happenings import study
from tripot.bots.engines import engine
from tripot.bots.policies import policy
from tripot.cli.contracts import terminal
from tripot.observe import observer
"""


def checked(folder: Path, program: str) -> str:
    """What mypy says of a program, with our settings."""
    file = folder / "program.py"
    file.write_text(program, encoding="utf-8")
    words = [sys.executable, "-m", "mypy", "--follow-imports=silent", str(file)]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False).stdout


def test_every_module_of_every_game_meets_its_contract(tmp_path: Path) -> None:
    lines = ["import tripot.adapters", *{f"import {path.rpartition('.')[0]}" for path in CONTRACTS.values()}]
    for game in tripot.games():
        for part, contract in CONTRACTS.items():
            own = f"{game.stem}_{part}"
            if find_spec(f"{game.package}.{part}") is None:
                continue
            lines += [f"from {game.package} import {part} as {own}", f"{own}_meets: {contract} = {own}"]
    assert checked(tmp_path, "\n".join(lines)) == "Success: no issues found in 1 source file\n"


def test_a_misspelt_name_or_wrong_argument_at_a_hinge_fails_the_type_check(tmp_path: Path) -> None:
    said = checked(tmp_path, IMPORTS + "\n".join(MISTAKES) + "\n")
    assert [wanted for wanted in MISTAKES.values() if wanted not in said] == []
    assert said.count("error:") == len(MISTAKES)


def test_a_module_that_lacks_a_function_does_not_meet_the_contract(tmp_path: Path) -> None:
    said = checked(tmp_path, "import tripot.core.contracts as c\nimport tripot.core.kernels as k\nr: c.Rules = k\n")
    assert 'Incompatible types in assignment (expression has type Module, variable has type "Rules")' in said
