"""At every kind of decision the question, the board and the controls are in sight together, and places never move.

One person plays a whole game in a real browser. At each decision the window takes every size in turn, and the boxes are measured.
"""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

import pytest
from playwright.sync_api import Browser

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
    const name = e => `${e.tagName.toLowerCase()}${e.id ? "#" + e.id : "." + e.className}`;
    const shown = e => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".vh");
    const range = (from, to, of) => `${Math.round(from)} to ${Math.round(to)} of ${of}`;
    const lies = (box, what) => {
        const out = box.top < -1 || box.bottom > high + 1, across = box.left < -1 || box.right > wide + 1;
        if (out) wrong.push(`${what}: ${range(box.top, box.bottom, high)}`);
        else if (across) wrong.push(`${what}: ${range(box.left, box.right, wide)} across`);
        return !out && !across;
    };
    const seen = (e, x, y) => {
        const top = document.elementFromPoint(x, y);
        return top && (e.contains(top) || top.contains(e));
    };
    const status = document.querySelector("#status strong").getBoundingClientRect();
    lies(status, "the question");
    const places = [...document.querySelectorAll("[id^=place-]")];
    for (const place of places.length ? places : document.querySelectorAll("#live .felt")) {
        const box = place.getBoundingClientRect();
        if (!lies(box, name(place))) continue;
        for (const y of [box.top + 6, (box.top + box.bottom) / 2, box.bottom - 6])
            if (!seen(place, box.left + 8, y)) wrong.push(`${name(place)} lies under something`);
        if (places.length && place.scrollHeight > place.clientHeight + 2)
            wrong.push(`${name(place)} is too full: ${place.scrollHeight} > ${place.clientHeight}`);
    }
    let controls = 0;
    for (const e of document.querySelectorAll("#live :is(.felt, .hand) :is(button, input:not([type=hidden]))")) {
        const label = e.matches("input") && e.labels[0], box = (label || e).getBoundingClientRect();
        if (e.disabled && !e.matches("[name=whole]") || !shown(label || e)) continue;
        controls += 1;
        if (!lies(box, name(e))) continue;
        if (!seen(label || e, (box.left + box.right) / 2, (box.top + box.bottom) / 2))
            wrong.push(`${name(e)} lies under something`);
    }
    const boxes = Object.fromEntries(places.map(place => {
        const box = place.getBoundingClientRect();
        return [place.id, [box.left, box.top, box.width, box.height].map(Math.round).join(" ")];
    }));
    return { wrong, controls, boxes };
}"""
"""What is out of sight or covered; how many controls there are; where every place lies."""


@pytest.mark.parametrize("game", GAMES)
def test_question_board_and_controls_fit_and_places_stay(game: str, browser: Browser, house: House) -> None:
    person = Person(browser, house, "en", {"width": 1280, "height": 800}, **CALM)
    person.play_now(game)
    chooser, kinds, wrong = random.Random(5), defaultdict[str, int](int), list[str]()
    boxes: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for _ in range(MOST):
        person.wait_to_be_asked()
        if person.live[2]:
            break
        kind = person.page.evaluate(KIND)
        kinds[kind] += 1
        if (
            kinds[kind] <= 3 or kinds[kind] % 8 == 0
        ):  # the same kind again, later in the game, with other things on the table
            for size, seen in measured(person).items():
                wrong += [f"{size}, {kind}: {what}" for what in seen["wrong"]]
                for place, box in seen["boxes"].items():
                    boxes[size][place].add(box)
        person.act(chooser)
    wrong += [
        f"{size}: {place} moved, {sorted(found)}"
        for size, places in boxes.items()
        for place, found in places.items()
        if len(found) > 1
    ]
    print(f"\n{game}: {dict(kinds)}")
    for size in SIZES:
        faults = [line for line in wrong if line.startswith(size)]
        print(f"  {size:12} {len(boxes[size])} places, {len(faults)} faults")
    assert not wrong, "\n".join(sorted(set(wrong)))
    assert person.errors == []


def measured(person: Person) -> dict[str, Any]:
    """The boxes at every size."""
    found = {}
    for size, (width, height) in SIZES.items():
        person.page.set_viewport_size({"width": width, "height": height})
        found[size] = person.page.evaluate(MEASURE)
    person.page.set_viewport_size({"width": 1280, "height": 800})
    return found
