"""What a request has at hand: the hub, who asks, in which language."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any, NamedTuple

from starlette.requests import HTTPConnection

from tripot import language

from . import numbers
from .drawing.render import LogCache
from .hub import Hub
from .journal import Troubles
from .names import is_loopback
from .people import remembered_name
from .refusals import Refused, sentence
from .reviewing import Reviewers
from .security import (
    ACTS,
    CHAT,
    KEYS,
    MOVES,
    SEATS,
    STREAMS_OF_ADDRESS,
    STREAMS_OF_DEVICE,
    TABLES,
    TALK,
    Buckets,
    Open,
    address_key,
    bearer,
    device_hash,
    device_of,
)
from .turns import Turns

LANG_COOKIE = "lang"
HINTS_COOKIE = "hints"
NOTICED = 15  # seconds after which it is noticed at the latest that the reader of a stream has gone


@dataclass
class Site:
    """The one object that requests share."""

    hub: Hub
    logs: LogCache
    reviewers: Reviewers = field(init=False)
    moves: Buckets = field(default_factory=lambda: Buckets(*MOVES))
    chat: Buckets = field(default_factory=lambda: Buckets(*CHAT))
    tables: Buckets = field(default_factory=lambda: Buckets(*TABLES))
    acts: Buckets = field(default_factory=lambda: Buckets(*ACTS))
    seats: Buckets = field(default_factory=lambda: Buckets(*SEATS))
    talk: Buckets = field(default_factory=lambda: Buckets(*TALK))

    public_url: str = ""
    """The address that links have, if it is known; else the one that the reader came by."""
    network_url: str = ""
    """The address of this machine in its network: for links, where the reader came by a name that only this machine has."""

    admin_key: str = ""
    """Whoever has it may see and end all tables; without one nobody may."""
    keys: Buckets = field(default_factory=lambda: Buckets(*KEYS))
    troubles: Troubles = field(default_factory=Troubles)
    """What has gone wrong of late."""

    turns: Turns = field(default_factory=Turns)
    """In which requests begin."""
    streams_of_device: Open = field(default_factory=lambda: Open(STREAMS_OF_DEVICE))
    streams_of_address: Open = field(default_factory=lambda: Open(STREAMS_OF_ADDRESS))

    def __post_init__(self) -> None:
        self.reviewers = Reviewers(self.hub)

    @contextmanager
    def streaming(self, owner: str | None, address: str) -> Iterator[None]:
        """While a stream is open; refused if too many are already, from one device or token or from one address."""
        entered: list[tuple[Open, str]] = []
        try:
            for streams, key, whose in (
                (self.streams_of_device, owner, "device or token"),
                (self.streams_of_address, address, "address"),
            ):
                if key is not None:
                    if not streams.enter(key):
                        raise Refused(
                            "stream/too_many",
                            most=streams.most,
                            whose=whose,
                            seconds=NOTICED,
                        )
                    entered.append((streams, key))
            yield
        finally:
            for streams, key in entered:
                streams.leave(key)

    def measure(self) -> None:
        """Bring the numbers up to date that can only be looked at."""
        numbers.LIVE.set(self.hub.tables_in_memory)
        numbers.STREAMS.set(len(self.streams_of_address))
        numbers.WAITING.set(len(self.hub.thinkers.thoughts))
        numbers.OVERDUE.set(self.hub.attendant.due)
        numbers.HOUSES.set(len(self.hub.neighbours.alive))

    async def keep_measuring(self) -> None:
        """So that the process that is asked has the numbers of all."""
        while True:
            self.measure()
            await asyncio.sleep(numbers.LOOK)

    def slow_down_at(self, table: str, what: str, owner: str, address: str) -> None:
        """Refuse those who do too much at a table: by address, by address and table, and by device or token."""
        self.slow_down(self.acts, address)
        match what:
            case "sit" | "stand" | "bot":
                self.slow_down(self.seats, f"{address} {table}")
            case "chat":
                self.slow_down(self.chat, owner)
                self.slow_down(self.talk, f"{address} {table}")
            case _:
                self.slow_down(self.moves, owner)

    def slow_down(self, buckets: Buckets, key: str) -> None:
        """Refuse those who ask too often."""
        wait = buckets.take(key, time.monotonic())
        if wait:
            numbers.REFUSED.labels("request/too_many").inc()
            raise Refused("request/too_many", seconds=max(1, round(wait)))


def site_of(connection: HTTPConnection) -> Site:
    """The site that a request came to."""
    site: Site = connection.app.state.site
    return site


def owner_of(connection: HTTPConnection) -> str | None:
    """Who asks: the hash of the bearer token or of the device's cookie."""
    value = bearer(connection.scope) or device_of(connection.scope)
    return device_hash(value) if value else None


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from, for rate limits."""
    return address_key(connection.client.host if connection.client else "")


def base_of(connection: HTTPConnection) -> str:
    """The beginning of links that are shown to be sent to others. The guard has seen that the host is one of ours."""
    site, url = site_of(connection), connection.base_url
    if site.public_url:
        return site.public_url
    if site.network_url and is_loopback(url.netloc):
        return site.network_url
    return f"{'https' if url.scheme in ('https', 'wss') else 'http'}://{url.netloc}"


def lang_of(connection: HTTPConnection) -> str:
    """The reader's language: chosen once and remembered, else the browser's."""
    with contextlib.suppress(CookieError):  # somebody else's cookie that cannot be read
        cookie = SimpleCookie(connection.headers.get("cookie", "")).get(LANG_COOKIE)
        if cookie and cookie.value in language.languages():
            return cookie.value
    return accepted_lang(connection)


def accepted_lang(connection: HTTPConnection) -> str:
    """The language that a browser or a program asks for."""
    return language.wished(part.partition(";")[0] for part in connection.headers.get("accept-language", "").split(","))


class Reader(NamedTuple):
    """Who looks at a table, and how."""

    owner: str | None
    lang: str
    wanted: str
    """The seat whose view is asked for, by people who share a screen."""
    base: str
    """The address of the site, for links."""
    name: str
    """What they were called when they last sat down."""
    hints: bool
    """Whether they want to be told odds and values."""


def reader_of(connection: HTTPConnection) -> Reader:
    """The reader of a page, or of its stream."""
    owner, wanted = owner_of(connection), connection.query_params.get("as", "")
    name, hints = remembered_name(connection), connection.cookies.get(HINTS_COOKIE) != "0"
    return Reader(owner, lang_of(connection), wanted, base_of(connection), name, hints)


def said(refused: Exception, lang: str) -> dict[str, Any]:
    """A refusal as data: a stable code and a sentence."""
    return {"code": getattr(refused, "code", "request/bad"), "message": sentence(refused, lang)}
