"""The load: people at tables of four, on raw sockets, the same for tripot and for boardgame.io.

Every seat has a stream. The latency of a move is from the first byte of its post until the last of the four seats has received
a board that contains it. This process does as little as it can, so that it does not measure itself.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import gc
import json
import os
import random
import re
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlencode

import uvloop

HOST = "127.0.0.1"
SEATS = 4
ALL = (1 << SEATS) - 1
AT_ONCE = 24  # tables that are set up at the same time
PATIENCE = 20.0  # seconds for what must come
TICK = os.sysconf("SC_CLK_TCK")


# -- Sockets -------------------------------------------------------------------------------


class Http(asyncio.Protocol):
    """A connection that is kept, for posts; answers come back in order."""

    def __init__(self) -> None:
        self.answers: list[Callable[[int, bytes, bytes], None]] = []
        self.transport: asyncio.Transport
        self.data = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        for answer in self.answers:
            answer(0, b"", b"")
        self.answers = []

    def data_received(self, data: bytes) -> None:
        self.data += data
        while (end := self.data.find(b"\r\n\r\n")) >= 0:
            head = self.data[:end]
            found = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
            total = end + 4 + (int(found[1]) if found else 0)
            if len(self.data) < total:
                return
            body, self.data = self.data[end + 4 : total], self.data[total:]
            self.answers.pop(0)(int(head[9:12]), head, body)

    def ask(self, request: bytes, answer: Callable[[int, bytes, bytes], None]) -> None:
        self.answers.append(answer)
        self.transport.write(request)


class Socket(asyncio.Protocol):
    """A WebSocket, the client's side; every text goes to `read`."""

    def __init__(self, request: bytes, read: Callable[[bytes], None]) -> None:
        self.request, self.read = request, read
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport
        self.data = bytearray()
        self.received = 0
        self.is_lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.transport.write(self.request)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        self.data += data
        if not self.opened.done():
            end = self.data.find(b"\r\n\r\n")
            if end < 0:
                return
            if self.data[9:12] != b"101":
                self.opened.set_exception(ConnectionError(bytes(self.data[:200]).decode("latin-1")))
                return
            del self.data[: end + 4]
            self.opened.set_result(None)
        while self._frame():
            pass

    def _frame(self) -> bool:
        data = self.data
        if len(data) < 2:
            return False
        start, size = 2, data[1] & 127
        if size == 126:
            start, size = 4, int.from_bytes(data[2:4], "big")
        elif size == 127:
            start, size = 10, int.from_bytes(data[2:10], "big")
        if len(data) < start or len(data) < start + size:
            return False
        kind, payload = data[0] & 15, bytes(data[start : start + size])
        del data[: start + size]
        if kind == 1:
            self.read(payload)
        elif kind == 9:
            self.send(payload, 10)
        return True

    def send(self, payload: bytes, kind: int = 1) -> None:
        """One frame; masked with zeros, which leaves it as it is."""
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else bytes([128 | 126]) + size.to_bytes(2, "big")
        self.transport.write(bytes([128 | kind]) + length + bytes(4) + payload)


def upgrade(port: int, path: str, headers: str = "") -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n"
    ).encode()


# -- Tables ------------------------------------------------------------------------------


@dataclass(slots=True)
class Post:
    """A move on its way: which seats have not seen it yet."""

    seat: int
    decision: int
    began: float
    unseen: int = ALL


@dataclass(slots=True)
class Seat:
    table: Table
    number: int
    key: str
    socket: Socket | None = None
    decision: int = -1
    waiting: int = 0
    """Which seats the table waits for, as this seat's board says."""
    answered: int = -1
    """The last decision that this seat has answered."""
    thinks_of: int = -1
    board: bytes = b""
    is_over: bool = False
    """Whether this seat has seen the end of the game."""

    @property
    def is_asked(self) -> bool:
        return bool(self.waiting >> self.number & 1) and self.answered != self.decision


@dataclass(slots=True)
class Table:
    id: str
    seats: list[Seat] = field(default_factory=list)
    posts: list[Post] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        return all(seat.is_over for seat in self.seats)


def quiet(seat: Seat, now: float) -> None:
    """Nobody listens yet."""


class Site(ABC):
    """A server under load: how to open tables there, read its boards and post moves. Of several ports each connection has any."""

    def __init__(self, ports: list[int]) -> None:
        self.ports, self.port = ports, ports[0]
        self.heard: Callable[[Seat, float], None] = quiet
        self.refused = 0

    async def open(self, count: int) -> list[Table]:
        """Tables with four people each, all of whom have seen the first board."""
        room = asyncio.Semaphore(AT_ONCE)

        async def one() -> Table:
            async with room:
                return await asyncio.wait_for(self.table(), PATIENCE)

        return await asyncio.gather(*(one() for _ in range(count)))

    async def connect(self, seat: Seat, request: bytes, read: Callable[[bytes], None]) -> None:
        socket = seat.socket = Socket(request, read)
        await asyncio.get_running_loop().create_connection(lambda: socket, HOST, random.choice(self.ports))
        await socket.opened

    async def http(self) -> Http:
        _, http = await asyncio.get_running_loop().create_connection(Http, HOST, random.choice(self.ports))
        return http

    @staticmethod
    async def asked(http: Http, request: bytes) -> tuple[int, bytes, bytes]:
        done: asyncio.Future[tuple[int, bytes, bytes]] = asyncio.get_running_loop().create_future()
        http.ask(request, lambda status, head, body: done.set_result((status, head, body)))
        return await done

    def read(self, seat: Seat, board: bytes) -> None:
        """A board has come to a seat."""
        now = time.perf_counter()
        decision, waiting = self.state(board)
        seat.decision, seat.waiting, seat.board = decision, waiting, board
        self.heard(seat, now)

    def post(self, seat: Seat) -> None:
        """Let a seat that is asked make a random move."""
        seat.answered = seat.decision
        request = self.move(seat)
        seat.table.posts.append(Post(seat.number, seat.decision, time.perf_counter()))
        self.send(seat, request)

    def close(self, tables: Iterable[Table]) -> None:
        for table in tables:
            for seat in table.seats:
                if seat.socket:
                    seat.socket.transport.close()

    @abstractmethod
    async def table(self) -> Table: ...
    @abstractmethod
    def state(self, board: bytes) -> tuple[int, int]: ...
    @abstractmethod
    def move(self, seat: Seat) -> bytes: ...
    @abstractmethod
    def send(self, seat: Seat, request: bytes) -> None: ...


class Tripot(Site):
    """A stream of boards in HTML, a whole one, then what changes; moves go the other way on the same WebSocket, as JSON."""

    PIECE = re.compile(rb'<(?:div class="part"|li class="seat(?: turn)?") id="([\w-]+)"')
    TURN = b'<li class="seat turn"'
    END = b'<main class="end'
    HEAD = re.compile(rb'data-decision="(\d+)"')
    BUTTON = re.compile(rb'name="move" value="([^"]+)"')
    RADIO = re.compile(rb'name="(n\d+)" id="[^"]*" value="([^"]+)"[^>]* checked')

    def form(self, path: str, key: str, fields: dict[str, str]) -> bytes:
        body = urlencode(fields)
        return (
            f"POST {path} HTTP/1.1\r\nHost: {HOST}:{self.port}\r\nOrigin: http://{HOST}:{self.port}\r\n"
            f"Cookie: tripot={key}\r\nAccept-Language: en\r\nX-Tripot: 1\r\nSec-Fetch-Site: same-origin\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        ).encode()

    async def table(self) -> Table:
        keys = [secrets.token_urlsafe(32) for _ in range(SEATS)]
        links = [await self.http() for _ in keys]
        status, head, _ = await self.asked(links[0], self.form("/g/razzia/table", keys[0], {"seats": str(SEATS)}))
        found = re.search(rb"location: */t/([\w-]+)", head, re.IGNORECASE)
        if status != 303 or not found:
            raise ConnectionError(f"no table: {status} {head!r}")
        table = Table(found[1].decode())
        for number, (key, link) in enumerate(zip(keys, links, strict=True)):
            seat = Seat(table, number, key)
            table.seats.append(seat)
            sit = {"seat": str(number), "name": f"Player {number}"}
            await self._must(link, self.form(f"/t/{table.id}/sit", key, sit))
        await self._must(links[0], self.form(f"/t/{table.id}/begin", keys[0], {}))
        for seat, link in zip(table.seats, links, strict=True):
            await self._watch(seat)
            link.transport.close()
        return table

    async def _must(self, link: Http, request: bytes) -> None:
        status, head, body = await self.asked(link, request)
        if status != 204:
            raise ConnectionError(f"{status} {head!r} {body!r}")

    async def _watch(self, seat: Seat) -> None:
        first = asyncio.Event()
        pieces: dict[bytes, bytes] = {}

        def read(frame: bytes) -> None:
            if frame.startswith(b"{"):
                self._was_refused(frame)
                return
            first.set()
            seat.is_over = seat.is_over or self.END in frame
            found = [(each[1], each.start()) for each in self.PIECE.finditer(frame)]
            ends = [start for _, start in found[1:]] + [len(frame)]
            for (key, start), end in zip(found, ends, strict=True):
                pieces[key] = frame[start:end]
            self.read(seat, b"".join((frame[: found[0][1]] if found else frame, *pieces.values())))

        headers = f"Origin: http://{HOST}:{self.port}\r\nCookie: tripot={seat.key}\r\nAccept-Language: en\r\n"
        await self.connect(seat, upgrade(self.port, f"/t/{seat.table.id}/stream", headers), read)
        await first.wait()

    def state(self, board: bytes) -> tuple[int, int]:
        found = self.HEAD.search(board)
        assert found, board[:200]
        if self.END in board:
            return int(found[1]), 0
        waiting = sum((b'%b id="seat-%d"' % (self.TURN, seat) in board) << seat for seat in range(SEATS))
        return int(found[1]), waiting

    def move(self, seat: Seat) -> bytes:
        fields = {"decision": str(seat.decision)}
        if moves := self.BUTTON.findall(seat.board):
            fields["move"] = random.choice(moves).decode()
        else:
            fields |= {
                name.decode(): value.decode().replace("&gt;", ">") for name, value in self.RADIO.findall(seat.board)
            }
        return json.dumps(fields).encode()

    def send(self, seat: Seat, request: bytes) -> None:
        assert seat.socket
        seat.socket.send(request)

    def _was_refused(self, frame: bytes) -> None:
        self.refused += 1
        if self.refused < 4:
            print(json.dumps({"refusal": frame.decode()}), flush=True)


class Boardgame(Site):
    """boardgame.io: socket.io's frames over a plain WebSocket, moves too; boards are JSON."""

    STATE = re.compile(rb'"round":(\d+),"chosen":\[(\w+),(\w+),(\w+),(\w+)\]')
    HAND = re.compile(rb'"hand":\[([\d,]*)\]')
    STATE_ID = re.compile(rb'"_stateID":(\d+)')

    def json(self, path: str, fields: dict[str, Any]) -> bytes:
        body = json.dumps(fields)
        return (
            f"POST {path} HTTP/1.1\r\nHost: {HOST}:{self.port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}"
        ).encode()

    async def table(self) -> Table:
        link = await self.http()
        _, _, body = await self.asked(link, self.json("/games/razzia/create", {"numPlayers": SEATS}))
        table = Table(json.loads(body)["matchID"])
        for number in range(SEATS):
            join = {"playerID": str(number), "playerName": f"Player {number}"}
            _, _, body = await self.asked(link, self.json(f"/games/razzia/{table.id}/join", join))
            table.seats.append(Seat(table, number, json.loads(body)["playerCredentials"]))
        for seat in table.seats:
            await self._watch(seat)
        link.transport.close()
        return table

    async def _watch(self, seat: Seat) -> None:
        first = asyncio.Event()

        def read(text: bytes) -> None:
            if text.startswith((b'42/razzia,["update"', b'42/razzia,["sync"')):
                first.set()
                self.read(seat, text)
            elif text == b"2":
                send(b"3")
            elif text.startswith(b"0"):
                send(b"40/razzia,")
            elif text.startswith(b"40"):
                sync = json.dumps(["sync", seat.table.id, str(seat.number), seat.key, SEATS])
                send(f"42/razzia,{sync}".encode())

        def send(text: bytes) -> None:
            assert seat.socket
            seat.socket.send(text)

        path = "/socket.io/?EIO=4&transport=websocket"
        await self.connect(seat, upgrade(self.port, path, f"Origin: http://{HOST}:{self.port}\r\n"), read)
        await first.wait()

    def state(self, board: bytes) -> tuple[int, int]:
        found = self.STATE.search(board)
        assert found, board[:200]
        return int(found[1]), sum((found[2 + seat] == b"false") << seat for seat in range(SEATS))

    def move(self, seat: Seat) -> bytes:
        hand, number = self.HAND.search(seat.board), self.STATE_ID.search(seat.board)
        assert hand, seat.board[:400]
        assert number, seat.board[:400]
        card = random.choice(hand[1].split(b",")).decode()
        return (
            f'42/razzia,["update",{{"type":"MAKE_MOVE","payload":{{"type":"choose","args":[{card}],"playerID":"{seat.number}",'
            f'"credentials":"{seat.key}"}}}},{number[1].decode()},"{seat.table.id}","{seat.number}"]'
        ).encode()

    def send(self, seat: Seat, request: bytes) -> None:
        assert seat.socket
        seat.socket.send(request)


# -- Measuring -----------------------------------------------------------------------------


def family(pid: int) -> list[int]:
    """A process and all below it."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parents[int(entry.name)] = int(_stat(int(entry.name))[1])
            except OSError:
                continue
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text(encoding="latin-1").rpartition(")")[2].split()


def cpu_of(pids: Iterable[int]) -> float:
    """Seconds of CPU, user and system, of all threads of the processes."""
    total = 0
    for pid in pids:
        fields = _stat(pid)
        total += int(fields[11]) + int(fields[12])
    return total / TICK


def cpu_of_machine() -> float:
    """Seconds that the cores were busy."""
    fields = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()[1:]
    busy = [int(fields[place]) for place in (0, 1, 2, 5, 6)]
    return sum(busy) / TICK


def memory_of(pids: Iterable[int]) -> float:
    """MiB of memory in use."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@dataclass
class Load:
    """The moves of one run, and what they took."""

    site: Site
    tables: list[Table]
    asked: Callable[[Seat], None] = lambda seat: None
    delays: list[float] = field(default_factory=list)
    posted: int = 0
    seen: int = 0
    most: int = 10**9

    def begin(self) -> None:
        self.site.heard = self.heard

    def heard(self, seat: Seat, now: float) -> None:
        """A board has come: which moves does it show, and is the seat asked?"""
        posts, bit = seat.table.posts, 1 << seat.number
        for post in posts[:]:
            if post.unseen & bit and (seat.decision > post.decision or not seat.waiting >> post.seat & 1):
                post.unseen &= ~bit
                if not post.unseen:
                    posts.remove(post)
                    self.seen += 1
                    self.delays.append(now - post.began)
        if seat.is_asked:
            self.asked(seat)

    def post(self, seat: Seat) -> None:
        if seat.is_asked and self.posted < self.most:
            self.posted += 1
            self.site.post(seat)

    def wake(self) -> None:
        """Ask everybody whom a table waits for."""
        for table in self.tables:
            for seat in table.seats:
                if seat.is_asked:
                    self.asked(seat)

    async def drained(self) -> int:
        """Wait until all moves have been seen; the number that never were."""
        until = time.perf_counter() + PATIENCE
        while any(table.posts for table in self.tables) and time.perf_counter() < until:
            await asyncio.sleep(0.01)
        return sum(len(table.posts) for table in self.tables)


@dataclass(frozen=True)
class Watched:
    """The processes that are measured, with all below them: the server's, and others that do a part of its work."""

    server: list[int]
    beside: dict[str, int]

    def family(self) -> list[int]:
        return [one for pid in self.server for one in family(pid)]

    def others(self) -> dict[str, list[int]]:
        return {name: family(pid) for name, pid in self.beside.items()}


class Meter:
    """CPU, moves and bytes from one moment to another."""

    def __init__(self, load: Load, watched: Watched) -> None:
        self.load, self.pids, self.beside = load, watched.family(), watched.others()
        self.began, self.start = time.perf_counter(), self._now()
        self.first = len(load.delays)
        self.before = self._beside()

    def _beside(self) -> dict[str, float]:
        return {name: cpu_of(pids) for name, pids in self.beside.items()}

    def _now(self) -> tuple[float, float, float, int, int]:
        received = sum(seat.socket.received for table in self.load.tables for seat in table.seats if seat.socket)
        return cpu_of(self.pids), cpu_of([os.getpid()]), cpu_of_machine(), self.load.seen, received

    def result(self, lost: int = 0) -> dict[str, Any]:
        took = time.perf_counter() - self.began
        server, own, machine, moves, received = (b - a for a, b in zip(self.start, self._now(), strict=True))
        beside = {name: cpu - self.before[name] for name, cpu in self._beside().items()}
        delays = sorted(self.load.delays[self.first :])
        gone = sum(bool(seat.socket and seat.socket.is_lost) for table in self.load.tables for seat in table.seats)
        return {
            "tables": len(self.load.tables),
            "moves": moves,
            "seconds": round(took, 2),
            "moves_per_second": round(moves / took, 1),
            "cpu_ms_per_move": round(1000 * server / max(1, moves), 4),
            **{f"{name}_ms_per_move": round(1000 * cpu / max(1, moves), 4) for name, cpu in beside.items()},
            "generator_ms_per_move": round(1000 * own / max(1, moves), 4),
            "p50_ms": round(1000 * _quantile(delays, 0.5), 2),
            "p99_ms": round(1000 * _quantile(delays, 0.99), 2),
            "max_ms": round(1000 * delays[-1], 2) if delays else 0,
            "server_cpu": round(server / took, 3),
            "generator_cpu": round(own / took, 3),
            **{f"{name}_cpu": round(cpu / took, 3) for name, cpu in beside.items()},
            "other_cpu": round((machine - server - own - sum(beside.values())) / took, 3),
            "bytes_per_seat_and_move": round(received / max(1, moves) / SEATS),
            "memory_mib": round(memory_of(self.pids), 1),
            "refused": self.load.site.refused,
            "lost": lost,
            "disconnected": gone,
        }


def _quantile(values: list[float], share: float) -> float:
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0.0


async def saturation(site: Site, count: int, pids: Watched, moves: int) -> dict[str, Any]:
    """Everybody moves as soon as asked, `moves` at a table on average; a third of that before, to warm up.

    A table whose game is over rests, and the others go on; when all are over that was it.
    """
    load = Load(site, await site.open(count))
    load.asked = load.post
    load.begin()
    load.most = count * moves // 3
    load.wake()
    await _reached(load)
    meter = Meter(load, pids)
    load.most += count * moves
    load.wake()
    await _reached(load)
    result = meter.result(await load.drained())
    site.close(load.tables)
    return result


async def _reached(load: Load) -> None:
    until = time.perf_counter() + PATIENCE
    while load.seen < load.most and time.perf_counter() < until and not all(table.is_over for table in load.tables):
        await asyncio.sleep(0.01)


async def thinking(site: Site, count: int, pids: Watched, seconds: float) -> dict[str, Any]:
    """Everybody thinks for 1 to 3 s, then moves."""
    load = Load(site, await site.open(count))
    loop = asyncio.get_running_loop()
    shortest = 0.0

    def think(seat: Seat) -> None:
        if seat.thinks_of != seat.decision:
            seat.thinks_of = seat.decision
            loop.call_later(random.uniform(shortest, 3), load.post, seat)

    load.asked = think
    load.begin()
    load.wake()
    shortest = 1.0
    await asyncio.sleep(3)
    meter = Meter(load, pids)
    await asyncio.sleep(seconds)
    result = meter.result()
    load.most = 0
    result["lost"] = await load.drained()
    site.close(load.tables)
    return result


async def paced(site: Site, count: int, pids: Watched, seconds: float) -> dict[str, Any]:
    """Every table plays one move every 4 s, by one of the seats it waits for."""
    period = 4.0
    load = Load(site, await site.open(count))
    load.begin()
    loop = asyncio.get_running_loop()
    began = loop.time() + 0.5

    def due(table: Table, at: float) -> None:
        asked = [seat for seat in table.seats if seat.is_asked]
        if asked:
            load.post(random.choice(asked))
        loop.call_at(at + period, due, table, at + period)

    for place, table in enumerate(load.tables):
        at = began + period * place / count
        loop.call_at(at, due, table, at)
    await asyncio.sleep(period)
    meter = Meter(load, pids)
    await asyncio.sleep(seconds)
    result = meter.result()
    load.most = 0
    result["lost"] = await load.drained()
    site.close(load.tables)
    return result


MODES: dict[str, Callable[[Site, int, Watched, Any], Coroutine[Any, Any, dict[str, Any]]]] = {
    "saturation": saturation,
    "thinking": thinking,
    "paced": paced,
}
SITES: dict[str, type[Site]] = {"tripot": Tripot, "boardgame.io": Boardgame}


async def run(args: argparse.Namespace) -> None:
    site = SITES[args.site]([int(port) for port in args.ports.split(",")])
    beside = {name: int(pid) for name, pid in (words.split("=") for words in args.beside)}
    watched = Watched([int(pid) for pid in args.pids.split(",")], beside)
    for plan in args.plans:
        mode, tables, amount = plan.split(":")
        began = time.perf_counter()
        site.refused, site.heard = 0, quiet  # the load before must not hear of the new tables
        result = await MODES[mode](site, int(tables), watched, int(amount))
        whole = round(time.perf_counter() - began, 1)
        print(json.dumps({"plan": f"{mode}:{tables}", **result, "whole_seconds": whole}), flush=True)
        await asyncio.sleep(1.0)  # let the server see the streams go


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", choices=sorted(SITES))
    parser.add_argument("ports", help="of the server, or several with commas: each connection goes to any of them")
    parser.add_argument("pids", help="of the server's processes; those below them count too")
    parser.add_argument("--beside", action="append", default=[], metavar="NAME=PID", help="measure this process too")
    parser.add_argument("plans", nargs="+", metavar="MODE:TABLES:AMOUNT", help="moves per table, or seconds")
    args = parser.parse_args()
    gc.disable()
    uvloop.run(run(args))


if __name__ == "__main__":
    main()
