"""Give each game its own copy of the rules and kernels, compiled or not. Imports neither NumPy nor numba.

Rules and kernels are ordinary module functions. For a game they are copied with a namespace in which every callee is the
game's own copy, and the stand-ins, whichever module imports them, are the game's rules. No closures: numba
cannot cache those across processes.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import os
import sys
import types
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from . import kernels, search, stand_ins
from .contracts import Module, Observer, Policy, Rules

PACKAGE = __name__.partition(".")[0]
RULES = (
    *("to_act", "pending", "legal", "is_mid_move", "weights", "draw", "apply", "score", "winners"),
    *("view", "seen", "redeal", "audit"),
)
POLICY = ("thumb", "stage", "future_value")
OPTIONAL = {"draw_number": "next_number"}  # what a game's rules may leave out, and what does it then
OBSERVER = "observe"
PLAIN_ONLY = ("setup",)  # it reads the options, which are no numbers
OPTIONS = {"nogil": True, "boundscheck": True}  # measured: checked is faster than unchecked, and safe
STAMP = 16  # letters
INLINE = 25  # functions of at most this many lines are inlined

Function = Callable[..., Any]

UNITS: tuple[Module, ...] = (kernels, search)
"""Written once for every game; each has a cache of its own, so that a change of one leaves the other. Who needs others (such as
`tables.py`) binds a game once more."""


def modules(
    rules: Module, policy: Module | None = None, units: tuple[Module, ...] = UNITS, observer: Module | None = None
) -> list[Module]:
    """The rules, the policy, the units, the observer, and every module of ours whose functions they use."""
    todo = [module for module in (rules, *units, policy, observer) if module]
    done: list[Module] = []
    while todo:
        module = todo.pop(0)
        if module not in done:
            done.append(module)
            todo += [sys.modules[value.__module__] for value in vars(module).values() if _is_own(value, rules)]
    return done


def stamp(rules: Rules, policy: Policy | None = None, unit: Module = kernels, observer: Observer | None = None) -> str:
    """Changes when the machine code could: any source it is made of, numba, NumPy, the options. Not for comments."""
    parts = [version("numba"), version("numpy"), repr(OPTIONS), str(INLINE)]
    names = [*(module.__name__ for module in modules(rules, policy, (unit,), observer)), __name__]
    parts += [_digest(inspect.getsource(sys.modules[name])) for name in names]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:STAMP]


@functools.cache  # every server and every command asks for some dozen stamps, made of the same few sources
def _digest(source: str) -> str:
    """A hash of the bytecode of a source, which is what numba reads: all of it but where the lines are."""
    found, codes = hashlib.sha256(), [compile(source, "", "exec", dont_inherit=True, optimize=0)]
    for code in codes:
        inner = [value for value in code.co_consts if isinstance(value, types.CodeType)]
        codes += inner
        values = [_in_order(value) for value in code.co_consts if value not in inner]
        names = code.co_name, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
        counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
        found.update(repr((names, counts, values, code.co_code, code.co_exceptiontable)).encode())
    return found.hexdigest()


def _in_order(value: object) -> object:
    """A set lies in another order in every process."""
    return sorted(map(repr, value)) if isinstance(value, frozenset) else value


def cache_root() -> Path:
    """Where compiled games are kept: $TRIPOT_CACHE, else the user's cache folder."""
    if own := os.environ.get("TRIPOT_CACHE"):
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / PACKAGE


def folder(
    rules: Rules, policy: Policy | None = None, unit: Module = kernels, observer: Observer | None = None
) -> Path:
    """The cache folder of a unit of a game in its present wording."""
    return cache_root() / f"{stem(rules)}-{_last(unit)}-{stamp(rules, policy, unit, observer)}"


def stem(rules: Rules) -> str:
    """What the files of a compiled game are called by: its whole package, so that no two games share a name."""
    return str(rules.__package__).replace(".", "-")


def name_of(rules: Rules, units: tuple[Module, ...]) -> str:
    """What the names of all bound functions begin with: the game, and the unit where it is bound once more."""
    return stem(rules) if units is UNITS else f"{stem(rules)}-{_last(units[0])}"


def _last(unit: Module) -> str:
    return unit.__name__.rpartition(".")[2]


def bind(
    rules: Rules,
    policy: Policy | None,
    wrap: Callable[[types.FunctionType, int], Function],
    table: Function,
    units: tuple[Module, ...] = UNITS,
    observer: Observer | None = None,
) -> dict[str, Function]:
    """The rules and the functions of the units by name: `wrap(function, lines)` makes the copy, `table(tuple)` a table."""
    mine, places = modules(rules, policy, units, observer), {kernels, stand_ins, *units}
    spaces = {module.__name__: dict(vars(module)) for module in mine}
    for space in spaces.values():
        space.update({name: table(value) for name, value in space.items() if _is_table(value)})
    made = {}
    for module in mine:
        for name, value in vars(module).items():
            if (
                _is_own(value, rules)
                and value.__module__ == module.__name__
                and not _stands_in(value, places)
                and name not in PLAIN_ONLY
            ):
                copy = types.FunctionType(value.__code__, spaces[module.__name__], name, value.__defaults__)
                copy.__qualname__ = (
                    f"{name_of(rules, units)}.{name}"  # must carry the game, or two games share a cache entry
                )
                copy.__module__ = module.__name__
                made[module.__name__, name] = wrap(copy, _lines(module, name, value))
    for module in mine:
        for name, value in vars(module).items():
            if _is_own(value, rules) and (value.__module__, value.__name__) in made:
                spaces[module.__name__][name] = made[value.__module__, value.__name__]
    game = spaces[rules.__name__]
    own = {name: game[name] for name in RULES}
    own |= {name: game.get(name, made[stand_ins.__name__, default]) for name, default in OPTIONAL.items()}
    if policy:
        own |= {name: spaces[policy.__name__][name] for name in POLICY}
    if observer:
        own[OBSERVER] = spaces[observer.__name__][OBSERVER]
    for module in mine:
        found = [(name, value) for name, value in vars(module).items() if _stands_in(value, places)]
        spaces[module.__name__].update({name: own[value.__name__] for name, value in found if value.__name__ in own})
    for place in places & set(mine):
        spaces[place.__name__]["SEATS"] = game["SEATS"]
    return {name: copy for unit in units for (module, name), copy in made.items() if module == unit.__name__} | own


def _stands_in(value: object, places: set[Module]) -> bool:
    """Whether it is a placeholder for what a game supplies."""
    return (
        isinstance(value, types.FunctionType)
        and value.__name__ in (*RULES, *OPTIONAL, *POLICY, OBSERVER)
        and value.__module__ in {place.__name__ for place in places}
    )


def _lines(module: Module, name: str, value: types.FunctionType) -> int:
    """How long a function is; one that must not be inlined counts as too long."""
    if name in getattr(module, "OUT_OF_LINE", ()):
        return INLINE + 1
    return len({line for *_, line in value.__code__.co_lines() if line})


def _is_own(value: object, rules: Module) -> bool:
    """Whether it is a function of ours, or of the package that the game is in."""
    homes = (PACKAGE, rules.__name__.partition(".")[0])
    return isinstance(value, types.FunctionType) and value.__module__.partition(".")[0] in homes


def _is_table(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], (int, tuple)) and _is_numbers(value)


def _is_numbers(value: object) -> bool:
    return all(_is_numbers(part) if isinstance(part, tuple) else isinstance(part, int) for part in value)  # type: ignore[attr-defined]
