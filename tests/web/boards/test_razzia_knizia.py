"""The board of Razzia! (Knizia): well formed, complete, in both languages, the same in worlds a seat cannot tell apart."""

from __future__ import annotations

import html
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

import tripot
from tests.pseudo import unmarked
from tripot.bots import stream, thumb_bot
from tripot.core.state import CHANCE, SPECTATOR
from tripot.games.razzia_knizia import board
from tripot.games.razzia_knizia.board.labels import COUNTED, WORDS
from tripot.language import PSEUDO, languages
from tripot.play import Position
from tripot.play.move import Step
from tripot.web.drawing.beats import Beat
from tripot.web.drawing.scene import Scene
from tripot.web.pages import sprite

NAMES = ('<b>&"', "Bea", "O'Neil & <i>", "Dan</li>", "Éléonore de la Tour")
DRAWINGS = set(re.findall(r'<symbol id="([^"]+)"', sprite()))
VOID = {"input"}
Past = tuple[Position, int, int]
Moment = tuple[Position, tuple[Past, ...]]
"""A position, and since the last decision every position before a step, who acted and what."""


class Page(HTMLParser):
    """Reads HTML strictly: every element is closed in its order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.flying: list[str] = []
        self.links: set[str] = set()
        self.drawings: set[str] = set()
        self.buttons: list[str] = []
        self.boxes: list[tuple[str, str]] = []
        self.wholes = 0
        self.feed(html)
        self.close()
        assert self.open == [], f"left open: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        assert len(has) == len(attrs), f"an attribute twice: {attrs}"
        assert tag != "script"
        assert "style" not in has
        assert not any(name.startswith("on") for name in has)
        assert tag != "form" or "form" not in self.open
        if tag not in VOID:
            self.open.append(tag)
        if has.get("id"):
            self.ids.append(str(has["id"]))
        if "data-vt" in has:
            assert has.get("data-at")
            self.flying.append(str(has["data-vt"]))
        if tag == "use":
            self.drawings.add(str(has["href"])[1:])
        if tag == "a":
            self.links.add(str(has["href"])[1:])
        if (tag == "button" and "disabled" not in has) or has.get("type") == "checkbox":
            assert "form" in self.open, "a control outside a form"
            assert has.get("id"), "a control without an id"
            self._control(has)

    def _control(self, has: dict[str, str | None]) -> None:
        name, value = str(has["name"]), str(has["value"])
        if name == "move":
            self.buttons.append(value)
        elif name == "whole":
            self.wholes += 1
        else:
            self.boxes.append((name, value))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> of nothing"
        assert self.open.pop() == tag, f"</{tag}> in the wrong place"


def game(seats: int, seed: int, *, thumb: bool, **options: object) -> Iterator[Moment]:
    chooser = random.Random(f"{seats} {seed}")
    bots = [stream(seed, seat) for seat in range(seats)]
    pos = tripot.load("razzia-knizia").start(seats=seats, options=options)
    recent: list[Past] = []
    while True:
        actor = pos.to_act
        if actor == CHANCE:
            outcomes = pos.chance
            move = chooser.choices([move for move, _ in outcomes], [weight for _, weight in outcomes])[0]
        else:
            yield pos, tuple(recent)
            if pos.is_over:
                return
            recent = []
            move = thumb_bot(pos.view(actor), bots[actor]) if thumb else chooser.choice(pos.legal_moves())
        recent.append((pos, actor, move.steps[0]))
        pos = pos.play(move, seat=actor)


def scene(pos: Position, recent: tuple[Past, ...], seat: int, *, lang: str = "en", hints: bool = True) -> Scene:
    states = [before.view(seat).state for before, _, _ in recent] + [pos.view(seat).state]
    steps = [Step(states[i], actor, action, states[i + 1], ()) for i, (_, actor, action) in enumerate(recent)]
    return Scene("t", pos.view(seat), NAMES[: pos.seats], lang, 7, recent=steps, hints=hints)


def page(shown: Scene) -> str:
    """All that the board gives for a page."""
    seats = range(shown.view.seats)
    facts = [
        f"<li>{board.marker(shown, seat)}{sub}{board.seat_things(shown, seat)}{score}</li>"
        for seat in seats
        for sub, score in [board.seat_facts(shown, seat)]
    ]
    parts = [board.felt(shown), board.hand(shown), *facts, board.summary(shown), board.title_fact(shown)]
    return "".join(parts)


def check(pos: Position, recent: tuple[Past, ...], seat: int, lang: str, *, hints: bool) -> None:
    shown = scene(pos, recent, seat, lang=lang, hints=hints)
    html = page(shown)
    read = Page(html)
    assert not any(name in html for name in NAMES if name not in ("Bea", NAMES[-1]))
    assert len(read.ids) == len(set(read.ids))
    assert len(read.flying) == len(set(read.flying))
    assert read.drawings <= DRAWINGS
    assert read.links <= set(read.ids)
    offered = set(read.buttons) | {token for _, token in read.boxes}
    assert offered == shown.legal
    names = [name for name, _ in read.boxes]
    assert len(names) == len(set(names))
    assert read.wholes == bool(read.boxes)
    if read.boxes:
        boxes = Counter(token for _, token in read.boxes)
        for move in pos.legal_moves(whole=True):
            thefts = [token for token in str(move).split() if token.startswith("steal-")]
            assert Counter(thefts) <= boxes
    if lang == "fr":
        assert not re.search(r"\b([Vv]ous|[Vv]otre)\b", html)


@pytest.mark.parametrize(("seats", "thumb"), [(2, False), (2, True), (3, True), (4, False), (5, True)])
def test_at_every_decision_everybody_gets_a_sound_page_that_offers_all_legal_moves(seats: int, thumb: bool) -> None:
    viewers = [*range(seats), SPECTATOR]
    for turn, (pos, recent) in enumerate(game(seats, seats, thumb=thumb)):
        lang = languages()[turn % len(languages())]
        if not pos.is_over:
            check(pos, recent, pos.to_act, lang, hints=turn % 5 > 0)
        if turn % 3 == 0:
            check(pos, recent, viewers[turn // 3 % len(viewers)], lang, hints=turn % 4 > 0)
        if turn % 40 == 0 or pos.is_over:
            for seat in viewers:
                for each in languages():
                    check(pos, recent, seat, each, hints=True)


@pytest.mark.parametrize("seats", [2, 5])
def test_the_tiny_box_has_a_board_too(seats: int) -> None:
    for pos, recent in game(seats, 3, thumb=False, box="tiny"):
        for seat in (*range(seats), SPECTATOR):
            check(pos, recent, seat, "fr", hints=True)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(seats: int) -> None:
    for turn, (pos, recent) in enumerate(game(seats, 11, thumb=seats % 2 == 1)):
        if turn % 7:
            continue
        for seat in (*range(seats), SPECTATOR):
            seen = scene(pos, recent, seat)
            other = seen.view.imagine(seed=turn).view(seat)
            twin = Scene("t", other, seen.names, "en", 7, recent=seen.recent)
            assert page(twin) == page(seen)


def test_a_spectator_sees_the_table_but_no_hand_and_no_control() -> None:
    for pos, recent in game(4, 2, thumb=True):
        shown = scene(pos, recent, SPECTATOR)
        assert board.hand(shown) == ""
        assert "<form" not in page(shown)


@pytest.mark.parametrize(("seats", "thumb"), [(2, False), (3, True), (5, False)])
def test_everything_on_the_board_is_translated(seats: int, thumb: bool) -> None:
    for turn, (pos, recent) in enumerate(game(seats, 20 + seats, thumb=thumb)):
        for seat in (*range(seats), SPECTATOR) if pos.is_over or turn % 20 == 0 else pos.pending:
            shown = scene(pos, recent, seat, lang=PSEUDO, hints=turn % 5 > 0)
            said = [board.waits_for(shown)] + ([board.question(shown), board.stake(shown)] if shown.is_asked else [])
            assert unmarked(f"{page(shown)} {html.escape(' '.join(said))}", NAMES) == []


def test_every_word_is_used() -> None:
    source = "".join(path.read_text("utf-8") for path in Path(board.__file__).parent.glob("*.py"))
    for key in (*WORDS["en"], *COUNTED["en"]):
        assert source.count(f'"{key}"') + source.count(f"'{key}'") > 1, key


# -- Examples ------------------------------------------------------------------


def table(*lines: str) -> Moment:
    """Three seats with the cheques 2 5 8 13, 3 6 9 12 and 4 7 10 11, and a move or a card for each line."""
    pos = tripot.load("razzia-knizia").start(seats=3, options={"cheque_sets": "1,2,3"})
    recent: list[Past] = []
    for token in lines:
        actor = pos.to_act
        move = pos.game.parse_move(token, seat=actor)
        recent = [*(recent if actor == CHANCE else []), (pos, actor, move.steps[0])]
        pos = pos.play(move, seat=actor)
    return pos, tuple(recent)


def words_of(html: str) -> str:
    return re.sub(r" +", " ", re.sub(r"<[^>]*>", "", html))


def opts(html: str) -> list[str]:
    """The choices of the dialog in the words of a narrow page."""
    found = re.findall(r'<(?:button|a)[^>]*class="opt[^>]*>.*?</(?:button|a)>', html)
    return [words_of(re.sub(r'<span class="wide">[^<]*</span>', "", one)).strip() for one in found]


LOT = ("draw", "card-diamond", "draw", "card-car", "call")


def test_a_bid_says_who_can_still_beat_it() -> None:
    pos, recent = table(*LOT)
    shown = scene(pos, recent, 0)
    assert opts(board.hand(shown)) == [
        "2Bid 2 Bea (12) and O&#39;Neil &amp; &lt;i&gt; (11) can outbid",
        "5Bid 5 Bea (12) and O&#39;Neil &amp; &lt;i&gt; (11) can outbid",
        "8Bid 8 Bea (12) and O&#39;Neil &amp; &lt;i&gt; (11) can outbid",
        "13Bid 13 nobody can outbid",
        "Pass out of this lot; you keep 2, 5, 8 and 13",
    ]
    assert words_of(board.seat_things(shown, 1)).startswith("36912still to bid")
    assert words_of(board.seat_things(shown, 2)).startswith("471011last, must bid")


def test_cheques_too_low_are_greyed_out_with_their_reason() -> None:
    pos, recent = table(*LOT, "bid-8")
    shown = scene(pos, recent, 1)
    assert re.search(r"Too low to beat 8 .*>3<.*>6<", board.hand(shown))
    assert [choice.split(" ")[0] for choice in opts(board.hand(shown))] == ["9Bid", "12Bid", "Pass"]


def test_who_called_and_heard_no_bid_cannot_pass_and_reads_why() -> None:
    pos, recent = table(*LOT, "pass", "pass")
    html = board.hand(scene(pos, recent, 2, lang="fr"))
    assert opts(html)[-1] == "Passer c’est ton enchère\u00a0: tu dois offrir"
    assert 'value="pass"' not in html


def test_a_turn_offers_the_deck_on_the_table_and_in_the_dialog() -> None:
    pos, recent = table("draw", "card-ring")
    shown = scene(pos, recent, 1)
    assert 'id="deck"' in board.felt(shown)
    assert opts(board.hand(shown)) == [
        "Draw 18% police, then an auction",
        "Call you bid last",
        "Steal you have no thief",
    ]
    assert "You have no thief" in board.felt(shown)


def test_without_hints_no_odds_and_no_values_are_shown() -> None:
    pos, recent = table("draw", "card-ring")
    html = page(scene(pos, recent, 1, hints=False))
    assert "%" not in html
    assert "as it stands" not in html
    assert "this round" not in html
    assert "worth" not in words_of(board.felt(scene(pos, recent, 1, hints=False)))


def test_a_card_just_drawn_flies_from_the_deck_and_then_stays() -> None:
    before = board.felt(scene(*table("draw", "card-diamond"), SPECTATOR))
    assert 'data-vt="draw-120" data-at="lot-0"' in before
    assert 'data-vt="draw-119" data-at="deck"' in before
    after = board.felt(scene(*table("draw", "card-diamond", "draw", "card-police"), SPECTATOR))
    assert 'data-vt="draw-119" data-at="raid-0"' in after


def test_the_loot_bought_flies_to_the_buyer_and_the_cheques_change_places() -> None:
    auction = scene(*table(*LOT, "bid-8", "pass"), SPECTATOR)
    assert 'data-vt="cheque-8" data-at="bid-0"' in board.seat_things(auction, 0)
    assert 'class="cheque laid"' in board.seat_things(auction, 0)
    sold = scene(*table(*LOT, "bid-8", "pass", "pass"), SPECTATOR)
    assert 'data-vt="cheque-8" data-at="centre"' in board.felt(sold)
    mine = board.seat_things(sold, 0)
    assert 'data-vt="cheque-1" data-at="spent-0"' in mine
    for name in re.findall(r'data-vt="(loot[^"]*)"', board.felt(auction)):
        assert f'data-vt="{name}" data-at="loot-0"' in mine


THIEVES = ("draw", "card-thief", "draw", "card-thief", "call", "bid-13", "draw", "card-ring", "draw", "card-coin")


def test_with_one_thief_the_cards_are_buttons_and_with_several_they_are_boxes() -> None:
    several = Page(board.felt(scene(*table(*THIEVES, "draw", "card-coin"), 0)))
    assert several.boxes == [("c0", "steal-ring"), ("c1", "steal-coin"), ("c2", "steal-coin")]
    assert several.buttons == ["draw"]
    assert several.wholes == 1
    single = Page(board.felt(scene(*table(*THIEVES, "draw", "card-coin", "steal-ring"), 0)))
    assert single.buttons == ["steal-coin", "steal-coin"]
    assert single.boxes == []


def test_a_card_that_a_thief_may_not_take_any_more_says_why() -> None:
    felt = board.felt(scene(*table(*THIEVES, "draw", "card-coin", "steal-coin"), 0))
    assert re.search(r"this card comes before the last one stolen.*<em>Ring", felt)


def police(count: int) -> tuple[str, ...]:
    """That many police cards after a ring for seat 0, nobody bidding."""
    drawn = ("draw", "card-police", "pass", "pass", "pass")
    return drawn * (count - 1) + drawn[:2]


def test_the_last_police_card_is_announced() -> None:
    pos, recent = table(*police(6), "pass", "pass", "pass")
    assert "6 of 7: one more ends the round" in board.felt(scene(pos, recent, 0))


def test_the_count_of_a_round_stays_one_tap_away_through_the_next_one() -> None:
    ended, recent = table(*LOT, "bid-13", *police(7))
    just = scene(ended, recent, 0)
    assert board.title_fact(just) == "Round 2 of 3"
    pos, later = table(*LOT, "bid-13", *police(7), "draw", "card-car")
    steps = [step for step in just.recent if board.remembers(step)]
    assert len(steps) == 1
    for shown in (just, replace(scene(pos, later, 0), past=steps)):
        found = re.search(
            r'<details class="last-round" id="last-round"><summary[^>]*>Round 1<.*</details>', board.felt(shown)
        )
        assert found
        html = words_of(found[0])
        assert "police 7 of 7: end of the round" in html
        assert "Trinkets0 1 kind−5 none−5 none" in html
        assert "Cars0 1, no driver0 none0 none" in html
        assert "Guards+3 all equal+3 all equal+3 all equal" in html
        assert "Total3 −2 −2 " in html
        assert "Trinkets Bea and O&#39;Neil &amp; &lt;i&gt; −5 (none)" in html
        assert board.summary(shown) == ""
    assert "last-round" not in board.felt(scene(*table(*LOT), 0))


def test_the_end_shows_the_whole_sheet_and_the_winner() -> None:
    *_, (pos, recent) = game(3, 5, thumb=True)
    shown = scene(pos, recent, SPECTATOR, lang="fr")
    html = board.summary(shown)
    assert html.count("<tbody>") == 4
    assert html.count('<th scope="row">') == 3 * 5 + 2 + 1
    totals = [sum(pos.view(SPECTATOR).state.sheet[seat]) for seat in range(3)]
    assert pos.scores == tuple(totals)
    assert "victoire" in board.felt(shown)
    assert board.title_fact(shown) == "La partie est finie"


def test_the_gavel_marks_who_speaks_last() -> None:
    shown = scene(*table(*LOT), 0)
    assert [bool(board.marker(shown, seat)) for seat in range(3)] == [False, False, True]
    assert "bids last in this auction" in board.marker(shown, 2)


def test_the_own_board_says_what_each_line_is_worth_and_why() -> None:
    pos, recent = table(*LOT, "bid-13")
    html = board.hand(scene(pos, recent, 0))
    groups = [words_of(one) for one in re.findall(r'<li class="grp">.*?</li>', html)]
    assert groups == [
        "Trinkets1 diamond0 1 kind; 3 make +5",
        "Goldnone0 +3 each",
        "Cars1 car0 no driver yet",
        "Guardsnone+3 all equal",
        "Thievesnone0 +2 each",
        "Businessesnone0 0 kinds, at the end",
    ]
    purse = re.search(r'<p class="purse label">.*?</p>', html)
    assert purse
    assert words_of(purse[0]) == "Cheques total 16; poorest: −5"
    assert words_of(board.seat_things(scene(pos, recent, 0), 0)) == "2581 (spent)your turn"


def test_nothing_is_said_of_a_round_before_there_is_loot() -> None:
    shown = scene(*table("draw", "card-ring"), 1)
    assert board.seat_facts(shown, 0)[1] == "0\u00a0pts"
    assert "−2 this round" in board.seat_facts(scene(*table(*LOT, "bid-13"), 1), 1)[1]


# -- What is asked ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        ((), "Draw, or call the auction? Police or card 7 starts an auction too."),
        (LOT, "What do you bid? The lot is worth +5 to you now. After you: Bea (12), O'Neil & <i> (11)."),
        ((*LOT, "bid-8"), "Beat <b>&\"’s 8, or pass? The lot is worth +5 to you now. After you: O'Neil & <i> (11)."),
        ((*LOT, "pass", "pass"), "You called and nobody bids: what do you pay? The lot is worth +5 to you now."),
    ],
)
def test_the_question_comes_first_and_then_what_is_at_stake(lines: tuple[str, ...], asked: str) -> None:
    pos, recent = table(*lines)
    shown = scene(pos, recent, pos.to_act)
    assert f"{board.question(shown)} {board.stake(shown)}".startswith(asked)
    assert board.waits_for(scene(pos, recent, SPECTATOR)).startswith(
        "Bid or pass." if lines else "Draw, thief or auction."
    )


# -- What is shown one thing at a time -------------------------------------------


def shown_beats(*lines: str, lang: str = "en") -> list[Beat]:
    """The beats of the steps since the last decision, as they are shown to everybody."""
    shown = scene(*table(*lines), SPECTATOR, lang=lang)
    return [
        beat for step in shown.recent for beat in board.beats(shown, step, shown.view.told(step, shown.names, lang))
    ]


def test_every_word_of_an_auction_is_one_beat_at_the_seat_of_the_speaker() -> None:
    assert [(beat.kind, beat.say, beat.place) for beat in shown_beats(*LOT)] == [
        ("word", "O'Neil & <i> calls the auction: diamond, car and cheque 1.", "seat-2")
    ]
    assert [(beat.kind, beat.say, beat.place) for beat in shown_beats(*LOT, "pass")] == [
        ("word", '<b>&" passes.', "seat-0")
    ]
    (bid,) = shown_beats(*LOT, "pass", "bid-9")
    assert (bid.kind, bid.say, bid.place) == ("word", "Bea bids 9.", "seat-1")
    assert [(fly.start, fly.end) for fly in bid.fly] == [("cheque-9", "bid-1")]


def test_a_sold_lot_flies_to_the_winner_and_the_cheque_to_the_centre() -> None:
    word, sale = shown_beats(*LOT, "bid-8", "pass", "pass")
    assert word.kind == "word"
    assert (sale.kind, sale.place) == ("flight", "seat-0")
    assert sale.say == '<b>&" pays 8 and takes: diamond, car and cheque 1.'
    assert [(fly.start, fly.end) for fly in sale.fly] == [
        ("place-0", "seat-0"),
        ("place-1", "seat-0"),
        ("place-7", "seat-0"),
        ("bid-0", "place-7"),
    ]
    assert {name for name, _ in sale.show} == {"place-0", "place-1", "place-7", "bid-0"}


def test_a_card_is_turned_up_from_the_deck_to_its_place_and_the_others_make_room() -> None:
    (card,) = shown_beats("draw", "card-car", "draw", "card-ring")
    assert (card.kind, card.say, card.place) == ("turn", "Bea turns up: ring.", "place-0")
    assert [(fly.start, fly.end) for fly in card.fly] == [("deck", "place-0")]
    assert [name for name, _ in card.show] == ["place-0", "place-1"]
    (badge,) = shown_beats("draw", "card-police")
    assert (badge.kind, badge.place) == ("turn", "police-0")
    assert badge.say == '<b>&" turns up police, 1 of 7: auction!'


def test_the_end_of_a_round_is_the_last_card_the_count_and_then_the_next_round() -> None:
    last, sheet, deal = shown_beats(*LOT, "bid-13", *police(7), lang="fr")
    assert (last.kind, sheet.kind, deal.kind) == ("turn", "sheet", "deal")
    assert sheet.say == "Manche 1\u00a0: <b>&\" +3, Bea −2, O'Neil & <i> −2."
    assert "Fin de la manche 1" in dict(sheet.show)["stage"]
    assert deal.say.startswith("Manche 2 sur 3")
    assert 'id="place-0"' in dict(deal.show)["stage"]


@pytest.mark.parametrize(("seats", "thumb"), [(2, False), (4, True), (5, True)])
def test_the_old_board_has_every_place_that_a_beat_names(seats: int, thumb: bool) -> None:
    kinds = Counter[str]()
    old: set[str] = set()
    for pos, recent in game(seats, 7, thumb=thumb):
        shown = scene(pos, recent, SPECTATOR, lang=languages()[pos.length % len(languages())])
        for step in shown.recent if old else ():
            lines = shown.view.told(step, shown.names, shown.lang)
            for beat in board.beats(shown, step, lines):
                kinds[beat.kind] += 1
                assert beat.say
                assert {beat.place, *(name for name, _ in beat.show)} <= old
                assert all({fly.start, fly.end} <= old for fly in beat.fly)
                assert Page("".join([inside for _, inside in beat.show] + [fly.thing for fly in beat.fly]))
                old |= {key for _, inside in beat.show for key in Page(inside).ids}
        old = {*Page(page(shown)).ids, *(f"seat-{seat}" for seat in range(seats))}
    assert kinds.keys() == {"word", "turn", "flight", "place", "sheet", "deal"}
