"""A game in a package of its own, with rules and tokens alone, works in every command, process and adapter."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tripot
from tests.arena.test_contest import needs_ray  # noqa: F401  # a fixture
from tests.packages import EXAMPLE, TRIPOT, environment, put, run
from tests.packages import tripot as command
from tests.web.serving import good, open_table, serving
from tripot.play import Game

Env = dict[str, str]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which Goofspiel is installed."""
    folder = tmp_path_factory.mktemp("installed")
    put(folder)
    return folder


@pytest.fixture(scope="module")
def env(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Env:
    return environment(home, XDG_DATA_HOME=str(tmp_path_factory.mktemp("data")))


def test_a_whole_game_with_its_tests_is_small() -> None:
    """A fifth game takes an afternoon: what Goofspiel needs is at most 250 lines."""
    files = [file for file in EXAMPLE.rglob("*") if file.suffix in (".py", ".toml")]
    assert len(files) >= 5
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= 250


# -- Commands -------------------------------------------------------------------------


def test_it_is_installed_by_pip_and_listed(tmp_path: Path) -> None:
    target, source = tmp_path / "site", tmp_path / "goofspiel"
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("__pycache__"))
    words = ["install", "--no-deps", "--no-build-isolation", "--quiet", "--target", str(target), str(source)]
    subprocess.run([sys.executable, "-m", "pip", *words], check=True, capture_output=True)
    found = json.loads(command(environment(target), "games", "--json"))
    assert [game["seats"] for game in found if game["name"] == "goofspiel"] == [[2, 3, 4, 5, 6, 7]]
    assert len(found) == len(tripot.games()) + 1


def test_nothing_is_found_missing_or_unsound(env: Env) -> None:
    assert command(env, "check-game", "goofspiel") == "goofspiel: complete and sound\n"


def test_the_rules_are_shown_from_the_rules_file(env: Env) -> None:
    for lang, players in (("en", "2 to 7 players"), ("fr", "de 2 à 7 joueurs")):
        page = command(env, "rules", "goofspiel", "--lang", lang)
        assert page.startswith("# Goofspiel\n")
        assert players in page
        assert "the highest bid takes it" in page


def test_bots_of_every_kind_play_it(env: Env) -> None:
    bots = "random,thumb,beginner,master,search:simulations=20"
    given = ("--seats", "5", "--games", "2", "--seed", "1", "--bots", bots, "--json")
    found = json.loads(command(env, "simulate", "goofspiel", *given))
    assert (found["decisions"], found["chance_events"]) == (2 * 5 * 13, 2 * 13)
    assert 0 < sum(found["mean_scores"]) <= 91
    assert sum(found["wins"]) == pytest.approx(2)


def match(env: Env, folder: Path, *crew: str) -> list[dict[str, object]]:
    given = ("arena", "goofspiel", "--seats", "2", "--bots", "thumb,search:simulations=8", "--blocks", "6", "--json")
    said = command(env, *given, "--out", str(folder), *crew)
    found: list[dict[str, object]] = json.loads(said.splitlines()[-1])["bots"]  # Ray has its own say before
    return found


def test_worker_processes_play_a_match_as_one_process_does(env: Env, tmp_path: Path) -> None:
    alone = match(env, tmp_path / "alone", "--processes", "1")
    assert {bot["bot"] for bot in alone} == {"thumb", "search:simulations=8"}
    assert match(env, tmp_path / "two", "--processes", "2") == alone


@pytest.mark.usefixtures("needs_ray")
def test_a_ray_cluster_plays_a_match_as_one_process_does(env: Env, tmp_path: Path) -> None:
    assert match(env, tmp_path / "ray", "--ray", "local") == match(env, tmp_path / "alone", "--processes", "1")


def test_a_study_has_lengths_and_scores(env: Env, tmp_path: Path) -> None:
    command(env, "study", "goofspiel", "--seats", "2", "--games", "20", "--out", str(tmp_path), "--processes", "1")
    (seats,) = json.loads((tmp_path / "goofspiel.json").read_text())["seats"]
    assert seats["length"]["decisions"]["mean"] == 26
    assert seats["happenings"] == {}


def test_a_person_plays_it_in_the_terminal_and_it_is_told_again(env: Env, tmp_path: Path) -> None:
    given = ("play", "goofspiel", "--seats", "2", "--seed", "3", "--record", str(tmp_path / "game.txt"))
    said = command(env, *given, input="t\nh\nr\nl\n" + "1\n" * 13)
    assert "A rule of thumb says: bid-" in said
    assert said.count("Won by") == 2  # once in the log, once by the house
    told = command(env, "replay", str(tmp_path / "game.txt"))
    assert "bid-13" in told
    assert "prize-13" in told


# -- Compiled -------------------------------------------------------------------------


def test_compiled_it_plays_the_same_games(env: Env, tmp_path: Path) -> None:
    given = ("simulate", "goofspiel", "--seats", "3", "--games", "200", "--seed", "5", "--bots", "thumb,random,thumb")
    command(env, "warm", "goofspiel")  # where the games of this machine are compiled, so that it is done once
    found = [json.loads(command(each, *given, "--json")) for each in (env | {"TRIPOT_CACHE": str(tmp_path)}, env)]
    for name in ("decisions", "chance_events", "mean_scores", "wins"):
        assert found[0][name] == found[1][name]
    folders = [Path(folder) for folder in json.loads(run(FOLDERS, env))["goofspiel"][0]]
    assert [folder.name.rpartition("-")[0] for folder in folders] == [
        f"goofspiel-{unit}" for unit in ("kernels", "search", "learned")
    ]
    assert all((folder / "ready").exists() for folder in folders)


FOLDERS = """
import json
from tripot.bots.engines import _folders, plain_engine
from tripot.play import games
print(json.dumps({game.package: [[str(folder) for folder in _folders(game)], plain_engine(game).legal.__qualname__]
                  for game in games()}))
"""


def test_games_of_one_stem_share_nothing_in_the_cache(tmp_path: Path) -> None:
    own = tripot.games()[0]
    put(tmp_path)
    put(tmp_path, f"club.{own.stem}", "club-one")
    put(tmp_path, own.stem, "club-two")
    found = json.loads(run(FOLDERS, environment(tmp_path)))
    assert {own.package, own.stem, f"club.{own.stem}", "goofspiel"} <= set(found)
    folders = [folder.rpartition("-")[0] for each, _ in found.values() for folder in each]
    assert len(set(folders)) == len(folders) == 3 * len(found)
    assert len({name for _, name in found.values()}) == len(found)


STAMP = """
from tripot.arena.schedule import code_stamp
from tripot.play import load
print(code_stamp(load("goofspiel")))
"""


def test_the_arena_notices_changed_rules_and_what_they_use_but_not_a_comment(tmp_path: Path) -> None:
    package = put(tmp_path, "club.goofspiel")
    shared = tmp_path / "club" / "shared.py"
    shared.write_text("def twice(n: int) -> int:\n    return n + n\n")
    rules = package / "rules.py"
    rules.write_text(rules.read_text().replace("\nVERSION", "\nfrom club.shared import twice\n\nVERSION"))
    stamps = [run(STAMP, environment(tmp_path))]
    for file, more, is_noticed in (
        (rules, "# said better\n", False),
        (rules, "MORE = 1\n", True),
        (shared, "MORE = 1\n", True),
        (package / "tokens.py", "MORE = 1\n", False),
    ):
        file.write_text(file.read_text() + more)
        stamps.append(run(STAMP, environment(tmp_path)))
        assert (stamps[-1] != stamps[-2]) == is_noticed


# -- Adapters -------------------------------------------------------------------------

ENVIRONMENTS = """
import warnings
warnings.simplefilter("ignore")
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test
from tripot.adapters.gymnasium import SeatEnv
from tripot.adapters.pettingzoo import env, parallel_env
api_test(env("goofspiel", seats=3), num_cycles=200)
parallel_api_test(parallel_env("goofspiel", seats=3), num_cycles=200)
check_env(SeatEnv("goofspiel", seats=3, bots="thumb"), skip_render_check=True)
"""


def test_pettingzoo_and_gymnasium_find_nothing_wrong_with_it(env: Env) -> None:
    run(ENVIRONMENTS, env)


SPIEL = """
import pickle
import numpy, pyspiel
from tripot.adapters import open_spiel
open_spiel.register()
game = pyspiel.load_game("tripot_goofspiel(seats=3,cards=4)")
pyspiel.random_sim_test(game, num_sims=5, serialize=False, verbose=False)
assert str(pickle.loads(pickle.dumps(game))) == str(game)
state = game.new_initial_state()
for action in (3, 2, 0):
    state.apply_action(action)
others = [state.resample_from_infostate(2, numpy.random.RandomState(seed).rand) for seed in range(200)]
assert {other.information_state_string(2) for other in others} == {state.information_state_string(2)}
assert {tuple(other.history()) for other in others} == {(3, one, two) for one in range(4) for two in range(4)}
try:
    pyspiel.load_game("tripot_goofspiel(start=mini)")
except Exception as error:
    print(error)
"""


def test_open_spiel_finds_nothing_wrong_with_it_and_is_refused_a_mini_table(env: Env) -> None:
    assert run(SPIEL, env).startswith("goofspiel has no mini table; begin with start=full")


TEXT = """
import asyncio
from mcp import Client
from tripot.adapters.mcp import server
from tripot.adapters.text import TextTable

table = TextTable("goofspiel", seats=3, seed=1)
assert "You are seat 0" in table.look()
while not table.is_over:
    table.play(str(table.legal()[-1]))
assert table.verdict.mistakes == 0
assert "oofspiel" not in TextTable("goofspiel", seats=3, seed=1, theme=3).look()

async def session():
    async with Client(server(game="goofspiel", seats=2, seed=1)) as client:
        for tool, given in (("look", {}), *[("play", {"move": "1"})] * 13):
            said = await client.call_tool(tool, given)
        print(said.content[0].text)

asyncio.run(session())
"""


def test_it_is_played_as_text_and_over_mcp(env: Env) -> None:
    assert "The game is over" in run(TEXT, env)


# -- The site -------------------------------------------------------------------------


def test_a_program_plays_it_over_http_against_the_sites_bots(home: Path, env: Env, tmp_path: Path) -> None:
    program = ("env", f"PYTHONPATH={env['PYTHONPATH']}", *TRIPOT)
    with serving(tmp_path / "data", program) as server:
        host = open_table(server, "goofspiel", seats=3, bots=["thumb", "expert"], name="Ada")
        views = host.play(random.Random(1))
        assert sum(views[-1]["outcome"]["scores"]) <= 91
        record = host.ask("GET", "record")
        assert good(host.ask("GET"))["over"]
    (tmp_path / "game.txt").write_text(record.text)
    assert "prize-13" in command(env, "replay", str(tmp_path / "game.txt"))


# -- Broken packages ------------------------------------------------------------------


def test_a_part_that_fails_to_import_is_not_taken_for_a_missing_one(tmp_path: Path) -> None:
    put(tmp_path).joinpath("words.py").write_text("import a_module_that_is_missing\n")
    with pytest.raises(AssertionError, match="a_module_that_is_missing"):
        run("from tripot.play import load; load('goofspiel').words", environment(tmp_path))


def test_every_game_has_the_parts_that_it_has_and_none_else() -> None:
    for game in tripot.games():
        assert isinstance(game, Game)
        assert game.part("rules") is game.rules
        assert game.part("no_such_part") is None
