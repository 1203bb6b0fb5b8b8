"""The log of a server: lines for people, or JSON for programs, with time, table and code. No line names a card."""

from __future__ import annotations

import json
import logging
import os
import sys
from collections import deque
from datetime import UTC, datetime
from pathlib import Path

from tripot.errors import TripotError

from . import numbers

FORMATS = ("text", "json")
KEPT = 100  # warnings and errors that are remembered
LARGEST = 200_000  # bytes of the file that several processes share
LEVELS = ("debug", "info", "warning", "error")


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "process": os.getpid(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        values = record.args if isinstance(record.args, tuple) else ()
        if values and str(record.msg).startswith("table %s"):
            facts["table"] = values[0]
        if codes := [value.code for value in values if isinstance(value, TripotError)]:
            facts["code"] = codes[0]
        if record.exc_info:
            facts["trace"] = self.formatException(record.exc_info)
        return json.dumps(facts)


class Troubles(logging.Handler):
    """Remembers the last warnings and errors, for the page of whoever runs the site.

    Several processes on one port write them to a file in the folder that they share, so that each knows those of all.
    """

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._kept: deque[tuple[float, str, str]] = deque(maxlen=KEPT)

    def emit(self, record: logging.LogRecord) -> None:
        trouble = (record.created, record.levelname, record.getMessage())
        self._kept.append(trouble)
        if file := _shared():
            try:
                if file.exists() and file.stat().st_size > LARGEST:
                    file.replace(file.with_suffix(".old"))
                with file.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(trouble) + "\n")
            except OSError:  # the disk is full, which somebody else says
                pass

    def newest(self) -> list[tuple[float, str, str]]:
        """Each with its time and level, the newest first."""
        if not (file := _shared()):
            return list(reversed(self._kept))
        files = [each for each in (file.with_suffix(".old"), file) if each.exists()]
        lines = [line for each in files for line in each.read_text(encoding="utf-8").splitlines()[-KEPT:]]
        found = [(at, level, message) for at, level, message in map(json.loads, lines)]
        return sorted(found, reverse=True)[:KEPT]


def _shared() -> Path | None:
    """The file of all processes on this port; None if there is one process."""
    folder = os.environ.get(numbers.FOLDER)
    return Path(folder) / "troubles" if folder else None


def keep_journal(form: str = "text", level: str = "warning") -> Troubles:
    """Write what is logged to stderr from now on, the server's own lines too; what has gone wrong is remembered besides."""
    troubles = Troubles()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(handlers=[handler, troubles], level=level.upper(), force=True)
    for name in ("uvicorn", "websockets"):  # at lower levels they write down who connects, and addresses are not kept
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level.upper())))
    return troubles
