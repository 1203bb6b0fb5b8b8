"""Connections to a real server process: half-sent requests, too many of them, streams that live on, and the end."""

from __future__ import annotations

import resource
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.waiting import PATIENCE
from tests.web.serving import TRIPOT, Client, Server, good, people, serving
from tests.web.wire import Events, Socket

FILES = 256  # that the server may have open
HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
HALF_BODY = b"POST /lang HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\nlang=fr"
ONE_ANSWER = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
OTHER = "127.0.0.2"  # somebody who is not the proxy of this machine


@pytest.fixture(autouse=True)
def many_files() -> Iterator[None]:
    """This process needs more than the server may have."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def connected(server: Server, data: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
    found = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE, source_address=(source, 0))
    if data:
        found.sendall(data)
    return found


def rest(connection: socket.socket) -> bytes:
    """Everything until the server closes the connection; fails when it does not."""
    data = b""
    with suppress(ConnectionResetError):
        while part := connection.recv(65536):
            data += part
    return data


def streams(stack: ExitStack, server: Server, client: Client) -> list[Events | Socket]:
    """A page's socket and a stream of events, both of which have shown the table once."""
    headers = {"authorization": f"Bearer {client.token}"}
    found: list[Events | Socket] = [
        Socket(server.port, f"/t/{client.table}/stream", {"cookie": f"tripot={client.token}"}),
        Events(server.port, f"/api/tables/{client.table}/events", headers),
    ]
    for stream in found:
        stack.enter_context(stream)
        stream.next()
    return found


def choose(client: Client) -> None:
    view = client.view()
    good(client.move(view["legal_moves"][0], view["number"]))


def test_half_sent_requests_shut_nobody_out(tmp_path: Path) -> None:
    program = ("sh", "-c", f'ulimit -n {FILES} && exec "$@"', "sh", *TRIPOT)
    with serving(tmp_path / "data", program) as server, ExitStack() as stack:
        one, two = people(server, "raise", 2)
        watching = streams(stack, server, one)
        for _ in range(FILES + 100):
            stack.enter_context(connected(server, HALF))
        for _ in range(5):
            with connected(server, ONE_ANSWER) as asking:
                assert asking.recv(65536).startswith(b"HTTP/1.1 200")
        choose(two)
        for stream in watching:
            stream.next()
        assert "Traceback" not in server.said()


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    more = ("--request-timeout", "1", "--connections-per-address", "4")
    with serving(tmp_path_factory.mktemp("site") / "data", more=more) as found:
        yield found
        assert "Traceback" not in found.said()


@pytest.mark.parametrize("data", [b"", b"\r\n", b"GE", HALF, HALF_BODY, HALF_BODY.replace(b"/lang", b"/api/tables")])
def test_a_request_that_does_not_come_is_not_waited_for(strict: Server, data: bytes) -> None:
    with connected(strict, data) as slow:
        assert b"HTTP/1.1 408" in rest(slow)


def test_a_second_request_has_a_deadline_too(strict: Server) -> None:
    for begun in (b"\r\n", HALF):
        with connected(strict, ONE_ANSWER) as slow:
            assert slow.recv(65536).startswith(b"HTTP/1.1 200")
            slow.sendall(begun)
            assert b"HTTP/1.1 408" in rest(slow)


def test_a_request_that_comes_drop_by_drop_has_the_same_deadline(strict: Server) -> None:
    with connected(strict, HALF) as slow:
        slow.settimeout(0.1)
        data = b""
        while b"HTTP/1.1 408" not in data:
            with suppress(TimeoutError):
                data += slow.recv(65536)
            if not data:
                slow.sendall(b"X")


def test_streams_outlive_the_deadline_of_requests(strict: Server) -> None:
    with ExitStack() as stack:
        one, two = people(strict, "raise", 2)
        watching = streams(stack, strict, one)
        with connected(strict, HALF) as later:  # when this one has gone, their deadline is over too
            rest(later)
        choose(two)
        for stream in watching:
            stream.next()


def test_an_address_has_so_many_connections_and_no_more(strict: Server) -> None:
    with ExitStack() as stack:
        one, _ = people(strict, "raise", 2)
        board = (
            f"GET /t/{one.table}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        )
        board += "Sec-WebSocket-Key: dHJpcG90IHRyaXBvdCAhIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        open_ones = [stack.enter_context(connected(strict, board.encode(), OTHER)) for _ in range(4)]
        for each in open_ones:
            assert each.recv(65536).startswith(b"HTTP/1.1 101")
        with connected(strict, ONE_ANSWER, OTHER) as refused:
            assert b"connection/too_many" in rest(refused)
        with connected(strict, ONE_ANSWER) as proxy:  # through which everybody comes
            assert proxy.recv(65536).startswith(b"HTTP/1.1 200")
        open_ones[0].close()
        status = b""
        while not status.startswith(b"HTTP/1.1 200"):  # as soon as the server has noticed
            with connected(strict, ONE_ANSWER, OTHER) as again:
                status = again.recv(65536)


def test_an_open_stream_does_not_hold_up_the_end(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server, ExitStack() as stack:
        one, _ = people(server, "raise", 2)
        watching = streams(stack, server, one)
        server.stop(signal.SIGTERM)
        for stream in watching:
            rest(stream.socket)
        assert "Traceback" not in server.said()
        assert "Cancel" not in server.said()
        server.start()
