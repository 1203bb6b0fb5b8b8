"""Who installs the package gets its types: the wheel is marked as typed, and mypy reads it as strictly as we do."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from flit_core.wheel import make_wheel_in

ROOT = Path(__file__).parents[1]
PROGRAM = """
from typing import assert_type

import tripot
from tripot.bots import Bot
from tripot.core.rng import Rng


def last(view: tripot.View, rng: Rng) -> tripot.Move:
    return view.legal_moves[-1]


bot: Bot = last
pos: tripot.Position = tripot.load("raise").start(seats=3, seed=1)
while not pos.is_over:
    pos = pos.play(bot(pos.view(pos.to_act), Rng()), seat=pos.to_act)
assert_type(pos.scores, tuple[int, ...])
assert_type(tripot.games(), tuple[tripot.Game, ...])
"""
WRONG = 'import tripot\n\ntripot.load(5).start(seats="three")\n'


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment in which our wheel is installed; what it depends on comes from ours."""
    folder = tmp_path_factory.mktemp("wheel")
    wheel = make_wheel_in(ROOT / "pyproject.toml", folder).file
    venv.create(folder / "env", with_pip=False)
    packages = next((folder / "env" / "lib").glob("python*")) / "site-packages"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    ours = [path for path in sys.path if path.endswith("site-packages")]
    (packages / "ours.pth").write_text("\n".join(ours), encoding="utf-8")
    return folder / "env" / "bin" / "python"


def checked(installed: Path, text: str) -> subprocess.CompletedProcess[str]:
    folder = installed.parents[2]
    (folder / "program.py").write_text(text, encoding="utf-8")
    words = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--python-executable", str(installed)]
    inherited = {name: value for name, value in os.environ.items() if name != "MYPYPATH"}
    return subprocess.run(
        [*words, "program.py"], capture_output=True, text=True, cwd=folder, env=inherited, check=False
    )


def test_the_wheel_is_marked_as_typed(installed: Path) -> None:
    where = [str(installed), "-I", "-c", "import tripot; print(tripot.__file__)"]
    package = Path(subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip()).parent
    assert package.is_relative_to(installed.parents[1])
    assert (package / "py.typed").exists()


def test_a_strict_program_sees_our_types(installed: Path) -> None:
    done = checked(installed, PROGRAM)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_wrong_program_is_told_so(installed: Path) -> None:
    done = checked(installed, WRONG)
    assert 'Argument 1 to "load" has incompatible type "int"; expected "str"' in done.stdout
    assert 'Argument "seats" to "start" of "Game" has incompatible type "str"; expected "int"' in done.stdout
