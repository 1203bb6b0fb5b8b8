"""The default board: the state in tables and a button for every legal move, for games that have no board of their own."""

from __future__ import annotations

from collections.abc import Sequence

from tripot.core.fields import FLAG, HIDDEN, MASK, NOBODY, SEAT, SEATS, UNSEEN, Cells
from tripot.language import number, plural, translated
from tripot.notation.plain import PlainWords
from tripot.play import Move
from tripot.play.move import Step

from ..words import word
from .beats import Beat, Kind
from .faces import sitter
from .scene import Scene, form, move_button, text
from .terms import Term

STYLE = "plain"
MOST_BUTTONS = 60  # whole moves of a hidden choice; where there are more, a field takes the others
LONGEST_MOVE = 400  # letters in that field
POINTS = translated(__package__, plural("{number} point", "{number} points"))


# -- The table -------------------------------------------------------------------------


def felt(scene: Scene) -> str:
    """Everything that the seat sees of the state: what there is once, then what every seat has."""
    fields = {name: cell for name, cell in scene.view.state.position_fields().items() if cell.seen != UNSEEN}
    shared = [
        _row(scene, name, cell, [getattr(scene.view.state, name)])
        for name, cell in fields.items()
        if not cell.is_by_seat
    ]
    by_seat = [_row(scene, name, cell, _by_seat(scene, name, cell)) for name, cell in fields.items() if cell.is_by_seat]
    return (
        f'<section class="felt" aria-label="{word(scene.lang, "the table")}">'
        f"{_sheet(scene, by_seat, with_names=True)}{_sheet(scene, shared, with_names=False)}</section>"
    )


def _sheet(scene: Scene, rows: list[str], *, with_names: bool) -> str:
    if not rows:
        return ""
    names = "".join(f'<th scope="col"><bdi>{text(name)}</bdi></th>' for name in scene.names) if with_names else ""
    head = f"<thead><tr><td></td>{names}</tr></thead>" if names else ""
    label = word(scene.lang, "seats" if with_names else "the table")
    table = f"<table>{head}<tbody>{''.join(rows)}</tbody></table>"
    return f'<div class="sheet" tabindex="0" role="group" aria-label="{label}">{table}</div>'


def _row(scene: Scene, name: str, cell: Cells, values: list[object]) -> str:
    cells = "".join(f"<td>{_shown(scene, cell, value)}</td>" for value in values)
    foreign = "" if scene.lang == "en" else ' lang="en"'  # a declaration speaks English
    return f'<tr><th scope="row"{foreign}>{text(cell.about or name)}</th>{cells}</tr>'


def _by_seat(scene: Scene, name: str, cell: Cells) -> list[object]:
    """The part of a field that every seat has, in the order of the seats."""
    value = getattr(scene.view.state, name)
    if len(cell.shape) == 1 and cell.row > 1:  # stored row after row
        value = [value[place : place + cell.row] for place in range(0, len(value), cell.row)]
    return list(value[: scene.view.seats])


def _shown(scene: Scene, cell: Cells, value: object) -> str:
    if isinstance(value, int):
        return _number(scene, cell, value)
    assert isinstance(value, list)
    parts = [_shown(scene, cell, part) for part in value]
    return " · ".join(parts) if value and isinstance(value[0], list) else " ".join(parts)


def _number(scene: Scene, cell: Cells, number: int) -> str:
    """A number as what it stands for: a seat by its name, nothing as a dash, a secret as a question mark."""
    if number == HIDDEN and (cell.bounds is None or cell.bounds[0] > HIDDEN):
        return "?"
    if number == NOBODY and (cell.bounds is None or cell.or_none):
        return "–"
    if cell.names:
        return text(cell.names[number])
    if cell.what == FLAG:
        return word(scene.lang, "yes" if number else "no")
    if cell.what == SEAT and number < scene.view.seats:
        return f"<bdi>{text(scene.names[number])}</bdi>"
    if cell.what in (MASK, SEATS):
        bits = [bit for bit in range(cell.of) if number >> bit & 1]
        names = [
            f"<bdi>{text(scene.names[bit])}</bdi>" if cell.what == SEATS and bit < scene.view.seats else str(bit)
            for bit in bits
        ]
        return ", ".join(names) or "–"
    return str(number)


# -- The moves -------------------------------------------------------------------------


def hand(scene: Scene) -> str:
    """The legal moves: step by step where the seat is asked alone, whole where others choose at the same time."""
    if not scene.is_asked:
        return ""
    moves, is_complete = _moves(scene)
    inside = "".join(_button(scene, number, move) for number, move in enumerate(moves))
    listed = form(scene, inside, style="moves acts")
    written = "" if is_complete else _field(scene)
    return (
        f'<section class="hand" aria-label="{word(scene.lang, "your moves")}" tabindex="-1">'
        f"{listed}{written}{_chosen(scene)}</section>"
    )


def _moves(scene: Scene) -> tuple[tuple[Move, ...], bool]:
    """The moves that get a button, and whether these are all."""
    if len(scene.view.pending) == 1:
        return scene.view.legal_moves, True
    found = scene.once("whole moves", lambda: scene.view.imagine(seed=0).list_moves(scene.seat, limit=MOST_BUTTONS))
    return found.moves, found.is_complete


def _button(scene: Scene, number: int, move: Move) -> str:
    """The tokens of a move, and below them what it means, where it is one step."""
    label, style = f"<b>{text(str(move))}</b>", "btn"
    view = scene.view
    if len(move.steps) == 1 and not isinstance(view.game.words, PlainWords):  # those only repeat the token
        meaning = view.game.words.explain(view.state, view.seat, move.steps[0], scene.names, scene.lang)
        label += f" <small>{text(meaning)}</small>" if meaning else ""
    if scene.choice is not None and scene.choice.steps == move.steps:
        label, style = f'{label} <span class="label">{word(scene.lang, "your choice")}</span>', "btn go"
    return move_button(scene, text(str(move)), label, style=style, key=f"move-{number}")


def _field(scene: Scene) -> str:
    """Where there are more moves than buttons: any of them, written as the game spells it."""
    label = word(scene.lang, "write a move")
    grammar = f"<p>{text(scene.view.game.grammar)}</p>" if scene.view.game.grammar else ""
    return form(
        scene,
        f'<label for="written-move">{label}</label>{grammar}<input class="field" id="written-move" name="move" required '
        f'maxlength="{LONGEST_MOVE}" autocomplete="off" autocapitalize="off" spellcheck="false">'
        f'<button class="btn" id="play-written">{word(scene.lang, "play it")}</button>',
        style="moves acts",
    )


def _chosen(scene: Scene) -> str:
    """What lies face down, and a button to take it back."""
    if scene.choice is None:
        return ""
    said = word(scene.lang, "lies face down", move=f"<b>{text(str(scene.choice))}</b>")
    button = f'<button class="btn" id="take-back">{word(scene.lang, "take it back")}</button>'
    return f"<p>{said}</p>{form(scene, button, action='take_back')}"


# -- The seats -------------------------------------------------------------------------


def summary(scene: Scene) -> str:
    """The points of all, once the game is over."""
    if not scene.view.is_over:
        return ""
    rows = "".join(
        f'<tr><th scope="row"><bdi>{text(name)}</bdi></th><td>{points}</td></tr>'
        for name, points in zip(scene.names, scene.view.scores, strict=True)
    )
    title = word(scene.lang, "points")
    return f'<section class="log"><h2>{title}</h2><table>{rows}</table></section>'


def title_fact(scene: Scene) -> str:
    """Nothing: how far a game is, its declaration does not say."""
    return ""


def question(scene: Scene) -> str:
    """The game's own words. Where it has none either: the buttons say what there is to choose."""
    return word(scene.lang, "choose a move") if isinstance(scene.view.game.words, PlainWords) else ""


def stake(scene: Scene) -> str:
    """Nothing: the game's own words tell it with the question."""
    return ""


def waits_for(scene: Scene) -> str:
    """Nothing: the headline says for whom."""
    return ""


def seat_facts(scene: Scene, seat: int) -> tuple[str, str]:
    """The points."""
    return "", str(scene.once("points", lambda: scene.view.scores)[seat])


def amount(scene: Scene, points: int) -> str:
    """Points."""
    return POINTS[scene.lang].format(points, number=number(points, scene.lang))


def seat_things(scene: Scene, seat: int) -> str:
    """Nothing: everything lies on the table."""
    return ""


def seat_mark(scene: Scene, seat: int) -> str:
    """Who sits there: a face or a letter."""
    return sitter(scene, seat)


def marker(scene: Scene, seat: int) -> str:
    """Nothing: whose turn it is, the panel itself shows."""
    return ""


def remembers(step: Step) -> bool:
    """Nothing: there is no sheet of a round."""
    return False


def glossary(lang: str) -> list[Term]:
    """Nothing: the tables have words for everything."""
    return []


def beats(scene: Scene, step: Step, lines: Sequence[str]) -> list[Beat]:
    """What the log says of the step, a line at a time; it stays a while if all have chosen together."""
    kind: Kind = "turn" if step.revealed else "word"
    stays = [Beat("sheet", "")] if len(step.revealed) > 1 else []
    return [Beat(kind, line) for line in lines] + stays
