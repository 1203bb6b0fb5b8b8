"""From living tables to HTML: the drawing of a table for one seat, with its log kept up step by step."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from tripot.core.state import SPECTATOR
from tripot.play import Position, View
from tripot.play.move import Step

from .frame import Drawing, drawing, lobby, scene_of
from .table import Place, Table

KEPT = 8_000
LOG_KEPT = 60


@dataclass
class Told:
    """The log as one seat reads it in one language, up to a position."""

    upto: Position | None = None
    since: Position | None = None
    """Where `recent` begins."""
    lines: list[str] = field(default_factory=list)
    recent: tuple[Step, ...] = ()
    view: View | None = None
    places: tuple[Place, ...] = ()
    drawn: dict[Hashable, tuple[Any, Any]] = field(default_factory=dict)
    """The parts of the board that stand for as long as the position and the people do."""


class Storyteller:
    """Keeps every reader's log going without replaying the game at each move."""

    def __init__(self) -> None:
        self._told: OrderedDict[tuple[str, int, str], Told] = OrderedDict()

    def told(self, table: Table, seat: int, lang: str) -> Told:
        """The log of a seat, up to date."""
        key = (table.id, seat, lang)
        told = self._told.setdefault(key, Told())
        self._told.move_to_end(key)
        if len(self._told) > KEPT:
            self._told.popitem(last=False)
        position = table.position
        if position is not None and (told.upto is not position or told.places is not table.places):
            told.drawn, told.places = {}, table.places
        if position is not None and told.upto is not position:
            if told.upto is not None and not position.follows(told.upto):
                told.upto, told.lines = None, []  # the table was read from its log anew
            view = told.view = position.view(seat)
            names = [place.name for place in table.places]
            fresh = tuple(position.since(told.upto, seat))
            for step in fresh:
                told.lines += view.told(step, names, lang)
            del told.lines[:-LOG_KEPT]
            told.recent = self._recent(table, position, seat, told, fresh)
            told.upto, told.since = position, table.since
        return told

    def _recent(
        self, table: Table, position: Position, seat: int, told: Told, fresh: tuple[Step, ...]
    ) -> tuple[Step, ...]:
        """The steps since `table.since`, made of what is known already where that is possible."""
        if told.upto is not None and table.since is told.upto:
            return fresh
        if told.upto is not None and table.since is told.since:
            return told.recent + fresh
        return tuple(position.since(table.since, seat))


def table_drawing(
    table: Table,
    seat: int,
    lang: str,
    owner: str | None,
    teller: Storyteller,
    *,
    link: str,
    qr: str,
    left: int = 0,
) -> Drawing:
    """The changing part of a table's page for a seat (or SPECTATOR)."""
    if table.position is None:
        return lobby(table, lang, owner, link, qr)
    told = teller.told(table, seat, lang)
    assert told.view is not None
    scene = scene_of(table, told.view, lang, told.recent, drawn=told.drawn)
    return drawing(table, scene, told.lines, owner, left)


def seat_of(table: Table, owner: str | None, wanted: int | None = None) -> int:
    """The seat whose view an owner gets: the one asked for if it is his, else the first of his that is asked, else his first."""
    mine = table.seats_of(owner) if owner else ()
    if wanted is not None and wanted in mine:
        return wanted
    asked = [seat for seat in mine if seat in table.pending]
    return (asked or list(mine) or [SPECTATOR])[0]
