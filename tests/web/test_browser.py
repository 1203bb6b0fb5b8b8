"""The site in a real browser: whole games, two people and bots, both languages, wide and phone; keyboard; power cuts; axe."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

import tripot
from tests.web.browsing import CALM, GAMES, PHONE, WIDE, Person, choose_seats, open_table, play_to_the_end
from tests.web.house import House
from tripot.games.hick_hack import rules
from tripot.games.hick_hack.board.parts import face, style_of
from tripot.web.checking import is_fair


@pytest.mark.parametrize(  # every game with both languages and sizes, every language at every size
    ("game", "wide", "phone"), [(game, *(("en", "fr"), ("fr", "en"))[place % 2]) for place, game in enumerate(GAMES)]
)
def test_two_people_and_a_bot_play_a_whole_game_in_each_language_wide_and_on_the_phone(
    game: str, wide: str, phone: str, browser: Browser, house: House
) -> None:
    host = Person(browser, house, wide, WIDE, **CALM)
    guest = Person(browser, house, phone, PHONE, has_touch=True, **CALM)
    open_table(host, guest, game, is_quick=True)
    play_to_the_end([host, guest], seed=1)
    for person in (host, guest):
        person.page.wait_for_selector("#rematch")
        person.look()
    assert host.page.inner_text("#status") != guest.page.inner_text("#status")
    assert "<b>Bo</b>" in host.page.inner_text(".podium")
    record = host.page.request.get(host.page.url + "/record")
    assert record.status == 200
    assert is_fair(tripot.parse_record(record.text()))
    host.page.goto(host.page.url + "/verify")
    host.page.wait_for_selector("#verdict.good")
    guest.page.goto(guest.page.url + "/replay?n=3&seat=1")
    guest.page.wait_for_selector("#live .felt")
    guest.page.click("#next")
    guest.page.wait_for_selector("#live .felt")
    assert guest.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert guest.errors == []


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A house that may be burnt down."""
    house = House(tmp_path / "data")
    yield house
    house.close()


def test_after_a_power_cut_the_page_resumes_by_itself_and_nothing_is_lost(browser: Browser, own_house: House) -> None:
    person = Person(browser, own_house, "en", WIDE)
    person.play_now("raise")
    chooser = random.Random(3)
    for _ in range(3):
        person.wait_to_be_asked()
        person.act(chooser)
    shown = settled(person)
    own_house.kill()
    person.page.wait_for_selector("#lost:not([hidden])")
    own_house.start()
    person.page.wait_for_selector("#lost[hidden]", state="attached")
    assert settled(person) == shown
    before = person.live
    while person.live == before:
        person.act(chooser)


def test_a_page_that_has_just_been_opened_is_not_replaced_by_the_same_board(browser: Browser, house: House) -> None:
    person = Person(browser, house, "en", WIDE)
    person.play_now("raise")
    person.wait_to_be_the_last()
    person.page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { document.getElementById('live').isFirst = true; })"
    )
    person.page.reload()
    person.until(lambda: person.page.title().startswith("●"), "the title does not say whose turn it is")
    person.move(random.Random(1))
    assert person.page.evaluate("document.getElementById('live').isFirst"), "a click meanwhile would have been lost"


def test_what_a_browser_puts_back_into_a_page_counts(browser: Browser, house: House) -> None:
    """After a reload some browsers tick what was ticked before, once the page's scripts have run."""
    person = Person(browser, house, "en", WIDE)
    person.go("/g/hick-hack")
    choose_seats(person.page, 2)
    person.page.click("#play")
    person.page.wait_for_selector("#live .felt")
    person.wait_to_be_the_last()
    is_off = "document.querySelector('#live button[name=whole]').disabled"
    person.until(lambda: person.page.evaluate(is_off), "no cards can be sent")
    person.page.evaluate(
        "() => { const boxes = [...document.querySelectorAll('#live .two input[type=checkbox]')];"
        " const clash = (a, b) => a.dataset.not?.split(' ').includes(b.name) || b.dataset.not?.split(' ').includes(a.name);"
        " const pair = boxes.flatMap(a => boxes.filter(b => b !== a && !clash(a, b)).map(b => [a, b]))[0];"
        " for (const box of pair) box.checked = true; dispatchEvent(new PageTransitionEvent('pageshow')); }"
    )
    assert not person.page.evaluate(is_off)


def settled(person: Person) -> str:
    """The board once only this person is waited for."""
    person.wait_to_be_the_last()
    return "\n".join(person.page.inner_text(part) for part in ("#status", "#live .felt", "#live .seats", "#live .log"))


def test_play_now_needs_no_field_and_shows_a_card(browser: Browser, house: House) -> None:
    person = Person(browser, house, "fr", PHONE)
    person.go("/")
    assert person.page.inner_text("h1").startswith("Prends place")
    person.page.click("form[action='/g/hick-hack/play'] button")
    person.page.wait_for_selector("#live .hand .card")
    person.page.click("#languages summary")
    person.page.click("button[value=en][name=lang]")
    person.page.wait_for_selector("html[lang=en]")
    person.page.wait_for_selector("#live .hand .card")
    person.go("/mine")
    assert "Hick Hack" in person.page.inner_text("main")


def test_a_whole_game_is_played_by_keyboard_alone(browser: Browser, house: House) -> None:
    person = Person(browser, house, "en", WIDE, reduced_motion="reduce")
    page = person.page
    person.go("/g/raise")
    person.tab_to("#play")
    page.keyboard.press("Enter")
    page.wait_for_selector("#live .felt")
    for _ in range(400):
        person.wait_to_be_asked()
        if person.live[2]:
            break
        before = person.moment
        for _ in range(120):
            page.keyboard.press("Tab")
            if page.evaluate(
                "() => document.activeElement.matches('#live button[name=move], #live button[name=whole]')"
            ):
                break
            if page.evaluate("() => document.activeElement.matches('#live input[type=checkbox]')"):
                page.keyboard.press("Space")
        else:
            continue  # the table has just moved on
        page.keyboard.press("Enter")
        person.wait_for_answer(before)
    assert person.live[2]
    assert person.errors == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("lang", "size"), [("en", WIDE), ("fr", PHONE)])
def test_axe_finds_nothing(game: str, lang: str, size: dict[str, int], browser: Browser, house: House) -> None:
    from axe_playwright_python.sync_playwright import Axe

    # axe injects its script, which our content security policy forbids on purpose
    person = Person(browser, house, lang, size, bypass_csp=True)
    for path in (*(("/", "/mine") if game == GAMES[0] else ()), f"/g/{game}", f"/g/{game}/rules"):
        person.go(path)
        assert_clean(Axe().run(person.page), path)
    person.go(f"/g/{game}")
    person.page.click("#play")
    person.page.wait_for_selector("#live .felt")
    style = person.page.evaluate("getComputedStyle(document.getElementById('deal')).animationName")
    assert style == "none", "it comes flying in"
    assert_clean(Axe().run(person.page), "the table")


def test_a_card_that_is_faded_can_still_be_read(browser: Browser, house: House) -> None:
    from axe_playwright_python.sync_playwright import Axe

    person = Person(browser, house, "en", PHONE, bypass_csp=True, **CALM)
    person.play_now(
        "hick-hack"
    )  # every colour on paper and under it, and figures of two signs: axe leaves out shorter ones
    faded = [f'<span class="card s {style_of(card)} off">{face(card, "en")}</span>' for card in range(rules.CARDS)]
    person.page.evaluate(  # beside the live part, which is drawn again when somebody moves
        "all => document.querySelector('#live').insertAdjacentHTML('beforebegin', `<div id=faded>${all}</div>`)",
        "".join(faded),
    )
    assert person.page.locator("#faded .card.off").count() == len(faded)
    assert_clean(Axe().run(person.page, context="#faded"), "faded cards")


@pytest.mark.parametrize(("lang", "size"), [("en", WIDE), ("fr", PHONE)])
def test_from_the_shelf_to_a_full_table_and_back(
    lang: str, size: dict[str, int], browser: Browser, house: House
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    person = Person(browser, house, lang, size, permissions=["clipboard-read", "clipboard-write"], **CALM)
    page = person.page
    person.go("/g/razzia")
    assert in_sight(person, "#play")
    page.click("#options summary")
    for seats, asked in ((3, True), (4, False), (8, False), (3, True)):
        choose_seats(page, seats)
        assert page.is_visible("[name=o-removed_bars]") == asked
    page.locator(".opp:has([value=expert])").click()
    assert re.findall("Lulu|Marcel|Odette|Gaspard|Irma", page.inner_text("#play")) == ["Gaspard"]
    page.click("#open")
    page.wait_for_selector("#sit-0")
    assert in_sight(person, "#sit-0")
    assert_clean(Axe().run(page), "before the game")
    page.click("#copy-link")
    page.wait_for_function("() => navigator.clipboard.readText().then(text => text.includes('/t/'))")
    assert page.evaluate("navigator.clipboard.readText()") == page.get_attribute(".share a", "href")
    assert page.is_visible("#share-link") == page.evaluate("'share' in navigator")
    page.fill("#name-0", "Ada")
    page.locator(".company label:has([value=master])").click()
    page.click("#bot-2")  # one of them
    page.wait_for_selector("#stand-2")
    assert page.input_value("#name-0") == "Ada", "what is being typed is lost when somebody sits down"
    page.click("#sit-0")
    page.wait_for_selector("#stand-0")
    page.locator(".company label:has([value=casual])").click()
    page.click("#fill-all")
    page.wait_for_selector("#begin")
    assert page.locator(".chair .tok").count() == 3
    assert page.locator(".chair use[href='#f-irma'], .chair use[href='#f-marcel']").count() == 2
    assert_clean(Axe().run(page), "before the game, with all")
    page.click("#begin")
    page.wait_for_selector("#live .felt")
    table = page.url
    for path in ("/", "/mine"):
        person.go(path)
        assert_clean(Axe().run(page), f"{path} with a game under way")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    person.go("/")
    assert in_sight(person, "#continue")
    page.click("#continue")
    page.wait_for_selector("#live .felt")
    assert page.url == table
    assert person.errors == []


def in_sight(person: Person, what: str) -> bool:
    """Whether something is seen without scrolling."""
    box = person.page.locator(what).bounding_box()
    assert box is not None
    return bool(box["y"] + box["height"] <= person.page.evaluate("innerHeight"))


def assert_clean(results: Any, where: str) -> None:
    found = [
        f"{rule['id']}: {node['target']} {node['html'][:120]}"
        for rule in results.response["violations"]
        for node in rule["nodes"]
    ]
    assert not found, f"{where}: {found}"


def test_cards_fly_and_reduced_motion_is_respected(browser: Browser, house: House) -> None:
    flights = []
    for motion in ("no-preference", "reduce"):
        person = Person(browser, house, "en", WIDE, reduced_motion=motion)
        person.play_now("raise")
        person.page.evaluate(
            "() => { window.flights = 0; const start = document.startViewTransition.bind(document);"
            " document.startViewTransition = swap => { window.flights++; return start(swap); }; }"
        )
        chooser = random.Random(2)
        for _ in range(4):
            person.wait_to_be_asked()
            person.act(chooser)
        flights.append(person.page.evaluate("() => window.flights"))
        assert person.errors == []
    assert flights[0] > 0
    assert flights[1] == 0
