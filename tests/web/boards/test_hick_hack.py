"""The web board of Hick Hack, at every decision of whole games and on a few scripted ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from typing import NamedTuple

import pytest

import tripot
from tests.notation.test_hick_hack import ADA, BRUNO, CHLOE, DALVA, LAID, NAMES, after, dealt, supplied
from tests.pseudo import PSEUDO, unmarked
from tripot import SPECTATOR
from tripot.bots import bot, stream
from tripot.games.hick_hack import board, rules
from tripot.games.hick_hack.board.settled import settled
from tripot.games.hick_hack.board.talk import fair
from tripot.games.hick_hack.facts import duel_chances, is_round_over, points_of, pot, row
from tripot.games.hick_hack.phrases import SAY
from tripot.language import SOURCE, languages
from tripot.play import Move
from tripot.play.move import Step
from tripot.web.drawing.beats import Beat
from tripot.web.drawing.scene import Scene
from tripot.web.pages import sprite

GAME = tripot.load("hick-hack")
NASTY = ('<b>&"Ada', "Bru'no", "</li>", "Dalva", "E<script>", "Ünal")
VOID = {"input", "br"}
PARTS = (board.felt, board.hand, board.summary)


# -- Games, as the site plays them ---------------------------------------------------------------


class Moment(NamedTuple):
    """A decision of the table: the position, the one of the decision before, what everybody will play."""

    position: tripot.Position
    before: tripot.Position | None
    moves: dict[int, Move]


def whole_move(pos: tripot.Position, seat: int, kind: str, rng: object) -> Move:
    steps = []
    while True:
        step = bot(kind)(pos.view(seat), rng)  # type: ignore[arg-type]
        steps.append(str(step))
        pos = pos.play(step, seat=seat)
        if not pos.is_mid_move(seat):
            return GAME.parse_move(" ".join(steps), seat=seat)


def moments(seats: int, kind: str, seed: int, **options: str) -> Iterator[Moment]:
    """Every decision of a game of bots, and its end; a simultaneous choice is one decision."""
    pos, before = GAME.start(seats=seats, seed=seed, options=options), None
    rngs = [stream(seed, seat) for seat in range(seats)]
    while not pos.is_over:
        moves = {seat: whole_move(pos, seat, kind, rngs[seat]) for seat in pos.pending}
        yield Moment(pos, before, moves)
        before = pos
        for seat, move in moves.items():
            pos = pos.play(move, seat=seat)
    yield Moment(pos, before, {})


SETTINGS: list[tuple[int, str, dict[str, str]]] = [
    (2, "random", {}),
    (3, "thumb", {"duel_cards": "all"}),
    (4, "random", {}),
    (5, "thumb", {"negotiation": "simple", "box": "tiny"}),
    (6, "random", {}),
    (4, "random", {"box": "tiny"}),
    (3, "random", {"box": "tiny"}),
]


@cache
def games() -> list[Moment]:
    return [
        moment
        for number, (seats, kind, options) in enumerate(SETTINGS)
        for moment in moments(seats, kind, number, **options)
    ]


def scene(
    moment: Moment,
    seat: int,
    lang: str = "en",
    *,
    names: tuple[str, ...] = NASTY,
    chosen: frozenset[int] = frozenset(),
    recent: list[Step] | None = None,
    hints: bool = True,
) -> Scene:
    view = moment.position.view(seat)
    choice = moment.moves[seat] if seat in chosen else None
    recent = list(moment.position.since(moment.before, seat)) if recent is None else recent
    return Scene("t1", view, names[: view.seats], lang, 7, choice, chosen, recent, hints)


@cache
def scenes() -> list[Scene]:
    """Every decision from every seat in every language; hints and who has already chosen take turns."""
    turn, found = 0, []
    for moment in games():
        for seat in (*range(moment.position.seats), SPECTATOR):
            turn += 1
            asked = list(moment.moves)
            chosen = frozenset(asked[: turn % len(asked)]) if len(asked) > 1 else frozenset()
            english = scene(moment, seat, SOURCE, chosen=chosen, hints=turn % 3 > 0)
            found += [replace(english, lang=lang, drawn={}) for lang in languages()]
    return found


def everything(shown: Scene) -> str:
    facts = [part for seat in range(shown.view.seats) for part in board.seat_facts(shown, seat)]
    marks = [board.marker(shown, seat) for seat in range(shown.view.seats)]
    return "".join([*(part(shown) for part in PARTS), *facts, *marks])


# -- Reading HTML --------------------------------------------------------------------------------


class Page(HTMLParser):
    """Checks the nesting, and keeps ids, references, controls and flying things."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.flying: list[str] = []
        self.symbols: set[str] = set()
        self.controls: set[str] = set()
        self.names: set[str] = set()
        self.feed(html)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {key: value or "" for key, value in attrs}
        assert len(facts) == len(attrs), f"an attribute twice: {attrs}"
        assert "style" not in facts
        assert tag not in ("script", "b><", "style")
        if tag not in VOID:
            self.open.append(tag)
        if "id" in facts:
            self.ids.append(facts["id"])
        if "data-vt" in facts:
            assert "data-at" in facts
            self.flying.append(facts["data-vt"])
        if tag == "use":
            self.symbols.add(facts["href"].removeprefix("#"))
        if tag in ("button", "input") and "disabled" not in facts and facts.get("name") != "decision":
            assert "form" in self.open
            self.controls.add(facts.get("value", ""))
            self.names.add(facts.get("name", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def test_every_board_is_sound_html_with_unique_ids_and_no_inline_style() -> None:
    known = set(re.findall(r'<symbol id="([^"]+)"', sprite()))
    for shown in scenes():
        page = Page(everything(shown))
        assert len(page.ids) == len(set(page.ids))
        assert len(page.flying) == len(set(page.flying))
        assert page.symbols <= known


def test_names_are_never_taken_for_html() -> None:
    for shown in scenes():
        html = everything(shown)
        assert "<b>&" not in html
        assert "</li></b>" not in html
        assert "<script" not in html


def test_every_legal_move_of_an_asked_seat_is_offered() -> None:
    for shown in scenes():
        if shown.is_asked and not (shown.choice and shown.view.state.lays == rules.PAIR):
            page = Page(board.hand(shown))
            assert shown.legal <= page.controls, (shown.legal, page.controls)


def test_every_whole_move_can_be_put_together_from_the_controls() -> None:
    for moment in games():
        for seat in moment.moves:
            page = Page(board.hand(scene(moment, seat)))
            for move in moment.position.legal_moves(seat, whole=True, limit=30):
                tokens = str(move).split()
                assert set(tokens) <= page.controls
                if len(tokens) > 1:
                    assert "whole" in page.names
                    assert moment.position.canonical_move(reversed(tokens), seat).steps == move.steps


def test_who_is_not_asked_or_only_watches_finds_nothing_to_press() -> None:
    for shown in scenes():
        if not shown.is_asked:
            assert "<form" not in everything(shown)
        if shown.seat == SPECTATOR:
            assert board.hand(shown) == ""


def test_in_the_middle_of_a_move_the_rest_is_offered_and_nothing_leaks() -> None:
    for seats, seed in ((2, 1), (3, 2), (4, 3), (5, 4)):
        pos, rng = GAME.start(seats=seats, seed=seed, options={"box": "tiny"}), stream(seed, 0)
        while not pos.is_over:
            for seat in (*range(seats), SPECTATOR):
                shown = scene(Moment(pos, pos, {}), seat, "fr")
                html = everything(shown)
                world = Moment(shown.view.imagine(seed=seed), None, {})
                assert everything(scene(world, seat, "fr", recent=[])) == html
                page = Page(html)
                assert shown.legal <= page.controls
                if shown.is_asked:
                    is_giving = shown.view.state.phase == rules.GIVE
                    assert board.question(shown).startswith("À qui va le reste") == is_giving
                assert len(page.flying) == len(set(page.flying))
            seat = pos.pending[-1]
            pos = pos.play(bot("random")(pos.view(seat), rng), seat=seat)


def test_worlds_that_a_seat_cannot_tell_apart_look_the_same() -> None:
    for number, moment in enumerate(games()):
        for seat in (*range(moment.position.seats), SPECTATOR):
            chosen = frozenset(list(moment.moves)[:1]) if len(moment.moves) > 1 else frozenset()
            mine = scene(moment, seat, chosen=chosen)
            world = mine.view.imagine(seed=number)
            other = scene(Moment(world, None, moment.moves), seat, chosen=chosen, recent=list(mine.recent))
            for lang in languages():
                assert everything(replace(mine, lang=lang, drawn={})) == everything(replace(other, lang=lang, drawn={}))


def test_every_text_is_marked_for_translation() -> None:
    found: set[str] = set()
    for shown in scenes()[:: 3 * len(languages())]:
        pseudo = replace(shown, lang=PSEUDO, names=NAMES[: shown.view.seats], drawn={})
        status = [board.waits_for(pseudo), board.title_fact(pseudo)]
        status += [board.question(pseudo), board.stake(pseudo)] if pseudo.is_asked else []
        if pseudo.seat == SPECTATOR:
            status += [beat.say for _, beats in beats_of(pseudo) for beat in beats]
        found.update(unmarked(" ".join([everything(pseudo), *status]), NAMES))
    assert found == set()


def test_what_others_have_laid_is_not_in_the_page() -> None:
    for moment in games():
        if len(moment.moves) < 2:
            continue
        chosen = frozenset(moment.moves)
        html = everything(scene(moment, SPECTATOR, chosen=chosen, recent=[]))
        assert "card-" not in html
        for move in moment.moves.values():
            assert all(f'"{token}"' not in html for token in str(move).split())


# -- What just happened --------------------------------------------------------------------------


def test_what_the_yards_brought_adds_up_to_the_points_won() -> None:
    for moment in games():
        steps = list(moment.position.since(moment.before, SPECTATOR))
        if not steps:
            continue
        gains = [0] * moment.position.seats
        for yard in settled(steps).values():
            for seat in range(moment.position.seats):
                gains[seat] += yard.gain(seat)
        before, now = [0] * rules.SEATS, [0] * rules.SEATS
        rules.score(steps[0].before, before)
        rules.score(steps[-1].after, now)
        assert gains == [b - a for a, b in zip(before, now, strict=True)][: len(gains)]


def test_the_fair_offer_gives_every_grain_to_a_contender_close_to_what_the_duel_is_worth() -> None:
    for moment in games():
        v = moment.position.view(SPECTATOR).state
        if v.phase != rules.OFFER:
            continue
        chances, plan = duel_chances(v), fair(v, duel_chances(v))
        assert [sum(colour == c for colour, _ in plan) for c in range(rules.COLOURS)] == row(v.on_yard, v.yard)
        assert {seat for _, seat in plan} <= set(chances)
        for seat, chance in chances.items():
            share = sum(rules.GRAIN_POINTS[colour] for colour, to in plan if to == seat)
            assert abs(share - chance * points_of(pot(v))) <= 3


# -- Examples ------------------------------------------------------------------------------------


@pytest.fixture
def ducks() -> tripot.Position:
    pos = dealt(
        *("blue-6 yellow-fox4 blue-shy", "blue-4 red-fox4", "green-shy violet-fox4", "green-fox5 black-fox4"),
        grains="green yellow green blue green blue",
    )
    pos = after(pos, "0 yellow-fox4", "1 red-fox4", "2 violet-fox4", "3 black-fox4")
    return supplied(pos, "green green green green green green")


def told(html: str) -> str:
    """The words of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def at(
    pos: tripot.Position, seat: int, lang: str = "en", *, before: tripot.Position | None = None, hints: bool = True
) -> Scene:
    return scene(Moment(pos, before or pos, {}), seat, lang, names=NAMES, hints=hints)


def test_a_card_says_what_it_brings(ducks: tripot.Position) -> None:
    html = board.hand(at(ducks, ADA))
    assert (
        '<button class="card xl can c-blue" name="move" value="blue-6" title="duck 6: alone 1 yellow, 1 green' in html
    )
    assert 'id="card-blue-6"' in html
    assert "alone +4 3" in told(html)  # three foxes of the ducks not seen yet
    plain = board.hand(at(ducks, ADA, hints=False))
    assert 'title="duck 6: alone it takes 4 points"' in plain
    assert "alone +4 3" not in told(plain)


def test_a_hidden_choice_lies_face_down_and_can_be_changed(ducks: tripot.Position) -> None:
    move = GAME.parse_move("blue-6", seat=ADA)
    shown = scene(Moment(ducks, None, {ADA: move}), ADA, "fr", names=NAMES, chosen=frozenset({ADA}), recent=[])
    html = board.hand(shown)
    assert 'action="/t/t1/take_back"' in html
    assert told(html).startswith("Ton choix : canard 6 Reprendre ma carte")
    assert 'value="blue-shy"' in html
    felt = board.felt(shown)
    assert 'data-vt="laid-2-0-0" data-at="slot-0-0"' in felt
    assert "blue-6" not in felt
    assert "Toi posée Bruno réfléchit Chloé réfléchit Dalva réfléchit" in told(felt)


def test_an_offer_is_a_form_with_a_fair_split_and_its_duel(ducks: tripot.Position) -> None:
    pos = after(ducks, *LAID)
    html = board.hand(at(pos, ADA))
    assert 'name="n0" value="yellow>0" id="n0-0" data-worth="3" data-to="0" aria-label="for You" checked>' in html
    assert 'name="n1" value="green>1" id="n1-1" data-worth="1" data-to="1" aria-label="for Bruno" checked>' in html
    words = told(html)
    assert "Your offer to Bruno You duel ≈ 3.2 3 Bruno duel ≈ 0.8 1" in words
    assert "Propose 3 / 1" in words
    assert "No offer then Bruno is asked Duel now 81% for 4 points" in words
    assert "81%" not in told(board.hand(at(pos, ADA, hints=False)))
    watching = told(board.felt(at(pos, CHLOE)))
    assert "You fled" not in watching
    assert "Ada may offer · duel 81% Bruno asked next · duel 19%" in watching


def test_an_answer_shows_the_share_the_duel_and_what_follows_a_no(ducks: tripot.Position) -> None:
    pos = after(ducks, *LAID, "0 yellow>0 green>1")
    words = told(board.hand(at(pos, BRUNO, "fr")))
    assert words.startswith("Ada t’offre 1 sur 4 points")
    assert board.question(at(pos, BRUNO, "fr")) == "Ada t’offre 1 sur 4 points\u00a0: accepter\u00a0?"
    assert "Accepter tu reçois 1 point Refuser puis c’est à toi d’offrir" in words
    assert "Duel 19 % pour 4 points" in words  # not "now": it lies face down until all have answered
    called = Moment(pos, None, {BRUNO: GAME.parse_move("duel", seat=BRUNO)})
    html = board.hand(scene(called, BRUNO, "en", names=NAMES, chosen=frozenset({BRUNO}), recent=[]))
    assert "Your answer: Duel Take back" in told(html)
    html = board.felt(at(pos, DALVA))
    assert 'data-vt="grain-1-y0" data-at="offer-0"' in html
    assert 'data-vt="grain-1-g0" data-at="offer-1"' in html


def test_the_end_of_a_round_is_explained_seat_by_seat(ducks: tripot.Position) -> None:
    pos = after(ducks, *LAID, "0 yellow>0 green>1")
    done = supplied(after(pos, "1 accept"), "green " * 6)
    words = told(board.summary(at(done, CHLOE, before=pos)))
    assert words == (
        "After round 2 of 13 Ada +3 3 1 yellow at the ducks (3 points) Bruno +1 1 1 green at the ducks (1 point) "
        "You +1 1 1 green at the geese (1 point) · shy goose: eaten Dalva −2 −2 shy goose for the fox (−2 points)"
    )
    felt = board.felt(at(done, CHLOE, before=pos))
    assert "laid-2-" not in felt  # nothing of the round that is over lies on the yards of the next one


def test_a_duel_is_told_with_its_dice(ducks: tripot.Position) -> None:
    pos = after(ducks, *LAID)
    done = after(pos, "0 duel", "* die-1", "* die-3", "* die-2", "* die-6")
    words = told(board.summary(at(done, ADA, before=pos)))
    assert "duel at the ducks: 6 + die 2 = 8" in words
    assert "duel at the ducks: 4 + die 6 = 10" in words


# -- The beats of a reveal -----------------------------------------------------------------------


def beats_of(shown: Scene) -> list[tuple[Step, list[Beat]]]:
    """The steps that led to a spectator's scene, each with its beats."""
    return [(step, board.beats(shown, step, shown.view.told(step, shown.names, shown.lang))) for step in shown.recent]


def test_beats_turn_all_cards_at_once_then_go_through_the_yards_in_order() -> None:
    turned = fights = 0
    for moment in games():
        for step, beats in beats_of(scene(moment, SPECTATOR)):
            kinds = [beat.kind for beat in beats]
            if step.before.phase == rules.CHOOSE and step.revealed:
                assert kinds[:3] == ["chosen", "turn", "flight"]
                assert len(beats[2].fly) == len(step.revealed)
                yards = [int(beat.place.removeprefix("place-")) for beat in beats if beat.kind == "place"]
                assert yards == sorted(yards)
                turned += 1
            if step.before.phase == rules.ROLL:
                assert kinds[0] == "dice"
                stage = dict(beats[0].show)["stage"]
                assert stage.count("hh-die-") == step.before.rolled + 1
                assert stage.count('class="die lies"') == step.before.rolled  # only the last one is rolled now
                fights += 1
            if is_round_over(step.before, step.after):
                assert kinds[-1] == "sheet"
    assert turned > 20
    assert fights > 5


def test_all_that_somebody_wins_flies_to_his_seat() -> None:
    for moment in games():
        for step, beats in beats_of(scene(moment, SPECTATOR)):
            flown = dict.fromkeys(range(moment.position.seats), 0)
            for flight in (flight for beat in beats for flight in beat.fly if flight.end.startswith("seat-")):
                flown[int(flight.end.removeprefix("seat-"))] += 1
            before, after = step.before, step.after
            for seat, things in flown.items():
                birds = sum(
                    after.place[card] == rules.EATEN + seat != before.place[card] for card in range(rules.CARDS)
                )
                assert things == sum(row(after.won, seat)) - sum(row(before.won, seat)) + birds


def test_what_beats_show_is_sound_html_for_elements_that_the_board_has() -> None:
    ids = {f"{name}-{yard}" for yard in range(6) for name in ("place", "bed", "came")} | {"stage", ""}
    for moment in games():
        shown = scene(moment, SPECTATOR)
        assert {"place-0", "bed-0", "came-0", "stage"} <= set(Page(board.felt(shown)).ids)
        for beat in (beat for _, beats in beats_of(shown) for beat in beats):
            assert beat.place in ids
            assert {where for where, _ in beat.show} <= ids
            for html in (*(html for _, html in beat.show), *(flight.thing for flight in beat.fly)):
                Page(html)


def test_two_cards_are_ticked_and_laid_with_one_button() -> None:
    pos = dealt("yellow-fox4 yellow-3 yellow-5 blue-6", "red-3", grains="blue " * 6)
    html = board.hand(at(pos, ADA, "fr"))
    assert re.search(
        r'<input class="vh c-yellow fox" type="checkbox" name="c\d" value="yellow-fox4" id="pick-yellow-fox4" '
        r'data-not="c\d[c\d ]*">',
        html,
    )
    assert "sans volaille" in html
    button = '<button class="btn go" name="whole" value="1" id="whole" data-least="2" data-most="2">'
    assert f"{button}Poser ces deux cartes</button>" in html


def test_the_seats_the_supplier_and_the_round(ducks: tripot.Position) -> None:
    shown = at(after(ducks, *LAID, "0 yellow>0 green>1", "1 accept"), DALVA, "fr")
    facts, total = board.seat_facts(shown, DALVA)
    assert (told(facts), total) == ("−2 volailles −2", "−2\u00a0pts")
    assert told(board.seat_facts(shown, ADA)[0]) == "grain jaune, 3 points ×1"
    assert [bool(board.marker(shown, seat)) for seat in range(4)] == [False, False, True, False]
    assert board.title_fact(shown) == "Manche 3 sur 13"


def test_the_end_of_the_game_names_the_winner_and_sums_up() -> None:
    last = [moment for moment in games() if moment.position.is_over]
    for moment in last:
        shown = scene(moment, 0, names=NAMES)
        words = told(board.summary(shown))
        best = shown.view.winners[0]
        assert words.startswith(SAY["en"]["final title"])
        assert ("You" if best == 0 else NAMES[best]) in words
        assert "wins" in told(board.felt(shown))
        assert board.hand(shown) == ""
