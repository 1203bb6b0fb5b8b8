"""The one long-lived connection of a table's page: the whole board first, then what changes of it; moves come the other way.

A slow reader skips boards: it gets what has changed since the last one that was sent to it. A move is a JSON object with the
fields of its form. What becomes of it is seen on the board; only a refusal is answered, by a JSON object with code and message.
"""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from tripot.errors import TripotError

from .commands import command, no_seat
from .drawing.drawn import drawing_of
from .drawing.parts import Drawing
from .live import Live
from .refusals import Refused
from .security import refuse
from .site import Reader, Site, address_of, owner_of, reader_of, said, site_of
from .store import StoreError
from .table import check_open

log = logging.getLogger("tripot.web")
MOVE = "move"


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
                await _show(socket, site, live)
    except Refused as refused:
        await refuse(socket.scope, socket.receive, socket.send, refused)


async def _show(socket: WebSocket, site: Site, live: Live) -> None:
    await socket.accept()
    reader = reader_of(socket)
    changed = asyncio.Event()
    changed.set()
    live.watchers.add(changed)
    listener = asyncio.create_task(_obey_until_gone(socket, site, live, reader, changed))
    shown: Drawing | None = None
    try:
        while not listener.done():
            await changed.wait()
            changed.clear()
            if live.is_gone:
                await socket.close(4404)
                return
            drawn = drawing_of(site, live, reader)
            changes = drawn.since(shown)
            await asyncio.sleep(0)  # first all who watch are drawn for, then all are sent to: both go faster in one go
            if changes and not listener.done():
                await socket.send_text(changes)
                shown = drawn
    except (WebSocketDisconnect, RuntimeError):
        pass  # the reader has gone
    finally:
        live.watchers.discard(changed)
        listener.cancel()


async def _obey_until_gone(socket: WebSocket, site: Site, live: Live, reader: Reader, changed: asyncio.Event) -> None:
    """Carry out the moves that come, one after the other, until the reader has gone."""
    address = address_of(socket)
    try:
        while True:
            text = await socket.receive_text()
            if answer := await _move(text, site, live, reader, address):
                await socket.send_text(json.dumps(answer))
    except (WebSocketDisconnect, RuntimeError):
        changed.set()


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
