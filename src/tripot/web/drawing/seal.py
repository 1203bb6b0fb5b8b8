"""The seal of the deal, and what the page keeps to check it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

from ..table import Table
from ..words import word
from .parts import Html, in_one
from .scene import text

SHORT_SEAL = 8  # digits of a seal that are shown at first
PLEDGE = '<input type="hidden" name="pledge" value="" data-pledge>'  # static/fair.js fills it in; without it, nothing is pledged


def deal_panel(table: Table, lang: str, owner: str | None, dealt: Sequence[str], summary: str = "") -> Html:
    """The seal of the deal, one tap away (behind `summary`, if that is given), and what the page keeps to check the deal by
    (static/fair.js reads it here).
    """
    if table.is_from_record:
        return f'<p class="label played-before">{word(lang, "handed in")}</p>'
    if table.again is not None:
        return f'<p class="label played-before">{word(lang, "played before")}</p>'
    mine = table.seats_of(owner) if owner else ()
    owes = tuple([seat for seat in table.owing if seat in mine])
    own = "" if not mine else "own part" if any(table.pledges[seat] for seat in mine) else "no own part"
    shown = f'<p>{word(lang, "dealt so far")}</p><p class="seen">{" ".join(dealt)}</p>' if dealt else ""
    head = _head(table.id, table.commitment, table.pledges, table.has_begun, owes, own, summary, lang)
    return in_one([head, shown, "</div></details>"])


@lru_cache(8192)  # it stays the same for a whole game
def _head(
    table: str,
    seal: str,
    pledges: tuple[str, ...],
    has_begun: bool,
    owes: tuple[int, ...],
    own: str,
    summary: str,
    lang: str,
) -> str:
    facts = {"table": table, "seal": seal, "pledges": pledges, "called": has_begun, "owes": owes}
    summary = summary or f"{word(lang, 'seal')} <code>{seal[:SHORT_SEAL]} …</code>"
    return (
        f'<details class="deal" id="deal" data-deal="{text(json.dumps(facts))}"><summary>{summary}</summary>'
        f'<div class="pop"><p><code>{seal}</code></p>'
        f"<p>{word(lang, 'seal why')} {word(lang, own) if own else ''}</p>"
    )
