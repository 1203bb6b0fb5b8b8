"""Several processes on one port: a parent that binds it and looks after children that serve.

The parent runs its own command line again for each child, with the listening socket handed down, so a child that is started later
runs the program as it is then. A child that dies is started again. SIGHUP replaces the children one after the other: the new one
serves before the old one is asked to go, so the port is never without anybody.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import select
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field

import uvicorn
from prometheus_client import multiprocess

from tripot.errors import TripotError

from . import numbers
from .connections import GuardedConfig, GuardedHttp
from .doors import Doors

log = logging.getLogger("tripot.web")

CHILD = "TRIPOT_CHILD"  # the environment variable that tells a child what it has: two files, and its place among the children
READY, ALIVE = b"r", b"."
SIGN = 1.0  # seconds between two signs of life of a child
SILENCE = 30.0  # seconds without one after which a child is taken for stuck
OPENING = 600.0  # seconds in which a child must be open: it may have to wait for a busy machine
CLOSING = 15.0  # seconds after which one that was asked to go is made to
AGAIN = 0.2  # seconds before a child that died is started again; those that never opened wait longer each time
LONGEST = 10.0


@dataclass(frozen=True)
class Place:
    """What a child has from its parent."""

    listening: socket.socket
    signs: int
    index: int


def place() -> Place | None:
    """What this process has from its parent; None if it is no child."""
    if CHILD not in os.environ:
        return None
    listening, signs, index = map(int, os.environ.pop(CHILD).split())
    return Place(socket.socket(fileno=listening), signs, index)


class ChildServer(uvicorn.Server):
    """Says when it is open and that it lives; takes connections that another child hands on; ends when the parent does."""

    def __init__(self, config: GuardedConfig, signs: int, doors: Doors) -> None:
        super().__init__(config)
        config.doors = self.doors = doors
        self._signs = signs
        self._living: asyncio.Task[None] | None = None
        self._taking: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        watch = asyncio.create_task(self._watch_parent())
        await super().startup(sockets=sockets)
        watch.cancel()
        if not self.should_exit:
            self.doors.open(self._take)
            self._living = asyncio.create_task(self._live())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.doors.close()
        await super().shutdown(sockets=sockets)

    def _take(self, connection: socket.socket, data: bytes) -> None:
        """Serve a connection of which another child has read the first bytes."""
        task = asyncio.create_task(self._serve_handed(connection, data))
        self._taking.add(task)
        task.add_done_callback(self._taking.discard)

    async def _serve_handed(self, connection: socket.socket, data: bytes) -> None:
        loop = asyncio.get_running_loop()

        def protocol() -> GuardedHttp:
            made = GuardedHttp(self.config, self.server_state, self.lifespan.state, loop)
            made.handed = data
            return made

        with contextlib.suppress(OSError):  # who was to be served has gone
            connection.setblocking(False)
            await loop.connect_accepted_socket(protocol, connection)

    async def _watch_parent(self) -> None:
        """Go with the parent, also before it is open: it may be waiting for a store that has gone too."""
        parent = select.poll()
        parent.register(self._signs, 0)
        while not parent.poll(0):  # nobody reads the signs any more
            await asyncio.sleep(SIGN)
        os._exit(0)

    async def _live(self) -> None:
        sign = READY
        while True:
            try:
                os.write(self._signs, sign)
            except OSError:  # the parent has gone
                self.should_exit = True
                return
            self.doors.live()
            sign = ALIVE
            await asyncio.sleep(SIGN)


@dataclass
class Child:
    """A process that serves."""

    process: subprocess.Popen[bytes]
    signs: int
    is_open: bool = False
    heard: float = field(default_factory=time.monotonic)

    def hear(self) -> None:
        """Read its signs of life."""
        with contextlib.suppress(BlockingIOError):
            if said := os.read(self.signs, 4096):
                self.heard = time.monotonic()
                self.is_open = self.is_open or READY in said

    def is_stuck(self) -> bool:
        """Whether it has been silent for too long."""
        return time.monotonic() - self.heard > (SILENCE if self.is_open else OPENING)

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to go, and see that it does."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(how)
        try:
            self.process.wait(CLOSING)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.forget()

    def forget(self) -> None:
        """It has gone."""
        os.close(self.signs)
        if numbers.FOLDER in os.environ:
            multiprocess.mark_process_dead(self.process.pid)  # type: ignore[no-untyped-call]  # its sums stay, what it had at the moment does not


class Parent:
    """Binds the port and keeps so many children."""

    def __init__(self, host: str, port: int, count: int) -> None:
        self.listening = socket.create_server((host, port), backlog=2048, reuse_port=False)
        self.count = count
        self.children: list[Child] = []
        self._failures = 0
        self._is_closing = self._is_rolling = False

    def run(self, opened: str) -> None:
        """Serve until told to stop; `opened` is said when all are open."""
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, self._close)
        signal.signal(signal.SIGHUP, self._roll)
        try:
            for index in range(self.count):
                self.children.append(self._start(index))
            while not self._is_closing and not all(child.is_open for child in self.children):
                self._look_after()
            if not self._is_closing:
                print(opened, flush=True)
            while not self._is_closing:
                self._look_after()
                if self._is_rolling:
                    self._is_rolling = False
                    self._replace_all()
        finally:
            self._end_all()

    def _close(self, *_: object) -> None:
        self._is_closing = True

    def _roll(self, *_: object) -> None:
        self._is_rolling = True

    def _start(self, index: int) -> Child:
        reads, writes = os.pipe()
        os.set_blocking(reads, False)
        listening = self.listening.fileno()
        environment = os.environ | {CHILD: f"{listening} {writes} {index}"}
        command = [sys.executable, *sys.orig_argv[1:]]
        process = subprocess.Popen(command, env=environment, pass_fds=(listening, writes), start_new_session=True)
        os.close(writes)
        return Child(process, reads)

    def _look_after(self) -> None:
        """Hear the children for a moment, and start those again that have gone."""
        self._hear(self.children)
        for index, child in enumerate(self.children):
            if child.is_stuck() and child.process.poll() is None:
                log.error("process %s does not answer any more: it is killed", child.process.pid)
                child.process.kill()
                child.process.wait()
            if (code := child.process.poll()) is not None and not self._is_closing:
                self._start_again(index, child, code)

    def _start_again(self, index: int, child: Child, code: int) -> None:
        child.forget()
        self._failures = 0 if child.is_open else self._failures + 1
        if self._failures > 2 * self.count:
            raise TripotError("the processes end before they are open; what they said stands above")
        log.warning("process %s has ended (%s): another one takes its place", child.process.pid, code)
        time.sleep(min(LONGEST, AGAIN * 2**self._failures))
        self.children[index] = self._start(index)

    def _hear(self, children: list[Child]) -> None:
        files = {child.signs: child for child in children if child.process.poll() is None}
        for file in select.select(list(files), [], [], 0.2)[0]:
            files[file].hear()
        time.sleep(0.05)

    def _replace_all(self) -> None:
        """Replace the children one after the other; if a new one does not open, the old ones stay."""
        for index, old in enumerate(list(self.children)):
            new = self._start(index)
            while not new.is_open and not self._is_closing and new.process.poll() is None and not new.is_stuck():
                self._hear([*self.children, new])
            if not new.is_open:
                new.end(signal.SIGKILL)
                log.error("a new process did not open: the others go on as they are")
                return
            self.children[index] = new
            old.end()
        log.warning("all processes have been replaced")

    def _end_all(self) -> None:
        self.listening.close()
        for child in self.children:
            with contextlib.suppress(ProcessLookupError):
                child.process.send_signal(signal.SIGTERM)
        for child in self.children:
            child.end()
