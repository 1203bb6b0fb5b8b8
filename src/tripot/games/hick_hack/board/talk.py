"""The talk about a yard: the form of an offer, the answers to one, and who speaks when, from a scene alone."""

from __future__ import annotations

from tripot.core.state import NOBODY
from tripot.language import listed, number, percent
from tripot.web.drawing.scene import Scene, form, symbol, text, whole_button

from .. import rules
from ..facts import (
    Grain,
    State,
    duel_chances,
    fighters,
    laid_by,
    next_speaker,
    points_of,
    pot,
    proposer,
    rounds,
    row,
    seats_in,
)
from ..phrases import at_yard
from ..tokens import GRAINS, MOVES
from ..words import explain, shares
from ..words import question as asked
from .labels import WORDS, grain_name, people, plain_people, worth_words
from .parts import BIRDS, FEW, YARD_STYLES, grain_face, grains, listing

ANSWERS = {rules.ACCEPT: "accept", rules.REFUSE: "refuse", rules.DUEL: "call duel"}
WIDTH = 100  # of the bar of odds


# -- Who speaks when -------------------------------------------------------------------------


def speakers(v: State) -> list[int]:
    """The contenders in the order in which they are asked."""
    return list(dict.fromkeys(seat for seat, _ in fighters(v)))


def strip(scene: Scene) -> str:
    """For everybody who is not asked: the contenders, what each is offered, and what each is doing."""
    v, say, who = scene.view.state, WORDS[scene.lang], people(scene)
    has_offer = v.phase in (rules.GIVE, rules.ANSWER)
    chances = duel_chances(v) if scene.hints else {}
    first, items = [0] * rules.COLOURS, []
    for seat in speakers(v):
        share, label = row(v.offer, seat), say[_doing(scene, v, seat)]
        lot = ""
        if scene.hints:
            label += f" · {say['duel chance'].format(chance=percent(chances[seat], scene.lang))}"
        if has_offer:
            things = grains(v.yard, share, f"offer-{seat}", scene.lang, first)
            lot = f'<span class="lot">{things}<b class="sum">{points_of(share)}</b></span>'
            first = [a + b for a, b in zip(first, share, strict=True)]
        turn = " turn" if v.asked >> seat & 1 and seat not in scene.chosen else ""
        me = " me" if seat == scene.seat else ""
        items.append(f'<li class="talker{turn}{me}"><b>{who[seat]}</b><span class="label">{label}</span>{lot}</li>')
    return listing(items, "talk", tag="ol", label=say["talk"].format(at=at_yard(v.yard, scene.lang)))


def _doing(scene: Scene, v: State, seat: int) -> str:
    """What a contender does, has done or will do; never what it answered before all have."""
    if v.phase == rules.ANSWER:
        if seat == proposer(v):
            return "proposes"
        has_answered = v.answer[seat] != NOBODY or seat in scene.chosen
        return "answered" if has_answered else "turn answer"
    if v.asked >> seat & 1:
        return "turn offer"
    for step in scene.recent:
        if step.before.phase == rules.ANSWER and step.revealed:
            answer = dict(step.revealed).get(seat)
            if answer is not None and not v.spoken >> seat & 1:
                return "yes" if answer == rules.ACCEPT else "no"
    if v.spoken >> seat & 1:
        return "spoke"
    return "next" if seat == next_speaker(v) else "later"


# -- The duel instead ------------------------------------------------------------------------


def _duel(scene: Scene, v: State, chances: dict[int, float]) -> str:
    """What happens without an agreement: for whom the dice are."""
    say, grain = WORDS[scene.lang], pot(v)
    title = f"<h3>{say['no deal'].format(points=worth_words(grain, scene.lang))}</h3>"
    if not scene.hints:
        return f'<div class="odds">{title}<p class="hint">{say["winner takes"]}</p></div>'
    who, bars, ends, x = people(scene), [], [], 0.0
    order = sorted(chances, key=lambda seat: (seat != scene.seat, -chances[seat]))
    for seat in order:
        width = chances[seat] * WIDTH
        style = "o-me" if seat == scene.seat else "o-you"
        bars.append(f'<rect class="{style}" x="{x:.1f}" width="{max(width - 1, 0):.1f}" height="6"/>')
        ends.append(f"<span><b>{who[seat]}</b> {percent(chances[seat], scene.lang)}</span>")
        x += width
    mine = chances[scene.seat]
    worth = number(mine * points_of(grain), scene.lang, places=1)
    hint = say["your duel"].format(chance=percent(mine, scene.lang), worth=worth)
    return (
        f'<div class="odds">{title}<svg viewBox="0 0 {WIDTH} 6" preserveAspectRatio="none" aria-hidden="true">'
        f'{"".join(bars)}</svg><p class="ends">{"".join(ends)}</p><p class="hint">{hint}</p></div>'
    )


def _why_duel(scene: Scene, v: State, chances: dict[int, float]) -> str:
    say, points = WORDS[scene.lang], worth_words(pot(v), scene.lang)
    if not scene.hints:
        return say["all for"].format(points=points)
    return say["odds"].format(chance=percent(chances[scene.seat], scene.lang), points=points)


def _why_not(scene: Scene, v: State) -> str:
    """Who is asked if it comes to nothing."""
    speaker = next_speaker(v)
    if speaker == NOBODY:
        return WORDS[scene.lang]["then duel"]
    key = "then you" if speaker == scene.seat else "then"
    return WORDS[scene.lang][key].format(name=people(scene)[speaker])


def _option(scene: Scene, action: int, title: str, why: str, style: str) -> str:
    """A choice as a button with its consequence on it."""
    v, token = scene.view.state, MOVES[action]
    hint = ""
    if scene.hints and action != rules.ACCEPT:
        hint = f' title="{text(explain(v, scene.seat, action, plain_people(scene), scene.lang))}"'
    return (
        f'<button class="opt {style}" name="move" value="{token}" id="move-{token}"{hint}>'
        f"<span><b>{title}</b><small>{why}</small></span></button>"
    )


# -- An offer --------------------------------------------------------------------------------


def offer(scene: Scene) -> str:
    """The form of an offer: every grain with the people it may go to, a fair split to begin with; or none, or the duel."""
    v, say, lang, who = scene.view.state, WORDS[scene.lang], scene.lang, people(scene)
    chances = duel_chances(v)
    left, seats = row(v.on_yard, v.yard), seats_in(v.contenders)
    plan = fair(v, chances)
    sums_so_far = {seat: points_of(row(v.offer, seat)) for seat in seats}
    for colour, seat in plan:
        sums_so_far[seat] += rules.GRAIN_POINTS[colour]
    others = listed([who[seat] for seat in speakers(v) if seat != scene.seat], lang)
    title = f"<h2>{symbol(BIRDS[v.yard])}<span>{say['your offer'].format(names=others)}</span></h2>"
    sums = [_basket(scene, v, seat, sums_so_far[seat], chances) for seat in seats]
    rows = []
    for place, (colour, chosen) in enumerate(plan):
        lowest = v.receiver if colour == _next_colour(left) else 0
        open_to = [seat for seat in seats if seat >= lowest]
        rows.append(_grain_row(scene, place, colour, chosen, open_to, who))
    columns = " few" if len(seats) <= FEW and len(plan) > 1 else ""
    give = (
        f'<ul class="sums">{"".join(sums)}</ul><div class="gives{columns}">{"".join(rows)}</div>'
        f'<div class="acts">{whole_button(say["propose"], "whole", style="btn go grow")}</div>'
    )
    instead = ""
    if v.phase == rules.OFFER:
        buttons = _option(scene, rules.NO_OFFER, say["no offer"], _why_not(scene, v), "")
        buttons += _option(scene, rules.DUEL, say["duel"], _why_duel(scene, v, chances), "")
        instead = form(scene, buttons, style="opts two")
    return (
        f'<div class="dialog talkbox c-{YARD_STYLES[v.yard]}">{title}{form(scene, give, style="give")}'
        f'<div class="instead">{_duel(scene, v, chances)}{instead}</div></div>'
    )


def question(scene: Scene) -> str:
    """What is asked. A form takes the parts of a move in any order and all at once: two cards, or all the rest of an offer."""
    v, say = scene.view.state, WORDS[scene.lang]
    if scene.is_asked and v.phase == rules.GIVE:
        return say["ask rest"].format(shares=shares(v, scene.names, scene.lang))
    is_pair = v.phase == rules.CHOOSE and v.lays == rules.PAIR and v.hand_n[scene.seat] > 1
    if scene.is_asked and is_pair and not laid_by(v, scene.seat):
        return say["ask pair"].format(round=v.round, rounds=rounds(v))
    return asked(v, scene.seat, scene.names, scene.lang, hints=scene.hints)


def _next_colour(left: Grain) -> int:
    return next((colour for colour, n in enumerate(left) if n), rules.COLOURS)


def fair(v: State, chances: dict[int, float]) -> list[tuple[int, int]]:
    """Every grain still to be given with somebody to have it: each time who lacks most of what a duel is worth to him."""
    left, points = row(v.on_yard, v.yard), points_of(pot(v))
    lacks = {seat: chance * points - points_of(row(v.offer, seat)) for seat, chance in chances.items()}
    lowest, plan = v.receiver, []
    for colour in range(rules.COLOURS):
        for _ in range(left[colour]):
            seat = max((seat for seat in lacks if seat >= lowest), key=lambda seat: (lacks[seat], -seat))
            lacks[seat] -= rules.GRAIN_POINTS[colour]
            plan.append((colour, seat))
        lowest = 0 if left[colour] else lowest
    return plan


def _basket(scene: Scene, v: State, seat: int, points: int, chances: dict[int, float]) -> str:
    """What somebody gets so far, beside what the duel is worth to him."""
    say, lang = WORDS[scene.lang], scene.lang
    worth = ""
    if scene.hints:
        average = number(chances[seat] * points_of(pot(v)), lang, places=1)
        worth = f'<span class="label">{say["duel worth"].format(worth=average)}</span>'
    given = ""
    if any(share := row(v.offer, seat)):
        given = f'<span class="label">{say["given"]}</span><span class="lot">{_given(share, seat, lang)}</span>'
    me = " me" if seat == scene.seat else ""
    name = people(scene)[seat]
    return (
        f'<li class="basket{me}" data-drop="{seat}"><b>{name}</b>'
        f'<b class="sum" data-sum="{seat}" data-base="{points_of(share)}">{points}</b>'
        f"{worth}{given}</li>"
    )


def _given(share: Grain, seat: int, lang: str) -> str:
    return "".join(grain_face(colour, lang) for colour, n in enumerate(share) for _ in range(n))


def _grain_row(scene: Scene, place: int, colour: int, chosen: int, open_to: list[int], who: list[str]) -> str:
    """One grain and the people it may go to."""
    spelled, points = GRAINS[colour], rules.GRAIN_POINTS[colour]
    radios = "".join(
        [
            f'<label><input type="radio" name="n{place}" value="{spelled}>{seat}" id="n{place}-{seat}" '
            f'data-worth="{points}" data-to="{seat}"{" checked" if seat == chosen else ""}><span>{who[seat]}</span></label>'
            for seat in open_to
        ]
    )
    legend = WORDS[scene.lang]["give to"].format(grain=grain_name(colour, scene.lang))
    shown = grain_face(colour, scene.lang)
    return f'<fieldset class="seg" data-drag><legend class="vh">{legend}</legend>{shown}<div>{radios}</div></fieldset>'


# -- The answers -----------------------------------------------------------------------------


def answer(scene: Scene) -> str:
    """The offer, what it brings to whom, what the duel would, and the three answers; the one chosen lies face down."""
    v, say, lang, who = scene.view.state, WORDS[scene.lang], scene.lang, people(scene)
    chances, mine = duel_chances(v), row(v.offer, scene.seat)
    key = "offered" if any(mine) else "offered nothing"
    words = say[key].format(name=who[proposer(v)], share=points_of(mine), points=worth_words(pot(v), lang))
    head, chosen = words, scene.choice.steps[0] if scene.choice else NOBODY
    back = ""
    if chosen != NOBODY:
        head = say["your answer"].format(answer=f'<span class="chosen">{say[ANSWERS[chosen]]}</span>')
        button = f'<button class="btn" id="take-back">{say["take back"]}</button>'
        back = form(scene, button, style="acts", action="take_back")
    first, lots = [0] * rules.COLOURS, []
    for seat in speakers(v):
        lots.append(_share(scene, v, seat, first, chances))
        first = [a + b for a, b in zip(first, row(v.offer, seat), strict=True)]
    whys = {
        rules.ACCEPT: say["you get" if any(mine) else "you get nothing"].format(share=worth_words(mine, lang)),
        rules.REFUSE: _why_not(scene, v),
        rules.DUEL: _why_duel(scene, v, chances),
    }
    buttons = ""
    for action, why in whys.items():
        style = "picked" if action == chosen else "best" if action == rules.ACCEPT and chosen == NOBODY else ""
        title = f"{symbol('check')}{say[ANSWERS[action]]}" if action == chosen else say[ANSWERS[action]]
        buttons += _option(scene, action, title, why, style)
    return (
        f'<div class="dialog talkbox c-{YARD_STYLES[v.yard]}"><div class="handhead"><h2>{symbol(BIRDS[v.yard])}'
        f"<span>{head}</span></h2>{back}</div>"
        f'{listing(lots, "sums", label=say["offer"])}<div class="instead">{_duel(scene, v, chances)}</div>'
        f"{form(scene, buttons, style='opts')}</div>"
    )


def _share(scene: Scene, v: State, seat: int, first: Grain, chances: dict[int, float]) -> str:
    """What the offer gives to somebody."""
    say, lang, share = WORDS[scene.lang], scene.lang, row(v.offer, seat)
    label = say[_doing(scene, v, seat)] if seat != scene.seat else ""
    if scene.hints:
        worth = say["duel worth"].format(worth=number(chances[seat] * points_of(pot(v)), lang, places=1))
        label = f"{label} · {worth}" if label else worth
    me = " me" if seat == scene.seat else ""
    things = grains(v.yard, share, f"offer-{seat}", lang, first) or f'<span class="label">{say["nothing"]}</span>'
    return (
        f'<li class="basket{me}"><b>{people(scene)[seat]}</b><b class="sum">{points_of(share)}</b>'
        f'<span class="label">{label}</span><span class="lot">{things}</span></li>'
    )
