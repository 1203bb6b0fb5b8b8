"""For all tests: hypothesis draws the same in every run, a busy machine may be slow, and Ctrl-C reaches the programs tried."""

from __future__ import annotations

import signal

from hypothesis import settings

settings.register_profile("tripot", derandomize=True, deadline=None)
settings.load_profile("tripot")

signal.signal(
    signal.SIGINT, signal.default_int_handler
)  # a shell that runs the tests in the background has them ignore it
