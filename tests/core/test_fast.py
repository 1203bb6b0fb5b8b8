"""The folder of compiled games: what other wordings left there is kept while it is used."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tripot.core import fast, kernels
from tripot.core.bind import STAMP
from tripot.play import load

DAY = 86_400.0


def test_other_wordings_are_kept_while_they_are_used_and_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIPOT_CACHE", str(tmp_path))
    engine = fast.Engine(load("raise").rules)
    present = engine.folders[kernels]

    def other(name: str, unused: float) -> Path:
        place = present.with_name(present.name[:-STAMP] + name.ljust(STAMP, "0"))
        place.mkdir()
        (place / "code.nbc").touch()
        then = time.time() - unused
        os.utime(place, (then, then))
        return place

    yesterday, long_ago = other("a", DAY), other("b", 31 * DAY)
    elsewhere = tmp_path / "another-game"
    elsewhere.mkdir()
    os.utime(present, (0, 0))
    fast.Engine(load("raise").rules)
    assert time.time() - present.stat().st_mtime < DAY  # to use it is enough to keep it
    engine.forget_others()
    assert yesterday.exists()
    assert not long_ago.exists()
    many = [other(f"c{number:02}", 2 * DAY + number) for number in range(fast.KEPT)]
    now = [other(f"d{number:02}", 60.0) for number in range(fast.KEPT)]
    engine.forget_others()
    assert all(place.exists() for place in (*now, present, elsewhere))  # another process may be at those
    assert not any(place.exists() for place in (*many, yesterday))
