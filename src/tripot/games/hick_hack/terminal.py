"""The table of Hick Hack in Gackelwack, drawn in the terminal as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tripot.core.state import NOBODY
from tripot.language import number
from tripot.play import View

from . import facts, rules
from . import words as notation
from .phrases import COLOURS, GRAIN_LETTERS, SAY, at_yard, card_name, yard_name
from .tokens import CARDS

YARD_STYLES = ("yellow", "dodger_blue1", "green3", "red", "medium_purple1", "bright_black")
GRAIN_STYLES = ("yellow", "dodger_blue1", "green3")
WIDTH = 80
HAND_COLUMNS = 2

Names = Sequence[str]


def draw(view: View, names: Names, lang: str) -> RenderableType:
    """The yards, the players, what is being settled and the viewer's hand."""
    v = view.state
    parts: list[RenderableType] = [_yards(v, names, lang), _players(v, names, lang)]
    if rules.OFFER <= v.phase <= rules.ROLL:
        parts.append(_contest(v, names, lang))
    if view.seat >= 0:
        parts.append(_hand(v, view.seat, names, lang))
    say = SAY[lang]
    now = say["title"].format(round=v.round, rounds=facts.rounds(v)) if v.round else say["dealing"]
    discard = sum(place == rules.DISCARD for place in v.place)
    stores = say["stores"].format(name=names[v.supplier], bag=sum(v.bag), pile=v.deck_n, discard=discard)
    return Panel(Group(*parts), title=f"Hick Hack in Gackelwack · {now}", subtitle=stores, width=WIDTH)


def report(before: rules.State, after: rules.State, names: Names, lang: str) -> RenderableType | None:
    """The score sheet when a round has just ended."""
    if not facts.is_round_over(before, after):
        return None
    key = "final title" if after.phase == rules.OVER else "score title"
    sheet = Table(box=box.SIMPLE_HEAD, title=SAY[lang][key].format(round=before.round, rounds=facts.rounds(after)))
    sheet.add_column(SAY[lang]["player"])
    for colour, points in enumerate(rules.GRAIN_POINTS):
        sheet.add_column(f"{GRAIN_LETTERS[lang][colour]}{points}", justify="right", style=GRAIN_STYLES[colour])
    sheet.add_column(SAY[lang]["grains"], justify="right")
    sheet.add_column(SAY[lang]["birds"], justify="right")
    sheet.add_column(SAY[lang]["total"], justify="right", style="bold")
    winners = facts.seats_in(rules.winners(after))
    for seat, points in enumerate(facts.scores(after)):
        grain = facts.row(after.won, seat)
        name = Text(f"{'★ ' if seat in winners else ''}{names[seat]}", style="bold" if seat in winners else "")
        sheet.add_row(
            name, *map(str, grain), str(facts.points_of(grain)), _eaten(after, seat, lang), number(points, lang)
        )
    return sheet


def _eaten(v: rules.State, seat: int, lang: str) -> str:
    """The birds in a score pile as a sum: `5 + 4 − 2 = 7`."""
    values = sorted((rules.VALUE[card] for card in facts.eaten_by(v, seat)), reverse=True)
    if len(values) <= 1:
        return number(v.eaten[seat], lang)
    terms = "".join(f" {'−' if value < 0 else '+'} {abs(value)}" for value in values)
    return f"{terms.removeprefix(' + ').removeprefix(' ')} = {number(v.eaten[seat], lang)}"


# -- The yards -------------------------------------------------------------------


def _yards(v: rules.State, names: Names, lang: str) -> Table:
    say = SAY[lang]
    table = Table(box=None, pad_edge=False, expand=True)
    table.add_column("", width=1)
    table.add_column(say["yard"], width=22, no_wrap=True)
    table.add_column(say["grains"], width=15)
    table.add_column(say["worth"], justify="right", width=6)
    table.add_column(say["animals"], ratio=1)
    for yard in range(v.yards):
        name = Text(f"■ {COLOURS[lang][yard]}, {yard_name(yard, lang)}", style=YARD_STYLES[yard])
        grain = facts.row(v.on_yard, yard)
        mark = "►" if v.yard == yard and v.phase != rules.SUPPLY else ""
        table.add_row(mark, name, _grains(grain, lang), str(facts.points_of(grain)), _animals(v, yard, names, lang))
    return table


def _grains(grain: list[int], lang: str) -> Text:
    """`Y3×2 G1`: the letter of the colour, the points of one, how many."""
    words = []
    for colour, n in enumerate(grain):
        if n:
            word = f"{GRAIN_LETTERS[lang][colour]}{rules.GRAIN_POINTS[colour]}{f'×{n}' if n > 1 else ''}"
            words.append(Text(word, style=GRAIN_STYLES[colour]))
    return Text(" ").join(words)


def _animals(v: rules.State, yard: int, names: Names, lang: str) -> Text:
    """Who lies open in the yard: `Ada 4, Bruno fox 5`."""
    here = (
        []
        if v.phase == rules.CHOOSE
        else [(seat, card) for seat, card in facts.lying(v) if card // rules.KINDS == yard]
    )
    return Text(", ".join(f"{names[seat]} {_short(card, lang)}" for seat, card in here), style="bold")


def _short(card: int, lang: str) -> str:
    """A card whose yard is known: `4`, `fox 5`, `shy`."""
    if rules.RACE[card] == rules.BIRD:
        return str(rules.VALUE[card])
    key = "short fox" if rules.RACE[card] == rules.FOX else "short shy"
    return SAY[lang][key].format(value=rules.VALUE[card])


# -- The players -----------------------------------------------------------------


def _players(v: rules.State, names: Names, lang: str) -> Table:
    say = SAY[lang]
    table = Table(box=None, pad_edge=False, expand=True)
    table.add_column("", width=1)
    table.add_column(say["player"], width=14, no_wrap=True)
    table.add_column(say["total"], justify="right", width=5, style="bold")
    table.add_column(say["grains"], width=17)
    table.add_column(say["birds"], justify="right", width=9)
    table.add_column(say["cards"], justify="right", width=6)
    table.add_column(say["now"], ratio=1)
    for seat, points in enumerate(facts.scores(v)):
        mark = Text("●" if v.asked >> seat & 1 else "", style="bold yellow")
        grain = _grains(facts.row(v.won, seat), lang)
        cells = (
            mark,
            Text(names[seat]),
            number(points, lang),
            grain,
            number(v.eaten[seat], lang),
            str(v.hand_n[seat]),
            Text(_doing(v, seat, lang)),
        )
        table.add_row(*cells)
    return table


def _doing(v: rules.State, seat: int, lang: str) -> str:
    """What a seat does or has done, never what it chose."""
    is_asked = v.asked >> seat & 1
    key = "offering" if is_asked else ""
    if v.phase == rules.CHOOSE:
        key = "choosing" if is_asked else "chosen" if facts.laid_by(v, seat) else ""
    elif v.phase == rules.ANSWER:
        key = "answering" if is_asked else "answered" if v.answer[seat] != NOBODY else ""
    elif rules.winners(v) >> seat & 1:
        key = "winning"
    return SAY[lang][key] if key else ""


# -- What is being settled, and the hand -----------------------------------------


def _contest(v: rules.State, names: Names, lang: str) -> Text:
    """Who contends for what: the offer on the table, or the rolls of the duel so far."""
    at = at_yard(v.yard, lang)
    if v.phase == rules.ROLL:
        rolls = []
        for i, (seat, card) in enumerate(facts.fighters(v)):
            total = f" = {v.total[i]}" if i < v.rolled else ""
            die = v.total[i] - rules.VALUE[card] if i < v.rolled else "?"
            rolls.append(f"{names[seat]} {rules.VALUE[card]} + {die}{total}")
        return Text(SAY[lang]["contest"].format(at=at, rivals=", ".join(rolls)), style="bold")
    contest = notation.rivals(facts.fighters(v), names, lang)
    if v.phase == rules.OFFER:
        return Text(SAY[lang]["contest"].format(at=at, rivals=contest), style="bold")
    shares, who = notation.shares(v, names, lang), names[facts.proposer(v)]
    return Text(SAY[lang]["contest offer"].format(at=at, rivals=contest, who=who, shares=shares), style="bold")


def _hand(v: rules.State, seat: int, names: Names, lang: str) -> Panel:
    """The viewer's cards, by token and by name; laid ones are marked."""
    grid = Table(box=None, show_header=False, pad_edge=False, expand=True)
    for _ in range(HAND_COLUMNS):
        grid.add_column(ratio=1)
    laid = facts.laid_by(v, seat) if v.phase == rules.CHOOSE else []
    cards = []
    for card in facts.hand_of(v, seat):
        words = f"{CARDS[card]:11} {_named(card, lang)}{' ▼' if card in laid else ''}"
        cards.append(Text(words, style=YARD_STYLES[card // rules.KINDS]))
    for i in range(0, len(cards), HAND_COLUMNS):
        grid.add_row(*cards[i : i + HAND_COLUMNS])
    return Panel(
        grid,
        title=Text(SAY[lang]["your hand"].format(name=names[seat])),
        title_align="left",
        box=box.SQUARE,
        subtitle=SAY[lang]["face down"] if laid else None,
    )


def _named(card: int, lang: str) -> str:
    """A card of the hand, shorter than `card_name`: `duck 4`, `fox 5 (ducks)`."""
    if rules.RACE[card] == rules.BIRD:
        return card_name(card, lang)
    words = SAY[lang]["hand fox" if rules.RACE[card] == rules.FOX else "hand shy"]
    return words.format(value=rules.VALUE[card], animals=yard_name(card // rules.KINDS, lang))
