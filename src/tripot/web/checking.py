"""Checking a deal afterwards: every card and die of a record against the seal that was shown before the game.

The weights of every draw are computed again from the rules. What nobody can see in a record is whether its seal is the one that
was shown: whoever checks must bring the seal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tripot.core.state import CHANCE
from tripot.errors import RecordError, TripotError
from tripot.notation.record import GameRecord
from tripot.outside import shortened
from tripot.play import Position, load, replay

from .deal import Dealer, commitment, pledge, seed
from .folding import record_of
from .table import Table, at_place

LONGEST_WORD = 80  # letters of a word of the record in a sentence


def faults(record: GameRecord, *, seal: str | None = None, has_pledges: bool = True) -> list[str]:
    """What is wrong with the deal of a record, a sentence each; nothing if it is fair.

    `seal` is the one that was shown before the game; without it the record's own is trusted. `has_pledges=False` checks a deal of
    the time before there were pledges.
    """
    secret = _secret(record)
    found = []
    if seal is not None and seal != record.commitment:
        found.append(f"the seal of the record, {_quoted(record.commitment or '')}, is not the one that was shown")
    if commitment(secret) != record.commitment:
        found.append("the secret does not fit the seal of the record")
    if has_pledges:
        found += _broken_pledges(record)
    return found or _wrong_draws(record, secret)


def is_fair(record: GameRecord, *, seal: str | None = None, has_pledges: bool = True) -> bool:
    """Whether the seal fits the secret, the entropies fit their pledges, and together they give every draw of the record."""
    return not faults(record, seal=seal, has_pledges=has_pledges)


def _secret(record: GameRecord) -> bytes:
    if record.commitment is None or record.secret is None:
        raise RecordError("the record has no seal: only finished games of the site carry commitment and secret")
    if record.start is not None:
        raise RecordError("the record does not begin at the beginning, as every game of the site does")
    try:
        return bytes.fromhex(record.secret)
    except ValueError:
        raise RecordError("the secret of the record is not hexadecimal") from None


def _broken_pledges(record: GameRecord) -> Iterator[str]:
    for seat, entropy in sorted(record.entropies.items()):
        if seat not in record.pledges:
            yield (
                f"seat {seat} has entropy that it had not pledged: a host could have chosen the deal after seeing it "
                "(or the game is of the time before pledges)"
            )
        elif pledge(entropy) != record.pledges[seat]:
            yield f"the entropy of seat {seat} is not the one that it had pledged"


def _wrong_draws(record: GameRecord, secret: bytes) -> list[str]:
    """The first draw that is not the sealed one, or why the record is no game by the rules."""
    position = load(record.game).by_rules(record.rules).start(seats=record.seats, options=record.options)
    dealer = Dealer(seed(secret, [record.entropies.get(seat, "") for seat in range(record.seats)]))
    try:
        for line in record.lines:
            token = " ".join(line.tokens)
            if line.actor is None and (drawn := _drawn(position, dealer)) != token:
                return [f"draw {dealer.counter} of the record is {_quoted(token)}; the seal gives {drawn}"]
            position = position.play(token, seat=CHANCE if line.actor is None else line.actor)
        replay(record)  # the scores too
    except TripotError as error:
        return [f"the record is not a game by the rules: {error}"]
    return []


def _quoted(word: str) -> str:
    """A word of the record in a sentence; a seal is whole."""
    return shortened(word, LONGEST_WORD, LONGEST_WORD // 2)


def _drawn(position: Position, dealer: Dealer) -> str:
    outcomes = position.chance
    if not outcomes:
        return "nothing"
    return str(at_place(outcomes, dealer.below(sum([weight for _, weight in outcomes]))))


def draw_count(record: GameRecord) -> int:
    """How many chance events a record has."""
    return sum(line.actor is None for line in record.lines)


def full_record(table: Table) -> GameRecord:
    """The record of a finished game with everything that is needed to check its deal."""
    record = record_of(table)
    if not table.has_seal:
        return record
    entropies = {seat: entropy for seat, entropy in enumerate(table.entropies) if entropy}
    pledges = {seat: pledged for seat, pledged in enumerate(table.pledges) if pledged}
    return replace(record, commitment=table.commitment, secret=table.secret, pledges=pledges, entropies=entropies)
