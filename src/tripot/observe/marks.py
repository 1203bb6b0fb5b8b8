"""What every layout begins with: who looks, the phase, and seats counted from the one that looks. Compiled with the game."""

from __future__ import annotations

from typing import Any


def looks(v: Any, seat: int, seat_part: int, phase_part: int, out: Any) -> int:
    """Mark the seat that looks and the phase; gives the seat to count from: a spectator looks from seat 0."""
    if seat >= 0:
        out[seat_part + seat] = 1
    out[phase_part + v.phase] = 1
    return max(seat, 0)


def mark(v: Any, own: int, who: int, part: int, out: Any) -> None:
    """Mark a seat, counted from the one that looks; nobody has no mark."""
    if who >= 0:
        out[part + (who - own) % v.seats] = 1
