"""RAISE drawn in the terminal: the stake, the dice, the race of the pawns, the viewer's hand, the count."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tripot.core.state import NOBODY
from tripot.language import _, in_context, plural, translated
from tripot.play import View

from . import rules, words
from .phrases import SYMBOL_NAMES, points_in_words, say, victory_points
from .rules import State

WIDTH = 80
NAME = 14  # columns of a name with its marks
LANE = 22  # columns of the track
UNDER = 9  # columns of the name of who stands on top
CARD = 12  # columns of a card in hand

TURN, WINNER, PAWN, PATH, GAP, BLANK, HIGH = "▶", "★", "●", "─", "·", "□", "★"
SYMBOLS = ("♦", "☼", "≈", "§", "♪")  # diamond, gear, cloud, hourglass, bell
COLOURS = ("red", "magenta", "yellow", "dodger_blue1", "dark_orange")

COUNTED = translated(
    __package__,
    {
        "pile": plural("{points} in {n} card of the common pile", "{points} in {n} cards of the common pile"),
        "to come": plural("{n} more round", "{n} more rounds"),
    },
)
"""What depends on a number."""

SAY = translated(
    __package__,
    {
        "round": _("Round {round} of {rounds}, dice: {name}"),
        "start": _("The cards are being dealt"),
        "over": _("The game is over"),
        "stake": _("At stake"),
        "point": _("point card {point}"),
        "dice": _("Dice"),
        "worth": _("Worth"),
        "unseen": _("Point cards not seen"),
        "last round": _("the last round"),
        "track": _("track"),
        "points": _("points"),
        "hand": _("hand"),
        "draw pile": _("pile"),
        "choosing": in_context("choosing", "choosing"),
        "chosen": _("card laid"),
        "passed": in_context("passed", "passed"),
        "no card": _("no card"),
        "last": _("{space}, beyond {ahead}?"),
        "leads": _("{space}, leads"),
        "under": _("{space}, under {name}"),
        "on": _("{space}"),
        "your hand": _("Your hand"),
        "no hand": _("no card left"),
        "counts": _("counts {n}"),
        "chosen card": _("face down"),
        "order": _("the cards of a raise are played from left to right"),
        "own pile": _("Your draw pile:"),
        "after round": _("After round {round}"),
        "count": _("The count"),
        "point cards": _("point cards"),
        "won cards": _("cards won"),
        "in hand": _("hand"),
        "total": _("total"),
        "this round": _("round"),
    },
)


def draw(view: View, names: Sequence[str], lang: str) -> RenderableType:
    """The table as the viewing seat sees it."""
    v: State = view.state
    if v.phase == rules.OVER:
        return Group(_end(v, names, lang), _count(v, names, lang), _open_hands(v, names, lang))
    parts: list[RenderableType] = [_stake(v, names, lang), _race(v, view.seat, names, lang)]
    if view.seat >= 0:
        parts.append(_hand(v, view.seat, lang))
    return Group(*parts)


def report(before: State, after: State, names: Sequence[str], lang: str) -> RenderableType | None:
    """How things stand when a round has just ended, and the count when the game has."""
    is_round_over = words.point_card(before) != NOBODY and words.point_card(after) == NOBODY
    is_game_over = before.phase != rules.OVER and after.phase == rules.OVER
    if not is_round_over and not is_game_over:
        return None
    if is_game_over:
        return Group(_count(after, names, lang), _open_hands(after, names, lang))
    gains = [words.won(after, seat) - words.won(before, seat) for seat in range(after.seats)]
    return _count(after, names, lang, gains)


# -- The stake and the dice ---------------------------------------------------


def _stake(v: State, names: Sequence[str], lang: str) -> Panel:
    say = SAY[lang]
    lines = [_row(say["unseen"], _unseen(v, lang))]
    if words.point_card(v) != NOBODY:
        cards = words.common(v)
        stake = Text().append(say["point"].format(point=words.point_card(v)), "bold")
        if any(cards):
            pile = points_in_words(victory_points(cards), lang)
            stake.append(" + ").append(COUNTED[lang]["pile"].format(sum(cards), points=pile))
        lines = [
            _row(say["stake"], stake),
            _row(say["dice"], _dice(v)),
            _row(say["worth"], _multipliers(v, lang)),
            *lines,
        ]
    return Panel(Group(*lines), title=Text(f"RAISE  {_title(v, names, lang)}"), title_align="left", width=WIDTH)


def _title(v: State, names: Sequence[str], lang: str) -> str:
    if words.round_now(v) == 0:
        return SAY[lang]["start"]
    facts = {"round": words.round_now(v), "rounds": words.rounds(v)}
    return SAY[lang]["round"].format(name=names[words.roller(v)], **facts)


def _row(label: str, content: Text) -> Text:
    return Text().append(f"{label}  ", "dim").append(content)


def _dice(v: State) -> Text:
    """The faces rolled, in table order, then the blank ones."""
    text = Text()
    blanks = words.dice_rolled(v)
    for symbol in range(rules.SYMBOLS):
        shown = words.multiplier(v, symbol) - 1
        blanks -= shown
        text.append(f"{SYMBOLS[symbol]} " * shown, COLOURS[symbol])
    return text.append(f"{BLANK} " * blanks, "dim")


def _multipliers(v: State, lang: str) -> Text:
    text = Text()
    for symbol in range(rules.SYMBOLS):
        times = words.multiplier(v, symbol)
        name = say(lang, "times", symbol=SYMBOL_NAMES[lang][symbol], times=times).replace(" ", "\u00a0")
        text.append(f"{SYMBOLS[symbol]}\u00a0{name}", f"{'bold ' if times > 1 else ''}{COLOURS[symbol]}")
        text.append("  ")
    return text


def _unseen(v: State, lang: str) -> Text:
    left = words.rounds(v) - words.round_now(v)
    more = COUNTED[lang]["to come"].format(left) if left else SAY[lang]["last round"]
    values = " ".join(map(str, words.point_cards_at(v, rules.FACE_DOWN)))
    return Text(values).append(f"  ({more})", "dim")


# -- The race -----------------------------------------------------------------


def _race(v: State, viewer: int, names: Sequence[str], lang: str) -> Table:
    """Every seat with its pawn's way so far, its points and its cards."""
    say = SAY[lang]
    table = Table(box=box.SIMPLE_HEAD, width=WIDTH, padding=0, pad_edge=False)
    table.add_column("", width=NAME + 2, no_wrap=True)
    table.add_column(say["track"], width=LANE, no_wrap=True)
    table.add_column("", ratio=1, no_wrap=True)
    for column in ("points", "hand", "draw pile"):
        table.add_column(say[column], justify="right", no_wrap=True)
    for seat in range(v.seats):
        table.add_row(
            _name(v, seat, viewer, names),
            _lane(v, seat),
            _state(v, seat, names, say),
            Text(str(words.scores(v)[seat]), "bold"),
            str(len(words.hand(v, seat))),
            str(words.pile_size(v, seat)),
        )
    return table


def _name(v: State, seat: int, viewer: int, names: Sequence[str]) -> Text:
    """The name, marked if the seat is asked or draws; underlined if it is the viewer's own."""
    asked = rules.pending(v) >> seat & 1 or words.drawer(v) == seat
    text = Text(f"{TURN} " if asked else "  ", "bold")
    return text.append(short(names[seat], NAME), "bold underline" if seat == viewer else "bold")


def short(name: str, most: int) -> str:
    """The name, cut where its column would not hold it."""
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _lane(v: State, seat: int) -> Text:
    """The pawn's way to scale, and dots up to the space that it must get beyond."""
    here = words.space(v, seat)
    if here == NOBODY:
        return Text("")
    farthest = max(words.space(v, other) for other in words.on_board(v))
    at = _column(here, farthest)
    text = Text().append(PATH * at, "dim").append(PAWN, "bold")
    if seat == rules.to_act(v) and words.ahead(v) > here:
        text.append(GAP * (_column(words.ahead(v), farthest) - at), "bold")
    return text


def _column(space: int, farthest: int) -> int:
    """The column of a space: one for each as long as they fit, else to scale."""
    return space * (LANE - 1) // max(LANE - 1, farthest)


def _state(v: State, seat: int, names: Sequence[str], say: dict[str, str]) -> Text:
    """Where the pawn stands, or what the seat does otherwise."""
    if words.point_card(v) == NOBODY or v.phase == rules.ROLL:
        return Text("")
    here = words.space(v, seat)
    if here == NOBODY:
        if v.phase == rules.CHOOSE and rules.pending(v) >> seat & 1:
            return Text(say["choosing"], "bold")
        if words.has_passed(v, seat):
            return Text(say["passed"], "dim")
        return Text(say["chosen"]) if words.first_card(v, seat) != NOBODY else Text(say["no card"], "dim")
    if seat == rules.to_act(v) and here <= words.ahead(v):
        return Text(say["last"].format(space=here, ahead=words.ahead(v)), "bold")
    above = [other for other in words.on_board(v) if seat in words.below_in_stack(v, other)]
    if above:
        name = short(names[words.in_order(v, above)[0]], UNDER)
        return Text(say["under"].format(space=here, name=name))
    leads = seat == words.in_order(v, words.on_board(v))[0]
    return Text(say["leads" if leads else "on"].format(space=here))


# -- The hand -----------------------------------------------------------------


def _hand(v: State, seat: int, lang: str) -> RenderableType:
    """The viewer's cards with their present values, and what is left in their pile."""
    say = SAY[lang]
    cards = words.hand(v, seat)
    head = Text().append(f" {say['your hand']}", "bold")
    if not cards:
        return Group(head.append(f"  {say['no hand']}", "dim"))
    if v.phase in (rules.LAST, rules.RAISING) and rules.to_act(v) == seat:
        head.append(f"  ({say['order']})", "dim")
    chosen = words.first_card(v, seat) if v.phase == rules.CHOOSE else NOBODY
    boxes = []
    for card in cards:
        boxes.append(_card(v, card, lang, is_chosen=card == chosen))
        chosen = NOBODY if card == chosen else chosen
    parts: list[RenderableType] = [head, Columns(boxes, padding=(0, 0))]
    if words.pile_size(v, seat):
        parts.append(_own_pile(v, seat, lang))
    return Group(*parts)


def _card(v: State, card: int, lang: str, *, is_chosen: bool) -> Panel:
    """A card: digit and symbol, the name, the value now, and what it counts if that is more than one."""
    say = SAY[lang]
    symbol, digit = rules.SYMBOL[card], rules.DIGIT[card]
    lines = [Text(f"{digit} {SYMBOLS[symbol]}", f"bold {COLOURS[symbol]}"), Text(SYMBOL_NAMES[lang][symbol])]
    if words.point_card(v) != NOBODY:
        lines.append(Text.assemble(f"{digit}×{words.multiplier(v, symbol)} = ", (str(words.value(v, card)), "bold")))
    points = rules.VICTORY_POINTS[card]
    note = f"{HIGH} {say['counts'].format(n=points)}" if points > 1 else ""
    return Panel(
        Group(*lines, Text(say["chosen card"] if is_chosen else note, "reverse" if is_chosen else "bold")),
        box=box.DOUBLE if is_chosen else box.ROUNDED,
        border_style=COLOURS[symbol],
        padding=0,
        width=CARD,
    )


def _own_pile(v: State, seat: int, lang: str) -> Text:
    """What is still to come from the viewer's pile: known, but not in which order."""
    return Text().append(f" {SAY[lang]['own pile']}", "dim").append(_by_symbol(words.own_pile(v, seat)))


def _by_symbol(cards: Sequence[int]) -> Text:
    """`♦ 5 6  ♪ 2 2 3`."""
    text = Text()
    for symbol in range(rules.SYMBOLS):
        digits = [str(rules.DIGIT[card]) for card in cards if rules.SYMBOL[card] == symbol]
        if digits:
            text.append(f" {SYMBOLS[symbol]}", COLOURS[symbol]).append(f" {' '.join(digits)} ")
    return text


# -- The count ----------------------------------------------------------------


def _end(v: State, names: Sequence[str], lang: str) -> Panel:
    title = f"RAISE  {SAY[lang]['over']}"
    return Panel(Text(words.winners_in_words(v, names, lang), "bold"), title=title, title_align="left", width=WIDTH)


def _count(v: State, names: Sequence[str], lang: str, gains: Sequence[int] = ()) -> Table:
    """Line by line: what came this round, the point cards, the cards won, in the end the hand, and the total."""
    say = SAY[lang]
    is_over = v.phase == rules.OVER
    title = say["count"] if is_over else say["after round"].format(round=words.round_now(v))
    table = Table(
        title=title, box=box.SIMPLE_HEAD, width=WIDTH, title_justify="left", padding=(0, 1, 0, 0), pad_edge=False
    )
    table.add_column("", width=NAME, no_wrap=True)
    if gains:
        table.add_column(say["this round"], justify="right", no_wrap=True)
    table.add_column(say["point cards"], justify="right", ratio=1)
    table.add_column(say["won cards"], justify="right", no_wrap=True)
    if is_over:
        table.add_column(say["in hand"], justify="right", no_wrap=True)
    table.add_column(say["total"], justify="right", no_wrap=True)
    for seat in range(v.seats):
        table.add_row(*_count_row(v, seat, names, gains))
    return table


def _count_row(v: State, seat: int, names: Sequence[str], gains: Sequence[int]) -> list[Text]:
    points = words.point_cards_at(v, seat)
    row = [Text(short(names[seat], NAME), "bold")]
    if gains:
        row.append(Text(f"+{gains[seat]}", "bold") if gains[seat] else Text(GAP, "dim"))
    row.append(Text(f"{' + '.join(map(str, points))} = {sum(points)}" if len(points) > 1 else str(sum(points))))
    row.append(Text(str(words.won(v, seat) - sum(points))))
    if v.phase == rules.OVER:
        row.append(Text(str(victory_points(words.counted(words.hand(v, seat))))))
    mark = f"{WINNER} " if rules.winners(v) >> seat & 1 else ""
    return [*row, Text(f"{mark}{words.scores(v)[seat]}", "bold")]


def _open_hands(v: State, names: Sequence[str], lang: str) -> RenderableType:
    """The hands as they were laid open in the end."""
    lines = []
    for seat in range(v.seats):
        text = Text().append(f" {short(names[seat], NAME):{NAME + 1}}", "bold")
        for card in words.hand(v, seat):
            symbol, points = rules.SYMBOL[card], rules.VICTORY_POINTS[card]
            text.append(f"{SYMBOLS[symbol]}{rules.DIGIT[card]}", COLOURS[symbol])
            text.append(f"{f' ({points})' if points > 1 else ''}  ")
        lines.append(text)
    return Group(*lines)
