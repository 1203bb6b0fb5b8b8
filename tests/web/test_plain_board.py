"""Games of a package of their own that have rules and tokens alone are played on the site, in a real browser."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

import tripot
from tests.web.browsing import ADDRESSES, PATIENCE, PHONE, WIDE, at_pace, quick_options
from tests.web.house import House

GAMES = [game.name for game in tripot.games()]
TITLE = "Bare <i>&"
DECLARATION = """
from tripot.play.game import Game
from . import rules, tokens
GAME = Game(name="bare-{name}", title="{title} {name}", designer="No<b>body", least={least}, most={most},
    rules=rules, tokens=tokens)
"""
MOST = 2000  # looks at a table


def write_package(folder: Path, game: tripot.Game) -> str:
    """A copy of a game's rules and tokens without anything else; the line of its entry point."""
    package = folder / f"bare_{game.stem}"
    package.mkdir()
    with game.file("rules.py").open("rb") as rules, (package / "rules.py").open("wb") as copied:
        shutil.copyfileobj(rules, copied)
    tokens = f"MOVES = {game.spelling.moves!r}\nOUTCOMES = {game.spelling.outcomes!r}\n"
    (package / "tokens.py").write_text(tokens, encoding="utf-8")
    facts = {"name": game.name, "title": TITLE, "least": game.least, "most": game.most}
    (package / "__init__.py").write_text(DECLARATION.format(**facts), encoding="utf-8")
    return f"bare-{game.name} = bare_{game.stem}:GAME"


@pytest.fixture(scope="module")
def bare_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house where such a package is installed."""
    folder = tmp_path_factory.mktemp("bare")
    lines = [write_package(folder, game) for game in tripot.games()]
    info = folder / "bare_games-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bare-games\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("\n".join(["[tripot.games]", *lines, ""]), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]))
        house = House(tmp_path_factory.mktemp("house") / "data")
    yield house
    house.close()


def sit_down(
    browser: Browser,
    house: House,
    game: str,
    seats: int,
    lang: str,
    size: dict[str, int],
    options: dict[str, str] | None = None,
    **more: Any,
) -> Page:
    """A page at a new table with random bots."""
    address = {"x-forwarded-for": f"203.0.113.{next(ADDRESSES)}"}
    context = browser.new_context(viewport=size, locale=lang, extra_http_headers=address, **more)  # type: ignore[arg-type]
    context.add_init_script(at_pace())
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{house.url}/g/bare-{game}")
    assert TITLE in page.inner_text("h1")
    wishes = {"bot": "random", "seats": str(seats)} | (options or {})
    opened = page.request.post(f"{house.url}/g/bare-{game}/play", form=wishes)  # type: ignore[arg-type]
    page.goto(opened.url)
    return page


def act(page: Page, chooser: random.Random) -> bool:
    """Press one of the buttons of the moves, if there are any."""
    buttons = page.locator("#live button[name=move]")
    if not buttons.count():
        page.wait_for_timeout(20)
        return False
    with page.expect_navigation():
        buttons.nth(chooser.randrange(buttons.count())).click()
    return True


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_a_board_is_played_to_its_end_without_javascript(
    game: str, browser: Browser, bare_house: House
) -> None:
    seats = tripot.load(game).least
    page = sit_down(browser, bare_house, game, seats, "fr", PHONE, quick_options(game), java_script_enabled=False)
    chooser, acted, table = random.Random(1), 0, page.url
    for _ in range(MOST):
        if page.locator("#rematch").count():
            break
        acted += act(page, chooser)
        if not page.locator("#live[data-yours='1']").count():  # others move, or this move was refused
            page.goto(table)
    assert page.locator("#rematch").count(), "the game does not end"
    assert acted > 1
    assert page.locator(".plain .log table tr").count() == seats


@pytest.mark.parametrize(("game", "lang"), list(zip(GAMES, cycle(("en", "fr")), strict=False)))
def test_the_default_board_is_accessible_and_fits_wide_and_on_the_phone(
    game: str, lang: str, browser: Browser, bare_house: House
) -> None:
    found = tripot.load(game)
    size = WIDE if lang == "en" else PHONE
    page = sit_down(browser, bare_house, game, found.most, lang, size, bypass_csp=True)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    chooser, looked = random.Random(2), 0
    while looked < 3:
        page.wait_for_selector("#live button[name=move]")
        report = Axe().run(page)
        assert not report.response["violations"], report.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        decision = page.get_attribute("#live", "data-decision")
        buttons = page.locator("#live button[name=move]")
        buttons.nth(chooser.randrange(buttons.count())).click()
        page.wait_for_function("was => document.getElementById('live').dataset.decision !== was", arg=decision)
        looked += 1
    assert errors == []


def test_the_shelf_shows_games_without_covers(browser: Browser, bare_house: House) -> None:
    page = browser.new_page(bypass_csp=True)  # axe injects its script
    page.goto(bare_house.url)
    assert page.locator(".box").count() == 2 * len(GAMES)
    assert page.locator(".k-name").all_text_contents() == ["No<b>body"] * len(GAMES)
    report = Axe().run(page)
    assert not report.response["violations"], report.generate_report()
