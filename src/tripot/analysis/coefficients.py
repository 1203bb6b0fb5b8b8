"""How much of the luck is taken off a result: the coefficient c of R - c * D, declared beforehand for each game and company.

The luck D has mean zero, so for every fixed c the adjusted result is right on average; the best c makes it most precise. It is
`cov(R, D) / var(D)` over games of one level among its own kind, on seeds that are used for nothing else, and lies in the game's
folder (`luck.json`). What has been measured with as many games and worlds already is left:

    python -m tripot.analysis.coefficients GAME --seats 2,3,4 --bots thumb,master --games 200

Whoever plays otherwise than the rollouts expect makes less of what chance brings, so the coefficient is smaller. A mixed company
has the smallest one of those who sit there; people, and levels that were not measured, have the smallest one of the levels that
were: too little taken off is never worse than nothing.

`ratio` is the variance of the adjusted margin over that of the margin itself, each half of the games adjusted by the coefficient
of the other half. Where that gains nothing the coefficient is 0, and results are left as they are.
"""

from __future__ import annotations

import argparse
import functools
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tripot.bots import BOTS, LEVELS, ask_all, bot, play_all, stream
from tripot.play import Game, Position, load

from .company import PERSON, company
from .luck import WORLDS, luck
from .worth import MARGIN, Rows

FILE = "luck.json"
FORMAT = "tripot-luck 2"
SEED = 1 << 40  # far from the seeds that people choose


Row = dict[str, float]
Table = dict[str, dict[str, Row]]
"""By number of seats, then by bot."""


def coefficient(game: Game, seats: int, names: Sequence[str]) -> float:
    """The coefficient of a company at that many seats; 0 where nothing was measured: the result is left as it is."""
    known = {name: row["c"] for name, row in _table(game).get(str(seats), {}).items()}
    smallest = min((c for name, c in known.items() if name in LEVELS), default=0.0)
    known = dict.fromkeys((PERSON, *LEVELS), smallest) | known
    return float(min(known.get(name, 0.0) for name in names))


@functools.cache
def _table(game: Game) -> Table:
    file = game.file(FILE)
    if not file.is_file():
        return {}
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["format"] == FORMAT
    found: Table = data["seats"]
    return found


def measured(game: Game, seats: int, bots: str, games: int, worlds: int) -> Row:
    """The coefficient at that many seats, and what it gains."""
    pairs = [_played(game, seats, bots, SEED + number, worlds) for number in range(games)]
    results, lucks = (np.array([pair[which] for pair in pairs]) for which in (0, 1))
    results -= results.mean(axis=0)  # what a seat is better by is no luck
    halves = [(results[half::2], lucks[half::2]) for half in (0, 1)]
    adjusted = [mine - best(*other) * my_luck for (mine, my_luck), other in zip(halves, reversed(halves), strict=True)]
    ratio = float(sum((part**2).sum() for part in adjusted) / (results**2).sum())
    c = best(results, lucks) if ratio < 1 else 0.0
    return {"c": round(c, 3), "ratio": round(min(1.0, ratio), 3), "games": games, "worlds": worlds}


def best(results: Rows, lucks: Rows) -> float:
    """The coefficient that leaves the least variance; not below 0, and not above 1."""
    spread = float((lucks**2).sum())
    return min(1.0, max(0.0, float((results * lucks).sum()) / spread)) if spread else 0.0


def _played(game: Game, seats: int, bots: str, seed: int, worlds: int) -> tuple[Rows, Rows]:
    """The margins of one game, and the luck in them, by seat."""
    position = _game(game, seats, bots, seed)
    result, chance = luck(position, company(game, seats, [bots]), seed=seed, worlds=worlds)
    return result[MARGIN], chance[MARGIN]


def _game(game: Game, seats: int, bots: str, seed: int) -> Position:
    players, rngs = dict.fromkeys(range(seats), bot(bots)), [stream(seed, seat) for seat in range(seats)]
    position = game.start(seats=seats, seed=seed)
    while not position.is_over:
        position = play_all(position, ask_all(position, players, rngs))
    return position


def main(argv: Sequence[str]) -> int:
    """Measure the coefficients of a game and write them to its folder."""
    parser = argparse.ArgumentParser(prog="python -m tripot.analysis.coefficients", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", help="numbers of seats (default: all)")
    parser.add_argument("--bots", default="thumb", help="bots, each of which plays among its own kind (default thumb)")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    args = parser.parse_args(argv)
    game = load(args.game)
    table = {key: dict(rows) for key, rows in _table(game).items()}
    for seats in map(int, args.seats.split(",")) if args.seats else game.seats:
        rows = table.setdefault(str(seats), {})
        for name in args.bots.split(","):
            row = rows.get(name, {"games": 0, "worlds": 0})
            if row["games"] < args.games or row["worlds"] < args.worlds:
                rows[name] = measured(game, seats, name, args.games, args.worlds)
                _write(game, table)
                print(game.name, seats, name, rows[name], flush=True)
    return 0


def _write(game: Game, table: Table) -> None:
    ordered = {key: {name: rows[name] for name in BOTS if name in rows} for key, rows in sorted(table.items())}
    data = {"format": FORMAT, "rules": game.rules_version, "seats": ordered}
    Path(str(game.file(FILE))).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
