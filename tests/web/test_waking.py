"""Clocks and bots go on by themselves: after a kill, a restart, with nobody looking. Real servers, real files."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import httpx

from tests.waiting import PATIENCE, until
from tests.web.logs import sql
from tests.web.serving import TRIPOT, Server, free_port, serving


def table_with_a_clock(server: Server, clock: int) -> str:
    """Ada at a table with a bot and a clock, begun; the table's id."""
    with httpx.Client(base_url=server.url, follow_redirects=True, timeout=PATIENCE) as ada:
        path = ada.post("/g/raise/table", data={"seats": "2", "clock": str(clock)}).url.path
        ada.post(f"{path}/sit", data={"seat": "0", "name": "Ada"})
        ada.post(f"{path}/bot", data={"seat": "1", "bot": "thumb"})
        assert 'class="clock"' in ada.post(f"{path}/begin").text
    return path.rpartition("/")[2]


def logged(folder: Path, table: str, kind: str) -> list[tuple[float, dict[str, Any]]]:
    rows = sql(folder, f"SELECT at, body FROM events WHERE table_id = '{table}' AND kind = '{kind}'")
    return [(at, json.loads(body)) for at, body in rows]


def test_a_clock_runs_out_after_a_kill_with_nobody_looking_and_the_bot_plays_on(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        table = table_with_a_clock(server, 4)
        server.stop(signal.SIGKILL)
        assert not logged(server.data, table, "handed")
        server.start()
        until(lambda: logged(server.data, table, "handed"), "the clock never runs out")
        until(lambda: logged(server.data, table, "shown"), "the bots do not play on")
        began, _ = logged(server.data, table, "begun")[0]
        handed, body = logged(server.data, table, "handed")[0]
        assert handed - began >= 4
        assert body["seat"] == 0


def test_a_clock_goes_on_after_a_restart_from_where_it_was(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        table = table_with_a_clock(server, 3600)
        server.stop(signal.SIGKILL)
        sql(server.data, "UPDATE events SET at = at - 3000")  # as if the server had been away for so long
        server.start()
        page = httpx.get(f"{server.url}/t/{table}", timeout=PATIENCE).text
        left = re.search(r'data-left="(\d+)"', page)
        assert left
        assert 0 < int(left[1]) <= 600


def test_a_second_server_on_the_same_folder_is_refused_in_one_line_until_the_first_is_gone(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        words = [*TRIPOT, "serve", "--port", str(free_port()), "--data", str(server.data)]
        second = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert second.returncode == 2
        assert "another tripot" in second.stderr
        assert len(second.stderr.strip().splitlines()) == 1, second.stderr
        server.stop(signal.SIGKILL)
        server.start()
        assert server.http.get("/games").status_code == 200
