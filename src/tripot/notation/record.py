"""The record of a game: a text that a person can read and type, and its JSON Lines twin.

    tripot-record 1
    game whist
    rules 1
    seats 4
    name 0 Ada
    name 1 Zaza
    bot 1 thumb

    * deal-9C
    * deal-KH
    ...
    0 9C
    end 3 0 3 0

The header, an empty line, one event a line: the seat (or `*` for chance) and its tokens. `end` and the final scores close a
finished game. `bot` says which bot played a seat; its name may be any. Lines that begin with `#` are remarks. A text that stops
in the middle is the record of a game that stops there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tripot.errors import RecordError
from tripot.outside import DIGITS, SEED_DIGITS, shortened, whole_number

FORMAT = 1
MAGIC = f"tripot-record {FORMAT}"
CHANCE_MARK = "*"
SCORE = re.compile(r"-?[0-9]{1,9}", re.ASCII)
NEWLINE = re.compile(r"\r\n|\r|\n")  # nothing else: a name may hold what Unicode takes for the end of a line
_HEADER = (
    "game",
    "rules",
    "seats",
    "option",
    "name",
    "bot",
    "seed",
    "commitment",
    "secret",
    "pledge",
    "entropy",
    "from",
)
_BY_SEAT = {"name": "names", "bot": "bots", "pledge": "pledges", "entropy": "entropies"}


@dataclass(frozen=True)
class RecordLine:
    """One event: who (None for chance) and the tokens; `number` is the line in the text, for messages."""

    actor: int | None
    tokens: tuple[str, ...]
    number: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return " ".join((CHANCE_MARK if self.actor is None else str(self.actor), *self.tokens))


@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """Everything that happened at a table, without any random generator."""

    game: str
    rules: int
    seats: int
    options: dict[str, str] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    bots: dict[int, str] = field(default_factory=dict)
    """The ids of the bots, by seat; a bot's name at the table may be anything."""
    seed: int | None = None
    commitment: str | None = None
    """The seal of a deal on the site; with the secret and the seats' entropies everybody can check every draw."""
    secret: str | None = None
    pledges: dict[int, str] = field(default_factory=dict)
    """The hashes of the entropies, which the seats had shown before any entropy was known."""
    entropies: dict[int, str] = field(default_factory=dict)
    start: dict[str, Any] | None = None
    """The position that play began from, if it was not the beginning."""
    lines: tuple[RecordLine, ...] = ()
    scores: tuple[int, ...] | None = None
    """The final scores; None for a game that is not finished (or a text that was cut off)."""
    cut: str | None = field(default=None, compare=False)
    """What was left unread at the end of a text that was cut off inside a line."""

    def with_bots(self, bots: Mapping[int, str]) -> GameRecord:
        """The same record, saying which bots played which seats."""
        return replace(self, bots=dict(bots))

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in self._text())

    def _text(self) -> Iterator[str]:
        yield MAGIC
        for key, value in self._header():
            yield f"{key} {value}"
        yield ""
        yield from map(str, self.lines)
        if self.scores is not None:
            yield " ".join(("end", *map(str, self.scores)))

    def _header(self) -> Iterator[tuple[str, object]]:
        yield "game", self.game
        yield "rules", self.rules
        yield "seats", self.seats
        for name, value in self.options.items():
            yield "option", f"{name}={value}"
        for seat, name in sorted(self.names.items()):
            yield "name", f"{seat} {name}"
        for seat, bot in sorted(self.bots.items()):
            yield "bot", f"{seat} {bot}"
        if self.seed is not None:
            yield "seed", self.seed
        if self.commitment is not None:
            yield "commitment", self.commitment
        if self.secret is not None:
            yield "secret", self.secret
        for seat, pledge in sorted(self.pledges.items()):
            yield "pledge", f"{seat} {pledge}"
        for seat, entropy in sorted(self.entropies.items()):
            yield "entropy", f"{seat} {entropy}"
        if self.start is not None:
            yield "from", json.dumps(self.start, separators=(",", ":"))

    def json_lines(self) -> str:
        """The same as JSON Lines: the header object, one array per event, and the final scores."""
        header: dict[str, Any] = {"format": MAGIC, "game": self.game, "rules": self.rules, "seats": self.seats}
        header |= {"options": self.options, "names": {str(seat): name for seat, name in self.names.items()}}
        optional = {"seed": self.seed, "commitment": self.commitment, "secret": self.secret, "from": self.start}
        for key, by_seat in (("bots", self.bots), ("pledges", self.pledges), ("entropies", self.entropies)):
            if by_seat:
                header[key] = {str(seat): word for seat, word in by_seat.items()}
        header |= {key: value for key, value in optional.items() if value is not None}
        rows: list[Any] = [header, *([line.actor, *line.tokens] for line in self.lines)]
        if self.scores is not None:
            rows.append({"end": list(self.scores)})
        return "".join(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n" for row in rows)


def parse(text: str) -> GameRecord:
    """Read a record, in either form. Errors name the line."""
    if text.lstrip().startswith("{"):
        text = _from_json_lines(text)
    whole = text.endswith("\n")
    rows = [(number, row.strip()) for number, row in enumerate(NEWLINE.split(text), 1)]
    rows = [(number, row) for number, row in rows if row and not row.startswith("#")]
    if not rows or rows[0][1] != MAGIC:
        found = rows[0][1][:40] if rows else "nothing"
        raise RecordError(f"line 1: a record begins with {MAGIC!r}, not {found!r}")
    header, events = _split(rows[1:])
    record = _read_header(header)
    lines: list[RecordLine] = []
    for place, (number, row) in enumerate(events):
        first, *rest = row.split()
        if first == "end":
            return _closed(record, lines, rest, number, events[place + 1 :])
        try:
            lines.append(_event(record, first, rest, number))
        except RecordError:
            if whole or place + 1 < len(events):
                raise
            return _with(record, lines=tuple(lines), cut=row)
    if lines and not whole:  # the last word may be the beginning of a longer one
        return _with(record, lines=tuple(lines[:-1]), cut=str(lines[-1]))
    return _with(record, lines=tuple(lines))


def _split(rows: list[tuple[int, str]]) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    for place, (_, row) in enumerate(rows):
        if row.split()[0] not in _HEADER:
            return rows[:place], rows[place:]
    return rows, []


def _read_header(rows: list[tuple[int, str]]) -> dict[str, Any]:
    found: dict[str, Any] = {"options": {}, **{table: {} for table in _BY_SEAT.values()}}
    for number, row in rows:
        key, _, value = row.partition(" ")
        value = value.strip()
        if key == "option":
            name, equals, word = value.partition("=")
            if not equals:
                raise RecordError(f"line {number}: an option is written name=value, not {value!r}")
            found["options"][name] = word
        elif key in _BY_SEAT:
            seat, _, word = value.partition(" ")
            found[_BY_SEAT[key]][_number(seat, number, "a seat")] = word
        elif key in ("rules", "seats"):
            found[key] = _number(value, number, f"the number after {key!r}")
        elif key == "seed":
            found[key] = _number(value, number, "the number after 'seed'", SEED_DIGITS)
        elif key == "from":
            found["start"] = _json(value, number)
        else:
            found[key] = value
    for key in ("game", "rules", "seats"):
        if key not in found:
            raise RecordError(f"the header has no line {key!r}; it needs game, rules and seats")
    return found


def _event(record: dict[str, Any], first: str, tokens: list[str], number: int) -> RecordLine:
    if first == CHANCE_MARK:
        actor = None
    else:
        actor = _number(first, number, f"the seat (or {CHANCE_MARK} for chance) that begins the line")
        if actor >= record["seats"]:
            raise RecordError(f"line {number}: there is no seat {actor}; seats are 0 to {record['seats'] - 1}")
    if not tokens:
        raise RecordError(f"line {number}: {first!r} stands alone; the move is missing")
    return RecordLine(actor, tuple(tokens), number)


def _closed(
    record: dict[str, Any], lines: list[RecordLine], rest: list[str], number: int, after: list[Any]
) -> GameRecord:
    if after:
        raise RecordError(f"line {after[0][0]}: nothing may follow 'end' in line {number}")
    if not all(SCORE.fullmatch(word) for word in rest):
        raise RecordError(f"line {number}: 'end' is followed by the scores, not {' '.join(rest)!r}")
    scores = tuple(int(word) for word in rest)
    if len(scores) != record["seats"]:
        raise RecordError(f"line {number}: 'end' has {len(scores)} scores for {record['seats']} seats")
    return _with(record, lines=tuple(lines), scores=scores)


def _with(record: dict[str, Any], **more: Any) -> GameRecord:
    return GameRecord(**(record | more))


def _number(word: str, number: int, what: str, digits: int = DIGITS) -> int:
    found = whole_number(word, digits)
    if found is None:
        raise RecordError(f"line {number}: {what} must be a number, not {shortened(word, 60, 30)!r}")
    return found


def _json(value: str, number: int) -> Any:
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"line {number}: 'from' is followed by a position as JSON; {error}") from None


def _from_json_lines(text: str) -> str:
    """The text form of JSON Lines, so that one reader serves both."""
    rows: list[str] = []
    pieces = NEWLINE.split(text.rstrip("\r\n"))
    for number, piece in enumerate(pieces, 1):
        try:
            rows.extend(_text_of(json.loads(piece), number))
        except RecordError:
            raise
        except (ValueError, RecursionError) as error:
            if number == len(pieces) and number > 1 and not text.endswith("\n"):
                return "\n".join([*rows, piece.strip("[{")])  # cut off inside the last line
            raise RecordError(f"line {number}: not JSON; {error}") from None
    return "\n".join(rows) + "\n"


def _text_of(row: Any, number: int) -> Iterable[str]:
    if isinstance(row, list) and row:
        return [" ".join((CHANCE_MARK if row[0] is None else _word(row[0], number), *_words(row[1:], number)))]
    if isinstance(row, dict) and "end" in row:
        return [" ".join(("end", *_words(row["end"], number)))]
    if isinstance(row, dict) and number == 1:
        return list(_header_text(row))
    raise RecordError(f'line {number}: an event is an array such as [2, "pass"], not {json.dumps(row)[:40]}')


def _header_text(row: dict[str, Any]) -> Iterator[str]:
    yield _word(row.get("format", MAGIC))
    for key in ("game", "rules", "seats"):
        if key in row:
            yield f"{key} {_word(row[key])}"
    for name, value in _pairs(row, "options"):
        yield f"option {name}={value}"
    for key in ("name", "bot"):
        for seat, word in _pairs(row, _BY_SEAT[key]):
            yield f"{key} {seat} {word}"
    for key in ("seed", "commitment", "secret"):
        if key in row:
            yield f"{key} {_word(row[key])}"
    for key in ("pledge", "entropy"):
        for seat, word in _pairs(row, _BY_SEAT[key]):
            yield f"{key} {seat} {word}"
    if "from" in row:
        yield f"from {json.dumps(row['from'])}"


def _pairs(row: dict[str, Any], key: str) -> Iterator[tuple[str, str]]:
    found = row.get(key, {})
    if not isinstance(found, dict):
        raise RecordError(f"line 1: {key!r} is an object of names and texts, not {json.dumps(found)[:40]}")
    for name, value in found.items():
        yield _word(name), _word(value)


def _words(values: Any, number: int) -> list[str]:
    if not isinstance(values, list):
        raise RecordError(f"line {number}: the scores stand in an array, not {json.dumps(values)[:40]}")
    return [_word(value, number) for value in values]


def _word(value: Any, number: int = 1) -> str:
    """A text or a number of JSON, as it stands in a line."""
    if isinstance(value, bool) or not isinstance(value, str | int) or NEWLINE.search(str(value)):
        raise RecordError(
            f"line {number}: a text in one line or a whole number is wanted, not {json.dumps(value)[:40]}"
        )
    return str(value)
