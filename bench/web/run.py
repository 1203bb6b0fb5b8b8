"""The load of tables of four people: our site beside boardgame.io, all in one run, as ratios.

    make bench-web          (or: python bench/web/run.py --rounds 2 --json)
    python bench/web/run.py --scaling    one process on a private PostgreSQL, beside two in several ways

The servers take turns, one at a time, each in a process of its own on 127.0.0.1. A figure is the median of its turns.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / "bench" / "build" / "web"
OURS, MEMORY, FILE = "tripot", "boardgame.io memory", "boardgame.io FlatFile"
SERVERS = (OURS, MEMORY, FILE)


class Houses(NamedTuple):
    """Processes on one PostgreSQL: so many servers of so many processes each, and whether nginx stands in front."""

    servers: int
    processes: int
    has_proxy: bool = False


SCALING = {
    "tripot, 1 process": Houses(1, 1),
    "tripot, 2 processes": Houses(1, 2),
    "tripot, 2 processes, seats spread": Houses(2, 1),  # each connection goes to either
    "tripot, 2 processes, nginx": Houses(2, 1, has_proxy=True),  # by table, as the host's guide has it
}
PATIENCE = 60.0  # seconds until a server answers
PLANS = ("saturation:25:48", "saturation:100:48", "thinking:25:5", "thinking:100:8")
LARGE = ("paced:1000:12", "paced:2000:12")
SCALED = ("saturation:50:48",)
QUICK = ("saturation:5:12", "thinking:5:2")
LONGEST = 100.0  # seconds for one turn of the generator
MOST_CPU = {  # our CPU per move over theirs, by the beginning of the plan
    FILE: {"": 0.5},
    MEMORY: {"paced:1000": 1.5, "saturation": 2.0},
}
MOST_MS, LATENCY_OF = 10.0, ("paced:2000",)
LIMIT = 420.0  # seconds after which no turn begins


def install() -> None:
    """boardgame.io as package-lock.json pins it, once."""
    if not (HERE / "node_modules" / "boardgame.io" / "server" / "package.json").is_file():
        given = ["--omit=dev", "--no-audit", "--no-fund", "--ignore-scripts"]
        subprocess.run(["npm", "ci", *given], cwd=HERE, check=True, stdout=sys.stderr)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


@dataclass
class Run:
    """Servers that answer: their ports and processes, and what does a part of their work beside them."""

    ports: list[int]
    pids: list[int]
    beside: dict[str, int] = field(default_factory=dict)


def tripot(port: int, *where: str) -> list[str]:
    """How ours is started: without rate limits, with its data on the disk as ever."""
    given = ["--port", str(port), *where, "--lazy-bots", "--no-compile"]
    return [sys.executable, "-m", "tests.web.relaxed", "serve", *given]


@contextmanager
def started(words: list[str], port: int) -> Iterator[int]:
    """A process that answers."""
    with (BUILD / "server.log").open("ab") as log:
        environment = os.environ | {"NODE_ENV": "production"}
        process = subprocess.Popen(words, cwd=ROOT, env=environment, stdout=log, stderr=log)
    try:
        wait(process, port)
        yield process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def served(name: str) -> Iterator[Run]:
    """A fresh server with an empty folder."""
    data = BUILD / "data"
    shutil.rmtree(data, ignore_errors=True)
    data.mkdir(parents=True)
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, data, ignore_errors=True)
        if name in SCALING:
            yield _shared(SCALING[name], data, stack)
            return
        port = free_port()
        storage = ["memory"] if name == MEMORY else ["file", str(data)]
        theirs = ["node", str(HERE / "bgio" / "server.js"), str(port), *storage]
        words = tripot(port, "--data", str(data)) if name == OURS else theirs
        yield Run([port], [stack.enter_context(started(words, port))])


def _shared(houses: Houses, folder: Path, stack: ExitStack) -> Run:
    """Servers on a PostgreSQL of their own, with Debian's programs, that has on the disk what it acknowledges."""
    from tests.web.cluster import cluster

    store = stack.enter_context(cluster(is_durable=True))
    url, ports = store.new_database(), [free_port() for _ in range(houses.servers)]
    given = ["--store", url, "--processes", str(houses.processes)]
    pids = [stack.enter_context(started(tripot(port, *given), port)) for port in ports]
    run = Run(ports, pids, {"store": store.process.pid})
    wait_for_all(ports, houses.servers * houses.processes)
    if houses.has_proxy:
        from tests.web.proxy import spread_by_table

        run.ports = [free_port()]
        words = spread_by_table(folder, run.ports[0], ports)
        run.beside["proxy"] = stack.enter_context(started(words, run.ports[0]))
    return run


def wait(process: subprocess.Popen[bytes], port: int, settle: float = 1.0) -> None:
    """Until it answers, and a little longer."""
    until = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            time.sleep(settle)
            return
        except OSError:
            time.sleep(0.02)
    raise SystemExit(f"the server does not answer; see {BUILD / 'server.log'}")


def wait_for_all(ports: list[int], count: int) -> None:
    """Until all processes are open: the port answers when one is, and what connects before the others are stays there."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with urllib.request.urlopen(f"http://127.0.0.1:{ports[0]}/readyz") as answer:
            if json.load(answer)["houses"] == count:
                time.sleep(3)  # each tells the others before it opens
                return
        time.sleep(0.1)
    raise SystemExit(f"there are not {count} processes; see {BUILD / 'server.log'}")


def measured(name: str, plans: tuple[str, ...]) -> list[dict[str, Any]]:
    """One turn of a server: all plans, one after the other."""
    with served(name) as run:
        kind = "tripot" if name.startswith(OURS) else "boardgame.io"
        ports, pids = (",".join(map(str, numbers)) for numbers in (run.ports, run.pids))
        beside = [word for what, pid in run.beside.items() for word in ("--beside", f"{what}={pid}")]
        given = [sys.executable, str(HERE / "gen.py"), kind, ports, pids, *plans, *beside]
        done = subprocess.run(given, cwd=ROOT, stdout=subprocess.PIPE, text=True, timeout=LONGEST, check=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    for line in found:
        print(json.dumps({"server": name, **line}), file=sys.stderr, flush=True)
    return [line for line in found if "plan" in line]


def medians(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """One row of several runs of the same plan; what went wrong is added up."""
    row = {key: statistics.median(run[key] for run in runs) for key in runs[0] if key != "plan"}
    return (
        row
        | {"turns": len(runs)}
        | {key: sum(run[key] for run in runs) for key in ("moves", "refused", "lost", "disconnected")}
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=2, help="turns of every server (default 2)")
    parser.add_argument("--only", choices=[*SERVERS, *SCALING], action="append", help="leave the other servers out")
    parser.add_argument("--plan", action="append", metavar="MODE:TABLES:AMOUNT", help="measure this instead")
    parser.add_argument("--scaling", action="store_true", help="one process on PostgreSQL beside two in several ways")
    parser.add_argument("--quick", action="store_true", help="a few tables for a few seconds, to see that it works")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    args = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    servers = [name for name in (SCALING if args.scaling else SERVERS) if not args.only or name in args.only]
    if not args.scaling and servers != [OURS]:
        install()
    plans = tuple(args.plan) if args.plan else SCALED if args.scaling else QUICK if args.quick else PLANS
    large = () if args.plan or args.quick or args.scaling else LARGE
    began = time.monotonic()
    runs: dict[tuple[str, str], list[dict[str, Any]]] = {}
    turns = [plans, *([large] if large else []), *[plans] * (args.rounds - 1)]
    for turn, now in enumerate(turns):
        first = turn % len(servers)
        for name in servers[first:] + servers[:first]:
            if time.monotonic() - began > LIMIT:
                print(f"{LIMIT:.0f} s are over: {name} has no turn {turn + 1}", file=sys.stderr)
                continue
            for found in measured(name, now):
                runs.setdefault((found["plan"], name), []).append(found)
    rows = {key: medians(found) for key, found in runs.items()}
    report = {
        "seconds": round(time.monotonic() - began),
        "rows": [{"plan": plan, "server": name, **rows[plan, name]} for plan, name in ordered(rows)],
        "ratios": ratios(rows),
        "aims": aims(rows),
    }
    if args.json:
        print(json.dumps(report, indent=1))
    else:
        show(rows, report)


def ordered(rows: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """By load, then seats, then server."""
    return sorted(
        rows, key=lambda row: (row[0].split(":")[0], int(row[0].split(":")[1]), [*SERVERS, *SCALING].index(row[1]))
    )


def ratios(rows: dict[tuple[str, str], dict[str, Any]]) -> list[dict[str, Any]]:
    """Our CPU per move over theirs."""
    found = []
    for plan, name in ordered(rows):
        if name == OURS or (plan, OURS) not in rows:
            continue
        ours, theirs = rows[plan, OURS]["cpu_ms_per_move"], rows[plan, name]["cpu_ms_per_move"]
        found.append({"plan": plan, "over": name, "cpu_ratio": round(ours / theirs, 3) if theirs else None})
    return found


def aims(rows: dict[tuple[str, str], dict[str, Any]]) -> list[dict[str, Any]]:
    """What we want, what we have, and whether it is enough."""
    found = []
    for ratio in ratios(rows):
        for load, most in MOST_CPU.get(ratio["over"], {}).items():
            if ratio["plan"].startswith(load):
                about = f"CPU per move over {ratio['over']}, {ratio['plan']}"
                found.append({"aim": about, "most": most, "found": ratio["cpu_ratio"]})
    for plan in LATENCY_OF:
        if (plan, OURS) in rows:
            found.append({"aim": f"p99 ms, {plan}", "most": MOST_MS, "found": rows[plan, OURS]["p99_ms"]})
    return [aim | {"met": aim["found"] is not None and aim["found"] <= aim["most"]} for aim in found]


def show(rows: dict[tuple[str, str], dict[str, Any]], report: dict[str, Any]) -> None:
    table = Table("load", "server", title=f"Tables of four people ({report['seconds']} s in all)")
    columns = {
        "moves_per_second": "moves/s",
        "cpu_ms_per_move": "CPU ms/move",
        "p50_ms": "p50 ms",
        "p99_ms": "p99 ms",
        "store_ms_per_move": "store's",
        "proxy_ms_per_move": "proxy's",
        "generator_ms_per_move": "load's",
        "server_cpu": "server CPU",
        "other_cpu": "other CPU",
        "bytes_per_seat_and_move": "bytes/seat",
        "memory_mib": "MiB",
    }
    columns = {key: title for key, title in columns.items() if any(key in row for row in rows.values())}
    for title in columns.values():
        table.add_column(title, justify="right")
    table.add_column("lost", justify="right")
    for plan, name in ordered(rows):
        row = rows[plan, name]
        mode, tables = plan.split(":")
        bad = row["refused"] + row["lost"] + row["disconnected"]
        cells = [f"{row[key]:,g}" if key in row else "" for key in columns]
        table.add_row(f"{mode}, {int(tables) * 4:,} seats", name, *cells, str(bad))
    console = Console(emoji=False, width=None if sys.stdout.isatty() else 190)
    console.print(table)
    for aim in report["aims"]:
        console.print(
            f"{'met' if aim['met'] else 'MISSED':6}  {aim['aim']}: {aim['found']:g} (at most {aim['most']:g})"
        )


if __name__ == "__main__":
    main()
