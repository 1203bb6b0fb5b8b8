"""Moves by the open connection of a table's page: the board shows them, and what is refused is answered in the reader's words."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.web.serving import Client, Server, people, serving
from tests.web.wire import Socket, Wire
from tripot.web.security import MAX_FRAME, MOVES
from tripot.web.stream import MOST_WAITING

GAME, SEATS = "hick-hack", 3
TEXT, CLOSE = 0x81, 0x88
DECISION = re.compile(r'data-decision="(\d+)"')
SHOWN = re.compile(r' data-shown="(\w+)"')


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("site") / "data") as server:
        yield server


class Page(Socket):
    """The connection of somebody's page."""

    def __init__(self, server: Server, table: str, token: str = "", lang: str = "en", shown: str = "") -> None:
        headers = {"accept-language": lang} | ({"cookie": f"tripot={token}"} if token else {})
        super().__init__(server.port, f"/t/{table}/stream{shown and f'?shown={shown}'}", headers)

    def send(self, text: str) -> None:
        data = text.encode()
        length = bytes((0x80 | len(data),)) if len(data) < 126 else bytes((0x80 | 126,)) + len(data).to_bytes(2, "big")
        self.socket.sendall(bytes((TEXT,)) + length + bytes(4) + data)

    def text(self) -> str:
        frame = self.next()
        assert frame[0] == TEXT
        return frame[{126: 4, 127: 10}.get(frame[1], 2) :].decode()

    def refusal(self) -> Any:
        """The answer to what was refused; boards may come before it."""
        while (text := self.text()).startswith("<"):
            pass
        return json.loads(text)

    def code(self) -> str:
        return str(self.refusal()["code"])


def form_of(board: str, client: Client) -> dict[str, str]:
    """The form of a move that is possible there."""
    decision = DECISION.search(board)
    assert decision
    return {"decision": decision[1], "move": client.view()["legal_moves"][0]}


def test_moves_come_by_the_connection_and_all_see_what_became_of_them(server: Server) -> None:
    clients = people(server, GAME, SEATS)
    with ExitStack() as stack:
        pages = [stack.enter_context(Page(server, client.table, client.token)) for client in clients]
        forms = [form_of(page.text(), client) for page, client in zip(pages, clients, strict=True)]
        for page, form in zip(pages, forms, strict=True):
            page.send(json.dumps(form))
        for page, form in zip(pages, forms, strict=True):
            while f'data-decision="{form["decision"]}"' in (board := page.text()):
                assert "data-part" in board
            assert 'id="beats"' in board  # all cards are turned up


def test_a_page_that_shows_the_table_as_it_is_gets_only_what_changes(server: Server) -> None:
    ada, bo, _ = people(server, GAME, SEATS)
    with Page(server, ada.table, ada.token) as page:
        board = page.text()
        shown = SHOWN.search(page_of(server, ada))
        assert shown
    with (
        Page(server, ada.table, ada.token, shown=shown[1]) as same,
        Page(server, ada.table, ada.token, shown=shown[1][::-1]) as another,
        Page(server, bo.table, bo.token, shown=shown[1]) as mine,
    ):
        assert another.text() == board
        assert "data-part" not in mine.text(), "what Ada's page shows is not what Bo's does"
        mine.send(json.dumps(form_of(board, bo)))
        assert same.text() == another.text() != board
        assert mine.text().startswith("<")


def page_of(server: Server, client: Client) -> str:
    """The table's page."""
    with Wire(server.port) as wire:
        headers = {"accept-language": "en", "cookie": f"tripot={client.token}"}
        return wire.ask("GET", f"/t/{client.table}", headers).decode()


def test_what_cannot_be_a_move_is_refused_with_its_code_and_the_connection_lives_on(server: Server) -> None:
    ada, bo, _ = people(server, GAME, SEATS)
    with Page(server, ada.table, ada.token) as page:
        form = form_of(page.text(), bo)
        for text in ("", "no", "[]", "1", '{"move": 1}', "[" * 900):
            page.send(text)
            assert page.code() == "request/bad", text[:20]
    wrong = {
        "move/stale": form | {"decision": "99"},
        "request/bad": form | {"decision": "x"},
        "move/unreadable": form | {"move": "nonsense"},
        "seat/not_yours": form | {"seat": "0"},
        "move/nothing": {"decision": form["decision"]},
    }
    with Page(server, bo.table, bo.token) as page:
        page.text()
        for code, sent in wrong.items():
            page.send(json.dumps(sent))
            assert page.code() == code
        page.send(json.dumps(form))
        assert page.text().startswith("<")
        page.send("x" * (MAX_FRAME + 1))
        assert page.next()[0] == CLOSE


def test_a_spectator_may_not_move_and_is_told_in_their_language(server: Server) -> None:
    ada = people(server, GAME, SEATS, public=True)[0]
    with Page(server, ada.table, lang="fr") as page:
        page.text()
        page.send(json.dumps({"decision": "1", "move": "x"}))
        refusal = page.refusal()
    assert refusal["code"] == "seat/not_yours"
    assert refusal["message"].startswith("Cette place n’est pas à toi")


def test_many_moves_at_once_are_answered_one_after_the_other(tmp_path: Path) -> None:
    wrong = ["move/stale", "request/bad", "move/nothing"] * MOST_WAITING  # more than wait at a time
    with serving(tmp_path / "data", more=("--moves-per-second", "1000", "--acts-per-second", "1000")) as server:
        ada = people(server, GAME, SEATS)[0]
        forms = {"move/stale": {"decision": "99", "move": ada.view()["legal_moves"][0]}, "request/bad": 1}
        with Page(server, ada.table, ada.token) as page:
            page.text()
            for code in wrong:
                page.send(json.dumps(forms.get(code, {"decision": "1"})))
            assert [page.code() for _ in wrong] == wrong


def test_moves_by_a_connection_are_limited_as_posts_are(server: Server) -> None:
    ada = people(server, GAME, SEATS)[0]
    with Page(server, ada.table, ada.token) as page:
        page.text()
        for _ in range(MOVES.burst + 2):
            page.send(json.dumps({"decision": "99", "move": "x"}))
        codes = [page.code() for _ in range(MOVES.burst + 2)]
    assert "request/too_many" in codes


def test_a_server_that_is_stopped_has_the_moves_that_it_has_shown(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        ada = people(server, GAME, SEATS)[0]
        with Page(server, ada.table, ada.token) as page:
            page.send(json.dumps(form_of(page.text(), ada)))
            page.text()
            chosen = ada.view()
        server.stop(signal.SIGKILL)
        server.start()
        assert ada.view() == chosen
