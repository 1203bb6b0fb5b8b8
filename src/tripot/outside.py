"""What comes from outside: numbers that are read from text, and text that is shown to people.

Whoever sends it may send anything: five thousand digits, a megabyte where a word is wanted, sequences that steer a terminal.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

DIGITS = 9  # of a number that counts something here
SEED_DIGITS = 40
LONGEST = 1000  # letters of a message
HEAD = 700  # of them from its beginning: what would be right stands at its end
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co"})  # controls, formats (of direction too), halves of characters, private ones
BREAKS = frozenset({"Zl", "Zp"})
GUEST = "Joker"  # who has not said a name: a card player's word that is the same in every language


def whole_number(text: str, digits: int = DIGITS) -> int | None:
    """The number from 0 that a text is, in plain digits; None if it is anything else or has more digits than one could mean."""
    return int(text) if len(text) <= digits and text.isascii() and text.isdecimal() else None


def shortened(text: str, longest: int = LONGEST, head: int = HEAD) -> str:
    """A text without its middle if it is too long to be read."""
    return text if len(text) <= longest else f"{text[:head]} … {text[head - longest :]}"


def some_of(words: Sequence[str], most: int = 12) -> str:
    """The first of the words, and how many more there are."""
    return ", ".join(words[:most]) + (f" and {len(words) - most} more" if len(words) > most else "")


def harmless(text: str) -> str:
    """A text as a terminal may get it: whatever steers one, or cannot be seen, is spelt out (as JSON spells it); lines stay."""
    return "".join(c if c == "\n" or c.isprintable() or not _steers(c) else _spelt(c) for c in text)


def name_key(name: str) -> str:
    """The same for names that look alike."""
    return unicodedata.normalize("NFKC", name).casefold()


def _steers(c: str) -> bool:
    return unicodedata.category(c) in UNSEEN | BREAKS


def _spelt(c: str) -> str:
    units = c.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[place : place + 4]}" for place in range(0, len(units), 4))
