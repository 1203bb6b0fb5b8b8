"""Records that are handed in, over real HTTP: whose game, its review, and in players' words what cannot be read."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

import tripot
from tests.waiting import PATIENCE, until
from tests.walks import played
from tests.web.house import House
from tripot.laws.walks import tiny
from tripot.play.names import seat_names
from tripot.web.drawing.handed import SAY
from tripot.web.handing_in import read
from tripot.web.refusals import REFUSALS, Refused
from tripot.web.security import MAX_BODY, MAX_RECORD

GAME = "raise"
NAMES = {0: "Ada <b>", 1: "Madame Irma"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("house") / "data", more=("--review-seconds", "1"))
    yield found
    found.close()


@pytest.fixture(scope="module")
def record() -> str:
    position = played(GAME, 2, 1, tiny(tripot.load(GAME)))
    return str(position.record(names=NAMES))


def visitor(house: House) -> httpx.Client:
    headers = {"accept-language": "en"}
    return httpx.Client(base_url=house.url, follow_redirects=True, headers=headers, timeout=PATIENCE)


def handed_in(client: httpx.Client, text: str, **more: str) -> httpx.Response:
    """Sent as a browser sends the form: with a file, and the field for its text left empty."""
    files: dict[str, tuple[str | None, bytes]] = {"file": ("game.txt", text.encode()), "record": (None, b"")}
    return client.post("/review", files=files | {key: (None, value.encode()) for key, value in more.items()})


def test_a_record_is_read_whose_game_is_asked_and_its_review_is_its_owners(house: House, record: str) -> None:
    with visitor(house) as ada, visitor(house) as bo:
        assert "record-file" in ada.get("/review").text
        asked = handed_in(ada, record)
        assert asked.status_code == 200
        assert "Ada &lt;b&gt;" in asked.text
        assert asked.text.count('name="seat"') == 2
        found = handed_in(ada, record, seat="0")
        assert found.status_code == 200
        path = found.url.path
        assert path.endswith("/review/0")
        until(lambda: "share-review" in ada.get(path).text, "no review")
        assert bo.get(path).status_code == 404
        assert bo.post(f"{path}/share", data={"on": "1"}).status_code == 403
        table = path.removesuffix("/review/0")
        assert ada.get(f"{table}/record").text.partition("\n\n")[2] == record.partition("\n\n")[2]
        assert "\nbot 1 master\n" in ada.get(f"{table}/record").text
        end = ada.get(table).text
        assert "again-deal" not in end
        assert ada.get(f"{table}/verify").status_code == 409
        assert ada.post(f"{table}/again/0/deal").status_code == 409
        assert "figures-raise" not in ada.get("/figures").text
        house.kill()
        house.start()
        assert "sumline" in ada.get(path).text  # it is in the log


def test_the_text_may_be_pasted_and_without_its_end_choices_are_judged(house: House, record: str) -> None:
    half = "\n".join(record.splitlines()[:-4]) + "\n1 no"
    with visitor(house) as ada:
        asked = ada.post("/review", files={"file": ("", b""), "record": (None, half.replace("\n", "\r\n"))})
        for note in ("cut", "unfinished"):
            assert SAY["en"][note] in asked.text
        found = handed_in(ada, half, seat="1")
        until(lambda: "rchart" in ada.get(found.url.path).text, "no review")
        page = ada.get(found.url.path).text
        assert "sumline" not in page
        assert ada.get(found.url.path.removesuffix("/review/1")).status_code == 200
        assert ada.get(found.url.path.removesuffix("review/1") + "replay").status_code == 200


def test_names_and_bots_come_from_the_record(record: str) -> None:
    found = read(record, "fr")
    assert found.names == ("Ada <b>", "Madame Irma")
    assert found.bots == (None, "master")
    assert read(record.replace("name 1", "bot 0 casual\nname 1"), "fr").bots == ("casual", None)
    plain = "\n".join(line for line in record.splitlines() if not line.startswith("name")) + "\n"
    assert read(plain, "fr").names == seat_names(2, "fr")


def changed(record: str, which: str, to: str) -> str:
    """The record with another line in the place of those that begin so."""
    return "".join(f"{to}\n" if line.startswith(which) else f"{line}\n" for line in record.splitlines())


@pytest.mark.parametrize(
    ("which", "to", "code"),
    [
        ("tripot-record", "hello", "record/unreadable"),
        ("tripot-record", "tripot-record 2", "record/unreadable"),
        ("game", "game whist", "record/game"),
        ("rules", "rules 99", "record/rules"),
        ("option", "option box=huge", "record/head"),
        ("end", "end 1 1", "record/unreadable"),
        ("0 ", "0 nonsense", "record/line"),
        ("name 0", "from {}", "record/middle"),
    ],
)
def test_what_cannot_be_reviewed_is_said_in_players_words(record: str, which: str, to: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read(changed(record, which, to), "en")
    assert refused.value.code == code


def test_the_sentence_stands_on_the_page_beside_what_was_sent(house: House, record: str) -> None:
    with visitor(house) as ada:
        bad = changed(record, "0 ", "0 nonsense")
        line = next(number for number, row in enumerate(bad.splitlines(), 1) if row == "0 nonsense")
        answer = handed_in(ada, bad)
        assert answer.status_code == 400
        assert REFUSALS["record/line"].sentence.format(line=line) in answer.text
        assert "0 nonsense" in answer.text
        assert handed_in(ada, record, seat="9").status_code == 404
        assert ada.post("/review", files={"file": ("x", b"\xff\xfe\x00")}).status_code == 400
        assert ada.post("/review", data={"record": ""}).status_code == 400
        start = record.partition("\n\n")[0]
        assert REFUSALS["record/empty"].sentence in handed_in(ada, f"{start}\n\n").text


def test_a_record_may_be_longer_than_other_forms_but_not_endless(house: House) -> None:
    with visitor(house) as ada:
        assert handed_in(ada, "#" * (2 * MAX_BODY)).status_code == 400
        assert handed_in(ada, "#" * MAX_RECORD).status_code == 413
        assert ada.post("/lang", content=b"x" * (MAX_BODY + 1)).status_code == 413
