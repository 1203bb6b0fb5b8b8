"""The hub: the tables in memory, one writer each. A command is decided, logged, and only then shown.

Bots sit at a table through the same door as people. They think in worker processes, from a view, and lay their move down when
their pause is over.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any
from weakref import WeakValueDictionary

from tripot.bots import Question
from tripot.play import Game, Move, Position, load

from .deal import Dealer, commitment, new_secret, seed
from .folding import folded
from .presence import Presence
from .refusals import Refused
from .store import Conflict, EventLog, StoreError
from .table import Back, Command, Deal, Play, Table, TableEvent, TimeUp, created, decide, evolve, first
from .thinking import Seldom, Thinkers

log = logging.getLogger("tripot.web")

BOT_PAUSE = 0.6  # seconds from one move of a bot to the next, so that people can follow
OPENING_PAUSE = 0.2  # before anybody has moved: people are asked soon after *Play now*
KEPT = 5_000  # tables in memory, besides those that somebody looks at or bots play at
SWEEP = 0.5  # seconds between two looks for tables that need the hub
TRIES = 3  # of a command, when another process was quicker each time
RETRY, LONGEST_RETRY = 0.5, 5.0  # seconds after which a bot tries again when it could not move: at first, and at most
# A clock begins with a decision, once what has led to it is shown; and again for a person who takes the seat back from a bot.
DECISION_BEGINS = ("begun", "moved", "revealed")
CLOCK_BEGINS = (*DECISION_BEGINS, "returned")
SHELF_EMPTY = 3600.0  # seconds for which an open table waits on the shelf when nobody sits at it and nobody looks at it
SHELF_SEATED = 3 * 86_400.0  # the same when somebody sits at it
ENTROPY_WAIT = 5.0  # seconds that a deal waits for the entropies that were pledged
FORGOTTEN = 7 * 86_400.0  # seconds without a move after which one person may give a game up
AWAY = 60.0  # seconds without a connection or a request after which somebody is absent
QUIET = 60.0  # seconds without a move after which the hub tidies up
BUSY = 3600.0  # seconds after which it does so in any case


class Live:
    """A table that somebody looks at: its value, its lock, and who wants to know when it changes."""

    def __init__(self, table: Table, asked_at: float, now: float) -> None:
        self.table = table
        self.asked_at = asked_at  # when the clock of the present decision begins, from the log
        self.presence = Presence(now)
        self.absence: asyncio.TimerHandle | None = None  # until somebody else counts as absent
        self.dealing: asyncio.Task[None] | None = None  # waits for the entropies
        self.lock = asyncio.Lock()
        self.watchers: set[asyncio.Event] = set()
        self.bots: asyncio.Task[None] | None = None
        self.looking: asyncio.Task[None] | None = None  # at the log, after a write that may have failed or not
        self.secret: bytes | None = None
        self._dealer: Dealer | None = None
        self._mixed: tuple[str, ...] = ()  # the entropies that its seed is made of
        self.below_level = ""  # why the last move of a bot was not its own, "" if it was (`thinking.Choice`)

    @property
    def is_busy(self) -> bool:
        """Whether bots are playing."""
        return self.bots is not None and not self.bots.done()

    @property
    def deadline(self) -> float | None:
        """When the clock of the present decision runs out; None without a clock or a person who is asked."""
        return _deadline(self.table, self.asked_at)

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
        self.pause, self.away, self.entropy_wait = BOT_PAUSE, AWAY, ENTROPY_WAIT
        self.kept = KEPT
        self.uncompiled: dict[str, str] = {}
        """Games that run as plain Python: "compiling", or "plain" if they stay so."""
        self.acts = 0  # commands carried out
        self._recent: OrderedDict[str, Live] = OrderedDict()  # the least recently used first
        self._live: WeakValueDictionary[str, Live] = WeakValueDictionary()  # those, and what anybody else still holds
        self._closed: set[str] = set()  # tables of which the host has been told that they cannot go on
        self._trouble = Seldom()
        self._is_closing = False
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
        secret = await self._get_or_create_secret(table_id)
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
        table, now = first(event), self.clock()
        try:
            await self._write(None, table, [event], now, now)
        except Conflict:
            return await self.live(table_id)
        return self._keep(self._live.setdefault(table_id, Live(table, now, now)))

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
        if found := self._live.get(table_id):
            return self._keep(found)
        lock = self._loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                live = self._live.get(table_id)
                if live is None:
                    live = self._live.setdefault(table_id, Live(*await self._folded(table_id), self.clock()))
        finally:
            self._loading.pop(table_id, None)
        self._wait_for_entropy(live)
        self._wake_bots(live)
        return self._keep(live)

    def _keep(self, live: Live) -> Live:
        """Keep a table in memory, and let go of those that nobody has used for longest."""
        self._recent[live.table.id] = live
        self._recent.move_to_end(live.table.id)
        while len(self._recent) > self.kept:
            self._recent.popitem(last=False)
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
        if table_id not in self._closed:
            self._closed.add(table_id)
            log.warning("table %s cannot be replayed: event %s, %s", table_id, event, error)

    async def act(self, live: Live, command: Command) -> Table:
        """Carry a command out: decide, log, evolve, tell. Refused if the table will not have it."""
        async with live.lock:
            for _ in range(TRIES):
                try:
                    has_changed = await self._carry_out(live, command)
                    break
                except Conflict:
                    await self._catch_up(live)
                except (StoreError, asyncio.CancelledError):  # it may have been written all the same
                    self._look_again(live)
                    raise
            else:
                raise Refused("table/busy")
        if has_changed:
            self.acts += 1
            if live.table.is_to_be_dealt and not live.table.owing:
                with suppress(Refused, StoreError):  # then it is dealt a little later
                    return await self.act(live, Deal())
            self._show(live)
        return live.table

    async def _carry_out(self, live: Live, command: Command) -> bool:
        """Decide, log and evolve; whether anything has changed. `Conflict` if another process has gone on at the table."""
        table, now = live.table, self.clock()
        if live.secret is None:
            live.secret = await self.events.secret(table.id)
        happened = decide(table, command, live.dealer().below)
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
        live.table, live.asked_at = after, asked_at
        return True

    async def _catch_up(self, live: Live) -> None:
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
        self._show(live)

    def _look_again(self, live: Live) -> None:
        """See in the log what has become of a write, as soon as it can be read."""
        if not self._is_closing and (live.looking is None or live.looking.done()):
            live.looking = asyncio.create_task(self._look(live))

    async def _look(self, live: Live) -> None:
        while True:
            await asyncio.sleep(RETRY)
            try:
                async with live.lock:
                    return await self._catch_up(live)
            except StoreError as error:
                self._trouble.warn("table %s: %s", live.table.id, error)

    def _show(self, live: Live) -> None:
        self._wait_for_entropy(live)
        live.tell()
        self._wake_bots(live)

    def below_level(self, game: Game, live: Live | None = None) -> str:
        """Why the levels play below their level in a game or at a table, "" if they do not: "compiling", "plain", or what
        `thinking.Choice` has.
        """
        return self.uncompiled.get(game.name) or (live.below_level if live else "")

    def compiled(self, game: str) -> None:
        """A game has been compiled: whoever plays it is shown that the bots are at their level."""
        self.uncompiled.pop(game, None)
        for live in self._live.values():
            if live.table.game.name == game:
                live.tell()

    def tables_of_game(self, game: Game) -> int:
        """How many tables of a game somebody looks at."""
        return sum([live.table.game == game and bool(live.watchers) for live in self._live.values()])

    async def waiting_tables(self) -> list[dict[str, Any]]:
        """The open tables that wait for others: those that somebody looks at, and those that have not waited for too long."""
        found = await self.events.waiting_tables(self.clock())
        listed = {row["id"] for row in found}
        watched = [live.table for live in self._live.values() if live.watchers and _is_waiting(live.table)]
        now = self.clock()
        return [listing(table) | {"id": table.id, "at": now} for table in watched if table.id not in listed] + found

    def _wait_for_entropy(self, live: Live) -> None:
        """Deal after a short wait, even if somebody does not send what they have pledged."""
        if live.table.is_to_be_dealt and not self._is_closing and (live.dealing is None or live.dealing.done()):
            live.dealing = asyncio.create_task(self._deal_late(live))

    async def _deal_late(self, live: Live) -> None:
        while live.table.is_to_be_dealt:
            await asyncio.sleep(self.entropy_wait if live.table.owing else 0)
            try:
                await self.act(live, Deal())
            except Refused:
                continue  # dealt already, or somebody was quicker
            except StoreError as error:
                self._trouble.warn("table %s: %s", live.table.id, error)
                await asyncio.sleep(RETRY)

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
            try:
                await self.act(live, Back(owner))
            except StoreError as error:  # they may look all the same, and the next request tries again
                self._trouble.warn("table %s: %s", live.table.id, error)
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

    async def sweep(self) -> None:
        """Again and again find the tables that need the hub, also those that nobody looks at: the store knows them."""
        while True:
            await asyncio.sleep(SWEEP)
            await self.sweep_once()

    async def sweep_once(self) -> None:
        """Attend to every table whose clock has run out or whose bots are asked."""
        try:
            due = await self.events.waking(self.clock())
        except StoreError as error:
            self._trouble.warn("%s", error)
            return
        for table_id in due:
            if table_id not in self._closed:
                began = time.monotonic()
                await self._attend(table_id)
                await asyncio.sleep(time.monotonic() - began)  # with many of them, others get half of the time

    async def _attend(self, table_id: str) -> None:
        try:
            live = self._live.get(table_id) or await self.live(table_id)
            await self._time_up(live)
            self._wait_for_entropy(live)
            self._wake_bots(live)
            async with live.lock:
                now = self.clock()
                wakes_at = _wakes_at(live.table, live.asked_at, now)
                if wakes_at is None or wakes_at > now:  # what the store says is not so any more
                    await self.events.wake(table_id, live.table.number, wakes_at)
        except StoreError as error:
            self._trouble.warn("table %s: %s", table_id, error)
        except Exception as error:  # its message may name cards
            if table_id not in self._closed:
                self._closed.add(table_id)
                log.error("table %s cannot go on (%s)", table_id, getattr(error, "code", type(error).__name__))

    async def _time_up(self, live: Live) -> None:
        """Let a bot play for those who have not decided in time."""
        decision, deadline = live.table.decision, live.deadline
        if deadline is None or self.clock() < deadline:
            return
        for seat in live.table.pending:
            with suppress(Refused):  # a bot's seat, or somebody was quicker
                await self.act(live, TimeUp(seat, decision))

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
        self._is_closing = True
        tasks = [task for live in self._live.values() for task in (live.bots, live.looking, live.dealing) if task]
        for task in tasks:
            task.cancel()
        for live in self._live.values():
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
        listed = listing(after)
        await self.events.append(
            after.id,
            before.number if before else 0,
            rows,
            at=now,
            places=seated,
            listing=listed if before is None or listed != listing(before) else None,
            shelf_until=_shelf_until(after, now),
            wakes_at=_wakes_at(after, asked_at, now),
            is_news=before is None or after.noticed(()) != before.noticed(()),
        )

    def _asked_at(self, table: Table, events: list[tuple[str, float]], before: float) -> float:
        """When the clock of the decision begins at a table after those events, each a kind and a time."""
        kind, at = next((event for event in reversed(events) if event[0] in CLOCK_BEGINS), ("", before))
        return at + self.showing(table) if table.clock and kind in DECISION_BEGINS else at

    def _wake_bots(self, live: Live) -> None:
        if _bot_to_move(live.table) is not None and not live.is_busy:
            live.bots = asyncio.create_task(self._let_bots_play(live))

    async def _let_bots_play(self, live: Live) -> None:
        """Let the bots at a table move one after the other for as long as it is their turn.

        A bot lays its move down when its time is over, not when it has thought enough: that would tell about its hand. A thought
        that takes longer than the pause is laid down when it is done, and that can be seen.
        """
        clock, wait = asyncio.get_running_loop().time, RETRY
        while (seat := _bot_to_move(live.table)) is not None:
            table, bot = live.table, live.table.places[seat].bot
            assert table.position is not None
            assert bot is not None
            due = clock() + (min(self.pause, OPENING_PAUSE) if table.is_opening else self.pause)
            try:
                move, live.below_level = await self.think(table.position, seat, bot)
                await asyncio.sleep(max(0.0, due - clock()))
                await self.act(live, Play(seat, None, move, table.decision))
                wait = RETRY
            except Exception as error:
                if isinstance(error, Refused) and live.table is not table:
                    continue  # the table moved on while the bot thought
                why = getattr(error, "code", type(error).__name__)  # its message may name cards
                self._trouble.warn(
                    "table %s: the bot at seat %s could not move (%s), and tries again", table.id, seat, why
                )
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_RETRY)

    async def think(self, position: Position, seat: int, bot: str) -> tuple[Move, str]:
        """The whole move of a bot, chosen step by step from its view; and why it is below its level, "" if it is not.

        Hidden choices of others are not on the position: they are kept beside it.
        """
        question, below_level = Question(position, seat), ""
        while not question.is_answered:
            choice = await self.thinkers.choose(question.view, bot)
            question.take(choice.step)
            below_level = below_level or choice.below_level
        return question.move, below_level


# -- What a table needs ----------------------------------------------------------------


def _deadline(table: Table, asked_at: float) -> float | None:
    is_asked = any(table.places[seat].bot is None for seat in table.pending)
    return asked_at + table.clock if table.clock and is_asked else None


def _wakes_at(table: Table, asked_at: float, now: float) -> float | None:
    """When the table needs the hub next: cards are to be dealt, a bot is asked, or a clock runs out."""
    is_now = table.is_to_be_dealt or _bot_to_move(table) is not None
    return now if is_now else _deadline(table, asked_at)


def _is_waiting(table: Table) -> bool:
    return table.is_public and not table.has_begun and table.closed is None


def _shelf_until(table: Table, now: float) -> float | None:
    is_seated = any(place.owner for place in table.places)
    return now + (SHELF_SEATED if is_seated else SHELF_EMPTY) if _is_waiting(table) else None


def _bot_to_move(table: Table) -> int | None:
    """The first bot's seat that the table waits for."""
    return next((seat for seat in table.pending if table.places[seat].bot), None)


def listing(table: Table) -> dict[str, Any]:
    """What lists of tables show."""
    return {
        "game": table.game.name,
        "public": table.is_public,
        "begun": table.has_begun,
        "over": table.is_over,
        "names": list(table.names),
        "bots": [place.bot for place in table.places],
        "pending": list(table.pending),
        "result": {"scores": list(table.result.scores), "winners": list(table.result.winners)}
        if table.result
        else None,
    }
