"""The HTTP API as programs use it: a real server process, real requests."""

from __future__ import annotations

import hashlib
import json
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

import tripot
from tests.waiting import PATIENCE, until
from tests.web.serving import Client, Server, code, good, open_table, people, serving, sit
from tripot.bots import listed_moves
from tripot.core.state import CHANCE
from tripot.play import MoveList, Position
from tripot.web.checking import faults
from tripot.web.deal import Dealer, pledge, seed

GAMES = tuple(game.name for game in tripot.games())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("site") / "data") as found:
        yield found
        assert found.process.poll() is None
        assert "Traceback" not in found.said()


# -- Whole games -----------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_of_two_programs_and_bots(server: Server, game: str) -> None:
    seats = 3 + GAMES.index(game) % 2  # at some tables a bot at random too
    entropy = "00ff" * 16
    host = open_table(
        server, game, seats=seats, bots=[None, "thumb", "random"][: seats - 1], name="Ada", pledge=pledge(entropy)
    )
    guest = sit(server, host.table, 1, name="Blaise")
    before = host.view()
    assert (before["number"], before["begun"], before["state"], before["legal_moves"]) == (0, False, None, [])
    assert before["names"][:2] == ["Ada", "Blaise"]
    assert code(guest.ask("POST", "begin")) == (403, "table/host_only")
    assert code(host.ask("POST", "entropy", {"entropy": entropy})) == (409, "deal/early")
    called = good(host.ask("POST", "begin"))
    assert (called["begun"], called["owing"]) == (False, [0])
    assert code(host.ask("POST", "entropy", {"entropy": "00"})) == (400, "deal/bad")
    assert good(host.ask("POST", "entropy", {"entropy": entropy}))["begun"]
    with ThreadPoolExecutor(2) as pool:
        seen = list(pool.map(lambda client: client.play(random.Random(client.table)), (host, guest)))
    last = [views[-1] for views in seen]
    outcome, record = last[0]["outcome"], host.ask("GET", "record")
    assert record.headers["content-type"].startswith("text/plain")
    end = tripot.replay(record.text)
    assert end.outcome is not None
    assert outcome == {"winners": list(end.outcome.winners), "scores": list(end.outcome.scores)}
    assert [view["outcome"] for view in last] == [outcome] * 2
    check_deal(end, last[0])
    assert last[0]["entropies"][0] == entropy
    assert faults(tripot.parse_record(record.text), seal=before["commitment"]) == []
    positions = decisions(end)
    for view in (view for views in seen for view in views if view["begun"]):
        check_view(view, positions[view["number"]])


def decisions(end: Position) -> dict[int, Position]:
    """The position of every decision, from the record alone."""
    position = end.game.start(seats=end.seats, options=end.record().options)
    found: dict[int, Position] = {}
    waiting = 0
    for line in end.record().lines:
        if line.actor is not None and not waiting:
            found[len(found) + 1] = position
            waiting = len(position.pending)
        waiting -= line.actor is not None
        position = position.play(" ".join(line.tokens), seat=CHANCE if line.actor is None else line.actor)
    return found | {len(found) + 1: position}


def check_view(view: Any, position: Position) -> None:
    """A seat is told what its view knows, and nothing else."""
    seen = position.view(view["seat"]).to_json()
    assert view["state"] == json.loads(json.dumps(seen["state"]))
    assert view["scores"] == seen["scores"]
    assert sorted(view["pending"] + view["chosen"]) == list(position.pending)
    assert (view["secret"] is not None) == (view["outcome"] is not None) == position.is_over == view["over"]
    is_asked = view["seat"] in view["pending"]
    listed = listed_moves(position, view["seat"], 200) if is_asked else MoveList((), is_complete=True)
    assert view["legal_moves"] == [str(move) for move in listed.moves]
    assert view["complete"] == (view["grammar"] is None) == listed.is_complete


def check_deal(end: Position, view: Any) -> None:
    """The secret is the promised one and gives every card and die."""
    secret = bytes.fromhex(view["secret"])
    assert hashlib.sha256(secret).hexdigest() == view["commitment"]
    position, draws = end.game.start(seats=end.seats, options=end.record().options), []
    for line in end.record().lines:
        token = " ".join(line.tokens)
        if line.actor is None:
            names = [str(move) for move, weight in position.chance for _ in range(weight)]
            draws.append((len(names), [place for place, name in enumerate(names) if name == token]))
        position = position.play(token, seat=CHANCE if line.actor is None else line.actor)
    drawn = iter(draws)
    dealer = Dealer(seed(secret, view["entropies"]))
    assert all(dealer.below(total) in places for total, places in drawn)


def test_the_ten_line_bot_opens_and_joins(server: Server) -> None:
    bot = Path(__file__).parents[2] / "examples" / "ten_line_bot.py"
    host = open_table(server, "razzia", seats=3, options={"box": "tiny"}, bots=[None, "thumb"])
    opened = subprocess.Popen([sys.executable, bot, server.url, "razzia-knizia"], stdout=subprocess.PIPE, text=True)
    joined = subprocess.Popen([sys.executable, bot, server.url, host.table, "1"], stdout=subprocess.PIPE, text=True)

    def is_full() -> bool:
        assert joined.poll() is None, "the program has gone without sitting down"
        return None not in host.view()["names"]

    until(is_full, "the program does not sit down")
    assert host.view()["names"][1] == "ten lines"
    good(host.ask("POST", "begin"))
    host.play(random.Random(1))
    for program in (opened, joined):
        out, _ = program.communicate(timeout=5 * PATIENCE)
        assert program.returncode == 0
        assert "winners" in out


# -- Moves -------------------------------------------------------------------------------


def ask_all(clients: list[Client]) -> list[Any]:
    """The views of all seats at the next choice that all of them make at once (answers to an offer concern only some)."""
    while len((views := [client.view() for client in clients])[0]["pending"]) < len(clients):
        view = views[views[0]["pending"][0]]
        good(clients[view["seat"]].move(view["legal_moves"][0], view["number"]))
    return views


def test_a_post_sent_twice_counts_once(server: Server) -> None:
    clients = people(server, "razzia", 3)
    rng = random.Random(5)
    for _ in range(12):
        views = [client.view() for client in clients]
        number = views[0]["number"]
        posts = [(clients[seat], rng.choice(views[seat]["legal_moves"])) for seat in views[0]["pending"]]
        for client, move in posts:
            with ThreadPoolExecutor(2) as pool:
                answers = list(pool.map(client.move, [move] * 2, [number] * 2))
            assert [answer.status_code for answer in answers] == [200, 200]
        if (after := clients[0].view())["over"]:
            break
        assert after["number"] == number + 1
        for client, move in posts:  # later, again
            assert good(client.move(move, number))["number"] == number + 1
            other = next((m for m in views[client.view()["seat"]]["legal_moves"] if m != move), None)
            if other:
                assert code(client.move(other, number)) == (409, "move/stale")
        assert clients[0].view()["number"] == number + 1


def test_everybody_chooses_in_any_order_and_may_change_mind(server: Server) -> None:
    for order in ((2, 0, 3, 1), (3, 2, 1, 0)):
        clients = people(server, "hick-hack", 4)  # a new table: after a choice an offer may come first
        views = ask_all(clients)
        number = views[0]["number"]
        first, last = order[0], order[-1]
        choice, instead = views[first]["legal_moves"][:2]
        watching = clients[last].view()
        for move in (choice, instead):
            mine = good(clients[first].move(move, number))
            assert (mine["your_choice"], mine["number"], mine["legal_moves"]) == (move, number, [])
            theirs = clients[last].view()
            assert (theirs["your_choice"], theirs["chosen"], theirs["number"]) == (None, [first], number)
            assert first not in theirs["pending"]
            changed = {key for key in theirs if theirs[key] != watching[key]}
            assert changed == {"pending", "chosen", "event"}
            assert theirs["event"] == watching["event"] + 1  # nobody can tell that a choice was changed
        back = good(clients[first].ask("DELETE", "moves", {"number": number}))
        assert back["your_choice"] is None
        assert first in back["pending"]
        again = good(clients[first].ask("DELETE", "moves", {"number": number}))  # whoever lost the answer may ask again
        assert again == back
        for seat in order:
            answer = good(clients[seat].move(views[seat]["legal_moves"][0], number))
            assert answer["number"] == number + (seat == last)
        assert code(clients[first].ask("DELETE", "moves", {"number": number})) == (409, "move/stale")


def test_a_changed_choice_does_not_move_the_table_in_anybodys_list(server: Server) -> None:
    """Who sits at two tables sees the one where something happened first; a changed mind is nothing that happened."""
    guest = "g" * 43
    tables = []
    for _ in range(2):
        host = open_table(server, "raise", seats=2)
        form = {"seat": "1", "name": "Bo"}
        cookie = {"cookie": f"tripot={guest}"}
        assert httpx.post(f"{server.url}/t/{host.table}/sit", data=form, headers=cookie).status_code == 303
        good(host.ask("POST", "begin"))
        tables.append(host)
    older, newer = tables
    view = older.view()
    good(older.move(view["legal_moves"][0], view["number"]))  # everybody sees that a choice was made
    good(newer.move(newer.view()["legal_moves"][0], newer.view()["number"]))

    def mine() -> str:
        return httpx.get(f"{server.url}/mine", headers={"cookie": f"tripot={guest}"}).text

    before = mine()
    assert before.index(newer.table) < before.index(older.table)
    good(older.move(view["legal_moves"][1], view["number"]))
    assert mine() == before


def test_a_compound_move_is_one_post_or_several(server: Server) -> None:
    host = open_table(server, "hick-hack", seats=2, bots=[None])
    guest = sit(server, host.table, 1)
    good(host.ask("POST", "begin"))
    view = host.view()
    whole = view["legal_moves"][-1]
    assert len(whole.split()) == 2
    assert code(host.move(whole.split()[0], view["number"])) == (409, "move/incomplete")
    assert good(host.move(f"  {whole.replace(' ', '   ')} ", view["number"]))["your_choice"] == whole
    good(guest.move(guest.view()["legal_moves"][0], view["number"]))


# -- Errors ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tables(server: Server) -> dict[str, Client]:
    """A table of each kind; `other` is a seat of yet another table."""
    waiting = open_table(server, "raise", seats=2)
    lobby = open_table(server, "raise", seats=3)
    sit(server, lobby.table, 1, name="Ada")
    private = people(server, "razzia", 3)[0]
    public = people(server, "razzia", 3, public=True)[0]
    over = open_table(server, "razzia", seats=3, options={"box": "tiny"}, bots="random", public=True)
    over.play(random.Random(2))
    found = {"waiting": waiting, "lobby": lobby, "private": private, "public": public, "over": over}
    return found | {"other": open_table(server, "raise", seats=2)}


MOVE = {"move": "put-jazz", "number": 1}
NEW = {"game": "razzia"}
REFUSALS: dict[str, tuple[str, str, str, Any, dict[str, str], int, str]] = {
    # what: (table, method, path, body, headers, status, code)
    "not JSON": ("private", "POST", "moves", b"{move", {}, 400, "request/bad"),
    "not UTF-8": ("private", "POST", "moves", b'{"move": "\xff"}', {}, 400, "request/bad"),
    "half a character": ("private", "POST", "moves", b'{"move": "\\ud800", "number": 1}', {}, 400, "request/bad"),
    "NaN": ("private", "POST", "moves", b'{"move": "accept", "number": NaN}', {}, 400, "request/bad"),
    "very deep": ("private", "POST", "moves", b"[" * 8000, {}, 400, "request/bad"),
    "many digits": (
        "private",
        "POST",
        "moves",
        b'{"move": "a", "number": ' + b"9" * 5000 + b"}",
        {},
        400,
        "request/bad",
    ),
    "a list": ("private", "POST", "moves", [1], {}, 400, "request/bad"),
    "no number": ("private", "POST", "moves", {"move": "accept"}, {}, 400, "request/bad"),
    "no body": ("private", "POST", "moves", None, {}, 400, "request/bad"),
    "unknown field": ("private", "POST", "moves", MOVE | {"seat": 1}, {}, 400, "request/bad"),
    "a field twice": ("private", "POST", "moves", b'{"number": 1, "number": 1}', {}, 400, "request/bad"),
    "number as text": ("private", "POST", "moves", MOVE | {"number": "1"}, {}, 400, "request/bad"),
    "number as truth": ("private", "POST", "moves", MOVE | {"number": True}, {}, 400, "request/bad"),
    "negative number": ("private", "POST", "moves", MOVE | {"number": -1}, {}, 400, "request/bad"),
    "long move": ("private", "POST", "moves", MOVE | {"move": "x" * 1001}, {}, 400, "request/bad"),
    "unreadable move": ("private", "POST", "moves", MOVE | {"move": "queen"}, {}, 400, "move/unreadable"),
    "blank move": ("private", "POST", "moves", MOVE | {"move": " "}, {}, 400, "move/unreadable"),
    "field of begin": ("waiting", "POST", "begin", {"now": True}, {}, 400, "request/bad"),
    "unknown game": ("waiting", "POST", "/tables", {"game": "whist"}, {}, 400, "game/unknown"),
    "too many seats": ("waiting", "POST", "/tables", NEW | {"seats": 9}, {}, 400, "seats/bad"),
    "unknown option": ("waiting", "POST", "/tables", NEW | {"options": {"wind": 1}}, {}, 400, "option/bad"),
    "bad option": ("waiting", "POST", "/tables", NEW | {"options": {"leftover": [{}]}}, {}, 400, "option/bad"),
    "options as list": ("waiting", "POST", "/tables", NEW | {"options": []}, {}, 400, "request/bad"),
    "unknown bot": ("waiting", "POST", "/tables", NEW | {"bots": "hal"}, {}, 400, "bot/unknown"),
    "too many bots": ("waiting", "POST", "/tables", NEW | {"bots": ["thumb"] * 4}, {}, 400, "request/bad"),
    "a bot as number": ("waiting", "POST", "/tables", NEW | {"bots": [1]}, {}, 400, "request/bad"),
    "host beyond the table": ("waiting", "POST", "/tables", NEW | {"seat": 4}, {}, 400, "request/bad"),
    "invisible name": ("waiting", "POST", "/tables", NEW | {"name": "\u200b"}, {}, 400, "name/bad"),
    "bad pledge": ("waiting", "POST", "/tables", NEW | {"pledge": "XY"}, {}, 400, "deal/bad"),
    "no token": ("private", "POST", "moves", MOVE, {"authorization": ""}, 401, "token/missing"),
    "basic token": ("private", "POST", "moves", MOVE, {"authorization": "Basic YTpi"}, 401, "token/missing"),
    "unknown token": ("private", "POST", "moves", MOVE, {"authorization": "Bearer x"}, 401, "token/unknown"),
    "unknown token, reading": ("private", "GET", "", None, {"authorization": "Bearer x"}, 401, "token/unknown"),
    "unknown token, no table": (
        "private",
        "GET",
        "/tables/x",
        None,
        {"authorization": "Bearer x"},
        401,
        "token/unknown",
    ),
    "another site's page": (
        "waiting",
        "POST",
        "/tables",
        NEW,
        {"authorization": "", "sec-fetch-site": "cross-site"},
        403,
        "request/cross_site",
    ),
    "no such address": ("private", "GET", "/nowhere", None, {}, 404, "request/address"),
    "no such address of a table": ("private", "POST", "secret", {}, {}, 404, "request/address"),
    "no such table": ("private", "GET", "/tables/xxxxxxxxxxxx", None, {}, 404, "table/unknown"),
    "no such table to sit": ("private", "POST", "/tables/xxxxxxxxxxxx/seats/0", None, {}, 404, "table/unknown"),
    "no such seat": ("waiting", "POST", "seats/2", None, {}, 404, "seat/unknown"),
    "no number of a seat": ("waiting", "POST", "seats/one", None, {}, 404, "seat/unknown"),
    "a very large seat": ("waiting", "POST", "seats/" + "9" * 5000, None, {}, 404, "seat/unknown"),
    "wrong method": ("private", "PUT", "moves", MOVE, {}, 405, "request/method"),
    "wrong method for all": ("private", "DELETE", "", None, {}, 405, "request/method"),
    "taken seat": ("lobby", "POST", "seats/1", None, {}, 409, "seat/taken"),
    "a seat too late": ("private", "POST", "seats/1", None, {}, 409, "table/begun"),
    "seats free": ("waiting", "POST", "begin", None, {}, 409, "table/seats_free"),
    "begun": ("private", "POST", "begin", {}, {}, 409, "table/begun"),
    "not begun": ("waiting", "POST", "moves", {"move": "pass", "number": 0}, {}, 409, "table/not_begun"),
    "over": ("over", "POST", "moves", {"move": "accept", "number": 900}, {}, 409, "table/over"),
    "stale": ("private", "POST", "moves", {"move": "put-jazz", "number": 0}, {}, 409, "move/stale"),
    "not yet": ("private", "POST", "moves", {"move": "put-jazz", "number": 2**63}, {}, 409, "move/stale"),
    "nothing to take back": ("private", "DELETE", "moves", {"number": 0}, {}, 409, "move/stale"),
    "nothing to take back, before the game": ("waiting", "DELETE", "moves", {"number": 0}, {}, 409, "move/stale"),
    "nothing to take back, after it": ("over", "DELETE", "moves", {"number": 900}, {}, 409, "move/stale"),
    "short key": ("waiting", "POST", "/tables", NEW, {"idempotency-key": "a" * 21}, 400, "request/bad"),
    "long key": ("waiting", "POST", "/tables", NEW, {"idempotency-key": "a" * 65}, 400, "request/bad"),
    "key with a dot": ("waiting", "POST", "seats/1", None, {"idempotency-key": "a." * 12}, 400, "request/bad"),
    "not over": ("private", "GET", "record", None, {}, 409, "table/not_over"),
    "too large": ("private", "POST", "moves", b" " * 8193, {}, 413, "request/too_large"),
    "much too large": ("private", "POST", "moves", b" " * 10**6, {}, 413, "request/too_large"),
    "a form": (
        "private",
        "POST",
        "moves",
        b"move=a",
        {"content-type": "application/x-www-form-urlencoded"},
        415,
        "request/media",
    ),
    "no type": ("private", "POST", "moves", b"{}", {"content-type": ""}, 415, "request/media"),
}


@pytest.mark.parametrize("what", REFUSALS)
def test_what_is_refused_has_its_code_and_status(tables: dict[str, Client], what: str) -> None:
    table, method, path, body, headers, status, expected = REFUSALS[what]
    answer = tables[table].ask(method, path, body, **headers)
    assert code(answer) == (status, expected)
    assert answer.headers["content-type"] == "application/json"
    if status == 401:
        assert answer.headers["www-authenticate"].startswith("Bearer")
    if status == 405:
        assert answer.headers["allow"]


def test_a_body_of_unknown_length_has_the_same_limit(server: Server) -> None:
    headers = {"content-type": "application/json"}
    answer = server.http.post("/tables", content=iter([b" " * 5000] * 2), headers=headers)
    assert code(answer) == (413, "request/too_large")


def test_a_stranger_does_not_find_a_table_that_is_not_public(server: Server, tables: dict[str, Client]) -> None:
    private, missing = tables["private"].table, "x" * len(tables["private"].table)
    for token in ("", tables["other"].token, "unknown"):
        for method, path, body in (
            ("GET", "", None),
            ("GET", "events", None),
            ("GET", "record", None),
            ("POST", "begin", {}),
            ("POST", "give_up", {}),
            ("POST", "moves", MOVE),
            ("DELETE", "moves", {"number": 1}),
        ):
            hidden = Client(server, private, token).ask(method, path, body)
            nothing = Client(server, missing, token).ask(method, path, body)
            assert hidden.status_code == nothing.status_code
            assert hidden.status_code == (401 if token == "unknown" or (method != "GET" and not token) else 404)
            assert hidden.text.replace(private, missing) == nothing.text
            assert {*hidden.headers} == {*nothing.headers}


def test_everybody_may_watch_a_public_table(server: Server, tables: dict[str, Client]) -> None:
    spectator = Client(server, tables["public"].table)
    view = spectator.view()
    assert (view["seat"], view["legal_moves"], view["your_choice"], view["secret"]) == (None, [], None, None)
    assert code(spectator.move("put-jazz", 1)) == (401, "token/missing")
    stranger = Client(server, tables["public"].table, tables["other"].token)
    assert code(stranger.move("put-jazz", 1)) == (403, "seat/not_yours")
    assert code(stranger.ask("GET")) == (403, "seat/not_yours")
    finished = Client(server, tables["over"].table)
    assert tripot.replay(finished.ask("GET", "record").text).is_over


def test_not_asked_and_not_legal(server: Server) -> None:
    clients = people(server, "razzia-knizia", 2)
    view = clients[0].view()
    asked = view["pending"][0]
    assert code(clients[1 - asked].move("draw", view["number"])) == (409, "seat/not_asked")
    assert code(clients[asked].move("stop", view["number"])) == (409, "move/illegal")


def test_who_asks_too_often_is_told_when_to_come_back(server: Server, tables: dict[str, Client]) -> None:
    answers = until_refused(server, "/tables", {"game": "raise", "seats": 2}, {"x-forwarded-for": "192.0.2.7"})
    assert [answer.status_code for answer in answers[:-1]] == [201] * (len(answers) - 1)
    assert len(answers) > 5
    assert int(answers[-1].headers["retry-after"]) >= 1
    made = answers[0].json()
    headers = {"authorization": f"Bearer {made['token']}"}
    answers = until_refused(server, f"/tables/{made['id']}/moves", {"move": "pass", "number": 1}, headers)
    assert {code(answer) for answer in answers[:-1]} == {(409, "table/not_begun")}
    assert len(answers) > 10


def until_refused(server: Server, path: str, body: Any, headers: dict[str, str]) -> list[httpx.Response]:
    """Post until it is too much; how soon that is depends on how quick the machine is."""
    answers = [server.http.post(path, json=body, headers=headers)]
    while answers[-1].status_code != 429:
        assert len(answers) < 500
        answers.append(server.http.post(path, json=body, headers=headers))
    assert code(answers[-1]) == (429, "request/too_many")
    return answers


# -- Opening and reading -------------------------------------------------------------------


def test_the_games_are_listed(server: Server) -> None:
    found = good(Client(server).ask("GET", "/games"))
    assert tuple(game["name"] for game in found) == GAMES
    for said, game in zip(found, tripot.games(), strict=True):
        assert said["seats"] == list(game.seats)
        assert said["options"]["box"]["values"] == ["standard", "tiny"]
    assert "thumb" in found[0]["bots"]
    head = server.http.head("/games")
    assert (head.status_code, head.content) == (200, b"")


def test_the_games_say_what_each_field_of_a_state_is(server: Server) -> None:
    for game in good(Client(server).ask("GET", "/games")):
        pos = tripot.load(game["name"]).start(seats=game["seats"][0], seed=1)
        assert list(game["state"]) == list(pos.view(0).to_json()["state"])
        assert all(field["about"] and field["low"] < field["high"] for field in game["state"].values())
        assert game["state"]["phase"]["kind"] == "one of"


def test_a_seat_can_be_left_and_the_host_can_free_any(server: Server) -> None:
    host = open_table(server, "raise", seats=4, public=True)
    guest, other = (sit(server, host.table, seat) for seat in (1, 2))
    assert code(guest.ask("DELETE", "seats/2")) == (403, "seat/not_yours")
    assert good(guest.ask("DELETE", "seats/1"))["seat"] is None
    assert good(host.ask("DELETE", "seats/2"))["names"][1:] == [None] * 3
    assert code(other.ask("DELETE", "seats/2")) == (401, "token/unknown")
    assert code(host.ask("DELETE", "seats/2")) == (403, "seat/not_yours")
    assert code(host.ask("DELETE", f"seats/{'9' * 50}")) == (404, "seat/unknown")


def test_a_game_is_given_up_when_all_who_play_say_so_and_then_its_deal_can_be_checked(server: Server) -> None:
    host = open_table(server, "raise", seats=3, public=True, bots=[None, "thumb"])
    assert code(host.ask("POST", "give_up")) == (409, "vote/not_yours")  # it has not begun
    guest = sit(server, host.table, 1)
    good(host.ask("POST", "begin"))
    view = good(host.ask("POST", "give_up"))
    assert (view["over"], view["secret"]) == (False, None)
    view = good(guest.ask("POST", "give_up"))
    assert (view["over"], view["outcome"], view["pending"]) == (True, None, [])
    assert hashlib.sha256(bytes.fromhex(view["secret"])).hexdigest() == view["commitment"]
    assert f"secret {view['secret']}" in host.ask("GET", "record").text
    assert code(guest.ask("POST", "give_up")) == (409, "vote/not_yours")


def test_a_table_is_opened_as_wished(server: Server) -> None:
    client = Client(server)
    wish = {
        "game": "raise",
        "seats": 4,
        "seat": 2,
        "bots": ["thumb", None],
        "options": {"first_roller": 1},
        "name": "Zoé",
    }
    answer = client.ask("POST", "/tables", wish)
    made = answer.json()
    assert answer.status_code == 201
    assert answer.headers["location"] == f"/api/tables/{made['id']}"
    assert (made["seat"], made["begun"], made["public"]) == (2, False, False)
    assert made["names"][1:] == [None, "Zoé", None]
    assert made["names"][0]
    assert made["bots"] == ["thumb", None, None, None]
    assert made["options"] == {"first_roller": "1"}
    client.table, client.token = made["id"], made["token"]
    assert {key: client.view()[key] for key in made if key != "token"} == {
        key: made[key] for key in made if key != "token"
    }
    full = good(Client(server).ask("POST", "/tables", {"game": "raise", "bots": "random", "seats": None}))
    assert (full["begun"], full["seats"], full["bots"][1:]) == (True, 4, ["random"] * 3)


def test_the_story_is_told_in_the_language_asked_for(server: Server, tables: dict[str, Client]) -> None:
    english, french = (good(tables["over"].ask("GET", accept_language=lang))["story"] for lang in ("en", "fr-CA, en"))
    assert len(english) == len(french) == 30
    assert english != french


def test_a_cookie_is_no_token_and_breaks_nothing(server: Server, tables: dict[str, Client]) -> None:
    private = tables["private"]
    stranger = Client(server, private.table)
    assert code(stranger.ask("GET", cookie=f"tripot={private.token}")) == (404, "table/unknown")
    assert private.ask("GET", cookie="a{b=1").status_code == 200


def test_tokens_and_secrets_are_not_in_the_log(server: Server) -> None:
    clients = people(server, "razzia", 3)
    with sqlite3.connect(server.data / "tripot.sqlite3") as db:
        text = "\n".join(db.iterdump())
    db.close()
    assert clients[0].table in text
    assert not any(client.token in text or client.token in server.said() for client in clients)


# -- Events ----------------------------------------------------------------------------------


def read_events(lines: Iterator[str]) -> Iterator[tuple[int, Any]]:
    """(id, view) of every event."""
    number = -1
    for line in lines:
        if line.startswith("id: "):
            number = int(line[4:])
        elif line.startswith("data: "):
            yield number, json.loads(line[6:])


def test_the_stream_shows_every_seat_its_view_and_can_be_resumed(server: Server) -> None:
    clients = people(server, "hick-hack", 3)
    one, two = clients[0], clients[1]
    auth = {"authorization": f"Bearer {one.token}"}
    with server.http.stream("GET", f"/tables/{one.table}/events", headers=auth) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        events = read_events(stream.iter_lines())
        number, view = next(events)
        assert (number, view) == (one.view()["event"], one.view())
        good(two.move(two.view()["legal_moves"][0], view["number"]))
        later, after = next(events)
        assert (later, after["chosen"], after["your_choice"]) == (number + 1, [1], None)
    good(clients[2].move(clients[2].view()["legal_moves"][0], view["number"]))
    headers = auth | {"last-event-id": str(later)}
    with server.http.stream("GET", f"/tables/{one.table}/events", headers=headers) as stream:
        events = read_events(stream.iter_lines())
        assert next(events) == (later + 1, one.view())
        good(one.move(view["legal_moves"][0], view["number"]))
        assert next(events)[1]["number"] == view["number"] + 1
    now = one.view()
    headers = auth | {"last-event-id": str(now["event"])}
    with server.http.stream("GET", f"/tables/{one.table}/events", headers=headers) as stream:
        seat = now["pending"][0]
        good(clients[seat].move(clients[seat].view()["legal_moves"][0], now["number"]))
        assert next(read_events(stream.iter_lines()))[0] == now["event"] + 1  # what was seen is not told again


def test_the_stream_ends_with_the_game(server: Server) -> None:
    host = open_table(server, "razzia", seats=3, options={"box": "tiny"}, bots="thumb")
    with ThreadPoolExecutor(1) as pool:
        watching = pool.submit(host.ask, "GET", "events")
        host.play(random.Random(3))
        text = watching.result(PATIENCE).text
    views = list(read_events(iter(text.splitlines())))
    assert views[-1] == (host.view()["event"], host.view())
    assert views[-1][1]["over"]
    assert [number for number, _ in views] == sorted({number for number, _ in views})
    assert host.ask("GET", "events", last_event_id=str(views[-1][0])).status_code == 204
    assert "data: " in host.ask("GET", "events", last_event_id="3").text
    assert "data: " in host.ask("GET", "events", last_event_id="what").text


# -- Restart ---------------------------------------------------------------------------------


def test_kill_and_restart_lose_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        clients = people(server, "razzia", 3)
        done = []
        for _ in range(4):
            views = ask_all(clients)
            for seat in (2, 0):
                done.append((seat, views[seat]["legal_moves"][0], views[seat]["number"]))
                good(clients[seat].move(*done[-1][1:]))
            if len(done) < 8:
                good(clients[1].move(views[1]["legal_moves"][0], views[1]["number"]))
        before = [client.ask("GET").text for client in clients]
        assert json.loads(before[1])["chosen"] == [0, 2]
        server.stop(signal.SIGKILL)
        server.start()
        assert [client.ask("GET").text for client in clients] == before
        for seat, move, number in done:  # all posts again: each counts once
            good(clients[seat].move(move, number))
        assert [client.ask("GET").text for client in clients] == before
        view = clients[1].view()
        assert good(clients[1].move(view["legal_moves"][0], view["number"]))["number"] == view["number"] + 1
        assert "Traceback" not in server.said()
