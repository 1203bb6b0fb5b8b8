"""The page of whoever runs the site, behind a key; and the page that says what is kept."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.waiting import PATIENCE, until
from tests.web.cluster import Cluster
from tests.web.faults import children
from tests.web.house import House
from tests.web.logs import sql
from tests.web.serving import Server, code, open_table, people, serving, sit
from tests.web.test_browser import assert_clean
from tripot.web.keeping_words import ADMIN, PRIVACY
from tripot.web.serve import ADMIN_KEY
from tripot.web.words import WORDS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

KEY = "a key of the host's own"


def key_of(server: Server) -> str:
    """The last one that the server has printed."""
    found: list[str] = until(lambda: re.findall(r"/admin, key (\S+)", server.said()), "the server prints no key")
    return found[-1]


@contextmanager
def visiting(server: Server, key: str = "") -> Iterator[httpx.Client]:
    """Somebody at a browser; with a key they have entered."""
    with httpx.Client(base_url=server.url, follow_redirects=True, timeout=PATIENCE) as visitor:
        if key:
            assert visitor.post("/admin/enter", data={"key": key}).status_code == 200
        yield visitor


def test_without_the_key_nobody_sees_or_ends_anything(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server, visiting(server) as stranger:
        table = people(server, "raise", 2)[0]
        assert table.table not in stranger.get("/admin").text
        wrong = stranger.post("/admin/enter", data={"key": "guess"})
        assert wrong.status_code == 403
        assert ADMIN["en"]["wrong key"] in wrong.text
        for what in ("end", "hand", "host"):
            assert stranger.post(f"/admin/tables/{table.table}/{what}", data={"seat": "0"}).status_code == 403
        stranger.cookies.set("admin", "0" * 64, path="/admin")
        assert table.table not in stranger.get("/admin").text
        tries = [stranger.post("/admin/enter", data={"key": f"guess {n}"}).status_code for n in range(12)]
        assert tries[-1] == 429
        assert not table.view()["over"]
        with visiting(server) as host:
            entered = host.post("/admin/enter", data={"key": key_of(server)}, headers={"x-forwarded-for": "10.0.0.1"})
            cookie = entered.history[0].headers["set-cookie"]
            assert re.fullmatch(r"admin=[0-9a-f]{64}; HttpOnly; Max-Age=43200; Path=/admin; SameSite=strict", cookie)
            assert key_of(server) not in cookie
            assert table.table in entered.text
            host.post("/admin/leave")
            assert table.table not in host.get("/admin").text


def test_whoever_has_the_key_sees_tables_and_troubles_and_steps_in(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        ended, handed = people(server, "raise", 2), people(server, "raise", 2, name="Zoë & Co")
        lobby, broken = open_table(server, "raise", seats=3), people(server, "raise", 2)[0]
        server.stop()
        sql(server.data, f"DELETE FROM events WHERE table_id = '{broken.table}' AND number = 1")
        server.start()
        httpx.get(f"{server.url}/t/{broken.table}", timeout=PATIENCE)
        with visiting(server, key_of(server)) as host:
            page = host.get("/admin").text
            assert f"table {broken.table} cannot be replayed" in page
            for seats in (ended, handed, [lobby]):
                assert f'id="table-{seats[0].table}"' in page
            assert "A bot plays for Zoë &amp; Co" in page
            host.post(f"/admin/tables/{ended[0].table}/end")
            view = ended[0].view()
            assert view["over"]
            assert not view["outcome"]
            assert f"/admin/tables/{ended[0].table}/end" not in host.get("/admin").text
            assert host.post(f"/admin/tables/{ended[0].table}/end").status_code == 409
            guest = sit(server, lobby.table, 1, name="Mei")
            assert code(guest.ask("POST", "begin")) == (403, "table/host_only")
            assert "Mei becomes the host" in host.get("/admin").text
            host.post(f"/admin/tables/{lobby.table}/host", data={"seat": "1"})
            assert code(lobby.ask("POST", "begin")) == (403, "table/host_only")
            assert code(guest.ask("POST", "begin")) == (409, "table/seats_free")
            assert (
                host.post(f"/admin/tables/{lobby.table}/host", data={"seat": "2"}).status_code == 403
            )  # nobody sits there
            assert host.post(f"/admin/tables/{handed[0].table}/host", data={"seat": "1"}).status_code == 409
            host.post(f"/admin/tables/{lobby.table}/end")
            assert code(lobby.ask("GET")) == (401, "token/unknown")  # of no table any more
            host.post(f"/admin/tables/{handed[0].table}/hand", data={"seat": "0"})
            assert host.post(f"/admin/tables/{handed[0].table}/hand", data={"seat": "0"}).status_code == 403
            said = host.get(f"/t/{handed[0].table}").text
            assert "lets a bot play for Zoë &amp; Co" in said
        assert "Traceback" not in server.said()


def test_at_several_processes_any_of_them_knows_the_key_and_who_is_where(postgres: Cluster, tmp_path: Path) -> None:
    store = postgres.new_database()
    with serving(tmp_path / "data", more=("--store", store, "--processes", "2")) as server:
        seats = people(server, "raise", 2)
        with visiting(server, key_of(server)) as host:
            for _ in range(8):  # each on a connection of its own, at whichever process takes it
                page = httpx.get(f"{server.url}/admin", cookies=dict(host.cookies), timeout=PATIENCE).text
                assert f'id="table-{seats[0].table}"' in page
            host.post(f"/admin/tables/{seats[0].table}/end")
            broken = people(server, "raise", 2)[0].table
            sql(store, f"DELETE FROM events WHERE table_id = '{broken}' AND number = 1")
            for pid in children(server):  # nobody has it in memory any more
                os.kill(pid, signal.SIGKILL)
            until(lambda: server.said().count("another one takes its place") == 2, "the processes are not replaced")
            until(lambda: answers(f"{server.url}/t/{broken}"), "nobody serves")
            for _ in range(8):
                page = httpx.get(f"{server.url}/admin", cookies=dict(host.cookies), timeout=PATIENCE).text
                assert f"table {broken} cannot be replayed" in page
                assert "another one takes its place" in page  # which the parent has said
        assert seats[0].view()["over"]


def answers(url: str) -> bool:
    try:
        return bool(httpx.get(url, timeout=PATIENCE).text)
    except httpx.TransportError:
        return False


@pytest.fixture(scope="module")
def kept_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house") / "data", environment={ADMIN_KEY: KEY})
    yield house
    house.close()


@pytest.mark.parametrize(("lang", "width"), [("en", 1280), ("fr", 390)])
def test_both_pages_in_a_browser_are_clean(lang: str, width: int, browser: Browser, kept_house: House) -> None:
    from axe_playwright_python.sync_playwright import Axe

    # axe injects its script, which our content security policy forbids on purpose
    context = browser.new_context(viewport={"width": width, "height": 844}, locale=lang, bypass_csp=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(f"{kept_house.url}/g/raise")
    page.click("#play")
    page.wait_for_selector("#live .felt")
    page.goto(kept_house.url)
    page.click(f"text={WORDS[lang]['privacy']}")
    assert page.inner_text("h1") == PRIVACY[lang]["title"]
    assert_clean(Axe().run(page), "privacy")
    page.goto(f"{kept_house.url}/admin")
    assert_clean(Axe().run(page), "the door")
    page.fill("#key", KEY)
    page.click("#enter")
    page.click(".steps summary")
    assert_clean(Axe().run(page), "admin")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click(f"text={ADMIN[lang]['end game']}")
    page.wait_for_selector(".rows li:not(:has(.steps))")
    context.close()
