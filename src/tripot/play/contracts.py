"""What is asked of a game's tokens and words. `docs/reference/contracts.md` says what each name means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol


class Tokens(Protocol):
    """How the moves and the chance of a game are spelled: `tokens.py`."""

    @property
    def MOVES(self) -> tuple[str, ...]: ...  # noqa: N802  # a table
    @property
    def OUTCOMES(self) -> tuple[str, ...]: ...  # noqa: N802


class Words(Protocol):
    """A view of a game in words: `words.py`. Everything is made from views, so it cannot give a secret away."""

    def tell(
        self,
        before: Any,
        actor: int,
        action: int,
        after: Any,
        names: Sequence[str],
        lang: str,
        revealed: Sequence[tuple[int, int]],
        /,
    ) -> list[str]: ...
    def question(self, v: Any, seat: int, names: Sequence[str], lang: str, /) -> str: ...
    def explain(self, v: Any, seat: int, action: int, names: Sequence[str], lang: str, /) -> str: ...
    def sketch(self, v: Any, seat: int, /) -> str: ...
