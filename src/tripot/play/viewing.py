"""The views of plain Python.

What a declaration lets a seat see (`core/declared.py`) is copied number by number, because that suits the compiler. As plain
Python it is quicker list by list, and a table is seen some ten times at a move: so here is the same once more in that way.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from tripot.core.declared import generated
from tripot.core.state import EVERYBODY, HIDDEN, NOBODY, OWN, Cells

Show = Callable[[Any, int, Any], None]


@cache
def view_in_python(rules: Any) -> Show:
    """`rules.view`, for states that are plain Python."""
    state, view = rules.State, rules.view
    name = f"{state.__module__}.{state.__qualname__}"
    made = sys.modules.get(f"{name}.view")
    if made is None or not isinstance(view, types.FunctionType):
        return view  # type: ignore[no-any-return]
    quick: Show = generated(f"{name}.plain_view", "\n".join(_show(state)) + "\n").show
    if view is made.show:
        return quick
    space = {key: quick if value is made.show else value for key, value in view.__globals__.items()}
    return types.FunctionType(view.__code__, space, view.__name__, view.__defaults__)


def _show(state: Any) -> Iterator[str]:
    yield "def show(s, seat, out):"
    for name, cell in state.position_fields().items():
        if cell.seen == EVERYBODY:
            yield f"    out.{name} = {_copied(name, cell)}"
        elif cell.seen.who == OWN.who:
            yield from _own(name, cell)


def _copied(name: str, cell: Cells) -> str:
    if len(cell.shape) > 1:
        return f"[row[:] for row in s.{name}]"
    return f"s.{name}[:]" if cell.shape else f"s.{name}"


def _own(name: str, cell: Cells) -> Iterator[str]:
    """Rows of others are HIDDEN, but where NOBODY stands for nothing, that is seen."""
    indent, hidden = "    ", f"{HIDDEN} if n != {NOBODY} else n" if cell.or_none else f"{HIDDEN}"
    if cell.seen.field:
        yield f"    out.{name} = {_copied(name, cell)}"
        yield f"    if (s.{cell.seen.field} in {cell.seen.values}) is {not cell.seen.is_until}:"
        indent += "    "
    if len(cell.shape) > 1:
        row = f"row[:] if i == seat else [{hidden} for n in row]"
        yield f"{indent}out.{name} = [{row} for i, row in enumerate(s.{name})]"
        return
    yield f"{indent}out.{name} = [{hidden} for n in s.{name}]"
    yield f"{indent}if seat >= 0:"
    mine = f"[{cell.row} * seat : {cell.row} * seat + {cell.row}]"
    yield f"{indent}    out.{name}{mine} = s.{name}{mine}"
