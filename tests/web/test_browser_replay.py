"""The replay in a real browser: slider, arrow keys, rounds and eyes, without a reload per step."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.web.browsing import CALM, WIDE, Person, quick_options
from tests.web.house import House
from tripot.web.words import word

AT = "() => document.querySelector('.replay .step').innerText"


@pytest.fixture(scope="module")
def replay(browser: Browser, house: House) -> Iterator[Page]:
    """The page of a finished game at its first step, as the one who played it."""
    person = Person(browser, house, "en", WIDE, **CALM)
    person.go("/g/raise")
    wishes: dict[str, str | float | bool] = {"bot": "beginner", "seats": "2", **quick_options("raise")}
    person.page.goto(person.page.request.post(f"{house.url}/g/raise/play", form=wishes).url)
    person.finish(random.Random(3))
    person.page.goto(f"{person.page.url}/replay")
    yield person.page
    person.context.close()


def step(page: Page, number: int) -> None:
    """Wait until the page shows that step, and the board with it."""
    begins = word("en", "step", n=number, most="").strip()
    page.wait_for_function(f"text => ({AT})().startsWith(text + ' ')", arg=begins)
    page.wait_for_function("n => document.getElementById('slider').value === n", arg=str(number))


def board(page: Page) -> str:
    return str(page.inner_text("#live .felt"))


def test_steps_come_without_a_reload_by_keys_slider_and_rounds(replay: Page) -> None:
    page, errors = replay, list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.evaluate("() => { window.stayed = true; }")
    step(page, 0)
    most = int(page.get_attribute("#slider", "max") or 0)
    first = board(page)
    for key, number in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", most), ("Home", 0)):
        page.keyboard.press(key)
        step(page, number)
    assert board(page) == first
    page.click("#next")
    step(page, 1)
    assert page.evaluate("document.activeElement.id") == "next"  # the keyboard goes on where it was
    page.focus("#slider")
    page.keyboard.press("ArrowRight")
    step(page, 2)
    page.locator("#slider").fill(str(most - 1))  # as a hand that drags it there
    step(page, most - 1)
    assert f"n={most - 1}" in page.url  # a reload stays where one is
    rounds = page.locator(".jumps a")
    assert rounds.count() > 1
    leads = re.search(r"n=(\d+)", rounds.nth(1).get_attribute("href") or "")
    assert leads
    second = int(leads[1])
    assert 0 < second < most
    rounds.nth(1).click()
    step(page, second)
    page.wait_for_selector(".jumps a:nth-of-type(2)[aria-current]")
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("PageUp")
    step(page, 0)
    page.keyboard.press("PageDown")
    step(page, second)
    assert page.evaluate("window.stayed")
    assert errors == []


def test_it_begins_with_my_own_eyes_and_can_open_every_hand(replay: Page) -> None:
    page = replay
    page.goto(page.url.partition("?")[0])
    assert page.inner_text(".eyes [aria-current]") == word(
        "en", "as seat", name=page.inner_text(".seat:first-child bdi")
    )
    assert page.locator("#live .hand").count() == 1
    page.click(f".eyes >> text={word('en', 'all open')}")
    page.wait_for_selector(".openhand")
    assert page.locator(".openhand").count() == 2
    assert page.locator("#live button:not([disabled]), #live input:not([disabled])").count() == 0
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
    page.click("#next")
    step(page, 1)
    assert page.locator(".openhand").count() == 2  # the eye stays
    page.click(f".eyes >> text={word('en', 'as nobody')}")
    page.wait_for_selector("#live:not(:has(.openhand))")


def test_without_javascript_links_and_the_slider_work(replay: Page, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en", viewport=WIDE)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(replay.url.partition("?")[0])  # a stranger sees it as a spectator
    assert page.inner_text(".eyes [aria-current]") == word("en", "as nobody")
    page.click("#next")
    assert page.input_value("#slider") == "1"
    page.locator("#slider").fill("3")
    page.click(".slide button")
    assert page.input_value("#slider") == "3"
    context.close()
