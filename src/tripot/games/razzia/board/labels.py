"""The words of the Razzia board that the game's notation does not have, and how it says sums and people."""

from __future__ import annotations

from functools import lru_cache

from tripot.language import _, in_context, number, percent, translated
from tripot.web.drawing.scene import Scene, text

from ..phrases import money

WORDS = translated(
    __package__,
    {
        "bars": _("The bars"),
        "you": _("You"),
        # the felt
        "unseen": _("Not seen yet: {unseen}"),
        "put": _('<span class="wide">Put here:</span><span class="narrow">→</span> {money}'),
        "put why": _("{bar}: {before} now, {after} with the free note"),
        "choose below": _("Choose one of your {bar} cards to come here"),
        "no card": _("You hold no {bar} card"),
        "not now": _("Nothing to choose here now"),
        "free down": _("{who}: free note, face down"),
        "free own": _("Your free note"),
        "offer": _("The offer"),
        "raided": _("raided"),
        "in vain": _("in vain"),
        "figure raided": _("{figure}, raided"),
        "figure in vain": _("{figure}, in vain"),
        "face down": _("face down"),
        "chosen": _("has chosen"),
        "thinking": _("thinking"),
        "card of": _("Face-down card"),
        # what became of a bar, in the round sheet
        "stays": _("Police without a gambler: {money} stays."),
        "empty": _("No money, nothing to win."),
        "was alone": _("{who}: alone there."),
        "was raid": _("{who}: raid, with a gambler to catch."),
        "was shared": _("An offer that all accepted."),
        "was duel": _("Duel: {winner} {total}, {loser} {other}."),
        "was tie": _("Duel: {winner} {total}, {loser} {other}. Equal: the lower card wins, the {card}."),
        "no stake": _("An offer that left nothing to fight for."),
        # a duel on the stage
        "wins": _("wins"),
        "tie": _("Equal: the lower card wins"),
        "higher": _("The higher total wins"),
        # the beats of a reveal, told from outside
        "all chosen": _("All have chosen."),
        "at bar": _("{bar}: {who}"),
        "beat alone": _("{bar}: {who} is alone and takes {money}."),
        "beat raid": _("{bar}: {who} raids {gamblers} and takes {money}."),
        "beat stays": _("{bar}: police without a gambler, {money} stays."),
        "beat empty": _("{bar}: no money, nothing to win."),
        "both want": _("{bar}: {money} for {who}. The strongest card proposes."),
        "standing": _("After round {round}: {money}."),
        # the hand
        "hand": _("Your hand"),
        "next": _("for round {round}"),
        "later": _("You choose a card once the money lies on the bars"),
        "waits": _("The cards of this round lie on the table"),
        "your choice": _("Your choice: {card}"),
        "change": _("Take it back"),
        "change hint": _("Touch another card to change it."),
        "alone": _("<b>{money}</b> alone"),
        "raid": _("<b>{money}</b> raid"),
        "nobody": _("nobody left"),
        "no money": _("empty"),
        "card why": _("{card}, {money} there"),
        # the status line
        "ask free": _("Which bar gets your free {money}?"),
        "free hint": _("You alone know the note. The others see it where you put it."),
        "ask card": _("Which card do you play?"),
        "richest": _("Richest: {bar}, {money}. All cards are turned up together."),
        "ask split": _("How do you split {money} at the {bar}?"),
        "split between": _("Between {contenders}. Who refuses fights you with dice."),
        "yourself": _("you ({card})"),
        "ask answer": _("{money} of {pot}: accept, or duel?"),
        "ask answer nothing": _("Nothing of {pot}: accept, or duel?"),
        "duel against": _("{bar}: your {card} against {rival}."),
        "wait free": _("Where the free note goes."),
        "wait card": _("A card from everybody, face down."),
        "wait split": _("A split of {money} at the {bar}."),
        "wait answer": _("The answer to an offer at the {bar}, {money} in all."),
        # the split
        "your offer": _("Your offer to {names}"),
        "keep": _("You keep"),
        "gets": _('{who}<span class="wide"> gets</span>'),
        "note of": _("Note of {money}: whose?"),
        "note for": _("{money} for {who}"),
        "propose": _("Propose {shares}"),
        "reset": _("Start over"),
        "split hint": _("Drag a note to somebody, or touch its place in another row."),
        "against": _("A refusal is a dice duel for {money}. {who} should accept {worth} or more."),
        "against one": _("{who}: {percent} in a duel with you, fair share {fair}"),
        "against all": _("If all refuse, your chance of all {money} is {percent}."),
        "ask": _("{who} offers you {money}"),
        "ask nothing": _("{who} offers you nothing"),
        "accept": _("Accept {money}"),
        "accept nothing": _("Give up the pot"),
        "no duel": _("nothing, without a duel"),
        "for sure": _("for sure"),
        "nothing": _("nothing"),
        "duel for": _("Duel for {money}"),
        "duel odds": _("{percent}, worth {worth} on average"),
        "duel dice": _("your {card} + a die against {other} + a die"),
        "duel only": _("if only you refuse: {odds}"),
        "duel all": _("if all refuse: {percent} for {money}, worth {worth} on average"),
        "your answer": _("Your answer lies face down"),
        "said duel": _("Duel"),
        # the tally
        "tally": _("Round {round} of {rounds}"),
        "final": _("Final score"),
        "won now": _("just won"),
        "total": _("total"),
        "player": _("player"),
        "winner": _("winner"),
        "left": _("Left on the bars: {money}"),
        "title": _("Round {round} of {rounds}"),
        "dealing": _("The first deal"),
        "dealer": _("dealer"),
    },
)

SIGN = translated(__package__, in_context("on the sign of a bar", "${n}k"))
"""The money of a bar; where there is little room, what is in `wide` is not shown."""


def say(scene: Scene, key: str, **facts: object) -> str:
    """A phrase with its facts, which must be safe HTML."""
    return WORDS[scene.lang][key].format(**facts)


def sum_of(scene: Scene, thousands: int) -> str:
    """A sum of money."""
    return money(thousands, scene.lang)


@lru_cache(maxsize=4096)
def sign_money(thousands: int, lang: str) -> str:
    """The same in short, on a sign."""
    return SIGN[lang].format(n=number(thousands, lang))


def chance_of(scene: Scene, chance: float) -> str:
    """A chance in percent."""
    return percent(chance, scene.lang)


def who(scene: Scene, seat: int) -> str:
    """A person in HTML: "You", or the name."""
    return scene.either(seat, WORDS[scene.lang]["you"], named(scene, seat))


def named(scene: Scene, seat: int) -> str:
    """A person in HTML, by name whoever reads it."""
    return f"<bdi>{text(scene.names[seat])}</bdi>"


def plain(scene: Scene, seat: int) -> str:
    """A person in an attribute."""
    return scene.either(seat, WORDS[scene.lang]["you"], text(scene.names[seat]))
