"""People at real browsers: what the browser tests share.

Needs Chromium (Debian's, or CHROMIUM in the environment). Where there is none the tests are skipped, loudly, except in CI.
Its headless shell is the same browser without the parts for windows, and opens a page in a third of the time: if it is there,
it is taken.
"""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest

import tripot
from tests import waiting
from tests.web.house import House
from tripot.web.security import COOKIE
from tripot.web.words import WORDS

WHOLE = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
"""With all that a window has, such as notifications."""
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or WHOLE
if CHROMIUM is None and not os.environ.get("CI"):
    notice = "NO BROWSER: the browser tests are skipped; install chromium or set CHROMIUM"
    pytest.skip(notice, allow_module_level=True)  # make test needs none; CI requires it

from playwright.sync_api import Browser, Locator, Page, sync_playwright  # noqa: E402  # after the loud notice

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
GAMES = tuple(game.name for game in tripot.games())
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
CALM: dict[str, Any] = {"reduced_motion": "reduce"}  # a game takes minutes if every card flies
PATIENCE = waiting.PATIENCE * 1000  # Playwright counts in milliseconds
MOST = 1500  # decisions of people in one game
FACTS = """() => {
    const live = document.getElementById("live").dataset;
    return [live.decision, live.yours, !!document.getElementById("rematch")];
}"""
LOOK = """() => ({
    lang: document.documentElement.lang,
    status: document.querySelector("#status strong").innerText,
    yours: document.getElementById("live").dataset.yours === "1",
    text: document.body.innerText,
    over: document.documentElement.scrollWidth - window.innerWidth,
})"""
ONLY = {  # words that the site's sentences in one language are full of, and that the other language does not have
    "en": re.compile(r"\b(the|you|your|with|waiting|cards|round|nobody|offers?|chosen)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(le|la|les|tu|ta|ton|tes|toi|avec|attend|cartes|manche|personne|choisi|une)\b", re.IGNORECASE),
}
SEEN = """const shown = e => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".vh"), wrong = [];
    const says = e => (e.innerText || e.value || "").trim().slice(0, 40);
    const name = e => `${e.tagName}${e.id && "#" + e.id}.${e.className} "${says(e)}"`;"""
CUT_OFF = f"""() => {{
    {SEEN}
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over > 0) wrong.push(`the page is ${{over}} px too wide`);
    for (const e of document.querySelectorAll(".btn, .opt, .field, .seg label span, .status .say, .tag")) {{
        if (!shown(e)) continue;
        if (e.scrollWidth > e.clientWidth + 1) wrong.push(`${{name(e)}} is cut off, ${{e.scrollWidth}} > ${{e.clientWidth}}`);
        else if (!e.matches(".card, .tag, .field") && e.scrollHeight > e.clientHeight + 1)
            wrong.push(`${{name(e)}} is cut off below`);
    }}
    return wrong;
}}"""
"""What is cut off, or pushed out of the page."""
COVERED = f"""() => {{
    {SEEN}
    for (const e of document.querySelectorAll("button, a[href], select, input:not([type=hidden])")) {{
        if (!shown(e) || e.disabled || e.matches(".vh")) continue;
        e.scrollIntoView({{ block: "center", inline: "center", behavior: "instant" }});
        const box = e.getClientRects()[0], seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        const label = e.labels && e.labels[0];
        if (!seen || !(e.contains(seen) || seen.contains(e) && seen.matches("label, a, button") || label && label.contains(seen)))
            wrong.push(`${{name(e)}} lies under ${{seen ? name(seen) : "nothing"}}`);
    }}
    scrollTo(0, 0);
    const status = document.querySelector("#status");
    if (status) {{
        const box = status.getBoundingClientRect();
        if (box.left < 0 || box.right > innerWidth + 1 || box.top < 0 || box.bottom > innerHeight)
            wrong.push("the status line is not in sight");
    }}
    return wrong;
}}"""
"""What lies under something else, so that it cannot be touched or read."""
CROWDED = f"() => [...({CUT_OFF})(), ...({COVERED})()]"
ADD_FIELD = """(form, [name, value]) => {
    const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    form.querySelector(`[name=${name}]`)?.remove();
    form.append(field);
}"""
SMALL = ("tiny", "small", "short")  # what the quickest box of a game is called
ADDRESSES = count(1)


def press(button: Locator) -> bool:
    """Click it; whether it could be. One that has just been replaced by a new board takes no click."""
    return bool(button.evaluate("e => e.isConnected && !e.disabled && (e.click(), true)"))


def quick_options(game: str) -> dict[str, str]:
    """The options of the quickest game, as the fields of a form."""
    found = tripot.load(game).facts["options"]
    return {f"o-{name}": value for name, option in found.items() for value in SMALL if value in option["values"]}


@contextmanager
def chromium(path: str | None = CHROMIUM) -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


def in_api(page: Page, table: str) -> tuple[str, dict[str, str]]:
    """The address in the API of a table, and what a page says there to have its seat: the browser's secret is a token."""
    site, _, name = table.partition("/t/")
    secret = next(cookie for cookie in page.context.cookies() if cookie["name"] == COOKIE)["value"]
    return f"{site}/api/tables/{name}", {"authorization": f"Bearer {secret}"}


def play_on(page: Page, table: str, chooser: random.Random) -> None:
    """Play the rest of the game through the API, for which the browser's secret is a token, and show the end."""
    api, headers = in_api(page, table)
    page.goto("about:blank")  # what happens need not be drawn
    view = page.request.get(api, headers=headers).json()
    while not view["over"]:
        if view["seat"] in view["pending"]:
            move = {"move": chooser.choice(view["legal_moves"]), "number": view["number"]}
            view = page.request.post(f"{api}/moves", data=move, headers=headers).json()
        else:
            page.wait_for_timeout(20)
            view = page.request.get(api, headers=headers).json()
    page.goto(table)


def at_pace(pace: str = "once") -> str:
    """A script by which a new page shows what happens at a pace: a game takes minutes if every step is shown."""
    return f"if (location.host) localStorage.pace ??= {pace!r}"


class Person:
    """Somebody at a browser, who notes every error that the browser reports."""

    def __init__(
        self, browser: Browser, house: House, lang: str, size: dict[str, int], *, pace: str = "once", **more: Any
    ) -> None:
        # everybody from an address of their own: new tables are limited by address, and the proxy header counts here
        address = {"x-forwarded-for": f"198.51.100.{next(ADDRESSES)}"}
        self.context = browser.new_context(viewport=size, locale=lang, extra_http_headers=address, **more)  # type: ignore[arg-type]
        if pace:  # without one it is what a new device has
            self.context.add_init_script(at_pace(pace))
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.house, self.lang, self.errors = house, lang, list[str]()
        self.refused = 0  # posts and moves that the house would not have
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("response", self._answered)
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._heard))
        self.page.on("console", self._noted)

    def _noted(self, message: Any) -> None:
        refused = "status of 400" in message.text or "status of 409" in message.text  # a clumsy move; the page says why
        if message.type == "error" and "WebSocket" not in message.text and not refused:
            self.errors.append(message.text)

    def _answered(self, response: Any) -> None:
        self.refused += response.request.method == "POST" and response.status >= 400

    def _heard(self, frame: str | bytes) -> None:
        self.refused += isinstance(frame, str) and frame.startswith("{")

    def until(self, fact: Callable[[], Any], what: str) -> None:
        """Wait for a fact while the browser goes on."""
        waiting.until(fact, what, pause=lambda seconds: self.page.wait_for_timeout(seconds * 1000))

    def go(self, path: str) -> None:
        self.page.goto(self.house.url + path)

    def play_now(self, game: str) -> None:
        """A table with bots."""
        self.go(f"/g/{game}")
        self.page.click("#play")
        self.page.wait_for_selector("#live .felt")

    @property
    def live(self) -> tuple[int, bool, bool]:
        """(decision, is it my turn, is it over)."""
        facts = self.page.evaluate(FACTS)
        return int(facts[0]), facts[1] == "1", bool(facts[2])

    def look(self) -> None:
        """The page is in this person's language alone, fits its width, and the browser has no complaint."""
        seen = self.page.evaluate(LOOK)
        foreign = ONLY["fr" if self.lang == "en" else "en"]
        assert seen["lang"] == self.lang
        assert seen["status"]  # whoever is asked reads a question there, each game its own
        assert seen["yours"] or seen["status"].startswith(status_words(self.lang)), seen["status"]
        assert not (found := foreign.search(seen["text"])), f"{found} in {seen['text']}"
        assert seen["over"] <= 0, f"the page is {seen['over']} px wider than the window"
        assert self.errors == []

    def act(self, chooser: random.Random) -> None:
        """Do something legal, as the page offers it, and wait for the answer; nothing if the table has just moved on."""
        page, before = self.page, self.moment
        buttons = page.locator("#live button[name=move]:not([disabled]):visible")
        whole = page.locator("#live button[name=whole]:visible")
        count = buttons.count()
        acted = False
        if whole.count() and (not count or chooser.random() < 0.7):
            acted = self.compose(chooser)
        elif count:
            acted = press(buttons.nth(chooser.randrange(count)))
        if acted:
            self.wait_for_answer(before)

    def move(self, chooser: random.Random) -> None:
        """Act until it is answered: a form may be filled so that it cannot be sent, with two cards that clash for example."""
        before = self.moment

        def answered() -> bool:
            self.act(chooser)
            return self.moment != before

        self.until(answered, "nothing that was tried is a move")

    def compose(self, chooser: random.Random) -> bool:
        """Fill a form of several parts, radios have their defaults, of cards some are chosen; whether it could be sent."""
        form = self.page.locator("#live form:has(button[name=whole]:visible)").first
        boxes = form.locator("input[type=checkbox]:not([disabled])")
        for place in range(boxes.count()):
            boxes.nth(place).evaluate("box => { if (box.checked) box.click(); }")
        for place in chooser.sample(range(boxes.count()), min(2, boxes.count())):
            boxes.nth(place).evaluate("box => box.click()")
        return press(form.locator("button[name=whole]").first)

    def tab_to(self, wanted: str) -> None:
        """Press the Tab key until what has the focus matches."""
        for _ in range(200):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
                return
        raise AssertionError(f"{wanted} is not reached by the Tab key")

    @property
    def moment(self) -> tuple[object, ...]:
        """Something of it changes whenever this person's post is answered."""
        return (*self.live, self.page.locator(".curtain").all_inner_texts(), self.refused)

    def wait_for_answer(self, before: tuple[object, ...]) -> None:
        """Until the table shows something else than at that moment, or a post was refused."""
        self.until(lambda: self.moment != before, "the house did not answer")

    def finish(self, chooser: random.Random) -> None:
        """Play the rest of the game through the API, and look at the end."""
        play_on(self.page, self.page.url, chooser)

    def wait_to_be_asked(self) -> None:
        """Until it is this person's turn, or all is over."""
        self.until(lambda: any(self.live[1:]), "nobody is asked and it is not over")

    def wait_to_be_the_last(self) -> None:
        """Until only this person is waited for: then nothing changes on the page by itself."""
        turns = self.page.locator(".seat.turn")
        self.until(lambda: self.live[1] and turns.count() == 1, "others are still waited for")


def status_words(lang: str) -> tuple[str, ...]:
    """How the status line may begin for somebody who is not asked."""
    keys = ("waiting for", "over", "pass screen", *(key for key in WORDS[lang] if key.startswith("lobby")))
    return tuple(WORDS[lang][key].partition("{")[0] for key in keys)


def play_to_the_end(people: Sequence[Person], seed: int) -> None:
    """Play random legal moves; everybody looks at each decision."""
    chooser = random.Random(seed)
    for _ in range(MOST):
        people[0].until(lambda: any(any(person.live[1:]) for person in people), "nobody is asked and it is not over")
        if any(person.live[2] for person in people):
            return
        person = next((person for person in people if person.live[1]), None)
        if person is not None:
            person.look()
            person.act(chooser)
    raise AssertionError(f"the game is not over after {MOST} decisions")


def choose_seats(page: Page, seats: int) -> None:
    """Choose how many play, on the page of a box."""
    page.locator(f".pick label:has([name=seats][value='{seats}'])").click()


def open_table(
    host: Person, guest: Person, game: str, seats: int = 3, clock: int = 0, *, is_quick: bool = False
) -> None:
    """Two people and bots sit down, and the game begins. Clock and game may be quicker than those that the page offers."""
    host.go(f"/g/{game}")
    choose_seats(host.page, seats)
    for name, value in quick_options(game).items() if is_quick else ():
        host.page.eval_on_selector("form:has(#open)", ADD_FIELD, [name, value])
    if clock:
        host.page.select_option("select[name=clock]", index=1)
        host.page.eval_on_selector(
            "select[name=clock] option:checked", "(e, value) => { e.value = value; }", str(clock)
        )
    host.page.click("#open")
    host.page.fill("#name-0", "Ada")
    host.page.click("#sit-0")
    host.page.wait_for_selector("#stand-0")
    link = host.page.get_attribute(".share a", "href")
    assert link is not None
    guest.page.goto(link)
    guest.page.fill("#name-0", "<b>Bo</b>")
    guest.page.click("#sit-0")
    guest.page.wait_for_selector("#stand-1")
    host.page.wait_for_selector("#stand-1")
    if seats > len((host, guest)):
        host.page.click("#fill-all")
    host.page.wait_for_selector("#begin")
    for person in (host, guest):
        person.look()
    host.page.click("#begin")
    for person in (host, guest):
        person.page.wait_for_selector("#live .felt")
