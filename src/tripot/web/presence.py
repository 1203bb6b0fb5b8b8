"""Who is at a table: connections that are open, and when each person was last here.

A page holds a connection; a program that polls is here as long as it asks. Nothing of this is logged: after a restart everybody
counts as having been here a moment ago. Several processes tell one another who was where (`Neighbours.share_presence`).
"""

from __future__ import annotations

from collections import Counter


class Presence:
    """The people of one table, by owner. Times are those of the hub's clock."""

    def __init__(self, now: float) -> None:
        self.is_here: Counter[str] = Counter()
        """How many connections each has."""
        self._last: dict[str, float] = {}
        self._since = now

    def come(self, owner: str) -> None:
        """A connection is opened."""
        self.is_here[owner] += 1

    def go(self, owner: str, now: float) -> None:
        """A connection is closed."""
        self.is_here[owner] -= 1
        self.ask(owner, now)

    def ask(self, owner: str, now: float) -> None:
        """A request has come, here or at another process: then we may hear of it late."""
        self._last[owner] = max(now, self._last.get(owner, now))

    def here(self, now: float, since: float) -> list[tuple[str, float]]:
        """Those who are here or have asked since then, each with when they were last here."""
        asked = {owner: at for owner, at in self._last.items() if at >= since}
        return list((asked | {owner: now for owner, count in self.is_here.items() if count > 0}).items())

    def last(self, owner: str) -> float:
        """When somebody who has no connection now was last here."""
        return self._last.get(owner, self._since)
