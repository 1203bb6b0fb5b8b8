"""Requests begin in turns, so that a crowd does not keep clocks, bots and what was begun before it waiting.

An event loop carries out everything that is ready before it looks at anything else. When hundreds come at once, as after a
restart, one such round takes seconds, and whatever needs several rounds (a clock that runs out is read, decided, written, shown)
waits for all of them several times.
"""

from __future__ import annotations

import asyncio
from collections import deque

AT_ONCE = 32  # requests that begin in one round: enough for moves that are written, and boards that are drawn, together


class Turns:
    """Lets so many begin in each round of the event loop; the others wait in the order in which they came."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self.at_once = self._left = at_once
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def take(self) -> None:
        """Wait for one's turn; not at all if few have come."""
        loop = asyncio.get_running_loop()
        if not self._left:
            turn = loop.create_future()
            self._waiting.append(turn)
            await turn
            return
        if self._left == self.at_once:
            loop.call_soon(self._next_round, loop)
        self._left -= 1

    def _next_round(self, loop: asyncio.AbstractEventLoop) -> None:
        self._left = self.at_once
        while self._left and self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # else it has been cancelled
                turn.set_result(None)
                self._left -= 1
        if self._left < self.at_once:
            loop.call_soon(self._next_round, loop)
