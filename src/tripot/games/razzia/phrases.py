"""The words of Razzia: the tables, and how cards, sums and counts are named with them."""

from __future__ import annotations

from functools import cache, lru_cache

from tripot.language import _, number, plural, translated

from . import rules as razzia

BARS = ("Colibri", "Cotton Club", "Havanna Bar", "Jungle", "Lincoln", "Jazz House")
"""Names, the same in every language."""
COLOURS = translated(__package__, (_("red"), _("yellow"), _("violet"), _("blue"), _("green"), _("pink")))
CHANCE_AT_WORK = translated(
    __package__,
    {
        razzia.FIRST_DEALER: _("The first dealer is drawn by lot."),
        razzia.DEAL: _("Cards are being dealt."),
        razzia.MONEY: _("Notes are being laid on the bars."),
        razzia.DUEL: _("The dice are rolling."),
    },
)
"""By phase: what goes on while nobody is asked."""
FIGURES = translated(__package__, (_("gambler {strength}"), _("police {strength}")))
"""A card without its bar, by whether it is police."""
MONEY = translated(__package__, _("${n}k"))
"""A sum in thousands."""
COUNTED = translated(
    __package__,
    {
        "gamblers": plural("{n} gambler", "{n} gamblers"),
        "police": plural("{n} police", "{n} police"),
        "notes": plural("{n} note", "{n} notes"),
        "cards": plural("{n} card", "{n} cards"),
        "cards each": plural("{n} card each", "{n} cards each"),
    },
)

# Log lines are nominal, so that any name fits.
SAY = translated(
    __package__,
    {
        "at": _("{card} at the {bar}"),
        "named put": _("the free note on the {bar}"),
        "named accept": _("deal"),
        "named duel": _("no deal"),
        "first dealer": _("First dealer: {who}"),
        "first hand": _("{who}: first hand, {cards}"),
        "new card": _("{who}: new card, {card}"),
        "reshuffle": _("Draw pile empty: the discard is shuffled and becomes the pile"),
        "round": _("Round {round} of {rounds}, dealer: {who}"),
        "pots": _("On the bars: {pots}"),
        "free note": _("{who}: free note of {money}, still in hand"),
        "put": _("{who}: free note of {money} on the {bar}, now {pot}"),
        "face down": _("{who}: {card}, face down"),
        "turned up": _("{who}: {card}"),
        "alone": _("{who}: {money}, alone at the {bar}"),
        "raid": _("{who}: {money}, raid on {gamblers} at the {bar}"),
        "no gambler": _("{bar}: police without a gambler, {money} left there"),
        "no money": _("{bar}: no money, nothing to win"),
        "to split": _("{bar}: {money} for {contenders}; proposal by {who}"),
        "offer": _("Offer at the {bar}: {shares}"),
        "own accept": _("{who}: deal, face down"),
        "own refuse": _("{who}: duel, face down"),
        "accepted": _("{who}: {money} accepted at the {bar}"),
        "refused": _("{who}: no deal"),
        "shared": _("Shared at the {bar}: {shares}"),
        "no stake": _("No money left to fight for at the {bar}"),
        "duel": _("Duel at the {bar} for {money}: {first} against {second}"),
        "duel then": _("{duel}, then {others}"),
        "roll": _("{who}: card {card} + die {die} = {total}"),
        "tie": _("Equal totals: the lower card wins"),
        "duel won": _("Duel won by {who}; next: {next}"),
        "stake won": _("Duel won by {who}: {money} at the {bar}"),
        "left": _("Left on the bars: {money}"),
        "over": _("Game over, won by {who} with {money}"),
        "over shared": _("Game over, won together by {who} with {money} each"),
        "share for": _("{money} for {who}"),
        "nothing": _("nothing"),
        "you": _("you ({card})"),
        "counted": _("{gamblers}, {police}"),
        # questions
        "ask free": _("Free note of {money}: on which bar?"),
        "ask card": _("Round {round} of {rounds}, the richest bar: {bar} with {money}. Which card do you choose?"),
        "ask split": _("{bar}, {money} to split between {contenders}: who gets the next {note}?"),
        "ask answer": _(
            "Offer at the {bar}: {money} of {pot} for you. Do you accept, or duel with your {card} against {who}?"
        ),
        "ask over": _("The game is over, won by {who}."),
        "wait free": _("Waiting for {who}: where to put the free note."),
        "wait card": _("Waiting for {who}: the choice of a card."),
        "wait own card": _("Your card: {card}. Waiting for {who}."),
        "wait split": _("Waiting for {who}: the split of {money} at the {bar}."),
        "wait answer": _("Waiting for {who}: the answer to the offer at the {bar}."),
        # explanations
        "gambler alone": _("{card}: {money} if alone; unseen there: {unseen}"),
        "police hope": _("{card}: {money} if a gambler comes; unseen there: {unseen}"),
        "police in vain": _("{card}: no gambler left to catch there"),
        "empty pot": _("{card}: no money there"),
        "put there": _("{bar}: {before}, then {after}; your cards there: {cards}"),
        "no cards": _("none"),
        "give own": _("{note} for yourself: {share} of {pot} so far"),
        "give": _("{note} for {who}: {share} of {pot} so far; by the odds of a duel {fair}"),
        "accept": _("{money} for sure"),
        "duel with": _("{percent} for {money} against {who}, worth {worth} on average"),
        "duel choice": _("if only you refuse: {duel}; if all refuse: {percent} for {money}, worth {worth} on average"),
        # the table
        "now": _("round {round} of {rounds}"),
        "dealing": _("the first deal"),
        "stores": _("To draw: {notes} and {cards}; in the discard: {discard}"),
        "player": _("player"),
        "money": _("money"),
        "dealer": _("dealer"),
        "has chosen": _("has chosen"),
        "chooses": _("chooses a card"),
        "places": _("has the free note"),
        "proposes": _("proposes a split"),
        "answers": _("answers"),
        "has answered": _("has answered"),
        "winner": _("winner"),
        "contest": _("{bar}: {money} to split"),
        "fight": _("{bar}: duel for {money}"),
        "fights": _("fights"),
        "waits": _("waits for the next duel"),
        "rolled": _("fights, has rolled {die}"),
        "hand": _("Your hand"),
        "chosen": _("chosen"),
        "total": _("total"),
        "behind": _("behind"),
        "after round": _("After round {round} of {rounds}"),
        "final": _("Final score"),
    },
)


def say(lang: str, key: str, **facts: object) -> str:
    """A sentence with its facts."""
    return SAY[lang][key].format(**facts)


@lru_cache(maxsize=4096)
def money(thousands: int, lang: str) -> str:
    """A sum: $35k, in French 35 k$."""
    return MONEY[lang].format(n=number(thousands, lang))


@cache
def figure_name(card: int, lang: str) -> str:
    """A card without its bar: gambler 5."""
    return FIGURES[lang][razzia.IS_POLICE[card]].format(strength=razzia.STRENGTH[card])


@cache
def card_name(card: int, lang: str) -> str:
    """A card in words: gambler 5 at the Jungle."""
    return say(lang, "at", card=figure_name(card, lang), bar=BARS[razzia.BAR_OF[card]])


@cache
def counted(gamblers: int, police: int, lang: str) -> str:
    """So many of each: 3 gamblers, 1 police."""
    words = COUNTED[lang]
    return say(lang, "counted", gamblers=words["gamblers"].format(gamblers), police=words["police"].format(police))


@lru_cache(maxsize=4096)
def stores(notes: int, cards: int, discard: int, lang: str) -> str:
    """What is left to draw."""
    words = COUNTED[lang]
    facts = {"notes": words["notes"].format(notes), "cards": words["cards"].format(cards), "discard": discard}
    return say(lang, "stores", **facts)
