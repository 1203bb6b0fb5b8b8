"""The API described for programs: an OpenAPI 3.1 document, written by hand as data.

`tests/web/test_openapi.py` holds the server to it.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from tripot.core.fields import KINDS
from tripot.core.state import HIDDEN, NOBODY
from tripot.play import Game, games

from .bodies import BODIES, COMPONENTS
from .refusals import declared
from .schema import GAME, SEAT, Data, list_of, or_null, record, ref, text, whole
from .security import ACTS, MOVES, TABLES, Rate

LISTED = 200  # whole moves listed in a view
STORY = 30  # lines of the story in a view
KEY = "^[A-Za-z0-9_-]{22,64}$"

_ONE_BY_ONE = "A first step alone is a move too: the table then asks the same seat for the rest, under the next number."


def grammar(game: Game) -> str:
    """How whole moves of several steps are spelled in a game."""
    return f"{game.grammar} {_ONE_BY_ONE}".strip()


Codes = tuple[str, ...]


# -- Schemas ----------------------------------------------------------------------------


def _limit(rate: Rate) -> str:
    return f"{rate.rate:g} and {rate.burst}"


def _nested(depth: int) -> Data:
    """A number, or lists of lists so deep of them. Not by a schema that names itself: generated clients drop those."""
    return {"type": "array", "items": _nested(depth - 1)} if depth else {"type": "integer"}


DEEPEST = max(len(cells.shape) for game in games() for cells in game.rules.State.position_fields().values())
HEX = {"pattern": "^[0-9a-f]{64}$"}
TOKEN = text("The seat's token, given this once: send it as Authorization: Bearer.", pattern="^[A-Za-z0-9_-]{43}$")
POINTS = {"type": "integer"}

VIEW: Data = {
    "id": text("The table's id. Who knows it may take a free seat.", pattern="^[A-Za-z0-9_-]{12}$"),
    "game": GAME,
    "rules": whole("The version of the game's rules that the table is played by."),
    "options": {"type": "object", "additionalProperties": {"type": "string"}, "description": "Options not at default."},
    "public": {"type": "boolean", "description": "Whether everybody may watch."},
    "seats": whole("How many seats.", minimum=2, maximum=8),
    "seat": or_null(SEAT | {"description": "Whose view this is; null for a spectator."}),
    "names": list_of(or_null(text()), "Who sits where; null for a free seat."),
    "bots": list_of(or_null(text()), "The bot that plays a seat; null for people and free seats."),
    "begun": {"type": "boolean"},
    "owing": list_of(
        SEAT,
        "The seats whose entropy the deal waits for, once the host has begun. After a few seconds it is dealt without them.",
    ),
    "number": whole(
        "The decision being asked, to be sent with a move: the same for all seats of a simultaneous choice, and unchanged while "
        "the others choose. 0 before the game begins."
    ),
    "event": whole("How many events of the table this seat could notice: the id of this view in the stream of events."),
    "over": {"type": "boolean"},
    "pending": list_of(SEAT, "The seats still to act in this decision."),
    "chosen": list_of(SEAT, "The seats that have made their hidden choice in this decision."),
    "your_choice": or_null(text("Your own hidden choice in this decision. Post another move to replace it.")),
    "commitment": text(
        "The seal: SHA-256 of the deal's secret, shown before any entropy is known; empty for a deal that was played before.",
        pattern="^([0-9a-f]{64})?$",
    ),
    "pledges": list_of(or_null(text(**HEX)), "What each seat has pledged; null for those that add nothing."),
    "scores": list_of(POINTS, "The points of every seat, now."),
    "legal_moves": list_of(
        text(),
        "Whole moves in notation (docs/reference/notation.md); empty unless your seat is pending.",
        maxItems=LISTED,
    ),
    "complete": {
        "type": "boolean",
        "description": f"False: more than {LISTED} moves are legal. Listed are all moves of one step, and of the longer ones a "
        "sample: the same whenever you ask, all equally likely, that of the rules of thumb among them.",
    },
    "grammar": or_null(text("How to spell those that are not listed; null if all are.")),
    "state": {
        "type": ["object", "null"],
        "additionalProperties": ref("schemas", "Cells"),
        "description": "The fields of the game's state as your seat knows them; null before the game. GET /api/games says what "
        "each is. "
        f"{NOBODY} is nobody or nothing, {HIDDEN} something that your seat may not know.",
    },
    "outcome": {
        "oneOf": [ref("schemas", "Outcome"), {"type": "null"}],
        "description": "How the game ended; null until then.",
    },
    "secret": or_null(text("The deal's secret, when the game is over or given up.", **HEX)),
    "entropies": {
        "type": ["array", "null"],
        "items": {"type": "string"},
        "description": "What each seat added to the deal, once the secret is shown: with it, enough to draw it all again.",
    },
    "story": list_of(text(), "The last lines of what happened, in the language of Accept-Language.", maxItems=STORY),
}

SCHEMAS: Data = {
    "Error": record({"code": text("Stable, for programs."), "message": text("For people, in English.")}),
    "Game": record(
        {
            "name": GAME,
            "title": text(),
            "designer": text(),
            "year": {"type": ["integer", "null"]},
            "seats": list_of({"type": "integer"}, "The numbers of seats that it is played with."),
            "rules_version": whole("Rises when the same moves could give another result."),
            "options": {"type": "object", "additionalProperties": ref("schemas", "Option")},
            "bots": list_of(text(), "The bots that can play it."),
            "grammar": text("How moves of several steps are spelt."),
            "state": {
                "type": "object",
                "additionalProperties": ref("schemas", "Field"),
                "description": "What each field of `state` in a view is.",
            },
        }
    ),
    "Field": record(
        {
            "about": text("A few words."),
            "kind": text("What its numbers are.", enum=list(KINDS)),
            "low": {"type": "integer"},
            "high": {"type": "integer"},
            "seen": text(
                "Who may see it: everybody, nobody, own (each seat its own row, sometimes only while), by rule."
            ),
            "shape": list_of({"type": "integer"}, "Empty for one number."),
            "axes": list_of(text(), "What is counted along its table, if that is said: a row for each seat …"),
            "table": list_of({"type": "integer"}, "The lengths of those axes, of which `shape` may be the flat form."),
            "values": list_of(text(), "The names of the values from 0, if they have any."),
        }
    ),
    "Option": record(
        {
            "default": {"type": ["string", "integer", "array", "null"], "items": {"type": ["string", "integer"]}},
            "values": list_of(text(), "The words it may be, if it is one of a few."),
            "wanted": text("What it may be."),
            "about": text("What it does."),
        }
    ),
    "Cells": {
        "description": "A whole number, a list of them, or a list of lists.",
        "anyOf": [_nested(depth) for depth in range(DEEPEST + 1)],
    },
    "Outcome": record({"winners": list_of(SEAT, "Several share a victory."), "scores": list_of(POINTS, "By seat.")}),
    "View": record(VIEW, about="A table as one seat sees it."),
    "Seated": record(VIEW | {"token": TOKEN}, about="A seat just taken: its token, and the table as it sees it."),
    **{name: or_null(field.schema) for name, field in COMPONENTS.items()},
    **{name: body.schema for name, body in BODIES.items()},
}


# -- Answers ------------------------------------------------------------------------------

ABOUT = {
    400: "The body, or something in it, is wrong.",
    401: "No token, or one that belongs to no seat of any table.",
    403: "Not for this token, or sent by another site's page.",
    404: "There is no such table for you: none, or one that is not public and not yours.",
    409: "Not at this table, or not now.",
    413: "The body is larger than 8192 bytes.",
    415: "The body is not sent as application/json.",
    421: "The server does not answer to this host name.",
    429: "Too many at once.",
    500: "Our own mistake; nothing is lost.",
    503: "The tables cannot be read or written now.",
}
HEADERS = {
    401: {"WWW-Authenticate": {"schema": text(pattern="^Bearer"), "required": True}},
    429: {"Retry-After": {"schema": whole("Seconds to wait.", minimum=1), "required": True}},
}


def _errors(codes: Codes) -> Data:
    """The refusals with these codes as answers, by status."""
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(declared(code).status, []).append(code)
    return {str(status): _error(status, by_status[status]) for status in sorted(by_status)}


def _error(status: int, codes: list[str]) -> Data:
    schema = record({"code": text(enum=codes), "message": text()})
    found: Data = {"description": ABOUT[status], "content": {"application/json": {"schema": schema}}}
    return found | ({"headers": HEADERS[status]} if status in HEADERS else {})


def _json(schema: Data, about: str, **more: Any) -> Data:
    return {"description": about, "content": {"application/json": {"schema": schema}}, **more}


def _operation(
    name: str,
    about: str,
    answers: dict[int, Data],
    *,
    body: str = "",
    security: list[Data] | None = None,
    refuses: Codes = (),
    parameters: list[Data] | None = None,
) -> Data:
    """One operation. `refuses` has the codes of its refusals."""
    responses = {str(status): answer for status, answer in answers.items()}
    errors: Codes = (*refuses, "request/host", "server/broken")
    found: Data = {"operationId": name, "summary": about, "security": security or []}
    if parameters:
        found["parameters"] = parameters
    if body:
        content = {"application/json": {"schema": ref("schemas", body)}}
        found["requestBody"] = {"content": content, "required": bool(BODIES[body].needs)}
        errors += ("request/bad", "request/too_large", "request/media", "request/too_many", "request/cross_site")
    found["responses"] = responses | _errors(errors)
    return found


REQUIRED: list[Data] = [{"seat": []}]
OPTIONAL: list[Data] = [{"seat": []}, {}]
CLOSED = ("table/other_rules", "table/broken")  # a table that cannot be replayed here
NO_TABLE = ("table/unknown", "http/404")  # the latter for what no address can have, such as a line break
READING: Codes = ("token/unknown", "seat/not_yours", *NO_TABLE, "store/failed")
DOING: Codes = ("token/missing", *READING)
SEEN = _json(ref("schemas", "View"), "The table as the seat sees it now.")
SAT = _json(ref("schemas", "Seated"), "The seat's token, and the table as it sees it.")
AT_TABLE = [ref("parameters", "table")]
ONCE = [ref("parameters", "key")]

PATHS: Data = {
    "/api/games": {
        "get": _operation(
            "games",
            "The games with their seats, options and bots.",
            {200: _json({"type": "array", "items": ref("schemas", "Game")}, "All games.")},
        )
    },
    "/api/tables": {
        "post": _operation(
            "open_table",
            "Open a table and sit down at it. If bots take all other seats the game begins.",
            {
                201: SAT
                | {
                    "headers": {"Location": {"schema": text(), "required": True}},
                    "links": {
                        name: {"operationId": name, "parameters": {"table": "$response.body#/id"}}
                        for name in ("look", "sit", "begin", "give_entropy", "move", "take_back", "give_up", "record")
                    },
                }
            },
            body="NewTable",
            parameters=ONCE,
            refuses=(
                *("game/unknown", "seats/bad", "option/bad", "bot/unknown", "name/bad", "deal/bad"),
                *("seat/taken", "table/busy", "request/key_used", *CLOSED, "store/failed"),
            ),
        )
    },
    "/api/tables/{table}": {
        "parameters": AT_TABLE,
        "get": _operation(
            "look",
            "What the seat of the token sees; without a token what a spectator sees, of a public table only.",
            {200: SEEN},
            security=OPTIONAL,
            refuses=(*READING, *CLOSED),
        ),
    },
    "/api/tables/{table}/seats/{seat}": {
        "parameters": [*AT_TABLE, {"name": "seat", "in": "path", "required": True, "schema": SEAT}],
        "post": _operation(
            "sit",
            "Take a free seat before the game begins. Knowing the table's id is the invitation.",
            {200: SAT},
            body="NewSeat",
            parameters=ONCE,
            refuses=(
                *("name/bad", "deal/bad", *NO_TABLE, "seat/unknown", "seat/taken", "table/begun", "table/busy"),
                *("request/key_used", *CLOSED, "store/failed"),
            ),
        ),
        "delete": _operation(
            "stand",
            "Leave a seat before the game begins; the host can free any.",
            {200: SEEN},
            body="Nothing",
            security=REQUIRED,
            refuses=(*DOING, "seat/unknown", "table/begun", "table/busy", *CLOSED),
        ),
    },
    "/api/tables/{table}/begin": {
        "parameters": AT_TABLE,
        "post": _operation(
            "begin",
            "Begin the game: the host, when every seat is taken. Cards are dealt when all who have pledged entropy have sent it.",
            {200: SEEN},
            body="Nothing",
            security=REQUIRED,
            refuses=(*DOING, "table/host_only", "table/begun", "table/seats_free", "table/busy", *CLOSED),
        ),
    },
    "/api/tables/{table}/entropy": {
        "parameters": AT_TABLE,
        "post": _operation(
            "give_entropy",
            "Send the entropy that your seat has pledged, once it is among `owing`. Sent twice it counts once.",
            {200: SEEN},
            body="NewEntropy",
            security=REQUIRED,
            refuses=(*DOING, "deal/bad", "deal/early", "deal/late", "table/busy"),
        ),
    },
    "/api/tables/{table}/moves": {
        "parameters": AT_TABLE,
        "post": _operation(
            "move",
            "Play, or make a hidden choice. The same post sent twice counts once.",
            {200: SEEN},
            body="NewMove",
            security=REQUIRED,
            refuses=(
                *(*DOING, "move/unreadable", "table/not_begun", "table/over", "table/busy", "move/stale"),
                *("move/illegal", "move/incomplete", "seat/not_asked", *CLOSED),
            ),
        ),
        "delete": _operation(
            "take_back",
            "Take a hidden choice back before the last seat has chosen. Sent twice it counts once.",
            {200: SEEN},
            body="Number",
            security=REQUIRED,
            refuses=(*DOING, "move/stale", "table/busy", *CLOSED),
        ),
    },
    "/api/tables/{table}/give_up": {
        "parameters": AT_TABLE,
        "post": _operation(
            "give_up",
            "Say that you would end the game here. When all who play have said so, or when nobody has moved for a week, it is "
            "over without an outcome, and `secret` shows whether its deal was the sealed one.",
            {200: SEEN},
            body="Nothing",
            security=REQUIRED,
            refuses=(*DOING, "vote/not_yours", "table/busy", *CLOSED),
        ),
    },
    "/api/tables/{table}/events": {
        "parameters": AT_TABLE,
        "get": _operation(
            "events",
            "Server-sent events: the view now and after every change, until the game is over. Each has the event `view`, as id "
            "the view's `event`, and as data the view. A slow reader skips views, never the last. After 15 s "
            "without one comes a comment. A token, and an address, can have as many streams open at once as the server allows.",
            {
                200: {"description": "The stream.", "content": {"text/event-stream": {"schema": {"type": "string"}}}},
                204: {"description": "The game is over, and Last-Event-ID is its last event."},
            },
            security=OPTIONAL,
            refuses=(*READING, *CLOSED, "stream/too_many"),
            parameters=[
                {
                    "name": "Last-Event-ID",
                    "in": "header",
                    "description": "The last event seen: the stream begins with what changed since. Not a number: as if absent.",
                    "schema": {"type": "string"},
                }
            ],
        ),
    },
    "/api/tables/{table}/record": {
        "parameters": AT_TABLE,
        "get": _operation(
            "record",
            "The record of a finished game; `tripot replay` reads it.",
            {200: {"description": "The record.", "content": {"text/plain": {"schema": {"type": "string"}}}}},
            security=OPTIONAL,
            refuses=(*READING, "table/not_over", *CLOSED),
        ),
    },
    "/api/openapi.json": {
        "get": _operation("description", "This document.", {200: _json({"type": "object"}, "This document.")})
    },
}

DOCUMENT: Data = {
    "openapi": "3.1.0",
    "info": {
        "title": "tripot",
        "version": version("tripot"),
        "description": "Tables of four card games. Open one or take a seat, keep the token, look at the table, and answer when "
        "your seat is pending. Every refusal is an object of `code` and `message`; an unknown address is 404 request/address, "
        "a method that an address does not take 405 request/method with Allow. Limits, a second in the long "
        f"run and at once, unless the host has set others: {_limit(MOVES)} moves of a token, {_limit(ACTS)} acts of an address "
        f"at tables, {_limit(TABLES)} new tables of an address; more is refused as 429 with Retry-After.",
        "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
    },
    "paths": PATHS,
    "components": {
        "schemas": SCHEMAS,
        "parameters": {
            "table": {
                "name": "table",
                "in": "path",
                "required": True,
                "description": "A table's id.",
                "schema": {"type": "string", "minLength": 1},
            },
            "key": {
                "name": "Idempotency-Key",
                "in": "header",
                "description": "Drawn at random by you, a new one for each request, and kept secret like the token. If the "
                "answer is lost, the same request with the same key gets the same seat and token again, and the table as it "
                "is then.",
                "schema": text(pattern=KEY),
            },
        },
        "securitySchemes": {
            "seat": {"type": "http", "scheme": "bearer", "description": "The token of a seat, given when it was taken."}
        },
    },
}
