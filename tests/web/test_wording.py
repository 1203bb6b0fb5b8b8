"""How the site speaks: to one reader at a time, without saying a thing twice, and never untruly."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import tripot
from tests.web.test_leaks import seated
from tests.web.test_table import Book, owner
from tripot.bots import LEVELS
from tripot.core.state import SPECTATOR
from tripot.games.raise_.board.labels import WORDS as RAISE
from tripot.games.raise_.phrases import SAY as RAISE_GAME
from tripot.games.razzia.board.labels import WORDS as RAZZIA
from tripot.language import languages
from tripot.web.drawing.lobby import lobby
from tripot.web.drawing.render import LogCache, table_drawing
from tripot.web.table import Play, Sit, SitBot
from tripot.web.words import WORDS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.house import House

SOURCE = Path(tripot.__file__).parent


def test_french_says_tu_everywhere() -> None:
    found = []
    files = [*SOURCE.rglob("locale/fr.po"), *SOURCE.rglob("pages/fr.md")]
    assert len(files) >= 1 + 2 * len(tripot.games())
    for file in files:
        text = file.read_text(encoding="utf-8")
        found += [(file.name, line) for line in re.findall(r".*\b(?:vous|votre|vos|vôtre)\b.*", text, re.I)]
    assert found == [("fr.po", 'msgstr "toi vous"')]  # what nobody may be called


STUMBLED_OVER = {  # words that newcomers did not understand or took for something else
    "en": {"Mute", "On", "Clock for a decision", "No box fits", "accepting pays", "Accept nothing"},
    "fr": {
        "Muet",
        "Humeur",
        "Montrer",
        "Parler",
        "Dire",
        "Asseoir un robot",
        "Accepter : rien",
        "Tu es dernier pion",
        "part des cartes possibles",
    },
}


@pytest.mark.parametrize("lang", languages())
def test_words_that_newcomers_stumbled_over_are_not_said_again(lang: str) -> None:
    """A word alone is a whole label; several are looked for in every sentence."""
    said = [
        line.replace("\u00a0", " ") for words in (WORDS, RAZZIA, RAISE, RAISE_GAME) for line in words[lang].values()
    ]
    found = [line for line in said for bad in STUMBLED_OVER[lang] if line == bad or (" " in bad and bad in line)]
    assert len(said) > 300
    assert found == []


def status_of(page: str) -> tuple[str, str]:
    """The headline and the instruction, as read."""
    said = re.search(r'<p class="say"><strong>(.*?)</strong> <span class="can">(.*?)</span></p>', page, re.S)
    assert said
    headline, instruction = (re.sub(r"<[^>]+>", "", part).strip() for part in said.groups())
    return headline, instruction


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", [game.name for game in tripot.games()])
def test_whom_we_wait_for_is_said_once(game: str, lang: str) -> None:
    book, chooser, logs, told = seated(game, 4), random.Random(2), LogCache(), 0
    waiting = WORDS[lang]["waiting for"].partition("{")[0]
    while not book.table.is_over:
        table = book.table
        assert table.position is not None
        for seat in (*range(4), SPECTATOR):
            page = str(table_drawing(table, seat, lang, f"owner {seat}", logs, link="", qr=""))
            headline, instruction = status_of(page)
            assert f"{headline} {instruction}".count(waiting) == (0 if seat in table.pending else 1)
            if seat not in table.pending and instruction:
                told += 1
                assert instruction[0].isupper() or not instruction[0].isalpha(), instruction
        seat = chooser.choice(table.pending)
        move = chooser.choice(table.position.legal_moves(seat, whole=True, limit=20))
        book.do(Play(seat, owner(table, seat), move, table.decision))
    assert told


def test_one_stands_up_oneself_and_frees_the_seats_of_others() -> None:
    book = Book("razzia", 3)
    book.do(Sit(0, "host", "Ada"))
    book.do(SitBot(1, "host", "regular"))
    book.do(Sit(2, "guest", "Bo"))
    for lang in languages():
        page = str(lobby(book.table, lang, "host", "", ""))
        buttons = re.findall(r'id="stand-(\d)">([^<]+)<', page)
        words = [WORDS[lang][key] for key in ("stand", "send away", "free a seat")]
        assert sorted(buttons) == list(zip("012", words, strict=True))
        assert len(set(words)) == 3


def test_a_character_fits_every_game_and_has_its_own_gender() -> None:
    for level in LEVELS.values():
        assert not re.search(r"\b(offers?|propose)\b", f"{level.temper['en']} {level.temper['fr']}"), level.id
    women = [level.id for level in LEVELS.values() if level.name in ("Lulu", "Odette")]
    assert len(women) == 2
    for level_id in women:
        assert WORDS["fr"][f"cast {level_id}"].endswith("e")


def test_giving_up_a_pot_is_called_so() -> None:
    """Somebody to whom nothing is offered accepts nothing; what that means is said on the button."""
    book, chooser, logs = seated("razzia", 4), random.Random(1), LogCache()
    met = 0
    while not book.table.is_over and met < 3:
        table = book.table
        assert table.position is not None
        seat = chooser.choice(table.pending)
        moves = [str(move) for move in table.position.legal_moves(seat, whole=True, limit=200)]
        own = [move for move in moves if ">" in move and all(part.endswith(f">{seat}") for part in move.split())]
        if "accept" in moves:
            state = table.position.view(seat).state
            if state.share[seat] == 0:
                met += 1
                for lang in languages():
                    page = str(table_drawing(table, seat, lang, f"owner {seat}", logs, link="", qr=""))
                    button = re.search(r'id="accept">.*?<b>(.*?)</b><small>(.*?)</small>', page, re.S)
                    assert button
                    assert button.groups() == (RAZZIA[lang]["accept nothing"], RAZZIA[lang]["no duel"])
        book.do(
            Play(seat, owner(table, seat), table.game.parse_move((own or [chooser.choice(moves)])[0]), table.decision)
        )
    assert met == 3


def test_what_did_not_arrive_is_not_called_a_lost_connection(browser: Browser, house: House) -> None:
    from tests.web.browsing import CALM, WIDE, Person

    for lang in languages():
        person = Person(browser, house, lang, WIDE, **CALM)
        person.play_now("raise")
        for cut in ("abort", "proxy"):
            person.page.unroute_all()
            if cut == "abort":
                person.page.route("**/chat", lambda route: route.abort())
            else:
                person.page.route("**/chat", lambda route: route.fulfill(status=502, body="<h1>Bad Gateway</h1>"))
            person.page.evaluate("document.getElementById('oops').hidden = true")
            person.page.fill("#say", "hello")
            person.page.click(".chat button")
            person.page.wait_for_selector("#oops:not([hidden])")
            assert person.page.inner_text("#oops") == WORDS[lang]["not arrived"]
            assert person.page.is_hidden("#lost")
        person.page.evaluate("document.getElementById('oops').hidden = true")
        person.page.evaluate(
            "() => { socket.send = () => socket.close(); }"
        )  # the connection breaks while a move is on its way
        person.page.locator("#live button[name=move]").first.click()
        person.page.wait_for_selector("#oops:not([hidden])")
        assert person.page.inner_text("#oops") == WORDS[lang]["not arrived"]
        person.page.wait_for_selector("#lost", state="hidden")  # it comes back by itself
        person.context.close()
