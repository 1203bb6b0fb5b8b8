"""Bodies of requests to the API: small JSON objects, every field known and of the right kind."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from starlette.requests import Request

from tripot.outside import whole_number

from .openapi import MOVE_LENGTH
from .refusals import Refused
from .security import MAX_BODY


class Kind(NamedTuple):
    """What a field of a body must be."""

    words: str
    fits: Callable[[Any], bool]


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_bots(value: object) -> bool:
    names = value if isinstance(value, list) else [value]
    return all(name is None or isinstance(name, str) for name in names)


TEXT = Kind("a text", lambda value: isinstance(value, str))
WHOLE = Kind("a whole number from 0", _is_whole)
FIELDS = {
    "game": TEXT,
    "seats": WHOLE,
    "options": Kind("an object of option names and values", lambda value: isinstance(value, dict)),
    "bots": Kind("the name of a bot, or a list of names and nulls", _is_bots),
    "seat": WHOLE,
    "name": TEXT,
    "public": Kind("true or false", lambda value: isinstance(value, bool)),
    "entropy": TEXT,
    "pledge": TEXT,
    "move": Kind(
        f"a text of 1 to {MOVE_LENGTH} characters", lambda v: isinstance(v, str) and 0 < len(v) <= MOVE_LENGTH
    ),
    "number": WHOLE,
}


async def fields(request: Request, *, needs: Sequence[str] = (), may: Sequence[str] = ()) -> dict[str, Any]:
    """The fields of a body, all of them known and of the right kind. A null where nothing is needed is left out."""
    given = _parsed(await _body(request), request.headers.get("content-type", ""))
    for name in given:
        if name not in (*needs, *may):
            known = ", ".join((*needs, *may)) or "none"
            raise Refused("request/bad", "there is no field {name} here; fields: {known}", name=name, known=known)
    found = {name: value for name, value in given.items() if value is not None}
    for name in needs:
        if name not in found:
            raise Refused(
                "request/bad", "the field {name} is missing; it is {words}", name=name, words=FIELDS[name].words
            )
    for name, value in found.items():
        if not FIELDS[name].fits(value):
            raise Refused("request/bad", "the field {name} must be {words}", name=name, words=FIELDS[name].words)
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
