"""A model at a table over MCP: it hears the opening, gets a new deal at each table and meets nothing of a game behind a theme."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

import tripot
from tests.adapters.test_text import text_of
from tripot.adapters.mcp import server
from tripot.adapters.text import TextTable
from tripot.cli import main

Ask = Callable[..., Awaitable[str]]
every_game = pytest.mark.parametrize("game", tripot.games(), ids=lambda game: game.name)


def talk(where: Any, what: Callable[[Ask], Awaitable[None]]) -> None:
    """A session of a real client with the server, or with a command that is one."""

    async def session() -> None:
        async with Client(where) as client:

            async def ask(tool: str, **given: Any) -> str:
                return text_of(await client.call_tool(tool, given))

            await what(ask)

    asyncio.run(session())


def command(*words: str) -> StdioServerParameters:
    program = ["-c", "import sys; from tripot.cli import main; sys.exit(main())", "mcp", *words]
    return StdioServerParameters(command=sys.executable, args=program, env=dict(os.environ))


# -- What is told -----------------------------------------------------------------


@pytest.mark.parametrize("before", [(), ("read_rules",), ("list_games", "my_results")])
def test_the_first_look_tells_the_opening(before: Sequence[str]) -> None:
    async def what(ask: Ask) -> None:
        for tool in before:
            await ask(tool)
        assert "First roll" in await ask("look")
        assert "First roll" not in await ask("look")

    talk(server(game="raise", seats=3, seed=7), what)


def test_a_move_before_the_first_look_is_answered_with_the_opening_too() -> None:
    async def what(ask: Ask) -> None:
        assert "First roll" in await ask("play", move="1")

    talk(server(game="raise", seats=3, seed=7), what)


# -- Seeds ------------------------------------------------------------------------


def test_each_table_of_a_seed_has_a_deal_of_its_own_that_can_be_had_again() -> None:
    deals: list[list[str]] = []

    async def what(ask: Ask) -> None:
        first = await ask("look")
        assert "there is no game" in await ask("new_table", game="poker")  # no table, so no deal is used up
        deals.append([first, await ask("new_table"), await ask("new_table")])

    for _ in range(2):
        talk(server(game="raise", seats=3, seed=5), what)
    assert deals[0] == deals[1]
    assert len(set(deals[0])) == 3
    assert deals[0] == [TextTable("raise", seats=3, seed=seed).look() for seed in (5, 6, 7)]


# -- Bots -------------------------------------------------------------------------


def test_each_other_seat_can_have_a_bot_of_its_own() -> None:
    made = TextTable("raise", seats=4, seat=1, bots=["thumb", "random", "random", "beginner"], seed=3)

    async def what(ask: Ask) -> None:
        assert await ask("look") == made.look()
        for _ in range(3):
            assert await ask("play", move="1") == made.play("1")
        assert "raise: 3 bots for 1 other seat;" in await ask("new_table", seats=2, seat=0)

    talk(command("raise", "--seats", "4", "--seat", "1", "--bots", "thumb,random,beginner", "--seed", "3"), what)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["raise", "--seats", "4", "--bots", "thumb,random"],
            "raise: 2 bots for 3 other seats; name one bot, or one for",
        ),
        (["raise", "--seats", "3", "--bots", "thumb,oracle"], "no bot 'oracle'"),
        (["raise", "--seats", "3", "--seat", "3"], "there is no seat 3; seats are 0 to 2"),
        (["--seed", "-1"], "a whole number from 0 is wanted"),
        (["--patience", "0"], "a whole number from 1 is wanted"),
        (["--table", "abc"], "--table is for a table of a site; name it with --site"),
    ],
)
def test_settings_that_cannot_be_are_refused_in_one_line(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["mcp", *words])
    except SystemExit as stop:  # argparse's own
        code = int(str(stop.code))
    assert code == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--seed", "5"], "--seed"),
        (["--bots", "thumb"], "--bots"),
        (["--seats", "3"], "--seats"),
        (["--seat", "0"], "--seat"),
        (["--patience", "3"], "--patience"),
        (["raise"], "GAME"),
        (["raise", "--seats", "2", "--seed", "1"], "GAME, --seats, --seed"),
    ],
)
def test_what_a_site_decides_itself_is_refused_with_a_site(
    words: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mcp", *words, "--site", "http://127.0.0.1:9", "--table", "t", "--token", "x"]) == 2
    said = capsys.readouterr().err
    assert f"{named} cannot be chosen at a table of a site" in said
    assert len(said.strip().splitlines()) == 1


# -- Themes -----------------------------------------------------------------------


def known_words(*games: tripot.Game) -> set[str]:
    """What gives a game away: the words of its name, its title and its designer, and its year."""
    said = " ".join(f"{game.name} {game.title} {game.designer} {game.year}" for game in games).lower()
    return set(re.findall(r"\w{3,}", said)) - {"none"}


def words_in(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]{3,}", text.lower()))


@every_game
def test_a_model_behind_a_theme_never_meets_the_name_of_the_game(game: tripot.Game) -> None:
    said: list[str] = []

    async def what(ask: Ask) -> None:
        said.append(await ask("list_games"))
        for tool in ("read_rules", "look"):
            said.append(await ask(tool))
        for move in ("banana", "1", "1", game.name, game.spelling.moves[0]):
            said.append(await ask("play", move=move))
        said.append(await ask("new_table", game="poker"))
        said.append(await ask("new_table", seats=99))
        said.append(await ask("new_table", game=game.name))  # the real name is not understood
        assert said[-1].startswith("Refused: there is no game ")
        for name in re.findall(r"^([\w-]+):", said[0], flags=re.MULTILINE):
            said.append(await ask("new_table", game=name))
            assert not said[-1].startswith("Refused"), said[-1]
        for _ in range(4):
            said.append(await ask("play", move="hm"))
        said.append(await ask("my_results"))

    talk(server(game=game.name, seats=3, seed=1, theme=4, patience=3), what)
    assert len(re.findall(r"^[\w-]+:", said[0], flags=re.MULTILINE)) == len(tripot.games())
    assert words_in("\n".join(said)) & known_words(*tripot.games()) == set()


@every_game
def test_the_table_as_data_is_behind_the_theme_as_well(game: tripot.Game) -> None:
    table = TextTable(game, seats=3, seed=2, theme=1)
    for _ in range(6):
        table.play("1")
    words = words_in(json.dumps(table.to_json()))
    assert table.theme is not None
    assert words & (known_words(game) | set(table.theme.words)) == set()
    bare = TextTable(game, seats=3, seed=2).to_json()
    assert table.to_json()["scores"] is not None
    assert len(table.to_json()["state"]) == len(bare["state"])
