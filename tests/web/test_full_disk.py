"""A real server whose disk is full for a while: people read so, the log says so, and nothing acknowledged is lost."""

from __future__ import annotations

import resource
import signal
import sys
from pathlib import Path

import httpx
import pytest

from tests.waiting import PATIENCE
from tests.web.faults import RELAXED
from tests.web.serving import Server, code, good, people, serving
from tripot.web.refusals import SENTENCES

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the limit of a running process is set by prlimit")
LARGEST = 20_000  # bytes of a file while the disk is full: the log of the database has more already
NOT_FULL = resource.RLIM_INFINITY


def fill(server: Server, size: int) -> None:
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_a_full_disk_is_said_and_logged_and_loses_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "data", RELAXED) as server, httpx.Client(base_url=server.url, timeout=PATIENCE) as visitor:
        one, two = people(server, "raise", 2)
        table = visitor.post("/g/raise/table", data={"seats": "2"}).headers["location"]
        visitor.post(f"{table}/sit", data={"seat": "0", "name": "Ada"})
        before = one.view()
        move = before["legal_moves"][0]
        assert (server.data / "tripot.sqlite3-wal").stat().st_size > LARGEST
        fill(server, LARGEST)
        assert code(one.move(move, before["number"])) == (503, "store/failed")
        for lang in ("en", "fr"):
            headers = {"accept-language": lang}
            page = visitor.post(f"{table}/sit", data={"seat": "1", "name": "Bo"}, headers=headers)
            assert page.status_code == 503
            assert SENTENCES[lang]["store/failed"] in page.text
            script = visitor.post(f"{table}/chat", data={"text": "?"}, headers=headers | {"x-tripot": "1"})
            assert (script.status_code, script.json()["code"]) == (503, "store/failed")
        assert visitor.get(table).status_code == 200  # everybody can still look
        assert one.view() == before
        assert server.said().count("could not be written") == 5  # each time, for the API too
        assert "Traceback" not in server.said()
        fill(server, NOT_FULL)
        good(one.move(move, before["number"]))
        assert visitor.post(f"{table}/sit", data={"seat": "1", "name": "Bo"}).status_code == 303
        after = one.view()
        server.stop(signal.SIGKILL)
        server.start()
        assert one.view() == after
        assert two.view()["chosen"] == after["chosen"]
        assert "Bo" in visitor.get(table).text
