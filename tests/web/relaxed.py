"""`tripot`, but with a site that lets everybody ask as often as they like, and look on from one address in thousands."""

from __future__ import annotations

import sys

from tripot.cli import main

MANY = "1000000"
RELAXED: tuple[str, ...] = ("--streams-per-address", MANY, "--tables-per-minute", MANY, "--acts-per-second", MANY)
RELAXED += ("--seats-per-minute", MANY, "--chat-per-minute", MANY, "--moves-per-second", MANY)


def run() -> int:
    return main([*sys.argv[1:], *(RELAXED if "serve" in sys.argv else ())])


if __name__ == "__main__":
    sys.exit(run())
