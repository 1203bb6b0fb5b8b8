"""How much of the luck is taken off a result: the coefficient c of R - c * D, declared beforehand for each game and company.

The luck D has mean zero, so for every fixed c the adjusted result is right on average; the best c makes it most precise. It is
`cov(R, D) / var(D)` over games of one level among its own kind, on seeds that are used for nothing else. Values that come from N
worlds have noise in them: `var(D) = var + noise / N`. Both are measured, so the best c is known for every number of worlds:

    c(N) = c / (1 + noise / N)      with c for endless worlds, and noise in worlds: with so many, half of what is seen is noise

Games of bots who can be asked again, as in the arena, have a second luck, that of the bots' own random numbers (`whims.py`); it
has a coefficient and a noise of its own. All lie in the game's folder (`luck.json`). What has been measured with as many games
and worlds already is left:

    python -m tripot.analysis.coefficients GAME --seats 2,3,4 --bots thumb,master --games 200 [--whims]

Whoever plays otherwise than the rollouts expect makes less of what chance brings, so the coefficient is smaller. A mixed company
has the smallest one of those who sit there; people, and levels that were not measured, have the smallest one of the levels that
were: too little taken off is never worse than nothing.

`ratio` is the variance of the adjusted margin over that of the margin itself at the measured number of worlds, each half of the
games adjusted by the coefficient of the other half; that of `whims` is with both lucks taken off. Where a luck gains nothing its
coefficient is 0, and results are left as they are.
"""

from __future__ import annotations

import argparse
import functools
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tripot.bots import BOTS, LEVELS, ask_all, bot, play_all, stream
from tripot.play import Game, Position, load

from .company import PERSON, company
from .luck import WORLDS, luck
from .whims import whims
from .worth import MARGIN, Rows

FILE = "luck.json"
FORMAT = "tripot-luck 3"
SEED = 1 << 40  # far from the seeds that people choose
WHIMS = "whims"
LEAST = (
    0.1  # of the variance that is seen: what may be left for the luck itself, where games are few and noise is large
)


Row = dict[str, Any]
"""Of a bot among its own kind: `c`, `noise` and `ratio` of the luck, the same of `whims` if measured; games and worlds."""
Table = dict[str, dict[str, Row]]
"""By number of seats, then by bot."""


def coefficient(game: Game, seats: int, names: Sequence[str], worlds: int) -> float:
    """The coefficient of a company's luck with that many worlds; 0 where nothing was measured: the result is left as it is."""
    return _smallest(_table(game).get(str(seats), {}), names, worlds)


def whim_coefficient(game: Game, seats: int, names: Sequence[str], worlds: int) -> float:
    """The same of the bots' own random numbers."""
    rows = {name: row.get(WHIMS, {}) for name, row in _table(game).get(str(seats), {}).items()}
    return _smallest({name: row for name, row in rows.items() if row}, names, worlds)


def _smallest(rows: dict[str, Row], names: Sequence[str], worlds: int) -> float:
    known = {name: at(row["c"], row["noise"], worlds) for name, row in rows.items()}
    smallest = min((c for name, c in known.items() if name in LEVELS), default=0.0)
    known = dict.fromkeys((PERSON, *LEVELS), smallest) | known
    return round(min(known.get(name, 0.0) for name in names), 3)


def at(c: float, noise: float, worlds: int) -> float:
    """The best coefficient with that many worlds."""
    return c / (1 + noise / max(1, worlds))


@functools.cache
def _table(game: Game) -> Table:
    file = game.file(FILE)
    if not file.is_file():
        return {}
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["format"] == FORMAT
    found: Table = data["seats"]
    return found


def measured(game: Game, seats: int, bots: str, games: int, worlds: int, *, with_whims: bool = False) -> Row:
    """The coefficients at that many seats, and what they gain."""
    played = [_played(game, seats, bots, SEED + number, worlds, with_whims) for number in range(games)]
    results = np.array([each[0] for each in played])
    results -= results.mean(axis=0)  # what a seat is better by is no luck
    adjusted, found = results, list[Row]()
    for place in range(1, len(played[0])):
        rows = np.array([each[place] for each in played])  # by game, world, seat
        c, noise = best(results, rows)
        without = adjusted - _crossed(results, rows)
        if (without**2).sum() < (adjusted**2).sum():
            adjusted = without
        else:
            c = 0.0
        ratio = float((adjusted**2).sum() / (results**2).sum())
        found.append({"c": round(c, 3), "noise": round(noise, 1), "ratio": round(ratio, 3)})
    row: Row = found[0] | {"games": games, "worlds": worlds}
    return row | {WHIMS: found[1]} if with_whims else row


def best(results: Rows, rows: Rows) -> tuple[float, float]:
    """The coefficient that leaves the least variance with endless worlds, and the noise; not below 0, and not above 1.

    `rows` has a number for each game, world and seat. Worlds are independent, so how much they differ is the noise.
    """
    worlds = rows.shape[1]
    lucks, noise = rows.mean(axis=1), float(rows.var(axis=1, ddof=1).mean())
    seen = float((lucks**2).mean())
    spread = max(seen - noise / worlds, LEAST * seen)
    if not spread:
        return 0.0, 0.0
    return min(1.0, max(0.0, float((results * lucks).mean()) / spread)), worlds * (seen / spread - 1)


def _crossed(results: Rows, rows: Rows) -> Rows:
    """What is taken off each game by the coefficient that the other half of the games has."""
    off = np.zeros_like(results)
    for half in (0, 1):
        c, noise = best(results[1 - half :: 2], rows[1 - half :: 2])
        off[half::2] = at(c, noise, rows.shape[1]) * rows[half::2].mean(axis=1)
    return off


def _played(game: Game, seats: int, bots: str, seed: int, worlds: int, with_whims: bool) -> tuple[Rows, ...]:
    """The margins of one game by seat; the luck, and the whims if they are asked for, by world and seat."""
    position, known = _game(game, seats, bots, seed), company(game, seats, [bots])
    result, chance = luck(position, known, seed=seed, worlds=worlds)
    if not with_whims:
        return result[MARGIN], chance[:, MARGIN]
    own = whims(position, [bots] * seats, known, seed=seed, worlds=worlds)
    return result[MARGIN], chance[:, MARGIN], own[:, MARGIN]


def _game(game: Game, seats: int, bots: str, seed: int) -> Position:
    players, rngs = dict.fromkeys(range(seats), bot(bots)), [stream(seed, seat) for seat in range(seats)]
    position = game.start(seats=seats, seed=seed)
    while not position.is_over:
        position = play_all(position, ask_all(position, players, rngs, company=[bots] * seats))
    return position


def main(argv: Sequence[str]) -> int:
    """Measure the coefficients of a game and write them to its folder."""
    parser = argparse.ArgumentParser(prog="python -m tripot.analysis.coefficients", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", help="numbers of seats (default: all)")
    parser.add_argument("--bots", default="thumb", help="bots, each of which plays among its own kind (default thumb)")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--whims", action="store_true", help="also of the bots' own random numbers, which takes longer")
    args = parser.parse_args(argv)
    game = load(args.game)
    table = {key: dict(rows) for key, rows in _table(game).items()}
    for seats in map(int, args.seats.split(",")) if args.seats else game.seats:
        rows = table.setdefault(str(seats), {})
        for name in args.bots.split(","):
            row = rows.get(name, {"games": 0, "worlds": 0})
            games, worlds = max(args.games, row["games"]), max(args.worlds, row["worlds"])  # never less than there was
            if (games, worlds) != (row["games"], row["worlds"]) or (args.whims and WHIMS not in row):
                rows[name] = measured(game, seats, name, games, worlds, with_whims=args.whims or WHIMS in row)
                _write(game, table)
                print(game.name, seats, name, rows[name], flush=True)
    return 0


def _write(game: Game, table: Table) -> None:
    ordered = {key: {name: rows[name] for name in BOTS if name in rows} for key, rows in sorted(table.items())}
    data = {"format": FORMAT, "rules": game.rules_version, "seats": ordered}
    Path(str(game.file(FILE))).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
