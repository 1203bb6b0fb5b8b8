"""One seat in every company: what is played, what is kept, and what is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from bench import company
from bench.company import Deal

import tripot

ASKED = ["expert", "random", "--levels", "random,beginner", "--games", "raise", "--deals", "3", "--workers", "1"]


def test_both_bots_sit_in_the_same_seats_of_the_same_deals_at_every_table() -> None:
    deals = company.plan(company.read_arguments([*ASKED, "--first", "7"]))
    by_bot = {
        name: [replace(deal, bot="", played_by="") for deal in deals if deal.bot == name]
        for name in ("expert", "random")
    }
    assert by_bot["expert"] == by_bot["random"]
    assert {(deal.seats, deal.rivals, deal.number) for deal in deals} == {
        (seats, rivals, number)
        for seats in tripot.load("raise").seats
        for rivals in ("random", "beginner")
        for number in (7, 8, 9)
    }
    assert len(deals) == 2 * len(by_bot["expert"])
    of_three = [deal for deal in deals if deal.seats == 3 and deal.bot == "expert"]
    assert {deal.bots.index("expert") for deal in of_three} == {0, 1, 2}
    assert all(deal.bots.count(deal.rivals) == 2 for deal in of_three)


def test_an_interrupted_run_goes_on_and_says_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, begun = tmp_path / "whole.jsonl", tmp_path / "begun.jsonl"
    assert company.main([*ASKED, "--out", str(whole)]) == 0
    told = capsys.readouterr().out
    lines = whole.read_text(encoding="utf-8").splitlines(keepends=True)
    begun.write_text("".join(lines[:20]) + lines[20][:9], encoding="utf-8")
    assert company.main([*ASKED, "--out", str(begun)]) == 0
    assert capsys.readouterr().out == told
    assert sorted(company.read(begun).items(), key=str) == sorted(company.read(whole).items(), key=str)


def test_games_of_other_code_or_settings_are_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.jsonl"
    assert company.main([*ASKED, "--out", str(file)]) == 0
    count = len(company.read(file))
    assert company.main([*ASKED, "--out", str(file)]) == 0
    assert len(company.read(file)) == count
    monkeypatch.setattr(company, "stamp", lambda *asked: "another")
    assert company.main([*ASKED, "--out", str(file)]) == 0
    assert len(company.read(file)) == 2 * count


def test_a_setting_belongs_to_the_bot_before_it() -> None:
    words = ["expert", "random", "--games", "raise", "--deals", "1", "--levels", "flat:simulations=4,rounds=1,random"]
    deals = company.plan(company.read_arguments(words))
    assert {deal.rivals for deal in deals} == {"flat:simulations=4,rounds=1", "random"}


def test_the_difference_is_by_deal() -> None:
    found = {
        Deal("raise", 2, "random", name, number): share
        for name, shares in (("a", (1.0, 1.0, 0.5, 0.0)), ("b", (0.0, 1.0, 0.5, 0.0)))
        for number, share in enumerate(shares)
    }
    lines = company.tables(("a", "b"), found).splitlines()
    assert lines[2] == "| raise | random | 62.5% | 37.5% | +25.0 ± 49.0 | 4 |"
    assert lines[-1] == "| raise | 2 | 62.5% | 37.5% | +25.0 ± 49.0 | 4 |"


def test_an_unknown_bot_is_said_before_anything_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "none.jsonl"
    assert company.main(["expert", "nobody", "--out", str(file)]) == 2
    assert "nobody" in capsys.readouterr().err
    assert not file.exists()
