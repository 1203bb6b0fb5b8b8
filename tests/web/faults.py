"""Many tables played at once over the HTTP API by clients to whom everything goes wrong, with a server killed in full flight.

Requests are dropped, cut in half, sent twice at the same time, sent late, sent with wrong numbers; answers are thrown away and
the same move is sent again. In the end the log must tell exactly what the clients were told: `python -m tests.web.faults --help`.

The choices of every seat come from the seed; the cards do not (the server deals), nor does the order in which things arrive.
`kill -9` loses what the process had in memory, not what the system had yet to write: it is not a power cut.

With `--store` and `--processes` the tables are in PostgreSQL, and one process after the other is killed, or stopped and woken up
late, while the others go on.

The log also tells how long bots and clocks stood still after a kill. Those are figures of the report, and judged only with
`--within`: a busy machine may be as slow as it likes.
"""

from __future__ import annotations

import argparse
import asyncio
import bisect
import hashlib
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tests.waiting import PATIENCE
from tests.web.cluster import cluster
from tests.web.logs import check_whole, opened, sql
from tests.web.serving import Server, serving
from tripot.play import games, replay
from tripot.web.api import view_data
from tripot.web.deal import Dealer, commitment, pledge, seed
from tripot.web.drawing.render import LogCache
from tripot.web.hub import CLOCK_BEGINS, DECISION_BEGINS
from tripot.web.live import bot_to_move
from tripot.web.security import token_hash
from tripot.web.store import Entry
from tripot.web.table import (
    Begin,
    Command,
    Deal,
    Give,
    Play,
    Sit,
    SitBot,
    Table,
    TableEvent,
    TakeBack,
    TimeUp,
    decide,
    evolve,
    first,
)

RELAXED = (sys.executable, str(Path(__file__).with_name("relaxed.py")))
GAMES = {game.name: tuple(game.seats) for game in games()}
UNAVAILABLE = 503
FINDINGS = 10  # of each kind are told
MOVING = ("chose", "moved", "revealed")
TOO_LATE = ("move/stale", "table/over")
FILES = 16_384  # open at once, at most
REMEMBERED = ("game", "event", "number", "over", "scores", "outcome")  # of a view

# How often things go wrong, of all moves.
FATES = {"dropped": 0.04, "halved": 0.02, "unread": 0.03, "reset": 0.01, "ignored": 0.04, "doubled": 0.08}
OPENING_FATES = ("", "", "", "halved", "unread", "reset", "ignored")  # of what is sent before the game begins
DELAYED = 0.05
WRONG_NUMBER = 0.04
OLD_AGAIN = 0.03
NOT_ASKED = 0.03
MIND_CHANGED = 0.10  # of hidden choices
LOOK_LOST = 0.02  # of looks
WITH_BOTS = 0.15  # of tables
STOPPED = 3  # of several processes that are hurt, one in so many is stopped, the others are killed
COMPARED = 0.10  # of views
CLOCK = 5  # seconds of the clocks that run out over a kill
THUMB = {"seat": "1", "bot": "thumb"}
INTO = 3.0  # seconds of it that have gone when the kill comes, if that is measured
SLEEPERS = 6  # tables with such a clock at each kill, if that is measured: of several processes only one is killed
LATE = 4.0  # seconds after which such a clock has run out late, if that is judged


@dataclass(frozen=True)
class Plan:
    """What to do; `limit` in seconds bounds the play, not the check afterwards."""

    moves: int
    tables: int
    kills: int
    seed: int
    limit: float
    store: str = ""
    """The address of a database; else the data folder has the tables."""
    processes: int = 1
    within: float = 0.0
    """Seconds after a kill in which bots must move again; 0: as long as it takes."""


@dataclass
class Report:
    """What came of it. There is nothing to find if `findings` is empty and all moves were made."""

    moves: int = 0
    kills: int = 0
    opened: int = 0
    finished: int = 0
    events: int = 0
    compared: int = 0
    seconds: float = 0.0
    checking: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    bots_still: list[float] = field(default_factory=list)
    """Seconds from a kill until a bot that was asked then had moved."""
    clocks_late: list[float] = field(default_factory=list)
    """Seconds from the end of a clock, over a kill, until a bot played for who did not."""
    findings: list[str] = field(default_factory=list)
    found: Counter[str] = field(default_factory=Counter)

    def find(self, kind: str, text: str) -> None:
        self.found[kind] += 1
        if self.found[kind] <= FINDINGS:
            self.findings.append(f"{kind}: {text}")

    def __str__(self) -> str:
        faults = ", ".join(f"{count:,} {name}" for name, count in sorted(self.faults.items()))
        found = ", ".join(f"{count:,} {name}" for name, count in sorted(self.found.items())) or "none"
        return (
            f"{self.moves:,} moves acknowledged at {self.opened:,} tables ({self.finished:,} finished), "
            f"{self.kills} kills, {self.events:,} events in the log, {self.compared:,} views compared, "
            f"played in {self.seconds:.0f} s, checked in {self.checking:.0f} s; {faults}; "
            f"after kills {len(self.bots_still)} bots that were asked moved within {max(self.bots_still, default=0):.1f} s, "
            f"{len(self.clocks_late)} clocks ran out at most {max(self.clocks_late, default=0):.1f} s late; findings: {found}"
        )


# -- One connection --------------------------------------------------------------------


class Gone(Exception):
    """No answer, or none that we looked at: the request may have counted or not."""


@dataclass(frozen=True)
class Answer:
    """A status and what came with it."""

    status: int
    text: str

    @property
    def data(self) -> Any:
        return json.loads(self.text)

    @property
    def code(self) -> str:
        return "" if self.status < 300 else str(self.data["code"])


class Link:
    """A connection to the server, opened when it is needed."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: bytes, fate: str = "") -> Answer:
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._ask(request, fate)
        except TimeoutError:
            self.close()
            raise
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            raise Gone from None

    async def _ask(self, request: bytes, fate: str) -> Answer:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        writer.write(request[: len(request) * 2 // 3] if fate == "halved" else request)
        await writer.drain()
        if fate == "reset":
            writer.transport.abort()
        if fate in ("halved", "unread", "reset"):
            self.close()
            raise Gone
        head = await reader.readuntil(b"\r\n\r\n")
        status, _, headers = head.decode("latin-1").partition("\r\n")
        lengths = [
            line.partition(":")[2] for line in headers.split("\r\n") if line.lower().startswith("content-length:")
        ]
        body = await reader.readexactly(int(lengths[0]))
        if (
            fate == "ignored" or int(status.split()[1]) == UNAVAILABLE
        ):  # the store did not answer: it may have counted or not
            raise Gone
        return Answer(int(status.split()[1]), body.decode())

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


def written(method: str, path: str, token: str = "", body: Any = None, key: str = "") -> bytes:
    """A request, byte for byte."""
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} /api/tables{path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(content)}"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    lines += ["Content-Type: application/json"] if content else []
    lines += [f"Idempotency-Key: {key}"] if key else []
    return "\r\n".join([*lines, "", ""]).encode() + content


# -- One seat ----------------------------------------------------------------------------


@dataclass
class Intent:
    """A move that a seat wants to make in one decision, however often it has to send it."""

    move: str
    is_acknowledged: bool = False
    is_clean: bool = True
    """Every post of it was answered: none is still on its way."""


class Seat:
    """A client: it knows its token and what it was told, nothing else."""

    def __init__(self, play: Playing, rng: random.Random, token: str, view: Any) -> None:
        self.play, self.rng, self.token = play, rng, token
        self.report = play.report
        self.table, self.seat = str(view["id"]), int(view["seat"])
        self.others: Sequence[Seat] = ()
        self.link = Link(play.server.port)
        self.news = asyncio.Event()
        self.intents: dict[int, list[Intent]] = {}
        self.taken_back = 0
        self.compared: dict[int, str] = {}
        self.view: Any = view

    # -- Playing

    async def sit(self) -> None:
        """Play until the game is over or enough was played."""
        try:
            while not self.view["over"] and not self.play.is_done:
                if self.seat in self.view["pending"]:
                    await self._decide()
                else:
                    await self._wait()
                    await self.look()
        except TimeoutError:
            self._find("answer", f"none in {PATIENCE:.0f} s")
        except Broken:
            return
        finally:
            self.rest()

    def rest(self) -> None:
        """Let go of the connection and of all but the marks of the last view."""
        self.link.close()
        if "story" in self.view:
            self.compared[self.view["event"]] = digest(self.view)
            self.view = {name: self.view[name] for name in REMEMBERED}

    async def _decide(self) -> None:
        number, moves = self.view["number"], self.view["legal_moves"]
        await self._annoy(number)
        intent = await self._make(self.rng.choice(moves), number)
        while intent.is_acknowledged and intent.is_clean and self.view["number"] == number:  # others still choose
            if self.rng.random() >= MIND_CHANGED:
                break
            self.report.faults["minds changed"] += 1
            others = [move for move in moves if move != intent.move]
            if others and self.rng.random() < 0.5:
                intent = await self._make(self.rng.choice(others), number)
            else:
                await self._take_back(number)
                break

    async def _make(self, move: str, number: int) -> Intent:
        """Send a move until an answer comes."""
        intent = Intent(move)
        self.intents.setdefault(number, []).append(intent)
        is_first = len(self.intents[number]) == 1
        while not intent.is_acknowledged:
            answers = await self._post(move, number)
            if not answers:
                intent.is_clean = False
                await self.play.wait_until_open()
                continue
            if refused := [answer for answer in answers if answer.status != 200]:
                if is_first or any(answer.code not in TOO_LATE for answer in refused):
                    self.unexpected(f"move {move!r} in decision {number}", refused[0])
                await self.look()
                break
            intent.is_acknowledged = True
            self.play.count()
            self._see(*(answer.data for answer in answers))
            if self.view["number"] == number and self.view["your_choice"] != move:
                self._find(
                    "answer",
                    f"{move!r} in decision {number} was acknowledged with the choice {self.view['your_choice']!r}",
                )
        return intent

    async def _post(self, move: str, number: int) -> list[Answer]:
        """Send it once, or as fate has it; the answers seen."""
        fate = self._fate()
        if self.rng.random() < DELAYED:
            self.report.faults["delayed"] += 1
            await asyncio.sleep(self.rng.random() * 0.05)
        if fate == "dropped":
            return []
        request = written("POST", f"/{self.table}/moves", self.token, {"move": move, "number": number})
        if fate != "doubled":
            with suppress(Gone):
                return [await self.link.ask(request, fate)]
            return []
        links = [self.link, *(Link(self.play.server.port) for _ in range(self.rng.choice((1, 1, 2))))]
        try:
            got = await asyncio.gather(*(link.ask(request) for link in links), return_exceptions=True)
        finally:
            for link in links[1:]:
                link.close()
        if any(isinstance(one, Gone) for one in got):
            return []
        for one in got:
            if isinstance(one, BaseException):
                raise one
        return [one for one in got if isinstance(one, Answer)]

    def _fate(self) -> str:
        place = self.rng.random()
        for fate, share in FATES.items():
            if place < share:
                self.report.faults[fate] += 1
                return fate
            place -= share
        return ""

    async def _take_back(self, number: int) -> None:
        self.taken_back += 1
        try:
            answer = await self.link.ask(written("DELETE", f"/{self.table}/moves", self.token, {"number": number}))
        except Gone:
            await self.play.wait_until_open()
        else:
            if answer.status == 200:
                self._see(answer.data)
                if self.view["number"] != number or self.view["your_choice"] is not None:
                    self._find("answer", f"decision {number}: taken back, yet {self.view['your_choice']!r} is there")
                return
            if answer.code not in TOO_LATE:
                self.unexpected("take back", answer)
        await self.look()

    # -- Doing wrong

    async def _annoy(self, number: int) -> None:
        """Posts that must change nothing."""
        if self.rng.random() < WRONG_NUMBER:
            wrong = self.rng.choice([n for n in (0, number - 2, number - 1, number + 1, number + 7) if n >= 0])
            used = [intent.move for intent in self.intents.get(wrong, ())]
            moves = [move for move in self.view["legal_moves"] if move not in used]
            if moves:
                await self._must("wrong numbers", self.rng.choice(moves), wrong, "move/stale")
        old = [n for n, intents in self.intents.items() if n < number and intents[-1].is_acknowledged]
        if old and self.rng.random() < OLD_AGAIN:
            again = self.rng.choice(old[-20:])
            if not self.taken_back:
                await self._must("old moves again", self.intents[again][-1].move, again, "")

    async def _must(self, name: str, move: str, number: int, *codes: str) -> None:
        self.report.faults[name] += 1
        request = written("POST", f"/{self.table}/moves", self.token, {"move": move, "number": number})
        try:
            answer = await self.link.ask(request)
        except Gone:
            await self.play.wait_until_open()
            return
        if answer.code not in codes:
            self.unexpected(f"{name}: {move!r} in decision {number} while it was {self.view['number']}", answer)

    # -- Looking

    async def _wait(self) -> None:
        """Until somebody heard that it goes on; bots tell nobody."""
        number = self.view["number"]
        if self.intents and self.seat not in self.view["chosen"] and self.rng.random() < NOT_ASKED:
            last = next(reversed(self.intents.values()))[-1].move
            await self._must("not asked", last, number, "seat/not_asked", *TOO_LATE)
        patience = 0.2 if any(self.view["bots"]) else 5.0
        with suppress(TimeoutError):
            await asyncio.wait_for(self.news.wait(), patience)
        self.news.clear()

    async def look(self) -> None:
        fate = "unread" if self.rng.random() < LOOK_LOST else ""
        while True:
            try:
                answer = await self.link.ask(written("GET", f"/{self.table}", self.token), fate)
            except Gone:
                fate = ""
                await self.play.wait_until_open()
                continue
            if answer.status != 200:
                self.unexpected("a look", answer)
                raise Broken
            return self._see(answer.data)

    def _see(self, *views: Any) -> None:
        view = max(views, key=lambda view: view["event"])
        before = self.view
        if (view["event"], view["number"]) < (before["event"], before["number"]):
            self._find("went back", f"saw event {before['event']}, and later event {view['event']}")
        if self.rng.random() < COMPARED:
            self.compared[view["event"]] = digest(view)
        self.view = view
        for other in self.others:
            if other.view["number"] < view["number"] and (other.seat in view["pending"] or view["over"]):
                other.news.set()

    def unexpected(self, what: str, answer: Answer) -> None:
        self._find("answer", f"{what} was answered {answer.status} {answer.text[:200]}")

    def _find(self, kind: str, text: str) -> None:
        self.report.find(kind, f"{self.view['game']} {self.table} seat {self.seat}: {text}")


class Broken(Exception):
    """A table that cannot go on; what is wrong has been noted."""


def digest(view: Any) -> str:
    """A view in a few bytes; the story is left out."""
    told = {name: value for name, value in view.items() if name not in ("story", "token")}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


# -- All tables ----------------------------------------------------------------------------


class Playing:
    """The tables, the server, and who kills it."""

    def __init__(self, plan: Plan, server: Server, told: Callable[[int, str], None]) -> None:
        self.plan, self.server, self.told = plan, server, told
        self.report = Report()
        self.tables: dict[str, list[Seat]] = {}
        self.sleepers: list[str] = []  # tables at which somebody never moves
        self.killed: list[float] = []  # when
        self.is_done = False
        self._open = asyncio.Event()
        self._open.set()
        self._counted = asyncio.Event()
        rng = random.Random(f"{plan.seed} kills")
        gap = plan.moves / (plan.kills + 1)
        self.kills = [round(gap * (number + 1 + rng.uniform(-0.3, 0.3))) for number in range(plan.kills)]
        self.rng = rng

    def count(self) -> None:
        """A move was acknowledged."""
        self.report.moves += 1
        self.told(self.report.moves, "")
        self._counted.set()
        if self.report.moves >= self.plan.moves and self.report.kills >= self.plan.kills:
            self.is_done = True

    async def wait_until_open(self) -> None:
        await asyncio.sleep(0.002)
        await self._open.wait()

    async def run(self) -> None:
        begun = time.monotonic()
        slots = [asyncio.create_task(self._slot(number)) for number in range(self.plan.tables)]
        killer = asyncio.create_task(self._kill())
        watch = asyncio.create_task(self._watch())
        try:
            await asyncio.gather(*slots, killer)
        finally:
            tasks = [*slots, killer, watch]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        self.report.seconds = time.monotonic() - begun
        await self._all_awake()

    async def _kill(self) -> None:
        for threshold in self.kills:
            while self.report.moves < threshold and not self.is_done:
                self._counted.clear()
                await self._counted.wait()
            if self.is_done:
                return
            for _ in range(SLEEPERS if self.plan.within else 1):
                await asyncio.to_thread(self._fall_asleep)
            await asyncio.sleep(INTO if self.plan.within else self.rng.random() * 0.05)
            await self.restart()
            self.report.kills += 1
            self.told(self.report.moves, f"kill {self.report.kills} after {self.report.moves:,} moves")

    def _fall_asleep(self) -> None:
        """Somebody sits down at a table with a clock, and does nothing any more."""
        try:
            with httpx.Client(base_url=self.server.url, follow_redirects=True, timeout=PATIENCE) as page:
                made = page.post("/g/raise/table", data={"seats": "2", "clock": str(CLOCK)})
                self.sleepers.append(made.url.path.rpartition("/")[2])
                for what, form in (("sit", {"seat": "0", "name": "Zoe"}), ("bot", THUMB), ("begin", {})):
                    page.post(f"{made.url.path}/{what}", data=form).raise_for_status()
        except httpx.HTTPError as error:
            self.report.find("answer", f"a table with a clock could not be opened: {error!r}")

    async def _all_awake(self) -> None:
        """Wait until a bot has played for everybody who did nothing."""
        until = time.monotonic() + PATIENCE
        for table in self.sleepers:
            handed = f"SELECT 1 FROM events WHERE table_id = '{table}' AND kind = 'handed'"
            while not sql(self.plan.store or self.server.data, handed):
                if time.monotonic() > until:
                    self.report.find("clock", f"table {table}: its clock never ran out")
                    break
                await asyncio.sleep(0.2)

    async def restart(self) -> None:
        """`kill -9`, then open again on the same folder; of several processes one is killed or stopped."""
        if self.plan.processes > 1:
            await self._hurt_one()
            return
        self._open.clear()
        self.killed.append(time.time())
        self.server.process.send_signal(signal.SIGKILL)
        await asyncio.to_thread(self.server.stop, signal.SIGKILL)
        await asyncio.sleep(self.rng.random() * 0.2)
        await asyncio.to_thread(self.server.start)
        self._open.set()

    async def _hurt_one(self) -> None:
        pid = self.rng.choice(await asyncio.to_thread(children, self.server))
        if self.report.kills % STOPPED == 1:
            self.report.faults["stopped"] += 1
            os.kill(pid, signal.SIGSTOP)
            await asyncio.sleep(self.rng.uniform(0.5, 5.0))  # for long enough that the others take over, or not
            os.kill(pid, signal.SIGCONT)
        else:
            self.killed.append(time.time())
            os.kill(pid, signal.SIGKILL)

    async def _watch(self) -> None:
        """Nobody plays for ever."""
        until, last, since = time.monotonic() + self.plan.limit, -1, time.monotonic()
        while not self.is_done:
            await asyncio.sleep(0.5)
            now = time.monotonic()
            if self.report.moves != last or not self._open.is_set():
                last, since = self.report.moves, now
            if now - since > PATIENCE:
                self.report.find("stall", f"nobody could move for {PATIENCE:.0f} s after {last} moves")
            if now - since > PATIENCE or now > until:
                self.is_done = True
                self._counted.set()

    async def _slot(self, number: int) -> None:
        """One table after the other."""
        rng = random.Random(f"{self.plan.seed} slot {number}")
        made = number
        while not self.is_done:
            game = list(GAMES)[made % len(GAMES)]
            made += 1
            try:
                seats = await self._opened(game, rng)
            except (Broken, TimeoutError) as error:
                self.report.find("answer", f"{game}: a table could not be opened: {error!r}")
                continue
            self.report.opened += 1
            self.tables[seats[0].table] = seats
            for seat in seats:
                seat.others = [other for other in seats if other is not seat]
            await asyncio.gather(*(seat.sit() for seat in seats))

    async def _opened(self, game: str, rng: random.Random) -> list[Seat]:
        """A table begun."""
        count = rng.choice(GAMES[game])
        bots = [rng.choice((None, "random", "thumb")) for _ in range(count - 1)] if rng.random() < WITH_BOTS else []
        entropies = [rng.randbytes(8).hex() for _ in range(count)]
        wanted = {
            "game": game,
            "seats": count,
            "bots": bots,
            "public": rng.random() < 0.5,
            "pledge": pledge(entropies[0]),
        }
        link = Link(self.server.port)
        try:
            made = await self._good(link, rng, "", wanted)
            people = [made]
            for seat in range(1, count):
                if not bots or bots[seat - 1] is None:
                    body = {"name": f"Seat {seat}", "pledge": pledge(entropies[seat])}
                    people.append(await self._good(link, rng, f"/{made['id']}/seats/{seat}", body))
        finally:
            link.close()
        seats = [Seat(self, random.Random(rng.random()), view["token"], view) for view in people]
        await self._begin(seats, entropies)
        return seats

    async def _good(self, link: Link, rng: random.Random, path: str, body: Any) -> Any:
        """Take a seat, and hear of it, however often it takes: with one key it is one seat."""
        request = written("POST", path, body=body, key=rng.randbytes(16).hex())
        fate = rng.choice(OPENING_FATES)
        while True:
            try:
                answer = await link.ask(request, fate)
            except Gone:
                self.report.faults["opened again"] += 1
                fate = ""
                await self.wait_until_open()
                continue
            if answer.status not in (200, 201):
                self.report.find("answer", f"{request.decode()!r} was answered {answer.status} {answer.text[:200]}")
                raise Broken
            return answer.data

    async def _begin(self, seats: list[Seat], entropies: list[str]) -> None:
        """Begin, and hear of it, however often it takes; who is asked for entropy sends it, or the deal does not wait long."""
        host = seats[0]
        fate = host.rng.choice(OPENING_FATES)
        while not host.view["begun"]:
            try:
                answer = await host.link.ask(written("POST", f"/{host.table}/begin", host.token), fate)
                if answer.status != 200 and answer.code != "table/begun":
                    host.unexpected("begin", answer)
                for seat in seats:
                    body = {"entropy": entropies[seat.view["seat"]]}
                    answer = await seat.link.ask(written("POST", f"/{host.table}/entropy", seat.token, body), fate)
                    if answer.status != 200 and answer.code != "deal/late":
                        seat.unexpected("entropy", answer)
            except Gone:
                await self.wait_until_open()
            fate = ""
            await host.look()


# -- The check ---------------------------------------------------------------------------------


class Check:
    """What the log says against what the clients were told."""

    def __init__(self, playing: Playing) -> None:
        self.playing, self.report, self.server = playing, playing.report, playing.server
        self.records: dict[str, str] = {}
        self.looked: dict[str, float] = {}
        """By table: when its first seat had its last look."""

    async def run(self) -> None:
        """Ask the server, killed once more, then close it and read its file."""
        begun = time.monotonic()
        await self.playing.restart()
        gate = asyncio.Semaphore(16)
        await asyncio.gather(*(self._ask(seats, gate) for seats in self.playing.tables.values()))
        await asyncio.to_thread(self.server.stop, signal.SIGTERM)
        if "Traceback" in (said := self.server.said()):
            self.report.find("traceback", f"the server wrote a traceback: …{said[said.index('Traceback') :][:1500]}")
        folder = self.playing.plan.store or self.server.data
        try:
            check_whole(folder)
        except AssertionError as fault:
            self.report.find("file", f"the store is not whole: {fault}")
        shown = {table: json.loads(body) for table, body in sql(folder, "SELECT table_id, body FROM listings")}
        places = Counter(table for (table,) in sql(folder, "SELECT table_id FROM places"))
        async with opened(folder) as log:
            for (table,) in sql(folder, "SELECT DISTINCT table_id FROM events"):
                entries, secret = await log.read(table), await log.secret(table)
                self.report.events += len(entries)
                if table not in self.playing.tables and table not in self.playing.sleepers:
                    self.find("doubled", table, "nobody knows that it was opened")
                found = One(self, table, entries, secret or b"")
                try:
                    end = found.replayed()
                except Exception as error:  # whatever it is, the others are worth looking at
                    self.find("replay", table, f"the log does not replay: {error!r}")
                    continue
                found.compare_moves()
                found.compare_end(end)
                found.look_at_the_time()
                if shown.get(table) != json.loads(json.dumps(end.listing)):
                    self.find("listing", table, "its listing is not the log's")
                if places[table] != sum(place.owner is not None for place in end.places):
                    self.find("listing", table, "its places are not the log's")
                self.playing.tables.pop(table, None)
        for table in self.playing.tables:
            self.find("lost", table, "is not in the log")
        self.report.checking = time.monotonic() - begun

    async def _ask(self, seats: list[Seat], gate: asyncio.Semaphore) -> None:
        """The last view of every seat, and the record of a finished game."""
        async with gate:
            for seat in seats:
                asked = time.time()
                with suppress(Broken):
                    await seat.look()
                    if seat is seats[0]:
                        self.looked[seat.table] = asked
            if seats[0].view["over"]:
                self.report.finished += 1
                request = written("GET", f"/{seats[0].table}/record", seats[0].token)
                self.records[seats[0].table] = (await seats[0].link.ask(request)).text
            for seat in seats:
                seat.rest()

    def find(self, kind: str, table: str, text: str) -> None:
        self.report.find(kind, f"table {table}: {text}")


class One:
    """One table's log."""

    def __init__(self, check: Check, table: str, entries: list[Entry], secret: bytes) -> None:
        self.check, self.table, self.entries, self.secret = check, table, entries, secret
        self.seats = check.playing.tables.get(table, [])
        self.made: dict[tuple[int, int], list[str]] = {}  # by seat and decision
        self.tables: list[Table] = []  # as it was before each event

    def find(self, kind: str, text: str) -> None:
        self.check.find(kind, self.table, text)

    def replayed(self) -> Table:
        """Decide everything again: the same commands and the same secret must give the same events and positions."""
        entries = self.entries
        if [entry.number for entry in entries] != list(range(len(entries))):
            self.find("numbers", f"numbers {[entry.number for entry in entries]}")
        table = first(TableEvent(entries[0].kind, entries[0].body))
        if commitment(self.secret) != table.commitment:
            self.find("deal", "the secret is not the promised one")
        self._compare(table)
        self.tables = [table, table]
        for entry in entries[1:]:
            event = TableEvent(entry.kind, entry.body)
            if entry.kind in MOVING:
                self.made.setdefault((entry.body["seat"], table.decision), []).append(entry.body["move"])
            after = evolve(table, event)
            if entry.kind == "ended":
                if table.position is None or after.result != table.position.outcome:
                    self.find("deal", f"event {entry.number} ends with {entry.body}")
            elif entry.kind == "shown":
                if entry is not entries[-1] or entry.body != {"secret": self.secret.hex()} or not table.is_over:
                    self.find("deal", f"event {entry.number} shows {entry.body}")
            else:
                again = decide(
                    table, command(table, entry), Dealer(seed(self.secret, table.entropies), table.draws).below
                )
                then = [other.kind for other in again[1:]]  # the result is written down with the last move
                if again[:1] != [event] or then != (["ended"] if after.is_over else []):
                    self.find("replay", f"event {entry.number} is {event}, but decided again it is {again}")
                elif (decided := evolve(table, again[0])) != after:
                    self.find(
                        "replay",
                        f"event {entry.number} replays to {after.position!r}, was played as {decided.position!r}",
                    )
            table = after
            self.tables.append(table)
            self._compare(table)
        if table.is_over != (entries[-1].kind == "shown"):
            self.find("deal", "over, but its secret is not shown")
        return table

    def _compare(self, table: Table) -> None:
        """What seats were told when the log was so long."""
        for seat in self.seats:
            if (told := seat.compared.pop(table.noticed((seat.seat,)), None)) is not None:
                self.check.report.compared += 1
                if told != digest(json.loads(json.dumps(view_data(table, seat.seat, ())))):
                    self.find("view", f"after {table.number} events seat {seat.seat} was told something else")

    def compare_moves(self) -> None:
        """Everything acknowledged is there, once; nothing is there that nobody wanted."""
        for seat in self.seats:
            for number, intents in seat.intents.items():
                found = self.made.pop((seat.seat, number), [])
                if fault := unlike(intents, found):
                    wanted = ", ".join(f"{i.move!r}{'' if i.is_acknowledged else ' (no answer)'}" for i in intents)
                    self.find(fault, f"seat {seat.seat}, decision {number}: sent {wanted}; the log has {found}")
        people = {seat.seat for seat in self.seats}
        for (by, number), moves in self.made.items():
            if by in people or not (self.seats or self.table in self.check.playing.sleepers):
                self.find("doubled", f"seat {by}, decision {number}: the log has {moves}, which nobody sent")
            elif len(moves) != 1:
                self.find("doubled", f"the bot at seat {by}, decision {number}: the log has {moves}")
        if sum(entry.kind == "took_back" for entry in self.entries) > sum(seat.taken_back for seat in self.seats):
            self.find("doubled", "more was taken back than anybody wanted")

    def look_at_the_time(self) -> None:
        """How long a bot that was asked when a server was killed took to move, and how late a clock ran out."""
        killed, plan, report = self.check.playing.killed, self.check.playing.plan, self.check.report
        for before, entry, table in zip(self.entries, self.entries[1:], self.tables[1:], strict=False):
            place, seat = bisect.bisect(killed, before.at), bot_to_move(table)
            moved = [e.at for e in self.entries[entry.number :] if e.kind in MOVING and e.body["seat"] == seat]
            if moved and place < len(killed) and killed[place] < entry.at:
                report.bots_still.append(still := moved[0] - killed[place])
                if 0 < plan.within < still:
                    self.find("still", f"the bot at seat {seat} moved {still:.1f} s after a kill")
            if entry.kind == "handed":
                report.clocks_late.append(late := entry.at - self._deadline(table, entry.number))
                if late < 0 or (plan.within and late > LATE):
                    self.find("clock", f"a clock of {table.clock} s ran out {late:.1f} s late")

    def _deadline(self, table: Table, number: int) -> float:
        """When the clock that an event is about ran out."""
        began = next(entry for entry in reversed(self.entries[:number]) if entry.kind in CLOCK_BEGINS)
        return began.at + table.clock + (LogCache().showing(table) if began.kind in DECISION_BEGINS else 0.0)

    def compare_end(self, end: Table) -> None:
        """The last views and the record are the log's."""
        for seat in self.seats:
            if seat.compared:
                self.find(
                    "lost", f"seat {seat.seat} was told of events {sorted(seat.compared)}; the log has {end.number}"
                )
            if token_hash(seat.token) != end.places[seat.seat].owner:
                self.find("seat", f"seat {seat.seat} is somebody else's")
        if not end.is_over:
            return
        if self.table not in self.check.records:  # bots may have ended it after the last look, but not before
            if self.entries[-1].at < self.check.looked.get(self.table, 0.0):
                self.find("end", "it was over before the last look, and nobody was told")
            return
        assert end.position is not None
        assert end.position.outcome is not None
        scores = list(end.position.outcome.scores)
        for seat in self.seats:
            if seat.view["scores"] != scores or seat.view["outcome"]["scores"] != scores:
                self.find(
                    "scores",
                    f"seat {seat.seat} was told {seat.view['scores']}, {seat.view['outcome']}; the log gives {scores}",
                )
        if replay(self.check.records[self.table]) != end.position:
            self.find("record", "the record is of another game")


def unlike(intents: Sequence[Intent], found: Sequence[str]) -> str:
    """What is wrong with the moves that the log has of one seat in one decision; "" if nothing is."""
    left, last = list(intents), ""
    for move in found:
        place = next((place for place, intent in enumerate(left) if intent.move == move), None)
        if place is None:
            return "doubled" if move == last else "unwanted"
        if any(intent.is_acknowledged for intent in left[:place]):
            return "doubled" if move == last else "lost"
        left, last = left[place + 1 :], move
    return "lost" if any(intent.is_acknowledged for intent in left) else ""


def command(table: Table, entry: Entry) -> Command:
    """The command that an event came from."""
    body = entry.body
    match entry.kind:
        case "sat" if body.get("bot"):
            return SitBot(body["seat"], table.host, body["bot"])
        case "sat":
            return Sit(body["seat"], body["owner"], body["name"], body["pledge"])
        case "called":
            return Begin(table.host)
        case "gave":
            return Give(body["seat"], table.places[body["seat"]].owner or "", body["entropy"])
        case "begun":
            return Deal() if table.is_called else Begin(table.host)
        case "handed":
            return TimeUp(body["seat"], table.decision)
        case "took_back":
            return TakeBack(body["seat"], table.places[body["seat"]].owner or "", table.decision)
        case "chose" | "moved" | "revealed":
            move = table.game.parse_move(body["move"], seat=body["seat"])
            owner = None if body["seat"] in table.handed else table.places[body["seat"]].owner
            return Play(body["seat"], owner, move, table.decision)
    raise ValueError(f"nobody here does what gives {entry.kind}")


# -- All of it -----------------------------------------------------------------------------------


def faults(
    plan: Plan,
    data: Path,
    told: Callable[[int, str], None] = lambda moves, line: None,
    program: Sequence[str] = RELAXED,
) -> Report:
    """Play under faults in a data folder that does not exist yet, then check; `told` hears how far it got."""

    async def everything(server: Server) -> Report:
        playing = Playing(plan, server, told)
        await playing.run()
        told(playing.report.moves, "checking")
        await Check(playing).run()
        return playing.report

    more = ("--store", plan.store, "--processes", str(plan.processes)) if plan.store else ()
    with serving(data, program, more) as server:
        return asyncio.run(everything(server))


def children(server: Server) -> list[int]:
    """The processes that serve."""
    found = subprocess.run(["pgrep", "-P", str(server.process.pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in found.stdout.split()]


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.web.faults", description="Play under faults, then check the log."
    )
    parser.add_argument("--moves", type=int, default=200_000, help="acknowledged moves to make (default 200000)")
    parser.add_argument("--tables", type=int, default=200, help="tables at the same time (default 200)")
    parser.add_argument("--kills", type=int, default=20, help="kill -9 of the server on the way (default 20)")
    parser.add_argument("--seed", type=int, default=1, help="of all choices and faults (default 1)")
    parser.add_argument("--limit", type=float, default=7200, help="seconds of play at most (default 7200)")
    parser.add_argument(
        "--store", default="", help="the address of an empty PostgreSQL database, or 'private' for a new one"
    )
    parser.add_argument("--processes", type=int, default=1, help="that serve, with --store (default 1)")
    parser.add_argument(
        "--within", type=float, default=0, help="seconds in which bots must move again after a kill (default: any)"
    )
    parser.add_argument("--data", type=Path, help="a folder to make and keep (default: a temporary one)")
    given = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)  # every seat has a connection, the server has its other end
    resource.setrlimit(resource.RLIMIT_NOFILE, (most if 0 <= most < FILES else FILES, most))
    with ExitStack() as stack:
        store = stack.enter_context(cluster()).new_database() if given.store == "private" else given.store
        plan = Plan(
            given.moves, given.tables, given.kills, given.seed, given.limit, store, given.processes, given.within
        )
        return run(plan, given.data)


def run(plan: Plan, data: Path | None) -> int:
    """Play with a bar that shows how far it is; 1 if anything was found."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with (
        tempfile.TemporaryDirectory() as folder,
        Progress(*columns, TimeRemainingColumn(), console=Console(soft_wrap=True)) as progress,
    ):
        bar = progress.add_task("moves", total=plan.moves)

        def told(moves: int, line: str) -> None:
            progress.update(bar, completed=moves)
            if line:
                progress.console.print(line)

        report = faults(plan, data or Path(folder) / "data", told)
    for finding in report.findings:
        print(f"- {finding}")
    print(report)
    return int(bool(report.findings) or report.moves < plan.moves)


if __name__ == "__main__":
    sys.exit(main())
