"""The lot of Razzia! (Knizia): seven places for loot, the cheque in the centre as the eighth piece, the police and the deck."""

from __future__ import annotations

from tripot.web.drawing.scene import Scene, form, move_button, symbol, text, whole_button

from .. import rules, words
from ..rules import State
from . import pieces
from .hand import draw_means
from .labels import SHORT
from .pieces import COLOURS, SYMBOLS, say
from .sheet import last_round

LONG = 8  # letters; longer names are printed smaller
DECK = "deck"  # the id of the deck, from which drawn cards come


def place_of(number: int) -> str:
    """The id of a place of the lot; the last one is the cheque's."""
    return f"place-{number}"


def police_place(number: int) -> str:
    """The id of the place of a police card."""
    return f"police-{number}"


def stage(scene: Scene) -> str:
    """All that lies on the felt while a round is played."""
    return f"{_head(scene)}{_lot(scene)}"


# -- The head: what is for sale, the police, the deck ----------------------------


def _head(scene: Scene) -> str:
    """What lies there and is worth, the last round, the police of this round, the deck."""
    v: State = scene.view.state
    if scene.hints and scene.seat >= 0 and v.display_n:
        about = say(scene, "stands", plus=pieces.signed(scene, pieces.lot_worth(scene)))
    else:
        about = pieces.counted(scene, "filled", v.display_n, limit=rules.DISPLAY_LIMIT[v.box])
    title = say(scene, "sale" if v.phase == rules.BIDDING else "lot")
    return (
        f'<div class="headrow"><h2>{title} <span class="label">{about}</span></h2>{last_round(scene)}'
        f"{scene.open.once('police', lambda: _police(scene.open))}{_deck(scene)}</div>"
    )


def _police(scene: Scene) -> str:
    """A badge for every police card of the round; the one just drawn flies from the deck."""
    v: State = scene.view.state
    limit = rules.POLICE_LIMIT[v.box][v.seats]
    card, deck = pieces.drawn(scene)
    badges = []
    for place in range(limit):
        is_new = card == rules.POLICE and place + 1 == v.police
        flight = f' data-vt="draw-{deck}" data-at="raid-{place}"' if is_new else ""
        badges.append(f'<li id="{scene.key(police_place(place))}"{flight}>{badge(is_on=place < v.police)}</li>')
    is_last = v.police + 1 == limit
    told = say(scene, "police last" if is_last else "police", n=v.police, limit=limit)
    return (
        f'<p class="policerow label{" edge" if is_last else ""}">{told}</p>'
        f'<ol class="raid" aria-hidden="true">{"".join(badges)}</ol>'
    )


def badge(*, is_on: bool) -> str:
    """A police card of the round, or the place of one to come."""
    return symbol("police", "i on" if is_on else "i")


def _deck(scene: Scene) -> str:
    """The deck, to draw from on one's own turn."""
    v: State = scene.view.state
    flight = f' data-vt="draw-{v.deck_n}" data-at="deck"'
    inside = f"{symbol('lamp', 'art')}<em>{v.deck_n}</em>"
    if "draw" in scene.legal:
        why = say(scene, "draw why", means=draw_means(scene))
        button = move_button(scene, "draw", inside, style="card back deck can", why=why, key=DECK, flight=flight)
        return form(scene, button, style="flat")
    key = {rules.BIDDING: "deck sale", rules.STEALING: "deck steal"}.get(v.phase, "deck wait")
    why = say(scene, key if scene.seat >= 0 else "deck watch", n=v.deck_n)
    return (
        f'<span class="card back deck" id="{scene.key(DECK)}" title="{why}"{flight}>'
        f'<span class="vh">{say(scene, "deck")} </span>{inside}</span>'
    )


# -- The places -----------------------------------------------------------------


def _lot(scene: Scene) -> str:
    """The loot in table order, the places left, the cheque; with thieves the cards are buttons, or boxes for several."""
    if scene.open is not scene and (not scene.is_asked or scene.view.state.phase == rules.BIDDING):
        return scene.open.once("lot", lambda: _lot(scene.open))  # nothing can be touched: it is the same for all
    v: State = scene.view.state
    several = _several(scene)
    items = [f'<li id="{scene.key(place_of(place))}">{inside}</li>' for place, inside in enumerate(cells(scene))]
    inside = f'<ul class="lot" aria-label="{say(scene, "cards")}">{"".join(items)}</ul>'
    if several:
        send = whole_button(say(scene, "send"), "do-steal", least=1, most=pieces.thieves(v))
        most = say(scene, "send most", n=pieces.thieves(v))
        inside += f'<p class="send">{send}<span class="label">{most}</span></p>'
    if pieces.thefts(scene):
        inside = form(scene, inside, style="flat")
    return f'<div class="lootrow{" picks" if several else ""}">{inside}</div>'


def _several(scene: Scene) -> bool:
    """Whether more than one card may be stolen."""
    v: State = scene.view.state
    return min(pieces.thieves(v), sum(v.display[loot] for loot in pieces.thefts(scene))) > 1


def cells(scene: Scene) -> list[str]:
    """What lies on every place of the lot, the centre cheque on the last one."""
    v: State = scene.view.state
    full = rules.DISPLAY_LIMIT[v.box]
    thefts, several = pieces.thefts(scene), _several(scene)
    found: list[str] = []
    for loot, copy in cards(v):
        if loot in thefts:
            found.append(_to_steal(scene, loot, copy, len(found), several=several))
        else:
            found.append(_to_look_at(scene, loot, copy, len(found)))
    for place in range(v.display_n + 1, full + 1):
        why = f' title="{say(scene, "slot last")}"' if place == full else ""
        found.append(f'<span class="slot"{why}>{place}</span>')
    prize = pieces.cheque(v.centre, "centre", "cheque l")
    return [*found, f'<span class="prize"><span class="label">{say(scene, "centre")}</span>{prize}</span>']


def cards(v: State) -> list[tuple[int, int]]:
    """The loot of the lot in table order, and which card of its kind each is."""
    return [(loot, copy) for loot in range(rules.LOOT) for copy in range(v.display[loot])]


def card(scene: Scene, loot: int) -> str:
    """A card of the lot by itself, as it flies."""
    return f'<span class="{_style(scene, loot)}">{_face(scene, loot)}</span>'


def _to_look_at(scene: Scene, loot: int, copy: int, place: int) -> str:
    """A card of the lot that the viewer cannot take now."""
    tag = f'<span class="tag">{say(scene, "new")}</span>' if _is_new(scene, loot, copy) else ""
    why = _why_not_steal(scene)
    title = f' title="{why}"' if why else ""
    flight = _flight(scene, loot, copy, place)
    return f'<span class="{_style(scene, loot)}"{flight}{title}>{_face(scene, loot)}{tag}</span>'


def _to_steal(scene: Scene, loot: int, copy: int, place: int, *, several: bool) -> str:
    """A card of the lot that a thief may take: a button, or a box to choose it with others."""
    v: State = scene.view.state
    token, style = pieces.STEALS[loot], f"{_style(scene, loot)} can"
    why, inside = say(scene, "steal", card=words.card_name(loot, scene.lang)), _face(scene, loot)
    if scene.hints:
        why = words.explain(v, scene.seat, rules.STEAL + loot, scene.names, scene.lang)
        plus = pieces.signed(scene, words.theft_worth(v, scene.seat, loot))
        inside += f'<span class="tag">{plus}</span>'
    flight = _flight(scene, loot, copy, place)
    if not several:
        return move_button(scene, token, inside, style=style, why=why, key=f"{token}-{copy}", flight=flight)
    about = text(why)
    box = f'<input class="vh" type="checkbox" name="c{place}" value="{token}" id="{token}-{copy}" aria-label="{about}">'
    chosen = f'<span class="tag on">{say(scene, "taken")}</span>'
    return f'<label class="take" title="{about}">{box}<span class="{style}"{flight}>{inside}{chosen}</span></label>'


def _style(scene: Scene, loot: int) -> str:
    long = " long" if len(SHORT[scene.lang][loot]) > LONG else ""
    return f"card loot c-{COLOURS[loot]}{long}"


def _face(scene: Scene, loot: int) -> str:
    return f"{symbol(SYMBOLS[loot], 'art')}<em>{SHORT[scene.lang][loot]}</em>"


def _is_new(scene: Scene, loot: int, copy: int) -> bool:
    return pieces.drawn(scene)[0] == loot and copy + 1 == scene.view.state.display[loot]


def _flight(scene: Scene, loot: int, copy: int, place: int) -> str:
    """The card's name and place; the one just drawn still has the name that it had in the deck."""
    is_new = _is_new(scene, loot, copy)
    token = f"draw-{pieces.drawn(scene)[1]}" if is_new else pieces.card_token(scene.view.state, loot, copy)
    return f' data-vt="{token}" data-at="lot-{place}"'


def _why_not_steal(scene: Scene) -> str:
    v: State = scene.view.state
    if not scene.is_asked or v.phase == rules.BIDDING:
        return ""
    return say(scene, "passed by" if v.phase == rules.STEALING else "no thief")
