"""From the log of a table to the table.

A table is played by the rules that it was opened with. Where those are not known any more, or the log cannot be replayed, the
table is closed: who sat there, what was said and how it ended still stand in the log and need no rules. Nobody gets to see why a
replay failed, because the reason may name cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tripot.errors import UnknownRules
from tripot.notation.record import GameRecord, RecordLine
from tripot.play import load

from .store import Entry
from .table import Closed, Table, TableEvent, evolve, first

WITHOUT_RULES = ("sat", "stood", "handed", "returned", "host", "called", "gave", "given_up", "said", "shown", "ended")


def folded(entries: Sequence[Entry]) -> Table:
    """The table that a log makes, closed if need be. Raises what it meets if the very first event cannot be read."""
    number, why, error = 0, "broken", ""
    try:
        _check_number(entries[0], 0)
        table = first(_event(entries[0]))
        for number, entry in enumerate(entries[1:], 1):
            _check_number(entry, number)
            table = evolve(table, _event(entry))
        return table
    except UnknownRules:
        why, error = "rules", "UnknownRules"
    except Exception as met:  # whatever is wrong with a log, its table is closed
        error = type(met).__name__
    return _without_rules(entries, Closed(why, number, error, tuple(_lines(entries)) if why == "rules" else ()))


def _event(entry: Entry) -> TableEvent:
    return TableEvent(entry.kind, entry.body)


def _check_number(entry: Entry, number: int) -> None:
    if entry.number != number:
        raise ValueError(f"event {number} is missing")


def _without_rules(entries: Sequence[Entry], closed: Closed) -> Table:
    """Everything about a table but its game."""
    body = entries[0].body
    if not isinstance(body["rules"], int):
        raise TypeError("a version of rules is a number")
    table = first(TableEvent("created", {**body, "rules": load(body["game"]).rules_version}), body["rules"], closed)
    for entry in entries[1:]:
        if entry.kind in WITHOUT_RULES:
            try:
                table = evolve(table, _event(entry))
            except (LookupError, TypeError, ValueError):
                continue  # this one is among what cannot be read
    return table


def _lines(entries: Sequence[Entry]) -> Iterator[RecordLine]:
    """The moves and chance outcomes of a log in the order of play, without asking whether the rules allow them."""
    choices: dict[int, str] = {}
    for entry in entries:
        body = entry.body
        match entry.kind:
            case "chose":
                choices[body["seat"]] = body["move"]
            case "took_back" | "returned":
                if entry.kind == "took_back" or body.get("chooses_again"):
                    choices.pop(body["seat"], None)
            case "resumed":
                yield from (RecordLine(actor, tuple(tokens.split())) for actor, tokens in body["lines"])
            case "begun" | "moved" | "revealed":
                moves = {**choices, **({body["seat"]: body["move"]} if "move" in body else {})}
                yield from (RecordLine(seat, tuple(moves[seat].split())) for seat in sorted(moves))
                yield from (RecordLine(None, (token,)) for token in body["chance"])
                choices = {}


def record_of(table: Table) -> GameRecord:
    """The record of a game; of one that cannot be replayed here what its log says."""
    names = dict(enumerate(table.names))
    bots = {seat: place.bot for seat, place in enumerate(table.places) if place.bot and place.owner is None}
    if table.position is not None:
        return table.position.record(names=names).with_bots(bots)
    assert table.closed is not None
    facts: dict[str, Any] = {"game": table.game.name, "rules": table.rules, "seats": table.seats}
    scores = table.result.scores if table.result else None
    facts |= {"names": names, "bots": bots}
    return GameRecord(**facts, options=dict(table.options), lines=table.closed.lines, scores=scores)
