"""RAISE: what its goldens show."""

from __future__ import annotations

from typing import Any

from tripot.core.state import CHANCE, NOBODY
from tripot.games.raise_.rules import State

from .feature import TINY, Feature, is_over, is_shared


def _pawns(s: State) -> list[int]:
    """The seats with a pawn on the board."""
    return [seat for seat in range(s.seats) if s.space[seat] != NOBODY]


def _passes(rules: Any, before: State, actor: int, action: int) -> bool:
    return actor >= 0 and before.phase == rules.LAST and action == rules.PASS


def _lands(rules: Any, before: State, actor: int, after: State) -> bool:
    """A raise is complete."""
    is_raise = actor >= 0 and before.phase in (rules.LAST, rules.RAISING)
    return is_raise and after.arrivals > before.arrivals


def _turns_up(rules: Any, before: State, actor: int) -> bool:
    """All first cards are chosen and turned up."""
    return actor >= 0 and before.phase == rules.CHOOSE and before.waiting == 1 << actor


def _choice_begins(rules: Any, before: State, after: State) -> bool:
    return bool(before.phase == rules.ROLL and after.phase == rules.CHOOSE)


# -- Raise or pass [Relancer ou passer] -------------------------------------------------------------------------------


def pass_ends_round(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """One of the last two passes although it could raise: the other has won [Fin de la manche]."""
    could_raise = rules.legal(before, actor) > 1
    return _passes(rules, before, actor, action) and could_raise and len(_pawns(before)) == 2


def forced_pass(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """No cards of the hand get beyond: the last pawn must pass [P9]."""
    is_forced = rules.legal(before, actor) == 1 and before.hand_n[actor] > 0
    return _passes(rules, before, actor, action) and is_forced


def several_cards(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """A second card takes a raise beyond, neither of the two is enough alone [P2, P3]."""
    if actor < 0 or before.phase != rules.RAISING or action >= rules.PASS:
        return False
    first, second = before.least, after.space[actor] - before.space[actor]
    start = before.space[actor] - first
    return start > 0 and start + max(first, second) <= before.ahead < after.space[actor]


def more_than_needed(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """A raise that is beyond goes on with another card [P4]."""
    goes_on = actor >= 0 and before.phase == rules.RAISING and action < rules.PASS
    return goes_on and before.space[actor] > before.ahead


def stops(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """A raise that is beyond could go on, but stops."""
    return actor >= 0 and action == rules.STOP and rules.legal(before, actor) > 1


def only_stops(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """No card of the hand may be added, and `stop` is asked all the same: hands are secret."""
    return actor >= 0 and action == rules.STOP and rules.legal(before, actor) == 1 and before.hand_n[actor] > 0


def occupied_space(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """A raise lands on a pawn farther ahead and lies on top of it [P8]."""
    others = [after.space[seat] for seat in _pawns(after) if seat != actor]
    return _lands(rules, before, actor, after) and after.space[actor] in others


def top_one_is_asked(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """First cards of equal value: the roller's pawn lies below, the one on top is last [P6, P7]."""
    spaces = [after.space[seat] for seat in _pawns(after)]
    return _turns_up(rules, before, actor) and len(set(spaces)) < len(spaces) == 2


def tied_any_card(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Tied for last, any card is enough to raise [P5]."""
    is_tied = before.phase == rules.LAST and before.space[actor] == before.ahead
    return is_tied and action != rules.PASS and _lands(rules, before, actor, after)


def nobody_can_raise(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """No pawn's owner has a card left: who is last must pass, the farthest wins [P13]."""
    no_cards = sum(before.hand_n[seat] for seat in _pawns(before)) == 0 and before.space[actor] < before.ahead
    return _passes(rules, before, actor, action) and no_cards


def first_of_tied_wins(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Two pawns tied on a space and no card left: the one that came first wins [P14]."""
    no_cards = sum(before.hand_n[seat] for seat in _pawns(before)) == 0 and before.space[actor] == before.ahead
    return _passes(rules, before, actor, action) and no_cards and len(_pawns(before)) == 2


def just_enough(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """With the option `raise_cards` a raise of two cards holds none too many and ends by itself [P4]."""
    is_complete = before.phase == rules.RAISING and _lands(rules, before, actor, after)
    return is_complete and before.just_enough == 1 and after.hand_n[actor] > 0


# -- Cards run out ----------------------------------------------------------------------------------------------------


def sits_out(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """A seat without a card sits the round out; the others play on [P15]."""
    return _choice_begins(rules, before, after) and 1 < after.waiting.bit_count() < after.seats


def only_one_has_a_card(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The only seat with a card lays it and wins at once [P16]."""
    return _choice_begins(rules, before, after) and after.waiting.bit_count() == 1


def nobody_has_a_card(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Nobody has a card: the point card is set aside, the roller stays [P17]."""
    return after.where.count(rules.SET_ASIDE) > before.where.count(rules.SET_ASIDE)


def empty_pile(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The own pile is empty: play goes on with the hand [P12]."""
    return _passes(rules, before, actor, action) and before.pile_n[actor] == 0 < before.hand_n[actor] < before.hand_size


def draws_at_the_end(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The winner draws up after the last round too; the hands count [P19, P20]."""
    return actor == CHANCE and before.phase == rules.DRAW_ALL and before.rounds == 0


# -- Rolling and winning [Fin de la manche, Fin du jeu] ---------------------------------------------------------------


def winner_rolls(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The winner of the round rolls in the next [P22]."""
    return before.roller not in (NOBODY, after.roller) and after.rounds > 0


def given_roller(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The option `first_roller` gives the first roller: no lot is drawn, cards are [P23]."""
    is_first = sum(before.pile_n) == before.seats * rules.DECK[before.box]
    return actor == CHANCE and is_first and before.phase == rules.DRAW_ALL and before.roller == 1


# -- The way to what is rare ------------------------------------------------------------------------------------------


def _spend(rules: Any, s: State, actor: int, choices: list[int]) -> list[int]:
    """Everybody plays every card that may be played."""
    return [action for action in choices if action < rules.PASS] if actor >= 0 else []


FEATURES: dict[str, Feature] = {
    "one_of_two_passes_and_the_other_wins": Feature(2, TINY, pass_ends_round),
    "a_forced_pass": Feature(2, TINY, forced_pass),
    "a_raise_with_two_cards": Feature(2, {}, several_cards),
    "a_raise_with_more_than_it_needs": Feature(2, TINY, more_than_needed),
    "a_raise_that_could_go_on_stops": Feature(2, TINY, stops),
    "a_raise_that_can_only_stop": Feature(2, TINY, only_stops),
    "a_raise_lands_on_a_pawn": Feature(3, TINY, occupied_space),
    "of_two_tied_pawns_the_top_one_is_asked": Feature(2, TINY, top_one_is_asked),
    "tied_for_last_any_card_is_enough": Feature(2, TINY, tied_any_card),
    "nobody_can_raise_and_the_farthest_wins": Feature(2, TINY, nobody_can_raise, _spend),
    "of_two_tied_without_a_card_the_first_to_come_wins": Feature(2, TINY, first_of_tied_wins),
    "a_raise_holds_no_card_too_many": Feature(2, {"raise_cards": "just_enough"}, just_enough),
    "a_seat_without_a_card_sits_out": Feature(3, TINY, sits_out),
    "only_one_has_a_card": Feature(2, TINY, only_one_has_a_card),
    "nobody_has_a_card_and_the_point_card_is_set_aside": Feature(2, TINY, nobody_has_a_card, _spend),
    "an_empty_pile_and_play_goes_on": Feature(2, TINY, empty_pile),
    "the_winner_rolls_next": Feature(2, TINY, winner_rolls),
    "everybody_draws_up_after_the_last_round": Feature(2, {}, draws_at_the_end),
    "the_first_roller_is_given": Feature(2, TINY | {"first_roller": 1}, given_roller),
    "two_win_together": Feature(2, TINY, is_shared),
    "a_game_of_two": Feature(2, {}, is_over),
    "a_game_of_three": Feature(3, {}, is_over),
    "a_game_of_four": Feature(4, {}, is_over),
    "a_game_of_five": Feature(5, {}, is_over),
}
