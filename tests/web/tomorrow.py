"""`tripot` of some later day: RAISE has rules version 7, and everybody holds one card less."""

from __future__ import annotations

import sys

from tripot.cli import main
from tripot.games.raise_ import rules as raise_

raise_.VERSION = 7
raise_.HAND = (5, 3)

if __name__ == "__main__":
    sys.exit(main())
