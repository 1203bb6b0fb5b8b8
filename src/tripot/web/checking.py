"""Checking a deal afterwards: every card and die of a record against the seal that was shown before the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tripot.core.state import CHANCE
from tripot.errors import RecordError
from tripot.notation.record import GameRecord
from tripot.play import Position, load

from .deal import Dealer, commitment, seed


class Draw(NamedTuple):
    """A chance event: of `total` places the outcome had `span`, from `place` on."""

    total: int
    place: int
    span: int
    token: str


def draws(record: GameRecord) -> Iterator[Draw]:
    """Every chance event of a record, in order."""
    position = load(record.game).by_rules(record.rules).start(seats=record.seats, options=record.options)
    for line in record.lines:
        token = " ".join(line.tokens)
        if line.actor is None:
            yield _draw(position, token)
        position = position.play(token, seat=CHANCE if line.actor is None else line.actor)


def _draw(position: Position, token: str) -> Draw:
    total, place, span = 0, 0, 0
    for move, weight in position.chance:
        if str(move) == token:
            place, span = total, weight
        total += weight
    return Draw(total, place, span, token)


def is_fair(record: GameRecord) -> bool:
    """Whether the seal fits the secret and the secret gives every draw of the record."""
    if record.commitment is None or record.secret is None:
        raise RecordError("the record has no seal: only finished games of the site carry commitment and secret")
    try:
        secret = bytes.fromhex(record.secret)
    except ValueError:
        raise RecordError("the secret of the record is not hexadecimal") from None
    if commitment(secret) != record.commitment:
        return False
    dealer = Dealer(seed(secret, [record.entropies.get(seat, "") for seat in range(record.seats)]))
    return all(draw.place <= dealer.below(draw.total) < draw.place + draw.span for draw in draws(record))
