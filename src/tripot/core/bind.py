"""Give each game its own copy of the rules and kernels, compiled or not. Imports neither NumPy nor numba.

Rules and kernels are ordinary module functions. For a game they are copied with a namespace in which every callee is the
game's own copy, and the kernels' placeholders are the game's rules. No closures: numba cannot cache those across processes.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import os
import sys
import types
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from . import kernels

PACKAGE = __name__.partition(".")[0]
RULES = (
    *("to_act", "pending", "legal", "weights", "draw", "apply", "score", "winners"),
    *("view", "seen", "redeal", "audit"),
)
POLICY = "thumb"
OBSERVE = "observe"
PLAIN_ONLY = ("setup",)  # it reads the options, which are no numbers
OPTIONS = {"nogil": True, "boundscheck": True}  # measured: checked is faster than unchecked, and safe
INLINE = 25  # functions of at most so many lines are inlined

Module = types.ModuleType
Function = Callable[..., Any]


def modules(rules: Module, policy: Module | None = None, *more: Module) -> list[Module]:
    """The rules, the policy, the kernels, and every module of ours whose functions they use."""
    todo = [rules, kernels] + ([policy] if policy else []) + list(more)
    done: list[Module] = []
    while todo:
        module = todo.pop(0)
        if module not in done:
            done.append(module)
            todo += [sys.modules[value.__module__] for value in vars(module).values() if _is_own(value)]
    return done


def stamp(rules: Module, policy: Module | None = None, *more: Module) -> str:
    """Changes when the machine code could: any source it is made of, numba, NumPy, the options. Not for comments."""
    parts = [version("numba"), version("numpy"), repr(OPTIONS), str(INLINE)]
    parts += [ast.dump(ast.parse(inspect.getsource(module))) for module in modules(rules, policy, *more)]
    parts += [ast.dump(ast.parse(inspect.getsource(sys.modules[__name__])))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled games are kept: $TRIPOT_CACHE, else the user's cache folder."""
    if own := os.environ.get("TRIPOT_CACHE"):
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / PACKAGE


def stem(rules: Module) -> str:
    """The one name a game has in the tree."""
    return rules.__name__.rpartition(".")[2]


def unit(rules: Module, *more: Module) -> str:
    """The name under which code is compiled and kept: the game, and what it is bound to besides the usual kernels."""
    return "-".join([stem(rules), *(stem(module) for module in more[:1])])


def bind(
    rules: Module,
    policy: Module | None,
    wrap: Callable[[types.FunctionType, int], Function],
    table: Function,
    *more: Module,
) -> dict[str, Function]:
    """All kernels and rules of a game by name: `wrap(function, lines)` makes the copy, `table(tuple)` a table.

    `more` are kernels of another kind, and then the game's observer (see `tables.py`).
    """
    mine, shared, name_of_unit = modules(rules, policy, *more), (kernels, *more[:1]), unit(rules, *more)
    spaces = {module.__name__: dict(vars(module)) for module in mine}
    for space in spaces.values():
        space.update({name: table(value) for name, value in space.items() if _is_table(value)})
    made = {}
    for module in mine:
        for name, value in vars(module).items():
            stands_in = module in shared and name in (*RULES, POLICY, OBSERVE)
            if _is_own(value) and value.__module__ == module.__name__ and not stands_in and name not in PLAIN_ONLY:
                copy = types.FunctionType(value.__code__, spaces[module.__name__], name, value.__defaults__)
                copy.__qualname__ = f"{name_of_unit}.{name}"  # must carry the game, or two games share a cache entry
                copy.__module__ = module.__name__
                made[module.__name__, name] = wrap(copy, len({line for *_, line in value.__code__.co_lines() if line}))
    for module in mine:
        for name, value in vars(module).items():
            if _is_own(value) and (value.__module__, value.__name__) in made:
                spaces[module.__name__][name] = made[value.__module__, value.__name__]
    game = spaces[rules.__name__]
    own = {name: game[name] for name in RULES}
    if policy:
        own[POLICY] = spaces[policy.__name__][POLICY]
    for observer in more[1:]:
        own[OBSERVE] = spaces[observer.__name__][OBSERVE]
    for module in shared:
        spaces[module.__name__].update(own, SEATS=game["SEATS"])
    return {name: function for (module, name), function in made.items() if module == shared[-1].__name__} | own


def _is_own(value: object) -> bool:
    return isinstance(value, types.FunctionType) and value.__module__.partition(".")[0] == PACKAGE


def _is_table(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], (int, tuple)) and _is_numbers(value)


def _is_numbers(value: object) -> bool:
    return all(_is_numbers(part) if isinstance(part, tuple) else isinstance(part, int) for part in value)  # type: ignore[attr-defined]
