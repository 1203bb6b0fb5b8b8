"""The score sheet of Razzia! (Knizia), line by line."""

from __future__ import annotations

from collections.abc import Sequence

from tripot.language import number
from tripot.play.move import Step
from tripot.web.drawing.scene import Scene, symbol, text

from .. import rules, words
from ..rules import State
from . import pieces
from .labels import GROUPS
from .pieces import BUSINESSES, CHEQUES, LINE_KINDS, say

ART = ("diamond", "coin", "car", "bodyguard", "thief", "casino", "cheque")  # of the seven lines
COLOURS = ("red", "yellow", "green", "violet", "blue", "brown", "black")
UNITS = ("of kinds", "of cards", "of cars", "of cards", "of cards", "of businesses", "of cheques")


def summary(scene: Scene) -> str:
    """The score sheet: with its reasons when a round has just been scored, all of it at the end; else nothing."""
    v: State = scene.view.state
    ending = next((step for step in reversed(scene.recent) if pieces.ends_round(step)), None)
    if v.phase == rules.OVER:
        title, end = say(scene, "sheet"), words.winners_in_words(v, scene.names, scene.lang)
    elif ending:
        title, end = say(scene, "scored", round=v.round), _told(scene, ending)[-1]
    else:
        return ""
    why = "".join(f"<p>{text(line)}</p>" for line in _why(scene, ending)) if ending else ""
    heads = "".join(f'<th scope="col"><span>{pieces.name(scene, seat)}</span></th>' for seat in range(v.seats))
    return (
        f'<section class="dialog sheet" aria-labelledby="sheet-title"><h2 id="sheet-title">{title}</h2>{why}'
        f'<table class="n{v.seats}"><thead><tr><td></td>{heads}</tr></thead>{_parts(scene, ending)}'
        f'<tfoot><tr><th scope="row">{say(scene, "total")}</th>{_totals(scene)}</tr></tfoot></table>'
        f'<p class="then">{text(end)}</p></section>'
    )


def _told(scene: Scene, ending: Step) -> list[str]:
    return scene.view.told(ending, scene.names, scene.lang)


def _why(scene: Scene, ending: Step) -> list[str]:
    """What ended the round: all that is told before the points."""
    v: State = scene.view.state
    points = v.seats * (2 if v.phase == rules.OVER else 1)  # a line for each seat, at the end two
    return _told(scene, ending)[: -points - 1]


def _parts(scene: Scene, ending: Step | None) -> str:
    """The rounds scored, the last with the cards it was scored for; at the end all lines."""
    v: State = scene.view.state
    is_over = v.phase == rules.OVER
    last = v.round if is_over else v.round - 1
    parts = []
    for played in range(last + 1):
        lines = [words.sheet_lines(v, seat, played) for seat in range(v.seats)]
        scored = _scored(ending) if ending and played == last else None
        if not is_over and played < last:
            lines = [[sum(points)] for points in lines]
        parts.append(_part(scene, say(scene, "round", round=played + 1), lines, 0, scored))
    if is_over:
        lines = [v.sheet[seat][rules.BUSINESS_LINE :] for seat in range(v.seats)]
        parts.append(_part(scene, say(scene, "end"), lines, BUSINESSES, v))
    return "".join(parts)


def _scored(ending: Step) -> State:
    """The table at the moment of scoring: the step that ended the round, without the tidying up after it."""
    table: State = ending.before.copy()
    table.round = rules.ROUNDS[table.box] - 1  # after the last round nothing is tidied away
    rules.apply(table, ending.actor, ending.action)
    return table


def _part(scene: Scene, title: str, lines: Sequence[Sequence[int]], first: int, scored: State | None) -> str:
    """A round or the end: its sum, then its lines from line `first` of the seven, with what they count if known."""
    sums = "".join(f"<td><b>{pieces.signed(scene, sum(points))}</b> <small></small></td>" for points in lines)
    rows = [f'<tr class="sum"><th scope="rowgroup">{title}</th>{sums}</tr>']
    count = len(lines[0])
    for place in range(count if count > 1 else 0):
        line = first + place
        cells = []
        for seat, points in enumerate(lines):
            counted = _counted(scored, seat, line) if scored else ""
            style = ' class="nought"' if points[place] == 0 else ""
            cells.append(f"<td{style}>{pieces.signed(scene, points[place])} <small>{counted}</small></td>")
        of = f" <small>({say(scene, UNITS[line])})</small>" if scored else ""
        mark = f'<span class="chip c-{COLOURS[line]}">{symbol(ART[line])}</span>'
        rows.append(f'<tr><th scope="row">{mark}{GROUPS[scene.lang][line]}{of}</th>{"".join(cells)}</tr>')
    return f"<tbody>{''.join(rows)}</tbody>"


def _counted(scored: State, seat: int, line: int) -> str:
    """What a line was scored for: `(3)` kinds or cards, `(4+1)` cars and drivers, `(2, 3×)` businesses, `(24)` cheques."""
    cards = scored.domain[seat]
    held = [cards[loot] for loot in LINE_KINDS[line] if cards[loot]] if line < CHEQUES else []
    if line == CHEQUES:
        return f"({sum(words.cheques_in(scored.ready[seat] | scored.spent[seat]))})"
    if line == rules.TRINKET_LINE:
        return f"({len(held)})"
    if not held:
        return ""
    if line == rules.CAR_LINE:
        return f"({cards[rules.CAR]}+{cards[rules.DRIVER]})"
    if line == BUSINESSES:
        same = [f"{n}×" for n in held if rules.SAME_BUSINESS_POINTS[n]]
        return f"({', '.join([str(len(held)), *same])})"
    return f"({held[0]})"


def _totals(scene: Scene) -> str:
    v: State = scene.view.state
    winners = rules.winners(v)
    cells = []
    for seat in range(v.seats):
        won = say(scene, "winner") if winners >> seat & 1 else ""
        cells.append(f"<td>{number(sum(v.sheet[seat]), scene.lang)} <small>{won}</small></td>")
    return "".join(cells)
