"""Razzia! (Knizia): what its goldens show."""

from __future__ import annotations

from typing import Any

from tripot.core.state import CHANCE, NOBODY
from tripot.games.razzia_knizia.rules import State

from .feature import TINY, Feature, is_over, is_shared


def _closes_auction(rules: Any, before: State, after: State) -> bool:
    return bool(before.phase == rules.BIDDING and after.phase != rules.BIDDING)


def _winner(rules: Any, before: State, actor: int, action: int, after: State) -> int:
    """Who wins the lot with this step, or NOBODY."""
    if not _closes_auction(rules, before, after):
        return NOBODY
    return actor if action >= rules.BID else before.best_bidder


def _is_full(rules: Any, before: State) -> bool:
    return bool(before.display_n == rules.DISPLAY_LIMIT[before.box])


def _ends_round(rules: Any, before: State, after: State) -> bool:
    return after.round > before.round or (after.phase == rules.OVER and before.phase != rules.OVER)


def _line(rules: Any, before: State, after: State, line: int) -> list[int]:
    """What every seat gets on that line of the sheet if this step ends a round; else nothing."""
    if not _ends_round(rules, before, after):
        return []
    return [sheet[before.round * rules.ROUND_LINES + line] for sheet in after.sheet[: after.seats]]


def _totals(rules: Any, after: State) -> list[int]:
    points = [0] * rules.SEATS
    rules.score(after, points)
    return points[: after.seats]


def _steals(rules: Any, before: State, actor: int, action: int) -> bool:
    return actor >= 0 and action < rules.STEAL + rules.LOOT


# -- Drawing and stealing [Piocher une carte, Employer le voleur] -----------------------------------------------------


def one_thief(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The only thief takes a card instead of a draw and is out of the game [R18]."""
    thieves = before.domain[actor][rules.THIEF]
    return _steals(rules, before, actor, action) and thieves == 1 and action != rules.STEAL + rules.THIEF


def two_thieves(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """A second thief takes a second card in the same turn [R15]."""
    return _steals(rules, before, actor, action) and before.phase == rules.STEALING


def one_of_two_thieves(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Two thieves could steal, one does: enough stolen [R15]."""
    return actor >= 0 and action == rules.STOP


def thief_takes_thief(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """A thief may take a thief [R14]."""
    return actor >= 0 and action == rules.STEAL + rules.THIEF


# -- Auctions [Déroulement d'une enchère] -----------------------------------------------------------------------------


def caller_must_bid(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """All others pass on a called auction: the caller may not [R4]."""
    moves = before.acts[: rules.legal(before, actor)] if actor >= 0 else []
    return before.phase == rules.BIDDING and len(moves) > 1 and rules.PASS not in moves


def another_wins(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Another wins the called auction; the turn passes on from the caller all the same [R3, R13]."""
    winner = _winner(rules, before, actor, action, after)
    return winner not in (NOBODY, before.turn) and before.is_called == 1 and before.display_n > 0


def caller_outbids(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The caller, last to be asked, outbids the others [R2, R3]."""
    wins = _winner(rules, before, actor, action, after) == before.turn
    return wins and before.is_called == 1 and before.best > 0


def empty_call(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """An auction is called with an empty display: the centre cheque alone is for sale [R8]."""
    return actor >= 0 and action == rules.CALL and before.display_n == 0


def empty_police(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Police come to an empty display: the auction is held all the same [R7]."""
    police = actor == CHANCE and action == rules.CARD + rules.POLICE
    return police and before.display_n == 0 and after.phase == rules.BIDDING


def police_all_pass(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """All pass in an auction forced by police: the display stays [R6]."""
    unsold = _closes_auction(rules, before, after) and _winner(rules, before, actor, action, after) == NOBODY
    return unsold and not _is_full(rules, before) and before.display_n == after.display_n > 0


def full_is_sold(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The seventh card forces an auction, and somebody takes all seven [Piocher une carte]."""
    return _winner(rules, before, actor, action, after) != NOBODY and _is_full(rules, before)


def full_is_discarded(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The seventh card forces an auction, all pass: the seven are out of the game [R5]."""
    unsold = _closes_auction(rules, before, after) and _winner(rules, before, actor, action, after) == NOBODY
    return unsold and _is_full(rules, before) and after.display_n == 0


# -- The end of a round [Fin de la manche] ----------------------------------------------------------------------------


def police_end_round(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The last police card ends the round at once; the display is lost, unspent cheques stay ready [R9]."""
    police = actor == CHANCE and before.display_n > 0 and any(before.ready)
    return police and _ends_round(rules, before, after)


def fifth_police(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """With two seats the fifth police card is the last [Variante pour 2 joueurs]."""
    return actor == CHANCE and before.police == 4 and before.seats == 2 and _ends_round(rules, before, after)


def cheques_end_round(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The last ready cheque ends the round [R10]."""
    return before.phase == rules.BIDDING and _ends_round(rules, before, after)


def alone(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The only seat with ready cheques takes turn after turn [R11, R12]."""
    others = sum(cheques > 0 for cheques in before.ready) == 1
    drew = before.phase == rules.DRAWING and after.phase == rules.CHOOSING
    return others and drew and before.turn == after.turn and before.round == after.round


# -- Points [Décompte de fin de manche, Décompte de fin de partie] ----------------------------------------------------


def equal_guards(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """All have equally many bodyguards, one at least: 5 - 2 points for each [R24]."""
    has_guards = all(loot[rules.BODYGUARD] > 0 for loot in after.domain[: after.seats])
    return has_guards and set(_line(rules, before, after, rules.BODYGUARD_LINE)) == {3}


def equal_guards_score_nothing(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """All have equally many bodyguards and the option says `ra`: no points [R24]."""
    has_guards = all(loot[rules.BODYGUARD] > 0 for loot in after.domain[: after.seats])
    return has_guards and set(_line(rules, before, after, rules.BODYGUARD_LINE)) == {0}


def no_driver(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Cars without a driver score nothing; they are kept [R23]."""
    points = _line(rules, before, after, rules.CAR_LINE)
    return any(points[seat] == 0 and after.domain[seat][rules.CAR] > 1 for seat in range(len(points)))


def five_trinkets(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Five different trinkets score 15 [Décompte de fin de manche]."""
    return 15 in _line(rules, before, after, rules.TRINKET_LINE)


def seven_businesses(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """All seven businesses score 10 [Décompte de fin de partie]."""
    return after.phase == rules.OVER and any(
        all(loot[rules.CASINO :]) and sheet[rules.BUSINESS_LINE] >= 10
        for loot, sheet in zip(after.domain, after.sheet, strict=True)
    )


def four_of_a_kind(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Four equal businesses score 10 more [Décompte de fin de partie]."""
    return after.phase == rules.OVER and any(
        4 in loot[rules.CASINO :] and sheet[rules.BUSINESS_LINE] >= 11
        for loot, sheet in zip(after.domain, after.sheet, strict=True)
    )


def richest_and_poorest(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The richest gets 5 points, the poorest loses 5, one in between has neither [Décompte de fin de partie]."""
    lines = [sheet[rules.CHEQUE_LINE] for sheet in after.sheet[: after.seats]]
    return after.phase == rules.OVER and set(lines) == {-5, 0, 5}


def all_equally_rich(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """All are equally rich: 5 - 5 points for each [R25]."""
    lines = [sheet[rules.CHEQUE_LINE] for sheet in after.sheet[: after.seats]]
    return after.phase == rules.OVER and set(lines) == {0}


def below_zero(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """A total may be below zero: nobody begins with points."""
    return after.phase == rules.OVER and min(_totals(rules, after)) < 0


def cheque_breaks_tie(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Two have most points; with the option the highest cheque decides [R27]."""
    totals = _totals(rules, after)
    is_tied = totals.count(max(totals)) > 1
    return after.phase == rules.OVER and is_tied and rules.winners(after).bit_count() == 1


def given_sets(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The option `cheque_sets` gives each seat its set: none is drawn, seat 1 with the nine begins [R21]."""
    return before.deck_n == rules.CARDS_IN_BOX[before.box] and before.turn == actor == 1 and before.ready[1] >> 9 > 0


# -- The way to what is rare ------------------------------------------------------------------------------------------


def _seat_0_buys_all(rules: Any, s: State, actor: int, choices: list[int]) -> list[int]:
    """Seat 1 lets seat 0 have every lot and never calls."""
    if actor == 1:
        return [action for action in choices if action in (rules.PASS, rules.DRAW)]
    return [action for action in choices if action != rules.PASS] if s.phase == rules.BIDDING else []


def _draw_missing_businesses(rules: Any, s: State, actor: int, choices: list[int]) -> list[int]:
    if actor != CHANCE:
        return _seat_0_buys_all(rules, s, actor, choices)
    missing = [kind for kind in range(rules.CASINO, rules.LOOT) if s.domain[0][kind] + s.display[kind] == 0]
    return [outcome for outcome in choices if outcome - rules.CARD in missing]


def _draw_casinos(rules: Any, s: State, actor: int, choices: list[int]) -> list[int]:
    if actor != CHANCE:
        return _seat_0_buys_all(rules, s, actor, choices)
    return [outcome for outcome in choices if outcome == rules.CARD + rules.CASINO]


def _draw_trinkets(rules: Any, s: State, actor: int, choices: list[int]) -> list[int]:
    if actor != CHANCE:
        return _seat_0_buys_all(rules, s, actor, choices)
    missing = [kind for kind in range(rules.TRINKETS) if s.domain[0][kind] + s.display[kind] == 0]
    return [outcome for outcome in choices if outcome - rules.CARD in missing]


def _draw_thieves_first(rules: Any, s: State, actor: int, choices: list[int]) -> list[int]:
    """Thieves come first, then other loot."""
    if actor != CHANCE:
        return []
    thieves = [outcome for outcome in choices if outcome == rules.CARD + rules.THIEF]
    return thieves or [outcome for outcome in choices if outcome < rules.CARD + rules.POLICE]


RA = {"bodyguards_all_equal": "ra"}
HIGHEST = {"tie_break": "highest_cheque"}

FEATURES: dict[str, Feature] = {
    "a_thief_takes_a_card": Feature(2, {}, one_thief),
    "two_thieves_take_two_cards": Feature(2, {}, two_thieves, _draw_thieves_first),
    "one_of_two_thieves_is_enough": Feature(2, {}, one_of_two_thieves, _draw_thieves_first),
    "a_thief_takes_a_thief": Feature(2, {}, thief_takes_thief, _draw_thieves_first),
    "the_caller_must_bid": Feature(2, {}, caller_must_bid),
    "a_called_auction_is_won_by_another": Feature(2, TINY, another_wins),
    "the_caller_outbids_the_others": Feature(2, {}, caller_outbids),
    "an_auction_is_called_without_a_card_on_display": Feature(2, TINY, empty_call),
    "police_come_to_an_empty_display": Feature(2, TINY, empty_police),
    "all_pass_after_police_and_the_display_stays": Feature(2, TINY, police_all_pass),
    "the_seventh_card_is_bought_with_the_other_six": Feature(2, {}, full_is_sold),
    "nobody_wants_seven_cards": Feature(2, {}, full_is_discarded),
    "the_last_police_card_takes_the_display": Feature(2, TINY, police_end_round),
    "the_fifth_police_card_ends_the_round_of_two": Feature(2, {}, fifth_police),
    "the_last_cheque_ends_the_round": Feature(2, TINY, cheques_end_round),
    "one_seat_alone_takes_turn_after_turn": Feature(2, TINY, alone),
    "equally_many_bodyguards_score_three_each": Feature(2, {}, equal_guards),
    "equally_many_bodyguards_score_nothing": Feature(2, RA, equal_guards_score_nothing),
    "cars_without_a_driver_score_nothing": Feature(2, {}, no_driver),
    "five_different_trinkets": Feature(2, {}, five_trinkets, _draw_trinkets),
    "seven_different_businesses": Feature(2, {}, seven_businesses, _draw_missing_businesses),
    "four_equal_businesses": Feature(2, {}, four_of_a_kind, _draw_casinos),
    "the_richest_and_the_poorest": Feature(3, {}, richest_and_poorest),
    "all_are_equally_rich": Feature(2, {}, all_equally_rich),
    "a_total_below_zero": Feature(2, {}, below_zero),
    "the_highest_cheque_breaks_a_tie": Feature(2, HIGHEST, cheque_breaks_tie),
    "the_cheque_sets_are_given": Feature(2, {"cheque_sets": (2, 1)}, given_sets),
    "two_win_together": Feature(2, {}, is_shared),
    "a_game_of_two": Feature(2, {}, is_over),
    "a_game_of_three": Feature(3, {}, is_over),
    "a_game_of_four": Feature(4, {}, is_over),
    "a_game_of_five": Feature(5, {}, is_over),
}
