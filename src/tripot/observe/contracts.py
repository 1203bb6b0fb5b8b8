"""What is asked of a game's layout: `layout.py`. `docs/reference/contracts.md` says what each name means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from tripot.core import contracts

from .layout import Layout


class Observer(contracts.Observer, Protocol):
    """What a seat observes in a game, as numbers."""

    VERSION: int

    @property
    def LAYOUT(self) -> Layout: ...  # noqa: N802  # a table
    @property
    def PRIVATE(self) -> Sequence[str]: ...  # noqa: N802
    def also_seen(self, before: Any, actor: int, action: int, after: Any, /) -> int: ...
