"""Razzia! (Knizia) drawn in the terminal: the lot, the auction, every family's board, the score sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tripot.language import _, in_context, number, translated
from tripot.play import View

from . import rules, words
from .phrases import LINES
from .rules import State

WIDTH = 80
FRAME, GAP = 4, "  "  # a panel's frame, the space between two cards
LABEL, NARROW = 21, 3  # columns of the boards: the words, the lot

TURN, SHOWN, TO_COME, NONE, WINNER = "▶", "█", "░", "·", "★"

TRINKET, GOLD, WHEELS, GUARD, STEALTH, BUSINESS = "red", "yellow", "green", "magenta", "dodger_blue1", "dark_goldenrod"
COLOURS = (
    *(TRINKET,) * rules.TRINKETS,
    GOLD,
    WHEELS,
    WHEELS,
    GUARD,
    STEALTH,
    *(BUSINESS,) * (rules.LOOT - rules.CASINO),
)
LINE_COLOURS = (TRINKET, GOLD, WHEELS, GUARD, STEALTH, BUSINESS, "bold")
MARKS = (
    *"♦" * rules.TRINKETS,
    "●",
    "▲",
    "▲",
    "▼",
    "◊",
    *"■" * (rules.LOOT - rules.CASINO),
)  # one for each border colour

SAY = translated(
    __package__,
    {
        "round": _("Round {round} of {rounds}"),
        "over": _("The game is over"),
        "police": _("Police"),
        "deck": _("deck {n}"),
        "lot": _("The lot, {n} of {full}"),
        "empty": _("no loot yet"),
        "cheque": _("cheque {value}"),
        "lot column": _("lot"),
        "points": _("points"),
        "ready": _("cheques ready"),
        "spent": _("cheques face down"),
        "now": _("worth now"),
        "bids": _("bids"),
        "to bid": _("to bid?"),
        "waits": _("later"),
        "cannot": _("cannot"),
        "out": in_context("out", "out"),
        "legend": _("{turn} turn   cards, then points as it stands; 2+1: cars and drivers"),
        "sheet": _("Score sheet"),
        "of round": _("Round {round}"),
        "of end": _("End of the game"),
        "total": _("Total"),
    },
)


def draw(view: View, names: Sequence[str], lang: str) -> RenderableType:
    """The table as the viewing seat sees it."""
    v: State = view.state
    top = _end(v, names, lang) if v.phase == rules.OVER else _lot(v, lang)
    return Group(top, _boards(v, view.seat, names, lang))


def report(before: State, after: State, names: Sequence[str], lang: str) -> RenderableType | None:
    """The score sheet so far, when a round has just been scored."""
    if before.phase == rules.OVER or (after.round == before.round and after.phase != rules.OVER):
        return None
    return _sheet(after, names, lang)


# -- The lot ------------------------------------------------------------------


def _lot(v: State, lang: str) -> Panel:
    say = SAY[lang]
    limit = rules.POLICE_LIMIT[v.box][v.seats]
    police = Text.assemble(
        (f"{say['police']} {SHOWN * v.police}{TO_COME * (limit - v.police)} {v.police}/{limit}", "bold"),
        f"   {say['deck'].format(n=v.deck_n)}",
    )
    chips = [chip(loot, lang) for loot in range(rules.LOOT) for _ in range(v.display[loot])]
    chips = chips or [Text(say["empty"], "dim")]
    chips.append(Text(f"+ {say['cheque'].format(value=v.centre)}", "bold"))
    title = say["round"].format(round=v.round + 1, rounds=rules.ROUNDS[v.box])
    lot = say["lot"].format(n=v.display_n, full=rules.DISPLAY_LIMIT[v.box])
    return Panel(
        Group(police, *_packed(chips)),
        title=f"Razzia!  {title}",
        subtitle=lot,
        title_align="left",
        subtitle_align="right",
        width=WIDTH,
    )


def _end(v: State, names: Sequence[str], lang: str) -> Panel:
    title = f"Razzia!  {SAY[lang]['over']}"
    return Panel(Text(words.winners_in_words(v, names, lang), "bold"), title=title, title_align="left", width=WIDTH)


def chip(loot: int, lang: str) -> Text:
    """A card in a line: its mark and its name in the colour of its border."""
    return Text(f"{MARKS[loot]} {words.card_name(loot, lang)}", COLOURS[loot])


def _packed(chips: Sequence[Text]) -> list[Text]:
    """The cards in as few lines as hold them, none of them broken."""
    lines = [chips[0]]
    for card in chips[1:]:
        if lines[-1].cell_len + len(GAP) + card.cell_len <= WIDTH - FRAME:
            lines[-1] = Text.assemble(lines[-1], GAP, card)
        else:
            lines.append(card)
    return lines


# -- The boards ---------------------------------------------------------------


def _boards(v: State, viewer: int, names: Sequence[str], lang: str) -> RenderableType:
    """Every seat's cheques and loot by kind, and what each line is worth as it stands."""
    say = SAY[lang]
    seats = range(v.seats)
    table = Table(box=box.SIMPLE_HEAD, width=WIDTH, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("", width=LABEL, no_wrap=True)
    table.add_column(say["lot column"], width=NARROW, justify="right", style="bold", no_wrap=True)
    for seat in seats:
        table.add_column(_head(v, seat, viewer, names, lang), justify="right", no_wrap=True, ratio=1)
    table.add_row(Text(say["points"], "bold"), "", *(Text(number(sum(v.sheet[seat]), lang), "bold") for seat in seats))
    if v.phase == rules.BIDDING:
        table.add_row(say["bids"], "", *(_bid(v, seat, say) for seat in seats))
    table.add_row(say["ready"], f"+{v.centre}", *(_cheques(v.ready[seat]) for seat in seats))
    if any(v.spent[seat] for seat in seats):
        table.add_row(say["spent"], "", *(Text(_cheques(v.spent[seat]), "dim") for seat in seats))
    _add_loot(table, v, lang)
    legend = Text(say["legend"].format(turn=TURN), "dim")
    return Group(table, legend)


def _head(v: State, seat: int, viewer: int, names: Sequence[str], lang: str) -> Text:
    """The name, marked if it is the viewer's own and if the seat is at turn."""
    mark = TURN if seat == rules.to_act(v) or (v.phase == rules.DRAWING and seat == v.turn) else ""
    name = short(names[seat], v.seats)
    return Text(f"{mark}{name}", "bold underline" if seat == viewer else "bold")


def short(name: str, seats: int) -> str:
    """The name, cut where its column would not hold it and a mark."""
    most = (WIDTH - LABEL - NARROW) // seats - 3
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _bid(v: State, seat: int, say: dict[str, str]) -> Text:
    """What is known of the seat in this auction: the best bid, who speaks, who may still, who is out."""
    place = (seat - v.turn - 1) % v.seats + 1  # the caller is asked last
    if seat == v.best_bidder:
        return Text(str(v.best), "bold")
    if place == v.asked:
        return Text(say["to bid"], "bold")
    if place < v.asked:
        return Text(say["out"], "dim")
    return Text(say["waits"] if v.ready[seat] >> (v.best + 1) else say["cannot"], "dim")


def _cheques(mask: int) -> str:
    return " ".join(map(str, words.cheques_in(mask))) or NONE


def _add_loot(table: Table, v: State, lang: str) -> None:
    """A line for each line of the score sheet; below it the kinds of trinkets and businesses that are about."""
    worth = words.worth_now(v)
    seats = range(v.seats)
    groups: tuple[tuple[int, Callable[[Sequence[int]], str], range], ...] = (
        (rules.TRINKET_LINE, _nothing, range(rules.RING, rules.TRINKETS)),
        (rules.COIN_LINE, lambda cards: _number(cards[rules.COIN]), range(0)),
        (rules.CAR_LINE, lambda cards: _pair(cards[rules.CAR], cards[rules.DRIVER]), range(0)),
        (rules.BODYGUARD_LINE, lambda cards: _number(cards[rules.BODYGUARD]), range(0)),
        (rules.THIEF_LINE, lambda cards: _number(cards[rules.THIEF]), range(0)),
        (rules.ROUND_LINES, _nothing, range(rules.CASINO, rules.LOOT)),
    )
    for line, counted, kinds in groups:
        cells = [_cell(counted(v.domain[seat]), worth[seat][line], lang) for seat in seats]
        table.add_row(Text(LINES[lang][line], LINE_COLOURS[line]), counted(v.display).strip(NONE), *cells)
        for loot in kinds:
            if v.display[loot] or any(v.domain[seat][loot] for seat in seats):
                kind = Text(" ").append(chip(loot, lang))
                table.add_row(
                    kind, str(v.display[loot] or ""), *(Text(f"{_number(v.domain[seat][loot])}    ") for seat in seats)
                )
    sums = (Text(words.signed_number(sum(worth[seat][:-1]), lang), "bold") for seat in seats)
    table.add_row(Text(SAY[lang]["now"], "bold"), "", *sums)


def _nothing(cards: Sequence[int]) -> str:
    return ""


def _number(n: int) -> str:
    return str(n) if n else NONE


def _pair(cars: int, drivers: int) -> str:
    return f"{cars}+{drivers}" if cars or drivers else NONE


def _cell(count: str, points: int, lang: str) -> Text:
    """A count and its points, the points in a column of their own."""
    return Text(count).append(f"{words.signed_number(points, lang):>4}", "bold" if points else "dim")


# -- The score sheet ----------------------------------------------------------


def _sheet(v: State, names: Sequence[str], lang: str) -> Table:
    """Line by line: the rounds that have been scored, at the end the businesses and cheques, the totals."""
    say = SAY[lang]
    seats = range(v.seats)
    is_over = v.phase == rules.OVER
    table = Table(title=say["sheet"], box=box.SIMPLE_HEAD, width=WIDTH, title_justify="left", pad_edge=False)
    table.add_column("", width=LABEL, no_wrap=True)
    for seat in seats:
        table.add_column(Text(short(names[seat], v.seats), "bold"), justify="right", no_wrap=True, ratio=1)
    for scored in range(v.round + is_over):
        lines = [words.sheet_lines(v, seat, scored) for seat in seats]
        _add_part(table, say["of round"].format(round=scored + 1), lines, 0, lang)
    if is_over:
        ends = [v.sheet[seat][rules.BUSINESS_LINE :] for seat in seats]
        _add_part(table, say["of end"], ends, rules.ROUND_LINES, lang)
    best = rules.winners(v)
    totals = [f"{f'{WINNER} ' if best >> seat & 1 else ''}{number(sum(v.sheet[seat]), lang)}" for seat in seats]
    table.add_row(Text(say["total"], "bold"), *(Text(total, "bold") for total in totals))
    return table


def _add_part(table: Table, title: str, parts: Sequence[Sequence[int]], first: int, lang: str) -> None:
    """The lines of one round or of the end, from line `first` of the sheet, under their sum."""
    table.add_row(Text(title, "bold"), *(Text(words.signed_number(sum(part), lang), "bold") for part in parts))
    for line in range(len(parts[0])):
        label = Text(f" {LINES[lang][first + line]}", LINE_COLOURS[first + line])
        table.add_row(label, *(_points(part[line], lang) for part in parts), end_section=line + 1 == len(parts[0]))


def _points(n: int, lang: str) -> Text:
    return Text(words.signed_number(n, lang)) if n else Text(NONE, "dim")
