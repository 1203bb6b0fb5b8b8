"""Every deliberate error of tripot.

Each sentence says where, what, why and what instead; `code` is stable, for programs, translations and tests.
Bad input of any kind is a ValueError.
"""

from __future__ import annotations

import re

from .outside import shortened

LINE = re.compile(r"line ([0-9]+): ")


class TripotError(ValueError):
    """Something that a caller gave cannot be used; the message says what would be right, and is never too long to be read."""

    code = "tripot/error"

    def __init__(self, message: str = "") -> None:
        super().__init__(shortened(message))


class UnknownGame(TripotError):
    """No game has that name."""

    code = "game/unknown"


class BadSeats(TripotError):
    """The game is not played by that many, or there is no such seat."""

    code = "seats/bad"


class UnknownRules(TripotError):
    """Made by a version of a game's rules that this tripot cannot play by."""

    code = "rules/unknown"


class BadOption(TripotError):
    """The game has no such option, or the option no such value."""

    code = "option/bad"


class NotationError(TripotError):
    """Not the spelling of any move of this game."""

    code = "move/unreadable"


class IllegalMove(TripotError):
    """A move of this game, but not now or not for this seat."""

    code = "move/illegal"


class PositionError(TripotError):
    """Not a position of this game."""

    code = "position/bad"


class RecordError(TripotError):
    """Not the record of a game, or a record that does not follow the rules."""

    code = "record/bad"

    @property
    def line(self) -> int | None:
        """The line of the text that the message begins with, if it names one."""
        found = LINE.match(str(self))
        return int(found[1]) if found else None


class UnknownBot(TripotError):
    """No bot has that name."""

    code = "bot/unknown"


class BotFailed(TripotError):
    """A bot raised an error or chose a move that is not legal; `record` is the game up to there.

    The message may quote what only its seat knows: it is for whoever runs the bots, not for other seats.
    """

    code = "bot/failed"

    def __init__(self, message: str, record: str = "", seat: int | None = None) -> None:
        super().__init__(message)
        self.record, self.seat = record, seat


class ArenaError(TripotError):
    """A schedule that cannot be played, a file that is not of this schedule, a folder that cannot be written."""

    code = "arena/bad"
