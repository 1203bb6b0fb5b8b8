"""How much to do in one call of compiled code, which cannot be interrupted."""

from __future__ import annotations

GROWTH = 4  # at most this many times as much as in a call that was measured
LEAST_SECONDS = 1e-6


def next_size(size: int, count: int, seconds: float, wanted: float) -> int:
    """The size of the next call, after one of `count` took `seconds`, if a call should take `wanted` seconds.

    A first call may load machine code and so look slow for what it did: sizes grow again with every call that was quick. `size`
    is the size so far, which a smaller call that was under way beside others does not cut down.
    """
    fitting = int(count * wanted / max(LEAST_SECONDS, seconds))
    return max(1, min(fitting, max(size, GROWTH * count)))
