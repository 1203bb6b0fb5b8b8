"""What a game gets that has rules and tokens alone."""

from __future__ import annotations

import random

import pytest

import tripot
from goofspiel import GAME
from tripot.adapters.mini import longest
from tripot.adapters.resampling import with_other_commits
from tripot.bots import stream, thumb_bot
from tripot.core.rng import Rng
from tripot.core.state import CHANCE, HIDDEN, SPECTATOR
from tripot.errors import TripotError
from tripot.language import languages
from tripot.observe import Sighting, observer, remembered, tensor
from tripot.play import Position

NAMES = ("Ada", "Bea", "Cid")
LANGS = languages()


def bidding(*bids: int) -> Position:
    """A table of three with prize 7 turned up, and the first seats' bids face down."""
    position = GAME.start(seats=3).play("prize-7", seat=CHANCE)
    for seat, card in enumerate(bids):
        position = position.play(f"bid-{card}", seat=seat)
    return position


def in_words(position: Position, seat: int, lang: str) -> list[str]:
    view, words = position.view(seat), GAME.words
    said = [*view.story(names=NAMES, lang=lang), words.question(view.state, seat, NAMES, lang), str(view)]
    return said + [words.explain(view.state, seat, move.steps[0], NAMES, lang) for move in view.legal_moves]


def test_what_happened_is_told_by_the_tokens() -> None:
    position = bidding(3, 5, 5).play("prize-2", seat=CHANCE)
    for seat, card in enumerate((1, 4, 2)):
        position = position.play(f"bid-{card}", seat=seat)
    assert position.view(SPECTATOR).story(names=NAMES) == [
        *("Chance: prize-7.", "Ada: a choice, face down.", "Bea: a choice, face down."),
        *("Ada: bid-3.", "Bea: bid-5.", "Cid: bid-5."),
        *("Chance: prize-2.", "Ada: a choice, face down.", "Bea: a choice, face down."),
        *("Ada: bid-1.", "Bea: bid-4.", "Cid: bid-2.", "Bea: +2 points, 2 in all."),
    ]
    assert position.view(SPECTATOR).story(names=NAMES, lang="fr")[-1] == "Bea\u00a0: +2 points, 2 en tout."


def test_a_seat_is_asked_for_what_is_legal_and_others_are_told_whom_they_wait_for() -> None:
    position = bidding(3)
    asked = {seat: GAME.words.question(position.view(seat).state, seat, NAMES, "en") for seat in range(3)}
    assert asked[0] == "Waiting for Bea and Cid."
    assert asked[2].startswith("Cid: choose one of bid-1, bid-2, ")
    assert "bid-13" in GAME.words.question(position.view(1).state, 1, NAMES, "fr")


@pytest.mark.parametrize("lang", LANGS)
def test_no_word_and_no_number_gives_a_card_away_that_lies_face_down(lang: str) -> None:
    for seat in (1, 2, SPECTATOR):
        assert in_words(bidding(3), seat, lang) == in_words(bidding(11), seat, lang)
        assert tensor(bidding(3).view(seat)).tolist() == tensor(bidding(11).view(seat)).tolist()
    assert in_words(bidding(3), 0, lang) != in_words(bidding(11), 0, lang)
    assert observer(GAME).PRIVATE == ("bid",)


@pytest.mark.parametrize("lang", LANGS)
def test_the_end_is_told_with_its_winners(lang: str) -> None:
    position = GAME.start(seats=3, seed=4, options={"cards": 2})
    while not position.is_over:
        seat = position.pending[0]
        position = position.play(thumb_bot(position.view(seat), stream(0, seat)), seat=seat)
    assert position.outcome is not None
    last = position.view(0).story(names=NAMES, lang=lang)[-1]
    assert last == GAME.words.question(position.view(0).state, 0, NAMES, lang)
    for seat, name in enumerate(NAMES):
        assert (name in last) == (seat in position.outcome.winners)


def test_rules_of_thumb_are_any_legal_move() -> None:
    position = GAME.start(seats=2, seed=4, options={"cards": 3})
    rng = stream(0, 0)
    assert {str(thumb_bot(position.view(0), rng)) for _ in range(50)} == {"bid-1", "bid-2", "bid-3"}


def test_no_game_is_longer_than_the_bound_that_was_found_for_it() -> None:
    decisions, chances = longest(GAME, _first(7))
    assert decisions >= 7 * 13
    assert chances >= 13


def _first(seats: int) -> object:
    state = GAME.rules.State()
    GAME.rules.setup(state, seats, GAME.rules.Options())
    return state


def test_another_course_is_refused_where_chance_deals_unseen() -> None:
    refused = []
    for game in tripot.games():
        position, chooser = game.start(seats=game.least, seed=1), random.Random(1)
        while not position.is_over:
            seat = position.pending[0]
            position = position.play(chooser.choice(position.legal_moves(seat)), seat=seat)
        seen = remembered(position.view(0))
        if Sighting(CHANCE, HIDDEN) in seen:
            refused.append(game)
            first = game.rules.State()
            game.rules.setup(first, game.least, game.rules.Options())
            course = [Sighting(step.actor, step.action) for step in position.view(1).history()]
            with pytest.raises(TripotError, match="chance deals unseen"):
                with_other_commits(game, first, course, 0, 0, Rng())
    assert refused
