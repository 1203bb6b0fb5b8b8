"""Laws of the audit: numbers that cannot be are not sound, and what is called sound can be played on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from tripot.core.state import CHANCE, NOBODY
from tripot.play import Game

from .walks import Broken, legal, moments, next_step, outcomes, seats_in

SEEDS = range(4)
MOMENTS = 4  # of each walk
PLACES = 5  # numbers of a field that are changed, the first and the last among them
WRONG = (NOBODY, 99)  # also tried where they are in the range, or the field can hold them at all
STEPS = 60  # that a changed state is played on


class Spoiled(NamedTuple):
    """A state with one number changed."""

    state: Any
    field: str
    place: tuple[int, ...]
    number: int

    def __str__(self) -> str:
        return f"{self.number} in {self.field}{''.join(f'[{index}]' for index in self.place)}"


def numbers_out_of_range_are_not_sound(game: Game, seats: int) -> None:
    """A number outside the declared range of its field does not pass `audit`."""
    rules = game.rules
    for s in moments(game, seats, seats, MOMENTS, {}):
        for field, cell in rules.State.position_fields().items():
            low, high = cell.range
            half = 1 << (8 * int(cell.kind[1:]) - 1)  # numbers that the field can hold
            wrong = [each for each in {low - 1, high + 1, -half, half - 1, *WRONG} if -half <= each < half]
            for bad in _spoiled(s, field, [each for each in wrong if not low <= each <= high]):
                try:
                    is_found = rules.audit(bad.state) != 0
                except Exception as error:
                    raise Broken(f"{seats} seats: audit fails at {bad}: {error}") from error
                if not is_found:
                    raise Broken(f"{seats} seats: audit lets {bad} pass, declared {low}..{high}")


def what_audit_calls_sound_can_be_played_on(game: Game, seats: int) -> None:
    """Any one number changed within its range: either `audit` says so, or the game goes on, sound at every step.

    So totals that do not add up, a seat that is not there and a card in two places are found, as far as they do any harm.
    """
    for seed in SEEDS:
        for number, s in enumerate(moments(game, seats, seed, MOMENTS)):
            for field, cell in game.rules.State.position_fields().items():
                low, high = cell.range
                for bad in _spoiled(s, field, [low, high, *WRONG], near=1):
                    if low <= bad.number <= high and game.rules.audit(bad.state) == 0:
                        try:
                            harm = _harm(game, bad.state, random.Random(seed))
                        except Exception as error:
                            harm = f"{type(error).__name__}: {error}"
                        if harm:
                            where = f"{seats} seats, walk {seed}, moment {number}"
                            raise Broken(f"{where}: audit lets {bad} pass, and later there is this: {harm}")


def _spoiled(s: Any, field: str, numbers: list[int], near: int = 0) -> Iterator[Spoiled]:
    """The state with a number of the field changed to each of these, and to those that near to what it is."""
    places = _places(getattr(s, field))
    for place in dict.fromkeys([places[0], places[-1], *random.Random(field).choices(places, k=PLACES - 2)]):
        now = _at(s, field, place)
        for number in dict.fromkeys([*numbers, *range(now - near, now + near + 1)]):
            if number != now:
                bad = s.copy()
                _put(bad, field, place, number)
                yield Spoiled(bad, field, place, number)


def _places(value: Any) -> list[tuple[int, ...]]:
    if not isinstance(value, list):
        return [()]
    return [(index, *rest) for index, row in enumerate(value) for rest in _places(row)]


def _at(s: Any, field: str, place: tuple[int, ...]) -> int:
    found: Any = getattr(s, field)
    for index in place:
        found = found[index]
    return int(found)


def _put(s: Any, field: str, place: tuple[int, ...], number: int) -> None:
    if not place:
        setattr(s, field, number)
        return
    row = getattr(s, field)
    for index in place[:-1]:
        row = row[index]
    row[place[-1]] = number


def _harm(game: Game, s: Any, chooser: random.Random) -> str:
    """What goes wrong in a game played on from there; nothing if it is over or goes well for a while."""
    rules = game.rules
    for _ in range(STEPS):
        who, pending = rules.to_act(s), seats_in(rules.pending(s))
        if who == NOBODY:
            return "" if rules.winners(s) else "nobody wins"
        if (who == CHANCE) == bool(pending):
            return f"to_act says {who}, pending {pending}"
        if not all(legal(rules, s, seat) for seat in pending) or (who == CHANCE and not outcomes(rules, s)[0]):
            return "nothing can be done"
        step = next_step(rules, s, chooser)
        assert step is not None  # somebody is to act
        rules.apply(s, *step)
        if fault := rules.audit(s):
            return rules.FAULTS[fault]
    return ""
