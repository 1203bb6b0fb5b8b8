"""Several processes on one port: the connections of a table come to one of them, whoever accepted them."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.waiting import until
from tests.web.cluster import Cluster
from tests.web.faults import RELAXED, children
from tests.web.logs import check_whole
from tests.web.serving import Client, Server, people, serving
from tests.web.wire import Socket, Wire
from tripot.web.doors import Doors


@pytest.fixture(scope="module")
def server(postgres: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    more = ("--store", postgres.new_database(), "--processes", "2")
    with serving(tmp_path_factory.mktemp("doors") / "data", RELAXED, more) as server:
        until(lambda: len(children(server)) == 2, "there are not two processes")
        yield server
        check_whole(more[1])
        assert "Traceback" not in server.said()


def holder(server: Server, connection: socket.socket) -> int:
    """The process that has the other end of a connection; 0 if it is on its way."""
    ours = f":{connection.getsockname()[1]:04X}"
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    inodes = {row[9] for row in rows if row[2].endswith(ours)}
    for pid in children(server):
        for file in Path(f"/proc/{pid}/fd").iterdir():
            if (found := re.fullmatch(r"socket:\[(\d+)\]", os.readlink(file))) and found[1] in inodes:
                return pid
    return 0


def stream(server: Server, table: str) -> Socket:
    return Socket(server.port, f"/t/{table}/stream", {"host": f"127.0.0.1:{server.port}"})


def answers(seat: Client) -> bool:
    try:
        return bool(seat.view())
    except httpx.TransportError:  # its connection went with the process
        return False


def test_all_streams_and_requests_of_a_table_are_at_one_process(server: Server) -> None:
    homes: set[int] = set()

    def have_both_a_table() -> bool:
        seat = people(server, "raise", 2)[0]
        table, key = seat.table, {"authorization": f"Bearer {seat.token}"}
        with ExitStack() as stack:
            streams = [stack.enter_context(stream(server, table)) for _ in range(6)]
            assert all(b"data-decision" in one.next() for one in streams)
            asked = [stack.enter_context(Wire(server.port)) for _ in range(6)]
            for one in asked:
                assert one.ask("GET", f"/api/tables/{table}?lang=en", key).startswith(b"HTTP/1.1 200")
            found = {holder(server, one.socket) for one in (*streams, *asked)}
        assert len(found) == 1
        homes.update(found)
        return homes == set(children(server))

    until(have_both_a_table, "one process has all tables")


def test_what_comes_piece_by_piece_is_handed_on_whole(server: Server) -> None:
    seats = people(server, "raise", 2)
    rng = random.Random(1)
    for _ in range(16):  # so often that some connections begin at the wrong process
        for seat in seats:
            view = seat.view()
            if view["seat"] not in view["pending"]:
                continue
            body = f'{{"move": "{rng.choice(view["legal_moves"])}", "number": {view["number"]}}}'.encode()
            lines = [
                f"POST /api/tables/{seat.table}/moves HTTP/1.1",
                "host: 127.0.0.1",
                "content-type: application/json",
            ]
            lines += [f"authorization: Bearer {seat.token}", f"content-length: {len(body)}", "", ""]
            head = "\r\n".join(lines).encode()
            with Wire(server.port) as wire:
                for piece in rng.choice([(head, body), (head[:9], head[9:] + body), (head + body[:5], body[5:])]):
                    wire.socket.sendall(piece)
                    until(lambda wire=wire: holder(server, wire.socket), "nobody has it")  # type: ignore[misc]
                assert wire.file.readline().startswith(b"HTTP/1.1 200")


def test_when_a_process_is_gone_the_other_one_serves_its_tables(server: Server) -> None:
    seat = people(server, "raise", 2)[0]
    table = seat.table
    with stream(server, table) as first:
        home = holder(server, first.socket)
        os.kill(home, signal.SIGKILL)
        until(lambda: home not in children(server), "it is not gone")  # until then its door takes what it cannot serve
    for _ in range(4):
        until(lambda: answers(seat), "nobody serves its table")
        with stream(server, table) as again:
            assert b"data-decision" in again.next()
            assert holder(server, again.socket) != home


def test_nothing_goes_through_a_door_behind_which_nobody_is_or_moves(tmp_path: Path) -> None:
    first, second = Doors(tmp_path, 0, 2), Doors(tmp_path, 1, 2)
    requests = [f"GET /tripot/t/table-{number}/stream HTTP/1.1\r\n".encode() for number in range(64)]
    request, door = next((line, door) for line in requests if (door := first.home(line)))
    assert second.home(request) is None
    assert first.home(b"GET /g/raise/table HTTP/1.1\r\n") is None
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert first.hand_on(door, ours.fileno(), request) is False

        async def serve() -> None:
            taken: list[tuple[socket.socket, bytes]] = []
            second.open(lambda connection, data: taken.append((connection, data)))
            assert first.hand_on(door, ours.fileno(), request) is True
            until(lambda: first.hand_on(door, ours.fileno(), request) is None, "there is room without end")
            os.utime(door, (0, 0))
            assert first.hand_on(door, ours.fileno(), request) is False
            second.live()
            await asyncio.sleep(0)
            second.close()
            assert len(taken) > 1
            for connection, data in taken:
                assert data == request
                with connection:
                    connection.send(b"x")
                    assert theirs.recv(1) == b"x"
            assert first.hand_on(door, ours.fileno(), request) is False

        asyncio.run(serve())
    first.close()
