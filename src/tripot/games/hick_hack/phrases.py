"""The words of Hick Hack in Gackelwack in English and French: the tables, and how cards and grains are named with them."""

from __future__ import annotations

from collections.abc import Iterable

from tripot import outside

from . import rules
from .facts import Grain

ANIMALS = {  # in board order: one, several
    "en": (
        *(("chicken", "chickens"), ("duck", "ducks"), ("goose", "geese")),
        *(("guinea fowl", "guinea fowl"), ("pheasant", "pheasants"), ("turkey", "turkeys")),
    ),
    "fr": (
        *(("poule", "poules"), ("canard", "canards"), ("oie", "oies")),
        *(("pintade", "pintades"), ("faisan", "faisans"), ("dindon", "dindons")),
    ),
}

COLOURS = {  # of the yards, in board order
    "en": ("yellow", "blue", "green", "red", "violet", "black"),
    "fr": ("jaune", "bleu", "vert", "rouge", "violet", "noir"),
}

GRAINS = {  # yellow, blue, green: one, several
    "en": (("yellow", "yellow"), ("blue", "blue"), ("green", "green")),
    "fr": (("jaune", "jaunes"), ("bleu", "bleus"), ("vert", "verts")),
}

GRAIN_LETTERS = {"en": "YBG", "fr": "JBV"}

SAY = {
    "en": {
        "and": "and",
        "colon": ":",
        "decimal": ".",
        "at": "at the {animals}",
        "bird": "{animal} {value}",
        "shy": "shy {animal}",
        "fox": "fox {value} at the {animals}",
        "point": "{n} point",
        "points": "{n} points",
        "no grain": "no grain",
        # tell
        "hand": "dealt {cards}",
        "drawn": "{card}, from the pile",
        "reshuffle": "The pile is empty: the discard is shuffled ({n} cards)",
        "no card": "No card is left to draw",
        "round": "Round {round} of {rounds}. Grain, in points: {yards}",
        "grain": "{grains} {at} ({points})",
        "nothing": "nothing left {at}",
        "snatched": "1 green for the fleeing {shy} (1 point)",
        "not snatched": "no green grain for the fleeing {shy}",
        "no bird": "no bird for the fox {at}",
        "no birds": "no bird for the foxes {at}",
        "eaten": "{birds} for the fox ({points})",
        "rivals": "{grains} ({points}) {at} for {rivals}",
        "fox duel": "Foxes {at}, {rivals}: duel for {birds}",
        "no offer": "no offer",
        "duel": "duel",
        "offer": "offer, {shares}",
        "share": "{points} for {name} ({grains})",
        "no share": "nothing for {name}",
        "agreed": "Agreed {at}: {shares}",
        "yes": "yes",
        "no": "no",
        "no agreement": "No agreement {at}: duel",
        "die": "{value} + die {die} = {total}",
        "tie": "Tie at {total}: another roll for {names}",
        "won": "duel won with {total}",
        "score": "After round {round}: {scores}",
        "winner": "Winner: {names} ({points})",
        "winners": "Shared win: {names} ({points})",
        # question
        "ask card": "Round {round} of {rounds}: which card do you lay?",
        "ask first": "Round {round} of {rounds}: which two cards do you lay? First the one earlier in table order.",
        "ask second": "{card}, and which card with it?",
        "laid": "You have laid {cards}. {wait}",
        "ask offer": "{rivals} {at}, for {grains} ({points}). {duel}Your offer?",
        "ask grain": "Your offer so far: {shares}. Whose is the next grain, {grain} ({points})?",
        "ask answer": "{name} offers you {share} of {points} {at} ({shares}). {duel}Do you accept?",
        "your duel": "In a duel you win {chance} %, worth {worth}.",
        "wait cards": "Waiting for {names} to lay.",
        "wait offer": "Waiting for {name}: an offer to share {grains} ({points}) {at}, or the duel.",
        "wait answer": "Waiting for {names}: answer to the offer {at}, {shares}.",
        "wait draw": "Cards are being drawn.",
        "wait supply": "The yards are being supplied.",
        "wait die": "Duel {at}: the die for {name} ({card}).",
        "over": "The game is over. {winner}",
        # explain
        "lay bird": "{card}: alone {grains} ({points}); fox cards not yet seen here: {foxes}",
        "lay shy": "{card}: alone {grains} ({points}); in company it flees with {snatch}",
        "lay fox": "{card}: eats every bird that comes, no grain; bird cards not yet seen here: {birds}",
        "a green": "1 green",
        "give": "{grain} ({points}) for {name}; so far {shares}",
        "give last": "{grain} ({points}) for {name}, the whole offer: {shares}. {duel}",
        "explain no offer": "no offer; next to be asked: {name}",
        "explain last no offer": "no offer; nobody is left to ask, so the duel: {duel}",
        "explain duel": "straight to the duel: {duel}",
        "explain called duel": "the duel, once all have answered: {duel}",
        "accept": "your share is {share}; in the duel: {duel}",
        "refuse": "no, but no duel yet unless somebody calls it; next to be asked: {name}",
        "refuse last": "no; nobody is left to ask, so the duel: {duel}",
        "duel odds": "{chance} % for all {points}, worth {worth}",
        # the drawn table
        "title": "round {round} of {rounds}",
        "dealing": "the deal",
        "stores": "supplier {name} · grains in the bag {bag} · pile {pile} · discard {discard}",
        "yard": "yard",
        "grains": "grain",
        "worth": "worth",
        "animals": "animals",
        "player": "player",
        "birds": "birds",
        "cards": "cards",
        "total": "total",
        "now": "now",
        "your hand": "{name} · hand",
        "chosen": "has chosen",
        "choosing": "chooses",
        "answered": "has answered",
        "answering": "answers",
        "offering": "offers",
        "winning": "wins",
        "face down": "▼ laid, face down",
        "short fox": "fox {value}",
        "short shy": "shy",
        "score title": "After round {round} of {rounds}",
        "final title": "Final score",
    },
    "fr": {
        "and": "et",
        "colon": "\u00a0:",
        "decimal": ",",
        "at": "chez les {animals}",
        "bird": "{animal} {value}",
        "shy": "poule mouillée chez les {animals}",
        "fox": "renard {value} chez les {animals}",
        "point": "{n} point",
        "points": "{n} points",
        "no grain": "aucun grain",
        "hand": "en main, {cards}",
        "drawn": "{card}, à la pioche",
        "reshuffle": "La pioche est vide\u00a0: la défausse est mélangée ({n} cartes)",
        "no card": "Il n'y a plus de carte à piocher",
        "round": "Manche {round} sur {rounds}. Grains, en points\u00a0: {yards}",
        "grain": "{grains} {at} ({points})",
        "nothing": "plus rien {at}",
        "snatched": "1 vert pour la {shy}, en fuite (1 point)",
        "not snatched": "pas de grain vert pour la {shy}, en fuite",
        "no bird": "pas de volaille pour le renard {at}",
        "no birds": "pas de volaille pour les renards {at}",
        "eaten": "{birds} pour le renard ({points})",
        "rivals": "{grains} ({points}) {at} pour {rivals}",
        "fox duel": "Renards {at}, {rivals}\u00a0: duel pour {birds}",
        "no offer": "pas d'offre",
        "duel": "duel",
        "offer": "offre, {shares}",
        "share": "{points} pour {name} ({grains})",
        "no share": "rien pour {name}",
        "agreed": "Accord {at}\u00a0: {shares}",
        "yes": "oui",
        "no": "non",
        "no agreement": "Pas d'accord {at}\u00a0: duel",
        "die": "{value} + dé {die} = {total}",
        "tie": "Égalité à {total}\u00a0: nouveau lancer pour {names}",
        "won": "duel gagné avec {total}",
        "score": "Après la manche {round}\u00a0: {scores}",
        "winner": "Victoire\u00a0: {names} ({points})",
        "winners": "Victoire partagée\u00a0: {names} ({points})",
        "ask card": "Manche {round} sur {rounds}\u00a0: quelle carte poses-tu\u00a0?",
        "ask first": "Manche {round} sur {rounds}\u00a0: quelles deux cartes poses-tu\u00a0? "
        "D'abord la première dans l'ordre de la table.",
        "ask second": "{card}, et quelle carte avec\u00a0?",
        "laid": "Tu as posé {cards}. {wait}",
        "ask offer": "{rivals} {at}, pour {grains} ({points}). {duel}Ton offre\u00a0?",
        "ask grain": "Ton offre jusqu'ici\u00a0: {shares}. À qui le prochain grain, {grain} ({points})\u00a0?",
        "ask answer": "{name} t’offre {share} sur {points} {at} ({shares}). {duel}Acceptes-tu\u00a0?",
        "your duel": "En duel, tu gagnes {chance}\u00a0% du temps, ce qui vaut {worth}.",
        "wait cards": "On attend les cartes de {names}.",
        "wait offer": "On attend {name}\u00a0: une offre pour partager {grains} ({points}) {at}, ou le duel.",
        "wait answer": "On attend {names}\u00a0: réponse à l'offre {at}, {shares}.",
        "wait draw": "On pioche.",
        "wait supply": "On ravitaille les basses-cours.",
        "wait die": "Duel {at}\u00a0: le dé pour {name} ({card}).",
        "over": "La partie est finie. {winner}",
        "lay bird": "{card}\u00a0: sans rival {grains} ({points})\u00a0; renards d'ici pas encore vus\u00a0: {foxes}",
        "lay shy": "{card}\u00a0: sans rival {grains} ({points})\u00a0; en compagnie, elle fuit avec {snatch}",
        "lay fox": "{card}\u00a0: mange toute volaille qui vient, aucun grain\u00a0; "
        "volailles d'ici pas encore vues\u00a0: {birds}",
        "a green": "1 vert",
        "give": "{grain} ({points}) pour {name}\u00a0; jusqu'ici {shares}",
        "give last": "{grain} ({points}) pour {name}, l'offre entière\u00a0: {shares}. {duel}",
        "explain no offer": "pas d'offre\u00a0; au suivant\u00a0: {name}",
        "explain last no offer": "pas d'offre\u00a0; il n'y a plus personne à qui demander, donc duel\u00a0: {duel}",
        "explain duel": "le duel tout de suite\u00a0: {duel}",
        "explain called duel": "le duel, quand tous auront répondu\u00a0: {duel}",
        "accept": "ta part est de {share}\u00a0; en duel\u00a0: {duel}",
        "refuse": "non, mais pas encore de duel, sauf si quelqu'un le demande\u00a0; au suivant\u00a0: {name}",
        "refuse last": "non\u00a0; il n'y a plus personne à qui demander, donc duel\u00a0: {duel}",
        "duel odds": "{chance}\u00a0% de chances pour {points}, ce qui vaut {worth}",
        "title": "manche {round} sur {rounds}",
        "dealing": "la donne",
        "stores": "fournisseur {name} · grains dans le sac {bag} · pioche {pile} · défausse {discard}",
        "yard": "basse-cour",
        "grains": "grains",
        "worth": "valeur",
        "animals": "animaux",
        "player": "joueur",
        "birds": "volailles",
        "cards": "cartes",
        "total": "total",
        "now": "maintenant",
        "your hand": "{name} · main",
        "chosen": "a choisi",
        "choosing": "choisit",
        "answered": "a répondu",
        "answering": "répond",
        "offering": "propose",
        "winning": "gagne",
        "face down": "▼ posée, face cachée",
        "short fox": "renard {value}",
        "short shy": "mouillée",
        "score title": "Après la manche {round} sur {rounds}",
        "final title": "Score final",
    },
}


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
