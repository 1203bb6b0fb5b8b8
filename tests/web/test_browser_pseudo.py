"""The whole site in the pseudo-language: every word is marked for translation, and a third more of it fits."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

import tripot
from tests.web.browsing import CALM, CROWDED, CUT_OFF, GAMES, PHONE, WIDE, Person
from tests.web.house import House
from tripot.bots import LEVELS
from tripot.language import PSEUDO, PSEUDO_WISHED, languages
from tripot.outside import GUEST
from tripot.web.serve import ADMIN_KEY
from tripot.web.table import BOT_NAMES

READ = """() => {
    const found = [], shown = e => e.checkVisibility({ visibilityProperty: true });
    const foreign = e => e.closest("[lang]:not([lang=en-XA]), code, bdi, script, style, title, noscript, .share a, .seen");
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; node = walker.nextNode();)
        if (!foreign(node.parentElement) && shown(node.parentElement)) found.push(node.data);
    for (const e of document.body.querySelectorAll("*"))
        for (const name of ["aria-label", "title", "alt", "placeholder"])
            if (e.hasAttribute(name) && !foreign(e)) found.push(e.getAttribute(name));
    return found.flatMap(text => text.match(/[A-Za-z]{3,}/g) || []);
}"""
"""Every plain word of three letters or more that somebody sees or hears."""
OPENED = f"""() => {{
    const closed = [...document.querySelectorAll("details:not([open])")];
    for (const e of closed) e.open = true;
    const words = ({READ})(), wrong = ({CUT_OFF})();
    for (const e of closed) e.open = false;
    return {{ words, wrong }};
}}"""
"""The words of the page with everything opened that can be, and what is cut off then."""
KIND = """() => [...new Set([...document.querySelectorAll("#live form, #live button[name]:enabled, #live details")]
    .map(e => `${e.className.split(" ")[0]} ${e.id.split("-")[0]}`))].sort().join()"""
"""What there is to decide, and what can be opened."""
KEY = "a key"
QUIET = 8  # decisions without a new kind


@pytest.fixture(scope="module")
def pseudo_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house") / "data", environment={PSEUDO_WISHED: "1", ADMIN_KEY: KEY})
    yield house
    house.close()


def proper_names() -> set[str]:
    """What is called the same in every language."""
    names = [*(level.name for level in LEVELS.values()), *BOT_NAMES, GUEST, "tripot"]
    for game in tripot.games():
        names += [game.title, game.short, game.designer]
    return {word for name in names for word in name.split()}


def check(person: Person, where: str, own: set[str], crowded: str = CROWDED) -> None:
    """Every word is marked, also behind what opens; and all of it fits, on a wide page and on a phone, open and closed."""
    page = person.page
    for size in (WIDE, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        told = f"{where}, {size['width']} px"
        opened: Any = page.evaluate(OPENED)
        plain = {word for word in opened["words"] if word not in own}
        assert plain == set(), f"{told}: words that are not marked"
        assert opened["wrong"] == [], f"{told}, opened"
        assert page.evaluate(crowded) == [], told


def test_pages_without_a_game_are_marked_and_a_third_more_of_them_fits(browser: Browser, pseudo_house: House) -> None:
    person = Person(browser, pseudo_house, PSEUDO, WIDE, **CALM)
    for path in ("/", "/mine", "/review", "/nowhere", "/privacy", "/admin"):  # my tables are empty here
        person.go(path)
        assert person.page.evaluate("document.documentElement.lang") == PSEUDO
        check(person, path, proper_names())
    person.play_now("raise")
    person.go("/admin")
    person.page.fill("#key", KEY)
    person.page.click("#enter")
    person.page.wait_for_selector(".steps")
    check(person, "/admin, entered", proper_names())


@pytest.mark.parametrize("game", GAMES)
def test_every_word_is_marked_and_a_third_more_of_it_fits(game: str, browser: Browser, pseudo_house: House) -> None:
    person = Person(browser, pseudo_house, PSEUDO, WIDE, **CALM)
    words = proper_names() | proper_words(game)
    for path in (f"/g/{game}", f"/g/{game}/rules"):
        person.go(path)
        check(person, path, words)
    person.go(f"/g/{game}/learn?step=2")
    check(person, "the lesson", words, CUT_OFF)  # the coach stands over what is dark
    person.go(f"/g/{game}")
    person.page.click("#open")
    person.page.wait_for_selector("#sit-0")
    check(person, "the lobby", words)
    person.play_now(game)
    chooser = random.Random(4)
    look_at_every_kind_of_decision(person, words, chooser)
    person.finish(chooser)
    check(person, "the end", words)
    table = person.page.url
    for path in (f"{table}/replay", f"{table}/verify", f"{pseudo_house.url}/mine"):
        person.page.goto(path)
        check(person, path, words)


def look_at_every_kind_of_decision(person: Person, words: set[str], chooser: random.Random) -> None:
    """Play until there has been nothing new for a while."""
    seen, quiet = set[str](), 0
    while quiet < QUIET and not person.live[2]:
        kind: str = person.page.evaluate(KIND)
        quiet += 1
        if kind not in seen:
            seen.add(kind)
            quiet = 0
            check(person, f"the table: {person.page.inner_text('#status')}", words)
        person.act(chooser)
        person.wait_to_be_asked()


def proper_words(game: str) -> set[str]:
    """Names that a game does not translate: its rules write them alike in every language."""
    pages = [set(re.findall(r"\b[A-Z][a-z]+", tripot.load(game).page(lang))) for lang in languages()]
    return set.intersection(*pages)
