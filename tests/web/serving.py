"""A real server process, and clients that hold a seat's token."""

from __future__ import annotations

import itertools
import json
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from tests.waiting import PATIENCE, until
from tests.web.wire import HOST

TRIPOT = (str(Path(sys.executable).with_name("tripot")),)
OTHERS = itertools.count(1)


PORTS = range(15_000, 32_000)  # none that the system gives to outgoing connections: they would take it during a restart


def free_port() -> int:
    """A port that nobody uses now; drawn, because other tests draw at the same time."""
    while True:
        port = random.SystemRandom().choice(PORTS)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


class Server:
    """`tripot serve` on a port of its own."""

    def __init__(self, data: Path, program: Sequence[str] = TRIPOT, more: Sequence[str] = ()) -> None:
        self.data, self.program, self.more, self.port = data, program, more, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.http = httpx.Client(base_url=f"{self.url}/api", timeout=PATIENCE)
        self.start()

    def start(self) -> None:
        given = [
            "--port",
            str(self.port),
            "--data",
            str(self.data),
            "--bot-pause",
            "0",
            "--lazy-bots",
        ]
        given += ["--allow-host", HOST, "--no-compile", *self.more]
        self.log = self.data.with_suffix(".log").open("ab")
        self.process = subprocess.Popen([*self.program, "serve", *given], stdout=self.log, stderr=self.log)
        until(self._answers, "the server does not answer")

    def _answers(self) -> bool:
        try:
            self.http.get("/games")
        except httpx.TransportError:
            assert self.process.poll() is None, self.said()
            return False
        return True

    def said(self) -> str:
        """Everything that the server has written to its terminal."""
        return self.data.with_suffix(".log").read_text(encoding="utf-8")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        self.log.close()


@contextmanager
def serving(data: Path, program: Sequence[str] = TRIPOT, more: Sequence[str] = ()) -> Iterator[Server]:
    """A server while it is needed; `more` are words of its command line."""
    server = Server(data, program, more)
    try:
        yield server
    finally:
        server.http.close()
        server.stop(signal.SIGKILL)


class Client:
    """A program that plays; with a token it holds a seat. Each comes from an address of its own."""

    def __init__(self, server: Server, table: str = "", token: str = "") -> None:
        self.server, self.table, self.token = server, table, token
        number = next(OTHERS)
        self.address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"

    def ask(self, method: str, path: str = "", body: Any = None, **headers: str) -> httpx.Response:
        """Ask; a path without a slash in front is one of the table's."""
        address = path if path.startswith("/") else f"/tables/{self.table}/{path}".rstrip("/")
        headers = {key.replace("_", "-"): value for key, value in headers.items()} | {"x-forwarded-for": self.address}
        if self.token:
            headers.setdefault("authorization", f"Bearer {self.token}")
        content = None
        if body is not None:
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            headers.setdefault("content-type", "application/json")
        while True:
            answer = self.server.http.request(method, address, content=content, headers=headers)
            if answer.status_code != 429:
                return answer
            time.sleep(0.25)

    def view(self) -> Any:
        return good(self.ask("GET"))

    def move(self, move: str, number: int) -> httpx.Response:
        return self.ask("POST", "moves", {"move": move, "number": number})

    def play(self, rng: random.Random) -> list[Any]:
        """Play random legal moves until the end; every view on the way."""
        seen = [self.view()]
        while not seen[-1]["over"]:
            view = seen[-1]
            if view["seat"] in view["pending"]:
                seen.append(good(self.move(rng.choice(view["legal_moves"]), view["number"])))
            else:
                time.sleep(0.03)
                seen.append(self.view())
        return seen


def good(answer: httpx.Response) -> Any:
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def code(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of a refusal."""
    facts = answer.json()
    assert set(facts) == {"code", "message"}
    assert facts["message"]
    return answer.status_code, facts["code"]


def open_table(server: Server, game: str, **facts: Any) -> Client:
    made = good(Client(server).ask("POST", "/tables", {"game": game, **facts}))
    return Client(server, made["id"], made["token"])


def sit(server: Server, table: str, seat: int, **facts: Any) -> Client:
    made = good(Client(server).ask("POST", f"/tables/{table}/seats/{seat}", facts))
    assert made["seat"] == seat
    return Client(server, table, made["token"])


def people(server: Server, game: str, seats: int, **facts: Any) -> list[Client]:
    """A table with a person at every seat, begun."""
    host = open_table(server, game, seats=seats, **facts)
    clients = [host, *(sit(server, host.table, seat) for seat in range(1, seats))]
    good(host.ask("POST", "begin"))
    return clients
