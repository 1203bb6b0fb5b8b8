"""What the environments have in common: how a game is rewarded, and what an illegal action leads to."""

from __future__ import annotations

from typing import Any

import numpy as np

from tripot.errors import BadOption, IllegalMove
from tripot.play import Game

REWARDS = ("win", "points")
ON_ILLEGAL = ("raise", "random_legal", "lose")


def check_policy(game: Game, name: str, value: object, values: tuple[str, ...]) -> None:
    """Raise BadOption unless the value is one of those known."""
    if value not in values:
        raise BadOption(f"{game.name}: {name} cannot be {value!r}; it is {' or '.join(values)}")


def picked(game: Game, seat: int, action: int, mask: Any, on_illegal: str, rng: np.random.Generator) -> int | None:
    """The action to play for an action chosen: itself if legal; else by policy another one, None if that loses, or an error."""
    if mask[action]:
        return action
    legal = np.flatnonzero(mask)
    if on_illegal == "random_legal":
        return int(rng.choice(legal))
    if on_illegal == "lose":
        return None
    raise IllegalMove(refusal(game, seat, action, legal))


def refusal(game: Game, seat: int, action: int, legal: Any) -> str:
    """The sentence for an illegal action: what it is and what would be legal."""
    names = (*game.spelling.moves, "wait")
    instead = ", ".join(f"{number} ({names[number]})" for number in legal[:12])
    more = f" and {len(legal) - 12} more" if len(legal) > 12 else ""  # noqa: PLR2004
    return (
        f"{game.name}, seat {seat}: action {action} ({names[action]}) is not legal now; "
        f"legal: {instead}{more} (see the action mask)"
    )
