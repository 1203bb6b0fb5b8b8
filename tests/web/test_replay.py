"""Laws for every step of a replay: there is nothing to do any more, and every element has a name of its own."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from tests.web.test_course import GAMES, played
from tripot.web.drawing.course import decisions
from tripot.web.drawing.replay import OPEN, replay_of

EVERY = 7  # of so many steps one is looked at
CONTROLS = ("form", "button", "input", "select", "textarea")
REFERS = ("for", "aria-labelledby", "aria-describedby")


class Names(HTMLParser):
    """The tags of a page, the ids in it, and those that something in it refers to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.meant: set[str] = set()
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.meant |= {one for name, value in attrs if name in REFERS for one in (value or "").split()}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_can_be_done_in_a_replay_and_every_id_is_there_once(game: str) -> None:
    table = played(game)[0].table
    steps = len(decisions(table))
    for number in (*range(0, steps, EVERY), steps - 1):
        for eye in ("", "0", OPEN):
            drawn = replay_of(table, number, eye, "fr").live
            page = Names(str(drawn))
            assert not drawn.is_yours
            assert page.tags.isdisjoint(CONTROLS), f"step {number}, {eye}"
            assert len(page.ids) == len(set(page.ids)), f"step {number}, {eye}"
            assert page.meant <= set(page.ids), f"step {number}, {eye}"
            assert (eye == OPEN) == ("openhands" in str(drawn.parts["hand"]))
