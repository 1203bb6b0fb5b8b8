"""RAISE on the web: the stake, the dice and the spiral track with its pawns; what every seat does."""

from __future__ import annotations

from tripot.core.state import NOBODY
from tripot.play.move import Step
from tripot.web.drawing.scene import Scene, symbol, text

from .. import rules, words
from ..phrases import number_of_cards
from ..rules import State
from .asking import question, stake, waits_for
from .beats import beats
from .count import has_ended_round, last_round, open_hands, summary
from .glossary import glossary
from .hand import hand
from .labels import COUNTED, WORDS
from .table import has_chosen, stage
from .track import seat_mark

__all__ = [
    "beats",
    "felt",
    "glossary",
    "hand",
    "marker",
    "question",
    "remembers",
    "seat_facts",
    "seat_mark",
    "stake",
    "summary",
    "title_fact",
    "waits_for",
]

STYLE = "raise"  # the class of the whole page, for the style sheet


def felt(scene: Scene) -> str:
    """The shared table: track, stake, dice; in the end all hands."""
    v: State = scene.view.state
    is_over = v.phase == rules.OVER
    inside = open_hands(scene) if is_over else stage(scene)
    before = "" if is_over else scene.open.once("last round", lambda: last_round(scene.open))
    return (
        f'<section class="felt rs-felt" aria-label="{WORDS[scene.lang]["table"]}">'
        f'<div class="{"rs-hands" if is_over else "board"}" id="{scene.key("stage")}">{inside}</div>{before}</section>'
    )


def title_fact(scene: Scene) -> str:
    """`Round 4 of 11`."""
    v, say = scene.view.state, WORDS[scene.lang]
    if v.phase == rules.OVER:
        return say["over"]
    if words.round_now(v) == 0:
        return say["dealing"]
    return say["round"].format(round=words.round_now(v), rounds=words.rounds(v))


def remembers(step: Step) -> bool:
    """Passes and what ended a round: the sheet tells how every pawn fared."""
    is_pass = step.actor >= 0 and step.before.phase == rules.LAST and step.action == rules.PASS
    return is_pass or has_ended_round(step)


# -- The seats ----------------------------------------------------------------


def seat_facts(scene: Scene, seat: int) -> tuple[str, str]:
    """Where the pawn stands or what the seat does, and its points with the size of its hand."""
    v, lang = scene.view.state, scene.lang
    points = COUNTED[lang]["pts"].format(words.scores(v)[seat])
    cards = number_of_cards(len(words.hand(v, seat)), lang)
    return _doing(scene, seat), f"{points}<small>{cards}</small>"


def marker(scene: Scene, seat: int) -> str:
    """The dice, at the seat that has rolled."""
    if words.roller(scene.view.state) != seat or scene.view.state.phase == rules.OVER:
        return ""
    return f'{symbol("r-dice")}<span class="vh">{WORDS[scene.lang]["roller"]}</span>'


def _doing(scene: Scene, seat: int) -> str:
    v, say = scene.view.state, WORDS[scene.lang]
    here = words.space(v, seat)
    if here != NOBODY:
        return _standing(scene, seat, here)
    if v.phase == rules.OVER:
        return say["winner"] if rules.winners(v) >> seat & 1 else ""
    if v.phase == rules.CHOOSE:
        if not words.hand(v, seat):
            return say["no card"]
        if seat in scene.chosen:
            return ""  # the frame says so
        return say["chosen" if has_chosen(scene, seat) else "choosing"]
    if words.has_passed(v, seat):
        return say["has passed"]
    return say["no card"] if words.is_placed(v) else say["waits"]


def _standing(scene: Scene, seat: int, here: int) -> str:
    v, say = scene.view.state, WORDS[scene.lang]
    if seat == scene.view.to_act:
        return say["last"].format(space=here)
    above = [other for other in words.on_board(v) if seat in words.below_in_stack(v, other)]
    if above:
        return text(say["under"].format(space=here, name=scene.names[words.in_order(v, above)[0]]))
    under = words.below_in_stack(v, seat)
    if under:
        return text(say["on"].format(space=here, name=scene.names[under[0]]))
    leads = seat == words.in_order(v, words.on_board(v))[0]
    return say["leads" if leads else "at"].format(space=here)
