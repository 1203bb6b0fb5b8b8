"""From living tables to HTML: the drawing of a table for one seat, with its log kept up step by step.

The steps of a table are walked through and put into words once for all who sit there, as a spectator saw them. A seat has words
of its own only for the steps of which it saw more.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tripot.core.state import CHANCE, HIDDEN, SPECTATOR
from tripot.language import SOURCE
from tripot.play import Game, Position, View
from tripot.play.move import Step

from ..table import Table
from ..words import word
from .beats import Beat, Kind
from .boards import board_of
from .frame import drawing, own_choice, scene_of
from .lobby import lobby
from .parts import Drawing
from .reveal import SENTENCES, Numbered, beats_html, calm_seconds, sheet_html
from .scene import Scene

TABLES_KEPT = 5_000
READERS_KEPT = 8_000
ENDED_KEPT = 64  # readers of finished games, where nothing is drawn again but when somebody comes back
STEPS_KEPT = 24  # at a table, for readers who have missed some boards; for those who have missed more the whole log is made again
LOG_KEPT = 60
PAST_KEPT = 24  # steps at a table that its board remembers: those of the last round and of the one being played

NOBODY_MORE: frozenset[int] = frozenset()  # saw more of a step than a spectator

SeatKey = tuple[str, int, str, bool]
"""A table, a seat, a language, and whether hints are shown."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


@dataclass(slots=True)
class LogStep:
    """A step as a spectator saw it, the action as every seat saw it, and what a spectator is told about it, by language."""

    step: Step
    seen: tuple[int, ...]
    own: frozenset[int] = field(init=False)
    """The seats that saw more of it."""
    lines: dict[str, list[str]] = field(default_factory=dict)
    said: dict[str, list[tuple[Kind, str]]] = field(default_factory=dict)
    """The kinds and sentences of its beats."""

    def __post_init__(self) -> None:
        action, seen = self.step.action, self.seen
        is_open = seen.count(action) == len(seen)
        self.own = NOBODY_MORE if is_open else frozenset([seat for seat, mine in enumerate(seen) if mine != action])


@dataclass
class TableLog:
    """The last steps of a table, up to a position."""

    upto: Position | None = None
    steps: list[LogStep] = field(default_factory=list)
    recent: tuple[Step, ...] = ()
    """What has happened since `table.since`."""
    past: tuple[Step, ...] = ()
    """What the board remembers."""
    view: View | None = None
    """What a spectator sees now."""
    known: Position | None = None
    """Where the last steps begin: the position before `upto`."""
    fresh: list[LogStep] = field(default_factory=list)
    """The steps since then."""
    lines: dict[str, list[list[str]]] = field(default_factory=dict)
    """What is told of each of them, by language."""
    dealt: list[tuple[int, str]] = field(default_factory=list)
    """What chance has drawn among them, each with its place there, as a spectator saw it."""
    scenes: dict[tuple[str, bool], tuple[Table, Scene]] = field(default_factory=dict)
    """By language, with hints or without: the scene from which is drawn for all readers."""

    def catch_up(self, table: Table, position: Position) -> None:
        """Walk on to the table's position."""
        known = self.upto if self.upto is not None and position.follows(self.upto) else None
        if known is None:
            self.steps, self.past = [], ()  # a new table, or one that was read from its log again
        fresh = [LogStep(*witnessed) for witnessed in position.witnessed(known)]
        self.known, self.fresh, self.lines, self.dealt = known, fresh, {}, _dealt(table, [each.step for each in fresh])
        self.steps += fresh
        self.past = past_of(table.game, [each.step for each in fresh], self.past)
        count = position.length - (table.since.length if table.since else 0)
        self.recent = tuple([each.step for each in self.steps[len(self.steps) - count :]])
        del self.steps[: -max(count, STEPS_KEPT)]
        self.upto, self.view = position, position.view(SPECTATOR)

    def scene(self, table: Table, lang: str, hints: bool) -> Scene:
        """The table for all readers at once; what has been drawn of it stands for as long as the position and the people do."""
        assert self.view is not None
        before, known = self.scenes.get((lang, hints), (None, None))
        if before is table and known is not None:
            return known
        known = known if before is not None and _are_same(before, table) else None
        drawn = known.open.drawn if known and known.view is self.view else {}
        kept = known.open.kept if known else {}
        scene = scene_of(table, self.view, lang, self.recent, past=self.past, drawn=drawn, kept=kept, hints=hints)
        everybody = scene.seen_by_all(known)
        self.scenes[lang, hints] = table, everybody
        return everybody

    def beats(self, scene: Scene, earlier: Position) -> list[Numbered]:
        """The beats of the steps since an earlier position."""
        assert self.upto is not None
        fresh = self.since(earlier, self.upto) or []
        return [
            Numbered(number, beat)
            for number, logged in enumerate(fresh, self.upto.length - len(fresh) + 1)
            for beat in _beats(logged, scene)
        ]

    def sentences(self, scene: Scene, *, has_rounds: bool) -> list[str]:
        """What has happened since the round began, or lately in a game without rounds: up to the last sheet, if there is one."""
        told = self.steps[len(self.steps) - len(self.recent) :] if has_rounds else self.steps
        said = [each for logged in told for each in _said(logged, scene)]
        sheets = [-1, *(place for place, (kind, _) in enumerate(said) if kind == "sheet")]
        if len(sheets) > 1:
            said = said[sheets[-2] + 1 : sheets[-1]]
        return [say for _, say in said if say][-SENTENCES:]

    def told(self, fresh: list[LogStep], view: View, names: Sequence[str], lang: str) -> list[list[str]]:
        """The lines about some steps as a spectator saw them."""
        if fresh is not self.fresh:
            return [_lines(each, view, names, lang) for each in fresh]
        if lang not in self.lines:
            self.lines[lang] = [_lines(each, view, names, lang) for each in fresh]
        return self.lines[lang]

    def since(self, earlier: Position | None, position: Position) -> list[LogStep] | None:
        """The steps since an earlier position, or None if they are not known any more."""
        if earlier is self.known and earlier is not None:
            return self.fresh
        if earlier is None or not position.follows(earlier):
            return None
        count = position.length - earlier.length
        return self.steps[len(self.steps) - count :] if count <= len(self.steps) else None


@dataclass
class SeatLog:
    """The log as one seat reads it in one language, up to a position, and what has been drawn for it, with hints or without."""

    upto: Position | None = None
    lines: list[str] = field(default_factory=list)
    noticed: int = 0
    """The number of the last notice in the log."""
    dealt: list[str] = field(default_factory=list)
    """Every card and die of the game, as the seat was shown them; ? for what it only knows to have been drawn."""
    recent: tuple[Step, ...] = ()
    past: tuple[Step, ...] = ()
    view: View | None = None
    table: Table | None = None
    shared: TableLog = field(default_factory=TableLog)
    """What is the same for all who sit there."""
    drawn: dict[Hashable, tuple[Any, Any]] = field(default_factory=dict)
    """The parts of the board that stand for as long as the position and the people do."""
    kept: dict[Hashable, tuple[Any, Any]] = field(default_factory=dict)
    """Those that stand for as long as the people do."""


def past_of(game: Game, steps: Iterable[Step], known: tuple[Step, ...] = ()) -> tuple[Step, ...]:
    """What the board remembers of the steps, after what it has known already."""
    return (*known, *filter(board_of(game).remembers, steps))[-PAST_KEPT:]


class LogCache:
    """Keeps every reader's log up to date without replaying the game at each move."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, TableLog] = OrderedDict()
        self._seats: OrderedDict[SeatKey, SeatLog] = OrderedDict()
        self._ended_tables: OrderedDict[str, TableLog] = OrderedDict()
        self._ended_seats: OrderedDict[SeatKey, SeatLog] = OrderedDict()

    def scene(self, table: Table, log: SeatLog, lang: str, hints: bool = True) -> Scene:
        """What the reader of an up to date log is shown of the table."""
        everybody, view = log.shared.scene(table, lang, hints), log.view
        assert view is not None
        return everybody.seen_by(view, own_choice(table, view.seat), log.drawn, log.kept)

    def reveal(self, table: Table, lang: str, hints: bool = True) -> tuple[str, str]:
        """What has led to the present board, for all readers alike: the beats to play before it, and the sheet of them."""
        log = self._table_log(table)
        return _reveal(log, log.scene(table, lang, hints).open, table)

    def showing(self, table: Table) -> float:
        """How many seconds the calm showing of what has led to the present decision takes: a clock waits for so long."""
        if table.before is None or table.position is None:
            return 0.0
        log, lang = self._table_log(table), SOURCE
        beats = log.beats(log.scene(table, lang, True).open, table.before)
        return calm_seconds(beats, is_opening=table.is_opening)

    def seat_log(self, table: Table, seat: int, lang: str, hints: bool = True) -> SeatLog:
        """The log of a seat, up to date."""
        key, position = (table.id, seat, lang, hints), table.position
        if table.is_over:
            log = _kept(self._ended_seats, key, lambda: self._seats.pop(key, None) or SeatLog(), ENDED_KEPT)
        else:
            log = _kept(self._seats, key, SeatLog, READERS_KEPT)
        if position is None or (log.upto is position and log.table and _are_same(log.table, table)):
            return log
        if log.table is None or not _are_same(log.table, table):
            log.kept = {}
        log.drawn, log.table = {}, table
        if log.upto is not position:
            shared = log.shared = self._table_log(table)
            log.view, log.recent, log.past = position.view(seat), shared.recent, shared.past
            fresh = shared.since(log.upto, position)
            if fresh is None:
                log.lines, log.noticed, log.dealt = [], 0, []
                walked = list(position.since(None, seat))
                steps = [log.view.told(step, table.names, lang) for step in walked]
                log.dealt += [token for _, token in _dealt(table, walked)]
            else:
                steps = self._told(shared, log, fresh, table, lang)
            _append(log, table, lang, steps)
            log.upto = position
        else:
            _append(log, table, lang, [])
        del log.lines[:-LOG_KEPT]
        return log

    @staticmethod
    def _told(shared: TableLog, log: SeatLog, fresh: list[LogStep], table: Table, lang: str) -> list[list[str]]:
        """The lines about some steps as a seat saw them; what was dealt goes to its log."""
        view, names = log.view, table.names
        assert view is not None
        seat = view.seat
        steps = shared.told(fresh, view, names, lang)
        own = {place: _as_seen(each, seat) for place, each in enumerate(fresh) if seat in each.own}
        if own:
            steps = steps.copy()
        for place, step in own.items():
            steps[place] = view.told(step, names, lang)
        dealt = shared.dealt if fresh is shared.fresh else _dealt(table, [each.step for each in fresh])
        log.dealt += [_drawn(table, own[place]) if place in own else token for place, token in dealt]
        return steps

    def _table_log(self, table: Table) -> TableLog:
        if table.is_over:
            ended = self._ended_tables
            log = _kept(ended, table.id, lambda: self._tables.pop(table.id, None) or TableLog(), ENDED_KEPT)
        else:
            log = _kept(self._tables, table.id, TableLog, TABLES_KEPT)
        if table.position is not None and log.upto is not table.position:
            log.catch_up(table, table.position)
        return log


def _are_same(one: Table, other: Table) -> bool:
    """Whether the same people play on at a table, so that what is drawn of a position stands."""
    return one.places is other.places and one.is_over == other.is_over


def _append(log: SeatLog, table: Table, lang: str, steps: Sequence[list[str]]) -> None:
    """Add the lines about the last steps of the game, and between them what all should know of the people."""
    assert table.position is not None
    notices = [notice for notice in table.notices if notice.number > log.noticed] if table.notices else []
    if not notices:
        for lines in steps:
            log.lines += lines
        return
    for place, lines in enumerate([*steps, []], table.position.length - len(steps)):
        while notices and notices[0].after <= place:
            notice = notices.pop(0)
            log.lines.append(word(lang, notice.kind, name=table.names[notice.seat]))
            log.noticed = notice.number
        log.lines += lines


def _lines(logged: LogStep, view: View, names: Sequence[str], lang: str) -> list[str]:
    """The lines about a step as a spectator saw it: the same words for all who saw no more."""
    lines = logged.lines.get(lang)
    if lines is None:
        lines = logged.lines[lang] = view.told(logged.step, names, lang)
    return lines


def _reveal(log: TableLog, scene: Scene, table: Table) -> tuple[str, str]:
    position = table.position
    assert position is not None
    return scene.once("reveal", lambda: reveal_html(log, scene, table, position))


def reveal_html(log: TableLog, scene: Scene, table: Table, position: Position) -> tuple[str, str]:
    """The beats that led to a position, drawn from a spectator's scene of it, and their sheet."""
    beats = log.beats(scene, table.before) if table.before else []
    first, has_clock = table.before.length if table.before else position.length, bool(table.clock)
    sentences = log.sentences(scene, has_rounds=table.game.begins_round is not None)
    shown = beats_html(beats, first, position.length, has_clock=has_clock, is_opening=table.is_opening, lang=scene.lang)
    return shown, sheet_html(sentences, scene.lang)


def _beats(logged: LogStep, scene: Scene) -> list[Beat]:
    """How the board shows a step."""
    lines = _lines(logged, scene.view, scene.names, scene.lang)
    found = board_of(scene.view.game).beats(scene, logged.step, lines)
    logged.said[scene.lang] = [(beat.kind, beat.say) for beat in found]
    return found


def _said(logged: LogStep, scene: Scene) -> list[tuple[Kind, str]]:
    if scene.lang not in logged.said:
        _beats(logged, scene)
    return logged.said[scene.lang]


def _as_seen(logged: LogStep, seat: int) -> Step:
    return logged.step._replace(action=logged.seen[seat])


def _dealt(table: Table, steps: Sequence[Step]) -> list[tuple[int, str]]:
    """What chance has drawn in some steps, each with its place among them."""
    return [(place, _drawn(table, step)) for place, step in enumerate(steps) if step.actor == CHANCE]


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
    logs: LogCache,
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
    log = logs.seat_log(table, seat, lang, hints)
    scene = logs.scene(table, log, lang, hints)
    reveal = _reveal(log.shared, scene.open, table)
    return drawing(table, scene, log.lines, owner, left, absent, log.dealt, reveal)


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
