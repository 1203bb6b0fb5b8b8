"""The sealed deal in a real browser: honest games are fair however they began, and a host who cheats is found."""

from __future__ import annotations

import random
import re
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

import tripot
from tests.walks import changed_options
from tests.web.browsing import CALM, WIDE, Person, open_table, press
from tests.web.house import House
from tripot.notation.record import GameRecord, parse
from tripot.web.checking import faults
from tripot.web.deal import Dealer, commitment, pledge, seed
from tripot.web.rules_js import rules_script
from tripot.web.table import dealt

CHECKS = ("kept", "secret", "pledges", "own", "seen", "draws")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("sealed") / "data")
    yield house
    house.close()


def verdict(page: Page, table: str) -> tuple[str, set[str]]:
    """What the page of a table's deal says, and the checks that are not good."""
    page.goto(table + "/verify")
    page.wait_for_selector("#verdict.good, #verdict.weak, #verdict.bad")
    bad = {name for name in CHECKS if page.get_attribute(f"[data-check={name}]", "class") != "good"}
    return str(page.get_attribute("#verdict", "class")), bad


def kept(page: Page) -> Any:
    return page.evaluate("JSON.parse(localStorage.getItem('fair'))")


def give_up(person: Person) -> None:
    """By two clicks; a board that comes between pressing and letting go takes the first one with it."""

    def is_asked() -> bool:
        if not person.page.locator("#ask-give-up[open]").count():
            person.page.click("#ask-give-up summary")
        return person.page.locator("#give-up").is_visible()

    person.until(is_asked, "nobody asks whether to give up")
    person.until(lambda: press(person.page.locator("#give-up")), "the game cannot be given up")


# -- Honest games --------------------------------------------------------------------------------------


def test_play_now_and_a_rematch_are_sealed_before_the_browser_tells_what_it_adds(
    browser: Browser, house: House
) -> None:
    person = Person(browser, house, "en", WIDE, **CALM)
    posts: list[tuple[str, str]] = []
    person.page.on("request", lambda r: posts.append((r.url, r.post_data or "")) if r.method == "POST" else None)
    person.play_now("raise")
    first, chooser = person.page.url, random.Random(4)
    for _ in range(8):
        person.wait_to_be_asked()
        person.act(chooser)
    give_up(person)
    person.page.wait_for_selector("#rematch")
    mine = kept(person.page)["deals"][first.rpartition("/")[2]]
    entropy = mine["own"]["0"]
    opening, giving = posts[0], next(post for post in posts if post[0].endswith("/entropy"))
    assert pledge(entropy) in opening[1]
    assert not any(entropy in body for url, body in posts if not url.endswith("/entropy"))
    assert entropy in giving[1]
    person.page.click("#rematch")
    person.page.wait_for_url(lambda url: url != first)
    person.page.wait_for_selector("#live .felt")
    second = person.page.url
    give_up(person)
    person.page.wait_for_selector("#rematch")
    assert kept(person.page)["deals"][second.rpartition("/")[2]]["own"]["0"] != entropy  # fresh for every table
    for table in (first, second):
        assert verdict(person.page, table) == ("good", set())
        record = parse(person.page.request.get(table + "/record").text())
        assert faults(record, seal=kept(person.page)["deals"][table.rpartition("/")[2]]["seal"]) == []
    assert person.errors == []


def test_an_invited_table_is_fair_for_all_who_sat_at_it_and_others_can_check_what_is_public(
    browser: Browser, house: House
) -> None:
    host, guest = (Person(browser, house, lang, WIDE, **CALM) for lang in ("en", "fr"))
    open_table(host, guest, "hick-hack", seats=3)
    seen = [kept(person.page)["deals"][host.page.url.rpartition("/")[2]] for person in (host, guest)]
    assert seen[0]["pledges"] == seen[1]["pledges"]
    assert seen[0]["seal"] == seen[1]["seal"]
    assert seen[0]["seen"] != seen[1]["seen"]  # each its own cards
    assert "?" in seen[0]["seen"]
    give_up(host)
    host.page.wait_for_selector("#ask-give-up p:has-text('1 of 2')")
    assert not host.page.locator("#rematch").count()
    give_up(guest)
    for person in (host, guest):
        person.page.wait_for_selector("#rematch")  # given up: the secret is shown
        assert verdict(person.page, person.page.url) == ("good", set())
    stranger = Person(browser, house, "en", WIDE)
    assert verdict(stranger.page, host.page.url.removesuffix("/verify")) == ("weak", {"kept", "own", "seen"})


def test_without_javascript_play_now_works_and_says_that_the_browser_adds_nothing(
    browser: Browser, house: House
) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto(house.url + "/g/raise")
    page.click("#play")
    page.wait_for_selector("#live .felt")
    page.click("#deal summary")
    assert "Your browser adds nothing" in page.inner_text("#deal")


def test_a_seal_that_has_changed_gets_no_entropy(browser: Browser, house: House) -> None:
    """The page shows another seal after the pledge: the browser keeps its entropy to itself, and says so in the end."""
    person = Person(browser, house, "en", WIDE, **CALM)
    person.go("/g/raise")
    person.page.click("#open")
    person.page.fill("#name-0", "Ada")
    person.page.click("#sit-0")
    person.page.wait_for_selector("#stand-0")
    table = person.page.url.rpartition("/")[2]
    person.page.evaluate(
        "table => { const all = JSON.parse(localStorage.getItem('fair')); all.deals[table].seal = '0'.repeat(64);"
        " localStorage.setItem('fair', JSON.stringify(all)); }",
        table,
    )
    for seat in (1, 2, 3):
        person.page.click(f"#bot-{seat}")
        person.page.wait_for_selector(f"#stand-{seat}")
    person.page.click("#begin")
    person.page.wait_for_selector("#live .felt")  # the deal does not wait for ever
    assert kept(person.page)["deals"][table]["own"] == {}
    give_up(person)
    person.page.wait_for_selector("#rematch")
    outcome, bad = verdict(person.page, person.page.url)
    assert (outcome, "kept" in bad) == ("bad", True)


def test_an_entropy_is_sent_to_one_table_only_but_there_until_it_arrives(browser: Browser, house: House) -> None:
    """A host who knows it from one table could ask for it at another, with a secret chosen to suit it."""
    person = Person(browser, house, "en", WIDE, **CALM)
    page, sent = person.page, list[str]()
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/entropy") else None)
    page.route("**/entropy", lambda route: route.abort(), times=1)
    person.go("/g/raise")
    page.click("#play")
    page.wait_for_url("**/t/*")
    table = page.url
    page.reload()
    page.wait_for_selector("#live .felt")
    assert len(sent) >= 2  # the one that was lost, and again with a later board
    assert set(sent) == {f"{table}/entropy"}
    (entropy,) = kept(page)["deals"][table.rpartition("/")[2]]["own"].values()
    again = page.request.post(f"{house.url}/g/raise/play", form={"pledge": pledge(entropy)})  # goes on to the table
    page.goto(again.url)
    page.wait_for_selector("#live .felt")  # the deal does not wait for ever
    assert again.url != table
    assert set(sent) == {f"{table}/entropy"}
    assert kept(page)["deals"][again.url.rpartition("/")[2]]["own"] == {}


# -- A host who cheats -----------------------------------------------------------------------------------


class Cheat:
    """A finished game whose host shows another record of it afterwards than the one that was played."""

    def __init__(self, browser: Browser, house: House, game: str) -> None:
        self.person = Person(browser, house, "en", WIDE, **CALM)
        self.person.play_now(game)
        for _ in range(3):
            self.person.wait_to_be_asked()
            self.person.move(random.Random(1))
        give_up(self.person)
        self.person.page.wait_for_selector("#rematch")
        self.table = self.person.page.url
        self.record = self.person.page.request.get(self.table + "/record").text()

    def shows(self, record: str) -> tuple[str, set[str]]:
        """What the browser says to another record."""
        page = self.person.page

        def altered(route: Route) -> None:
            html = route.fetch().text()
            assert 'data-record="' in html
            made = re.sub(r'data-record="[^"]*"', lambda found: f'data-record="{escape(record)}"', html)
            route.fulfill(body=made, content_type="text/html")

        page.route("**/verify", altered)
        try:
            return verdict(page, self.table)
        finally:
            page.unroute("**/verify")


@pytest.fixture(scope="module")
def cheat(browser: Browser, house: House) -> Cheat:
    return Cheat(browser, house, "hick-hack")


def dealt_with(record: GameRecord, secret: bytes, entropies: list[str]) -> GameRecord:
    """The same table dealt from another seed, with a seal that fits: as far as the first decision."""
    dealer = Dealer(seed(secret, entropies))
    position, _ = dealt(tripot.load(record.game).start(seats=record.seats, options=record.options), dealer.below)
    made = position.record(names=record.names)
    given = {seat: entropy for seat, entropy in enumerate(entropies) if entropy}
    pledges = {seat: pledge(entropy) for seat, entropy in given.items()}
    return replace(made, commitment=commitment(secret), secret=secret.hex(), pledges=pledges, entropies=given)


def test_the_honest_record_is_good(cheat: Cheat) -> None:
    assert cheat.shows(cheat.record) == ("good", set())


def test_a_host_who_grinds_secrets_after_seeing_the_entropy_is_found(cheat: Cheat) -> None:
    honest = parse(cheat.record)
    entropies = [honest.entropies.get(seat, "") for seat in range(honest.seats)]
    ground = dealt_with(honest, bytes(range(32)), entropies)
    assert faults(ground) == []  # it proves itself
    outcome, bad = cheat.shows(str(ground))
    assert outcome == "bad"
    assert {"kept", "seen"} <= bad
    assert cheat.person.page.inner_text("#own-seal") == honest.commitment  # the one to check by elsewhere
    assert faults(ground, seal=honest.commitment) != []


def test_a_host_who_keeps_the_seal_and_changes_a_card_is_found(cheat: Cheat) -> None:
    lines = cheat.record.splitlines(keepends=True)
    cards = [place for place, line in enumerate(lines) if line.startswith("* ")]
    one, other = cards[0], next(place for place in cards if lines[place] != lines[cards[0]])
    lines[one], lines[other] = lines[other], lines[one]
    swapped = "".join(lines)
    outcome, bad = cheat.shows(swapped)
    assert (outcome, "draws" in bad) == ("bad", True)
    assert faults(parse(swapped), seal=parse(cheat.record).commitment) != []


def test_a_host_who_leaves_out_or_makes_up_entropy_is_found(cheat: Cheat) -> None:
    honest = parse(cheat.record)
    secret = bytes.fromhex(honest.secret or "")
    left_out = dealt_with(honest, secret, [""] * honest.seats)
    outcome, bad = cheat.shows(str(left_out))
    assert (outcome, "own" in bad) == ("bad", True)
    made_up = dealt_with(honest, secret, [honest.entropies[0], "cc" * 32, *[""] * (honest.seats - 2)])
    assert faults(made_up, seal=honest.commitment) == []  # nothing in the record shows that a bot pledges nothing
    outcome, bad = cheat.shows(str(made_up))
    assert (outcome, "pledges" in bad) == ("bad", True)  # but the browser has kept what was pledged


def test_a_host_who_deals_from_another_deck_is_found(cheat: Cheat) -> None:
    """The weights are not the rules': one card is missing from the deck, and all draws follow from that."""
    honest = parse(cheat.record)
    entropies = [honest.entropies.get(seat, "") for seat in range(honest.seats)]
    dealer = Dealer(seed(bytes.fromhex(honest.secret or ""), entropies))
    position = tripot.load(honest.game).start(seats=honest.seats, options=honest.options)
    header = cheat.record.partition("\n* ")[0]
    drawn = []
    while not position.pending:
        outcomes = position.chance[1:] if len(position.chance) > 6 else position.chance
        place = dealer.below(sum(weight for _, weight in outcomes))
        tokens = [str(move) for move, weight in outcomes for _ in range(weight)]
        drawn.append(f"* {tokens[place]}\n")
        position = position.play(tokens[place], seat=-2)
    loaded = f"{header}\n{''.join(drawn)}"
    outcome, bad = cheat.shows(loaded)
    assert (outcome, "draws" in bad) == ("bad", True)
    assert faults(parse(loaded), seal=honest.commitment) != []


def test_what_cannot_be_read_is_not_fair(cheat: Cheat) -> None:
    for record in ("", "tripot-record 1\n", cheat.record.replace("seats ", "seats x")):
        assert cheat.shows(record)[0] == "bad"


# -- The rules in the browser ------------------------------------------------------------------------------


def sealed(game: str, seats: int, options: dict[str, Any], chooser: random.Random) -> str:
    """A whole game dealt as the site deals, of random legal moves."""
    secret, entropies = chooser.randbytes(32), ["aa" * 32, *[""] * (seats - 1)]
    dealer = Dealer(seed(secret, entropies))
    position, _ = dealt(tripot.load(game).start(seats=seats, options=options), dealer.below)
    while not position.is_over:
        seat = chooser.choice(position.pending)
        position, _ = dealt(position.play(chooser.choice(position.legal_moves(seat)), seat=seat), dealer.below)
    given = {0: entropies[0]}
    pledges = {0: pledge(entropies[0])}
    sealed = {"commitment": commitment(secret), "secret": secret.hex(), "pledges": pledges, "entropies": given}
    return str(replace(position.record(), **sealed))  # type: ignore[arg-type]


@pytest.mark.parametrize("game", [game.name for game in tripot.games()])
def test_the_browser_plays_every_game_again_by_the_same_rules(game: str, browser: Browser, house: House) -> None:
    chooser, found = random.Random(game), tripot.load(game)
    records = [sealed(game, seats, {}, chooser) for seats in (found.least, found.most)]
    records += [sealed(game, 3, options, chooser) for options in changed_options(game, 3)]
    page = browser.new_page()
    page.goto(house.url)  # fair.js is on every page
    page.evaluate("source => { window.eval(source); }", rules_script(found).replace("const RULES", "window.RULES"))
    with urllib.request.urlopen(house.url + "/static/verify.js") as answer:
        source = answer.read().decode().replace("\nshow();", "\nwindow.verifies = text => checks(read(text));")
    page.evaluate("source => { window.eval(source); }", source)
    for text in records:
        assert page.evaluate("text => verifies(text)", text)["draws"] is True, text[:200]
        wrong = text.replace("end ", "end 1")
        assert page.evaluate("text => verifies(text)", wrong)["draws"] is False
    page.close()
