"""A deal played again: try again from a moment, the same deal from the beginning, or a friend's turn at it.

The bots sit where they sat and think on the same streams; people who played beside are replaced by a bot. A friend's table tells
nothing of the first game until it is over; then both can be read side by side.
"""

from __future__ import annotations

import asyncio

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tripot.outside import GUEST, whole_number

from .drawing.compared import compared_main
from .drawing.course import decisions
from .live import Live
from .pages import fields, page
from .people import remembered_name
from .refusals import Refused
from .root import url
from .shelf import box
from .site import Site, address_of, lang_of, owner_of, site_of
from .table import HOUSE_BOT, Again, Begin, Resume, Sit, SitBot, Table, check_open, check_over


async def _finished(request: Request) -> tuple[Table, int, str]:
    """A finished table, one's own seat there that is asked for, and who asks."""
    table = (await site_of(request).hub.live(request.path_params["table"])).table
    check_over(table)
    check_open(table)
    if table.is_from_record:  # its chance was not drawn here, so it cannot be drawn again
        raise Refused("record/no_again")
    owner, seat = owner_of(request), whole_number(request.path_params["seat"])
    if owner is None or seat is None or seat not in table.seats_of(owner):
        raise Refused("seat/not_yours", "seat {seat} is not yours", seat=request.path_params["seat"])
    return table, seat, owner


async def play_again(request: Request) -> Response:
    """A table with the same deal: from a moment, from the beginning, or for a friend."""
    site, form = site_of(request), await fields(request)
    table, seat, owner = await _finished(request)
    site.slow_down(site.tables, address_of(request))
    event = (whole_number(form.get("event", "")) or 0) if request.path_params["how"] == "try" else 0
    is_challenge = request.path_params["how"] == "challenge"
    deal = table.again.deal if table.again else table.id
    again = Again(deal, table.id, seat, event, is_challenge)
    live = await site.hub.create(table.game.name, table.seats, table.options, owner, again=again)
    await _seat_all(site, live, table, again, owner, remembered_name(request) or GUEST)
    if not is_challenge:
        await begin_again(site, live, table)
    return RedirectResponse(url(f"/t/{live.table.id}"), status_code=303)


async def _seat_all(site: Site, live: Live, table: Table, again: Again, owner: str, name: str) -> None:
    """The bots where they sat, and whoever asks at their seat; a friend's stays free."""
    for seat, place in enumerate(table.places):
        if seat != again.seat:
            bot = HOUSE_BOT if place.owner is not None or place.bot is None else place.bot
            await site.hub.act(live, SitBot(seat, owner, bot))
        elif not again.is_challenge:
            await site.hub.act(live, Sit(seat, owner, place.name or name))


async def begin_again(site: Site, live: Live, table: Table) -> None:
    """Begin with the deal, or where the other game stood when that many steps had been played."""
    again = live.table.again
    assert again is not None
    if not again.event:
        await site.hub.act(live, Begin(live.table.host))
        return
    at = max((position for position in decisions(table) if position.length <= again.event), key=lambda one: one.length)
    await site.hub.act(live, Resume(at.record().lines))


async def compare_page(request: Request) -> Response:
    """Two games of the same deal side by side, once both are over."""
    hub, lang = site_of(request).hub, lang_of(request)
    table = (await hub.live(request.path_params["table"])).table
    check_over(table)
    check_open(table)
    if table.again is None:
        raise Refused("review/none")
    first = (await hub.live(table.again.table)).table
    check_open(first)
    main = Markup(await asyncio.to_thread(compared_main, first, table, table.again.seat, lang, owner_of(request)))
    return page(request, "compared", table=table, box=box(table.game, lang), main=main)


routes = [
    Route("/t/{table}/again/{seat}/{how}", play_again, methods=["POST"]),
    Route("/t/{table}/compare", compare_page),
]
