"""An MCP server with which a language model takes a seat: `tripot mcp`.

The model reads the rules, looks, and plays; the table keeps its secrets from it as from everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from mcp.server import MCPServer

from tripot.errors import BadSeats, TripotError
from tripot.play import Game, games, load
from tripot.play.game import SEED_LIMIT

from .site import SiteTable
from .text import TextTable
from .theme import Theme, game_named, hide, themed_games

ABOUT = (
    "A table of a card-and-dice game against bots. Read the rules, look at the table, then play one move at a time "
    "until the game is over. What cannot be read as a legal move is explained; too many of those forfeit the game."
)
ANY_BOT = "random"  # at the model's own seat, which no bot plays


@dataclass(frozen=True)
class TableSettings:
    """What the host has set for the tables: what a model does not choose itself when it opens one."""

    game: str = field(default_factory=lambda: games()[0].name)
    seats: int | None = None
    seat: int = 0
    bots: str | Sequence[str] = "thumb"
    """One bot for all other seats, or one for each of them, in the order of the seats."""
    seed: int | None = None
    """The first table is dealt from this seed, the second from the next number, and so on."""
    show_legal: bool = True
    patience: int = 3
    theme: int | None = None

    def at_table(self, number: int, game: Game, seats: int | None, seat: int | None) -> dict[str, Any]:
        """The arguments of the `TextTable` number 0, 1, ... of the model."""
        seats = self.seats if seats is None else seats
        seats = game.usual_seats if seats is None else seats
        game.check_seats(seats)
        seat = self.seat if seat is None else seat
        if not 0 <= seat < seats:
            raise BadSeats(f"{game.name}: there is no seat {seat}; seats are 0 to {seats - 1}")
        seed = None if self.seed is None else (self.seed + number) % SEED_LIMIT
        more = {"show_legal": self.show_legal, "patience": self.patience, "theme": self.theme}
        return {"seats": seats, "seat": seat, "bots": self._seated(game, seats, seat), "seed": seed, **more}

    def _seated(self, game: Game, seats: int, seat: int) -> str | list[str]:
        """One bot for all, or a list with a place for every seat."""
        if isinstance(self.bots, str):
            return self.bots
        if len(self.bots) != seats - 1:
            others = f"{seats - 1} other seat{'s' if seats - 1 > 1 else ''}"
            raise BadSeats(f"{game.name}: {len(self.bots)} bots for {others}; name one bot, or one for each other seat")
        return [*self.bots[:seat], ANY_BOT, *self.bots[seat:]]


class Host:
    """One table after the other, for one model, and the count of how its games ended."""

    def __init__(self, at: SiteTable | None = None, settings: TableSettings | None = None) -> None:
        self.settings = settings or TableSettings()
        self.table: TextTable | SiteTable | None = at
        self.opened = 0
        self.results = {"won": 0, "shared": 0, "lost": 0, "forfeited": 0}
        self._counted = False

    @property
    def theme(self) -> int | None:
        """The number of the theme behind which everything is said."""
        return self.table.theme.number if self.table and self.table.theme else self.settings.theme

    def begin(self, *, game: str | None = None, seats: int | None = None, seat: int | None = None) -> str:
        """Open a table and look at it; a game under way is given up, which counts as a forfeit."""
        if isinstance(self.table, SiteTable):
            raise TripotError("this seat is at a table of a site; it stays there until the game is over")
        self._open(load(self.settings.game) if game is None else game_named(game, self.theme), seats, seat)
        return self.seat().look()

    def seat(self) -> TextTable | SiteTable:
        """The table, which is opened if there is none; nobody has looked at it then."""
        if self.table is None:
            self._open(load(self.settings.game), None, None)
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

    def games(self) -> str:
        """The games by the names under which they can be asked for."""
        known = themed_games(self.theme)
        return "\n".join(f"{name}: {title}, {game.least} to {game.most} seats" for name, (game, title) in known.items())

    def score(self) -> str:
        """How the games ended so far."""
        return ", ".join(f"{count} {result}" for result, count in self.results.items())

    def answer(self, ask: Callable[[], str]) -> str:
        """An answer, or the sentence that says why not: a model can read it and do better."""
        try:
            return ask()
        except TripotError as error:
            theme = self.table.theme if self.table else None
            return f"Refused: {hide(theme, str(error))}"

    def _open(self, game: Game, seats: int | None, seat: int | None) -> None:
        try:
            table = TextTable(game, **self.settings.at_table(self.opened, game, seats, seat))
        except TripotError as error:
            theme = None if self.theme is None else Theme(game, self.theme)
            raise TripotError(hide(theme, str(error))) from None
        if self.table is not None and not self._counted:
            self.results["forfeited"] += 1
        self.opened += 1
        self.table, self._counted = table, False


def server(at: SiteTable | None = None, **settings: Any) -> MCPServer:
    """The server: at a seat of a site, or with tables of its own, for which the settings are those of `TableSettings`."""
    host = Host(at, TableSettings(**settings))
    mcp = MCPServer("tripot", instructions=ABOUT)

    @mcp.tool()
    def list_games() -> str:
        """The games that can be played, with their seats."""
        return host.games()

    @mcp.tool()
    def read_rules() -> str:
        """The rules of the game at the table, and how its moves are written."""
        return host.answer(lambda: host.seat().rules())

    @mcp.tool()
    def new_table(game: str | None = None, seats: int | None = None, seat: int | None = None) -> str:
        """Begin a new game against bots; what is not given is as the host has set it. Giving up a game forfeits it."""
        return host.answer(lambda: host.begin(game=game, seats=seats, seat=seat))

    @mcp.tool()
    def look() -> str:
        """The table as you see it, what has happened since you last looked, and what you are asked."""
        return host.answer(lambda: host.seat().look())

    @mcp.tool()
    def play(move: str) -> str:
        """Play a move, as the rules spell it (or the number of a listed move)."""
        return host.answer(lambda: host.play(move))

    @mcp.tool()
    def my_results() -> str:
        """How your games ended so far; forfeits are counted apart from losses."""
        return host.score()

    return mcp
