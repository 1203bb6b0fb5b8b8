"""What nobody asks for: clocks that run out, cards that are to be dealt, bots that are to move."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from tripot.bots import Question
from tripot.play import Move

from .deal import bot_seed
from .live import Live, bot_to_move, wakes_at
from .refusals import Refused
from .store import RETRY, StoreError
from .table import Deal, Play, TimeUp

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger("tripot.web")

SWEEP = 0.5  # seconds between two looks for tables that need the hub
MOST_DUE = 1_000  # tables that need the hub, above which it takes over none of another one
AT_ONCE = 4  # of these tables: most of it is waiting for the store
OPENING = 1.0  # seconds for which the site looks after them at its start before it serves anybody
LONGEST_BREAK = 0.01  # seconds between two of these tables: reading one takes about as long
OPENING_PAUSE = 0.2  # seconds of a bot before anybody has moved: people are asked soon after *Play now*
LONGEST_RETRY = 5.0  # seconds after which a bot that could not move tries again, at most


class Attendant:
    """Attends to tables for a hub."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.due = 0  # tables that needed the hub when it last looked

    async def sweep(self) -> None:
        """Again and again find the tables that need the hub, also those that nobody looks at: the store knows them."""
        while True:
            await self.sweep_once()  # at once at the start: after a kill bots and clocks have waited long enough
            await asyncio.sleep(SWEEP)

    async def open(self) -> None:
        """Attend to those that have waited longest before all the others come back, but not for long."""
        await self.sweep_once(time.monotonic() + OPENING)

    async def sweep_once(self, until: float = math.inf) -> None:
        """Attend to every table whose clock has run out or whose bots are asked; begin with none after that time."""
        try:
            due = await self.hub.events.waking(self.hub.clock())
            if len(due) < MOST_DUE:
                due += await self.hub.neighbours.orphans()
        except StoreError as error:
            self.hub.trouble.warn("%s", error)
            return
        self.due = len(due)
        left = (table_id for table_id in due if table_id not in self.hub.closed and not self._plays_on(table_id))
        await asyncio.gather(*(self._attend_to(left, until) for _ in range(AT_ONCE)))

    def _plays_on(self, table_id: str) -> bool:
        """Whether bots think at a table, and nothing else is to be done there."""
        live = self.hub.lives.get(table_id)
        if live is None or not live.is_kept_here or not live.is_busy:
            return False
        return live.deadline is None or self.hub.clock() < live.deadline

    async def _attend_to(self, tables: Iterator[str], until: float) -> None:
        for table_id in tables:
            began = time.monotonic()
            if began > until:
                return
            await self._attend(table_id)
            took = time.monotonic() - began  # with what others did meanwhile
            await asyncio.sleep(min(took, LONGEST_BREAK) if until == math.inf else 0)  # others get some of the time

    async def _attend(self, table_id: str) -> None:
        try:
            live = self.hub.lives.get(table_id)
            if live is None:
                live = await self.hub.read(table_id)
            elif not live.is_kept_here:
                await self.hub.refresh(live)
            live.is_kept_here = True
            await self._time_up(live)
            self.wait_for_entropy(live)
            self.wake_bots(live)
            async with live.lock:
                now = self.hub.clock()
                then = wakes_at(live.table, live.asked_at, now)
                if then is None or then > now:  # what the store says is not so any more
                    await self.hub.events.wake(table_id, live.table.number, then)
        except StoreError as error:
            self.hub.trouble.warn("table %s: %s", table_id, error)
        except Exception as error:  # its message may name cards
            if table_id not in self.hub.closed:
                self.hub.closed.add(table_id)
                log.error("table %s cannot go on (%s)", table_id, getattr(error, "code", type(error).__name__))

    async def _time_up(self, live: Live) -> None:
        """Let a bot play for those who have not decided in time."""
        decision, deadline = live.table.decision, live.deadline
        if deadline is None or self.hub.clock() < deadline:
            return
        for seat in live.table.pending:
            with suppress(Refused):  # a bot's seat, or somebody was quicker
                await self.hub.act(live, TimeUp(seat, decision))

    def wait_for_entropy(self, live: Live) -> None:
        """Deal after a short wait, even if somebody does not send what they have pledged."""
        is_waiting = live.dealing is not None and not live.dealing.done()
        if live.table.is_to_be_dealt and live.is_kept_here and not is_waiting and not self.hub.is_closing:
            live.dealing = asyncio.create_task(self._deal_late(live))

    async def _deal_late(self, live: Live) -> None:
        while live.table.is_to_be_dealt:
            await asyncio.sleep(self.hub.entropy_wait if live.table.owing else 0)
            try:
                await self.hub.act(live, Deal())
            except Refused:
                continue  # dealt already, or somebody was quicker
            except StoreError as error:
                self.hub.trouble.warn("table %s: %s", live.table.id, error)
                await asyncio.sleep(RETRY)

    def wake_bots(self, live: Live) -> None:
        """Let the bots at a table play, if it is their turn and nobody does it yet."""
        if bot_to_move(live.table) is not None and live.is_kept_here and not live.is_busy and not self.hub.is_closing:
            live.bots = asyncio.create_task(self._let_bots_play(live))

    async def _let_bots_play(self, live: Live) -> None:
        """Let the bots at a table move one after the other for as long as it is their turn.

        A bot lays its move down when its time is over, not when it has thought enough: that would tell about its hand. A thought
        that takes longer than the pause is laid down when it is done, and that can be seen.
        """
        clock, wait = asyncio.get_running_loop().time, RETRY
        while (seat := bot_to_move(live.table)) is not None and live.is_kept_here and not live.is_gone:
            table, bot = live.table, live.table.places[seat].bot
            assert table.position is not None
            assert bot is not None
            due = clock() + (min(self.hub.pause, OPENING_PAUSE) if table.is_opening else self.hub.pause)
            try:
                seed = await self._bot_seed(live, seat)
                company, is_timed = tuple(place.bot or "" for place in table.places), table.again is None
                question = Question(table.position, seat, company)
                move, live.below_level = await self._think(question, bot, seed, is_timed=is_timed)
                await asyncio.sleep(max(0.0, due - clock()))
                await self.hub.act(live, Play(seat, None, move, table.decision))
                wait = RETRY
            except Exception as error:
                if isinstance(error, Refused) and live.table is not table:
                    continue  # the table moved on while the bot thought
                why = getattr(error, "code", type(error).__name__)  # its message may name cards
                self.hub.trouble.warn(
                    "table %s: the bot at seat %s could not move (%s), and tries again", table.id, seat, why
                )
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_RETRY)

    async def _bot_seed(self, live: Live, seat: int) -> int:
        """What the bot of a seat thinks on now: the same whenever the deal is played again."""
        again = live.table.again
        if again is not None:
            secret = bytes.fromhex((await self.hub.live(again.deal)).table.secret or "")
        else:
            if live.secret is None:
                live.secret = await self.hub.events.secret(live.table.id)
            secret = live.secret or b""
        return bot_seed(secret, seat, live.table.decision)

    async def _think(self, question: Question, bot: str, seed: int, *, is_timed: bool) -> tuple[Move, str]:
        """The whole move of a bot, chosen step by step from its view; and why it is below its level, "" if it is not.

        Hidden choices of others are not on the position: they are kept beside it. The question has who sits where, as the table
        shows it to everybody: the level of a bot, "" for a person.
        """
        below_level = ""
        while not question.is_answered:
            choice = await self.hub.thinkers.choose(question.view, bot, seed, is_timed=is_timed)
            seed += 1  # every step of a move thinks on a stream of its own
            question.take(choice.step)
            below_level = below_level or choice.below_level
        return question.move, below_level
