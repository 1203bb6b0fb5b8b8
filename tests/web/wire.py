"""Connections that keep every byte that a server sends: answers with all their headers, streams frame by frame."""

from __future__ import annotations

import re
import socket
from collections.abc import Mapping
from typing import Self

from tests.waiting import PATIENCE

DATE = re.compile(rb"\r\ndate: [^\r]*", re.IGNORECASE)  # the one header that may differ: every answer has it
HOST = "tripot.test"  # the same for all servers, whatever their port: pages show it
WS_PING, WS_CLOSE = 0x89, b"\x88\x80\x00\x00\x00\x00"
SSE_PING = b"8\r\n: ping\n\n\r\n"


class Wire:
    """A connection to a server."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.file = self.socket.makefile("rb")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()
        self.socket.close()

    def ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> bytes:
        """The whole answer, without its date."""
        head = self.begin(method, path, {**headers, "content-length": str(len(body))} if body else headers, body)
        return head if method == "HEAD" else head + self.body(head)

    def body(self, head: bytes) -> bytes:
        """What follows a head that says how long it is."""
        length = re.search(rb"\r\ncontent-length: (\d+)", head, re.IGNORECASE)
        return self.file.read(int(length[1])) if length else b""

    def begin(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> bytes:
        """Send a request; the head of the answer, without its date."""
        lines = [
            f"{method} {path} HTTP/1.1",
            *(f"{name}: {value}" for name, value in ({"host": HOST, **headers}).items()),
        ]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            line = self.file.readline()
            assert line, f"{method} {path}: the connection ended after {head!r}"
            head += line
        return DATE.sub(b"", head)


class Socket(Wire):
    """A WebSocket of a table's page."""

    def __init__(self, port: int, path: str, headers: Mapping[str, str]) -> None:
        super().__init__(port)
        key = {"sec-websocket-key": "dHJpcG90IHRyaXBvdCAhIQ==", "sec-websocket-version": "13"}
        self.opening = self.begin("GET", path, {**headers, "connection": "Upgrade", "upgrade": "websocket", **key})

    def next(self) -> bytes:
        """The next frame as it was sent. Pings come when it is time, not when something happens: they are answered."""
        while True:
            head = self.file.read(2)
            assert len(head) == 2, "the stream ended"
            size = {126: 2, 127: 8}.get(head[1], 0)
            longer = self.file.read(size)
            data = self.file.read(int.from_bytes(longer, "big") if size else head[1])
            if head[0] != WS_PING:
                return head + longer + data
            self.socket.sendall(bytes((0x8A, 0x80 | len(data))) + bytes(4) + data)

    def rest(self) -> bytes:
        """Say goodbye; the next frame is the server's goodbye."""
        self.socket.sendall(WS_CLOSE)
        frame = self.next()
        assert frame[0] == WS_CLOSE[0], f"after the end came {frame!r}"
        return frame


class Events(Wire):
    """A stream of server-sent events."""

    def __init__(self, port: int, path: str, headers: Mapping[str, str]) -> None:
        super().__init__(port)
        self.opening = self.begin("GET", path, headers)

    def next(self) -> bytes:
        """The next chunk as it was sent, the empty one at the end too; no pings."""
        while True:
            size = self.file.readline()
            assert size, "the stream ended"
            chunk = size + self.file.read(int(size, 16) + 2)
            if chunk != SSE_PING:
                return chunk

    def rest(self) -> bytes:
        """What is left when the game is over."""
        return self.next()
