"""The hand of Razzia! (Knizia): the choices of a seat, and its board with what its loot is worth."""

from __future__ import annotations

from tripot.language import listed, percent
from tripot.web.drawing.scene import Scene, form, hand_frame, move_button, symbol, text

from .. import rules, words
from ..rules import State
from . import pieces
from .labels import GROUPS
from .pieces import BUSINESSES, CHEQUES, LINE_KINDS, say


def hand(scene: Scene) -> str:
    """The choices of the seat and its board; nothing for a spectator."""
    if scene.seat < 0:
        return ""
    return hand_frame(scene, _dialog(scene) + _board(scene))


# -- Choices --------------------------------------------------------------------


def _dialog(scene: Scene) -> str:
    v: State = scene.view.state
    if not scene.is_asked:
        return ""
    options = {rules.CHOOSING: _turn, rules.STEALING: _steal_on, rules.BIDDING: _auction}[v.phase](scene)
    low = _too_low(scene) if v.phase == rules.BIDDING else ""
    style = " turn" if v.phase == rules.CHOOSING else ""
    inside = f'<div class="opts n{len(options)}{style}">{"".join(options)}</div>{low}'
    return f'<div class="dialog choose"><h2 class="vh">{say(scene, "decide")}</h2>{form(scene, inside)}</div>'


def _turn(scene: Scene) -> list[str]:
    """Draw, call, or use thieves on the table."""
    v: State = scene.view.state
    thieves = v.domain[scene.seat][rules.THIEF]
    options = []
    if v.deck_n:
        back = f'<span class="card back mini">{symbol("lamp", "art")}</span>'
        draw = _sized(say(scene, "draw brief"), say(scene, "draw"))
        options.append(_option(scene, "draw", back, draw, text(_draw_brief(scene))))
    call = _sized(say(scene, "call short"), say(scene, "call"))
    means = _sized(say(scene, "call brief"), say(scene, "call means"))
    options.append(_option(scene, "call", _mark("gavel"), call, means))
    steal = _sized(say(scene, "thief brief"), say(scene, "thieves" if thieves > 1 else "thief"))
    if thieves and v.display_n:
        options.append(_to_the_table(scene, steal))
    else:
        options.append(_no_option(_mark("thief"), steal, say(scene, "thief idle" if thieves else "thief none")))
    return options


def _steal_on(scene: Scene) -> list[str]:
    """Go on stealing on the table, or stop."""
    means = words.explain(scene.view.state, scene.seat, rules.STOP, scene.names, scene.lang)
    stop = _option(scene, "stop", _mark("pass"), say(scene, "stop"), text(means))
    return [_to_the_table(scene, say(scene, "again")), stop]


def _auction(scene: Scene) -> list[str]:
    """Every cheque that beats the best bid, with who can still beat it; passing, and what comes of it."""
    v: State = scene.view.state
    own = words.cheques_in(v.ready[scene.seat])
    options = []
    for value in own:
        if value > v.best:
            paper = f'<span class="cheque l">{value}</span>'
            options.append(
                _option(scene, f"bid-{value}", paper, say(scene, "bid", n=value), text(_rivals(scene, value)))
            )
    if "pass" not in scene.legal:
        return [*options, _no_option(_mark("pass"), say(scene, "pass"), say(scene, "must bid"))]
    if words.can_outbid(v, v.best):
        means = say(scene, "pass out", cheques=listed(own, scene.lang))
    else:
        means = words.explain(v, scene.seat, rules.PASS, scene.names, scene.lang)
    return [*options, _option(scene, "pass", _mark("pass"), say(scene, "pass"), text(means), style="opt")]


def _rivals(scene: Scene, value: int) -> str:
    """Who can still beat that bid."""
    v: State = scene.view.state
    rivals = words.can_outbid(v, value)
    if not rivals:
        return say(scene, "sure")
    above = {seat: [own for own in words.cheques_in(v.ready[seat]) if own > value] for seat in rivals}
    if len(rivals) == 1:
        return say(scene, "rival", name=scene.names[rivals[0]], cheques=pieces.either(scene, above[rivals[0]]))
    names = [say(scene, "with highest", name=scene.names[seat], cheque=above[seat][-1]) for seat in rivals]
    return say(scene, "rivals", names=listed(names, scene.lang))


def _too_low(scene: Scene) -> str:
    v: State = scene.view.state
    low = [value for value in words.cheques_in(v.ready[scene.seat]) if value < v.best]
    if not low:
        return ""
    papers = " ".join(f'<span class="cheque">{value}</span>' for value in low)
    return f'<p class="low label">{say(scene, "low", best=v.best)} {papers}</p>'


def _option(scene: Scene, token: str, mark: str, label: str, means: str, *, style: str = "opt best") -> str:
    return move_button(scene, token, _told(mark, label, means), style=style, key=f"do-{token}")


def _no_option(mark: str, label: str, why: str) -> str:
    return f'<button type="button" class="opt no" disabled>{_told(mark, label, why)}</button>'


def _to_the_table(scene: Scene, label: str) -> str:
    """A link to the first card that a thief may take."""
    v: State = scene.view.state
    kinds = pieces.thefts(scene)
    most = min(pieces.thieves(v), sum(v.display[loot] for loot in kinds))
    means = _sized(say(scene, "thief where"), say(scene, "thieves how" if most > 1 else "thief how", n=most))
    target = f"{pieces.STEALS[kinds[0]]}-0"
    return f'<a class="opt" id="to-lot" href="#{target}">{_told(_mark("thief"), label, means)}</a>'


def _told(mark: str, label: str, means: str) -> str:
    return f"{mark}<span><b>{label}</b> <small>{means}</small></span>"


def _sized(brief: str, wide: str) -> str:
    """Words for a narrow page and for a wide one."""
    return f'<span class="brief">{text(brief)}</span><span class="wide">{text(wide)}</span>'


def _mark(drawing: str) -> str:
    return f'<span class="passmark">{symbol(drawing)}</span>'


def _draw_brief(scene: Scene) -> str:
    """The chance of police and what would come of it, in few words."""
    v: State = scene.view.state
    limit, full = rules.POLICE_LIMIT[v.box][v.seats], rules.DISPLAY_LIMIT[v.box]
    if not scene.hints:
        return say(scene, "draw plain", n=v.police, limit=limit)
    key = "draw chance full" if v.display_n + 1 == full else "draw chance"
    key = "draw chance last" if v.police + 1 == limit else key
    return say(scene, key, chance=percent(v.deck[rules.POLICE] / v.deck_n, scene.lang))


def draw_means(scene: Scene) -> str:
    """What drawing a card may bring."""
    v: State = scene.view.state
    if scene.hints:
        return words.explain(v, scene.seat, rules.DRAW, scene.names, scene.lang)
    return say(scene, "draw plain", n=v.police, limit=rules.POLICE_LIMIT[v.box][v.seats])


# -- The board ------------------------------------------------------------------


def _board(scene: Scene) -> str:
    """The seat's loot by the lines of the score sheet with what each is worth as it stands, and its cheques."""
    v: State = scene.view.state
    seat = scene.seat
    flying = pieces.flights(scene)
    worth = pieces.worth(scene)[seat] if scene.hints else None
    groups = []
    for line, kinds in enumerate(LINE_KINDS):
        chips = pieces.chips(scene, seat, kinds, flying) or f'<span class="nil">{say(scene, "none")}</span>'
        value = ""
        if worth:
            plus = pieces.signed(scene, worth[line])
            value = f'<p><b>{plus}</b> <span class="label">{text(_note(scene, line))}</span></p>'
        head = GROUPS[scene.lang][line]
        groups.append(f'<li class="grp"><h3>{head}</h3><div class="chips">{chips}</div>{value}</li>')
    label = f' <span class="label">{say(scene, "worth")}</span>' if worth else ""
    title = scene.key("loot-title")
    peek = f'<details class="peek" id="{scene.key("peek-loot")}" data-taught><summary>{say(scene, "details")}</summary></details>'
    return (
        f'<div class="myboard" role="group" aria-labelledby="{title}"><div class="boardhead">'
        f'<h2 id="{title}">{say(scene, "loot")}{label}</h2>'
        f'<p class="purse label">{say(scene, "cheques")} {_purse(scene)}</p>'
        f'<p class="mytotal"><b>{pieces.points(scene, sum(v.sheet[seat]))}</b>{pieces.stands(scene, seat)}</p>{peek}</div>'
        f'<ul class="grps six" tabindex="0">{"".join(groups)}</ul></div>'
    )


def _purse(scene: Scene) -> str:
    """The sum of the reader's cheques, and what it is worth at the end as it stands."""
    v: State = scene.view.state
    own = sum(words.cheques_in(v.ready[scene.seat] | v.spent[scene.seat]))
    points = pieces.worth(scene)[scene.seat][CHEQUES] if scene.hints else 0
    key = "richest" if points > 0 else "poorest" if points < 0 else "sum"
    return say(scene, key, n=own, plus=pieces.signed(scene, points))


def _note(scene: Scene, line: int) -> str:
    """Why a line of the board is worth what it is, and what would make it more."""
    v: State = scene.view.state
    mine = v.domain[scene.seat]
    if line == rules.TRINKET_LINE:
        return _trinkets(scene)
    if line == BUSINESSES:
        return pieces.counted(scene, "kinds end", pieces.kinds(mine, line))
    if line == rules.BODYGUARD_LINE:
        return _guards(scene)
    if line == rules.CAR_LINE and mine[rules.CAR] and not mine[rules.DRIVER]:
        return say(scene, "no driver")
    each = {rules.COIN_LINE: rules.COIN_POINTS, rules.CAR_LINE: rules.CAR_POINTS, rules.THIEF_LINE: rules.THIEF_POINTS}
    return say(scene, "each", plus=pieces.signed(scene, each[line]))


def _trinkets(scene: Scene) -> str:
    """How many kinds, and how many would be worth more."""
    v: State = scene.view.state
    kinds = pieces.kinds(v.domain[scene.seat], rules.TRINKET_LINE)
    if not kinds and v.phase != rules.OVER:
        first = next(n for n in range(rules.TRINKETS + 1) if rules.TRINKET_POINTS[n] > 0)
        plus = pieces.signed(scene, rules.TRINKET_POINTS[first])
        return say(scene, "no trinket", more=first, plus=plus)
    for more in range(kinds + 1, rules.TRINKETS + 1) if v.phase != rules.OVER else ():
        if rules.TRINKET_POINTS[more] > 0:
            plus = pieces.signed(scene, rules.TRINKET_POINTS[more])
            return pieces.counted(scene, "kinds from", kinds, more=more, plus=plus)
    return pieces.counted(scene, "kinds", kinds)


def _guards(scene: Scene) -> str:
    """Who has the most and the fewest."""
    v: State = scene.view.state
    counts = [v.domain[seat][rules.BODYGUARD] for seat in range(v.seats)]
    own, most, fewest = counts[scene.seat], max(counts), min(counts)
    if most == fewest:
        return say(scene, "all equal")
    if own == most:
        return say(scene, "most")
    leader = scene.names[counts.index(most)]
    return say(scene, "fewest" if own == fewest else "between", name=leader, n=most)
