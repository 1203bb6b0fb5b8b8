"""What Razzia! (Knizia) asks on the web: the question first, then what is at stake."""

from __future__ import annotations

from tripot.language import enumerated
from tripot.web.drawing.scene import Scene

from .. import rules, words
from ..rules import State
from . import pieces
from .pieces import say


def question(scene: Scene) -> str:
    """The question, and a sentence on what depends on it; for those who wait the game's own words."""
    v: State = scene.view.state
    if not scene.is_asked:
        return words.question(v, scene.seat, scene.names, scene.lang, hints=scene.hints)
    asked = {rules.CHOOSING: _turn, rules.STEALING: _steal, rules.BIDDING: _bid}[v.phase](scene)
    return " ".join(asked)


def _turn(scene: Scene) -> list[str]:
    v: State = scene.view.state
    may_steal = v.domain[scene.seat][rules.THIEF] and v.display_n
    if not v.deck_n:
        return [say(scene, "ask no deck thief" if may_steal else "ask no deck")]
    head = say(scene, "ask turn thief" if may_steal else "ask turn")
    if v.police + 1 == rules.POLICE_LIMIT[v.box][v.seats]:
        return [head, say(scene, "ask edge")]
    return [head, say(scene, "ask forced", full=rules.DISPLAY_LIMIT[v.box])]


def _steal(scene: Scene) -> list[str]:
    return [say(scene, "ask steal"), pieces.counted(scene, "thieves left", scene.view.state.thieves)]


def _bid(scene: Scene) -> list[str]:
    """Beat whose bid; what the lot is worth; who may still outbid."""
    v: State = scene.view.state
    if "pass" not in scene.legal:
        head = say(scene, "ask must")
    elif v.best:
        head = say(scene, "ask beat", name=scene.names[v.best_bidder], cheque=v.best)
    else:
        head = say(scene, "ask first")
    worth = [say(scene, "ask worth", plus=pieces.signed(scene, pieces.lot_worth(scene.view)))] if scene.hints else []
    later = words.can_outbid(v, v.best)
    names = [
        say(scene, "with highest", name=scene.names[seat], cheque=words.cheques_in(v.ready[seat])[-1]) for seat in later
    ]
    after = say(scene, "ask after", names=enumerated(names, scene.lang)) if later else say(scene, "ask last")
    return [head, *worth, after]
