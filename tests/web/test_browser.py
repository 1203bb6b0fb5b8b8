"""The site in a real browser: whole games, two people and bots, both languages, wide and phone; keyboard; power cuts; axe.

Needs Chromium (Debian's, or CHROMIUM in the environment). Where there is none the tests are skipped, loudly, except in CI.
"""

from __future__ import annotations

import os
import random
import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tripot
from tests.web.house import House
from tripot.web.checking import is_fair

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
if CHROMIUM is None and not os.environ.get("CI"):
    warnings.warn("NO BROWSER: the browser tests are skipped; install chromium or set CHROMIUM", stacklevel=1)
    pytest.skip("there is no Chromium on this machine", allow_module_level=True)

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402  # after the loud notice

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
GAMES = {"razzia": 3, "razzia-knizia": 3, "hick-hack": 3, "raise": 3}
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
PATIENCE = 60_000
FACTS = """() => {
    const live = document.getElementById("live").dataset;
    return [live.decision, live.yours, !!document.getElementById("rematch")];
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "data")
    yield house
    house.close()


class Person:
    """Somebody at a browser, who notes every error that the browser reports."""

    def __init__(self, browser: Browser, house: House, lang: str, size: dict[str, int], **more: Any) -> None:
        self.context = browser.new_context(viewport=size, locale=lang, **more)  # type: ignore[arg-type]
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.house, self.errors = house, list[str]()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._noted)

    def _noted(self, message: Any) -> None:
        refused = "status of 400" in message.text or "status of 409" in message.text  # a clumsy move; the page says why
        if message.type == "error" and "WebSocket" not in message.text and not refused:
            self.errors.append(message.text)

    def go(self, path: str) -> None:
        self.page.goto(self.house.url + path)

    @property
    def live(self) -> tuple[int, bool, bool]:
        """(decision, is it my turn, is it over)."""
        facts = self.page.evaluate(FACTS)
        return int(facts[0]), facts[1] == "1", bool(facts[2])

    def act(self, chooser: random.Random) -> None:
        """Do something legal, as the page offers it."""
        page = self.page
        page.evaluate("() => { for (const d of document.querySelectorAll('#live details')) d.open = true; }")
        buttons = page.locator("#live button[name=move]:not([disabled]):visible")
        whole = page.locator("#live button[name=whole]:visible")
        count = buttons.count()
        if whole.count() and (not count or chooser.random() < 0.7):
            self.compose(chooser)
        else:
            buttons.nth(chooser.randrange(count)).evaluate("button => button.click()")

    def compose(self, chooser: random.Random) -> None:
        """Fill a form of several parts: radios have their defaults, of cards some are chosen."""
        form = self.page.locator("#live form:has(button[name=whole]:visible)").first
        boxes = form.locator("input[type=checkbox]:not([disabled])")
        for place in range(boxes.count()):
            boxes.nth(place).evaluate("box => { if (box.checked) box.click(); }")
        for place in chooser.sample(range(boxes.count()), min(2, boxes.count())):
            boxes.nth(place).evaluate("box => box.click()")
        button = form.locator("button[name=whole]").first
        if button.is_enabled():
            button.evaluate("button => button.click()")


def wait_for_change(person: Person, before: tuple[int, bool, bool]) -> None:
    for _ in range(100):
        if person.live != before:
            return
        person.page.wait_for_timeout(20)


def play_to_the_end(people: list[Person], seed: int, most: int = 1500) -> None:
    chooser = random.Random(seed)
    for _ in range(most):
        facts = [person.live for person in people]
        if any(over for _, _, over in facts):
            return
        for person, fact in zip(people, facts, strict=True):
            if person.live == fact and fact[1]:
                person.act(chooser)
                wait_for_change(person, fact)
                break
        else:
            people[0].page.wait_for_timeout(25)
    raise AssertionError("the game does not end")


def open_table(host: Person, guest: Person, game: str, seats: int) -> None:
    host.go(f"/g/{game}")
    host.page.select_option("select[name=seats]", str(seats))
    host.page.click("#open")
    host.page.fill("form:has(#sit-0) input[name=name]", "Ada")
    host.page.click("#sit-0")
    host.page.wait_for_selector("#stand-0")
    link = host.page.get_attribute(".share a", "href")
    assert link is not None
    guest.page.goto(link)
    guest.page.fill("form:has(#sit-1) input[name=name]", "<b>Bo</b>")
    guest.page.click("#sit-1")
    guest.page.wait_for_selector("#stand-1")
    for seat in range(2, seats):
        host.page.click(f"#bot-{seat}")
        host.page.wait_for_selector(f"#stand-{seat}")
    host.page.click("#begin:not([disabled])")
    host.page.wait_for_selector("#live .felt")
    guest.page.wait_for_selector("#live .felt")


@pytest.mark.parametrize("game", GAMES)
def test_two_people_and_a_bot_play_a_whole_game_in_two_languages_wide_and_on_the_phone(
    game: str, browser: Browser, house: House
) -> None:
    calm: dict[str, Any] = {"reduced_motion": "reduce"}  # a game takes minutes if every card flies
    host, guest = (
        Person(browser, house, "en", WIDE, **calm),
        Person(browser, house, "fr", PHONE, has_touch=True, **calm),
    )
    open_table(host, guest, game, GAMES[game])
    play_to_the_end([host, guest], seed=1)
    host.page.wait_for_selector("#rematch")
    guest.page.wait_for_selector("#rematch")
    assert host.page.inner_text("#status") != guest.page.inner_text("#status")
    assert "<b>Bo</b>" in host.page.inner_text(".seats")
    for person in (host, guest):
        assert person.errors == []
        assert person.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    record = host.page.request.get(host.page.url + "/record")
    assert record.status == 200
    assert is_fair(tripot.parse_record(record.text()))
    host.page.goto(host.page.url + "/verify")
    host.page.wait_for_selector("#verdict.good")
    guest.page.goto(guest.page.url + "/replay?n=3&seat=1")
    guest.page.wait_for_selector("#live .felt")
    guest.page.click("#next")
    assert guest.errors == []


def test_after_a_power_cut_the_page_resumes_by_itself_and_nothing_is_lost(browser: Browser, house: House) -> None:
    person = Person(browser, house, "en", WIDE)
    person.go("/g/raise")
    person.page.click("#play")
    person.page.wait_for_selector("#live .felt")
    chooser = random.Random(3)
    for _ in range(3):
        while not person.live[1]:
            person.page.wait_for_timeout(20)
        before = person.live
        person.act(chooser)
        wait_for_change(person, before)
    shown = settled(person)
    house.kill()
    person.page.wait_for_selector("#lost:not([hidden])")
    house.start()
    person.page.wait_for_selector("#lost[hidden]", state="attached")
    assert settled(person) == shown
    before = person.live
    for _ in range(20):
        if person.live == before:
            person.act(chooser)
            wait_for_change(person, before)
    assert person.live != before


def settled(person: Person) -> str:
    """The board once only this person is waited for."""
    while not person.live[1] or person.page.locator(".seats .turn").count() > 1:
        person.page.wait_for_timeout(20)
    return "\n".join(person.page.inner_text(part) for part in ("#status", "#live .felt", "#live .seats", "#live .log"))


def test_play_now_needs_no_field_and_shows_a_card(browser: Browser, house: House) -> None:
    person = Person(browser, house, "fr", PHONE)
    person.go("/")
    assert person.page.inner_text("h1").startswith("Prends place")
    person.page.click("form[action='/g/hick-hack/play'] button")
    person.page.wait_for_selector("#live .hand .card")
    person.page.click("button[value=en][name=lang]")
    person.page.wait_for_selector("html[lang=en]")
    person.page.wait_for_selector("#live .hand .card")
    person.go("/mine")
    assert "Hick Hack" in person.page.inner_text("main")


def test_a_whole_game_is_played_by_keyboard_alone(browser: Browser, house: House) -> None:
    person = Person(browser, house, "en", WIDE, reduced_motion="reduce")
    page = person.page
    person.go("/g/raise")
    press_until(person, "play")
    page.wait_for_selector("#live .felt")
    for _ in range(400):
        _, mine, over = person.live
        if over:
            break
        if not mine:
            page.wait_for_timeout(25)
            continue
        before = person.live
        for _ in range(120):
            page.keyboard.press("Tab")
            if page.evaluate(
                "() => document.activeElement.matches('#live button[name=move], #live button[name=whole]')"
            ):
                break
            if page.evaluate("() => document.activeElement.matches('#live input[type=checkbox]')"):
                page.keyboard.press("Space")
        page.keyboard.press("Enter")
        wait_for_change(person, before)
    assert person.live[2]
    assert person.errors == []


def press_until(person: Person, key: str) -> None:
    for _ in range(60):
        person.page.keyboard.press("Tab")
        if person.page.evaluate("() => document.activeElement.id") == key:
            person.page.keyboard.press("Enter")
            return
    raise AssertionError(f"#{key} is not reached by the Tab key")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("lang", "size"), [("en", WIDE), ("fr", PHONE)])
def test_axe_finds_nothing(game: str, lang: str, size: dict[str, int], browser: Browser, house: House) -> None:
    from axe_playwright_python.sync_playwright import Axe

    # axe injects its script, which our content security policy forbids on purpose
    person = Person(browser, house, lang, size, bypass_csp=True)
    for path in ("/", f"/g/{game}", f"/g/{game}/rules", "/mine"):
        person.go(path)
        assert_clean(Axe().run(person.page), path)
    person.go(f"/g/{game}")
    person.page.click("#play")
    person.page.wait_for_selector("#live .felt")
    assert_clean(Axe().run(person.page), "the table")


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
        person.go("/g/raise")
        person.page.click("#play")
        person.page.wait_for_selector("#live .felt")
        person.page.evaluate(
            "() => { window.flights = 0; const start = document.startViewTransition.bind(document);"
            " document.startViewTransition = swap => { window.flights++; return start(swap); }; }"
        )
        chooser = random.Random(2)
        for _ in range(4):
            for _ in range(200):
                if person.live[1] or person.live[2]:
                    break
                person.page.wait_for_timeout(25)
            before = person.live
            person.act(chooser)
            wait_for_change(person, before)
        flights.append(person.page.evaluate("() => window.flights"))
        assert person.errors == []
    assert flights[0] > 0
    assert flights[1] == 0
