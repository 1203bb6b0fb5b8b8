"""The web board of RAISE: sound HTML at every moment, every legal move on offer, no secret in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html import escape
from html.parser import HTMLParser
from itertools import pairwise
from random import Random

import pytest

import tripot
import tripot.web
from tests.pseudo import unmarked
from tripot.bots import BOTS, stream
from tripot.core.rng import Rng
from tripot.core.state import SPECTATOR
from tripot.games.raise_ import board, rules, words
from tripot.games.raise_.board import track
from tripot.games.raise_.board.hand import all_raises, smallest_raise, usable_cards
from tripot.games.raise_.phrases import card_name, victory_points
from tripot.games.raise_.tokens import CARDS
from tripot.language import PSEUDO, languages
from tripot.play import Position
from tripot.play.move import Step
from tripot.web.drawing.beats import Beat
from tripot.web.drawing.scene import Scene, text
from tripot.web.pages import sprite

GAME = tripot.load("raise")
NAMES = ('<b>&"', "Ada", "Bruno", "thumb 3", "thumb 4")
VOID = {"input", "br", "img", "hr", "meta", "link"}
SYMBOLS = set(re.findall(r'<symbol id="([^"]+)"', sprite()))

Moment = tuple[Position, Position | None]
"""A position at a decision, and the one at the decision before."""


class Page(HTMLParser):
    """What a board holds; complains about tags that are not closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.controls: list[dict[str, str]] = []
        self.ids: list[str] = []
        self.fors: list[str] = []
        self.flights: list[str] = []
        self.symbols: set[str] = set()
        self.shown: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        assert len(found) == len(attrs), attrs
        assert "style" not in found
        assert tag not in {"script", "style"}
        assert not any(name.startswith("on") for name in found)
        if tag not in VOID:
            self.open.append(tag)
        if tag in {"button", "input"}:
            self.controls.append({"tag": tag, **found})
        self.ids += [found["id"]] if "id" in found else []
        self.fors += [found["for"]] if "for" in found else []
        self.flights += [found["data-vt"]] if "data-vt" in found else []
        assert ("data-vt" in found) == ("data-at" in found)
        if tag == "use":
            self.symbols.add(found["href"].removeprefix("#"))
        self.shown += [found[name] for name in ("title", "aria-label") if name in found]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.shown.append(data)

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.shown).split())

    @property
    def buttons(self) -> set[str]:
        return {c["value"] for c in self.controls if c["tag"] == "button" and c.get("name") == "move"}

    @property
    def boxes(self) -> list[str]:
        return [c["value"] for c in self.controls if c.get("type") == "checkbox" and "disabled" not in c]

    @property
    def ticked(self) -> list[str]:
        return [c["value"] for c in self.controls if "checked" in c]


def everything(scene: Scene) -> str:
    """All of the board in one string."""
    seats = "".join(
        f"<div>{board.seat_mark(scene, seat)}{''.join(board.seat_facts(scene, seat))}{board.marker(scene, seat)}</div>"
        for seat in range(scene.view.seats)
    )
    return board.felt(scene) + board.hand(scene) + seats + board.summary(scene) + board.title_fact(scene)


def scene_of(moment: Moment, seat: int, lang: str = "en", *, hints: bool = True) -> Scene:
    pos, before = moment
    recent = tuple(pos.since(before, seat))
    return Scene("t1", pos.view(seat), NAMES[: pos.seats], lang, 7, recent=recent, hints=hints)


def game(seats: int, seed: int, bot: str, options: dict[str, str]) -> Iterator[Moment]:
    """Every decision of a game, and its end; the first seat asked plays."""
    pos = GAME.start(seats=seats, seed=seed, options=options)
    rngs: list[Rng] = [stream(seed, seat) for seat in range(seats)]
    before = None
    while True:
        yield pos, before
        if pos.is_over:
            return
        before, seat = pos, pos.pending[0]
        pos = pos.play(BOTS[bot](pos.view(seat), rngs[seat]), seat=seat)


GAMES: tuple[tuple[int, int, str, dict[str, str]], ...] = (
    (2, 1, "thumb", {}),
    (3, 2, "random", {}),
    (4, 3, "thumb", {"raise_cards": "just_enough"}),
    (5, 4, "random", {"raise_cards": "just_enough"}),
    (5, 5, "thumb", {}),
    (3, 6, "random", {"box": "tiny"}),
)


@cache
def whole_games() -> tuple[list[Moment], ...]:
    return tuple(list(game(*setting)) for setting in GAMES)


def moments(share: int) -> list[Moment]:
    """One in that many of the decisions of all games, and the end of each."""
    found: list[Moment] = []
    for seed, whole in enumerate(whole_games()):
        found += Random(seed).sample(whole, len(whole) // share) + whole[-1:]
    return found


def find(seats: int, seed: int, phase: int, nth: int = 0, bot: str = "thumb") -> Moment:
    return [m for m in game(seats, seed, bot, {}) if m[0].view(SPECTATOR).state.phase == phase][nth]


def everybody(pos: Position) -> list[int]:
    return [*range(pos.seats), SPECTATOR]


# -- HTML ---------------------------------------------------------------------


@pytest.mark.parametrize("lang", languages())
def test_every_board_is_sound_html_with_known_symbols_and_unique_ids(lang: str) -> None:
    for moment in moments(10):
        for seat in everybody(moment[0]):
            html = everything(scene_of(moment, seat, lang, hints=seat % 2 == 0))
            page = Page(html)
            assert NAMES[0] not in html
            assert "{" not in page.words
            assert page.symbols <= SYMBOLS
            assert max(Counter(page.ids).values(), default=1) == 1
            assert max(Counter(page.flights).values(), default=1) == 1
            assert set(page.fors) <= set(page.ids)


def test_everything_on_the_board_is_translated() -> None:
    for moment in moments(6):
        for seat in everybody(moment[0]):
            scene = scene_of(moment, seat, PSEUDO, hints=seat % 2 == 0)
            asked = [board.question(scene), board.stake(scene)] if scene.is_asked else []
            assert unmarked(everything(scene) + escape(" ".join(asked)), NAMES) == []


def test_names_are_shown_as_they_are_written() -> None:
    page = Page(everything(scene_of(find(2, 1, rules.LAST), SPECTATOR)))
    assert NAMES[0] in page.words


def test_every_button_says_what_it_does() -> None:
    for moment in moments(6):
        for seat in moment[0].pending:
            html = board.hand(scene_of(moment, seat))
            for button in re.findall(r"<button.*?</button>", html, re.S):
                assert re.search(r'aria-label="[^"]{4,}"', button) or len(re.sub(r"<.*?>", "", button)) >= 4
                assert " id=" in button


# -- Moves --------------------------------------------------------------------


def test_every_legal_move_is_on_offer_and_nothing_else() -> None:
    for moment in moments(5):
        pos = moment[0]
        for seat in everybody(pos):
            page = Page(board.hand(scene_of(moment, seat)))
            legal = {str(move) for move in pos.legal_moves(seat)} if seat in pos.pending else set()
            assert legal <= page.buttons | set(page.boxes)
            assert page.buttons <= legal
            assert bool(page.boxes) <= bool(legal - {"pass", "stop"})


def test_every_whole_raise_can_be_ticked_and_every_ticked_one_played() -> None:
    seen = 0
    for moment in moments(3):
        pos = moment[0]
        v = pos.view(SPECTATOR).state
        if v.phase not in (rules.LAST, rules.RAISING):
            continue
        seat = pos.pending[0]
        page = Page(board.hand(scene_of(moment, seat)))
        used = set()
        for move in pos.legal_moves(seat, whole=True):
            cards = [token for token in str(move).split() if token not in ("stop", "pass")]
            assert not Counter(cards) - Counter(page.boxes)
            used |= set(cards)
            if cards:
                assert pos.canonical_move(reversed(cards), seat) == move
                seen += 1
        assert used == set(page.boxes)
        if page.ticked:
            pos.play(pos.canonical_move(page.ticked, seat), seat=seat)
    assert seen > 500


def test_the_smallest_raise_is_ticked_unless_hints_are_off() -> None:
    moment = find(5, 5, rules.LAST, 3)
    seat = moment[0].pending[0]
    scene = scene_of(moment, seat)
    v = scene.view.state
    raises = all_raises(v, seat)
    assert usable_cards(v, seat, raises)
    ticked = [CARDS[v.hand[seat][slot]] for slot in smallest_raise(v, seat, raises)]
    assert Page(board.hand(scene)).ticked == ticked
    assert not Page(board.hand(scene_of(moment, seat, hints=False))).ticked


def test_a_raise_under_way_may_stop_or_go_on() -> None:
    pos, _ = find(5, 5, rules.LAST, 3)
    seat = pos.pending[0]
    move = next(m for m in pos.legal_moves(seat, whole=True) if str(m).endswith("stop"))
    for token in str(move).split()[:-1]:
        pos = pos.play(token, seat=seat)
    page = Page(board.hand(scene_of((pos, pos), seat)))
    assert "stop" in page.buttons
    assert f"Stay on {pos.view(seat).state.space[seat]}" in page.words


def test_a_first_card_says_what_it_means_and_how_many_it_beats() -> None:
    moment = find(5, 5, rules.CHOOSE, 10)
    scene = scene_of(moment, moment[0].pending[0])
    v = scene.view.state
    page = Page(board.hand(scene))
    for card in v.hand[scene.seat][: v.hand_n[scene.seat]]:
        share = words.share_below(v, scene.seat, words.value(v, card))
        assert f"beats {share}%" in page.words
        if rules.VICTORY_POINTS[card] == 1:
            assert words.explain(v, scene.seat, card, scene.names, "en") in page.words


def test_a_chosen_card_lies_face_down_and_can_be_changed_or_taken_back() -> None:
    pos, before = find(3, 2, rules.CHOOSE)
    choice = pos.legal_moves(1)[0]
    scene = Scene("t1", pos.view(1), NAMES[:3], "en", 7, choice, frozenset({1}), tuple(pos.since(before, 1)))
    html = board.hand(scene)
    assert 'action="/t/t1/take_back"' in html
    others = {str(move) for move in pos.legal_moves(1)} - {str(choice)}
    assert others <= Page(html).buttons
    felt = board.felt(scene)
    assert felt.count('class="card back"') == 1
    assert f'data-vt="card-1-{choice}-0" data-at="first-1"' in felt
    assert "1 of 3" in Page(felt).words


def test_a_spectator_has_no_hand_and_nothing_to_press() -> None:
    for moment in moments(6):
        scene = scene_of(moment, SPECTATOR)
        assert board.hand(scene) == ""
        assert not Page(everything(scene)).controls


# -- Secrets ------------------------------------------------------------------


@pytest.mark.parametrize("lang", languages())
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(lang: str) -> None:
    for moment in moments(10):
        pos = moment[0]
        for seat in everybody(pos):
            scene = scene_of(moment, seat, lang)
            html = everything(scene)
            for seed in range(2):
                world = pos.view(seat).imagine(seed=seed).view(seat)
                other = Scene("t1", world, scene.names, lang, 7, recent=scene.recent)
                assert everything(other) == html


def test_whichever_card_another_lays_face_down_the_board_is_the_same() -> None:
    pos, _ = find(4, 3, rules.CHOOSE)
    laid = [pos.play(move, seat=0) for move in pos.legal_moves(0)]
    assert len(laid) > 1
    for seat in (1, 2, 3, SPECTATOR):
        assert len({everything(scene_of((after, pos), seat)) for after in laid}) == 1


# -- The track ----------------------------------------------------------------


def test_sprite_and_stylesheet_have_the_track_where_the_board_draws_it() -> None:
    assert track.symbols_of_track() in GAME.file("board", "symbols.svg").read_text()
    assert track.classes_of_places() in GAME.file("board", "style.css").read_text()


def test_the_track_has_even_spaces_and_stays_on_the_board() -> None:
    spots = track.SPOTS[1:]
    steps = [((a - c) ** 2 + (b - d) ** 2) ** 0.5 for (a, b), (c, d) in pairwise(spots)]
    assert max(steps) - min(steps) < 1.5
    assert all(12 < x < track.SIDE - 12 and 12 < y < track.SIDE - 12 for x, y in spots)
    assert track.path(3, 3) == track.path(track.SPACES, track.SPACES + 5) == ""


def test_a_pawn_beyond_the_drawn_track_stands_in_the_middle_with_its_number() -> None:
    moment = find(3, 2, rules.LAST)
    scene = scene_of(moment, SPECTATOR)
    leader = max(range(3), key=lambda seat: scene.view.state.space[seat])
    scene.view.state.space[leader] = 123
    assert 'rs0"' in board.felt(scene)
    assert '<b class="rs-far">123</b>' in board.felt(scene)


def test_pawns_with_the_same_initial_get_a_second_letter() -> None:
    scene = scene_of(find(5, 5, rules.LAST), SPECTATOR)
    assert [track.initial(scene, seat) for seat in range(5)] == [text("<"), "A", "B", "T3", "T4"]


# -- Exact moments --------------------------------------------------------------


def test_the_stake_the_dice_and_what_is_needed_can_be_read() -> None:
    moment = find(2, 1, rules.LAST)
    seat = moment[0].pending[0]
    v = moment[0].view(seat).state
    page = Page(board.felt(scene_of(moment, seat)))
    worth = victory_points(v.common)
    assert f"At stake: {rules.POINTS[v.point]} + {worth}" in page.words
    assert f"you need {v.ahead + 1}+" in page.words
    assert Page(board.felt(scene_of(moment, seat, "fr"))).words.count("il te faut") == 1


def test_revealed_cards_lie_on_the_pile_with_their_owners_and_come_from_where_they_lay() -> None:
    pos, _ = find(3, 2, rules.CHOOSE)
    firsts = [pos.legal_moves(seat)[0] for seat in range(3)]
    after = pos
    for seat, move in enumerate(firsts):
        after = after.play(move, seat=seat)
    felt = board.felt(scene_of((after, pos), 1))
    assert felt.count('class="rs-tag') == 3
    assert f'data-vt="card-1-{firsts[1]}-0" data-at="pile"' in felt
    assert f'data-vt="card-1-{firsts[1]}-0" data-at="hand-1"' in board.hand(scene_of((pos, pos), 1))
    assert 'data-vt="first-0" data-at="pile"' in felt
    assert all(f"{str(move).replace('-', ' ')}, " in Page(felt).words for move in firsts)
    assert f"played by {NAMES[0]}" in Page(felt).words


def test_a_seat_says_where_its_pawn_stands() -> None:
    scene = scene_of(find(2, 1, rules.LAST), 0)
    v = scene.view.state
    last = scene.view.to_act
    assert board.seat_facts(scene, last)[0] == f"at {v.space[last]}, last"
    assert board.seat_facts(scene, 1 - last)[0].startswith(f"at {v.space[1 - last]}")
    assert board.seat_facts(scene, 0)[1] == f"{v.won[0]}\u00a0pts<small>{v.hand_n[0]} cards</small>"
    assert board.title_fact(scene) == "Round 1 of 8"


def remembered(whole: list[Moment], upto: int) -> tuple[Step, ...]:
    """What the board remembers at a decision of a game."""
    return tuple(step for step in whole[upto][0].since(None, SPECTATOR) if board.remembers(step))


def test_how_a_round_went_stays_one_tap_away_through_the_whole_next_one() -> None:
    whole = whole_games()[2]
    rounds = [words.round_now(pos.view(SPECTATOR).state) for pos, _ in whole]
    shown = [upto for upto, number in enumerate(rounds) if number == 2]
    assert len(shown) > 6
    for upto in (shown[0], shown[len(shown) // 2], shown[-1]):
        past = remembered(whole, upto)
        end = next(step for step in past if step.before.point >= 0 > step.after.point)
        winner = max(range(4), key=lambda seat: end.after.won[seat] - end.before.won[seat])
        gain = end.after.won[winner] - end.before.won[winner]
        scene = replace(scene_of(whole[upto], 0), past=past)
        page = Page(re.search(r'<details class="last-round".*</details>', board.felt(scene), re.S)[0])  # type: ignore[index]
        assert f"Round 1: {NAMES[winner]} +{gain}" in page.words
        assert f"Round 1: {gain} points for {NAMES[winner]}" in page.words
        assert f"{rules.POINTS[end.before.point]} point card" in page.words
        passes = [step for step in past if step.action == rules.PASS and words.round_now(step.before) == 1]
        assert len(passes) == 3
        for step in passes:
            fate = f"passed, {step.before.space[step.actor]} of {step.before.ahead}."
            assert f"{NAMES[step.actor]} {fate}" in page.words
        assert f"{NAMES[winner]} stayed on {words.winning_space(end.before, end.after, winner)}" in page.words
        assert board.summary(scene) == ""


def test_the_end_of_the_game_shows_every_hand_and_the_count() -> None:
    moment = list(game(3, 2, "random", {}))[-1]
    scene = scene_of(moment, SPECTATOR, "fr")
    page = Page(board.felt(scene) + board.summary(scene))
    assert "Le décompte" in page.words
    for seat, points in enumerate(moment[0].scores):
        assert f"{NAMES[seat]} {points} " in page.words
    assert board.title_fact(scene) == "La partie est finie"
    assert sum(moment[0].view(0).state.hand_n) == board.felt(scene).count('class="card s ')


# -- What is asked ----------------------------------------------------------------


def test_the_question_is_short_and_says_what_must_be_passed() -> None:
    asked = set()
    for moment in moments(2):
        for seat in moment[0].pending:
            scene = scene_of(moment, seat)
            v = scene.view.state
            question = board.question(scene)
            assert len(question) < 40
            asked.add(re.sub(r"[0-9]+", "N", question))
            assert board.stake(scene)
            if question.startswith("Raise past"):
                assert question == f"Raise past {v.ahead}, or pass?"
                assert f"on {v.space[seat]}. At stake: {rules.POINTS[v.point]} + " in board.stake(scene)
        if not moment[0].is_over:
            assert board.waits_for(scene_of(moment, SPECTATOR))
    assert {"Which card do you lay first?", "Raise past N, or pass?", "You cannot get past N: pass"} <= asked


def test_the_star_and_the_blank_die_are_explained() -> None:
    page = Page(board.felt(scene_of(find(5, 5, rules.CHOOSE), 0)))
    assert "A card with a star counts 5 points" in page.words
    assert "×1, and one more for each die" in page.words
    felts = [board.felt(scene_of(moment, SPECTATOR)) for moment in moments(5)]
    assert any("A blank die counts for nothing" in felt for felt in felts)


# -- What is shown one thing at a time ----------------------------------------------


def shown_beats(moment: Moment, lang: str = "en") -> list[Beat]:
    """The beats of the steps since the decision before, as they are shown to everybody."""
    scene = scene_of(moment, SPECTATOR, lang)
    return [
        beat for step in scene.recent for beat in board.beats(scene, step, scene.view.told(step, scene.names, lang))
    ]


def test_first_cards_are_turned_up_together_and_then_every_pawn_walks() -> None:
    after, before = find(3, 2, rules.LAST)
    kinds = [beat.kind for beat in shown_beats((after, before))]
    assert kinds == ["chosen", "turn", "pawn", "pawn", "pawn"]
    turned, *placed = shown_beats((after, before))[1:]
    v = after.view(SPECTATOR).state
    assert all(card_name(v.first[seat], "en") in turned.say for seat in range(3))
    for beat in placed:
        ((start, end, pawn),) = beat.fly
        seat = int(start.removeprefix("seat-"))
        assert f"p-{track.TONES[seat]}" in pawn
        assert end == f"space-{v.space[seat]}"
        assert beat.say.startswith(NAMES[seat])
        assert f"space {v.space[seat]}." in beat.say


def test_a_raise_a_pass_and_the_end_of_a_round_in_their_order() -> None:
    seen = set[tuple[str, ...]]()
    for whole in whole_games()[:3]:
        for moment in whole[1:]:
            found = shown_beats(moment)
            seen.add(tuple(beat.kind for beat in found))
            for beat in found:
                if " raises with " in beat.say:
                    assert beat.kind == "pawn"
                    card, pawn = beat.fly
                    assert (card.end, pawn.start[:6]) == ("pile", "space-")
                    assert re.search(r": [0-9]+ [+] [0-9]+ = [0-9]+[.]", beat.say)
                if " passes on " in beat.say:
                    assert (beat.kind, beat.place[:5]) == ("word", "seat-")
    assert ("word", "flight", "sheet", "deal", "dice") in seen
    assert ("word",) in seen
    assert ("pawn",) in seen


def test_beats_name_places_of_the_old_board_and_tell_no_secret() -> None:
    for number, whole in enumerate(whole_games()):
        seats = whole[0][0].seats
        for before, moment in pairwise(whole):
            old = {*Page(everything(scene_of(before, SPECTATOR))).ids, *(f"seat-{seat}" for seat in range(seats))}
            lang = languages()[number % len(languages())]
            for beat in shown_beats(moment, lang):
                assert beat.say
                assert {beat.place, *(name for name, _ in beat.show)} <= old
                assert all({fly.start, fly.end} <= old for fly in beat.fly)
                for _, inside in beat.show:
                    assert NAMES[0] not in inside
                    old |= set(Page(inside).ids)
    pos, _ = find(4, 3, rules.CHOOSE)
    laid = [pos.play(move, seat=0) for move in pos.legal_moves(0)]
    assert {str(shown_beats((after, pos))) for after in laid} == {"[]"}
