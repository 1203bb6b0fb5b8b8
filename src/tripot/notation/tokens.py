"""Spelling: the one table per game that gives every move and every chance outcome its token."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field

from tripot.errors import NotationError


@dataclass(frozen=True)
class Spelling:
    """The tokens of a game: index in `moves` is the action, index in `outcomes` the chance outcome."""

    game: str
    moves: tuple[str, ...]
    outcomes: tuple[str, ...]
    _move: dict[str, int] = field(init=False, repr=False, compare=False)
    _outcome: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_move", {token: action for action, token in enumerate(self.moves)})
        object.__setattr__(self, "_outcome", {token: outcome for outcome, token in enumerate(self.outcomes)})

    def move(self, token: str) -> int:
        """The action that a token spells."""
        return self._find(token, self._move, "a move")

    def outcome(self, token: str) -> int:
        """The chance outcome that a token spells."""
        return self._find(token, self._outcome, "a card, die or other chance event")

    def _find(self, token: str, table: dict[str, int], what: str) -> int:
        try:
            return table[token]
        except KeyError:
            near = difflib.get_close_matches(token, table, n=3)
            hint = f"did you mean {' or '.join(near)}?" if near else f"such as {', '.join(list(table)[:3])}"
            raise NotationError(f"{self.game}: {token!r} is not {what} of this game; {hint}") from None
