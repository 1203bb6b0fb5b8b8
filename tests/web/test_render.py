"""The cache keeps every reader's log up to date; what it says is what a new log of the whole game would say."""

from __future__ import annotations

import gc
import random
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

import tripot
from tests.web.test_leaks import html, seated
from tests.web.test_table import Book, owner
from tripot.core.state import SPECTATOR
from tripot.web.drawing import frame, plain_board, render, status
from tripot.web.drawing.frame import drawing, scene_of
from tripot.web.drawing.parts import Drawing
from tripot.web.drawing.render import LOG_KEPT, LogCache, table_drawing
from tripot.web.drawing.scene import Scene
from tripot.web.table import (
    Begin,
    Play,
    Return,
    Say,
    Sit,
    SitBot,
    Table,
    TableEvent,
    TakeBack,
    TimeUp,
    Vote,
    evolve,
    first,
)


def any_move(book: Book, chooser: random.Random) -> tuple[Table, int]:
    """Somebody who is asked moves; the table before, and the seat."""
    table = book.table
    assert table.position is not None
    seat = chooser.choice(table.pending)
    move = chooser.choice(table.position.legal_moves(seat, whole=True, limit=20))
    book.do(Play(seat, owner(table, seat), move, table.decision))
    return table, seat


@pytest.mark.parametrize(
    ("game", "seats"), [(game.name, seats) for game in tripot.games() for seats in (game.least, 4)]
)
def test_a_log_kept_up_step_by_step_is_the_log_told_fresh(game: str, seats: int) -> None:
    book, chooser, kept = seated(game, seats), random.Random(3), LogCache()
    compared = 0
    while not book.table.is_over:
        table = book.table
        assert table.position is not None
        for seat, lang in ((0, "en"), (1, "fr"), (seats - 1, "en"), (SPECTATOR, "en")):
            if chooser.random() < 0.7:  # a reader may miss some boards
                now = kept.seat_log(table, seat, lang)
                if chooser.random() < 0.6:
                    continue  # a log that is told from its beginning at every step takes long
                fresh = LogCache().seat_log(table, seat, lang)
                told = table.position.view(seat).story(names=[place.name for place in table.places], lang=lang)
                assert now.lines == fresh.lines == told[-LOG_KEPT:]
                assert now.recent == fresh.recent == tuple(table.position.since(table.since, SPECTATOR))
                compared += 1
        any_move(book, chooser)
    assert compared > seats


@pytest.mark.parametrize("game", [game.name for game in tripot.games()])
def test_no_dot_stands_in_a_panel_without_anything_after_it(game: str) -> None:
    book, logs, looked = Book(game, 3), LogCache(), 0
    book.do(Sit(0, "owner 0", "Ada"))
    for seat in (1, 2):
        book.do(SitBot(seat, "host", "random"))
    book.do(Begin("host"))
    chooser = random.Random(5)
    while not book.table.is_over:
        table = book.table
        assert table.position is not None
        page = html(table, 0, "en", logs, table)
        assert not re.search(r"·\s*(<[^>]*>\s*)*</span>", page)
        looked += bool(re.search(r"bot, [\w ]+ ·", page))
        seat = chooser.choice(table.pending)
        move = chooser.choice(table.position.legal_moves(seat, whole=True, limit=20))
        book.do(Play(seat, "owner 0" if seat == 0 else None, move, table.decision))
    assert looked


def test_a_table_read_from_its_log_fresh_is_told_from_the_start() -> None:
    book, logs = seated("raise", 2), LogCache()
    for _ in range(4):
        table = book.table
        assert table.position is not None
        seat = table.pending[0]
        book.do(Play(seat, owner(table, seat), table.position.legal_moves(seat, whole=True)[0], table.decision))
        logs.seat_log(book.table, 0, "en")
    again = first(book.log[0])
    for event in book.log[1:]:
        again = evolve(again, TableEvent(event.kind, event.body))
    assert logs.seat_log(again, 0, "en").lines == LogCache().seat_log(again, 0, "en").lines


@pytest.mark.parametrize("game", [game.name for game in tripot.games()])
@pytest.mark.parametrize("is_plain", [False, True])
def test_every_reader_sees_the_board_that_is_drawn_from_nothing(
    game: str, is_plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_plain:  # the default board keeps what it has drawn in the same way
        for module in (render, frame, status):
            monkeypatch.setattr(module, "board_of", lambda _: plain_board)
    book, chooser, kept, compared = seated(game, 4), random.Random(21), LogCache(), 0
    most, looking = (60, 5) if is_plain else (10_000, 2)  # who did not look sees more the next time
    while not book.table.is_over and book.table.number < most:
        table, seat = any_move(book, chooser)
        if chooser.random() < 0.1:
            book.do(Say(owner(table, seat) or "", f"<b>{book.table.number}</b>"))
        if seat in book.table.choices and chooser.random() < 0.2:
            book.do(TakeBack(seat, owner(table, seat) or "", book.table.decision))
        if chooser.random() < 0.2 and book.table.pending:  # a bot plays for somebody for a while, at the same position
            late = book.table.pending[0]
            is_person = book.table.places[late].bot is None
            book.do(TimeUp(late, book.table.decision) if is_person else Return(late, owner(book.table, late) or ""))
        voter, gone = book.table.places[0], book.table.places[3]
        if chooser.random() < 0.1 and not (voter.bot or gone.bot or book.table.is_over):
            book.do(Vote(3, "owner 0", frozenset({1, 3})))
        around = {"left": chooser.choice((0, 7)), "absent": chooser.choice((frozenset(), frozenset({1, 3})))}
        for reader in chooser.sample([0, 1, 2, 3, SPECTATOR], looking):
            lang, hints = chooser.choice(("en", "fr")), chooser.random() < 0.8
            now = drawn(book.table, reader, lang, kept, hints=hints, **around)
            assert now == from_nothing(book.table, reader, lang, hints=hints, **around)
            compared += 1
    assert compared > 100


def test_boards_that_are_out_of_date_leave_the_memory_by_themselves() -> None:
    """The site collects garbage seldom (`Hub.tidy`): nothing that is drawn may hold itself."""
    book, chooser, kept = seated("razzia", 4), random.Random(4), LogCache()
    gc.disable()
    try:
        for _ in range(20):
            any_move(book, chooser)
            for reader in (0, 1, SPECTATOR):
                drawn(book.table, reader, "en", kept)
        mine = [each for each in gc.get_objects() if type(each) is Scene and each.table == book.table.id]
    finally:
        gc.enable()
    assert 1 <= len(mine) <= 3


def test_what_is_forgotten_is_put_into_words_and_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "TABLES_KEPT", 1)
    monkeypatch.setattr(render, "READERS_KEPT", 3)
    books, chooser, kept = [seated("razzia", 4), seated("hick-hack", 4)], random.Random(2), LogCache()
    books[0].table, books[1].table = (replace(book.table, id=f"table {i}") for i, book in enumerate(books))
    for _ in range(20):
        for book in books:
            table = book.table
            assert table.position is not None
            seat = chooser.choice(table.pending)
            move = chooser.choice(table.position.legal_moves(seat, whole=True, limit=20))
            book.do(Play(seat, owner(table, seat), move, table.decision))
            for reader in (0, 1, SPECTATOR):
                assert drawn(book.table, reader, "en", kept) == from_nothing(book.table, reader, "en")
    assert len(kept._tables) == 1
    assert len(kept._seats) == 3


def from_nothing(table: Table, seat: int, lang: str, *, hints: bool = True, **around: Any) -> Drawing:
    """The board with nothing kept of other positions and nothing shared with other seats: all of it from the seat's own view."""
    assert table.position is not None
    view = table.position.view(seat)
    past = render.past_of(table.game, table.position.since(None, seat))
    scene = scene_of(table, view, lang, tuple(table.position.since(table.since, seat)), past=past, hints=hints)
    logs = LogCache()
    told, own = logs.seat_log(table, seat, lang), None if seat == SPECTATOR else owner(table, seat)
    return drawing(table, scene, told.lines, own, dealt=told.dealt, reveal=logs.reveal(table, lang, hints), **around)


# -- Boards in parts ---------------------------------------------------------------------------

PART = re.compile(r'<div class="part" id="part-(\w+)">')
FACTS = re.compile(r'<div id="live" (?:data-(?:part|next) )?(data-number="\d+" [^>]*)>')


class Page:
    """What a browser does with the messages of the stream."""

    def __init__(self) -> None:
        self.parts: dict[str, str] = {}
        self.facts, self.sent = "", 0

    def read(self, message: str) -> None:
        found = FACTS.match(message)
        assert found
        self.facts = found[1]
        inside = message[found.end() :].removesuffix("</div>")
        if message.startswith('<div id="live" data-part'):
            for key, element in elements(inside):
                self.put(key, element)
        else:
            self.parts = {}
            pieces = PART.split(inside)
            for name, part in zip(pieces[1::2], pieces[2::2], strict=True):
                self.parts[name] = part[: part.rindex("</div>")]
        self.sent += len(message)

    def put(self, key: str, element: str) -> None:
        """A part, or an element inside of one."""
        if key.startswith("part-"):
            self.parts[key.removeprefix("part-")] = element[element.index(">") + 1 : element.rindex("</div>")]
            return
        ((name, old),) = [
            (name, found) for name, html in self.parts.items() for own, found in elements(html, deep=True) if own == key
        ]
        self.parts[name] = self.parts[name].replace(old, element)


class Elements(HTMLParser):
    """Where the elements with an id begin and end in a text of one line."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, str, int]] = []
        self.found: list[tuple[str, int, int, int]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("input", "br"):
            self.open.append((tag, dict(attrs).get("id") or "", self.getpos()[1]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """It has nothing inside."""

    def handle_endtag(self, tag: str) -> None:
        if not self.open:
            return  # of the plan around a part
        name, key, start = self.open.pop()
        assert name == tag
        self.found.append((key, len(self.open), start, self.getpos()[1] + len(f"</{tag}>")))


def elements(html: str, *, deep: bool = False) -> list[tuple[str, str]]:
    """The outermost elements with their ids, or all that have one."""
    assert "\n" not in html
    parser = Elements()
    parser.feed(html)
    return [
        (key, html[start:end])
        for key, depth, start, end in sorted(parser.found, key=lambda each: each[2])
        if (key if deep else not depth)
    ]


def drawn(table: Table, seat: int, lang: str, logs: LogCache, **around: Any) -> Drawing:
    owner_of = None if seat == SPECTATOR else owner(table, seat)
    return table_drawing(table, seat, lang, owner_of, logs, link="here", qr="", **around)


def test_a_clock_that_runs_is_no_other_board() -> None:
    """The page counts the seconds itself."""
    book, logs = seated("raise", 3), LogCache()
    for seat in (0, SPECTATOR):
        boards = [drawn(book.table, seat, "en", logs, left=left) for left in (0, 57, 9)]
        assert len({str(board) for board in boards}) == len(boards)
        assert boards[0].stamp != boards[1].stamp == boards[2].stamp


@pytest.mark.parametrize("game", [game.name for game in tripot.games()])
def test_a_page_that_got_only_changes_shows_the_whole_board(game: str) -> None:
    book, chooser, kept = seated(game, 4), random.Random(9), LogCache()
    readers = [(seat, lang, Page()) for seat, lang in ((0, "en"), (2, "fr"), (SPECTATOR, "en"))]
    shown: dict[Page, Drawing] = {}
    whole = 0
    while not book.table.is_over:
        table, seat = any_move(book, chooser)
        if seat in book.table.choices and chooser.random() < 0.2:
            book.do(TakeBack(seat, owner(table, seat) or "", book.table.decision))
        for reader, lang, page in readers:
            if chooser.random() < 0.5:
                continue  # a slow reader
            now, fresh = (drawn(book.table, reader, lang, logs) for logs in (kept, LogCache()))
            if message := now.since(shown.get(page)):
                page.read(message)
            shown[page] = now
            assert page.facts == fresh.facts
            assert {name: _inside(html) for name, html in page.parts.items()} == _parts(fresh)
            whole += len(str(now))
    assert sum(page.sent for _, _, page in readers) < whole
    assert drawn(book.table, 0, "en", kept).since(drawn(book.table, 0, "en", kept)) == ""


def _parts(board: Drawing) -> dict[str, str]:
    return {name: _inside(str(html)) for name, html in board.parts.items()}


def _inside(html: str) -> str:
    """A part up to the markup of the plan that follows it in a whole board."""
    return re.sub(r"(</?(main|aside|div)[^>]*>)*$", "", html)
