"""What people are called at a table, and the name that a browser remembers."""

from __future__ import annotations

import contextlib
import unicodedata
from collections.abc import Sequence
from itertools import count
from urllib.parse import quote, unquote

from starlette.requests import HTTPConnection
from starlette.responses import Response

from .security import BadText, clean_name

GUEST = "Joker"  # who has not said a name: a card player's word that is the same in every language
PRONOUNS = frozenset({"you", "toi", "vous"})  # no names: on somebody else's page they would mean its reader
NAME_COOKIE = "name"
COOKIE_DAYS = 400


def shown_names(given: Sequence[str], bots: Sequence[bool]) -> tuple[str, ...]:
    """A name for every seat (none for a free one) that nobody else at the table has; people keep theirs before bots do."""
    wanted = [GUEST if _key(name) in PRONOUNS else name for name in given]
    shown, taken, late = [""] * len(wanted), set[str](), list[int]()
    for seat in sorted(range(len(wanted)), key=lambda seat: bots[seat]):
        if wanted[seat] and _key(wanted[seat]) in taken:
            late.append(seat)
        else:
            shown[seat] = wanted[seat]
            taken.add(_key(wanted[seat]))
    for seat in late:
        numbered = (f"{wanted[seat]} {n}" for n in count(2))
        shown[seat] = next(name for name in numbered if _key(name) not in taken)
        taken.add(_key(shown[seat]))
    return tuple(shown)


def _key(name: str) -> str:
    """The same for names that look alike."""
    return unicodedata.normalize("NFKC", name).casefold()


def remembered_name(connection: HTTPConnection) -> str:
    """The name that somebody at this browser sat down with last; nothing if there is none."""
    with contextlib.suppress(BadText):
        return clean_name(unquote(connection.cookies.get(NAME_COOKIE, ""), errors="ignore"))
    return ""


def remember_name(response: Response, name: str) -> None:
    """Let the browser keep the name for the next table."""
    response.set_cookie(NAME_COOKIE, quote(name), max_age=COOKIE_DAYS * 86_400, samesite="lax", httponly=True)
