"""Warnings that may come up many times a second."""

from __future__ import annotations

import logging
import time

log = logging.getLogger("tripot.web")

QUIET = 60.0  # seconds between two lines of the log that say the same


class Seldom:
    """A warning that may come up many times a second, said once a minute with how often it came up."""

    def __init__(self) -> None:
        self._last, self._count = -QUIET, 0

    def warn(self, sentence: str, *facts: object) -> None:
        """Say it, or count it."""
        self._count += 1
        if time.monotonic() - self._last >= QUIET:
            log.warning(sentence + " (%d times)", *facts, self._count)
            self._last, self._count = time.monotonic(), 0
