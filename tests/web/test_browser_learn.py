"""Learning by playing in a real browser: every coached round, wide by keyboard, on a phone by touch, without JavaScript."""

from __future__ import annotations

from itertools import cycle
from queue import SimpleQueue
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Route

import tripot
from tests.web.browsing import CALM, PHONE, WIDE, Person
from tests.web.house import House
from tests.web.test_browser import assert_clean
from tripot.language import languages
from tripot.play.lesson import LessonStep, lesson_of
from tripot.web.drawing.boards import board_of
from tripot.web.refusals import in_words

TAUGHT = [game.name for game in tripot.games() if lesson_of(game)]
LIT = """wanted => {
    const holes = [...document.querySelectorAll(".lamp .hole")].map(e => e.getBoundingClientRect());
    const coach = document.querySelector(".coach").getBoundingClientRect(), says = document.getElementById("coach-says");
    const over = (a, b) => a.left < b.right - 6 && b.left + 6 < a.right && a.top < b.bottom - 6 && b.top + 6 < a.bottom;
    const inside = box => box.top > -8 && box.bottom < innerHeight + 8 && box.left > -8 && box.right < innerWidth + 8;
    const control = document.querySelector(wanted), box = control.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return {
        lit: holes.length, hidden: holes.filter(box => over(coach, box)).length, seen: holes.filter(inside).length,
        coach: inside(coach), says: says.innerText, cut: says.scrollHeight > says.clientHeight + 1,
        control: inside(box) && control.contains(top), wide: document.documentElement.scrollWidth - innerWidth,
    };
}"""
"""What is lit, what of it is hidden or outside the window, what the coach says, and whether the way on is in sight."""
WALKS = [("en", WIDE, "keyboard"), ("fr", PHONE, "touch")]  # French is the longer one, and a phone has least room


def control_of(step: LessonStep, person: Person) -> str:
    """The button that makes the move of a step."""
    one = f'#live button[name=move][value="{step.play}"]'
    return one if person.page.locator(one).count() else "#live button[name=whole]"


def go_on(wanted: str, person: Person, how: str) -> None:
    if how == "keyboard":
        if not person.page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            person.tab_to(wanted)
        person.page.keyboard.press("Enter")
    else:
        person.page.locator(wanted).first.tap()


def look(person: Person, game: str, number: int, step: LessonStep, says: str, wanted: str) -> None:
    """What a step says is in sight with all that it lights, as far as the page shows it, and with the way on."""
    seen: Any = person.page.evaluate(LIT, wanted)
    where = f"{game}, step {number}: {seen}"
    assert (seen["says"], seen["cut"]) == (says, False), where
    shown = [lit for lit in step.lit if person.page.locator(f"#live {lit}").first.is_visible()]  # a phone shows less
    assert seen["lit"] == len(shown) >= 1, where
    assert seen["seen"] == seen["lit"], where
    assert (seen["hidden"], seen["coach"], seen["control"]) == (0, True, True), where
    assert seen["wide"] <= 0, where


def test_every_language_and_size_is_walked() -> None:
    assert {lang for lang, _, _ in WALKS} == set(languages())


@pytest.mark.parametrize("game", TAUGHT)
@pytest.mark.parametrize(("lang", "size", "how"), WALKS, ids=["wide-en", "phone-fr"])
def test_the_coached_round_can_be_played_to_its_end(
    game: str, lang: str, size: dict[str, int], how: str, browser: Browser, house: House
) -> None:
    has_axe = how == "keyboard"  # it injects its script: the page's own policy is off for it, and holds on the phone
    person = Person(browser, house, lang, size, has_touch=how == "touch", bypass_csp=has_axe, **CALM)
    lesson = lesson_of(tripot.load(game))
    assert lesson is not None
    person.go(f"/g/{game}/learn?step=1")
    for number, step in enumerate(lesson.steps, 1):
        person.page.wait_for_url(f"**/learn?step={number}")
        person.page.wait_for_selector(".lamp")
        is_last = number == len(lesson.steps)
        wanted = control_of(step, person) if step.play else "#coach-play" if is_last else "#coach-next"
        look(person, game, number, step, lesson.says[lang][number - 1], wanted)
        if has_axe and number in (3, 7):  # a result, and something to decide
            assert_clean(Axe().run(person.page), f"{game}, step {number}")
        if not is_last:
            go_on(wanted, person, how)
    person.go(f"/g/{game}/learn?step=2")
    person.go(f"/g/{game}/learn")
    assert person.page.inner_text("#coach-says") == lesson.says[lang][1], "one returns to where one left"
    person.go(f"/g/{game}/learn?step={len(lesson.steps)}")
    person.page.click("#coach-play")
    person.page.wait_for_url("**/t/*")
    assert person.errors == []


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_needs_no_script_and_says_kindly_what_it_waits_for(game: str, browser: Browser, house: House) -> None:
    person = Person(browser, house, "en", PHONE, java_script_enabled=False)
    lesson = lesson_of(tripot.load(game))
    assert lesson is not None
    person.go(f"/g/{game}/learn?step=1")
    for number, step in enumerate(lesson.steps[:-1], 1):
        assert person.page.inner_text("#coach-says") == lesson.says["en"][number - 1]
        wanted = control_of(step, person) if step.play else "#coach-next"
        others = person.page.locator("#live button[name=move]:not([disabled])")
        wrong = [place for place in range(others.count()) if others.nth(place).get_attribute("value") != step.play]
        if step.play and wrong:
            others.nth(wrong[0]).click()
            assert person.page.inner_text("#oops") == in_words("move/not_in_lesson", "en")
            assert person.page.inner_text("#coach-says") == lesson.says["en"][number - 1]
        person.page.locator(wanted).first.click()
    assert person.page.inner_text("#coach-says") == lesson.says["en"][-1]


def test_a_game_without_a_lesson_has_no_such_page_and_a_lesson_is_no_table(browser: Browser, house: House) -> None:
    person = Person(browser, house, "en", WIDE)
    answer = person.page.goto(f"{house.url}/g/nothing/learn")
    assert answer is not None
    assert answer.status == 404
    person.go(f"/g/{TAUGHT[0]}/learn?step=2")
    person.go("/mine")
    assert person.page.locator(".mine-list .seat").count() == 0


NAMED = """() => [...document.querySelectorAll("#names li:not([hidden])")].map(li => {
    const says = li.querySelector("p");
    return [li.querySelector(".term").textContent.toLowerCase(), says.checkVisibility() ? says.innerText : ""];
})"""


@pytest.mark.parametrize(  # every game in one of the languages and sizes
    ("game", "lang", "size"), list(zip(TAUGHT, cycle(("en", "fr")), cycle((WIDE, PHONE)), strict=False))
)
def test_help_names_what_lies_on_the_table_and_tells_the_rules_in_short(
    game: str, lang: str, size: dict[str, int], browser: Browser, house: House
) -> None:
    glossary = board_of(tripot.load(game)).glossary(lang)
    terms = {term.name.lower(): term.says for term in glossary}
    assert len(terms) == len(glossary), "no two are called the same"
    person = Person(browser, house, lang, size, bypass_csp=True, has_touch=size is PHONE, **CALM)
    page = person.page
    person.play_now(game)
    person.wait_to_be_the_last()
    person.tab_to("#help")
    page.keyboard.press("Enter")
    page.wait_for_selector(".dots-of-names .dot")
    shown: Any = page.evaluate(NAMED)
    assert len(shown) == page.locator(".dots-of-names .dot").count() > 4
    assert {name for name, _ in shown} <= set(terms)
    assert [says for _, says in shown if says] == [terms[shown[0][0]]], "one sentence at a time"
    page.click('#names [data-go="1"]')
    assert page.inner_text("#names li.here p") == terms[shown[1][0]]
    assert_clean(Axe().run(page), "the names")
    decision = person.live
    page.locator(".dots-of-names .dot").first.click()
    assert page.inner_text("#names li.here p") == terms[shown[0][0]]
    assert person.live == decision, "nothing there is a move"
    page.keyboard.press("Escape")
    page.wait_for_selector(".dots-of-names", state="detached")
    page.click("#in-short > summary")
    assert page.locator("#in-short li").count() >= 5
    assert "[" not in page.inner_text("#in-short .helpbox"), "no marks of rulings"
    assert_clean(Axe().run(page), "in short")
    page.keyboard.press("Escape")
    assert not page.is_visible("#in-short .helpbox")
    page.click("#offer-lesson button")
    page.reload()
    assert not page.is_visible("#offer-lesson"), "offered, never forced"
    assert person.errors == []


def test_help_that_is_opened_before_its_script_has_come_shows_the_names_all_the_same(
    browser: Browser, house: House
) -> None:
    person = Person(browser, house, "fr", PHONE, **CALM)
    late = SimpleQueue[Route]()
    person.page.route("**/static/help.js*", lambda route: late.put(route))
    person.play_now(TAUGHT[0])
    person.until(late.qsize, "the page has not asked for its script")
    person.page.eval_on_selector("#help", "summary => summary.click()")
    assert person.page.locator("#names[open]").count() == 1
    late.get().continue_()
    person.page.wait_for_selector(".dots-of-names .dot")
    assert person.errors == []


@pytest.mark.parametrize("game", TAUGHT)
def test_what_cannot_be_used_says_why_to_fingers_and_to_the_keyboard(game: str, browser: Browser, house: House) -> None:
    person, lesson = Person(browser, house, "fr", PHONE, has_touch=True, **CALM), lesson_of(tripot.load(game))
    assert lesson is not None
    told = 0
    for number in range(1, len(lesson.steps) + 1):
        person.go(f"/g/{game}/learn?step={number}")
        idle = person.page.locator("#live [aria-disabled][title]")
        for place in range(min(idle.count(), 2)):
            thing, why = idle.nth(place), idle.nth(place).get_attribute("title")
            if place:
                thing.dispatch_event("click")
            else:
                thing.focus()
                person.page.keyboard.press("Enter")
            assert person.page.inner_text("#oops") == why
            told += 1
        if told > 1:
            break
    assert told > 1, "nothing was ever idle"
    assert person.errors == []
