"""The words of Hick Hack in Gackelwack: the tables, and how cards, yards, grains and points are named with them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from tripot.language import _, in_context, number, plural, translated

from . import rules
from .facts import Grain


class Yard(NamedTuple):
    """What a yard and its cards are called."""

    title: str
    name: str
    at: str
    bird: str
    shy: str
    fox: str


YARDS = translated(
    __package__,
    (
        Yard(
            title=_("Chickens"),
            name=_("chickens"),
            at=_("at the chickens"),
            bird=_("chicken {value}"),
            shy=_("shy chicken"),
            fox=_("fox {value} at the chickens"),
        ),
        Yard(
            title=_("Ducks"),
            name=_("ducks"),
            at=_("at the ducks"),
            bird=_("duck {value}"),
            shy=_("shy duck"),
            fox=_("fox {value} at the ducks"),
        ),
        Yard(
            title=_("Geese"),
            name=_("geese"),
            at=_("at the geese"),
            bird=_("goose {value}"),
            shy=_("shy goose"),
            fox=_("fox {value} at the geese"),
        ),
        Yard(
            title=_("Guinea fowl"),
            name=_("guinea fowl"),
            at=_("at the guinea fowl"),
            bird=_("guinea fowl {value}"),
            shy=_("shy guinea fowl"),
            fox=_("fox {value} at the guinea fowl"),
        ),
        Yard(
            title=_("Pheasants"),
            name=_("pheasants"),
            at=_("at the pheasants"),
            bird=_("pheasant {value}"),
            shy=_("shy pheasant"),
            fox=_("fox {value} at the pheasants"),
        ),
        Yard(
            title=_("Turkeys"),
            name=_("turkeys"),
            at=_("at the turkeys"),
            bird=_("turkey {value}"),
            shy=_("shy turkey"),
            fox=_("fox {value} at the turkeys"),
        ),
    ),
)

COLOURS = translated(__package__, (_("yellow"), _("blue"), _("green"), _("red"), _("violet"), _("black")))

GRAINS = translated(
    __package__, (in_context("grain", "yellow"), in_context("grain", "blue"), in_context("grain", "green"))
)
"""What one grain of a colour is called."""

GRAINS_COUNTED = translated(
    __package__,
    (plural("{n} yellow", "{n} yellow"), plural("{n} blue", "{n} blue"), plural("{n} green", "{n} green")),
)

GRAIN_LETTERS = translated(
    __package__, (in_context("letter", "Y"), in_context("letter", "B"), in_context("letter", "G"))
)
"""Yellow, blue and green in the narrow columns of the terminal."""

POINTS = translated(__package__, plural("{number} point", "{number} points"))

RESHUFFLE = translated(
    __package__,
    plural(
        "The pile is empty: the discard is shuffled ({n} card)",
        "The pile is empty: the discard is shuffled ({n} cards)",
    ),
)

NO_BIRD = translated(__package__, plural("{who}: no bird for the fox {at}", "{who}: no bird for the foxes {at}"))

# Log lines are nominal, so that any name fits.
SAY = translated(
    __package__,
    {
        "named no offer": _("no offer"),
        "named duel": _("a duel"),
        "named accept": _("the offer accepted"),
        "named refuse": _("the offer refused"),
        "no grain": _("no grain"),
        # tell
        "hand": _("{who}: dealt {cards}"),
        "drawn": _("{who}: {card}, from the pile"),
        "no card": _("No card is left to draw"),
        "round": _("Round {round} of {rounds}. Grain, in points: {yards}"),
        "laid open": _("{who}: {cards}"),
        "grain": _("{grains} {at} ({points})"),
        "got grain": _("{who}: {grains} {at} ({points})"),
        "nothing": _("{who}: nothing left {at}"),
        "snatched": _("{who}: 1 green for the fleeing {shy} (1 point)"),
        "not snatched": _("{who}: no green grain for the fleeing {shy}"),
        "eaten": _("{birds} for the fox ({points})"),
        "ate": _("{who}: {birds} for the fox ({points})"),
        "rivals": _("{grains} ({points}) {at} for {rivals}"),
        "fox duel": _("Foxes {at}, {rivals}: duel for {birds}"),
        "no offer": _("{who}: no offer"),
        "duel": _("{who}: duel"),
        "offer": _("{who}: offer, {shares}"),
        "share": _("{points} for {name} ({grains})"),
        "no share": _("nothing for {name}"),
        "agreed": _("Agreed {at}: {shares}"),
        "yes": _("{who}: yes"),
        "no": _("{who}: no"),
        "no agreement": _("No agreement {at}: duel"),
        "die": _("{who}: {value} + die {die} = {total}"),
        "tie": _("Tie at {total}: another roll for {names}"),
        "won": _("{who}: duel won with {total}"),
        "score": _("After round {round}: {scores}"),
        "winner": _("Winner: {names} ({points})"),
        "winners": _("Shared win: {names} ({points})"),
        # question
        "ask card": _("Round {round} of {rounds}: which card do you lay?"),
        "ask first": _("Round {round} of {rounds}: which two cards do you lay? First the one earlier in table order."),
        "ask second": _("Which card do you lay with {card}?"),
        "laid": _("You have laid {cards}. {wait}"),
        "ask offer": _("{rivals} {at}, for {grains} ({points}). Your offer?"),
        "ask offer odds": _("{rivals} {at}, for {grains} ({points}). {duel} Your offer?"),
        "ask grain": _("Your offer so far: {shares}. Who gets the next grain, {grain} ({points})?"),
        "ask answer": _("{name} offers you {share} of {points} {at} ({shares}). Do you accept?"),
        "ask answer odds": _("{name} offers you {share} of {points} {at} ({shares}). {duel} Do you accept?"),
        "your duel": _("You win a duel {chance} of the time: worth {worth} on average."),
        "wait cards": _("Waiting for cards from {names}."),
        "wait offer": _("Waiting for {name}: an offer to share {grains} ({points}) {at}, or the duel."),
        "wait answer": _("Waiting for {names}: answer to the offer {at}, {shares}."),
        "wait draw": _("Cards are being drawn."),
        "wait supply": _("The yards are being supplied."),
        "wait die": _("Duel {at}: the die for {name} ({card})."),
        "over": _("The game is over. {winner}"),
        # explain
        "lay bird": _("{card}: alone {grains} ({points}); fox cards not yet seen here: {foxes}"),
        "lay shy": _("{card}: alone {grains} ({points}); in company it flees with 1 green"),
        "lay shy in vain": _("{card}: alone {grains} ({points}); in company it flees with no grain"),
        "lay fox": _("{card}: eats every bird that comes, no grain; bird cards not yet seen here: {birds}"),
        "give": _("{grain} ({points}) for {name}; so far {shares}"),
        "give last": _("{grain} ({points}) for {name}, the whole offer: {shares}. {duel}"),
        "explain no offer": _("no offer; next to be asked: {name}"),
        "explain last no offer": _("no offer; nobody is left to ask, so the duel: {duel}"),
        "explain duel": _("straight to the duel: {duel}"),
        "explain called duel": _("the duel, once all have answered: {duel}"),
        "accept": _("your share is {share}; in the duel: {duel}"),
        "refuse": _("no, but no duel yet unless somebody calls it; next to be asked: {name}"),
        "refuse last": _("no; nobody is left to ask, so the duel: {duel}"),
        "duel odds": _("{chance} for all {points}, worth {worth} on average"),
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
        "choosing": _("is choosing"),
        "answered": _("has answered"),
        "answering": _("to answer"),
        "offering": _("may offer"),
        "winning": _("wins"),
        "face down": _("▼ laid, face down"),
        "short fox": _("fox {value}"),
        "short shy": in_context("a card whose yard is known", "shy"),
        "hand fox": _("fox {value} ({animals})"),
        "hand shy": _("shy ({animals})"),
        "contest": _("► {at}: {rivals}"),
        "contest offer": _("► {at}: {rivals}. {who}: offer, {shares}"),
        "score title": _("After round {round} of {rounds}"),
        "final title": _("Final score"),
    },
)


@cache
def card_name(card: int, lang: str) -> str:
    """The card in words: `duck 4`, `shy duck`, `fox 5 at the ducks`."""
    yard, race = YARDS[lang][card // rules.KINDS], rules.RACE[card]
    words = {rules.BIRD: yard.bird, rules.SHY: yard.shy, rules.FOX: yard.fox}[race]
    return words.format(value=rules.VALUE[card])


def yard_name(yard: int, lang: str) -> str:
    """The yard by its animals: `ducks`."""
    return YARDS[lang][yard].name


def at_yard(yard: int, lang: str) -> str:
    """Where: `at the ducks`."""
    return YARDS[lang][yard].at


def grain_words(grain: Grain, lang: str) -> str:
    """Grains in words: `1 yellow, 2 green`."""
    return _grain_words(tuple(grain), lang)


@lru_cache(maxsize=4096)
def _grain_words(grain: Sequence[int], lang: str) -> str:
    words = [GRAINS_COUNTED[lang][colour].format(n) for colour, n in enumerate(grain) if n]
    return ", ".join(words) or SAY[lang]["no grain"]


@lru_cache(maxsize=1024)
def point_words(n: int, lang: str) -> str:
    """`1 point`, `4 points`, `−2 points`."""
    return POINTS[lang].format(n, number=number(n, lang))
