"""The viewer's part of the Hick Hack board: the cards in hand, and whatever there is to decide."""

from __future__ import annotations

from tripot.language import listed
from tripot.web.drawing.scene import Scene, form, hand_frame, move_button, symbol, text, whole_button

from .. import rules
from ..facts import State, hand_of, points_of, rounds, row, unseen
from ..phrases import card_name, point_words
from ..words import explain
from .labels import TAKE_BACK, WORDS
from .parts import BIRDS, face, listing, style_of, token
from .stage import chosen_cards
from .talk import answer, offer


def hand(scene: Scene) -> str:
    """The viewer's cards, and whatever there is to decide; nothing for a spectator or when the game is over."""
    v = scene.view.state
    if scene.seat < 0 or v.phase == rules.OVER:
        return ""
    if v.phase == rules.CHOOSE and (scene.is_asked or chosen_cards(scene)):
        return hand_frame(scene, _choosing(scene, v), style=" hh")
    if scene.is_asked:
        talk = answer(scene) if v.phase == rules.ANSWER else offer(scene)
        return hand_frame(scene, talk + _quiet(scene, v), style=" hh asking")
    return hand_frame(scene, _quiet(scene, v), style=" hh")


def _quiet(scene: Scene, v: State) -> str:
    """The cards of the hand while they cannot be laid."""
    say, lang, cards = WORDS[scene.lang], scene.lang, hand_of(v, scene.seat)
    if not cards:
        return (
            f'<div class="mine"><h2>{say["hand"]}</h2><p>{say["no hand"]}</p></div>' if v.phase == rules.CHOOSE else ""
        )
    later = v.round + int(v.phase not in (rules.SUPPLY, rules.CHOOSE))
    label = say["for round"].format(n=later) if later <= rounds(v) else say["last hand"]
    items = [
        f'<li><span class="card m {style_of(card)}" title="{say["not now"].format(card=card_name(card, lang))}" '
        f'data-vt="card-{token(card)}" data-at="hand-{i}">{face(card, lang)}</span></li>'
        for i, card in enumerate(cards)
    ]
    fan = listing(items, "fan", label=say["hand"], scrolls=True)
    return f'<div class="mine"><h2>{say["hand"]}<span class="label">{label}</span></h2>{fan}</div>'


def _choosing(scene: Scene, v: State) -> str:
    """Laying: one card by touching it, two by choosing both; what is chosen can be changed until the last has chosen."""
    say, lang, cards = WORDS[scene.lang], scene.lang, hand_of(v, scene.seat)
    chosen = chosen_cards(scene)
    is_pair = _lays_pair(v, cards)
    if chosen and (scene.choice is not None or not scene.is_asked):
        names = listed([card_name(card, lang) for card in chosen], lang)
        button = f'<button class="btn" id="take-back"><span>{TAKE_BACK[lang].format(len(chosen))}</span></button>'
        act = form(scene, button, style="acts", action="take_back") if scene.choice is not None else ""
        title = say["your choice"].format(cards=f'<span class="chosen">{names}</span>')
        return _head(title, act) + _fan(scene, v, cards, chosen, can_change=scene.choice is not None and not is_pair)
    if is_pair and not chosen:
        return _pair(scene, v, cards)
    title = say["second"] if chosen else say["choose one"]
    return _head(title, _captions(scene)) + _fan(scene, v, cards, chosen, can_change=True)


def _head(title: str, more: str) -> str:
    return f'<div class="handhead"><h2>{title}</h2>{more}</div>'


def _captions(scene: Scene) -> str:
    """What the words below the cards mean."""
    return f'<p class="label wide">{WORDS[scene.lang]["captions" if scene.hints else "plain captions"]}</p>'


def _fan(scene: Scene, v: State, cards: list[int], chosen: list[int], *, can_change: bool) -> str:
    """Every card a button that lays it, if it may be laid."""
    lang, say, legal = scene.lang, WORDS[scene.lang], scene.legal if can_change else frozenset()
    items = []
    for i, card in enumerate(cards):
        spelled = token(card)
        tag = f'<span class="tag">{say["laid"]}</span>' if card in chosen else ""
        picked = " picked" if card in chosen else ""
        if spelled in legal:
            style = f"card xl can {style_of(card)}{picked}"
            drawn = move_button(
                scene, spelled, face(card, lang) + tag, style=style, why=_meaning(scene, v, card), key=f"card-{spelled}"
            )
        else:
            why = "" if picked else say["not second" if can_change else "not now"].format(card=card_name(card, lang))
            off = " off" if can_change and not picked else ""
            title = f' title="{text(why)}"' if why else ""
            drawn = f'<span class="card xl {style_of(card)}{picked}{off}"{title}>{face(card, lang)}{tag}</span>'
        items.append(
            f'<li><span class="seatof" data-vt="card-{spelled}" data-at="hand-{i}">{drawn}</span>{_caption(scene, v, card)}</li>'
        )
    fan = listing(items, f"fan tilt t{len(cards)}", label=WORDS[scene.lang]["hand"], scrolls=not legal)
    return form(scene, fan, style="lay") if legal else fan


def _meaning(scene: Scene, v: State, card: int) -> str:
    """What laying the card means, with the hints or without."""
    if scene.hints:
        return explain(v, scene.seat, rules.LAY + card, scene.names, scene.lang)
    say, name = WORDS[scene.lang], card_name(card, scene.lang)
    if rules.RACE[card] == rules.FOX:
        return say["plain fox"].format(card=name)
    points = point_words(points_of(row(v.on_yard, card // rules.KINDS)), scene.lang)
    return say["plain bird"].format(card=name, points=points)


def _caption(scene: Scene, v: State, card: int) -> str:
    """Below a card: what it brings if nobody else comes, and (as a hint) what may come."""
    say, yard, race = WORDS[scene.lang], card // rules.KINDS, rules.RACE[card]
    hint = ""
    if race == rules.FOX:
        gain = say["eats"]
        if scene.hints:
            birds = unseen(v, yard, rules.BIRD) + unseen(v, yard, rules.SHY)
            hint = f"<small>{symbol(BIRDS[yard])}{birds}</small>"
    else:
        grain = row(v.on_yard, yard)
        gain = say["alone"].format(points=points_of(grain))
        if scene.hints and race == rules.SHY:
            hint = f"<small>{symbol('shy')}+{int(grain[rules.GREEN] > 0)}</small>"
        elif scene.hints:
            hint = f"<small>{symbol('fox')}{unseen(v, yard, rules.FOX)}</small>"
    return f'<span class="val" aria-hidden="true"><b>{gain}</b>{hint}</span>'


def _lays_pair(v: State, cards: list[int]) -> bool:
    if v.lays < rules.PAIR or len(cards) < rules.PAIR:
        return False
    return len(cards) > rules.PAIR or _may_lie(cards[0], cards[1])


def _may_lie(card: int, other: int) -> bool:
    is_same = card // rules.KINDS == other // rules.KINDS
    return not is_same or (rules.RACE[card] == rules.FOX) == (rules.RACE[other] == rules.FOX)


def _pair(scene: Scene, v: State, cards: list[int]) -> str:
    """Two cards at once: boxes to tick, then one button; cards that may not lie together grey out at once."""
    lang, say, picks = scene.lang, WORDS[scene.lang], []
    for i, card in enumerate(cards):
        spelled, is_fox = token(card), rules.RACE[card] == rules.FOX
        has_partner = any(other != card and _may_lie(card, other) for other in cards)
        why = _meaning(scene, v, card) if has_partner else say["no partner"].format(card=card_name(card, lang))
        clash = say["clash bird" if is_fox else "clash fox"]
        apart = " ".join(
            [f"c{place}" for place, other in enumerate(cards) if other != card and not _may_lie(card, other)]
        )
        off, can = ("", " can") if has_partner else (" disabled", " off")
        picks.append(
            f'<input class="vh {style_of(card)}" type="checkbox" name="c{i}" value="{spelled}" id="pick-{spelled}" '
            f'data-not="{apart}"{off}>'
            f'<label for="pick-{spelled}" title="{text(why)}"><span class="card xl{can} {style_of(card)}" '
            f'data-vt="card-{spelled}" data-at="hand-{i}">{face(card, lang)}<span class="tag">{say["laid"]}</span>'
            f'<span class="tag clash">{clash}</span></span>{_caption(scene, v, card)}</label>'
        )
    button = whole_button(say["lay two"], "whole", least=rules.PAIR, most=rules.PAIR)
    head = _head(say["choose two"], f'<div class="acts">{button}</div>')
    group = f'<fieldset class="fan tilt t{len(cards)}"><legend class="vh">{say["choose two"]}</legend>{"".join(picks)}</fieldset>'
    return form(scene, f"{head}{group}", style="lay two")
