"""Tests that need compiled code: `make test` compiles first, so CI must have it; a test that is run alone may not."""

from __future__ import annotations

import os

import pytest

NOTICE = "the games are not compiled; run tripot warm --review"


def need(is_compiled: bool) -> None:
    """Skip the test without compiled code; in CI it fails."""
    if not is_compiled:
        assert "CI" not in os.environ, NOTICE
        pytest.skip(NOTICE)  # plain Python would take minutes, or there is nothing to compare with
