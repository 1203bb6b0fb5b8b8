"""Many tables of one person and three bots: how well the bots think, how long they take, and how quick pages stay.

    python -m bench.web.bots                                     200 tables of RAISE with three masters each, for a minute
    python -m bench.web.bots --tables 300 --restart              and then: kill the server, start it, look at every board

A person thinks 1 to 3 s and plays any legal move. The server is a real one without rate limits, data on the disk, as many
workers as it has by default, and bots that answer without a pause. A bot's move is timed from what happened before it at
the table until it is in the log.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from bench.web.gen import cpu_of, family
from bench.web.run import ROOT, free_port, wait
from tests.web.faults import Link, written

THOUGHT = (1.0, 3.0)  # seconds of a person
PAGES = 0.1  # seconds between two pages that are asked for


def quantile(found: list[float], share: float) -> float:
    """In milliseconds."""
    return round(1000 * sorted(found)[min(len(found) - 1, int(share * len(found)))], 1) if found else 0.0


class House:
    """A server with an empty folder."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, free_port()
        self.start()

    def start(self, settle: float = 1.0) -> None:
        words = ["serve", "--port", str(self.port), "--data", str(self.data), "--bot-pause", "0"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.web.relaxed", *words, "--no-compile"],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
        )
        wait(self.process, self.port, settle)

    def stop(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        self.process.wait()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


async def play(port: int, made: dict[str, Any], until: float, rng: random.Random) -> None:
    """One person at one table: looks twice a second, and moves after some thought."""
    link, table, token = Link(port), f"/{made['id']}", made["token"]
    while time.monotonic() < until:
        view = (await link.ask(written("GET", table, token))).data
        if view["over"]:
            break
        if not view["legal_moves"]:
            await asyncio.sleep(0.5)
            continue
        await asyncio.sleep(rng.uniform(*THOUGHT))
        body = {"move": rng.choice(view["legal_moves"]), "number": view["number"]}
        await link.ask(written("POST", f"{table}/moves", token, body))
    link.close()


async def look(port: int, tables: list[str], until: float, rng: random.Random) -> list[float]:
    """How long the page of a table takes, one after the other."""
    link, found = Link(port), []
    while time.monotonic() < until:
        request = f"GET /t/{rng.choice(tables)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        began = time.perf_counter()
        answer = await link.ask(request)
        found.append(time.perf_counter() - began)
        assert answer.status == httpx.codes.OK, answer
        await asyncio.sleep(PAGES)
    link.close()
    return found


async def measure(house: House, args: argparse.Namespace) -> dict[str, Any]:
    body = {"game": args.game, "seats": args.seats, "bots": args.bot, "public": True}
    with httpx.Client(base_url=house.url, timeout=60) as http:
        made = [http.post("/api/tables", json=body).json() for _ in range(args.tables)]
    rng, began = random.Random(1), time.monotonic()
    until, tables = began + args.seconds, [each["id"] for each in made]
    pid = house.process.pid
    workers = family(pid)[1:]
    before = [cpu_of(pids) for pids in ([pid], workers, [os.getpid()])]
    people = [play(house.port, each, until, random.Random(place)) for place, each in enumerate(made)]
    pages, _ = await asyncio.gather(look(house.port, tables, until, rng), asyncio.gather(*people))
    took = time.monotonic() - began
    after = [cpu_of(pids) for pids in ([pid], workers, [os.getpid()])]
    server, thinking, own = (round((b - a) / took, 2) for a, b in zip(before, after, strict=True))
    metrics = httpx.get(f"{house.url}/metrics").text
    thoughts = {how: float(count) for how, count in re.findall(r'tripot_thoughts_total\{how="(\w+)"\} (\S+)', metrics)}
    waits = bots_waits(house.data / "tripot.sqlite3")
    return {
        "game": args.game,
        "tables": args.tables,
        "bots": [args.bot] * (args.seats - 1),
        "seconds": args.seconds,
        "thoughts": thoughts,
        "full": round(thoughts.get("full", 0.0) / max(1.0, sum(thoughts.values())), 3),
        "bot_p50_ms": quantile(waits, 0.5),
        "bot_p99_ms": quantile(waits, 0.99),
        "page_p50_ms": quantile(pages, 0.5),
        "page_p99_ms": quantile(pages, 0.99),
        "server_cores": server,
        "workers_cores": thinking,
        "load_cores": own,
    }


def bots_waits(file: Path) -> list[float]:
    """Seconds from what happened before until a bot has moved, of all bots' moves."""
    found: list[float] = []
    with sqlite3.connect(file) as db:
        rows = db.execute("SELECT table_id, kind, body, at FROM events ORDER BY table_id, number").fetchall()
    last: dict[str, float] = {}
    for table, kind, body, at in rows:
        if kind in ("moved", "chose") and json.loads(body).get("seat", 0) != 0 and table in last:
            found.append(at - last[table])
        last[table] = at
    return found


async def come_back(house: House, tables: list[str]) -> tuple[float, float]:
    """Seconds until the first and the last board have been seen again, all asked for at once."""
    began, limits = time.monotonic(), httpx.Limits(max_connections=None)
    seen: list[float] = []

    async def board(table: str) -> None:
        answer = await http.get(f"/t/{table}")
        assert answer.status_code == httpx.codes.OK
        seen.append(time.monotonic() - began)

    async with httpx.AsyncClient(base_url=house.url, timeout=60, limits=limits) as http:
        await asyncio.gather(*(board(table) for table in tables))
    return min(seen), max(seen)


def restart(house: House) -> dict[str, Any]:
    """Kill the server, start it, and look at every board: how long each part of that takes, and how much processor time."""
    house.stop(signal.SIGKILL)
    with sqlite3.connect(house.data / "tripot.sqlite3") as db:
        tables = [table for (table,) in db.execute("SELECT DISTINCT table_id FROM events")]
    began = time.monotonic()
    house.start(settle=0.0)
    opened, pid = time.monotonic() - began, house.process.pid
    before = cpu_of([pid])
    first, last = asyncio.run(come_back(house, tables))
    cpu, workers = cpu_of([pid]) - before, cpu_of(set(family(pid)) - {pid})
    return {
        "open_again_seconds": round(opened, 2),
        "start_cpu_seconds": round(before, 2),
        "first_board_seconds": round(first, 2),
        "boards_back_seconds": round(last, 2),
        "boards_cpu_seconds": round(cpu, 2),
        "workers_cpu_seconds": round(workers, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="raise")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--bot", default="master")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument(
        "--restart", action="store_true", help="kill the server in the end, and look at every board again"
    )
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder) / "data")
        try:
            found = asyncio.run(measure(house, args))
            if args.restart:
                found |= restart(house)
        finally:
            house.stop(signal.SIGTERM)
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
