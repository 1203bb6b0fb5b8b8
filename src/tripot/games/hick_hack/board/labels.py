"""The phrases of the web board of Hick Hack that the notation does not have, and how it writes points and people."""

from __future__ import annotations

from functools import lru_cache

from tripot.language import _, translated
from tripot.web.scene import Scene, text

from .. import rules
from ..facts import Grain, points_of
from ..phrases import GRAINS, SAY, point_words

WORDS = translated(
    __package__,
    {
        "you": _("You"),
        "table": _("The table: the yards and what lies there"),
        "yards": _("Yards"),
        "worth": _("worth"),
        "grain": _("{colour} grain, {points}"),
        "legend": _("Grain"),
        "bag": _("Bag {n}"),
        "pile": _("Pile {n}"),
        "discard": _("Discard {n}"),
        "bag why": _("Grains left in the bag: {n}"),
        "pile why": _("Cards left to draw: {n}"),
        "discard why": _("Cards in the discard, shuffled when the pile is empty: {n}"),
        "supplier": _("supplies the grain; last among equals"),
        "lying": _("Cards here"),
        "hold": _("You hold here: {cards}"),
        "hold none": _("You hold no card for this yard"),
        # what became of a card
        "eaten": _("eaten"),
        "fled": _("fled"),
        "nothing": _("nothing"),
        "no bird": _("no bird came"),
        "die": _("die {n}"),
        # the cards chosen, the talk about a yard, the end
        "chosen cards": _("Cards chosen"),
        "laid": _("laid"),
        "thinks": _("thinking"),
        "sits out": _("no card"),
        "talk": _("The talk {at}"),
        "turn offer": _("may offer"),
        "proposes": _("offers this"),
        "turn answer": _("answers"),
        "answered": _("has answered"),
        "answer laid": _("answer laid"),
        "yes": _("agreed"),
        "no": _("refused"),
        "spoke": _("has spoken"),
        "next": _("asked next"),
        "later": _("asked later"),
        "ranking": _("Final score"),
        "wins": _("wins"),
        # the hand
        "hand": _("Your hand"),
        "choose one": _("Lay one card"),
        "choose two": _("Lay two cards"),
        "pair rule": _("Not a fox and a bird of one colour."),
        "second": _("And the second card?"),
        "your choice": _("Your choice: "),
        "take back": _("Take back"),
        "my card": _(" my card"),
        "my cards": _(" my cards"),
        "lay two": _("Lay these two"),
        "for round": _("for round {n}"),
        "last hand": _("counts for nobody"),
        "no hand": _("You have no card left: you sit this round out."),
        "not now": _("{card}: cards are laid at the start of a round"),
        "clash fox": _("not with fox"),
        "clash bird": _("not with bird"),
        "no partner": _("{card}: may lie with no other card of your hand"),
        "not second": _("{card}: may not be the second card with this one"),
        "alone": _("alone "),
        "eats": _("eats"),
        "plain bird": _("{card}: alone it takes {points}"),
        "plain fox": _("{card}: eats every bird that comes, no grain"),
        "captions": _("Below: the gain if alone, and the foxes or birds of that yard not yet seen."),
        "plain captions": _("Below: the gain if alone. A fox eats every bird that comes."),
        # the offer and its answers
        "ask pair": _("Round {round} of {rounds}: which two cards do you lay?"),
        "ask rest": _("Your offer so far: {shares}. Who gets the rest?"),
        "your offer": _("Your offer to {names}"),
        "give to": _("Whose is this: {grain}?"),
        "given": _("already given"),
        "propose": _("Propose this split"),
        "no deal": _("No agreement: a duel for {points}"),
        "your duel": _("You win {chance} of the time: worth {worth} on average."),
        "winner takes": _("The highest card + die takes all."),
        "duel worth": _("duel\u00a0≈\u00a0{worth}"),
        "no offer": _("No offer"),
        "duel": _("Duel now"),
        "call duel": _("Duel"),
        "duel chance": _("duel\u00a0{chance}"),
        "then": _("then {name} is asked"),
        "then you": _("then you may offer"),
        "then duel": _("nobody is left to ask: duel"),
        "all for": _("all {points} to the winner"),
        "odds": _("{chance} for {points}"),
        "offered": _("{name} offers you {share} of {points}"),
        "offered nothing": _("{name} offers you nothing of {points}"),
        "accept": _("Accept"),
        "refuse": _("Refuse"),
        "you get": _("you get {share}"),
        "you get nothing": _("you get nothing"),
        "your answer": _("Your answer: "),
        "offer": _("The offer"),
        # the score sheet
        "no gain": _("nothing"),
        "was eaten": _("{card}: eaten"),
        "winner": _("Winner"),
    },
)


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
