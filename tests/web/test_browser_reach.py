"""The site for everybody: text twice as large, the keyboard alone, things dragged, a screen that is shared."""

from __future__ import annotations

import random
import secrets
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.walks import games_with
from tests.web.browsing import CALM, CROWDED, GAMES, PHONE, WIDE, Person, choose_seats
from tests.web.decisions import KINDS, decisions, write
from tests.web.house import House
from tripot.web.security import COOKIE, device_hash

DOUBLED = "() => { document.documentElement.style.fontSize = '200%'; }"


@pytest.mark.parametrize(  # every game on a phone, where there is least room, in the longer language; and the first one wide
    ("game", "lang", "size"), [(GAMES[0], "en", WIDE), *((game, "fr", PHONE) for game in GAMES)]
)
def test_text_twice_as_large_fits(game: str, lang: str, size: dict[str, int], browser: Browser, house: House) -> None:
    person = Person(browser, house, lang, size, **CALM)

    def crowded() -> Any:
        person.page.evaluate(DOUBLED)
        return person.page.evaluate(CROWDED)

    for path in (*(("/",) if game == GAMES[0] else ()), f"/g/{game}"):
        person.go(path)
        assert crowded() == [], path
    person.page.click("#open")
    person.page.wait_for_selector("#sit-0")
    assert crowded() == [], "the lobby"
    person.play_now(game)
    chooser, seen = random.Random(4), set[str]()
    for _ in range(8):
        person.wait_to_be_asked()
        kind = person.page.evaluate("() => [...document.querySelectorAll('#live form')].map(e => e.className).join()")
        if kind not in seen:
            assert crowded() == [], f"the table: {person.page.inner_text('#status')}"
        seen.add(kind)
        person.act(chooser)


SPLITS = [("razzia", ".sharing"), ("hick-hack", ".talkbox .give")]
SPLIT = "radio n"  # in the kind of a decision: a field for each thing that is shared out
CHOSEN = "e => e.querySelector('input:checked').dataset.to"


def ask_to_split(person: Person, house: House, game: str, form: str) -> None:
    """A table at which the person is asked to share something out."""
    key, name = secrets.token_urlsafe(32), f"{game}-{person.lang}-split"
    person.context.add_cookies([{"name": COOKIE, "value": key, "url": house.url}])
    asked = decisions(game, 4, device_hash(key), KINDS[game], 1)
    write(house.data, [(name, next(each for each in reversed(asked) if SPLIT in each.kind))])
    person.go(f"/t/{name}")
    person.page.wait_for_selector(f"#live {form}")


@pytest.mark.parametrize(("game", "form"), SPLITS)
def test_a_note_or_a_grain_is_dragged_to_somebody(game: str, form: str, browser: Browser, house: House) -> None:
    person = Person(browser, house, "en", WIDE, **CALM)
    page = person.page
    ask_to_split(person, house, game, form)
    thing = page.locator(f"{form} fieldset[data-drag]:has(input:not(:checked):not(:disabled))").first
    thing.scroll_into_view_if_needed()
    had = thing.evaluate(CHOSEN)
    other = thing.locator("input:not(:checked):not(:disabled)").first
    gets = other.get_attribute("data-to")
    sums = {seat: int(page.inner_text(f"{form} [data-sum='{seat}']")) for seat in (had, gets)}
    worth = int(other.get_attribute("data-worth") or 0)

    def carry(to: str) -> None:
        page.mouse.move(*middle(thing.locator("input:checked + *").first))
        page.mouse.down()
        page.mouse.move(*middle(page.locator(to)), steps=4)

    carry(f"{form} [data-drop='{gets}']")
    assert page.locator(".dragged").count() == 1
    assert page.locator(f"{form} [data-drop='{gets}'].drop.over").count() == 1
    page.mouse.up()
    assert thing.evaluate(CHOSEN) == gets
    for seat, change in ((had, -worth), (gets, worth)):
        assert int(page.inner_text(f"{form} [data-sum='{seat}']")) == sums[seat] + change
    assert page.locator(".dragged, .drop, .lifted").count() == 0
    carry("#status")  # dropped on nobody, it goes back
    page.mouse.up()
    carry(f"{form} [data-drop='{had}']")
    page.keyboard.press("Escape")
    page.mouse.up()
    assert thing.evaluate(CHOSEN) == gets
    before = person.live
    page.locator(f"{form} button[name=whole]").click()
    person.until(lambda: person.live != before, "the offer was not made")
    assert person.errors == []


def middle(place: Any) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize(("game", "form"), SPLITS)
def test_a_finger_drags_too(game: str, form: str, browser: Browser, house: House) -> None:
    person = Person(browser, house, "fr", PHONE, has_touch=True, **CALM)
    page = person.page
    ask_to_split(person, house, game, form)
    thing = page.locator(f"{form} fieldset[data-drag]:has(input:not(:checked):not(:disabled))").first
    gets = thing.locator("input:not(:checked):not(:disabled)").first.get_attribute("data-to")
    page.locator(f"{form} [data-drop='{gets}']").scroll_into_view_if_needed()
    touch = person.context.new_cdp_session(page)

    def finger(kind: str, *points: tuple[float, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    start, end = (
        middle(thing.locator("input:checked + *").first),
        middle(page.locator(f"{form} [data-drop='{gets}']")),
    )
    finger("touchStart", start)
    for step in range(1, 6):
        finger("touchMove", (start[0] + (end[0] - start[0]) * step / 5, start[1] + (end[1] - start[1]) * step / 5))
    finger("touchEnd")
    assert thing.evaluate(CHOSEN) == gets
    assert person.errors == []


@pytest.mark.parametrize(
    ("game", "lang", "size"),
    list(zip(games_with("simultaneous"), cycle(("en", "fr")), cycle((WIDE, PHONE)), strict=False)),
)
def test_two_people_share_a_screen(game: str, lang: str, size: dict[str, int], browser: Browser, house: House) -> None:
    person = Person(browser, house, lang, size, **CALM)
    page, chooser = person.page, random.Random(2)
    person.go(f"/g/{game}")
    choose_seats(page, 3)
    page.click("#open")
    for seat, name in enumerate(("Ada", "Bo")):
        if seat:
            page.click("#another summary")
        page.fill(f"#name-{seat}", name)
        page.click(f"#sit-{seat}")
        page.wait_for_selector(f"#stand-{seat}")
    page.click("#bot-2")
    page.click("#begin")
    in_front, took_over = "", list[str]()
    while len(took_over) < 7:
        page.wait_for_selector("#live[data-yours='1']")
        if page.locator(".curtain").count():
            assert page.locator("#live .hand .card, #live button[name=move], #live button[name=whole]").count() == 0
            person.look()
            name = page.inner_text("#status bdi")
            assert name != in_front
            page.click("#lift")
            page.wait_for_selector("#live:not(:has(.curtain))")
            took_over.append(in_front := name)
        person.act(chooser)
    assert set(took_over) == {"Ada", "Bo"}
    assert person.errors == []


CONTROLS = {  # that make every kind of decision of a game
    "razzia": ("button[value^=put-]", ".choosing button[name=move]", "#propose", "#accept"),
    "razzia-knizia": ("#do-draw", "#do-call", "[id^=do-bid]", "#do-pass", "button[id^=steal]"),
    "hick-hack": ("button[id^=card-]", "#whole", "#move-no-offer", "#move-accept"),
}
FOCUSED = "() => document.activeElement.id"
SAID = """() => {
    const words = where => document.querySelector(where).textContent.replace(/\\s+/g, " ").trim();
    return words("#announce").endsWith(words(".status .say, .etext"));
}"""
"""What is read aloud: first what has happened, then the status line, whole."""


@pytest.mark.parametrize("game", CONTROLS)
def test_every_kind_of_decision_is_made_by_keyboard_alone(game: str, browser: Browser, house: House) -> None:
    person, key, left = Person(browser, house, "en", WIDE, **CALM), secrets.token_urlsafe(32), list(CONTROLS[game])
    person.context.add_cookies([{"name": COOKIE, "value": key, "url": house.url}])
    asked = decisions(game, 4, device_hash(key), KINDS[game], 4)
    tables = [(f"{game}-keys-{number}", decision) for number, decision in enumerate(asked * len(left))]
    write(house.data, tables)
    for table, _ in tables:
        if not left:
            break
        person.go(f"/t/{table}")
        person.wait_to_be_asked()
        possible = [
            control for control in left if person.page.locator(f"#live {control}:not([disabled]):visible").count()
        ]
        if possible:
            left.remove(possible[0])
            decide_by_keyboard(person, possible[0])
    assert not left
    assert person.errors == []


def decide_by_keyboard(person: Person, kind: str) -> None:
    page, before = person.page, person.live
    if page.locator("#live [data-drag]").count() and kind in ("#propose", "#whole"):
        split_by_keyboard(person)
    person.tab_to(kind)
    page.keyboard.press("Enter")
    person.until(lambda: person.live != before, f"{kind} by keyboard did nothing")
    assert page.evaluate("() => document.activeElement.closest('#live') !== null"), "the keyboard has to start again"
    page.wait_for_function(SAID)


def split_by_keyboard(person: Person) -> None:
    """The arrow keys hand a note or a grain over; neither the choice nor the focus is lost when the table changes meanwhile."""
    page = person.page
    person.tab_to("[data-drag]:has(input:not(:checked):not(:disabled)) input:checked")
    was = page.evaluate(FOCUSED)
    page.keyboard.press("ArrowDown")
    chosen = page.evaluate(FOCUSED)
    assert chosen != was
    assert page.is_checked(f"#{chosen}")
    if not page.locator("#said").count():
        assert page.request.post(page.url + "/chat", form={"text": "A moment, please."}).ok
        page.wait_for_selector("#said")
    assert page.evaluate(FOCUSED) == chosen
    assert page.is_checked(f"#{chosen}")
    assert not page.is_checked(f"#{was}")
