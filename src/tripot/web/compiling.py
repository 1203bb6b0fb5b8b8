"""The games are compiled while the site is open: at low priority, once, and the bots say so until it is done.

Each game is compiled by a process of its own, which ends with the server; what it has finished is kept, so the next start goes on
from there. Whoever compiles a game (this, another server, `tripot warm`), the hub notices, and the workers load it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from tripot.analysis import engines as analysis
from tripot.bots.engines import has_numba, is_warm, warming
from tripot.play import Game, games

from .hub import Hub

log = logging.getLogger("tripot.web")

# At the lowest priority they take no core from the site; where there are no priorities one is left to it.
AT_ONCE = max(1, (os.cpu_count() or 1) - (0 if hasattr(os, "nice") else 1))
LOOK = 1.0  # seconds between two looks at what has been compiled


class Say(Protocol):
    """Tells the host how far it is; a `transient` line may be replaced by the next."""

    def __call__(self, line: str, *, transient: bool = False) -> None: ...


class Compiling:
    """Compiles the games that are not compiled yet, those first at whose tables people are."""

    def __init__(
        self,
        hub: Hub,
        say: Say,
        *,
        is_on: bool = True,
        is_here: bool = True,
        loads_games: bool = True,
        command: Callable[[Game], Sequence[str]] = lambda game: warming(game, "--gently", str(os.getpid())),
        reviews: Callable[[Game], Sequence[str]] = lambda game: warming(game, "--gently", str(os.getpid()), "--review"),
    ) -> None:
        self.hub, self.say, self.is_on, self.loads_games, self.command = hub, say, is_on, loads_games, command
        self.is_here, self.reviews = is_here, reviews
        self._cold: dict[str, Game] = {}
        self._began = time.monotonic()

    async def look(self) -> None:
        """See what is compiled, before the first page says how strong the bots are."""
        self._cold = {game.name: game for game in games() if not await asyncio.to_thread(is_warm, game)}
        for name in self._cold:
            self.hub.uncompiled[name] = "compiling" if self.is_on and has_numba() else "plain"

    async def run(self) -> None:
        """Compile what `look` found, and notice what is compiled, until nothing is left; then what reviews need."""
        await self._run()
        if self.is_on and self.is_here and has_numba():
            for game in games():
                if not await asyncio.to_thread(analysis.is_warm, game):
                    await self._compile_one(game, self.reviews(game))

    async def _run(self) -> None:
        if not self._cold:
            return
        if not self.is_here:  # another process of this site does it, and tells the host
            await self._watch()
        elif not has_numba():
            self.say("numba is not installed, so bots play below their level: pip install 'tripot[fast]'")
        elif self.is_on:
            await self._compile()
        else:
            self.say(f"{', '.join(self._cold)}: not compiled, so bots play below their level: tripot warm")
            await self._watch()

    async def _compile(self) -> None:
        count = len(self._cold)
        self._tell(count)
        waiting = list(self._cold.values())
        tasks = [asyncio.create_task(self._compile_some(waiting)) for _ in range(AT_ONCE)]
        tasks.append(asyncio.create_task(self._watch(count)))
        try:
            await asyncio.gather(*tasks)
            self.say(f"all games are compiled, after {time.monotonic() - self._began:.0f} s: bots are at full strength")
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._cold:
                self.say(f"{', '.join(self._cold)}: compiling goes on at the next start")

    def _tell(self, count: int) -> None:
        done = count - len(self._cold)
        line = f"compiling the games in the background, once: {done} of {count} done; bots play below their level until then"
        self.say(line, transient=True)

    async def _compile_some(self, waiting: list[Game]) -> None:
        while waiting:
            game = max(waiting, key=self.hub.tables_of_game)
            waiting.remove(game)
            if await self._compile_one(game, self.command(game)):
                self.hub.uncompiled[game.name] = "plain"

    async def _compile_one(self, game: Game, command: Sequence[str]) -> str:
        """Compile a game; why it could not be, "" if it was."""
        quiet = asyncio.subprocess.DEVNULL
        try:
            job = await asyncio.create_subprocess_exec(
                *command, stdin=quiet, stdout=quiet, stderr=asyncio.subprocess.PIPE
            )
        except OSError as error:
            return _failed(game, error.strerror or type(error).__name__)
        try:
            _, said = await job.communicate()
        finally:
            if job.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    job.kill()
                await job.wait()
        if not job.returncode:
            return ""
        why = said.decode(errors="replace").strip().splitlines()
        return _failed(game, why[-1] if why else f"exit code {job.returncode}")

    async def _watch(self, count: int = 0) -> None:
        """Notice what is compiled, and have the workers load it."""
        while self._cold:
            for name, game in list(self._cold.items()):
                if is_warm(game):
                    del self._cold[name]
                    self.hub.compiled(name)
                    if self.loads_games:
                        self.hub.thinkers.load(name)
                    if count and self._cold:
                        self._tell(count)
            await asyncio.sleep(LOOK if self._cold else 0)


def _failed(game: Game, why: str) -> str:
    log.error("%s could not be compiled (%s)", game.name, why)
    return why
