"""The seats of a table at one process: whoever accepts a connection hands it on to the process that its first request belongs to.

The kernel gives a new connection to any of the processes that share a port. When the seats of a table are spread over them, each
of them reads and draws what the others write, and they get in one another's way. So each process has a door, a datagram socket in
a folder of theirs; a connection comes through it as an open file, with the bytes that were read from it already, and from then on
nobody stands in between. It is economy, nothing else: any process serves any table, and does so when the right one does not take
the connection.
"""

from __future__ import annotations

import array
import asyncio
import contextlib
import os
import re
import socket
import time
from collections.abc import Callable
from pathlib import Path

from .neighbours import keeper

TABLE = re.compile(rb"[A-Z]+ [^ ?]*?/(?:t|api/tables)/([\w-]+)[/? ]")  # of a request's first line
FIRST = 65_536  # bytes that come with a connection, at most
SILENCE = 3.0  # seconds after which a process that gives no sign of life is handed nothing
PAUSE = 0.005  # seconds before the next try, when many are being handed on
TRIES = 100

Serve = Callable[[socket.socket, bytes], None]


class Doors:
    """The doors of all processes in a folder, of which one is ours."""

    def __init__(self, folder: Path, index: int, count: int) -> None:
        self.folder, self.index = folder, index
        self._places = {str(place): folder / f"door-{place}" for place in range(count)}
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self._serve: Serve | None = None

    @property
    def _own(self) -> Path:
        return self._places[str(self.index)]

    def open(self, serve: Serve) -> None:
        """Take connections from now on, in place of a process that had this door before."""
        self._serve = serve
        new = self._own.with_suffix(f".{os.getpid()}")
        self._socket.bind(str(new))
        new.rename(self._own)
        asyncio.get_running_loop().add_reader(self._socket.fileno(), self._take)

    def live(self) -> None:
        """Give a sign of life."""
        with contextlib.suppress(FileNotFoundError):
            os.utime(self._own)

    def close(self) -> None:
        """Take what has come already, and no more."""
        if self._serve is not None:
            asyncio.get_running_loop().remove_reader(self._socket.fileno())
            self._take()
        self._socket.close()

    def _take(self) -> None:
        assert self._serve is not None
        while True:
            try:
                data, files, _, _ = socket.recv_fds(self._socket, FIRST, 1)
            except BlockingIOError:
                return
            if files:
                self._serve(socket.socket(fileno=files[0]), data)

    def home(self, data: bytes) -> Path | None:
        """The door of the process that the first bytes of a connection belong to; None if that is this one, or any."""
        if (found := TABLE.match(data)) is None or len(data) > FIRST:
            return None
        place = keeper(found[1].decode(), self._places)
        return None if place == str(self.index) else self._places[place]

    def hand_on(self, door: Path, file: int, data: bytes) -> bool | None:
        """Whether the process behind a door has got a connection; None if it is to be tried again."""
        try:
            if time.time() - door.stat().st_mtime > SILENCE:
                return False
            rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [file]))
            self._socket.sendmsg([data], [rights], 0, str(door))
        except BlockingIOError:
            return None
        except OSError:  # nobody is behind it
            return False
        return True
