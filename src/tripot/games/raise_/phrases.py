"""The word tables of RAISE in English and French, and how its cards, dice and points are written."""

from __future__ import annotations

from collections.abc import Sequence

from tripot.language import _, translated
from tripot.outside import listed

from . import rules

SYMBOL_NAMES = translated(__package__, (_("diamond"), _("gear"), _("cloud"), _("hourglass"), _("bell")))

SAY = translated(
    __package__,
    {
        "and": _("and"),
        "colon": _(":"),
        "point": _("{n} point"),
        "points": _("{n} points"),
        "card": _("{n} card"),
        "cards": _("{n} cards"),
        "times": _("{symbol} ×{times}"),
        "stake": _("{point} + {pile} in {cards}"),
        "bare stake": _("{point}"),
        # tell
        "first roller": _("First roll: {name}"),
        "hand": _("hand of {cards}"),
        "drawn": _("{card} from the draw pile"),
        "pile empty": _("draw pile empty"),
        "round": _("Round {round} of {rounds}: point card {point}, dice: {name}"),
        "dice": _("Dice: {times}"),
        "set aside": _("Nobody has a card: point card {point} set aside"),
        "opened": _("{card}, {digit} × {times} = space {space}{stack}"),
        "on top": _(", on top of {names}"),
        "raised": _("raise with {card}, {before} + {value} = {space}"),
        "raised more": _("{card} too, {before} + {value} = {space}"),
        "landed": _("space {space}{stack}"),
        "passed": _("pass on space {space}"),
        "won": _("round won on space {space}, {stake} = {points}"),
        "scores": _("After round {round}: {scores}"),
        "count": _("{won} + {hand} in hand{cards} = {points}"),
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
        "ask tie": _("You are last on {space}{stack}: any card is enough. Raise or pass? At stake: {stake}."),
        "must pass": _(
            "You are last on {space} and cannot get beyond {ahead}: only a pass is left. At stake: {stake}."
        ),
        "ask more": _("You are on {space} and must get beyond {ahead}: which further card?"),
        "ask stop": _("You are on {space}, beyond {ahead}: a further card, or stop?"),
        "must stop": _("You are on {space}, beyond {ahead}, and no card may follow: stop."),
        "wait raise": _("Waiting for {name}, last on {space}: raise beyond {ahead}, or pass. At stake: {stake}."),
        "wait more": _("Waiting for {name}: a raise beyond {ahead}, on {space} so far. At stake: {stake}."),
        "over": _("The game is over."),
        # explain
        "first": _("{digit} × {times} = space {space}{victory}; above {share} % of the others' cards"),
        "first alone": _("{digit} × {times} = space {space}{victory}; nobody else has a card: the round is yours"),
        "victory": _(", {points} in the pile"),
        "short": _("{sum}{victory}; not yet beyond {ahead}, further cards must follow"),
        "enough": _("{sum}{victory}; last is then {name} on {last}"),
        "sum": _("{before} + {digit} × {times} = {space}"),
        "stop": _("stay on {space}; last is then {name} on {last}"),
        "pass": _("out of this round, {draw}; still in: {names}"),
        "pass lost": _("out of this round, {draw}; {points} for {name}"),
        "draw": _("{cards} to draw"),
        "no draw": _("nothing to draw"),
    },
)

# -- Cards, dice and points in words ------------------------------------------


def card_name(card: int, lang: str) -> str:
    """`bell 2`."""
    return f"{SYMBOL_NAMES[lang][rules.SYMBOL[card]]} {rules.DIGIT[card]}"


def cards_in_words(cards: Sequence[int], lang: str) -> str:
    """`gear 4, bell 2`."""
    return ", ".join(card_name(card, lang) for card in cards)


def points_in_words(n: int, lang: str) -> str:
    """`1 point`, `12 points`."""
    return say(lang, "point" if _is_one(n, lang) else "points", n=n)


def number_of_cards(n: int, lang: str) -> str:
    """`1 card`, `13 cards`."""
    return say(lang, "card" if _is_one(n, lang) else "cards", n=n)


def times_in_words(times: Sequence[int], lang: str) -> str:
    """`diamond ×1, gear ×2, ...`."""
    return ", ".join(say(lang, "times", symbol=SYMBOL_NAMES[lang][symbol], times=n) for symbol, n in enumerate(times))


def stake_in_words(point: int, cards: Sequence[int], lang: str) -> str:
    """The point card and what lies on the common pile: `17 + 33 in 13 cards`."""
    in_pile = number_of_cards(sum(cards), lang)
    return say(lang, "stake" if any(cards) else "bare stake", point=point, pile=victory_points(cards), cards=in_pile)


def victory_points(cards: Sequence[int]) -> int:
    """Of so many cards of each type."""
    return sum(n * rules.VICTORY_POINTS[card] for card, n in enumerate(cards))


# -- Small words --------------------------------------------------------------


def say(lang: str, key: str, **facts: object) -> str:
    """A phrase of the table with its facts."""
    return SAY[lang][key].format(**facts)


def line(name: str, lang: str, key: str, **facts: object) -> str:
    """`Ada: ...`, in French with a space before the colon."""
    return f"{name}{SAY[lang]['colon']} {say(lang, key, **facts)}"


def joined(words: Sequence[str], lang: str) -> str:
    """`Ada, Bea and Cid`."""
    return listed(words, SAY[lang]["and"])


def _is_one(n: int, lang: str) -> bool:
    return n == 1 or (n == 0 and lang == "fr")
