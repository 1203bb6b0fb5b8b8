"""Called back: a notification in a hidden tab, for those who asked for it; and spectators who talk under a name."""

from __future__ import annotations

import os
import random
import warnings
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.browsing import CALM, WHOLE, WIDE, Person, chromium
from tests.web.house import House
from tripot.web.words import word

NOTED = """() => {
    window.calls = [];
    const Real = window.Notification;
    window.Notification = class extends Real { constructor(title, more) { super(title, more); calls.push([title, more.body]); } };
}"""
"""Real notifications, each of which is also written down: a browser without a window shows none."""
HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""A browser without a window hides no tab."""
TURN = "yours => { document.getElementById('live').dataset.yours = yours; }"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The headless shell has no notifications."""
    if WHOLE is None and not os.environ.get("CI"):
        warnings.warn("NO WHOLE BROWSER: notifications are not tested; install chromium or set CHROMIUM", stacklevel=1)
        pytest.skip("Chromium's headless shell shows no notifications")  # make test needs no more; CI has the whole one
    with chromium(WHOLE) as browser:
        yield browser


def test_the_turn_calls_only_who_asked_for_it_and_does_not_look(browser: Browser, house: House) -> None:
    person = Person(browser, house, "en", WIDE, permissions=["notifications"], **CALM)
    page = person.page
    page.add_init_script(f"({NOTED})()")
    person.play_now("raise")
    person.wait_to_be_the_last()
    icon = "document.querySelector('link[rel=icon]').href"
    person.until(lambda: "icon-turn.svg" in page.evaluate(icon), "the icon has no mark")
    assert page.title().startswith("●")

    def turn_comes(*, hidden: bool) -> int:
        page.evaluate(HIDE, hidden)
        page.evaluate(TURN, "0")
        person.until(lambda: "icon-turn.svg" not in page.evaluate(icon), "the mark stays")
        page.evaluate(TURN, "1")
        person.until(lambda: "icon-turn.svg" in page.evaluate(icon), "no mark comes")
        return int(page.evaluate("calls.length"))

    assert turn_comes(hidden=True) == 0  # nobody has asked to be called
    page.evaluate(HIDE, False)
    assert page.inner_text("#call") == word("en", "call me")
    page.click("#call")
    person.until(lambda: page.inner_text("#call") == word("en", "call me not"), "the button does not answer")
    assert turn_comes(hidden=False) == 0  # they are looking
    assert turn_comes(hidden=True) == 1
    assert page.evaluate("calls[0][1]") == page.inner_text("#status .say")
    page.evaluate(HIDE, False)
    page.reload()
    assert page.inner_text("#call") == word("en", "call me not")  # remembered
    page.click("#call")
    assert turn_comes(hidden=True) == 0
    assert person.errors == []
    person.context.close()


def test_a_spectator_gives_a_name_once_and_is_marked_as_one(browser: Browser, house: House) -> None:
    host, spectator = (Person(browser, house, "en", WIDE, **CALM) for _ in range(2))
    host.play_now("raise")
    spectator.page.goto(host.page.url)
    assert spectator.page.locator("#call").count() == 0  # nobody waits for them
    spectator.page.fill("#called", "Léa")
    for text in ("Hello", "What a game"):
        spectator.page.fill("#say", text)
        spectator.page.click(".chat button")
        host.page.wait_for_selector(f"#said >> text={text}")
        assert spectator.page.input_value("#called") == "Léa"
    assert f"Léa ({word('en', 'as spectator')}) Hello" in host.page.inner_text("#said")
    spectator.page.goto(host.page.url)
    assert spectator.page.input_value("#called") == "Léa"
    for person in (host, spectator):
        assert person.errors == []
        person.context.close()


def test_what_bots_say_can_be_switched_off_on_a_device(browser: Browser, house: House) -> None:
    person = Person(browser, house, "en", WIDE, **CALM)
    page, chooser, heard = person.page, random.Random(6), False
    while not heard:
        person.play_now("hick-hack")
        while not person.live[2] and not heard:
            person.wait_to_be_asked()
            heard = page.locator(".bubble").count() > 0
            if not heard and not person.live[2]:
                person.act(chooser)
    said = page.inner_text(".bubble")
    assert said in page.inner_text("#said")
    page.reload()
    assert page.inner_text(".bubble") == said  # the same after a reload
    page.check("[data-pref=hush]")
    assert not page.locator(".bubble").is_visible()
    assert not page.locator("#said .botsays").is_visible()
    page.reload()
    assert page.is_checked("[data-pref=hush]")
    assert not page.locator(".bubble").is_visible()
    person.context.close()
