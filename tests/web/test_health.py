"""What machines ask a real server: is it alive, can it write, its numbers; and its log as JSON."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.waiting import PATIENCE, until
from tests.web.cluster import Cluster
from tests.web.faults import children
from tests.web.logs import sql
from tests.web.serving import TRIPOT, Server, free_port, good, open_table, people, serving, sit
from tests.web.wire import Socket


def number(server: Server, name: str) -> float:
    found = re.search(
        rf"^{re.escape(name)} ([\d.e+]+)$", httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text, re.M
    )
    assert found, name
    return float(found[1])


def test_a_server_says_how_it_is_and_its_log_is_data(tmp_path: Path) -> None:
    with serving(tmp_path / "data", more=("--log", "json", "--log-level", "debug")) as server:
        assert httpx.get(f"{server.url}/healthz").text == "ok\n"
        ready = httpx.get(f"{server.url}/readyz", timeout=PATIENCE)
        assert (ready.status_code, ready.json()["ready"], ready.json()["store"]) == (200, True, "ok")
        before = number(server, "tripot_acts_total")
        table = people(server, "raise", 2)[0].table
        assert number(server, "tripot_acts_total") >= before + 3
        assert number(server, "tripot_append_seconds_count") > 0
        assert number(server, "tripot_tables_live") >= 1
        elsewhere = httpx.get(f"{server.url}/metrics", headers={"x-forwarded-for": "192.0.2.7"})
        assert elsewhere.status_code == 404  # not through a proxy
        address = {"host": f"127.0.0.1:{server.port}", "x-forwarded-for": "192.0.2.7"}
        with Socket(server.port, f"/t/{table}/stream", address) as stream:
            stream.next()
        server.stop()
        sql(server.data, f"DELETE FROM events WHERE table_id = '{table}' AND number = 1")
        server.start()
        httpx.get(f"{server.url}/t/{table}", timeout=PATIENCE)
        lines = [json.loads(line) for line in server.said().splitlines() if line.startswith("{")]
        [line] = [line for line in lines if line.get("table") == table]
        assert (line["level"], line["logger"]) == ("warning", "tripot.web")
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00", line["time"])
        assert "192.0.2.7" not in server.said()  # the page about what is kept says so


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--store", "mysql://club"], "--store is the address of a PostgreSQL database"),
        (["--store", "postgresql://tripot:geheim@127.0.0.1:1/club"], "cannot be opened"),
        (["--processes", "2"], "--processes needs --store"),
        (["--public-url", "club.example"], "--public-url is an address such as"),
        (["--public-url", "https://club.example/a b"], "--public-url is an address such as"),
    ],
)
def test_what_cannot_be_served_gets_one_line(words: list[str], line: str, tmp_path: Path) -> None:
    command = [*TRIPOT, "serve", "--port", str(free_port()), "--data", str(tmp_path / "data"), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert line in done.stderr
    assert "geheim" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_while_its_store_is_away_a_server_is_alive_but_not_ready_and_then_everybody_is_back(
    postgres: Cluster, tmp_path: Path
) -> None:
    with serving(tmp_path / "data", more=("--store", postgres.new_database(), "--processes", "2")) as server:
        host = open_table(server, "raise", seats=2)
        sit(server, host.table, 1)
        postgres.stop()
        try:
            until(
                lambda: httpx.get(f"{server.url}/readyz", timeout=PATIENCE).status_code == 503,
                "it says that it is ready",
            )
            assert httpx.get(f"{server.url}/healthz", timeout=PATIENCE).status_code == 200
            refused = host.ask("POST", "begin")
            assert (refused.status_code, refused.json()["code"]) == (503, "store/failed")
            os.kill(children(server)[0], signal.SIGKILL)  # the next one finds no store
            until(lambda: "another one takes its place" in server.said(), "a killed process is not replaced")
            until(lambda: "cannot be opened" in server.said(), "a new process does not say what it waits for")
        finally:
            postgres.start()
        server.http.close()  # its connection may have gone with the process
        server.http = httpx.Client(base_url=f"{server.url}/api", timeout=PATIENCE)
        until(lambda: host.ask("POST", "begin").status_code != 503, "the store is not found again")
        until(lambda: httpx.get(f"{server.url}/readyz", timeout=PATIENCE).status_code == 200, "it is not ready again")
        assert good(host.ask("GET"))["begun"]
        until(lambda: number(server, "tripot_houses") == 2, "a process does not count")
        assert "Traceback" not in server.said()
