"""A table drawn for one reader: what its page begins with, and what its stream goes on with."""

from __future__ import annotations

import functools
from dataclasses import replace

import segno

from tripot.bots import LEVELS

from ..live import Live
from ..site import Reader, Site
from ..table import Table
from ..words import word
from .curtain import curtain_drawing, front_of
from .parts import Drawing
from .render import table_drawing


def drawing_of(site: Site, live: Live, reader: Reader) -> Drawing:
    """The changing part of a table for whoever asks."""
    why = site.hub.below_level(live.table.game, live)
    return _with_bots_note(_drawn(site, live, reader), live.table, reader.lang, why)


def _with_bots_note(drawn: Drawing, table: Table, lang: str, why: str) -> Drawing:
    """The drawing, with a line that says why its bots play below their level (`Hub.below_level`)."""
    if not why or table.is_over:
        return drawn
    if table.position is not None and not any(place.bot in LEVELS for place in table.places):
        return drawn
    return replace(drawn, parts=drawn.parts | {"bots": f'<p class="label below-level">{word(lang, f"bots {why}")}</p>'})


def _drawn(site: Site, live: Live, reader: Reader) -> Drawing:
    table, left, (owner, lang, wanted, base, name, hints) = live.table, 0, reader
    if live.deadline is not None:
        left = max(1, round(live.deadline - site.hub.clock()))
    seat, passing = front_of(table, owner, wanted)
    if passing is not None:
        return curtain_drawing(
            table, passing, lang, owner, site.logs, left=left, absent=site.hub.absent(live), hints=hints
        )
    link = f"{base}/t/{table.id}"
    qr = qr_code(link) if table.position is None else ""
    return table_drawing(
        table,
        seat,
        lang,
        owner,
        site.logs,
        link=link,
        qr=qr,
        left=left,
        absent=site.hub.absent(live),
        name=name,
        hints=hints,
    )


@functools.lru_cache(1024)
def qr_code(link: str) -> str:
    """A link to point a phone at, as SVG."""
    return str(
        segno.make(link, error="m").svg_inline(scale=4, border=2, svgclass="qrcode", lineclass=None, omitsize=True)
    )
