"""Write a small game as a package of its own, which already runs: change its rules into yours."""

from __future__ import annotations

import argparse
import keyword
import re
from importlib.resources import files
from pathlib import Path

from tripot import __version__
from tripot.errors import TripotError

from .common import say

TEMPLATES = {
    "{stem}/__init__.py": "declaration.txt",
    "{stem}/rules.py": "rules.txt",
    "{stem}/tokens.py": "tokens.txt",
    "pyproject.toml": "pyproject.txt",
    "test_{stem}.py": "test.txt",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("name", metavar="NAME", help="the game's name: lower case, words joined by dashes")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where to write it (default: a folder of that name)")


def run(args: argparse.Namespace) -> int:
    """Write the package."""
    stem = args.name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", args.name) or keyword.iskeyword(stem):
        raise TripotError(
            f"a game is named in lower case, words joined by dashes, such as 'nine-holes', not {args.name!r}"
        )
    folder = args.out or Path(args.name)
    facts = {"name": args.name, "stem": stem, "title": args.name.replace("-", " ").capitalize(), "version": __version__}
    written = {folder / path.format(stem=stem): template for path, template in TEMPLATES.items()}
    if there := [path for path in written if path.exists()]:
        raise TripotError(f"{there[0]} is there already; nothing has been written")
    for path, template in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        text = files("tripot.cli").joinpath("new_game_files", template).read_text(encoding="utf-8")
        for key, value in facts.items():
            text = text.replace(f"@{key}@", value)
        path.write_text(text, encoding="utf-8")
    say(
        f"{folder}: a game that runs. Next: pip install -e {folder}, tripot check-game {args.name}, tripot play {args.name}"
    )
    return 0
