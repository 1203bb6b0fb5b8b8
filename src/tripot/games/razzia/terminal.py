"""The table of Razzia, drawn in the terminal as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich import box
from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tripot.core.state import NOBODY
from tripot.play import View

from . import rules
from . import words as notation
from .phrases import BARS, COLOURS, figure_name, money, say, stores
from .rules import BAR_OF, IS_POLICE, STRENGTH, State
from .tokens import CARDS

STYLES = ("#e4575b", "#f1bf2b", "#a583d6", "#5b9be0", "#4fae6a", "#f29bb8")  # of the bars; each is named as well
GAMBLER_MARK, POLICE_MARK = "♣", "★"
WIDTH, BAR_WIDTH, CARD_WIDTH, NAME_WIDTH = 80, 25, 15, 24
BARS_IN_A_ROW = 3

Names = Sequence[str]


def draw(view: View, names: Names, lang: str) -> RenderableType:
    """The bars, what is being settled, the players and the viewer's hand."""
    v: State = view.state
    parts: list[RenderableType] = [_bars(v, names, lang)]
    if notation.is_settling(v):
        parts.append(_contest(v, names, lang))
    parts.append(_players(v, names, lang))
    if hand := notation.hand_of(v, view.seat):
        parts.append(_hand(v, view.seat, hand, lang))
    now = say(lang, "now", round=v.round, rounds=notation.rounds(v)) if v.round else say(lang, "dealing")
    discard = v.spot.count(rules.PLAYED)
    left = stores(v.stock_n, v.pile_n, discard, lang)
    return Panel(Group(*parts), title=f"Razzia · {now}", subtitle=left, width=WIDTH)


def report(before: State, after: State, names: Names, lang: str) -> RenderableType | None:
    """The money of everybody, the richest first, when a round has just ended."""
    if not notation.is_round_over(before, after):
        return None
    is_over = after.phase == rules.OVER
    title = say(lang, "final" if is_over else "after round", round=before.round, rounds=notation.rounds(after))
    left = say(lang, "left", money=money(notation.left_on_bars(after), lang))
    sheet = Table(box=box.SIMPLE_HEAD, title=title, caption=left)
    sheet.add_column(say(lang, "player"), max_width=NAME_WIDTH, no_wrap=True, overflow="ellipsis")
    sheet.add_column(say(lang, "total"), justify="right")
    sheet.add_column(say(lang, "behind"), justify="right")
    seats = sorted(range(after.seats), key=lambda seat: -after.money[seat])
    for seat in seats:
        is_best = after.money[seat] == after.money[seats[0]]
        behind = "" if is_best else money(after.money[seats[0]] - after.money[seat], lang)
        name = f"★ {names[seat]}" if is_best and is_over else names[seat]
        sheet.add_row(Text(name), money(after.money[seat], lang), behind, style="bold" if is_best else "")
    return sheet


# -- The bars -----------------------------------------------------------------


def _bars(v: State, names: Names, lang: str) -> Table:
    grid = Table.grid()
    board = v.board[: v.bars]
    for first in range(0, v.bars, BARS_IN_A_ROW):
        row = board[first : first + BARS_IN_A_ROW]
        height = max(len(_on_bar(v, bar, names, lang)) for bar in row) + 2  # and the frame
        grid.add_row(*(_bar(v, bar, names, lang, height) for bar in row))
    return grid


def _bar(v: State, bar: int, names: Names, lang: str, height: int) -> Panel:
    is_settled_now = notation.is_settling(v) and v.bar == bar
    return Panel(
        Group(*_on_bar(v, bar, names, lang)),
        title=f"{BARS[bar]}, {COLOURS[lang][bar]}",
        box=box.HEAVY if is_settled_now else box.ROUNDED,
        border_style=STYLES[bar],
        width=BAR_WIDTH,
        height=height,
    )


def _on_bar(v: State, bar: int, names: Names, lang: str) -> list[Text]:
    """The pot, its notes, and the cards once they lie open, one line each."""
    grouped = ((value, len(list(equal))) for value, equal in groupby(notation.notes_on(v, bar)))
    notes = " ".join(f"{value}×{count}" if count > 1 else str(value) for value, count in grouped)
    mark = "► " if notation.is_settling(v) and v.bar == bar else ""
    pot = Text(mark + money(notation.pot_of(v, bar), lang), style="bold")
    lines = [pot, Text(notes, no_wrap=True, overflow="ellipsis")]
    for seat, card in notation.lying(v).items():
        if BAR_OF[card] == bar:
            lines.append(Text(f"{_mark(card)} {STRENGTH[card]} {names[seat]}", no_wrap=True, overflow="ellipsis"))
    return lines


def _mark(card: int) -> str:
    return POLICE_MARK if IS_POLICE[card] else GAMBLER_MARK


# -- What is being settled ----------------------------------------------------


def _contest(v: State, names: Names, lang: str) -> Panel:
    """Who has a claim, with which card, and what the proposal gives or how the duel stands."""
    fights = v.phase == rules.DUEL
    sheet = Table.grid(padding=(0, 3))
    sheet.add_column(width=NAME_WIDTH, no_wrap=True, overflow="ellipsis")
    for seat in sorted(notation.seats_in(v.contenders), key=lambda seat: seat != v.proposer):
        share = "" if fights else money(v.share[seat], lang)
        card = f"{_mark(v.choice[seat])} {figure_name(v.choice[seat], lang)}"
        sheet.add_row(Text(names[seat]), card, share, _fighting(v, seat, lang) if fights else _talking(v, seat, lang))
    amount = money(v.stake if fights else notation.to_split(v), lang)
    title = say(lang, "fight" if fights else "contest", bar=BARS[v.bar], money=amount)
    return Panel(sheet, title=title, border_style=STYLES[v.bar], box=box.HEAVY)


def _talking(v: State, seat: int, lang: str) -> str:
    if seat == v.proposer:
        return say(lang, "proposes")
    return "" if v.phase == rules.SPLIT else say(lang, "answers" if v.asked >> seat & 1 else "has answered")


def _fighting(v: State, seat: int, lang: str) -> str:
    if seat == v.champion and v.die:
        return say(lang, "rolled", die=v.die)
    if seat in (v.champion, v.challenger):
        return say(lang, "fights")
    return say(lang, "waits") if v.waiting >> seat & 1 else ""


# -- The players and the hand -------------------------------------------------


def _players(v: State, names: Names, lang: str) -> Table:
    sheet = Table(box=None, pad_edge=False, padding=(0, 2))
    sheet.add_column("", width=1)
    sheet.add_column(say(lang, "player"), width=NAME_WIDTH, no_wrap=True, overflow="ellipsis")
    sheet.add_column(say(lang, "money"), justify="right", width=9)
    sheet.add_column("")
    for seat in range(v.seats):
        is_asked = v.asked >> seat & 1
        doing = [say(lang, "dealer")] if seat == v.dealer else []
        doing += [word] if (word := _doing(v, seat, lang)) else []
        name = Text(names[seat], style="bold" if is_asked else "")
        sheet.add_row("►" if is_asked else "", name, money(v.money[seat], lang), ", ".join(doing))
    return sheet


def _doing(v: State, seat: int, lang: str) -> str:
    """What a seat is asked for now, or that it has chosen or won."""
    if v.phase == rules.OVER:
        return f"★ {say(lang, 'winner')}" if rules.winners(v) >> seat & 1 else ""
    if v.phase == rules.CHOOSE and v.choice[seat] != NOBODY:
        return f"✓ {say(lang, 'has chosen')}"
    if not v.asked >> seat & 1:
        return ""
    asked = {rules.FREE_NOTE: "places", rules.CHOOSE: "chooses", rules.SPLIT: "proposes", rules.ANSWER: "answers"}
    return say(lang, asked[v.phase])


def _hand(v: State, seat: int, hand: list[int], lang: str) -> RenderableType:
    grid = Table.grid()
    grid.add_row(*(_card(card, card == v.choice[seat] and v.phase == rules.CHOOSE, lang) for card in hand))
    return Group(Text(say(lang, "hand"), justify="center"), Align.center(grid))


def _card(card: int, is_chosen: bool, lang: str) -> Panel:
    """A card: its bar, its kind and figure, and the word to type; police has a double frame."""
    lines = Text(f"{BARS[BAR_OF[card]]}\n", style=STYLES[BAR_OF[card]], justify="center")
    lines.append(f"{_mark(card)} {figure_name(card, lang)}\n", style="bold")
    lines.append(CARDS[card], style="dim")
    return Panel(
        lines,
        subtitle=f"▲ {say(lang, 'chosen')}" if is_chosen else None,
        box=box.DOUBLE if IS_POLICE[card] else box.ROUNDED,
        border_style=STYLES[BAR_OF[card]],
        width=CARD_WIDTH,
        padding=0,
    )
