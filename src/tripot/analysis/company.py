"""Who sat there: how each seat is expected to play on when the rest of a game is imagined.

A review is made for the company that sat at the table: advice that is right against masters may be wrong against beginners. A
seat is known by the share of its steps that follow the rules of thumb; the others are random. A level follows them as often as it
expects it of others. A person is taken for a mixture of the levels, as far as the steps of the game speak for each: that needs
the networks of the game's levels (`bots/guessing.py`); without them a person counts as the rules of thumb.

The networks themselves could play the seats on. They do not: figures came out no better, and the games take four times as long
(docs/review.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tripot.bots import BOTS, LEVELS, Level
from tripot.bots.engines import learned_engine
from tripot.bots.guessing import guess, shown_by
from tripot.bots.networks import networks
from tripot.core.rollouts import FULL
from tripot.errors import UnknownBot
from tripot.notation.record import GameRecord
from tripot.play import Game, Position

PERCENT = FULL // 100
USUAL = "thumb"  # a bot of which nothing is known
PERSON = "person"


@dataclass(frozen=True)
class Company:
    """How every seat plays on."""

    names: tuple[str, ...]
    """The ids of the bots that the seats are expected to play like; PERSON for a mixture of them."""
    thumbs: tuple[int, ...]
    """Thousandths of their steps that follow the rules of thumb."""
    guessed: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    """By seat of a person: how many thousandths of it each level is."""


def company(
    game: Game, seats: int, bots: Sequence[str] | None = None, *, position: Position | None = None, seed: int = 0
) -> Company:
    """The company of these bots or people, one for each seat or one for all; by default all follow the rules of thumb.

    People play on as the game up to the position speaks for it; without one, like the rules of thumb.
    """
    given = tuple(bots or (USUAL,))
    given = given * seats if len(given) == 1 else given
    if len(given) != seats:
        raise UnknownBot(f"{game.name}: {len(given)} bots for {seats} seats; name one bot, or one for each seat")
    people = [seat for seat, name in enumerate(given) if name == PERSON]
    guessed = _guessed(position, people, seed) if position and people else {}
    names = tuple(USUAL if name == PERSON and seat not in guessed else name for seat, name in enumerate(given))
    shares = [_mean(game, guessed[seat]) if seat in guessed else _share(game, name) for seat, name in enumerate(names)]
    return Company(names, tuple(shares), guessed)


def sitting(record: GameRecord) -> list[str]:
    """Who sat there by a record. Where it says nothing of bots, they are known by their names; all others are people.

    A bot that is not known here, such as a search with settings of its own, is expected to play like the rules of thumb.
    """
    seats = range(record.seats)
    if record.bots:
        ids = [record.bots.get(seat, PERSON) for seat in seats]
        return [one if one == PERSON or one in BOTS else USUAL for one in ids]
    known = {level.name: level.id for level in LEVELS.values()}
    found = [record.names.get(seat, "") for seat in seats]
    return [known.get(name) or next((one for one in BOTS if name.split(" ")[0] == one), PERSON) for name in found]


def _share(game: Game, name: str) -> int:
    """Thousandths of the steps by the rules of thumb: a level expects of others what it is itself."""
    found = BOTS.get(name)
    if found is None:
        raise UnknownBot(f"a review knows the bots {', '.join(BOTS)}, and {PERSON}; not {name!r}")
    if name == "random":
        return 0
    if isinstance(found, Level):
        return found.settings_for(game, compiled=True).thumb * PERCENT
    return FULL


def _mean(game: Game, levels: Mapping[str, int]) -> int:
    """The share of somebody who may be of several levels."""
    return sum(odds * _share(game, level) for level, odds in levels.items()) // FULL


def _guessed(position: Position, people: Sequence[int], seed: int) -> dict[int, Mapping[str, int]]:
    """How much of each person is of each level, by what the seat after it has seen of it."""
    game, known = position.game, networks(position.game)
    if known is None:
        return {}
    found, runner = dict[int, Mapping[str, int]](), learned_engine(game)
    for seat in people:
        view = position.view((seat + 1) % position.seats)
        found |= guess(runner, view, known, shown_by(view, (seat,)), seed)
    return found
