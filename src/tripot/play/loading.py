"""From plain data and records back to positions, with every fault named."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tripot.core.state import CHANCE, Cells
from tripot.errors import PositionError, RecordError, TripotError
from tripot.notation.record import GameRecord, RecordLine, parse

from .catalogue import load
from .game import Game
from .position import FORMAT, Position


def position_from_json(data: str | Mapping[str, Any]) -> Position:
    """The position that `Position.to_json` wrote."""
    if isinstance(data, str):
        try:
            data = json.loads(data)
        except ValueError as error:
            raise PositionError(f"the position is not JSON; {error}") from None
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise PositionError(
            f'a position is an object with "format": {json.dumps(FORMAT)}, as Position.to_json writes it'
        )
    missing = [key for key in ("game", "rules", "seats", "state") if key not in data]
    if missing:
        raise PositionError(f"the position has no {missing[0]!r}; it needs game, rules, seats and state")
    game = load(str(data["game"])).by_rules(data["rules"])
    options = data.get("options", {})
    if not isinstance(data["seats"], int) or not isinstance(options, Mapping):
        raise PositionError(f"{game.name}: 'seats' is a number and 'options' an object of names and values")
    chosen = game.read_options(options, seats=data["seats"])
    return Position(game, data["seats"], chosen, _state(game, data["state"], data["seats"]), dict(data), None)


def replay(record: GameRecord | str) -> Position:
    """The position that a record leads to: every card and die is in it, nothing is drawn.

    A record that stops in the middle leads to where it stops; `position.is_over` says whether the game was finished.
    """
    if isinstance(record, str):
        record = parse(record)
    game = load(record.game).by_rules(record.rules)
    if record.start is not None:
        position = Position.from_json(record.start)
    else:
        position = game.start(seats=record.seats, options=record.options)
    for line in record.lines:
        position = _played(position, line)
    if record.scores is not None and (not position.is_over or position.scores != record.scores):
        found = f"the scores are {' '.join(map(str, position.scores))}" if position.is_over else "the game is not over"
        raise RecordError(f"{game.name}: the record ends with {' '.join(map(str, record.scores))}, but {found}")
    return position


def _played(position: Position, line: RecordLine) -> Position:
    seat = CHANCE if line.actor is None else line.actor
    try:
        return position.play(" ".join(line.tokens), seat=seat)
    except TripotError as error:
        where = f"line {line.number}: " if line.number else ""
        raise RecordError(f"{where}{error}") from None


def _state(game: Game, given: object, seats: int) -> Any:
    fields: dict[str, Cells] = game.rules.State.position_fields()
    if not isinstance(given, Mapping):
        raise PositionError(f"{game.name}: 'state' is an object of fields, not {type(given).__name__}")
    if odd := sorted(set(given) ^ set(fields)):
        what = "unknown" if odd[0] in given else "missing"
        raise PositionError(f"{game.name}: field {odd[0]!r} of the state is {what}; fields: {', '.join(fields)}")
    state = game.rules.State()
    for name, cell in fields.items():
        if not _fits(given[name], cell, cell.shape):
            low, high = cell.range
            shape = " x ".join(map(str, cell.shape)) or "one"
            raise PositionError(f"{game.name}: field {name!r} must be {shape} whole number(s) from {low} to {high}")
        setattr(state, name, json.loads(json.dumps(given[name])))
    fault = game.rules.audit(state)
    if fault:
        raise PositionError(f"{game.name}: {game.rules.FAULTS[fault]}")
    if state.seats != seats:
        raise PositionError(f"{game.name}: the state is of a table with {state.seats} seats, not {seats}")
    return state


def _fits(value: object, cell: Cells, shape: tuple[int, ...]) -> bool:
    if not shape:
        low, high = cell.range
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    return isinstance(value, list) and len(value) == shape[0] and all(_fits(part, cell, shape[1:]) for part in value)
