"""Everything of a game is in its folder: nothing above it names one."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Iterator
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


# -- Shared tests ---------------------------------------------------------------

SHARED_TESTS = sorted(
    file
    for file in (ROOT / "tests").rglob("*.py")
    if not any(game.stem in (file.stem, file.stem.removeprefix("test_")) for game in tripot.games())
)
"""All but those that are named after a game: its own tests, oracle and recorded games."""

TOLD_BY_NAME = {  # what belongs to one game and to no trait of it; a game that is not there is tried nowhere less than before
    "tests/play/test_position.py": "which games the house has, and for how many",
    "tests/notation/test_pages.py": "sentences of the pages, and how they are marked",
    "tests/adapters/test_text.py": "replies as people and programs write them, with words of the games",
    "tests/adapters/test_open_spiel.py": "how large the trees of the mini tables are",
    "tests/web/decisions.py": "which kinds of decisions there are, so that none is missed",
    "tests/web/test_browser_reach.py": "controls of the games' own boards",
    "tests/web/test_browser_whole.py": "boards with boxes to tick, and how many are enough",
    "tests/web/test_wire_secrecy.py": "seeds of games that go through every phase",
}


def names_in(node: ast.AST) -> set[str]:
    """The games that a literal names, in whatever tuples, lists and sets."""
    if isinstance(node, ast.Constant):
        return {game.name for game in tripot.games() if node.value in (game.name, game.stem)}
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return set().union(*map(names_in, node.elts))
    if isinstance(node, ast.Dict):
        return set().union(*(names_in(key) for key in node.keys if key is not None))
    return set()


def exemptions(tree: ast.AST) -> Iterator[ast.expr]:
    """Where a test asks which game it is, has a table by games, or lists some of them."""
    for node in ast.walk(tree):
        found, most = set[str](), 0
        if isinstance(node, ast.Compare):
            found = set().union(*map(names_in, (node.left, *node.comparators)))
        elif isinstance(node, ast.Dict):
            found = names_in(node)
        elif isinstance(node, ast.Tuple | ast.List | ast.Set):
            found, most = names_in(node), 1  # one is an example
        if isinstance(node, ast.expr) and len(found) > most:
            yield node


def test_shared_tests_ask_what_a_game_has_not_what_it_is_called() -> None:
    found = {
        f"{file.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)[:100]}"
        for file in SHARED_TESTS
        if str(file.relative_to(ROOT)) not in TOLD_BY_NAME
        for node in exemptions(ast.parse(file.read_text(encoding="utf-8")))
    }
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize("file", TOLD_BY_NAME)
def test_what_may_be_told_by_name_still_is(file: str) -> None:
    assert list(exemptions(ast.parse((ROOT / file).read_text(encoding="utf-8")))), f"{file} needs no exception any more"


@pytest.mark.parametrize(
    "planted",
    [
        'x = name == "{0}"',
        'x = name in ("{0}",)',
        'x = {{"{0}": 1}}',
        'x = ["{0}", "{1}"]',
        'x = [("{0}", 3), ("{1}", 4)]',
    ],
)
def test_a_game_exempted_by_its_name_is_found(planted: str) -> None:
    one, two, *_ = (game.name for game in tripot.games())
    assert list(exemptions(ast.parse(planted.format(one, two))))
    assert not list(exemptions(ast.parse(f'book = begun("{one}", 3)')))
