"""A seat at a table of a running site, in text: the same words as `TextTable`, over the site's HTTP API."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from tripot.errors import IllegalMove, NotationError, TripotError
from tripot.play import Move, View, load
from tripot.play.names import seat_names

from .reading import parse_move
from .text import Verdict
from .theme import Theme, hide, reveal

PATIENCE = 30.0  # seconds to wait for the others before saying that one waits
PAUSE = 0.25
TIMEOUT = 20.0  # seconds in which the site has to begin to answer, and to go on
TRIES = 5  # of one request that the site finds too many
LONGEST_WAIT = 30  # seconds that we wait before such a try: the model gets its answer, or hears that there is none
TOO_MANY = 429
OWN_FAULT = 500  # and above


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
        timeout: float = TIMEOUT,
        theme: int | None = None,
    ) -> None:
        if not site.startswith(("http://", "https://")):
            raise TripotError(f"the address of a site begins with http:// or https://, not {site!r}")
        self.site, self._token = site.rstrip("/"), token
        self.address = f"{self.site}/api/tables/{table}"
        self.show_legal, self.patience, self.timeout, self.mistakes = show_legal, patience, timeout, 0
        self.data = self._ask()
        if not isinstance(self.data, dict) or "seat" not in self.data:
            raise TripotError(f"what answers at {self.address} is no table of tripot")
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
        return hide(self.theme, f"{self.game.page('en')}\n\nMoves are written in these words: {shown}.")

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
        return str(self.game.words.question(self.view.state, self.seat, self._names(), "en"))

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
        """Ask the site; what it finds too many is asked again after as long as it says, a few times."""
        for tried in range(1, TRIES + 1):
            try:
                return self._asked_once(f"{self.address}/{what}".rstrip("/"), body)
            except TooMany as error:
                if error.seconds > LONGEST_WAIT or tried == TRIES:
                    often = f"{tried} tries" if tried > 1 else "one try"
                    raise TripotError(
                        f"the site at {self.site} wants fewer requests, still after {often}: {error}; "
                        f"it asks to wait {error.seconds} seconds"
                    ) from None
                time.sleep(max(PAUSE, error.seconds))
        raise AssertionError("every try returns or raises")

    def _asked_once(self, address: str, body: dict[str, Any] | None) -> Any:
        headers = {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {self._token}",
            "Accept-Language": "en",
        }
        request = Request(address, None if body is None else json.dumps(body).encode(), headers)
        try:
            with urlopen(request, timeout=self.timeout) as answer:
                return json.load(answer)
        except HTTPError as error:
            raise _refusal(error) from None
        except TimeoutError:
            raise self._silent(f"it took longer than {self.timeout:g} seconds") from None
        except URLError as error:
            is_late = isinstance(error.reason, TimeoutError)
            raise self._silent(f"it took longer than {self.timeout:g} seconds" if is_late else error.reason) from None
        except (OSError, HTTPException, ValueError) as error:
            raise self._silent(f"what it sent was cut off or no JSON ({type(error).__name__})") from None

    def _silent(self, why: object) -> TripotError:
        return TripotError(f"the site at {self.site} does not answer; {why}")


class Declined(TripotError):
    """The site has refused something; the message is its own."""

    code = "site/refused"


class TooMany(Declined):
    """The site wants fewer requests; `seconds` is how long it asks to wait."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


def _refusal(error: HTTPError) -> TripotError:
    """What the site has refused, or that it could not answer, which is nobody's mistake but its own."""
    message = _message(error)
    if error.code != TOO_MANY:
        return Declined(message) if error.code < OWN_FAULT else TripotError(message)
    wished = error.headers.get("Retry-After", "")
    return TooMany(message, int(wished[:9]) if wished.isdecimal() else 0)


def _message(error: HTTPError) -> str:
    try:
        return str(json.loads(error.read())["message"])
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return f"the site answered {error.code} {error.reason}"
