"""The board of Razzia! (Knizia): the lot on the felt, everybody's cheques, bids and loot at the seats."""

from __future__ import annotations

from tripot.play.move import Step
from tripot.web.drawing.scene import Scene, symbol, text

from .. import rules, words
from ..rules import State
from . import pieces
from .asking import question, stake, waits_for
from .beats import beats
from .glossary import glossary
from .hand import hand
from .lot import stage
from .pieces import say
from .sheet import summary

__all__ = [
    "beats",
    "felt",
    "glossary",
    "hand",
    "marker",
    "question",
    "remembers",
    "seat_facts",
    "seat_things",
    "stake",
    "summary",
    "title_fact",
    "waits_for",
]

STYLE = "knizia"  # the class of the whole page, for the style sheet

# -- What the frame asks for ----------------------------------------------------


def felt(scene: Scene) -> str:
    """The shared table: the lot, the police and the deck; in the end everybody by points."""
    inside = _standings(scene) if scene.view.state.phase == rules.OVER else stage(scene)
    return f'<section class="felt" aria-label="{say(scene, "table")}"><div id="{scene.key("stage")}">{inside}</div></section>'


def seat_facts(scene: Scene, seat: int) -> tuple[str, str]:
    """Its points; how it stands is said beside its cheques."""
    v: State = scene.view.state
    is_over = v.phase == rules.OVER
    points = f"{pieces.points(scene, sum(v.sheet[seat]))}{pieces.stands(scene, seat)}"
    return pieces.standing(scene, seat)[1] if is_over else "", points


def seat_things(scene: Scene, seat: int) -> str:
    """A seat's cheques and bid, how it stands, its loot; one's own loot lies in the hand."""
    v: State = scene.view.state
    if v.phase == rules.OVER:
        return ""
    bid = pieces.bid_of(v.best, seat) if v.best_bidder == seat else ""
    style, label = pieces.standing(scene, seat)
    row = (
        f'<span class="cheques">{pieces.cheques(scene, seat)}'
        f'<span class="laidrow" id="{scene.key(f"bid-{seat}")}">{bid}</span></span>'
        f'<span class="stand {style}">{label}</span>'
    )
    chips = pieces.chips(scene, seat, range(rules.LOOT), pieces.flights(scene))
    cards = pieces.counted(scene, "loot", sum(v.domain[seat]))
    peek = f'<details class="peek" id="{scene.key(f"peek-{seat}")}"><summary>{cards}</summary></details>'
    return row + scene.either(seat, "", f'{peek}<span class="chips">{chips}</span>')


def marker(scene: Scene, seat: int) -> str:
    """A gavel for who speaks last in the auction."""
    v: State = scene.view.state
    if v.phase != rules.BIDDING or seat != v.turn:
        return ""
    return f'{symbol("gavel")}<span class="vh">{say(scene, "speaks last")}</span>'


def title_fact(scene: Scene) -> str:
    """The round, or that the game is over."""
    v: State = scene.view.state
    if v.phase == rules.OVER:
        return say(scene, "over")
    return say(scene, "round of", round=v.round + 1, rounds=rules.ROUNDS[v.box])


def remembers(step: Step) -> bool:
    """The step that ended a round, for its count."""
    return pieces.ends_round(step)


# -- The end --------------------------------------------------------------------


def _standings(scene: Scene) -> str:
    """Who has won, and everybody by points."""
    v: State = scene.view.state
    winners = rules.winners(v)
    rows = []
    for seat in sorted(range(v.seats), key=lambda seat: (winners >> seat & 1, sum(v.sheet[seat])), reverse=True):
        style, label = pieces.standing(scene, seat)
        points = f'<b class="won">{pieces.points(scene, sum(v.sheet[seat]))}</b>'
        who = f'<b class="who">{pieces.name(scene, seat)}</b>'
        rows.append(
            f'<li class="bid {style}">{pieces.face(scene, seat)}{who}{points}<span class="label">{label}</span></li>'
        )
    head = f'<div class="headrow"><h2>{text(words.winners_in_words(v, scene.names, scene.lang))}</h2></div>'
    return f'{head}<ol class="bids ends n{v.seats}" aria-label="{say(scene, "over")}">{"".join(rows)}</ol>'
