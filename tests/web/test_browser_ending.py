"""The end of a game in a real browser, after a game that was played without JavaScript."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.web.browsing import CALM, GAMES, PATIENCE, PHONE, WIDE, Person, open_table
from tests.web.finishing import finish, opened
from tests.web.house import House
from tripot.web.drawing.ending import SAY
from tripot.web.words import word

PLACES = {key: SAY["en"][key] for key in ("you win", "shared", "place 2", "place 3", "place 4")}

PODIUM = """() => [...document.querySelectorAll(".podium li")].map(person => {
    const box = e => e && e.checkVisibility() && e.getBoundingClientRect().toJSON();
    return { won: person.matches(".win"), face: box(person.querySelector(".tok")), pawn: box(person.querySelector(".face")) };
})"""


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_without_javascript_and_its_end_is_told(game: str, browser: Browser, house: House) -> None:
    page = opened(browser, house, game)
    finish(page, seed=2)
    table = page.url
    best = tells_the_result(page)
    steps = turning_points(page)
    assert len(steps) in range(best > 0, 4)  # in a game where everybody only lost there may be none
    for step, line in steps:
        page.goto(f"{table}/replay?n={step}")
        assert page.inner_text(".replay .step").startswith(word("en", "step", n=step, most="").strip())
        assert line in page.inner_text(f"#live .log[aria-label='{word('en', 'log')}']")
    looks_good_with_javascript(page, browser, table)
    page.goto(table)
    with page.expect_navigation():
        page.click("#rematch")
    assert page.url != table
    assert page.locator("#live .felt").count()
    page.context.close()


def test_a_page_that_waits_without_javascript_comes_again_by_itself(browser: Browser, house: House) -> None:
    people = [Person(browser, house, "en", WIDE, **CALM) for _ in range(2)]
    open_table(people[0], people[1], GAMES[0])
    chooser = random.Random(1)
    while [person.live[1] for person in people] != [False, True]:  # until the first one waits for the second
        people[0].until(lambda: any(person.live[1] for person in people), "nobody is asked")
        next(person for person in people if person.live[1]).act(chooser)
    context = browser.new_context(java_script_enabled=False, storage_state=people[0].context.storage_state())
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(people[0].page.url)
    assert page.locator("#live[data-yours='0']").count()
    while not people[0].live[1]:
        people[1].wait_to_be_asked()
        people[1].act(chooser)
        people[0].until(lambda: any(person.live[1] for person in people), "nobody is asked")
    page.wait_for_selector("#live[data-yours='1']")
    context.close()


def tells_the_result(page: Any) -> int:
    """My place in a word, a margin, everybody once in final order, one filled button, the count folded; the most points."""
    verdict = page.inner_text(".verdict")
    assert verdict in PLACES.values()
    points = [
        int(re.sub(r"[^\d−]", "", text).replace("−", "-")) for text in page.locator(".podium .pts").all_inner_texts()
    ]
    assert all(one >= other for one, other in pairwise(points))
    people = page.locator(".podium li").all_inner_texts()
    mine = next(place for place, text in enumerate(people) if SAY["en"]["you"] in text)
    assert (mine == 0) == (verdict in (PLACES["you win"],)) or verdict == PLACES["shared"]
    assert any(char.isdigit() for char in page.inner_text(".margin"))
    assert page.locator(".btn.go:visible").count() == 1
    assert page.locator("#count:not([open])").count() == 1
    assert page.locator(".chart.narrow .ln").count() == len(people)
    assert page.locator(".chart.narrow .ln.you").count() == 1
    assert page.locator(".chart.narrow").is_visible()
    order = [page.locator(part).bounding_box()["y"] for part in (".ehero", ".what", "#course")]
    assert order == sorted(order)  # on the phone what next comes before the chart
    return points[0]


def turning_points(page: Any) -> list[tuple[int, str]]:
    """The steps that the turning points lead to, in their order, and what they tell."""
    links = page.locator(".tps a")
    found = []
    for place in range(links.count()):
        step = re.search(r"n=(\d+)", links.nth(place).get_attribute("href") or "")
        assert step
        found.append((int(step[1]), links.nth(place).locator(".ttext > span").inner_text()))
    assert [step for step, _ in found] == sorted(step for step, _ in found)
    return found


def looks_good_with_javascript(page: Any, browser: Browser, table: str) -> None:
    """Wide and on the phone, light and dark, nothing is cut off and axe finds nothing."""
    for size, scheme in ((WIDE, "dark"), (PHONE, "light")):
        context = browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            color_scheme=scheme,  # type: ignore[arg-type]
            locale="fr",
            storage_state=page.context.storage_state(),
            bypass_csp=True,  # axe injects its script
        )
        other = context.new_page()
        other.set_default_timeout(PATIENCE)
        other.goto(table)
        shows_faces(other.evaluate(PODIUM))
        for path in ("", "/replay?seat=open"):
            other.goto(table + path)
            assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")
            report = Axe().run(other)
            assert not report.response["violations"], f"{path}: {report.generate_report()}"
        context.close()


def shows_faces(podium: list[dict[str, Any]]) -> None:
    """Who won has the largest face; a pawn is a small mark at the lower corner of a face that is still seen."""
    losers = [person["face"]["width"] for person in podium if not person["won"]]
    assert min(person["face"]["width"] for person in podium if person["won"]) > max(losers, default=0)
    for face, pawn in ((person["face"], person["pawn"]) for person in podium if person["pawn"]):
        assert pawn["width"] < 0.6 * face["width"]
        assert pawn["left"] > face["left"] + 0.4 * face["width"]
        assert face["top"] + 0.4 * face["height"] < pawn["top"] < face["bottom"]


def test_a_spectator_is_told_who_won_and_a_game_given_up_has_no_winner(browser: Browser, house: House) -> None:
    page = opened(browser, house, "hick-hack", viewport=WIDE)
    table = page.url
    page.click("#ask-give-up summary")
    with page.expect_navigation():
        page.click("#give-up")
    assert page.inner_text(".verdict") == SAY["en"]["given up"]
    assert page.locator(".podium .win").count() == 0
    spectator = Person(browser, house, "fr", WIDE, **CALM)
    spectator.page.goto(table)
    assert spectator.page.inner_text(".verdict") == SAY["fr"]["given up"]
    assert spectator.page.locator("button#rematch").count() == 0  # there is no seat to sit on again
    assert spectator.page.get_attribute("#rematch", "href") == "/g/hick-hack"
    page.goto(f"{house.url}{page.get_attribute('#stronger', 'href')}")
    assert (
        page.get_attribute("[name=bot]:checked", "value") == "casual"
    )  # the link counts, though no game was finished yet
    assert page.get_attribute("[name=seats]:checked", "value") == "2"
    spectator.context.close()
    page.context.close()
