"""What the environments have in common: who sits where, how a game is rewarded, and what an illegal action leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tripot.bots import Bot, bot
from tripot.errors import BadOption, BadSeats, IllegalMove
from tripot.play import Game

Named = str | Bot
Bots = Named | Sequence[Named | None]
"""What `bots` may be: see `seated`."""

REWARDS = ("win", "points")
ON_ILLEGAL = ("raise", "random_legal", "lose")


def one_each(game: Game, seats: int, bots: Bots | None) -> list[Named | None]:
    """A list with a place for every seat: the one given, or one bot at all places."""
    given = [bots] * seats if bots is None or isinstance(bots, str) or callable(bots) else list(bots)
    if len(given) != seats:
        raise BadSeats(f"{game.name}: {len(given)} bots for {seats} seats; name one bot, or one for each seat")
    return given


def seated(game: Game, seats: int, own: Sequence[int], bots: Bots | None) -> list[Named | None]:
    """Who plays each seat, by the one meaning that `seat` and `bots` have in all environments.

    `seat` is the caller's. `bots` is one bot for all the others, or a list with a place for every seat, of which the place of the
    caller's seat is not used and may be None. None at any other seat is refused: nobody would play it. `own` are the caller's
    seats: one, or with many tables all that occur.
    """
    for seat in own:
        if not 0 <= seat < seats:
            raise BadSeats(f"{game.name}: there is no seat {seat}; seats are 0 to {seats - 1}")
    given = one_each(game, seats, bots)
    for place, each in enumerate(given):
        if each is None and set(own) != {place}:
            yours = f"seat={own[0]}" if len(own) == 1 else "other seats at some tables"
            raise BadSeats(
                f"{game.name}: bots has None at seat {place}, but you play {yours}, so nobody would play seat {place}; "
                f"say seat={place}, or name a bot there"
            )
    return given


def seated_bots(game: Game, seats: int, own: int, bots: Bots) -> dict[int, Bot]:
    """The bots of all seats but the caller's, by seat."""
    given = seated(game, seats, [own], bots)
    return {
        place: bot(each) if isinstance(each, str) else each
        for place, each in enumerate(given)
        if each is not None and place != own
    }


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
