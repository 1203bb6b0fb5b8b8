"""What a request has at hand: the house, who asks, in which language."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.requests import HTTPConnection

from .hub import House
from .render import Storyteller
from .security import CHAT, MOVES, TABLES, Buckets, address_key, bearer, device_hash, device_of
from .table import Refused
from .words import LANGS

LANG_COOKIE = "lang"


@dataclass
class Site:
    """The one object that requests share."""

    house: House
    teller: Storyteller
    moves: Buckets = field(default_factory=lambda: Buckets(*MOVES))
    chat: Buckets = field(default_factory=lambda: Buckets(*CHAT))
    tables: Buckets = field(default_factory=lambda: Buckets(*TABLES))

    def slow_down(self, buckets: Buckets, key: str) -> None:
        """Refuse those who ask too often."""
        wait = buckets.take(key, time.monotonic())
        if wait:
            raise Refused("request/too_many", "too many at once; try again in {seconds} s", seconds=max(1, round(wait)))


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


def lang_of(connection: HTTPConnection) -> str:
    """The reader's language: chosen once and remembered, else the browser's."""
    with contextlib.suppress(CookieError):  # somebody else's cookie that cannot be read
        cookie = SimpleCookie(connection.headers.get("cookie", "")).get(LANG_COOKIE)
        if cookie and cookie.value in LANGS:
            return cookie.value
    for part in connection.headers.get("accept-language", "").split(","):
        if (lang := part.strip()[:2].lower()) in LANGS:
            return lang
    return "en"


def said(refused: Exception, lang: str) -> dict[str, Any]:
    """A refusal as data: a stable code and a sentence."""
    from .refusals import sentence

    return {"code": getattr(refused, "code", "request/bad"), "message": sentence(refused, lang)}
