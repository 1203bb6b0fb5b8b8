"""What people are called: by names that fit in every sentence and that nobody else has, one's own seat marked."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import count

import httpx
import pytest

import tripot
from tests.waiting import PATIENCE
from tests.web.house import House
from tests.web.test_leaks import html
from tests.web.test_table import Book
from tripot.bots import LEVELS
from tripot.core.state import SPECTATOR
from tripot.games.raise_.board.track import _initials
from tripot.web.checking import full_record
from tripot.web.drawing.lobby import lobby
from tripot.web.drawing.render import LogCache
from tripot.web.table import Begin, Play, Sit, SitBot, TableEvent, evolve
from tripot.web.words import WORDS

ADDRESSES = count(1)
OWN = {"en": "(you)", "fr": "(toi)"}


def test_no_two_at_a_table_have_the_same_name_and_people_keep_theirs() -> None:
    book = Book("razzia", 6)
    book.do(SitBot(0, "host", "regular"))
    for seat, name in ((1, "Odette"), (2, "Ada"), (3, "odette"), (4, "Ada")):
        book.do(Sit(seat, f"owner {seat}", name))
    book.do(SitBot(5, "host", "regular"))
    names = book.table.names
    assert names[1] == "Odette"
    assert names[2] == "Ada"
    assert names[4] == "Ada 2"
    assert len({name.casefold() for name in names}) == 6
    assert book.replayed().names == names
    book.do(Begin("host"))
    assert book.table.position is not None
    assert full_record(book.table).names == dict(enumerate(names))


def test_a_name_with_a_number_does_not_meet_somebody_who_is_called_so() -> None:
    book = Book("razzia", 4)
    for seat, name in enumerate(("Ada", "Ada 2", "Ada", "ADA")):
        book.do(Sit(seat, f"owner {seat}", name))
    assert book.table.names == ("Ada", "Ada 2", "Ada 3", "ADA 4")


def test_free_seats_have_no_name() -> None:
    assert Book("razzia", 3).table.names == ("", "", "")


@pytest.mark.parametrize("name", ["You", "Toi", "you", "VOUS"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_nobody_is_called_you_in_somebody_elses_page_or_in_a_record(name: str, lang: str) -> None:
    book, logs, chooser = Book("raise", 3), LogCache(), random.Random(4)
    book.do(Sit(0, "owner 0", name))  # as older logs have it
    book.do(SitBot(1, "host", "random"))
    book.do(Sit(2, "owner 2", name))
    assert f"<bdi>{name}</bdi>" not in str(lobby(book.table, lang, None, "", ""))
    book.do(Begin("host"))
    called = re.compile(rf"(?<![\w’>]){re.escape(name)}\b(?! (are|watch))", re.IGNORECASE)
    for _ in range(30):
        table = book.table
        assert table.position is not None
        if table.is_over:
            break
        seen = re.sub(r"<[^>]+>", " ", html(table, SPECTATOR, lang, logs, table))
        for words in WORDS[lang].values():
            seen = seen.replace(words, "")
        assert not called.search(seen), seen
        seat = chooser.choice(table.pending)
        move = chooser.choice(table.position.legal_moves(seat, whole=True, limit=20))
        book.do(Play(seat, None if seat == 1 else f"owner {seat}", move, table.decision))
    assert name not in full_record(book.table).names.values()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", [game.name for game in tripot.games()])
def test_the_own_seat_is_marked_in_words_on_ones_own_page_alone(game: str, lang: str) -> None:
    book, logs = Book(game, 3), LogCache()
    for seat in range(3):
        book.do(Sit(seat, f"owner {seat}", "Odette"))
    waiting = str(lobby(book.table, lang, "owner 1", "", ""))
    assert re.findall(r"<bdi>([^<]*)</bdi>[^<]*<span class=\"me\">([^<]*)<", waiting) == [("Odette 2", OWN[lang])]
    book.do(Begin("host"))
    for seat, marked in ((0, ["Odette"]), (1, ["Odette 2"]), (SPECTATOR, [])):
        page = html(book.table, seat, lang, logs, book.table)
        panel = page.partition('<ul class="seats"')[2].partition("</ul>")[0]
        found = re.findall(r"<bdi>([^<]*)</bdi>[^<]*<span class=\"me\">([^<]*)<", panel)
        assert found == [(name, OWN[lang]) for name in marked]


def test_pawns_of_similar_names_have_different_letters_of_the_names() -> None:
    assert _initials(("Odette", "Odile", "Gaston")) == ("OE", "OI", "G")
    assert _initials(("Odette", "Odette 2", "Oda")) == ("OE", "O2", "OA")
    assert len(set(_initials(("X", "x", "X")))) == 3


def test_bots_of_one_level_differ_in_name_and_colour_and_one_that_takes_over_has_its_own_face() -> None:
    book, logs = Book("razzia", 6), LogCache()
    book.do(Sit(0, "owner 0", "Dalva"))
    for seat, bot in ((1, "expert"), (2, "expert"), (3, "regular"), (4, "expert"), (5, "random")):
        book.do(SitBot(seat, "host", bot))
    names = book.table.names
    assert names[1] == "Gaspard"
    assert {names[2], names[4]} <= set(LEVELS["expert"].namesakes)
    book.do(Begin("host"))

    def panels() -> list[str]:
        page = html(book.table, SPECTATOR, "en", logs, book.table)
        return re.findall(r'<li class="seat.*?</li>', page, re.S)

    before = panels()
    faces = [re.findall(r'<svg class="tok([ g\d]*)".*?href="#f-(\w+)"', panel) for panel in before]
    assert faces == [[], [("", "gaspard")], [(" g1", "gaspard")], [("", "odette")], [(" g2", "gaspard")], []]
    assert 'class="tok person" aria-hidden="true">D<' in before[0]
    assert "bot, expert" in before[2]
    book.table = evolve(book.table, TableEvent("handed", {"seat": 0, "bot": "expert", "why": "clock"}))
    after = panels()
    assert re.search(r'<svg class="tok g3".*?href="#f-gaspard"', after[0])
    assert re.search(r"<bdi>(Raoul|Anatole|Fernand|Jojo)</bdi> plays for <bdi>Dalva</bdi>", after[0])
    assert [re.findall(r'class="tok[^"]*"', panel) for panel in after[1:]] == [
        re.findall(r'class="tok[^"]*"', panel) for panel in before[1:]
    ]


# -- On the site ------------------------------------------------------------------------


@pytest.fixture
def visitor(house: House) -> Iterator[httpx.Client]:
    with client(house, "fr") as found:
        yield found


def client(house: House, lang: str) -> httpx.Client:
    headers = {"accept-language": lang, "x-forwarded-for": f"203.0.114.{next(ADDRESSES)}"}
    return httpx.Client(base_url=house.url, follow_redirects=True, headers=headers, timeout=PATIENCE)


def named(page: httpx.Response) -> list[str]:
    return re.findall(r'class="name"><bdi>([^<]*)</bdi>', page.text)


def test_who_plays_at_once_has_a_name_that_others_can_read(house: House, visitor: httpx.Client) -> None:
    page = visitor.post("/g/razzia/play", data={"seats": "4"})
    names = named(page)
    assert len(set(names)) == 4
    assert not {"You", "Toi"} & set(names)
    with client(house, "en") as watcher:
        seen = watcher.get(page.url.path)
    assert named(seen) == names
    assert not re.search(r"<bdi>(You|Toi)\b", seen.text)
    assert OWN["en"] not in seen.text
    assert OWN["fr"] in page.text


def test_a_name_is_remembered_for_the_next_table(visitor: httpx.Client) -> None:
    table = visitor.post("/g/raise/table", data={"seats": "2"}).url.path
    visitor.post(f"{table}/sit", data={"seat": "0", "name": "Zoë; <x>"})
    again = visitor.post("/g/raise/table", data={"seats": "2"})
    assert 'value="Zoë; &lt;x&gt;"' in again.text
    assert named(visitor.post("/g/raise/play", data={"seats": "2"}))[0] == "Zoë; &lt;x&gt;"


def test_a_spoilt_cookie_is_no_name(visitor: httpx.Client) -> None:
    for value in ("%00%07", "%ff", "You", "a" * 4000):
        page = visitor.post("/g/raise/play", data={"seats": "2"}, headers={"cookie": f"name={value}"})
        assert page.status_code == 200, value
