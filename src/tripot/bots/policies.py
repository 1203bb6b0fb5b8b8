"""The rules of thumb of every game."""

from __future__ import annotations

from . import hick_hack, raise_, razzia, razzia_knizia

POLICIES = {"razzia": razzia, "razzia-knizia": razzia_knizia, "hick-hack": hick_hack, "raise": raise_}
"""By game: the module whose `thumb(v, seat, rng)` gives the rule-of-thumb action from a view's state, `stage(v)` says how far
the game is, and `prospects(v, points)` adds what each seat may still hope for."""
