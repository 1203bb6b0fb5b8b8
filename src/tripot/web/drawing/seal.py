"""The seal of the deal, and what the page keeps to check it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ..table import Table
from ..words import word
from .scene import text

SHORT_SEAL = 8  # digits of a seal that are shown at first
PLEDGE = '<input type="hidden" name="pledge" value="" data-pledge>'  # static/fair.js fills it in; without it, nothing is pledged


def deal_panel(table: Table, lang: str, owner: str | None, dealt: Sequence[str], summary: str = "") -> str:
    """The seal of the deal, one tap away (behind `summary`, if that is given), and what the page keeps to check the deal by
    (static/fair.js reads it here).
    """
    mine = table.seats_of(owner) if owner else ()
    owes = [seat for seat in table.owing if seat in mine]
    facts = {
        "table": table.id,
        "seal": table.commitment,
        "pledges": table.pledges,
        "called": table.has_begun,
        "owes": owes,
    }
    own = "" if not mine else word(lang, "own part" if any(table.pledges[seat] for seat in mine) else "no own part")
    shown = f'<p>{word(lang, "dealt so far")}</p><p class="seen">{" ".join(dealt)}</p>' if dealt else ""
    summary = summary or f"{word(lang, 'seal')} <code>{table.commitment[:SHORT_SEAL]} …</code>"
    return (
        f'<details class="deal" id="deal" data-deal="{text(json.dumps(facts))}"><summary>{summary}</summary>'
        f'<div class="pop"><p><code>{table.commitment}</code></p>'
        f"<p>{word(lang, 'seal why')} {own}</p>{shown}</div></details>"
    )
