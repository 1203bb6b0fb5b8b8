"""For machines that look after the site: is it alive, can it serve, and its numbers."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from . import numbers
from .names import is_loopback
from .refusals import Refused
from .site import site_of
from .store import StoreError

PROBE = "probe"  # the id of a table that nobody has
ANSWERS = 5.0  # seconds in which a store that works has answered


async def alive(request: Request) -> Response:
    """The process answers."""
    return PlainTextResponse("ok\n")


async def ready(request: Request) -> Response:
    """Whether tables can be written; and how the bots are."""
    hub = site_of(request).hub
    facts: dict[str, Any] = {"ready": True, "store": "ok", "houses": len(hub.neighbours.alive)}
    facts |= {"workers": len(hub.thinkers.processes), "not_compiled": sorted(hub.uncompiled)}
    try:
        async with asyncio.timeout(ANSWERS):
            await hub.events.wake(PROBE, 0, None)  # a transaction that changes nothing
    except (StoreError, TimeoutError):
        facts |= {"ready": False, "store": "does not answer"}
    return JSONResponse(facts, 200 if facts["ready"] else 503)


async def metrics(request: Request) -> Response:
    """Numbers for Prometheus, for whoever asks from this machine. A proxy hands on the address of others, who get nothing."""
    if not is_loopback(request.client.host if request.client else ""):
        raise Refused("request/address")
    site = site_of(request)
    site.measure()
    return Response(numbers.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


routes = [Route("/healthz", alive), Route("/readyz", ready), Route("/metrics", metrics)]
