"""Tables in text: replies are read as people write them, mistakes are explained, forfeits are counted apart."""

from __future__ import annotations

import asyncio
import os
import random
import re
import sys
from typing import Any

import pytest

import tripot
from tests.walks import moments
from tripot.adapters.reading import parse_move
from tripot.adapters.text import TextEnv, TextTable
from tripot.adapters.theme import Theme
from tripot.core.state import CHANCE
from tripot.errors import BadSeats, BotFailed, IllegalMove, NotationError, TripotError, UnknownBot, UnknownGame

every_game = pytest.mark.parametrize("name", [game.name for game in tripot.games()])


# -- Reading ------------------------------------------------------------------


def view_with(name: str, token: str) -> Any:
    """A view of a seat that may play that token now."""
    game = tripot.load(name)
    for seed in range(200):
        pos = game.start(seats=game.least, seed=seed)
        chooser = random.Random(seed)
        while not pos.is_over:
            moves = pos.legal_moves(pos.to_act)
            if token in map(str, moves):
                return pos.view(pos.to_act)
            pos = pos.play(chooser.choice(moves), seat=pos.to_act)
    raise AssertionError(f"{token} never came up")


@pytest.mark.parametrize(
    ("name", "token", "reply"),
    [
        ("raise", "bell-2", "bell-2"),
        ("raise", "bell-2", "Bell 2"),
        ("raise", "bell-2", "`bell_2`"),
        ("raise", "bell-2", "I play the bell 2."),
        ("raise", "bell-2", "Let me think: hourglass-3 is tempting, but the dice favour bells.\n\nMove: **bell-2**"),
        ("raise", "bell-2", '{"thought": "cheap", "move": "bell-2"}'),
        ("raise", "bell-2", '```json\n{"move": "bell-2"}\n```'),
        ("raise", "bell-2", "<move>bell-2</move> because cloud-5 is worth keeping"),
        ("raise", "bell-2", r"The answer is \boxed{bell-2}"),
        ("raise", "bell-2", "First I thought of `cloud-5`.\nMy move: bell-2"),
        ("raise", "pass", "PASS!"),
        ("razzia-knizia", "bid-5", "bid 5"),
        ("razzia-knizia", "bid-5", "I bid: bid5"),
        ("razzia-knizia", "steal-horse-racing", "steal horse racing"),
        ("razzia", "put-jungle", "put jungle"),
        ("razzia", "20>1", "20 k to seat 1"),
        ("razzia", "20>1", "$20k to seat 1"),
        ("razzia", "20>1", "20 -> 1"),
        ("razzia", "jungle-g5", "[jungle g5]"),
        ("hick-hack", "no-offer", "No offer"),
        ("hick-hack", "green>0", "green → 0"),
    ],
)
def test_replies_in_every_dress_are_read(name: str, token: str, reply: str) -> None:
    assert str(parse_move(view_with(name, token), reply)) == token


@every_game
def test_every_legal_move_is_read_as_itself_in_capitals_and_with_blanks(name: str) -> None:
    game = tripot.load(name)
    read = 0
    for s in moments(name, game.least, 3, 40, {}):
        seat = game.rules.to_act(s)
        if seat == CHANCE or seat < 0:
            continue
        seen = game.rules.State()
        game.rules.view(s, seat, seen)
        view = tripot.View(game, game.least, None, seat, seen, lambda: iter(()))
        for move in view.legal_moves:
            for dress in (str(move), str(move).upper(), str(move).replace("-", " "), f"Move: {move}"):
                assert parse_move(view, dress) == move
                read += 1
    assert read > 40


def test_several_steps_are_one_move() -> None:
    view = view_with("raise", "cloud-2")
    assert parse_move(view, "cloud-2, cloud-5 and stop").steps == view.game.parse_move("cloud-2 cloud-5 stop").steps


def test_numbers_count_only_where_moves_are_listed() -> None:
    view = view_with("raise", "pass")
    listed = view.legal_moves
    assert parse_move(view, "2", listed=listed) == listed[1]
    assert parse_move(view, "Option 1.", listed=listed) == listed[0]
    assert parse_move(view, "I take number one, so:\nMove: 1", listed=listed) == listed[0]
    with pytest.raises(NotationError, match="there is no move number 99; the list has 1 to"):
        parse_move(view, "99", listed=listed)
    for reply in ("9" * 5000, f"Move: {'9' * 5000}"):
        with pytest.raises(NotationError) as error:
            parse_move(view, reply, listed=listed)
        assert len(str(error.value)) < 1500
    with pytest.raises(NotationError, match="no move can be read in '2'"):
        parse_move(view, "2")


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        ("", "the reply is empty; legal: "),
        ("banana", "no move can be read in 'banana'; write one of: .*pass"),
        ("passs", r"did you mean pass\? write one of"),
        ("maybe bell or maybe not", "no move can be read"),
        ("x" * 500, r"no move can be read in 'x{57}\.\.\.'"),
    ],
)
def test_what_cannot_be_read_is_said(reply: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        parse_move(view_with("raise", "pass"), reply)


def test_a_move_that_is_not_legal_is_told_apart_from_one_that_is_none() -> None:
    with pytest.raises(IllegalMove, match=r"'stop' is a move of this game but not legal now; legal: .*pass"):
        parse_move(view_with("raise", "pass"), "stop")
    pos = tripot.load("razzia-knizia").start(seats=2, seed=1)
    with pytest.raises(IllegalMove, match=r"seat \d is not asked now"):
        parse_move(pos.view(1 - pos.to_act), "draw")


# -- A table ------------------------------------------------------------------


def play_out(table: TextTable, *, numbers: bool) -> None:
    chooser = random.Random(1)
    while not table.is_over:
        moves = table.legal()
        pick = chooser.randrange(len(moves))
        reply = str(pick + 1) if numbers else str(moves[pick])
        table.play(table.theme.hide(reply) if table.theme else reply)


@every_game
@pytest.mark.parametrize("theme", [None, 3])
def test_a_whole_game_in_text(name: str, theme: int | None) -> None:
    game = tripot.load(name)
    for numbers in (True, False):
        table = TextTable(name, seats=game.least, seed=4, theme=theme)
        assert "Answer with one of these moves" in table.look()
        play_out(table, numbers=numbers)
        assert table.verdict is not None
        assert table.verdict.result in ("won", "shared", "lost")
        assert table.mistakes == 0
        assert table.position.is_over
        with pytest.raises(TripotError, match="the game is over"):
            table.play("pass")


def test_the_list_of_moves_can_be_left_out() -> None:
    table = TextTable("raise", seats=2, seed=1, show_legal=False)
    assert "1. " not in table.look()
    assert "no move can be read" in table.play("1")
    assert table.mistakes == 1


def test_a_look_tells_only_what_is_new_and_only_what_the_seat_may_know() -> None:
    table = TextTable("raise", seats=3, seed=7)
    first, second = table.look(), table.look()
    assert "First roll" in first
    assert "First roll" not in second
    for other in (1, 2):
        assert f"Seat {other}: hand of" not in first


def test_bad_replies_forfeit_and_a_forfeit_is_no_loss() -> None:
    env = TextEnv("raise", seats=2, patience=2)
    text, info = env.reset(seed=3)
    assert "RAISE" in info["rules"]
    text, reward, ended, _, info = env.step("hm")
    assert "1 more such reply forfeits the game" in text
    assert (reward, ended, info["mistake"], info["forfeited"]) == (0, False, True, False)
    text, _, ended, _, info = env.step("1")
    assert not info["mistake"]
    for _ in range(2):
        text, reward, ended, _, info = env.step("hm")
    assert "has forfeited" in text
    assert (reward, ended, info["forfeited"]) == (-1, True, True)
    assert info["verdict"].result == "forfeited"
    assert info["verdict"].mistakes == 3
    with pytest.raises(TripotError, match="call reset"):
        TextEnv("raise").step("1")


def test_steps_in_another_order_are_put_right() -> None:
    table = TextTable("raise", seats=3, seed=7)
    while not (long := [str(move) for move in table.legal() if len(move.steps) > 2 and str(move).endswith("stop")]):
        table.play(str(table.legal()[0]))
    *cards, stop = long[0].split()
    table.play(", ".join([*reversed(cards), stop]))
    assert table.mistakes == 0
    assert {str(event.move) for event in table.view.events if event.actor == 0} >= {*cards, stop}


def test_a_bot_that_fails_ends_the_game_and_its_hand_is_not_told() -> None:
    asked = []

    def broken(view: tripot.View, rng: object) -> tripot.Move:
        asked.append([str(move) for move in view.legal_moves])
        return view.game.parse_move("stop")  # never legal as a first card

    table = TextTable("raise", seats=2, seed=7, bots=broken)
    with pytest.raises(BotFailed) as failed:
        table.play(str(table.legal()[0]))
    assert asked
    assert "the bot at seat 1 has failed" in str(failed.value)
    assert not [card for card in asked[-1] if card in str(failed.value)]
    assert "is not legal" in str(failed.value.__cause__)  # for whoever wrote it


def test_json_has_the_same() -> None:
    data = TextTable("hick-hack", seats=2, seed=1).to_json()
    assert data["forfeited"] is False
    assert data["memory"][0].startswith("chance: ")


def test_bad_settings_are_refused() -> None:
    with pytest.raises(UnknownGame):
        TextTable("poker")
    with pytest.raises(BadSeats):
        TextTable("raise", seats=9)
    with pytest.raises(BadSeats):
        TextTable("raise", seats=2, seat=2)
    with pytest.raises(BadSeats, match="3 bots for 2 seats"):
        TextTable("raise", seats=2, bots=["thumb"] * 3)
    with pytest.raises(UnknownBot):
        TextTable("raise", bots="oracle")


# -- Invented names -----------------------------------------------------------


@every_game
def test_a_theme_hides_the_things_of_the_game_and_reads_its_own_words(name: str) -> None:
    game = tripot.load(name)
    one, two = Theme(game, 1), Theme(game, 2)
    assert one.words != two.words
    for token in game.spelling.moves:
        assert one.reveal(one.hide(token)) == token
    table = TextTable(game, seats=game.least, seed=2, theme=1)
    words = set(re.findall("[a-z]+", (table.rules() + table.look()).lower()))
    assert not words & set(one.words)


def test_a_theme_does_not_understand_the_real_words() -> None:
    table = TextTable("raise", seats=3, seed=7, theme=1)
    assert "no move can be read" in table.play("bell-2")
    bell = table.theme.words["bell"] if table.theme else ""
    table.play(f"I will play the {bell} 2")
    assert table.mistakes == 1


# -- MCP ----------------------------------------------------------------------


def text_of(result: Any) -> str:
    assert not result.is_error
    return str(result.content[0].text)


async def a_model_plays(where: Any) -> list[str]:
    """A whole game through MCP with the first move listed; what was said."""
    from mcp import Client

    said = []
    async with Client(where) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == {"list_games", "read_rules", "new_table", "look", "play", "my_results"}
        said.append(text_of(await client.call_tool("list_games", {})))
        said.append(text_of(await client.call_tool("read_rules", {})))
        said.append(text_of(await client.call_tool("look", {})))
        said.append(text_of(await client.call_tool("play", {"move": "banana"})))
        for _ in range(300):
            said.append(text_of(await client.call_tool("play", {"move": "1"})))
            if "this game." in said[-1]:
                break
        said.append(text_of(await client.call_tool("play", {"move": "1"})))
        said.append(text_of(await client.call_tool("new_table", {"game": "poker"})))
        said.append(text_of(await client.call_tool("new_table", {"game": "raise", "seats": 2})))
        said.append(text_of(await client.call_tool("new_table", {})))
        said.append(text_of(await client.call_tool("my_results", {})))
    return said


def check_talk(said: list[str]) -> None:
    assert "razzia-knizia: Razzia!, 2 to 5 seats" in said[0]
    assert "no move can be read in 'banana'" in said[3]
    assert re.search("You have (won|shared|lost) this game", said[-6])
    assert said[-5].startswith("Refused: ")
    assert "there is no game 'poker'" in said[-4]
    assert said[-1].endswith("1 forfeited")


def test_a_model_plays_a_game_through_mcp() -> None:
    from tripot.adapters.mcp import server

    check_talk(asyncio.run(a_model_plays(server(game="razzia-knizia", seats=2, seed=1))))


def test_the_command_serves_on_standard_input_and_output() -> None:
    from mcp import StdioServerParameters

    words = [
        "-c",
        "import sys; from tripot.cli import main; sys.exit(main())",
        "mcp",
        "raise",
        "--seats",
        "2",
        "--seed",
        "5",
    ]
    check_talk(
        asyncio.run(a_model_plays(StdioServerParameters(command=sys.executable, args=words, env=dict(os.environ))))
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["poker"], "there is no game 'poker'"),
        (["raise", "--seats", "9"], "2 to 5 seats"),
        (["--bots", "oracle"], "no bot 'oracle'"),
    ],
)
def test_the_command_refuses_bad_input(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    from tripot.cli import main

    assert main(["mcp", *words]) == 2
    assert says in capsys.readouterr().err
