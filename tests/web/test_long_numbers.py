"""Wherever a request can have a number, it can have one of five thousand digits: that is refused, never an error of ours."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

import httpx
import pytest

from tests.waiting import PATIENCE
from tests.web.faults import RELAXED
from tests.web.serving import Server, open_table, serving
from tests.web.wire import Socket
from tripot.play import games
from tripot.web import api, pages
from tripot.web.bodies import BODIES
from tripot.web.option_words import questions

DOINGS = ("sit", "bot", "stand", "begin", "entropy", "move", "take_back", "chat", "vote", "return", "rematch")
IN_FORMS = (
    *("seats", "seat", "decision", "clock", "n0", "c1", "entropy", "name", "text", "move", "bot", "public"),
    *(f"o-{name}" for game in games() for name, *_ in questions(game, "en")),
)
IN_QUERIES = ("n", "seat", "as", "v", "t", "m")
ADDRESSES = sorted(
    {(route.path, method) for route in pages.routes for method in route.methods or ()}
    | {(f"/api{path}", method) for path, resource in api.ADDRESSES.items() for method in resource.handlers}
)
NUMBERS = ("9" * 5000, "1" * 10, "\u0663")


@dataclass
class Place:
    """A server with a running and a finished table, and somebody who sits at both."""

    server: Server
    tables: tuple[str, ...]
    token: str
    client: httpx.Client


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with serving(tmp_path_factory.mktemp("site") / "data", RELAXED) as server, httpx.Client(timeout=PATIENCE) as client:
        done = open_table(server, "razzia", seats=3, options={"box": "tiny"}, bots="thumb")
        done.play(random.Random(3))
        device = "d" * 43
        client.cookies.set("tripot", device)
        table = client.post(f"{server.url}/g/razzia/table", data={"seats": "3"}).headers["location"].rpartition("/")[2]
        for seat in range(3):
            client.post(f"{server.url}/t/{table}/sit", data={"seat": str(seat), "name": f"Ada {seat}"})
        client.post(f"{server.url}/t/{table}/begin")
        yield Place(server, (table, done.table), done.token, client)
        assert "Traceback" not in server.said()


def requests(place: Place, number: str) -> Iterator[tuple[str, str, str, dict[str, str]]]:
    """Every address with the number at every place where it can stand: method, address, body, headers."""
    for path, method in ADDRESSES:
        for table in place.tables:
            for doing in DOINGS if "{what}" in path else ("",):
                there = path.replace(":path", "").format(
                    game="razzia", table=table, what=doing, seat=number, rest=number
                )
                if path.startswith("/api"):
                    yield from api_requests(place, method, there, number)
                elif method == "GET":
                    yield from ((method, f"{there}?{name}={quote(number)}", "", {}) for name in IN_QUERIES)
                elif method == "POST":
                    options = "{game}" in path and table == place.tables[0]
                    names = [name for name in IN_FORMS if options or not name.startswith("o-")]
                    yield from ((method, there, f"{name}={quote(number)}", {}) for name in names)


def api_requests(place: Place, method: str, there: str, number: str) -> Iterator[tuple[str, str, str, dict[str, str]]]:
    headers = {"content-type": "application/json", "authorization": f"Bearer {place.token}"}
    if method == "GET":
        if not there.endswith("/events"):  # a stream, which may go on: see below
            yield method, there, "", headers
        return
    literal = number if number.isascii() else f'"{number}"'
    for name in sorted({name for known in BODIES.values() for name in (*known.needs, *known.may)}):
        value = f'{{"first_roller": {literal}}}' if name == "options" else literal
        rest = "" if name == "game" else ', "game": "raise"'
        yield method, there, f'{{"{name}": {value}{rest}}}', headers
    yield method, there, f'{{"game": "raise", "options": {{"first_roller": "{number}"}}}}', headers


@pytest.mark.parametrize("number", NUMBERS, ids=["5000 digits", "10 digits", "another script"])
def test_a_number_too_long_is_refused_wherever_it_stands(place: Place, number: str) -> None:
    broken = []
    for method, path, body, headers in requests(place, number):
        answer = place.client.request(method, f"{place.server.url}{path}", headers=headers, content=body.encode())
        if answer.status_code >= 500:
            broken.append(f"{method} {path[:60]} {body[:60]}")
    assert broken == []


@pytest.mark.parametrize("number", ["9" * 5000, "1" * 10, "-1"])
def test_a_stream_that_is_asked_for_with_a_long_number_is_a_stream(place: Place, number: str) -> None:
    headers = {"authorization": f"Bearer {place.token}", "last-event-id": number}
    with place.client.stream(
        "GET", f"{place.server.url}/api/tables/{place.tables[1]}/events", headers=headers
    ) as stream:
        assert stream.status_code == 200
        assert next(stream.iter_lines()).startswith("id: ")
    for wanted in (number, f"0-{number}", f"{number}-0"):
        path = f"/t/{place.tables[0]}/stream?as={wanted}"
        with Socket(place.server.port, path, {"cookie": f"tripot={'d' * 43}"}) as socket:
            assert socket.opening.split()[1] == b"101"
            assert b"data-number" in socket.next()
