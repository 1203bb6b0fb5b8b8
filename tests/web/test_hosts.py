"""The names that a real server answers to, and the address that its links and QR codes have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.web.serving import Server, open_table, serving
from tests.web.wire import Socket
from tripot.web.names import own_address


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("site") / "data") as found:
        yield found
        assert "Traceback" not in found.said()


def answer(server: Server, host: str, path: str = "/") -> httpx.Response:
    return httpx.get(f"{server.url}{path}", headers={"host": host})


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:99", "127.0.0.1:8477", "[::1]", "127.0.0.9"])
def test_on_this_machine_the_site_answers_to_this_machines_names(server: Server, host: str) -> None:
    assert answer(server, host).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "192.0.2.1", "x" * 5000, "a b", "[::1", "localhost:", "é"]
)
def test_on_this_machine_no_foreign_name_can_be_pointed_at_the_site(server: Server, host: str) -> None:
    table = open_table(server, "raise", seats=2).table
    for path in ("/", f"/t/{table}", "/api/games", "/static/style.css"):
        found = httpx.get(f"{server.url}{path}", headers=[(b"host", host.encode())])
        assert (found.status_code, found.json()["code"]) == (421, "request/host")
    if host.isascii():
        with Socket(server.port, f"/t/{table}/stream", {"host": host}) as refused:
            assert refused.opening.split()[1] == b"421"


def link(server: Server, host: str = "127.0.0.1") -> str:
    table = open_table(server, "raise", seats=2).table
    page = answer(server, host, f"/t/{table}").text
    found = re.search(r'<a href="([^"]+)/t/[\w-]+">', page)
    assert found
    assert "qrcode" in page
    return found[1]


def test_a_name_can_be_allowed_and_links_have_it(tmp_path: Path) -> None:
    with serving(tmp_path / "data", more=("--allow-host", "club.example")) as server:
        assert link(server, "club.example:8080") == "http://club.example:8080"
        assert link(server) == "http://127.0.0.1"
        assert answer(server, "evil.example").status_code == 421


def test_links_have_the_public_address_whoever_asks(tmp_path: Path) -> None:
    with serving(tmp_path / "data", more=("--public-url", "https://club.example/")) as server:
        assert {link(server), link(server, "club.example")} == {"https://club.example"}


def test_open_to_all_the_site_answers_to_addresses_and_invites_to_one_that_others_can_reach(tmp_path: Path) -> None:
    with serving(tmp_path / "data", more=("--host", "0.0.0.0")) as server:
        assert answer(server, "192.0.2.1:8477").status_code == 200
        assert answer(server, "evil.example").status_code == 421
        reached = own_address()
        assert link(server) == (f"http://{reached}:{server.port}" if reached else "http://127.0.0.1")
        assert (f"http://{reached}:{server.port}/" in server.said()) == bool(reached)


@pytest.mark.parametrize(
    "url", ["club.example", "ftp://club.example", "https://club.example/?x", "https://club.example/a b", "https://"]
)
def test_a_public_address_that_cannot_be_is_refused_at_once(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    from tripot.cli import main

    assert main(["serve", "--public-url", url]) == 2
    assert "--public-url" in capsys.readouterr().err


def test_the_code_in_the_lobby_is_drawn_once() -> None:
    from tripot.web.drawing import drawn

    drawn.qr_code.cache_clear()
    for _ in range(3):
        assert drawn.qr_code("https://club.example/t/abc") == drawn.qr_code("https://club.example/t/abc")
    assert drawn.qr_code.cache_info().misses == 1
