"""RAISE: the rule book's examples, our rulings and the test facts, one sentence each, on the plain rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product
from math import sqrt

import pytest

import tripot
from tests.walks import drawn_with
from tripot.core.rng import Rng, begin, below
from tripot.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR
from tripot.games.raise_ import rules
from tripot.games.raise_.rules import Options, State
from tripot.games.raise_.tokens import MOVES, OUTCOMES
from tripot.laws import Traits, traits

PETER, MELANIE, SASHA = 0, 1, 2

# The roll of the rule book's example: 3 bells, 2 diamonds, 1 gear, 1 blank.
EXAMPLE_ROLL = "die-diamond die-diamond die-gear die-bell die-bell die-bell die-blank"
ALL_BLANK = " ".join(["die-blank"] * 7)

# -- Words to set up a table --------------------------------------------------


def table(seats: int = 2, **options: object) -> State:
    s = State()
    rules.setup(s, seats, Options(**options))  # type: ignore[arg-type]
    return s


def asked(s: State, seat: int | None = None) -> list[str]:
    """The tokens that may come next: outcomes, or moves of a seat."""
    if seat is None:
        seat = rules.to_act(s)
    if seat == CHANCE:
        return [OUTCOMES[outcome] for outcome in s.acts[: rules.weights(s)]]
    return [MOVES[action] for action in s.acts[: rules.legal(s, seat)]]


def odds(s: State) -> dict[str, int]:
    n = rules.weights(s)
    return {OUTCOMES[s.acts[i]]: s.odds[i] for i in range(n)}


def play(s: State, *lines: str) -> State:
    """Play lines such as `2 cloud-4 stop` or `* point-7`, each token checked to be legal."""
    for line in lines:
        actor, *tokens = line.split()
        seat = CHANCE if actor == "*" else int(actor)
        for token in tokens:
            assert token in asked(s, seat), (line, asked(s, seat))
            assert seat == CHANCE or rules.pending(s) >> seat & 1
            rules.apply(s, seat, (OUTCOMES if seat == CHANCE else MOVES).index(token))
            assert rules.FAULTS[rules.audit(s)] == "sound", line
    return s


def dealt(*hands: str, roller: int = 0, **options: object) -> State:
    """A table where the seats have drawn these hands."""
    s = table(len(hands), first_roller=roller, **options)
    return play(s, *(f"* {hand}" for hand in hands))


def scores(s: State) -> list[int]:
    points = [0] * rules.SEATS
    rules.score(s, points)
    return points[: s.seats]


def hand(s: State, seat: int) -> list[str]:
    return [MOVES[card] for card in s.hand[seat][: s.hand_n[seat]]]


def stream(seed: int) -> Rng:
    rng = Rng()
    begin(rng, seed, 0, 0)
    return rng


def seen_by(s: State, seat: int) -> State:
    out = State()
    rules.view(s, seat, out)
    return out


def random_game(s: State, seed: int) -> Iterator[tuple[State, int, int]]:
    """Every moment of a random game, with who acts next and how."""
    rng, chooser = stream(seed), random.Random(seed)
    while (actor := rules.to_act(s)) != NOBODY:
        if actor == CHANCE:
            action = rules.draw(s, rng)
        else:
            actor = chooser.choice([seat for seat in range(s.seats) if rules.pending(s) >> seat & 1])
            action = chooser.choice(s.acts[: rules.legal(s, actor)])
        yield s, actor, action
        rules.apply(s, actor, action)


def play_thriftily(s: State, *, until: Callable[[State], bool]) -> State:
    """Everybody lays the first card of the hand and then passes."""
    rng = stream(1)
    while not until(s) and (actor := rules.to_act(s)) != NOBODY:
        if actor == CHANCE:
            action = rules.draw(s, rng)
        else:
            rules.legal(s, actor)
            action = s.acts[0] if s.phase == rules.CHOOSE else rules.PASS
        rules.apply(s, actor, action)
    return s


def example(raise_cards: str = "any") -> State:
    """The table of the rule book's example; Peter rolls."""
    s = dealt(
        "diamond-4 gear-4 cloud-3 hourglass-3 bell-2 bell-3",
        "diamond-5 gear-4 cloud-3 hourglass-2 hourglass-3 bell-1",
        "diamond-4 gear-3 cloud-2 cloud-4 hourglass-4 bell-3",
        roller=PETER,
        raise_cards=raise_cards,
    )
    play(s, "* point-10", f"* {EXAMPLE_ROLL}")
    return play(s, f"{PETER} bell-2", f"{MELANIE} diamond-5", f"{SASHA} gear-3")


def tiny(*hands: str) -> State:
    return dealt(*hands, box="tiny")


def two_rounds_with_all_cards() -> State:
    """A tiny game before its last round, in which nobody has a card any more."""
    s = tiny("bell-1 bell-2 bell-2", "cloud-5 bell-1 bell-2")
    play(s, "* point-6 die-bell", "0 bell-1", "1 bell-1", "1 cloud-5 stop", "0 bell-2 bell-2", "1 bell-2")
    play(s, "0 pass", "* cloud-5", "* bell-2")
    return play(s, "* point-8 die-blank", "0 cloud-5", "1 bell-2", "1 pass")


def one_seat_without_cards() -> State:
    """A tiny game before its last round, in which only seat 0 still has cards; seat 1 is the roller."""
    s = tiny("bell-1 bell-2 bell-2", "cloud-5 bell-1 bell-2")
    play(s, "* point-6 die-bell", "0 bell-1", "1 bell-1", "1 cloud-5 bell-2", "0 pass", "* cloud-5", "* bell-2")
    return play(s, "* point-8 die-blank", "1 bell-2", "0 bell-2", "0 pass")


# -- The box ------------------------------------------------------------------


def test_a_deck_has_30_cards_and_each_symbol_adds_up_to_20() -> None:
    copies = rules.COPIES[rules.STANDARD]
    assert sum(copies) == 30
    assert [sum(copies[c] for c in range(rules.TYPES) if rules.SYMBOL[c] == s) for s in range(5)] == [4, 5, 6, 7, 8]
    digits = [sum(copies[c] * rules.DIGIT[c] for c in range(rules.TYPES) if rules.SYMBOL[c] == s) for s in range(5)]
    assert digits == [20] * 5
    assert all(sum(rules.COPIES[box]) == rules.DECK[box] for box in range(rules.BOXES))


def test_the_highest_card_of_each_symbol_is_single_and_counts_five_all_others_one() -> None:
    for card in range(rules.TYPES):
        is_highest = card + 1 == rules.TYPES or rules.SYMBOL[card + 1] != rules.SYMBOL[card]
        assert rules.VICTORY_POINTS[card] == (5 if is_highest else 1)
        assert not is_highest or rules.COPIES[rules.STANDARD][card] == 1
    assert sum(n * vp for n, vp in zip(rules.COPIES[0], rules.VICTORY_POINTS, strict=True)) == 50


def test_the_dice_have_42_faces_spread_as_on_the_memo_card() -> None:
    faces = Counter(face for kind in rules.KIND[rules.STANDARD] for face in rules.FACES[kind])
    assert [faces[face] for face in range(6)] == [3, 5, 7, 9, 11, 7]


def test_there_are_14_point_cards_from_6_to_20_without_13() -> None:
    assert sorted({*range(6, 21)} - {13}) == list(rules.POINTS)
    assert sum(rules.POINTS) == 182


@pytest.mark.parametrize(("seats", "rounds"), [(2, 8), (3, 9), (4, 10), (5, 11)])
def test_the_number_of_rounds_depends_on_the_seats(seats: int, rounds: int) -> None:  # PE14
    turned_up = sum(actor == CHANCE and s.phase == rules.TURN_UP for s, actor, _ in random_game(table(seats), seats))
    assert turned_up == table(seats).rounds == rounds


# -- The deal -----------------------------------------------------------------


def test_the_first_roller_is_drawn_and_any_seat_may_be_it() -> None:  # P23
    s = table(3)
    assert rules.to_act(s) == CHANCE
    assert rules.pending(s) == 0
    assert odds(s) == {"roller-0": 1, "roller-1": 1, "roller-2": 1}
    play(s, "* roller-2")
    assert s.roller == 2


def test_the_option_first_roller_names_him() -> None:
    s = table(3, first_roller=1)
    assert s.roller == 1
    assert "diamond-4" in asked(s)


def test_the_seats_draw_six_cards_each_in_turn() -> None:
    s = table(2, first_roller=1)
    assert odds(s)["hourglass-3"] == 4
    assert sum(odds(s).values()) == 30
    play(s, "* hourglass-3")
    assert odds(s)["hourglass-3"] == 3
    play(s, "* hourglass-3 hourglass-3 hourglass-3 bell-1 diamond-6")
    assert hand(s, 0) == ["diamond-6", "hourglass-3", "hourglass-3", "hourglass-3", "hourglass-3", "bell-1"]
    assert sum(odds(s).values()) == 30  # seat 1 has drawn nothing yet
    play(s, "* bell-1 bell-2 bell-2 bell-2 bell-3 bell-3")
    assert all(token.startswith("point-") for token in asked(s))


# -- 1. A point card and the dice ---------------------------------------------


def test_removed_point_cards_are_unseen_so_all_14_may_come_first() -> None:  # P24
    s = dealt(
        "diamond-4 diamond-5 diamond-5 diamond-6 gear-3 gear-4", "diamond-4 diamond-5 diamond-5 diamond-6 gear-3 gear-4"
    )
    assert list(odds(s).values()) == [1] * 14
    play(s, "* point-14")
    assert s.face_down == 13


def test_each_die_has_its_own_faces() -> None:
    s = play_thriftily(table(2), until=lambda s: s.phase == rules.ROLL)
    one = {f"die-{face}": 1 for face in ("diamond", "gear", "cloud", "hourglass", "bell", "blank")}
    four = {"die-gear": 1, "die-cloud": 1, "die-hourglass": 1, "die-bell": 2, "die-blank": 1}
    six = {"die-cloud": 1, "die-hourglass": 2, "die-bell": 2, "die-blank": 1}
    for wanted in (one, one, one, four, four, six, six):
        assert odds(s) == wanted
        play(s, "* die-blank")


def test_draw_follows_the_weights_from_the_same_number() -> None:
    fast, slow = stream(5), stream(5)
    for s, actor, _ in random_game(table(5), 5):
        if actor == CHANCE:
            n = rules.weights(s)
            place = below(slow, sum(s.odds[:n]))
            wanted = 0
            while place >= s.odds[wanted]:
                place -= s.odds[wanted]
                wanted += 1
            assert rules.draw(s, fast) == s.acts[wanted]
            assert fast == slow


def test_seven_blanks_leave_every_symbol_counting_once() -> None:  # PE13, P25
    s = play_thriftily(table(2), until=lambda s: s.phase == rules.ROLL)
    play(s, f"* {ALL_BLANK}")
    assert s.times == [1] * 5


def test_six_clouds_on_seven_cloud_dice_are_worth_160() -> None:
    s = table(2)
    s.times[rules.CLOUD] = 8
    clouds = [card for card in range(rules.TYPES) if rules.SYMBOL[card] == rules.CLOUD]
    assert sum(rules.COPIES[0][card] * rules._value(s, card) for card in clouds) == 160


# -- 2. First cards -----------------------------------------------------------


def test_the_example_of_the_rule_book_places_the_pawns_on_8_15_and_6() -> None:  # PD1-PD3, P1
    s = example()
    assert s.times == [3, 2, 1, 1, 4]
    assert s.space[:3] == [8, 15, 6]


def test_everybody_chooses_any_card_of_the_hand_in_any_order() -> None:
    s = dealt("bell-2 bell-2 bell-2 bell-3 bell-3 gear-3", "bell-1 bell-2 bell-2 bell-2 bell-3 bell-3")
    play(s, "* point-6", f"* {ALL_BLANK}")
    assert rules.pending(s) == 0b11
    assert asked(s, 0) == ["gear-3", "bell-2", "bell-3"]
    assert asked(s, 1) == ["bell-1", "bell-2", "bell-3"]
    other = play(s.copy(), "1 bell-3", "0 bell-2")
    assert rules.to_act(play(s.copy(), "0 bell-2")) == 1
    assert other == play(s, "0 bell-2", "1 bell-3")


def test_a_seat_that_has_chosen_or_is_none_has_no_move() -> None:
    s = play_thriftily(table(2), until=lambda s: s.phase == rules.CHOOSE)
    rules.apply(s, 0, s.hand[0][0])
    assert asked(s, 0) == asked(s, 4) == asked(s, SPECTATOR) == []
    assert rules.legal(table(2), 0) == 0


def test_a_chosen_card_stays_in_hand_until_all_are_revealed() -> None:
    s = play_thriftily(table(2), until=lambda s: s.phase == rules.CHOOSE)
    card = s.hand[0][0]
    rules.apply(s, 0, card)
    assert s.hand_n[0] == 6
    assert sum(s.common) == 0
    rules.apply(s, 1, s.hand[1][0])
    assert s.hand_n[0] == s.hand_n[1] == 5
    assert sum(s.common) == 2


def test_pawns_are_stacked_clockwise_from_the_roller_and_the_top_one_is_asked() -> None:  # PE5, P5-P7
    hands = ("diamond-4 gear-3 gear-4 hourglass-2 hourglass-2 bell-3",) * 3
    s = dealt(*hands, roller=1)
    play(s, "* point-6 die-gear die-blank die-blank die-bell die-bell die-blank die-blank")
    play(s, "0 bell-3", "1 gear-3", "2 gear-3")  # 9, 6, 6
    assert s.space[:3] == [9, 6, 6]
    assert rules.to_act(s) == 2
    assert s.ahead == 6
    assert asked(s) == ["diamond-4", "gear-4", "hourglass-2", "bell-3", "pass"]  # any card is enough


# -- 3. Raise or pass ---------------------------------------------------------


def test_the_last_pawn_is_asked_and_must_get_beyond_the_second_to_last() -> None:  # PD4, P10
    s = example()
    assert rules.to_act(s) == SASHA
    assert rules.pending(s) == 1 << SASHA
    assert s.ahead == 8
    assert asked(s, PETER) == asked(s, MELANIE) == []


def test_sasha_raises_with_cloud_4_to_10_and_peter_needs_more_than_10() -> None:  # PD5, PD6
    s = play(example(), f"{SASHA} cloud-4 stop")
    assert s.space[SASHA] == 10
    assert rules.to_act(s) == PETER
    assert s.ahead == 10


def test_landing_on_the_second_to_last_pawn_is_not_enough() -> None:  # PE1, P3
    s = play(example(), f"{SASHA} cloud-2")  # 6 -> 8
    assert rules.is_mid_move(s, SASHA)
    assert not rules.is_mid_move(s, PETER)
    assert "stop" not in asked(s)
    assert asked(s) == ["cloud-4", "hourglass-4", "bell-3"]
    assert rules.to_act(play(s, f"{SASHA} hourglass-4 stop")) == PETER
    assert s.space[SASHA] == 12


def test_a_raise_may_hold_more_cards_than_it_needs() -> None:  # PE3, P2, P4
    s = play(example(), f"{SASHA} diamond-4 bell-3")
    assert s.space[SASHA] == 30


def test_stop_is_asked_also_when_no_card_may_be_added_because_hands_are_secret() -> None:
    s = play(example(), f"{SASHA} bell-3")  # the last in table order: nothing may follow
    assert asked(s, SASHA) == ["stop"]
    assert rules.to_act(play(s, f"{SASHA} stop")) == PETER


def test_a_raise_with_the_last_card_of_the_hand_ends_by_itself() -> None:
    s = example()
    play(s, f"{SASHA} {' '.join(hand(s, SASHA))}")
    assert s.hand_n[SASHA] == 0
    assert rules.to_act(s) == PETER


def test_a_raise_offers_only_cards_with_which_it_can_be_completed() -> None:
    s = example()
    play(s, f"{SASHA} cloud-4 stop", f"{PETER} gear-4 stop", f"{SASHA} diamond-4 stop")
    assert s.space[:3] == [16, 15, 22]
    play(s, f"{MELANIE} gear-4 stop")  # 23
    assert s.ahead == 22
    # Peter is on 16 and needs 7: diamond 12, cloud 3, hourglass 3, bell 12; after the bell nothing, with it always enough
    assert asked(s, PETER) == ["diamond-4", "cloud-3", "hourglass-3", "bell-3", "pass"]
    play(s, f"{PETER} bell-3 stop")
    # Sasha is on 22 and needs 2 to get beyond 23; hourglass 4 is the last card that can do it
    assert asked(s, SASHA) == ["cloud-2", "hourglass-4", "bell-3", "pass"]


def test_a_pawn_may_land_on_another_beyond_and_lies_on_top() -> None:  # P8
    s = example()
    play(s, f"{SASHA} hourglass-4 bell-3 stop")  # 22
    play(s, f"{PETER} diamond-4 stop")  # 20
    assert rules.to_act(s) == MELANIE
    play(s, f"{MELANIE} gear-4 stop")  # 23, beyond 20
    play(s, f"{PETER} cloud-3 stop")  # 23 as well, on top
    assert s.space[:3] == [23, 23, 22]
    play(s, f"{SASHA} cloud-2 stop")  # 24
    assert rules.to_act(s) == PETER
    assert s.ahead == 23


def test_without_a_card_that_gets_beyond_a_seat_must_pass() -> None:  # P9
    s = play(example(), f"{SASHA} diamond-4 cloud-4 hourglass-4 bell-3 stop")
    assert rules.to_act(s) == PETER
    play(s, f"{PETER} diamond-4 gear-4 bell-3 stop")
    assert s.space[:3] == [40, 15, 38]
    assert asked(s, MELANIE) == ["pass"]


def test_who_passes_leaves_the_board_and_draws_up_to_six_at_once() -> None:  # P11
    s = play(example(), f"{SASHA} pass")
    assert s.space[SASHA] == NOBODY
    assert rules.to_act(s) == CHANCE
    assert sum(odds(s).values()) == 24
    play(s, "* bell-4")
    assert hand(s, SASHA)[-1] == "bell-4"
    assert rules.to_act(s) == PETER
    assert s.ahead == 15


def test_nobody_draws_after_a_raise() -> None:
    s = play(example(), f"{SASHA} diamond-4 stop")
    assert s.hand_n[SASHA] == 4
    assert rules.to_act(s) == PETER


def test_an_empty_pile_draws_nothing_and_play_goes_on_with_the_hand() -> None:  # P12
    s = one_seat_without_cards()
    assert s.pile_n[:2] == [0, 0]
    assert hand(s, 0) == ["cloud-5", "bell-2"]


def test_when_no_card_is_left_on_the_board_the_farthest_pawn_wins_and_of_a_stack_the_lowest() -> None:  # P13, P14
    s = tiny("cloud-5 bell-2 bell-2", "cloud-5 bell-2 bell-2", "cloud-5 bell-1 bell-2")
    play(s, "* point-9 die-bell", "0 cloud-5", "1 bell-2", "2 cloud-5")
    play(s, "1 cloud-5 bell-2", "2 bell-1 stop", "0 bell-2 bell-2")
    assert asked(s, 2) == ["pass"]
    play(s, "2 pass", "* bell-2")
    assert s.space[:2] == [13, 13]
    assert s.hand_n[:2] == [0, 0]
    assert asked(s, 0) == ["pass"]  # seat 1 was there first
    play(s, "0 pass", "* bell-1")
    assert s.where[3] == 1
    assert s.roller == 1


# -- A raise of no more than it needs (option raise_cards) ---------------------


def test_just_enough_ends_a_raise_once_it_is_beyond() -> None:
    s = play(example(raise_cards="just_enough"), f"{SASHA} diamond-4")
    assert rules.to_act(s) == PETER
    assert s.space[SASHA] == 18


def test_just_enough_offers_no_card_that_the_raise_could_do_without() -> None:
    s = example(raise_cards="just_enough")
    # Sasha needs 3: cloud-2 (worth 2) would need another card, and each other card alone is enough
    assert asked(s, SASHA) == ["diamond-4", "cloud-4", "hourglass-4", "bell-3", "pass"]


def long_just_enough_game() -> State:
    """Peter on 32, Melanie on 26 and to act, Sasha on 36."""
    s = example(raise_cards="just_enough")
    play(s, f"{SASHA} bell-3", f"{PETER} bell-3", f"{MELANIE} gear-4")
    assert s.space[:3] == [20, 23, 18]
    play(s, f"{SASHA} hourglass-4", f"{PETER} diamond-4", f"{SASHA} cloud-2")
    assert s.space[:3] == [32, 23, 24]
    play(s, f"{MELANIE} cloud-3", f"{SASHA} diamond-4")
    assert s.space[:3] == [32, 26, 36]
    return s


def test_just_enough_takes_several_cards_when_all_are_needed() -> None:
    s = long_just_enough_game()
    # she needs 7 from hourglass-2, hourglass-3 and bell-1, worth 2, 3 and 4: 2 + 3 + 4 could do without the 2
    assert asked(s, MELANIE) == ["hourglass-3", "pass"]
    play(s, f"{MELANIE} hourglass-3")
    assert rules.is_mid_move(s, MELANIE)
    assert asked(s, MELANIE) == ["bell-1"]
    play(s, f"{MELANIE} bell-1")
    assert s.space[MELANIE] == 33


def test_just_enough_agrees_with_trying_every_set_of_cards() -> None:
    met = 0
    for seed in range(3):
        for s, actor, _ in random_game(table(3, raise_cards="just_enough"), seed):
            if s.phase == rules.LAST:
                met += 1
                cards = s.hand[actor][: s.hand_n[actor]]
                assert set(s.acts[: rules.legal(s, actor)]) - {rules.PASS} == first_cards_needed(s, actor, cards)
    assert met > 50


def first_cards_needed(s: State, seat: int, cards: list[int]) -> set[int]:
    need = s.ahead - s.space[seat]
    first = set()
    for size in range(1, len(cards) + 1):
        for chosen in combinations(cards, size):
            values = [rules.DIGIT[card] * s.times[rules.SYMBOL[card]] for card in chosen]
            if sum(values) > need >= sum(values) - min(values):
                first.add(chosen[0])
    return first


# -- 4. The end of a round ----------------------------------------------------


def test_the_winner_takes_point_card_and_common_pile_and_rolls_and_places_first() -> None:  # PE15, P22
    s = play(example(), f"{SASHA} cloud-4 stop", f"{PETER} pass", "* gear-5", f"{SASHA} pass")
    assert scores(s) == [0, 0, 0]
    play(s, "* gear-5 gear-4")
    assert scores(s) == [0, 10 + 4, 0]  # point card 10 and four cards of one point
    assert s.roller == MELANIE
    assert sum(s.common) == 0
    assert s.space[:3] == [NOBODY] * 3
    play(s, "* bell-2")  # Melanie draws up
    assert s.hand_n[:3] == [6, 6, 6]
    play(s, "* point-6", f"* {ALL_BLANK}", "0 cloud-3", "1 cloud-3", "2 hourglass-4")
    assert rules.to_act(s) == PETER  # Melanie's pawn lies under his
    assert [s.arrival[seat] for seat in (MELANIE, SASHA, PETER)] == [1, 2, 3]


def test_everybody_draws_up_after_the_round_seat_by_seat() -> None:
    hands = ("bell-1 bell-2 bell-2 bell-2 bell-3 bell-3",) * 2
    s = play(dealt(*hands), "* point-6", f"* {ALL_BLANK}", "0 bell-1", "1 bell-3", "0 pass")
    assert s.turn == 0
    play(s, "* bell-3")
    assert s.phase == rules.DRAW_ALL
    assert s.turn == 1
    assert sum(odds(s).values()) == 24


def test_a_seat_without_a_card_sits_out_and_a_single_one_with_cards_wins_at_once() -> None:  # P15, P16
    s = one_seat_without_cards()
    assert s.roller == 1  # who has no card may still roll
    play(s, "* point-7 die-blank")
    assert rules.pending(s) == 0b01
    play(s, "0 cloud-5")
    assert rules.to_act(s) == NOBODY
    assert s.roller == 0
    assert scores(s) == [7 + 5 + 1, 6 + 1 + 1 + 5 + 1 + 8 + 1 + 1]


def test_three_seats_play_on_with_two_pawns_when_one_has_no_card() -> None:  # PE11
    s = tiny("cloud-5 bell-2 bell-2", "cloud-5 bell-1 bell-2", "cloud-5 bell-1 bell-2")
    play(s, "* point-6 die-blank", "0 bell-2", "1 cloud-5", "2 cloud-5", "0 cloud-5 bell-2")
    play(s, "2 pass", "* bell-2", "1 pass", "* bell-2", "* bell-1")
    play(s, "* point-7 die-blank", "0 bell-1", "1 bell-2", "2 bell-2", "0 pass", "2 pass")
    assert s.hand_n[:3] == [0, 2, 2]
    play(s, "* point-8 die-blank")
    assert rules.pending(s) == 0b110
    play(s, "1 bell-2", "2 bell-1")
    assert s.space[:3] == [NOBODY, 2, 1]
    assert rules.to_act(s) == 2


def test_when_nobody_has_a_card_the_point_card_is_set_aside_and_the_roller_stays() -> None:  # P17
    s = two_rounds_with_all_cards()
    before = scores(s)
    assert s.roller == 0
    play(s, "* point-7")
    assert rules.to_act(s) == CHANCE  # the die is rolled all the same
    play(s, "* die-bell")
    assert s.where[1] == rules.SET_ASIDE
    assert s.roller == 0
    assert scores(s) == before
    assert rules.to_act(s) == NOBODY


# -- How it ends --------------------------------------------------------------


def test_the_game_is_over_after_the_round_of_the_last_point_card() -> None:  # P18
    s = play_thriftily(table(2), until=lambda s: False)
    assert rules.to_act(s) == NOBODY
    assert s.rounds == 0
    assert s.face_down == 6
    assert rules.pending(s) == rules.legal(s, 0) == rules.weights(s) == 0


def test_everybody_draws_up_after_the_last_round_too() -> None:  # P19
    s = play_thriftily(table(2), until=lambda s: s.rounds == 0 and s.phase == rules.DRAW_ALL)
    assert rules.winners(s) == 0
    while rules.to_act(s) == CHANCE:
        rules.apply(s, CHANCE, rules.draw(s, stream(3)))
    assert rules.to_act(s) == NOBODY
    assert s.hand_n[:2] == [6, 6]
    assert s.pile_n[:2] == [16, 16]


def test_hands_count_when_the_game_is_over_and_piles_never() -> None:  # P20
    s = play_thriftily(table(2), until=lambda s: s.phase == rules.CHOOSE)
    assert scores(s) == [0, 0]
    s = play_thriftily(s, until=lambda s: False)
    in_hand = [sum(rules.VICTORY_POINTS[card] for card in s.hand[seat]) for seat in (0, 1)]
    assert scores(s) == [s.won[0] + in_hand[0], s.won[1] + in_hand[1]]


def test_the_closing_example_adds_up_to_28() -> None:  # PD7, with cards that fit: those of the picture are lost
    s = table(2)
    s.phase = rules.OVER
    s.won[0] = 8 + 11 + 5 + 1 + 1  # point cards 8 and 11; numbered cards with 5, 1 and 1
    s.hand[0][:2] = [MOVES.index("bell-1"), MOVES.index("bell-2")]
    s.hand_n[0] = 2
    assert s.pile_n[0] > 0
    assert scores(s) == [28, 0]
    assert rules.winners(s) == 0b01


def test_equal_points_share_the_victory() -> None:  # P21
    s = table(3)
    s.phase = rules.OVER
    s.won[:3] = [20, 31, 31]
    assert rules.winners(s) == 0b110


# -- What a seat sees ---------------------------------------------------------


def test_a_seat_sees_its_own_hand_and_of_the_others_only_what_has_not_been_played() -> None:
    s = example()
    v = seen_by(s, PETER)
    assert hand(v, PETER) == hand(s, PETER)
    assert v.pile[PETER] == s.pile[PETER]
    assert v.hand[SASHA] == [HIDDEN] * 5 + [NOBODY]
    left = list(rules.COPIES[rules.STANDARD])
    left[MOVES.index("gear-3")] -= 1
    assert v.pile[SASHA] == left
    assert v.pile_n[SASHA] == 24
    assert v.first[:3] == s.first[:3]
    assert hand(seen_by(s, SPECTATOR), 0) == [MOVES[HIDDEN]] * 5
    assert seen_by(v, PETER) == v


def test_a_first_card_is_hidden_until_all_have_chosen() -> None:
    s = tiny("cloud-5 bell-1 bell-2", "cloud-5 bell-1 bell-2")
    play(s, "* point-6 die-bell")
    assert rules.seen(s, 0, 1, MOVES.index("cloud-5")) == HIDDEN
    assert rules.seen(s, 1, 1, MOVES.index("cloud-5")) == MOVES.index("cloud-5")
    play(s, "1 cloud-5")
    assert seen_by(s, 0).first[:2] == [NOBODY, HIDDEN]
    assert seen_by(s, 1).first[1] == MOVES.index("cloud-5")
    assert rules.legal(seen_by(s, 0), 0) == 3
    play(s, "0 bell-1")
    assert rules.seen(s, 0, 1, rules.PASS) == rules.PASS
    assert seen_by(s, SPECTATOR).first[:2] == [MOVES.index("bell-1"), MOVES.index("cloud-5")]


def test_a_card_drawn_is_seen_by_its_owner_only_dice_by_all() -> None:
    s = table(2, first_roller=0)
    assert rules.seen(s, 0, CHANCE, 3) == 3
    assert rules.seen(s, 1, CHANCE, 3) == rules.seen(s, SPECTATOR, CHANCE, 3) == HIDDEN
    s = play_thriftily(s, until=lambda s: s.phase == rules.ROLL)
    assert rules.seen(s, SPECTATOR, CHANCE, rules.FACE_OUT) == rules.FACE_OUT


def test_when_the_game_is_over_the_hands_lie_open_with_the_card_drawn_last() -> None:
    s = play_thriftily(table(2), until=lambda s: s.rounds == 0 and s.phase == rules.DRAW_ALL)
    drawer, card = s.turn, rules.draw(s, stream(3))
    assert rules.seen(s, 1 - drawer, CHANCE, card) == card
    rules.apply(s, CHANCE, card)
    assert seen_by(s, SPECTATOR) == s
    world = s.copy()
    rules.redeal(world, SPECTATOR, stream(3))
    assert world == s
    s = table(2, first_roller=0)
    s.rounds = 0  # two seats still to draw: not yet the last card
    assert rules.seen(s, 1, CHANCE, card) == HIDDEN


@pytest.mark.parametrize(
    ("pile", "missing", "is_last"),
    [(1, 1, True), (1, 2, True), (5, 1, True), (2, 2, False), (2, 3, False)],
)
def test_the_last_card_is_the_one_that_empties_the_pile_or_fills_the_hand(
    pile: int, missing: int, is_last: bool
) -> None:
    s = play_thriftily(table(2), until=lambda s: s.rounds == 0 and s.phase == rules.DRAW_ALL)
    s.pile_n[s.turn], s.hand_n[s.turn] = pile, s.hand_size - missing
    assert (rules.seen(s, SPECTATOR, CHANCE, 3) == 3) is is_last


def test_a_view_is_enough_to_ask_the_rules_and_to_deal_anew() -> None:
    for seats, options in product((2, 5), ({}, {"raise_cards": "just_enough"}, {"box": "tiny"})):
        for number, (s, _, _) in enumerate(random_game(table(seats, **options), seats)):
            if number % 5 and s.phase != rules.RAISING:
                continue
            for seat in (0, seats - 1, SPECTATOR):
                v, world = seen_by(s, seat), s.copy()
                assert (rules.to_act(v), rules.pending(v), scores(v)) == (rules.to_act(s), rules.pending(s), scores(s))
                assert asked(v, seat) == asked(s, seat)
                assert seen_by(v, seat) == v
                rules.redeal(world, seat, stream(1))
                assert rules.FAULTS[rules.audit(world)] == "sound"
                assert seen_by(world, seat) == v
                rules.redeal(v, seat, stream(1))
                assert v == world


# -- Worlds, against full enumeration -----------------------------------------

World = tuple[tuple[int, ...], ...]  # the hands, then the first cards


def world_of(s: State) -> World:
    return (*(tuple(s.hand[seat]) for seat in range(s.seats)), tuple(s.first))


def all_worlds(s: State, viewer: int) -> Counter[World]:
    """Every world that agrees with the viewer's view, by the number of ways to deal and choose physical cards."""
    choices = []
    for seat in range(s.seats):
        cards = [card for card in range(rules.TYPES) for _ in range(s.pile[seat][card] + s.hand[seat].count(card))]
        hands = [tuple(s.hand[seat][: s.hand_n[seat]])] if seat == viewer else list(combinations(cards, s.hand_n[seat]))
        hides = seat != viewer and s.phase == rules.CHOOSE and s.first[seat] != NOBODY
        choices.append([(held, first) for held in hands for first in (held if hides else (s.first[seat],))])
    worlds: Counter[World] = Counter()
    for deal in product(*choices):
        if rules.is_mid_move(s, s.turn) and not can_complete(s, deal[s.turn][0]):
            continue
        hands = [(*held, *[NOBODY] * (rules.MOST_IN_HAND - len(held))) for held, _ in deal]
        firsts = [first for _, first in deal] + [NOBODY] * (rules.SEATS - s.seats)
        worlds[(*hands, tuple(firsts))] += 1
    return worlds


def can_complete(s: State, held: tuple[int, ...]) -> bool:
    """Whether some more cards of this hand complete the raise under way."""
    cards = [card for card in held if card >= s.lowest]
    for size in range(1, len(cards) + 1):
        for chosen in combinations(cards, size):
            values = [rules.DIGIT[card] * s.times[rules.SYMBOL[card]] for card in chosen]
            reach = s.space[s.turn] + sum(values)
            if reach > s.ahead and (not s.just_enough or reach - min(*values, s.least) <= s.ahead):
                return True
    return False


def assert_uniform(s: State, viewer: int, *, deals: int = 3000) -> None:
    """Chi-square of `deals` redeals; five standard deviations above the mean is never reached by chance."""
    worlds = all_worlds(s, viewer)
    rng, found = stream(11), Counter[World]()
    for _ in range(deals):
        other = s.copy()
        rules.redeal(other, viewer, rng)
        found[world_of(other)] += 1
    assert found.keys() <= worlds.keys()
    total, freedom = sum(worlds.values()), len(worlds) - 1
    wanted = {world: deals * ways / total for world, ways in worlds.items()}
    chi_square = sum((found[world] - mean) ** 2 / mean for world, mean in wanted.items())
    assert chi_square <= freedom + 5 * sqrt(2 * freedom), (chi_square, freedom)


def test_worlds_are_uniform_over_hands_and_hidden_first_cards() -> None:
    s = tiny("cloud-5 bell-1 bell-2", "bell-1 bell-2 bell-2", "cloud-5 bell-2 bell-2")
    play(s, "* point-6 die-bell", "1 bell-2")
    assert sum(all_worlds(s, 0).values()) == 4 * 3 * 4
    assert_uniform(s, 0)
    assert_uniform(s, 1)
    assert_uniform(s, SPECTATOR)


def test_worlds_know_what_has_been_played() -> None:
    s = tiny("bell-1 bell-2 bell-2", "cloud-5 bell-1 bell-2")
    play(s, "* point-6 die-bell", "0 bell-1", "1 bell-1")
    assert sum(all_worlds(s, 0).values()) == 3  # two of cloud-5, bell-2, bell-2
    assert_uniform(s, 0)


def test_a_raise_under_way_proves_that_the_hand_can_complete_it() -> None:
    s = tiny("bell-1 bell-2 bell-2", "cloud-5 bell-1 bell-2")
    play(s, "* point-6 die-bell", "0 bell-2", "1 bell-1", "1 cloud-5 stop", "0 bell-1")
    assert s.space[:2] == [6, 7]  # of cloud-5 and bell-2 seat 0 holds the bell: the cloud may not follow
    assert len(all_worlds(s, 1)) == 1
    assert_uniform(s, 1, deals=50)


def test_worlds_in_the_middle_of_a_raise_are_uniform_among_those_that_can_complete_it() -> None:
    assert_mean_hand(play(example(), f"{SASHA} cloud-2"), viewer=PETER, owner=SASHA)
    s = long_just_enough_game()
    assert_mean_hand(play(s, f"{MELANIE} hourglass-3"), viewer=SASHA, owner=MELANIE)


def assert_mean_hand(s: State, *, viewer: int, owner: int, deals: int = 1500) -> None:
    """How often each type is in the owner's hand, against all hands that can complete the raise."""
    cards = [card for card in range(rules.TYPES) for _ in range(s.pile[owner][card] + s.hand[owner].count(card))]
    hands = [held for held in combinations(cards, s.hand_n[owner]) if can_complete(s, held)]
    wanted = Counter(card for held in hands for card in held)
    rng, found = stream(7), Counter[int]()
    for _ in range(deals):
        other = s.copy()
        rules.redeal(other, viewer, rng)
        found.update(other.hand[owner][: other.hand_n[owner]])
    for card in range(rules.TYPES):
        mean = wanted[card] * deals / len(hands)
        assert abs(found[card] - mean) <= 5 * sqrt(mean), (MOVES[card], found[card], mean)


def test_worlds_of_a_large_hand_follow_the_numbers_of_equal_cards() -> None:
    s = play_thriftily(table(2), until=lambda s: s.phase == rules.TURN_UP)
    rng, deals, seen = stream(2), 2000, [0] * rules.TYPES
    for _ in range(deals):
        rules.redeal(s, 0, rng)
        for card in s.hand[1]:
            seen[card] += 1
    for card in range(rules.TYPES):
        mean = deals * 6 * rules.COPIES[0][card] / 30
        assert abs(seen[card] - mean) < 5 * sqrt(mean)


# -- Soundness ----------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("options", [{}, {"raise_cards": "just_enough"}, {"box": "tiny"}])
def test_random_games_stay_sound_from_beginning_to_end(seats: int, options: dict[str, str]) -> None:
    for seed in range(2):
        s = table(seats, **options)
        for moment, _, _ in random_game(s, seed):
            assert rules.FAULTS[rules.audit(moment)] == "sound"
            assert rules.winners(moment) == 0
        assert rules.audit(s) == 0
        assert rules.winners(s) > 0


@cache
def moments() -> list[State]:
    """Every moment of a random game of three seats."""
    return [s.copy() for s, _, _ in random_game(table(3), 4)]


def moment(phase: int, number: int = 0) -> State:
    """A sound position in that phase, the first or a later one."""
    return [s for s in moments() if s.phase == phase][number].copy()


def broken(phase: int, changes: dict[str, int]) -> State:
    """That position with fields changed: `space__1` is `space[1]`, `hand__0__2` is `hand[0][2]`."""
    s = moment(phase)
    for name, number in changes.items():
        field, *places = name.split("__")
        if not places:
            setattr(s, field, number)
            continue
        row = getattr(s, field)
        for place in places[:-1]:
            row = row[int(place)]
        row[int(places[-1])] = number
    return s


RANGE, TURN, CARDS, POINT_CARDS, DICE, FIRST, PAWNS, RAISE, DRAWING, WON = range(1, 11)

FAULTY = [
    (RANGE, rules.LAST, {"seats": 6}),
    (RANGE, rules.LAST, {"box": 2}),
    (RANGE, rules.LAST, {"phase": 9}),
    (RANGE, rules.LAST, {"hand_size": 5}),
    (RANGE, rules.LAST, {"just_enough": 2}),
    (TURN, rules.LAST, {"turn": 3}),
    (TURN, rules.TURN_UP, {"turn": 0}),
    (RANGE, rules.TURN_UP, {"turn": -2}),
    (TURN, rules.LAST, {"waiting": 1}),
    (TURN, rules.CHOOSE, {"waiting": 8}),
    (TURN, rules.CHOOSE, {"turn": 2}),
    (TURN, rules.LAST, {"roller": NOBODY}),
    (TURN, rules.ROLLER, {"roller": 0}),
    (RANGE, rules.CHOOSE, {"hand_n__0": 7}),
    (CARDS, rules.CHOOSE, {"hand_n__0": 5}),
    (RANGE, rules.CHOOSE, {"hand__0__0": HIDDEN}),
    (CARDS, rules.CHOOSE, {"hand__0__0": 16}),
    (CARDS, rules.CHOOSE, {"pile__0__0": 2}),
    (CARDS, rules.CHOOSE, {"pile__3__0": 1}),
    (CARDS, rules.CHOOSE, {"pile_n__0": 23}),
    (CARDS, rules.CHOOSE, {"common__0": 1}),
    (RANGE, rules.LAST, {"common__0": -1}),
    (POINT_CARDS, rules.LAST, {"where__0": 3}),
    (POINT_CARDS, rules.LAST, {"where__0": rules.NOT_IN_BOX}),
    (POINT_CARDS, rules.LAST, {"rounds": 2}),
    (POINT_CARDS, rules.LAST, {"point": NOBODY}),
    (POINT_CARDS, rules.TURN_UP, {"phase": rules.OVER}),
    (POINT_CARDS, rules.TURN_UP, {"phase": rules.ROLL}),
    (DICE, rules.LAST, {"rolled": 6}),
    (RANGE, rules.LAST, {"times__0": 0}),
    (RANGE, rules.LAST, {"times__0": 9}),
    (DICE, rules.LAST, {"times__0": 8}),
    (DICE, rules.ROLL, {"rolled": 7}),
    (RANGE, rules.LAST, {"first__0": 17}),
    (FIRST, rules.LAST, {"first__3": 1}),
    (FIRST, rules.TURN_UP, {"first__0": 1}),
    (FIRST, rules.CHOOSE, {"first__0": 1}),
    (FIRST, rules.CHOOSE, {"waiting": 0b011}),
    (PAWNS, rules.LAST, {"space__0": NOBODY}),
    (RANGE, rules.LAST, {"space__0": -7}),
    (PAWNS, rules.LAST, {"arrival__1": 3, "arrival__2": 3}),
    (PAWNS, rules.LAST, {"arrivals": 9}),
    (PAWNS, rules.LAST, {"ahead": 1}),
    (PAWNS, rules.LAST, {"first__0": NOBODY}),
    (PAWNS, rules.TURN_UP, {"ahead": 1}),
    (RAISE, rules.LAST, {"lowest": 1}),
    (RANGE, rules.RAISING, {"lowest": 17}),
    (RAISE, rules.RAISING, {"least": 0}),
]


@pytest.mark.parametrize(("fault", "phase", "changes"), FAULTY)
def test_nonsense_is_named(fault: int, phase: int, changes: dict[str, int]) -> None:
    assert rules.audit(moment(phase)) == 0
    assert rules.FAULTS[rules.audit(broken(phase, changes))] == rules.FAULTS[fault]


def test_a_card_in_the_hand_twice_is_one_too_many() -> None:
    s = moment(rules.CHOOSE)
    s.hand[0][0] = s.hand[0][1] = s.hand[0][2] = MOVES.index("diamond-4")
    assert rules.audit(s) == CARDS


def test_no_hand_is_larger_than_its_box_allows() -> None:
    s = rules.State()
    rules.setup(s, 2, rules.Options(box="tiny", first_roller=0))
    assert rules.audit(s) == 0
    s.hand_n[0] = s.hand_size + 1
    assert rules.audit(s) == CARDS


def test_a_first_card_must_be_in_the_hand() -> None:
    s = moment(rules.CHOOSE, 1)
    chooser = next(seat for seat in range(3) if s.first[seat] != NOBODY)
    s.first[chooser] = next(card for card in range(rules.TYPES) if card not in s.hand[chooser])
    assert rules.audit(s) == FIRST


def test_only_the_last_pawn_has_the_turn() -> None:
    s = moment(rules.LAST)
    s.turn = next(seat for seat in range(3) if s.turn != seat)
    assert rules.audit(s) == PAWNS


def test_nobody_has_come_more_often_than_cards_were_played() -> None:
    s = moment(rules.LAST)
    assert s.arrivals == sum(s.common) > 0
    s.arrivals += 1
    assert rules.audit(s) == PAWNS
    s = moment(rules.TURN_UP)
    assert s.arrivals == 0
    s.arrivals = 1
    assert rules.audit(s) == PAWNS
    s = moment(rules.RAISING)
    s.arrivals = sum(s.common)  # the raise has not arrived
    assert rules.audit(s) == PAWNS


def test_no_pawn_is_farther_than_the_cards_played() -> None:
    s = moment(rules.LAST)
    s.space[max(range(3), key=lambda seat: s.space[seat])] = rules.FARTHEST
    assert rules.audit(s) == PAWNS


def test_only_who_may_draw_draws_and_nobody_else_is_short() -> None:
    s = moment(rules.DRAW_ALL)
    s.turn = 1  # before seat 0 has
    assert rules.audit(s) == DRAWING
    s = moment(rules.TURN_UP)
    s.phase, s.turn = rules.DRAW_ALL, 0
    assert rules.audit(s) == DRAWING
    s = moment(rules.DRAW_ALL, 1)
    s.phase, s.turn, s.roller = rules.ROLLER, NOBODY, NOBODY
    assert rules.audit(s) == DRAWING


def test_points_come_only_with_cards() -> None:
    s = moment(rules.TURN_UP, 1)
    winner = s.roller
    s.won[winner] += 1
    assert rules.audit(s) == WON
    s.won[winner] -= 1
    s.won[(winner + 1) % 3] += 1
    assert rules.audit(s) == WON


def test_no_number_trips_the_audit() -> None:
    chooser = random.Random(0)
    for phase in range(rules.OVER):
        for name, cell in State.position_fields().items():
            for number in (*cell.range, -1, 99):
                s = moment(phase)
                row = getattr(s, name)
                if not cell.shape:
                    setattr(s, name, number)
                elif len(cell.shape) == 1:
                    row[chooser.randrange(len(row))] = number
                else:
                    chooser.choice(row)[0] = number
                assert 0 <= rules.audit(s) < len(rules.FAULTS)


# -- Traits -------------------------------------------------------------------


def test_it_has_everything_but_splits() -> None:
    assert traits(tripot.load("raise")) == Traits(
        chance=True, dice=True, simultaneous=True, compound=True, hidden_moves=True, hidden_chance=True
    )


# -- The same deal ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_same_deal_survives_different_moves(seats: int) -> None:
    """Every pile gives its cards in the same order, and every round has the same point card and dice."""
    games = []
    for chooser in (1, 2):
        drawn: dict[tuple[str, int, int], int] = {}
        for s, outcome in drawn_with("raise", seats, 7, random.Random(chooser)):
            if s.phase <= rules.DRAW_PASSED:
                drawn["pile", s.turn, s.pile_n[s.turn]] = outcome
            else:
                drawn["dice" if s.phase == rules.ROLL else "point", s.rounds, s.rolled] = outcome
        games.append(drawn)
    one, other = games
    both = one.keys() & other.keys()
    assert {what for what, _, _ in both} == {"pile", "dice", "point"}
    assert all(one[key] == other[key] for key in both)
    assert {key for key in both if key[0] != "pile"} == {key for key in one if key[0] != "pile"}, "all rounds"
