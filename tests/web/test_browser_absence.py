"""Two people at real browsers: one closes the page, the other one lets a bot play on, the first one comes back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.waiting import until
from tests.web.browsing import CALM, PHONE, WIDE, Person, open_table
from tests.web.house import House
from tripot.web.words import WORDS

TOLD = """window.told = "";
addEventListener("DOMContentLoaded", () => {
    const read = () => { window.told += document.querySelector("#part-log")?.textContent ?? ""; };
    new MutationObserver(read).observe(document.body, { childList: true, subtree: true });
    read();
});"""
"""Keeps all that the log has said: it has room for some rounds only, and two bots play on quickly."""


@pytest.fixture
def quick_house(tmp_path: Path) -> Iterator[House]:
    """Where somebody is absent after a second."""
    house = House(tmp_path / "data", more=["--absent-after", "1"])
    yield house
    house.close()


def vote(person: Person, seat: int) -> str:
    """Post a vote past the page; the code of the refusal."""
    post = "([to, body]) => fetch(to, {method: 'POST', body, headers: {'X-Tripot': '1'}}).then(a => a.json()).then(a => a.code)"
    path = person.page.url.partition("?")[0] + "/vote"
    return str(
        person.page.evaluate(post.replace("body,", "body: new URLSearchParams(body),"), [path, {"seat": str(seat)}])
    )


def test_a_closed_page_can_be_handed_to_a_bot_and_taken_back_by_one_tap(browser: Browser, quick_house: House) -> None:
    host = Person(browser, quick_house, "en", WIDE, **CALM)
    guest = Person(browser, quick_house, "fr", PHONE, **CALM)
    open_table(host, guest, "hick-hack", seats=3)
    assert vote(host, 1) == "vote/present"
    assert not host.page.locator("#ask-1").count()
    table = guest.page.url
    guest.page.close()
    host.page.wait_for_selector("#ask-1")
    assert WORDS["en"]["away"] in host.page.inner_text(".seats li:nth-child(2) .sub")
    assert not host.page.locator("#vote-1").is_visible()  # the first tap only opens the question
    host.page.click("#ask-1 summary")
    host.page.click("#vote-1")
    host.page.wait_for_selector(".seats .handed")
    assert "is away: a bot plays on." in host.page.inner_text("#part-log")
    host.page.wait_for_selector(".seats li:nth-child(2) .sub:has-text('has chosen')")  # the bot lays cards down

    guest.page = guest.context.new_page()
    guest.page.goto(table)
    guest.page.wait_for_selector("#return-1")
    assert guest.page.inner_text("#status strong") == WORDS["fr"]["bot for you"]
    assert guest.page.get_attribute("#live", "data-yours") == "0"
    assert not guest.page.locator(
        "#live form[action$='/take_back'], #live button[name=move], #live button[name=whole]"
    ).count()
    guest.page.click("#return-1")
    guest.page.wait_for_selector("#live[data-yours='1']")  # the bot's cards are not laid down as the person's own
    host.page.wait_for_selector(".seats:not(:has(.handed))")
    assert "is back and plays again." in host.page.inner_text("#part-log")
    guest.move(random.Random(1))
    assert host.errors == guest.errors == []


def test_without_javascript_the_seat_is_handed_over_by_two_taps_too(browser: Browser, quick_house: House) -> None:
    host = Person(browser, quick_house, "en", WIDE, **CALM)
    guest = Person(browser, quick_house, "fr", PHONE, **CALM)
    open_table(host, guest, "raise", seats=2)
    table = host.page.url
    plain = host.context.browser.new_context(java_script_enabled=False, storage_state=host.context.storage_state())  # type: ignore[union-attr]
    host.page.close()
    guest.page.close()
    page = plain.new_page()
    page.goto(table)
    until(lambda: page.goto(table) and page.locator("#ask-1").count(), "the guest's second is never over")
    assert not page.locator("#vote-1").is_visible()
    page.click("#ask-1 summary")
    page.click("#vote-1")
    page.wait_for_selector(".seats .handed")


def test_whose_clock_ran_out_is_told_so_and_never_called_by_the_bots_choice(
    browser: Browser, quick_house: House
) -> None:
    host = Person(browser, quick_house, "en", WIDE, **CALM)
    guest = Person(browser, quick_house, "en", WIDE, **CALM)
    for person in (host, guest):
        person.context.add_init_script(TOLD)
    open_table(host, guest, "hick-hack", seats=2, clock=1)
    for person, seat in ((host, 0), (guest, 1)):
        person.page.wait_for_selector(f"#return-{seat}")
        assert person.page.inner_text("#status strong") == "A bot plays for you"
        assert "Your time ran out." in person.page.inner_text("#status")
        person.page.wait_for_function("() => told.includes('did not play in time')")
        assert "Your turn" not in person.page.inner_text("body")
        assert "your choice" not in person.page.inner_text("body").lower()
