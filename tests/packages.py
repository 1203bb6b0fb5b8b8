"""Games in packages of their own, as pip installs them: a folder with the package and what its metadata says."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "goofspiel"
TRIPOT = (sys.executable, "-c", "import sys; from tripot.cli import main; sys.exit(main(sys.argv[1:]))")


def put(folder: Path, package: str = "goofspiel", name: str = "goofspiel") -> Path:
    """Goofspiel as another package, under another name; gives the package's folder."""
    home = folder.joinpath(*package.split("."))
    shutil.copytree(EXAMPLE / "goofspiel", home, ignore=shutil.ignore_patterns("__pycache__"))
    declaration = home / "__init__.py"
    declaration.write_text(declaration.read_text().replace('name="goofspiel"', f'name="{name}"'))
    metadata = folder / f"{name.replace('-', '_')}-1.0.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0.0\n")
    (metadata / "entry_points.txt").write_text(f"[tripot.games]\n{name} = {package}\n")
    return home


def environment(*folders: Path, **more: str) -> dict[str, str]:
    """What processes inherit in which the packages of those folders are installed."""
    paths = os.pathsep.join(map(str, (ROOT / "src", *folders)))
    return os.environ | {"PYTHONPATH": paths} | more


def run(program: str, env: dict[str, str], *words: str) -> str:
    """What a Python program prints in a process of its own."""
    return _done([sys.executable, "-W", "error", "-c", program, *words], env)


def tripot(env: dict[str, str], *words: str, **more: Any) -> str:
    """What a command prints in a process of its own."""
    return _done([*TRIPOT, *words], env, **more)


def _done(words: list[str], env: dict[str, str], **more: Any) -> str:
    done: subprocess.CompletedProcess[str] = subprocess.run(
        words, env=env, capture_output=True, text=True, check=False, **more
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
