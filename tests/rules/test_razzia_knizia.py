"""Razzia! (Knizia): the rule book's sections and our rulings, one sentence each, on the plain rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import tripot
from tests.walks import drawn_with
from tripot.core.rng import Rng, begin, below
from tripot.core.state import CHANCE, NOBODY, SPECTATOR
from tripot.games.razzia_knizia import rules
from tripot.games.razzia_knizia.rules import Options, State
from tripot.games.razzia_knizia.tokens import LOOT, MOVES, OUTCOMES
from tripot.laws import Traits, traits

POLICE = "police"

# -- Words to set up a table --------------------------------------------------


def table(seats: int = 4, sets: tuple[int, ...] | None = None, **options: str) -> State:
    """A table where seat 0 has the first cheque set, seat 1 the second, and so on."""
    s = State()
    rules.setup(s, seats, Options(cheque_sets=sets or tuple(range(1, seats + 1)), **options))
    return s


def asked(s: State) -> list[str]:
    """The tokens that may come next: moves of the seat asked, or outcomes."""
    seat = rules.to_act(s)
    if seat == CHANCE:
        return [OUTCOMES[outcome] for outcome in s.acts[: rules.weights(s)]]
    return [MOVES[action] for action in s.acts[: rules.legal(s, seat)]]


def play(s: State, *lines: str) -> None:
    """Play lines such as `2 draw` or `* card-ring`, each checked to be legal."""
    for line in lines:
        actor, *tokens = line.split()
        for token in tokens:
            seat = CHANCE if actor == "*" else int(actor)
            assert rules.to_act(s) == seat, line
            assert token in asked(s), line
            rules.apply(s, seat, (OUTCOMES if seat == CHANCE else MOVES).index(token))
            assert rules.FAULTS[rules.audit(s)] == "sound", line


def turn_up(s: State, *cards: str) -> None:
    """Whoever has the turn draws, card after card; all pass where police forces an auction before the last card."""
    for place, card in enumerate(cards):
        play(s, f"{rules.to_act(s)} draw", f"* card-{card}")
        if place + 1 < len(cards):
            all_pass(s)


def all_pass(s: State) -> None:
    while s.phase == rules.BIDDING:
        play(s, f"{rules.to_act(s)} pass")


def win(s: State, winner: int, cheque: int, *cards: str) -> None:
    """The cards are turned up, then auctioned: the winner bids the cheque, all others pass."""
    turn_up(s, *cards)
    if s.phase == rules.CHOOSING:
        play(s, f"{s.turn} call")
    number = s.asked
    while s.phase == rules.BIDDING and s.asked >= number:
        number = s.asked
        seat = rules.to_act(s)
        play(s, f"{seat} bid-{cheque}" if seat == winner else f"{seat} pass")


def raid(s: State) -> None:
    """Police to the end of the round, all passing."""
    number = s.round
    while s.round == number and s.phase != rules.OVER:
        turn_up(s, POLICE)
        all_pass(s)


def finish(s: State) -> None:
    while s.phase != rules.OVER:
        raid(s)


def cheques(mask: int) -> set[int]:
    return {cheque for cheque in range(1, rules.CHEQUES + 1) if mask >> cheque & 1}


def loot(counts: list[int]) -> dict[str, int]:
    return {LOOT[kind]: count for kind, count in enumerate(counts) if count}


def points(s: State) -> list[int]:
    total = [0] * s.seats
    rules.score(s, total)
    return total


def line(s: State, number: int, round_: int = 0) -> list[int]:
    """One line of the score sheet for all seats."""
    return [s.sheet[seat][round_ * rules.ROUND_LINES + number] for seat in range(s.seats)]


# -- The box ------------------------------------------------------------------


def test_the_box_has_99_loot_and_21_police_cards() -> None:
    standard = rules.CARDS[rules.STANDARD]
    assert sum(standard[: rules.LOOT]) == 99
    assert standard[rules.POLICE] == 21
    assert sum(standard[: rules.TRINKETS]) == 20
    assert sum(standard[rules.CASINO : rules.LOOT]) == 28
    assert tuple(sum(box) for box in rules.CARDS) == rules.CARDS_IN_BOX


@pytest.mark.parametrize("seats", rules.SETS)
@pytest.mark.parametrize("box", [rules.STANDARD, rules.TINY])
def test_the_cheque_sets_hold_every_cheque_from_2_on_once(seats: int, box: int) -> None:
    sets = (rules.TINY_SETS if box else rules.SETS)[seats]
    each = rules.CHEQUES_EACH[box][seats]
    assert [len(one) for one in sets] == [each] * seats
    assert sorted(cheque for one in sets for cheque in one) == list(range(2, 2 + each * seats))


def test_every_action_and_outcome_has_its_own_token() -> None:
    assert len(set(MOVES)) == rules.ACTIONS
    assert len(set(OUTCOMES)) == rules.OUTCOMES
    assert MOVES[rules.BID_0 + 16] == "bid-16"
    assert OUTCOMES[rules.CARD + rules.POLICE] == "card-police"


# -- The deal -----------------------------------------------------------------


def test_the_cheque_sets_are_dealt_by_chance_seat_by_seat() -> None:
    s = State()
    rules.setup(s, 3, Options())
    assert asked(s) == ["set-1", "set-2", "set-3"]
    assert rules.pending(s) == 0
    play(s, "* set-2")
    assert asked(s) == ["set-1", "set-3"]
    play(s, "* set-3", "* set-1")
    assert [cheques(hand) for hand in s.ready[:3]] == [{3, 6, 9, 12}, {4, 7, 10, 11}, {2, 5, 8, 13}]
    assert s.centre == 1


def test_the_option_cheque_sets_leaves_nothing_to_chance() -> None:
    s = table(2, sets=(2, 1))
    assert [cheques(hand) for hand in s.ready[:2]] == [{3, 4, 7, 8}, {2, 5, 6, 9}]
    assert rules.to_act(s) == 1


def test_the_seat_with_the_highest_cheque_begins() -> None:
    assert rules.to_act(table(4, sets=(4, 2, 1, 3))) == 2


# -- The turn -----------------------------------------------------------------


def test_a_turn_is_a_draw_or_a_call_and_never_a_pass() -> None:
    assert asked(table()) == ["draw", "call"]  # R16, R29


def test_a_loot_card_goes_to_the_display_and_the_turn_clockwise() -> None:
    s = table()
    play(s, "0 draw", "* card-ring", "1 draw", "* card-car", "2 draw", "* card-car", "3 draw", "* card-coin")
    assert loot(s.display) == {"ring": 1, "car": 2, "coin": 1}
    assert rules.to_act(s) == 0
    assert rules.pending(s) == 1


def test_only_the_seat_to_act_has_moves() -> None:
    s = table()
    assert [rules.legal(s, seat) for seat in range(4)] == [2, 0, 0, 0]
    play(s, "0 draw")
    assert [rules.legal(s, seat) for seat in (CHANCE, 0, 1, 2, 3)] == [0] * 5


def test_a_draw_offers_every_kind_left_with_its_count() -> None:
    s = table()
    turn_up(s, "coin", "coin", "coin")
    play(s, "3 draw")
    n = rules.weights(s)
    found = {OUTCOMES[s.acts[i]]: s.odds[i] for i in range(n)}
    assert "card-coin" not in found
    assert found["card-police"] == 21
    assert found["card-car"] == 16
    assert sum(found.values()) == 117


def test_the_seventh_loot_card_forces_an_auction() -> None:
    s = table()
    turn_up(s, *["car"] * 6)
    assert s.phase == rules.CHOOSING
    turn_up(s, "car")
    assert rules.to_act(s) == 3  # seat 2 drew it
    assert asked(s) == ["pass", "bid-5", "bid-9", "bid-10"]


def test_police_forces_an_auction_even_of_an_empty_display() -> None:
    s = table()
    play(s, "0 draw", "* card-police", "1 pass", "2 bid-4", "3 pass", "0 pass")  # R7
    assert cheques(s.spent[2]) == {1}
    assert cheques(s.ready[2]) == {8, 11}
    assert s.centre == 4
    assert rules.to_act(s) == 1  # R13: after the seat that drew


def test_the_seventh_police_card_ends_the_round_without_an_auction() -> None:
    s = table()
    turn_up(s, *[POLICE] * 6)
    all_pass(s)
    turn_up(s, "ring", "car", "car", "casino")
    assert s.police == 6
    before = s.ready[:]
    turn_up(s, POLICE)  # R9
    assert s.round == 1
    assert s.display_n == 0
    assert loot(s.discard[: rules.LOOT]) == {"ring": 1, "car": 2, "casino": 1}
    assert s.ready == before
    assert s.phase == rules.CHOOSING


def test_with_two_seats_the_fifth_police_card_ends_the_round() -> None:
    s = table(2)
    turn_up(s, *[POLICE] * 4)
    all_pass(s)
    assert s.round == 0
    turn_up(s, POLICE)
    assert s.round == 1


def test_without_a_card_left_nobody_may_draw() -> None:
    s = table(2, box="tiny")
    raid(s)
    turn_up(s, "thief", "thief", "bodyguard")
    all_pass(s)
    turn_up(s, "casino", POLICE)
    all_pass(s)
    assert s.deck_n == 0
    assert asked(s) == ["call"]  # R20


# -- Stealing -----------------------------------------------------------------


def thieves_and_loot() -> State:
    """Seat 0 owns two thieves and has the turn; a ring, a car and a casino lie on display."""
    s = table()
    win(s, 0, 13, "thief", "thief")
    turn_up(s, "casino", "ring", "car", POLICE)
    all_pass(s)
    while rules.to_act(s) != 0:
        turn_up(s, POLICE)
        all_pass(s)
    return s


def test_a_seat_with_thieves_may_take_any_loot_on_display() -> None:
    s = thieves_and_loot()
    assert asked(s) == ["steal-ring", "steal-car", "steal-casino", "draw", "call"]


def test_two_thieves_take_two_cards_and_are_discarded() -> None:
    s = thieves_and_loot()
    play(s, "0 steal-ring steal-casino")
    assert loot(s.domain[0]) == {"ring": 1, "casino": 1}
    assert loot(s.display) == {"car": 1}
    assert loot(s.discard[: rules.LOOT]) == {"thief": 2}  # R18
    assert rules.to_act(s) == 1  # R17: the turn is over


def test_further_cards_stand_at_the_same_place_or_later() -> None:
    s = thieves_and_loot()
    play(s, "0 steal-car")
    assert asked(s) == ["steal-casino", "stop"]
    assert [rules.is_mid_move(s, seat) for seat in range(4)] == [True, False, False, False]
    play(s, "0 stop")
    assert not rules.is_mid_move(s, 0)
    assert loot(s.domain[0]) == {"car": 1, "thief": 1}
    assert rules.to_act(s) == 1


def test_stealing_ends_by_itself_when_nothing_later_lies_there() -> None:
    s = thieves_and_loot()
    play(s, "0 steal-casino")
    assert rules.to_act(s) == 1
    assert loot(s.domain[0]) == {"casino": 1, "thief": 1}


def test_a_thief_may_take_a_thief_but_not_use_it_in_the_same_turn() -> None:
    s = table()
    win(s, 0, 13, "thief")
    turn_up(s, "thief", "casino")
    play(s, "0 steal-thief")  # R14, R15
    assert rules.to_act(s) == 1
    assert loot(s.domain[0]) == {"thief": 1}
    assert loot(s.display) == {"casino": 1}


def test_no_thief_works_on_an_empty_display() -> None:
    s = table()
    win(s, 2, 11, "thief")
    assert rules.to_act(s) == 2
    assert asked(s) == ["draw", "call"]  # R16


def test_a_seat_without_ready_cheques_neither_moves_nor_steals() -> None:
    s = table()
    win(s, 0, 13, "thief")
    win(s, 0, 6)
    win(s, 0, 2)
    turn_up(s, "ring", "ring", "ring", "ring")
    assert s.ready[0] == 0
    assert rules.to_act(s) != 0
    turns = set()
    for _ in range(2):
        turns.add(rules.to_act(s))
        turn_up(s, "car")
    assert 0 not in turns  # R11


# -- The auction --------------------------------------------------------------


def test_everybody_is_asked_once_from_the_callers_left_and_the_caller_last() -> None:
    s = table()
    turn_up(s, "ring", "car")
    play(s, "2 call", "3 bid-5", "0 bid-6", "1 pass", "2 bid-8")  # R2, R3
    assert loot(s.domain[2]) == {"ring": 1, "car": 1}
    assert cheques(s.ready[2]) == {4, 11}
    assert cheques(s.spent[2]) == {1}
    assert s.centre == 8
    assert cheques(s.ready[3]) == {5, 9, 10}  # the losers take their cheques back
    assert cheques(s.ready[0]) == {2, 6, 13}
    assert rules.to_act(s) == 3


def test_a_bid_must_be_higher_than_the_best_so_far() -> None:
    s = table()
    play(s, "0 call", "1 bid-7")
    assert asked(s) == ["pass", "bid-8", "bid-11"]  # R1


def test_a_seat_that_cannot_beat_the_best_bid_is_not_asked() -> None:
    s = table()
    play(s, "0 call", "1 bid-12")
    assert rules.to_act(s) == 0
    assert asked(s) == ["pass", "bid-13"]
    s = table()
    turn_up(s, "ring")
    play(s, "1 call", "2 pass", "3 pass", "0 bid-13")
    assert rules.to_act(s) == 2  # the auction is over
    assert loot(s.domain[0]) == {"ring": 1}


def test_who_calls_must_bid_if_all_others_pass() -> None:
    s = table()
    turn_up(s, "ring", "car")
    play(s, "2 call", "3 pass", "0 pass", "1 pass")
    assert asked(s) == ["bid-4", "bid-8", "bid-11"]  # R4


def test_who_calls_may_pass_once_somebody_has_bid() -> None:
    s = table()
    play(s, "0 call", "1 bid-3", "2 pass", "3 pass", "0 pass")  # R3, R8
    assert s.centre == 3


def test_seven_cards_that_nobody_wants_are_discarded() -> None:
    s = table()
    turn_up(s, *["car"] * 7)
    all_pass(s)  # R5
    assert s.display_n == 0
    assert s.discard[rules.CAR] == 7
    assert s.centre == 1
    assert rules.to_act(s) == 3


def test_fewer_cards_that_nobody_wants_stay() -> None:
    s = table()
    turn_up(s, "car", POLICE)
    all_pass(s)  # R6
    assert loot(s.display) == {"car": 1}
    assert rules.to_act(s) == 2


def test_the_only_seat_with_ready_cheques_takes_every_turn() -> None:
    s = table(2)
    for cheque in (3, 4, 7, 8):
        win(s, 1, cheque)
    turn_up(s, "ring", "ring")
    assert rules.to_act(s) == 0  # R12
    play(s, "0 draw", "* card-police", "0 pass", "0 call")
    assert asked(s) == ["bid-2", "bid-5", "bid-6", "bid-9"]


def test_the_round_ends_with_the_last_ready_cheque() -> None:
    s = table(2)
    for seat, cheque in ((1, 3), (1, 4), (1, 7), (1, 8), (0, 2), (0, 5), (0, 6)):
        win(s, seat, cheque)
    turn_up(s, POLICE)
    all_pass(s)
    assert s.round == 0
    win(s, 0, 9)  # R10
    assert s.round == 1
    assert s.centre == 9  # R22
    assert [cheques(hand) for hand in s.ready[:2]] == [{8, 2, 5, 6}, {1, 3, 4, 7}]
    assert s.police == 0  # R19
    assert s.discard[rules.POLICE] == 1
    assert rules.to_act(s) == 0  # R21


# -- The end of a round -------------------------------------------------------


def test_the_highest_cheque_begins_the_next_round_and_the_centre_does_not_count() -> None:
    s = table()
    win(s, 0, 13)
    raid(s)
    assert s.centre == 13
    assert cheques(s.ready[0]) == {1, 2, 6}
    assert rules.to_act(s) == 1


def test_marked_loot_is_discarded_between_rounds_and_the_rest_kept() -> None:
    s = table()
    win(s, 0, 13, "ring", "coin", "car", "driver", "bodyguard", "thief")
    win(s, 0, 6, "casino", "film")
    raid(s)
    assert loot(s.domain[0]) == {"car": 1, "bodyguard": 1, "casino": 1, "film": 1}
    assert loot(s.discard[: rules.LOOT]) == {"ring": 1, "coin": 1, "driver": 1, "thief": 1}
    assert s.discard[rules.POLICE] == 7


@pytest.mark.parametrize(("kinds", "expected"), list(enumerate([-5, 0, 0, 5, 10, 15])))
def test_trinkets_score_by_their_kinds(kinds: int, expected: int) -> None:
    s = table()
    win(s, 0, 13, "ring", "ring")
    if kinds == 0:
        s = table()
    elif kinds > 1:
        win(s, 0, 6, *LOOT[1:kinds])
    raid(s)
    assert line(s, rules.TRINKET_LINE) == [expected, -5, -5, -5]


def test_coins_and_unused_thieves_score_each() -> None:
    s = table()
    win(s, 0, 13, "coin", "coin", "thief")
    win(s, 1, 12, "coin", "thief", "thief")
    raid(s)
    assert line(s, rules.COIN_LINE) == [6, 3, 0, 0]
    assert line(s, rules.THIEF_LINE) == [2, 4, 0, 0]


def test_cars_score_only_with_a_driver() -> None:
    s = table()
    win(s, 0, 13, "driver")
    win(s, 1, 12, "car", "car", "car")
    win(s, 2, 11, "car", "car", "driver", "driver")
    raid(s)
    assert line(s, rules.CAR_LINE) == [1, 0, 4, 0]  # R23


def test_all_who_have_most_bodyguards_gain_and_all_with_fewest_lose() -> None:
    s = table()
    win(s, 0, 13, "bodyguard", "bodyguard")
    win(s, 1, 12, "bodyguard", "bodyguard")
    win(s, 2, 11, "bodyguard")
    raid(s)
    assert line(s, rules.BODYGUARD_LINE) == [5, 5, 0, -2]


def test_of_two_seats_one_has_most_bodyguards_and_one_fewest() -> None:
    s = table(2)
    win(s, 0, 9, "bodyguard", "bodyguard", "bodyguard")
    raid(s)
    assert line(s, rules.BODYGUARD_LINE) == [5, -2]  # R26


@pytest.mark.parametrize(("reading", "expected"), [("literal", 3), ("ra", 0)])
def test_equally_many_bodyguards_are_both_most_and_fewest_unless_agreed(reading: str, expected: int) -> None:
    s = table(bodyguards_all_equal=reading)
    for seat, cheque in enumerate((13, 12, 11, 10)):
        win(s, seat, cheque, "bodyguard", "ring")
    raid(s)
    assert points(s) == [expected] * 4  # R24


def test_kept_bodyguards_score_again_and_each_round_has_its_lines() -> None:
    s = table(2)
    win(s, 0, 9, "bodyguard", "coin")
    raid(s)
    assert points(s) == [-5 + 3 + 5, -5 - 2]
    win(s, 1, 8, "coin")
    raid(s)
    assert line(s, rules.COIN_LINE, 0) == [3, 0]
    assert line(s, rules.COIN_LINE, 1) == [0, 3]
    assert line(s, rules.BODYGUARD_LINE, 1) == [5, -2]
    assert points(s) == [3 + 0, -7 - 5 + 3 - 2]


# -- The end of the game ------------------------------------------------------


@pytest.mark.parametrize(
    ("owned", "expected"),
    [
        ([], 0),
        (["casino"] * 2, 1),
        (["casino"] * 3, 6),
        (["casino"] * 4, 11),
        (LOOT[rules.CASINO : rules.CASINO + 6], 6),
        (LOOT[rules.CASINO :], 10),
    ],
)
def test_businesses_score_by_kinds_and_by_three_or_four_of_a_kind(owned: list[str], expected: int) -> None:
    s = table()
    win(s, 0, 13, *owned)
    finish(s)
    assert [s.sheet[seat][rules.BUSINESS_LINE] for seat in range(4)] == [expected, 0, 0, 0]


def test_all_businesses_are_worth_80() -> None:
    s = table()
    for cheque in (13, 6, 2):
        win(s, 0, cheque, *LOOT[rules.CASINO :])
    raid(s)
    win(s, 0, 6, *LOOT[rules.CASINO :])
    finish(s)
    assert s.sheet[0][rules.BUSINESS_LINE] == 80


def test_the_richest_gain_and_the_poorest_lose_whatever_lies_in_the_centre() -> None:
    s = table()  # 21, 22, 23, 24
    win(s, 1, 3)  # 20: the centre cheque 1 for the 3
    win(s, 2, 4)  # 22: the 3 for the 4
    finish(s)
    assert [s.sheet[seat][rules.CHEQUE_LINE] for seat in range(4)] == [0, -5, 0, 5]


def test_spent_cheques_count_at_the_end() -> None:
    s = table(2)
    raid(s)
    raid(s)
    win(s, 0, 2)
    finish(s)
    assert cheques(s.spent[0]) == {1}
    assert [s.sheet[seat][rules.CHEQUE_LINE] for seat in range(2)] == [-5, 5]


def test_a_tie_is_a_shared_win() -> None:
    s = table(2)
    assert rules.winners(s) == 0
    finish(s)
    assert [s.sheet[seat][rules.CHEQUE_LINE] for seat in range(2)] == [0, 0]  # R25
    assert points(s) == [3 * (3 - 5)] * 2
    assert rules.winners(s) == 0b11  # R27
    assert rules.to_act(s) == NOBODY
    assert rules.pending(s) == 0
    assert rules.legal(s, 0) == 0


@pytest.mark.parametrize(("sets", "winner"), [((1, 2), 0b01), ((2, 1), 0b10)])
def test_the_highest_cheque_breaks_the_tie_if_agreed(sets: tuple[int, int], winner: int) -> None:
    s = table(2, sets=sets, tie_break="highest_cheque")
    finish(s)
    assert rules.winners(s) == winner


def test_the_highest_cheque_does_not_beat_more_points() -> None:
    s = table(tie_break="highest_cheque")
    win(s, 1, 3, "ring", "coin", "film", "casino")
    finish(s)
    assert rules.winners(s) == 0b10


def test_most_points_win() -> None:
    s = table()
    win(s, 2, 4, "coin", "coin", "coin", "ring")
    finish(s)
    assert rules.winners(s) == 0b100


# -- Chance, secrecy and soundness --------------------------------------------


def stream(seed: int, number: int) -> Rng:
    rng = Rng()
    begin(rng, seed, 0, number)
    return rng


def random_game(seats: int, seed: int, box: str = "standard") -> Iterator[tuple[State, int, int]]:
    """Every state before a step, with the actor and the action that comes next; at last the end."""
    s = State()
    rules.setup(s, seats, Options(box=box))
    chance, choice = stream(seed, 0), stream(seed, 1)
    while (actor := rules.to_act(s)) != NOBODY:
        action = rules.draw(s, chance) if actor == CHANCE else s.acts[below(choice, rules.legal(s, actor))]
        yield s, actor, action
        rules.apply(s, actor, action)
    yield s, NOBODY, NOBODY


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("box", ["standard", "tiny"])
def test_random_games_stay_sound_and_end(seats: int, box: str) -> None:
    for seed in range(5):
        for s, _, _ in random_game(seats, seed, box=box):
            assert rules.FAULTS[rules.audit(s)] == "sound"
        assert s.round == rules.ROUNDS[s.box] - 1
        assert rules.winners(s) > 0
        assert points(s) == [sum(s.sheet[seat]) for seat in range(seats)]


def test_a_card_drawn_is_found_by_walking_down_the_weights() -> None:
    chance = stream(3, 0)
    for s, actor, action in random_game(5, 3):
        if actor == CHANCE:
            n = rules.weights(s)
            left = below(chance, sum(s.odds[:n]))
            place = 0
            while left >= s.odds[place]:
                left -= s.odds[place]
                place += 1
            assert s.acts[place] == action


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_everything_is_open_to_everybody_and_a_redeal_changes_nothing(seat: int) -> None:
    for s, actor, action in random_game(2, 1, box="tiny"):
        shown = State()
        rules.view(s, seat, shown)
        assert shown == s
        assert rules.seen(s, seat, actor, action) == action
        rules.redeal(shown, seat, stream(1, 2))
        assert shown == s


def spoil(s: State, field: str, value: int, *place: int) -> str:
    """The fault the audit finds after one number of the state has been changed."""
    wrong = s.copy()
    cells = getattr(wrong, field)
    if not place:
        setattr(wrong, field, value)
    elif len(place) == 1:
        cells[place[0]] = value
    else:
        cells[place[0]][place[1]] = value
    return rules.FAULTS[rules.audit(wrong)]


def test_the_audit_names_the_fault() -> None:
    s = thieves_and_loot()
    assert "out of range" in spoil(s, "seats", 1)
    assert "out of range" in spoil(s, "is_called", 2)
    assert "out of range" in spoil(s, "turn", 4)
    assert "out of range" in spoil(s, "phase", rules.OVER)
    assert "out of range" in spoil(s, "phase", -1)
    assert "card" in spoil(s, "deck_n", 7)
    assert "card" in spoil(s, "police", 6)
    assert "card" in spoil(s, "display", 5, rules.CAR)
    assert "card" in spoil(s, "domain", 1, 4, rules.CAR)
    assert "out of range" in spoil(s, "discard", -1, rules.COIN)
    assert "out of range" in spoil(s, "centre", 0)
    assert "cheque" in spoil(s, "centre", 1)
    assert "out of range" in spoil(s, "ready", -1, 1)
    assert "cheque" in spoil(s, "sets", 1 << 3, 1)
    assert "cheque" in spoil(s, "spent", 0, 0)
    assert "phase" in spoil(s, "phase", rules.STEALING)
    assert "phase" in spoil(s, "phase", rules.BIDDING)
    assert "phase" in spoil(s, "thieves", 1)
    assert "phase" in spoil(s, "best", 3)
    assert "score sheet" in spoil(s, "sheet", 3, 0, rules.COIN_LINE)
    assert "out of range" in spoil(s, "sheet", 100, 0, rules.COIN_LINE)


def test_the_audit_knows_that_nobody_owns_cards_at_an_empty_seat() -> None:
    s = thieves_and_loot()
    s.deck[rules.CAR] -= 1
    s.deck_n -= 1
    s.domain[3][rules.CAR] += 1
    assert rules.FAULTS[rules.audit(s)] == "sound"
    s.domain[3][rules.CAR] -= 1
    s.domain[4][rules.CAR] += 1
    assert "card" in rules.FAULTS[rules.audit(s)]


def test_the_audit_knows_a_display_that_should_have_been_auctioned() -> None:
    s = table()
    turn_up(s, *["car"] * 7)
    assert "phase" in spoil(s, "is_called", 1)
    assert "phase" in spoil(s, "asked", 0)
    assert "phase" in spoil(s, "best", 3)
    play(s, "3 bid-5")
    assert "phase" in spoil(s, "best_bidder", 2)
    assert "phase" in spoil(s, "best", 6)


def test_the_audit_takes_any_numbers() -> None:
    dice = random.Random(1)
    for s, _, _ in random_game(3, 4, box="tiny"):
        for name, cell in State.position_fields().items():
            low, high = cell.range
            for value in (low, high, dice.randint(-2, 9)):
                place = [dice.randrange(size) for size in cell.shape]
                assert spoil(s, name, value, *place) in rules.FAULTS


# -- Traits -------------------------------------------------------------------


def test_it_has_chance_and_moves_of_several_steps_but_no_secrets() -> None:
    assert traits(tripot.load("razzia-knizia")) == Traits(chance=True, compound=True)


# -- The same deal --------------------------------------------------------------


def test_the_same_deal_survives_different_moves() -> None:
    """There is one deck, and it is never renewed: its cards come in the same order whoever draws them."""
    one, other = (
        [outcome for _, outcome in drawn_with("razzia-knizia", 3, 7, random.Random(chooser))] for chooser in (1, 2)
    )
    least = min(len(one), len(other))
    assert least > 20
    assert one[:least] == other[:least]
