"""What RAISE asks on the web, what is at stake, and what the table waits for."""

from __future__ import annotations

from tripot.web.drawing.scene import Scene

from .. import rules, words
from ..phrases import points_in_words, stake_in_words
from ..rules import State
from .labels import WORDS


def question(scene: Scene) -> str:
    """Which card first, or raise past what."""
    v, say = scene.view.state, WORDS[scene.lang]
    if v.phase == rules.CHOOSE:
        return say["ask first"]
    facts = {"ahead": words.ahead(v), "space": words.space(v, scene.seat)}
    if v.phase == rules.RAISING:
        return say["ask stay" if facts["space"] > facts["ahead"] else "ask more"].format(**facts)
    if rules.legal(v, scene.seat) == 1:
        return say["ask must pass"].format(**facts)
    return say["ask any" if facts["space"] == facts["ahead"] else "ask raise"].format(**facts)


def stake(scene: Scene) -> str:
    """What the round is about; for a pawn on the track also where it stands."""
    v, say = scene.view.state, WORDS[scene.lang]
    if v.phase == rules.CHOOSE:
        return say["stake first"].format(points=points_in_words(words.point_card(v), scene.lang))
    return say["stake last"].format(space=words.space(v, scene.seat), stake=_stake(v, scene.lang))


def waits_for(scene: Scene) -> str:
    """A first card, or a raise past what."""
    v, say = scene.view.state, WORDS[scene.lang]
    if v.phase == rules.CHOOSE:
        return say["wait first"].format(points=points_in_words(words.point_card(v), scene.lang))
    return say["wait raise"].format(ahead=words.ahead(v), stake=_stake(v, scene.lang))


def _stake(v: State, lang: str) -> str:
    return stake_in_words(words.point_card(v), words.common(v), lang)
