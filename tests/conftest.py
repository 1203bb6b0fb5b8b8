"""For all tests: hypothesis draws the same in every run, a busy machine may be slow, and Ctrl-C reaches the programs tried."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

settings.register_profile("tripot", derandomize=True, deadline=None)
settings.load_profile("tripot")

signal.signal(
    signal.SIGINT, signal.default_int_handler
)  # a shell that runs the tests in the background has them ignore it


@pytest.hookimpl(optionalhook=True)  # also when the tests run in one process
def pytest_xdist_auto_num_workers() -> int:
    """Twice as many as there are cores: tests of the site often wait, for a page, a clock or a bot."""
    return 2 * (os.cpu_count() or 1)
