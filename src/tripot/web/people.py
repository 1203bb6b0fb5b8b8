"""What people are called at a table, and the name that a browser remembers."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from itertools import count
from urllib.parse import quote, unquote

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tripot.outside import name_key
from tripot.play.names import own_name

from .refusals import Refused
from .root import cookie_path
from .security import clean_name

NAME_COOKIE = "name"
COOKIE_DAYS = 400


def shown_names(given: Sequence[str], bots: Sequence[bool]) -> tuple[str, ...]:
    """A name for every seat (none for a free one) that nobody else at the table has; people keep theirs before bots do."""
    wanted = [own_name(name) for name in given]
    shown, taken, late = [""] * len(wanted), set[str](), list[int]()
    for seat in sorted(range(len(wanted)), key=lambda seat: bots[seat]):
        if wanted[seat] and name_key(wanted[seat]) in taken:
            late.append(seat)
        else:
            shown[seat] = wanted[seat]
            taken.add(name_key(wanted[seat]))
    for seat in late:
        numbered = (f"{wanted[seat]} {n}" for n in count(2))
        shown[seat] = next(name for name in numbered if name_key(name) not in taken)
        taken.add(name_key(shown[seat]))
    return tuple(shown)


def remembered_name(connection: HTTPConnection) -> str:
    """The name that somebody at this browser sat down with last; nothing if there is none."""
    with contextlib.suppress(Refused):
        return clean_name(unquote(connection.cookies.get(NAME_COOKIE, ""), errors="ignore"))
    return ""


def remember_name(response: Response, name: str) -> None:
    """Let the browser keep the name for the next table."""
    keep_cookie(response, NAME_COOKIE, quote(name))


def keep_cookie(response: Response, name: str, value: str) -> None:
    """Let the browser remember something for as long as it can."""
    age = COOKIE_DAYS * 86_400
    response.set_cookie(name, value, max_age=age, path=cookie_path(), samesite="lax", httponly=True)
