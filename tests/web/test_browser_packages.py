"""A game of another package on the site, in a real browser: on the shelf, and at a table with the default board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.packages import environment, put
from tests.web.browsing import CALM, PHONE, WIDE, Person, play_to_the_end
from tests.web.house import House

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_a_game_with_rules_and_tokens_alone_is_played_from_the_shelf_to_the_end(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path)
    monkeypatch.setenv("PYTHONPATH", environment(tmp_path)["PYTHONPATH"])
    house = House(tmp_path / "data")
    try:
        ada = Person(browser, house, "en", WIDE, **CALM)
        ada.go("/")
        ada.page.click("a[href='/g/goofspiel']")
        assert ada.page.locator("h1").inner_text() == "Goofspiel"
        ada.page.click("#play")
        ada.page.wait_for_selector("#live .felt")
        play_to_the_end([ada], seed=1)
        ada.page.click("#last-board summary")
        assert "prizes still face down" in ada.page.locator("#last-board .felt").inner_text()
        bob = Person(browser, house, "fr", PHONE, **CALM)
        bob.go("/g/goofspiel/rules")
        assert "de 2 à 7 joueurs" in bob.page.inner_text("main")
        assert bob.errors == []
    finally:
        house.close()
