"""Film a reveal: play a table until something worth showing is turned up, and put frames of it side by side.

python docs/pictures/film.py GAME[:KIND] ...        (needs Chromium; writes docs/pictures/GAME-reveal.webp)

With a kind of beat, such as `dice`, the film is of a reveal that has one.
"""

from __future__ import annotations

import base64
import random
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.web.browsing import Person, chromium
from tests.web.house import House

HERE = Path(__file__).parent
SIZE = {"width": 1280, "height": 720}
EVERY = 0.1  # seconds
LEAST_BEATS = 6  # from one decision to the next that are worth a film
MOST_FRAMES, COLUMNS = 18, 3
WIDTH = 480  # of a frame
LARGEST = 250_000  # bytes
QUALITIES = (70, 60, 50, 40)  # per cent; the best that is small enough is taken
NOTE = """
window.reveals = []; let beats = [];
document.addEventListener("beat", ({ detail }) => beats.push([performance.timeOrigin + detail.at, detail.kind]));
document.addEventListener("revealed", ({ detail }) => {
    reveals.push([beats[0][0], performance.timeOrigin + detail.at, beats.map(([, kind]) => kind)]);
    beats = [];
});
"""


class Frame(NamedTuple):
    """What the window showed from a moment on."""

    at: float
    png: str


class Camera:
    """Keeps every frame that the browser paints."""

    def __init__(self, person: Person) -> None:
        self.frames: list[Frame] = []
        self.session = person.context.new_cdp_session(person.page)
        self.session.on("Page.screencastFrame", self._keep)
        self.session.send("Page.startScreencast", {"format": "png", "maxWidth": 960, "maxHeight": 960})

    def _keep(self, event: Any) -> None:
        self.frames.append(Frame(event["metadata"]["timestamp"], event["data"]))
        self.session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    def strip(self, begin: float, end: float) -> list[Frame]:
        """A frame for every tenth of a second in which something has changed."""
        found: list[Frame] = []
        for number in range(int((end - begin) / EVERY) + 2):
            then = begin + number * EVERY
            shown = [frame for frame in self.frames if frame.at <= then]
            if shown and (not found or shown[-1].png != found[-1].png):
                found.append(Frame(then - begin, shown[-1].png))
        step = max(1.0, len(found) / MOST_FRAMES)
        return [found[int(place * step)] for place in range(min(MOST_FRAMES, len(found)))]


def film(person: Person, game: str, wanted: str) -> list[Frame]:
    """Play until there are enough beats between two decisions, one of the wanted kind among them."""
    chooser, page = random.Random(7), person.page
    person.play_now(game)
    camera = Camera(person)
    while True:
        person.wait_to_be_asked()
        if person.live[2]:
            person.play_now(game)
            continue
        shown = page.evaluate("reveals")
        kinds = [kind for _, _, beats in shown for kind in beats]
        if len(kinds) >= LEAST_BEATS and (not wanted or wanted in kinds):
            return camera.strip(shown[0][0] / 1000, shown[-1][1] / 1000 + 0.5)
        camera.frames.clear()
        page.evaluate("reveals = []")
        person.act(chooser)
        page.evaluate("() => { for (const each of document.querySelectorAll('#live details')) each.open = false; }")


def draw(person: Person, frames: list[Frame], file: Path) -> None:
    """The frames side by side, as well as the size of the file allows."""
    page = person.context.new_page()
    page.set_viewport_size({"width": COLUMNS * (WIDTH + 8) + 8, "height": 400})
    pictures = "".join(
        f'<figure><img src="data:image/png;base64,{frame.png}"><figcaption>{frame.at:.1f} s</figcaption></figure>'
        for frame in frames
    )
    page.set_content(
        f"<style>body{{margin:8px;display:grid;grid-template-columns:repeat({COLUMNS},{WIDTH}px);gap:8px;"
        f"font:12px sans-serif;background:#fff}}figure{{margin:0}}img{{width:100%;display:block}}</style>{pictures}"
    )
    session = person.context.new_cdp_session(page)
    page.set_viewport_size(
        {"width": COLUMNS * (WIDTH + 8) + 8, "height": page.evaluate("document.body.offsetHeight + 16")}
    )
    for quality in QUALITIES:
        taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
        file.write_bytes(base64.b64decode(taken["data"]))
        if file.stat().st_size <= LARGEST:
            return


def main(wishes: list[str]) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        chromium() as browser,
        closing(House(Path(folder) / "data", bot_pause=0.6)) as house,
    ):
        for wish in wishes:
            game, _, kind = wish.partition(":")
            person = Person(browser, house, "en", SIZE, pace="brisk", color_scheme="light")
            person.context.add_init_script(NOTE)
            frames = film(person, game, kind)
            draw(person, frames, HERE / f"{game}-reveal.webp")
            print(f"{game}: {len(frames)} frames")
            person.context.close()


if __name__ == "__main__":
    main(sys.argv[1:])
