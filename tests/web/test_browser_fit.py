"""At every kind of decision the question, the board and the controls are in sight together, and places never move.

A real browser opens tables at each kind of decision, once with little on the board and once with much. The window takes every
size in turn, and the boxes are measured. Then some moves are played, and they are measured again.

`FIT=docs/reference/fit.md pytest tests/web/test_browser_fit.py` writes what was measured.
"""

from __future__ import annotations

import os
import random
import secrets
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import tripot
from tests.web.browsing import CALM, GAMES, Person
from tests.web.decisions import KINDS, Decision, decisions, write
from tests.web.house import House
from tripot.web.security import COOKIE, device_hash

SIZES = {
    "1280×800": (1280, 800),
    "1366×768": (1366, 768),
    "768×1024": (768, 1024),
    "390×844": (390, 844),
    "390×664": (390, 664),
    "844×390": (844, 390),
    "zoom 200 %": (640, 400),  # of a window of 1280 by 800
}
AT_TWO = {"choose: lay(move)": "choose: lay two(checkbox c, whole)"}  # two players of Hick Hack lay two cards at once
NARROWEST = (320, 568)  # there the page may be scrolled down, but not across
LANGS = ("en", "fr")
GAMES_TRIED = 5  # at each table
MOVES = 6  # played at the end, at the largest table, and measured at two sizes
PLAYED_AT = ("1280×800", "390×664")
MEASURE = """() => {
    const wrong = [], high = document.documentElement.clientHeight, wide = document.documentElement.clientWidth;
    let lowest = 0;
    scrollTo(0, 0);
    const name = e => e.id ? `#${e.id}` : `${e.tagName}.${e.getAttribute("class")} in #${e.closest("[id]")?.id}`;
    const shown = e => e.checkVisibility({ visibilityProperty: true, opacityProperty: false }) && !e.closest(".vh");
    const range = (from, to, of) => `${Math.round(from)} to ${Math.round(to)} of ${of}`;
    const lies = (box, what) => { // within the window
        const out = box.top < -1 || box.bottom > high + 1, across = box.left < -1 || box.right > wide + 1;
        lowest = Math.max(lowest, box.bottom);
        if (out) wrong.push(`${what}: ${range(box.top, box.bottom, high)}`);
        else if (across) wrong.push(`${what}: ${range(box.left, box.right, wide)} across`);
        return !out && !across;
    };
    const open = (e, x, y, whole = e) => { // nothing that is no part of it lies on it there
        const top = document.elementFromPoint(x, y);
        if (!top || !whole.contains(top) && !top.contains(e)) wrong.push(`${name(e)} lies under ${top ? name(top) : "nothing"}`);
    };
    const status = document.getElementById("status"), text = document.createRange();
    for (const e of status.querySelectorAll("strong, .can")) { // every line of them, as far as it is read
        if (!shown(e)) continue;
        const frame = e.getBoundingClientRect();
        text.selectNodeContents(e);
        for (const line of text.getClientRects()) {
            if (line.top + 2 > frame.bottom) continue;
            if (!lies(line, name(e))) continue;
            const { left, right } = line, y = (line.top + line.bottom) / 2;
            for (const x of [left + 2, (left + right) / 2, right - 2]) open(e, x, y, status);
        }
    }
    const places = [...document.querySelectorAll("[id^=place-]")];
    for (const place of places) {
        const box = place.getBoundingClientRect();
        if (!lies(box, name(place))) continue;
        const over = place.scrollHeight - place.clientHeight;
        if (over > 2) wrong.push(`${name(place)} is too full by ${over}`);
        for (const thing of [place, ...place.querySelectorAll("*")]) {
            if (thing.childElementCount && thing !== place || !shown(thing)) continue;
            const { left, right, top, bottom } = thing.getBoundingClientRect();
            open(thing, (left + right) / 2, (top + bottom) / 2, place);
            if (thing.ownerSVGElement || !/^\\d+$/.test(thing.textContent)) continue;
            text.selectNodeContents(thing); // a figure is read from end to end: 20 is no 2
            const figure = text.getBoundingClientRect(), y = (figure.top + figure.bottom) / 2;
            for (const x of [figure.left + 2, figure.right - 2]) open(thing, x, y);
        }
    }
    for (const seat of document.querySelectorAll("#live .seats .seat")) { // whose it is and how much it has can be read
        const clipped = e => e !== seat && (getComputedStyle(e).clipPath !== "none" || clipped(e.parentElement));
        const whole = e => e.matches(".tok, .face") || !e.closest(".tok, .face") && !e.querySelector("*");
        const things = [...seat.querySelectorAll(".tok, .face, svg, span, b, i")]
            .filter(e => whole(e) && shown(e) && !e.closest("summary") && !clipped(e));
        for (const told of seat.querySelectorAll(".name bdi, .more")) {
            text.selectNodeContents(told);
            const line = text.getBoundingClientRect(), right = Math.min(line.right, told.getBoundingClientRect().right);
            for (const e of things.filter(e => !told.contains(e))) {
                const box = e.getBoundingClientRect();
                const across = Math.min(box.right, right) - Math.max(box.left, line.left);
                const down = Math.min(box.bottom, line.bottom) - Math.max(box.top, line.top);
                if (shown(told) && across > 4 && down > 4) wrong.push(`${name(e)} lies over ${told.textContent}`);
            }
        }
    }
    const felt = document.querySelector("#live .felt"), table = felt.getBoundingClientRect();
    for (const e of felt.querySelectorAll("*")) { // no thing sticks out of the table, or is cut off there
        if (e.childElementCount || e.ownerSVGElement || !shown(e)) continue;
        const box = e.getBoundingClientRect();
        if (!box.width || e.closest(".stage")?.clientHeight === 0) continue; // there is no stage on a low screen
        if (box.right > table.right + 3 || box.left < table.left - 3) wrong.push(`${name(e)} sticks out of the table`);
        if (box.bottom > table.bottom + 3 || box.top < table.top - 3) wrong.push(`${name(e)} sticks out of the table up or down`);
        for (let outer = e.parentElement; outer !== felt; outer = outer.parentElement) {
            const style = getComputedStyle(outer);
            if (style.textOverflow === "ellipsis") break; // a name that is too long ends with dots
            if (style.overflowX === "visible") continue;
            const frame = outer.getBoundingClientRect();
            if (box.right > frame.right + 2 || box.bottom > frame.bottom + 2) wrong.push(`${name(e)} is cut off`);
        }
    }
    let controls = 0;
    for (const e of document.querySelectorAll("#live :is(.felt, .hand) :is(button, input:not([type=hidden]))")) {
        const seen = e.matches("input") && e.labels[0] || e, box = seen.getBoundingClientRect();
        if (e.disabled && !e.matches("[name=whole]") || !shown(seen)) continue;
        controls += 1;
        if (lies(box, name(e))) open(seen, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
    }
    for (const e of document.querySelectorAll("#live .side :is(button, summary, label)")) { // nothing else is cut off by an edge
        const box = e.getBoundingClientRect();
        if (!shown(e) || box.top > high || e.closest(".seats")) continue;
        const edge = Math.min(wide, e.closest(".seg > div, .side")?.getBoundingClientRect().right || wide);
        if (box.right > edge + 1) wrong.push(`${name(e)} is cut off: ${range(box.left, box.right, Math.round(edge))} across`);
    }
    const boxes = Object.fromEntries(places.map(place => {
        const box = place.getBoundingClientRect();
        return [place.id, [box.left, box.top, box.width, box.height].map(Math.round).join(" ")];
    }));
    return { wrong, controls, boxes, lowest: Math.round(lowest) };
}"""
"""What is out of sight, covered or cut off; how many controls there are; where every place lies, and the lowest edge of all."""


@dataclass
class Found:
    """What was measured at tables of one game with as many seats."""

    title: str
    lowest: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))
    """By the kind of decision and the size: the lowest edge of what must be in sight."""
    asked: dict[str, str] = field(default_factory=dict)
    """By the kind of decision: a question."""
    controls: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    wrong: set[str] = field(default_factory=set)
    boxes: dict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    """By size with language, and place."""

    def faults(self) -> list[str]:
        moved = [f"{size}: {place} moved, {sorted(at)}" for (size, place), at in self.boxes.items() if len(at) > 1]
        return [f"{self.title}, {fault}" for fault in sorted([*self.wrong, *moved])]

    def rows(self) -> Iterator[str]:
        """A row of the table for each kind of decision."""
        places = len({place for _, place in self.boxes})
        for kind, question in self.asked.items():
            lowest = " | ".join(str(self.lowest[kind, size]) for size in SIZES)
            yield f"| {self.title} | {question} | {places} | {self.controls[kind]} | {lowest} |"


@pytest.fixture(scope="module")
def written() -> Iterator[list[str]]:
    """The rows of the table, which goes into a file if one is named in the environment."""
    rows: list[str] = []
    yield rows
    if file := os.environ.get("FIT"):
        Path(file).write_text("\n".join([*HEAD, *rows, ""]), encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_question_board_and_controls_fit_and_places_stay(
    game: str, browser: Browser, house: House, written: list[str]
) -> None:
    seats, key, faults = tripot.load(game).seats, secrets.token_urlsafe(32), list[str]()
    people = [Person(browser, house, lang, {"width": 1280, "height": 800}, **CALM) for lang in LANGS]
    for person in people:
        person.context.add_cookies([{"name": COOKIE, "value": key, "url": house.url}])
    for count in (seats[0], seats[-1]):
        kinds = KINDS[game] if count > 2 else [AT_TWO.get(kind, kind) for kind in KINDS[game]]
        found, asked = Found(f"{game}, {count}"), decisions(game, count, device_hash(key), kinds, GAMES_TRIED)
        tables = [(f"{game}-{count}-{number}", decision) for number, decision in enumerate(asked)]
        write(house.data, tables)
        for number, (table, decision) in enumerate(tables):
            told = people[: 1 + number % 2]  # of each kind little, then much to show, that in the longer language too
            for person in told:
                person.go(f"/t/{table}")
                measure(person, decision, found, SIZES)
        if count == seats[-1]:
            go_on(people[0], decision, found)
        faults += found.faults()
        written += found.rows()
    print(*written, sep="\n")
    assert not faults, "\n".join(faults)
    assert not any(person.errors for person in people)


def measure(person: Person, decision: Decision, found: Found, sizes: Iterable[str]) -> None:
    """The boxes at some sizes."""
    for size in sizes:
        width, height = SIZES[size]
        person.page.set_viewport_size({"width": width, "height": height})
        seen = person.page.evaluate(MEASURE)
        found.wrong.update(f"{size}, {person.lang}, {decision.kind}: {what}" for what in seen["wrong"])
        found.asked[decision.kind] = decision.question
        found.controls[decision.kind] = max(found.controls[decision.kind], seen["controls"])
        found.lowest[decision.kind, size] = max(found.lowest[decision.kind, size], seen["lowest"])
        for place, box in seen["boxes"].items():
            found.boxes[f"{size}, {person.lang}", place].add(box)
    person.page.set_viewport_size({"width": NARROWEST[0], "height": NARROWEST[1]})
    if over := person.page.evaluate("() => document.documentElement.scrollWidth - innerWidth"):
        found.wrong.add(f"{NARROWEST[0]} wide, {person.lang}, {decision.kind}: the page is {over} px too wide")


def go_on(person: Person, decision: Decision, found: Found) -> None:
    """Play on at a table: what is laid there in place of the old board lies where that lay."""
    chooser, played = random.Random(1), Found(found.title)
    for _ in range(MOVES):
        person.wait_to_be_asked()
        if person.live[2]:
            break
        person.act(chooser)
        person.page.evaluate("() => { for (const e of document.querySelectorAll('#live details')) e.open = false; }")
        if not person.live[2]:
            measure(person, decision, played, PLAYED_AT)
    for place, boxes in played.boxes.items():
        found.boxes[place] |= boxes


HEAD = [
    "# What fits on a screen",
    "",
    "At every kind of decision, at the smallest and the largest table (`game, seats`), with little on the board in English and",
    "with much in English and in French: the lowest edge of the question, of every place of the board and of every control, in",
    "pixels from the top of the window, without scrolling. The window ends at the second number of its size; at a zoom of 200 %",
    "one of 1280×800 is 640×400 wide and high. Nothing of it is covered, and no place moves by a pixel during a game.",
    "",
    "`FIT=docs/reference/fit.md pytest tests/web/test_browser_fit.py` checks it and writes this file.",
    "",
    f"| game, seats | question | places | controls | {' | '.join(SIZES)} |",
    f"| --- | --- | ---: | ---: |{' ---: |' * len(SIZES)}",
]
