"""The site for everybody: text twice as large, the keyboard alone, things dragged, a screen that is shared."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.browsing import CALM, GAMES, PHONE, WIDE, Person
from tests.web.house import House

DOUBLED = "() => { document.documentElement.style.fontSize = '200%'; }"
CROWDED = """() => {
    const wrong = [], shown = e => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".vh");
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over > 0) wrong.push(`the page is ${over} px too wide`);
    const name = e => `${e.tagName}${e.id && "#" + e.id}.${e.className} "${(e.innerText || e.value || "").trim().slice(0, 40)}"`;
    for (const e of document.querySelectorAll(".btn, .opt, .field, .seg label span, .status .say, .tag")) {
        if (!shown(e)) continue;
        if (e.scrollWidth > e.clientWidth + 1) wrong.push(`${name(e)} is cut off, ${e.scrollWidth} > ${e.clientWidth}`);
        else if (!e.matches(".card, .tag, .field") && e.scrollHeight > e.clientHeight + 1) wrong.push(`${name(e)} is cut off below`);
    }
    for (const e of document.querySelectorAll("button, a[href], select, input:not([type=hidden])")) {
        if (!shown(e) || e.disabled || e.matches(".vh")) continue;
        e.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const box = e.getClientRects()[0], seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        const label = e.labels && e.labels[0];
        if (!seen || !(e.contains(seen) || seen.contains(e) && seen.matches("label, a, button") || label && label.contains(seen)))
            wrong.push(`${name(e)} lies under ${seen ? name(seen) : "nothing"}`);
    }
    scrollTo(0, 0);
    const status = document.querySelector("#status");
    if (status) {
        const box = status.getBoundingClientRect();
        if (box.left < 0 || box.right > innerWidth + 1 || box.top < 0 || box.bottom > innerHeight) wrong.push("the status line is not in sight");
    }
    return wrong;
}"""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("lang", "size"), [("en", WIDE), ("fr", PHONE)])
def test_text_twice_as_large_fits(game: str, lang: str, size: dict[str, int], browser: Browser, house: House) -> None:
    person = Person(browser, house, lang, size, **CALM)

    def crowded() -> Any:
        person.page.evaluate(DOUBLED)
        return person.page.evaluate(CROWDED)

    for path in ("/", f"/g/{game}"):
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
        before = person.live
        person.act(chooser)
        person.wait_for_change(before)
