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
        "put": _("Put here: {money}"),
        "put why": _("{bar}: {before} now, {after} with the free note"),
        "choose below": _("Choose one of your {bar} cards to come here"),
        "no card": _("You hold no {bar} card"),
        "not now": _("Nothing to choose here now"),
        "free down": _("{who}: free note, face down"),
        "free own": _("Your free note."),
        "offer": _("The offer"),
        "was": _("Round {round}"),
        "raided": _("raided"),
        "in vain": _("in vain"),
        "figure raided": _("{figure}, raided"),
        "figure in vain": _("{figure}, in vain"),
        "face down": _("face down"),
        "chosen": _("has chosen"),
        "thinking": _("thinking"),
        "card of": _("Face-down card"),
        # what became of a bar
        "takes": _("{money} for {who}"),
        "you take": _("You take {money}"),
        "raid takes": _("Raid! {money} for {who}"),
        "you raid": _("Raid! You take {money}"),
        "stays": _("Police without a gambler: {money} left there"),
        "empty": _("No money, nothing to win"),
        "shared": _("Agreed: {shares}"),
        "agreed": _("{who} agreed: {money}"),
        "no stake": _("Agreed: {shares}. Nothing left to fight for"),
        "settled": _("Settled"),
        "pot gone": _("Pot emptied"),
        "duel": _("Duel"),
        "fight": _("Duel: {first} against {second}"),
        "fought": _("Duel: {shares}"),
        "wins": _("wins"),
        "tie": _("equal, the lower card wins"),
        # the hand
        "hand": _("Your hand"),
        "choose": _("Choose a card. All are turned up together."),
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
        "free hint": _("Choose the bar it goes to. The others see it there."),
        # the split
        "ask split": _("{bar}: {money} to split between {contenders}. How do you split it?"),
        "yourself": _("you ({card})"),
        "your offer": _("Your offer to {names}"),
        "offer sum": _("{money} at the {bar}"),
        "keep": _("You keep"),
        "gets": _('{who}<span class="wide"> gets</span>'),
        "note of": _("Note of {money}: whose?"),
        "note for": _("{money} for {who}"),
        "propose": _("Propose this split"),
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
        "tally": _("After round {round} of {rounds}"),
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
    return WORDS[scene.lang]["you"] if seat == scene.seat else f"<bdi>{text(scene.names[seat])}</bdi>"


def plain(scene: Scene, seat: int) -> str:
    """A person in an attribute."""
    return WORDS[scene.lang]["you"] if seat == scene.seat else text(scene.names[seat])
