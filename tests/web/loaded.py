"""`tripot` with loaded dice: what chance brings at a table is read from a folder. The rest is the real site.

With it two houses can deal different cards to some seats and the same ones to all the others.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.web import relaxed
from tripot.web import live
from tripot.web.deal import Dealer


class Loaded(Dealer):
    """Draws what the file of its seed says."""

    folder = Path()

    def below(self, n: int) -> int:
        draws = json.loads((self.folder / f"{self._seed.hex()}.json").read_text(encoding="utf-8"))
        total, place = draws[self.counter]
        assert total == n, f"draw {self.counter} is among {n}, not {total}: another game is being played"
        self.counter += 1
        return int(place)


if __name__ == "__main__":
    Loaded.folder = Path(sys.argv.pop(1))
    live.Dealer = Loaded  # type: ignore[attr-defined]
    sys.exit(relaxed.run())
