"""Everything of a game is in its folder: nothing above it names one."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

import pytest

import tripot

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "tripot"
WRITTEN = {".py", ".css", ".svg", ".js", ".j2", ".json", ".md", ".toml"}
ABOVE = sorted(
    file
    for file in (*PACKAGE.rglob("*"), ROOT / "Makefile", ROOT / "pyproject.toml")
    if (file.suffix in WRITTEN or file.name == "Makefile") and PACKAGE / "games" not in file.parents
)


def names_of(game: tripot.Game) -> list[str]:
    """What a file would call the game; a word of the language, such as a keyword, only as the title writes it."""
    words = {game.stem, game.title, game.short} | {word for word in (game.name,) if not keyword.iskeyword(word)}
    return [f"(?i:{re.escape(word)})" if word not in (game.title, "") else re.escape(word) for word in words if word]


@pytest.mark.parametrize("game", [game.name for game in tripot.games()])
def test_no_file_above_the_games_names_a_game(game: str) -> None:
    named = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(names_of(tripot.load(game)))})(?![A-Za-z0-9])")
    found = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()[:120]}"
        for file in ABOVE
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if named.search(line)
    ]
    assert not found, "\n".join(found)


def test_the_files_above_the_games_are_found() -> None:
    assert {PACKAGE / "web/static/style.css", PACKAGE / "web/pages.py", ROOT / "Makefile"} <= set(ABOVE)
    assert not [
        file for file in ABOVE if "games" in file.relative_to(PACKAGE if PACKAGE in file.parents else ROOT).parts
    ]


RETIRED = ("haze", "prospects", "going_on", "in the head", "storyteller", "_promised", "anew")
"""Words that nobody outside understood; `docs/reference/words.md` has what we say instead."""


def test_retired_words_do_not_come_back() -> None:
    pages = [file for file in ROOT.glob("*.md") if file.name != "CHANGELOG.md"]
    pages += [file for file in (ROOT / "docs").rglob("*.md") if file.name != "words.md"]
    sources = [file for file in PACKAGE.rglob("*") if file.suffix in {".py", ".txt"} and "static" not in file.parts]
    retired = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(RETIRED)})(?![A-Za-z])", re.IGNORECASE)
    found = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()[:120]}"
        for file in [*pages, *sources]
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if retired.search(line) and "choose anew" not in line  # a key of the site's sentences
    ]
    assert not found, "\n".join(found)
