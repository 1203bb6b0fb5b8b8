"""Hints can be switched off for real: without them a page tells no odds and no values, and the browser remembers it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import httpx
import pytest

import tripot
from tests.waiting import PATIENCE
from tests.web.house import House
from tests.web.test_leaks import seated
from tests.web.test_table import owner
from tripot.web.drawing.render import LogCache, table_drawing
from tripot.web.table import Play, Table
from tripot.web.words import WORDS

HINTS = re.compile(r"%|≈|as it stands|en l’état|on average|en moyenne|not yet seen|pas encore vue?s\b")


def page_of(table: Table, seat: int, lang: str, logs: LogCache, *, hints: bool) -> str:
    drawn = table_drawing(table, seat, lang, f"owner {seat}", logs, link="", qr="", hints=hints)
    return re.sub(r'<svg.*?</svg>|<ol>.*?</ol>| (points|d|style)="[^"]*"', "", str(drawn), flags=re.S)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", [game.name for game in tripot.games()])
def test_without_hints_a_page_tells_no_odds_and_no_values(game: str, lang: str) -> None:
    book, chooser, logs = seated(game, 3), random.Random(6), LogCache()
    met = 0
    while not book.table.is_over:
        table = book.table
        assert table.position is not None
        seat = chooser.choice(table.pending)
        if chooser.random() < 0.5:
            met += bool(HINTS.search(page_of(table, seat, lang, logs, hints=True)))
            plain = page_of(table, seat, lang, logs, hints=False)
            assert not (found := HINTS.search(plain)), plain[max(0, found.start() - 200) : found.end() + 50]
        move = chooser.choice(table.position.legal_moves(seat, whole=True, limit=20))
        book.do(Play(seat, owner(table, seat), move, table.decision))
    assert met > 3


@pytest.fixture
def visitor(house: House) -> Iterator[httpx.Client]:
    headers = {"accept-language": "fr", "x-forwarded-for": "203.0.115.1"}
    with httpx.Client(base_url=house.url, follow_redirects=True, headers=headers, timeout=PATIENCE) as client:
        yield client


def test_hints_are_switched_off_and_on_without_javascript_and_stay_so(visitor: httpx.Client) -> None:
    page = visitor.post("/g/hick-hack/play", data={"seats": "2"})
    path = page.url.path
    off = re.search(r'action="/hints".*?name="back" value="([^"]+)".*?name="hints" value="0">([^<]+)<', page.text, re.S)
    assert off
    assert (off[1], off[2]) == (path, WORDS["fr"]["hide hints"])
    assert HINTS.search(page.text.partition('id="live"')[2])
    plain = visitor.post("/hints", data={"back": off[1], "hints": "0"})
    assert plain.url.path == path
    assert f'value="1">{WORDS["fr"]["show hints"]}<' in plain.text
    for text in (plain.text, visitor.get(path).text, visitor.post("/g/hick-hack/play", data={"seats": "2"}).text):
        live = text.partition('id="live"')[2]
        assert 'id="whole"' in live
        assert not HINTS.search(live)
    assert HINTS.search(visitor.post("/hints", data={"back": path, "hints": "1"}).text.partition('id="live"')[2])


def test_a_bad_place_to_go_back_to_is_refused(visitor: httpx.Client) -> None:
    for back in ("//evil.example", "https://evil.example", "\\evil"):
        assert visitor.post("/hints", data={"back": back, "hints": "0"}).status_code == 400
