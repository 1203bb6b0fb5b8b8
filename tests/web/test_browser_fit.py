"""At every kind of decision the question, the board and the controls are in sight together, and places never move.

One person plays a whole game in a real browser. At each decision the window takes every size in turn, and the boxes are measured.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser

import tripot
from tests.web.browsing import CALM, GAMES, MOST, Person
from tests.web.house import House

SIZES = {
    "1280x800": (1280, 800),
    "1366x768": (1366, 768),
    "768x1024": (768, 1024),
    "390x844": (390, 844),
    "390x664": (390, 664),
    "844x390": (844, 390),
    "zoom 200 %": (640, 400),  # of a window of 1280 by 800
}
KIND = """() => [...document.querySelectorAll("#live :is(.felt, .hand) form")].map(form => {
    const asked = [...form.elements].filter(e => e.type !== "hidden" && e.type !== "fieldset");
    const kinds = new Set(asked.map(e => `${e.type} ${e.name}`.replace(/[0-9]/g, "")));
    return `${form.className.trim()}(${[...kinds].sort()})`;
}).sort().join(" ")"""
"""What kind of decision the person is asked for: the forms on the table, and what is in them."""
MEASURE = """() => {
    const wrong = [], high = document.documentElement.clientHeight, wide = document.documentElement.clientWidth;
    scrollTo(0, 0);
    for (const e of document.querySelectorAll("#live details[open]")) e.open = false; // what is one tap away lies over the rest
    const name = e => e.id ? `#${e.id}` : `${e.tagName}.${e.getAttribute("class")} in #${e.closest("[id]")?.id}`;
    const shown = e => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".vh");
    const range = (from, to, of) => `${Math.round(from)} to ${Math.round(to)} of ${of}`;
    const lies = (box, what) => {
        const out = box.top < -1 || box.bottom > high + 1, across = box.left < -1 || box.right > wide + 1;
        if (out) wrong.push(`${what}: ${range(box.top, box.bottom, high)}`);
        else if (across) wrong.push(`${what}: ${range(box.left, box.right, wide)} across`);
        return !out && !across;
    };
    const covered = (e, x, y) => {
        const top = document.elementFromPoint(x, y);
        if (!top || !e.contains(top) && !top.contains(e)) wrong.push(`${name(e)} lies under ${top ? name(top) : "nothing"}`);
    };
    const status = document.querySelector("#status strong").getBoundingClientRect();
    lies(status, "the question");
    const places = [...document.querySelectorAll("[id^=place-]")];
    for (const place of places.length ? places : document.querySelectorAll("#live .felt")) {
        const box = place.getBoundingClientRect();
        if (!lies(box, name(place))) continue;
        for (const y of [box.top + 6, (box.top + box.bottom) / 2, box.bottom - 6])
            covered(place, box.left + 8, y);
        if (places.length && place.scrollHeight > place.clientHeight + 2)
            wrong.push(`${name(place)} is too full: ${place.scrollHeight} > ${place.clientHeight}`);
    }
    let controls = 0;
    for (const e of document.querySelectorAll("#live :is(.felt, .hand) :is(button, input:not([type=hidden]))")) {
        const label = e.matches("input") && e.labels[0], box = (label || e).getBoundingClientRect();
        if (e.disabled && !e.matches("[name=whole]") || !shown(label || e)) continue;
        controls += 1;
        if (!lies(box, name(e))) continue;
        covered(label || e, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
    }
    const boxes = Object.fromEntries(places.map(place => {
        const box = place.getBoundingClientRect();
        return [place.id, [box.left, box.top, box.width, box.height].map(Math.round).join(" ")];
    }));
    return { wrong, controls, boxes };
}"""
"""What is out of sight or covered; how many controls there are; where every place lies."""


FEW = 15  # decisions at the smallest table; at the largest one the game is played to its end


@pytest.mark.parametrize("game", GAMES)
def test_question_board_and_controls_fit_and_places_stay(game: str, browser: Browser, house: House) -> None:
    person = Person(browser, house, "en", {"width": 1280, "height": 800}, **CALM)
    seats = tripot.load(game).seats
    walks = [walk(person, game, seats[0], FEW), walk(person, game, seats[-1], MOST)]
    for found in walks:
        print(found.table())
    wrong = [fault for found in walks for fault in found.faults()]
    assert not wrong, "\n".join(wrong)
    assert person.errors == []


@dataclass
class Walk:
    """What was measured at one table."""

    title: str
    kinds: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    boxes: dict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    """By size and place."""

    def faults(self) -> list[str]:
        moved = [f"{size}: {place} moved, {sorted(at)}" for (size, place), at in self.boxes.items() if len(at) > 1]
        return [f"{self.title}, {fault}" for fault in sorted([*self.wrong, *moved])]

    def table(self) -> str:
        """Kinds of decision and how often each was met; for every size how many places there are, and how many faults."""
        lines = [f"\n{self.title}", *(f"  {count:4} x {kind}" for kind, count in self.kinds.items())]
        for size in SIZES:
            places = sum(of == size for of, _ in self.boxes)
            lines.append(f"  {size:12} {places} places, {sum(size in fault for fault in self.faults())} faults")
        return "\n".join(lines)


def walk(person: Person, game: str, seats: int, most: int) -> Walk:
    """Play a table with bots, and measure every kind of decision when it comes first and now and then again."""
    found, chooser = Walk(f"{game}, {seats} seats"), random.Random(seats)
    person.go(f"/g/{game}?n={seats}")
    person.page.click("#play")
    person.page.wait_for_selector("#live .felt")
    for _ in range(most):
        person.wait_to_be_asked()
        if person.live[2]:
            break
        kind = person.page.evaluate(KIND)
        found.kinds[kind] += 1
        if found.kinds[kind] <= 2 or found.kinds[kind] % 6 == 0:
            measure(person, kind, found)
        person.act(chooser)
    return found


def measure(person: Person, kind: str, found: Walk) -> None:
    """The boxes at every size."""
    for size, (width, height) in SIZES.items():
        person.page.set_viewport_size({"width": width, "height": height})
        seen = person.page.evaluate(MEASURE)
        found.wrong.update(f"{size}, {kind}: {what}" for what in seen["wrong"])
        for place, box in seen["boxes"].items():
            found.boxes[size, place].add(box)
    person.page.set_viewport_size({"width": 1280, "height": 800})
