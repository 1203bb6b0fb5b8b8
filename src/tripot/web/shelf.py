"""What the pages around the tables tell: the boxes, who plays with somebody, and one's own tables."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request

from tripot.bots import LEVELS
from tripot.core.state import SPECTATOR
from tripot.errors import TripotError, UnknownGame
from tripot.language import listed
from tripot.play import Game, load

from . import my_tables
from .drawing.boards import board_of, cover_of
from .drawing.frame import scene_of
from .site import Site, owner_of, site_of
from .table import HOUSE_BOT
from .words import COUNTS, word

EASY = ("beginner", "casual")  # who plays with somebody new to a game, in turn


def box(game: Game, lang: str) -> dict[str, Any]:
    """What the shelf says of a game."""
    line, temper = game.blurb[lang]
    facts = {"game": game, "short": game.short or game.title, "picture": cover_of(game)}
    return facts | {"line": line, "temper": temper, "minutes": game.minutes}


async def own_tables(request: Request, skip: int = 0) -> list[dict[str, Any]]:
    """A page of the tables where this device sits, and one more if there are more."""
    owner = owner_of(request)
    return await site_of(request).hub.events.tables_of(owner, my_tables.PAGE + 1, skip) if owner else []


def asked_at(rows: Sequence[my_tables.Row], lang: str) -> tuple[int, str]:
    """How many tables wait for this device, and that in words."""
    count = sum(map(my_tables.is_asked, rows))
    return count, COUNTS[lang]["waiting"].format(n=count)


async def games_played(request: Request) -> set[str]:
    """The games that this device has played to the end."""
    owner = owner_of(request)
    return await site_of(request).hub.events.games_finished(owner) if owner else set()


def company(game: Game, lang: str, is_new: bool) -> str:
    """Whom one meets who plays at once."""
    names = easy_names(game.usual_seats, lang) if is_new else LEVELS[HOUSE_BOT].name
    return word(lang, "with names", names=names)


def easy_names(seats: int, lang: str) -> str:
    """Who plays with somebody new to a game, at a table of that many."""
    return listed([LEVELS[level].name for level in EASY[: seats - 1]], lang)


async def running_game(site: Site, rows: Sequence[dict[str, Any]], lang: str, now: float) -> dict[str, Any] | None:
    """The game to go on with: one that waits for this device if there is any, else the one played last."""
    for row in rows:
        if row["begun"] and not row["over"]:
            with contextlib.suppress(TripotError):
                if (fact := await how_far(site, row["id"], lang)) is not None:
                    return told_with_box(row, lang, now) | {"round": fact}
    return None


async def how_far(site: Site, table: str, lang: str) -> str | None:
    """How far the game of a table is, in words; None if it cannot go on."""
    found = (await site.hub.live(table)).table
    if found.position is None:
        return None
    return board_of(found.game).title_fact(scene_of(found, found.position.view(SPECTATOR), lang))


def told_with_box(row: dict[str, Any], lang: str, now: float) -> dict[str, Any]:
    """What a list says of a table, with its box; a game that is not here any more has none."""
    about: dict[str, Any] = {"title": row["game"], "box": None}
    with contextlib.suppress(UnknownGame):
        found = box(load(row["game"]), lang)
        about = {"title": found["short"], "box": found}
    return my_tables.told(row, lang, now) | about
