"""Lists of tables as players read them: who sits there, whose turn it is, how it ended and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from tripot.language import ago, enumerated, listed, number

from .drawing.faces import grounds, token
from .words import COUNTS, word

PAGE = 20
ORDINALS = 3  # places that have a word of their own

Row = Mapping[str, Any]
"""A listing (`hub.listing`) with the table's "id", "at" and the "seats" of whoever reads it."""


def is_asked(row: Row) -> bool:
    """Whether a table waits for whoever reads the list. The order of `EventLog.tables_of` says the same."""
    bots = _bots(row)
    return not row["over"] and any(seat in row["pending"] and not bots.get(seat) for seat in row["seats"])


def told(row: Row, lang: str, now: float) -> dict[str, Any]:
    """What a list says of a table."""
    mine, names = row["seats"], row["names"]
    others = [seat for seat, name in enumerate(names) if name and seat not in mine]
    facts = {
        "id": row["id"],
        "name": row["game"],
        "faces": _faces(row, others or mine),
        "when": ago(row["at"], now, lang),
    }
    company = Markup("<bdi>{}</bdi>").format(enumerated([names[seat] for seat in others], lang)) if others else ""
    facts |= {"with": company, "is_asked": is_asked(row), "over": row["over"]}
    facts |= {"say": _say(row, lang), "place": "", "of": "", "is_won": False, "begun": row["begun"]}
    return facts | _ending(row, lang)


def _say(row: Row, lang: str) -> str:
    """What a table is waiting for, before or in a game."""
    if row["over"]:
        return word(lang, "finished")
    if is_asked(row):
        return word(lang, "your turn")
    if row["begun"]:
        names = [row["names"][seat] for seat in row["pending"]]
        return word(lang, "waiting for", names=listed(names, lang)) if names else word(lang, "dealing")
    free = sum(not name for name in row["names"])
    return COUNTS[lang]["free"].format(n=free) if free else word(lang, "lobby full")


def _ending(row: Row, lang: str) -> dict[str, Any]:
    """The place, the score and how far it was from the next; of several seats at one screen those of the best."""
    result, mine = row.get("result"), row["seats"]
    if not result or not mine:
        return {}
    scores, winners, names = result["scores"], result["winners"], row["names"]
    place, seat = min((_place(scores, winners, seat), seat) for seat in mine)
    facts = {"place": _ordinal(place, lang), "of": word(lang, "of seats", n=len(scores)), "is_won": seat in winners}
    facts["say"] = _margin(scores, winners, names, seat, lang)
    return facts


def _place(scores: Sequence[int], winners: Sequence[int], seat: int) -> int:
    """A winner is first, whatever broke the tie; of the others, those with more points come before."""
    if seat in winners:
        return 1
    before = {other for other, score in enumerate(scores) if score > scores[seat]} | set(winners)
    return 1 + len(before)


def _margin(scores: Sequence[int], winners: Sequence[int], names: Sequence[str], seat: int, lang: str) -> str:
    """The score, and how far the winner was, or for a winner the next one."""
    rivals = [other for other in range(len(scores)) if other != seat]
    rival = max(rivals, key=lambda other: (other in winners, scores[other]))
    lead, facts = scores[seat] - scores[rival], {"score": number(scores[seat], lang), "name": names[rival]}
    if seat in winners and rival in winners:
        return word(lang, "shared with", **facts)
    kind = "ahead" if lead > 0 else "behind" if lead < 0 else "level with"
    return word(lang, kind, n=number(abs(lead), lang), **facts)


def _ordinal(place: int, lang: str) -> str:
    return word(lang, f"place {place}" if place <= ORDINALS else "place n", n=place)


def _bots(row: Row) -> dict[int, str]:
    """The bots by seat; listings of earlier versions do not have them."""
    return {seat: bot for seat, bot in enumerate(row.get("bots", ())) if bot}


def _faces(row: Row, seats: Sequence[int]) -> Markup:
    bots, mine = _bots(row), row["seats"]
    tints = grounds(bots, ())
    marks = [
        token(row["names"][seat], bots.get(seat), ground=tints.get(seat, 0), is_own=seat in mine, size="s")
        for seat in seats
    ]
    return Markup("".join(marks))
