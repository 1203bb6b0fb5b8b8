"""A seat at a table of a running site, in text: the same words as `TextTable`, over the site's HTTP API."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from tripot.errors import IllegalMove, NotationError, TripotError
from tripot.notation.pages import page
from tripot.play import Move, View, load
from tripot.play.view import seat_names

from .reading import parse_move
from .text import Verdict
from .theme import Theme, hide, reveal

PATIENCE = 30.0  # seconds to wait for the others before saying that one waits
PAUSE = 0.25


class SiteTable:
    """One seat, by the address of the site, the table's id and the seat's token (the API gives both when one sits down)."""

    def __init__(
        self,
        site: str,
        table: str,
        token: str,
        *,
        show_legal: bool = True,
        patience: float = PATIENCE,
        theme: int | None = None,
    ) -> None:
        self.address, self._token = f"{site.rstrip('/')}/api/tables/{table}", token
        self.show_legal, self.patience, self.mistakes = show_legal, patience, 0
        self.data = self._ask()
        if self.data["seat"] is None:
            raise TripotError(f"the token does not hold a seat at table {table}; sit down first")
        self.theme = Theme(load(self.data["game"]), theme) if theme is not None else None
        self.game, self.seat, self.seats = load(self.data["game"]), int(self.data["seat"]), int(self.data["seats"])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.data["over"])

    @property
    def is_asked(self) -> bool:
        """Whether the seat has something to decide."""
        return self.seat in self.data["pending"] and bool(self.data["legal_moves"])

    @property
    def verdict(self) -> Verdict | None:
        """How it ended, once it has."""
        outcome = self.data["outcome"]
        if outcome is None:
            return None
        winners = tuple(outcome["winners"])
        result = "lost" if self.seat not in winners else "won" if len(winners) == 1 else "shared"
        return Verdict(result, tuple(outcome["scores"]), winners, self.mistakes)

    @property
    def view(self) -> View:
        """What the seat knows, as the site says."""
        state = self.game.rules.State()
        for name, value in (self.data["state"] or {}).items():
            setattr(state, name, value)
        return View(self.game, self.seats, None, self.seat, state, lambda: iter(()))

    def rules(self) -> str:
        """The rules of the game and how moves are written."""
        shown = ", ".join(self.game.spelling.moves)
        return hide(self.theme, f"{page(self.game.rules, 'en')}\n\nMoves are written in these words: {shown}.")

    def look(self) -> str:
        """Wait for one's turn (or for a while), then what has happened, the table, and what is asked."""
        until = time.monotonic() + self.patience
        self.data = self._ask()
        while not self.is_asked and not self.is_over and time.monotonic() < until:
            time.sleep(PAUSE)
            self.data = self._ask()
        if not self.data["begun"]:
            return "The game has not begun yet; look again later."
        lines = [*self.data["story"], "", str(self.view), ""]
        if self.is_asked:
            lines += [f"You are seat {self.seat}. {self._question()}", *self._listed()]
        else:
            lines.append("The game is over." if self.is_over else "The others are thinking; look again later.")
        return hide(self.theme, "\n".join(lines))

    def play(self, reply: str) -> str:
        """Take a reply as the seat's move; gives the next look, or says what was wrong with the reply."""
        if self.is_over:
            raise TripotError(f"{self.game.name}: the game is over")
        if not self.is_asked:
            self.data = self._ask()
        try:
            listed = self._moves() if self.show_legal else ()
            move = parse_move(self.view, reveal(self.theme, reply), listed=listed)
            self.data = self._ask("moves", {"move": str(move), "number": self.data["number"]})
        except (IllegalMove, NotationError, Declined) as error:
            self.mistakes += 1
            return hide(self.theme, str(error))
        return self.look()

    def _moves(self) -> Sequence[Move]:
        return [self.game.parse_move(text, seat=self.seat) for text in self.data["legal_moves"]]

    def _question(self) -> str:
        return str(self.game.notation.question(self.view.state, self.seat, self._names(), "en"))

    def _names(self) -> list[str]:
        return [name or nobody for name, nobody in zip(self.data["names"], seat_names(self.seats, "en"), strict=True)]

    def _listed(self) -> list[str]:
        if not self.show_legal:
            return ["Answer with your move."]
        moves = self.data["legal_moves"]
        lines = ["Answer with one of these moves, or its number:"]
        lines += [f"{number}. {move}" for number, move in enumerate(moves, start=1)]
        return lines if self.data["complete"] else [*lines, f"... and others like these: {self.data['grammar']}"]

    def _ask(self, what: str = "", body: dict[str, Any] | None = None) -> Any:
        headers = {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {self._token}",
            "Accept-Language": "en",
        }
        address = f"{self.address}/{what}".rstrip("/")
        while True:
            try:
                with urlopen(Request(address, None if body is None else json.dumps(body).encode(), headers)) as answer:
                    return json.load(answer)
            except HTTPError as error:
                said = error.read()
                if error.code == 429:  # noqa: PLR2004
                    time.sleep(PAUSE)
                    continue
                raise Declined(_message(said, error)) from None
            except URLError as error:
                raise TripotError(
                    f"the site at {self.address.partition('/api')[0]} does not answer; {error.reason}"
                ) from None


class Declined(TripotError):
    """The site has refused something; the message is its own."""

    code = "site/refused"


def _message(said: bytes, error: HTTPError) -> str:
    try:
        return str(json.loads(said)["message"])
    except (ValueError, KeyError, TypeError):
        return f"the site answered {error.code} {error.reason}"
