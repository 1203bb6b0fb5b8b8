"""Reveals in a real browser: what happened is shown in beats, one at a time, before anybody is asked again.

The game is Goofspiel from a package of its own, with a board whose beats have every kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from tests.packages import environment, put
from tests.web.browsing import CALM, PHONE, WIDE, Person, press
from tests.web.house import House

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BOARD = """
from tripot.web.drawing import plain_board
from tripot.web.drawing.beats import Beat, Flight

PLACES = range(5)
CARD = '<span class="card s">5</span>'
DICE = '<span class="die lies">1</span><span class="die">2</span><b class="tot">3</b>'

def felt(scene):
    places = "".join(f'<p id="place-{n}">place {n}</p>' for n in PLACES)
    moves = f'<i data-vt="thing" data-at="{scene.decision}">thing</i>'
    return plain_board.felt(scene).replace("</section>", f'{places}{moves}<div id="stage">empty</div></section>')

def beats(scene, step, lines):
    if len(step.revealed) < 2:
        return []
    return [
        Beat("chosen", "All have chosen."),
        Beat("turn", "All cards are turned up.", show=(("stage", CARD), ("not-there", CARD))),
        *(Beat("place", f"Place {n} is settled.", f"place-{n}") for n in PLACES),
        Beat("dice", "Two dice are rolled, 1 + 2 = 3.", "stage", (("stage", DICE),)),
        Beat("flight", "", fly=(Flight("place-1", "seat-0", CARD), Flight("place-1", "seat-1", CARD), Flight("x", "y", CARD))),
        Beat("sheet", "The round is over."),
        Beat("deal", "A new prize is turned up."),
    ]
"""
KINDS = ["chosen", "turn", "place", "place", "place", "place", "place", "dice", "flight", "sheet", "deal"]
CALM_LENGTHS = [600, 1300, 1100, 1100, 1100, 733, 733, 1066, 320]
"""Milliseconds: from the fourth place on all is a third shorter."""
SENTENCES = [
    "All have chosen.",
    "All cards are turned up.",
    *(f"Place {n} is settled." for n in range(5)),
    "Two dice are rolled, 1 + 2 = 3.",
    "The round is over.",
]
NOTE = """
window.noted = { beats: [], said: [], ends: 0, flights: 0 };
const start = document.startViewTransition;
document.startViewTransition = swap => { noted.flights += 1; return start.call(document, swap); };
document.addEventListener("beat", ({ detail }) => setTimeout(() => noted.beats.push({
    ...detail,
    decision: document.getElementById("live").dataset.decision,
    status: document.querySelector("#status strong").textContent,
    rings: [...document.querySelectorAll(".settling")].map(e => e.id),
    stage: document.getElementById("stage").textContent,
    moving: document.getAnimations().length,
    rolling: [...document.querySelectorAll("#stage .die")].map(e => e.getAnimations().length),
    fliers: document.querySelectorAll(".flier").length,
})));
document.addEventListener("revealed", () => { noted.ends += 1; });
document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    noted.said.push(document.getElementById("announce").textContent);
}).observe(document.getElementById("announce"), { childList: true }));
"""
GLIDES = """() => [...document.querySelectorAll("*")].filter(
    e => parseFloat(getComputedStyle(e).transitionDuration) > 0).map(e => e.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("goofspiel")
    (put(folder) / "board.py").write_text(BOARD)
    house = House(folder / "data", environment={"PYTHONPATH": environment(folder)["PYTHONPATH"]})
    yield house
    house.close()


class Player(Person):
    """Somebody who notes all that is shown and said, and what is sent."""

    def __init__(self, browser: Browser, house: House, size: dict[str, int] = WIDE, **more: Any) -> None:
        super().__init__(browser, house, "en", size, **more)
        self.context.add_init_script(NOTE)
        self.sent = 0
        self.page.on("request", self._posts)
        self.page.on("websocket", lambda socket: socket.on("framesent", self._sends))
        self.play_now("goofspiel")
        self.wait_to_be_asked()

    def _posts(self, request: Any) -> None:
        self.sent += request.method == "POST"

    def _sends(self, frame: str | bytes) -> None:
        self.sent += 1

    def choose(self) -> None:
        """Lay a card; with the bots' it is turned up."""
        self.wait_to_be_asked()
        self.page.evaluate("noted.beats = []; noted.said = [];")
        self.until(lambda: press(self.page.locator("#live .hand button[name=move]").first), "the card is not there")

    def wait_for_beat(self, number: int) -> None:
        self.page.wait_for_function("number => noted.beats.length >= number", arg=number)

    def wait_for_end(self, number: int) -> None:
        """Until that many reveals are over and the next board takes taps."""
        self.page.wait_for_function(
            "number => noted.ends >= number && !document.querySelector('.revealing')", arg=number
        )
        self.page.wait_for_timeout(400)

    def noted(self, what: str) -> Any:
        return self.page.evaluate(f"noted.{what}")

    @property
    def board(self) -> str:
        return self.page.inner_text("#live .felt")


def test_a_reveal_is_played_in_order_each_beat_for_its_time_and_nobody_is_asked_before_its_end(
    browser: Browser, house: House
) -> None:
    ada = Player(browser, house, pace="")  # a new device: calm
    assert ada.page.is_checked("#pace-calm")
    asked = ada.live[0]
    ada.choose()
    ada.wait_for_beat(KINDS.index("sheet") + 1)
    beats = ada.noted("beats")
    assert [beat["kind"] for beat in beats] == KINDS[:-1]
    lasted = [after["at"] - before["at"] for before, after in pairwise(beats)]
    assert all(long >= least - 2 for long, least in zip(lasted, CALM_LENGTHS, strict=True)), lasted
    assert {int(beat["decision"]) for beat in beats} == {asked}
    assert [beat["rings"] for beat in beats[2:7]] == [[f"place-{n}"] for n in range(5)]
    statuses, rolled = [beat["status"] for beat in beats if beat["say"]], KINDS.index("dice")
    assert statuses[:rolled] == SENTENCES[:rolled]
    assert statuses[rolled:] == [SENTENCES[rolled - 1], *SENTENCES[rolled + 1 :]]  # not what a die will show
    assert [said for said in ada.noted("said") if said in SENTENCES] == SENTENCES  # each once, in order
    assert beats[1]["stage"] == "5"
    assert beats[1]["moving"]  # the cards flip
    assert beats[7]["moving"] >= 2  # a die and the total; the other die lay there before
    assert beats[7]["rolling"] == [0, 1]
    assert beats[8]["fliers"] == 2

    posts = ada.sent
    ada.page.wait_for_timeout(300)  # the sheet stays
    assert ada.page.locator("#sheet li").all_inner_texts() == SENTENCES[:-1]
    assert ada.live == (asked, False, False)
    ada.page.click("#go-on")
    ada.wait_for_end(1)
    assert ada.live == (asked + 1, True, False)
    assert ada.noted("beats")[-1]["kind"] == "deal"
    assert ada.sent == posts
    assert ada.page.inner_text("#stage") == "empty"
    assert ada.page.locator("#skip, .flier, .held").count() == 0
    assert ada.noted("flights") == 0  # what has been shown does not move again
    ada.page.click("#sheet summary")  # and what happened stays one tap away
    assert ada.page.locator("#sheet li").last.is_visible()
    assert ada.errors == []


def test_a_tap_ends_a_beat_two_or_the_hand_or_escape_the_reveal_and_the_pace_is_remembered(
    browser: Browser, house: House
) -> None:
    ada = Player(browser, house, PHONE, pace="calm")
    page = ada.page
    ada.choose()
    posts = ada.sent
    ada.wait_for_beat(2)
    page.click("#place-0")  # while the cards are turned up, which takes longer
    ada.wait_for_beat(3)
    beats = ada.noted("beats")
    assert beats[2]["at"] - beats[1]["at"] < CALM_LENGTHS[1]
    page.dblclick("#place-0")
    page.wait_for_selector("#sheet.held")
    assert page.text_content("#stage") == "123"  # what was skipped has happened
    said = " ".join(ada.noted("said"))
    assert all(said.count(sentence) == 1 for sentence in SENTENCES)
    page.keyboard.press("Escape")
    ada.wait_for_end(1)

    ada.choose()
    ada.wait_for_beat(1)
    page.keyboard.press("Space")
    ada.wait_for_beat(2)
    page.locator("#live .hand button").first.click(force=True)  # means skip, and chooses nothing
    page.wait_for_selector("#sheet.held")
    page.click("#skip")
    ada.wait_for_end(2)
    assert ada.sent == posts + 1
    assert ada.live[1]

    page.click(".pace label:has(#pace-brisk)")
    page.reload()
    assert page.is_checked("#pace-brisk")
    ada.choose()
    ada.wait_for_end(1)  # a brisk sheet folds by itself
    beats = ada.noted("beats")
    assert [beat["kind"] for beat in beats] == KINDS
    assert beats[-1]["at"] - beats[-2]["at"] >= 2500
    assert not page.evaluate("document.getElementById('sheet').open")

    page.click(".pace label:has(#pace-once)")
    before = ada.live[0]
    ada.choose()
    ada.until(lambda: ada.live[0] > before, "the round is not played")
    assert ada.noted("beats") == []
    (said,) = [said for said in ada.noted("said") if SENTENCES[0] in said]  # one message for the round
    assert said.count("is settled") == 5
    assert ada.noted("flights") > 0
    assert ada.errors == []


def test_reduced_motion_gets_the_same_beats_as_cuts_and_a_hidden_page_none(browser: Browser, house: House) -> None:
    ada = Player(browser, house, pace="brisk", **CALM)
    assert ada.page.evaluate(GLIDES) == []
    ada.choose()
    ada.wait_for_end(1)
    beats = ada.noted("beats")
    assert [beat["kind"] for beat in beats] == KINDS
    assert not any(beat["moving"] or beat["fliers"] for beat in beats)
    ada.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    before = ada.live[0]
    ada.choose()
    ada.until(lambda: ada.live[0] > before, "the round is not played")
    assert ada.noted("beats") == []
    assert ada.errors == []


def test_a_reload_a_second_tab_a_resize_and_a_lost_connection_in_the_middle_end_at_the_same_board(
    browser: Browser, house: House
) -> None:
    ada = Player(browser, house, pace="calm")
    tab = ada.context.new_page()
    tab.goto(ada.page.url)
    tab.wait_for_selector("#live .hand button")
    decision = ada.live[0]
    ada.choose()
    ada.wait_for_beat(3)
    ada.page.set_viewport_size({"width": 390, "height": 844})
    ada.page.reload()  # the new board, and what happened in its sheet
    ada.wait_to_be_asked()
    assert ada.live[0] == decision + 1
    assert ada.page.locator("#sheet li").count() == len(SENTENCES) - 1
    tab.bring_to_front()
    tab.keyboard.press("Escape")
    tab.wait_for_selector("#sheet.held")
    tab.keyboard.press("Escape")
    tab.wait_for_function(
        "decision => document.getElementById('live').dataset.decision === decision", arg=str(decision + 1)
    )
    assert tab.inner_text("#live .felt") == ada.board
    tab.close()

    ada.page.bring_to_front()
    ada.choose()
    ada.wait_for_beat(2)
    house.kill()
    ada.wait_for_beat(3)  # it goes on with what it has
    house.start()
    ada.wait_for_end(1)  # a whole board comes: straight to the end
    ada.until(lambda: ada.live[:2] == (decision + 2, True), "the board is not the newest")
    assert "deal" not in [beat["kind"] for beat in ada.noted("beats")]
    assert ada.errors == []
