"""The house: the living tables, one writer each. A command is decided, logged, and only then shown.

Bots sit at a table through the same door as people. They think in worker processes, from a view, and their pace never depends on
what they choose.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from tripot.bots import Question
from tripot.errors import TripotError
from tripot.play import Position, load

from .deal import Dealer, commitment, new_secret, seed
from .folding import folded
from .presence import Presence
from .store import Conflict, EventLog
from .table import Back, Command, Event, Play, Refused, Table, TimeUp, created, decide, evolve, first
from .thinking import Thinkers

log = logging.getLogger("tripot.web")

BOT_PAUSE = 0.6  # seconds from one move of a bot to the next, so that people can follow
KEPT = 5_000  # tables in memory
AWAY = 60.0  # seconds without a connection or a request after which somebody is absent
QUIET = 60.0  # seconds without a move after which the house tidies up
BUSY = 3600.0  # seconds after which it does so in any case


class Live:
    """A table that somebody looks at: its value, its lock, and who wants to know when it changes."""

    def __init__(self, table: Table, now: float) -> None:
        self.table = table
        self.presence = Presence(now)
        self.absence: asyncio.TimerHandle | None = None  # until somebody else counts as absent
        self.lock = asyncio.Lock()
        self.watchers: set[asyncio.Event] = set()
        self.bots: asyncio.Task[None] | None = None
        self.timer: asyncio.Task[None] | None = None
        self.timed = -1  # the decision that the timer runs for
        self.due = 0.0  # when it runs out, on the event loop's clock
        self.secret: bytes | None = None
        self.below_level = ""  # why the last move of a bot was not its own, "" if it was (`thinking.Choice`)

    @property
    def is_busy(self) -> bool:
        """Whether bots are playing."""
        return self.bots is not None and not self.bots.done()

    def tell(self) -> None:
        """Wake everybody who watches."""
        for watcher in self.watchers:
            watcher.set()


class House:
    """All tables. `act` is the only way to change one."""

    def __init__(self, events: EventLog, thinkers: Thinkers, *, clock: Callable[[], float] = time.time) -> None:
        self.events, self.thinkers, self.clock = events, thinkers, clock
        self.pause, self.away = BOT_PAUSE, AWAY
        self.acts = 0  # commands carried out
        self._live: dict[str, Live] = {}
        self._closed: set[str] = set()  # tables of which the host has been told that they cannot be replayed
        self._loading: dict[str, asyncio.Lock] = {}

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
    ) -> Live:
        """A new table, its deal committed to; with an id that is taken, the table that has it."""
        table_id = table_id or secrets.token_urlsafe(9)
        secret = await self._promised(table_id)
        event = created(
            table=table_id,
            game=load(game).name,
            seats=seats,
            options=options,
            host=host,
            is_public=is_public,
            commitment=commitment(secret),
            clock=clock,
        )
        table = first(event)
        try:
            await self.events.append(table_id, 0, [(event.kind, event.body)], at=self.clock(), listing=listing(table))
        except Conflict:
            return await self.live(table_id)
        live = self._live.setdefault(table_id, Live(table, self.clock()))
        self._forget_quiet()
        return live

    async def _promised(self, table_id: str) -> bytes:
        """The secret of a new table's deal, kept; the one that is kept already if opening the table was cut short before."""
        secret = new_secret()
        try:
            await self.events.keep_secret(table_id, secret)
        except Conflict:
            secret = await self.events.secret(table_id) or secret
        return secret

    async def live(self, table_id: str) -> Live:
        """The table of that id, folded from its log if need be."""
        if found := self._live.get(table_id):
            return found
        lock = self._loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                if table_id not in self._live:
                    self._live.setdefault(table_id, Live(await self._folded(table_id), self.clock()))
        finally:
            self._loading.pop(table_id, None)
        live = self._live[table_id]
        self._wind_clock(live)
        self._wake_bots(live)
        return live

    async def _folded(self, table_id: str) -> Table:
        entries = await self.events.read(table_id)
        if not entries:
            raise Refused("table/unknown", "there is no table {id}", id=table_id)
        try:
            table = folded(entries)
        except (LookupError, TypeError, ValueError) as error:  # not even its first event
            self._say_closed(table_id, 0, type(error).__name__)
            raise Refused("table/broken", "the log of this table cannot be read") from None
        if table.closed is not None:
            self._say_closed(table_id, table.closed.event, table.closed.error)
        return table

    def _say_closed(self, table_id: str, event: int, error: str) -> None:
        """Once for each table: who asks for it again learns nothing new. No sentence of an error, which may name cards."""
        if table_id not in self._closed:
            self._closed.add(table_id)
            log.warning("table %s cannot be replayed: event %s, %s", table_id, event, error)

    async def act(self, live: Live, command: Command) -> Table:
        """Carry a command out: decide, log, evolve, tell. Refused if the table will not have it."""
        async with live.lock:
            table = live.table
            if live.secret is None:
                live.secret = await self.events.secret(table.id)
            dealer = Dealer(seed(live.secret or b"", table.entropies), table.draws)
            happened = decide(table, command, dealer.below)
            if not happened:
                return table
            after = table
            for event in happened:
                after = evolve(after, event)
            if after.is_over and not table.is_over:
                happened.append(Event("shown", {"secret": (live.secret or b"").hex()}))
                after = evolve(after, happened[-1])
            try:
                await self._write(table, after, happened)
            except Conflict:
                live.table = await self._folded(table.id)
                raise Refused("table/busy", "somebody else was quicker; look at the table again") from None
            live.table = after
        self.acts += 1
        self._wind_clock(live)
        live.tell()
        self._wake_bots(live)
        return after

    @asynccontextmanager
    async def connected(self, live: Live, owner: str | None) -> AsyncIterator[None]:
        """While a connection of somebody is open."""
        if owner is None:
            yield
            return
        live.presence.come(owner)
        try:
            await self._welcome(live, owner)
            yield
        finally:
            live.presence.go(owner, self.clock())
            self._wait_for_absence(live)

    async def asked(self, live: Live, owner: str | None) -> None:
        """Somebody has sent a request about a table, which shows that they are here."""
        if owner is not None:
            live.presence.ask(owner, self.clock())
            await self._welcome(live, owner)

    async def _welcome(self, live: Live, owner: str) -> None:
        """Those who are back need not be voted about any more."""
        if live.table.votes and any(seat in live.table.votes for seat in live.table.seats_of(owner)):
            await self.act(live, Back(owner))
        self._wait_for_absence(live)

    def absent(self, live: Live) -> frozenset[int]:
        """The seats whose people have not been here for a while."""
        return frozenset([seat for seat, seconds in self._away_for(live) if seconds >= self.away])

    def _away_for(self, live: Live) -> list[tuple[int, float]]:
        """The seats that people play who are not here, and for how long they have been away."""
        now, places = self.clock(), enumerate(live.table.places)
        since = [(seat, live.presence.away_since(place.owner or "")) for seat, place in places if place.owner]
        return [(seat, now - then) for seat, then in since if then is not None]

    def _wait_for_absence(self, live: Live) -> None:
        """Show the table again when the next one counts as absent."""
        left = [self.away - seconds for _, seconds in self._away_for(live) if seconds < self.away]
        if left and live.absence is None and not live.table.is_over:
            live.absence = asyncio.get_running_loop().call_later(min(left), self._show_absence, live)

    def _show_absence(self, live: Live) -> None:
        live.absence = None
        live.tell()
        self._wait_for_absence(live)

    async def tidy(self) -> None:
        """Collect garbage when nobody waits for a move.

        Python's own collector looks at everything that is alive again and again, and stops a house with many tables for tenths
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
        tasks = [task for live in self._live.values() for task in (live.bots, live.timer) if task]
        for task in tasks:
            task.cancel()
        for live in self._live.values():
            if live.absence is not None:
                live.absence.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(self.thinkers.close)
        await self.events.close()

    # -- Inside ------------------------------------------------------------------

    async def _write(self, before: Table, after: Table, happened: list[Event]) -> None:
        rows = [(event.kind, event.body) for event in happened]
        seated = [(e.body["seat"], e.body.get("owner")) for e in happened if e.kind in ("sat", "stood")]
        listed = listing(after)
        changed = listed if listed != listing(before) else None
        await self.events.append(before.id, before.number, rows, at=self.clock(), places=seated, listing=changed)

    def _wind_clock(self, live: Live) -> None:
        """Begin to count for a new decision, at a table with a clock."""
        table = live.table
        if not table.clock or table.decision == live.timed or table.position is None:
            return
        if live.timer is not None:
            live.timer.cancel()
        live.timed, live.due = table.decision, asyncio.get_running_loop().time() + table.clock
        live.timer = None if table.is_over else asyncio.create_task(self._run_clock(live, table.decision, table.clock))

    async def _run_clock(self, live: Live, decision: int, seconds: int) -> None:
        await asyncio.sleep(seconds)
        for seat in live.table.pending:
            try:
                await self.act(live, TimeUp(seat, decision))
            except Refused:
                continue  # a bot's seat, or somebody was quicker

    def _wake_bots(self, live: Live) -> None:
        if _bot_to_move(live.table) is not None and not live.is_busy:
            live.bots = asyncio.create_task(self._let_bots_play(live))

    async def _let_bots_play(self, live: Live) -> None:
        """Let the bots at a table move one after the other for as long as it is their turn.

        A bot lays its move down when its time is over, not when it has thought enough: that would tell about its hand.
        """
        clock = asyncio.get_running_loop().time
        while (seat := _bot_to_move(live.table)) is not None:
            table, bot = live.table, live.table.places[seat].bot
            assert table.position is not None
            assert bot is not None
            due = clock() + self.pause
            try:
                move, below_level = await self.think(table.position, seat, bot)
                await asyncio.sleep(max(0.0, due - clock()))
                live.below_level = below_level
                await self.act(live, Play(seat, None, move, table.decision))
            except Refused:
                continue  # the table moved on while the bot thought
            except TripotError:
                log.exception("table %s: the bot at seat %s could not move", table.id, seat)
                return

    async def think(self, position: Position, seat: int, bot: str) -> tuple[str, str]:
        """The whole move of a bot, chosen step by step from its view; and why it is below its level, "" if it is not.

        Hidden choices of others are not on the position: they are kept beside it.
        """
        question, below_level = Question(position, seat), ""
        while not question.is_answered:
            choice = await self.thinkers.choose(question.view, bot)
            question.take(choice.step)
            below_level = below_level or choice.below_level
        return str(question.move), below_level

    def _forget_quiet(self) -> None:
        if len(self._live) > KEPT:
            quiet = [key for key, live in self._live.items() if not live.watchers and not live.is_busy]
            for key in quiet[: len(self._live) - KEPT]:
                del self._live[key]


def _bot_to_move(table: Table) -> int | None:
    """The first bot's seat that the table waits for."""
    return next((seat for seat in table.pending if table.places[seat].bot), None)


def listing(table: Table) -> dict[str, Any]:
    """What lists of tables show."""
    return {
        "game": table.game.name,
        "public": table.is_public,
        "begun": table.position is not None,
        "over": table.is_over,
        "names": list(table.names),
        "pending": list(table.pending),
    }
