"""Take the pictures of the site again: the shelf and a table of each game, wide and on the phone, English and French.

python docs/pictures/shoot.py        (needs Chromium)
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.web.browsing import PHONE, WIDE, Person, chromium
from tests.web.house import House

HERE = Path(__file__).parent
MOVES = {"razzia": 5, "razzia-knizia": 9, "hick-hack": 5, "raise": 4}


def play_on(person: Person, moves: int) -> None:
    """Let the person make a few moves, until it is its turn again."""
    chooser = random.Random(5)
    for _ in range(moves):
        person.wait_to_be_asked()
        before = person.live
        while person.live == before:
            person.act(chooser)
    person.wait_to_be_asked()
    person.page.wait_for_timeout(700)  # until what flies has landed


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        house = House(Path(folder) / "data")
        for lang, size, name, scheme in (("en", WIDE, "wide", "light"), ("fr", PHONE, "phone", "dark")):
            person = Person(browser, house, lang, size, color_scheme=scheme)
            person.go("/")
            person.page.screenshot(path=HERE / f"shelf-{name}-{lang}.png")
            for game, moves in MOVES.items():
                person.play_now(game)
                play_on(person, moves)
                person.page.evaluate(
                    "() => { for (const d of document.querySelectorAll('details')) d.open = false; scrollTo(0, 0); }"
                )
                person.page.screenshot(path=HERE / f"{game}-{name}-{lang}.png")
        house.close()


if __name__ == "__main__":
    main()
