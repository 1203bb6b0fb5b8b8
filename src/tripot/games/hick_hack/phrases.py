"""The words of Hick Hack in Gackelwack in English and French: the tables, and how cards and grains are named with them."""

from __future__ import annotations

from collections.abc import Iterable

from tripot import outside
from tripot.language import _, in_context, translated

from . import rules
from .facts import Grain

ANIMALS = translated(
    __package__,
    (
        *(("chicken", "chickens"), ("duck", "ducks"), ("goose", "geese")),
        *(("guinea fowl", "guinea fowl"), ("pheasant", "pheasants"), ("turkey", "turkeys")),
    ),
)

COLOURS = translated(__package__, (_("yellow"), _("blue"), _("green"), _("red"), _("violet"), _("black")))

GRAINS = translated(
    __package__,
    (
        (_("yellow"), in_context("grains", "yellow")),
        (_("blue"), in_context("grains", "blue")),
        (_("green"), in_context("grains", "green")),
    ),
)

GRAIN_LETTERS = translated(__package__, _("YBG"))

SAY = translated(
    __package__,
    {
        "and": _("and"),
        "colon": _(":"),
        "decimal": _("."),
        "at": _("at the {animals}"),
        "bird": _("{animal} {value}"),
        "shy": _("shy {animal}"),
        "fox": _("fox {value} at the {animals}"),
        "point": _("{n} point"),
        "points": _("{n} points"),
        "no grain": _("no grain"),
        # tell
        "hand": _("dealt {cards}"),
        "drawn": _("{card}, from the pile"),
        "reshuffle": _("The pile is empty: the discard is shuffled ({n} cards)"),
        "no card": _("No card is left to draw"),
        "round": _("Round {round} of {rounds}. Grain, in points: {yards}"),
        "grain": _("{grains} {at} ({points})"),
        "nothing": _("nothing left {at}"),
        "snatched": _("1 green for the fleeing {shy} (1 point)"),
        "not snatched": _("no green grain for the fleeing {shy}"),
        "no bird": _("no bird for the fox {at}"),
        "no birds": _("no bird for the foxes {at}"),
        "eaten": _("{birds} for the fox ({points})"),
        "rivals": _("{grains} ({points}) {at} for {rivals}"),
        "fox duel": _("Foxes {at}, {rivals}: duel for {birds}"),
        "no offer": _("no offer"),
        "duel": _("duel"),
        "offer": _("offer, {shares}"),
        "share": _("{points} for {name} ({grains})"),
        "no share": _("nothing for {name}"),
        "agreed": _("Agreed {at}: {shares}"),
        "yes": _("yes"),
        "no": _("no"),
        "no agreement": _("No agreement {at}: duel"),
        "die": _("{value} + die {die} = {total}"),
        "tie": _("Tie at {total}: another roll for {names}"),
        "won": _("duel won with {total}"),
        "score": _("After round {round}: {scores}"),
        "winner": _("Winner: {names} ({points})"),
        "winners": _("Shared win: {names} ({points})"),
        # question
        "ask card": _("Round {round} of {rounds}: which card do you lay?"),
        "ask first": _("Round {round} of {rounds}: which two cards do you lay? First the one earlier in table order."),
        "ask second": _("{card}, and which card with it?"),
        "laid": _("You have laid {cards}. {wait}"),
        "ask offer": _("{rivals} {at}, for {grains} ({points}). {duel}Your offer?"),
        "ask grain": _("Your offer so far: {shares}. Whose is the next grain, {grain} ({points})?"),
        "ask answer": _("{name} offers you {share} of {points} {at} ({shares}). {duel}Do you accept?"),
        "your duel": _("In a duel you win {chance} %, worth {worth}."),
        "wait cards": _("Waiting for {names} to lay."),
        "wait offer": _("Waiting for {name}: an offer to share {grains} ({points}) {at}, or the duel."),
        "wait answer": _("Waiting for {names}: answer to the offer {at}, {shares}."),
        "wait draw": _("Cards are being drawn."),
        "wait supply": _("The yards are being supplied."),
        "wait die": _("Duel {at}: the die for {name} ({card})."),
        "over": _("The game is over. {winner}"),
        # explain
        "lay bird": _("{card}: alone {grains} ({points}); fox cards not yet seen here: {foxes}"),
        "lay shy": _("{card}: alone {grains} ({points}); in company it flees with {snatch}"),
        "lay fox": _("{card}: eats every bird that comes, no grain; bird cards not yet seen here: {birds}"),
        "a green": _("1 green"),
        "give": _("{grain} ({points}) for {name}; so far {shares}"),
        "give last": _("{grain} ({points}) for {name}, the whole offer: {shares}. {duel}"),
        "explain no offer": _("no offer; next to be asked: {name}"),
        "explain last no offer": _("no offer; nobody is left to ask, so the duel: {duel}"),
        "explain duel": _("straight to the duel: {duel}"),
        "explain called duel": _("the duel, once all have answered: {duel}"),
        "accept": _("your share is {share}; in the duel: {duel}"),
        "refuse": _("no, but no duel yet unless somebody calls it; next to be asked: {name}"),
        "refuse last": _("no; nobody is left to ask, so the duel: {duel}"),
        "duel odds": _("{chance} % for all {points}, worth {worth}"),
        # the drawn table
        "title": _("round {round} of {rounds}"),
        "dealing": _("the deal"),
        "stores": _("supplier {name} · grains in the bag {bag} · pile {pile} · discard {discard}"),
        "yard": _("yard"),
        "grains": _("grain"),
        "worth": _("worth"),
        "animals": _("animals"),
        "player": _("player"),
        "birds": _("birds"),
        "cards": _("cards"),
        "total": _("total"),
        "now": _("now"),
        "your hand": _("{name} · hand"),
        "chosen": _("has chosen"),
        "choosing": _("chooses"),
        "answered": _("has answered"),
        "answering": _("answers"),
        "offering": _("offers"),
        "winning": _("wins"),
        "face down": _("▼ laid, face down"),
        "short fox": _("fox {value}"),
        "short shy": _("shy"),
        "score title": _("After round {round} of {rounds}"),
        "final title": _("Final score"),
    },
)


def card_name(card: int, lang: str) -> str:
    """The card in words: `duck 4`, `shy duck`, `fox 5 at the ducks`."""
    animal, animals = ANIMALS[lang][card // rules.KINDS]
    kind = {rules.BIRD: "bird", rules.SHY: "shy", rules.FOX: "fox"}[rules.RACE[card]]
    return SAY[lang][kind].format(animal=animal, animals=animals, value=rules.VALUE[card])


def yard_name(yard: int, lang: str) -> str:
    """The yard by its animals: `ducks`."""
    return ANIMALS[lang][yard][1]


def at_yard(yard: int, lang: str) -> str:
    """Where: `at the ducks`."""
    return SAY[lang]["at"].format(animals=yard_name(yard, lang))


def grain_words(grain: Grain, lang: str) -> str:
    """Grains in words: `1 yellow, 2 green`."""
    words = [f"{n} {GRAINS[lang][colour][int(n > 1)]}" for colour, n in enumerate(grain) if n]
    return ", ".join(words) or SAY[lang]["no grain"]


def point_words(n: int, lang: str) -> str:
    """`1 point`, `4 points`."""
    is_one = abs(n) == 1 or (n == 0 and lang == "fr")
    return SAY[lang]["point" if is_one else "points"].format(n=n)


def listed(words: Iterable[str], lang: str) -> str:
    """`a, b and c`."""
    return outside.listed(words, SAY[lang]["and"])


def said(names: str, line: str, lang: str) -> str:
    """Who, then what: `Ada: duel`."""
    return f"{names}{SAY[lang]['colon']} {line}"
