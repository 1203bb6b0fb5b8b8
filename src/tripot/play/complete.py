"""What a declared game must have before it can be played at all: rules and tokens that meet their contracts."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

from tripot.core.contracts import Rules, State

from .contracts import Tokens
from .game import Game

PLAYED_BY = range(1, 65)  # seats that a bit mask has room for


def names_of(contract: type) -> list[str]:
    """The names that a contract asks for."""
    found = [*contract.__annotations__, *vars(contract)]
    return sorted({name for name in found if not name.startswith("_")})


def lacking(game: Game) -> Iterator[str]:
    """What is missing or does not fit, a sentence each."""
    rules, tokens = game.rules, game.tokens
    missing = list(_missing("rules", rules, Rules)) + list(_missing("tokens", tokens, Tokens))
    if missing:
        yield from missing
        return
    yield from _missing("State", rules.State(), State)
    if not game.least <= game.most <= rules.SEATS or game.least not in PLAYED_BY:
        yield f"it is declared for {game.least} to {game.most} seats, but rules.SEATS is {rules.SEATS}"
    for what, table, count in (("MOVES", tokens.MOVES, rules.ACTIONS), ("OUTCOMES", tokens.OUTCOMES, rules.OUTCOMES)):
        if len(table) != count:
            yield f"tokens.{what} has {len(table)} tokens for {count} of the rules"


def _missing(what: str, thing: object, contract: type) -> Iterator[str]:
    there = set(dir(thing))
    file = thing.__name__ if isinstance(thing, ModuleType) else what
    for name in names_of(contract):
        if name not in there:
            yield f"{file} has no {name!r}"
