"""A model at a table of a real site, over the HTTP API."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator

import pytest

from tests.web.serving import Server, good, open_table, people, serving
from tripot.adapters.mcp import Host
from tripot.adapters.site import SiteTable
from tripot.errors import TripotError

PROGRAM = (sys.executable, "-c", "import sys; from tripot.cli import main; sys.exit(main())")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("site") / "data", PROGRAM) as found:
        yield found


def test_a_whole_game_against_the_bots_of_the_site(server: Server) -> None:
    client = open_table(server, "razzia-knizia", seats=2, bots="random")
    table = SiteTable(server.url, client.table, client.token)
    host, chooser = Host(table), random.Random(1)
    assert "cheque" in table.rules()
    assert "Answer with one of these moves" in table.look()
    assert "no move can be read in 'banana'" in host.play("banana")
    for _ in range(400):
        text = host.play(str(chooser.randrange(len(table.data["legal_moves"])) + 1))
        if table.is_over:
            break
    assert table.verdict is not None
    assert f"You have {table.verdict.result} this game." in text
    assert table.verdict.mistakes == 1
    assert table.verdict.scores == tuple(good(client.ask("GET"))["scores"])
    with pytest.raises(TripotError, match="stays there"):
        host.begin()


def test_who_is_not_asked_is_told_to_wait(server: Server) -> None:
    first, second = people(server, "raise", 2)
    tables = [SiteTable(server.url, each.table, each.token, patience=0.1, show_legal=False) for each in (first, second)]
    assert "Answer with your move." in tables[0].look()
    choice = tables[0].data["legal_moves"][0]
    assert "The others are thinking" in tables[0].play(f"I play {choice.replace('-', ' ')}")
    assert tables[1].is_asked
    other = tables[1].data["legal_moves"][-1]
    tables[1].play(other)
    assert tables[0].look() != ""
    assert tables[0].data["number"] == tables[1].data["number"]


def test_what_the_site_refuses_is_said(server: Server) -> None:
    client = open_table(server, "raise", seats=2, bots="random")
    with pytest.raises(TripotError):
        SiteTable(server.url, client.table, "no-such-token")
    with pytest.raises(TripotError):
        SiteTable(server.url, "no-such-table", client.token)
    with pytest.raises(TripotError, match="does not answer"):
        SiteTable("http://127.0.0.1:9", client.table, client.token)


@pytest.mark.parametrize("name", ["razzia-knizia", "raise"])
def test_a_theme_hides_the_game_at_a_site_too(server: Server, name: str) -> None:
    client = open_table(server, name, seats=2, bots="random")
    table = SiteTable(server.url, client.table, client.token, theme=3)
    assert table.theme is not None
    host = Host(table)
    said = [table.rules(), table.look(), host.play("banana"), host.games()]
    real = table.data["legal_moves"][-1]
    said.append(host.play(real))  # nor is the real word understood
    assert table.mistakes == 2 or not table.theme.words.keys() & set(re.findall("[a-z]+", real))
    before = table.data["number"]
    said.append(host.play(table.theme.hide(table.data["legal_moves"][0])))
    assert table.data["number"] > before or table.is_over
    assert set(re.findall("[a-z]+", "\n".join(said).lower())) & set(table.theme.words) == set()
    assert host.answer(host.begin).startswith("Refused: this seat is at a table of a site")
