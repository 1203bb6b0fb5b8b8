"""Tables of another version of the rules, and damaged logs: played by their own rules, or shown as what they were."""

from __future__ import annotations

import json
import random
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

import tripot
from tests.web.serving import Client, Server, code, good, open_table, people, serving, sit
from tests.web.wire import Wire
from tests.web.write_site import events_digest, good_text
from tripot.web.checking import is_fair

SITES = Path(__file__).with_name("sites")
RELAXED = (sys.executable, str(Path(__file__).with_name("relaxed.py")))
TOMORROW = (sys.executable, str(Path(__file__).with_name("tomorrow.py")))
CARDS = {token for game in tripot.games() for token in game.spelling.outcomes if re.search(r"\d", token)}
UPGRADE = {"upgrade": "websocket", "connection": "Upgrade", "sec-websocket-version": "13"}
UPGRADE |= {"sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ=="}


def unpacked(name: str, folder: Path) -> list[dict[str, Any]]:
    """A data folder that an earlier version has left, and what that version showed of its tables."""
    folder.mkdir()
    with closing(sqlite3.connect(folder / "tripot.sqlite3")) as db:
        db.executescript((SITES / f"{name}.sql").read_text(encoding="utf-8"))
    tables: list[dict[str, Any]] = json.loads((SITES / f"{name}.json").read_text(encoding="utf-8"))["tables"]
    return tables


def seated(server: Server, table: dict[str, Any]) -> dict[int, Client]:
    return {int(seat): Client(server, table["id"], token) for seat, token in table["tokens"].items()}


# -- Rules that are still known ----------------------------------------------------------------


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[dict[str, Any]]]]:
    data = tmp_path_factory.mktemp("earlier") / "data"
    tables = unpacked("rules_1", data)
    with serving(data, RELAXED) as server:
        yield server, tables
        assert "cannot be replayed" not in server.said()


def test_finished_tables_show_the_results_and_records_that_they_had(
    earlier: tuple[Server, list[dict[str, Any]]],
) -> None:
    server, tables = earlier
    finished = [table for table in tables if "outcome" in table]
    assert {table["game"] for table in finished} == {game.name for game in tripot.games()}
    for table in finished:
        client = seated(server, table)[0]
        view = client.view()
        assert (view["outcome"], view["scores"]) == (table["outcome"], table["scores"]), table
        assert view["rules"] == 1
        assert events_digest(good_text(client.ask("GET", "record"))) == table["events"]
        download = httpx.get(f"{server.url}/t/{table['id']}/record").text
        assert events_digest(download) == table["events"]
        record = tripot.parse_record(download)
        assert record.rules == 1
        if "duels of two cards" in table["what"]:  # by the rules of today it could not have been played
            with pytest.raises(tripot.TripotError):
                tripot.replay(download.replace("\nrules 1\n", "\nrules 2\n"))
        assert is_fair(record)
        for page in ("", "/replay?n=9", "/verify"):
            assert httpx.get(f"{server.url}/t/{table['id']}{page}").status_code == 200


def test_running_tables_stand_where_they_stood_and_go_on_to_their_end(
    earlier: tuple[Server, list[dict[str, Any]]],
) -> None:
    server, tables = earlier
    running = [table for table in tables if "outcome" not in table and table["what"] != "lobby"]
    assert len(running) == 5
    chooser = random.Random(3)
    for table in running:
        clients = seated(server, table)
        view = clients[0].view()
        assert {key: view[key] for key in ("number", "scores", "names")} == {
            key: table[key] for key in ("number", "scores", "names")
        }
        assert set(view["chosen"]) >= set(table["chosen"])
        while not view["over"]:
            for seat, client in clients.items():
                view = client.view()
                if seat in view["pending"]:
                    client.move(chooser.choice(view["legal_moves"]), view["number"])
        text = good_text(clients[0].ask("GET", "record"))
        assert "\nrules 1\n" in text
        assert tripot.replay(text).scores == tuple(view["outcome"]["scores"])


def test_a_lobby_of_an_earlier_version_begins_by_its_own_rules(earlier: tuple[Server, list[dict[str, Any]]]) -> None:
    server, tables = earlier
    (table,) = [table for table in tables if table["what"] == "lobby"]
    for seat in range(1, table["seats"]):
        sit(server, table["id"], seat)
    assert good(seated(server, table)[0].ask("POST", "begin"))["rules"] == 1


# -- Rules that are not known, and logs that cannot be read ------------------------------------


def plant(folder: Path, table: str, **changes: object) -> None:
    """Change what the first event of a table says."""
    with closing(sqlite3.connect(folder / "tripot.sqlite3")) as db, db:
        (body,) = db.execute("SELECT body FROM events WHERE table_id = ? AND number = 0", (table,)).fetchone()
        changed = json.dumps(json.loads(body) | changes)
        db.execute("UPDATE events SET body = ? WHERE table_id = ? AND number = 0", (changed, table))


def everything(server: Server, table: str, token: str) -> dict[str, httpx.Response]:
    """Every address of a table, asked by a stranger (pages, in both languages) and by a seat."""
    found = {}
    seat = {"authorization": f"Bearer {token}"}
    for page in ("", "/record", "/replay", "/verify"):
        for lang in ("en", "fr"):
            found[f"{lang} {page}"] = httpx.get(f"{server.url}/t/{table}{page}", headers={"accept-language": lang})
    for what in ("move", "chat", "begin", "vote", "take_back"):
        form = {"seat": "0", "decision": "1", "move": "pass", "text": "hello"}
        found[what] = httpx.post(f"{server.url}/t/{table}/{what}", data=form, headers=seat | {"x-tripot": "1"})
    client = Client(server, table, token)
    for path in ("", "record", "events"):
        found[f"GET {path}"] = client.ask("GET", path)
    found["POST moves"] = client.move("pass", 1)
    found["POST begin"] = client.ask("POST", "begin")
    found["DELETE moves"] = client.ask("DELETE", "moves", {"number": 1})
    return found


def shows_no_card(answers: dict[str, httpx.Response]) -> None:
    for where, answer in answers.items():
        words = set(re.findall(r"[a-z0-9-]+", answer.text))
        assert answer.status_code < 500, where
        assert not words & CARDS, (where, words & CARDS)


def stream_status(server: Server, table: str) -> bytes:
    with Wire(server.port) as wire:
        return wire.begin("GET", f"/t/{table}/stream", UPGRADE).split()[1]


def lists_are_whole(server: Server, tokens: list[str]) -> None:
    assert httpx.get(server.url).status_code == 200
    for token in tokens:
        mine = httpx.get(f"{server.url}/mine", headers={"authorization": f"Bearer {token}"})
        assert mine.status_code == 200
        assert "/t/" in mine.text


@pytest.fixture(scope="module")
def unknown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[dict[str, Any]]]]:
    """Tables of rules versions that nobody here plays by, older and newer ones."""
    data = tmp_path_factory.mktemp("unknown") / "data"
    tables = unpacked("rules_1", data)
    for number, table in enumerate(tables):
        table["rules"] = (0, 99)[number % 2]
        plant(data, table["id"], rules=table["rules"])
    with serving(data, RELAXED) as server:
        yield server, tables


def test_a_running_table_of_unknown_rules_says_so_and_shows_nobodys_cards(
    unknown: tuple[Server, list[dict[str, Any]]],
) -> None:
    server, tables = unknown
    running = [table for table in tables if "outcome" not in table]
    assert {table["rules"] for table in running} == {0, 99}
    for table in running:
        answers = everything(server, table["id"], table["tokens"]["0"])
        shows_no_card(answers)
        for where, answer in answers.items():
            assert answer.status_code == 409, where
            if where.split()[0] not in ("en", "fr"):
                assert code(answer) == (409, "table/other_rules"), where
        assert f"version {table['rules']} of the rules" in answers["en "].text
        assert f"version {table['rules']} des règles" in answers["fr "].text
        assert stream_status(server, table["id"]) == b"403"
        if not table["what"].startswith(("lobby", "running, one voted")):  # a stranger: the table is not public
            assert code(Client(server, table["id"]).ask("GET")) == (404, "table/unknown")
    lists_are_whole(server, [table["tokens"]["0"] for table in running])
    said = server.said().splitlines()
    for table in running:
        (line,) = [line for line in said if table["id"] in line]
        assert line.endswith(f" WARNING table {table['id']} cannot be replayed: event 0, UnknownRules")


def test_a_finished_table_whose_result_was_not_kept_does_not_invent_one(
    unknown: tuple[Server, list[dict[str, Any]]],
) -> None:
    server, tables = unknown
    for table in [table for table in tables if "outcome" in table]:
        view = Client(server, table["id"], table["tokens"]["0"]).view()
        assert (view["over"], view["outcome"], view["scores"]) == (True, None, [])
        page = httpx.get(f"{server.url}/t/{table['id']}", headers={"accept-language": "en"}).text
        assert "How it ended was not written down" in page
        record = httpx.get(f"{server.url}/t/{table['id']}/record").text
        assert f"\nrules {table['rules']}\n" in record
        ended = f"end {' '.join(map(str, table['scores']))}\n"
        assert events_digest(record + ended) == table["events"]


def test_a_finished_table_outlives_its_rules(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, RELAXED) as server:
        clients = people(server, "raise", 2, options={"box": "tiny"}, public=True)
        chooser = random.Random(1)
        while not (view := clients[0].view())["over"]:
            for client in clients:
                view = client.view()
                if view["seat"] in view["pending"]:
                    good(client.move(chooser.choice(view["legal_moves"]), view["number"]))
        download = httpx.get(f"{server.url}/t/{clients[0].table}/record").text
        running = people(server, "raise", 2)[0]
        other = open_table(server, "razzia-knizia", seats=2, bots="random", public=True)
        server.stop()
    with serving(data, TOMORROW) as server:
        over = Client(server, clients[0].table, clients[0].token)
        now = over.view()
        assert (now["outcome"], now["scores"], now["over"]) == (view["outcome"], view["scores"], True)
        assert (now["names"], now["rules"], now["secret"]) == (view["names"], 1, view["secret"])
        assert now["state"] is None
        assert httpx.get(f"{server.url}/t/{over.table}/record").text == download
        page = httpx.get(f"{server.url}/t/{over.table}", headers={"accept-language": "fr"}).text
        assert "version 1 des règles" in page
        for points in view["scores"]:
            assert f">{points}</td>" in page
        assert code(over.move("pass", now["number"])) == (409, "table/other_rules")
        assert over.ask("GET", "events").text.count("event: view") == 1
        for part in ("replay", "verify"):
            assert httpx.get(f"{server.url}/t/{over.table}/{part}").status_code == 409
        assert code(Client(server, running.table, running.token).ask("GET")) == (409, "table/other_rules")
        assert good(Client(server, other.table).ask("GET"))["rules"] == 1  # the other games play on
        assert good(Client(server).ask("POST", "/tables", {"game": "raise", "seats": 2}))["rules"] == 7
        lists_are_whole(server, [over.token, running.token])
    assert tripot.replay(download).scores == tuple(view["scores"])


DAMAGES = {
    "a card that is in nobody's hand": (
        'UPDATE events SET body = replace(body, \'chance":["\', \'chance":["die-6","\')',
        1,
    ),
    "half an event": ("UPDATE events SET body = substr(body, 1, length(body) / 2)", 1),
    "an event of another kind": ("UPDATE events SET kind = 'danced'", 1),
    "an event without its move": ("UPDATE events SET body = '{\"seat\":0}'", 1),
    "an event that is missing": ("DELETE FROM events", 1),
    "a first event that says nothing": ("UPDATE events SET body = '{}'", 0),
    "a game that is not here": ('UPDATE events SET body = replace(body, \'"game":"\', \'"game":"old-\')', 0),
}


def damage(folder: Path, table: str, what: str) -> None:
    statement, place = DAMAGES[what]
    with closing(sqlite3.connect(folder / "tripot.sqlite3")) as db, db:
        rows = "SELECT number FROM events WHERE table_id = ? AND (number = 0 OR kind IN ('begun', 'moved', 'revealed'))"
        numbers = [number for (number,) in db.execute(rows, (table,))]
        done = db.execute(f"{statement} WHERE table_id = ? AND number = ?", (table, numbers[place])).rowcount
        assert done == 1


def test_a_damaged_log_is_refused_clearly_and_once_in_the_servers_log(tmp_path: Path) -> None:
    data = tmp_path / "data"
    tables = unpacked("rules_1", data)
    begun = sorted((table for table in tables if table["what"] != "lobby"), key=lambda table: "outcome" in table)
    damaged = list(zip(DAMAGES, begun, strict=False))
    assert len(damaged) == len(DAMAGES)
    for what, table in damaged:
        damage(data, table["id"], what)
    with serving(data, RELAXED) as server:
        for what, table in damaged:
            answers = everything(server, table["id"], table["tokens"]["0"])
            shows_no_card(answers)
            if "outcome" in table and DAMAGES[what][1]:
                continue  # it is over, and that is shown
            for where, answer in answers.items():
                assert answer.status_code in (404, 409), (what, where)  # 404: not even who sits there is known
            assert "damaged" in answers["en "].text, what
            assert "abîmé" in answers["fr "].text, what
            assert stream_status(server, table["id"]) == b"403"
        lists_are_whole(server, [table["tokens"]["0"] for table in tables])
        said = server.said()
    for _, table in damaged:
        (line,) = [line for line in said.splitlines() if table["id"] in line]
        assert re.fullmatch(rf".* WARNING table {table['id']} cannot be replayed: event \d+, \w+", line)
    assert "Traceback" not in said


def test_a_game_whose_log_ends_otherwise_than_it_says_is_not_given_another_result(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, RELAXED) as server:
        table = open_table(server, "razzia", seats=3, options={"box": "tiny"}, bots="random", public=True)
        table.play(random.Random(2))
        server.stop()
    with closing(sqlite3.connect(data / "tripot.sqlite3")) as db, db:
        kept = json.dumps({"scores": [1, 2, 3], "winners": [2]})
        assert db.execute("UPDATE events SET body = ? WHERE kind = 'ended'", (kept,)).rowcount == 1
    with serving(data, RELAXED) as server:
        view = Client(server, table.table, table.token).view()
        assert view["outcome"] == {"scores": [1, 2, 3], "winners": [2]}
        assert view["state"] is None
        assert server.said().count("cannot be replayed") == 1
