"""How often one may ask a real server: limits by address and table, which a new cookie does not lift, and room for a club."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator
from itertools import count, cycle, islice
from pathlib import Path

import httpx
import pytest

from tests.web.serving import Server, open_table, serving
from tripot.web import security

TOO_MANY = 429


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("site") / "data") as found:
        yield found


def post(server: Server, path: str, device: str, address: str, **form: str) -> int:
    headers = {"cookie": f"tripot={device}", "x-forwarded-for": address}
    return httpx.post(f"{server.url}{path}", data=form, headers=headers).status_code


def new_device() -> str:
    return secrets.token_urlsafe(32)


def until_refused(statuses: Iterator[int], usual: int = 303) -> int:
    """How many were let in before somebody was told to slow down; how soon that is depends on how quick the machine is."""
    for done, status in enumerate(islice(statuses, 300)):
        if status == TOO_MANY:
            return done
        assert status == usual
    raise AssertionError("nobody was told to slow down")


def test_new_cookies_do_not_help_who_sits_down_and_gets_up_all_the_time(server: Server) -> None:
    table = open_table(server, "razzia", seats=8, public=True).table

    def restless() -> Iterator[int]:
        while True:
            device = new_device()
            yield post(server, f"/t/{table}/sit", device, "198.51.100.1", seat="1", name="Eve")
            yield post(server, f"/t/{table}/stand", device, "198.51.100.1", seat="1")

    assert until_refused(restless()) >= 16  # eight people who change their mind once
    other = post(server, f"/t/{table}/sit", new_device(), "198.51.100.2", seat="2", name="Bo")
    assert other == 303  # it is not somebody else's fault


def test_several_devices_of_one_address_cannot_fill_the_chat(server: Server) -> None:
    table = open_table(server, "razzia", seats=8).table
    devices = [new_device() for _ in range(7)]
    for seat, device in enumerate(devices, 1):
        assert post(server, f"/t/{table}/sit", device, "198.51.100.3", seat=str(seat), name=f"Eve {seat}") == 303
    few = devices * security.CHAT.burst  # no more than each of them alone may say
    assert until_refused(post(server, f"/t/{table}/chat", device, "198.51.100.3", text="Gold") for device in few) >= 15


def test_a_club_behind_one_address_can_begin_together(server: Server) -> None:
    statuses = [
        post(server, "/g/raise/table", new_device(), "198.51.100.4", seats="2")
        if person % 2
        else server.http.post(
            "/tables", json={"game": "raise"}, headers={"x-forwarded-for": "198.51.100.4"}
        ).status_code
        for person in range(60)
    ]
    assert Counter(statuses) == {201: 30, 303: 30}


def test_who_runs_the_site_says_what_an_address_may_do(tmp_path: Path) -> None:
    with serving(tmp_path / "data", more=("--tables-per-minute", "3", "--acts-per-second", "1")) as server:
        opening = (post(server, "/g/raise/table", new_device(), "198.51.100.5", seats="2") for _ in count())
        assert until_refused(opening) >= 3
        table = open_table(server, "raise", seats=4).table
        moves = (
            post(server, f"/t/{table}/move", new_device(), "198.51.100.6", move="pass", decision="0") for _ in count()
        )
        assert until_refused(moves, 403) >= 3  # strangers' moves are refused in any case, but not looked at for ever
    more = ("--seats-per-minute", "3", "--chat-per-minute", "12", "--moves-per-second", "1")
    with serving(tmp_path / "other", more=more) as server:
        host = open_table(server, "raise", seats=4)
        sitting = (
            post(server, f"/t/{host.table}/{what}", host.token, "198.51.100.7", seat="1", name="Ada")
            for what in cycle(("sit", "stand"))
        )
        assert 4 <= until_refused(sitting) < security.SEATS.burst
        lines = (post(server, f"/t/{host.table}/chat", host.token, "198.51.100.8", text="Gold") for _ in count())
        assert 2 <= until_refused(lines) < security.CHAT.burst
        moves = (post(server, f"/t/{host.table}/move", host.token, "198.51.100.8", move="x") for _ in count())
        assert 2 <= until_refused(moves, 400) < security.MOVES.burst
