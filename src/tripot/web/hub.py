"""The hub: the tables in memory, one writer each. A command is decided, logged, and only then shown.

Bots sit at a table through the same door as people. They think in worker processes, from a view, and lay their move down when
their pause is over (`attending.py`).

Several processes ("houses") may share a store. Each serves every table: the number of an event is the lock between them. Whoever
wrote to a table last keeps it: its bots and its clock are looked after there. When that house is gone, one of the others takes
the table over (`neighbours.py`).
"""

from __future__ import annotations

import asyncio
import gc
import logging
import random
import secrets
import string
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any
from weakref import WeakValueDictionary

from tripot.errors import TripotError
from tripot.play import Game, load

from . import numbers
from .attending import Attendant
from .deal import SameDeal, commitment, draw_numbers, new_secret, seed
from .folding import folded
from .live import Live, is_waiting, shelf_until, wakes_at
from .neighbours import Neighbours
from .refusals import Refused
from .seldom import Seldom
from .store import RETRY, Conflict, EventLog, Seen, StoreError
from .table import (
    Again,
    Back,
    Command,
    Deal,
    Table,
    TableEvent,
    check_open,
    check_over,
    created,
    decide,
    evolve,
    first,
)
from .thinking import Thinkers

log = logging.getLogger("tripot.web")

BOT_PAUSE = 0.6  # seconds from one move of a bot to the next, so that people can follow
KEPT = 5_000  # tables in memory, besides those that somebody looks at or bots play at
ENDED_KEPT = 200  # finished ones among them
READ_AT_ONCE = 8  # tables that people come back to after a restart: what clocks and bots need is read first
LONGEST_UNTOLD = 0.1  # seconds for which others who change a table may keep those who watch it waiting
TRIES = 40  # of a command, when another process was quicker each time; of three who race for a table each loses two in three
AT_ONCE = 3  # of them follow at once; whoever has lost so often says so, and waits
PAUSE, LONGEST_PAUSE = 0.002, 0.05  # seconds to wait before the next try, at most: at first, and in the end
# A clock begins with a decision, once what has led to it is shown; and again for a person who takes the seat back from a bot.
DECISION_BEGINS = ("begun", "resumed", "moved", "revealed")
CLOCK_BEGINS = (*DECISION_BEGINS, "returned")
ENTROPY_WAIT = 5.0  # seconds that a deal waits for the entropies that were pledged
FORGOTTEN = 7 * 86_400.0  # seconds without a move after which one person may give a game up
AWAY = 60.0  # seconds without a connection or a request after which somebody is absent
NOBODY_AWAY: frozenset[int] = frozenset()
QUIET = 60.0  # seconds without a move after which the hub tidies up
BUSY = 3600.0  # seconds after which it does so in any case


def new_table_id() -> str:
    """An id that nobody can guess. It does not begin as an option of a command does: hosts name tables on the command line."""
    return secrets.choice(string.ascii_letters) + secrets.token_urlsafe(9)[1:]


class Hub:
    """All tables. `act` is the only way to change one."""

    def __init__(
        self,
        events: EventLog,
        thinkers: Thinkers,
        *,
        clock: Callable[[], float] = time.time,
        showing: Callable[[Table], float] = lambda _: 0.0,
    ) -> None:
        self.events, self.thinkers, self.clock = events, thinkers, clock
        self.showing = showing
        """How many seconds it takes to show what has led to a table's decision."""
        self.ended: Callable[[Table], None] = lambda _: None
        """What is told of a game that has just ended."""
        self.pause, self.away, self.entropy_wait = BOT_PAUSE, AWAY, ENTROPY_WAIT
        self.kept = KEPT
        self.uncompiled: dict[str, str] = {}
        """Games that run as plain Python: "compiling", or "plain" if they stay so."""
        self.acts = 0  # commands carried out
        self._recent: OrderedDict[str, Live] = OrderedDict()  # the least recently used first
        self._ended: OrderedDict[str, Live] = OrderedDict()  # the same of finished tables
        self.lives: WeakValueDictionary[str, Live] = WeakValueDictionary()  # those, and what anybody else still holds
        self.closed: set[str] = set()  # tables of which the host has been told that they cannot go on
        self.trouble = Seldom()
        self.is_closing = False
        self._loading: dict[str, asyncio.Lock] = {}
        self._reading = asyncio.Semaphore(READ_AT_ONCE)
        self.neighbours, self.attendant = Neighbours(self), Attendant(self)

    async def create(
        self,
        game: str,
        seats: int,
        options: Mapping[str, object],
        host: str,
        *,
        is_public: bool = False,
        clock: int = 0,
        table_id: str = "",
        again: Again | None = None,
        record: int | None = None,
    ) -> Live:
        """A new table, its deal committed to; with an id that is taken, the table that has it.

        One for a game from a record is given the version of the rules that it was played by.
        """
        table_id = table_id or new_table_id()
        secret = await self._get_or_create_secret(table_id)
        event = created(
            table=table_id,
            game=load(game).name,
            seats=seats,
            options=options,
            host=host,
            is_public=is_public,
            commitment=""
            if again or record is not None
            else commitment(secret),  # what is known already is not promised
            clock=clock,
            again=again,
            record=record,
        )
        table, now = first(event), self.clock()
        try:
            await self._write(None, table, [event], now, now)
        except Conflict:
            return await self.live(table_id)
        return self._keep(self.lives.setdefault(table_id, Live(table, now, now)))

    async def _get_or_create_secret(self, table_id: str) -> bytes:
        """The secret of a new table's deal, stored; the one that is stored already if opening the table was cut short before."""
        secret = new_secret()
        try:
            await self.events.keep_secret(table_id, secret)
        except Conflict:
            secret = await self.events.secret(table_id) or secret
        return secret

    async def live(self, table_id: str) -> Live:
        """The table of that id, folded from its log if need be."""
        if found := self.lives.get(table_id):
            await self.refresh(found)
            return self._keep(found)
        async with self._reading:
            return await self.read(table_id)

    async def read(self, table_id: str) -> Live:
        """The table of that id, folded from its log without waiting for others who want one; unless it is in memory by now."""
        lock = self._loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                live = self.lives.get(table_id)
                if live is None:
                    live = self.lives.setdefault(table_id, Live(*await self._folded(table_id), self.clock()))
                    live.is_kept_here = not self.events.house  # else the sweeper finds out
        finally:
            self._loading.pop(table_id, None)
        self.attendant.wait_for_entropy(live)
        self.attendant.wake_bots(live)
        return self._keep(live)

    def _keep(self, live: Live) -> Live:
        """Keep a table in memory, and let go of those that nobody has used for longest."""
        table_id, recent, most = live.table.id, self._recent, self.kept
        if live.table.is_over:
            recent.pop(table_id, None)
            recent, most = self._ended, min(self.kept, ENDED_KEPT)
        recent[table_id] = live
        recent.move_to_end(table_id)
        while len(recent) > most:
            recent.popitem(last=False)
        return live

    async def _folded(self, table_id: str) -> tuple[Table, float]:
        """The table, and when the clock of its decision began."""
        entries = await self.events.read(table_id)
        if not entries:
            raise Refused("table/unknown", id=table_id)
        try:
            table = folded(entries)
        except (LookupError, TypeError, ValueError) as error:  # not even its first event
            self._say_closed(table_id, 0, type(error).__name__)
            raise Refused("table/broken") from None
        if table.closed is not None:
            self._say_closed(table_id, table.closed.event, table.closed.error)
        return table, self._asked_at(table, [(entry.kind, entry.at) for entry in entries], entries[0].at)

    def _say_closed(self, table_id: str, event: int, error: str) -> None:
        """Warn once for each table. The error's message is left out, because it may name cards."""
        if table_id not in self.closed:
            self.closed.add(table_id)
            numbers.UNREADABLE.inc()
            log.warning("table %s cannot be replayed: event %s, %s", table_id, event, error)

    async def act(self, live: Live, command: Command) -> Table:
        """Carry a command out: decide, log, evolve, tell. Refused if the table will not have it.

        Where others wait to change the table too, it is shown when they have done so: nobody could look at it in between.
        """
        live.acting += 1
        try:
            async with live.lock:
                if (
                    time.monotonic() < live.wanted_until
                ):  # or this house, which has the table at hand, would always be quicker
                    await asyncio.sleep(random.random() * LONGEST_PAUSE)
                has_changed = await self._carry_out_now(live, command)
            if has_changed:
                self.acts += 1
                numbers.ACTS.inc()
                live.untold_since = live.untold_since or time.monotonic()
                if live.table.is_to_be_dealt and not live.table.owing:
                    with suppress(Refused, StoreError):  # then it is dealt a little later
                        return await self.act(live, Deal())
            return live.table
        finally:
            live.acting -= 1
            if live.untold_since and (not live.acting or time.monotonic() - live.untold_since > LONGEST_UNTOLD):
                live.untold_since = 0.0
                self._show(live)

    async def _carry_out_now(self, live: Live, command: Command) -> bool:
        """Carry a command out on the table as it is now, also when other processes go on at it; whether anything has changed."""
        for attempt in range(TRIES):
            if live.is_gone:
                raise Refused("table/unknown", id=live.table.id)
            try:
                if await self._carry_out(live, command):
                    return True
                if not await self._has_missed(live):
                    return False
            except Conflict:
                numbers.CONFLICTS.inc()
                await self._lost(live, attempt + 1)
                await self.catch_up(live)
            except (StoreError, asyncio.CancelledError):  # it may have been written all the same
                self.look_again(live)
                raise
            except TripotError:
                if not await self._has_missed(live):
                    raise
        raise Refused("table/busy")

    async def _lost(self, live: Live, times: int) -> None:
        """Another process was quicker so many times. Mostly that was the last time; who loses again and again asks the others
        for a chance.
        """
        if times >= AT_ONCE:
            if times == AT_ONCE:
                await self.events.want(live.table.id)
            await asyncio.sleep(random.random() * min(PAUSE * 2**times, LONGEST_PAUSE))

    async def _has_missed(self, live: Live) -> bool:
        """Whether others have gone on at a table, which has now been read."""
        number = live.table.number
        if not self.neighbours.is_alone:
            await self.catch_up(live)
        return live.table.number != number

    async def _carry_out(self, live: Live, command: Command) -> bool:
        """Decide, log and evolve; whether anything has changed. `Conflict` if another process has gone on at the table."""
        table, now = live.table, self.clock()
        if live.secret is None:
            live.secret = await self.events.secret(table.id)
        chance = live.dealer().below if table.again is None else await self._same_deal(live, table.again)
        happened = decide(table, command, chance)
        if not happened:
            return False
        after = table
        for event in happened:
            after = evolve(after, event)
        if after.is_over and not table.is_over:
            happened.append(TableEvent("shown", {"secret": (live.secret or b"").hex()}))
            after = evolve(after, happened[-1])
        asked_at = self._asked_at(after, [(event.kind, now) for event in happened], live.asked_at)
        await self._write(table, after, happened, now, asked_at)
        live.table, live.asked_at, live.is_kept_here = after, asked_at, True
        if after.is_over and not table.is_over:
            self.ended(after)
        return True

    async def _same_deal(self, live: Live, again: Again) -> SameDeal:
        """The chance of a deal that is played again."""
        if live.first_deal is None:
            live.first_deal = await self._first_deal(again)
        return SameDeal(*live.first_deal)

    async def _first_deal(self, again: Again) -> tuple[bytes, dict[int, int]]:
        """The seed of a deal that was played before, and the counter of each of its draws by its name."""
        first = (await self.live(again.deal)).table
        check_over(first)
        check_open(first)
        assert first.position is not None
        key = seed(bytes.fromhex(first.secret or ""), first.entropies)
        return key, {number: counter for counter, number in enumerate(draw_numbers(first.position))}

    async def catch_up(self, live: Live) -> None:
        """Read what others have written at a table since we looked, and show it."""
        entries = await self.events.read(live.table.id, live.table.number)
        if not entries:
            return
        table = live.table
        try:
            for entry in entries:
                table = evolve(table, TableEvent(entry.kind, entry.body))
            asked_at = self._asked_at(table, [(entry.kind, entry.at) for entry in entries], live.asked_at)
        except Exception:  # then it is closed
            table, asked_at = await self._folded(table.id)
        live.table, live.asked_at = table, asked_at
        live.is_kept_here = not self.events.house  # if it was ours all the same, the sweeper finds out
        self._show(live)

    def look_again(self, live: Live) -> None:
        """See in the log what has become of a write, as soon as it can be read."""
        if not self.is_closing and (live.looking is None or live.looking.done()):
            live.looking = asyncio.create_task(self._look(live))

    async def _look(self, live: Live) -> None:
        while True:
            await asyncio.sleep(RETRY)
            try:
                async with live.lock:
                    return await self.catch_up(live)
            except StoreError as error:
                self.trouble.warn("table %s: %s", live.table.id, error)

    def _show(self, live: Live) -> None:
        self.attendant.wait_for_entropy(live)
        live.tell()
        self.attendant.wake_bots(live)

    def below_level(self, game: Game, live: Live | None = None) -> str:
        """Why the levels play below their level in a game or at a table, "" if they do not: "compiling", "plain", or what
        `thinking.Choice` has.
        """
        return self.uncompiled.get(game.name) or (live.below_level if live else "")

    def compiled(self, game: str) -> None:
        """A game has been compiled: whoever plays it is shown that the bots are at their level."""
        self.uncompiled.pop(game, None)
        for live in self.lives.values():
            if live.table.game.name == game:
                live.tell()

    @property
    def tables_in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self.lives)

    def tables_of_game(self, game: Game) -> int:
        """How many tables of a game somebody looks at."""
        return sum([live.table.game == game and bool(live.watchers) for live in self.lives.values()])

    async def waiting_tables(self) -> list[dict[str, Any]]:
        """The open tables that wait for others: those that somebody looks at, and those that have not waited for too long."""
        found = await self.events.waiting_tables(self.clock())
        listed = {row["id"] for row in found}
        watched = [live.table for live in self.lives.values() if live.watchers and is_waiting(live.table)]
        now = self.clock()
        return [{**table.listing, "id": table.id, "at": now} for table in watched if table.id not in listed] + found

    def is_forgotten(self, live: Live) -> bool:
        """Whether nobody has moved for so long that one person may give the game up."""
        return self.clock() - live.asked_at >= FORGOTTEN

    @asynccontextmanager
    async def connected(self, live: Live, owner: str | None) -> AsyncIterator[None]:
        """While a connection of somebody is open."""
        if owner is None:
            yield
            return
        live.presence.come(owner)
        try:
            await self._welcome(live, owner)
            await self.neighbours.tell_presence([Seen(live.table.id, owner, self.clock())])
            yield
        finally:
            live.presence.go(owner, self.clock())
            self.wait_for_absence(live)

    async def asked(self, live: Live, owner: str | None) -> None:
        """Somebody has sent a request about a table, which shows that they are here."""
        if owner is not None:
            live.presence.ask(owner, self.clock())
            await self._welcome(live, owner)

    async def _welcome(self, live: Live, owner: str) -> None:
        """Those who are back need not be voted about any more."""
        if live.table.votes and any(seat in live.table.votes for seat in live.table.seats_of(owner)):
            try:
                await self.act(live, Back(owner))
            except StoreError as error:  # they may look all the same, and the next request tries again
                self.trouble.warn("table %s: %s", live.table.id, error)
        self.wait_for_absence(live)

    def absent(self, live: Live) -> frozenset[int]:
        """The seats whose people have not been here for a while."""
        away = self.away_for(live)
        return frozenset([seat for seat, seconds in away if seconds >= self.away]) if away else NOBODY_AWAY

    def away_for(self, live: Live) -> list[tuple[int, float]]:
        """The seats that people play who are not here, and for how long they have been away."""
        is_here, now = live.presence.is_here, 0.0
        found: list[tuple[int, float]] = []
        for owner, seats in live.table.seats_by_owner.items():
            if owner and is_here[owner] <= 0:
                now = now or self.clock()
                found += [(seat, now - live.presence.last(owner)) for seat in seats]
        return found

    def wait_for_absence(self, live: Live) -> None:
        """Show the table again when the next one counts as absent."""
        if live.absence is not None or live.table.is_over:
            return
        if left := [self.away - seconds for _, seconds in self.away_for(live) if seconds < self.away]:
            live.absence = asyncio.get_running_loop().call_later(min(left), self._show_absence, live)

    def _show_absence(self, live: Live) -> None:
        live.absence = None
        live.tell()
        self.wait_for_absence(live)

    async def refresh(self, live: Live) -> None:
        """Read what other houses may have written."""
        if not self.neighbours.is_alone or live.table.number < live.heard:
            async with live.lock:
                await self.catch_up(live)

    async def forget(self, table_id: str) -> None:
        """Delete a table for ever."""
        live = await self.live(table_id)
        async with live.lock:
            await self.events.forget(table_id)
            self.drop(table_id)

    def drop(self, table_id: str) -> None:
        """A table has been deleted."""
        self._recent.pop(table_id, None)
        self._ended.pop(table_id, None)
        if live := self.lives.pop(table_id, None):
            live.is_gone = True
            live.tell()

    async def tidy(self) -> None:
        """Collect garbage when nobody waits for a move.

        Python's own collector looks at everything that is alive again and again, and stops a server with many tables for tenths
        of a second; there is next to nothing for it to find.
        """
        gc.collect()
        gc.freeze()
        gc.disable()
        loop = asyncio.get_running_loop()
        acts, tidied = 0, loop.time()
        while True:
            before = self.acts
            await asyncio.sleep(QUIET)
            is_quiet = self.acts == before != acts
            if is_quiet or loop.time() - tidied > BUSY:
                gc.collect()
                acts, tidied = self.acts, loop.time()

    async def close(self) -> None:
        """Stop the bots and the log."""
        self.is_closing = True
        lives = list(self.lives.values())
        tasks = [task for live in lives for task in (live.bots, live.looking, live.dealing, live.hearing) if task]
        for task in tasks:
            task.cancel()
        for live in self.lives.values():
            if live.absence is not None:
                live.absence.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(self.thinkers.close)
        await self.events.close()

    # -- Inside ------------------------------------------------------------------

    async def _write(
        self, before: Table | None, after: Table, happened: list[TableEvent], now: float, asked_at: float
    ) -> None:
        rows = [(event.kind, event.body) for event in happened]
        seated = [(e.body["seat"], e.body.get("owner")) for e in happened if e.kind in ("sat", "stood")]
        await self.events.append(
            after.id,
            before.number if before else 0,
            rows,
            at=now,
            places=seated,
            listing=after.listing if before is None or after.listing != before.listing else None,
            shelf_until=shelf_until(after, now),
            wakes_at=wakes_at(after, asked_at, now),
            is_news=before is None or after.noticed(()) != before.noticed(()),
        )

    def _asked_at(self, table: Table, events: list[tuple[str, float]], before: float) -> float:
        """When the clock of the decision begins at a table after those events, each a kind and a time."""
        kind, at = next((event for event in reversed(events) if event[0] in CLOCK_BEGINS), ("", before))
        return at + self.showing(table) if table.clock and kind in DECISION_BEGINS else at
