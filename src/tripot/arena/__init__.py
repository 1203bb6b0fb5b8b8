"""Many games at once: what they add up to."""

from __future__ import annotations

from .simulate import Result, simulate

__all__ = ["Result", "simulate"]
