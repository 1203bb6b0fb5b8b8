"""The rule-of-thumb player of Razzia! (Knizia)."""

from __future__ import annotations

import pytest

import tripot
from tripot.arena import simulate
from tripot.bots import random_bot, stream
from tripot.bots.engines import plain_engine
from tripot.core.state import CHANCE
from tripot.games.razzia_knizia import rules
from tripot.games.razzia_knizia.policy import rules_out, thumb
from tripot.games.razzia_knizia.rules import State
from tripot.play import Position

GAME = tripot.load("razzia-knizia")


def start(seats: int = 4) -> Position:
    """Four seats with 2-6-13, 3-7-12, 4-8-11 and 5-9-10; seat 0 begins."""
    return GAME.start(seats=seats, options={"cheque_sets": ",".join(str(place + 1) for place in range(seats))})


def drawn(position: Position, *cards: str) -> Position:
    for card in cards:
        position = position.play("draw").play(f"card-{card}", seat=CHANCE)
    return position


def played(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def seen(position: Position) -> State:
    """What the seat to act sees, to be changed at will."""
    state: State = position.view(position.to_act).state
    return state


def choices(v: State, tries: int = 30) -> set[str]:
    """The moves that the thumb chooses, whatever its doubts."""
    rng = stream(3, 0)
    return {str(GAME.steps[thumb(v, rules.to_act(v), rng)]) for _ in range(tries)}


# -- Bidding ------------------------------------------------------------------


def test_nobody_pays_for_the_lowest_cheque_alone() -> None:
    position = drawn(start(), "police")
    for _ in range(3):
        assert choices(seen(position)) == {"pass"}
        position = position.play("pass")


def test_the_last_to_bid_pays_no_more_than_needed() -> None:
    position = drawn(start(), "ring", "watch", "brooch", "chain", "diamond", "coin", "coin")
    position = played(position, "bid-5", "pass", "bid-7")
    assert choices(seen(position)) == {"bid-8"}


def test_a_bid_is_high_enough_to_hold_against_those_who_want_the_lot_too() -> None:
    position = drawn(start(), "ring", "watch", "brooch", "chain", "diamond", "coin", "coin")
    position = played(position, "pass")  # seat 0 has the highest cheque, and seats 1 and 2 are still to bid
    assert choices(seen(position)) == {"bid-13"}


def test_a_high_cheque_in_the_centre_is_bought_with_a_low_one() -> None:
    v = seen(drawn(start(), "police"))
    v.ready[0] ^= 1 << 13 | 1 << 1  # the cheque 13 lies in the centre instead of the 1
    v.centre = 13
    assert "pass" not in choices(v)


def test_cheques_are_given_for_less_when_there_will_be_fewer_lots_than_cheques() -> None:
    v = seen(drawn(start(), "coin", "coin", "police"))
    assert choices(v) == {"pass"}
    v.police = 6
    assert "pass" not in choices(v)


def test_a_caller_who_must_bid_bids_what_costs_least() -> None:
    position = played(start(), "call", "pass", "pass", "pass")
    assert choices(seen(position)) == {"bid-2"}


# -- The turn -----------------------------------------------------------------


def test_a_small_lot_is_left_to_grow() -> None:
    assert choices(seen(drawn(start(), "car"))) == {"draw"}


def test_nobody_calls_for_an_empty_lot_while_there_is_a_card_to_draw() -> None:
    v = seen(start())
    assert choices(v) == {"draw"}
    v.police = 6  # also when the next police card would end the round
    v.ready[rules.to_act(v)] = 1 << 2
    v.centre = 13
    assert choices(v) == {"draw"}
    v.deck = [0] * rules.KINDS
    v.deck[rules.POLICE] = v.deck_n = 5  # also when there is nothing but police
    assert choices(v) == {"draw"}
    v.deck[rules.POLICE] = v.deck_n = 0
    assert choices(v) == {"call"}  # nothing else is legal then


def test_what_is_ruled_out_is_an_auction_for_nothing_and_a_bid_for_nothing_that_brings_no_better_cheque() -> None:
    def ruled_out(v: State) -> set[str]:
        seat = rules.to_act(v)
        acts = v.acts[: rules.legal(v, seat)]
        return {str(GAME.steps[action]) for action in acts if rules_out(v, seat, action)}

    assert ruled_out(seen(start())) == {"call"}
    assert ruled_out(seen(drawn(start(), "car"))) == set()
    v = seen(drawn(start(), "police"))
    assert ruled_out(v) == {"bid-3", "bid-7", "bid-12"}  # for the cheque 1
    v.ready[0] ^= 1 << 13 | 1 << 1
    v.centre = 13
    assert ruled_out(v) == {"bid-7", "bid-12"}
    v.display[rules.COIN] = v.display_n = 1
    assert ruled_out(v) == set()


def test_with_six_cards_the_next_one_brings_the_auction_anyway() -> None:
    v = seen(drawn(start(), "ring", "watch", "brooch", "coin", "coin", "diamond"))
    assert choices(v) == {"draw"}


def test_a_good_lot_is_called_before_the_last_police_card_takes_it() -> None:
    v = seen(drawn(start(), "ring", "watch", "brooch", "coin", "coin", "diamond"))
    v.police = 6
    assert choices(v) == {"call"}


def test_who_alone_has_cheques_waits_while_nothing_can_be_lost() -> None:
    v = seen(drawn(start(), "ring", "watch", "brooch", "coin"))
    for other in range(4):
        if other != rules.to_act(v):
            v.ready[other] = 0
    assert choices(v) == {"draw"}
    v.police = 6
    assert choices(v) == {"call"}


# -- Stealing -----------------------------------------------------------------


def test_a_driver_is_stolen_by_who_has_many_cars() -> None:
    v = seen(drawn(start(), "driver", "film"))
    v.domain[2][rules.THIEF] = 1
    assert choices(v) == {"draw"}
    v.domain[2][rules.CAR] = 5
    assert choices(v) == {"steal-driver"}


def test_several_thieves_take_the_best_cards_in_table_order() -> None:
    v = seen(drawn(start(), "car", "film", "restaurant"))
    v.round = 2
    seat = rules.to_act(v)
    v.domain[seat][rules.THIEF] = 2
    v.domain[seat][rules.FILM] = v.domain[seat][rules.RESTAURANT] = 2  # the third copy of each brings 5
    assert choices(v) == {"steal-film"}
    rules.apply(v, seat, rules.STEAL + rules.FILM)
    assert choices(v) == {"steal-restaurant"}


def test_a_thief_is_kept_when_nothing_more_is_worth_it() -> None:
    v = seen(drawn(start(), "driver", "coin", "car"))
    seat = rules.to_act(v)
    v.domain[seat][rules.THIEF] = 2
    v.domain[seat][rules.CAR] = 6
    v.domain[seat][rules.DRIVER] = 1
    rules.apply(v, seat, rules.STEAL + rules.COIN)
    assert choices(v) == {"stop"}


# -- Always -------------------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_thumb_is_always_legal_and_leaves_the_table_alone(seats: int) -> None:
    for seed in range(20):
        position = GAME.start(seats=seats, seed=seed)
        rngs = [stream(seed, seat) for seat in range(seats)]
        while not position.is_over:
            seat = position.to_act
            view = position.view(seat)
            before = view.state.copy()
            move = GAME.steps[thumb(view.state, seat, rngs[seat])]
            assert view.state == before
            assert move in position.legal_moves(seat)
            if seed % 2 and seat == 0:
                move = random_bot(view, rngs[seat])
            position = position.play(move, seat=seat)


def test_bids_are_not_quite_predictable() -> None:
    found = set()
    for seed in range(8):
        position = GAME.start(seats=4, seed=seed)
        rngs = [stream(seed, seat) for seat in range(4)]
        for _ in range(60):
            v = position.view(position.to_act).state
            found.add(len(choices(v, 10)))
            position = position.play(thumb(v, position.to_act, rngs[position.to_act]))
    assert max(found) > 1


@pytest.mark.parametrize(("seats", "games"), [(2, 20), (5, 20)])
def test_the_thumb_beats_random_players(seats: int, games: int) -> None:
    bots = ["thumb", *["random"] * (seats - 1)]
    result = simulate(GAME, seats=seats, games=games, seed=11, bots=bots, engine=plain_engine(GAME))
    assert result.wins[0] > 0.8 * games
    assert result.mean_scores[0] > 15 + max(result.mean_scores[1:])
