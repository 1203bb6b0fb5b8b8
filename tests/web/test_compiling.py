"""The site opens before the games are compiled: bots play and say that they are below their level, until it is done.

Real servers with an empty cache; what a compiler leaves there is copied from the cache of these tests.
"""

from __future__ import annotations

import asyncio
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest

import tripot
from tests.compiled import need
from tests.waiting import PATIENCE, until
from tests.web.logs import sql
from tests.web.serving import Server, serving
from tests.web.test_thinking import noted
from tripot.bots import engines
from tripot.core import bind
from tripot.language import languages
from tripot.play import Game
from tripot.web.compiling import Compiling
from tripot.web.hub import Hub
from tripot.web.store import SQLiteLog
from tripot.web.table import SitBot
from tripot.web.thinking import Thinkers
from tripot.web.words import word

KEPT = bind.cache_root()  # of these tests, which `tripot warm` has filled


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("TRIPOT_CACHE", str(tmp_path / "cache"))
    engines._folders.cache_clear()
    yield tmp_path / "cache"
    engines._folders.cache_clear()


def page(server: Server, path: str, lang: str = "en") -> str:
    return httpx.get(f"{server.url}{path}", headers={"accept-language": lang}, timeout=PATIENCE).text


def children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def commands(processes: list[int]) -> list[str]:
    found = []
    for process in processes:
        try:
            found.append(Path(f"/proc/{process}/cmdline").read_text().replace("\0", " "))
        except (FileNotFoundError, ProcessLookupError):  # it has just ended
            continue
    return found


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")
def test_the_site_opens_and_bots_play_while_games_are_compiled_and_ctrl_c_stops_all(
    tmp_path: Path, empty_cache: Path
) -> None:
    with serving(tmp_path / "data", more=["--compile"]) as server:
        until(lambda: any("warm --here --gently" in words for words in compilers(server)), "nothing is compiled")
        for lang in languages():
            assert word(lang, "bots compiling") in page(server, "/g/raise", lang)
        with httpx.Client(base_url=server.url, follow_redirects=True, timeout=PATIENCE) as ada:
            table = ada.post("/g/raise/play", data={"seats": "3", "bot": "master"}, headers={"accept-language": "fr"})
        assert word("fr", "bots compiling") in table.text
        until(lambda: by_bots(server), "the bots do not move")
        assert "compiling the games in the background, once: 0 of 4 done" in server.said()
        running = children(server.process.pid)
        server.stop(signal.SIGINT)
        until(lambda: not commands(running), "Ctrl-C leaves processes behind")
        assert "Traceback" not in server.said(), server.said()
        assert "compiling goes on at the next start" in server.said()
        server.start()  # and a second start goes on
        until(lambda: compilers(server), "nothing is compiled")
        running = children(server.process.pid)
        server.stop(signal.SIGKILL)  # before the compilers have begun: they notice it too
        until(lambda: not commands(running), "a killed server leaves processes behind")


def test_a_compiler_whose_server_was_killed_before_it_began_ends_at_once(empty_cache: Path) -> None:
    command = engines.warming(tripot.load("raise"), "--gently", "1")
    done = subprocess.run(command, timeout=PATIENCE, check=False)
    assert done.returncode == 1
    assert not engines.is_warm(tripot.load("raise"))


def compilers(server: Server) -> list[str]:
    return commands(children(server.process.pid))


def by_bots(server: Server) -> list[object]:
    return sql(server.data, "SELECT 1 FROM events WHERE kind IN ('chose', 'moved', 'revealed')")


def test_what_is_compiled_meanwhile_is_picked_up_without_a_restart(tmp_path: Path, empty_cache: Path) -> None:
    with serving(tmp_path / "data") as server:
        assert word("en", "bots plain") in page(server, "/g/raise")
        with httpx.Client(base_url=server.url, follow_redirects=True, timeout=PATIENCE) as ada:
            lobby = ada.post("/g/raise/table", data={"seats": "2"}).url.path
        assert word("fr", "bots plain") in page(server, lobby, "fr")
        compile_as_before(tripot.load("raise"), empty_cache)
        until(lambda: word("en", "bots plain") not in page(server, "/g/raise"), "the compiled game is not noticed")
        assert word("fr", "bots plain") not in page(server, lobby, "fr")
        assert word("en", "bots plain") in page(server, "/g/razzia")


def compile_as_before(game: Game, cache: Path) -> None:
    found = [folder for folder in KEPT.glob(f"{bind.stem(game.rules)}-*") if (folder / engines.READY).exists()]
    for folder in found:
        shutil.copytree(folder, cache / folder.name, dirs_exist_ok=True)
    engines._folders.cache_clear()
    need(engines.is_warm(game))


WITHOUT_NUMBA = """
import sys
from tripot.bots import engines
from tripot.cli import main
engines.has_numba = lambda: False
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
"""


def test_without_numba_it_says_once_what_to_install_and_plays_on(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(WITHOUT_NUMBA, encoding="utf-8")
    with serving(tmp_path / "data", [sys.executable, str(program)], more=["--compile"]) as server:
        until(
            lambda: word("fr", "bots plain") in page(server, "/g/razzia", "fr"),
            "the bots do not say that they are weak",
        )
        with httpx.Client(base_url=server.url, follow_redirects=True, timeout=PATIENCE) as ada:
            ada.post("/g/raise/play", data={"seats": "3", "bot": "regular"})
        until(lambda: by_bots(server), "the bots do not move")
        assert server.said().count("pip install 'tripot[fast]'") == 1


# -- Step by step ---------------------------------------------------------------------------

COMPILED = """
import sys
from pathlib import Path
for folder in sys.argv[1:]:
    Path(folder).mkdir(parents=True, exist_ok=True)
    (Path(folder) / "ready").touch()
"""


def test_each_game_that_is_compiled_is_told_and_loaded(tmp_path: Path, empty_cache: Path) -> None:
    said: list[str] = []
    loaded = tmp_path / "loaded"
    loaded.mkdir()

    def say(line: str, *, transient: bool = False) -> None:
        said.append(line)

    def command(game: Game) -> list[str]:
        return [sys.executable, "-c", COMPILED, *map(str, engines._folders(game))]

    async def compile_all() -> None:
        hub = Hub(await SQLiteLog.open(tmp_path / "data"), Thinkers(1, loads=partial(noted, str(loaded))))
        try:
            live = await hub.create("raise", 2, {}, "host")
            await hub.act(live, SitBot(0, "host", "master"))
            told = asyncio.Event()
            live.watchers.add(told)
            hub.thinkers.start()
            compiling = Compiling(hub, say, command=command, reviews=command)
            await compiling.look()
            assert hub.below_level(live.table.game, live) == "compiling"
            await compiling.run()
            assert told.is_set()
            assert hub.below_level(live.table.game, live) == ""
            await asyncio.to_thread(until, lambda: len(list(loaded.iterdir())) == 4, "the games are not loaded")
        finally:
            await hub.close()

    asyncio.run(compile_all())
    assert [line.partition(": ")[2][:6] for line in said[:-1]] == [f"{done} of 4" for done in range(len(said) - 1)]
    assert "full strength" in said[-1]


FAILING = [sys.executable, "-c", "import sys; sys.exit('no room')"]


@pytest.mark.parametrize(
    ("program", "why"), [(FAILING, "no room"), (["/no/such/program"], "No such file or directory")]
)
def test_a_game_that_cannot_be_compiled_is_logged_and_played_all_the_same(
    program: list[str], why: str, tmp_path: Path, empty_cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def try_to() -> None:
        hub = Hub(await SQLiteLog.open(tmp_path / "data"), Thinkers(1))
        compiling = Compiling(hub, lambda line, *, transient=False: None, command=lambda game: program)
        await compiling.look()
        task = asyncio.create_task(compiling.run())
        while "compiling" in hub.uncompiled.values():
            await asyncio.sleep(0.05)
        assert set(hub.uncompiled.values()) == {"plain"}
        assert not task.done()  # it still notices what somebody else compiles
        task.cancel()
        await asyncio.wait([task])
        await hub.close()

    asyncio.run(asyncio.wait_for(try_to(), PATIENCE))
    assert {record.getMessage() for record in caplog.records} == {
        f"{game.name} could not be compiled ({why})" for game in tripot.games()
    }
