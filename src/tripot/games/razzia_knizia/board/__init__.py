"""The board of Razzia! (Knizia): the lot and the auction on the felt, everybody's cheques and loot at the seats."""

from __future__ import annotations

from tripot.web.drawing.scene import Scene, form, move_button, symbol, text, whole_button

from .. import rules, words
from ..rules import State
from . import pieces
from .glossary import glossary
from .hand import draw_means, hand
from .labels import SHORT
from .pieces import COLOURS, SYMBOLS, say
from .sheet import summary

__all__ = ["felt", "glossary", "hand", "marker", "question", "seat_facts", "seat_things", "summary", "title_fact"]

STYLE = "knizia"  # the class of the whole page, for the style sheet

LONG = 8  # letters; longer names are printed smaller

# -- What the frame asks for ----------------------------------------------------


def felt(scene: Scene) -> str:
    """The shared table: the lot, the police and the deck, and everybody in the order of the bids or turns."""
    is_over = scene.view.state.phase == rules.OVER
    inside = _standings(scene) if is_over else f"{_head(scene)}{_lot(scene)}{_order(scene)}"
    return f'<section class="felt" aria-label="{say(scene, "table")}">{inside}</section>'


def question(scene: Scene) -> str:
    """What is asked, without hints without the worth of the lot."""
    return words.question(scene.view.state, scene.seat, scene.names, scene.lang, hints=scene.hints)


def seat_facts(scene: Scene, seat: int) -> tuple[str, str]:
    """How the seat stands; its points."""
    v: State = scene.view.state
    points = f"{pieces.points(scene, sum(v.sheet[seat]))}{pieces.stands(scene, seat)}"
    return pieces.standing(scene, seat)[1], points


def seat_things(scene: Scene, seat: int) -> str:
    """A seat's cheques and loot; one's own lie in the hand."""
    if seat == scene.seat:
        return ""
    chips = pieces.chips(scene, seat, range(rules.LOOT), pieces.flights(scene))
    return f'<span class="cheques">{pieces.cheques(scene, seat)}</span><span class="chips">{chips}</span>'


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


# -- Police, lot and deck -------------------------------------------------------


def _head(scene: Scene) -> str:
    """What lies there and is worth, and the police of this round."""
    v: State = scene.view.state
    if scene.hints and scene.seat >= 0 and v.display_n:
        plus = words.points_in_words(pieces.lot_worth(scene.view), scene.lang, signed=True)
        about = say(scene, "stands", plus=plus)
    else:
        about = pieces.counted(scene, "filled", v.display_n, limit=rules.DISPLAY_LIMIT[v.box])
    title = say(scene, "sale" if v.phase == rules.BIDDING else "lot")
    return f'<div class="headrow"><h2>{title} <span class="label">{about}</span></h2>{_police(scene)}</div>'


def _police(scene: Scene) -> str:
    """A badge for every police card of the round; the one just drawn flies from the deck."""
    v: State = scene.view.state
    limit = rules.POLICE_LIMIT[v.box][v.seats]
    card, deck = pieces.drawn(scene)
    badges = []
    for place in range(limit):
        is_new = card == rules.POLICE and place + 1 == v.police
        flight = f' data-vt="draw-{deck}" data-at="raid-{place}"' if is_new else ""
        style = ' class="on"' if place < v.police else ""
        badges.append(f"<li{style}{flight}>{symbol('police')}</li>")
    is_last = v.police + 1 == limit
    told = say(scene, "police last" if is_last else "police", n=v.police, limit=limit)
    return (
        f'<p class="policerow label{" edge" if is_last else ""}">{told}</p>'
        f'<ol class="raid" aria-hidden="true">{"".join(badges)}</ol>'
    )


def _lot(scene: Scene) -> str:
    """The loot in table order, the places left, the deck; with thieves the cards are buttons, or boxes for several."""
    v: State = scene.view.state
    full = rules.DISPLAY_LIMIT[v.box]
    thefts = pieces.thefts(scene)
    several = min(pieces.thieves(v), sum(v.display[loot] for loot in thefts)) > 1
    cells: list[str] = []
    for loot in range(rules.LOOT):
        for copy in range(v.display[loot]):
            if loot in thefts:
                cells.append(_to_steal(scene, loot, copy, len(cells), several=several))
            else:
                cells.append(_to_look_at(scene, loot, copy, len(cells)))
    for place in range(v.display_n + 1, full + 1):
        why = f' title="{say(scene, "slot last")}"' if place == full else ""
        cells.append(f'<li class="void"><span class="slot"{why}>{place}</span></li>')
    inside = f'<ul aria-label="{say(scene, "cards")}">{"".join(cells)}</ul>'
    if several:
        send = whole_button(say(scene, "send"), "do-steal", least=1, most=pieces.thieves(v))
        most = say(scene, "send most", n=pieces.thieves(v))
        inside += f'<p class="send">{send}<span class="label">{most}</span></p>'
    if thefts:
        inside = form(scene, inside, style="flat")
    return f'<div class="lootrow lot{" picks" if several else ""}">{inside}{_deck(scene)}</div>'


def _to_look_at(scene: Scene, loot: int, copy: int, place: int) -> str:
    """A card of the lot that the viewer cannot take now."""
    tag = f'<span class="tag">{say(scene, "new")}</span>' if _is_new(scene, loot, copy) else ""
    why = _why_not_steal(scene)
    title = f' title="{why}"' if why else ""
    flight = _flight(scene, loot, copy, place)
    return f'<li><span class="{_style(scene, loot)}"{flight}{title}>{_face(scene, loot)}{tag}</span></li>'


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
        button = move_button(scene, token, inside, style=style, why=why, key=f"{token}-{copy}")
        return f"<li>{button.replace('<button', f'<button{flight}', 1)}</li>"
    about = text(why)
    box = f'<input class="vh" type="checkbox" name="c{place}" value="{token}" id="{token}-{copy}" aria-label="{about}">'
    chosen = f'<span class="tag on">{say(scene, "taken")}</span>'
    return f'<li><label class="take" title="{about}">{box}<span class="{style}"{flight}>{inside}{chosen}</span></label></li>'


def _deck(scene: Scene) -> str:
    """The deck, to draw from on one's own turn."""
    v: State = scene.view.state
    flight = f' data-vt="draw-{v.deck_n}" data-at="deck"'
    inside = f"{symbol('lamp', 'art')}<em>{say(scene, 'deck left', n=v.deck_n)}</em>"
    if "draw" in scene.legal:
        why = say(scene, "draw why", means=draw_means(scene))
        button = move_button(scene, "draw", inside, style="card back deck can", why=why, key="deck")
        return form(scene, button.replace("<button", f"<button{flight}", 1), style="flat")
    key = {rules.BIDDING: "deck sale", rules.STEALING: "deck steal"}.get(v.phase, "deck wait")
    why = say(scene, key if scene.seat >= 0 else "deck watch", n=v.deck_n)
    return f'<span class="card back deck" title="{why}"{flight}><span class="vh">{say(scene, "deck")} </span>{inside}</span>'


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


# -- Everybody in order ---------------------------------------------------------


def _order(scene: Scene) -> str:
    """All seats in the order of the bids, the caller last, or of the turns; then the cheque in the centre."""
    v: State = scene.view.state
    is_sale = v.phase == rules.BIDDING
    rows = []
    for step in range(is_sale, v.seats + is_sale):
        seat = (v.turn + step) % v.seats
        style, label = pieces.standing(scene, seat)
        laid = pieces.cheque(v.best, f"bid-{seat}", "cheque l") if is_sale and seat == v.best_bidder else ""
        rows.append(_person(scene, seat, style, laid, label))
    prize = f'<span class="label">{say(scene, "centre")}</span>{pieces.cheque(v.centre, "centre", "cheque l")}'
    order = say(scene, "bids" if is_sale else "turns")
    return f'<ol class="bids n{v.seats}" aria-label="{order}">{"".join(rows)}<li class="prize">{prize}</li></ol>'


def _standings(scene: Scene) -> str:
    """The end: who has won, and everybody by points."""
    v: State = scene.view.state
    winners = rules.winners(v)
    rows = []
    for seat in sorted(range(v.seats), key=lambda seat: (winners >> seat & 1, sum(v.sheet[seat])), reverse=True):
        style, label = pieces.standing(scene, seat)
        points = f'<b class="won">{pieces.points(scene, sum(v.sheet[seat]))}</b>'
        rows.append(_person(scene, seat, style, points, label))
    head = f'<div class="headrow"><h2>{text(words.winners_in_words(v, scene.names, scene.lang))}</h2></div>'
    return f'{head}<ol class="bids ends n{v.seats}" aria-label="{say(scene, "over")}">{"".join(rows)}</ol>'


def _person(scene: Scene, seat: int, style: str, has: str, label: str) -> str:
    who = f'<b class="who">{pieces.name(scene, seat)} {marker(scene, seat)}</b>'
    return f'<li class="bid {style}">{pieces.face(scene, seat)}{who}{has}<span class="label">{label}</span></li>'
