"""The word tables of RAISE in English and French, and how its cards, dice and points are written."""

from __future__ import annotations

from collections.abc import Sequence

from tripot.outside import listed

from . import rules

SYMBOL_NAMES = {
    "en": ("diamond", "gear", "cloud", "hourglass", "bell"),
    "fr": ("diamant", "engrenage", "nuage", "sablier", "cloche"),
}

SAY = {
    "en": {
        "and": "and",
        "colon": ":",
        "point": "{n} point",
        "points": "{n} points",
        "card": "{n} card",
        "cards": "{n} cards",
        "times": "{symbol} ×{times}",
        "stake": "{point} + {pile} in {cards}",
        "bare stake": "{point}",
        # tell
        "first roller": "First roll: {name}",
        "hand": "hand of {cards}",
        "drawn": "{card} from the draw pile",
        "pile empty": "draw pile empty",
        "round": "Round {round} of {rounds}: point card {point}, dice: {name}",
        "dice": "Dice: {times}",
        "set aside": "Nobody has a card: point card {point} set aside",
        "opened": "{card}, {digit} × {times} = space {space}{stack}",
        "on top": ", on top of {names}",
        "raised": "raise with {card}, {before} + {value} = {space}",
        "raised more": "{card} too, {before} + {value} = {space}",
        "landed": "space {space}{stack}",
        "passed": "pass on space {space}",
        "won": "round won on space {space}, {stake} = {points}",
        "scores": "After round {round}: {scores}",
        "count": "{won} + {hand} in hand{cards} = {points}",
        "winner": "Winner: {names} ({points})",
        "winners": "Shared win: {names} ({points})",
        # question
        "wait roller": "The first roller is being drawn by lot.",
        "wait draw": "{name}: cards are being drawn.",
        "wait point": "The next point card is being turned up.",
        "wait dice": "{name}: the dice are being rolled.",
        "ask first": "Your hidden first card, for {points}? {times}",
        "chosen": "Your card lies face down: {card}. Waiting for {names}.",
        "wait first": "Waiting for {names}: a hidden first card, for {points}.",
        "ask raise": "You are last on {space}: raise beyond {ahead}, or pass? At stake: {stake}.",
        "ask tie": "You are last on {space}{stack}: any card is enough. Raise or pass? At stake: {stake}.",
        "must pass": "You are last on {space} and cannot get beyond {ahead}: only a pass is left. At stake: {stake}.",
        "ask more": "You are on {space} and must get beyond {ahead}: which further card?",
        "ask stop": "You are on {space}, beyond {ahead}: a further card, or stop?",
        "must stop": "You are on {space}, beyond {ahead}, and no card may follow: stop.",
        "wait raise": "Waiting for {name}, last on {space}: raise beyond {ahead}, or pass. At stake: {stake}.",
        "wait more": "Waiting for {name}: a raise beyond {ahead}, on {space} so far. At stake: {stake}.",
        "over": "The game is over.",
        # explain
        "first": "{digit} × {times} = space {space}{victory}; above {share} % of the others' cards",
        "first alone": "{digit} × {times} = space {space}{victory}; nobody else has a card: the round is yours",
        "victory": ", {points} in the pile",
        "short": "{sum}{victory}; not yet beyond {ahead}, further cards must follow",
        "enough": "{sum}{victory}; last is then {name} on {last}",
        "sum": "{before} + {digit} × {times} = {space}",
        "stop": "stay on {space}; last is then {name} on {last}",
        "pass": "out of this round, {draw}; still in: {names}",
        "pass lost": "out of this round, {draw}; {points} for {name}",
        "draw": "{cards} to draw",
        "no draw": "nothing to draw",
    },
    "fr": {
        "and": "et",
        "colon": "\u00a0:",
        "point": "{n} point",
        "points": "{n} points",
        "card": "{n} carte",
        "cards": "{n} cartes",
        "times": "{symbol} ×{times}",
        "stake": "{point} + {pile} en {cards}",
        "bare stake": "{point}",
        "first roller": "Premier lancer\u00a0: {name}",
        "hand": "en main {cards}",
        "drawn": "{card}, de la pioche",
        "pile empty": "pioche épuisée",
        "round": "Manche {round} sur {rounds}\u00a0: carte-points {point}, dés\u00a0: {name}",
        "dice": "Dés\u00a0: {times}",
        "set aside": "Plus personne n'a de carte\u00a0: carte-points {point} mise de côté",
        "opened": "{card}, {digit} × {times} = case {space}{stack}",
        "on top": ", au-dessus de {names}",
        "raised": "relance avec {card}, {before} + {value} = {space}",
        "raised more": "et {card}, {before} + {value} = {space}",
        "landed": "case {space}{stack}",
        "passed": "passe, case {space}",
        "won": "manche gagnée, case {space}, {stake} = {points}",
        "scores": "Après la manche {round}\u00a0: {scores}",
        "count": "{won} + {hand} en main{cards} = {points}",
        "winner": "Victoire\u00a0: {names} ({points})",
        "winners": "Victoire partagée\u00a0: {names} ({points})",
        "wait roller": "On tire au sort le premier lancer.",
        "wait draw": "{name}\u00a0: pioche en cours.",
        "wait point": "On retourne la carte-points suivante.",
        "wait dice": "{name}\u00a0: les dés roulent.",
        "ask first": "Ta première carte, cachée, pour {points}\u00a0? {times}",
        "chosen": "Ta carte est posée face cachée\u00a0: {card}. On attend {names}.",
        "wait first": "On attend {names}\u00a0: une première carte, cachée, pour {points}.",
        "ask raise": "Ton pion est dernier, case {space}\u00a0: relancer au-delà de {ahead}, ou passer\u00a0? "
        "En jeu\u00a0: {stake}.",
        "ask tie": "Ton pion est dernier, case {space}{stack}\u00a0: toute carte suffit. Relancer ou passer\u00a0? "
        "En jeu\u00a0: {stake}.",
        "must pass": "Ton pion est dernier, case {space}, et ne peut aller au-delà de {ahead}\u00a0: il faut passer. "
        "En jeu\u00a0: {stake}.",
        "ask more": "Tu es sur {space} et dois aller au-delà de {ahead}\u00a0: quelle carte encore\u00a0?",
        "ask stop": "Tu es sur {space}, au-delà de {ahead}\u00a0: encore une carte, ou assez\u00a0?",
        "must stop": "Tu es sur {space}, au-delà de {ahead}, et aucune carte ne peut suivre\u00a0: assez.",
        "wait raise": "On attend {name}, dernier pion, case {space}\u00a0: relancer au-delà de {ahead}, ou passer. "
        "En jeu\u00a0: {stake}.",
        "wait more": "On attend {name}\u00a0: relance au-delà de {ahead}, jusqu'ici case {space}. En jeu\u00a0: {stake}.",
        "over": "La partie est finie.",
        "first": "{digit} × {times} = case {space}{victory}\u00a0; au-dessus de {share}\u00a0% des cartes des autres",
        "first alone": "{digit} × {times} = case {space}{victory}\u00a0; personne d'autre n'a de carte\u00a0: "
        "la manche est à toi",
        "victory": ", {points} dans la pile",
        "short": "{sum}{victory}\u00a0; pas encore au-delà de {ahead}, d'autres cartes doivent suivre",
        "enough": "{sum}{victory}\u00a0; dernier pion ensuite\u00a0: {name}, case {last}",
        "sum": "{before} + {digit} × {times} = {space}",
        "stop": "rester sur {space}\u00a0; dernier pion ensuite\u00a0: {name}, case {last}",
        "pass": "hors de cette manche, {draw}\u00a0; encore en lice\u00a0: {names}",
        "pass lost": "hors de cette manche, {draw}\u00a0; {points} pour {name}",
        "draw": "{cards} à piocher",
        "no draw": "rien à piocher",
    },
}

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
