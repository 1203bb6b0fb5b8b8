"""What Razzia! (Knizia) asks on the web, and what is at stake."""

from __future__ import annotations

from tripot.language import enumerated
from tripot.web.drawing.scene import Scene

from .. import rules, words
from ..rules import State
from . import pieces
from .pieces import say


def question(scene: Scene) -> str:
    """Draw, steal or call; or which cheque to bid."""
    v: State = scene.view.state
    if v.phase == rules.STEALING:
        return say(scene, "ask steal")
    if v.phase == rules.CHOOSING:
        may_steal = v.domain[scene.seat][rules.THIEF] and v.display_n
        if not v.deck_n:
            return say(scene, "ask no deck thief" if may_steal else "ask no deck")
        return say(scene, "ask turn thief" if may_steal else "ask turn")
    if "pass" not in scene.legal:
        return say(scene, "ask must")
    if v.best:
        return say(scene, "ask beat", name=scene.names[v.best_bidder], cheque=v.best)
    return say(scene, "ask first")


def stake(scene: Scene) -> str:
    """What ends the turn or the round, or what the lot is worth and who may still outbid."""
    v: State = scene.view.state
    if v.phase == rules.STEALING:
        return pieces.counted(scene, "thieves left", v.thieves)
    if v.phase == rules.BIDDING:
        return " ".join(_at_stake(scene))
    if v.police + 1 == rules.POLICE_LIMIT[v.box][v.seats]:
        return say(scene, "ask edge")
    return say(scene, "ask forced", full=rules.DISPLAY_LIMIT[v.box])


def waits_for(scene: Scene) -> str:
    """What somebody else is about to do, and with what."""
    v: State = scene.view.state
    if v.phase == rules.BIDDING and v.best:
        return say(scene, "wait bid", name=scene.names[v.best_bidder], cheque=v.best)
    return say(scene, "wait first bid" if v.phase == rules.BIDDING else "wait turn")


def _at_stake(scene: Scene) -> list[str]:
    v: State = scene.view.state
    worth = [say(scene, "ask worth", plus=pieces.signed(scene, pieces.lot_worth(scene)))] if scene.hints else []
    later = words.can_outbid(v, v.best)
    names = [
        say(scene, "with highest", name=scene.names[seat], cheque=words.cheques_in(v.ready[seat])[-1]) for seat in later
    ]
    after = say(scene, "ask after", names=enumerated(names, scene.lang)) if later else say(scene, "ask last")
    return [*worth, after]
