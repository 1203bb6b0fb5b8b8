"""The other processes ("houses") that share the store: who of them is alive, what they write, and who is at their tables."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Collection
from typing import TYPE_CHECKING

from .live import Live
from .store import RETRY, WANTED, Seen, StoreError

if TYPE_CHECKING:
    from .hub import Hub

WANTED_FOR = 1.0  # seconds for which a process that was quicker waits a little before it writes again
BEAT = 1.0  # seconds between two signs of life
ALONE = 1.25 * BEAT  # seconds for which it holds that there is no other house: who opens waits longer
SHARED = 15.0  # seconds between two times that the houses tell one another who is here


class Neighbours:
    """What a hub knows of the other houses. A store of one process has none."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.alive = frozenset((hub.events.house,))
        """The processes that are alive and share the store, this one too."""
        self._known = self.alive  # those, and others that are slow or stopped
        self._beaten = -ALONE  # when that was so

    @property
    def is_alone(self) -> bool:
        """Whether no other process can have written to the store. One that was stopped and wakes up late still may."""
        if not self.hub.events.house:
            return True
        return self._known == {self.hub.events.house} and time.monotonic() - self._beaten < ALONE

    async def join(self) -> None:
        """Tell the other houses, before anybody is served, that there is one more; wait for a store that is away.

        Tables whose house is gone are left to the others until this one is open, and then it sees at once which are its own.
        """
        await self._beat_at_last(is_open=False)
        if self.hub.events.house and not self.is_alone:
            await asyncio.sleep(1.5 * BEAT)  # until all of them have heard it
        await self._beat_at_last(is_open=True)

    async def _beat_at_last(self, *, is_open: bool) -> None:
        while True:
            try:
                return await self.beat_once(is_open=is_open)
            except StoreError as error:
                self.hub.trouble.warn("%s", error)
                await asyncio.sleep(RETRY)

    async def beat(self) -> None:
        """Say again and again that this house is alive."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.beat_once()
            except StoreError as error:  # the others think that we are gone, and do our work as long as they can
                self.hub.trouble.warn("%s", error)

    async def beat_once(self, *, is_open: bool = True) -> None:
        """Say that this house is alive, or about to open, and see who else is."""
        now = time.monotonic()
        (self.alive, self._known), self._beaten = await self.hub.events.beat(is_open=is_open), now

    async def orphans(self) -> list[str]:
        """The tables that need a hub and whose house is gone, as far as this house is to take them over."""
        if not self.hub.events.house or time.monotonic() - self._beaten >= ALONE:
            return []
        found = await self.hub.events.orphans(self.hub.clock(), self.alive)
        return [table for table in found if keeper(table, self.alive) == self.hub.events.house]

    async def listen(self) -> None:
        """Show what other houses write at tables that somebody looks at here."""
        async for change in self.hub.events.changes():
            if change is None:
                await self._look_at_all()
            elif not change.events:
                self.hub.drop(change.table)
            elif (live := self.hub.lives.get(change.table)) is not None:
                if change.events == WANTED:
                    live.wanted_until = time.monotonic() + WANTED_FOR
                else:
                    self._hear(live, change.events)

    def _hear(self, live: Live, events: int) -> None:
        """Another house has written to a table. If nobody looks at it here, it is read when somebody does."""
        live.heard = max(live.heard, events)
        is_behind = live.table.number < live.heard and (live.watchers or live.is_busy)
        if is_behind and (live.hearing is None or live.hearing.done()):
            live.hearing = asyncio.create_task(self._read_on(live))

    async def _read_on(self, live: Live) -> None:
        while live.table.number < live.heard and not live.is_gone:
            async with live.lock:
                try:
                    if live.table.number < live.heard:
                        await self.hub.catch_up(live)
                except StoreError:
                    self.hub.look_again(live)
                    return

    async def _look_at_all(self) -> None:
        """Find what has been missed while nothing was heard."""
        while True:
            watched = [live for live in self.hub.lives.values() if live.watchers or live.is_busy]
            try:
                heads = await self.hub.events.heads([live.table.id for live in watched])
            except StoreError as error:
                self.hub.trouble.warn("%s", error)
                await asyncio.sleep(RETRY)
                continue
            for live in watched:
                if live.table.id in heads:
                    self._hear(live, heads[live.table.id])
                else:
                    self.hub.drop(live.table.id)
            return

    async def share_presence(self) -> None:
        """Tell the other houses who is here, and hear who is there, again and again."""
        while True:
            wait = min(SHARED, self.hub.away / 4)
            await asyncio.sleep(wait)
            if self.is_alone:
                continue
            now = self.hub.clock()
            lives = list(self.hub.lives.values())
            here = [(live.table.id, *one) for live in lives for one in live.presence.here(now, now - 2 * wait)]
            await self.tell_presence([Seen(*one) for one in here])
            await self.ask_presence(*[live for live in lives if live.watchers])

    async def ask_presence(self, *lives: Live) -> None:
        """Hear from the other houses who is at these tables."""
        if self.is_alone:
            return
        by_id = {live.table.id: live for live in lives if self.hub.away_for(live)}
        try:
            for seen in await self.hub.events.seen(list(by_id)) if by_id else ():
                by_id[seen.table].presence.ask(seen.owner, seen.at)
        except StoreError as error:
            self.hub.trouble.warn("%s", error)
        for live in by_id.values():
            self.hub.wait_for_absence(live)

    async def tell_presence(self, people: list[Seen]) -> None:
        """Tell the other houses who is here."""
        if people and not self.is_alone:
            try:
                await self.hub.events.see(people)
            except StoreError as error:
                self.hub.trouble.warn("%s", error)


def keeper(table: str, houses: Collection[str]) -> str:
    """The house that takes a table over, by a rendezvous hash: all come to the same, and when one goes only its tables move."""
    return max(houses, key=lambda house: hashlib.blake2b(f"{house} {table}".encode(), digest_size=8).digest())
