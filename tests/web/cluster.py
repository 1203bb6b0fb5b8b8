"""A private PostgreSQL for tests: a cluster of its own, with Debian's programs, that only a socket in its folder leads to."""

from __future__ import annotations

import atexit
import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.waiting import until
from tests.web.logs import sql

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
MISSING = "PostgreSQL's programs (initdb, postgres) are not here: what needs them is NOT tested. Debian: apt install postgresql"
NUMBERS = itertools.count(1)


def programs() -> Path | None:
    """The folder of PostgreSQL's programs."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = [folder for place in PLACES for folder in Path("/").glob(place[1:]) if (folder / "initdb").exists()]
    return max(folders, default=None)


class Cluster:
    """A server with databases. Nothing is forced to the disk unless it is to be measured: what a power cut would do to PostgreSQL
    is not ours to test.
    """

    def __init__(self, programs: Path, *, is_durable: bool = False) -> None:
        self.programs, self.is_durable = programs, is_durable
        self.folder = Path(tempfile.mkdtemp(prefix="tripot-pg-"))
        self.user = self._other_user()
        self._run("initdb", "-D", self.data, "-U", "tripot", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.start()

    @property
    def data(self) -> str:
        return str(self.folder / "data")

    def _other_user(self) -> str | None:
        """PostgreSQL does not run as root: then it runs as somebody who owns nothing."""
        if os.geteuid() != 0:
            return None
        shutil.chown(self.folder, "nobody")
        return "nobody"

    def _run(self, program: str, *words: str) -> None:
        command = [str(self.programs / program), *words]
        done = subprocess.run(command, capture_output=True, text=True, user=self.user, cwd=self.folder, check=False)
        assert done.returncode == 0, done.stderr + done.stdout

    def start(self) -> None:
        fsync = f"fsync={'on' if self.is_durable else 'off'}"
        settings = ("listen_addresses=", fsync, "max_connections=200", f"unix_socket_directories={self.folder}")
        words = [word for setting in settings for word in ("-c", setting)]
        said = (self.folder / "log").open("ab")
        command = [str(self.programs / "postgres"), "-D", self.data, *words]
        self.process = subprocess.Popen(command, stdout=said, stderr=said, user=self.user, cwd=self.folder)
        said.close()
        until(self._answers, "PostgreSQL does not answer")

    def _answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.url("postgres")).close()
        except psycopg.OperationalError:
            assert self.process.poll() is None, (self.folder / "log").read_text()
            return False
        return True

    def stop(self) -> None:
        """At once, as when its machine goes down."""
        self.process.send_signal(3)  # SIGQUIT: an immediate shutdown
        self.process.wait()

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        return f"postgresql://tripot@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The address of a database that nobody has used."""
        name = f"club{next(NUMBERS)}"
        sql(self.url("postgres"), f"CREATE DATABASE {name}")
        return self.url(name)


@contextmanager
def cluster(*, is_durable: bool = False) -> Iterator[Cluster]:
    """A cluster; the test is skipped where there are no programs for one, except in CI."""
    found = programs()
    if found is None:
        assert "CI" not in os.environ, MISSING
        pytest.skip(MISSING)  # Debian's programs, an optional extra: CI installs and requires them
    server = Cluster(found, is_durable=is_durable)
    atexit.register(server.close)
    try:
        yield server
    finally:
        atexit.unregister(server.close)
        server.close()
