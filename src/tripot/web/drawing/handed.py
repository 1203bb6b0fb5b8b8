"""The page where a record is handed in: the file or its text first, then whose game is to be reviewed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tripot.language import _, plural, translated
from tripot.play import Position

from ..root import url
from .scene import text

SAY = translated(
    __package__,
    {
        "title": _("Review a game from a file"),
        "what": _(
            "Hand in the record of a game that was played anywhere: here, at another site of tripot, in a terminal, or at a "
            "real table and typed in. A finished game offers its record for download."
        ),
        "file": _("The record as a file"),
        "text": _("or its text"),
        "read": _("Read the record"),
        "kept": _(
            "The game is then kept like a table of your own, with a link that nobody else knows. It counts nowhere, and not "
            "among your figures."
        ),
        "whose": _("Whose game should be reviewed?"),
        "other": _("Another record"),
        "cut": _("The file is cut off; the game goes as far as it can be read."),
        "unfinished": _("The game is not at its end: choices can be judged, but there is no result to account for."),
        "mine": _("My tables"),
    },
)
COUNTED = translated(
    __package__,
    {"points": plural("{n} point", "{n} points"), "seats": plural("{n} player", "{n} players")},
)


class Handed(NamedTuple):
    """A record that has been read."""

    text: str
    position: Position
    names: tuple[str, ...]
    bots: tuple[str | None, ...]
    is_cut: bool


def hand_in_main(given: str, lang: str) -> str:
    """The form for a record, with what has been given already."""
    say = SAY[lang]
    return (
        f"{_head(say['title'], say['what'], url('/mine'), say['mine'])}"
        f'<form class="panelbox handin" method="post" enctype="multipart/form-data" action="{url("/review")}">'
        f'<p><label for="record-file">{say["file"]}</label> <input type="file" id="record-file" name="file"></p>'
        f'<p><label for="record-text">{say["text"]}</label>'
        f'<textarea id="record-text" name="record" rows="8" spellcheck="false" autocomplete="off">{text(given)}</textarea></p>'
        f'<p class="acts"><button class="btn go" id="read-record">{say["read"]}</button></p>'
        f'<p class="label">{say["kept"]}</p></form>'
    )


def whose_main(handed: Handed, lang: str) -> str:
    """What was read, and a button for every seat."""
    say, position = SAY[lang], handed.position
    notes = [say["cut"]] if handed.is_cut else []
    notes += [] if position.is_over else [say["unfinished"]]
    seats = COUNTED[lang]["seats"].format(n=position.seats)
    about = " ".join([f"{text(position.game.title)} · {seats}.", *notes])
    return (
        f"{_head(say['whose'], about, url('/review'), say['other'])}"
        f'<form class="panelbox handin" method="post" enctype="multipart/form-data" action="{url("/review")}">'
        f'<textarea name="record" hidden>{text(handed.text)}</textarea><ul class="whose">'
        f"{''.join(_seats(handed, lang))}</ul></form>"
    )


def _seats(handed: Handed, lang: str) -> Sequence[str]:
    position, found = handed.position, []
    for seat, name in enumerate(handed.names):
        points = COUNTED[lang]["points"].format(n=position.scores[seat]) if position.is_over else ""
        found.append(
            f'<li><button class="btn" name="seat" value="{seat}" id="whose-{seat}">'
            f"<span><b><bdi>{text(name)}</bdi></b> <small>{points}</small></span></button></li>"
        )
    return found


def _head(title: str, what: str, back: str, label: str) -> str:
    return (
        f'<header class="rhead"><div><h1>{title}</h1><p>{what}</p></div>'
        f'<nav class="acts"><a class="btn" href="{back}">{label}</a></nav></header>'
    )
