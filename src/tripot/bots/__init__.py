"""Who chooses a move from a view: never from a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tripot.core.rng import Rng, begin, below
from tripot.errors import UnknownBot
from tripot.play import Game, Move, View

from . import hick_hack, raise_, razzia, razzia_knizia

POLICIES = {"razzia": razzia, "razzia-knizia": razzia_knizia, "hick-hack": hick_hack, "raise": raise_}
"""By game: the module whose `thumb(v, seat, rng)` gives the rule-of-thumb action from a view's state."""

Bot = Callable[[View, Rng], Move]
"""A bot is a function from what its seat knows, and a random stream of its own, to a legal small step."""


def random_bot(view: View, rng: Rng) -> Move:
    """Any legal move, all equally likely."""
    moves = view.legal_moves
    return moves[below(rng, len(moves))]


def thumb_bot(view: View, rng: Rng) -> Move:
    """What the game's rules of thumb say."""
    policy: Any = POLICIES[view.game.name]
    action: int = policy.thumb(view.state, view.seat, rng)
    return view.game.steps[action]


BOTS: dict[str, Bot] = {"random": random_bot, "thumb": thumb_bot}


def bot(name: str) -> Bot:
    """The bot of that name."""
    try:
        return BOTS[name]
    except KeyError:
        raise UnknownBot(f"there is no bot {name!r}; bots: {', '.join(BOTS)}") from None


def stream(seed: int, seat: int, *, game: int = 0) -> Rng:
    """The random stream of the bot at a seat."""
    rng = Rng()
    begin(rng, seed, game, seat + 1)
    return rng


__all__ = ["BOTS", "POLICIES", "Bot", "Game", "bot", "random_bot", "stream", "thumb_bot"]
