"""Laws for every board, the games' own and the default one: names are safe, and every legal move has a control."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

import pytest

import tripot
from tests.web.test_table import Book, owner
from tripot.bots import BOTS, stream
from tripot.bots.asking import ask
from tripot.laws.selecting import elements_of, select
from tripot.play import Move, Position
from tripot.web.drawing import plain_board
from tripot.web.drawing.boards import board_of
from tripot.web.drawing.contract import Board
from tripot.web.drawing.frame import board_drawing, scene_of
from tripot.web.drawing.render import LogCache
from tripot.web.drawing.scene import Scene
from tripot.web.table import Begin, Play, Sit

GAMES = [game.name for game in tripot.games()]
NASTY = (
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "\u202eאבג\u202c",
    "M" * 40,
    "</li></ul><b>&amp;",
    "' autofocus onfocus='alert(1)",
    "{name}",
    "<!--",
)
PLAIN = ("Ada", "Bea", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
SAMPLE = 40  # whole moves looked for at one position


@dataclass
class Form:
    """A form: its buttons by name, and the values that each of its other fields can have."""

    buttons: list[tuple[str, str]] = field(default_factory=list)
    fields: dict[str, set[str]] = field(default_factory=dict)


class Page(HTMLParser):
    """The shape of a page, without what is written on it, and its forms."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.shape: list[tuple[str, tuple[str, ...]]] = []
        self.forms: list[Form] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.shape.append((tag, tuple(name for name, _ in attrs)))
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form())
        elif "disabled" in has or "name" not in has:
            return
        elif tag == "button":
            self.forms[-1].buttons.append((has["name"], has.get("value", "")))
        elif tag == "input":
            self.forms[-1].fields.setdefault(has["name"], set()).add(has.get("value", ""))

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment in the page: {data}")

    def offers(self, move: Move, stop: str) -> bool:
        """Whether there is a button for the move, or a form whose fields can make it, or one in which it can be written."""
        parts = [token for token in str(move).split() if token != stop]
        return any(
            ("move", str(move)) in form.buttons
            or form.fields.get("move") == {""}
            or (any(name == "whole" for name, _ in form.buttons) and _can_be_made(parts, form))
            for form in self.forms
        )


def _can_be_made(parts: Sequence[str], form: Form) -> bool:
    """Whether every part can be the value of a field of its own."""
    values = [values for name, values in form.fields.items() if name[:1] in "nc" and name[1:].isdigit()]
    found: dict[int, int] = {}

    def place(part: int, tried: set[int]) -> bool:
        for number, possible in enumerate(values):
            if parts[part] in possible and number not in tried:
                tried.add(number)
                if number not in found or place(found[number], tried):
                    found[number] = part
                    return True
        return False

    return bool(parts) and all(place(part, set()) for part in range(len(parts)))


def drawn(board: Board, scene: Scene) -> str:
    """Everything that a board draws."""
    seats = range(scene.view.seats)
    panels = [
        board.seat_mark(scene, seat) + board.marker(scene, seat) + "".join(board.seat_facts(scene, seat))
        for seat in seats
    ]
    things = [board.seat_things(scene, seat) for seat in seats]
    return "".join((str(board.felt(scene)), board.hand(scene), board.summary(scene), *panels, *things))


def boards_of(game: str) -> list[Board]:
    return [board_of(tripot.load(game)), plain_board]


def moments(game: str, seats: int, seed: int, names: Sequence[str]) -> Iterator[tuple[Book, int]]:
    """A game, half of its moves by the rules of thumb: the table at every decision, and a seat that is asked."""
    book, chooser, rng = Book(game, seats), random.Random(f"{game} {seed}"), stream(seed, 0)
    for seat in range(seats):
        book.do(Sit(seat, f"owner {seat}", names[seat]))
    book.do(Begin("host"))
    while True:
        table, position = book.table, book.table.position
        assert position is not None
        seat = chooser.choice(table.pending) if table.pending else 0
        yield book, seat
        if table.is_over:
            return
        if chooser.random() < 0.5:
            move = ask(position, seat, BOTS["thumb"], rng)
        else:
            move = chooser.choice(position.legal_moves(seat, whole=True, limit=20))
        book.do(Play(seat, owner(table, seat), move, table.decision))


def scene_at(book: Book, seat: int, lang: str, logs: LogCache) -> Scene:
    table = book.table
    assert table.position is not None
    return scene_of(table, table.position.view(seat), lang, logs.seat_log(table, seat, lang).recent)


@pytest.mark.parametrize("game", GAMES)
def test_no_name_changes_the_shape_of_a_page(game: str) -> None:
    """A name that were not escaped would be a tag or an attribute."""
    seats = min(tripot.load(game).most, len(NASTY))
    logs, looked = LogCache(), 0
    chooser, other = random.Random(2), LogCache()
    for (book, seat), (plain, _) in zip(moments(game, seats, 1, NASTY), moments(game, seats, 1, PLAIN), strict=True):
        if chooser.random() < 0.3 or book.table.is_over:
            lang = chooser.choice(("en", "fr"))
            for board in boards_of(game):
                page = drawn(board, scene_at(book, seat, lang, logs))
                assert Page(page).shape == Page(drawn(board, scene_at(plain, seat, lang, other))).shape
                assert not [name for name in NASTY if ("<" in name or '"' in name) and name in page]
            looked += 1
    assert looked > 5


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_has_a_control(game: str) -> None:
    found = tripot.load(game)
    logs, chooser, looked = LogCache(), random.Random(3), 0
    for seats in {found.least, min(4, found.most), found.most}:
        for book, seat in moments(game, seats, seats, PLAIN):
            position = book.table.position
            assert position is not None
            if position.is_over or chooser.random() < 0.5:
                continue
            scene = scene_at(book, seat, "en", logs)
            page = Page(drawn(board_of(found), scene))
            for move in position.legal_moves(seat, whole=True, limit=SAMPLE):
                assert page.offers(move, found.stop), f"{move} has no control:\n{position}"
                looked += 1
    assert looked > SAMPLE


@pytest.mark.parametrize("game", GAMES)
def test_the_default_board_has_a_button_for_every_step_of_a_turn_and_for_every_hidden_choice(game: str) -> None:
    found, chooser, steps, choices = tripot.load(game), random.Random(4), 0, 0
    position: Position = found.start(seats=found.least, seed=5)
    while not position.is_over:
        seat = chooser.choice(position.pending)
        is_hidden = len(position.pending) > 1
        legal = position.legal_moves(seat, whole=is_hidden, limit=SAMPLE)
        page = Page(plain_board.hand(Scene("t", position.view(seat), PLAIN, "en", 1)))
        for move in legal:
            assert page.offers(move, ""), f"{move} has no button"
        steps, choices = steps + (not is_hidden), choices + is_hidden
        position = position.play(chooser.choice(legal), seat=seat)
    assert steps + choices > 20


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_help_can_name_lies_on_the_board_at_some_time(game: str) -> None:
    found, logs = tripot.load(game), LogCache()
    missing = {term.where for term in board_of(found).glossary("en")}
    for seed in range(3):
        for book, seat in moments(game, min(4, found.most), seed, PLAIN):
            if not missing:
                return
            page = elements_of(str(board_drawing(book.table, scene_at(book, seat, "en", logs), (), None)))
            missing = {where for where in missing if not select(page, f"#live {where}")}
    assert not missing
