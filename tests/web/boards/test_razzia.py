from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import tripot
from tests.pseudo import PSEUDO, unmarked
from tripot.bots import BOTS, stream
from tripot.core.state import SPECTATOR
from tripot.games.razzia import board, rules
from tripot.games.razzia import words as notation
from tripot.games.razzia.board.labels import WORDS
from tripot.games.razzia.phrases import BARS
from tripot.games.razzia.tokens import CARDS
from tripot.language import SOURCE, languages
from tripot.play import Position
from tripot.web.drawing.beats import Beat
from tripot.web.drawing.scene import Scene
from tripot.web.pages import sprite

SYMBOLS = set(re.findall(r'<symbol id="([^"]+)"', sprite()))
VOID = {"input", "br"}


def names_of(seats: int) -> list[str]:
    return [f'<b>&"{seat}' for seat in range(seats)]


class Page(HTMLParser):
    """Parses a board strictly and keeps what the tests ask for."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == [], f"left open: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute twice: {attrs}"
        self.tags.append((tag, dict(attrs)))
        if tag == "form":
            assert "form" not in self.open, "a form in a form"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"closes nothing: {tag}"
        assert self.open[-1] == tag, f"closes {tag} inside {self.open}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.words.append(data.strip())

    def values(self, attribute: str, tag: str = "") -> list[str]:
        return [attrs[attribute] or "" for name, attrs in self.tags if attribute in attrs and tag in ("", name)]

    def buttons(self) -> set[str]:
        return {attrs["value"] or "" for tag, attrs in self.tags if tag == "button" and attrs.get("name") == "move"}

    def radios(self) -> dict[str, list[str]]:
        groups: dict[str, list[str]] = {}
        for tag, attrs in self.tags:
            if tag == "input" and attrs.get("type") == "radio" and "disabled" not in attrs:
                groups.setdefault(attrs["name"] or "", []).append(attrs["value"] or "")
        return groups

    def checked(self) -> list[str]:
        return [attrs["value"] or "" for tag, attrs in self.tags if tag == "input" and "checked" in attrs]


def drawn(shown: Scene) -> str:
    """Everything that the board draws for a scene."""
    parts = [str(board.felt(shown)), board.hand(shown), board.summary(shown), board.title_fact(shown)]
    for seat in range(shown.view.seats):
        parts += [*board.seat_facts(shown, seat), board.marker(shown, seat)]
    return "".join(parts)


def shown_to(pos: Position, seat: int, lang: str = "en", **more: Any) -> Scene:
    view = pos.view(seat)
    facts = {"names": names_of(pos.seats), "decision": 7, "recent": list(view.history()), **more}
    return Scene(table="abc", view=view, lang=lang, **facts)


def decisions(seats: int, seed: int, bot: str = "random", **options: Any) -> Iterator[Position]:
    """Every decision of a game, each position with only the steps since the last decision as its past."""
    pos = tripot.load("razzia").start(seats=seats, seed=seed, options=options)
    streams = [stream(seed, seat) for seat in range(seats)]
    for number in range(10_000):
        yield pos
        if pos.is_over:
            return
        choices = {seat: _whole(pos, seat, BOTS[bot], streams[seat]) for seat in pos.pending}
        pos = Position.from_json(pos.to_json()).with_seed(seed + 1000 * number)
        for seat, move in choices.items():
            pos = pos.play(move, seat=seat)


def _whole(pos: Position, seat: int, bot: Any, rng: Any) -> str:
    steps = []
    while True:
        steps.append(str(bot(pos.view(seat), rng)))
        pos = pos.play(steps[-1], seat=seat)
        if not pos.is_mid_move(seat):
            return " ".join(steps)


def a_moment(phase: int, seats: int = 5, contenders: int = 0, *, seeds: int = 60, ended: bool = False) -> Position:
    """A decision of a kind, from some game."""
    for seed in range(seeds):
        for pos in decisions(seats, seed, "thumb"):
            v = pos.view(SPECTATOR).state
            fits = v.phase == phase and contenders in (0, v.contenders.bit_count())
            if fits and (not ended or board.summary(shown_to(pos, SPECTATOR))):
                return pos
    raise AssertionError("no such moment")


def check(shown: Scene, html: str) -> Page:
    page = Page(html)
    assert "style" not in {name for _, attrs in page.tags for name in attrs}
    assert "script" not in {tag for tag, _ in page.tags}
    for unique in ("id", "data-vt"):
        found = page.values(unique)
        assert len(set(found)) == len(found), f"{unique} twice: {found}"
    assert not SYMBOLS & set(page.values("id"))
    assert {ref.removeprefix("#") for ref in page.values("href", "use")} <= SYMBOLS
    assert not any(name in html for name in shown.names)
    assert "{" not in html
    return page


WALKS = [(3, "random", {}), (4, "thumb", {}), (5, "random", {"box": "tiny"}), (6, "thumb", {}), (8, "random", {})]


@pytest.mark.parametrize(("seats", "bot", "options"), WALKS)
def test_every_board_of_a_game_is_sound_html_and_offers_every_legal_move(
    seats: int, bot: str, options: dict[str, str]
) -> None:
    for number, pos in enumerate(decisions(seats, seats, bot, **options)):
        for seat in (SPECTATOR, *range(number % 2 if seats > 6 else 0, seats, 2 if seats > 6 else 1)):
            every = languages()
            for lang in every if seats < 5 or seat in pos.pending[:1] else [every[(number + seat) % len(every)]]:
                shown = shown_to(pos, seat, lang, hints=seat != 1)
                page = check(shown, drawn(shown))
                if pos.view(SPECTATOR).state.phase != rules.SPLIT:
                    assert page.buttons() == shown.legal
                elif seat in pos.pending:
                    assert page.buttons() == set()
                    _check_split(pos, seat, page)


def _check_split(pos: Position, seat: int, page: Page) -> None:
    """The radio groups are the notes of the pot, each for any contender, and any choice of them is a whole move."""
    v = pos.view(seat).state
    groups = page.radios()
    people = notation.seats_in(v.contenders)
    pot = [[f"{note}>{person}" for person in people] for note in notation.notes_on(v, v.bar)]
    assert sorted(map(sorted, groups.values())) == sorted(map(sorted, pot))
    some = [random.Random(len(pot)).choice(group) for group in groups.values()]
    for tokens in (page.checked(), some):
        after = pos.play(pos.canonical_move(tokens, seat), seat=seat)
        assert not after.is_mid_move(seat)
    assert {attrs["data-to"] for tag, attrs in page.tags if "data-to" in attrs} == {str(each) for each in people}
    sums = [int(attrs["data-sum"] or "") for _, attrs in page.tags if "data-sum" in attrs]
    assert sorted(set(sums)) == people


@pytest.mark.parametrize(("seats", "seed"), [(3, 1), (5, 2), (8, 3)])
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(seats: int, seed: int) -> None:
    for number, pos in enumerate(decisions(seats, seed)):
        if number % 3:
            continue
        for seat in (SPECTATOR, *range(seats)):
            shown = shown_to(pos, seat)
            html = drawn(shown)
            for world in range(3):
                other = replace(shown, view=shown.view.imagine(seed=world).view(seat), drawn={})
                assert drawn(other) == html


def test_a_choice_made_by_others_changes_only_that_they_have_chosen() -> None:
    pos = a_moment(rules.CHOOSE)
    before, after = shown_to(pos, 0), shown_to(pos, 0, chosen=frozenset({2, 3}))
    assert Page(str(board.felt(before))).values("data-vt").count("play-2") == 0
    felt = str(board.felt(after))
    assert 'data-vt="play-2" data-at="seat-2"' in felt
    assert felt.count("has chosen") == 2
    assert board.hand(after) == board.hand(before)


def test_choosing_shows_what_each_card_may_bring_and_hints_only_if_wanted() -> None:
    pos = a_moment(rules.CHOOSE)
    seat, v = 0, pos.view(0).state
    card = notation.hand_of(v, seat)[0]
    html = board.hand(shown_to(pos, seat))
    assert f'name="move" value="{CARDS[card]}"' in html
    assert 'action="/t/abc/move"' in html
    assert 'name="decision" value="7"' in html
    assert "unseen there" in html
    assert "unseen" not in drawn(shown_to(pos, seat, hints=False)).replace("Not seen", "")


def test_ones_own_choice_lies_face_down_and_can_be_taken_back() -> None:
    pos = a_moment(rules.CHOOSE)
    choice = pos.legal_moves(1)[0]
    shown = shown_to(pos, 1, choice=choice, chosen=frozenset({1}))
    hand, felt = board.hand(shown), str(board.felt(shown))
    assert 'action="/t/abc/take_back"' in hand
    assert 'id="take-back"' in hand
    assert "card picked" in hand
    assert str(choice) not in Page(hand).buttons()
    assert 'data-vt="play-1" data-at="seat-1"' in felt
    assert str(choice) not in felt


def test_a_spectator_has_no_hand_and_no_forms() -> None:
    for phase in (rules.FREE_NOTE, rules.CHOOSE, rules.SPLIT, rules.ANSWER):
        shown = shown_to(a_moment(phase), SPECTATOR)
        assert board.hand(shown) == ""
        assert "<form" not in drawn(shown)


def test_the_free_note_is_open_to_the_dealer_alone_and_each_bar_tells_its_new_pot() -> None:
    pos = a_moment(rules.FREE_NOTE)
    dealer = pos.pending[0]
    v = pos.view(dealer).state
    felt = str(board.felt(shown_to(pos, dealer)))
    value = rules.VALUES[v.free]
    assert f'data-vt="free" data-at="seat-{dealer}">{value}</span>' in felt
    for bar in v.board[: v.bars]:
        assert f"</span> ${notation.pot_of(v, bar) + value}k</button>" in felt
    other = str(board.felt(shown_to(pos, (dealer + 1) % pos.seats)))
    assert f'<span class="note down" data-vt="free" data-at="seat-{dealer}">' in other
    assert "<form" not in other


def test_the_free_note_flies_to_its_bar() -> None:
    pos = a_moment(rules.FREE_NOTE)
    dealer = pos.pending[0]
    after = Position.from_json(pos.to_json()).play("put-jungle", seat=dealer)
    assert 'data-vt="free" data-at="bar-3"' in str(board.felt(shown_to(after, (dealer + 1) % pos.seats)))


def test_an_offer_lies_with_the_people_it_is_for() -> None:
    pos = a_moment(rules.ANSWER, contenders=2)
    v = pos.view(SPECTATOR).state
    felt = str(board.felt(shown_to(pos, SPECTATOR)))
    assert 'class="offers"' in felt
    for seat in notation.seats_in(v.contenders):
        notes = felt.count(f'data-at="offer-{seat}"')
        assert (notes > 0) == (v.share[seat] > 0)


def test_an_answer_is_a_sum_for_sure_or_a_duel_with_its_odds() -> None:
    pos = a_moment(rules.ANSWER, contenders=2)
    seat = pos.pending[0]
    v = pos.view(seat).state
    html = board.hand(shown_to(pos, seat, "fr"))
    chance = round(100 * notation.duel_chance(v, seat, v.proposer))
    assert f"Duel pour {notation.to_split(v)}\u00a0k$" in html
    assert f"{chance}\u00a0%" in html
    without = board.hand(shown_to(pos, seat, "fr", hints=False))
    assert "\u00a0%" not in without
    assert "un dé" in without


def test_an_answer_given_lies_face_down_until_all_have_answered() -> None:
    pos = a_moment(rules.ANSWER, contenders=3)
    seat = pos.pending[0]
    duel = pos.legal_moves(seat)[1]
    html = board.hand(shown_to(pos, seat, choice=duel, chosen=frozenset({seat})))
    assert 'action="/t/abc/take_back"' in html
    assert Page(html).buttons() == set()


def test_the_split_begins_near_the_duel_odds_and_equal_without_hints() -> None:
    pos = a_moment(rules.SPLIT, contenders=2)
    seat = pos.pending[0]
    v = pos.view(seat).state
    for hints in (True, False):
        page = Page(board.hand(shown_to(pos, seat, hints=hints)))
        given = dict.fromkeys(notation.seats_in(v.contenders), 0)
        for token in page.checked():
            value, seat_number = token.split(">")
            given[int(seat_number)] += int(value)
        assert sum(given.values()) == notation.to_split(v)
        for person, amount in given.items():
            fair = notation.fair_share(v, person) if hints else notation.to_split(v) / 2
            assert abs(amount - fair) <= max(notation.notes_on(v, v.bar))
            assert str(amount) in page.words


def test_a_split_half_made_goes_on_from_there() -> None:
    for seed in range(40):
        for pos in decisions(5, seed):
            v = pos.view(SPECTATOR).state
            if v.phase == rules.SPLIT and v.pot_n[v.bar] > 1:
                seat = pos.pending[0]
                after = pos.play(pos.legal_moves(seat)[-1], seat=seat)
                shown = shown_to(after, seat)
                page = check(shown, drawn(shown))
                assert set(page.radios()["n0"]) == shown.legal
                assert board.question(shown).startswith("How do you split $")
                assert board.stake(shown).startswith("Between you (")
                assert board.waits_for(shown_to(after, SPECTATOR)).startswith("A split of $")
                after.play(after.canonical_move(page.checked(), seat), seat=seat)
                return
    raise AssertionError("no such split")


def test_the_end_of_a_round_is_told_bar_by_bar_with_everybodys_money() -> None:
    pos = a_moment(rules.FREE_NOTE, ended=True)
    v = pos.view(SPECTATOR).state
    page = Page(board.summary(shown_to(pos, SPECTATOR)))
    assert page.words[0] == f"Round {v.round - 1} of 12"
    for money in v.money[: v.seats]:
        assert f"${money}k" in page.words
    assert board.summary(shown_to(a_moment(rules.CHOOSE), 0)) == ""


def test_what_each_just_won_is_what_the_money_has_grown_by() -> None:
    seen = 0
    for pos in decisions(6, 5, "thumb"):
        steps = list(pos.view(SPECTATOR).history())
        if not steps or steps[0].before.phase not in (rules.CHOOSE, rules.ANSWER) or pos.is_over:
            continue
        if not notation.is_settling(pos.view(0).state):
            continue
        shown = shown_to(pos, SPECTATOR)
        before, after = steps[0].before.money, steps[-1].after.money
        for seat in range(6):
            gain = after[seat] - before[seat]
            assert (f"+${gain}k" in board.seat_facts(shown, seat)[0]) == (gain > 0)
            seen += gain > 0
    assert seen > 5


def test_nothing_of_the_last_round_lies_on_the_bars_of_the_next_one() -> None:
    seen = 0
    for pos in decisions(5, 3, "thumb"):
        shown = shown_to(pos, 0)
        if not notation.is_settling(shown.view.state):
            felt = str(board.felt(shown))
            assert 'class="by"' not in felt
            assert "took" not in felt
            seen += bool(board.summary(shown))
    assert seen > 5


# -- The beats of a reveal ----------------------------------------------------------------------


def rounds_of(seats: int, seed: int) -> Iterator[tuple[Scene, list[tuple[Any, list[Beat]]]]]:
    """The steps between two decisions of a game, each with its beats, and the spectator's scene after them."""
    for pos in decisions(seats, seed, "thumb"):
        shown = shown_to(pos, SPECTATOR, names=["Ada", "Bo", "Cy", "Di", "Em", "Flo"][:seats])
        steps = list(shown.recent)
        yield shown, [(step, board.beats(shown, step, shown.view.told(step, shown.names, "en"))) for step in steps]


@pytest.mark.parametrize("seed", [2, 7])
def test_beats_turn_all_cards_at_once_then_go_through_the_bars_in_order(seed: int) -> None:
    turned = fights = 0
    for _, steps in rounds_of(5, seed):
        for step, beats in steps:
            kinds = [beat.kind for beat in beats]
            if step.before.phase == rules.CHOOSE and step.revealed:
                assert kinds[:3] == ["chosen", "turn", "flight"]
                assert len(beats[2].fly) == 5
                places = [int(beat.place.removeprefix("place-")) for beat in beats if beat.kind == "place"]
                assert places == sorted(places)
                turned += 1
            if step.before.phase == rules.DUEL:
                assert kinds[0] == "dice"
                stage = dict(beats[0].show)["stage"]
                assert stage.count("rz-die-") == (2 if step.before.die else 1)
                assert stage.count('class="die lies"') == bool(step.before.die)  # the first is not rolled twice
                fights += bool(step.before.die)
            if notation.is_round_over(step.before, step.after):
                assert kinds[-1] == "sheet"
    assert turned > 5
    assert fights > 0


def test_all_money_that_somebody_wins_flies_to_his_seat() -> None:
    for _, steps in rounds_of(5, 4):
        for step, beats in steps:
            paid = dict.fromkeys(range(5), 0)
            for beat in beats:
                for flight in beat.fly:
                    if flight.end.startswith("seat-"):
                        paid[int(flight.end.removeprefix("seat-"))] += int(re.sub("<[^>]+>", "", flight.thing))
            won = {seat: step.after.money[seat] - step.before.money[seat] for seat in range(5)}
            assert paid == won


def test_what_beats_show_is_sound_html_for_elements_that_the_board_has() -> None:
    ids = {f"{name}-{bar}" for bar in range(6) for name in ("place", "pot", "came")} | {"stage", ""}
    for shown, steps in rounds_of(4, 9):
        assert {"place-0", "pot-0", "came-0", "stage"} <= set(Page(str(board.felt(shown))).values("id"))
        for _, beats in steps:
            for beat in beats:
                assert beat.place in ids
                assert "<" not in beat.say
                for where, html in beat.show:
                    assert where in ids
                    Page(html)
                for flight in beat.fly:
                    Page(flight.thing)
                    assert not Page(flight.thing).values("data-vt")


def test_the_end_of_the_game_names_the_winner_and_what_is_left() -> None:
    *_, pos = decisions(4, 9, "thumb")
    v = pos.view(SPECTATOR).state
    summary = board.summary(shown_to(pos, SPECTATOR, "fr"))
    assert "Score final" in summary
    assert f"Reste sur les bars\u00a0: {notation.left_on_bars(v)}\u00a0k$" in summary
    winners = [seat for seat in range(4) if board.seat_facts(shown_to(pos, SPECTATOR), seat)[0] == "winner"]
    assert winners == notation.seats_in(rules.winners(v))


def test_small_facts_are_right_in_both_languages() -> None:
    pos = a_moment(rules.SPLIT)
    v = pos.view(0).state
    assert board.title_fact(shown_to(pos, 0)) == f"Round {v.round} of 12"
    assert board.title_fact(shown_to(pos, 0, "fr")) == f"Manche {v.round} sur 12"
    assert [seat for seat in range(5) if board.marker(shown_to(pos, 0), seat)] == [v.dealer]
    assert board.seat_facts(shown_to(pos, 0, "fr"), 1)[1] == f"{v.money[1]}\u00a0k$"
    assert "proposes a split" in board.seat_facts(shown_to(pos, 0), v.proposer)[0]


def told(shown: Scene) -> list[str]:
    """What the beats of a spectator say."""
    lines = [(step, shown.view.told(step, shown.names, shown.lang)) for step in shown.recent if shown.seat == SPECTATOR]
    return [beat.say for step, each in lines for beat in board.beats(shown, step, each)]


@pytest.mark.parametrize("seats", [3, 6])
def test_every_text_is_marked_for_translation(seats: int) -> None:
    names = ["Ada", "Bruno", "Chloé", "Dalva", "Emil", "Fatou"][:seats]
    found: set[str] = set()
    for number, pos in enumerate(decisions(seats, 1, "thumb" if seats > 3 else "random")):
        for seat in (SPECTATOR, *pos.pending[:2]):
            is_hidden = len(pos.pending) > 1 and number % 2 == 0
            choice = pos.legal_moves(seat)[0] if is_hidden and seat >= 0 else None
            chosen = frozenset([seat]) if choice else frozenset()
            shown = shown_to(pos, seat, PSEUDO, names=names, hints=number % 3 > 0, choice=choice, chosen=chosen)
            status = [board.waits_for(shown)]
            status += [board.question(shown), board.stake(shown)] if shown.is_asked else []
            found.update(unmarked(" ".join([drawn(shown), *status, *told(shown)]), (*names, *BARS)))
    assert found == set()


def test_all_words_are_in_use() -> None:
    folder = Path(board.__file__).parent
    sources = "".join(file.read_text("utf-8") for file in folder.glob("*.py") if file.stem != "labels")
    for key in WORDS[SOURCE]:
        assert f'"{key}"' in sources or f"'{key}'" in sources or key == "you", f"{key} is not in use"
