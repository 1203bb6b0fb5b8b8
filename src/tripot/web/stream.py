"""The one long-lived connection of a table's page: the whole board first, then what changes of it; moves come the other way.

A page that has just been opened says which board it shows (`Drawing.stamp`). If that is still the board, nothing is sent: a
click that falls between the two would be lost, and so would be what somebody has begun to type.

A slow reader skips boards: it gets what has changed since the last one that was sent to it. A move is a JSON object with the
fields of its form. What becomes of it is seen on the board; only a refusal is answered, by a JSON object with code and message.

At every move all who watch are drawn for and written to. That is done by plain callbacks on the connection itself (`Wire`): a
task for each reader that wakes up, and a message through all layers of the application, would cost as much as the drawing.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import deque
from typing import Any, Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from tripot.errors import TripotError

from .commands import command, no_seat
from .connections import WIRE
from .drawing.drawn import drawing_of
from .drawing.parts import Drawing
from .live import Live
from .refusals import Refused
from .security import refuse
from .site import Reader, Site, address_of, owner_of, reader_of, said, site_of
from .store import StoreError
from .table import check_open

log = logging.getLogger("tripot.web")
MOVE, SHOWN = "move", "shown"
MOST_WAITING = 16  # moves of one reader; then no more is read until some are carried out


async def table_stream(socket: WebSocket) -> None:
    """Send the table as its reader may see it, now and after every change."""
    site = site_of(socket)
    try:
        live = await site.hub.live(socket.path_params["table"])
        check_open(live.table)
    except Refused:
        await socket.close(4404)
        return
    except StoreError as error:
        log.error("%s", error)
        await socket.close(1013)  # the page tries again
        return
    try:
        owner = owner_of(socket)
        with site.streaming(owner, address_of(socket)):
            async with site.hub.connected(live, owner):
                await socket.accept()
                await Stream(socket, site, live, socket.query_params.get(SHOWN, "")).run()
    except Refused as refused:
        await refuse(socket.scope, socket.receive, socket.send, refused)


class Wire(Protocol):
    """The connection of a reader."""

    has_room: bool
    """Whether what was written has gone; else the reader is slow."""

    def attach(self, stream: Stream | None) -> None:
        """From now on this stream is told of what comes (`hear`), and when there is room again (`set`); or none."""

    def write_text(self, text: bytes) -> None:
        """Send a message."""

    def pause(self) -> None:
        """Read no more for now."""

    def resume(self) -> None:
        """Read on."""


class Stream:
    """Shows a table to one reader, and takes their moves. `set` tells it that there is something new, as it does an event."""

    def __init__(self, socket: WebSocket, site: Site, live: Live, stamp: str = "") -> None:
        self._socket, self._site, self._live = socket, site, live
        self._stamp = stamp  # of the board that the page shows
        self._reader, self._address = reader_of(socket), address_of(socket)
        self._loop = asyncio.get_running_loop()
        wire: Wire | None = socket.scope.get("extensions", {}).get(WIRE)
        self._wire = wire or QueuedWire(socket)
        self._shown: Drawing | None = None
        self._is_due = False  # a board is to be drawn
        self._is_over = False
        self._texts: deque[str] = deque()
        self._obeying: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Until the reader has gone."""
        self._wire.attach(self)
        self._live.watchers.add(self)
        try:
            self.set()
            while (message := await self._socket.receive())["type"] != "websocket.disconnect":
                self.hear(message.get("text") or "")
        except RuntimeError:
            pass  # it was closed here
        finally:
            self._is_over = True
            self._live.watchers.discard(self)
            self._wire.attach(None)  # or both would stay in memory until the next collection
            if self._obeying is not None:
                self._obeying.cancel()

    # -- Showing -------------------------------------------------------------------

    def set(self) -> None:
        """There may be something new to show, or room for it."""
        if self._is_due or self._is_over:
            return
        self._is_due = True
        self._loop.call_soon(self._show)

    def _show(self) -> None:
        self._is_due = False
        if self._is_over or not self._wire.has_room:
            return
        if self._live.is_gone:
            self._close(4404)
            return
        try:
            drawn = drawing_of(self._site, self._live, self._reader)
            if self._shown is None and self._stamp and drawn.stamp == self._stamp:
                self._shown = drawn
            changes = drawn.since(self._shown)
        except Exception as error:  # our own mistake; its message may name cards
            log.error("table %s: a board could not be drawn (%s)", self._live.table.id, type(error).__name__)
            self._close(1011)
            return
        if changes:
            self._shown = drawn
            # first all who watch are drawn for, then all are sent to: both go faster in one go
            self._loop.call_soon(self._send, changes)

    def _send(self, text: str) -> None:
        if not self._is_over:
            self._wire.write_text(text.encode())

    def _close(self, code: int) -> None:
        self._is_over = True
        self._closing = self._loop.create_task(self._socket.close(code))

    # -- Moves ---------------------------------------------------------------------

    def hear(self, text: str) -> None:
        """A move has come. A reader's moves are carried out one after the other."""
        self._texts.append(text)
        if self._obeying is None:
            self._obeying = self._loop.create_task(self._obey())
        elif len(self._texts) == MOST_WAITING:
            self._wire.pause()

    async def _obey(self) -> None:
        while self._texts:
            if len(self._texts) == MOST_WAITING:
                self._wire.resume()
            await self._site.turns.take()
            answer = await _move(self._texts.popleft(), self._site, self._live, self._reader, self._address)
            if answer and not self._is_over:
                self._send(json.dumps(answer))
        self._obeying = None


class QueuedWire:
    """Over a server that is not ours, such as a test's: what is written waits until the server takes it."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket, self._waiting = socket, deque[bytes]()
        self._writing: asyncio.Task[None] | None = None
        self._stream: Stream | None = None

    @property
    def has_room(self) -> bool:
        return not self._waiting

    def attach(self, stream: Stream | None) -> None:
        self._stream = stream

    def write_text(self, text: bytes) -> None:
        self._waiting.append(text)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the reader has gone
            while self._waiting:
                await self._socket.send_text(self._waiting[0].decode())
                self._waiting.popleft()
        self._writing = None
        if self._stream is not None:
            self._stream.set()

    def pause(self) -> None:
        return

    def resume(self) -> None:
        return


async def _move(text: str, site: Site, live: Live, reader: Reader, address: str) -> dict[str, Any] | None:
    """Make a move; the refusal if it is not made."""
    try:
        if reader.owner is None:
            raise no_seat()
        site.slow_down_at(live.table.id, MOVE, reader.owner, address)
        live = await site.hub.live(live.table.id)  # as it is now, also if another process has gone on
        await site.hub.asked(live, reader.owner)
        await site.hub.act(live, command(MOVE, _form(text), site.hub, live, reader.owner))
    except TripotError as error:
        if isinstance(error, StoreError):
            log.error("%s", error)
        return said(error, reader.lang)
    except Exception as error:  # our own mistake; its message may name cards
        log.error("table %s: a move failed (%s)", live.table.id, type(error).__name__)
        return said(Refused("server/broken"), reader.lang)
    return None


def _form(text: str) -> dict[str, str]:
    try:
        form = json.loads(text)
    except (ValueError, RecursionError):
        form = None
    if not isinstance(form, dict) or not all(isinstance(value, str) for value in form.values()):
        raise Refused("request/bad", "the form cannot be read")
    return form
