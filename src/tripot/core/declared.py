"""What follows from the declaration of a state: the plain part of a view, the range part of an audit, a schema, a key, a sketch.

The first two are generated as source, once, when the rules are imported:

    show = plain_view(State)
    is_in_range = range_check(State)

Each is the function of a module of its own whose source can be read (`source(State, "view")`), so that the binder compiles it
like any other, and a change of the declaration changes the stamp.
"""

from __future__ import annotations

import linecache
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

from .fields import EVERYBODY, FLAG, HIDDEN, MASK, NOBODY, OWN, SEATS, UNSEEN, Cells
from .state import Record

R = TypeVar("R", bound=Record)


class Declared(Protocol):
    """A class whose fields are declared."""

    @classmethod
    def position_fields(cls) -> dict[str, Cells]: ...


WIDE = 110  # letters in a generated line
SHORT = 20  # numbers in a list or a row that is copied one by one, with others as long: compiled, that beats slices


def plain_view(state: type[R]) -> Callable[[R, int, R], None]:
    """`show(s, seat, out)`: copies into a blank state what the declaration lets the seat see; what is RULED stays blank."""
    found: Callable[[R, int, R], None] = _module(state, "view").show
    return found


def range_check(state: type[R]) -> Callable[[R], bool]:
    """`is_in_range(s)`: whether every number of a position is one that its declaration allows."""
    found: Callable[[R], bool] = _module(state, "audit").is_in_range
    return found


def source(state: type[Declared], part: str) -> str:
    """The source that is generated: the plain part of the "view", or the range part of the "audit"."""
    return "\n".join({"view": _show, "audit": _is_in_range}[part](state)) + "\n"


def generated(name: str, text: str) -> Any:
    """A module made from source, which `inspect` and tracebacks find, as the binder needs it."""
    module = types.ModuleType(name)
    file = module.__file__ = f"<{name}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), vars(module))
    sys.modules[name] = module
    return module


def _module(state: type[Record], part: str) -> Any:
    return generated(f"{state.__module__}.{state.__qualname__}.{part}", source(state, part))


# -- The view ----------------------------------------------------------------------


def _show(state: type[Declared]) -> Iterator[str]:
    yield "def show(s, seat, out):"
    yield f'    """What the declaration of {state.__module__} lets a seat see."""'
    fields = state.position_fields()
    by_length: dict[int, list[str]] = {0: []}
    for name, cell in fields.items():
        if cell.seen == EVERYBODY and cell.size <= SHORT and len(cell.shape) <= 1:
            by_length.setdefault(cell.size if cell.shape else 0, []).append(name)
        elif cell.seen == EVERYBODY:
            yield from _copied(name, cell.shape)
    for length, names in by_length.items():
        place, indent = ("[i]", "        ") if length else ("", "    ")
        if length:
            yield f"    for i in range({length}):"
        for some in _lines(names, WIDE // 3):
            yield f"{indent}{', '.join(f'out.{n}{place}' for n in some)} = {', '.join(f's.{n}{place}' for n in some)}"
    for name, cell in fields.items():
        if cell.seen.who == OWN.who:
            yield from _own(name, cell)


def _copied(name: str, shape: tuple[int, ...]) -> Iterator[str]:
    if len(shape) == 1:
        yield f"    out.{name}[:] = s.{name}"
        return
    rows, length = shape
    yield f"    for i in range({rows}):"
    if length > SHORT:
        yield f"        out.{name}[i][:] = s.{name}[i]"
    else:
        yield f"        for j in range({length}):"
        yield f"            out.{name}[i][j] = s.{name}[i][j]"


def _own(name: str, cell: Cells) -> Iterator[str]:
    """Rows of others are HIDDEN number by number, but where NOBODY stands for nothing, that is seen."""
    if cell.seen.field:  # asked once, not for every number
        yield f"    if {_condition(cell)}:"
        yield from _each(name, cell, "        ", _hidden(name, cell))
        yield "    else:"
        yield from _each(name, cell, "        ", f"s.{name}{_place(cell)}")
    else:
        yield from _each(name, cell, "    ", _hidden(name, cell))


def _each(name: str, cell: Cells, indent: str, content: str) -> Iterator[str]:
    loops = [f"for i in range({cell.table[0]}):"]
    if len(cell.shape) > 1:
        loops.append(f"for j in range({cell.row}):")
    elif cell.row > 1:  # row after row in one list
        loops.append(f"for j in range({cell.row} * i, {cell.row} * i + {cell.row}):")
    for loop in loops:
        yield indent + loop
        indent += "    "
    yield f"{indent}out.{name}{_place(cell)} = {content}"


def _hidden(name: str, cell: Cells) -> str:
    nothing = f" and s.{name}{_place(cell)} != {NOBODY}" if cell.or_none else ""
    return f"{HIDDEN} if i != seat{nothing} else s.{name}{_place(cell)}"


def _place(cell: Cells) -> str:
    if len(cell.shape) > 1:
        return "[i][j]"
    return "[j]" if cell.row > 1 else "[i]"


def _condition(cell: Cells) -> str:
    field, values = cell.seen.field, cell.seen.values
    if cell.seen.is_until:
        return " and ".join(f"s.{field} != {value}" for value in values)
    return " or ".join(f"s.{field} == {value}" for value in values)


# -- The audit ---------------------------------------------------------------------


def _is_in_range(state: type[Declared]) -> Iterator[str]:
    yield "def is_in_range(s):"
    yield f'    """Whether every number is one that the declaration of {state.__module__} allows."""'
    fields = state.position_fields()
    yield from _tested([_between(name, cell) for name, cell in fields.items() if not cell.shape])
    for name, cell in fields.items():
        loops = ("i", "j")[: len(cell.shape)]
        for depth, (index, length) in enumerate(zip(loops, cell.shape, strict=True), start=1):
            yield f"{'    ' * depth}for {index} in range({length}):"
        if loops:
            indent, place = "    " * (len(loops) + 1), "".join(f"[{index}]" for index in loops)
            yield f"{indent}if not {_between(name + place, cell)}:"
            yield f"{indent}    return False"
    yield "    return True"


def _tested(tests: list[str]) -> Iterator[str]:
    for some in _lines(tests, WIDE):
        yield f"    if not ({' and '.join(some)}):"
        yield "        return False"


def _between(name: str, cell: Cells) -> str:
    low, high = cell.range
    return f"{low} <= s.{name} <= {high}"


def _lines(texts: list[str], width: int) -> Iterator[list[str]]:
    """As many in one line as it holds."""
    line: list[str] = []
    for text in texts:
        if line and sum(map(len, line)) + len(text) > width:
            yield line
            line = []
        line.append(text)
    if line:
        yield line


# -- In words ----------------------------------------------------------------------


def schema(state: type[Declared], *, in_view: bool = False) -> dict[str, Any]:
    """The JSON schema of a position's fields; in a view a secret may also be HIDDEN, and what nobody sees is 0."""
    fields = state.position_fields()
    return {
        "type": "object",
        "properties": {name: _schema(cell, in_view) for name, cell in fields.items()},
        "required": list(fields),
        "additionalProperties": False,
    }


def _schema(cell: Cells, in_view: bool) -> dict[str, Any]:
    low, high = cell.range
    if in_view and cell.seen != EVERYBODY:
        low, high = min(low, HIDDEN), max(high, 0)
    found: dict[str, Any] = {"type": "integer", "minimum": low, "maximum": high}
    for length in reversed(cell.shape):
        found = {"type": "array", "items": found, "minItems": length, "maxItems": length}
    return found | ({"description": cell.about} if cell.about else {})


def key(state: type[Declared]) -> dict[str, dict[str, Any]]:
    """What each field of a position is, as plain data: the key to the `state` of a view."""
    return {name: _entry(cell) for name, cell in state.position_fields().items()}


def _entry(cell: Cells) -> dict[str, Any]:
    low, high = cell.range
    numbers = {"about": cell.about, "kind": cell.what, "low": low, "high": high, "seen": str(cell.seen)}
    lists = {"shape": cell.shape, "axes": cell.axes, "table": cell.table, "values": cell.names}
    return numbers | {name: list(content) for name, content in lists.items()}


def sketch(s: Any, seat: int) -> str:
    """A position or a view in plain text: a line for each field that somebody sees, `?` for what is hidden, `-` for nothing."""
    fields = {name: cell for name, cell in s.position_fields().items() if cell.seen != UNSEEN}
    width = max(map(len, fields))
    return "\n".join(f"{name:{width}}  {_sketched(s, name, cell)}" for name, cell in fields.items())


def _sketched(s: Any, name: str, cell: Cells) -> str:
    value = getattr(s, name)
    if not cell.shape:
        return _number(value, cell)
    numbers = [part for row in value for part in row] if len(cell.shape) > 1 else value
    if cell.is_by_seat:
        numbers = numbers[: s.seats * cell.row]
    texts = [_number(number, cell) for number in numbers]
    if len(cell.table) == 1:
        return " ".join(texts)
    return " | ".join(" ".join(texts[place : place + cell.row]) for place in range(0, len(texts), cell.row))


def _number(number: int, cell: Cells) -> str:
    if number == HIDDEN < cell.range[0]:
        return "?"
    if number == NOBODY and cell.or_none:
        return "-"
    if cell.names:
        return cell.names[number]
    if cell.what == FLAG:
        return "yes" if number else "no"
    if cell.what in (MASK, SEATS):
        return "{" + " ".join(str(bit) for bit in range(cell.of) if number >> bit & 1) + "}"
    return str(number)
