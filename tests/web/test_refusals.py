"""What players read when something is refused: their own words, in both languages, for everything that can be refused."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import httpx
import pytest

import tripot
from tests.waiting import PATIENCE
from tests.web.house import House
from tripot.errors import IllegalMove, TripotError
from tripot.language import languages
from tripot.web.refusals import REFUSALS, SENTENCES, Refused, sentence

SOURCE = Path(tripot.__file__).parent
CODE = re.compile(r"[a-z]+/[a-z_]+")
MEDIA = ("text/", "application/", "image/")
ADDRESSES = count(1)


def sources() -> list[Path]:
    """Everything that a request may run through: the site, and the errors that all layers share."""
    found = sorted((SOURCE / "web").rglob("*.py"))
    return [SOURCE / "errors.py", *(file for file in found if file.name != "refusals.py")]


def codes() -> set[str]:
    """Every text of the site's source that is spelt like a code."""
    found = set()
    for file in sources():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                found.add(node.value)
    return {code for code in found if not code.startswith(MEDIA)}


def raised() -> Iterator[tuple[str, str, set[str], str]]:
    """Every refusal in the source: its code, the message and the facts it gives, and where it stands."""
    for file in sources():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                code = node.args[0]
                assert isinstance(code, ast.Constant), f"{file}:{node.lineno}: a code that cannot be looked up"
                message = ast.literal_eval(node.args[1]) if len(node.args) > 1 else ""
                yield str(code.value), message, {str(fact.arg) for fact in node.keywords}, f"{file.name}:{node.lineno}"


def test_every_code_of_the_site_has_a_sentence_in_every_language() -> None:
    assert {"seat/taken", "move/illegal", "name/bad", "server/broken"} <= codes()
    assert codes() - REFUSALS.keys() == set()
    assert all(SENTENCES[lang].keys() == REFUSALS.keys() for lang in languages())


def test_no_sentence_is_left_over() -> None:
    assert {code for code in REFUSALS if not code.startswith("http/")} == codes()


def test_sentences_need_no_fact_that_some_refusal_does_not_give() -> None:
    found = list(raised())
    assert len(found) > 40
    for code, message, given, where in found:
        for line in (*(SENTENCES[lang][code] for lang in languages()), message or REFUSALS[code].message):
            assert set(re.findall(r"{(\w+)}", line)) <= given, where


def test_programs_are_told_what_the_declaration_says_or_else_what_the_place_says() -> None:
    for code, message, _, where in raised():
        assert bool(message) != bool(REFUSALS[code].message), where


def test_sentences_begin_with_a_capital_end_with_a_stop_and_speak_no_jargon() -> None:
    for lang in languages():
        for code, line in SENTENCES[lang].items():
            assert re.match(r"[A-ZÀÉ{]", line), (code, lang)
            assert line.endswith((".", "!", "?")), (code, lang)
            if code.partition("/")[0] not in ("token", "request", "deal"):  # these speak to programs too
                assert not re.search(r"\b(field|token|seat \d|event|champ|jeton|vous|votre)\b", line), (code, lang)
    assert all("'" not in line for line in SENTENCES["fr"].values())


@pytest.mark.parametrize("lang", languages())
def test_a_message_for_programmers_is_never_the_players(lang: str) -> None:
    errors = [
        Refused("move/incomplete", "{move} is only a part of the choice", move="yellow-3b"),
        IllegalMove("hick-hack, seat 0, event 24: the move is complete before 'black-4b'"),
        Refused("seat/not_yours", "this token belongs to a seat of another table"),
        Refused("new/code", "something that has no words yet, at seat {seat}", seat=0),
        TripotError("table x7: the log has an event of unknown kind 'y'"),
        ValueError("list index out of range"),
    ]
    for error in errors:
        line = sentence(error, lang)
        assert line in SENTENCES[lang].values()
        assert str(error) not in line


def test_who_sits_there_already_is_called_by_name() -> None:
    refused = Refused("seat/taken", "seat {seat} is taken by {name}", seat=1, name="Zoë {0}")
    assert sentence(refused, "fr").startswith("Zoë {0} ")


# -- On the site ------------------------------------------------------------------------


@pytest.fixture
def visitor(house: House) -> Iterator[httpx.Client]:
    headers = {"accept-language": "fr", "x-forwarded-for": f"203.0.113.{next(ADDRESSES)}"}
    with httpx.Client(base_url=house.url, follow_redirects=True, headers=headers, timeout=PATIENCE) as client:
        yield client


def cards_to_lay(page: httpx.Response) -> tuple[list[tuple[str, str]], str]:
    """The boxes of a pair in Hick Hack, and the decision."""
    decision = re.search(r'name="decision" value="(\d+)"', page.text)
    assert decision
    return re.findall(r'name="(c\d)" value="([\w-]+)"[^>]*(?<!disabled)>', page.text), decision[1]


@pytest.mark.parametrize("cards", [0, 1, 3])
def test_a_wrong_number_of_cards_is_refused_in_players_words_on_the_same_page(
    cards: int, visitor: httpx.Client
) -> None:
    page = visitor.post("/g/hick-hack/play", data={"seats": "2"})
    boxes, decision = cards_to_lay(page)
    assert len(boxes) >= 3
    form = {"decision": decision, "whole": "1"} | dict(boxes[:cards])
    refused = visitor.post(f"{page.url.path}/move", data=form)
    assert refused.status_code in (400, 409)
    alert = re.search(r'id="oops" role="alert">([^<]+)<', refused.text)
    assert alert
    assert alert[1].replace("&#39;", "’") in SENTENCES["fr"].values()
    assert 'id="whole"' in refused.text, "the hand is gone"
    assert f'name="back" value="{page.url.path}"' in refused.text, "another language would lead nowhere"
    assert not any(token in alert[1] for _, token in boxes)
    again = visitor.post(f"{page.url.path}/move", data=form, headers={"x-tripot": "1"})
    assert again.json()["message"] == alert[1]


def test_the_api_keeps_its_exact_english_message(house: House) -> None:
    with httpx.Client(base_url=f"{house.url}/api", timeout=PATIENCE, headers={"accept-language": "fr"}) as client:
        body = {"game": "hick-hack", "seats": 2, "bots": "random"}
        made = client.post("/tables", json=body, headers={"x-forwarded-for": "203.0.113.250"}).json()
        bearer = {"authorization": f"Bearer {made['token']}"}
        one = made["legal_moves"][0].split()[0]
        move = {"move": one, "number": made["number"]}
        answer = client.post(f"/tables/{made['id']}/moves", json=move, headers=bearer)
    assert answer.json() == {"code": "move/incomplete", "message": f"{one} is only a part of the choice"}


def test_a_page_and_the_api_refuse_the_same_with_the_same_status(visitor: httpx.Client) -> None:
    page = visitor.post("/g/raise/table", data={"seats": "9"}, headers={"x-tripot": "1"})
    program = visitor.post("/api/tables", json={"game": "raise", "seats": 9})
    assert (
        (page.status_code, page.json()["code"]) == (program.status_code, program.json()["code"]) == (400, "seats/bad")
    )


def test_what_the_guard_refuses_speaks_the_readers_language(visitor: httpx.Client) -> None:
    answer = visitor.post("/lang", data={"lang": "en"}, headers={"origin": "http://evil.example"})
    assert answer.status_code == 403
    assert json.loads(answer.text)["message"] == SENTENCES["fr"]["request/cross_site"]
    program = visitor.post("/api/tables", json={}, headers={"origin": "http://evil.example"})
    assert program.json()["message"].startswith("this was sent by a page of another site")


def test_what_the_framework_refuses_speaks_the_readers_language(visitor: httpx.Client) -> None:
    assert SENTENCES["fr"]["http/404"] in visitor.get("/nowhere").text.replace("&#39;", "’")
    assert SENTENCES["fr"]["http/405"] in visitor.get("/lang").text.replace("&#39;", "’")
