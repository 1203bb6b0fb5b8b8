"""A table in memory, and what its value says that the hub must do for it."""

from __future__ import annotations

import asyncio
from typing import Protocol

from .deal import Dealer, seed
from .presence import Presence
from .table import Table

SHELF_EMPTY = 3600.0  # seconds for which an open table waits on the shelf when nobody sits at it and nobody looks at it
SHELF_SEATED = 3 * 86_400.0  # the same when somebody sits at it


class Watcher(Protocol):
    """Who wants to know when a table changes: an event, or what behaves as one."""

    def set(self) -> None:
        """It has changed."""


class Live:
    """A table that somebody looks at: its value, its lock, and who wants to know when it changes."""

    def __init__(self, table: Table, asked_at: float, now: float) -> None:
        self.table = table
        self.asked_at = asked_at  # when the clock of the present decision begins, from the log
        self.presence = Presence(now)
        self.absence: asyncio.TimerHandle | None = None  # until somebody else counts as absent
        self.dealing: asyncio.Task[None] | None = None  # waits for the entropies
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.acting = 0  # commands that are carried out, or wait for that
        self.untold_since = 0.0  # since when there has been something that those who watch do not know
        self.bots: asyncio.Task[None] | None = None
        self.looking: asyncio.Task[None] | None = None  # at the log, after a write that may have failed or not
        self.secret: bytes | None = None
        self.first_deal: tuple[bytes, dict[int, int]] | None = None  # of a deal that is played again
        self._dealer: Dealer | None = None
        self._mixed: tuple[str, ...] = ()  # the entropies that its seed is made of
        self.is_kept_here = True  # whether this process looks after its bots and its clock
        self.is_gone = False  # deleted
        self.heard = 0  # how many events it has, as another process has told
        self.hearing: asyncio.Task[None] | None = None  # reads them
        self.wanted_until = 0.0  # another process wants to write to it, and should have a chance
        self.below_level = ""  # why the last move of a bot was not its own, "" if it was (`thinking.Choice`)

    @property
    def is_busy(self) -> bool:
        """Whether bots are playing."""
        return self.bots is not None and not self.bots.done()

    @property
    def deadline(self) -> float | None:
        """When the clock of the present decision runs out; None without a clock or a person who is asked."""
        return deadline(self.table, self.asked_at)

    def dealer(self) -> Dealer:
        """Draws what the table draws next. The seed is hashed again only when somebody has sent entropy."""
        table = self.table
        if self._dealer is None or self._mixed != table.entropies:
            self._dealer, self._mixed = Dealer(seed(self.secret or b"", table.entropies)), table.entropies
        self._dealer.counter = table.draws
        return self._dealer

    def tell(self) -> None:
        """Wake everybody who watches."""
        for watcher in self.watchers:
            watcher.set()


# -- What a table needs ----------------------------------------------------------------


def deadline(table: Table, asked_at: float) -> float | None:
    """When the clock of the decision runs out; None without a clock or a person who is asked."""
    if not table.clock:
        return None
    return asked_at + table.clock if any(table.places[seat].bot is None for seat in table.pending) else None


def wakes_at(table: Table, asked_at: float, now: float) -> float | None:
    """When the table needs the hub next: cards are to be dealt, a bot is asked, or a clock runs out."""
    is_now = table.is_to_be_dealt or bot_to_move(table) is not None
    return now if is_now else deadline(table, asked_at)


def is_waiting(table: Table) -> bool:
    """Whether a table that is open to all waits for people."""
    return table.is_public and not table.has_begun and table.closed is None


def shelf_until(table: Table, now: float) -> float | None:
    """How long the shelf shows a table that waits."""
    is_seated = any(place.owner for place in table.places)
    return now + (SHELF_SEATED if is_seated else SHELF_EMPTY) if is_waiting(table) else None


def bot_to_move(table: Table) -> int | None:
    """The first bot's seat that the table waits for."""
    return next((seat for seat in table.pending if table.places[seat].bot), None)
