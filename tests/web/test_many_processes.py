"""Several processes on one PostgreSQL: any serves any table, and what one of them does or suffers the others make good."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.waiting import PATIENCE, until
from tests.web.cluster import Cluster
from tests.web.faults import RELAXED, children
from tests.web.logs import check_whole, sql
from tests.web.serving import TRIPOT, Client, Server, free_port, good, open_table, people, serving, sit
from tests.web.test_postgres import cut
from tests.web.wire import WS_CLOSE, Socket
from tripot.web.numbers import FOLDER
from tripot.web.processes import CHILD


@contextmanager
def houses(
    url: str, folder: Path, count: int, program: Sequence[str] = TRIPOT, more: Sequence[str] = ()
) -> Iterator[list[Server]]:
    """So many servers, each on a port of its own, that share a store."""
    with ExitStack() as stack:
        found = [
            stack.enter_context(serving(folder / f"house{n}", program, ("--store", url, *more))) for n in range(count)
        ]
        yield found
        for server in found:
            assert "Traceback" not in server.said()


@pytest.fixture(scope="module")
def store(postgres: Cluster) -> str:
    return postgres.new_database()


@pytest.fixture(scope="module")
def pair(store: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    with houses(store, tmp_path_factory.mktemp("pair"), 2, RELAXED) as found:
        yield found


def at(server: Server, client: Client) -> Client:
    """The same person at another server."""
    return Client(server, client.table, client.token)


def kinds(url: str, table: str) -> list[str]:
    rows = sql(url, f"SELECT kind FROM events WHERE table_id = '{table}' ORDER BY number")
    return [kind for (kind,) in rows]


def logged(url: str, table: str, kind: str) -> list[tuple[float, dict[str, Any]]]:
    rows = sql(url, f"SELECT at, body FROM events WHERE table_id = '{table}' AND kind = '{kind}' ORDER BY number")
    return [(at, json.loads(body)) for at, body in rows]


def test_whoever_asks_wherever_sees_what_was_just_done_and_goes_on_from_it(pair: list[Server]) -> None:
    seats = people(pair[0], "raise", 3)
    rng, last = random.Random(5), 0
    for _ in range(60):  # every request at another process than the one before
        one = rng.choice(seats)
        rng.shuffle(pair)
        view = at(pair[0], one).view()
        assert view["event"] >= last, "a process has forgotten what another one acknowledged"
        last = view["event"]
        if view["seat"] in view["pending"]:
            after = good(at(pair[1], one).move(rng.choice(view["legal_moves"]), view["number"]))
            assert after["event"] > last
            last = after["event"]


def test_a_post_at_one_process_shows_in_the_stream_of_another(pair: list[Server], store: str) -> None:
    here, there = pair
    seats = people(here, "raise", 2)
    with Socket(there.port, f"/t/{seats[0].table}/stream", {"host": f"127.0.0.1:{there.port}"}) as stream:
        stream.next()
        for number in range(3):
            with httpx.Client(base_url=here.url, headers={"authorization": f"Bearer {seats[0].token}"}) as page:
                text = f"line {number}"
                assert page.post(f"/t/{seats[0].table}/chat", data={"text": text}).status_code == 303
            while text.encode() not in stream.next():
                pass
        cut(store, "LISTEN%")  # nobody hears anything for a moment
        for seat in seats:
            view = seat.view()
            if view["seat"] in view["pending"]:
                good(seat.move(view["legal_moves"][0], view["number"]))
        with httpx.Client(base_url=here.url, headers={"authorization": f"Bearer {seats[0].token}"}) as page:
            page.post(f"/t/{seats[0].table}/chat", data={"text": "after the cut"})
        while b"after the cut" not in stream.next():
            pass


def test_who_races_for_a_table_at_every_process_is_never_told_that_it_was_busy(pair: list[Server], store: str) -> None:
    seats = people(pair[0], "raise", 2)
    answers: Counter[int] = Counter()

    def talk(number: int) -> None:
        server, seat = pair[number % 2], seats[number // 2 % 2]
        with httpx.Client(
            base_url=server.url, headers={"authorization": f"Bearer {seat.token}"}, timeout=PATIENCE
        ) as page:
            for line in range(15):
                answers[page.post(f"/t/{seat.table}/chat", data={"text": f"{number} {line}"}).status_code] += 1

    with ThreadPoolExecutor(16) as threads:
        list(threads.map(talk, range(16)))
    assert answers == {303: 16 * 15}
    said = [body["text"] for _, body in logged(store, seats[0].table, "said")]
    assert sorted(said) == sorted(f"{number} {line}" for number in range(16) for line in range(15))
    check_whole(store)


def test_somebody_who_is_at_another_process_is_not_absent(postgres: Cluster, tmp_path: Path) -> None:
    with houses(postgres.new_database(), tmp_path, 2, more=("--absent-after", "5")) as (here, there):
        seats = people(here, "raise", 2)
        header = {"authorization": f"Bearer {seats[1].token}"}
        with (
            Socket(there.port, f"/t/{seats[0].table}/stream", {"host": f"127.0.0.1:{there.port}", **header}),
            httpx.Client(base_url=here.url, headers={"authorization": f"Bearer {seats[0].token}"}) as page,
        ):
            time.sleep(6)
            voted = page.post(f"/t/{seats[0].table}/vote", data={"seat": "1"}, headers={"x-tripot": "1"})
            assert voted.json()["code"] == "vote/present"

        def gone() -> bool:
            return page.post(f"/t/{seats[0].table}/vote", data={"seat": "1"}, headers={"x-tripot": "1"}).is_success

        with httpx.Client(base_url=here.url, headers={"authorization": f"Bearer {seats[0].token}"}) as page:
            until(gone, "who has gone is never absent")


def test_a_killed_process_leaves_its_clocks_and_bots_to_the_others(postgres: Cluster, tmp_path: Path) -> None:
    url = postgres.new_database()
    with houses(url, tmp_path, 2) as (here, there):
        with httpx.Client(base_url=here.url, follow_redirects=True, timeout=PATIENCE) as ada:
            path = ada.post("/g/raise/table", data={"seats": "2", "clock": "5", "public": "1"}).url.path
            ada.post(f"{path}/sit", data={"seat": "0", "name": "Ada"})
            ada.post(f"{path}/bot", data={"seat": "1", "bot": "thumb"})
            ada.post(f"{path}/begin")
        table = path.rpartition("/")[2]
        here.stop(signal.SIGKILL)
        until(lambda: logged(url, table, "handed"), "nobody minds the clock of a process that is gone")
        until(lambda: logged(url, table, "shown"), "the bots of a process that is gone do not play on")
        (began, _), (handed, body) = logged(url, table, "begun")[0], logged(url, table, "handed")[0]
        assert handed - began >= 5
        assert body["seat"] == 0
        here.start()
        assert Client(there, table).view()["over"] == Client(here, table).view()["over"] is True


@contextmanager
def playing(server: Server, tables: int) -> Iterator[Counter[str]]:
    """People at tables of two who move all the time, game after game, while something happens to the server; what came of it."""
    told: Counter[str] = Counter()
    done = threading.Event()

    def move(rng: random.Random) -> None:
        seats: list[Client] = []
        while not done.is_set():
            try:
                seats = seats or people(server, "raise", 2)
                for seat in seats:
                    view = seat.view()
                    if view["seat"] in view["pending"]:
                        good(seat.move(rng.choice(view["legal_moves"]), view["number"]))
                        told["moves"] += 1
                seats = [] if view["over"] else seats
            except httpx.TransportError:  # its connection went with a process: the next one is another's
                told["cut"] += 1

    with ThreadPoolExecutor(tables) as threads:
        jobs = [threads.submit(move, random.Random(number)) for number in range(tables)]
        try:
            yield told
        finally:
            done.set()
        for job in jobs:
            job.result()


class Page:
    """The page of a table, as far as its stream goes: it connects again when the stream ends."""

    def __init__(self, server: Server, table: str) -> None:
        self.server, self.table = server, table
        self._stream = self._opened()

    def _opened(self) -> Socket:
        port = self.server.port
        stream = Socket(port, f"/t/{self.table}/stream", {"host": f"127.0.0.1:{port}"})
        assert b"data-decision" in stream.next()
        return stream

    def come_back(self) -> None:
        """Hear that the server has closed the stream, and see the board again."""
        while self._stream.next()[0] != WS_CLOSE[0]:
            pass
        self.close()
        self._stream = self._opened()

    def close(self) -> None:
        self._stream.socket.close()


def test_all_processes_are_replaced_one_after_the_other_while_people_play(postgres: Cluster, tmp_path: Path) -> None:
    url = postgres.new_database()
    more = ("--store", url, "--processes", "2")
    with serving(tmp_path / "data", RELAXED, more) as server:
        until(lambda: len(children(server)) == 2, "there are not two processes")
        before = children(server)
        tables = [people(server, "raise", 2)[0].table for _ in range(8)]
        pages = [Page(server, table) for table in tables for _ in range(3)]
        with playing(server, 4) as told:
            until(lambda: told["moves"] > 10, "nobody plays")
            server.process.send_signal(signal.SIGHUP)
            until(lambda: "all processes have been replaced" in server.said(), "the processes are not replaced")
            assert not set(before) & set(children(server))
            for page in pages:
                page.come_back()
                page.close()
            moves = told["moves"]
            until(lambda: told["moves"] > moves + 10, "nobody plays on")
        os.kill(children(server)[0], signal.SIGKILL)
        until(lambda: "another one takes its place" in server.said(), "a killed process is not replaced")
        until(lambda: len(children(server)) == 2, "a killed process is not replaced")
        check_whole(url)
        last = children(server)
        server.process.terminate()
        assert server.process.wait(PATIENCE) == 0
        for pid in last:
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)
        assert "Traceback" not in server.said()


def test_a_parent_that_is_killed_leaves_no_processes_behind(postgres: Cluster, tmp_path: Path) -> None:
    with serving(tmp_path / "data", more=("--store", postgres.new_database(), "--processes", "2")) as server:
        pids = until(lambda: len(found := children(server)) == 2 and found, "there are not two processes")
        server.process.kill()
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids or ()), "processes are left behind")


def test_a_process_whose_parent_is_killed_while_it_waits_for_the_store_goes_too(tmp_path: Path) -> None:
    away = f"postgresql://tripot@127.0.0.1:{free_port()}/club"
    reads, signs = os.pipe()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        environment = os.environ | {CHILD: f"{listening.fileno()} {signs} 0", FOLDER: str(tmp_path)}
        words = [*TRIPOT, "serve", "--data", str(tmp_path), "--store", away, "--processes", "2"]
        files = (listening.fileno(), signs)
        child = subprocess.Popen(words, env=environment, pass_fds=files, stderr=subprocess.PIPE, text=True)
    os.close(signs)
    with child:
        try:
            assert child.stderr is not None
            assert "store" in child.stderr.readline()  # it says that it waits
            os.close(reads)
            assert child.wait(PATIENCE) == 0
        finally:
            child.kill()


def test_a_table_that_was_deleted_is_gone_everywhere(pair: list[Server], store: str) -> None:
    import asyncio

    from tests.web.logs import opened

    host = open_table(pair[0], "raise", seats=2)
    sit(pair[1], host.table, 1)

    async def forget() -> None:
        async with opened(store) as log:
            await log.forget(host.table)

    with Socket(pair[1].port, f"/t/{host.table}/stream", {"host": f"127.0.0.1:{pair[1].port}"}) as stream:
        stream.next()
        asyncio.run(forget())
        while stream.next()[0] != 0x88:  # it is closed
            pass
    for server in pair:
        until(lambda server=server: Client(server, host.table).ask("GET").status_code == 404, "it is still there")  # type: ignore[misc]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--processes", "2"), "--processes needs --store"),
        (("--store", "mysql://x"), "--store is the address of a PostgreSQL"),
        (("--store", "postgresql://nobody@127.0.0.1:1/x"), "cannot be opened"),
    ],
)
def test_what_cannot_be_started_is_said_in_one_line(words: tuple[str, ...], line: str, tmp_path: Path) -> None:
    command = [*TRIPOT, "serve", "--port", str(free_port()), "--data", str(tmp_path), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert line in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
