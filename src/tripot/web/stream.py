"""The one long-lived connection of a table's page: the whole board first, then what changes of it.

A slow reader skips boards: it gets what has changed since the last one that was sent to it.
"""

from __future__ import annotations

import asyncio
import logging

from starlette.websockets import WebSocket, WebSocketDisconnect

from .drawing.drawn import drawing_of
from .drawing.parts import Drawing
from .hub import Live
from .refusals import Refused
from .security import refuse
from .site import Site, address_of, owner_of, reader_of, site_of
from .store import StoreError
from .table import check_open

log = logging.getLogger("tripot.web")


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
    listener = asyncio.create_task(_until_gone(socket, changed))
    shown: Drawing | None = None
    try:
        while not listener.done():
            await changed.wait()
            changed.clear()
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


async def _until_gone(socket: WebSocket, changed: asyncio.Event) -> None:
    """We read nothing from the socket but its end."""
    try:
        while True:
            await socket.receive_text()
    except (WebSocketDisconnect, RuntimeError):
        changed.set()
