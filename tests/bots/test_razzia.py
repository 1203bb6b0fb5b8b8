"""The rule of thumb of Razzia: its rules one by one, that it plays legally, and that it beats chance."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.walks import fresh, legal
from tripot.core.rng import Rng, begin, below
from tripot.core.state import CHANCE, HIDDEN, NOBODY
from tripot.games.razzia import policy as bot
from tripot.games.razzia import rules
from tripot.games.razzia.rules import BAR_NAMES, HAND, NOTE_KINDS, VALUES, State
from tripot.games.razzia.tokens import CARDS, MOVES

TRIES = 20  # of anything that has some chance in it

# -- Words to set up a view ---------------------------------------------------


def view_of(s: State, seat: int) -> State:
    v = State()
    rules.view(s, seat, v)
    return v


def to_choose(hand: str, pots: dict[str, str], seats: int = 4) -> State:
    """Seat 0's view when it chooses from this hand, with these notes on the bars and nothing else seen."""
    s = fresh("razzia", seats, {"first_dealer": 0})
    v = view_of(s, 0)
    v.phase, v.round, v.asked = rules.CHOOSE, 1, (1 << seats) - 1
    for card in hand.split():
        v.hand[v.hand_n[0]] = CARDS.index(card)
        v.spot[CARDS.index(card)] = rules.HELD
        v.hand_n[0] += 1
    for slot in range(HAND, seats * HAND):
        v.hand[slot] = HIDDEN
    v.pile_n = v.cards - seats * HAND
    lay(v, pots)
    return v


def lay(v: State, pots: dict[str, str]) -> None:
    for bar, notes in pots.items():
        for note in notes.split():
            v.pot[BAR_NAMES.index(bar) * NOTE_KINDS + VALUES.index(int(note))] += 1
            v.pot_n[BAR_NAMES.index(bar)] += 1


def see(v: State, bar: str, kind: str) -> None:
    """Every card of that kind at the bar that is not in hand has been played."""
    for card, name in enumerate(CARDS):
        if name.startswith(f"{bar}-{kind}") and v.spot[card] == HIDDEN:
            v.spot[card] = rules.PLAYED


def to_split(notes: str, cards: dict[int, str], seats: int = 4) -> State:
    """The view of the one who proposes how to split these notes; seat by seat who has a claim with which card."""
    v = view_of(fresh("razzia", seats, {"first_dealer": 0}), 0)
    bar = next(iter(cards.values())).partition("-")[0]
    v.phase, v.round, v.bar = rules.SPLIT, 1, BAR_NAMES.index(bar)
    lay(v, {bar: notes})
    for seat, card in cards.items():
        v.choice[seat] = CARDS.index(card)
        v.contenders |= 1 << seat
    v.proposer = max(cards, key=lambda seat: rules.STRENGTH[v.choice[seat]])
    v.asked = 1 << v.proposer
    return v


def to_answer(cards: dict[int, str], shares: dict[int, int], seats: int = 4) -> State:
    """The view of those who answer a proposal."""
    v = to_split("", cards, seats)
    v.phase, v.asked = rules.ANSWER, v.contenders ^ 1 << v.proposer
    for seat, share in shares.items():
        v.share[seat] = share
    return v


def moves(v: State, seat: int) -> set[str]:
    """Everything that it plays here in some tries."""
    found = set()
    for attempt in range(TRIES):
        rng = Rng()
        begin(rng, attempt, 0, 1)
        found.add(MOVES[bot.thumb(v.copy(), seat, rng)])
    return found


def offer(v: State) -> dict[int, int]:
    """The whole proposal it makes."""
    rng, seat = Rng(), v.proposer
    while v.phase == rules.SPLIT:
        action = bot.thumb(v, seat, rng)
        assert action in legal(rules, v, seat)
        rules.apply(v, seat, action)
    return {seat: v.share[seat] for seat in range(v.seats) if v.contenders >> seat & 1}


# -- Where it goes ------------------------------------------------------------


def test_it_sends_no_police_where_nobody_can_be_caught() -> None:
    v = to_choose("jungle-p6 colibri-g1", {"jungle": "50 50", "colibri": "5"})
    assert moves(v, 0) == {"jungle-p6"}
    see(v, "jungle", "g")
    assert moves(v, 0) == {"colibri-g1"}


def test_it_goes_to_a_rich_bar_that_police_can_no_longer_reach() -> None:
    v = to_choose("jungle-g6 colibri-g6", {"jungle": "50 50", "colibri": "50 50"})
    see(v, "jungle", "p")
    assert moves(v, 0) == {"jungle-g6"}


def test_it_prefers_the_strong_card_where_others_may_come_too() -> None:
    v = to_choose("jungle-g1 jungle-g6", {"jungle": "50 50", "colibri": "20"})
    assert moves(v, 0) == {"jungle-g6"}


def test_it_leaves_the_richest_bar_to_many_rivals_when_a_quiet_one_is_nearly_as_good() -> None:
    v = to_choose("jungle-g2 colibri-g2", {"jungle": "50 40", "colibri": "40 40"}, seats=8)
    see(v, "colibri", "p")
    assert moves(v, 0) == {"colibri-g2"}


def test_it_is_not_always_sure() -> None:
    v = to_choose("jungle-g3 colibri-g3", {"jungle": "50", "colibri": "50"})
    assert moves(v, 0) == {"jungle-g3", "colibri-g3"}


def test_it_puts_the_free_note_where_it_can_win_it() -> None:
    v = to_choose("jungle-g6 jungle-p6", dict.fromkeys(BAR_NAMES, "10"))
    v.phase, v.asked, v.free = rules.FREE_NOTE, 1, VALUES.index(50)
    assert moves(v, 0) == {"put-jungle"}


# -- Splits -------------------------------------------------------------------


def test_it_offers_what_a_duel_would_be_worth() -> None:
    assert offer(to_split("30 20 5", {0: "jazz-p3", 1: "jazz-p4"})) == {0: 20, 1: 35}  # 15 of 36 of 55 are 23
    assert offer(to_split("50 25 10 5", {2: "jazz-g6", 3: "jazz-g1"})) == {2: 90, 3: 0}  # 1 of 36
    assert offer(to_split("50 25 10 5", {0: "jazz-g6", 1: "jazz-g5", 2: "jazz-g3"})) == {0: 50, 1: 30, 2: 10}


def test_it_gives_equal_notes_to_rising_seats() -> None:
    assert offer(to_split("20 20 20 20 20", {0: "jazz-g6", 3: "jazz-g5"})) == {0: 60, 3: 40}
    assert offer(to_split("20 20 20 20 20", {0: "jazz-g5", 3: "jazz-g6"})) == {0: 40, 3: 60}


def test_it_would_rather_fight_than_give_a_single_note_away() -> None:
    assert offer(to_split("50", {0: "jazz-g6", 1: "jazz-g5"})) == {0: 50, 1: 0}


def test_it_takes_what_beats_the_duel_and_fights_for_more_than_crumbs() -> None:
    cards = {0: "jazz-p3", 1: "jazz-p4"}  # seat 0 wins 15 of 36
    assert moves(to_answer(cards, {0: 25, 1: 30}), 0) == {"accept"}
    assert moves(to_answer(cards, {0: 10, 1: 45}), 0) == {"duel"}
    assert moves(to_answer(cards, {0: 20, 1: 35}), 0) == {"accept", "duel"}


def test_far_behind_near_the_end_it_wants_more() -> None:
    v = to_answer({0: "jazz-p3", 1: "jazz-p4"}, {0: 25, 1: 30})
    v.money[1], v.stock_n = 400, 7
    assert "duel" in moves(v, 0)


def test_it_takes_nothing_when_there_is_nothing_to_fight_for() -> None:
    v = to_answer({0: "jazz-g3", 1: "jazz-g4", 2: "jazz-g1"}, {0: 0, 1: 0, 2: 30})
    assert moves(v, 0) == {"accept"}


# -- Whole games --------------------------------------------------------------


def game(seats: int, seed: int, thumbs: int, options: dict[str, object]) -> Iterator[tuple[State, int, int]]:
    """A game with the seats of the mask played by the rule of thumb: (state, seat, its move), at last the end."""
    s = fresh("razzia", seats, options)
    chance, chooser = Rng(), Rng()
    begin(chance, seed, 0, 0)
    begin(chooser, seed, 0, 1)
    while (seat := rules.to_act(s)) != NOBODY:
        if seat == CHANCE:
            rules.apply(s, CHANCE, rules.draw(s, chance))
        elif thumbs >> seat & 1:
            action = bot.thumb(view_of(s, seat), seat, chooser)
            yield s, seat, action
            rules.apply(s, seat, action)
        else:
            rules.apply(s, seat, s.acts[below(chooser, rules.legal(s, seat))])
    yield s, NOBODY, NOBODY


@pytest.mark.parametrize("seats", range(3, 9))
def test_its_moves_are_always_legal(seats: int) -> None:
    for seed in range(20):
        for s, seat, action in game(seats, seed, 0b01010101, {"box": "tiny"} if seed % 5 == 0 else {}):
            assert seat == NOBODY or action in legal(rules, s, seat)


@pytest.mark.parametrize(("seats", "games", "wins"), [(3, 200, 120), (4, 200, 100), (8, 200, 50)])
def test_it_beats_chance(seats: int, games: int, wins: int) -> None:
    """Measured over thousands of games it wins 82 in 100 with 3 seats, 72 with 4, and 40 with 8, where 12 are due."""
    won = 0
    for seed in range(games):
        *_, (s, _, _) = game(seats, seed, 1, {})
        won += rules.winners(s) & 1
    assert won > wins
