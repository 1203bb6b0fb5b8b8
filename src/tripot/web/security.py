"""Who may ask for what: devices and tokens, requests from other sites, headers, rates, and text that people type."""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import re
import secrets
import unicodedata
from collections import Counter, OrderedDict
from collections.abc import Collection
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from . import names
from .refusals import Refused, sentence, status_of
from .root import Rooted, cookie_path, path_in_site, root

MAX_BODY = 8 * 1024  # bytes; a move is a few dozen, a line of chat a few hundred
MAX_RECORD = 128 * 1024  # bytes of the record of a game that is handed in; the longest of the games here have 15 kB
MAX_FRAME = 4 * 1024  # bytes of what a page sends by its stream, which are moves

# -- Devices and tokens ------------------------------------------------------------

RECORDS = "/review"  # where records are handed in
COOKIE = "tripot"
DAYS = 400  # as long as browsers keep a cookie at most
KEY = re.compile(r"[A-Za-z0-9_-]{43}")  # 256 random bits, as `secrets.token_urlsafe` writes them


def new_device() -> str:
    """A name for a browser that has none yet. It goes into its cookie; we keep `device_hash` of it only."""
    return secrets.token_urlsafe(32)


def new_token() -> str:
    """A token for a seat, given once to a program; we keep `token_hash` of it only."""
    return secrets.token_urlsafe(32)


def made_token(key: str, *about: str) -> str:
    """A token made from a key that only its sender knows: the same key gives the same token again, and we need keep neither."""
    made = hmac.digest(key.encode(), "\n".join(("tripot", *about)).encode(), "sha256")
    return base64.urlsafe_b64encode(made).rstrip(b"=").decode()


def device_hash(value: str) -> str:
    """What we keep of a device: whoever reads our files cannot sit down in its place."""
    return hashlib.sha256(value.encode()).hexdigest()


token_hash = device_hash


def device_of(scope: Scope) -> str | None:
    """The device that a request comes from, if its cookie is one of ours."""
    value = HTTPConnection(scope).cookies.get(_cookie_name(scope.get("scheme", "http")), "")
    return value if KEY.fullmatch(value) else None


def device_cookie(value: str, scheme: str) -> str:
    """The Set-Cookie header that names a device."""
    secure, path = "; Secure" if _is_secure(scheme) else "", cookie_path()
    return f"{_cookie_name(scheme)}={value}; Max-Age={DAYS * 86400}; Path={path}; HttpOnly; SameSite=Lax{secure}"


def bearer(scope: Scope) -> str | None:
    """The token in `Authorization: Bearer …`, if there is one."""
    kind, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
    return token.strip() or None if kind.lower() == "bearer" else None


def _cookie_name(scheme: str) -> str:
    """The prefix keeps neighbours from planting a cookie. With `__Host-` browsers take no other path than the root."""
    if not _is_secure(scheme):
        return COOKIE
    return f"__Secure-{COOKIE}" if root() else f"__Host-{COOKIE}"


def _is_secure(scheme: str) -> bool:
    return scheme in ("https", "wss")


# -- Requests ------------------------------------------------------------------------

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def is_cross_site(headers: Headers, known_as: str = "") -> bool:
    """Whether a browser sends this for another site's page: the rule of Go's `http.CrossOriginProtection`.

    Browsers say it in Sec-Fetch-Site, except over plain http; there Origin's host must be Host, or the one that the site is known
    as: a proxy may put another one into Host. With neither it is no browser.
    """
    fetch_site = headers.get("sec-fetch-site")
    if fetch_site is not None:
        return fetch_site not in ("same-origin", "none")
    origin = headers.get("origin")
    if origin is None:
        return False
    return not any(_is_host(origin, host) for host in (headers.get("host", ""), known_as))


def _is_host(origin: str, host: str) -> bool:
    try:
        there = urlsplit(origin)
    except ValueError:
        return False
    return there.scheme in ("http", "https") and bool(host) and there.netloc.lower() == host.lower()


class SameSiteOnly:
    """Refuses what other sites make a browser send: posts, and WebSockets, which no CORS protects.

    A request with a Bearer token does not stand on the cookie, and no other site's page can send one.
    """

    def __init__(self, app: ASGIApp, public_url: str = "") -> None:
        self.app, self.host = app, urlsplit(public_url).netloc

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if _changes_something(scope) and bearer(scope) is None and is_cross_site(Headers(scope=scope), self.host):
            await refuse(scope, receive, send, Refused("request/cross_site"))
        else:
            await self.app(scope, receive, send)


def _changes_something(scope: Scope) -> bool:
    return scope["type"] == "websocket" or (scope["type"] == "http" and scope["method"] not in SAFE_METHODS)


class KnownHosts:
    """Answers only to its own names, so that no foreign name can be pointed at it (DNS rebinding). Without a list: to all."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] = ()) -> None:
        self.app = app
        self.names = names.listed(hosts or (names.ANY_NAME,))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asks = scope["type"] in ("http", "websocket")
        if asks and not names.is_known(Headers(scope=scope).get("host", ""), self.names):
            await refuse(scope, receive, send, Refused("request/host"))
        else:
            await self.app(scope, receive, send)


async def refuse(scope: Scope, receive: Receive, send: Send, refused: Refused) -> None:
    """Answer a request, or a WebSocket that is not accepted yet, with a refusal as data; people get players' words."""
    from .site import lang_of  # which needs this module

    message = str(refused)
    if scope["type"] == "http" and not path_in_site(scope).startswith("/api"):
        message = sentence(refused, lang_of(HTTPConnection(scope)))
    response = JSONResponse({"code": refused.code, "message": message}, status_of(refused))
    if scope["type"] == "http":
        await response(scope, receive, send)
        return
    socket = WebSocket(scope, receive, send)
    if "websocket.http.response" in scope.get("extensions", {}):
        await socket.send_denial_response(response)
    else:
        await socket.close(1008)  # before it is accepted: the server answers 403


# -- Headers -------------------------------------------------------------------------

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types tripot"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with no-referrer our own forms would send `Origin: null`
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()",
}
SAFE = tuple((name.lower().encode(), value.encode()) for name, value in HEADERS.items())
OURS = frozenset({b"cache-control", *(name for name, _ in SAFE)})
STATIC = "/static/"
FOUND = (200, 206, 304)


class SafeHeaders:
    """Puts the headers on every answer, errors and refusals too. No table is ever kept in a cache."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                ours = (*SAFE, (b"cache-control", _caching(scope, message["status"])))
                message["headers"] = [*(pair for pair in message.get("headers", ()) if pair[0] not in OURS), *ours]
            await send(message)

        await self.app(scope, receive, send_with_headers)


def _caching(scope: Scope, status: int) -> bytes:
    if not path_in_site(scope).startswith(STATIC) or status not in FOUND:
        return b"no-store"
    if parse_qs(scope["query_string"].decode("latin-1")).get("v"):
        return b"public, max-age=31536000, immutable"  # another version has another address
    return b"no-cache"


class SmallBodies:
    """Refuses bodies that are too long, before they are read: what is sent here is short, but for a record."""

    def __init__(self, app: ASGIApp) -> None:
        self.usual, self.record = (RequestBodyLimitMiddleware(app, most) for most in (MAX_BODY, MAX_RECORD))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_record = scope["type"] == "http" and path_in_site(scope) == RECORDS
        await (self.record if is_record else self.usual)(scope, receive, send)


def guarded(app: ASGIApp, *, hosts: Collection[str] = (), public_url: str = "") -> ASGIApp:
    """The application behind all checks. Outside of Starlette, whose own error pages need the headers too."""
    safe = SafeHeaders(KnownHosts(SameSiteOnly(SmallBodies(app), public_url), hosts))
    return Rooted(safe, public_url) if public_url else safe


# -- Rates -----------------------------------------------------------------------------


class Rate(NamedTuple):
    """A rate in the long run, and a burst at once."""

    rate: float
    burst: int


MOVES = Rate(5, 10)  # of one device
CHAT = Rate(0.5, 5)  # lines of one device
# A cookie is whatever its sender says: what holds for an address is the limit, and a whole club may be behind one.
TALK = Rate(0.5, 15)  # lines of chat from one address at one table
SEATS = Rate(
    0.2, 16
)  # people and bots sitting down or getting up, from one address at one table: eight seats, each twice
ACTS = Rate(100, 300)  # everything that is done at tables, from one address
KEYS = Rate(0.1, 10)  # keys that are tried at the page of whoever runs the site, from one address
TABLES = Rate(1, 60)  # new tables from one address
ALMOST = 1 - 1e-9  # of a token: sums of fractions of seconds are not exact


class Buckets:
    """Token buckets, one per key; the keys longest unused are forgotten."""

    def __init__(self, rate: float, burst: int, size: int = 10_000) -> None:
        self.rate, self.burst, self.size = rate, burst, size
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # key: tokens, and when they were counted

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, now: float) -> float:
        """0.0 and a token less, or the seconds to wait for one."""
        tokens, then = self._buckets.pop(key, (float(self.burst), now))
        tokens = min(float(self.burst), tokens + max(0.0, now - then) * self.rate)
        is_allowed = tokens >= ALMOST
        self._buckets[key] = (max(0.0, tokens - 1) if is_allowed else tokens, max(now, then))
        if len(self._buckets) > self.size:
            self._buckets.popitem(last=False)
        return 0.0 if is_allowed else (1 - tokens) / self.rate


STREAMS_OF_DEVICE = 20
STREAMS_OF_ADDRESS = 1000


class Open:
    """What is open at the same time, counted by key."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._open.total()

    def enter(self, key: str) -> bool:
        """Count one more, unless there are too many."""
        is_allowed = self._open[key] < self.most
        self._open[key] += is_allowed
        return is_allowed

    def leave(self, key: str) -> None:
        """One less; a key with none is forgotten."""
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]


def address_key(address: str) -> str:
    """One key for everything that one household can send from: an IPv4 address, or the first half of an IPv6 address."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    return str(known.ipv4_mapped or ipaddress.ip_network((int(known), 64), strict=False))


# -- Text that people type ---------------------------------------------------------------

NAME_LENGTH, CHAT_LENGTH = 24, 300
UNSEEN = frozenset(
    {"Cc", "Cf", "Cs", "Co"}
)  # controls, formats (also of direction), halves of characters, private ones
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and signs that show nothing


def clean_name(text: str) -> str:
    """A name as it may be shown: one line, something visible and nothing else, at most 24 characters."""
    if not (name := _clean(text, NAME_LENGTH)):
        raise Refused("name/bad")
    return name


def clean_chat(text: str) -> str:
    """A line of chat as it may be shown: one line, something visible and nothing else, at most 300 characters."""
    if not (line := _clean(text, CHAT_LENGTH)):
        raise Refused("chat/bad")
    return line


def _clean(text: str, length: int) -> str:
    """The text as it may be shown, "" if there is nothing in it to see."""
    seen = "".join(" " if c.isspace() else c for c in text if c.isspace() or not _is_unseen(c))
    line = " ".join(unicodedata.normalize("NFC", seen).split())[:length].rstrip()
    return line if any(unicodedata.category(c)[0] in "LNPS" for c in line) else ""


def _is_unseen(c: str) -> bool:
    return c in BLANK or unicodedata.category(c) in UNSEEN
