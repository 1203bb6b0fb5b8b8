"""What the status line of Razzia says: the question, what is at stake, and what the table waits for."""

from __future__ import annotations

from tripot.language import listed
from tripot.web.drawing.scene import Scene

from .. import rules as razzia
from ..phrases import BARS
from ..rules import STRENGTH, VALUES, State
from ..words import seats_in, to_split
from .labels import say, sum_of
from .pieces import sums


def question(scene: Scene) -> str:
    """What the seat is asked, in one short sentence."""
    v: State = scene.view.state
    if v.phase == razzia.FREE_NOTE:
        return say(scene, "ask free", money=sum_of(scene, VALUES[v.free]))
    if v.phase == razzia.CHOOSE:
        return say(scene, "ask card")
    if v.phase == razzia.SPLIT:
        return say(scene, "ask split", money=sum_of(scene, to_split(v)), bar=BARS[v.bar])
    share = v.share[scene.seat]
    key = "ask answer" if share else "ask answer nothing"
    return say(scene, key, money=sum_of(scene, share), pot=sum_of(scene, to_split(v)))


def stake(scene: Scene) -> str:
    """What it is about."""
    v: State = scene.view.state
    if v.phase == razzia.FREE_NOTE:
        return say(scene, "free hint")
    if v.phase == razzia.CHOOSE:
        return scene.open.once("richest", lambda: _richest(scene.open))
    if v.phase == razzia.SPLIT:
        rivals = [_with_figure(scene, v, seat) for seat in seats_in(v.contenders ^ 1 << scene.seat)]
        own = say(scene, "yourself", card=STRENGTH[v.choice[scene.seat]])
        return say(scene, "split between", contenders=listed([own, *rivals], scene.lang))
    card, rival = STRENGTH[v.choice[scene.seat]], _with_figure(scene, v, v.proposer)
    return say(scene, "duel against", bar=BARS[v.bar], card=card, rival=rival)


def _richest(scene: Scene) -> str:
    money = sums(scene)
    bar = max(money, key=money.__getitem__)
    return say(scene, "richest", bar=BARS[bar], money=sum_of(scene, money[bar]))


def waits_for(scene: Scene) -> str:
    """What somebody else is asked."""
    v: State = scene.view.state
    if v.phase == razzia.FREE_NOTE:
        return say(scene, "wait free")
    if v.phase == razzia.CHOOSE:
        return say(scene, "wait card")
    if v.phase in (razzia.SPLIT, razzia.ANSWER):
        key = "wait split" if v.phase == razzia.SPLIT else "wait answer"
        return say(scene, key, money=sum_of(scene, to_split(v)), bar=BARS[v.bar])
    return ""


def _with_figure(scene: Scene, v: State, seat: int) -> str:
    return f"{scene.names[seat]} ({STRENGTH[v.choice[seat]]})"
