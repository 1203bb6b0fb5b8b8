"""Two bots against each other on equal deals: `python bench/match.py raise master expert --seats 4 --deals 50`.

Each deal is played twice, the bots sitting alternately and then the other way round, so that luck of seat and deal cancels. With
`--one` a single seat of the first bot meets the second one at all other seats, once at every seat; with `--turn` too at one seat
of each deal, another one from deal to deal. Prints the share of the
victories that the first bot's seats have (equal would be 50 %, with `--one` one part in the number of seats) and a 95 %
interval over deals. `textbook:0.5` is the ISMCTS of bench/textbook.py, `spiel:0.5` OpenSpiel's own over our adapter, with
half a processor second a decision.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import time
from typing import Any

from textbook import Textbook

import tripot
from tripot.bots import bot, company_of, stream


def seatings(seats: int, one: bool) -> list[tuple[int, ...]]:
    """Which bot (0 or 1) sits where."""
    if one:
        return [tuple(int(seat != alone) for seat in range(seats)) for alone in range(seats)]
    first = tuple(seat % 2 for seat in range(seats))
    return [first, tuple(1 - each for each in first)]


def play(game: tripot.Game, seating: tuple[int, ...], bots: list[Any], seed: int, clock: list[list[float]]) -> float:
    """The share of the victory that the first bot's seats have."""
    pos = game.start(seats=len(seating), seed=seed)
    rngs = [stream(seed, seat) for seat in range(len(seating))]
    company = company_of(len(seating), {seat: bots[each] for seat, each in enumerate(seating)})
    while not pos.is_over:
        chosen = []
        for seat in pos.pending:  # all are asked before any choice is played
            began = time.perf_counter()
            view = pos.view(seat)
            view.company = company
            chosen.append((seat, bots[seating[seat]](view, rngs[seat])))
            clock[seating[seat]].append(time.perf_counter() - began)
        for seat, move in chosen:
            pos = pos.play(move, seat=seat)
    assert pos.outcome is not None
    return sum(seating[seat] == 0 for seat in pos.outcome.winners) / len(pos.outcome.winners)


def named(name: str) -> Any:
    """One of our bots, or the textbook one."""
    family, _, seconds = name.partition(":")
    if family == "spiel":
        from spiel import OpenSpiel  # only who asks for it needs the package

        return OpenSpiel(float(seconds))
    return Textbook(seconds=float(seconds)) if family == "textbook" else bot(name)


def match(
    game: tripot.Game,
    seats: int,
    names: list[str],
    deals: int,
    first: int = 0,
    *,
    one: bool = False,
    turn: bool = False,
    limit: float = 0,
) -> dict[str, Any]:
    """So many deals; stops early when the limit of seconds is reached."""
    bots = [named(name) for name in names]
    clock: list[list[float]] = [[], []]
    table = seatings(seats, one)
    shares: list[float] = []
    began = time.monotonic()
    for seed in range(first, first + deals):
        now = [table[seed % len(table)]] if turn else table
        shares.append(statistics.fmean(play(game, seating, bots, seed, clock) for seating in now))
        if limit and time.monotonic() - began > limit:
            break
    error = 1.96 * statistics.stdev(shares) / math.sqrt(len(shares)) if len(shares) > 1 else 1.0
    return {
        "game": game.name,
        "seats": seats,
        "bots": names,
        "one": one,
        "games": len(shares) * (1 if turn else len(table)),
        "share": statistics.fmean(shares),
        "error": error,
        "mean_seconds": [statistics.fmean(times) for times in clock],
        "most_seconds": [max(times) for times in clock],
    }


def told(found: dict[str, Any]) -> str:
    """One line."""
    one = " (one seat)" if found["one"] else ""
    pace = " / ".join(f"{1000 * mean:.1f} ms" for mean in found["mean_seconds"])
    return (
        f"{found['game']:13} {found['seats']} seats  {found['bots'][0]} v {found['bots'][1]}{one}: "
        f"{found['share']:.1%} ± {found['error']:.1%} of the wins, {found['games']} games, {pace} a decision"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("bots", nargs=2, metavar="BOT")
    parser.add_argument("--seats", type=int, nargs="+", required=True)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first deal")
    parser.add_argument("--one", action="store_true", help="one seat of the first bot against the second at all others")
    parser.add_argument("--turn", action="store_true", help="one seating a deal, another one from deal to deal")
    parser.add_argument("--limit", type=float, default=0, help="stop after this many seconds")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    for seats in args.seats:
        game, how = tripot.load(args.game), {"one": args.one, "turn": args.turn, "limit": args.limit}
        found = match(game, seats, args.bots, args.deals, args.first, **how)
        print(json.dumps(found) if args.json else told(found))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
