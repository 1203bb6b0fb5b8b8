"""The stage of Hick Hack: the strip of felt below the yards, where cards lie face down, grain is offered and duels are rolled."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tripot.web.drawing.scene import Scene, symbol

from .. import rules
from ..facts import Laid, State, fighters, laid_by, scores, seats_in
from ..phrases import SAY
from .labels import WORDS, people, short_points
from .parts import back, die, face, laid_vt, listing, style_of
from .settled import Lying
from .talk import strip


def stage(scene: Scene) -> str:
    """What lies there now."""
    v: State = scene.view.state
    if v.phase == rules.CHOOSE:
        return _slots(scene, v)
    if v.phase == rules.OVER:
        return _ranking(scene, v)
    if v.phase == rules.ROLL:
        return duel(scene, fighters(v), rolled(v), [])
    return strip(scene, v) if rules.OFFER <= v.phase <= rules.ANSWER else ""


# -- Cards face down, and turned up --------------------------------------------------------------


def chosen_cards(scene: Scene) -> list[int]:
    """The viewer's own cards lying face down."""
    v = scene.view.state
    if scene.seat < 0 or v.phase != rules.CHOOSE:
        return []
    if scene.choice is not None:
        return [action - rules.LAY for action in scene.choice.steps]
    return laid_by(v, scene.seat)


def _slots(scene: Scene, v: State) -> str:
    """A place for everybody's hidden cards: face down as soon as they are chosen."""
    who, items = people(scene), []
    for seat in range(v.seats):
        is_me = seat == scene.seat
        laid = len(chosen_cards(scene)) if is_me else len(laid_by(v, seat))
        is_done = seat in scene.chosen or not v.asked >> seat & 1
        if is_done and not laid and v.hand_n[seat]:
            laid = min(v.lays, v.hand_n[seat])
        items.append(
            _hidden(
                scene.lang,
                scene.key(f"slot-{seat}"),
                v.round,
                seat,
                who[seat],
                laid,
                is_done,
                bool(v.hand_n[seat]),
                is_me,
            )
        )
    return listing(items, f"slots n{v.seats}", tag="ol", label=WORDS[scene.lang]["chosen cards"])


@lru_cache(4096)
def _hidden(
    lang: str, key: str, number: int, seat: int, name: str, laid: int, is_done: bool, has_cards: bool, is_me: bool
) -> str:
    """The cards that a seat has laid in a round, face down, and whether it is done."""
    say = WORDS[lang]
    backs = "".join([back(laid_vt(number, seat, i), f"slot-{seat}-{i}") for i in range(laid)])
    if is_done and laid:
        label = say["laid"] if is_me else SAY[lang]["chosen"]
    elif has_cards:
        label = say["thinks"]
        backs += f'<span class="slot s">{symbol("dots", "i think")}</span>'
    else:
        label, backs = say["sits out"], '<span class="slot s"></span>'
    return _slot(key, backs, name, label, is_me)


def _slot(key: str, cards: str, name: str, label: str, is_me: bool) -> str:
    return (
        f'<li class="{"me" if is_me else ""}" id="{key}"><span class="pair2">{cards}</span><b>{name}</b>'
        f'<span class="label">{label}</span></li>'
    )


def turned_up(scene: Scene, cards: Sequence[Lying]) -> str:
    """The same cards, all turned over."""
    who, items = people(scene), []
    for seat in sorted({card.seat for card in cards}):
        shown = "".join(
            [
                f'<span class="card s {style_of(card)}">{face(card, scene.lang)}</span>'
                for owner, card, _ in cards
                if owner == seat
            ]
        )
        items.append(_slot(scene.key(f"slot-{seat}"), shown, who[seat], "", is_me=False))
    return listing(items, f"slots n{len(items)}", tag="ol", label=WORDS[scene.lang]["chosen cards"])


# -- A duel ----------------------------------------------------------------------------------------


def rolled(v: State) -> list[int]:
    """The dice rolled so far, in the order of the fighters."""
    return [total - rules.VALUE[card] for total, (_, card) in zip(v.total[: v.rolled], fighters(v), strict=False)]


def duel(scene: Scene, rollers: Laid, dice: Sequence[int], best: Sequence[int], reason: str = "") -> str:
    """Cards and their dice, as far as they have been rolled; `best` are the numbers of those that have won."""
    who, sides = people(scene), []
    for number, (seat, card) in enumerate(rollers):
        side = dice[number] if number < len(dice) else 0
        total = rules.VALUE[card] + side if side else ""
        drawn = die(side, scene.lang) if side else ""
        old = " lies" if number < len(dice) - 1 else ""  # rolled before the last one
        sides.append(
            f'<div class="dside{" won" if number in best else ""}"><span class="dn">{who[seat]}</span>'
            f'<span class="card s {style_of(card)}">{face(card, scene.lang)}</span><i>+</i><span class="die{old}">{drawn}</span>'
            f'<i>=</i><b class="tot{old}">{total}</b></div>'
        )
    between = f'<p class="dmid">{reason}</p>' if len(sides) == rules.PAIR else ""
    return f'<div class="duelrow f{len(sides)}">{between.join(sides)}</div>'


# -- The end ---------------------------------------------------------------------------------------


def _ranking(scene: Scene, v: State) -> str:
    """The final score, the winners first."""
    say, points, who = WORDS[scene.lang], scores(v), people(scene)
    winners = seats_in(rules.winners(v))
    order = sorted(range(v.seats), key=lambda seat: -points[seat])
    items = []
    for seat in order:
        won = f'<span class="label">{say["wins"]}</span>' if seat in winners else ""
        style = "won" if seat in winners else ""
        items.append(
            f'<li class="{style}"><b>{who[seat]}</b><b class="sum">{short_points(points[seat], scene.lang)}</b>{won}</li>'
        )
    return listing(items, "ranking", tag="ol", label=say["ranking"])
