"""The phrases of the web board of Hick Hack that the notation does not have, and how it writes points and people."""

from __future__ import annotations

from functools import lru_cache

from tripot.web.scene import Scene, text

from .. import rules
from ..facts import Grain, points_of
from ..phrases import GRAINS, SAY, point_words

WORDS = {
    "en": {
        "you": "You",
        "table": "The table: the yards and what lies there",
        "yards": "Yards",
        "worth": "worth",
        "grain": "{colour} grain, {points}",
        "legend": "Grain",
        "bag": "Bag {n}",
        "pile": "Pile {n}",
        "discard": "Discard {n}",
        "bag why": "Grains left in the bag: {n}",
        "pile why": "Cards left to draw: {n}",
        "discard why": "Cards in the discard, shuffled when the pile is empty: {n}",
        "supplier": "supplies the grain; last among equals",
        "lying": "Cards here",
        "hold": "You hold here: {cards}",
        "hold none": "You hold no card for this yard",
        # what became of a card
        "eaten": "eaten",
        "fled": "fled",
        "nothing": "nothing",
        "no bird": "no bird came",
        "die": "die {n}",
        # the cards chosen, the talk about a yard, the end
        "chosen cards": "Cards chosen",
        "laid": "laid",
        "thinks": "thinking",
        "sits out": "no card",
        "talk": "The talk {at}",
        "turn offer": "may offer",
        "proposes": "offers this",
        "turn answer": "answers",
        "answered": "has answered",
        "answer laid": "answer laid",
        "yes": "agreed",
        "no": "refused",
        "spoke": "has spoken",
        "next": "asked next",
        "later": "asked later",
        "ranking": "Final score",
        "wins": "wins",
        # the hand
        "hand": "Your hand",
        "choose one": "Lay one card",
        "choose two": "Lay two cards",
        "pair rule": "Not a fox and a bird of one colour.",
        "second": "And the second card?",
        "your choice": "Your choice: ",
        "take back": "Take back",
        "my card": " my card",
        "my cards": " my cards",
        "lay two": "Lay these two",
        "for round": "for round {n}",
        "last hand": "counts for nobody",
        "no hand": "You have no card left: you sit this round out.",
        "not now": "{card}: cards are laid at the start of a round",
        "clash fox": "not with fox",
        "clash bird": "not with bird",
        "no partner": "{card}: may lie with no other card of your hand",
        "not second": "{card}: may not be the second card with this one",
        "alone": "alone ",
        "eats": "eats",
        "plain bird": "{card}: alone it takes {points}",
        "plain fox": "{card}: eats every bird that comes, no grain",
        "captions": "Below: the gain if alone, and the foxes or birds of that yard not yet seen.",
        "plain captions": "Below: the gain if alone. A fox eats every bird that comes.",
        # the offer and its answers
        "ask pair": "Round {round} of {rounds}: which two cards do you lay?",
        "ask rest": "Your offer so far: {shares}. Who gets the rest?",
        "your offer": "Your offer to {names}",
        "give to": "Whose is this: {grain}?",
        "given": "already given",
        "propose": "Propose this split",
        "no deal": "No agreement: a duel for {points}",
        "your duel": "You win {chance} of the time: worth {worth} on average.",
        "winner takes": "The highest card + die takes all.",
        "duel worth": "duel\u00a0≈\u00a0{worth}",
        "no offer": "No offer",
        "duel": "Duel now",
        "call duel": "Duel",
        "duel chance": "duel\u00a0{chance}",
        "then": "then {name} is asked",
        "then you": "then you may offer",
        "then duel": "nobody is left to ask: duel",
        "all for": "all {points} to the winner",
        "odds": "{chance} for {points}",
        "offered": "{name} offers you {share} of {points}",
        "offered nothing": "{name} offers you nothing of {points}",
        "accept": "Accept",
        "refuse": "Refuse",
        "you get": "you get {share}",
        "you get nothing": "you get nothing",
        "your answer": "Your answer: ",
        "offer": "The offer",
        # the score sheet
        "no gain": "nothing",
        "was eaten": "{card}: eaten",
        "winner": "Winner",
    },
    "fr": {
        "you": "Toi",
        "table": "La table\u00a0: les basses-cours et ce qui s’y trouve",
        "yards": "Basses-cours",
        "worth": "valeur",
        "grain": "grain {colour}, {points}",
        "legend": "Grains",
        "bag": "Sac {n}",
        "pile": "Pioche {n}",
        "discard": "Défausse {n}",
        "bag why": "Grains qui restent dans le sac\u00a0: {n}",
        "pile why": "Cartes qui restent à piocher\u00a0: {n}",
        "discard why": "Cartes de la défausse, mélangées quand la pioche est vide\u00a0: {n}",
        "supplier": "ravitaille\u00a0; en dernier à égalité",
        "lying": "Cartes ici",
        "hold": "Tu as ici\u00a0: {cards}",
        "hold none": "Tu n’as pas de carte pour cette basse-cour",
        "eaten": "mangée",
        "fled": "en fuite",
        "nothing": "rien",
        "no bird": "pas de volaille",
        "die": "dé {n}",
        "chosen cards": "Cartes choisies",
        "laid": "posée",
        "thinks": "réfléchit",
        "sits out": "sans carte",
        "talk": "On négocie {at}",
        "turn offer": "peut proposer",
        "proposes": "propose ceci",
        "turn answer": "répond",
        "answered": "a répondu",
        "answer laid": "réponse posée",
        "yes": "d’accord",
        "no": "a refusé",
        "spoke": "a parlé",
        "next": "ensuite",
        "later": "plus tard",
        "ranking": "Score final",
        "wins": "gagne",
        "hand": "Ta main",
        "choose one": "Pose une carte",
        "choose two": "Pose deux cartes",
        "pair rule": "Pas un renard et une volaille de même couleur.",
        "second": "Et la seconde carte\u00a0?",
        "your choice": "Ton choix\u00a0: ",
        "take back": "Reprendre",
        "my card": " ma carte",
        "my cards": " mes cartes",
        "lay two": "Poser ces deux cartes",
        "for round": "pour la manche {n}",
        "last hand": "ne compte pour personne",
        "no hand": "Tu n’as plus de carte\u00a0: tu passes cette manche.",
        "not now": "{card}\u00a0: on pose les cartes en début de manche",
        "clash fox": "sans renard",
        "clash bird": "sans volaille",
        "no partner": "{card}\u00a0: ne va avec aucune autre carte de ta main",
        "not second": "{card}\u00a0: ne peut pas être la seconde carte avec celle-ci",
        "alone": "seule ",
        "eats": "mange",
        "plain bird": "{card}\u00a0: sans rival {points}",
        "plain fox": "{card}\u00a0: mange toute volaille qui vient, aucun grain",
        "captions": "Dessous\u00a0: le gain sans rival, et les renards ou volailles d’ici pas encore vus.",
        "plain captions": "Dessous\u00a0: le gain sans rival. Le renard mange toute volaille qui vient.",
        "ask pair": "Manche {round} sur {rounds}\u00a0: quelles deux cartes poses-tu\u00a0?",
        "ask rest": "Ton offre jusqu’ici\u00a0: {shares}. À qui va le reste\u00a0?",
        "your offer": "Ton offre à {names}",
        "give to": "À qui\u00a0: {grain}\u00a0?",
        "given": "déjà donné",
        "propose": "Proposer ce partage",
        "no deal": "Sans accord\u00a0: un duel pour {points}",
        "your duel": "Tu le gagnes {chance} du temps\u00a0: {worth} en moyenne.",
        "winner takes": "La plus forte somme carte + dé prend tout.",
        "duel worth": "duel\u00a0≈\u00a0{worth}",
        "no offer": "Pas d’offre",
        "duel": "Duel tout de suite",
        "call duel": "Duel",
        "duel chance": "duel\u00a0{chance}",
        "then": "puis on demande à {name}",
        "then you": "puis c’est à toi d’offrir",
        "then duel": "plus personne à qui demander\u00a0: duel",
        "all for": "{points} pour qui gagne",
        "odds": "{chance} pour {points}",
        "offered": "{name} t’offre {share} sur {points}",
        "offered nothing": "{name} ne t’offre rien sur {points}",
        "accept": "Accepter",
        "refuse": "Refuser",
        "you get": "tu reçois {share}",
        "you get nothing": "tu ne reçois rien",
        "your answer": "Ta réponse\u00a0: ",
        "offer": "L’offre",
        "no gain": "rien",
        "was eaten": "{card}\u00a0: mangée",
        "winner": "Victoire",
    },
}


def people(scene: Scene) -> list[str]:
    """What the seats are called here, made safe: the viewer is `You`."""
    names = [f"<bdi>{text(name)}</bdi>" for name in scene.names]
    if scene.seat >= 0:
        names[scene.seat] = WORDS[scene.lang]["you"]
    return names


def plain_people(scene: Scene) -> list[str]:
    """The same for titles, not yet made safe."""
    names = list(scene.names)
    if scene.seat >= 0:
        names[scene.seat] = WORDS[scene.lang]["you"]
    return names


@lru_cache(maxsize=1024)
def signed(points: int) -> str:
    """`+5`, `−2`, `0`."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def number(points: int) -> str:
    """`5`, `−2`."""
    return str(points).replace("-", "−")


@lru_cache(maxsize=1024)
def short_points(points: int, lang: str) -> str:
    """`17 pts`, `1 pt`, `−2 pts`."""
    is_one = abs(points) == 1 or (points == 0 and lang == "fr")
    return f"{number(points)}\u00a0{'pt' if is_one else 'pts'}"


def percent(chance: float) -> str:
    """`58 %`."""
    return f"{100 * chance:.0f}\u00a0%"


def decimal(number: float, lang: str) -> str:
    """`2.9`, in French `2,9`."""
    return f"{number:.1f}".replace(".", SAY[lang]["decimal"])


def worth_words(grain: Grain, lang: str) -> str:
    """`5 points`, with a space that does not break."""
    return point_words(points_of(grain), lang).replace(" ", "\u00a0")


@lru_cache(maxsize=64)
def grain_name(colour: int, lang: str) -> str:
    """`yellow grain, 3 points`."""
    points = point_words(rules.GRAIN_POINTS[colour], lang)
    return WORDS[lang]["grain"].format(colour=GRAINS[lang][colour][0], points=points)
