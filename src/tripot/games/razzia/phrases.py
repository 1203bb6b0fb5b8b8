"""The words of Razzia in English and French."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tripot import outside

from . import rules as razzia

BARS = ("Colibri", "Cotton Club", "Havanna Bar", "Jungle", "Lincoln", "Jazz House")
COLOURS = {
    "en": ("red", "yellow", "violet", "blue", "green", "pink"),
    "fr": ("rouge", "jaune", "violet", "bleu", "vert", "rose"),
}
CHANCE_AT_WORK = {
    "en": {
        razzia.FIRST_DEALER: "The first dealer is drawn by lot.",
        razzia.DEAL: "Cards are being dealt.",
        razzia.MONEY: "Notes are being laid on the bars.",
        razzia.DUEL: "The dice are rolling.",
    },
    "fr": {
        razzia.FIRST_DEALER: "Le premier donneur est tiré au sort.",
        razzia.DEAL: "On distribue les cartes.",
        razzia.MONEY: "On pose les billets sur les bars.",
        razzia.DUEL: "Les dés roulent.",
    },
}
"""By phase: what goes on while nobody is asked."""
GAMBLER, POLICE = {"en": "gambler", "fr": "flambeur"}, {"en": "police", "fr": "police"}

# Log lines are nominal, so that any name fits.
SAY = {
    "en": {
        "at": "{card} at the {bar}",
        "first dealer": "First dealer: {who}",
        "cards each": "{count} cards each",
        "first hand": "{who}: first hand, {cards}",
        "new card": "{who}: new card, {card}",
        "reshuffle": "Draw pile empty: the discard is shuffled and becomes the pile",
        "round": "Round {round} of {rounds}, dealer: {who}",
        "pots": "On the bars: {pots}",
        "free note": "{who}: free note of {money}, still in hand",
        "put": "{who}: free note of {money} on the {bar}, now {pot}",
        "face down": "{who}: {card}, face down",
        "turned up": "{who}: {card}",
        "alone": "{who}: {money}, alone at the {bar}",
        "raid": "{who}: {money}, raid on {gamblers} at the {bar}",
        "no gambler": "{bar}: police without a gambler, {money} left there",
        "no money": "{bar}: no money, nothing to win",
        "to split": "{bar}: {money} for {contenders}; proposal by {who}",
        "offer": "Offer at the {bar}: {shares}",
        "own accept": "{who}: accept, face down",
        "own refuse": "{who}: duel, face down",
        "accepted": "{who}: {money} accepted at the {bar}",
        "refused": "{who}: no deal",
        "shared": "Shared at the {bar}: {shares}",
        "no stake": "No money left to fight for at the {bar}",
        "duel": "Duel at the {bar} for {money}: {first} against {second}",
        "duel then": "{duel}, then {others}",
        "roll": "{who}: card {card} + die {die} = {total}",
        "tie": "Equal totals: the lower card wins",
        "duel won": "Duel won by {who}; next: {next}",
        "stake won": "Duel won by {who}: {money} at the {bar}",
        "left": "Left on the bars: {money}",
        "over": "Game over, won by {who} with {money}",
        "over shared": "Game over, won together by {who} with {money} each",
        "share for": "{money} for {who}",
        "nothing": "nothing",
        "you": "you",
        # questions
        "ask free": "Free note of {money}: on which bar?",
        "ask card": "Round {round} of {rounds}, the richest bar: {bar} with {money}. Which card?",
        "ask split": "{bar}, {money} to split between {contenders}: who gets the next {note}?",
        "ask answer": "Offer at the {bar}: {money} of {pot} for you. Accept, or a duel, your {card} against {who}?",
        "ask over": "The game is over, won by {who}.",
        "wait free": "Waiting for {who}: where to put the free note.",
        "wait card": "Waiting for {who}: the choice of a card.",
        "wait own card": "Your card: {card}. Waiting for {who}.",
        "wait split": "Waiting for {who}: the split of {money} at the {bar}.",
        "wait answer": "Waiting for {who}: the answer to the offer at the {bar}.",
        # explanations
        "gambler alone": "{card}: {money} if alone; unseen there: {unseen}",
        "police hope": "{card}: {money} if a gambler comes; unseen there: {unseen}",
        "police in vain": "{card}: no gambler left to catch there",
        "empty pot": "{card}: no money there",
        "put there": "{bar}: {before}, then {after}; your cards there: {cards}",
        "no cards": "none",
        "give own": "{note} for yourself: {share} of {pot} so far",
        "give": "{note} for {who}: {share} of {pot} so far, by duel odds {fair}",
        "accept": "{money} for sure",
        "duel with": "{percent} for {money} against {who}, worth {worth}",
        "duel choice": "if only you refuse: {duel}; if all refuse: {percent} for {money}, worth {worth}",
        # the table
        "now": "round {round} of {rounds}",
        "dealing": "the first deal",
        "stores": "{notes} notes and {cards} cards to draw, {discard} in the discard",
        "player": "player",
        "money": "money",
        "dealer": "dealer",
        "has chosen": "has chosen",
        "chooses": "chooses a card",
        "places": "has the free note",
        "proposes": "proposes a split",
        "answers": "answers",
        "has answered": "has answered",
        "winner": "winner",
        "contest": "{bar}: {money} to split",
        "fight": "{bar}: duel for {money}",
        "fights": "fights",
        "waits": "waits for the next duel",
        "rolled": "fights, has rolled {die}",
        "hand": "Your hand",
        "chosen": "chosen",
        "total": "total",
        "behind": "behind",
        "after round": "After round {round} of {rounds}",
        "final": "Final score",
        "left short": "{money} left on the bars",
    },
    "fr": {
        "at": "{card} au {bar}",
        "first dealer": "Premier donneur : {who}",
        "cards each": "{count} cartes à chacun",
        "first hand": "{who} : première main, {cards}",
        "new card": "{who} : nouvelle carte, {card}",
        "reshuffle": "Pioche vide : la défausse est mélangée et devient la pioche",
        "round": "Manche {round} sur {rounds}, à la donne : {who}",
        "pots": "Sur les bars : {pots}",
        "free note": "{who} : billet libre de {money}, encore en main",
        "put": "{who} : billet libre de {money} au {bar}, qui passe à {pot}",
        "face down": "{who} : {card}, face cachée",
        "turned up": "{who} : {card}",
        "alone": "{who} : {money}, sans rival au {bar}",
        "raid": "{who} : {money}, descente au {bar} chez {gamblers}",
        "no gambler": "{bar} : police sans flambeur, {money} restent sur place",
        "no money": "{bar} : pas d'argent, rien à gagner",
        "to split": "{bar} : {money} pour {contenders} ; à {who} de proposer",
        "offer": "Offre au {bar} : {shares}",
        "own accept": "{who} : d'accord, face cachée",
        "own refuse": "{who} : duel, face cachée",
        "accepted": "{who} : d'accord pour {money} au {bar}",
        "refused": "{who} : refus",
        "shared": "Partage au {bar} : {shares}",
        "no stake": "Plus d'argent en jeu au {bar}",
        "duel": "Duel au {bar} pour {money} : {first} contre {second}",
        "duel then": "{duel}, puis {others}",
        "roll": "{who} : carte {card} + dé {die} = {total}",
        "tie": "Totaux égaux : la carte la plus faible gagne",
        "duel won": "Duel gagné par {who} ; ensuite : {next}",
        "stake won": "Duel gagné par {who} : {money} au {bar}",
        "left": "Restés sur les bars : {money}",
        "over": "Fin de la partie, gagnée par {who} avec {money}",
        "over shared": "Fin de la partie, gagnée ensemble par {who} avec {money} chacun",
        "share for": "{money} pour {who}",
        "nothing": "rien",
        "you": "toi",
        # questions
        "ask free": "Billet libre de {money} : sur quel bar ?",
        "ask card": "Manche {round} sur {rounds}, le bar le plus riche : {bar} avec {money}. Quelle carte ?",
        "ask split": "{bar}, {money} à partager entre {contenders} : à qui le prochain billet de {note} ?",
        "ask answer": "Offre au {bar} : {money} sur {pot} pour toi. D'accord, ou duel, ton {card} contre {who} ?",
        "ask over": "La partie est finie, gagnée par {who}.",
        "wait free": "On attend {who} : où poser le billet libre.",
        "wait card": "On attend {who} : le choix d'une carte.",
        "wait own card": "Ta carte : {card}. On attend {who}.",
        "wait split": "On attend {who} : le partage de {money} au {bar}.",
        "wait answer": "On attend {who} : la réponse à l'offre au {bar}.",
        # explanations
        "gambler alone": "{card} : {money} sans rival ; pas encore vus là : {unseen}",
        "police hope": "{card} : {money} s'il vient un flambeur ; pas encore vus là : {unseen}",
        "police in vain": "{card} : plus de flambeur à prendre là",
        "empty pot": "{card} : pas d'argent là",
        "put there": "{bar} : {before}, puis {after} ; tes cartes là : {cards}",
        "no cards": "aucune",
        "give own": "{note} pour toi : {share} sur {pot} jusqu'ici",
        "give": "{note} pour {who} : {share} sur {pot} jusqu'ici, {fair} selon les chances en duel",
        "accept": "{money} à coup sûr",
        "duel with": "{percent} pour {money} contre {who}, soit {worth}",
        "duel choice": "si tu refuses sans les autres : {duel} ; si tous refusent : {percent} pour {money}, soit {worth}",
        # the table
        "now": "manche {round} sur {rounds}",
        "dealing": "première donne",
        "stores": "{notes} billets et {cards} cartes à tirer, {discard} à la défausse",
        "player": "joueur",
        "money": "argent",
        "dealer": "donne",
        "has chosen": "a choisi",
        "chooses": "choisit une carte",
        "places": "a le billet libre",
        "proposes": "propose un partage",
        "answers": "répond",
        "has answered": "a répondu",
        "winner": "gagne",
        "contest": "{bar} : {money} à partager",
        "fight": "{bar} : duel pour {money}",
        "fights": "se bat",
        "waits": "attend le duel suivant",
        "rolled": "se bat, a lancé {die}",
        "hand": "Ta main",
        "chosen": "posée",
        "total": "total",
        "behind": "retard",
        "after round": "Après la manche {round} sur {rounds}",
        "final": "Décompte final",
        "left short": "{money} restés sur les bars",
    },
}


def say(lang: str, key: str, **facts: object) -> str:
    """A sentence with its facts."""
    return SAY[lang][key].format(**facts)


def money(thousands: int, lang: str) -> str:
    """A sum: $35k, in French 35 k$."""
    return f"{thousands} k$" if lang == "fr" else f"${thousands}k"


def percent(chance: float, lang: str) -> str:
    """A chance: 42%, in French 42 %."""
    return f"{round(100 * chance)} %" if lang == "fr" else f"{round(100 * chance)}%"


@cache
def figure_name(card: int, lang: str) -> str:
    """A card without its bar: gambler 5."""
    return f"{(POLICE if razzia.IS_POLICE[card] else GAMBLER)[lang]} {razzia.STRENGTH[card]}"


@cache
def card_name(card: int, lang: str) -> str:
    """A card in words: gambler 5 at the Jungle."""
    return say(lang, "at", card=figure_name(card, lang), bar=BARS[razzia.BAR_OF[card]])


@cache
def counted(gamblers: int, police: int, lang: str) -> str:
    """So many of each: 3 gamblers, 1 police."""
    officers = POLICE[lang] + ("s" if police > 1 and lang == "fr" else "")
    return f"{gamblers} {GAMBLER[lang]}{'s' if gamblers > 1 or (gamblers == 0 and lang == 'en') else ''}, {police} {officers}"


def listed(words: Iterable[str], lang: str) -> str:
    """Ada, Bruno and Chloé."""
    return outside.listed(words, "et" if lang == "fr" else "and")
