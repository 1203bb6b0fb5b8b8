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
    next_speaker,
    points_of,
    pot,
    proposer,
    row,
    seats_in,
)
from ..phrases import at_yard
from ..tokens import GRAINS, MOVES
from ..words import explain
from .labels import WORDS, grain_name, people, plain_people, worth_words
from .parts import YARD_STYLES, grain_face, grains, listing

ANSWERS = {rules.ACCEPT: "accept", rules.REFUSE: "refuse", rules.DUEL: "call duel"}
WIDTH = 100  # of the bar of odds


# -- Who speaks when -------------------------------------------------------------------------


def speakers(v: State) -> list[int]:
    """The contenders in the order in which they are asked."""
    return list(dict.fromkeys(seat for seat, _ in fighters(v)))


def strip(scene: Scene, v: State) -> str:
    """The contenders, what each is offered, and what each is doing."""
    say, who = WORDS[scene.lang], people(scene)
    has_offer = v.phase in (rules.GIVE, rules.ANSWER)
    chances = duel_chances(v) if scene.hints else {}
    first, items = [0] * rules.COLOURS, []
    for seat in speakers(v):
        share, label = row(v.offer, seat), say[_doing(scene, v, seat)]
        lot = ""
        if scene.hints:
            chance = say["duel chance"].format(chance=percent(chances[seat], scene.lang))
            label += f'<span class="wide"> · {chance}</span>'
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
    so_far = {seat: points_of(row(v.offer, seat)) for seat in seats}
    sums = dict(so_far)
    for colour, seat in plan:
        sums[seat] += rules.GRAIN_POINTS[colour]
    others = listed([who[seat] for seat in speakers(v) if seat != scene.seat], lang)
    heads = "".join([_head(scene, v, seat, sums[seat], chances) for seat in seats])
    columns = []
    for place, (colour, chosen) in enumerate(plan):
        lowest = v.receiver if colour == _next_colour(left) else 0
        columns.append(_column(scene, place, colour, chosen, seats, lowest))
    shares = " / ".join([f'<span data-sum="{seat}" data-base="{so_far[seat]}">{sums[seat]}</span>' for seat in seats])
    propose = whole_button(say["propose"].format(shares=shares), "whole", style="btn go grow")
    give = (
        f'<h2 class="vh">{say["your offer"].format(names=others)}</h2>'
        f'<div class="sharegrid"><ul class="heads">{heads}</ul>{"".join(columns)}</div>'
        f'<div class="acts">{propose}<button class="btn bare" type="reset">{say["reset"]}</button></div>'
    )
    instead = ""
    if v.phase == rules.OFFER:
        buttons = _option(scene, rules.NO_OFFER, say["no offer"], _why_not(scene, v), "")
        buttons += _option(scene, rules.DUEL, say["duel"], _why_duel(scene, v, chances), "")
        instead = form(scene, buttons, style="opts two")
    return (
        f'<div class="dialog talkbox offering c-{YARD_STYLES[v.yard]}">{form(scene, give, style="give")}'
        f'<div class="instead">{_duel(scene, v, chances)}{instead}</div></div>'
    )


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


def _head(scene: Scene, v: State, seat: int, points: int, chances: dict[int, float]) -> str:
    """What somebody gets so far, beside what the duel is worth to him."""
    say, lang = WORDS[scene.lang], scene.lang
    worth = ""
    if scene.hints:
        average = number(chances[seat] * points_of(pot(v)), lang, places=1)
        worth = f'<span class="label">{say["duel worth"].format(worth=average)}</span>'
    me = ' class="me"' if seat == scene.seat else ""
    given = points_of(row(v.offer, seat))
    return (
        f'<li{me} data-drop="{seat}"><b>{people(scene)[seat]}</b>{worth}'
        f'<b class="sum" data-sum="{seat}" data-base="{given}">{points}</b></li>'
    )


def _column(scene: Scene, place: int, colour: int, chosen: int, seats: list[int], lowest: int) -> str:
    """One grain: a choice of one of the people."""
    spelled, points, cells = GRAINS[colour], rules.GRAIN_POINTS[colour], []
    for seat in seats:
        state = " checked" if seat == chosen else " disabled" if seat < lowest else ""
        label = text(WORDS[scene.lang]["grain for"].format(name=plain_people(scene)[seat]))
        cells.append(
            f'<label><input type="radio" name="n{place}" value="{spelled}>{seat}" id="n{place}-{seat}" '
            f'data-worth="{points}" data-to="{seat}" aria-label="{label}"{state}>{grain_face(colour, scene.lang)}</label>'
        )
    legend = WORDS[scene.lang]["give to"].format(grain=grain_name(colour, scene.lang))
    return f'<fieldset data-drag><legend class="vh">{legend}</legend>{"".join(cells)}</fieldset>'


# -- The answers -----------------------------------------------------------------------------


def answer(scene: Scene) -> str:
    """The offer, what it brings to whom, what the duel would, and the three answers; the one chosen lies face down."""
    v, say, lang, who = scene.view.state, WORDS[scene.lang], scene.lang, people(scene)
    chances, mine = duel_chances(v), row(v.offer, scene.seat)
    key = "offered" if any(mine) else "offered nothing"
    words = say[key].format(name=who[proposer(v)], share=points_of(mine), points=worth_words(pot(v), lang))
    head, chosen = f'<h2 class="vh">{words}</h2>', scene.choice.steps[0] if scene.choice else NOBODY
    if chosen != NOBODY:
        answered = say["your answer"].format(answer=f'<span class="chosen">{say[ANSWERS[chosen]]}</span>')
        button = f'<button class="btn" id="take-back">{say["take back"]}</button>'
        back = form(scene, button, style="acts", action="take_back")
        head = f'<div class="handhead"><h2>{answered}</h2>{back}</div>'
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
        f'<div class="dialog talkbox c-{YARD_STYLES[v.yard]}">{head}{form(scene, buttons, style="opts")}'
        f"{_duel(scene, v, chances)}</div>"
    )
