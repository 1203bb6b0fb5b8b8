"""A request put to an application by hand: exactly these headers and chunks, no browser or client in between."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Scope

HOST = {"host": "tripot.lan"}


@dataclass
class Answer:
    """What came back; a socket that was accepted has status 101, one that was only closed 0."""

    status: int = 0
    headers: Headers = field(default_factory=Headers)
    body: bytes = b""
    sent: list[Message] = field(default_factory=list)

    def json(self) -> Any:
        return json.loads(self.body)


def scope_of(kind: str, path: str, headers: Mapping[str, str], **more: Any) -> Scope:
    path, _, query = path.partition("?")
    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]
    return {"type": kind, "path": path, "query_string": query.encode(), "headers": raw, **more}


def ask(
    app: ASGIApp, method: str = "GET", path: str = "/", headers: Mapping[str, str] = HOST, chunks: Sequence[bytes] = ()
) -> Answer:
    """Send a request; its length is known if it comes in one piece."""
    length = {"content-length": str(len(chunks[0]))} if len(chunks) == 1 else {}
    scope = scope_of("http", path, {**headers, **length}, method=method, scheme="http")
    incoming: list[Message] = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    return _talk(app, scope, [*incoming, {"type": "http.request", "body": b"", "more_body": False}])


def connect(app: ASGIApp, headers: Mapping[str, str] = HOST, *, can_deny: bool = True) -> Answer:
    """Open a WebSocket at /ws; `can_deny`: the server can answer with a page instead."""
    extensions: dict[str, Any] = {"websocket.http.response": {}} if can_deny else {}
    scope = scope_of("websocket", "/ws", headers, scheme="ws", extensions=extensions)
    return _talk(app, scope, [{"type": "websocket.connect"}])


def _talk(app: ASGIApp, scope: Scope, incoming: list[Message]) -> Answer:
    answer = Answer()

    async def receive() -> Message:
        return incoming.pop(0) if incoming else {"type": f"{scope['type']}.disconnect"}

    async def send(message: Message) -> None:
        answer.sent.append(message)
        if message["type"].endswith("response.start"):
            answer.status, answer.headers = message["status"], Headers(raw=message["headers"])
        elif message["type"].endswith("response.body"):
            answer.body += message.get("body", b"")
        elif message["type"] == "websocket.accept":
            answer.status = 101

    async def talk() -> None:
        try:
            await app(scope, receive, send)
        except RuntimeError:  # Starlette answers a failure, then tells the server of it
            assert answer.status == 500

    asyncio.run(talk())
    return answer
