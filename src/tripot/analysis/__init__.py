"""What a move was worth, how lucky everybody was, and what a result is made of.

What needs NumPy is imported when it is asked for, so that a page can add up an account without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .reviewing import Review, Reviewing, review

__all__ = ["Review", "Reviewing", "review"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.reviewing"), name)
