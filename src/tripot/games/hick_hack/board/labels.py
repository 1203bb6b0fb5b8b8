"""The phrases of the web board of Hick Hack that the notation does not have, and how it writes points and people."""

from __future__ import annotations

from functools import lru_cache

from tripot.language import _, number, plural, translated
from tripot.web.drawing.scene import Scene, text

from .. import rules
from ..facts import Grain, points_of
from ..phrases import GRAINS, point_words

WORDS = translated(
    __package__,
    {
        "you": _("You"),
        "table": _("The table: the yards and what lies there"),
        "yards": _("Yards"),
        "worth": _('<span class="vh">worth </span>{points}'),
        "grain": _("{colour} grain, {points}"),
        "legend": _("Grain"),
        "bag": _("Bag {n}"),
        "pile": _("Pile {n}"),
        "discard": _("Discard {n}"),
        "bag why": _("Grains left in the bag: {n}"),
        "pile why": _("Cards left to draw: {n}"),
        "discard why": _("Cards in the discard, shuffled when the pile is empty: {n}"),
        "supplier": _("supplies the grain; comes last among equals"),
        "hold": _("Your cards for this yard: {cards}"),
        "hold none": _("You have no card for this yard"),
        # what became of a card
        "eaten": _("eaten"),
        "fled": _("fled"),
        "no bird": _("{card}: no bird came"),
        "die": _("die {n}"),
        # the cards chosen, the talk about a yard, the end
        "chosen cards": _("Cards chosen"),
        "laid": _("laid"),
        "thinks": _("thinking"),
        "sits out": _("no card"),
        "talk": _("Bargaining {at}"),
        "turn offer": _("may offer"),
        "proposes": _("offers this"),
        "turn answer": _("to answer"),
        "answered": _("has answered"),
        "yes": _("agreed"),
        "no": _("refused"),
        "spoke": _("has spoken"),
        "next": _("asked next"),
        "later": _("asked later"),
        "ranking": _("Final score"),
        "wins": _("wins"),
        # the status line
        "ask card": _("Which card do you lay?"),
        "ask pair": _("Which two cards do you lay?"),
        "ask second": _("Which card do you lay with {card}?"),
        "richest": _("Most grain: {yard}, {points}. All cards are turned up together."),
        "ask offer": _("Share {points} {at}, or duel?"),
        "ask rest": _("Who gets the rest {at}?"),
        "so far": _("Your offer so far: {shares}."),
        "ask answer": _("{name} offers you {share} of {points}: accept?"),
        "ask answer nothing": _("{name} offers you nothing of {points}: accept?"),
        "wait cards": _("Cards from everybody, face down."),
        "wait offer": _("An offer to share {points} {at}, or the duel."),
        "wait answer": _("The answer to an offer {at}."),
        # the beats of a reveal
        "all chosen": _("All have chosen."),
        "higher": _("The higher total wins"),
        "again": _("Equal: another roll"),
        "standing": _("After round {round}: {points}."),
        # the hand
        "hand": _("Your hand"),
        "choose one": _("Lay one card"),
        "choose two": _("Lay two cards"),
        "pair rule": _("Not a fox and a bird of the same colour."),
        "second": _("And the second card?"),
        "your choice": _('<span class="wide">Your choice: </span>{cards}'),
        "take back": _("Take back"),
        "lay two": _("Lay these two"),
        "for round": _("for round {n}"),
        "last hand": _("no longer counts"),
        "no hand": _("You have no card left: you sit this round out."),
        "not now": _("{card}: cards are laid at the start of a round"),
        "clash fox": _("not with a fox"),
        "clash bird": _("not with a bird"),
        "no partner": _("{card}: goes with no other card of your hand"),
        "not second": _("{card}: cannot go with the first card"),
        "alone": _('<span class="wide">alone </span>+{points}'),
        "eats": _("eats"),
        "plain bird": _("{card}: alone it takes {points}"),
        "plain fox": _("{card}: eats every bird that comes, no grain"),
        "captions": _("Below: the gain if alone, and the foxes or birds of that yard not yet seen."),
        "plain captions": _("Below: the gain if alone. A fox eats every bird that comes."),
        # the offer and its answers
        "grain for": _("for {name}"),
        "your offer": _("Your offer to {names}"),
        "give to": _("Who gets this: {grain}?"),
        "propose": _("Propose {shares}"),
        "reset": _("Start over"),
        "no deal": _("No agreement: a duel for {points}"),
        "your duel": _("You win it {chance} of the time: worth {worth} on average."),
        "winner takes": _("The highest total of card + die takes all."),
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
        "your answer": _("Your answer: {answer}"),
        # the score sheet
        "no gain": _("nothing"),
        "duel total": _("duel {at}: {value} + die {die} = {total}"),
        "was eaten": _("{card}: eaten"),
        "birds": _("birds {points}"),
        "head player": _("Player"),
        "head birds": _("Birds"),
        "head total": _("Total"),
        "title": _("Round {round} of {rounds}"),
        "dealing": _("The deal"),
    },
)

TAKE_BACK = translated(
    __package__,
    plural('Take back<span class="wide"> my card</span>', 'Take back<span class="wide"> my cards</span>'),
)
SHORT_POINTS = translated(__package__, plural("{number}\u00a0pt", "{number}\u00a0pts"))


def people(scene: Scene) -> list[str]:
    """What the seats are called here, made safe: the viewer is `You`."""
    return scene.once("people", lambda: _people(scene))


def _people(scene: Scene) -> list[str]:
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


@lru_cache(maxsize=1024)
def short_points(points: int, lang: str) -> str:
    """`17 pts`, `1 pt`, `−2 pts`."""
    return SHORT_POINTS[lang].format(points, number=number(points, lang))


def worth_words(grain: Grain, lang: str) -> str:
    """`5 points`, with a space that does not break."""
    return point_words(points_of(grain), lang).replace(" ", "\u00a0")


@lru_cache(maxsize=64)
def grain_name(colour: int, lang: str) -> str:
    """`yellow grain, 3 points`."""
    points = point_words(rules.GRAIN_POINTS[colour], lang)
    return WORDS[lang]["grain"].format(colour=GRAINS[lang][colour], points=points)
