"""An MCP server with which a language model takes a seat: `tripot mcp`.

The model reads the rules, looks, and plays; the table keeps its secrets from it as from everybody.
"""

from __future__ import annotations

from typing import Any

from mcp.server import MCPServer

from tripot.errors import TripotError
from tripot.play import games

from .site import SiteTable
from .text import TextTable

ABOUT = (
    "A table of a card-and-dice game against bots. Read the rules, look at the table, then play one move at a time "
    "until the game is over. What cannot be read as a legal move is explained; too many of those forfeit the game."
)


class Host:
    """One table after the other, for one model, and the count of how its games ended."""

    def __init__(self, at: SiteTable | None = None, **settings: Any) -> None:
        self.settings = settings
        self.table: TextTable | SiteTable | None = at
        self.results = {"won": 0, "shared": 0, "lost": 0, "forfeited": 0}
        self._counted = False

    def begin(self, **changes: Any) -> str:
        """Open a table; a game under way is given up, which counts as a forfeit."""
        if isinstance(self.table, SiteTable):
            raise TripotError("this seat is at a table of a site; it stays there until the game is over")
        given = {name: value for name, value in changes.items() if value is not None}
        table = TextTable(**(self.settings | given))
        if self.table is not None and not self._counted:
            self.results["forfeited"] += 1
        self.table, self._counted = table, False
        return table.look()

    def seat(self) -> TextTable | SiteTable:
        """The table, which must be there."""
        if self.table is None:
            self.begin()
        assert self.table is not None
        return self.table

    def play(self, move: str) -> str:
        """Play at the table and count the game when it is over."""
        table = self.seat()
        text = table.play(move)
        if (verdict := table.verdict) is not None and not self._counted:
            self._counted = True
            self.results[verdict.result] += 1
            text += f"\n\nYou have {verdict.result} this game."
        return text

    def score(self) -> str:
        """How the games ended so far."""
        return ", ".join(f"{count} {result}" for result, count in self.results.items())


def server(at: SiteTable | None = None, **settings: Any) -> MCPServer:
    """The server: at a seat of a site, or with tables of its own, for which the settings are those of `TextTable`."""
    host = Host(at, **settings)
    mcp = MCPServer("tripot", instructions=ABOUT)

    @mcp.tool()
    def list_games() -> str:
        """The games that can be played, with their seats."""
        return "\n".join(f"{game.name}: {game.title}, {game.least} to {game.most} seats" for game in games())

    @mcp.tool()
    def read_rules() -> str:
        """The rules of the game at the table, and how its moves are written."""
        return host.seat().rules()

    @mcp.tool()
    def new_table(game: str | None = None, seats: int | None = None, seat: int | None = None) -> str:
        """Begin a new game against bots; what is not given is as the host has set it. Giving up a game forfeits it."""
        return _answer(lambda: host.begin(game=game, seats=seats, seat=seat))

    @mcp.tool()
    def look() -> str:
        """The table as you see it, what has happened since you last looked, and what you are asked."""
        return host.seat().look()

    @mcp.tool()
    def play(move: str) -> str:
        """Play a move, as the rules spell it (or the number of a listed move)."""
        return _answer(lambda: host.play(move))

    @mcp.tool()
    def my_results() -> str:
        """How your games ended so far; forfeits are counted apart from losses."""
        return host.score()

    return mcp


def _answer(ask: Any) -> str:
    """An answer, or the sentence that says why not: a model can read it and do better."""
    try:
        return str(ask())
    except TripotError as error:
        return f"Refused: {error}"
