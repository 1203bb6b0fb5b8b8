"""The observer that follows from the declaration of a state, for a game without a layout of its own.

Every field that somebody sees has a part: numbers as they are; seats, things and named values as flags, one for each; bit masks
bit by bit. Rows of seats, and seats themselves, are counted clockwise from the seat that looks. `observe` is generated as
source, so that the binder compiles it like one written by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tripot.core.declared import generated
from tripot.core.fields import EVERYBODY, HIDDEN, INDEX, MASK, NOBODY, ONE_OF, SEAT, SEATS, UNSEEN, Cells

from .layout import Layout, Part, counts, flags

WIDEST = 1 << 15  # an observation holds numbers from -WIDEST to WIDEST - 1
OWN_SEAT, PENDING = "seat", "pending"  # the parts that come before those of the fields

HEAD = '''\
from {rules} import pending


def observe(v, seat, out):
    """Write a view into a row of zeros."""
    own = max(seat, 0)  # a spectator looks from seat 0
    if seat >= 0:
        out[seat] = 1
    asked = pending(v)
    for k in range(v.seats):
        out[{seats} + (k - own) % v.seats] = asked >> k & 1
'''
TAIL = '''

def also_seen(before, actor, action, after):
    """What else everybody learns from a step: nothing."""
    return {nobody}
'''


def observer_of(name: str, rules: Any) -> Any:
    """A module with `LAYOUT`, `PRIVATE`, `observe` and `also_seen`, as a game's own `layout.py` has them."""
    made = generated(f"{rules.__name__}.observer", source(rules))
    made.LAYOUT = layout_of(name, rules)
    made.VERSION = made.LAYOUT.version
    made.PRIVATE = tuple(_called(field) for field, cell in _fields(rules) if cell.seen != EVERYBODY)
    return made


def layout_of(name: str, rules: Any) -> Layout:
    """The parts of that observer."""
    own = flags(OWN_SEAT, rules.SEATS, about="its own seat as numbered at the table")
    asked = flags(PENDING, rules.SEATS, about="seats that may act now")
    return Layout(name, rules.VERSION, (own, asked, *(_part(field, cell) for field, cell in _fields(rules))))


def source(rules: Any) -> str:
    """The source of that observer's functions."""
    layout = layout_of("", rules)
    text = HEAD.format(rules=rules.__name__, seats=rules.SEATS)
    for field, cell in _fields(rules):
        text += "".join(f"    {line}\n" for line in _observed(field, cell, layout.at(_called(field))))
    return text + TAIL.format(nobody=NOBODY)


def _fields(rules: Any) -> list[tuple[str, Cells]]:
    """What somebody sees."""
    fields = [(field, cell) for field, cell in rules.State.position_fields().items() if cell.seen != UNSEEN]
    for field, cell in fields:
        if cell.is_by_seat and cell.table[0] != rules.SEATS:
            raise TypeError(f"{rules.__name__}, {field}: there are {cell.table[0]} rows, but {rules.SEATS} seats")
        low, high = cell.range
        if not _flags(cell) and not -WIDEST <= low <= high < WIDEST:
            raise TypeError(f"{rules.__name__}, {field}: {low}..{high} is too wide for an observation; declare a range")
    return fields


def _called(field: str) -> str:
    return f"{field}_" if field in (OWN_SEAT, PENDING) else field


def _is_hideable(cell: Cells) -> bool:
    return cell.seen != EVERYBODY


def _flags(cell: Cells) -> int:
    """How many flags stand for a number, the last one for something hidden; 0 where the number itself is told."""
    is_told = cell.what not in (SEAT, SEATS, INDEX, MASK, ONE_OF) or (cell.what == INDEX and len(cell.table) > 1)
    return 0 if is_told else cell.of + _is_hideable(cell)


def _part(field: str, cell: Cells) -> Part:
    """A secret part has a row for each seat, of which its own is private, or it is one list."""
    width = _flags(cell)
    shape = (*cell.table, width) if width else cell.table or (1,)
    if _is_hideable(cell):
        rows = cell.table[0] if cell.is_by_seat else 1
        size = cell.size * max(width, 1)
        shape = (rows, size // rows) if cell.is_by_seat else (size,)
    about = cell.about or field
    if width:
        return flags(_called(field), *shape, about=about)
    low, high = cell.range
    if _is_hideable(cell):
        low = min(low, HIDDEN)
    return counts(_called(field), *shape, low=min(low, 0), high=max(high, 1), about=about)


def _observed(field: str, cell: Cells, start: int) -> Iterator[str]:
    """The lines that write a field from place `start` on."""
    indent, value, place, width = "", f"v.{field}", str(start), _flags(cell)
    for depth, (index, length) in enumerate(zip("ij", cell.table, strict=False)):
        yield f"{indent}for {index} in range({'v.seats' if depth == 0 and cell.is_by_seat else length}):"
        indent += "    "
    if cell.table:
        row = "(i - own) % v.seats" if cell.is_by_seat else "i"
        value = f"v.{field}[i]"
        if len(cell.table) > 1:
            row = f"({row}) * {cell.row} + j"
            value = f"v.{field}[i][j]" if len(cell.shape) > 1 else f"v.{field}[i * {cell.row} + j]"
        place = f"{start} + ({row}) * {max(width, 1)}"
    for line in _written(cell, value, place, width):
        yield indent + line


def _written(cell: Cells, value: str, place: str, width: int) -> Iterator[str]:
    """The lines that write one number."""
    if not width:
        yield f"out[{place}] = {value}"
        return
    if cell.what in (MASK, SEATS):
        yield f"if {value} > 0:"
        yield f"    for k in range({'v.seats' if cell.what == SEATS else cell.of}):"
        flag = "(k - own) % v.seats" if cell.what == SEATS else "k"
        yield f"        out[{place} + {flag}] = {value} >> k & 1"
    else:
        yield f"if {value} >= 0:"
        flag = f"({value} - own) % v.seats" if cell.what == SEAT else value
        yield f"    out[{place} + {flag}] = 1"
    if _is_hideable(cell):
        yield f"if {value} == {HIDDEN}:"
        yield f"    out[{place} + {cell.of}] = 1"
