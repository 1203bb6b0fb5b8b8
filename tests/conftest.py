"""For all tests: what hypothesis draws is the same in every run, and a busy machine may be slow."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("tripot", derandomize=True, deadline=None)
settings.load_profile("tripot")
