"""What the status line of Hick Hack says: the question, what is at stake, and what the table waits for."""

from __future__ import annotations

from tripot.web.drawing.scene import Scene

from .. import rules
from ..facts import State, duel_chances, fighters, laid_by, points_of, pot, proposer, row
from ..phrases import YARDS, at_yard, card_name, point_words
from ..words import rivals, shares, your_duel
from .labels import WORDS, plain_people


def question(scene: Scene) -> str:
    """What the seat is asked, in one short sentence. Forms take all parts of a move at once, and so does the question."""
    v: State = scene.view.state
    say, lang = WORDS[scene.lang], scene.lang
    if v.phase == rules.CHOOSE:
        laid = laid_by(v, scene.seat)
        if laid:
            return say["ask second"].format(card=card_name(laid[0], lang))
        is_pair = v.lays == rules.PAIR and v.hand_n[scene.seat] > 1
        return say["ask pair" if is_pair else "ask card"]
    at, points = at_yard(v.yard, lang), point_words(points_of(pot(v)), lang)
    if v.phase == rules.OFFER:
        return say["ask offer"].format(points=points, at=at)
    if v.phase == rules.GIVE:
        return say["ask rest"].format(at=at)
    share = points_of(row(v.offer, scene.seat))
    key = "ask answer" if share else "ask answer nothing"
    return say[key].format(name=scene.names[proposer(v)], share=share, points=points)


def stake(scene: Scene) -> str:
    """What it is about."""
    v: State = scene.view.state
    say, lang = WORDS[scene.lang], scene.lang
    if v.phase == rules.CHOOSE:
        if v.lays == rules.PAIR and v.hand_n[scene.seat] > 1:
            return say["pair rule"]
        richest = max(range(v.yards), key=lambda yard: points_of(row(v.on_yard, yard)))
        points = point_words(points_of(row(v.on_yard, richest)), lang)
        return say["richest"].format(yard=YARDS[lang][richest].title, points=points)
    if v.phase == rules.GIVE:
        return say["so far"].format(shares=shares(v, plain_people(scene), lang))
    parts = [f"{rivals(fighters(v), plain_people(scene), lang)}."] if v.phase == rules.OFFER else []
    parts += [your_duel(v, scene.seat, lang)] if scene.hints and scene.seat in duel_chances(v) else []
    return " ".join(parts)


def waits_for(scene: Scene) -> str:
    """What somebody else is asked."""
    v: State = scene.view.state
    say, lang = WORDS[scene.lang], scene.lang
    if v.phase == rules.CHOOSE:
        return say["wait cards"]
    if v.phase in (rules.OFFER, rules.GIVE):
        return say["wait offer"].format(points=point_words(points_of(pot(v)), lang), at=at_yard(v.yard, lang))
    if v.phase == rules.ANSWER:
        return say["wait answer"].format(at=at_yard(v.yard, lang))
    return ""
