"""The board of Razzia: six bars with their pots, the stage below them, the hand, the offers and the duels."""

from __future__ import annotations

from tripot.core.state import HIDDEN, NOBODY
from tripot.web.drawing.scene import Scene, symbol

from .. import rules as razzia
from ..phrases import figure_name
from ..phrases import say as told
from ..rules import BAR_OF, State
from ..words import is_settling, rounds
from .asking import question, stake, waits_for
from .beats import beats
from .felt import felt
from .glossary import glossary
from .hand import hand
from .labels import say, sum_of
from .past import Past, past_of
from .sheet import summary

__all__ = [
    "amount",
    "beats",
    "felt",
    "glossary",
    "hand",
    "marker",
    "question",
    "seat_facts",
    "stake",
    "summary",
    "title_fact",
    "waits_for",
]

STYLE = "razzia"  # the class of the whole page, for the style sheet

# -- The seats ----------------------------------------------------------------


def seat_facts(scene: Scene, seat: int) -> tuple[str, str]:
    """What a seat does or has just won, and its money."""
    v: State = scene.view.state
    return _doing(scene, v, seat), sum_of(scene, v.money[seat])


def amount(scene: Scene, points: int) -> str:
    """A sum of money."""
    return sum_of(scene, points)


def _doing(scene: Scene, v: State, seat: int) -> str:
    lang = scene.lang
    if v.phase == razzia.OVER:
        return say(scene, "winner") if razzia.winners(v) >> seat & 1 else ""
    if v.phase == razzia.CHOOSE:
        if seat in scene.chosen:
            return ""
        return told(lang, "has chosen" if v.choice[seat] != NOBODY else "chooses")
    facts = []
    if is_settling(v):
        past = past_of(scene)
        gain = past.gains.get(seat, 0)
        facts = [_figure(scene, past, seat), *([f"+{sum_of(scene, gain)}"] if gain else [])]
        if v.asked >> seat & 1 and seat not in scene.chosen:
            facts.append(told(lang, "proposes" if v.phase == razzia.SPLIT else "answers"))
        elif v.phase == razzia.ANSWER and v.answer[seat] != NOBODY:
            facts.append(told(lang, "has answered"))
    elif (v.free == HIDDEN or v.free >= 0) and seat == v.dealer:
        facts = [told(lang, "places")]
    return " · ".join(facts)


def _figure(scene: Scene, past: Past, seat: int) -> str:
    """The card of a seat, `gambler 5`, and whether it has come for nothing."""
    card = past.cards[seat]
    claimants, losers = past.claims[BAR_OF[card]]
    figure = figure_name(card, scene.lang)
    if seat not in losers:
        return figure
    return say(scene, "figure raided" if claimants else "figure in vain", figure=figure)


def marker(scene: Scene, seat: int) -> str:
    """The dealer's button."""
    if scene.view.state.dealer != seat:
        return ""
    return f'{symbol("dealer")}<span class="vh">{say(scene, "dealer")}</span>'


def title_fact(scene: Scene) -> str:
    """Where the game stands: `Round 7 of 12`."""
    v: State = scene.view.state
    return say(scene, "title", round=v.round, rounds=rounds(v)) if v.round else say(scene, "dealing")
