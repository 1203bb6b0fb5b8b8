"""The HTTP API: the same commands that the pages use, as JSON, with a bearer token for each seat.

Whoever opens a table or sits down gets a token, once; we keep its hash only. Cookies count for nothing here. A table that is not
public does not exist for those without a token of it: they get the same answer as for an id that nobody ever had. An id is an
invitation all the same: who knows it may take a free seat.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tripot.bots import BOTS, listed_moves
from tripot.core.declared import key
from tripot.core.state import SPECTATOR
from tripot.errors import TripotError
from tripot.outside import shortened, whole_number
from tripot.play import Move, Position, games, load

from .bodies import NEW_ENTROPY, NEW_MOVE, NEW_SEAT, NEW_TABLE, NOTHING, NUMBER, fields
from .checking import full_record
from .deal import check_entropy, check_pledge
from .drawing.frame import own_choice
from .drawing.render import seat_of
from .hub import DECISION_BEGINS, Hub
from .live import Live
from .openapi import DOCUMENT, KEY, LISTED, STORY, grammar
from .refusals import Refused, declared, status_of
from .root import url
from .security import bearer, clean_name, made_token, new_token, token_hash
from .site import Site, accepted_lang, address_of, site_of
from .store import StoreError
from .table import Begin, Command, Give, GiveUp, Play, Sit, SitBot, Stand, Table, TakeBack, check_open

log = logging.getLogger("tripot.web")

PING = 15.0  # seconds between two signs of life of a stream
ID_LENGTH = 12  # characters of a table's id


# -- Answering ------------------------------------------------------------------------

Handler = Callable[[Request], Awaitable[Response]]


class Resource:
    """One address of the API: a handler for each method. What is refused is answered as data, whatever it is."""

    def __init__(self, **handlers: Handler) -> None:
        self.handlers = handlers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, send)
        try:
            response = await self._answer(request)
        except TripotError as error:
            response = refusal(error)
        except ClientDisconnect:
            return
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        if handler := self.handlers.get(method):
            return await handler(request)
        raise Refused("request/method", methods=", ".join(self.handlers))


def refusal(error: TripotError) -> Response:
    """A refusal as `{"code", "message"}` with its status."""
    code, message, facts, headers = error.code, str(error), getattr(error, "facts", {}), {}
    if isinstance(error, StoreError):  # its own message names our files: it is for the log
        log.error("%s", error)
        message = declared(code).message
    match code:
        case "token/missing":
            headers["WWW-Authenticate"] = "Bearer"
        case "token/unknown":
            headers["WWW-Authenticate"] = 'Bearer error="invalid_token"'
        case "request/method":
            headers["Allow"] = str(facts["methods"])
        case "request/too_many" | "stream/too_many":
            headers["Retry-After"] = str(facts["seconds"])
    return JSONResponse({"code": code, "message": message}, status_of(error), headers)


# -- Who may ask -------------------------------------------------------------------------


def _is_here(table: Table, owner: str) -> bool:
    return owner == table.host or bool(table.seats_of(owner))


async def for_readers(request: Request) -> tuple[Live, str | None]:
    """The table, for a seat of it, or for everybody if it is public."""
    if bearer(request.scope) is not None:
        found, owner = await for_players(request)
        return _shown(found), owner
    live = await _found(request)
    if live is None or not live.table.is_public:
        raise _unknown(request)
    return _shown(live), None


def _shown(live: Live) -> Live:
    """The table, if something of it can be shown: of one that is closed how it ended."""
    if not live.table.is_over:
        check_open(live.table)
    return live


async def for_players(request: Request) -> tuple[Live, str]:
    """The table and the hash of the token, which must be one of the table's."""
    token = bearer(request.scope)
    if token is None:
        raise Refused("token/missing")
    owner = token_hash(token)
    live = await _found(request)
    if live is not None and _is_here(live.table, owner):
        await site_of(request).hub.asked(live, owner)
        return live, owner
    if not await site_of(request).hub.events.tables_of(owner):
        raise Refused("token/unknown")
    if live is None or not live.table.is_public:
        raise _unknown(request)
    raise Refused("seat/not_yours", "this token belongs to a seat of another table")


async def _found(request: Request) -> Live | None:
    try:
        return await site_of(request).hub.live(request.path_params["table"])
    except Refused:
        return None


def _unknown(request: Request) -> Refused:
    return Refused("table/unknown", id=request.path_params["table"])


# -- What a seat sees -----------------------------------------------------------------------


def view_data(table: Table, seat: int, story: Sequence[str]) -> dict[str, Any]:
    """A table as a seat (or SPECTATOR) sees it: nothing that its view does not know, and its own choice."""
    position = table.position
    return {
        "id": table.id,
        "game": table.game.name,
        "rules": table.rules,
        "options": dict(table.options),
        "public": table.is_public,
        "seats": table.seats,
        "seat": None if seat == SPECTATOR else seat,
        "names": [name or None for name in table.names],
        "bots": [place.bot for place in table.places],
        "begun": position is not None or table.is_over,
        "owing": list(table.owing),
        "number": table.decision,
        "event": table.noticed((seat,)),
        "over": table.is_over,
        "pending": list(table.pending),
        "chosen": sorted(table.choices),
        "your_choice": str(choice) if (choice := own_choice(table, seat)) else None,
        "commitment": table.commitment,
        "pledges": [pledge or None for pledge in table.pledges],
        **(_play(table, position, seat) if position else _NO_PLAY | _result(table)),
        "story": list(story),
    }


_NO_PLAY: dict[str, Any] = {
    "legal_moves": [],
    "complete": True,
    "grammar": None,
    "state": None,
    "outcome": None,
    "secret": None,
    "entropies": None,
}


def _result(table: Table) -> dict[str, Any]:
    """What is known without a position: nothing yet, or how a closed table ended."""
    if table.closed is None:
        return {"scores": [0] * table.seats}
    result = table.result
    return {
        "scores": list(result.scores) if result else [],
        "outcome": {"winners": list(result.winners), "scores": list(result.scores)} if result else None,
        "secret": table.secret,
        "entropies": list(table.entropies),
    }


def _play(table: Table, position: Position, seat: int) -> dict[str, Any]:
    view = position.view(seat)
    is_asked = seat in table.pending
    moves, is_complete = listed_moves(position, seat, LISTED) if is_asked else ((), True)
    outcome = position.outcome
    return {
        "scores": list(view.scores),
        "legal_moves": [str(move) for move in moves],
        "complete": is_complete,
        "grammar": None if is_complete else grammar(table.game),
        "state": {name: getattr(view.state, name) for name in view.state.position_fields()},
        "outcome": {"winners": list(outcome.winners), "scores": list(outcome.scores)} if outcome else None,
        "secret": table.secret,
        "entropies": list(table.entropies) if table.secret else None,
    }


def _view(request: Request, table: Table, owner: str | None) -> dict[str, Any]:
    site, seat = site_of(request), seat_of(table, owner)
    return view_data(table, seat, site.logs.seat_log(table, seat, accepted_lang(request)).lines[-STORY:])


# -- Reading --------------------------------------------------------------------------------


async def get_games(request: Request) -> Response:
    """The games with their seats, options and bots, and what the fields of their states are."""
    more = {"bots": list(BOTS)}
    return JSONResponse(
        [game.facts | more | {"grammar": grammar(game), "state": key(game.rules.State)} for game in games()]
    )


async def get_table(request: Request) -> Response:
    """What the seat of the token sees; without a token what a spectator of a public table sees."""
    live, owner = await for_readers(request)
    return JSONResponse(_view(request, live.table, owner))


async def get_record(request: Request) -> Response:
    """The record of a finished game."""
    live, _ = await for_readers(request)
    table = live.table
    if not table.is_over:
        raise Refused("table/not_over", "the game is not over; its record would tell its secrets")
    if table.closed is not None and not table.closed.lines:
        check_open(table)
    return Response(str(full_record(table)), media_type="text/plain")


async def get_events(request: Request) -> Response:
    """The view now and after every change, until the game is over. A slow reader skips views, never the last one."""
    if request.method == "HEAD":
        raise Refused("request/method", methods="GET")
    live, owner = await for_readers(request)
    seen = whole_number(request.headers.get("last-event-id", ""))
    if live.table.is_over and seen == _number(live.table, owner):
        return Response(status_code=204)  # so that browsers do not ask again
    counted = ExitStack()
    counted.enter_context(site_of(request).streaming(owner, address_of(request)))
    return Counted(counted, _connected(request, live, owner, seen))


class Counted(StreamingResponse):
    """Server-sent events, counted for as long as somebody reads them."""

    def __init__(self, counted: ExitStack, content: AsyncIterator[str]) -> None:
        super().__init__(content, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})
        self.counted = counted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self.counted:
            await super().__call__(scope, receive, send)


async def _connected(request: Request, live: Live, owner: str | None, seen: int | None) -> AsyncIterator[str]:
    async with site_of(request).hub.connected(live, owner):
        async for piece in _stream(request, live, owner, seen):
            yield piece


async def _stream(request: Request, live: Live, owner: str | None, seen: int | None) -> AsyncIterator[str]:
    changed, clock = asyncio.Event(), asyncio.get_running_loop().time
    sent = clock()
    live.watchers.add(changed)
    try:
        while True:
            table = live.table
            if owner is not None and not _is_here(table, owner):
                return  # the seat was given up, and may be another's by now
            if (number := _number(table, owner)) != seen:
                seen, sent = number, clock()
                data = json.dumps(_view(request, table, owner), ensure_ascii=False, separators=(",", ":"))
                yield f"id: {seen}\nevent: view\ndata: {data}\n\n"
            if table.is_over:
                return
            if not await _is_set(changed, sent + PING - clock()):  # counted from what was sent: no reader shall notice
                sent = clock()  # that something happened which is not for him
                yield ": ping\n\n"
            changed.clear()
    finally:
        live.watchers.discard(changed)


def _number(table: Table, owner: str | None) -> int:
    """The number of what a reader sees now."""
    return table.noticed((seat_of(table, owner),))


async def _is_set(changed: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(changed.wait(), seconds)
    except TimeoutError:
        return False
    return True


async def get_description(request: Request) -> Response:
    """This API, described for programs."""
    return JSONResponse(DOCUMENT)


async def nowhere(request: Request) -> Response:
    """No such address."""
    raise Refused("request/address")


# -- Doing -----------------------------------------------------------------------------------


async def post_table(request: Request) -> Response:
    """A new table, its host and bots seated; if no seat is left the game begins."""
    site = site_of(request)
    form = await fields(request, NEW_TABLE)
    game = load(form["game"])
    seats = form.get("seats", game.usual_seats)
    options, seat = form.get("options", {}), form.get("seat", 0)
    game.read_options(options, seats=seats)
    if seat >= seats:
        raise Refused("request/bad", "there is no seat {seat}; seats are 0 to {last}", seat=seat, last=seats - 1)
    bots = _bots(form.get("bots"), seats, seat)
    key, is_public = _key(request), form.get("public", False)
    host = _sit(form, seat, "")
    chosen = game.start(seats=seats, options=options).record().options
    wish = [game.name, seats, chosen, sorted(bots.items()), seat, host.name, is_public, host.pledge]
    token = made_token(key, "host", json.dumps(wish, sort_keys=True)) if key else new_token()
    host = replace(host, owner=token_hash(token))
    site.slow_down(site.tables, address_of(request))
    table_id = made_token(key, "table")[:ID_LENGTH] if key else ""
    live = await site.hub.create(game.name, seats, options, host.owner, is_public=is_public, table_id=table_id)
    check_open(live.table)
    if live.table.host != host.owner:
        raise _used_otherwise()
    await _seated(site, live, host)
    for other, bot in bots.items():
        await _once(site, live, SitBot(other, host.owner, bot), partial(_has_bot, other))
    if len(bots) == seats - 1:
        await _once(site, live, Begin(host.owner), lambda table: table.has_begun)
    data = _view(request, live.table, host.owner) | {"token": token}
    return JSONResponse(data, 201, {"Location": url(f"/api/tables/{live.table.id}")})


# A request with a key can be sent again when its answer was lost: token and id are made from the key, so we find what it did the
# first time, also after a restart, and carry on where it was cut short. We keep neither key nor token. The host's token is made
# from all that was wished for, too: with another wish it is another's, so the table's host did not send it.


def _key(request: Request) -> str | None:
    key = request.headers.get("idempotency-key")
    if key is not None and not re.fullmatch(KEY, key):
        raise Refused("request/bad", "an Idempotency-Key is 22 to 64 of A-Z a-z 0-9 - _, drawn at random")
    return key


def _used_otherwise() -> Refused:
    return Refused("request/key_used")


async def _seated(site: Site, live: Live, sit: Sit) -> None:
    """Sit down, once."""
    await _once(site, live, sit, lambda table: sit.seat in table.seats_of(sit.owner))
    if (live.table.places[sit.seat].name, live.table.pledges[sit.seat]) != (sit.name, sit.pledge):
        raise _used_otherwise()


def _has_bot(seat: int, table: Table) -> bool:
    return table.places[seat].bot is not None


async def _once(site: Site, live: Live, command: Command, is_done: Callable[[Table], bool]) -> None:
    """Carry a command out, unless the same request has done it before or does it meanwhile."""
    if not is_done(live.table):
        try:
            await site.hub.act(live, command)
        except Refused:
            if not is_done(live.table):
                raise


def _bots(given: str | list[str | None] | None, seats: int, host: int) -> dict[int, str]:
    """The bots by seat; a list names those of the seats that are not the host's, in order."""
    names = given if isinstance(given, list) else [given] * (seats - 1)
    if len(names) > seats - 1:
        raise Refused("request/bad", "there are {free} seats for bots, not {given}", free=seats - 1, given=len(names))
    for name in names:
        if name is not None and name not in BOTS:
            raise Refused("bot/unknown", bot=name, bots=", ".join(BOTS))
    others = (seat for seat in range(seats) if seat != host)
    return {seat: name for seat, name in zip(others, names, strict=False) if name is not None}


def _sit(form: dict[str, Any], seat: int, token: str) -> Sit:
    name = clean_name(form["name"]) if "name" in form else f"Seat {seat}"
    return Sit(seat, token_hash(token), name, check_pledge(form.get("pledge", "")))


async def post_seat(request: Request) -> Response:
    """Take a free seat; the answer has its token."""
    site = site_of(request)
    form = await fields(request, NEW_SEAT)
    live = await _found(request)
    if live is None:
        raise _unknown(request)
    seat, key = _seat_number(request), _key(request)
    token = made_token(key, "seat", live.table.id, str(seat)) if key else new_token()
    command = _sit(form, seat, token)
    site.slow_down_at(live.table.id, "sit", command.owner, address_of(request))
    await _seated(site, live, command)
    return JSONResponse(_view(request, live.table, command.owner) | {"token": token})


async def delete_seat(request: Request) -> Response:
    """Leave a seat before the game begins, or free it as the host."""
    live, owner = await for_players(request)
    site = site_of(request)
    await fields(request, NOTHING)
    site.slow_down_at(live.table.id, "stand", owner, address_of(request))
    return JSONResponse(_view(request, await site.hub.act(live, Stand(_seat_number(request), owner)), owner))


def _seat_number(request: Request) -> int:
    given = request.path_params["seat"]
    seat = whole_number(given)
    if seat is None:
        raise Refused("seat/unknown", "there is no seat {seat}; seats are numbers from 0", seat=shortened(given))
    return seat


async def post_begin(request: Request) -> Response:
    """Begin; only the host can."""
    live, owner = await for_players(request)
    site = site_of(request)
    await fields(request, NOTHING)
    site.slow_down_at(live.table.id, "begin", owner, address_of(request))
    return JSONResponse(_view(request, await site.hub.act(live, Begin(owner)), owner))


async def post_entropy(request: Request) -> Response:
    """Send what the seat has pledged, once the host has begun. Sent twice it counts once."""
    live, owner = await for_players(request)
    site, form = site_of(request), await fields(request, NEW_ENTROPY)
    site.slow_down_at(live.table.id, "entropy", owner, address_of(request))
    seat = _own_seat(live.table, owner)
    return JSONResponse(
        _view(request, await site.hub.act(live, Give(seat, owner, check_entropy(form["entropy"]))), owner)
    )


async def post_give_up(request: Request) -> Response:
    """Say that one would end the game here; when all who play have said so it ends, and the secret of its deal is shown."""
    live, owner = await for_players(request)
    site = site_of(request)
    await fields(request, NOTHING)
    site.slow_down_at(live.table.id, "give_up", owner, address_of(request))
    command = GiveUp(owner, site.hub.is_forgotten(live))
    return JSONResponse(_view(request, await site.hub.act(live, command), owner))


async def post_move(request: Request) -> Response:
    """Play or choose. The same post sent twice counts once, also when a restart lies between."""
    live, owner = await for_players(request)
    site, form = site_of(request), await fields(request, NEW_MOVE)
    site.slow_down_at(live.table.id, "move", owner, address_of(request))
    check_open(live.table)
    seat = _own_seat(live.table, owner)
    move, number = live.table.game.parse_move(form["move"], seat=seat), form["number"]
    if number != live.table.decision or live.table.choices.get(seat) != move:
        try:
            await site.hub.act(live, Play(seat, owner, move, number))
        except Refused as refused:
            if refused.code not in ("move/stale", "table/over"):
                raise
            if await _accepted(site.hub, live.table, seat, number) != move:
                raise
    return JSONResponse(_view(request, live.table, owner))


async def delete_move(request: Request) -> Response:
    """Take a hidden choice back before the last has chosen. Sent twice it counts once."""
    live, owner = await for_players(request)
    site, form = site_of(request), await fields(request, NUMBER)
    site.slow_down_at(live.table.id, "take_back", owner, address_of(request))
    command = TakeBack(_own_seat(live.table, owner), owner, form["number"])
    return JSONResponse(_view(request, await site.hub.act(live, command), owner))


def _own_seat(table: Table, owner: str) -> int:
    seat = seat_of(table, owner)
    if seat == SPECTATOR:
        raise Refused("seat/not_yours", "this token has no seat at the table")
    return seat


async def _accepted(hub: Hub, table: Table, seat: int, number: int) -> Move | None:
    """The move that a seat has made in a decision that is over, from the log."""
    decision, move = 0, None
    for entry in await hub.events.read(table.id):
        if decision == number and entry.body.get("seat") == seat:
            if entry.kind in ("chose", "moved", "revealed"):
                move = table.game.parse_move(entry.body["move"], seat=seat)
            elif entry.kind == "took_back":
                move = None
        decision += entry.kind in DECISION_BEGINS
    return move


ADDRESSES = {
    "/games": Resource(GET=get_games),
    "/tables": Resource(POST=post_table),
    "/tables/{table}": Resource(GET=get_table),
    "/tables/{table}/seats/{seat}": Resource(POST=post_seat, DELETE=delete_seat),
    "/tables/{table}/begin": Resource(POST=post_begin),
    "/tables/{table}/entropy": Resource(POST=post_entropy),
    "/tables/{table}/moves": Resource(POST=post_move, DELETE=delete_move),
    "/tables/{table}/give_up": Resource(POST=post_give_up),
    "/tables/{table}/events": Resource(GET=get_events),
    "/tables/{table}/record": Resource(GET=get_record),
    "/openapi.json": Resource(GET=get_description),
    "/{rest:path}": Resource(**dict.fromkeys(("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"), nowhere)),
}
NO_LIMIT = 2**62  # `bodies` has the limit, and refuses as data; the guard would answer plain text
routes: list[Route] = [Route(path, resource, max_body_size=NO_LIMIT) for path, resource in ADDRESSES.items()]
