"""Paper of the Razzia board: cards and notes, and which cards are still out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tripot.core.state import HIDDEN
from tripot.web.drawing.scene import Scene, symbol

from .. import rules as razzia
from ..phrases import card_name
from ..rules import BAR_NAMES, BAR_OF, BARS, CARDS, IS_POLICE, STRENGTH, State
from ..words import notes_on

BAR_COLOURS = ("c-red", "c-yellow", "c-violet", "c-blue", "c-green", "c-pink")
BAR_SYMBOLS = tuple(symbol(f"bar-{name}") for name in BAR_NAMES)
BIG, HUGE = 20, 40  # from these values on a note has another tint

KINDS = tuple(f"{BAR_COLOURS[BAR_OF[card]]} {'police' if IS_POLICE[card] else 'gambler'}" for card in range(CARDS))
"""The classes of each card."""
BACK = symbol("lamp", "art")
CHECK, DOTS, GAMBLER, POLICE = (symbol(name) for name in ("check", "dots", "gambler", "police"))
ME, WON = ' class="me"', ' class="won"'


@cache
def face(card: int, lang: str) -> str:
    """What is printed on a card, and its name for those who cannot see it."""
    art = symbol("police" if IS_POLICE[card] else "gambler", "art")
    suit = symbol(f"bar-{BAR_NAMES[BAR_OF[card]]}", "suit")
    return f'<b>{STRENGTH[card]}</b>{suit}{art}<span class="vh">{card_name(card, lang)}</span>'


def pots(scene: Scene) -> dict[int, tuple[int, ...]]:
    """By bar the notes that lie there, the highest first."""
    v: State = scene.open.view.state
    return scene.open.once("pots", lambda: {bar: tuple(notes_on(v, bar)) for bar in v.board[: v.bars]})


def sums(scene: Scene) -> dict[int, int]:
    """By bar the money that lies there."""
    return scene.open.once("sums", lambda: {bar: sum(values) for bar, values in pots(scene).items()})


def hidden(scene: Scene) -> dict[int, tuple[int, int]]:
    """By bar how many gamblers and police the viewer has not seen since they were shuffled."""
    return scene.once("hidden", lambda: {bar: _hidden_at(scene.view.state, bar) for bar in range(BARS)})


def _hidden_at(v: State, bar: int) -> tuple[int, int]:
    first = bar * razzia.KINDS
    police = first + razzia.FIRST_POLICE
    return v.spot[first:police].count(HIDDEN), v.spot[police : first + razzia.KINDS].count(HIDDEN)


def open_card(card: int, lang: str, style: str, thing: str, place: str, why: str = "") -> str:
    """A card face up."""
    about = f' title="{why}"' if why else ""
    return f'<span class="card {style} {KINDS[card]}"{_named(thing, place)}{about}>{face(card, lang)}</span>'


def _named(thing: str, place: str) -> str:
    """By what the browser knows a thing again when it has moved; nothing for one that only shows itself in passing."""
    return f' data-vt="{thing}" data-at="{place}"' if thing else ""


def tint(value: int) -> str:
    """The class of a note's paper."""
    return "note huge" if value >= HUGE else "note big" if value >= BIG else "note"


def note(value: int, thing: str, place: str, style: str = "") -> str:
    """A note face up."""
    return f'<span class="{tint(value)}{style}"{_named(thing, place)}>{value}</span>'


def notes(values: Iterable[int], name: str, place: str, counts: dict[int, int], put: int = 0) -> str:
    """Notes in a row, each with a name of its own; `counts` numbers equal ones, `put` is the value of one just laid."""
    parts = []
    for value in values:
        if value == put:
            put = 0
            parts.append(note(value, "free", place))
            continue
        count = counts[value] = counts.get(value, 0) + 1
        parts.append(note(value, f"{name}-{value}-{count}", place))
    return "".join(parts)
