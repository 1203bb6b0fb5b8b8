"""Reviews of records from anywhere: a record is handed in, and becomes a finished table of whoever did it.

All that is known of the game comes from the text that was sent: nothing is looked up, so the record of a game that is still being
played tells no more than whoever typed it knew. The table has no seal and counts nowhere.
"""

from __future__ import annotations

import asyncio
from email.parser import BytesParser
from email.policy import HTTP
from urllib.parse import parse_qsl

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tripot.analysis.company import PERSON, sitting
from tripot.errors import BadOption, BadSeats, RecordError, TripotError, UnknownGame, UnknownRules
from tripot.notation.record import GameRecord, parse
from tripot.outside import shortened, whole_number
from tripot.play import games, load, replay
from tripot.play.names import own_name, seat_names

from .drawing.handed import Handed, hand_in_main, whose_main
from .pages import page
from .refusals import Refused, status_of
from .root import url
from .security import RECORDS, clean_name, device_cookie, device_hash, device_of, new_device
from .site import address_of, lang_of, said, site_of
from .table import HandIn

FIELDS = 4


async def hand_in_page(request: Request) -> Response:
    """Where a record is handed in."""
    return page(request, "hand_in", main=Markup(hand_in_main("", lang_of(request))))


async def hand_in(request: Request) -> Response:
    """A record: first whose game is to be reviewed, then its review."""
    site, lang = site_of(request), lang_of(request)
    site.slow_down(site.acts, address_of(request))
    form = _fields(await request.body(), request.headers.get("content-type", ""))
    given = form.get("file") or form.get("record", "")
    try:
        handed = await asyncio.to_thread(read, given, lang)
        if "seat" not in form:
            return page(request, "hand_in", main=Markup(whose_main(handed, lang)))
        return await _kept(request, handed, whole_number(form["seat"]))
    except TripotError as error:
        message = said(error, lang)["message"]
        response = page(request, "hand_in", main=Markup(hand_in_main(given, lang)), oops=message)
        response.status_code = status_of(error)
        return response


async def _kept(request: Request, handed: Handed, seat: int | None) -> Response:
    """The table that the record becomes."""
    site, position = site_of(request), handed.position
    if seat is None or seat >= position.seats:
        raise Refused("seat/unknown", "there is no seat {seat}", seat=seat)
    site.slow_down(site.tables, address_of(request))
    device = device_of(request.scope)
    value = device or new_device()
    owner, game = device_hash(value), position.game
    live = await site.hub.create(game.name, position.seats, position.record().options, owner, record=game.rules_version)
    await site.hub.act(live, HandIn(owner, seat, handed.names, handed.bots, position))
    response = RedirectResponse(url(f"/t/{live.table.id}/review/{seat}"), status_code=303)
    if device is None:
        response.headers.append("set-cookie", device_cookie(value, request.url.scheme))
    return response


def _fields(body: bytes, kind: str) -> dict[str, str]:
    """The fields of a form, with a file in it or not. What is no text cannot be a record."""
    try:
        if not kind.startswith("multipart/form-data"):
            return dict(parse_qsl(body.decode("utf-8"), max_num_fields=FIELDS, keep_blank_values=True))
        parts = BytesParser(policy=HTTP).parsebytes(b"content-type: " + kind.encode("latin-1") + b"\r\n\r\n" + body)
        found = {}
        for part in list(parts.iter_parts())[:FIELDS]:
            name, content = part.get_param("name", header="content-disposition"), part.get_payload(decode=True)
            if isinstance(name, str) and isinstance(content, bytes):
                found[name] = content.decode("utf-8-sig")
        return found
    except (UnicodeError, ValueError):
        raise Refused("record/unreadable") from None


# -- Reading ---------------------------------------------------------------------------


def read(text: str, lang: str) -> Handed:
    """A record and the game that it tells, or why it cannot be reviewed here."""
    record = _parsed(text)
    try:
        position = replay(record)
    except (BadSeats, BadOption):
        raise Refused("record/head") from None
    except RecordError as error:
        raise _refusal(error) from None
    if all(line.actor is None for line in record.lines):
        raise Refused("record/empty")
    defaults = seat_names(record.seats, lang)
    names = tuple(_name(record.names.get(seat, ""), defaults[seat]) for seat in range(record.seats))
    bots = tuple(None if bot == PERSON else bot for bot in sitting(record))
    return Handed(text, position, names, bots, record.cut is not None)


def _parsed(text: str) -> GameRecord:
    """The record, if it is of a game and rules that are known here."""
    try:
        record = parse(text)
    except RecordError as error:
        raise _refusal(error) from None
    if record.start is not None:
        raise Refused("record/middle")
    try:
        game = load(record.game)
    except UnknownGame:
        here = ", ".join(each.title for each in games())
        raise Refused("record/game", game=shortened(record.game, 40, 20), games=here) from None
    try:
        game.by_rules(record.rules)
    except UnknownRules:
        known = ", ".join(map(str, sorted(game.versions)))
        raise Refused("record/rules", rules=record.rules, known=known) from None
    return record


def _refusal(error: RecordError) -> Refused:
    """In players' words: which line it is, if it is one of the game."""
    if error.line is None or error.line == 1:
        return Refused("record/unreadable")
    return Refused("record/line", line=error.line)


def _name(given: str, default: str) -> str:
    try:
        return own_name(clean_name(given))
    except Refused:
        return default


routes = [
    Route(RECORDS, hand_in_page),
    Route(RECORDS, hand_in, methods=["POST"]),
]
