"""A real house for tests: a server process of its own, on a port of its own, with a data folder of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.waiting import PATIENCE, until
from tests.web.serving import free_port


class House:
    """`tripot serve`, started, killed and started again like the real thing; but nobody is too fast for it, because against bots
    without a pause a test plays faster than people can.
    """

    def __init__(
        self,
        data: Path,
        *,
        bot_pause: float = 0.0,
        more: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.environment = {**os.environ, **(environment or {})}
        self.more, self.data, self.port, self.bot_pause = more, data, free_port(), bot_pause
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        words = ["serve", "--port", str(self.port), "--data", str(self.data), "--bot-pause", str(self.bot_pause)]
        words += ["--lazy-bots", "--no-compile", *self.more]
        command = [sys.executable, "-m", "tests.web.relaxed", *words]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=self.environment)
        until(self._is_open, "the house did not open")

    def _is_open(self) -> bool:
        assert self.process is not None
        try:
            with urllib.request.urlopen(self.url, timeout=PATIENCE):
                return True
        except OSError:
            assert self.process.poll() is None, "the house closed before it was open"
            return False

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
