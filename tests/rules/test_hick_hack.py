"""Hick Hack: what the rule book and our rulings say, on the plain rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise

import pytest

import tripot
from tests.walks import drawn_with
from tripot.core.rng import Rng, begin, below
from tripot.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR
from tripot.games.hick_hack import rules
from tripot.games.hick_hack.rules import Options, State
from tripot.games.hick_hack.tokens import MOVES, OUTCOMES
from tripot.laws import Traits, traits

# -- Tables from a script ---------------------------------------------------------


def blank(seats: int, **options: str) -> State:
    """A table before the deal."""
    s = State()
    rules.setup(s, seats, Options(**options))
    return s


def legal(s: State, seat: int) -> list[str]:
    return [MOVES[action] for action in s.acts[: rules.legal(s, seat)]]


def outcomes(s: State) -> dict[str, int]:
    n = rules.weights(s)
    return dict(zip([OUTCOMES[outcome] for outcome in s.acts[:n]], s.odds[:n], strict=True))


def play(s: State, *lines: str) -> State:
    """Play lines of a record, each step checked: `2 red-6` by seat 2, `* die-4` by chance."""
    for line in lines:
        actor, *tokens = line.split()
        for token in tokens:
            if actor == "*":
                assert rules.to_act(s) == CHANCE, line
                assert token in outcomes(s), line
                rules.apply(s, CHANCE, OUTCOMES.index(token))
            else:
                assert token in legal(s, int(actor)), (line, legal(s, int(actor)))
                rules.apply(s, int(actor), MOVES.index(token))
            assert rules.audit(s) == 0, (line, rules.FAULTS[rules.audit(s)])
    return s


def supply(s: State, grains: str = "gggggg") -> None:
    """The grains of a round, yard by yard: y, b or g."""
    names = {"y": "grain-yellow", "b": "grain-blue", "g": "grain-green"}
    for grain in grains[: s.yards]:
        play(s, f"* {names[grain]}")


def draw(s: State, cards: str = "", *, keep: str = "") -> None:
    """Draw these cards one after another, then any that are not to be kept for later."""
    wanted = cards.split()
    while s.phase == rules.DRAW:
        play(s, "* " + (wanted.pop(0) if wanted else next(c for c in outcomes(s) if c not in keep.split())))


def table(*hands: str, grains: str = "gggggg", keep: str = "", **options: str) -> State:
    """The first choice of a game in which each seat has been dealt these cards (and any others besides)."""
    s = blank(len(hands), **options)
    dealt = [hand.split() for hand in hands]
    reserved = " ".join((*hands, keep)).split()
    while s.phase == rules.DRAW:
        mine = dealt[s.drawer]
        play(s, "* " + (mine.pop(0) if mine else next(c for c in outcomes(s) if c not in reserved)))
    supply(s, grains)
    return s


def points(s: State) -> list[int]:
    found = [0] * rules.SEATS
    rules.score(s, found)
    return found[: s.seats]


def discard(s: State) -> set[str]:
    return {MOVES[card] for card in range(rules.CARDS) if s.place[card] == rules.DISCARD}


def hand(s: State, seat: int) -> list[str]:
    first = seat * rules.HAND_MAX
    return [MOVES[card] for card in s.hand[first : first + s.hand_n[seat]]]


def on_yard(s: State, yard: int) -> list[int]:
    return s.on_yard[yard * rules.COLOURS : (yard + 1) * rules.COLOURS]


def random_game(seats: int, seed: int, watch: Callable[[State], None] = lambda s: None, **options: str) -> State:
    """A game played at random, looked at after every step."""
    s, chance, players = blank(seats, **options), stream(seed, 0), stream(seed, 1)
    while (who := rules.to_act(s)) != NOBODY:
        watch(s)
        if who == CHANCE:
            rules.apply(s, CHANCE, rules.draw(s, chance))
        else:
            asked = [seat for seat in range(seats) if rules.pending(s) >> seat & 1]
            seat = asked[below(players, len(asked))]  # in any order, steps of different seats interleaved
            rules.apply(s, seat, s.acts[below(players, rules.legal(s, seat))])
    watch(s)
    return s


def stream(seed: int, number: int) -> Rng:
    rng = Rng()
    begin(rng, seed, 0, number)
    return rng


# -- The box, the deal and the rounds ----------------------------------------------


def test_the_box_holds_sixty_cards_and_seventy_eight_grains() -> None:
    s = blank(4)
    assert s.deck_n == 60 == len(outcomes(s))
    for yard in ("yellow", "blue", "green", "red", "violet", "black"):
        mine = [card for card in range(60) if MOVES[card].startswith(yard)]
        assert sorted(rules.VALUE[c] for c in mine if rules.RACE[c] != rules.FOX) == [-2, 3, 3, 4, 4, 5, 6]
        assert [rules.VALUE[c] for c in mine if rules.RACE[c] == rules.FOX] == [4, 5, 6]
    assert s.bag == [13, 26, 39]
    assert sum(n * worth for n, worth in zip(s.bag, rules.GRAIN_POINTS, strict=True)) == 130


def test_every_move_and_outcome_has_one_token() -> None:
    assert len(set(MOVES)) == rules.ACTIONS == 82
    assert len(set(OUTCOMES)) == rules.OUTCOMES == 69
    assert MOVES[rules.GIVE_TO + rules.BLUE * rules.SEATS] == "blue>0"
    assert (MOVES[rules.NO_OFFER], MOVES[rules.DUEL], MOVES[rules.ACCEPT], MOVES[rules.REFUSE]) == (
        *("no-offer", "duel"),
        *("accept", "refuse"),
    )


@pytest.mark.parametrize(("seats", "cards", "lays"), [(2, 6, 2), (3, 6, 2), (4, 5, 1), (5, 5, 1), (6, 5, 1)])
def test_hands_and_cards_laid_depend_on_the_number_of_seats(seats: int, cards: int, lays: int) -> None:
    s = table(*[""] * seats)
    assert s.hand_n[:seats] == [cards] * seats
    assert s.lays == lays
    assert s.deck_n == 60 - seats * cards
    assert rules.pending(s) == (1 << seats) - 1


def test_cards_are_dealt_one_at_a_time_clockwise_from_seat_0() -> None:
    s = blank(3)
    play(s, "* red-6", "* red-5", "* red-4", "* blue-6")
    assert [hand(s, seat) for seat in range(3)] == [["blue-6", "red-6"], ["red-5"], ["red-4"]]


def test_each_card_and_each_grain_left_is_equally_likely() -> None:
    s = blank(4)
    assert set(outcomes(s).values()) == {1}
    draw(s)
    assert outcomes(s) == {"grain-yellow": 13, "grain-blue": 26, "grain-green": 39}
    play(s, "* grain-yellow")
    assert outcomes(s)["grain-yellow"] == 12


def test_a_colour_that_has_run_out_is_not_drawn() -> None:
    bare = [s.bag[:] for s in every_position(4, seed=3) if s.phase == rules.SUPPLY and 0 in s.bag]
    assert bare, "no colour ran out"
    for s in every_position(4, seed=3):
        if s.phase == rules.SUPPLY:
            assert len(outcomes(s)) == sum(n > 0 for n in s.bag)


def every_position(seats: int, seed: int, **options: str) -> list[State]:
    found: list[State] = []
    random_game(seats, seed, lambda s: found.append(s.copy()), **options)
    return found


@pytest.mark.parametrize("seats", range(2, 7))
def test_thirteen_rounds_empty_the_bag_and_nothing_gets_lost(seats: int) -> None:
    def watch(s: State) -> None:
        assert rules.audit(s) == 0, rules.FAULTS[rules.audit(s)]

    for seed in range(3):
        s = random_game(seats, seed, watch)
        assert s.round == 13
        assert s.bag == [0, 0, 0]
        assert rules.to_act(s) == NOBODY
        assert rules.pending(s) == rules.weights(s) == rules.legal(s, 0) == 0


def test_two_players_draw_the_pile_exactly_and_never_reshuffle() -> None:
    s = random_game(2, seed=1)
    assert s.reshuffles == 0
    assert s.deck_n == 0


def test_after_the_supply_of_a_later_round_everybody_draws_clockwise_from_the_supplier() -> None:
    s = table("red-3", "red-4", "red-5", "red-6")
    play(s, "0 red-3", "1 red-4", "2 red-5", "3 red-6", "3 duel", "* die-1 die-1 die-1 die-6")
    assert s.round == 2
    assert rules.to_act(s) == CHANCE  # supply first [H-21]
    assert set(s.hand_n[:4]) == {4}
    supply(s)
    assert [s.drawer, s.to_draw] == [1, 4]  # seat 1 supplies round 2 [H-22]
    play(s, "* black-fox6", "* black-fox5", "* black-fox4", "* black-shy")
    assert "black-fox6" in hand(s, 1)
    assert "black-shy" in hand(s, 0)
    assert set(s.hand_n[:4]) == {5}


# -- Laying cards --------------------------------------------------------------------


def test_with_four_seats_any_card_may_be_laid_and_all_are_asked_at_once() -> None:
    s = table("yellow-3 yellow-fox4 blue-shy red-6 black-3", "", "", "")
    assert legal(s, 0) == ["yellow-3", "yellow-fox4", "blue-shy", "red-6", "black-3"]
    play(s, f"2 {hand(s, 2)[0]}")
    assert rules.pending(s) == 0b1011
    assert rules.to_act(s) == 0
    assert legal(s, 2) == []


def test_a_fox_and_a_bird_of_one_colour_may_not_lie_together() -> None:
    s = table("yellow-3 yellow-6 yellow-shy yellow-fox4 yellow-fox5 blue-3", "")
    assert legal(s, 0) == ["yellow-3", "yellow-6", "yellow-shy", "yellow-fox4", "yellow-fox5"]
    for first, seconds in {
        "yellow-3": ["yellow-6", "yellow-shy", "blue-3"],
        "yellow-shy": ["blue-3"],
        "yellow-fox4": ["yellow-fox5", "blue-3"],
    }.items():
        assert legal(play(s.copy(), f"0 {first}"), 0) == seconds


def test_the_first_card_of_a_pair_must_have_a_later_partner() -> None:
    s = table("yellow-3 yellow-6 black-3 black-4 black-5 black-fox6", "")
    assert legal(s, 0) == ["yellow-3", "yellow-6", "black-3", "black-4"]


def test_the_two_steps_of_different_seats_may_interleave_in_any_order() -> None:
    s = table("yellow-3 blue-3", "yellow-5 blue-fox4")
    one = play(s.copy(), "0 yellow-3 blue-3", "1 yellow-5 blue-fox4")
    two = play(s.copy(), "1 yellow-5", "0 yellow-3", "1 blue-fox4", "0 blue-3")
    assert one == two
    assert rules.pending(play(s.copy(), "0 yellow-3")) == 0b11


def test_who_has_laid_one_card_of_a_pair_is_in_the_middle_of_a_move() -> None:
    s = table("yellow-3 blue-3", "yellow-5 blue-fox4")
    assert [rules.is_mid_move(s, seat) for seat in (0, 1)] == [False, False]
    play(s, "0 yellow-3")
    assert [rules.is_mid_move(s, seat) for seat in (0, 1)] == [True, False]
    play(s, "0 blue-3")
    assert [rules.is_mid_move(s, seat) for seat in (0, 1)] == [False, False]


def test_who_holds_just_two_cards_that_may_not_lie_together_lays_one() -> None:
    found = 0
    for seed in range(60):
        for s in every_position(2, seed, box="tiny"):
            for seat in range(2):
                if s.phase == rules.CHOOSE and s.asked >> seat & 1 and s.laid[seat * 2] == NOBODY:
                    found += _lays_as_ruled(s, seat)
    assert found > 5


def _lays_as_ruled(s: State, seat: int) -> bool:
    cards = hand(s, seat)
    is_stuck = len(cards) == 2 and not rules._may_lie(*(MOVES.index(card) for card in cards))
    after = s.copy()
    rules.apply(after, seat, s.acts[rules.legal(s, seat) - 1])
    is_done = after.round > s.round or after.phase != rules.CHOOSE or not after.asked >> seat & 1
    assert is_done == (len(cards) == 1 or is_stuck)
    if is_done:
        assert legal(s, seat) == cards
    return is_stuck


def test_a_seat_without_a_card_is_not_asked() -> None:
    found = 0
    for seed in range(20):
        for s in every_position(6, seed, box="tiny"):
            if s.phase == rules.CHOOSE and 0 in s.hand_n:
                found += 1
                assert not s.asked >> s.hand_n.index(0) & 1
    assert found > 0


# -- Birds ---------------------------------------------------------------------------


def test_lone_birds_take_their_yards_and_a_lone_fox_leaves_the_grain() -> None:
    s = table("green-4", "blue-4", "violet-fox6", "black-3", grains="gybggg")
    play(s, "0 green-4", "1 blue-4", "2 violet-fox6", "3 black-3")
    assert points(s) == [2, 3, 0, 1]
    assert on_yard(s, 4) == [0, 0, 1]  # the violet grain stays
    assert on_yard(s, 0) == [0, 0, 1]  # an empty yard keeps its grain
    assert discard(s) == {"green-4", "blue-4", "violet-fox6", "black-3"}
    assert s.won[: rules.COLOURS] == [0, 1, 0]  # won grains lie open [H-17]


def test_two_own_birds_alone_take_all_without_a_duel() -> None:
    s = table("yellow-3 yellow-6", "red-3 red-4", grains="yggbgg")
    play(s, "0 yellow-3 yellow-6", "1 red-3 red-4")
    assert points(s) == [3, 2]


def test_old_grains_stay_and_the_next_round_adds_one() -> None:
    s = table("red-3", "red-fox4", "blue-3", "blue-fox4", grains="ybgggg")
    play(s, "0 red-3", "1 red-fox4", "2 blue-3", "3 blue-fox4")
    supply(s, "bbgggg")
    assert on_yard(s, 0) == [1, 1, 0]
    assert on_yard(s, 1) == [0, 2, 0]


# -- Agreeing ------------------------------------------------------------------------


def contested(**options: str) -> State:
    """Birds 3, 5 and 4 of seats 0, 1 and 2 on the yellow yard: green, blue and yellow grain, nothing else going on."""
    s = table(
        "yellow-3 red-fox4 red-fox5",
        "yellow-5 blue-fox4 blue-fox5",
        "yellow-4 green-fox4 green-fox5",
        "black-fox4 black-fox5 black-fox6",
        grains="gbbbbb",
        keep="yellow-fox4 yellow-fox5 yellow-fox6",
        **options,
    )
    for foxes, grains in (("4", "b"), ("5", "y")):
        play(s, f"0 red-fox{foxes}", f"1 blue-fox{foxes}", f"2 green-fox{foxes}", f"3 black-fox{foxes}")
        supply(s, grains + "bbbbb")
        draw(s)
    return play(s, "3 black-fox6", "0 yellow-3", "1 yellow-5", "2 yellow-4")


def test_the_strongest_contender_is_asked_first() -> None:
    s = contested()
    assert rules.to_act(s) == 1
    assert rules.pending(s) == 0b010
    assert legal(s, 1) == ["yellow>0", "yellow>1", "yellow>2", "no-offer", "duel"]
    assert legal(s, 0) == []


def test_an_offer_gives_all_grains_from_yellow_to_green() -> None:
    s = play(contested(), "1 yellow>1")
    assert legal(s, 1) == ["blue>0", "blue>1", "blue>2"]  # going on, no way back
    play(s, "1 blue>0")
    assert legal(s, 1) == ["green>0", "green>1", "green>2"]
    play(s, "1 green>2")
    assert rules.pending(s) == 0b101
    assert legal(s, 0) == ["duel", "accept", "refuse"]
    play(s, "2 accept", "0 accept")
    assert points(s) == [2, 3, 1, 0]
    assert {"yellow-3", "yellow-4", "yellow-5"} <= discard(s)


def test_among_grains_of_one_colour_the_receivers_never_fall() -> None:
    s = table(
        "red-3 blue-fox4", "red-5 green-fox4", "violet-fox4 violet-fox5", "black-fox5 black-fox4", grains="gggggg"
    )
    play(s, "0 blue-fox4", "1 green-fox4", "2 violet-fox4", "3 black-fox4")
    supply(s, "bbbgbb")
    draw(s)
    play(s, "0 red-3", "1 red-5", "2 violet-fox5", "3 black-fox5")
    assert legal(s, 1) == ["green>0", "green>1", "no-offer", "duel"]
    assert legal(play(s.copy(), "1 green>0"), 1) == ["green>0", "green>1"]
    play(s, "1 green>1")
    assert legal(s, 1) == ["green>1"]
    play(s, "1 green>1", "0 accept")  # a contender may get nothing [H-3]
    assert points(s) == [0, 2, 0, 0]


def test_a_refusal_lets_the_next_contender_speak_and_after_the_last_they_duel() -> None:
    s = play(contested(), "1 yellow>1 blue>1 green>1", "0 refuse", "2 accept")
    assert rules.pending(s) == 0b100
    assert on_yard(s, 0) == [1, 1, 1]  # the grains are back
    play(s, "2 no-offer")
    assert rules.pending(s) == 0b001
    play(s, "0 yellow>0 blue>0 green>1", "1 accept", "2 refuse")
    assert outcomes(s) == {f"die-{side}": 1 for side in range(1, 7)}
    play(s, "* die-1", "* die-3", "* die-2")  # 5 + 1, 4 + 3, 3 + 2: seat 2 takes everything
    assert points(s) == [0, 0, 6, 0]


def test_any_call_for_the_duel_decides_at_once() -> None:
    for called in (
        play(contested(), "1 duel"),
        play(contested(), "1 yellow>0 blue>0 green>0", "0 accept", "2 duel"),
        play(contested(), "1 yellow>0 blue>0 green>0", "2 duel", "0 refuse"),
    ):
        assert called.phase == rules.ROLL
        assert called.fighters[:3] == [MOVES.index(card) for card in ("yellow-5", "yellow-4", "yellow-3")]


def test_the_answers_give_the_same_in_any_order() -> None:
    s = play(contested(), "1 yellow>0 blue>0 green>0")
    assert play(s.copy(), "0 refuse", "2 accept") == play(s.copy(), "2 accept", "0 refuse")


def test_equal_birds_are_asked_clockwise_from_the_left_of_the_supplier() -> None:
    s = table("red-3", "red-4", "red-4b", "red-3b")
    play(s, "3 red-3b", "2 red-4b", "1 red-4", "0 red-3")
    for seat in (1, 2, 3):  # 4, 4b, then 3b before 3: seat 0 is the supplier
        assert rules.to_act(s) == seat
        play(s, f"{seat} no-offer")
    assert rules.to_act(s) == 0
    play(s, "0 duel")
    assert [MOVES[card] for card in s.fighters[:4]] == ["red-4", "red-4b", "red-3b", "red-3"]


def test_in_a_later_round_the_new_supplier_is_last() -> None:
    s = table("red-fox4", "red-fox5 blue-3", "red-fox6 blue-3b", "black-fox4", grains="gggggg")
    play(s, "0 red-fox4", "1 red-fox5", "2 red-fox6", "3 black-fox4")
    supply(s)
    draw(s, keep="blue-fox4 blue-fox5 blue-fox6")
    play(s, f"0 {_elsewhere(s, 0)}", "1 blue-3", "2 blue-3b", f"3 {_elsewhere(s, 3)}")
    while rules.to_act(s) == CHANCE:
        play(s, "* die-1")
    assert MOVES[s.fighters[0]] == "blue-3b"  # seat 1 supplies round 2


def _elsewhere(s: State, seat: int) -> str:
    return next(card for card in hand(s, seat) if not card.startswith("blue"))


def test_simple_negotiation_asks_only_the_strongest() -> None:
    assert play(contested(negotiation="simple"), "1 no-offer").phase == rules.ROLL
    s = play(contested(negotiation="simple"), "1 yellow>1 blue>1 green>1", "0 refuse", "2 accept")
    assert s.phase == rules.ROLL


def test_birds_of_two_seats_on_an_empty_yard_get_nothing_and_do_not_talk() -> None:
    s = table("red-shy", "red-5", "red-6", "black-fox5")
    play(s, "0 red-shy", "1 red-5", "2 red-6", "3 black-fox5")
    assert s.phase == rules.SUPPLY
    assert points(s) == [1, 0, 0, 0]  # the shy bird fled with the only grain


# -- The duel ------------------------------------------------------------------------


def duel(first: str, second: str, **options: str) -> State:
    """Seats 0 and 1 lay these cards on the red yard with one yellow grain; both want the duel."""
    s = table(f"{first} black-fox4", f"{second} black-fox5", "blue-fox4", "green-fox4", grains="gggygg", **options)
    play(s, f"0 {first}", f"1 {second}", "2 blue-fox4", "3 green-fox4")
    return play(s, f"{rules.to_act(s)} duel") if s.phase == rules.OFFER else s


def test_the_highest_total_of_card_and_die_takes_all_grains() -> None:
    assert points(play(duel("red-3", "red-5"), "* die-4", "* die-5")) == [0, 3, 0, 0]  # 5 + 4 beats 3 + 5
    assert points(play(duel("red-3", "red-5"), "* die-1", "* die-4")) == [3, 0, 0, 0]


def test_those_tied_at_the_top_roll_again_card_and_die() -> None:
    s = play(duel("red-3", "red-5"), "* die-3", "* die-5")  # 8 : 8
    assert s.phase == rules.ROLL
    play(s, "* die-1", "* die-2")  # 6 : 5
    assert points(s) == [0, 3, 0, 0]


def test_only_those_tied_at_the_top_roll_again() -> None:
    s = play(contested(), "1 duel", "* die-2", "* die-3", "* die-1")  # 7, 7, 4
    assert [MOVES[card] for card in s.fighters[: s.fighters_n]] == ["yellow-5", "yellow-4"]
    play(s, "* die-1", "* die-6")
    assert points(s) == [0, 0, 6, 0]


def two_against_one(**options: str) -> State:
    """Seat 0 has 3 and 4 on the red yard, seat 1 has 5; a yellow grain."""
    s = table("red-3 red-4", "red-5 black-fox4", grains="gggygg", **options)
    return play(s, "0 red-3 red-4", "1 red-5 black-fox4", "1 duel")


def test_each_player_rolls_one_die_for_the_better_card() -> None:
    s = two_against_one()
    assert [MOVES[card] for card in s.fighters[: s.fighters_n]] == ["red-5", "red-4"]
    assert points(play(s, "* die-1", "* die-3")) == [3, 0]  # 6 : 7, and no third roll
    s = table("red-3 red-3b", "red-5 black-fox4")
    play(s, "0 red-3 red-3b", "1 red-5 black-fox4", "1 duel")
    assert [MOVES[card] for card in s.fighters[: s.fighters_n]] == ["red-5", "red-3"]


def test_with_duel_cards_all_each_card_rolls_for_itself() -> None:
    s = two_against_one(duel_cards="all")
    assert [MOVES[card] for card in s.fighters[:3]] == ["red-5", "red-4", "red-3"]
    assert points(play(s, "* die-1", "* die-1", "* die-6")) == [3, 0]


def test_own_cards_tied_at_the_top_win_without_another_roll() -> None:
    assert points(play(two_against_one(duel_cards="all"), "* die-1", "* die-5", "* die-6")) == [3, 0]


def test_own_and_foreign_cards_tied_all_roll_again() -> None:
    s = play(two_against_one(duel_cards="all"), "* die-4", "* die-5", "* die-6")
    assert s.fighters_n == 3
    assert points(play(s, "* die-6", "* die-1", "* die-1")) == [0, 3]


def test_a_seat_with_two_birds_speaks_once_for_its_better_one() -> None:
    s = table("red-3 red-6", "red-5 black-fox4", grains="gggygg")
    play(s, "0 red-3 red-6", "1 red-5 black-fox4")
    assert rules.to_act(s) == 0
    play(s, "0 no-offer")
    assert rules.to_act(s) == 1
    assert legal(s, 1) == ["yellow>0", "yellow>1", "no-offer", "duel"]
    play(s, "1 no-offer")
    assert s.phase == rules.ROLL


def test_two_equal_cards_of_a_seat_roll_in_table_order() -> None:
    s = table("red-3 red-3b", "red-5 black-fox4", duel_cards="all")
    play(s, "0 red-3 red-3b", "1 red-5 black-fox4", "1 duel")
    assert [MOVES[card] for card in s.fighters[:3]] == ["red-5", "red-3", "red-3b"]


@pytest.mark.parametrize(("difference", "wins", "decided"), [(0, 1, 2), (1, 21, 31), (2, 26, 32), (3, 30, 33)])
def test_the_odds_of_a_duel_of_two_cards(difference: int, wins: int, decided: int) -> None:
    cards = {0: ("red-3", "red-3b"), 1: ("red-4", "red-3"), 2: ("red-5", "red-3"), 3: ("red-6", "red-3")}[difference]
    start = duel(*cards)
    won = Counter[int]()
    for mine in range(1, 7):
        for theirs in range(1, 7):
            first, second = (mine, theirs) if MOVES[start.fighters[0]] == cards[0] else (theirs, mine)
            s = play(start.copy(), f"* die-{first}", f"* die-{second}")
            won.update([s.phase if s.phase == rules.ROLL else -1 - points(s).index(3)])
    assert won[-1] * decided == wins * (won[-1] + won[-2])


# -- The shy bird ---------------------------------------------------------------------


def test_a_shy_bird_alone_eats_everything() -> None:
    s = table("red-shy", "blue-fox4", "black-fox4", "green-fox4", grains="gggygg")
    play(s, "0 red-shy", "1 blue-fox4", "2 black-fox4", "3 green-fox4")
    assert points(s)[0] == 3


def test_a_shy_bird_flees_with_a_green_grain_and_the_others_settle_the_rest() -> None:
    s = table(
        "red-3 blue-fox4", "red-shy black-fox4", "black-fox5 violet-fox4", "green-fox4 green-fox5", grains="gggggg"
    )
    play(s, "0 blue-fox4", "1 black-fox4", "2 violet-fox4", "3 green-fox4")
    supply(s, "gggbgg")
    draw(s)
    play(s, "0 red-3", "1 red-shy", "2 black-fox5", "3 green-fox5")
    assert points(s) == [2, 1, 0, 0]
    assert {"red-3", "red-shy"} <= discard(s)


def test_a_shy_bird_takes_no_blue_or_yellow_grain() -> None:
    s = table("red-3", "red-shy", "black-fox5", "green-fox4", grains="gggbgg")
    play(s, "0 red-3", "1 red-shy", "2 black-fox5", "3 green-fox4")
    assert points(s) == [2, 0, 0, 0]


def test_a_shy_bird_takes_no_part_in_the_duel() -> None:
    s = table("red-shy", "red-5", "red-6", "black-fox5", grains="gggbgg")
    play(s, "0 red-shy", "1 red-5", "2 red-6", "3 black-fox5")
    assert [MOVES[card] for card in s.fighters[: s.fighters_n]] == ["red-6", "red-5"]
    assert rules.to_act(s) == 2
    assert points(s) == [0, 0, 0, 0]


def test_a_fox_must_take_the_shy_bird_which_has_its_green_grain_first() -> None:
    s = table("red-shy", "red-fox4", "black-fox5", "green-fox4", grains="gggggg")
    play(s, "0 red-shy", "1 red-fox4", "2 black-fox5", "3 green-fox4")
    assert points(s) == [1, -2, 0, 0]
    assert on_yard(s, 3) == [0, 0, 0]
    assert "red-shy" not in discard(s)


def test_the_green_grain_is_taken_before_the_foxes_duel_for_the_shy_bird() -> None:
    s = table("red-shy", "red-fox4", "red-fox5", "green-fox4", grains="gggggg")
    play(s, "0 red-shy", "1 red-fox4", "2 red-fox5", "3 green-fox4")
    assert s.phase == rules.ROLL
    assert points(s) == [1, 0, 0, 0]
    play(s, "* die-1", "* die-6")  # fox 5 first: 6 against 10
    assert points(s) == [1, -2, 0, 0]


def test_a_shy_bird_beside_an_own_bird_flees_too() -> None:
    s = table("red-3 red-shy", "black-fox4 black-fox5", grains="gggggg")
    play(s, "0 red-3 red-shy", "1 black-fox4 black-fox5")
    assert points(s) == [1, 0]


# -- Foxes ----------------------------------------------------------------------------


def test_a_fox_eats_the_bird_and_leaves_the_grains() -> None:
    s = table(
        "yellow-fox4 red-fox4 red-fox5",
        "yellow-5 blue-fox4 blue-fox5",
        "green-fox4 green-fox5 green-fox6",
        "black-fox4 black-fox5 black-fox6",
        grains="gbbbbb",
    )
    for foxes, grains in (("4", "b"), ("5", "y")):
        play(s, f"0 red-fox{foxes}", f"1 blue-fox{foxes}", f"2 green-fox{foxes}", f"3 black-fox{foxes}")
        supply(s, grains + "bbbbb")
        draw(s)
    play(s, "0 yellow-fox4", "1 yellow-5", "2 green-fox6", "3 black-fox6")
    assert points(s) == [5, 0, 0, 0]
    assert on_yard(s, 0) == [1, 1, 1]
    assert "yellow-fox4" in discard(s)
    assert "yellow-5" not in discard(s)  # eaten birds leave the game [H-8]
    assert s.place[MOVES.index("yellow-5")] == rules.EATEN + 0


def test_foxes_without_a_bird_get_nothing_and_do_not_roll() -> None:
    s = table("red-fox4", "red-fox5", "blue-fox4", "green-fox4")
    play(s, "0 red-fox4", "1 red-fox5", "2 blue-fox4", "3 green-fox4")
    assert s.phase == rules.SUPPLY
    assert points(s) == [0, 0, 0, 0]
    assert len(discard(s)) == 4


def test_foxes_make_no_deals_but_duel_for_all_the_birds() -> None:
    s = table("red-fox4", "red-fox6", "red-3", "red-5", grains="gggygg")
    play(s, "0 red-fox4", "1 red-fox6", "2 red-3", "3 red-5")
    assert s.phase == rules.ROLL
    play(s, "* die-1", "* die-4")  # 6 + 1 against 4 + 4
    assert points(s) == [8, 0, 0, 0]
    assert on_yard(s, 3) == [1, 0, 0]


def test_two_own_foxes_eat_without_a_duel_and_one_rolls_against_a_foreign_one() -> None:
    s = table("red-fox4 red-fox5", "red-3 black-3", grains="gggygg")
    assert points(play(s, "0 red-fox4 red-fox5", "1 red-3 black-3")) == [3, 1]
    s = table("red-fox4 red-fox5", "red-fox6 black-3", "red-3 black-fox4", grains="gggygg")
    play(s, "0 red-fox4 red-fox5", "1 red-fox6 black-3", "2 red-3 black-fox4")
    assert [MOVES[card] for card in s.fighters[: s.fighters_n]] == ["red-fox6", "red-fox5"]
    assert points(play(s, "* die-1", "* die-4"))[0] == 3


def test_the_yards_are_settled_in_board_order_each_completely() -> None:
    s = table("yellow-3 black-3", "yellow-5 black-5", "blue-4 green-4")
    play(s, "0 yellow-3 black-3", "1 yellow-5 black-5", "2 blue-4 green-4")
    assert s.yard == 0
    assert points(s) == [0, 0, 0]
    play(s, "1 green>1", "0 accept")
    assert s.yard == 5
    assert points(s) == [0, 1, 2]
    play(s, "1 duel", "* die-6", "* die-1")
    assert points(s) == [0, 2, 2]


# -- Drawing and reshuffling -------------------------------------------------------------


def test_the_discard_is_reshuffled_only_when_a_card_is_needed() -> None:
    for s, after in pairwise(every_position(6, seed=2)):
        if after.reshuffles > s.reshuffles:
            assert s.deck_n in (0, 1)
            assert after.phase == rules.DRAW
            assert after.deck_n > 0
        assert s.phase != rules.DRAW or s.deck_n > 0
    positions = every_position(6, seed=2)
    assert positions[-1].reshuffles == 2
    assert any(s.deck_n == 0 and s.phase == rules.CHOOSE for s in positions)  # an empty pile may wait


def test_a_reshuffled_card_has_the_era_of_its_reshuffle_and_held_cards_keep_theirs() -> None:
    seen = Counter[int]()
    for s in every_position(6, seed=2):
        for card in range(rules.CARDS):
            if s.place[card] < rules.CARDS:
                assert s.era[card] == s.reshuffles
            elif rules.HAND <= s.place[card] < rules.LAID:
                seen[s.reshuffles - s.era[card]] += 1
    assert min(seen[0], seen[1]) > 0


def test_when_pile_and_discard_are_empty_a_seat_goes_without() -> None:
    found = 0
    for seed in range(30):
        for s, after in pairwise(every_position(2, seed, box="tiny")):
            if s.phase == rules.DRAW and after.phase == rules.CHOOSE and s.to_draw > 1:
                found += 1
                assert after.deck_n == 0
                assert discard(after) == set()
    assert found > 0


# -- The end --------------------------------------------------------------------------------


def test_the_highest_total_wins_and_a_tie_is_shared() -> None:
    ties = 0
    for seed in range(60):
        s = random_game(3, seed, box="tiny")
        best = [seat for seat, mine in enumerate(points(s)) if mine == max(points(s))]
        assert rules.winners(s) == sum(1 << seat for seat in best)
        ties += len(best) > 1
    assert ties > 0


def test_nobody_wins_before_the_end() -> None:
    assert rules.winners(table("", "")) == 0


def test_the_tiny_box_ends_when_the_bag_cannot_supply_every_yard() -> None:
    s = random_game(2, seed=5, box="tiny")
    assert s.round == 4
    assert sum(s.bag) == 1  # 9 grains, 2 yards
    assert random_game(4, seed=5, box="tiny").round == 3
    for seats in range(2, 7):
        assert random_game(seats, 1, box="tiny").reshuffles > 0


# -- What a seat sees --------------------------------------------------------------------------


def view(s: State, seat: int) -> State:
    out = State()
    rules.view(s, seat, out)
    return out


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    s = table("yellow-3 blue-3", "red-5", "", "")
    mine = view(s, 0)
    assert hand(mine, 0) == hand(s, 0)
    assert mine.hand[rules.HAND_MAX : rules.HAND_MAX + 5] == [HIDDEN] * 5
    assert mine.place[MOVES.index("red-5")] == HIDDEN
    assert mine.deck == [0] * 60
    assert HIDDEN in view(s, SPECTATOR).hand[:5]


def test_a_choice_is_hidden_as_a_whole_until_all_have_chosen() -> None:
    s = play(table("yellow-3 blue-3", "red-5 red-6"), "0 yellow-3")
    other = play(table("yellow-3 blue-3", "red-5 red-6"), "0 blue-3")
    assert view(s, 1) == view(other, 1)
    assert view(s, 1).laid[:2] == [HIDDEN, NOBODY]
    assert view(s, 0).laid[:2] == [MOVES.index("yellow-3"), NOBODY]
    assert rules.seen(s, 1, 0, MOVES.index("blue-3")) == HIDDEN
    assert rules.seen(s, 0, 0, MOVES.index("blue-3")) == MOVES.index("blue-3")


def test_an_answer_is_hidden_until_all_have_answered() -> None:
    s = play(contested(), "1 yellow>0 blue>0 green>0")
    accepted, refused = play(s.copy(), "0 accept"), play(s.copy(), "0 refuse")
    for seat in (1, 2, 3, SPECTATOR):
        assert view(accepted, seat) == view(refused, seat)
        assert rules.seen(s, seat, 0, rules.ACCEPT) == HIDDEN
    assert view(accepted, 0).answer[0] == rules.ACCEPT


def test_only_the_drawer_sees_the_card_but_everybody_the_grain_the_offer_and_the_die() -> None:
    s = blank(4)
    assert [rules.seen(s, seat, CHANCE, 7) for seat in (0, 1, SPECTATOR)] == [7, HIDDEN, HIDDEN]
    draw(s)
    assert rules.seen(s, SPECTATOR, CHANCE, rules.GRAIN) == rules.GRAIN
    s = contested()
    assert rules.seen(s, 3, 1, rules.NO_OFFER) == rules.NO_OFFER


@pytest.mark.parametrize(("seats", "box"), [(2, "tiny"), (3, "tiny"), (6, "tiny"), (2, "standard"), (5, "standard")])
def test_a_view_is_enough_to_act_and_to_redeal(seats: int, box: str) -> None:
    for number, s in enumerate(every_position(seats, seed=4, box=box)[:: 1 if box == "tiny" else 6]):
        for seat in (*range(seats), SPECTATOR):
            mine, world = view(s, seat), s.copy()
            assert (rules.to_act(mine), rules.pending(mine)) == (rules.to_act(s), rules.pending(s))
            assert legal(mine, seat) == legal(s, seat)
            assert (points(mine), rules.winners(mine)) == (points(s), rules.winners(s))
            rules.redeal(mine, seat, stream(number, 7))
            rules.redeal(world, seat, stream(number, 7))
            assert mine == world
            assert rules.audit(world) == 0
            assert view(world, seat) == view(s, seat)


# -- Redealing, against every world there is -------------------------------------------------------

Y_99_99 = 3.719  # the standard normal quantile for one error in ten thousand


def worlds_of(positions: list[State], actions: list[tuple[int, int]], seat: int) -> list[dict[str, State]]:
    """After every step all states, deck order aside, that agree with what the seat has seen; by brute force."""
    found = [{_key(positions[0]): positions[0]}]
    for (actor, action), before, after in zip(actions, positions, positions[1:], strict=False):
        wanted = view(after, seat)
        is_hidden = rules.seen(before, seat, actor, action) == HIDDEN
        worlds: dict[str, State] = {}
        for world in found[-1].values():
            n = rules.weights(world) if actor == CHANCE else rules.legal(world, actor)
            for tried in world.acts[:n]:
                if is_hidden or tried == action:
                    new = world.copy()
                    rules.apply(new, actor, tried)
                    if view(new, seat) == wanted:
                        worlds[_key(new)] = new
        found.append(worlds)
    return found


def _key(s: State) -> str:
    return repr((s.hand, s.laid, s.answer))


def recorded_game(seats: int, seed: int) -> tuple[list[State], list[tuple[int, int]]]:
    s, chance, players = blank(seats, box="tiny"), stream(seed, 0), stream(seed, 1)
    positions, actions = [s.copy()], []
    while (who := rules.to_act(s)) != NOBODY:
        if who == CHANCE:
            action = rules.draw(s, chance)
        else:
            asked = [seat for seat in range(seats) if rules.pending(s) >> seat & 1]
            who = asked[below(players, len(asked))]
            action = s.acts[below(players, rules.legal(s, who))]
        rules.apply(s, who, action)
        actions.append((who, action))
        positions.append(s.copy())
    return positions, actions


def assert_uniform(s: State, seat: int, worlds: dict[str, State], seed: int, samples: int = 30) -> None:
    """Chi-square against the normal approximation of Wilson and Hilferty."""
    rng, drawn = stream(seed, 9), Counter[str]()
    total = samples * len(worlds)
    for _ in range(total):
        world = s.copy()
        rules.redeal(world, seat, rng)
        drawn[_key(world)] += 1
    assert set(drawn) <= set(worlds)
    if len(worlds) > 1:
        freedom = len(worlds) - 1
        chi = sum((drawn[key] - samples) ** 2 / samples for key in worlds)
        assert ((chi / freedom) ** (1 / 3) - 1 + 2 / (9 * freedom)) / (2 / (9 * freedom)) ** 0.5 < Y_99_99


@pytest.mark.parametrize(("seed", "seat"), [(0, 0), (1, 1), (2, 0)])
def test_redeal_draws_every_world_that_agrees_with_what_was_seen_equally_often(seed: int, seat: int) -> None:
    positions, actions = recorded_game(2, seed)
    choices = [number for number, s in enumerate(positions) if s.phase in (rules.CHOOSE, rules.ANSWER)]
    worlds = worlds_of(positions, actions, seat)
    assert positions[choices[-1]].reshuffles > 1
    for number in choices:
        assert_uniform(positions[number], seat, worlds[number], number)


def test_redeal_knows_what_one_card_laid_of_two_gives_away() -> None:
    """Seat 0 has laid one of just two cards; seat 1 knows what sort the other is, though not from eras alone."""
    s = next(s for s in every_position(3, seed=28, box="tiny") if s.sure[0] != NOBODY)
    assert s.sure[0] == rules._sort_of(s, s.hand[0])
    is_needed = False
    for number in range(50):
        world, ignorant = s.copy(), s.copy()
        rules.redeal(world, 1, stream(number, 9))
        assert rules._sort_of(world, world.hand[0]) == s.sure[0]
        ignorant.sure[0] = NOBODY
        rules.redeal(ignorant, 1, stream(number, 9))
        is_needed |= rules._sort_of(ignorant, ignorant.hand[0]) != s.sure[0]
    assert is_needed


def test_the_knowledge_ends_when_a_card_of_that_sort_is_laid() -> None:
    ended = 0
    for seed in (129, 134, 239):
        for s, after in pairwise(every_position(2, seed, box="tiny")):
            for seat in range(2):
                if s.sure[seat] != NOBODY and after.sure[seat] == NOBODY:
                    sorts = {rules._sort_of(s, card) for card in s.hand[seat * 6 : seat * 6 + s.hand_n[seat]]}
                    assert s.sure[seat] in sorts
                    ended += 1
    assert ended > 0


def test_redeal_of_a_hidden_answer_takes_all_three_equally_often() -> None:
    s = play(contested(), "1 yellow>0 blue>0 green>0", "0 accept")
    rng, drawn = stream(1, 1), Counter[int]()
    for _ in range(600):
        world = s.copy()
        rules.redeal(world, 2, rng)
        drawn[world.answer[0]] += 1
    assert min(drawn[answer] for answer in (rules.DUEL, rules.ACCEPT, rules.REFUSE)) > 150


# -- Chance and audit -----------------------------------------------------------------------------


def test_draw_is_the_twin_of_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    for s in [*every_position(2, seed=1, box="tiny"), *every_position(4, seed=1)[::7]]:
        if rules.to_act(s) == CHANCE:
            odds = outcomes(s)
            total = sum(odds.values())
            drawn = Counter[str]()
            for number in range(total):
                monkeypatch.setattr(
                    rules, "below", lambda rng, n, number=number, total=total: number if n == total else 0
                )
                drawn[OUTCOMES[rules.draw(s, Rng())]] += 1
            assert drawn == odds


def spoiled(s: State, changes: str) -> State:
    """The state with some fields changed: `seats=7`, `hand_n.0=3`."""
    bad = s.copy()
    for change in changes.split():
        name, value = change.split("=")
        field, _, place = name.partition(".")
        if place:
            getattr(bad, field)[int(place)] = int(value)
        else:
            setattr(bad, field, int(value))
    return bad


def test_audit_names_the_fault_of_a_spoiled_position() -> None:
    start = table("yellow-3 blue-3", "red-5", "red-6", "")
    giving = play(contested(), "1 yellow>0")
    offered = play(giving.copy(), "1 blue>0 green>0", "0 accept")
    rolling = play(contested(), "1 duel", "* die-3")
    shy = table("red-shy", "red-5", "red-6", "black-fox5", grains="gggbgg")
    play(shy, "0 red-shy", "1 red-5", "2 red-6", "3 black-fox5", "2 duel")
    pairs = table("yellow-3 blue-3 red-5", "red-6 green-3 black-3")
    unknown, card = start.deck[3], MOVES.index
    for fault, s, changes in (
        (1, start, "seats=7"),
        (1, start, "lays=2"),
        (1, start, "is_simple=2"),
        (1, start, "round=-1"),
        (1, start, "to_draw=3"),
        (1, start, "yard=4"),
        (1, blank(3), "deck_n=0"),
        (2, start, f"place.0={rules.OUT}"),
        (2, start, f"place.{unknown}={rules.DISCARD}"),
        (2, start, f"place.{unknown}=50"),
        (2, start, f"place.{unknown}=69"),
        (2, start, "laid.5=3"),
        (2, rolling, f"laid.1={rolling.laid[0]}"),
        (3, start, "hand_n.0=6 hand_n.1=4"),
        (3, start, f"hand.1={unknown}"),
        (3, start, f"hand.0={start.hand[1]}"),
        (3, start, "ages.4=1"),
        (3, start, "sure.1=3"),
        (4, start, "bag.0=14"),
        (1, start, "won.3=-1"),
        (4, start, "won.3=1"),
        (5, start, "eaten.0=3"),
        (6, start, "asked=11"),
        (6, start, f"answer.0={rules.ACCEPT}"),
        (6, giving, "asked=3"),
        (6, offered, "asked=0"),
        (6, rolling, "asked=1"),
        (7, start, "fighters_n=1"),
        (7, giving, f"phase={rules.ANSWER} asked=5"),
        (7, giving, f"phase={rules.OFFER}"),
        (7, rolling, "fighters_n=1"),
        (1, rolling, "fighters.1=-1"),
        (7, rolling, f"fighters.0={rolling.fighters[1]}"),
        (7, rolling, "total.0=12"),
        (7, rolling, "contenders=3"),
        (7, shy, f"fighters.1={card('red-shy')}"),
        (3, pairs, f"laid.1={card('yellow-3')}"),
        (6, offered, f"answer.3={rules.ACCEPT}"),
        (6, giving, "receiver=3"),
    ):
        assert rules.audit(s) == 0
        assert rules.audit(spoiled(s, changes)) == fault, (fault, changes)


def test_audit_survives_any_numbers() -> None:
    """Random nonsense in every field is told apart from a position without an error."""
    rng = stream(3, 3)
    positions = [*every_position(3, seed=2, box="tiny"), *every_position(4, seed=2)]
    for _ in range(3000):
        s = positions[below(rng, len(positions))].copy()
        names = list(State.position_fields())
        for _ in range(1 + below(rng, 3)):
            name = names[below(rng, len(names))]
            low, high = State.fields[name].range
            value = low + below(rng, high - low + 1) if below(rng, 2) else below(rng, 12) - 3
            field = getattr(s, name)
            if isinstance(field, list):
                field[below(rng, len(field))] = value
            else:
                setattr(s, name, value)
        assert 0 <= rules.audit(s) < len(rules.FAULTS)


# -- Traits -------------------------------------------------------------------


def test_it_has_everything_that_a_game_can_have() -> None:
    assert traits(tripot.load("hick-hack")) == Traits(
        chance=True, dice=True, simultaneous=True, compound=True, splits=True, hidden_moves=True, hidden_chance=True
    )


# -- The same deal ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [4, 6])
def test_the_same_deal_survives_different_moves(seats: int) -> None:
    """The grains come in the same order, the cards of the first deck too, and so do the dice of a yard in a round."""
    games = []
    for chooser in range(6):
        drawn: dict[tuple[str, int, int], int] = {}
        rolls = Counter[int]()
        for s, outcome in drawn_with("hick-hack", seats, 7, random.Random(chooser)):
            if s.phase == rules.DRAW and s.reshuffles == 0:
                drawn["card", 0, s.deck_n] = outcome
            elif s.phase == rules.SUPPLY:
                drawn["grain", s.round, s.yard] = outcome
            elif s.phase == rules.ROLL:
                yard = s.round * rules.YARDS + s.yard
                drawn["die", yard, rolls[yard]] = outcome
                rolls[yard] += 1
        games.append(drawn)
    found = Counter[str]()
    for one, other in combinations(games, 2):
        both = one.keys() & other.keys()
        found.update(what for what, _, _ in both)
        assert all(one[key] == other[key] for key in both)
    assert found.keys() == {"card", "grain", "die"}
