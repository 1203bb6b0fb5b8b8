"""Where the terminal keeps the records of games."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from tripot.errors import RecordError
from tripot.play import Game, Position


def data_folder() -> Path:
    """The user's folder of everything that tripot keeps."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "tripot"


def records_folder() -> Path:
    """The user's folder of game records."""
    return data_folder() / "games"


def new_file(game: Game, wanted: Path | None) -> Path:
    """A file for a new game's record: the one named, or a fresh name in the records folder. Never one that exists."""
    if wanted is not None:
        if wanted.exists():
            raise RecordError(
                f"{wanted} exists already; name another file, or go on with `tripot play --resume {wanted}`"
            )
        if not wanted.absolute().parent.is_dir():
            raise RecordError(f"{wanted}: there is no folder {wanted.absolute().parent}")
        return wanted
    folder = records_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError(f"{folder} cannot be made ({error.strerror}); name a file with --record") from None
    number = 1
    while (file := folder / f"{game.name}-{date.today()}-{number}.txt").exists():
        number += 1
    return file


def save(position: Position, names: Sequence[str], bots: Mapping[int, str], file: Path) -> None:
    """Write the record so far: the whole new file first, then the name, so that no crash leaves half a record."""
    fresh = file.with_name(file.name + ".new")
    fresh.write_text(str(position.record(names=dict(enumerate(names))).with_bots(bots)), encoding="utf-8")
    fresh.replace(file)
