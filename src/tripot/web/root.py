"""Where the site lives: the path in front of all its addresses. It is "" at the root of a name, or such as "/tripot".

This is the one place that knows the path. Whoever writes an address of the site writes `url("/mine")`.
"""

from __future__ import annotations

from contextvars import ContextVar
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

_root: ContextVar[str] = ContextVar("root", default="")
SECURE = {"http": "https", "ws": "wss"}


def root() -> str:
    """The path in front of all addresses, for the request that is being answered."""
    return _root.get()


def url(path: str) -> str:
    """The address of a page, for links, forms and redirects."""
    return root() + path


def path_in_site(scope: Scope) -> str:
    """What is asked for, without the path in front."""
    path: str = scope["path"]
    return path.removeprefix(root())


def cookie_path() -> str:
    """The path of cookies: they are not sent to other sites of the same name."""
    return root() or "/"


class Rooted:
    """Tells a request where the site lives (ASGI's `root_path`), whether a proxy leaves the path in the address or takes it out.

    Whoever comes by the name of an https address comes by https, whatever a proxy says.
    """

    def __init__(self, app: ASGIApp, public_url: str) -> None:
        found = urlsplit(public_url)
        self.app, self.root, self.host, self.is_secure = app, found.path, found.netloc.lower(), found.scheme == "https"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if self.is_secure and Headers(scope=scope).get("host", "").lower() == self.host:
            scope["scheme"] = SECURE.get(scope["scheme"], scope["scheme"])
        scope["root_path"] = self.root
        if scope["path"] != self.root and not scope["path"].startswith(f"{self.root}/"):
            scope["path"] = self.root + scope["path"]
        token = _root.set(self.root)
        try:
            await self.app(scope, receive, send)
        finally:
            _root.reset(token)
