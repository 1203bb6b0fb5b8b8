"""A host's tools, on what a real site has written: copied to another store and back, saved, looked through, deleted."""

from __future__ import annotations

import asyncio
import json
import stat
from pathlib import Path
from typing import Any

import pytest

from tests.web.cluster import Cluster
from tests.web.logs import FILE, opened, sql
from tests.web.test_hub import bots, in_hubs, people
from tripot.cli import main
from tripot.web.sqlite_file import held
from tripot.web.store import Whole


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A finished game, a running one, and a lobby."""
    folder = tmp_path / "club"

    async def play(hubs: Any) -> None:
        hub = await hubs.open()
        finished = await bots(hub)
        assert finished.bots is not None
        await finished.bots
        await people(hub, clock=60)
        await hub.create("razzia", 3, {}, "host", is_public=True)

    in_hubs(folder, play)
    return folder


def everything(store: str | Path) -> list[Whole]:
    async def read() -> list[Whole]:
        async with opened(store) as log:
            return [await log.whole(table) for table in await log.table_ids()]

    return asyncio.run(read())


def said(capsys: pytest.CaptureFixture[str], *words: str | Path, code: int = 0) -> str:
    assert main([str(word) for word in words]) == code
    found = capsys.readouterr()
    if code == 2:
        assert len(found.err.strip().splitlines()) == 1
    return found.out + found.err


def test_a_club_moves_to_postgresql_and_back_and_is_the_same(
    club: Path, tmp_path: Path, postgres: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    url, back = postgres.new_database(), tmp_path / "back"
    before = everything(club)
    assert len(before) == 3
    assert "3 tables" in said(capsys, "move-store", club, url)
    assert everything(url) == everything(club) == before
    assert "0 faults" in said(capsys, "check", url)
    assert "not empty" in said(capsys, "move-store", club, url, code=2)
    assert "3 tables" in said(capsys, "move-store", url, back)
    assert everything(back) == before
    assert "not empty" in said(capsys, "move-store", url, back, code=2)
    with held(club):
        assert "in use" in said(capsys, "move-store", club, tmp_path / "third", code=2)
    assert "there is no" in said(capsys, "move-store", tmp_path / "nowhere", url, code=2)


def test_a_backup_is_whole_and_its_owners_alone(club: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy" / FILE
    copy.parent.mkdir()
    with held(club):  # while the site runs
        said(capsys, "backup", club, copy)
    assert everything(copy.parent) == everything(club)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert "exists already" in said(capsys, "backup", club, copy, code=2)
    assert "there is no" in said(capsys, "backup", tmp_path, tmp_path / "x", code=2)


def test_a_look_through_the_tables_finds_what_is_wrong_and_names_no_card(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "3 tables, 0 faults" in said(capsys, "check", club)
    running = next(row for row in everything(club) if row.listed and '"over":false,' in row.listed.body and row.places)
    sql(club, f"DELETE FROM events WHERE table_id = '{running.table}' AND number = 2")
    found = json.loads(said(capsys, "check", club, "--json", code=1))
    assert [(fault["table"], fault["what"]) for fault in found["faults"]] == [
        (running.table, "cannot be replayed: event 2, ValueError")
    ]
    listed = said(capsys, "inspect", club)
    assert all(word in listed for word in (running.table, "raise", "over", "running", "waiting", "P0, P1"))
    events = [json.loads(line) for line in said(capsys, "inspect", club, running.table, "--json").splitlines()]
    assert [event["kind"] for event in events][:2] == ["created", "sat"]
    assert all("body" not in event for event in events)
    assert "body" in said(capsys, "inspect", club, running.table, "--json", "--bodies")
    assert "there is no table" in said(capsys, "inspect", club, "nowhere", code=2)


def test_what_is_deleted_is_in_no_file_any_more(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, *others = everything(club)
    with held(club):
        assert "in use" in said(capsys, "forget", club, first.table, code=2)
    said(capsys, "forget", club, first.table)
    assert everything(club) == others
    assert not any(first.table.encode() in file.read_bytes() for file in club.iterdir())
    assert "there is no table" in said(capsys, "forget", club, first.table, code=2)
    sql(club, f"UPDATE listings SET at = 1e9 + 3e10 WHERE table_id = '{others[0].table}'")
    assert others[1].table in said(capsys, "tidy", club, "--older-than", "90")
    assert everything(club)[1:] == others[1:]
    assert "1 tables deleted" in said(capsys, "tidy", club, "--older-than", "90", "--yes")
    assert [row.table for row in everything(club)] == [others[0].table]
