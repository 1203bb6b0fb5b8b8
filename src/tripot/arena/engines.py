"""Which form of a game runs; bots that search need it too, so it is made in `tripot.bots.engines`."""

from __future__ import annotations

from tripot.bots.engines import engine, fast_engine, has_numba, is_warm, plain_engine, warm

__all__ = ["engine", "fast_engine", "has_numba", "is_warm", "plain_engine", "warm"]
