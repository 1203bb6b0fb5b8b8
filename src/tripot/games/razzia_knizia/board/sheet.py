"""The score sheet of Razzia! (Knizia), line by line."""

from __future__ import annotations

from collections.abc import Sequence

from tripot.language import listed, number
from tripot.play.move import Step
from tripot.web.drawing.scene import Scene, symbol, text

from .. import rules, words
from ..rules import State
from . import pieces
from .labels import GROUPS
from .pieces import BUSINESSES, CHEQUES, LINE_KINDS, say

ART = ("diamond", "coin", "car", "bodyguard", "thief", "casino", "cheque")  # of the seven lines
COLOURS = ("red", "yellow", "green", "violet", "blue", "brown", "black")


def summary(scene: Scene) -> str:
    """The whole score sheet at the end of the game; else nothing: the last round's count is on the felt."""
    v: State = scene.view.state
    if v.phase != rules.OVER:
        return ""
    ending = _ending(scene)
    why = "".join(f"<p>{text(line)}</p>" for line in _why(scene, ending)) if ending else ""
    key = scene.key("sheet-title")
    end = words.winners_in_words(v, scene.names, scene.lang)
    return (
        f'<section class="dialog sheet" aria-labelledby="{key}"><h2 id="{key}">{say(scene, "sheet")}</h2>{why}'
        f'{_table(scene, _parts(scene, ending))}<p class="then">{text(end)}</p></section>'
    )


def last_round(scene: Scene) -> str:
    """The count of the last round behind a line that opens it, through the whole of the next one."""
    ending = _ending(scene)
    if ending is None:
        return ""
    head = say(scene, "last round", round=ending.before.round + 1)
    return (
        f'<details class="last-round" id="{scene.key("last-round")}"><summary class="btn">{head}</summary>'
        f'<div class="over">{count(scene, ending)}</div></details>'
    )


def count(scene: Scene, ending: Step) -> str:
    """How a round was scored: why it ended, the points of all line by line, and a sentence for every line that counts."""
    head, part, told = scene.open.once("count", lambda: _count(scene.open, ending))
    return f'<div class="sheet">{head}{_table(scene, part)}<ul class="lines">{told}</ul></div>'


def _count(scene: Scene, ending: Step) -> tuple[str, str, str]:
    """What is above the points, the points, and what is below them: the same for all readers."""
    v: State = ending.after
    scored = _scored(ending)
    played: int = ending.before.round
    lines = [words.sheet_lines(v, seat, played) for seat in range(v.seats)]
    title = f"<h2>{say(scene, 'end of round', round=played + 1)}</h2>"
    why = f"<p>{text('. '.join(_why(scene, ending)))}</p>"
    part = _part(scene, say(scene, "round", round=played + 1), lines, 0, scored)
    told = "".join(
        _line_told(scene, line, [points[line] for points in lines], scored) for line in range(rules.ROUND_LINES)
    )
    return title + why, part, told


def _ending(scene: Scene) -> Step | None:
    """The step that ended the last round."""
    return scene.open.once("ending", lambda: _last_ending(scene))


def _last_ending(scene: Scene) -> Step | None:
    return next((step for step in reversed((*scene.past, *scene.recent)) if pieces.ends_round(step)), None)


def _table(scene: Scene, parts: str) -> str:
    v: State = scene.view.state
    heads = "".join(f'<th scope="col"><span>{pieces.name(scene, seat)}</span></th>' for seat in range(v.seats))
    totals = scene.open.once("totals", lambda: _totals(scene.open))
    total = f'<tr><th scope="row">{say(scene, "total")}</th>{totals}</tr>'
    foot = f"<tfoot>{total}</tfoot>"
    return f'<table class="n{v.seats}"><thead><tr><td></td>{heads}</tr></thead>{parts}{foot}</table>'


def _line_told(scene: Scene, line: int, points: Sequence[int], scored: State) -> str:
    """`Guards: Zaza the most, +5; Odette the fewest, −2`, or nothing if nobody gains or loses."""
    groups: dict[tuple[int, str], list[str]] = {}
    for seat, n in enumerate(points):
        if n:
            groups.setdefault((n, _counted(scene, scored, seat, line)), []).append(scene.names[seat])
    if not groups:
        return ""
    parts = [
        say(scene, "line part", names=listed(names, scene.lang), why=why, plus=pieces.signed(scene, n))
        for (n, why), names in sorted(groups.items(), reverse=True)
    ]
    return f"<li><b>{GROUPS[scene.lang][line]}</b> {text('; '.join(parts))}</li>"


def _told(scene: Scene, ending: Step) -> list[str]:
    return scene.view.told(ending, scene.names, scene.lang)


def _why(scene: Scene, ending: Step) -> list[str]:
    """What ended the round: of all that is told before the points, the police card and its lot, or that no cheque is left."""
    v: State = ending.after
    points = v.seats * (2 if v.phase == rules.OVER else 1)  # a line for each seat, at the end two
    told = _told(scene, ending)[: -points - 1]
    return told if ending.before.phase == rules.DRAWING else told[-1:]


def _parts(scene: Scene, ending: Step | None) -> str:
    """All rounds and the end, the last ones with what they were scored for."""
    v: State = scene.view.state
    parts = []
    for played in range(v.round + 1):
        lines = [words.sheet_lines(v, seat, played) for seat in range(v.seats)]
        scored = _scored(ending) if ending and played == v.round else None
        parts.append(_part(scene, say(scene, "round", round=played + 1), lines, 0, scored))
    lines = [v.sheet[seat][rules.BUSINESS_LINE :] for seat in range(v.seats)]
    return "".join([*parts, _part(scene, say(scene, "end"), lines, BUSINESSES, v)])


def _scored(ending: Step) -> State:
    """The table at the moment of scoring: the step that ended the round, without the tidying up after it."""
    table: State = ending.before.copy()
    table.round = rules.ROUNDS[table.box] - 1  # after the last round nothing is tidied away
    rules.apply(table, ending.actor, ending.action)
    return table


def _part(scene: Scene, title: str, lines: Sequence[Sequence[int]], first: int, scored: State | None) -> str:
    """A round or the end: its sum, then its lines from line `first` of the seven, with what they count if known."""
    sums = "".join(f"<td><b>{pieces.signed(scene, sum(points))}</b></td>" for points in lines)
    rows = [f'<tr class="sum"><th scope="rowgroup">{title}</th>{sums}</tr>']
    for place in range(len(lines[0])):
        line = first + place
        cells = []
        for seat, points in enumerate(lines):
            why = f" <small>{text(_counted(scene, scored, seat, line))}</small>" if scored else ""
            style = ' class="nought"' if points[place] == 0 else ""
            cells.append(f"<td{style}>{pieces.signed(scene, points[place])}{why}</td>")
        mark = f'<span class="chip c-{COLOURS[line]}">{symbol(ART[line])}</span>'
        rows.append(f'<tr><th scope="row">{mark}{GROUPS[scene.lang][line]}</th>{"".join(cells)}</tr>')
    return f"<tbody>{''.join(rows)}</tbody>"


def _counted(scene: Scene, scored: State, seat: int, line: int) -> str:
    """What a line was scored for: `3 kinds`, `1 car, no driver`, `the most`, `total 24`."""
    cards = scored.domain[seat]
    if line == CHEQUES:
        return say(scene, "sum", n=sum(words.cheques_in(scored.ready[seat] | scored.spent[seat])))
    if line == rules.BODYGUARD_LINE:
        return _guarded(scene, scored, seat)
    n = sum(cards[loot] for loot in LINE_KINDS[line])
    if n == 0:
        return say(scene, "none")
    if line in (rules.TRINKET_LINE, BUSINESSES):
        return pieces.counted(scene, "kinds", pieces.kinds(cards, line))
    if line == rules.CAR_LINE and not cards[rules.DRIVER]:
        return say(scene, "driverless", n=n)
    return number(n, scene.lang)


def _guarded(scene: Scene, scored: State, seat: int) -> str:
    """Whether the seat had the most guards, or the fewest, and how many."""
    guards = [scored.domain[other][rules.BODYGUARD] for other in range(scored.seats)]
    own = guards[seat]
    if max(guards) == min(guards):
        return say(scene, "all equal")
    if own == max(guards):
        return say(scene, "with most", n=own)
    return say(scene, "with fewest", n=own) if own == min(guards) else number(own, scene.lang)


def _totals(scene: Scene) -> str:
    v: State = scene.view.state
    winners = rules.winners(v)
    cells = []
    for seat in range(v.seats):
        won = say(scene, "winner") if winners >> seat & 1 else ""
        cells.append(f"<td>{number(sum(v.sheet[seat]), scene.lang)} <small>{won}</small></td>")
    return "".join(cells)
