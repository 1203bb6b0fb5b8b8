"""Reading moves as people and language models write them, and saying what could not be read."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from tripot.core.state import NOBODY
from tripot.errors import IllegalMove, NotationError
from tripot.outside import shortened, some_of, whole_number
from tripot.play import Game, Move, View

# Where a reply says what it means to play, best first.
PLACES = (
    re.compile(r"<move>(.*?)</move>", re.DOTALL | re.IGNORECASE),
    re.compile(r"\\boxed\{(?:\\text\{)?(.*?)\}", re.DOTALL),
    re.compile(r"""["']move["']\s*:\s*["'](.*?)["']""", re.DOTALL | re.IGNORECASE),
    re.compile(
        r"\b(?:final answer|my move|move|answer|action|i play|i choose|i bid|je joue|coup)\b"
        r"[^\S\n]*(?:is)?[^\S\n]*[:=]?[^\S\n]*([^\n]+)",
        re.IGNORECASE,
    ),
    re.compile(r"\[([^\[\]\n]+)\]"),
    re.compile(r"`+([^`\n]+)`+"),
    re.compile(r"\*\*([^*\n]+)\*\*"),
)
NUMBER = re.compile(r"^\W*(?:option|number|no\.?|#)?\s*#?(\d+)\W*$", re.IGNORECASE)
FILLER = re.compile(
    r"\b(?:i|would|will|to|play|playing|choose|the|my|move|is|card|cards|then|and|with|a|an|with|finally|first|note|notes|"
    r"grain|for|seat|give|giving|of|k|please|thanks|je|joue|la|le|et|puis|carte)\b|[\s.,;:!?'\"()\[\]{}*`+&/$-]",
    re.IGNORECASE,
)
SHORT = 200  # a longer reply is searched for a sentence that names the move


def parse_move(view: View, text: str, *, listed: Sequence[Move] = ()) -> Move:
    """The move that a reply means: notation in any dress, words, or with `listed` the number of a listed move (from 1).

    Raises NotationError if no move can be read, IllegalMove if its first step is not legal now; both say what would be.
    """
    if listed and (found := NUMBER.match(_bare(text))):
        number = whole_number(found[1]) or 0
        if 1 <= number <= len(listed):
            return listed[number - 1]
        given = shortened(found[1], 20, 10)
        raise NotationError(f"{view.game.name}: there is no move number {given}; the list has 1 to {len(listed)}")
    legal = [str(move) for move in view.legal_moves]
    for part in _candidates(text):
        number = whole_number(found[1]) or 0 if (found := NUMBER.match(part)) else 0
        if 1 <= number <= len(listed):
            return listed[number - 1]
        tokens, rest = _tokens(view.game, part)
        if tokens and not FILLER.sub("", rest):
            return _checked(view, tokens, legal)
    if not legal:
        raise IllegalMove(f"{view.game.name}: {_nobody_asked(view)}")
    raise NotationError(_unreadable(view, text, legal))


def _checked(view: View, tokens: list[str], legal: list[str]) -> Move:
    move = view.game.parse_move(" ".join(tokens), seat=max(view.seat, 0))
    if not legal:
        raise IllegalMove(f"{view.game.name}: {move.text!r} is not asked for; {_nobody_asked(view)}")
    if not any(token in legal for token in tokens):
        raise IllegalMove(
            f"{view.game.name}, seat {view.seat}: {move.text!r} is a move of this game but not legal now; legal: {some_of(legal)}"
        )
    return move


def _nobody_asked(view: View) -> str:
    if view.to_act == NOBODY:
        return "the game is over"
    return f"seat {view.seat} is not asked now"


def _unreadable(view: View, text: str, legal: list[str]) -> str:
    bare = _bare(text)
    shown = bare if len(bare) <= 60 else f"{bare[:57]}..."  # noqa: PLR2004
    near = difflib.get_close_matches(bare.lower().replace(" ", "-"), legal, n=2, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    if not bare:
        return f"{view.game.name}: the reply is empty; legal: {some_of(legal)}"
    return f"{view.game.name}: no move can be read in {shown!r}; {hint}write one of: {some_of(legal)}"


def _candidates(text: str) -> Iterator[str]:
    """Parts of a reply that may be the move, the most explicit first; of several the last, as second thoughts come last."""
    try:
        data = json.loads(text)
    except ValueError:
        data = None
    if isinstance(data, dict):
        for key in ("move", "action", "answer"):
            if key in data:
                yield " ".join(map(str, data[key])) if isinstance(data[key], list) else str(data[key])
    for place in PLACES:
        yield from reversed(place.findall(text))
    if len(text) <= SHORT:
        yield _bare(text)
    lines = [line for line in text.splitlines() if line.strip()]
    yield from reversed(lines)


def _bare(text: str) -> str:
    return text.strip().strip("`*\"'.!").strip()


def _tokens(game: Game, text: str) -> tuple[list[str], str]:
    """The tokens named in a text, in order, and what else is in it."""
    found = []

    def take(match: re.Match[str]) -> str:
        found.append(_spellings(game)[_key(match[0])])
        return " "

    rest = _pattern(game).sub(take, text)
    return found, rest


@lru_cache
def _pattern(game: Game) -> re.Pattern[str]:
    """Any token, with a blank or underscore for its dash and `to`, `->` or an arrow for its `>`; the longest first."""
    dressed = []
    for token in sorted(game.spelling.moves, key=len, reverse=True):
        dressed.append(
            re.escape(token)
            .replace(r"\-", r"[\s_-]*")
            .replace("-", r"[\s_-]*")
            .replace(">", r"\s*k?\$?\s*(?:>|->|=>|→|to)\s*(?:seat)?\s*")
        )
    return re.compile(rf"(?<![\w>-])(?:{'|'.join(dressed)})(?![\w>])", re.IGNORECASE)


@lru_cache
def _spellings(game: Game) -> dict[str, str]:
    return {_key(token): token for token in game.spelling.moves}


def _key(text: str) -> str:
    """What is left of a token without its dress."""
    arrow = re.sub(r"\s*k?\$?\s*(?:->|=>|→|>|\bto\b)\s*(?:seat)?\s*", ">", text.lower())
    return re.sub(r"[\s_-]+", "", arrow)
