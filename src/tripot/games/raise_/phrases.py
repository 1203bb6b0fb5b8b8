"""The texts of RAISE, and how its cards, dice and points are written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from tripot.language import _, enumerated, number, plural, translated

from . import rules

SYMBOL_NAMES = translated(__package__, (_("diamond"), _("gear"), _("cloud"), _("hourglass"), _("bell")))

COUNTED = translated(
    __package__,
    {
        "points": plural("{n} point", "{n} points"),
        "cards": plural("{n} card", "{n} cards"),
        "stake": plural("{point} + {pile} in {n} card", "{point} + {pile} in {n} cards"),
        "pass": plural(
            "out of this round, {n} card to draw; still in: {names}",
            "out of this round, {n} cards to draw; still in: {names}",
        ),
        "pass lost": plural(
            "out of this round, {n} card to draw; {points} for {name}",
            "out of this round, {n} cards to draw; {points} for {name}",
        ),
    },
)
"""What depends on a number."""

SAY = translated(
    __package__,
    {
        "card": _("{symbol} {digit}"),
        "named pass": _("pass"),
        "times": _("{symbol} ×{times}"),
        # tell
        "first roller": _("First roll: {name}"),
        "hand": _("{name}: hand of {cards}"),
        "drawn": _("{name}: {card} from the draw pile"),
        "pile empty": _("{name}: draw pile empty"),
        "round": _("Round {round} of {rounds}: point card {point}, dice: {name}"),
        "dice": _("Dice: {times}"),
        "set aside": _("Nobody has a card: point card {point} set aside"),
        "opened": _("{name}: {card}, {digit} × {times} = space {space}"),
        "opened on": _("{name}: {card}, {digit} × {times} = space {space}, on top of {names}"),
        "raised": _("{name}: raise with {card}, {before} + {value} = {space}"),
        "raised more": _("{name}: {card} too, {before} + {value} = {space}"),
        "landed": _("{name}: space {space}, on top of {names}"),
        "passed": _("{name}: pass on space {space}"),
        "won": _("{name}: round won on space {space}, {stake} = {points}"),
        "scores": _("After round {round}: {scores}"),
        "score": _("{name} {points}"),
        "count": _("{name}: {won} + {hand} in hand = {points}"),
        "count cards": _("{name}: {won} + {hand} in hand ({cards}) = {points}"),
        "winner": _("Winner: {names} ({points})"),
        "winners": _("Shared win: {names} ({points})"),
        # question
        "wait roller": _("The first roller is being drawn by lot."),
        "wait draw": _("{name}: cards are being drawn."),
        "wait point": _("The next point card is being turned up."),
        "wait dice": _("{name}: the dice are being rolled."),
        "ask first": _("Your hidden first card, for {points}? {times}"),
        "chosen": _("Your card lies face down: {card}. Waiting for {names}."),
        "wait first": _("Waiting for {names}: a hidden first card, for {points}."),
        "ask raise": _("You are last on {space}: raise beyond {ahead}, or pass? At stake: {stake}."),
        "ask tie": _(
            "You are last on {space}, on top of {names}: any card is enough. Raise or pass? At stake: {stake}."
        ),
        "must pass": _("You are last on {space} and cannot get beyond {ahead}: you can only pass. At stake: {stake}."),
        "ask more": _("You are on {space} and must get beyond {ahead}: which card next?"),
        "ask stop": _("You are on {space}, beyond {ahead}: another card, or stop?"),
        "must stop": _("You are on {space}, beyond {ahead}, and no card may follow: stop."),
        "wait raise": _("Waiting for {name}, last on {space}: raise beyond {ahead}, or pass. At stake: {stake}."),
        "wait more": _("Waiting for {name}: a raise beyond {ahead}, on {space} so far. At stake: {stake}."),
        "over": _("The game is over."),
        # explain
        "space": _("{digit} × {times} = space {space}"),
        "space worth": _("{digit} × {times} = space {space}, {points} in the pile"),
        "first": _("{sum}; above {share} of the others’ cards"),
        "first alone": _("{sum}; nobody else has a card: the round is yours"),
        "sum": _("{before} + {digit} × {times} = {space}"),
        "sum worth": _("{before} + {digit} × {times} = {space}, {points} in the pile"),
        "short": _("{sum}; not yet beyond {ahead}, more cards must follow"),
        "enough": _("{sum}; then {name} is last, on {last}"),
        "stop": _("stay on {space}; then {name} is last, on {last}"),
        "pass no draw": _("out of this round, nothing to draw; still in: {names}"),
        "pass lost no draw": _("out of this round, nothing to draw; {points} for {name}"),
    },
)

# -- Cards, dice and points in words ------------------------------------------


@cache
def card_name(card: int, lang: str) -> str:
    """`bell 2`."""
    return say(lang, "card", symbol=SYMBOL_NAMES[lang][rules.SYMBOL[card]], digit=rules.DIGIT[card])


def cards_in_words(cards: Sequence[int], lang: str) -> str:
    """`gear 4, bell 2`."""
    return enumerated((card_name(card, lang) for card in cards), lang)


@lru_cache(maxsize=1024)
def points_in_words(n: int, lang: str) -> str:
    """`1 point`, `12 points`."""
    return COUNTED[lang]["points"].format(n)


@lru_cache(maxsize=1024)
def number_of_cards(n: int, lang: str) -> str:
    """`1 card`, `13 cards`."""
    return COUNTED[lang]["cards"].format(n)


def times_in_words(times: Sequence[int], lang: str) -> str:
    """`diamond ×1, gear ×2, ...`."""
    each = (say(lang, "times", symbol=SYMBOL_NAMES[lang][symbol], times=n) for symbol, n in enumerate(times))
    return enumerated(each, lang)


def stake_in_words(point: int, cards: Sequence[int], lang: str) -> str:
    """The point card and what lies on the common pile: `17 + 33 in 13 cards`."""
    if not any(cards):
        return number(point, lang)
    return COUNTED[lang]["stake"].format(sum(cards), point=point, pile=victory_points(cards))


def victory_points(cards: Sequence[int]) -> int:
    """Of so many cards of each type."""
    return sum(n * rules.VICTORY_POINTS[card] for card, n in enumerate(cards))


def say(lang: str, key: str, **facts: object) -> str:
    """A phrase of the table with its facts."""
    return SAY[lang][key].format(**facts)
