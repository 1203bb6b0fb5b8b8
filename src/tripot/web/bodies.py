"""Bodies of requests to the API: small JSON objects, every field known and of the right kind."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from starlette.requests import Request

from tripot.bots import BOTS
from tripot.outside import whole_number

from .refusals import Refused
from .schema import GAME, SEAT, Data, or_null, record, ref, text, whole
from .security import MAX_BODY

MOVE_LENGTH = 1000  # characters of a move; the longest split has about 300


class Field(NamedTuple):
    """A field of a body, declared once: what it must be, in words and as a check, and how the API describes it.

    The check is about its kind only. What is of the right kind may still be refused for another reason, by its own code.
    """

    words: str
    fits: Callable[[Any], bool]
    schema: Data


class Body(NamedTuple):
    """The fields that a body must have, and those that it may leave out or null."""

    needs: Mapping[str, Field]
    may: Mapping[str, Field] = {}

    @property
    def schema(self) -> Data:
        """The body as the API describes it."""
        optional = {name: _described(field) for name, field in self.may.items()}
        return record({name: field.schema for name, field in self.needs.items()} | optional, optional=tuple(optional))


def _described(field: Field) -> Data:
    name = next((name for name, component in COMPONENTS.items() if component is field), "")
    return ref("schemas", name) if name else or_null(field.schema)


# -- Kinds ------------------------------------------------------------------------------


def _text(about: str, **more: Any) -> Field:
    return Field("a text", lambda value: isinstance(value, str), text(about, **more))


def _whole(about: str, **more: Any) -> Field:
    return Field("a whole number from 0", _is_whole, whole(about, **more))


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_bots(value: object) -> bool:
    names = value if isinstance(value, list) else [value]
    return all(name is None or isinstance(name, str) for name in names)


# -- The bodies -------------------------------------------------------------------------

NAME = _text("Shown to all: one line, something visible; what is past 24 characters is cut off.")
PLEDGE = _text(
    "SHA-256 of your part of the deal's randomness, so that nobody can choose the deal: when your seat is among "
    "`owing`, send the part itself to /entropy. Keep `commitment` and all `pledges` then, to check the deal at the end.",
    pattern="^([0-9a-f]{64})?$",
)
COMPONENTS = {"Name": NAME, "Pledge": PLEDGE}
"""Fields that several bodies may have, by the name that the description gives them."""

NEW_TABLE = Body(
    needs={"game": Field("a text", lambda value: isinstance(value, str), GAME)},
    may={
        "seats": _whole("How many seats; each game has its own least and most. Without it 4.", minimum=2, maximum=8),
        "options": Field(
            "an object of option names and values",
            lambda value: isinstance(value, dict),
            {
                "type": "object",
                "description": "Options by name, as GET /api/games describes them; left out: the default.",
            },
        ),
        "bots": Field(
            "the name of a bot, or a list of names and nulls",
            _is_bots,
            {
                "description": "One bot for all other seats, or a list for the seats that are not the host's, in order: null, "
                "or past the list's end, is a seat left free for people. If none is free the game begins.",
                "anyOf": [{"enum": list(BOTS)}, {"type": "array", "items": {"enum": [*BOTS, None]}, "maxItems": 7}],
            },
        ),
        "seat": _whole("The host's seat; without it 0.", **SEAT),
        "name": NAME,
        "public": Field(
            "true or false",
            lambda value: isinstance(value, bool),
            {"type": "boolean", "description": "Whether everybody may watch; without it not."},
        ),
        "pledge": PLEDGE,
    },
)
NEW_SEAT = Body(needs={}, may={"name": NAME, "pledge": PLEDGE})
NEW_ENTROPY = Body(
    needs={
        "entropy": _text(
            "What your seat has pledged: 64 hexadecimal digits drawn at random. The pledge is the SHA-256 of this text.",
            pattern="^([0-9a-f]{2}){0,64}$",
        )
    }
)
NOTHING = Body(needs={})
NEW_MOVE = Body(
    needs={
        "move": Field(
            f"a text of 1 to {MOVE_LENGTH} characters",
            lambda value: isinstance(value, str) and 0 < len(value) <= MOVE_LENGTH,
            text("In notation; a small step or a whole move.", minLength=1, maxLength=MOVE_LENGTH),
        ),
        "number": _whole("The number of the view that the move answers."),
    }
)
NUMBER = Body(needs={"number": _whole("The number of the view whose choice is taken back.")})
BODIES = {
    "NewTable": NEW_TABLE,
    "NewSeat": NEW_SEAT,
    "NewEntropy": NEW_ENTROPY,
    "Nothing": NOTHING,
    "NewMove": NEW_MOVE,
    "Number": NUMBER,
}
"""By the name that the description gives them."""


# -- Reading ----------------------------------------------------------------------------


async def fields(request: Request, body: Body) -> dict[str, Any]:
    """The fields of a body, all of them known and of the right kind. A null where nothing is needed is left out."""
    given = _parsed(await _body(request), request.headers.get("content-type", ""))
    known = {**body.needs, **body.may}
    for name in given:
        if name not in known:
            names = ", ".join(known) or "none"
            raise Refused("request/bad", "there is no field {name} here; fields: {known}", name=name, known=names)
    found = {name: value for name, value in given.items() if value is not None}
    for name, field in body.needs.items():
        if name not in found:
            raise Refused("request/bad", "the field {name} is missing; it is {words}", name=name, words=field.words)
    for name, value in found.items():
        if not known[name].fits(value):
            raise Refused("request/bad", "the field {name} must be {words}", name=name, words=known[name].words)
    return found


async def _body(request: Request) -> bytes:
    length = request.headers.get("content-length", "")
    size, body = whole_number(length) if length else 0, b""
    if size is not None and size <= MAX_BODY:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MAX_BODY:
                break
        else:
            return body
    raise Refused("request/too_large", most=MAX_BODY)


def _parsed(body: bytes, media: str) -> dict[str, Any]:
    if not body:
        return {}
    if media.partition(";")[0].strip().lower() != "application/json":
        raise Refused("request/media")
    try:
        data = json.loads(body.decode("utf-8"), object_pairs_hook=_each_once, parse_constant=_no_number)
        json.dumps(data, ensure_ascii=False).encode("utf-8")  # halves of characters can be escaped, but not answered
    except Refused:
        raise
    except (ValueError, RecursionError):
        raise Refused("request/bad", "the body is not JSON in UTF-8") from None
    if not isinstance(data, dict):
        raise Refused("request/bad", "the body must be a JSON object")
    return data


def _each_once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise Refused("request/bad", "the field {name} is there twice", name=name)
        found[name] = value
    return found


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not JSON")
