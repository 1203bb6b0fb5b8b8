"""A second server, a kill, a restart. Real servers, real files."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

from tests.waiting import PATIENCE
from tests.web.serving import TRIPOT, free_port, serving


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
