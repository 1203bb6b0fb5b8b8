"""The documents say what is true: the README's Python runs, names and links exist, every option and command is described."""

from __future__ import annotations

import argparse
import re
import runpy
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import tripot
from tripot.cli import COMMANDS

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "ARCHITECTURE.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]


def test_the_python_of_the_readme_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_the_examples_run(example: Path) -> None:
    done = subprocess.run([sys.executable, example], capture_output=True, text=True, check=True)
    assert done.stdout


def test_the_bot_of_the_example_sits_wherever_a_bot_can_sit() -> None:
    from tripot.adapters.gymnasium import SeatEnv
    from tripot.adapters.text import TextTable

    boldest = runpy.run_path(str(ROOT / "examples" / "a_bot_of_your_own.py"))["boldest"]
    table = TextTable("razzia", seats=3, bots=boldest, seed=1)
    for _ in range(5):
        table.play("1")
    assert table.mistakes == 0
    env = SeatEnv("razzia", seats=3, bots=["thumb", boldest, boldest])
    env.reset(seed=1)
    for _ in range(5):
        env.step(int(env.action_masks().argmax()))


def test_the_learner_of_the_example_learns_nothing_from_steps_that_only_begin_a_game() -> None:
    import numpy as np

    from tripot.adapters.gymnasium import VectorEnv

    example = runpy.run_path(str(ROOT / "examples" / "learn_raise.py"))
    rng = np.random.default_rng(1)
    envs = VectorEnv("raise", num_envs=8, seats=2, seat="all in turn", options={"box": "tiny"}, compiled=False)
    seen, info = envs.reset(seed=1)
    net = example["Network"](seen.shape[1], info["action_mask"].shape[1], rng)
    data, *_ = example["play"](envs, net, seen, info["action_mask"], np.zeros(8, bool), rng)
    assert data["end"][:-1].any()
    assert (data["real"][1:] == ~data["end"][:-1]).all()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_files_named_in_the_architecture_exist() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for name in re.findall(r"`((?:src|tests|bench|docs)/[\w/.]+)`", text):
        assert (ROOT / name).exists(), name


def test_the_readme_begins_with_the_two_commands_and_shows_every_game() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.index("make play") < text.index("make test") < text.index("##")
    for game in tripot.games():
        assert f"`{game.name}`" in text


@pytest.mark.parametrize("page", ["SECURITY.md", "docs/hosting.md"])
def test_what_is_said_of_running_the_site_names_options_and_commands_that_exist(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    known = set[str]()
    for command in ("serve", "backup", "check", "inspect", "forget", "tidy", "move_store"):
        parser = argparse.ArgumentParser()
        import_module(f"tripot.cli.{command}").add_arguments(parser)
        known |= {option for action in parser._actions for option in action.option_strings}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)) <= known
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert set(re.findall(r"`make ([a-z-]+)`", text)) <= set(targets)


def test_nothing_is_installed_without_its_hash() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    installs = [line for line in makefile.splitlines() if "pip install" in line]
    assert installs
    assert [line for line in installs if "--require-hashes" not in line and "--no-deps" not in line] == []


def test_the_notation_page_has_every_game_and_option() -> None:
    text = (ROOT / "docs" / "reference" / "notation.md").read_text(encoding="utf-8")
    for game in tripot.games():
        section = text[text.index(f"## `{game.name}`") :]
        section = section[: section.find("\n## ", 1)]
        for option in game.rules.Options.__dataclass_fields__:
            assert f"`{option}`" in section, (game.name, option)


def test_every_command_is_in_the_readme_or_the_change_log() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8") + (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert command in text


def test_every_dependency_has_its_reason() -> None:
    listed = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    declared = re.findall(
        r'"([a-z_]+[a-z_-]*)>=', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), flags=re.IGNORECASE
    )
    assert declared
    for name in declared:
        assert name.lower() in listed.lower(), name


@pytest.mark.parametrize("game", tripot.games(), ids=lambda game: game.name)
def test_the_rules_table_names_functions_and_tests_that_exist(game: tripot.Game) -> None:
    stem = game.stem
    page = (ROOT / "docs" / "rules" / f"{stem}.md").read_text(encoding="utf-8")
    tests = (ROOT / "tests" / "rules" / f"test_{stem}.py").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", page))
    assert named
    assert {name for name in named if f"def {name}(" not in tests} == set()
    functions = set(re.findall(r"`(_\w+)`", page))
    assert {name for name in functions if not hasattr(game.rules, name)} == set()


@pytest.mark.parametrize("game", tripot.games(), ids=lambda game: game.name)
def test_the_page_of_observations_is_what_the_layout_says(game: tripot.Game) -> None:
    from docs.observations.write import page, path_of

    assert path_of(game).read_text(encoding="utf-8") == page(game), "python docs/observations/write.py"


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "howto").glob("*.md")), ids=lambda page: page.stem)
def test_the_python_of_the_how_tos_runs(page: Path) -> None:
    for block in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL):
        exec(compile(block, page.name, "exec"), {})
