"""Razzia: what its goldens show."""

from __future__ import annotations

from typing import Any

from tripot.core.state import CHANCE, NOBODY
from tripot.games.razzia.rules import State

from .feature import TINY, Feature, is_over, is_shared


def _figures(rules: Any, s: State, seats: int) -> list[int]:
    """The figures on the cards of the seats in a bit mask, falling."""
    return sorted((rules.STRENGTH[s.choice[seat]] for seat in range(s.seats) if seats >> seat & 1), reverse=True)


def _bars(rules: Any, before: State, actor: int, action: int) -> dict[int, tuple[list[int], list[int]]]:
    """If the last card is chosen: for every bar with a card the seats of its gamblers and of its police."""
    if before.phase != rules.CHOOSE or before.asked != 1 << actor:
        return {}
    bars: dict[int, tuple[list[int], list[int]]] = {}
    for seat in range(before.seats):
        card = action if seat == actor else before.choice[seat]
        bars.setdefault(rules.BAR_OF[card], ([], []))[rules.IS_POLICE[card]].append(seat)
    return bars


def _answers(rules: Any, before: State, actor: int, action: int) -> tuple[list[int], list[int]]:
    """If the last answer is given: who has accepted and who has not."""
    sides: tuple[list[int], list[int]] = ([], [])
    if before.phase == rules.ANSWER and before.asked == 1 << actor:
        for seat in range(before.seats):
            answer = action - rules.ACCEPT if seat == actor else before.answer[seat]
            if answer != NOBODY:
                sides[answer].append(seat)
    return sides


def _begins_split(rules: Any, before: State, after: State) -> bool:
    return after.phase == rules.SPLIT and (before.phase != rules.SPLIT or before.bar != after.bar)


def _is_second_die(rules: Any, before: State) -> bool:
    return before.phase == rules.DUEL and before.die > 0


def _is_tie(rules: Any, before: State, action: int) -> bool:
    """The second die of a duel makes the totals equal."""
    own, other = rules.STRENGTH[before.choice[before.champion]], rules.STRENGTH[before.choice[before.challenger]]
    return _is_second_die(rules, before) and own + before.die == other + action - rules.DIE + 1


def _won(before: State, after: State, seat: int) -> bool:
    return after.money[seat] > before.money[seat]


# -- Police [Cartes Razzia] -------------------------------------------------------------------------------------------


def police_find_nobody(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Police without a gambler get nothing, the money stays [R-4]."""
    bars = _bars(rules, before, actor, action).items()
    return any(not seats[0] and before.pot_n[bar] == after.pot_n[bar] > 0 for bar, seats in bars)


def two_police_find_nobody(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Nor do several [R-3]."""
    bars = _bars(rules, before, actor, action).items()
    return any(
        not gamblers and len(police) > 1 and before.pot_n[bar] == after.pot_n[bar] > 0
        for bar, (gamblers, police) in bars
    )


def one_police_takes_all(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """One police card takes the pot from two gamblers, whatever their figures [R-2]."""
    for bar, (gamblers, police) in _bars(rules, before, actor, action).items():
        if len(gamblers) > 1 and len(police) == 1 and before.pot_n[bar] > 0 == after.pot_n[bar]:
            return _won(before, after, police[0])
    return False


def several_police_split(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Several police split among themselves, the strongest of them proposes, even below a gambler [R-2]."""
    if not _begins_split(rules, before, after):
        return False
    there = sum(1 << seat for seat in range(after.seats) if rules.BAR_OF[after.choice[seat]] == after.bar)
    best_police, best_gambler = (
        _figures(rules, after, seats)[:1] for seats in (after.contenders, there & ~after.contenders)
    )
    return best_gambler > best_police


# -- The split [Partage à deux, Partage entre 3 joueurs ou plus] ------------------------------------------------------


def all_agree(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Two others accept what the proposer offers."""
    accepted, refused = _answers(rules, before, actor, action)
    return len(accepted) > 1 and not refused


def empty_share(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """A share may be empty, and accepted all the same [R-6]."""
    accepted, _ = _answers(rules, before, actor, action)
    return any(before.share[seat] == 0 for seat in accepted)


def one_refuses(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The only other contender refuses: a duel for the whole pot [Duel]."""
    accepted, refused = _answers(rules, before, actor, action)
    return len(refused) == 1 and not accepted and after.phase == rules.DUEL


def some_accept(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """One takes his share and leaves; the proposer and who refused fight for the rest [R-9]."""
    accepted, refused = _answers(rules, before, actor, action)
    paid = any(_won(before, after, seat) for seat in accepted)
    return paid and len(refused) == 1 and after.phase == rules.DUEL


def all_refuse(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Two refuse: three fight, the strongest against the weakest first [R-10, R-12]."""
    accepted, refused = _answers(rules, before, actor, action)
    return len(refused) > 1 and not accepted and after.phase == rules.DUEL


def nothing_left(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Somebody refuses, but who accepts holds every note: no die is rolled [R-25]."""
    accepted, refused = _answers(rules, before, actor, action)
    return len(accepted) > 0 < len(refused) and after.phase != rules.DUEL


# -- Duels [Duel] -----------------------------------------------------------------------------------------------------


def champion_goes_on(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The strongest beats the weakest and meets the next [R-12]."""
    return _is_second_die(rules, before) and before.waiting > 0 and after.champion == before.champion


def challenger_goes_on(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The weakest beats the strongest and meets the next [R-12]."""
    return _is_second_die(rules, before) and before.waiting > 0 and after.champion == before.challenger


def tie_to_the_lower_card(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Equal totals: the lower card wins, without another roll [R-13]."""
    seats = 1 << before.champion | 1 << before.challenger if before.champion >= 0 else 0
    return _is_tie(rules, before, action) and len(set(_figures(rules, before, seats))) > 1


def tie_of_equal_cards(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Equal totals of equal cards: the one farther from the dealer counts as the lower and wins [R-14]."""
    seats = 1 << before.champion | 1 << before.challenger if before.champion >= 0 else 0
    return _is_tie(rules, before, action) and len(set(_figures(rules, before, seats))) == 1


def equal_cards_propose(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Of equal cards the one nearer to the dealer proposes, here not the lowest seat [R-14]."""
    if not _begins_split(rules, before, after):
        return False
    best, second = _figures(rules, after, after.contenders)[:2]
    lowest = min(seat for seat in range(after.seats) if after.contenders >> seat & 1)
    return best == second and after.contenders.bit_count() == 2 and after.proposer != lowest


# -- Cards and notes [Début de la partie, Nouveau tour] ---------------------------------------------------------------


def discard_becomes_pile(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """A card is needed and the pile is empty: the cards played become the pile [R-17, R-26]."""
    return after.era > before.era


def short_round(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The last two of 72 notes make a fifteenth round without a free note [R-1]."""
    return before.phase == rules.MONEY and after.phase == rules.CHOOSE and after.laid < after.bars


def empty_bar(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Two gamblers meet on a bar without a note: nothing is negotiated [R-24]."""
    bars = _bars(rules, before, actor, action).items()
    return any(before.pot_n[bar] == 0 and len(gamblers) > 1 and not police for bar, (gamblers, police) in bars)


def leftover_is_discarded(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """With the option `leftover` notes too few for a round are set aside after fourteen rounds [R-1]."""
    return after.phase == rules.OVER and after.stock_n > 0 and after.round == 14


def other_bars(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Three seats play on four other bars; here somebody wins at the last one, the Jazz House [R-19]."""
    jazz = rules.BAR_NAMES.index("jazz")
    return after.board[:4] == [2, 3, 4, jazz] and before.pot_n[jazz] > 0 == after.pot_n[jazz]


def given_dealer(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The option `first_dealer` gives the first dealer: no lot is drawn, his neighbour gets the first card [R-23]."""
    return actor == CHANCE and before.pile_n == before.cards and before.dealer == 1 and before.receiver == 2


def money_is_left(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """What lies on the bars in the end is nobody's [R-22]."""
    return after.phase == rules.OVER and sum(after.pot_n) > 1


FEATURES: dict[str, Feature] = {
    "police_find_nobody_and_the_money_stays": Feature(3, TINY, police_find_nobody),
    "two_police_find_nobody_and_the_money_stays": Feature(3, {}, two_police_find_nobody),
    "one_police_takes_the_pot_from_two_gamblers": Feature(3, TINY, one_police_takes_all),
    "two_police_split_although_a_gambler_is_stronger": Feature(3, {}, several_police_split),
    "three_agree_to_a_split": Feature(3, {}, all_agree),
    "an_empty_share_is_accepted": Feature(3, TINY, empty_share),
    "one_refuses_and_two_duel": Feature(3, TINY, one_refuses),
    "one_accepts_and_two_fight_for_the_rest": Feature(3, TINY, some_accept),
    "all_refuse_and_three_fight": Feature(3, TINY, all_refuse),
    "the_accepter_holds_every_note_and_nothing_is_left_to_fight_for": Feature(3, TINY, nothing_left),
    "the_strongest_beats_the_weakest_and_meets_the_third": Feature(3, TINY, champion_goes_on),
    "the_weakest_beats_the_strongest_and_meets_the_third": Feature(3, {}, challenger_goes_on),
    "a_tied_duel_goes_to_the_lower_card": Feature(3, TINY, tie_to_the_lower_card),
    "a_tied_duel_of_equal_cards_goes_to_the_farther_from_the_dealer": Feature(7, TINY, tie_of_equal_cards),
    "of_equal_cards_the_nearer_to_the_dealer_proposes": Feature(7, TINY, equal_cards_propose),
    "the_discard_becomes_the_pile": Feature(3, TINY, discard_becomes_pile),
    "the_last_two_notes_make_a_short_round": Feature(3, {}, short_round),
    "two_gamblers_meet_on_an_empty_bar": Feature(3, {}, empty_bar),
    "leftover_notes_are_set_aside": Feature(3, {"leftover": "discard"}, leftover_is_discarded),
    "other_bars_are_left_out": Feature(3, {"removed_bars": ("colibri", "cotton")}, other_bars),
    "the_first_dealer_is_given": Feature(3, TINY | {"first_dealer": 1}, given_dealer),
    "money_is_left_on_the_bars": Feature(3, TINY, money_is_left),
    "two_win_together": Feature(3, TINY, is_shared),
    "a_game_of_three": Feature(3, {}, is_over),
    "a_game_of_four": Feature(4, {}, is_over),
    "a_game_of_five": Feature(5, {}, is_over),
    "a_game_of_six": Feature(6, {}, is_over),
    "a_game_of_seven": Feature(7, {}, is_over),
    "a_game_of_eight": Feature(8, {}, is_over),
}
