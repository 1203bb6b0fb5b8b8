"""Waiting for a fact: as long as it takes, because the cores may be busy with something else, but not for ever."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = 240.0  # seconds; only a test that fails anyway waits so long

Fact = TypeVar("Fact")


def until(fact: Callable[[], Fact], what: str, *, pause: Callable[[float], object] = time.sleep) -> Fact:
    """What `fact` says as soon as it says something true; if it never does, the test fails with `what`."""
    deadline = time.monotonic() + PATIENCE
    while not (found := fact()):
        assert time.monotonic() < deadline, f"waited {PATIENCE:.0f} s in vain: {what}"
        pause(0.02)
    return found
