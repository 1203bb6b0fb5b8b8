"""`tripot`, but with a site that lets everybody ask as often as they like, and look on from one address in thousands."""

from __future__ import annotations

import sys

from tripot.cli import main
from tripot.web import site
from tripot.web.security import Rate


def run() -> int:
    site.MOVES = site.TABLES = Rate(1e6, 10**6)  # type: ignore[attr-defined]
    return main([*sys.argv[1:], *(("--streams-per-address", "100000") if "serve" in sys.argv else ())])


if __name__ == "__main__":
    sys.exit(run())
