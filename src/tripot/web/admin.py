"""The page of whoever runs the site, behind a key: tables, who is there, bots, troubles; and to end or hand on what is stuck.

It shows what lists of tables show and no cards, because whoever runs a site may play there too.
"""

from __future__ import annotations

import hmac
from datetime import UTC, datetime
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tripot.outside import whole_number

from . import numbers
from .commands import number_in
from .keeping_words import ADMIN, PRIVACY
from .neighbours import SHARED
from .pages import MOST_PAGES, fields, page
from .root import url
from .shelf import told_with_box
from .site import Site, address_of, lang_of, site_of
from .table import EndGame, HandSeat, MakeHost

COOKIE = "admin"
HOURS = 12  # after which the key is asked for again
PAGE = 50  # tables


async def admin(request: Request) -> Response:
    """What goes on, or the question for the key."""
    site, lang = _site(request), lang_of(request)
    if not _is_admin(request):
        return _door(request)
    number = min(whole_number(request.query_params.get("page", "")) or 0, MOST_PAGES)
    rows = await site.hub.events.listings(PAGE + 1, number * PAGE)
    here, now = await _people(site, [row["id"] for row in rows]), site.hub.clock()
    tables = [
        told_with_box(row | {"seats": []}, lang, now) | {"here": here[row["id"]], "people": _people_of(row)}
        for row in rows[:PAGE]
    ]
    facts = {"tables": tables, "number": number, "older": number + 1 if len(rows) > PAGE else None}
    troubles = [(datetime.fromtimestamp(at, UTC), level, line) for at, level, line in site.troubles.newest()]
    return page(request, "admin", is_in=True, said=ADMIN[lang], facts=_now(site, lang), troubles=troubles, **facts)


def _door(request: Request, oops: str = "") -> Response:
    return page(request, "admin", is_in=False, said=ADMIN[lang_of(request)], oops=oops)


def _now(site: Site, lang: str) -> list[tuple[str, str]]:
    """How the site does, in a few lines."""
    said, hub = ADMIN[lang], site.hub
    site.measure()
    hurried = sum(numbers.value("tripot_thoughts_total", how=how) for how in ("hurried", "plain", "thumb"))
    workers, waiting = len(hub.thinkers.processes), round(numbers.value("tripot_thoughts_waiting"))
    return [
        (said["processes"], str(len(hub.neighbours.alive))),
        (said["pages open"], str(round(numbers.value("tripot_streams")))),
        (said["in memory"], str(round(numbers.value("tripot_tables_live")))),
        (said["bots"], said["workers"].format(n=workers, waiting=waiting)),
        (said["below"], str(round(hurried))),
        (said["behind"], str(round(numbers.value("tripot_tables_due")))),
        (said["uncompiled"], ", ".join(sorted(hub.uncompiled)) or said["none"]),
    ]


async def _people(site: Site, tables: list[str]) -> dict[str, int]:
    """How many people are at each of these tables, at any process."""
    now = site.hub.clock()
    since, found = now - 2 * SHARED, {table: set[str]() for table in tables}
    for seen in await site.hub.events.seen(tables) if tables else ():
        if seen.at >= since:
            found[seen.table].add(seen.owner)
    for table in tables:
        if live := site.hub.lives.get(table):
            found[table].update(owner for owner, _ in live.presence.here(now, since))
    return {table: len(owners) for table, owners in found.items()}


def _people_of(row: dict[str, Any]) -> list[tuple[int, str]]:
    """The seats that people play, and their names."""
    bots = row.get("bots") or [None] * len(row["names"])
    return [(seat, name) for seat, name in enumerate(row["names"]) if name and not bots[seat]]


# -- Stepping in ---------------------------------------------------------------------------


async def end(request: Request) -> Response:
    """End a game without a result; a table at which nobody has played yet is deleted."""
    hub = _allowed(request).hub
    live = await hub.live(request.path_params["table"])
    if live.table.has_begun:
        await hub.act(live, EndGame())
    else:
        await hub.forget(live.table.id)
    return _back()


async def hand(request: Request) -> Response:
    """Let a bot play for somebody."""
    hub, form = _allowed(request).hub, await fields(request)
    live = await hub.live(request.path_params["table"])
    await hub.act(live, HandSeat(number_in(form, "seat")))
    return _back()


async def host(request: Request) -> Response:
    """Let somebody who sits at a table that waits be its host: theirs may have gone."""
    hub, form = _allowed(request).hub, await fields(request)
    live = await hub.live(request.path_params["table"])
    await hub.act(live, MakeHost(number_in(form, "seat")))
    return _back()


# -- The key ---------------------------------------------------------------------------------


async def enter(request: Request) -> Response:
    """Whoever has the key gets a cookie."""
    site, form = _site(request), await fields(request)
    site.slow_down(site.keys, address_of(request))
    if not hmac.compare_digest(form.get("key", "").strip().encode(), site.admin_key.encode()):
        response = _door(request, ADMIN[lang_of(request)]["wrong key"])
        response.status_code = 403
        return response
    response = _back()
    response.set_cookie(
        COOKIE,
        _proof(site),
        max_age=HOURS * 3600,
        path=url("/admin"),
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    return response


async def leave(request: Request) -> Response:
    """Forget that this browser had the key."""
    response = _back()
    response.delete_cookie(COOKIE, path=url("/admin"))
    return response


def _proof(site: Site) -> str:
    """What the cookie has: the key cannot be told from it, and another key ends it."""
    return hmac.digest(site.admin_key.encode(), b"tripot admin", "sha256").hex()


def _is_admin(request: Request) -> bool:
    return hmac.compare_digest(request.cookies.get(COOKIE, "").encode(), _proof(_site(request)).encode())


def _allowed(request: Request) -> Site:
    if not _is_admin(request):
        raise HTTPException(403)
    return _site(request)


def _site(request: Request) -> Site:
    """The site; without a key there is no such page."""
    if not (site := site_of(request)).admin_key:
        raise HTTPException(404)
    return site


def _back() -> Response:
    return RedirectResponse(url("/admin"), status_code=303)


# -- What is kept ----------------------------------------------------------------------------


async def privacy(request: Request) -> Response:
    """What the site keeps of people."""
    return page(request, "privacy", said=PRIVACY[lang_of(request)])


routes = [
    Route("/privacy", privacy),
    Route("/admin", admin),
    Route("/admin/enter", enter, methods=["POST"]),
    Route("/admin/leave", leave, methods=["POST"]),
    Route("/admin/tables/{table}/end", end, methods=["POST"]),
    Route("/admin/tables/{table}/hand", hand, methods=["POST"]),
    Route("/admin/tables/{table}/host", host, methods=["POST"]),
]
