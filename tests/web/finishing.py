"""Games in a browser without JavaScript, for what comes after the end."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

import tripot
from tests.waiting import until
from tests.web.browsing import PATIENCE, PHONE, in_api, play_on, press, quick_options
from tests.web.house import House

BY_PAGE = 25  # how often a page is acted on, or waited for
ADDRESSES = count(1)


def opened(browser: Any, house: House, game: str, **more: Any) -> Any:
    """A page without JavaScript at a quick table with bots."""
    address = {"x-forwarded-for": f"192.0.2.{next(ADDRESSES)}"}
    settings = {"viewport": PHONE, "locale": "en", "java_script_enabled": False, "extra_http_headers": address} | more
    page = browser.new_context(**settings).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{house.url}/g/{game}")
    wishes = {"bot": "beginner", "seats": str(tripot.load(game).least)} | quick_options(game)
    page.goto(page.request.post(f"{house.url}/g/{game}/play", form=wishes).url)
    return page


def finish(page: Any, seed: int) -> None:
    """Play random legal moves until the game is over: some by the page, then by the API if it lasts longer."""
    chooser, table = random.Random(seed), page.url
    for _ in range(BY_PAGE):
        if page.locator("#rematch").count():
            return
        if not page.locator("#live[data-yours='1']").count() or not _act(page, chooser):
            _wait_to_be_asked(page, table)
            page.goto(table)
    play_on(page, table, chooser)


def _wait_to_be_asked(page: Any, table: str) -> None:
    """Ask the API until it is this person's turn, or all is over: pages loaded again and again would keep the bots waiting."""
    api, headers = in_api(page, table)
    page.goto("about:blank")  # a page that waits would come again by itself

    def is_asked() -> bool:
        view = page.request.get(api, headers=headers).json()
        return bool(view["over"]) or view["seat"] in view["pending"]

    until(is_asked, "the bots do not move", pause=lambda seconds: page.wait_for_timeout(seconds * 1000))


def _act(page: Any, chooser: random.Random) -> bool:
    """Press a button of a move, or tick some cards and send them; whether there was anything to press."""
    moves, whole = page.locator("#live button[name=move]:not([disabled])"), page.locator("#live button[name=whole]")
    if whole.count() and (not moves.count() or chooser.random() < 0.6):
        button = whole.first
        form = button.locator("xpath=ancestor::form")
        boxes = form.locator("input[type=checkbox]:not([disabled])")
        least = int(button.get_attribute("data-least") or 1)
        for place in chooser.sample(range(boxes.count()), min(boxes.count(), max(1, least))):
            boxes.nth(place).evaluate("box => { box.checked = true; }")
    elif moves.count():
        button = moves.nth(chooser.randrange(moves.count()))
    else:
        return False
    with page.expect_navigation():
        press(button)
    return True
