"""Laws of observations: numbers stay in range, whoever looks comes first, and secrets are where the layout says."""

from __future__ import annotations

from typing import Any

from tripot import observe
from tripot.core.state import SPECTATOR
from tripot.observe.layout import Part
from tripot.play import Game
from tripot.play.view import View

from .walks import another_world, demand, moments, view_of, viewers, walk

SEEDS = range(4)
WORLDS = 6
OWN = "seat"  # the part that says which seat looks


def row_of(game: Game, s: Any, seat: int) -> Any:
    """What a seat observes of a state."""
    return observe.tensor(View(game, s.seats, None, seat, view_of(game.rules, s, seat), lambda: iter(())))


def observations_stay_in_their_ranges(game: Game, seats: int) -> None:
    """Every number lies in the range that the layout gives it, and the parts cover the tensor exactly once."""
    layout = observe.layout(game)
    places = [place for part in layout for place in range(part.start, part.stop)]
    demand(places == list(range(layout.size)), "the layout", "its parts do not cover the tensor exactly once")
    low, high = layout.bounds()
    for seed in SEEDS:
        for number, (s, _, _) in enumerate(walk(game, seats, seed)):
            for seat in (seats - 1, SPECTATOR):
                row = row_of(game, s, seat)
                if (row < low).any() or (row > high).any():
                    where = f"{seats} seats, walk {seed}, step {number}, seat {seat}"
                    for part in layout:
                        numbers = row[part.start : part.stop]
                        least, most = int(numbers.min()), int(numbers.max())
                        said = f"{part.name} has {least}..{most}, declared {part.low}..{part.high}"
                        demand(part.low <= least and most <= part.high, where, said)


def observations_are_the_same_in_worlds_that_look_the_same(game: Game, seats: int) -> None:
    """An observation tells nothing that the view does not."""
    for number, s in enumerate(moments(game, seats, seats, 12, {})):
        for seat in viewers(seats):
            mine, theirs = (row_of(game, each, seat) for each in (s, another_world(game.rules, s, seat, number)))
            demand(
                (mine == theirs).all(), f"{seats} seats, moment {number}, seat {seat}", "the observation tells a secret"
            )


def whoever_looks_comes_first(game: Game, seats: int) -> None:
    """What everybody sees and has a row for each seat is counted from the seat that looks."""
    layout = observe.layout(game)
    some = [*moments(game, seats, seats, 12, {}), *moments(game, seats, seats + 1, 12, {})]
    tables = [[layout.named(row_of(game, s, seat)) for seat in range(seats)] for s in some]
    for number, table in enumerate(tables):
        own = [int(row[OWN].argmax()) for row in table if OWN in row]
        demand(own in ([], list(range(seats))), f"{seats} seats, moment {number}", f"the part {OWN!r} says {own}")
    secret, of_few = _secret_parts(game, some, tables), _observed_by_few(game)
    for part in layout:
        if part.name != OWN and part.name not in secret and _is_by_seat(game, part, of_few):
            _counted_from_own_seat(game, part, [[row[part.name] for row in table] for table in tables])


def _secret_parts(game: Game, some: list[Any], tables: list[list[dict[str, Any]]]) -> set[str]:
    """The parts in which a seat may see something that a spectator does not."""
    found = set()
    for s, table in zip(some, tables, strict=True):
        for seed in range(WORLDS):
            world = another_world(game.rules, s, SPECTATOR, seed)
            for seat, mine in enumerate(table):
                theirs = observe.layout(game).named(row_of(game, world, seat))
                found |= {name for name, row in theirs.items() if (row != mine[name]).any()}
    return found


def _counted_from_own_seat(game: Game, part: Part, tables: list[list[Any]]) -> None:
    import numpy as np

    may_name_seats = (
        len(part.shape) > 1 and part.shape[-1] >= game.rules.SEATS
    )  # then any of its rows may have seats in it
    for number, (first, *others) in enumerate(tables):
        seats = len(others) + 1
        for seat, row in enumerate(others, 1):
            is_turned = (row[:seats] == np.roll(first[:seats], -seat, axis=0)).all()
            is_right = is_turned or (may_name_seats and (row != first).any())
            where = f"{seats} seats, moment {number}, seat {seat}"
            demand(is_right, where, f"{part.name} is not counted from the seat that looks")


def _observed_by_few(game: Game) -> list[dict[str, Any]]:
    """What the first seat observes in some moments at the smallest table, if the table can be larger."""
    if game.least == game.rules.SEATS:
        return []
    some = [s for seed in SEEDS for s in moments(game, game.least, seed, 40)]
    return [observe.layout(game).named(row_of(game, s, 0)) for s in some]


def _is_by_seat(game: Game, part: Part, of_few: list[dict[str, Any]]) -> bool:
    """Whether a part has a row for every seat: as many as there can be, and nothing in those of seats that are not there."""
    if not part.is_by_seat or part.shape[0] != game.rules.SEATS:
        return False
    return not any(row[part.name][game.least :].any() for row in of_few)


def private_parts_are_those_that_others_do_not_see(game: Game, seats: int) -> None:
    """What a spectator sees and the private parts determine all that a seat observes; and each private part tells something."""
    layout, private = observe.layout(game), observe.observer(game).PRIVATE
    unknown = set(private) - {part.name for part in layout}
    demand(not unknown, "the layout", f"it has no part {', '.join(sorted(unknown))}, which is said to be private")
    told = set()
    for seed in SEEDS:
        for s, _, _ in walk(game, seats, seed):
            mine, open_to_all = (layout.named(row_of(game, s, seat)) for seat in (0, SPECTATOR))
            told |= {name for name in private if (mine[name] != open_to_all[name]).any()}
    for number, s in enumerate([*moments(game, seats, seats, 20, {}), *moments(game, seats, seats + 1, 20, {})]):
        where, mine = f"{seats} seats, moment {number}, seat 0", layout.named(row_of(game, s, 0))
        for seed in range(WORLDS):
            theirs = layout.named(row_of(game, another_world(game.rules, s, SPECTATOR, seed), 0))
            differ = [name for name, row in theirs.items() if (row != mine[name]).any()]
            said = f"{', '.join(differ)} can be another where nothing private is"
            demand(not differ or set(differ) & set(private), where, said)
    never = set(private) - told
    demand(not never, f"{seats} seats", f"everybody sees {', '.join(sorted(never))}, which is said to be private")
