"""A form of several parts can be sent exactly when what is chosen in it is a whole legal move, in a real browser."""

from __future__ import annotations

import random
from itertools import chain, combinations
from typing import TYPE_CHECKING

import pytest

from tests.walks import games_with
from tests.web.browsing import CALM, WIDE, Person
from tests.web.test_leaks import html, seated
from tests.web.test_table import Book, owner
from tripot.errors import TripotError
from tripot.play import Position
from tripot.web.drawing.render import LogCache
from tripot.web.table import Begin, Play, Sit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.house import House

MOST = 200  # sets of boxes that are tried at one decision
TRY = """([page, sets]) => {
    show(page);
    const form = document.querySelector("#live button[name=whole]").form;
    const boxes = [...form.querySelectorAll("input[type=checkbox]")];
    return sets.map(set => {
        boxes.forEach(box => { box.checked = set.includes(box.name); });
        boxes[0].dispatchEvent(new Event("change", { bubbles: true }));
        const data = new FormData(form), parts = [...data].filter(([key]) => /^[nc][0-9]+$/.test(key)).map(([, value]) => value);
        return [parts, form.querySelector("button[name=whole]").disabled];
    });
}"""
BOXES = """page => {
    show(page);
    const form = document.querySelector("#live button[name=whole]")?.form;
    return form ? [...form.querySelectorAll("input[type=checkbox]:not(:disabled)")].map(box => box.name) : [];
}"""


def is_whole(position: Position, parts: list[str], seat: int) -> bool:
    """Whether the parts are a legal move with nothing missing: the answer of the rules."""
    if not parts:
        return False
    try:
        return not position.play(position.canonical_move(parts, seat), seat=seat).is_mid_move(seat)
    except TripotError:
        return False


def begun(game: str, seats: int, options: dict[str, object]) -> Book:
    book = Book(game, seats, options)
    for seat in range(seats):
        book.do(Sit(seat, f"owner {seat}", f"Ada {seat}"))
    book.do(Begin("host"))
    return book


@pytest.mark.parametrize(
    ("game", "seats", "options", "wanted"),
    [
        ("hick-hack", 2, {}, 6),
        ("raise", 3, {}, 6),
        ("raise", 3, {"raise_cards": "just_enough"}, 6),
        ("razzia-knizia", 3, {}, 4),
    ],
)
def test_the_button_is_enabled_exactly_when_a_legal_choice_is_made(
    game: str, seats: int, options: dict[str, object], wanted: int, browser: Browser, house: House
) -> None:
    person = Person(browser, house, "en", WIDE, **CALM)
    person.go(f"/g/{game}")
    person.page.click("#open")  # a table at which nothing happens; its page is shown boards of our own
    person.page.wait_for_selector("#live .lobby")
    chooser, logs, met, seen = random.Random(8), LogCache(), 0, {True: 0, False: 0}
    while met < wanted:
        book = begun(game, seats, options)
        while not book.table.is_over and met < wanted:
            table = book.table
            assert table.position is not None
            seat = chooser.choice(table.pending)
            moves = table.position.legal_moves(seat, whole=True, limit=30)
            page = html(table, seat, "en", logs, table) if any(len(move.steps) > 1 for move in moves) else ""
            boxes = person.page.evaluate(BOXES, page) if 'type="checkbox"' in page else []
            if boxes:
                met += 1
                sets = list(chain.from_iterable(combinations(boxes, n) for n in range(len(boxes) + 1)))
                sets = sets if len(sets) <= MOST else chooser.sample(sets, MOST)
                for parts, is_off in person.page.evaluate(TRY, [page, sets]):
                    right = is_whole(table.position, parts, seat)
                    seen[right] += 1
                    assert is_off != right, f"{parts} at {table.position.view(seat).state}"
            move = chooser.choice(moves)
            book.do(Play(seat, owner(table, seat), move, table.decision))
    assert min(seen.values()) > 3
    assert person.errors == []
    person.context.close()


@pytest.mark.parametrize("game", games_with("splits"))
def test_every_split_that_the_form_can_say_is_legal(game: str, browser: Browser, house: House) -> None:
    person = Person(browser, house, "en", WIDE, **CALM)
    person.go(f"/g/{game}")
    person.page.click("#open")
    person.page.wait_for_selector("#live .lobby")
    book, chooser, logs, met = seated(game, 4), random.Random(9), LogCache(), 0
    pick = """async page => {
        show(page);
        while (busy) await new Promise(done => setTimeout(done));
        const button = document.querySelector("#live button[name=whole]"), tries = [];
        for (let i = 0; i < 20; i++) {
            for (const group of button.form.querySelectorAll("fieldset")) {
                const radios = [...group.querySelectorAll("input:not(:disabled)")];
                radios[Math.floor(Math.random() * radios.length)].click();
            }
            const parts = [...new FormData(button.form)].filter(([key]) => /^n[0-9]+$/.test(key));
            tries.push([parts.map(([, value]) => value), button.disabled]);
        }
        return tries;
    }"""
    while not book.table.is_over:
        table = book.table
        assert table.position is not None
        seat = chooser.choice(table.pending)
        page = html(table, seat, "en", logs, table)
        if 'name="whole"' in page and 'type="radio"' in page:
            met += 1
            for parts, is_off in person.page.evaluate(pick, page):
                assert is_whole(table.position, parts, seat), parts
                assert not is_off
        move = chooser.choice(table.position.legal_moves(seat, whole=True, limit=30))
        book.do(Play(seat, owner(table, seat), move, table.decision))
    assert met
    assert person.errors == []
    person.context.close()
