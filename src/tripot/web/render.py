"""From living tables to HTML: the drawing of a table for one seat, with its log kept up step by step.

What happened is walked through and told once for all who sit at a table, as a spectator saw it. A seat is told more only of the
steps of which it saw more.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tripot.core.state import CHANCE, HIDDEN, SPECTATOR
from tripot.play import Position, View
from tripot.play.move import Step

from .frame import Drawing, drawing, lobby, own_choice, scene_of
from .scene import Scene
from .table import Table
from .words import word

TABLES_KEPT = 5_000
READERS_KEPT = 8_000
STEPS_KEPT = (
    24  # at a table, for readers who have missed some boards; those who have missed more are told the game anew
)
LOG_KEPT = 60

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


@dataclass(slots=True)
class Happened:
    """A step as a spectator saw it, the action as every seat saw it, and what a spectator is told, by language."""

    step: Step
    seen: tuple[int, ...]
    lines: dict[str, list[str]] = field(default_factory=dict)


@dataclass
class Tale:
    """The last steps of a table, up to a position."""

    upto: Position | None = None
    happened: list[Happened] = field(default_factory=list)
    recent: tuple[Step, ...] = ()
    """What has happened since `table.since`."""
    view: View | None = None
    """What a spectator sees now."""
    scenes: dict[tuple[str, bool], tuple[Table, Scene]] = field(default_factory=dict)
    """By language, with hints or without: a spectator's scene, with what has been drawn of it for all readers."""

    def go_on(self, table: Table, position: Position) -> None:
        """Walk on to the table's position."""
        known = self.upto if self.upto is not None and position.follows(self.upto) else None
        if known is None:
            self.happened = []  # a new table, or one that was read from its log anew
        self.happened += [Happened(*witnessed) for witnessed in position.witnessed(known)]
        count = position.length - (table.since.length if table.since else 0)
        self.recent = tuple([each.step for each in self.happened[len(self.happened) - count :]])
        del self.happened[: -max(count, STEPS_KEPT)]
        self.upto, self.view, self.scenes = position, position.view(SPECTATOR), {}

    def scene(self, table: Table, lang: str, hints: bool) -> Scene:
        """The table as a spectator sees it; what has been drawn of it stands for as long as the position and the people do."""
        assert self.view is not None
        known, scene = self.scenes.get((lang, hints), (None, None))
        if scene is None or known is not table:
            drawn = scene.drawn if scene and known and _are_same(known, table) else {}
            scene = scene_of(table, self.view, lang, self.recent, drawn=drawn, hints=hints)
            self.scenes[lang, hints] = table, scene
        return scene

    def since(self, earlier: Position | None, position: Position) -> list[Happened] | None:
        """The steps since an earlier position, or None if they are not known any more."""
        if earlier is None or not position.follows(earlier):
            return None
        count = position.length - earlier.length
        return self.happened[len(self.happened) - count :] if count <= len(self.happened) else None


@dataclass
class Told:
    """The log as one seat reads it in one language, up to a position, and what has been drawn for it, with hints or without."""

    upto: Position | None = None
    lines: list[str] = field(default_factory=list)
    noticed: int = 0
    """The number of the last notice told."""
    dealt: list[str] = field(default_factory=list)
    """Every card and die of the game, as the seat was shown them; ? for what it only knows to have been drawn."""
    recent: tuple[Step, ...] = ()
    view: View | None = None
    table: Table | None = None
    drawn: dict[Hashable, tuple[Any, Any]] = field(default_factory=dict)
    """The parts of the board that stand for as long as the position and the people do."""


class Storyteller:
    """Keeps every reader's log going without replaying the game at each move."""

    def __init__(self) -> None:
        self._tales: OrderedDict[str, Tale] = OrderedDict()
        self._told: OrderedDict[tuple[str, int, str, bool], Told] = OrderedDict()

    def scene(self, table: Table, told: Told, lang: str, hints: bool = True) -> Scene:
        """What the reader of an up to date log is shown of the table."""
        scene, view = self._tale(table).scene(table, lang, hints), told.view
        assert view is not None
        return scene if view.seat == SPECTATOR else scene.seen_by(view, own_choice(table, view.seat), told.drawn)

    def told(self, table: Table, seat: int, lang: str, hints: bool = True) -> Told:
        """The log of a seat, up to date."""
        told = _kept(self._told, (table.id, seat, lang, hints), Told, READERS_KEPT)
        position = table.position
        if position is None or (told.upto is position and told.table and _are_same(told.table, table)):
            return told
        told.drawn, told.table = {}, table
        if told.upto is not position:
            tale = self._tale(table)
            told.view, told.recent = position.view(seat), tale.recent
            names = table.names
            fresh = tale.since(told.upto, position)
            if fresh is None:
                told.lines, told.noticed, told.dealt = [], 0, []
                walked = list(position.since(None, seat))
                steps = [told.view.told(step, names, lang) for step in walked]
            else:
                walked = [_as_seen(each, seat) for each in fresh]
                steps = [_lines(each, told.view, names, lang) for each in fresh]
            told.dealt += [_drawn(table, step) for step in walked if step.actor == CHANCE]
            _go_on(told, table, lang, steps)
            told.upto = position
        else:
            _go_on(told, table, lang, [])
        del told.lines[:-LOG_KEPT]
        return told

    def _tale(self, table: Table) -> Tale:
        tale = _kept(self._tales, table.id, Tale, TABLES_KEPT)
        if table.position is not None and tale.upto is not table.position:
            tale.go_on(table, table.position)
        return tale


def _are_same(one: Table, other: Table) -> bool:
    """Whether the same people play on at a table, so that what is drawn of a position stands."""
    return one.places is other.places and one.is_over == other.is_over


def _go_on(told: Told, table: Table, lang: str, steps: Sequence[list[str]]) -> None:
    """Tell the last steps of the game, and between them what all should know of the people."""
    assert table.position is not None
    notices = [notice for notice in table.notices if notice.number > told.noticed]
    for place, lines in enumerate([*steps, []], table.position.length - len(steps)):
        while notices and notices[0].after <= place:
            notice = notices.pop(0)
            told.lines.append(word(lang, notice.kind, name=table.names[notice.seat]))
            told.noticed = notice.number
        told.lines += lines


def _lines(happened: Happened, view: View, names: Sequence[str], lang: str) -> list[str]:
    """A step told to a seat: of what all saw, the same words for all."""
    step, own = happened.step, _as_seen(happened, view.seat)
    if own is not step:
        return view.told(own, names, lang)
    if lang not in happened.lines:
        happened.lines[lang] = view.told(step, names, lang)
    return happened.lines[lang]


def _as_seen(happened: Happened, seat: int) -> Step:
    step = happened.step
    own = step.action if seat == SPECTATOR else happened.seen[seat]
    return step if own == step.action else step._replace(action=own)


def _drawn(table: Table, step: Step) -> str:
    return "?" if step.action == HIDDEN else str(table.game.chances[step.action])


def _kept(store: OrderedDict[K, V], key: K, new: Callable[[], V], most: int) -> V:
    """What is kept under a key, or something new; what nobody has asked for longest is forgotten."""
    found = store.get(key)
    if found is None:
        found = store[key] = new()
        if len(store) > most:
            store.popitem(last=False)
    store.move_to_end(key)
    return found


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
    absent: frozenset[int] = frozenset(),
    name: str = "",
    hints: bool = True,
) -> Drawing:
    """The changing part of a table's page for a seat (or SPECTATOR)."""
    if table.position is None:
        return lobby(table, lang, owner, link, qr, name)
    told = teller.told(table, seat, lang, hints)
    return drawing(table, teller.scene(table, told, lang, hints), told.lines, owner, left, absent, told.dealt)


def seat_of(table: Table, owner: str | None, wanted: int | None = None) -> int:
    """The seat whose view an owner gets: the one asked for if it is theirs, else the first that they play and
    that is asked, else the first.
    """
    mine = table.seats_of(owner) if owner else ()
    if wanted is not None and wanted in mine:
        return wanted
    own = [seat for seat in mine if seat not in table.handed]
    asked = [seat for seat in own if seat in table.pending]
    return (asked or own or list(mine) or [SPECTATOR])[0]
