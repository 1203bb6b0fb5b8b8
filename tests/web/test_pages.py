"""The pages over real HTTP: what they show, what they refuse, and in which language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import httpx
import pytest

import tripot
from tests.waiting import PATIENCE, until
from tests.web.house import House
from tripot.arena.published import ratings
from tripot.bots import LEVELS
from tripot.language import language_name, languages
from tripot.web.my_tables import PAGE
from tripot.web.option_words import questions
from tripot.web.shelf import EASY
from tripot.web.table import HOUSE_BOT
from tripot.web.words import WORDS

ADDRESSES = count(1)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house") / "data")
    yield house
    house.close()


@pytest.fixture
def visitor(house: House) -> Iterator[httpx.Client]:
    # every visitor from an address of its own: tables are limited by address, and the proxy header of this machine counts
    headers = {"accept-language": "fr", "x-forwarded-for": f"192.0.2.{next(ADDRESSES)}"}
    with httpx.Client(base_url=house.url, follow_redirects=True, headers=headers, timeout=PATIENCE) as client:
        yield client


def test_both_languages_have_every_phrase() -> None:
    assert WORDS["en"].keys() == WORDS["fr"].keys()
    for key, phrase in WORDS["en"].items():
        assert set(re.findall(r"{\w+}", phrase)) == set(re.findall(r"{\w+}", WORDS["fr"][key])), key
        assert phrase
        assert WORDS["fr"][key]


def test_french_typography_has_its_spaces() -> None:
    for key, phrase in WORDS["fr"].items():
        assert not re.search(r"\w[!?;]", phrase.replace("Razzia!", "")), key
        assert "'" not in phrase, key


def test_the_shelf_speaks_the_browsers_language_until_another_is_chosen(visitor: httpx.Client) -> None:
    assert 'html lang="fr"' in visitor.get("/").text
    answer = visitor.post("/lang", data={"lang": "en", "back": "/mine"})
    assert answer.url.path == "/mine"
    assert 'html lang="en"' in answer.text
    assert 'html lang="en"' in visitor.get("/").text


def test_the_shelf_has_every_box_and_no_form_to_fill(visitor: httpx.Client) -> None:
    page = visitor.get("/").text
    assert re.findall(r'class="lid" href="/g/([\w-]+)"', page) == [game.name for game in tripot.games()]
    assert not re.search(r"<select|type=.(radio|checkbox|text)", page)
    for lang in languages():
        assert language_name(lang) in page


@pytest.mark.parametrize("game", [game.name for game in tripot.games()])
def test_every_box_opens_and_every_rule_is_there(game: str, visitor: httpx.Client) -> None:
    box = visitor.get(f"/g/{game}")
    assert box.status_code == 200
    for level, rating in ratings(game).items():
        assert re.search(rf"<b>{LEVELS[level].name}</b>.*?{rating.points:.0f}</span><q>", box.text)
    for bot in LEVELS.values():
        assert f'href="#f-{bot.face}"' in box.text
        assert f'<symbol id="f-{bot.face}"' in box.text
        assert f".if-{bot.id}" in visitor.get("/static/pages.css").text, "a button cannot say that it is chosen"
    assert f'href="/g/{game}/learn"' in box.text
    rules = visitor.get(f"/g/{game}/rules").text
    assert "Nos arbitrages" in rules
    assert "style=" not in rules


def test_a_public_table_is_on_the_shelf_and_another_is_not(visitor: httpx.Client) -> None:
    private = visitor.post("/g/raise/table", data={"seats": "2"}).url.path
    public = visitor.post("/g/raise/table", data={"seats": "2", "public": "1"}).url.path
    shelf = visitor.get("/").text
    assert public in shelf
    assert private not in shelf


def test_play_works_without_javascript_and_the_device_finds_its_tables(visitor: httpx.Client) -> None:
    page = visitor.post("/g/raise/play", data={"seats": "2"})
    token = re.search(r'name="move" value="([\w-]+)"', page.text)
    decision = re.search(r'name="decision" value="(\d+)"', page.text)
    assert token
    assert decision
    moved = visitor.post(f"{page.url.path}/move", data={"move": token[1], "decision": decision[1]})
    assert moved.status_code == 200
    assert page.url.path in visitor.get("/mine").text
    with httpx.Client(base_url=str(page.url.join("/")), timeout=PATIENCE) as stranger:
        assert page.url.path not in stranger.get("/mine").text
        refused = stranger.post(f"{page.url.path}/move", data={"move": token[1], "decision": decision[1]})
        assert refused.status_code == 403


def test_only_who_sits_at_a_table_or_gives_a_name_can_talk_there(visitor: httpx.Client, house: House) -> None:
    table = visitor.post("/g/raise/play", data={"seats": "2"}).url.path
    assert 'id="called"' not in visitor.get(table).text
    assert visitor.post(f"{table}/chat", data={"text": "Bonne chance !"}).status_code == 200
    with httpx.Client(base_url=house.url, timeout=PATIENCE) as stranger:
        assert 'id="called"' in stranger.get(table).text
        refused = stranger.post(f"{table}/chat", data={"text": "Buy gold"}, headers={"x-tripot": "1"})
        assert (refused.status_code, refused.json()["code"]) == (409, "chat/seated_only")
        said = stranger.post(f"{table}/chat", data={"text": "Hop !", "name": "Léa <3"}, headers={"x-tripot": "1"})
        assert said.status_code == 204
        assert 'value="Léa &lt;3"' in stranger.get(table).text  # remembered
    assert "Buy gold" not in visitor.get(table).text
    assert '<bdi>Léa &lt;3</bdi></b> <span class="label">(spectateur)</span> Hop !' in visitor.get(table).text
    lobby = visitor.post("/g/raise/table", data={"seats": "2"}).url.path
    with httpx.Client(base_url=house.url, timeout=PATIENCE) as stranger:
        stranger.get(lobby)
        early = stranger.post(f"{lobby}/chat", data={"text": "Hop !", "name": "Eve"}, headers={"x-tripot": "1"})
        assert early.status_code == 409  # before play one takes a seat


def test_the_host_of_a_table_can_free_the_seat_of_a_stranger(visitor: httpx.Client, house: House) -> None:
    table = visitor.post("/g/razzia/table", data={"seats": "5", "public": "1"}).url.path
    with httpx.Client(base_url=house.url, timeout=PATIENCE) as stranger:
        stranger.get(table)
        statuses = [stranger.post(f"{table}/sit", data={"seat": str(n), "name": "Eve"}).status_code for n in range(5)]
        assert statuses == [303, 303, 409, 409, 409]
    for seat in (0, 1):
        assert f'id="stand-{seat}"' in visitor.get(table).text
        visitor.post(f"{table}/stand", data={"seat": str(seat)})
    assert "Eve" not in visitor.get(table).text


@pytest.mark.parametrize("game", [game.name for game in tripot.games()])
def test_people_at_one_screen_meet_a_curtain_without_secrets(game: str, visitor: httpx.Client) -> None:
    seats = tripot.load(game).least
    table = visitor.post(f"/g/{game}/table", data={"seats": str(seats)}).url.path
    for seat in range(seats):
        visitor.post(f"{table}/sit", data={"seat": str(seat), "name": f"<Bo {seat}>"})
    curtain = visitor.post(f"{table}/begin").text
    passing = re.search(r'id="lift" href="/t/[\w-]+\?as=(\d)"', curtain)
    secret = r'name="(move|whole)"|id="(card|pick)-|class="fan|data-at="hand-'
    assert passing
    assert f"Passe l’écran à <bdi>&lt;Bo {passing[1]}&gt;</bdi>" in curtain
    assert not re.search(secret, curtain)
    own = visitor.get(f"{table}?as={passing[1]}").text
    assert re.search(secret, own)
    assert f'name="seat" value="{passing[1]}"' in own
    for place in range(seats):
        page = visitor.get(f"{table}?as={place}").text
        assert bool(re.search(secret, page)) != ('id="lift"' in page)


@pytest.fixture
def slow_house(tmp_path: Path) -> Iterator[httpx.Client]:
    """A house whose bots take their time: what is seen in between stays to be seen."""
    house = House(tmp_path / "data", bot_pause=10 * PATIENCE)
    with httpx.Client(base_url=house.url, follow_redirects=True, timeout=PATIENCE) as client:
        yield client
    house.close()


def test_with_a_clock_the_house_plays_for_who_is_away(slow_house: httpx.Client) -> None:
    visitor = slow_house
    table = visitor.post("/g/raise/table", data={"seats": "2", "clock": "1"}).url.path
    visitor.post(f"{table}/sit", data={"seat": "0", "name": "Ada"})
    visitor.post(f"{table}/bot", data={"seat": "1"})
    assert 'class="clock"' in visitor.post(f"{table}/begin").text
    until(lambda: 'id="return-0"' in visitor.get(table).text, "nobody plays for who is away")
    assert 'id="return-0"' not in visitor.post(f"{table}/return", data={"seat": "0"}).text


@pytest.mark.parametrize(
    ("path", "fields", "status", "words"),
    [
        ("/g/poker/play", {}, 404, "Ce jeu n’est pas ici"),
        ("/g/raise/table", {"seats": "9"}, 400, "ne se joue pas à ce nombre"),
        ("/g/raise/table", {"seats": "two"}, 400, "manque quelque chose"),
        ("/g/raise/table", {"seats": "2", "o-luck": "yes"}, 400, "cette option"),
        ("/t/nothing/move", {"move": "pass", "decision": "1"}, 404, "Cette table n’existe pas"),
        ("/lang", {"lang": "de"}, 400, "manque quelque chose"),
        ("/lang", {"lang": "fr", "back": "//evil.example"}, 400, "manque quelque chose"),
    ],
)
def test_bad_input_gets_a_page_in_the_readers_language(
    path: str, fields: dict[str, str], status: int, words: str, visitor: httpx.Client
) -> None:
    visitor.get("/")
    answer = visitor.post(path, data=fields)
    assert answer.status_code == status
    assert words in answer.text.replace("&#39;", "’")
    assert "Traceback" not in answer.text


def test_unknown_addresses_and_long_bodies_are_refused(visitor: httpx.Client) -> None:
    assert visitor.get("/nowhere").status_code == 404
    assert visitor.get("/t/nothing").status_code == 404
    assert visitor.get("/t/nothing/record").status_code == 404
    assert visitor.post("/g/raise/table", data={"seats": "2", "x": "y" * 9000}).status_code == 413
    assert visitor.post("/lang", data={"lang": "en"}, headers={"origin": "http://evil.example"}).status_code == 403


def test_an_odd_cookie_does_no_harm(visitor: httpx.Client) -> None:
    assert visitor.get("/", headers={"cookie": "a{b=1; lang=xx"}).status_code == 200


def test_the_data_folder_is_its_owners_alone(house: House) -> None:
    folder: Path = house.data
    assert folder.stat().st_mode & 0o077 == 0
    for file in folder.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", [game.name for game in tripot.games()])
def test_every_part_of_the_rules_and_every_ruling_cited_can_be_jumped_to(
    game: str, lang: str, visitor: httpx.Client
) -> None:
    page = visitor.get(f"/g/{game}/rules", headers={"accept-language": lang}).text
    places, links = re.findall(r' id="([^"]+)"', page), re.findall(r'href="#([^"]+)"', page.partition("<main")[2])
    assert len(places) == len(set(places))
    assert set(links) <= set(places)
    assert sum(link.startswith("part-") for link in links) > 5
    assert any(not link.startswith("part-") for link in links)


def test_every_option_of_a_new_table_is_asked_in_players_words() -> None:
    for game in tripot.games():
        for lang in ("en", "fr"):
            for name, label, values, _idle in questions(game, lang):
                assert name not in label
                assert all(meaning and meaning != value for value, meaning in values)
                for value, _ in values:
                    game.start(seats=game.least, options={name: value} if value else {})


def test_an_option_is_asked_and_agreed_only_where_it_changes_anything(visitor: httpx.Client) -> None:
    by_name = {question.name: question for question in questions(tripot.load("razzia"), "en")}
    assert by_name["removed_bars"].idle == (4, 5, 6, 7, 8)
    box = visitor.get("/g/razzia").text
    [asked] = re.findall(
        r'<label class="asked([^"]*)"><span>[^<]*</span><select class="field" name="o-removed_bars"', box
    )
    assert asked.split() == [f"not-{n}" for n in (4, 5, 6, 7, 8)]
    form = {"o-removed_bars": "colibri,cotton", "o-leftover": "discard", "clock": "60"}
    pacts = {}
    for seats in ("3", "4"):
        page = visitor.post("/g/razzia/table", data={"seats": seats, **form}).text
        pacts[seats] = re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", page)
    assert ("Temps par coup", "1 min") in pacts["4"]
    few, many = ({what for what, _ in pacts[seats]} for seats in ("3", "4"))
    assert few - many == {question.label for question in questions(tripot.load("razzia"), "fr")}
    assert ("Colibri, Cotton Club") in dict(pacts["3"]).values()


def chosen(page: str, name: str) -> list[str]:
    """The values of the radios of that name that are chosen when a page opens."""
    return re.findall(rf'<input type="radio" name="{name}" value="([^"]*)" checked', page)


@pytest.mark.parametrize(("game", "n"), [(game.name, n) for game in tripot.games() for n in {game.least, game.most}])
def test_the_number_of_players_that_was_chosen_is_the_tables(game: str, n: int, visitor: httpx.Client) -> None:
    assert chosen(visitor.get(f"/g/{game}?n={n}").text, "seats") == [str(n)]
    table = visitor.post(f"/g/{game}/play", data={"seats": str(n)})
    assert len(re.findall(r'class="name"><bdi>', table.text)) == n


def test_without_a_choice_a_table_has_four_seats(visitor: httpx.Client) -> None:
    assert len(re.findall(r'class="name"><bdi>', visitor.post("/g/razzia/play", data={}).text)) == 4
    for wish in ("n=9", "n=x", "n=" + "9" * 5000):
        assert chosen(visitor.get(f"/g/razzia?{wish}").text, "seats") == ["4"]


# -- Company, and one's own tables ------------------------------------------------------


def faces(page: str) -> list[str]:
    """The faces in the panels of the seats."""
    return re.findall(r'href="#f-(\w+)"', page.partition('<ul class="seats"')[2].partition("</ul>")[0])


def play_on(visitor: httpx.Client, table: str) -> None:
    """Play a game of RAISE to its end: each time the first move that is offered."""

    def is_over() -> bool:
        page = visitor.get(table).text
        move = re.search(r'name="move" value="([\w-]+)"', page)
        decision = re.search(r'name="decision" value="(\d+)"', page)
        if move and decision and 'data-yours="1"' in page:
            visitor.post(f"{table}/move", data={"move": move[1], "decision": decision[1]})
        return 'id="rematch"' in page

    until(is_over, "the game does not end")


def test_who_is_new_to_a_game_gets_easy_company_and_is_told(visitor: httpx.Client) -> None:
    easy = [LEVELS[level] for level in EASY]
    shelf, box = visitor.get("/").text, visitor.get("/g/raise").text
    assert shelf.count(f"avec {easy[0].name} et {easy[1].name}") == len(tripot.games())
    assert chosen(box, "bot") == []
    assert f"pour débuter\xa0: {easy[0].name} et {easy[1].name}" in box
    table = visitor.post("/g/raise/play", data={"seats": "4"})
    assert faces(table.text) == [easy[0].face, easy[1].face, easy[0].face]
    assert faces(visitor.post("/g/raise/play", data={"seats": "3", "bot": "master"}).text) == ["irma", "irma"]
    play_on(visitor, visitor.post("/g/raise/play", data={"seats": "2", "o-box": "tiny"}).url.path)
    shelf, box = visitor.get("/").text, visitor.get("/g/raise").text
    assert shelf.count(f"avec {easy[0].name} et {easy[1].name}") == len(tripot.games()) - 1
    assert chosen(box, "bot") == [HOUSE_BOT]
    assert faces(visitor.post("/g/raise/play", data={"seats": "3"}).text) == [LEVELS[HOUSE_BOT].face] * 2
    assert faces(visitor.post("/g/hick-hack/play", data={"seats": "3"}).text) == [level.face for level in easy]


def test_a_game_that_was_given_up_teaches_nothing(visitor: httpx.Client) -> None:
    table = visitor.post("/g/raise/play", data={"seats": "2"}).url.path
    assert 'id="rematch"' in visitor.post(f"{table}/give_up", data={}).text
    assert chosen(visitor.get("/g/raise").text, "bot") == []


def test_the_shelf_goes_on_with_the_game_that_one_has_begun(slow_house: httpx.Client) -> None:
    visitor = slow_house
    assert 'id="continue"' not in visitor.get("/").text
    running = visitor.post("/g/hick-hack/play", data={"seats": "3"}).url.path  # all are asked at once
    visitor.post("/g/raise/table", data={"seats": "2"})
    shelf = visitor.get("/").text
    assert f'id="continue" href="{running}"' in shelf
    assert re.search(r'<section class="strip">.*?Hick Hack.*?Your turn', shelf, re.S)
    assert re.search(r'class="count"[^>]*>1</span>', shelf)
    visitor.post(f"{running}/give_up", data={})
    assert 'id="continue"' not in visitor.get("/").text


def test_my_tables_are_sorted_by_urgency_and_come_in_pages(slow_house: httpx.Client) -> None:
    visitor = slow_house
    assert "#chair" in visitor.get("/mine").text
    mine = visitor.post("/g/hick-hack/play", data={"seats": "3"}).url.path
    given_up = visitor.post("/g/raise/play", data={"seats": "2"}).url.path
    visitor.post(f"{given_up}/give_up", data={})
    waiting = []
    for _ in range(PAGE):
        waiting.append(visitor.post("/g/raise/table", data={"seats": "2"}).url.path)
        visitor.post(f"{waiting[-1]}/sit", data={"name": "Ada"})
    first, second = visitor.get("/mine").text, visitor.get("/mine?page=1").text
    shown = [path for page in (first, second) for path in re.findall(r'href="(/t/[\w-]+)"', page)]
    assert shown == [mine, *reversed(waiting), given_up]
    assert 'href="/mine?page=1"' in first
    assert 'href="/mine?page=0"' in second
    assert "page=2" not in second
    assert visitor.get("/mine?page=" + "9" * 5000).status_code == 200


def test_a_finished_game_tells_place_margin_company_and_when(visitor: httpx.Client) -> None:
    table = visitor.post("/g/raise/play", data={"seats": "3", "o-box": "tiny"}).url.path
    play_on(visitor, table)
    page = visitor.get("/mine").text
    [row] = re.findall(rf'<li>(?:(?!</li>).)*{table}".*?</li>', page, re.S)
    assert re.search(r'class="rank( first)?">(1er|2e|3e)<small>sur 3</small>', row)
    assert re.search(
        r"Score [−\d]+\s: (\d+ (devant|derrière)|à égalité avec|victoire partagée avec) (Lulu|Marcel)", row
    )
    assert "<bdi>Lulu, Marcel</bdi>" in row
    assert "il y a 1 minute" in row
    assert row.count("<svg") == 3  # the cover and two faces


# -- Before the game --------------------------------------------------------------------


def test_a_table_is_filled_with_bots_at_once_but_for_the_host_seat(visitor: httpx.Client, house: House) -> None:
    table = visitor.post("/g/razzia/table", data={"seats": "5"}).url.path
    assert "Complète 4 places avec Gaspard" in visitor.get(table).text
    page = visitor.post(f"{table}/bot", data={"seat": "all", "bot": "expert"}).text
    assert re.findall(r'class="tok xl( g\d)?" viewBox.*?#f-(\w+)', page) == [
        (ground, "gaspard") for ground in ("", " g1", " g2", " g3")
    ]
    with httpx.Client(base_url=house.url, follow_redirects=True, timeout=PATIENCE) as stranger:
        stranger.get("/")
        assert stranger.post(f"{table}/bot", data={"seat": "all"}).status_code == 403
        assert 'id="fill-all"' not in stranger.get(table).text
    page = visitor.post(f"{table}/sit", data={"name": "Ada"}).text
    assert 'id="begin"' in page
    assert 'id="fill-all"' not in page


def test_whoever_sits_down_gets_a_seat_that_is_free(visitor: httpx.Client, house: House) -> None:
    table = visitor.post("/g/razzia/table", data={"seats": "3"}).url.path
    visitor.post(f"{table}/bot", data={"seat": "0"})
    for name in ("Ada", "Bo"):
        assert f"<bdi>{name}</bdi>" in visitor.post(f"{table}/sit", data={"name": name}).text
    with httpx.Client(base_url=house.url, timeout=PATIENCE, headers={"accept-language": "en"}) as late:
        assert 'id="sit-0"' not in late.get(table).text
        refused = late.post(f"{table}/sit", data={"name": "Eve"}, headers={"x-tripot": "1"})
        assert (refused.status_code, refused.json()["code"]) == (409, "seat/taken")


def test_a_guest_is_told_who_invites_and_sees_no_bots_to_seat(visitor: httpx.Client, house: House) -> None:
    table = visitor.post("/g/razzia/table", data={"seats": "3"}).url.path
    visitor.post(f"{table}/sit", data={"name": "Zoë & Co"})
    with httpx.Client(base_url=house.url, timeout=PATIENCE, headers={"accept-language": "en"}) as guest:
        page = guest.get(table).text
    assert "<bdi>Zoë &amp; Co</bdi> invites you to Razzia." in page
    assert not re.search(r'id="(bot-\d|fill-all|begin|stand-\d)"', page)
    assert "Six bars, money on each." in page  # while one waits, the page teaches


def test_from_a_table_one_finds_ones_other_tables(visitor: httpx.Client) -> None:
    page = visitor.post("/g/raise/play", data={"seats": "2"}).text
    assert re.search(rf'<a class="btn bare" href="/mine">.*?{WORDS["fr"]["my tables"]}', page)


def test_without_javascript_a_table_that_waits_comes_again_by_itself_and_by_a_link(slow_house: httpx.Client) -> None:
    page = slow_house.post("/g/razzia-knizia/play", data={"seats": "3"})
    while 'data-yours="1"' in page.text:
        move = re.search(r'name="move" value="(draw|call|pass|bid-\d+)"', page.text)
        decision = re.search(r'name="decision" value="(\d+)"', page.text)
        assert move
        assert decision
        form = {"move": move[1], "decision": decision[1]}
        page = slow_house.post(f"{page.url.path}/move", data=form)
    quiet = re.findall(r"<noscript>(.*?)</noscript>", page.text, re.S)
    assert any(re.search(r'<meta http-equiv="refresh" content="\d+;url=/t/[\w-]+">', part) for part in quiet)
    assert any(f'href="{page.url.path}"' in part for part in quiet)
    over = slow_house.get("/").text
    assert "refresh" not in over
