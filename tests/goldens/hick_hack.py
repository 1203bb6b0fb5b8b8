"""Hick Hack in Gackelwack: what its goldens show."""

from __future__ import annotations

from typing import Any, NamedTuple

from tripot.core.state import CHANCE, NOBODY
from tripot.games.hick_hack.rules import State

from .feature import TINY, Feature, is_over, is_shared


class Yard(NamedTuple):
    """A yard when the cards are turned up: the owners of its birds, foxes and shy bird, and its grains."""

    number: int
    birds: list[int]
    shy: list[int]
    foxes: list[int]
    grains: list[int]


def _yards(rules: Any, before: State, actor: int, action: int, after: State) -> list[Yard]:
    """If the last card is laid: every yard where a card lies."""
    if before.phase != rules.CHOOSE or after.phase == rules.CHOOSE:
        return []
    laid = [(place // before.lays, card) for place, card in enumerate(before.laid) if card != NOBODY] + [
        (actor, action)
    ]
    yards = []
    for number in sorted({card // rules.KINDS for _, card in laid}):
        sides: tuple[list[int], list[int], list[int]] = ([], [], [])
        for owner, card in laid:
            if card // rules.KINDS == number:
                sides[rules.RACE[card]].append(owner)
        yards.append(Yard(number, *sides, _grains(rules, before, number)))
    return yards


def _grains(rules: Any, s: State, yard: int) -> list[int]:
    return list(s.on_yard[yard * rules.COLOURS : (yard + 1) * rules.COLOURS])


def _is_settled(rules: Any, after: State, yard: Yard) -> bool:
    """Whether this step has settled the yard too, nobody being asked on it or before it."""
    return after.yard == NOBODY or yard.number < after.yard or after.phase < rules.CHOOSE


def _has_taken(rules: Any, before: State, after: State, yard: Yard, seat: int) -> bool:
    """Whether the seat has taken all grains of a yard that had some."""
    points = sum(n * worth for n, worth in zip(yard.grains, rules.GRAIN_POINTS, strict=True))
    gone = sum(_grains(rules, after, yard.number)) == 0
    return (
        points > 0
        and gone
        and _is_settled(rules, after, yard)
        and _points(rules, after, seat) >= _points(rules, before, seat) + points
    )


def _points(rules: Any, s: State, seat: int) -> int:
    points = [0] * rules.SEATS
    rules.score(s, points)
    return points[seat]


def _last_answer(rules: Any, before: State, actor: int, action: int) -> list[int]:
    """If the last answer is given: all answers."""
    if before.phase != rules.ANSWER or before.asked != 1 << actor:
        return []
    return [answer for answer in before.answer if answer != NOBODY] + [action]


def _is_last_roll(rules: Any, before: State) -> bool:
    return before.phase == rules.ROLL and before.rolled == before.fighters_n - 1


def _fighters(rules: Any, s: State) -> list[tuple[int, int]]:
    """The owner and the value of every card that fights."""
    return [(s.place[card] - rules.LAID, rules.VALUE[card]) for card in s.fighters[: s.fighters_n]]


def _top(rules: Any, before: State, action: int) -> list[int]:
    """With the last roll: the owners of the cards that share the highest total."""
    if not _is_last_roll(rules, before):
        return []
    fighters = _fighters(rules, before)
    totals = [*before.total[: before.rolled], fighters[-1][1] + action - rules.DIE + 1]
    return [owner for (owner, _), total in zip(fighters, totals, strict=True) if total == max(totals)]


# -- Birds [Les volailles se nourrissent] -----------------------------------------------------------------------------


def bird_alone(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """A bird alone in a yard takes two grains or more [Celui qui vient seul]."""
    return any(
        len(yard.birds) == 1
        and not yard.foxes + yard.shy
        and sum(yard.grains) > 1
        and _has_taken(rules, before, after, yard, yard.birds[0])
        for yard in _yards(rules, before, actor, action, after)
    )


def two_own_birds(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Two birds of one seat and nobody else take all without a duel [H-10]."""
    return any(
        len(yard.birds) == 2
        and len(set(yard.birds)) == 1
        and not yard.foxes + yard.shy
        and _has_taken(rules, before, after, yard, yard.birds[0])
        for yard in _yards(rules, before, actor, action, after)
    )


def shy_alone(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """A shy bird alone in a yard eats like any bird [la poule mouillée]."""
    return any(
        yard.shy and not yard.foxes + yard.birds and _has_taken(rules, before, after, yard, yard.shy[0])
        for yard in _yards(rules, before, actor, action, after)
    )


def shy_flees_with_green(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """A shy bird that meets a bird flees with one green grain; the other takes the rest [H-19]."""
    for yard in _yards(rules, before, actor, action, after):
        if yard.shy and len(yard.birds) == 1 and not yard.foxes and yard.birds != yard.shy:
            green = yard.shy[0] * rules.COLOURS + rules.GREEN
            return after.won[green] > before.won[green] and sum(yard.grains) > 1 and _is_settled(rules, after, yard)
    return False


def shy_flees_with_nothing(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Without a green grain it flees with nothing, although other grains lie there [la poule mouillée]."""
    for yard in _yards(rules, before, actor, action, after):
        if yard.shy and yard.birds and not yard.foxes and yard.shy[0] not in yard.birds:
            return yard.grains[rules.GREEN] == 0 and sum(yard.grains) > 0
    return False


def shy_takes_the_only_grain(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The shy bird takes the only grain: two birds of different seats have nothing to agree on [H-19]."""
    for yard in _yards(rules, before, actor, action, after):
        if yard.shy and len(set(yard.birds)) == 2 and not yard.foxes:
            return sum(yard.grains) == yard.grains[rules.GREEN] == 1 and _is_settled(rules, after, yard)
    return False


# -- Foxes [Les renards ne mangent pas de grains mais des volailles] --------------------------------------------------


def foxes_only(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Foxes of two seats without a bird get nothing and do not duel; the grains stay [H-7]."""
    return any(
        len(set(yard.foxes)) > 1
        and not yard.birds + yard.shy
        and _is_settled(rules, after, yard)
        and _grains(rules, after, yard.number) == yard.grains
        for yard in _yards(rules, before, actor, action, after)
    )


def fox_eats(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """A fox eats two birds and no grain [H-8, H-9]."""
    for yard in _yards(rules, before, actor, action, after):
        if len(yard.foxes) == 1 and len(yard.birds) > 1 and not yard.shy and _is_settled(rules, after, yard):
            stays = _grains(rules, after, yard.number) == yard.grains
            return stays and after.eaten[yard.foxes[0]] > before.eaten[yard.foxes[0]]
    return False


def two_own_foxes(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Two foxes of one seat eat a bird without a duel [H-12]."""
    return any(
        len(yard.foxes) == 2
        and len(set(yard.foxes)) == 1
        and yard.birds
        and _is_settled(rules, after, yard)
        and after.eaten[yard.foxes[0]] > before.eaten[yard.foxes[0]]
        for yard in _yards(rules, before, actor, action, after)
    )


def fox_eats_shy(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """A fox must eat the shy bird, which counts -2, after it has snatched its green grain [H-19]."""
    for yard in _yards(rules, before, actor, action, after):
        if len(yard.foxes) == 1 and yard.shy and not yard.birds and yard.grains[rules.GREEN] > 0:
            return after.eaten[yard.foxes[0]] < before.eaten[yard.foxes[0]]
    return False


def foxes_duel(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Foxes of two seats duel for the birds, without a deal [H-6]."""
    is_fox = rules.RACE[before.fighters[0]] == rules.FOX
    return _is_last_roll(rules, before) and is_fox and sum(after.eaten) > sum(before.eaten)


# -- Agreeing [Plus il y'a de fous, moins il y'a de grains] -----------------------------------------------------------


def all_accept(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Both others accept an offer that gives something to each of three [H-2]."""
    receivers = {place // rules.COLOURS for place, n in enumerate(before.offer) if n > 0}
    answers = _last_answer(rules, before, actor, action)
    return len(answers) > 1 and set(answers) == {rules.ACCEPT} and len(receivers) > 2


def empty_share(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """An offer that leaves somebody empty-handed is accepted [H-3]."""
    gets_nothing = sum(before.offer[actor * rules.COLOURS : (actor + 1) * rules.COLOURS]) == 0
    return gets_nothing and set(_last_answer(rules, before, actor, action)) == {rules.ACCEPT}


def next_is_asked(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """After a refusal the next contender is asked for an offer [H-1]."""
    refused = rules.REFUSE in _last_answer(rules, before, actor, action)
    return refused and after.phase == rules.OFFER and before.yard == after.yard


def no_offer(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The strongest makes no offer, the next one is asked [H-1]."""
    return actor >= 0 and action == rules.NO_OFFER and after.phase == rules.OFFER and before.yard == after.yard


def duel_is_called(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The one asked for an offer calls the duel [H-1]."""
    return actor >= 0 and before.phase == rules.OFFER and action == rules.DUEL


def answer_calls_duel(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """One accepts, one calls the duel: all fight for everything [H-1, H-2]."""
    return set(_last_answer(rules, before, actor, action)) == {rules.ACCEPT, rules.DUEL}


def last_refusal(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """The last contender's offer is refused: the duel follows [H-1]."""
    refused = rules.REFUSE in _last_answer(rules, before, actor, action)
    all_spoken = before.spoken == before.contenders and not before.is_simple
    return refused and all_spoken and after.phase == rules.ROLL


def simple_refusal(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """With the option `negotiation` only the strongest is asked: after a refusal the duel follows [H-1]."""
    answers = _last_answer(rules, before, actor, action)
    return before.is_simple == 1 and rules.REFUSE in answers and rules.DUEL not in answers and after.phase == rules.ROLL


def supplier_is_last(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Of equal birds the supplier's is asked last [H-1]."""
    if after.phase != rules.OFFER or before.phase != rules.CHOOSE:
        return False
    (first, best), (second, other) = _fighters(rules, after)[:2]
    return best == other and second == after.supplier != first


# -- The duel [Le duel avec le dé Hick Hack] --------------------------------------------------------------------------


def tied_again(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Two share the highest total and roll again, the third is out [H-5]."""
    return len(set(_top(rules, before, action))) == 2 and before.fighters_n == 3 and after.fighters_n == 2


def two_against_one(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Two birds of one seat and one of another: with the option `duel_cards=all` each rolls for itself [H-11]."""
    owners = [owner for owner, _ in _fighters(rules, before)] if _is_last_roll(rules, before) else []
    return len(owners) == 3 and len(set(owners)) == 2


def only_the_better(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Only the better of a seat's two birds rolls [H-11]."""
    begins = before.phase != rules.ROLL and after.phase == rules.ROLL
    return begins and before.yard == after.yard and after.fighters_n < before.fighters_n


def own_tie_wins(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Two cards of one seat share the highest total: it wins without another roll [H-11, option]."""
    top = _top(rules, before, action)
    return len(top) == 2 and len(set(top)) == 1


def own_and_foreign_tie(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Two cards of one seat and one of another share the highest total: all three roll again [H-11, option]."""
    top = _top(rules, before, action)
    return len(top) == 3 and len(set(top)) == 2


# -- Cards and grains [Un nouveau tour commence] ----------------------------------------------------------------------


def discard_becomes_deck(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """A card must be drawn and the pile is empty: the discard becomes the pile [H-23]."""
    return after.reshuffles > before.reshuffles


def no_card_left(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Pile and discard are both empty: the last seat draws one card less [H-15]."""
    return before.phase == rules.DRAW and before.to_draw > 1 and after.phase == rules.CHOOSE


def lays_one(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Two cards in hand that may not lie together: one is laid [H-14]."""
    if before.phase != rules.CHOOSE or before.lays != rules.PAIR or before.laid[actor * rules.PAIR] != NOBODY:
        return False
    return before.hand_n[actor] == rules.PAIR and not after.asked >> actor & 1


def sits_out(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """A seat without a card sits the round out [H-15]."""
    begins = before.phase != rules.CHOOSE and after.phase == rules.CHOOSE
    return begins and after.asked.bit_count() < after.seats


def grains_are_left(rules: Any, before: State, actor: int, action: int, after: State) -> bool:
    """Grains on the yards in the end are nobody's [Fin de la partie]."""
    return after.phase == rules.OVER and sum(after.on_yard) > 1


# -- The way to what is rare ------------------------------------------------------------------------------------------


def _eat_early(rules: Any, s: State, actor: int, choices: list[int]) -> list[int]:
    """Seat 0 lays foxes, the other birds, so that cards leave the game."""
    if actor == CHANCE or s.phase != rules.CHOOSE:
        return []
    wanted = rules.FOX if actor == 0 else rules.BIRD
    return [action for action in choices if rules.RACE[action] == wanted]


SIMPLE = {"negotiation": "simple"}
ALL = {"duel_cards": "all"}

FEATURES: dict[str, Feature] = {
    "a_bird_alone_takes_all_grains": Feature(2, TINY, bird_alone),
    "two_own_birds_take_all_without_a_duel": Feature(2, TINY, two_own_birds),
    "a_shy_bird_alone_takes_all_grains": Feature(2, TINY, shy_alone),
    "a_shy_bird_flees_with_a_green_grain": Feature(2, TINY, shy_flees_with_green),
    "a_shy_bird_flees_with_nothing": Feature(2, TINY, shy_flees_with_nothing),
    "a_shy_bird_takes_the_only_grain_and_two_birds_get_nothing": Feature(2, TINY, shy_takes_the_only_grain),
    "foxes_without_a_bird_get_nothing": Feature(2, {}, foxes_only),
    "a_fox_eats_two_birds": Feature(2, TINY, fox_eats),
    "two_own_foxes_eat_without_a_duel": Feature(2, {}, two_own_foxes),
    "a_fox_must_eat_the_shy_bird": Feature(2, TINY, fox_eats_shy),
    "two_foxes_duel_for_the_birds": Feature(4, {}, foxes_duel),
    "three_agree": Feature(4, {}, all_accept),
    "an_empty_share_is_accepted": Feature(2, TINY, empty_share),
    "a_refusal_and_the_next_one_is_asked": Feature(2, TINY, next_is_asked),
    "no_offer_and_the_next_one_is_asked": Feature(2, TINY, no_offer),
    "the_strongest_calls_the_duel": Feature(2, TINY, duel_is_called),
    "one_accepts_and_one_calls_the_duel": Feature(4, {}, answer_calls_duel),
    "the_last_offer_is_refused_and_the_duel_follows": Feature(2, TINY, last_refusal),
    "of_equal_birds_the_supplier_is_asked_last": Feature(2, {}, supplier_is_last),
    "two_tied_roll_again_and_the_third_is_out": Feature(4, {}, tied_again),
    "two_own_birds_duel_against_one": Feature(2, ALL, two_against_one),
    "two_own_birds_tied_at_the_top_win": Feature(2, ALL, own_tie_wins),
    "own_and_foreign_birds_tied_roll_again": Feature(2, ALL, own_and_foreign_tie),
    "only_the_better_of_two_own_birds_fights": Feature(2, {}, only_the_better),
    "only_the_strongest_is_asked": Feature(2, TINY | SIMPLE, simple_refusal),
    "the_discard_becomes_the_pile": Feature(2, TINY, discard_becomes_deck),
    "pile_and_discard_are_empty": Feature(2, TINY, no_card_left, _eat_early),
    "two_cards_that_may_not_lie_together": Feature(2, TINY, lays_one, _eat_early),
    "a_seat_without_a_card_sits_out": Feature(5, TINY, sits_out),
    "grains_are_left_on_the_yards": Feature(2, TINY, grains_are_left),
    "two_win_together": Feature(2, TINY, is_shared),
    "a_game_of_two": Feature(2, {}, is_over),
    "a_game_of_three": Feature(3, {}, is_over),
    "a_game_of_four": Feature(4, {}, is_over),
    "a_game_of_five": Feature(5, {}, is_over),
    "a_game_of_six": Feature(6, {}, is_over),
}
