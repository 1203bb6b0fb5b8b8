"""The words of the Razzia board that the game's notation does not have, and how it says sums and people."""

from __future__ import annotations

from functools import cache

from tripot.web.scene import Scene, text

from ..phrases import money, percent

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "bars": "The bars",
        "you": "You",
        # the felt
        "unseen": "Not seen yet: {unseen}",
        "put": "Put here: {money}",
        "put why": "{bar}: {before} now, {after} with the free note",
        "choose below": "Choose one of your {bar} cards to come here",
        "no card": "You hold no {bar} card",
        "not now": "Nothing to choose here now",
        "free down": "{who}: free note, face down",
        "free own": "Your free note.",
        "offer": "The offer",
        "was": "Round {round}",
        "raided": "raided",
        "in vain": "in vain",
        "face down": "face down",
        "chosen": "has chosen",
        "thinking": "thinking",
        "card of": "Face-down card",
        # what became of a bar
        "takes": "{money} for {who}",
        "you take": "You take {money}",
        "raid takes": "Raid! {money} for {who}",
        "you raid": "Raid! You take {money}",
        "stays": "Police without a gambler: {money} stays",
        "empty": "No money, nothing to win",
        "shared": "Agreed: {shares}",
        "agreed": "{who} agreed: {money}",
        "no stake": "Nothing left to fight for",
        "settled": "Settled",
        "pot gone": "Pot emptied",
        "duel": "Duel",
        "fought": "Duel: {shares}",
        "wins": "wins",
        "tie": "equal, the lower card wins",
        # the hand
        "hand": "Your hand",
        "choose": "Choose a card. All are turned up together.",
        "next": "for round {round}",
        "later": "A card is chosen once the money lies on the bars",
        "waits": "The cards of this round lie on the table",
        "your choice": "Your choice:",
        "change": "Take it back",
        "change hint": "Touch another card to change it.",
        "alone": "alone",
        "raid": "raid",
        "nobody": "nobody left",
        "no money": "empty",
        "card why": "{card}, {money} there",
        "free hint": "Choose the bar it goes to. The others see it there.",
        # the split
        "ask split": "{bar}: {money} to share between {contenders}. How do you split it?",
        "yourself": "you",
        "your offer": "Your offer to {names}",
        "offer sum": "{money} at the {bar}",
        "keep": "You keep",
        "gets": '{who}<span class="wide"> gets</span>',
        "note of": "Note of {money}: whose?",
        "note for": "{money} for {who}",
        "propose": "Propose this split",
        "split hint": "Drag a note to somebody, or touch its place in another row.",
        "against": "A refusal is a dice duel for {money}. {who} should accept {worth} or more.",
        "against one": "{who}: {percent} in a duel with you, fair share {fair}",
        "against all": "If all refuse, you win all {money} with {percent}.",
        "ask": "{who} offers you {money}",
        "ask nothing": "{who} offers you nothing",
        "accept": "Accept {money}",
        "accept nothing": "Give up the pot",
        "no duel": "nothing, without a duel",
        "for sure": "for sure",
        "nothing": "nothing",
        "duel for": "Duel for {money}",
        "duel odds": "{percent}, worth {worth} on average",
        "duel dice": "your {card} + a die against {other} + a die",
        "duel only": "alone: {odds}",
        "duel all": "if all refuse: {percent} for {money}, worth {worth}",
        "your answer": "Your answer lies face down",
        "said duel": "Duel",
        # the tally
        "tally": "After round {round} of {rounds}",
        "final": "Final score",
        "won now": "just won",
        "total": "total",
        "player": "player",
        "winner": "winner",
        "left": "Left on the bars: {money}",
        "title": "Round {round} of {rounds}",
        "dealing": "The first deal",
        "dealer": "dealer",
    },
    "fr": {
        "bars": "Les bars",
        "you": "Toi",
        "unseen": "Pas encore vus : {unseen}",
        "put": "Poser ici : {money}",
        "put why": "{bar} : {before} maintenant, {after} avec le billet libre",
        "choose below": "Pour venir ici, choisis une de tes cartes {bar}",
        "no card": "Tu n’as pas de carte {bar}",
        "not now": "Rien à choisir ici pour l’instant",
        "free down": "{who} : billet libre, face cachée",
        "free own": "Ton billet libre.",
        "offer": "L’offre",
        "was": "Manche {round}",
        "raided": "chassé",
        "in vain": "pour rien",
        "face down": "posée",
        "chosen": "a choisi",
        "thinking": "réfléchit",
        "card of": "Carte face cachée",
        "takes": "{money} pour {who}",
        "you take": "Tu prends {money}",
        "raid takes": "Descente ! {money} pour {who}",
        "you raid": "Descente ! Tu prends {money}",
        "stays": "Police sans flambeur : {money} restent",
        "empty": "Pas d’argent, rien à gagner",
        "shared": "D’accord : {shares}",
        "agreed": "{who}, d’accord : {money}",
        "no stake": "Plus rien à se disputer",
        "settled": "Réglé",
        "pot gone": "Pot vidé",
        "duel": "Duel",
        "fought": "Duel : {shares}",
        "wins": "gagne",
        "tie": "égalité, la carte la plus faible gagne",
        "hand": "Ta main",
        "choose": "Choisis une carte. On les retourne toutes ensemble.",
        "next": "pour la manche {round}",
        "later": "On choisit une carte quand l’argent est sur les bars",
        "waits": "Les cartes de cette manche sont sur la table",
        "your choice": "Ton choix :",
        "change": "La reprendre",
        "change hint": "Touche une autre carte pour en changer.",
        "alone": "en solo",
        "raid": "descente",
        "nobody": "personne",
        "no money": "vide",
        "card why": "{card}, {money} sur place",
        "free hint": "Choisis le bar où il va. Les autres l’y verront.",
        "ask split": "{bar}\u00a0: {money} à partager entre {contenders}. Quel partage proposes-tu\u00a0?",
        "yourself": "toi",
        "your offer": "Ton offre à {names}",
        "offer sum": "{money} au {bar}",
        "keep": "Tu gardes",
        "gets": '{who}<span class="wide"> reçoit</span>',
        "note of": "Billet de {money} : à qui ?",
        "note for": "{money} pour {who}",
        "propose": "Proposer ce partage",
        "split hint": "Fais glisser un billet vers quelqu’un, ou touche sa place dans une autre rangée.",
        "against": "Un refus, c’est un duel aux dés pour {money}. {who} devrait accepter à partir de {worth}.",
        "against one": "{who} : {percent} en duel contre toi, part juste {fair}",
        "against all": "Si tous refusent, tu gagnes les {money} avec {percent} de chances.",
        "ask": "{who} t’offre {money}",
        "ask nothing": "{who} ne t’offre rien",
        "accept": "Accepter {money}",
        "accept nothing": "Renoncer au pot",
        "no duel": "rien, sans duel",
        "for sure": "à coup sûr",
        "nothing": "rien",
        "duel for": "Duel pour {money}",
        "duel odds": "{percent}, soit {worth} en moyenne",
        "duel dice": "ton {card} + un dé contre {other} + un dé",
        "duel only": "sans les autres : {odds}",
        "duel all": "si tous refusent : {percent} pour {money}, soit {worth}",
        "your answer": "Ta réponse est posée, face cachée",
        "said duel": "Duel",
        "tally": "Après la manche {round} sur {rounds}",
        "final": "Score final",
        "won now": "gain",
        "total": "total",
        "player": "joueur",
        "winner": "victoire",
        "left": "Restés sur les bars : {money}",
        "title": "Manche {round} sur {rounds}",
        "dealing": "Première donne",
        "dealer": "donneur",
    },
}
for _key, _phrase in WORDS["fr"].items():
    for _mark in ":;!?":
        _phrase = _phrase.replace(f" {_mark}", f"\u00a0{_mark}")
    WORDS["fr"][_key] = _phrase


def say(scene: Scene, key: str, **facts: object) -> str:
    """A phrase with its facts, which must be safe HTML."""
    return WORDS[scene.lang][key].format(**facts)


def sum_of(scene: Scene, thousands: int) -> str:
    """A sum of money that never breaks over two lines."""
    return money_words(scene.lang, thousands)


@cache
def money_words(lang: str, thousands: int) -> str:
    """The same in a language."""
    words = money(thousands, lang).replace(" ", "\u00a0")
    if thousands < 1000:  # noqa: PLR2004
        return words
    comma = "\u202f" if lang == "fr" else ","
    return words.replace(str(thousands), f"{thousands // 1000}{comma}{thousands % 1000:03}")


def chance_of(scene: Scene, chance: float) -> str:
    """A chance in percent that never breaks over two lines."""
    return percent(chance, scene.lang).replace(" ", "\u00a0")


def who(scene: Scene, seat: int) -> str:
    """A person in HTML: "You", or the name."""
    return WORDS[scene.lang]["you"] if seat == scene.seat else f"<bdi>{text(scene.names[seat])}</bdi>"


def plain(scene: Scene, seat: int) -> str:
    """A person in an attribute."""
    return WORDS[scene.lang]["you"] if seat == scene.seat else text(scene.names[seat])
