"""Requests sent again because their answer was lost, and streams that are too many: a real server process, real requests."""

from __future__ import annotations

import secrets
import signal
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.waiting import until
from tests.web.faults import RELAXED
from tests.web.serving import Client, Server, code, good, open_table, people, serving, sit
from tests.web.wire import Events, Socket

NEW = {
    "game": "raise",
    "seats": 3,
    "bots": [None, "thumb"],
    "options": {"first_roller": 1},
    "name": "Ada",
    "pledge": "0f" * 32,
}
SAME = ("id", "seat", "token")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("site") / "data", RELAXED) as found:
        yield found
        assert found.process.poll() is None
        assert "Traceback" not in found.said()


# -- Keys ------------------------------------------------------------------------------------


def open_with(server: Server, key: str, **facts: Any) -> httpx.Response:
    return Client(server).ask("POST", "/tables", NEW | facts, idempotency_key=key)


def sit_with(server: Server, table: str, seat: int, key: str, **facts: Any) -> httpx.Response:
    return Client(server, table).ask("POST", f"seats/{seat}", facts, idempotency_key=key)


def what(answer: httpx.Response) -> list[Any]:
    data = good(answer)
    return [answer.status_code, answer.headers.get("location"), *(data[name] for name in SAME)]


def count_tables(server: Server) -> int:
    with sqlite3.connect(server.data / "tripot.sqlite3") as db:
        found: int = db.execute("SELECT count(DISTINCT table_id) FROM events").fetchone()[0]
    db.close()
    return found


def test_a_table_opened_twice_with_one_key_is_one_table(server: Server) -> None:
    before, key = count_tables(server), secrets.token_urlsafe(16)
    with ThreadPoolExecutor(4) as pool:  # at the same time
        answers = list(pool.map(lambda _: what(open_with(server, key)), range(4)))
    answers.append(what(open_with(server, key)))
    assert answers == answers[:1] * 5
    assert count_tables(server) == before + 1
    status, location, table, seat, token = answers[0]
    assert (status, location, seat) == (201, f"/api/tables/{table}", 0)
    view = Client(server, table, token).view()
    assert (view["names"][0], view["bots"], view["event"]) == ("Ada", [None, None, "thumb"], 3)
    assert what(open_with(server, secrets.token_urlsafe(16)))[2] != table


def test_a_seat_taken_twice_with_one_key_is_taken_once(server: Server) -> None:
    host, key = open_table(server, "razzia", seats=3, bots=[None, "thumb"]), secrets.token_urlsafe(48)
    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(lambda _: what(sit_with(server, host.table, 1, key, name="Bo")), range(3)))
    good(host.ask("POST", "begin"))
    answers.append(what(sit_with(server, host.table, 1, key, name="Bo")))  # also when it is too late for others
    assert answers == answers[:1] * 4
    assert host.view()["names"][1] == "Bo"
    assert Client(server, host.table, answers[0][-1]).view()["seat"] == 1
    assert code(sit_with(server, host.table, 1, secrets.token_urlsafe(48), name="Bo")) == (409, "table/begun")


@pytest.mark.parametrize(
    "other",
    [
        {"game": "razzia"},
        {"seats": 4},
        {"options": {}},
        {"public": True},
        {"seat": 1},
        {"name": "Bo"},
        {"pledge": ""},
        {"bots": [None, "random"]},
        {"bots": ["thumb", None]},
        {"bots": [None, None]},
        {"bots": ["thumb", "thumb"]},
        {"bots": "thumb"},
        {"bots": None},
    ],
)
def test_a_key_is_for_one_request(server: Server, other: dict[str, Any]) -> None:
    key = secrets.token_urlsafe(16)
    made = good(open_with(server, key))
    assert code(open_with(server, key, **other | ({"options": {}} if "game" in other else {}))) == (
        409,
        "request/key_used",
    )
    assert Client(server, made["id"], made["token"]).view()["event"] == made["event"]


def test_a_key_of_a_seat_is_for_that_seat_and_name(server: Server) -> None:
    host, key = open_table(server, "raise", seats=4), secrets.token_urlsafe(16)
    one, two = (good(sit_with(server, host.table, seat, key, name="Bo")) for seat in (1, 2))
    assert one["token"] != two["token"]
    assert code(sit_with(server, host.table, 1, key, name="Eve")) == (409, "request/key_used")
    assert code(sit_with(server, host.table, 0, key, name="Bo")) == (409, "seat/taken")
    assert code(sit_with(server, host.table, 9, key, name="Bo")) == (404, "seat/unknown")


def test_a_key_outlives_a_restart_and_nobody_can_read_it_from_the_files(tmp_path: Path) -> None:
    key, other = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
    with serving(tmp_path / "data", RELAXED) as server:
        made = what(open_with(server, key, bots=[None, None]))
        seated = what(sit_with(server, made[2], 1, other))
        server.stop(signal.SIGKILL)
        server.start()
        assert what(open_with(server, key, bots=[None, None])) == made
        assert what(sit_with(server, made[2], 1, other)) == seated
        with sqlite3.connect(server.data / "tripot.sqlite3") as db:
            text = "\n".join(db.iterdump())
        db.close()
        for secret in (key, other, made[-1], seated[-1]):
            assert secret not in text
            assert secret not in server.said()


def test_opening_that_was_cut_short_is_carried_on(tmp_path: Path) -> None:
    """As if the server had been killed after any of the events that opening a table writes."""
    key, wish = secrets.token_urlsafe(16), {"bots": "random", "options": {"box": "tiny"}}
    with serving(tmp_path / "data", RELAXED) as server:
        made = what(open_with(server, key, **wish))
        for kept in range(5):
            server.stop(signal.SIGKILL)
            with sqlite3.connect(server.data / "tripot.sqlite3") as db:
                db.execute("DELETE FROM events WHERE number >= ?", (kept,))
            db.close()
            server.start()
            assert what(open_with(server, key, **wish)) == made
            view = Client(server, made[2], made[-1]).view()
            assert (view["begun"] or view["owing"] == [0], view["names"][0], view["bots"][1:]) == (
                True,
                "Ada",
                ["random"] * 2,
            )
        assert "Traceback" not in server.said()


# -- Streams ----------------------------------------------------------------------------------


def events(server: Server, client: Client, address: str = "192.0.2.1") -> Events:
    headers = {"authorization": f"Bearer {client.token}", "x-forwarded-for": address}
    return Events(server.port, f"/api/tables/{client.table}/events", headers)


def board(server: Server, client: Client, address: str = "192.0.2.1") -> Socket:
    headers = {"cookie": f"tripot={client.token}", "x-forwarded-for": address}
    return Socket(server.port, f"/t/{client.table}/stream", headers)


Stream = Events | Socket


def status(stream: Stream) -> int:
    return int(stream.opening.split()[1])


def kept(stack: ExitStack, stream: Stream) -> Stream:
    """The stream, open until the stack is left."""
    stack.enter_context(stream)
    return stream


def test_a_device_has_so_many_streams_and_no_more(server: Server) -> None:
    one, two = people(server, "raise", 2)
    with ExitStack() as stack:
        for number in range(20):
            stream = kept(stack, (events, board)[number % 2](server, one))
            assert status(stream) in (200, 101)
            stream.next()
        for kind in (events, board):
            refused = kept(stack, kind(server, one))
            assert status(refused) == 429
            assert b"20 streams are open from this device or token already" in refused.body(refused.opening)
        assert b"retry-after: 15" in kept(stack, events(server, one)).opening
        assert status(kept(stack, events(server, two))) == 200
        assert status(kept(stack, board(server, two))) == 101

    def is_let_in() -> bool:
        with events(server, one) as found:
            return status(found) != 429

    until(is_let_in, "the server does not notice that they have gone")


def test_an_address_has_so_many_streams_and_no_more(tmp_path: Path) -> None:
    with serving(tmp_path / "data", more=("--streams-per-address", "3")) as server, ExitStack() as stack:
        host = open_table(server, "razzia", seats=3, public=True)
        guest = sit(server, host.table, 1)
        spectator = Client(server, host.table, "w" * 43)
        for kind, client in ((events, host), (board, guest), (board, spectator)):
            assert status(kept(stack, kind(server, client))) in (200, 101)
        for kind, client in ((events, guest), (board, spectator)):
            stream = kept(stack, kind(server, client))
            assert status(stream) == 429
            assert b"3 streams are open from this address already" in stream.body(stream.opening)
        assert status(kept(stack, events(server, guest, "192.0.2.2"))) == 200
