"""After a game, in a real browser: the review, its exercises, try again, the same deal, a friend's turn at it, one's own figures.

The quickest box of a game is played to its end through the API; the pages are looked at wide and on a phone, in every language.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

import tripot
from tests.walks import played
from tests.web.browsing import CALM, CUT_OFF, PHONE, WIDE, Person, press, quick_options
from tests.web.house import House
from tripot.analysis.turns import OWN, moments, turns
from tripot.laws.walks import tiny
from tripot.web.drawing.reviewed import SAY

GAME = "hick-hack"
SECONDS = "1"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("data"), more=("--review-seconds", SECONDS))
    yield found
    found.close()


def play(person: Person, seed: int) -> str:
    """A quick game against beginners to its end; the address of its table."""
    person.go(f"/g/{GAME}")
    wishes: dict[str, str | float | bool] = {"bot": "beginner", "seats": "2", **quick_options(GAME)}
    person.page.goto(person.page.request.post(f"{person.house.url}/g/{GAME}/play", form=wishes).url)
    person.finish(random.Random(seed))
    person.page.wait_for_selector("#rematch")
    return person.page.url


def decisions(person: Person, table: str) -> int:
    """How often the person, in seat 0, had a choice in that game."""
    over = tripot.replay(person.page.request.get(f"{table}/record").text())
    rules = over.game.rules
    return sum(turn.kind == OWN for turn in turns(rules, moments(rules, *over.line()), 0))


def look(person: Person) -> None:
    """The page fits, axe finds nothing, and the browser has no complaint."""
    assert person.page.evaluate(CUT_OFF) == []
    found = Axe().run(person.page)
    assert found.violations_count == 0, found.generate_report()
    assert person.errors == []


@pytest.mark.parametrize(("lang", "size"), [("en", WIDE), ("fr", PHONE)], ids=["en-wide", "fr-phone"])
def test_the_review_grows_is_kept_is_shared_and_teaches(
    browser: Browser, house: House, lang: str, size: dict[str, int]
) -> None:
    ada, bo = (Person(browser, house, lang, size, bypass_csp=True, **CALM) for _ in range(2))
    table = play(ada, 1)
    ada.page.click("#review")
    ada.page.wait_for_selector("main.review .rchart")  # the first answer, while it goes on
    review = ada.page.url
    bo.page.goto(review)
    assert bo.page.locator(".rchart").count() == 0  # it is Ada's
    bo.errors.clear()  # the browser reports that the page was refused
    ada.page.wait_for_selector("#share-review")  # it is done
    sums = ada.page.locator(".sumline").inner_text()
    assert sums.count("=") == 1
    look(ada)
    ada.page.click("#every summary")
    assert ada.page.locator("#every tbody tr").count() == decisions(ada, table)
    ada.page.click("#share-review")
    ada.page.wait_for_selector(".rshare .url")
    assert ada.page.locator(".sumline").inner_text() == sums  # it was kept
    bo.page.goto(review)
    assert bo.page.locator(".sumline").inner_text() == sums
    assert bo.page.locator("button[name=event], #share-review, #learn-review").count() == 0
    look(bo)
    learn(ada)
    ada.go("/figures")
    assert ada.page.locator(".figures").count() == 1
    look(ada)
    assert table


def learn(person: Person) -> None:
    """The exercises, where the review has any: another answer is judged."""
    if not person.page.locator("#learn-review").count():
        assert SAY[person.lang]["nothing clear"] in person.page.locator(".rhead").inner_text()
        return
    person.page.click("#learn-review")
    person.page.wait_for_selector("#exercise-leave")
    look(person)
    buttons = person.page.locator("#live button[name=move]:not([disabled])")
    if buttons.count():
        assert press(buttons.first)
    else:
        chooser = random.Random(1)  # two cards that clash cannot be laid
        person.until(lambda: person.compose(chooser), "nothing that was tried is an answer")
    person.page.wait_for_selector("#exercise-again")
    assert not person.page.locator("#live button[name=move]").count()
    look(person)


@pytest.mark.parametrize(("lang", "size"), [("fr", WIDE), ("en", PHONE)], ids=["fr-wide", "en-phone"])
def test_the_same_deal_again_a_moment_again_and_a_friend(
    browser: Browser, house: House, lang: str, size: dict[str, int]
) -> None:
    ada, bo = (Person(browser, house, lang, size, bypass_csp=True, **CALM) for _ in range(2))
    first = play(ada, 2)
    ada.page.click("#again-challenge")
    ada.page.wait_for_selector(".around")
    look(ada)
    link = ada.page.url
    bo.page.goto(link)
    assert first.rpartition("/")[2] not in bo.page.content()  # a friend does not get to see the first game
    bo.page.fill("input[name=name]", "Bo")
    bo.page.click(".sit button")
    bo.page.wait_for_selector("#live .felt")
    assert first.rpartition("/")[2] not in bo.page.content()
    bo.finish(random.Random(3))
    bo.page.click("#compare")
    bo.page.wait_for_selector(".both")
    assert bo.page.locator(".both td").count() > 6
    look(bo)
    ada.page.goto(first)
    ada.page.click("#again-deal")
    ada.page.wait_for_selector("#live .felt")
    assert ada.page.locator(".played-before").count() == 1
    ada.page.goto(f"{first}/review/0")
    ada.page.wait_for_selector("#share-review")
    if ada.page.locator("#try-1").count():
        ada.page.click("#try-1")
        ada.page.wait_for_selector("#live .felt")
        assert ada.live[1]  # at once the same question
        look(ada)


@pytest.mark.parametrize(("lang", "size"), [("en", WIDE), ("fr", PHONE)], ids=["en-wide", "fr-phone"])
def test_a_record_from_a_file_gets_its_review(
    browser: Browser, house: House, lang: str, size: dict[str, int], tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(
        str(played(GAME, 3, 1, tiny(tripot.load(GAME))).record(names={0: "Ada", 1: "Lulu"})), encoding="utf-8"
    )
    ada = Person(browser, house, lang, size, bypass_csp=True, **CALM)
    ada.go("/mine")
    ada.page.click("#hand-in")
    ada.page.fill("#record-text", "this is no record")
    ada.page.click("#read-record")
    ada.page.wait_for_selector("#oops.here")
    ada.errors.clear()  # the browser reports that it was refused
    look(ada)
    assert ada.page.input_value("#record-text") == "this is no record"
    ada.page.set_input_files("#record-file", file)
    ada.page.click("#read-record")
    ada.page.wait_for_selector("#whose-2")
    look(ada)
    ada.page.click("#whose-0")
    ada.page.wait_for_selector("#share-review")
    look(ada)
    assert ada.page.locator(".sumline").count() == 1
    assert ada.page.locator("[id^=try-]").count() == 0  # its deal cannot be dealt again


def test_it_reads_without_javascript(browser: Browser, house: House) -> None:
    ada = Person(browser, house, "en", PHONE, **CALM)
    table = play(ada, 4)
    state = ada.context.storage_state()
    plain = browser.new_context(java_script_enabled=False, storage_state=state, viewport=PHONE).new_page()  # type: ignore[arg-type]
    plain.goto(f"{table}/review/0")
    ada.until(lambda: plain.goto(f"{table}/review/0") and plain.locator("#share-review").count(), "no review")
    assert plain.locator(".sumline").count() == 1
