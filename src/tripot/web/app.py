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
from starlette.types import ASGIApp, Receive, Scope, Send

from . import admin, again, api, handing_in, health, lessons, numbers, pages, reviews, stream
from .compiling import Compiling, Say
from .drawing.render import LogCache
from .hub import AWAY, BOT_PAUSE, Hub
from .journal import Troubles
from .reviewing import SECONDS
from .security import ACTS, MOVES, SEATS, STREAMS_OF_ADDRESS, STREAMS_OF_DEVICE, TABLES, TALK, Buckets, Open, guarded
from .site import Site
from .stores import wait_for_store
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
    store: str = ""
    """The address of a PostgreSQL database, if the tables are not in the data folder."""
    hosts: Collection[str] = ()
    """The names that the site answers to; all if empty."""
    public_url: str = ""
    """The address that links have; the one that the reader came by if empty."""
    network_url: str = ""
    """The address that links have for a reader who came by a name that only this machine has."""
    bot_pause: float = BOT_PAUSE
    absent_after: float = AWAY
    """Seconds without a connection or a request after which the others may hand a person's seat to a bot."""
    review_seconds: float = SECONDS
    """Of the processor, for the review of a finished game."""
    bot_workers: int = 0
    """Processes in which bots think; 0: one for every core but one."""
    loads_bots: bool = True
    """Whether the strong bots are loaded when the server starts, not when first needed."""
    compiles: bool = True
    """Whether games that are not compiled are, in the background."""
    compiles_here: bool = True
    """Whether this process compiles them; of several one does."""
    admin_key: str = ""
    """Opens the page of whoever runs the site; without one there is no such page."""
    troubles: Troubles = field(default_factory=Troubles)
    """Where that page finds what has gone wrong."""
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
    seats_per_minute: int = round(60 * SEATS.rate)
    """People and bots that sit down or get up at one table, from one address; a third more at once."""
    chat_per_minute: int = round(60 * TALK.rate)
    """Lines of chat from one address at one table, and of one device; half of it, and a sixth, at once."""
    moves_per_second: int = round(MOVES.rate)
    """Moves of one device or token; twice as many at once."""


def create_app(settings: SiteSettings) -> ASGIApp:
    """The whole site. Its data folder is opened when it starts."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        events = await wait_for_store(settings.store or settings.data)
        logs = LogCache()
        hub = Hub(events, Thinkers(settings.bot_workers), showing=logs.showing)
        hub.pause, hub.away = settings.bot_pause, settings.absent_after
        app.state.site = Site(
            hub,
            logs,
            public_url=settings.public_url,
            network_url=settings.network_url,
            admin_key=settings.admin_key,
            troubles=settings.troubles,
            streams_of_device=Open(settings.streams_of_device),
            streams_of_address=Open(settings.streams_of_address),
            tables=Buckets(settings.tables_per_minute / 60, settings.tables_per_minute),
            acts=Buckets(settings.acts_per_second, 3 * settings.acts_per_second),
            seats=Buckets(settings.seats_per_minute / 60, round(settings.seats_per_minute * 4 / 3)),
            talk=Buckets(settings.chat_per_minute / 60, max(1, settings.chat_per_minute // 2)),
            chat=Buckets(settings.chat_per_minute / 60, max(1, settings.chat_per_minute // 6)),
            moves=Buckets(settings.moves_per_second, 2 * settings.moves_per_second),
        )
        hub.thinkers.start(load_games=settings.loads_bots)
        compiling = Compiling(
            hub,
            settings.say,
            is_on=settings.compiles,
            is_here=settings.compiles_here,
            loads_games=settings.loads_bots,
        )
        await compiling.look()
        reviewers = app.state.site.reviewers
        reviewers.seconds = settings.review_seconds
        if settings.loads_bots:
            hub.ended = reviewers.expect
        await hub.neighbours.join()
        await hub.attendant.open()
        events.batches.noticed = numbers.batch
        works = [
            hub.tidy(),
            hub.attendant.sweep(),
            compiling.run(),
            reviewers.run(),
            numbers.measure_lag(),
            app.state.site.keep_measuring(),
        ]
        works += (
            [hub.neighbours.beat(), hub.neighbours.listen(), hub.neighbours.share_presence()] if events.house else []
        )
        tasks = [asyncio.create_task(work) for work in works]
        yield
        reviewers.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await hub.close()

    routes = [
        Route("/static/games/{game}.css", pages.style_sheet),
        Mount("/static", StaticFiles(directory=STATIC), name="static"),
        Mount("/api", routes=api.routes),
        WebSocketRoute("/t/{table}/stream", stream.table_stream),
        *health.routes,
        *admin.routes,
        *lessons.routes,
        *handing_in.routes,
        *reviews.routes,
        *again.routes,
        *pages.routes,
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=pages.handlers)

    async def in_turns(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await app.state.site.turns.take()
        await app(scope, receive, send)

    return guarded(in_turns, hosts=settings.hosts, public_url=settings.public_url)
