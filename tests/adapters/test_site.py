"""A model at a table of a real site, over the HTTP API."""

from __future__ import annotations

import json
import random
import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

import tripot
from tests.waiting import PATIENCE
from tests.web.serving import Server, good, open_table, people, serving
from tripot.adapters.mcp import Host
from tripot.adapters.site import SiteTable
from tripot.errors import TripotError

PROGRAM = (sys.executable, "-c", "import sys; from tripot.cli import main; sys.exit(main())")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("site") / "data", PROGRAM) as found:
        yield found


def test_a_whole_game_against_the_bots_of_the_site(server: Server) -> None:
    client = open_table(server, "razzia-knizia", seats=2, bots="random")
    table = SiteTable(server.url, client.table, client.token, patience=PATIENCE, timeout=PATIENCE)
    host, chooser = Host(table), random.Random(1)
    assert "cheque" in table.rules()
    assert "Answer with one of these moves" in table.look()
    assert "no move can be read in 'banana'" in host.play("banana")
    for _ in range(400):
        text = host.play(str(chooser.randrange(len(table.data["legal_moves"])) + 1))
        if table.is_over:
            break
    assert table.verdict is not None
    assert f"You have {table.verdict.result} this game." in text
    assert table.verdict.mistakes == 1
    assert table.verdict.scores == tuple(good(client.ask("GET"))["scores"])
    with pytest.raises(TripotError, match="stays there"):
        host.begin()


def test_who_is_not_asked_is_told_to_wait(server: Server) -> None:
    first, second = people(server, "raise", 2)
    tables = [SiteTable(server.url, each.table, each.token, patience=0.1, show_legal=False) for each in (first, second)]
    assert "Answer with your move." in tables[0].look()
    choice = tables[0].data["legal_moves"][0]
    assert "The others are thinking" in tables[0].play(f"I play {choice.replace('-', ' ')}")
    assert tables[1].is_asked
    other = tables[1].data["legal_moves"][-1]
    tables[1].play(other)
    assert tables[0].look() != ""
    assert tables[0].data["number"] == tables[1].data["number"]


def test_what_the_site_refuses_is_said(server: Server) -> None:
    client = open_table(server, "raise", seats=2, bots="random")
    with pytest.raises(TripotError):
        SiteTable(server.url, client.table, "no-such-token")
    with pytest.raises(TripotError):
        SiteTable(server.url, "no-such-table", client.token)
    with pytest.raises(TripotError, match="does not answer"):
        SiteTable("http://127.0.0.1:9", client.table, client.token)


@pytest.mark.parametrize("name", [game.name for game in tripot.games() if game.least == 2])
def test_a_theme_hides_the_game_at_a_site_too(server: Server, name: str) -> None:
    client = open_table(server, name, seats=2, bots="random")
    table = SiteTable(server.url, client.table, client.token, theme=3, patience=PATIENCE, timeout=PATIENCE)
    assert table.theme is not None
    host = Host(table)
    said = [table.rules(), table.look(), host.play("banana"), host.games()]
    real = table.data["legal_moves"][-1]
    said.append(host.play(real))  # nor is the real word understood
    assert table.mistakes == 2 or not table.theme.words.keys() & set(re.findall("[a-z]+", real))
    before = table.data["number"]
    said.append(host.play(table.theme.hide(table.data["legal_moves"][0])))
    assert table.data["number"] > before or table.is_over
    assert set(re.findall("[a-z]+", "\n".join(said).lower())) & set(table.theme.words) == set()
    assert host.answer(host.begin).startswith("Refused: this seat is at a table of a site")


# -- A site that does not behave ----------------------------------------------------

Answer = Callable[[socket.socket], None]
VIEW = {"seat": 0, "seats": 2, "game": "raise", "over": False, "pending": [], "legal_moves": [], "outcome": None}


def reply(status: str, body: Any, *headers: str) -> Answer:
    """Answer a request with this, and close."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    head = "\r\n".join([f"HTTP/1.1 {status}", f"Content-Length: {len(content)}", "Connection: close", *headers])

    def answer(peer: socket.socket) -> None:
        peer.sendall(head.encode() + b"\r\n\r\n" + content)

    return answer


def cut_off(peer: socket.socket) -> None:
    peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{")


@contextmanager
def bad_site(*answers: Answer | None) -> Iterator[tuple[str, list[float]]]:
    """A small real server: each request gets the next answer, the last one for ever; None is silence. When it was asked, too."""
    asked: list[float] = []
    kept: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with suppress(OSError):  # closed at the end
                while True:
                    peer, _ = listening.accept()
                    kept.append(peer)
                    peer.recv(65536)
                    asked.append(time.monotonic())
                    if (answer := answers[min(len(asked), len(answers)) - 1]) is not None:
                        answer(peer)
                        peer.close()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}", asked
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            thread.join()
            for peer in kept:
                peer.close()


def test_a_site_that_hangs_is_given_up() -> None:
    with (
        bad_site(None) as (url, asked),
        pytest.raises(TripotError, match=r"does not answer; it took longer than 0\.3 sec"),
    ):
        SiteTable(url, "t", "x", timeout=0.3)
    assert len(asked) == 1


def test_a_site_that_hangs_in_the_middle_of_a_game_is_given_up_and_asked_again_later() -> None:
    waiting = reply("200 OK", VIEW | {"begun": False})
    with bad_site(waiting, None, waiting) as (url, _):
        table = SiteTable(url, "t", "x", timeout=3, patience=0)
        host = Host(table)
        assert re.match("Refused: the site at .* does not answer; it took longer", host.answer(table.look))
        assert host.answer(table.look) == "The game has not begun yet; look again later."


def test_what_goes_wrong_at_the_site_is_no_mistake_of_the_player() -> None:
    asked = reply("200 OK", VIEW | {"begun": True, "number": 1, "pending": [0], "legal_moves": ["pass"], "state": {}})
    broken = reply("503 Service Unavailable", {"code": "store/failed", "message": "try again later"})
    with bad_site(asked, broken) as (url, _):
        table = SiteTable(url, "t", "x")
        assert Host(table).answer(lambda: table.play("1")) == "Refused: try again later"
        assert table.mistakes == 0


TOO_MANY = {"code": "request/too_many", "message": "too many requests"}


def test_a_site_that_finds_everything_too_many_is_given_up_after_a_few_tries() -> None:
    with bad_site(reply("429 Too Many Requests", TOO_MANY, "Retry-After: 0")) as (url, asked):
        with pytest.raises(TripotError, match="wants fewer requests, still after 5 tries: too many requests"):
            SiteTable(url, "t", "x")
        assert len(asked) == 5


def test_one_waits_as_long_as_the_site_asks() -> None:
    with bad_site(
        reply("429 Too Many Requests", TOO_MANY, "Retry-After: 1"), reply("200 OK", VIEW | {"begun": False})
    ) as (url, asked):
        assert SiteTable(url, "t", "x").data["seat"] == 0
        assert len(asked) == 2
        assert asked[1] - asked[0] >= 1


@pytest.mark.parametrize("wait", ["3600", "9" * 5000])
def test_one_does_not_wait_for_an_hour(wait: str) -> None:
    with bad_site(reply("429 Too Many Requests", TOO_MANY, f"Retry-After: {wait}")) as (url, asked):
        with pytest.raises(TripotError, match="after one try: too many requests; it asks to wait"):
            SiteTable(url, "t", "x")
        assert len(asked) == 1


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (cut_off, "what it sent was cut off or no JSON"),
        (lambda peer: None, "does not answer"),
        (reply("200 OK", b"<html>"), "what it sent was cut off or no JSON"),
        (reply("200 OK", ["a list"]), "is no table of tripot"),
        (reply("502 Bad Gateway", b"<html>"), "the site answered 502 Bad Gateway"),
    ],
)
def test_what_is_no_answer_is_said_in_one_line(answer: Answer, says: str) -> None:
    with bad_site(answer) as (url, _), pytest.raises(TripotError, match=says):
        SiteTable(url, "t", "x")


def test_an_address_without_a_scheme_is_refused() -> None:
    with pytest.raises(TripotError, match="begins with http:// or https://, not 'localhost:8477'"):
        SiteTable("localhost:8477", "t", "x")
