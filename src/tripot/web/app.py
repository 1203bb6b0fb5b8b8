"""The site as an ASGI application: the pages, the stream, the API, behind the same guard."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass, field
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from . import api, lessons, pages, stream
from .compiling import Compiling, Say
from .drawing.render import LogCache
from .hub import AWAY, BOT_PAUSE, Hub
from .security import ACTS, STREAMS_OF_ADDRESS, STREAMS_OF_DEVICE, TABLES, Buckets, Open, guarded
from .site import Site
from .store import SQLiteLog
from .thinking import Thinkers

STATIC = Path(__file__).parent / "static"


def print_line(line: str, *, transient: bool = False) -> None:
    """On the terminal; what goes on is one line that changes there."""
    is_terminal = sys.stdout.isatty()
    print(f"\r\x1b[K{line}" if is_terminal else line, end="" if transient and is_terminal else "\n", flush=True)


@dataclass(frozen=True, kw_only=True)
class SiteSettings:
    """What a host may choose."""

    data: Path
    hosts: Collection[str] = ()
    """The names that the site answers to; all if empty."""
    public_url: str = ""
    """The address that links have; the one that the reader came by if empty."""
    network_url: str = ""
    """The address that links have for a reader who came by a name that only this machine has."""
    bot_pause: float = BOT_PAUSE
    absent_after: float = AWAY
    """Seconds without a connection or a request after which the others may hand a person's seat to a bot."""
    bot_workers: int = 0
    """Processes in which bots think; 0: one for every core but one."""
    loads_bots: bool = True
    """Whether the strong bots are loaded when the server starts, not when first needed."""
    compiles: bool = True
    """Whether games that are not compiled are, in the background."""
    say: Say = field(default=print_line)
    """How the host is told how far compiling is."""
    streams_of_device: int = STREAMS_OF_DEVICE
    """Streams open at the same time from one browser or token, at most."""
    streams_of_address: int = STREAMS_OF_ADDRESS
    """The same from one address: a household, a school, a club."""
    tables_per_minute: int = round(60 * TABLES.rate)
    """New tables from one address in the long run, and at once."""
    acts_per_second: int = round(ACTS.rate)
    """What is done at tables from one address in the long run; three times as much at once."""


def create_app(settings: SiteSettings) -> ASGIApp:
    """The whole site. Its data folder is opened when it starts."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        events = await SQLiteLog.open(settings.data)
        logs = LogCache()
        hub = Hub(events, Thinkers(settings.bot_workers), showing=logs.showing)
        hub.pause, hub.away = settings.bot_pause, settings.absent_after
        app.state.site = Site(
            hub,
            logs,
            public_url=settings.public_url,
            network_url=settings.network_url,
            streams_of_device=Open(settings.streams_of_device),
            streams_of_address=Open(settings.streams_of_address),
            tables=Buckets(settings.tables_per_minute / 60, settings.tables_per_minute),
            acts=Buckets(settings.acts_per_second, 3 * settings.acts_per_second),
        )
        hub.thinkers.start(load_games=settings.loads_bots)
        compiling = Compiling(hub, settings.say, is_on=settings.compiles, loads_games=settings.loads_bots)
        await compiling.look()
        tasks = [asyncio.create_task(work) for work in (hub.tidy(), hub.sweep(), compiling.run())]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await hub.close()

    routes = [
        Route("/static/games/{game}.css", pages.style_sheet),
        Mount("/static", StaticFiles(directory=STATIC), name="static"),
        Mount("/api", routes=api.routes),
        WebSocketRoute("/t/{table}/stream", stream.table_stream),
        *lessons.routes,
        *pages.routes,
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=pages.handlers)
    return guarded(app, hosts=settings.hosts)
