"""The folder of a match: the schedule, and the games in the order in which they were finished, one line each.

A line counts when it is whole. A line cut off by a crash is taken away when the match goes on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from tripot.errors import ArenaError

from .match import Played, ranks
from .schedule import Schedule, from_json

FORMAT = "tripot-arena-games 1"
SCHEDULE, GAMES = "schedule.json", "games.jsonl"

Key = tuple[int, int]
"""(block, seating)."""


@dataclass(frozen=True)
class GameRow:
    """A game of the match."""

    block: int
    seating: int
    played: Played
    worker: str = ""

    @property
    def key(self) -> Key:
        """Its place in the schedule."""
        return self.block, self.seating

    def line(self) -> str:
        """As it stands in the file."""
        data = {"block": self.block, "seating": self.seating, **asdict(self.played), "worker": self.worker}
        data["ranks"] = ranks(self.played.scores, self.played.winners)
        data["thinking"] = [round(seconds, 6) for seconds in self.played.thinking]
        return json.dumps(data, separators=(",", ":")) + "\n"


class Log:
    """The folder while a match is played: one run at a time. Rows are on disk when `add` returns."""

    def __init__(self, folder: Path, schedule: Schedule) -> None:
        self.folder, self.schedule = folder, schedule
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._check_schedule()
            self._file: IO[bytes] = (folder / GAMES).open("a+b")
        except OSError as error:
            raise ArenaError(
                f"{folder}: cannot be written ({error.strerror}); name another folder with --out"
            ) from None
        try:
            self._lock()
            self.rows = {row.key: row for row in self._begin()}
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, rows: Iterable[GameRow]) -> None:
        """Append games."""
        fresh = list(rows)
        try:
            self._file.write("".join(row.line() for row in fresh).encode())
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise ArenaError(
                f"{self.folder / GAMES}: cannot be written ({error.strerror}); what is there stays, the same command goes on"
            ) from None
        self.rows |= {row.key: row for row in fresh}

    def _check_schedule(self) -> None:
        file = self.folder / SCHEDULE
        if not file.exists():
            if (self.folder / GAMES).exists():
                raise ArenaError(f"{self.folder} has games but no {SCHEDULE}; name another folder with --out")
            write_json(file, self.schedule.to_json())
            return
        there = read_schedule(self.folder)
        if there.fingerprint != self.schedule.fingerprint:
            mine, theirs = self.schedule.to_json(), there.to_json()
            other = next(key for key in mine if mine[key] != theirs[key])
            raise ArenaError(
                f"{file} is of another schedule: {other} is {_short(theirs[other])} there and {_short(mine[other])} here; "
                "name another folder with --out"
            )

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:  # Windows has no such lock
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ArenaError(f"{self.folder}: another run is playing this match; wait for it") from None

    def _begin(self) -> list[GameRow]:
        """The rows that are there, after taking away what a crash left of a last line."""
        self._file.seek(0)
        content = self._file.read()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            self._file.truncate(whole)
        self._file.seek(0, os.SEEK_END)
        if whole == 0:
            self._file.write((json.dumps({"format": FORMAT, "schedule": self.schedule.fingerprint}) + "\n").encode())
            self._file.flush()
            return []
        return parse_rows(content[:whole].decode(errors="replace"), self.schedule, str(self.folder / GAMES))


def parse_rows(text: str, schedule: Schedule, where: str) -> list[GameRow]:
    """The games of a file; every line must be a game of the schedule, and no game there twice."""
    head, *lines = text.splitlines()
    if _json(head, where, 1) != {"format": FORMAT, "schedule": schedule.fingerprint}:
        raise ArenaError(f"{where}: not the games of this schedule; name another folder with --out")
    rows: dict[Key, GameRow] = {}
    for number, line in enumerate(lines, 2):
        row = _row(_json(line, where, number), where, number)
        if row.block >= schedule.blocks or row.seating >= len(schedule.seatings(row.block)) or row.key in rows:
            raise ArenaError(
                f"{where}, line {number}: block {row.block}, seating {row.seating} is not in the schedule, or there twice"
            )
        if len(row.played.scores) != schedule.seats:
            raise ArenaError(f"{where}, line {number}: {len(row.played.scores)} scores for {schedule.seats} seats")
        rows[row.key] = row
    return list(rows.values())


def read_schedule(folder: Path) -> Schedule:
    """The schedule of a folder."""
    file = folder / SCHEDULE
    try:
        return from_json(json.loads(file.read_text(encoding="utf-8")), str(file))
    except ValueError as error:
        if isinstance(error, ArenaError):
            raise
        raise ArenaError(f"{file}: not JSON; {error}") from None


def write_json(file: Path, data: Any) -> None:
    """Write a whole new file first, then the name, so that no crash leaves half of one."""
    write_text(file, json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def write_text(file: Path, text: str) -> None:
    """The same with text."""
    fresh = file.with_name(file.name + ".new")
    try:
        with fresh.open("w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(file)
    except OSError as error:
        raise ArenaError(f"{file}: cannot be written ({error.strerror}); name another folder with --out") from None


def _row(data: Any, where: str, number: int) -> GameRow:
    try:
        played = Played(
            scores=tuple(map(int, data["scores"])),
            winners=tuple(map(int, data["winners"])),
            decisions=int(data["decisions"]),
            chance_events=int(data["chance_events"]),
            hash=str(data["hash"]),
            thinking=tuple(map(float, data["thinking"])),
        )
        return GameRow(int(data["block"]), int(data["seating"]), played, str(data["worker"]))
    except (KeyError, TypeError, ValueError) as error:
        raise ArenaError(f"{where}, line {number}: not a game ({error!r}); name another folder with --out") from None


def _json(line: str, where: str, number: int) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise ArenaError(f"{where}, line {number}: not JSON ({error}); name another folder with --out") from None


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."  # noqa: PLR2004
