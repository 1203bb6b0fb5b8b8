"""`tripot`, but with a site that lets everybody ask as often as they like, and look on from one address in thousands."""

from __future__ import annotations

import sys

from tripot.cli import main
from tripot.web import site
from tripot.web.security import Rate

RELAXED = ("--streams-per-address", "100000", "--tables-per-minute", "1000000", "--acts-per-second", "1000000")


def run() -> int:
    site.MOVES = site.SEATS = Rate(1e6, 10**6)  # type: ignore[attr-defined]
    return main([*sys.argv[1:], *(RELAXED if "serve" in sys.argv else ())])


if __name__ == "__main__":
    sys.exit(run())
