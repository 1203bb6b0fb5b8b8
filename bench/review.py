"""What reviews measure: `python bench/review.py --out FILE`.

Every level plays tables of its own kind, and its first seat is reviewed: the loss per decision, the luck, what the review cost;
`--again 20` reviews with that many times the worlds once more, to see how often the intervals hold. Every game is a line of the
file; the same command goes on where it was interrupted. `--table FILE` prints what a file says.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tripot.analysis import Reviewing
from tripot.arena.ladder import levels
from tripot.arena.match import Streams, by_moves
from tripot.play import games, load

SEED = 1 << 41  # far from the seeds that people choose
SURE = 1.96


def plan(args: argparse.Namespace) -> list[tuple[str, int, str, int]]:
    """(game, seats, level, number) of every game, the first of each before the second of any."""
    chosen = [load(name) for name in args.games.split(",")] if args.games else list(games())
    names = args.levels.split(",") if args.levels else list(levels())
    tables = [(game.name, args.seats or game.usual_seats, name) for game in chosen for name in names]
    return [(*table, number) for number in range(args.count) for table in tables]


def measured(name: str, seats: int, level: str, number: int, args: argparse.Namespace) -> dict[str, Any]:
    """One game of a level among its own kind, and the review of its first seat."""
    game = load(name)
    end, _ = by_moves(game, seats, None, [level] * seats, Streams(SEED, number))
    work = Reviewing(end, seat=0, seed=number, bots=[level])
    for _ in work.improve(worlds=args.worlds):
        pass
    found = work.review
    losses = [each.loss.margin.mean for each in found.decisions]
    row: dict[str, Any] = {"game": name, "seats": seats, "level": level, "number": number, "worlds": args.worlds}
    row |= {"decisions": len(losses), "loss": sum(losses) / max(1, len(losses)), "seconds": round(work.seconds, 3)}
    row |= {"luck": found.margin["chance"] if found.margin else None, "margin": found.margin and found.margin["result"]}
    if args.again:
        row |= {"held": list(_held(end, number, level, found.decisions, args))}
    return row


def _held(end: Any, number: int, level: str, decisions: Any, args: argparse.Namespace) -> Iterator[bool]:
    """Whether the loss by many more worlds lies in each interval."""
    work = Reviewing(end, seat=0, seed=number + SEED, bots=[level])
    for _ in work.improve(worlds=args.worlds * args.again):
        pass
    for first, second in zip(decisions, work.review.decisions, strict=True):
        yield first.loss.margin.low <= second.loss.margin.mean <= first.loss.margin.high


def table(file: Path) -> None:
    """Loss per decision and luck by game and level, with 95 % intervals over games."""
    by_level: dict[tuple[str, int, str], list[dict[str, Any]]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        by_level.setdefault((row["game"], row["seats"], row["level"]), []).append(row)
    print("| game | seats | level | games | loss per decision | luck, z | seconds | intervals that held |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for (game, seats, level), rows in by_level.items():
        mean, half = _interval([row["loss"] for row in rows])
        lucks = [row["luck"] for row in rows if row["luck"] is not None]
        luck, spread = _interval(lucks)
        z = SURE * luck / spread if spread else 0.0
        seconds = sum(row["seconds"] for row in rows) / len(rows)
        held = [one for row in rows for one in row.get("held", ())]
        share = f"{sum(held) / len(held):.0%}" if held else "-"
        cells = (game, seats, level, len(rows), f"{mean:.2f} ± {half:.2f}", f"{z:+.1f}", f"{seconds:.1f}", share)
        print(f"| {' | '.join(map(str, cells))} |")


def _interval(values: list[float]) -> tuple[float, float]:
    count = len(values)
    mean = sum(values) / max(1, count)
    if count < 2:
        return mean, math.nan
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (count - 1))
    return mean, SURE * spread / math.sqrt(count)


def main(argv: list[str]) -> int:
    """Measure what is missing, or print what there is."""
    parser = argparse.ArgumentParser(prog="python bench/review.py", description=__doc__)
    parser.add_argument("--games", help="only these games (default: all)")
    parser.add_argument("--levels", help="only these levels (default: all)")
    parser.add_argument("--seats", type=int, help="at tables of so many (default: the usual number)")
    parser.add_argument("--count", type=int, default=20, help="games of every level (default 20)")
    parser.add_argument("--worlds", type=int, default=64, help="of a review (default 64)")
    parser.add_argument("--again", type=int, default=0, help="review once more with so many times the worlds")
    parser.add_argument("--out", type=Path, default=Path("review.jsonl"))
    parser.add_argument("--table", type=Path, metavar="FILE", help="print what a file says")
    args = parser.parse_args(argv)
    if args.table:
        table(args.table)
        return 0
    done = set()
    if args.out.exists():
        rows = [json.loads(line) for line in args.out.read_text(encoding="utf-8").splitlines()]
        done = {(row["game"], row["seats"], row["level"], row["number"]) for row in rows}
    left = [each for each in plan(args) if each not in done]
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with args.out.open("a", encoding="utf-8") as out, Progress(*columns) as progress:
        bar = progress.add_task("reviewing", total=len(left))
        for each in left:
            out.write(json.dumps(measured(*each, args)) + "\n")
            out.flush()
            progress.advance(bar)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
