"""The own hand in RAISE: choosing the first card, composing a raise, passing, or waiting."""

from __future__ import annotations

from collections.abc import Sequence

from tripot.core.state import NOBODY
from tripot.language import percent
from tripot.web.drawing.scene import Scene, form, hand_frame, move_button, symbol, text, whole_button

from .. import rules, words
from ..phrases import SYMBOL_NAMES, card_name, points_in_words, victory_points
from ..rules import State
from ..tokens import CARDS
from .cards import COLOUR, COLOURS, INSIDE, SIGNS, copies, flight, full_name
from .labels import COUNTED, WORDS


def hand(scene: Scene) -> str:
    """The viewer's cards and what may be done with them; nothing for a spectator or after the game."""
    v: State = scene.view.state
    if scene.seat < 0 or v.phase == rules.OVER:
        return ""
    if not words.hand(v, scene.seat):
        inside, style = _empty(scene), ""
    elif v.phase == rules.CHOOSE:
        inside, style = _choose(scene), ""
    elif scene.is_asked:
        inside = _raise(scene)
        style = " rs-ask" if raises_of(scene) else " rs-ask rs-only"
    else:
        inside, style = _wait(scene), ""
    named = f' aria-labelledby="{scene.key("hand-head")}"'
    return hand_frame(scene, inside + _own_pile(scene), style=f" rs-hand{style}", named=named)


def _head(scene: Scene, title: str, label: str, acts: str = "") -> str:
    label = f' <span class="label">{label}</span>' if label else ""
    acts = f'<div class="acts">{acts}</div>' if acts else ""
    return f'<div class="handhead"><h2 id="{scene.key("hand-head")}">{title}{label}</h2>{acts}</div>'


def _worth(v: State, card: int) -> str:
    """`3×3 = 9`, once the dice are rolled."""
    if words.point_card(v) == NOBODY:
        return ""
    times = words.multiplier(v, rules.SYMBOL[card])
    return f'<span class="val">{rules.DIGIT[card]}×{times} = <b>{rules.DIGIT[card] * times}</b></span>'


# -- The first card -----------------------------------------------------------


def _choose(scene: Scene) -> str:
    v, seat, phrases = scene.view.state, scene.seat, WORDS[scene.lang]
    cards = words.hand(v, seat)
    laid = chosen_card(scene)
    items = []
    ghost = laid
    shares = {}
    if scene.hints and scene.is_asked:
        shares = {card: words.share_below(v, seat, words.value(v, card)) for card in {*cards}}
    for card, copy in zip(cards, copies(v, seat, cards), strict=True):
        is_ghost, ghost = card == ghost, NOBODY if card == ghost else ghost
        if is_ghost:
            items.append(_laid(v, card, scene.lang))
        elif scene.is_asked:
            items.append(_choice(scene, card, copy, shares.get(card)))
        else:
            items.append(_still(v, seat, card, copy, scene.lang, ""))
    fan = f'<ul class="fan" tabindex="0">{"".join(items)}</ul>'
    title = phrases["choose"] if laid == NOBODY else text(phrases["lies"].format(card=card_name(laid, scene.lang)))
    if not scene.is_asked:
        return _head(scene, title, "") + fan
    if laid == NOBODY:
        return _head(scene, title, phrases["choose hint"] if scene.hints else "") + form(scene, fan)
    back = f'<button class="btn" id="take-back">{phrases["take back"]}</button>'
    acts = form(scene, back, action="take_back")
    return _head(scene, title, phrases["lies hint"], acts) + form(scene, fan)


def chosen_card(scene: Scene) -> int:
    """The viewer's own first card while it lies face down, else NOBODY."""
    if scene.choice is not None:
        return scene.choice.steps[0]
    return words.first_card(scene.view.state, scene.seat) if scene.seat >= 0 else NOBODY


def _choice(scene: Scene, card: int, copy: int, share: int | None) -> str:
    """A card as a button that lays it face down; with hints the share of the others' cards that it beats."""
    v, seat, lang, token = scene.view.state, scene.seat, scene.lang, CARDS[card]
    hint = ""
    if share is not None:
        beats = WORDS[lang]["beats"].format(share=percent(share / 100, lang)) if share >= 0 else WORDS[lang]["alone"]
        hint = f'<span class="rs-odds hint">{beats}</span>'
    why = text(WORDS[lang]["card means"].format(card=full_name(card, lang), means=_meaning(v, card, share, lang)))
    return (
        f'<li class="worth"><button class="card l {COLOUR[card]} can" name="move" value="{token}" title="{why}"'
        f' aria-label="{why}" id="lay-{token}-{copy}" data-vt="{flight(seat, card, copy)}" data-at="hand-{seat}">'
        f"{INSIDE[card]}</button>{_worth(v, card)}{hint}</li>"
    )


def _meaning(v: State, card: int, share: int | None, lang: str) -> str:
    """What `explain` says of a first card, without counting the share again; without hints only its space."""
    if share is None:
        return f"{rules.DIGIT[card]} × {words.multiplier(v, rules.SYMBOL[card])} = {words.value(v, card)}"
    return words.explain_first(v, card, share, lang)


def _laid(v: State, card: int, lang: str) -> str:
    """The empty place in the hand of the card that lies face down on the table."""
    return (
        f'<li class="worth picked"><span class="card l {COLOUR[card]} off">{INSIDE[card]}'
        f'<span class="tag">{WORDS[lang]["is laid"]}</span><span class="vh">{full_name(card, lang)}</span></span>'
        f"{_worth(v, card)}</li>"
    )


def _still(v: State, seat: int, card: int, copy: int, lang: str, why: str) -> str:
    """A card that cannot be touched now."""
    title = f' title="{text(why)}"' if why else ""
    return (
        f'<li class="worth"><span class="card l {COLOUR[card]}"{title} data-vt="{flight(seat, card, copy)}"'
        f' data-at="hand-{seat}">{INSIDE[card]}<span class="vh">{full_name(card, lang)}</span></span>'
        f"{_worth(v, card)}</li>"
    )


# -- Waiting ------------------------------------------------------------------


def _wait(scene: Scene) -> str:
    v, seat, lang = scene.view.state, scene.seat, scene.lang
    cards = words.hand(v, seat)
    why = WORDS[lang]["not now"]
    numbered = zip(cards, copies(v, seat, cards), strict=True)
    fan = "".join(_still(v, seat, card, copy, lang, why) for card, copy in numbered)
    return (
        _head(scene, WORDS[lang]["hand"], _sizes(scene))
        + f'<ul class="fan" tabindex="0" aria-label="{WORDS[lang]["hand"]}">{fan}</ul>'
    )


def _sizes(scene: Scene) -> str:
    v, lang = scene.view.state, scene.lang
    return COUNTED[lang]["hand and pile"].format(len(words.hand(v, scene.seat)), pile=words.pile_size(v, scene.seat))


def _empty(scene: Scene) -> str:
    """No card left; the last pawn must still be asked, because hands are secret."""
    say = WORDS[scene.lang]
    if scene.is_asked:
        return _head(scene, say["must pass"], "") + _pass(scene, "btn go")
    v, here = scene.view.state, words.space(scene.view.state, scene.seat)
    if here != NOBODY:
        return _head(scene, say["hand"], say["no hand on board"].format(space=here))
    return _head(scene, say["hand"], say["no hand"] if words.point_card(v) != NOBODY else "")


def _own_pile(scene: Scene) -> str:
    """What is still to come from one's own pile: known, but not in which order."""
    v, lang = scene.view.state, scene.lang
    cards = words.own_pile(v, scene.seat)
    if not cards:
        return ""
    chips = []
    for sign, name in enumerate(SIGNS):
        digits = " ".join([str(rules.DIGIT[card]) for card in cards if rules.SYMBOL[card] == sign])
        if digits:
            chips.append(
                f'<li class="chip c-{COLOURS[sign]}">{symbol(name)}'
                f'<span class="vh">{SYMBOL_NAMES[lang][sign]}</span>{digits}</li>'
            )
    title = WORDS[lang]["own pile"].format(n=len(cards))
    return (
        f'<details class="rs-own" id="{scene.key("own-pile")}"><summary>{title}</summary>'
        f'<ul class="chips">{"".join(chips)}</ul></details>'
    )


# -- Raise or pass ------------------------------------------------------------


def _raise(scene: Scene) -> str:
    v, seat, say = scene.view.state, scene.seat, WORDS[scene.lang]
    cards = words.hand(v, seat)
    values = [words.value(v, card) for card in cards]
    raises = raises_of(scene)
    usable = usable_cards(v, seat, raises)
    here, is_beyond = words.space(v, seat), words.space(v, seat) > words.ahead(v)
    picked = smallest_raise(v, seat, raises) if scene.hints and not is_beyond else ()
    reach = here + sum(values[slot] for slot in picked)
    numbered = enumerate(zip(cards, copies(v, seat, cards), strict=True))
    items = [_pick(scene, slot, which, usable, picked) for slot, which in numbered]
    fan = (
        f'<fieldset class="rs-cards"><legend class="vh">{say["cards of raise"]}</legend>'
        f'<ul class="fan">{"".join(items)}</ul></fieldset>'
    )
    if not usable:
        title = say["must pass"] if v.phase == rules.LAST else say["stay"].format(space=here)
        reason = "" if is_beyond else say["out of reach"].format(reach=here + sum(values), ahead=words.ahead(v))
        return _head(scene, title, reason) + fan + _others(scene, "btn go")
    shown = str(reach) if picked else "…"
    goal = f'<output class="reach{"" if picked or is_beyond else " short"}" data-total="{here}">{reach}</output>'
    head = f'<h2 id="{scene.key("hand-head")}">{here} {symbol("r-arrow")} {goal} <span class="label">{_enough(scene)}</span></h2>'
    label = say["raise on" if is_beyond else "raise"].format(total=f'<span data-total="{here}">{shown}</span>')
    style = "btn" if is_beyond else "btn go"
    just = v.least if v.just_enough else None
    beyond = words.ahead(v) - here
    label = f"{symbol('up')}<span>{label}</span>"
    go = whole_button(label, "raise", style=f"{style} rs-go", least=1, beyond=beyond, just=just)
    return form(scene, head + fan + go, style="rs-form") + _others(scene, "btn go" if is_beyond else "btn")


def _enough(scene: Scene) -> str:
    """How far is enough, and who would be asked next."""
    v, say = scene.view.state, WORDS[scene.lang]
    is_tied = v.phase == rules.LAST and words.space(v, scene.seat) == words.ahead(v)
    key = f"least{' any' if is_tied else ''}{' just' if v.just_enough else ''}"
    rest = [other for other in words.on_board(v) if other != scene.seat]
    last = words.in_order(v, rest)[-1]
    return text(say[key].format(least=words.ahead(v) + 1, name=scene.names[last], last=words.space(v, last)))


def _pick(scene: Scene, slot: int, which: tuple[int, int], usable: frozenset[int], picked: Sequence[int]) -> str:
    """A card as a box to tick."""
    v, lang, (card, copy) = scene.view.state, scene.lang, which
    token, value = CARDS[card], words.value(v, card)
    key = f"pick-{token}-{copy}"
    state, style, title = " checked" if slot in picked else "", "can", ""
    name = full_name(card, lang)
    if slot not in usable:
        state, style, why = " disabled", "off", text(_why_not(v, scene.seat, card, lang))
        title, name = f' title="{why}"', f"{name}. {why}"
    return (
        f'<li class="worth"><input class="rs-pick" type="checkbox" name="c{slot}" value="{token}" id="{key}"'
        f' data-worth="{value}"{state}><label class="card l {COLOUR[card]} {style}" for="{key}"{title}'
        f' data-vt="{flight(scene.seat, card, copy)}" data-at="hand-{scene.seat}">{INSIDE[card]}'
        f'<span class="vh">{name}</span></label>{_worth(v, card)}</li>'
    )


def _why_not(v: State, seat: int, card: int, lang: str) -> str:
    say = WORDS[lang]
    if card < v.lowest:
        return say["too early"]
    reach = words.space(v, seat) + sum(words.value(v, held) for held in words.hand(v, seat) if held >= v.lowest)
    if reach > words.ahead(v):
        return say["not needed"]
    return say["out of reach"].format(reach=reach, ahead=words.ahead(v))


def _others(scene: Scene, style: str) -> str:
    """Pass, or in the middle of a raise stop."""
    v, say = scene.view.state, WORDS[scene.lang]
    if v.phase == rules.LAST:
        return _pass(scene, style)
    if words.space(v, scene.seat) <= words.ahead(v):
        return ""
    label = say["stay"].format(space=words.space(v, scene.seat))
    return form(scene, move_button(scene, "stop", label, style=f"{style} rs-say", key="stop"), style="rs-else")


def _pass(scene: Scene, style: str) -> str:
    v, say = scene.view.state, WORDS[scene.lang]
    others = [other for other in words.on_board(v) if other != scene.seat]
    if len(others) == 1:
        points = points_in_words(words.point_card(v) + victory_points(words.common(v)), scene.lang)
        meaning = say["pass lost"].format(name=scene.names[others[0]], points=points)
    else:
        cards = words.to_draw(v, scene.seat)
        meaning = COUNTED[scene.lang]["pass draw"].format(cards) if cards else say["pass no draw"]
    label = f"<span>{say['pass']}<small>{text(meaning)}</small></span>"
    means = words.explain(v, scene.seat, rules.PASS, scene.names, scene.lang)
    why = say["pass why"].format(brief=meaning, means=means)
    button = move_button(scene, "pass", label, style=f"{style} rs-say", why=why, key="pass")
    return form(scene, button, style="rs-else")


# -- Which cards --------------------------------------------------------------


Raises = Sequence[tuple[int, ...]]
"""The places in the hand of the cards of every legal raise."""


def raises_of(scene: Scene) -> Raises:
    """The raises of the viewer, worked out once for table and hand."""
    return scene.once("raises", lambda: all_raises(scene.view.state, scene.seat))


def usable_cards(v: State, seat: int, raises: Raises) -> frozenset[int]:
    """The places in the hand of the cards that some legal raise, as it has begun, may hold."""
    cards = words.hand(v, seat)
    used = {cards[slot] for slots in raises for slot in slots}
    return frozenset([slot for slot, card in enumerate(cards) if card in used])


def smallest_raise(v: State, seat: int, raises: Raises) -> tuple[int, ...]:
    """The places in the hand of the fewest cards that are enough, and of those the ones that go least far."""
    values = [words.value(v, card) for card in words.hand(v, seat)]
    return min(raises, key=lambda slots: (len(slots), sum(values[slot] for slot in slots), slots), default=())


def all_raises(v: State, seat: int) -> Raises:
    """Every legal raise, as it has begun: the places of its cards in the hand, of equal cards the first ones."""
    cards = words.hand(v, seat)
    found: list[tuple[int, ...]] = []
    begun: list[tuple[tuple[int, ...], State]] = [((), v.copy())]
    while begun:
        slots, s = begun.pop()
        for action in s.acts[: rules.legal(s, seat)]:
            if action == rules.STOP and slots:
                found.append(slots)
            elif action in cards:
                slot = next(place for place, card in enumerate(cards) if card == action and place not in slots)
                after = s.copy()
                rules.apply(after, seat, action)
                if rules.is_mid_move(after, seat):
                    begun.append(((*slots, slot), after))
                else:
                    found.append((*slots, slot))
    return found
