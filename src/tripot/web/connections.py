"""Connections: how long a request may take to come, how many there are, and who goes when there is no room.

uvicorn waits for ever for the rest of a request, so a thousand half-sent ones would take every file that the process may open.
Here each request has a deadline; an address has its share of connections; and when all are taken, whoever has kept us waiting
longest goes. Streams owe us nothing and live on.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any, Protocol, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from .doors import PAUSE, TRIES, Doors
from .refusals import Refused, status_of
from .security import Open, address_key

REQUEST_SECONDS = 20.0  # for a whole request: it has 8 KB at most
OF_ADDRESS = 2000
FILES = 65_536  # that we ask the system for
OURS = 64  # files that are no connections: the log, the workers' pipes, the listening socket
ANSWER = (
    "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n"
    "cache-control: no-store\r\n\r\n"
)


def most_files() -> int:
    """How many files this process may open, once it has asked for as many as it may have."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wished = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wished:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wished, hard))
    return max(soft, wished)


class Waiting(Protocol):
    """A connection that owes us a request."""

    def drop(self) -> None:
        """Let it go."""


class Gate:
    """Lets connections in. `trusted` are the addresses of proxies: many people come from there."""

    def __init__(self, *, most: int, of_address: int, seconds: float, trusted: frozenset[str]) -> None:
        self.most, self.seconds, self.trusted = most, seconds, trusted
        self.open = 0
        self.waiting: dict[Waiting, None] = {}  # the longest first
        self._addresses = Open(of_address)

    def enter(self, address: str) -> int:
        """Let one more in, and 0; or the status to answer instead."""
        if self._is_counted(address) and not self._addresses.enter(address_key(address)):
            return HTTPStatus.TOO_MANY_REQUESTS
        self.open += 1
        if self.open > self.most:
            if not self.waiting:
                self.leave(address)
                return HTTPStatus.SERVICE_UNAVAILABLE
            longest = next(iter(self.waiting))
            del self.waiting[longest]
            longest.drop()
        return 0

    def leave(self, address: str) -> None:
        """One has gone."""
        self.open -= 1
        if self._is_counted(address):
            self._addresses.leave(address_key(address))

    def _is_counted(self, address: str) -> bool:
        return address not in self.trusted and "*" not in self.trusted


class GuardedConfig(uvicorn.Config):
    """uvicorn's settings, with the gate through which connections come."""

    def __init__(self, app: Any, *, request_seconds: float, of_address: int | None, **settings: Any) -> None:
        super().__init__(app, http=GuardedHttp, ws=GuardedSocket, **settings)
        most = max(1, most_files() - OURS)
        trusted = self.forwarded_allow_ips or ""
        names = trusted.split(",") if isinstance(trusted, str) else trusted
        self.gate = Gate(
            most=most,
            of_address=of_address or min(OF_ADDRESS, max(1, most // 2)),
            seconds=request_seconds,
            trusted=frozenset(name.strip() for name in names),
        )
        self.doors: Doors | None = None
        """To the other processes on the same port."""


def _gate(config: uvicorn.Config) -> Gate:
    return cast("GuardedConfig", config).gate


class GuardedHttp(HttpToolsProtocol):
    """A connection over which requests come, one after the other, each before its deadline."""

    address: str | None = None  # once it has been let in
    deadline: asyncio.TimerHandle | None = None
    handed = b""  # what another process had read before it handed the connection on
    is_ours = False  # whether it stays at this process

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.is_ours = bool(self.handed)
        address = self.client[0] if self.client else ""
        if status := _gate(self.config).enter(address):
            self._answer(Refused("connection/too_many"), status)
        else:
            self.address = address
            self._expect()
            if self.handed:
                self.data_received(self.handed)

    def data_received(self, data: bytes) -> None:
        if self.address is None:
            return  # it was turned away
        if not self.is_ours and not self._stays(data):
            return
        if self.deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._expect()
        super().data_received(data)

    def _stays(self, data: bytes, attempt: int = 0) -> bool:
        """Whether a connection that begins so is served here; else it is handed on, or waits until it can be."""
        doors = cast("GuardedConfig", self.config).doors
        door = doors.home(data) if doors is not None and attempt < TRIES else None
        if doors is not None and door is not None:
            is_taken = doors.hand_on(door, self.transport.get_extra_info("socket").fileno(), data)
            if is_taken:
                self.drop()
                return False
            if is_taken is None:
                self.transport.pause_reading()
                self.loop.call_later(PAUSE, self._try_again, data, attempt + 1)
                return False
        self.is_ours = True
        return True

    def _try_again(self, data: bytes, attempt: int) -> None:
        if not self.transport.is_closing() and self._stays(data, attempt):
            self.transport.resume_reading()
            self.data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._got_it()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.deadline is None and not self.pipeline and not self.transport.is_closing():
            _gate(self.config).waiting[self] = None  # uvicorn closes it after a while without another request

    def handle_websocket_upgrade(self) -> None:
        self._got_it()
        super().handle_websocket_upgrade()  # from here on the connection is the socket's

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._got_it()
        if self.address is not None:
            _gate(self.config).leave(self.address)

    def shutdown(self) -> None:
        """The server closes: answers are finished, but a stream (an answer of no known length) ends here."""
        super().shutdown()
        if self.cycle and self.cycle.chunked_encoding and not self.cycle.response_complete:
            self.transport.close()

    def drop(self) -> None:
        """Make room."""
        self._got_it()
        self.transport.abort()

    def _expect(self) -> None:
        """Begin to wait for a request, or for the rest of it."""
        if self.deadline is None:
            gate = _gate(self.config)
            gate.waiting[self] = None
            self.deadline = self.loop.call_later(gate.seconds, self._too_late)

    def _got_it(self) -> None:
        _gate(self.config).waiting.pop(self, None)
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def _too_late(self) -> None:
        self._got_it()
        if self.cycle and self.cycle.response_started and not self.cycle.response_complete:
            self.transport.close()
        else:
            late = Refused("request/too_slow")
            self._answer(late, status_of(late))

    def _answer(self, refused: Refused, status: int) -> None:
        body = f'{{"code":"{refused.code}","message":"{refused}"}}'
        first = f"{status} {HTTPStatus(status).phrase}"
        self.transport.write((ANSWER.format(status=first, length=len(body)) + body).encode())
        self.transport.close()


WIRE = "tripot.wire"  # among the extensions of a WebSocket's scope: the connection itself
TEXT_FRAME = 0x81  # a whole message of text (RFC 6455, 5.2)
SHORT, MEDIUM = 126, 127  # marks of a length in two bytes, and in eight


class Listener(Protocol):
    """Whoever is told by a connection itself what happens to it."""

    def hear(self, text: str) -> None:
        """A message has come."""

    def set(self) -> None:
        """There is room to write again."""


class GuardedSocket(WebSocketsSansIOProtocol):
    """A WebSocket, which came in as a request and is counted until it has gone.

    Once the application has accepted it, it may be attached to a listener, which then reads and writes messages without a task
    that waits for each. We do not compress (`ws_per_message_deflate`), so a message is its length and itself.
    """

    listener: Listener | None = None
    heard_at = 0.0  # when something last came from the other side

    def attach(self, listener: Listener | None) -> None:
        """Tell this one from now on, or nobody."""
        self.listener = listener

    @property
    def has_room(self) -> bool:
        """Whether what was written has gone, or nearly."""
        return self.writable.is_set()

    def write_text(self, text: bytes) -> None:
        """Send a message."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        size = len(text)
        if size < SHORT:
            head = bytes((TEXT_FRAME, size))
        elif size < 1 << 16:
            head = bytes((TEXT_FRAME, SHORT)) + size.to_bytes(2, "big")
        else:
            head = bytes((TEXT_FRAME, MEDIUM)) + size.to_bytes(8, "big")
        self.transport.write(head + text)

    def pause(self) -> None:
        """Read no more for now."""
        self.transport.pause_reading()

    def resume(self) -> None:
        """Read on."""
        self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        self.heard_at = self.loop.time()
        super().data_received(data)

    def send_keepalive_ping(self) -> None:
        """See whether the other side is still there, unless it has just said something."""
        assert self.ping_interval is not None
        left = self.heard_at + self.ping_interval - self.loop.time()
        if left > self.ping_interval / 4:
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """The answer to a ping has not come; but who has said something else since is there."""
        if self.heard_at <= self.ping_sent_at:
            super().keepalive_timeout()
            return
        self.pong_timer = self.pending_ping_payload = None
        self.schedule_ping()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # it was not refused
            cast("dict[str, Any]", self.scope["extensions"])[WIRE] = self

    def handle_text(self, event: Frame) -> None:
        if self.listener is None or not event.fin or self.close_sent:
            super().handle_text(event)
            return
        try:
            text = bytes(event.data).decode()
        except UnicodeDecodeError:
            super().handle_text(event)  # which says so
        else:
            self.listener.hear(text)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.listener is not None:
            self.listener.set()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        _gate(self.config).leave(self.client[0] if self.client else "")
