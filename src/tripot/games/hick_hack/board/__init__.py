"""The web board of Hick Hack in Gackelwack: yards with their grain, cards laid and turned up, the talk, the score.

A card laid in a round has one name for the browser's flights, face down and face up, made of the round and its seat alone.
"""

from __future__ import annotations

from functools import lru_cache

from tripot.language import listed, number
from tripot.web.drawing.scene import Scene, form, move_button, symbol, text, whole_button

from .. import rules
from ..facts import (
    State,
    eaten_by,
    hand_of,
    laid_by,
    points_of,
    pot,
    rounds,
    row,
    scores,
    seats_in,
    unseen,
)
from ..phrases import SAY, YARDS, at_yard, card_name, grain_words, point_words
from ..words import explain, winner_words
from .glossary import glossary
from .labels import TAKE_BACK, WORDS, people, short_points, signed
from .parts import (
    BIRDS,
    CROWDED,
    NO_GRAIN,
    YARD_STYLES,
    back,
    chip_face,
    die,
    face,
    grains,
    laid_vt,
    legend,
    listing,
    style_of,
    tally,
    token,
)
from .settled import Lying, Settled, open_cards, round_end, settled
from .talk import answer, offer, question, strip

__all__ = ["felt", "glossary", "hand", "marker", "question", "seat_facts", "summary", "title_fact"]

STYLE = "hick"  # the class of the whole page, for the style sheet


# -- The table -------------------------------------------------------------------------------


def felt(scene: Scene) -> str:
    """The yards with their grain and cards; below them who has chosen, or the talk, or the final score; then the stores."""
    v, lang = scene.view.state, scene.lang
    say, who = WORDS[lang], people(scene)
    aims = frozenset([card // rules.KINDS for card in _chosen(scene)])
    is_talk = rules.OFFER <= v.phase <= rules.ROLL
    yards = scene.once("yards", lambda: _yards(scene, v, aims, who), aims)
    if v.phase == rules.CHOOSE:
        below = _slots(scene, v, who)
    elif v.phase == rules.OVER:
        below = _ranking(scene, v, who)
    elif is_talk and v.phase != rules.ROLL and not scene.is_asked:
        below = strip(scene)
    else:
        below = ""
    stores = _stores(sum(v.bag), v.deck_n, v.place.count(rules.DISCARD), lang)
    return (
        f'<section class="felt hh" aria-label="{say["table"]}"><h2 class="vh">{say["yards"]}</h2>'
        f"{yards}{below}{stores}</section>"
    )


def _yards(scene: Scene, v: State, aims: frozenset[int], who: list[str]) -> str:
    lang, done, lying = scene.lang, settled(scene.recent), open_cards(v)
    held = hand_of(v, scene.seat) if scene.seat >= 0 else []
    is_talk = rules.OFFER <= v.phase <= rules.ROLL
    yards = []
    for yard in range(v.yards):
        here = [card for card in lying if card.card // rules.KINDS == yard]
        style = " hot" if is_talk and yard == v.yard else " aim" if yard in aims else ""
        cards = _lying(v, here, style == " hot", who, lang) if here else _outcome(done.get(yard), who, lang)
        mine = tuple([card for card in held if card // rules.KINDS == yard])
        yards.append(_yard(v, yard, style, cards, _why(mine, lang) if held else "", lang))
    return listing(yards, "yards")


def _yard(v: State, yard: int, style: str, cards: str, why: str, lang: str) -> str:
    """A yard: its bird, its name, what its grain is worth, the grain, the cards."""
    grain, offered = row(v.on_yard, yard), NO_GRAIN
    if yard == v.yard and v.phase in (rules.GIVE, rules.ANSWER):
        offered = tuple([a - b for a, b in zip(pot(v), grain, strict=True)])
    title = f' title="{why}"' if why else ""
    return f'<li class="yard c-{YARD_STYLES[yard]}{style}"{title}>{_bed(yard, tuple(grain), offered, lang)}{cards}</li>'


@lru_cache(maxsize=4096)
def _bed(yard: int, grain: tuple[int, ...], offered: tuple[int, ...], lang: str) -> str:
    points = points_of(list(grain)) + points_of(list(offered))
    crowd = " many" if sum(grain) > CROWDED else ""
    return (
        f'<span class="bird">{symbol(BIRDS[yard], "")}</span><h3>{YARDS[lang][yard].title}</h3>'
        f'<span class="tot">{WORDS[lang]["worth"].format(points=points)}</span>'
        f'<div class="grainbed{crowd}">{grains(yard, grain, f"yard-{yard}", lang, offered)}</div>'
    )


@lru_cache(maxsize=4096)
def _why(here: tuple[int, ...], lang: str) -> str:
    """Which cards of the viewer's hand could go there."""
    say = WORDS[lang]
    return (
        say["hold"].format(cards=listed([card_name(card, lang) for card in here], lang)) if here else say["hold none"]
    )


def _lying(v: State, here: list[Lying], is_hot: bool, who: list[str], lang: str) -> str:
    """Cards turned up on a yard not yet settled: as cards where they are being fought over, else in small."""
    items = []
    for seat, card, place in here:
        vt, at = laid_vt(v.round, seat, place), f"yard-{card // rules.KINDS}"
        fled = is_hot and rules.RACE[card] == rules.SHY
        note = f'<span class="label">{WORDS[lang]["fled"]}</span>' if fled else ""
        if is_hot:
            off = " off" if fled else ""
            drawn = (
                f'<span class="card s {style_of(card)}{off}" data-vt="{vt}" data-at="{at}">{face(card, lang)}</span>'
            )
        else:
            drawn = f'<span class="chip {style_of(card)}" data-vt="{vt}" data-at="{at}">{chip_face(card, lang)}</span>'
        items.append(f'<li>{drawn}<span class="by">{who[seat]}</span>{note}</li>')
    return listing(items, "lie big" if is_hot else "lie", label=WORDS[lang]["lying"])


def _outcome(done: Settled | None, who: list[str], lang: str) -> str:
    """The cards of a yard that has just been settled, each with what it brought."""
    if done is None:
        return ""
    items, paid = [], set()
    for seat, card, place in done.cards:
        vt, at = laid_vt(done.round, seat, place), f"yard-{done.yard}"
        label, is_paid = _result(done, seat, card, seat in paid, lang)
        if is_paid:
            paid.add(seat)
        rolled = done.rolls.get(card)
        dice = f'<span class="dice1">+{die(rolled, lang)}= {rules.VALUE[card] + rolled}</span>' if rolled else ""
        off = "" if is_paid else " off"
        items.append(
            f'<li class="{"gain" if is_paid else ""}"><span class="chip {style_of(card)}{off}" data-vt="{vt}" data-at="{at}">'
            f"{chip_face(card, lang)}</span>{dice}"
            f'<span class="res"><span class="by">{who[seat]}</span> <b>{label}</b></span></li>'
        )
    return listing(items, "lie", label=WORDS[lang]["lying"])


def _result(done: Settled, seat: int, card: int, was_paid: bool, lang: str) -> tuple[str, bool]:
    """What a card brought, in a word, and whether it brought something."""
    say, race = WORDS[lang], rules.RACE[card]
    if race == rules.FOX:
        meal = done.meals.get(seat)
        if meal and not was_paid:
            return signed(sum(rules.VALUE[bird] for bird in meal)), True
        has_bird = any(rules.RACE[other] != rules.FOX for _, other, _ in done.cards)
        return say["nothing" if has_bird else "no bird"], False
    grain = done.grains.get(seat)
    if race == rules.SHY and len(done.cards) > 1:
        if grain and grain[rules.GREEN]:
            return say["fled with"].format(points=signed(1)), True
        return say["eaten" if done.is_eaten(card) else "fled"], False
    if done.is_eaten(card):
        return say["eaten"], False
    snatched = sum(s == seat and rules.RACE[c] == rules.SHY for s, c, _ in done.cards) if len(done.cards) > 1 else 0
    points = points_of(grain) - min(snatched, grain[rules.GREEN]) if grain else 0
    if points and not (was_paid and not snatched):
        return signed(points), True
    return say["nothing"], False


# -- Below the yards -------------------------------------------------------------------------


def _chosen(scene: Scene) -> list[int]:
    """The viewer's own cards lying face down."""
    v = scene.view.state
    if scene.seat < 0 or v.phase != rules.CHOOSE:
        return []
    if scene.choice is not None:
        return [action - rules.LAY for action in scene.choice.steps]
    return laid_by(v, scene.seat)


def _slots(scene: Scene, v: State, who: list[str]) -> str:
    """A place for everybody's hidden cards: face down as soon as they are chosen."""
    say, items = WORDS[scene.lang], []
    for seat in range(v.seats):
        is_me = seat == scene.seat
        laid = len(_chosen(scene)) if is_me else len(laid_by(v, seat))
        is_done = seat in scene.chosen or not v.asked >> seat & 1
        if is_done and not laid and v.hand_n[seat]:
            laid = min(v.lays, v.hand_n[seat])
        backs = "".join([back(laid_vt(v.round, seat, i), f"slot-{seat}-{i}") for i in range(laid)])
        if is_done and laid:
            label = say["laid"] if is_me else SAY[scene.lang]["chosen"]
        elif v.hand_n[seat]:
            label = say["thinks"]
            backs += f'<span class="slot s">{symbol("dots", "i think")}</span>'
        else:
            label, backs = say["sits out"], '<span class="slot s"></span>'
        style = "me" if is_me else ""
        items.append(
            f'<li class="{style}"><span class="pair2">{backs}</span><b>{who[seat]}</b><span class="label">{label}</span></li>'
        )
    return listing(items, f"slots n{v.seats}", tag="ol", label=say["chosen cards"])


def _ranking(scene: Scene, v: State, who: list[str]) -> str:
    """The final score, the winners first."""
    say, points = WORDS[scene.lang], scores(v)
    winners = seats_in(rules.winners(v))
    order = sorted(range(v.seats), key=lambda seat: -points[seat])
    items = []
    for seat in order:
        won = f'<span class="label">{say["wins"]}</span>' if seat in winners else ""
        style = "won" if seat in winners else ""
        items.append(
            f'<li class="{style}"><b>{who[seat]}</b><b class="sum">{short_points(points[seat], scene.lang)}</b>{won}</li>'
        )
    return f'<h3 class="vh">{say["ranking"]}</h3>{listing(items, "ranking", tag="ol")}'


@lru_cache(maxsize=1024)
def _stores(bag: int, pile: int, discard: int, lang: str) -> str:
    """What the grains are worth, and what is left in bag and piles."""
    say = WORDS[lang]
    stock = "".join(
        f'<li title="{say[f"{key} why"].format(n=n)}">{say[key].format(n=n)}</li>'
        for key, n in (("bag", bag), ("pile", pile), ("discard", discard))
    )
    return f'<div class="stores">{legend(lang)}<ul class="stock">{stock}</ul></div>'


# -- The hand --------------------------------------------------------------------------------


def hand(scene: Scene) -> str:
    """The viewer's cards, and whatever there is to decide; nothing for a spectator or when the game is over."""
    v = scene.view.state
    if scene.seat < 0 or v.phase == rules.OVER:
        return ""
    if v.phase == rules.CHOOSE and (scene.is_asked or _chosen(scene)):
        return f'<section class="hand hh">{_choosing(scene, v)}</section>'
    if scene.is_asked:
        talk = answer(scene) if v.phase == rules.ANSWER else offer(scene)
        return f'<section class="hand hh talking">{talk}{_quiet(scene, v)}</section>'
    return f'<section class="hand hh">{_quiet(scene, v)}</section>'


def _quiet(scene: Scene, v: State) -> str:
    """The cards of the hand while they cannot be laid."""
    say, lang, cards = WORDS[scene.lang], scene.lang, hand_of(v, scene.seat)
    if not cards:
        return (
            f'<div class="mine"><h2>{say["hand"]}</h2><p>{say["no hand"]}</p></div>' if v.phase == rules.CHOOSE else ""
        )
    later = v.round + int(v.phase != rules.SUPPLY)
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
    chosen = _chosen(scene)
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
    head = _head(
        f'{say["choose two"]}<span class="label">{say["pair rule"]}</span>', f'<div class="acts">{button}</div>'
    )
    group = f'<fieldset class="fan tilt t{len(cards)}"><legend class="vh">{say["choose two"]}</legend>{"".join(picks)}</fieldset>'
    return form(scene, f"{head}{group}{_captions(scene)}", style="lay two")


# -- The seats and the score -----------------------------------------------------------------


def seat_facts(scene: Scene, seat: int) -> tuple[str, str]:
    """The grains won and the points of the birds eaten; the total."""
    v, lang = scene.view.state, scene.lang
    grain = row(v.won, seat)
    birds = ""
    if v.eaten[seat] or rules.EATEN + seat in v.place:
        words = WORDS[lang]["birds"].format(points=signed(v.eaten[seat]))
        birds = f'<span class="grains" title="{words}">{symbol("fox")}<span aria-hidden="true">{signed(v.eaten[seat])}</span>'
        birds += f'<span class="vh">{words}</span></span>'
    total = points_of(grain) + v.eaten[seat]
    facts = f'<span class="hh-won">{tally(tuple(grain), lang)}{birds}</span>' if any(grain) or birds else ""
    return facts, short_points(total, lang)


def marker(scene: Scene, seat: int) -> str:
    """The sack of whoever supplies the grain."""
    v = scene.view.state
    if seat != v.supplier or v.phase == rules.OVER:
        return ""
    words = WORDS[scene.lang]["supplier"]
    return f'<span class="hh-sack" title="{words}">{symbol("hh-sack")}<span class="vh">{words}</span></span>'


def title_fact(scene: Scene) -> str:
    """`Round 7 of 13`."""
    v, say = scene.view.state, WORDS[scene.lang]
    return say["title"].format(round=v.round, rounds=rounds(v)) if v.round else say["dealing"]


def summary(scene: Scene) -> str:
    """When a round has just ended: what each seat got, and why; at the end of the game the whole sheet."""
    v, lang = scene.view.state, scene.lang
    ended = round_end(scene.recent)
    if ended is None and v.phase != rules.OVER:
        return ""
    say, who = SAY[lang], people(scene)
    parts = []
    if v.phase == rules.OVER:
        parts.append(f"<h2>{say['final title']}</h2><p>{winner_words(v, who, lang)}</p>{_sheet(v, who, lang)}")
    if ended is not None:
        before, after = ended
        title = say["score title"].format(round=before.round, rounds=rounds(after))
        level = "h3" if v.phase == rules.OVER else "h2"
        parts.append(f"<{level}>{title}</{level}>{_gains(scene, after, who)}")
    return f'<section class="log sheet">{"".join(parts)}</section>'


def _gains(scene: Scene, after: State, who: list[str]) -> str:
    """Seat by seat: the points just won, the reasons, the total."""
    lang, done, points = scene.lang, settled(scene.recent), scores(after)
    start = scores(scene.recent[0].before)
    items = []
    for seat in range(after.seats):
        reasons = [words for yard in sorted(done) for words in _reasons(done[yard], seat, lang)]
        told = " · ".join(reasons)
        items.append(
            f'<li><b>{who[seat]}</b><b class="plus">{signed(points[seat] - start[seat])}</b>'
            f'<b class="sum">{number(points[seat], lang)}</b><span>{told or WORDS[lang]["no gain"]}</span></li>'
        )
    return listing(items, "gains", tag="ol")


def _reasons(done: Settled, seat: int, lang: str) -> list[str]:
    """Why a yard brought the seat points, or cost it a bird."""
    say, words = SAY[lang], []
    if grain := done.grains.get(seat):
        points = point_words(points_of(grain), lang)
        words.append(say["grain"].format(grains=grain_words(grain, lang), at=at_yard(done.yard, lang), points=points))
    if meal := done.meals.get(seat):
        points = point_words(sum(rules.VALUE[card] for card in meal), lang)
        words.append(say["eaten"].format(birds=listed([card_name(card, lang) for card in meal], lang), points=points))
    for owner, card, _ in done.cards:
        if owner == seat and done.is_eaten(card):
            words.append(WORDS[lang]["was eaten"].format(card=card_name(card, lang)))
    return words


def _sheet(v: State, who: list[str], lang: str) -> str:
    """The final score sheet, the best first: grain, birds, total."""
    say, points = WORDS[lang], scores(v)
    heads = "".join(f'<th scope="col">{say[key]}</th>' for key in ("head player", "legend", "head birds", "head total"))
    rows = []
    for seat in sorted(range(v.seats), key=lambda seat: -points[seat]):
        values = sorted((rules.VALUE[card] for card in eaten_by(v, seat)), reverse=True)
        why = " ".join(signed(value) for value in values)
        grain = row(v.won, seat)
        rows.append(
            f'<tr><th scope="row">{who[seat]}</th><td title="{grain_words(grain, lang)}">{points_of(grain)}</td>'
            f'<td title="{why}">{number(v.eaten[seat], lang)}</td><td><b>{number(points[seat], lang)}</b></td></tr>'
        )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
