"""What the tests of the site share: one browser and one house for all who only play in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.cluster import Cluster, cluster
from tests.web.house import House

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")  # while Playwright runs, no other test of the process can have an event loop
def browser() -> Iterator[Browser]:
    from tests.web.browsing import chromium

    with chromium() as browser:
        yield browser


@pytest.fixture(autouse=True)
def pages_closed(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a test opens in the browser is closed after it: a page that stays open goes on listening and drawing."""
    if "browser" not in request.fixturenames:
        yield
        return
    browser: Browser = request.getfixturevalue("browser")
    kept = list(browser.contexts)  # of fixtures for a whole module
    yield
    for context in browser.contexts:
        if context not in kept:
            context.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house") / "data")
    yield house
    house.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    with cluster() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """Where a store is to be: a folder, and in the other half of the tests the address of a new database."""
    if request.param == "sqlite":
        return tmp_path
    found: Cluster = request.getfixturevalue("postgres")
    return found.new_database()
