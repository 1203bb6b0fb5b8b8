"""The yards of Hick Hack with their grain and the cards that have come, and the stage below them.

When a new round has been laid out, nothing of the old one lies here any more: the round sheet tells it. Between the two, where
only a lesson stands still, its cards lie where they came.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tripot.language import listed
from tripot.web.drawing.scene import Scene, symbol

from .. import rules
from ..facts import State, hand_of, points_of, pot, row
from ..phrases import YARDS, card_name
from .labels import WORDS, people
from .parts import BIRDS, NO_GRAIN, YARD_STYLES, face, grains, laid_vt, legend, listing, style_of
from .settled import Lying, open_cards, settled
from .stage import chosen_cards, stage


def felt(scene: Scene) -> str:
    """The yards with their grain and cards; below them the stage; then the stores."""
    v, lang = scene.view.state, scene.lang
    say = WORDS[lang]
    aims = frozenset([card // rules.KINDS for card in chosen_cards(scene)])
    yards = scene.once("yards", lambda: _yards(scene, v, aims), aims)
    stores = _stores(sum(v.bag), v.deck_n, v.place.count(rules.DISCARD), lang)
    return (
        f'<section class="felt hh" aria-label="{say["table"]}"><h2 class="vh">{say["yards"]}</h2>'
        f'{yards}<div class="stage" id="{scene.key("stage")}">{stage(scene)}</div>{stores}</section>'
    )


def _yards(scene: Scene, v: State, aims: frozenset[int]) -> str:
    lang, (lying, eaten) = scene.lang, _lying(scene, v)
    held = hand_of(v, scene.seat) if scene.seat >= 0 else []
    is_talk = rules.OFFER <= v.phase <= rules.ROLL
    yards = []
    for yard in range(v.yards):
        style = " hot" if is_talk and yard == v.yard else " aim" if yard in aims else ""
        cards = [card for card in lying if card.card // rules.KINDS == yard]
        fled = {card: "fled" for _, card, _ in cards if style == " hot" and rules.RACE[card] == rules.SHY}
        here = came(scene, v.round, cards, out=fled | eaten)
        mine = tuple([card for card in held if card // rules.KINDS == yard])
        yards.append(_yard(scene, v, yard, style, here, _why(mine, lang) if held else ""))
    return listing(yards, "yards")


def _lying(scene: Scene, v: State) -> tuple[list[Lying], dict[int, str]]:
    """The open cards, and which of them have been eaten: until the next round is laid out they lie where they came."""
    if v.phase not in (rules.DRAW, rules.SUPPLY):
        return open_cards(v), {}
    done = settled(scene.recent).values()
    lying = [card for yard in done for card in yard.cards]
    return lying, {card: "eaten" for yard in done for _, card, _ in yard.cards if yard.is_eaten(card)}


def _yard(scene: Scene, v: State, yard: int, style: str, cards: str, why: str) -> str:
    """A yard: its bird, its name, what its grain is worth, the grain on the left, the cards on the right."""
    grain, offered, lang, key = row(v.on_yard, yard), NO_GRAIN, scene.lang, scene.key
    if yard == v.yard and v.phase in (rules.GIVE, rules.ANSWER):
        offered = tuple([a - b for a, b in zip(pot(v), grain, strict=True)])
    title = f' title="{why}"' if why else ""
    return (
        f'<li class="yard c-{YARD_STYLES[yard]}{style}" id="{key(f"place-{yard}")}"{title}>'
        f"{_head(yard, tuple(grain), offered, lang)}"
        f'<div class="grainbed" id="{key(f"bed-{yard}")}">{bed(yard, tuple(grain), offered, lang)}</div>'
        f'<ul class="ycards" id="{key(f"came-{yard}")}">{cards}</ul></li>'
    )


@lru_cache(maxsize=4096)
def _head(yard: int, grain: tuple[int, ...], offered: tuple[int, ...], lang: str) -> str:
    points = points_of(list(grain)) + points_of(list(offered))
    return (
        f'<span class="bird">{symbol(BIRDS[yard], "")}</span><h3>{YARDS[lang][yard].title}</h3>'
        f'<span class="tot">{WORDS[lang]["worth"].format(points=points)}</span>'
    )


@lru_cache(maxsize=4096)
def bed(yard: int, grain: Sequence[int], offered: Sequence[int], lang: str) -> str:
    """The grains of a yard; those offered lie on the stage."""
    return grains(yard, grain, f"yard-{yard}", lang, offered)


@lru_cache(maxsize=4096)
def _why(here: tuple[int, ...], lang: str) -> str:
    """Which cards of the viewer's hand could go there."""
    say = WORDS[lang]
    return (
        say["hold"].format(cards=listed([card_name(card, lang) for card in here], lang)) if here else say["hold none"]
    )


def came(scene: Scene, number: int, here: Sequence[Lying], *, out: Mapping[int, str]) -> str:
    """Cards turned up on a yard, with their owners; for those that are out the word for it."""
    who, lang, items = people(scene), scene.lang, []
    for seat, card, place in here:
        vt, at = laid_vt(number, seat, place), f"yard-{card // rules.KINDS}"
        said = f'<span class="vh">, {WORDS[lang][out[card]]}</span>' if card in out else ""
        items.append(
            f'<li><span class="card s {style_of(card)}{" off" if card in out else ""}" data-vt="{vt}" data-at="{at}">'
            f'{face(card, lang)}</span><span class="by">{who[seat]}{said}</span></li>'
        )
    return "".join(items)


@lru_cache(maxsize=1024)
def _stores(bag: int, pile: int, discard: int, lang: str) -> str:
    """What the grains are worth, and what is left in bag and piles."""
    say = WORDS[lang]
    stock = "".join(
        f'<li title="{say[f"{key} why"].format(n=n)}">{say[key].format(n=n)}</li>'
        for key, n in (("bag", bag), ("pile", pile), ("discard", discard))
    )
    return f'<div class="stores">{legend(lang)}<ul class="stock">{stock}</ul></div>'
