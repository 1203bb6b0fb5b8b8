"""Razzia: the examples of the rule book, every ruling and every option, on the plain rules."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

import tripot
from tests.walks import drawn_with
from tripot.core.rng import Rng, begin, below
from tripot.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR
from tripot.games.razzia import rules as razzia
from tripot.games.razzia.rules import State
from tripot.games.razzia.tokens import MOVES, OUTCOMES
from tripot.laws import Traits, traits

BOXES = ("standard", "tiny")
History = list[tuple[int, int]]

# -- Helpers: positions are played, not poked --------------------------------------------------------------------------


def table(seats: int = 4, **options: Any) -> State:
    """A new game; the dealer is seat 0 unless something else is wanted."""
    s = State()
    razzia.setup(s, seats, razzia.Options(**({"first_dealer": 0} | options)))
    return s


def play(s: State, *script: str) -> None:
    """Play lines such as `2 jungle-g5` or `* die-4`; every step must be legal, and leave a sound position."""
    for line in script:
        actor, *tokens = line.split()
        for token in tokens:
            if actor == "*":
                assert razzia.to_act(s) == CHANCE, line
                assert token in possible(s), f"{line}; possible: {possible(s)}"
                razzia.apply(s, CHANCE, OUTCOMES.index(token))
            else:
                assert token in moves(s, int(actor)), f"{line}; legal: {moves(s, int(actor))}"
                razzia.apply(s, int(actor), MOVES.index(token))
            assert razzia.FAULTS[razzia.audit(s)] == "sound"


def moves(s: State, seat: int) -> list[str]:
    return [MOVES[action] for action in s.acts[: razzia.legal(s, seat)]]


def possible(s: State) -> dict[str, int]:
    count = razzia.weights(s)
    return {OUTCOMES[s.acts[i]]: s.odds[i] for i in range(count)}


def deal(s: State, *hands: str) -> None:
    """Deal until the hands are full: to each seat its wanted cards (in time), else what nobody wants."""
    wanted = [hand.split() for hand in hands] + [[] for _ in range(len(hands), s.seats)]
    while s.phase == razzia.DEAL:
        mine = wanted[s.receiver]
        others = {card for hand in wanted for card in hand}
        card = mine.pop(0) if mine else next(card for card in possible(s) if card not in others)
        play(s, f"* {card}")


def lay(s: State, notes: str, free: str = "") -> None:
    """One note for each bar in reading order, then the free one: `lay(s, "5 5 5 5 5 20", "20 jazz")`."""
    for note in notes.split():
        play(s, f"* note-{note}")
    if free:
        note, bar = free.split()
        play(s, f"* note-{note}", f"{s.dealer} put-{bar}")


def choose(s: State, *cards: str) -> None:
    for seat, card in enumerate(cards):
        play(s, f"{seat} {card}")


def evening(cards: str, notes: str = "5 5 5 5 5 5", free: str = "5 colibri", **options: Any) -> State:
    """The first round up to the reveal: seat k plays the k-th card."""
    chosen = cards.split()
    s = table(len(chosen), **options)
    deal(s, *chosen)
    lay(s, notes, free)
    choose(s, *chosen)
    return s


def pot(s: State, bar: str) -> int:
    place = razzia.BAR_NAMES.index(bar) * razzia.NOTE_KINDS
    return sum(value * s.pot[place + i] for i, value in enumerate(razzia.VALUES))


def seats_of(mask: int) -> list[int]:
    return [seat for seat in range(razzia.SEATS) if mask >> seat & 1]


def stream(seed: int) -> Rng:
    rng = Rng()
    begin(rng, seed, 0, 0)
    return rng


def random_steps(s: State, seed: int, after: Callable[[int, int], None] = lambda actor, action: None) -> History:
    """Play at random to the end, simultaneous choices in any order; `after` is called after every step."""
    rng, coin, history = stream(seed), random.Random(seed), []
    while (actor := razzia.to_act(s)) != NOBODY:
        if actor == CHANCE:
            action = razzia.draw(s, rng)
        else:
            actor = coin.choice(seats_of(razzia.pending(s)))
            action = coin.choice(s.acts[: razzia.legal(s, actor)])
        razzia.apply(s, actor, action)
        history.append((actor, action))
        after(actor, action)
    return history


def seen_by(s: State, seat: int) -> State:
    out = State()
    razzia.view(s, seat, out)
    return out


# -- The box and the deal ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "cards", "bars", "notes", "money"),
    [(3, 36, 4, 72, 1470), *((n, 54, 6, 84, 1715) for n in (4, 5, 6)), *((n, 72, 6, 84, 1715) for n in (7, 8))],
)
def test_each_number_of_seats_uses_its_cards_bars_and_notes(
    seats: int, cards: int, bars: int, notes: int, money: int
) -> None:
    s = table(seats)
    assert (s.cards, s.bars, s.stock_n) == (cards, bars, notes)
    assert sum(n * value for n, value in zip(s.stock, razzia.VALUES, strict=True)) == money
    deal(s)
    assert s.hand_n[:seats] == [5] * seats
    assert s.pile_n == cards - 5 * seats


def test_up_to_six_seats_play_without_second_threes_and_fours_and_police_fives() -> None:
    kinds = {card.split("-")[1] for card in possible(table(6))}
    assert kinds == {"g1", "g2", "g3", "g4", "g5", "g6", "p3", "p4", "p6"}
    assert {card.split("-")[1] for card in possible(table(7))} - kinds == {"g3b", "g4b", "p5"}


def test_three_seats_lay_two_bars_of_their_choice_aside_with_their_cards() -> None:
    assert {card.split("-")[0] for card in possible(table(3))} == {"colibri", "cotton", "havanna", "jungle"}
    s = table(3, removed_bars=("jazz", "colibri"))
    assert {card.split("-")[0] for card in possible(s)} == {"cotton", "havanna", "jungle", "lincoln"}
    deal(s)
    lay(s, "5 10 15 20", "50 lincoln")
    assert [pot(s, bar) for bar in razzia.BAR_NAMES] == [0, 5, 10, 15, 70, 0]


def test_three_seats_take_out_one_note_in_seven_of_every_value() -> None:
    assert table(3).stock == [12, 12, 12, 12, 6, 6, 6, 6]
    assert table(4).stock == [14, 14, 14, 14, 7, 7, 7, 7]


def test_the_first_dealer_is_drawn_by_lot_unless_given() -> None:
    s = table(5, first_dealer=None)
    assert possible(s) == {f"dealer-{seat}": 1 for seat in range(5)}
    assert {razzia.draw(s, stream(seed)) for seed in range(50)} == {razzia.DEALER + seat for seat in range(5)}
    play(s, "* dealer-3")
    assert (s.dealer, s.receiver) == (3, 4)
    assert table(5, first_dealer=2).dealer == 2


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    s = table(4, first_dealer=1)
    receivers = []
    while s.phase == razzia.DEAL:
        receivers.append(s.receiver)
        razzia.apply(s, CHANCE, razzia.draw(s, stream(1)))
    assert receivers == [2, 3, 0, 1] * 5


# -- Money on the bars -------------------------------------------------------------------------------------------------


def test_six_notes_lie_on_the_bars_in_reading_order_and_the_dealer_puts_the_seventh() -> None:
    s = table()
    deal(s)
    lay(s, "5 10 15 20 25 30")
    play(s, "* note-50")
    assert razzia.pending(s) == 1 << 0
    assert moves(s, 0) == [f"put-{bar}" for bar in razzia.BAR_NAMES]
    play(s, "0 put-jungle")
    assert [pot(s, bar) for bar in razzia.BAR_NAMES] == [5, 10, 15, 70, 25, 30]
    assert seats_of(razzia.pending(s)) == [0, 1, 2, 3]


def test_only_the_dealer_sees_the_free_note_before_it_is_put() -> None:
    s = table()
    deal(s)
    lay(s, "5 10 15 20 25 30")
    fifty = OUTCOMES.index("note-50")
    assert [razzia.seen(s, seat, CHANCE, fifty) for seat in (0, 1, SPECTATOR)] == [fifty, HIDDEN, HIDDEN]
    play(s, "* note-50")
    assert seen_by(s, 0).free == razzia.VALUES.index(50)
    for other in (1, 2, 3, SPECTATOR):
        assert seen_by(s, other).free == HIDDEN
        assert seen_by(s, other).stock == [13, 13, 13, 13, 6, 6, 7, 7]
    play(s, "0 put-colibri")
    assert pot(seen_by(s, 1), "colibri") == 55


def test_each_note_left_is_equally_likely() -> None:
    s = table()
    deal(s)
    lay(s, "50 50 50 50 50 50")
    assert possible(s) == {
        **{f"note-{value}": 14 for value in (5, 10, 15, 20)},
        **{f"note-{value}": 7 for value in (25, 30, 40)},
        "note-50": 1,
    }
    play(s, "* note-50", "0 put-jazz")
    assert s.stock[-1] == 0


# -- Gamblers and police -----------------------------------------------------------------------------------------------


def test_a_gambler_alone_takes_the_whole_pot() -> None:  # [Cartes Joueurs]: Ernest, Karine, Anthelme, Judith
    s = evening("colibri-g1 havanna-g3 cotton-g6 jungle-g2", "5 10 15 20 25 30", "50 jungle")
    assert s.money[:4] == [5, 15, 10, 70]
    assert [pot(s, bar) for bar in razzia.BAR_NAMES] == [0, 0, 0, 0, 25, 30]


def test_police_take_a_gamblers_pot_and_without_a_gambler_nothing() -> None:  # [Cartes Razzia]
    s = evening("jungle-g6 jungle-p3 cotton-p6 jazz-g1", "5 10 15 20 25 30", "50 jungle")
    assert s.money[:4] == [0, 70, 0, 30]
    assert pot(s, "cotton") == 10


def test_several_police_without_a_gambler_get_nothing() -> None:
    s = evening("cotton-p3 cotton-p4 cotton-p6 jazz-g1", "5 10 15 20 25 30", "50 cotton")
    assert s.money[:4] == [0, 0, 0, 30]
    assert pot(s, "cotton") == 60
    assert s.phase == razzia.DEAL


def test_any_card_of_the_hand_may_be_chosen_and_no_other() -> None:
    s = table()
    hand = "jazz-p6 colibri-g1 jungle-g4 jungle-g3 cotton-p3"
    deal(s, hand)
    lay(s, "5 5 5 5 5 5", "5 jazz")
    assert moves(s, 0) == sorted(hand.split(), key=MOVES.index)
    play(s, "0 jungle-g4")
    assert moves(s, 0) == []
    assert moves(s, SPECTATOR) == []


# -- Splits ------------------------------------------------------------------------------------------------------------


def jazz_house() -> State:
    """The book's example [Partage à deux]: 55 (20, 20, 15) at the Jazz House; Ernest is seat 0, Karine seat 1."""
    s = table()
    deal(s, "jazz-p3 colibri-g1", "jazz-p4 cotton-g1", "jazz-g5 havanna-g1", "jazz-g2 jungle-g1")
    lay(s, "5 5 5 5 5 20", "20 jazz")
    choose(s, "colibri-g1", "cotton-g1", "havanna-g1", "jungle-g1")
    deal(s)
    lay(s, "5 5 5 5 5 15", "5 lincoln")
    assert pot(s, "jazz") == 55
    choose(s, "jazz-p3", "jazz-p4", "jazz-g5", "jazz-g2")
    return s


def test_the_stronger_police_card_proposes_and_the_gamblers_get_nothing() -> None:  # [Partage à deux]
    s = jazz_house()
    before = s.money[:4]
    assert seats_of(razzia.pending(s)) == [1]
    play(s, "1 20>0 20>1 15>1")
    assert seats_of(razzia.pending(s)) == [0]
    assert (s.share[0], s.share[1]) == (20, 35)
    play(s, "0 accept")
    assert [now - then for now, then in zip(s.money, before, strict=False)] == [20, 35, 0, 0]
    assert pot(s, "jazz") == 0


def test_every_note_is_given_from_the_highest_equal_notes_to_rising_seats() -> None:
    s = jazz_house()
    assert moves(s, 1) == ["20>0", "20>1"]
    assert not razzia.is_mid_move(s, 1)
    play(s, "1 20>1")
    assert [razzia.is_mid_move(s, seat) for seat in range(4)] == [False, True, False, False]
    assert moves(s, 1) == ["20>1"]
    play(s, "1 20>1")
    assert moves(s, 1) == ["15>0", "15>1"]
    play(s, "1 15>1")
    assert not razzia.is_mid_move(s, 1)


def test_a_share_may_be_empty() -> None:
    s = jazz_house()
    play(s, "1 20>1 20>1 15>1", "0 accept")
    assert s.money[:2] == [5, 60]


def test_whoever_refuses_fights_the_proposer_for_the_whole_pot() -> None:  # [Duel]
    s = jazz_house()
    play(s, "1 20>0 20>1 15>1", "0 duel")
    assert razzia.to_act(s) == CHANCE
    assert possible(s) == {f"die-{side}": 1 for side in range(1, 7)}
    play(s, "* die-2", "* die-4")  # Karine 4 + 2, Ernest 3 + 4
    assert s.money[:2] == [60, 5]


def test_a_tie_in_a_duel_goes_to_the_lower_card_without_another_roll() -> None:  # 5 + 3 against 2 + 6
    s = evening("colibri-g5 colibri-g2 jazz-g1 lincoln-g1", free="50 colibri")
    play(s, "0 50>0 5>1", "1 duel", "* die-3", "* die-6")
    assert s.money[:4] == [0, 55, 5, 5]


@pytest.mark.parametrize(
    ("stronger", "weaker", "chance"), [(3, 2, 21), (3, 1, 26), (4, 1, 30), (5, 1, 33), (6, 1, 35), (6, 5, 21)]
)
def test_the_stronger_card_wins_so_many_of_36_duels(stronger: int, weaker: int, chance: int) -> None:
    start = evening(f"colibri-g{stronger} colibri-g{weaker} jazz-g1 lincoln-g1")
    play(start, "0 5>0 5>0", "1 duel")
    won = 0
    for rolls in range(36):
        s = start.copy()
        play(s, f"* die-{rolls // 6 + 1}", f"* die-{rolls % 6 + 1}")
        won += s.money[0] == 10
    assert won == chance


def test_bars_are_settled_in_reading_order_each_completely() -> None:
    s = evening("jazz-g5 colibri-g2 jazz-g1 colibri-g1")
    assert (s.bar, seats_of(razzia.pending(s))) == (0, [1])
    play(s, "1 5>1 5>1", "3 duel", "* die-6", "* die-1")
    assert (s.bar, seats_of(razzia.pending(s))) == (5, [0])


# -- Three or more -----------------------------------------------------------------------------------------------------


def crowd() -> State:
    """Gamblers 5, 2, 6 and 1 at the Colibri for 50 + 20; seat 2 proposes."""
    return evening("colibri-g5 colibri-g2 colibri-g6 colibri-g1", "20 5 5 5 5 5", "50 colibri")


def test_all_accept_and_share() -> None:  # [Partage entre 3 joueurs ou plus]
    s = crowd()
    play(s, "2 50>2 20>0", "0 accept", "1 accept", "3 accept")
    assert s.money[:4] == [20, 0, 50, 0]


def test_who_accepts_keeps_his_share_and_the_rest_is_fought_for() -> None:
    s = crowd()
    play(s, "2 50>2 20>0", "0 accept", "1 duel", "3 accept")
    assert (s.money[0], s.stake, s.champion, s.challenger) == (20, 50, 2, 1)
    play(s, "* die-1", "* die-5")  # 7 : 7
    assert s.money[:4] == [20, 50, 0, 0]


def test_all_refuse_the_strongest_meets_the_weakest_then_the_strongest_left() -> None:
    s = crowd()
    play(s, "2 50>2 20>0", "0 duel", "1 duel", "3 duel")
    assert (s.champion, s.challenger) == (2, 3)
    play(s, "* die-1", "* die-6")  # 7 : 7, the 1 wins
    assert (s.champion, s.challenger) == (3, 0)
    play(s, "* die-6", "* die-1")  # 7 : 6
    assert (s.champion, s.challenger) == (3, 1)
    play(s, "* die-1", "* die-6")  # 2 : 8
    assert s.money[:4] == [0, 70, 0, 0]


def test_no_die_is_rolled_when_those_who_accept_hold_every_note() -> None:
    s = crowd()
    play(s, "2 50>0 20>0", "0 accept", "1 duel", "3 duel")
    assert s.money[:4] == [70, 0, 0, 0]
    assert s.phase == razzia.DEAL


def test_answers_are_hidden_until_all_are_in_and_their_order_does_not_matter() -> None:
    one, other = crowd(), crowd()
    play(one, "2 50>2 20>0", "0 accept", "1 duel")
    accept, refuse = MOVES.index("accept"), MOVES.index("duel")
    assert [razzia.seen(one, seat, 3, refuse) for seat in (0, 2, 3)] == [HIDDEN, HIDDEN, refuse]
    assert seen_by(one, 0).answer[:4] == [razzia.AGREES, HIDDEN, NOBODY, NOBODY]
    assert seen_by(one, SPECTATOR).answer[:4] == [HIDDEN, HIDDEN, NOBODY, NOBODY]
    assert razzia.seen(one, 3, 3, accept) == accept
    play(one, "3 accept")
    play(other, "2 50>2 20>0", "3 accept", "1 duel", "0 accept")
    assert one == other


def test_a_proposal_is_open_to_all() -> None:
    s = crowd()
    gift = MOVES.index("50>2")
    assert [razzia.seen(s, seat, 2, gift) for seat in (0, 3, SPECTATOR)] == [gift] * 3


# -- Equal cards, 7-8 seats --------------------------------------------------------------------------------------------


def equals(dealer: int) -> State:
    return evening(
        "colibri-g3 cotton-p3 havanna-p3 colibri-g3b jungle-p3 lincoln-p3 jazz-p3",
        free="50 colibri",
        first_dealer=dealer,
    )


@pytest.mark.parametrize(("dealer", "proposer"), [(0, 0), (1, 3), (3, 3), (4, 0), (6, 0)])
def test_of_equal_cards_the_one_nearer_to_the_dealer_clockwise_proposes(dealer: int, proposer: int) -> None:
    assert seats_of(razzia.pending(equals(dealer))) == [proposer]


def test_of_equal_cards_the_one_farther_from_the_dealer_wins_a_tie() -> None:  # 15 of 36 for the nearer one
    won = 0
    for rolls in range(36):
        s = equals(dealer=4)
        play(s, "0 50>0 5>0", "3 duel", f"* die-{rolls // 6 + 1}", f"* die-{rolls % 6 + 1}")
        won += s.money[0] == 55
    assert won == 15


def test_up_to_six_seats_no_two_contenders_can_have_equal_cards() -> None:
    cards = Counter((card.split("-")[0], card.split("-")[1]) for card in possible(table(6)))
    assert set(cards.values()) == {1}


# -- The next round, the last round ------------------------------------------------------------------------------------


def test_the_next_seat_deals_one_card_to_each_and_notes_not_won_stay() -> None:
    s = evening("colibri-g1 colibri-p3 cotton-g1 havanna-g1", "5 10 15 20 25 30", "50 jungle")
    assert (s.dealer, s.receiver, s.phase) == (1, 2, razzia.DEAL)
    deal(s)
    assert s.hand_n[:4] == [5] * 4
    lay(s, "5 10 15 20 25 30", "40 jazz")
    assert [pot(s, bar) for bar in razzia.BAR_NAMES] == [5, 10, 15, 90, 50, 100]


@pytest.mark.parametrize("seats", range(4, 9))
def test_84_notes_make_twelve_rounds(seats: int) -> None:
    s = table(seats)
    random_steps(s, seats)
    assert (s.phase, s.round, s.stock_n) == (razzia.OVER, 12, 0)
    assert s.dealer == 11 % seats


def last_round(leftover: str) -> State:
    s = table(3, leftover=leftover)
    rng = stream(5)
    while s.phase != razzia.OVER and not (s.round == 15 and s.phase == razzia.CHOOSE):
        actor = razzia.to_act(s)
        razzia.apply(s, actor, razzia.draw(s, rng) if actor == CHANCE else s.acts[razzia.legal(s, actor) - 1])
    return s


def test_three_seats_play_a_short_last_round_with_the_two_notes_left() -> None:
    s = last_round("short_round")
    assert (s.round, s.laid, s.free, s.stock_n, s.dealer) == (15, 2, NOBODY, 0, 2)
    while s.phase != razzia.OVER:
        actor = razzia.to_act(s)
        razzia.apply(s, actor, razzia.draw(s, stream(1)) if actor == CHANCE else s.acts[razzia.legal(s, actor) - 1])
    assert s.round == 15


def test_or_three_seats_set_the_two_notes_aside() -> None:
    s = last_round("discard")
    assert (s.phase, s.round, s.stock_n) == (razzia.OVER, 14, 2)


def test_an_empty_pot_is_not_negotiated() -> None:
    for seed in range(200):
        s, coin, rng = table(3), random.Random(seed), stream(seed)
        while not (s.round == 15 and s.phase == razzia.CHOOSE):
            actor = razzia.to_act(s)
            action = razzia.draw(s, rng) if actor == CHANCE else coin.choice(s.acts[: razzia.legal(s, actor)])
            razzia.apply(s, actor, action)
        at_jungle = [next((move for move in moves(s, seat) if move.startswith("jungle-g")), "") for seat in range(3)]
        if pot(s, "jungle") == 0 and all(at_jungle):
            choose(s, *at_jungle)
            assert s.phase == razzia.OVER
            return
    raise AssertionError("no such game found")


def test_the_richest_win_together_and_money_on_the_bars_is_nobodys() -> None:
    points = [0] * 8
    found_shared = False
    for seed in range(60):
        s = table(3, box="tiny")
        assert razzia.winners(s) == 0
        random_steps(s, seed)
        razzia.score(s, points)
        assert points[:3] == s.money[:3]
        assert seats_of(razzia.winners(s)) == [seat for seat in range(3) if s.money[seat] == max(s.money)]
        assert sum(s.money) + sum(pot(s, bar) for bar in razzia.BAR_NAMES) == 130
        found_shared = found_shared or len(seats_of(razzia.winners(s))) > 1
        assert razzia.pending(s) == 0
        assert razzia.weights(s) == 0
    assert found_shared


# -- The pile ----------------------------------------------------------------------------------------------------------


def test_the_discard_becomes_the_pile_only_when_a_card_is_needed() -> None:
    s = table(3, box="tiny")
    deal(s, "colibri-g2 cotton-g2", "colibri-g3 cotton-g3", "colibri-g5 cotton-g5")
    lay(s, "5 5", "5 cotton")
    choose(s, "colibri-g2", "cotton-g3", "cotton-g5")
    play(s, "2 5>2 5>2", "1 accept")
    assert (s.era, possible(s)) == (0, {"colibri-p4": 1, "cotton-p4": 1})
    play(s, "* cotton-p4", "* colibri-p4")
    assert (s.era, s.receiver) == (1, 1)
    assert possible(s) == {"colibri-g2": 1, "cotton-g3": 1, "cotton-g5": 1}
    play(s, "* cotton-g3")
    assert s.slot_era[:15] == [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]


def test_an_empty_pile_waits_for_the_cards_of_the_round() -> None:
    s = table(4, box="tiny")
    deal(s, "colibri-g2 cotton-g2", "colibri-g3 cotton-g3", "colibri-g5 cotton-g5")
    assert (s.pile_n, s.era) == (0, 0)
    lay(s, "5 5", "5 cotton")
    choose(s, "colibri-g2", "cotton-g3", "cotton-g5", "colibri-p4")
    play(s, "2 5>2 5>2", "1 accept")
    assert (s.era, len(possible(s))) == (1, 4)


# -- What a seat sees --------------------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_hand_and_that_the_others_have_chosen() -> None:
    s = table(3, box="tiny")
    card = OUTCOMES.index("colibri-g2")
    assert [razzia.seen(s, seat, CHANCE, card) for seat in (0, 1, 2, SPECTATOR)] == [HIDDEN, card, HIDDEN, HIDDEN]
    deal(s, "colibri-g2 cotton-g2", "colibri-g3 cotton-g3", "colibri-g5 cotton-g5")
    note = OUTCOMES.index("note-5")
    assert [razzia.seen(s, seat, CHANCE, note) for seat in (0, 1, SPECTATOR)] == [note] * 3
    lay(s, "5 5", "5 cotton")
    chosen = MOVES.index("colibri-g2")
    assert [razzia.seen(s, seat, 0, chosen) for seat in (0, 1, SPECTATOR)] == [chosen, HIDDEN, HIDDEN]
    play(s, "0 colibri-g2", "1 cotton-g3")
    mine = seen_by(s, 1)
    assert mine.choice[:3] == [HIDDEN, MOVES.index("cotton-g3"), NOBODY]
    assert mine.hand[5:7] == [MOVES.index("colibri-g3"), MOVES.index("cotton-g3")]
    assert mine.hand[:2] == mine.hand[10:12] == [HIDDEN, HIDDEN]
    assert Counter(mine.spot) == {HIDDEN: 6, razzia.HELD: 2, razzia.BOXED: 64}
    assert mine.pile == [0] * razzia.CARDS
    nobodys = seen_by(s, SPECTATOR)
    assert nobodys.choice[:3] == [HIDDEN, HIDDEN, NOBODY]
    assert Counter(nobodys.spot) == {HIDDEN: 8, razzia.BOXED: 64}


@pytest.mark.parametrize("seats", [3, 5, 8])
@pytest.mark.parametrize("box", BOXES)
def test_a_view_is_enough_and_does_not_change_with_what_is_hidden(seats: int, box: str) -> None:
    s = table(seats, box=box, first_dealer=None)
    steps = 0

    def check(actor: int, action: int) -> None:
        nonlocal steps
        steps += 1
        if box == "standard" and steps % 11:
            return
        for seat in (SPECTATOR, *range(seats)):
            mine, world = seen_by(s, seat), s.copy()
            assert (razzia.to_act(mine), razzia.pending(mine)) == (razzia.to_act(s), razzia.pending(s))
            assert moves(mine, seat) == moves(s, seat)
            assert razzia.winners(mine) == razzia.winners(s)
            razzia.redeal(world, seat, stream(steps))
            assert razzia.FAULTS[razzia.audit(world)] == "sound"
            assert seen_by(world, seat) == mine
            again = mine.copy()
            razzia.redeal(again, seat, stream(steps))
            assert again == world

    random_steps(s, seats, check)


# -- Redealing is uniform: against all worlds, from the first card on --------------------------------------------------


def world_of(s: State) -> tuple[int, ...]:
    """What can differ between two worlds of one view."""
    return (*s.hand, *s.choice, *s.answer, s.free, *sorted(s.pile[: s.pile_n]))


def all_worlds(start: State, history: History, seat: int) -> dict[tuple[int, ...], Fraction]:
    """How likely is every world that agrees with what the seat has seen: found by dealing in all possible ways."""
    worlds = {world_of(start): (start.copy(), Fraction(1))}
    truth = start.copy()
    for number, (actor, action) in enumerate(history):
        known = razzia.seen(truth, seat, actor, action) != HIDDEN
        is_turned_up = truth.phase == razzia.CHOOSE and len(seats_of(truth.asked)) <= len(history) - number
        nexts: dict[tuple[int, ...], tuple[State, Fraction]] = {}
        for s, likely in worlds.values():
            if actor == CHANCE:
                count = razzia.weights(s)
                options = [(s.acts[i], s.odds[i]) for i in range(count)]
            else:
                options = [(move, 1) for move in s.acts[: razzia.legal(s, actor)]]
            total = sum(weight for _, weight in options) if actor == CHANCE else 1
            for option, weight in options:
                if option == action or not (known or is_turned_up):
                    after = s.copy()
                    razzia.apply(after, actor, option)
                    key = world_of(after)
                    nexts[key] = (after, likely * Fraction(weight, total) + (nexts[key][1] if key in nexts else 0))
        razzia.apply(truth, actor, action)
        view = seen_by(truth, seat)
        worlds = {key: found for key, found in nexts.items() if seen_by(found[0], seat) == view}
    return {key: likely for key, (_, likely) in worlds.items()}


def check_uniform(start: State, history: History, seat: int, draws: int) -> int:
    """Compare `redeal` with all worlds; the chi-square statistic may be 4 standard deviations above its mean."""
    worlds = all_worlds(start, history, seat)
    s = start.copy()
    for actor, action in history:
        razzia.apply(s, actor, action)
    total = sum(worlds.values())
    assert s.free != NOBODY or len(set(worlds.values())) == 1  # only notes of one value count as one world
    rng, mine, drawn = stream(99), seen_by(s, seat), Counter[tuple[int, ...]]()
    for _ in range(draws):
        world = mine.copy()
        razzia.redeal(world, seat, rng)
        drawn[world_of(world)] += 1
    assert set(drawn) <= set(worlds)
    chi = sum(
        (drawn[world] - draws * likely / total) ** 2 / (draws * likely / total) for world, likely in worlds.items()
    )
    freedom = len(worlds) - 1
    assert float(chi) < freedom + 4 * math.sqrt(2 * freedom)
    return len(worlds)


def tiny_game() -> tuple[State, list[str]]:
    """Three seats, tiny box: two rounds with the pile renewed in the middle of the deal, then the last choice."""
    return table(3, box="tiny"), [
        "* colibri-g3 colibri-g5 colibri-g2 cotton-g3 cotton-g5 cotton-g2",
        "* note-5 note-20 note-50",
        "0 put-colibri",
        "0 colibri-g2",
        "1 cotton-g3",
        "2 cotton-g5",
        "2 20>1",
        "1 accept",
        "* cotton-p4 colibri-p4 cotton-g3",
        "* note-5 note-5 note-20",
        "1 put-cotton",
        "0 colibri-p4",
        "1 cotton-g3",
    ]


def events(script: list[str]) -> History:
    found = []
    for line in script:
        actor, *tokens = line.split()
        for token in tokens:
            found.append((CHANCE, OUTCOMES.index(token)) if actor == "*" else (int(actor), MOVES.index(token)))
    return found


@pytest.mark.parametrize(
    ("lines", "seat", "worlds"),
    [
        (1, 0, 6 * 6 * 5 // 2),  # 2 + 2 of 6 unseen cards in others' hands
        (5, 2, 6 * 6 * 5 // 2 * 4),  # and two hidden choices of two cards
        (9, 0, 3 * 3),  # after the reshuffle: three old cards in 1 + 2 slots, one of three new ones in another hand
        (9, SPECTATOR, 30 * 3),
        (10, 2, 3 * 3 * 2),  # with the free note in another's hand: a 5 or a 20
        (13, 2, 3 * 3 * 4),  # with two hidden choices again
    ],
)
def test_redeal_is_uniform_over_all_worlds(lines: int, seat: int, worlds: int) -> None:
    start, script = tiny_game()
    assert check_uniform(start, events(script[:lines]), seat, 4_000) == worlds


def test_redeal_draws_hidden_answers_too() -> None:
    s = crowd()
    play(s, "2 50>2 20>0", "0 accept", "1 duel")
    rng, drawn = stream(3), Counter[tuple[int, ...]]()
    for _ in range(400):
        world = s.copy()
        razzia.redeal(world, 3, rng)
        drawn[tuple(world.answer[:4])] += 1
    assert set(drawn) == {(a, b, NOBODY, NOBODY) for a in (0, 1) for b in (0, 1)}
    assert min(drawn.values()) > 70


# -- Chance and soundness ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("seats", range(3, 9))
def test_random_games_stay_sound_and_draw_as_weighted(seats: int, box: str) -> None:
    s = table(seats, box=box, first_dealer=None)
    total = sum(n * value for n, value in zip(s.notes, razzia.VALUES, strict=True))

    def check(actor: int, action: int) -> None:
        assert razzia.FAULTS[razzia.audit(s)] == "sound"
        if razzia.to_act(s) == CHANCE:
            one, two = stream(action), stream(action)
            drawn, count = razzia.draw(s, one), razzia.weights(s)
            place = below(two, sum(s.odds[:count]))
            walked = next(s.acts[i] for i in range(count) if sum(s.odds[: i + 1]) > place)
            assert (drawn, one) == (walked, two)

    random_steps(s, seats, check)
    assert sum(s.money) + sum(pot(s, bar) for bar in razzia.BAR_NAMES) == total
    assert sum(s.hand_n) + s.pile_n + s.spot.count(razzia.PLAYED) == s.cards


def positions() -> dict[str, State]:
    """One sound position of each kind."""
    found = {"deal": table(), "money": table(), "free": table(), "choose": table()}
    deal(found["money"])
    for kind in ("free", "choose"):
        deal(found[kind])
        lay(found[kind], "5 5 5 5 5 5")
        play(found[kind], "* note-50")
    play(found["choose"], "0 put-jazz", f"0 {moves_of(found['choose'], 0)}")
    found["split"], found["answer"], found["duel"] = crowd(), crowd(), crowd()
    play(found["split"], "2 50>2")
    play(found["answer"], "2 50>2 20>2", "0 duel")
    play(found["duel"], "2 50>2 20>2", "0 duel", "1 duel", "3 duel", "* die-3")
    return found


def moves_of(s: State, seat: int) -> str:
    after = s.copy()
    play(after, "0 put-jazz")
    return moves(after, seat)[0]


FAULTY: list[tuple[str, str, int | None, int, int]] = [
    # position, field, place, wrong number, fault
    ("deal", "seats", None, 2, razzia.BAD_RANGE),
    ("deal", "seats", None, 9, razzia.BAD_RANGE),
    ("deal", "bars", None, 0, razzia.BAD_RANGE),
    ("deal", "board", 0, 1, razzia.BAD_RANGE),
    ("deal", "notes", 3, -1, razzia.BAD_RANGE),
    ("deal", "phase", None, 9, razzia.BAD_RANGE),
    ("deal", "dealer", None, 4, razzia.BAD_PHASE),
    ("deal", "receiver", None, NOBODY, razzia.BAD_PHASE),
    ("free", "free", None, 8, razzia.BAD_RANGE),
    ("duel", "champion", None, 4, razzia.BAD_PHASE),
    ("deal", "hand_n", 1, 1, razzia.BAD_HANDS),
    ("money", "hand", 0, 71, razzia.BAD_HANDS),
    ("money", "hand", 0, 100, razzia.BAD_RANGE),
    ("money", "hand", 30, 0, razzia.BAD_HANDS),
    ("money", "slot_era", 0, 1, razzia.BAD_HANDS),
    ("deal", "pile_n", None, 0, razzia.BAD_CARDS),
    ("deal", "pile_n", None, 53, razzia.BAD_CARDS),
    ("deal", "spot", 0, razzia.BOXED, razzia.BAD_CARDS),
    ("deal", "spot", 0, razzia.HELD, razzia.BAD_CARDS),
    ("deal", "spot", 0, 127, razzia.BAD_RANGE),
    ("deal", "pile", 71, 5, razzia.BAD_CARDS),
    ("deal", "cards", None, 53, razzia.BAD_CARDS),
    ("money", "stock", 0, 13, razzia.BAD_NOTES),
    ("money", "stock", 0, -1, razzia.BAD_RANGE),
    ("money", "stock_n", None, 83, razzia.BAD_NOTES),
    ("choose", "pot", 0, 2, razzia.BAD_NOTES),
    ("choose", "pot", 1, -1, razzia.BAD_RANGE),
    ("choose", "pot_n", 0, 2, razzia.BAD_NOTES),
    ("choose", "money", 0, 5, razzia.BAD_NOTES),
    ("choose", "money", 0, -5, razzia.BAD_RANGE),
    ("duel", "stake", None, 65, razzia.BAD_NOTES),
    ("choose", "choice", 0, 71, razzia.BAD_CHOICE),
    ("choose", "choice", 1, 3, razzia.BAD_CHOICE),
    ("split", "choice", 1, 0, razzia.BAD_CHOICE),
    ("split", "choice", 1, 100, razzia.BAD_RANGE),
    ("split", "contenders", None, 3, razzia.BAD_SPLIT),
    ("split", "proposer", None, 1, razzia.BAD_SPLIT),
    ("choose", "lowest", None, 1, razzia.BAD_SPLIT),
    ("choose", "contenders", None, 1, razzia.BAD_SPLIT),
    ("answer", "answer", 0, 2, razzia.BAD_RANGE),
    ("answer", "answer", 1, 1, razzia.BAD_SPLIT),
    ("duel", "challenger", None, 2, razzia.BAD_DUEL),
    ("duel", "waiting", None, 16, razzia.BAD_DUEL),
    ("split", "waiting", None, 1, razzia.BAD_DUEL),
    ("split", "die", None, 1, razzia.BAD_DUEL),
    ("free", "asked", None, 2, razzia.BAD_ASKED),
    ("choose", "asked", None, 30, razzia.BAD_ASKED),
    ("split", "asked", None, 1, razzia.BAD_ASKED),
    ("duel", "asked", None, 1, razzia.BAD_ASKED),
    ("answer", "asked", None, 14, razzia.BAD_ASKED),
    ("choose", "round", None, razzia.MOST_ROUNDS, razzia.BAD_NOTES),
    ("choose", "era", None, razzia.MOST_ROUNDS, razzia.BAD_PHASE),
]


@pytest.mark.parametrize(("kind", "field", "place", "wrong", "fault"), FAULTY)
def test_an_unsound_position_is_found_out(kind: str, field: str, place: int | None, wrong: int, fault: int) -> None:
    s = positions()[kind]
    if place is None:
        setattr(s, field, wrong)
    else:
        getattr(s, field)[place] = wrong
    assert razzia.FAULTS[razzia.audit(s)] == razzia.FAULTS[fault]


def test_a_card_in_two_hands_a_colour_without_a_bar_and_notes_on_no_bar_are_found_out() -> None:
    s = positions()["money"]
    s.hand[0:5] = s.hand[5:10]
    assert razzia.audit(s) == razzia.BAD_CARDS
    s = table(3)
    card = MOVES.index("jazz-g1")
    s.spot[card] = razzia.PLAYED
    assert razzia.audit(s) == razzia.BAD_CARDS
    deal(s := table(3))
    s.pot[40], s.pot_n[5], s.stock[0], s.stock_n = 1, 1, s.stock[0] - 1, s.stock_n - 1
    assert razzia.audit(s) == razzia.BAD_NOTES


def test_no_numbers_whatever_break_the_audit() -> None:
    chance = random.Random(1)
    start = list(positions().values())
    for _ in range(3000):
        s = chance.choice(start).copy()
        for _ in range(chance.randint(1, 4)):
            name, cell = chance.choice(list(State.position_fields().items()))
            wrong = chance.choice([chance.randint(*cell.range), chance.randint(-4, 9)])
            if cell.shape:
                getattr(s, name)[chance.randrange(cell.shape[0])] = wrong
            else:
                setattr(s, name, wrong)
        razzia.audit(s)


def test_every_move_and_outcome_has_its_own_word() -> None:
    assert len(set(MOVES)) == len(MOVES) == razzia.ACTIONS
    assert len(set(OUTCOMES)) == len(OUTCOMES) == razzia.OUTCOMES


# -- Traits -------------------------------------------------------------------


def test_it_has_everything_that_a_game_can_have() -> None:
    assert traits(tripot.load("razzia")) == Traits(
        chance=True, dice=True, simultaneous=True, compound=True, splits=True, hidden_moves=True, hidden_chance=True
    )


# -- The same deal ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [5, 8])
def test_the_same_deal_survives_different_moves(seats: int) -> None:
    """The notes come in the same order, the cards of the first pile too, and the dice of a bar are the same."""
    games = []
    for chooser in range(6):
        drawn: dict[tuple[str, int, int], int] = {}
        for s, outcome in drawn_with("razzia", seats, 7, random.Random(chooser)):
            if s.phase == razzia.DEAL and s.era == 0:
                drawn["card", 0, s.pile_n] = outcome
            elif s.phase == razzia.MONEY:
                drawn["note", 0, s.stock_n] = outcome
            elif s.phase == razzia.DUEL and s.waiting == 0:  # the last duel at the bar
                drawn["die", s.round * razzia.BARS + s.bar, int(s.die > 0)] = outcome
        games.append(drawn)
    found = Counter[str]()
    for one, other in combinations(games, 2):
        both = one.keys() & other.keys()
        found.update(what for what, _, _ in both)
        assert all(one[key] == other[key] for key in both)
    assert found.keys() == {"card", "note", "die"}
    assert len({frozenset(key for key in one if key[0] == "note") for one in games}) == 1
