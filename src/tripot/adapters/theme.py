"""An obfuscated theme: the things of a game under invented names, so that memorised knowledge of it does not help."""

from __future__ import annotations

import random
import re
from typing import Any

from tripot.errors import UnknownGame
from tripot.play import Game, games

# Words of play that stay: without them the rules could not be read.
PLAIN = """
accept bid call die draw duel no offer pass put refuse set steal stop to blank card point real estate night
"""

BEGINNINGS = (
    "b",
    "br",
    "d",
    "dr",
    "f",
    "fl",
    "g",
    "gl",
    "k",
    "kr",
    "l",
    "m",
    "n",
    "p",
    "pl",
    "r",
    "s",
    "st",
    "t",
    "tr",
    "v",
    "z",
)
MIDDLES = ("a", "e", "i", "o", "u", "ai", "oo", "ia")
ENDS = ("b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "t", "x", "nd", "rt", "lm")
YEARS = (1950, 1990)  # one of them instead of the year in which the game came out
UNKNOWN = "unknown"  # what a word of the real game is read as


class Theme:
    """A dictionary from the game's words to invented ones and back; the number chooses the invention."""

    def __init__(self, game: Game, number: int) -> None:
        tokens = {
            word for token in game.spelling.moves + game.spelling.outcomes for word in re.findall("[a-z]{3,}", token)
        }
        things = game.things or " ".join(re.findall("[a-z]{3,}", f"{game.name} {game.title} {game.designer}".lower()))
        words = sorted((tokens | set(things.split())) - set(PLAIN.split()))
        rng = random.Random(f"{game.name} {number}")
        invented: dict[str, None] = {}
        while len(invented) < len(words):
            invented[
                rng.choice(BEGINNINGS) + rng.choice(MIDDLES) + rng.choice(ENDS) + rng.choice(MIDDLES) + rng.choice(ENDS)
            ] = None
        self.game, self.number = game, number
        self.words = dict(zip(words, invented, strict=True))
        if game.year is not None:
            self.words[str(game.year)] = str(rng.randrange(*YEARS))
        self._there = _pattern(self.words)
        self._back = {new: old for old, new in self.words.items()}
        self._home = _pattern(self._back)

    def hide(self, text: str) -> str:
        """A text in the invented words."""
        return self._there.sub(lambda match: _like(match[1], self.words[match[1].lower()]) + match[2], text)

    def reveal(self, text: str) -> str:
        """A text in the game's own words; where it uses these words itself it is not understood."""
        return self._home.sub(
            lambda match: _like(match[1], self._back[match[1].lower()]) + match[2], self._there.sub(UNKNOWN, text)
        )


def hide(theme: Theme | None, text: str) -> str:
    """A text in the words of a theme, if there is one."""
    return theme.hide(text) if theme else text


def reveal(theme: Theme | None, text: str) -> str:
    """A text in the game's own words, if there is a theme."""
    return theme.reveal(text) if theme else text


def hide_data(theme: Theme | None, data: Any) -> Any:
    """Plain data with all its texts, keys too, in the words of a theme, if there is one."""
    if isinstance(data, str):
        return hide(theme, data)
    if isinstance(data, dict):
        return {hide(theme, key): hide_data(theme, value) for key, value in data.items()}
    return [hide_data(theme, each) for each in data] if isinstance(data, list) else data


def themed_games(number: int | None) -> dict[str, tuple[Game, str]]:
    """The games by the name that a theme gives them, each with its title there; without a theme by their own names."""
    themes = [(game, None if number is None else Theme(game, number)) for game in games()]
    return {hide(theme, game.name): (game, hide(theme, game.title)) for game, theme in themes}


def game_named(name: str, number: int | None) -> Game:
    """The game of a name in a theme: its real name is not understood there, nor said."""
    known = themed_games(number)
    if name not in known:
        given = "of this name here" if number is not None else repr(name)
        raise UnknownGame(f"there is no game {given}; games: {', '.join(known)}")
    return known[name][0]


def _pattern(words: dict[str, str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<![A-Za-z])({'|'.join(longest_first)})(s?)(?![A-Za-z])", re.IGNORECASE)


def _like(old: str, new: str) -> str:
    if old.isupper():
        return new.upper()
    return new.capitalize() if old[0].isupper() else new
