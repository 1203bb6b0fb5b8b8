"""People who share a screen: whose view it shows, and the curtain while it passes from one to another.

The screen is somebody's once they have lifted the curtain (`?as=SEAT`), and stays so until another of them is asked. What lies
under the curtain is the table as a spectator sees it, so that the page holds no secret of anybody.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from tripot.core.state import SPECTATOR
from tripot.language import listed
from tripot.outside import whole_number

from ..root import url
from ..table import Table
from ..words import word
from .frame import drawing, scene_of
from .parts import Drawing
from .render import LogCache, seat_of
from .scene import symbol, text

SHARED = 2  # seats of one device and more


class Front(NamedTuple):
    """Whose view a screen shows, or whom the curtain waits for."""

    seat: int
    passing: int | None = None


def front_of(table: Table, owner: str | None, wanted: str) -> Front:
    """`wanted` is a seat, or `SEAT-NUMBER` to look once more at a choice made, until the table's next event."""
    mine = table.seats_of(owner) if owner else ()
    if len(mine) < SHARED:
        return Front(mine[0] if mine else SPECTATOR)
    asked_for, _, number = wanted.partition("-")
    seat = whole_number(asked_for)
    people = sharing(table, owner)
    if len(people) < SHARED or table.position is None or table.is_over:
        return Front(seat_of(table, owner, seat))
    asked = [person for person in people if person in table.pending]
    if seat in people and seat is not None and (not asked or seat in asked or number == str(_number(table, owner))):
        return Front(seat)
    return Front(SPECTATOR, asked[0] if asked else None)


def _number(table: Table, owner: str | None) -> int:
    return table.noticed(table.seats_of(owner) if owner else ())


def sharing(table: Table, owner: str | None) -> list[int]:
    """The seats of a device that people play themselves."""
    return [seat for seat in table.seats_of(owner) if not table.places[seat].bot] if owner else []


def curtain_drawing(
    table: Table,
    passing: int,
    lang: str,
    owner: str | None,
    logs: LogCache,
    *,
    left: int = 0,
    absent: frozenset[int] = frozenset(),
    hints: bool = True,
) -> Drawing:
    """The table as a spectator sees it, and in place of the hand the curtain."""
    assert table.position is not None
    log = logs.seat_log(table, SPECTATOR, lang, hints)
    scene = scene_of(table, table.position.view(SPECTATOR), lang, log.recent, past=log.past, hints=hints)
    drawn = drawing(table, scene, log.lines, owner, left, absent, log.dealt, logs.reveal(table, lang, hints))
    say, panel = _curtain(table, passing, lang, owner)
    facts = drawn.facts.replace('data-yours="0"', 'data-yours="1"')
    return replace(drawn, facts=facts, parts=drawn.parts | {"say": say, "hand": panel})


def _curtain(table: Table, passing: int, lang: str, owner: str | None) -> tuple[str, str]:
    """The status line and the panel."""
    names = [f"<bdi>{text(name)}</bdi>" for name in table.names]
    say = word(lang, "pass screen", name=names[passing])
    people = sharing(table, owner)
    together = word(lang, "screen of", names=listed([names[seat] for seat in people], lang))
    status = (
        f'<div class="status you" role="status" id="status"><span class="who" aria-hidden="true">'
        f'{text(table.names[passing][:1].upper())}</span><p class="say"><strong>{say}</strong> '
        f'<span class="can">{together}</span></p></div>'
    )
    here, number = url(f"/t/{table.id}?as="), _number(table, owner)
    change = "".join(
        f'<a class="btn bare" href="{here}{seat}-{number}"><span>{word(lang, "choose anew", name=names[seat])}</span></a>'
        for seat in people
        if seat in table.choices
    )
    panel = (
        f'<section class="hand curtain" aria-label="{word(lang, "curtain")}">{symbol("lamp")}<h2>{say}</h2>'
        f"<p>{word(lang, 'curtain why', name=names[passing])}</p>"
        f'<div class="acts"><a class="btn go" id="lift" href="{here}{passing}">'
        f"<span>{word(lang, 'lift curtain', name=names[passing])}</span></a>{change}</div></section>"
    )
    return status, panel
