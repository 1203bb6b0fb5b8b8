"""The pages of reviews: a seat's review of a finished game, its moments as exercises, and one's own figures.

A review belongs to whoever played the seat. To open it has it made; others may read it once it is shared. Nothing of this can be
reached while the game goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tripot.core.state import SPECTATOR
from tripot.errors import TripotError
from tripot.outside import whole_number

from .commands import move_of
from .drawing.exercise import drawn_answer, drawn_exercise
from .drawing.figures import LATEST, figures_of
from .drawing.render import seat_of
from .drawing.reviewed import Asked, Reviewed, review_main
from .live import Live
from .pages import fields, helped, page
from .refusals import Refused, status_of
from .reviewing import Job
from .root import url
from .shelf import box
from .site import Site, address_of, base_of, lang_of, owner_of, said, site_of
from .table import Share, Table, check_open, check_over


async def _live(request: Request) -> Live:
    """The table, if its game is over and can be replayed."""
    live = await site_of(request).hub.live(request.path_params["table"])
    check_over(live.table)
    check_open(live.table)
    return live


def _seat(request: Request, table: Table) -> int:
    seat = whole_number(request.path_params["seat"])
    if seat is None or seat >= table.seats:
        raise Refused("seat/unknown", "there is no seat {seat}", seat=request.path_params["seat"])
    return seat


def _is_own(table: Table, seat: int, owner: str | None) -> bool:
    return owner is not None and seat in table.seats_of(owner)


async def own_review(request: Request) -> Response:
    """The review of one's own seat."""
    live = await _live(request)
    seat = seat_of(live.table, owner_of(request))
    if seat == SPECTATOR:
        raise Refused("review/none")
    return RedirectResponse(url(f"/t/{live.table.id}/review/{seat}"), status_code=303)


async def _found(request: Request) -> tuple[Table, int, Mapping[str, Any] | None, Asked]:
    """What there is to read, and how far it is; for whoever played, a review that is not there yet is begun."""
    site, owner = site_of(request), owner_of(request)
    live = await _live(request)
    table, seat = live.table, _seat(request, live.table)
    is_own, found, job = _is_own(table, seat, owner), table.reviews.get(seat), None
    if not is_own and (found is None or seat not in table.shared):
        raise Refused("review/none")
    if is_own and found is None:
        assert owner is not None
        job = _job(site, table, seat, owner, address_of(request))
        found = job.found
    is_running = job is not None and not job.failed
    asked = Asked(
        is_own=is_own,
        is_running=is_running,
        done=job.done if job else 1.0,
        before=site.reviewers.before(job) if job else 0,
        is_failed=job is not None and bool(job.failed),
        link=f"{base_of(request)}/t/{table.id}/review/{seat}",
    )
    return table, seat, found, asked


def _job(site: Site, table: Table, seat: int, owner: str, address: str) -> Job:
    if (job := site.reviewers.find(table.id, seat)) is not None:
        return job
    site.slow_down(site.acts, address)
    return site.reviewers.ask(table, seat, owner)


async def review_page(request: Request) -> Response:
    """The review of a seat."""
    table, seat, found, asked = await _found(request)
    lang = lang_of(request)
    main = Markup(await asyncio.to_thread(review_main, table, seat, found, asked, lang))  # it replays the game
    return page(
        request, "review", table=table, box=box(table.game, lang), main=main, running=asked.is_running, seat=seat
    )


async def review_part(request: Request) -> Response:
    """The same as data, for a page that shows how far it is."""
    table, seat, found, asked = await _found(request)
    worlds = found["worlds"] if found else 0
    facts: dict[str, Any] = {"running": asked.is_running, "worlds": worlds, "done": round(100 * asked.done)}
    if request.query_params.get("worlds") != str(worlds) or not asked.is_running:
        facts["html"] = await asyncio.to_thread(review_main, table, seat, found, asked, lang_of(request))
    return JSONResponse(facts)


async def act_on_review(request: Request) -> Response:
    """Stop a review, share it, or play on from one of its moments."""
    site, owner, form = site_of(request), owner_of(request), await fields(request)
    site.slow_down(site.acts, address_of(request))
    live = await _live(request)
    table, seat = live.table, _seat(request, live.table)
    if owner is None or not _is_own(table, seat, owner):
        raise Refused("seat/not_yours", "seat {seat} is not yours", seat=seat)
    match request.path_params["what"]:
        case "stop":
            if (job := site.reviewers.find(table.id, seat)) is not None and not job.failed:
                job.is_cancelled = True
                await job.ended.wait()
            if seat not in live.table.reviews:  # it had not begun
                return RedirectResponse(url(f"/t/{table.id}"), status_code=303)
        case "share":
            await site.hub.act(live, Share(seat, owner, form.get("on") == "1"))
        case _:
            raise Refused("request/bad", "a review can be stopped or shared")
    return RedirectResponse(url(f"/t/{table.id}/review/{seat}"), status_code=303)


# -- Exercises -------------------------------------------------------------------------


async def _exercise(request: Request) -> tuple[Reviewed, int]:
    """The review of one's own seat, and which of its moments is asked for, from 0."""
    live, lang = await _live(request), lang_of(request)
    table, seat = live.table, _seat(request, live.table)
    found = table.reviews.get(seat)
    if not _is_own(table, seat, owner_of(request)) or found is None:
        raise Refused("review/none")
    told = Reviewed(table, seat, found, lang)
    if not told.moments:
        raise Refused("review/none")
    number = whole_number(request.path_params.get("n") or request.query_params.get("n", "")) or 1
    return told, min(max(number, 1), len(told.moments)) - 1


async def exercise(request: Request, oops: str = "") -> Response:
    """A moment to be decided again, with what has just been refused there, if anything has."""
    told, number = await _exercise(request)
    game, lang = told.table.game, told.lang
    chosen = request.query_params.get("move")
    drawn = drawn_exercise(told, number) if chosen is None else drawn_answer(told, number, chosen)
    path = url(f"/t/{told.table.id}/review/{told.seat}/exercise?n={number + 1}")
    return page(
        request, "exercise", box=box(game, lang), live=Markup(drawn), path=path, oops=oops, **helped(game, lang)
    )


async def answer(request: Request) -> Response:
    """What somebody would play now: the page then says how good it is."""
    site_of(request).slow_down(site_of(request).acts, address_of(request))
    told, number = await _exercise(request)
    form, decided = await fields(request), told.moments[number]
    try:
        move = move_of(form, told.table.game, decided.at, told.seat)
        decided.at.play(move, seat=told.seat)
    except TripotError as error:
        if request.headers.get("x-tripot"):
            raise
        response = await exercise(request, said(error, told.lang)["message"])
        response.status_code = status_of(error)
        return response
    here = url(f"/t/{told.table.id}/review/{told.seat}/exercise")
    return RedirectResponse(f"{here}?n={number + 1}&move={'+'.join(str(move).split())}", status_code=303)


# -- One's own figures -----------------------------------------------------------------


async def figures(request: Request) -> Response:
    """Loss per decision and luck over the last games, by game."""
    owner, lang = owner_of(request), lang_of(request)
    rows = await site_of(request).hub.events.tables_of(owner, LATEST) if owner else []
    return page(request, "figures", main=Markup(figures_of(rows, lang)))


routes = [
    Route("/figures", figures),
    Route("/t/{table}/review", own_review),
    Route("/t/{table}/review/{seat}", review_page),
    Route("/t/{table}/review/{seat}/part", review_part),
    Route("/t/{table}/review/{seat}/exercise", exercise),
    Route("/t/{table}/review/{seat}/exercise/{n}/move", answer, methods=["POST"]),
    Route("/t/{table}/review/{seat}/{what}", act_on_review, methods=["POST"]),
]
