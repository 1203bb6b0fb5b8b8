"""The load of tables of four people: our site beside boardgame.io, all in one run, as ratios.

    make bench-web          (or: python bench/web/run.py --rounds 2 --json)
    python bench/web/run.py --scaling    one process on a private PostgreSQL, beside two

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
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / "bench" / "build" / "web"
OURS, MEMORY, FILE = "tripot", "boardgame.io memory", "boardgame.io FlatFile"
SERVERS = (OURS, MEMORY, FILE)
SCALING = {"tripot, 1 process": 1, "tripot, 2 processes": 2}  # on PostgreSQL
PATIENCE = 60.0  # seconds until a server answers
PLANS = ("saturation:25:48", "saturation:100:48", "thinking:25:5", "thinking:100:8")
LARGE = ("paced:1000:12", "paced:2000:12")
SCALED = ("saturation:50:48",)
QUICK = ("saturation:5:12", "thinking:5:2")
LONGEST = 100.0  # seconds for one turn of the generator
MOST_CPU = {FILE: 0.5}  # our CPU per move over theirs
MOST_MEMORY = {"paced:1000": 1.5, "saturation": 2.0}  # our memory over that of boardgame.io's file storage
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


def command(name: str, port: int, data: Path, store: str) -> list[str]:
    """How a server is started; ours without rate limits, with its data on the disk as ever."""
    if name == OURS or name in SCALING:
        where = ["--store", store, "--processes", str(SCALING[name])] if store else ["--data", str(data)]
        given = ["--port", str(port), *where, "--lazy-bots", "--no-compile"]
        return [sys.executable, "-m", "tests.web.relaxed", "serve", *given]
    storage = ["memory"] if name == MEMORY else ["file", str(data)]
    return ["node", str(HERE / "bgio" / "server.js"), str(port), *storage]


@contextmanager
def served(name: str) -> Iterator[tuple[int, int]]:
    """A fresh server with an empty folder: its port and process."""
    port, data = free_port(), BUILD / "data"
    shutil.rmtree(data, ignore_errors=True)
    data.mkdir(parents=True)
    with (BUILD / "server.log").open("ab") as log, ExitStack() as stack:
        store = ""
        if name in SCALING:
            from tests.web.cluster import cluster  # a PostgreSQL of its own, with Debian's programs

            store = stack.enter_context(cluster()).new_database()
        words, environment = command(name, port, data, store), os.environ | {"NODE_ENV": "production"}
        process = subprocess.Popen(words, cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            wait(process, port)
            yield port, process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            shutil.rmtree(data, ignore_errors=True)


def wait(process: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            time.sleep(1)
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"the server does not answer; see {BUILD / 'server.log'}")


def measured(name: str, plans: tuple[str, ...]) -> list[dict[str, Any]]:
    """One turn of a server: all plans, one after the other."""
    with served(name) as (port, pid):
        kind = "tripot" if name.startswith(OURS) else "boardgame.io"
        given = [sys.executable, str(HERE / "gen.py"), kind, str(port), str(pid), *plans]
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
    parser.add_argument("--only", choices=SERVERS, action="append", help="leave the other servers out")
    parser.add_argument("--plan", action="append", metavar="MODE:TABLES:AMOUNT", help="measure this instead")
    parser.add_argument("--scaling", action="store_true", help="one process on PostgreSQL beside two, instead")
    parser.add_argument("--quick", action="store_true", help="a few tables for a few seconds, to see that it works")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    args = parser.parse_args()
    servers = [name for name in SERVERS if not args.only or name in args.only]
    if args.scaling:
        sys.path.insert(0, str(ROOT))
        servers = list(SCALING)
    elif servers != [OURS]:
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
        if ratio["over"] in MOST_CPU:
            about = f"CPU per move over {ratio['over']}, {ratio['plan']}"
            found.append({"aim": about, "most": MOST_CPU[ratio["over"]], "found": ratio["cpu_ratio"]})
    for plan, name in ordered(rows):
        for load, most in MOST_MEMORY.items():
            if name == FILE and plan.startswith(load) and (plan, OURS) in rows:
                factor = round(rows[plan, OURS]["memory_mib"] / rows[plan, name]["memory_mib"], 3)
                found.append({"aim": f"memory over {name}, {plan}", "most": most, "found": factor})
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
        "server_cpu": "server CPU",
        "other_cpu": "other CPU",
        "bytes_per_seat_and_move": "bytes/seat",
        "memory_mib": "MiB",
    }
    for title in columns.values():
        table.add_column(title, justify="right")
    table.add_column("lost", justify="right")
    for plan, name in ordered(rows):
        row = rows[plan, name]
        mode, tables = plan.split(":")
        bad = row["refused"] + row["lost"] + row["disconnected"]
        cells = [f"{row[key]:,g}" for key in columns]
        table.add_row(f"{mode}, {int(tables) * 4:,} seats", name, *cells, str(bad))
    console = Console(emoji=False, width=None if sys.stdout.isatty() else 150)
    console.print(table)
    for aim in report["aims"]:
        console.print(
            f"{'met' if aim['met'] else 'MISSED':6}  {aim['aim']}: {aim['found']:g} (at most {aim['most']:g})"
        )


if __name__ == "__main__":
    main()
