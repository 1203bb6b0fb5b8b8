"""One seat in every company, by two bots on the same deals: `python bench/company.py champion master-2026 --deals 12`.

At every table size of every game the first bot sits among rivals of one level, and then the second in the same seat among the
same rivals, with the same cards and dice; another seat and other cards from deal to deal. Says how much of the victories each
won, and by how much the first is ahead with a 95 % interval over deals: for each level over all tables of the game, and for
each table over all levels. Games are kept one a line; the same command goes on where it was interrupted, and plays games of
other code or settings again.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import math
import statistics
import sys
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import track

import tripot
from tripot.arena.ladder import levels
from tripot.arena.match import Streams, play_game
from tripot.arena.schedule import budgets, versions
from tripot.arena.workers import processes
from tripot.bots import bot, bot_names
from tripot.errors import TripotError

SURE = 1.96


@dataclass(frozen=True)
class Deal:
    """A bot's place in a game."""

    game: str
    seats: int
    rivals: str
    bot: str
    number: int
    played_by: str = ""
    """Changes with the code and the settings of those who play."""

    @property
    def bots(self) -> tuple[str, ...]:
        """Who sits where: another seat from deal to deal."""
        return tuple(self.bot if seat == self.number % self.seats else self.rivals for seat in range(self.seats))


@dataclass(frozen=True)
class Played:
    """What came of it."""

    deal: Deal
    share: float
    """Of the victory."""


def play(deal: Deal) -> Played:
    """One game."""
    found = play_game(tripot.load(deal.game), deal.seats, None, deal.bots, Streams(seed=deal.number, cards=0))
    own = deal.number % deal.seats
    return Played(deal, (own in found.winners) / len(found.winners))


@functools.cache
def stamp(name: str, seats: int, bots: tuple[str, ...]) -> str:
    """By what these bots play a game at such a table."""
    game = tripot.load(name)
    found = json.dumps([versions(game, bots), budgets(game, seats, bots)], sort_keys=True)
    return hashlib.sha256(found.encode()).hexdigest()[:16]


def plan(args: argparse.Namespace) -> list[Deal]:
    """All games, deal by deal, so that an interrupted run has something of everything."""
    chosen = [tripot.load(name) for name in args.games.split(",")] if args.games else list(tripot.games())
    return [
        Deal(game.name, seats, rivals, name, number, stamp(game.name, seats, (name, rivals)))
        for number in range(args.first, args.first + args.deals)
        for game in chosen
        for seats in game.seats
        for rivals in bot_names(args.levels)
        for name in args.bots
    ]


def read(file: Path) -> dict[Deal, float]:
    """What was played before."""
    found = dict[Deal, float]()
    for line in file.read_text(encoding="utf-8").splitlines():
        *deal, share = json.loads(line)
        found[Deal(*deal)] = share
    return found


def mend(file: Path) -> None:
    """Make the file, or cut off a line that was not finished."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a+b") as kept:
        kept.seek(0)
        kept.truncate(kept.read().rfind(b"\n") + 1)


def play_all(deals: Sequence[Deal], file: Path, workers: int, console: Console) -> dict[Deal, float]:
    """Play what is left, keep each game when it is finished."""
    mend(file)
    found = read(file)
    left = [deal for deal in deals if deal not in found]
    with file.open("a", encoding="utf-8") as out:
        for done in track(processes(workers)(play, left), "games", total=len(left), console=console):
            found[done.deal] = done.share
            out.write(json.dumps([*astuple(done.deal), done.share]) + "\n")
            out.flush()
    return {deal: found[deal] for deal in deals}


def row(names: Iterable[object], bots: Sequence[str], found: dict[Deal, float]) -> str:
    """A line of a table: what each bot won, and the difference deal by deal."""
    first, second = ([share for deal, share in found.items() if deal.bot == name] for name in bots)
    more = [one - other for one, other in zip(first, second, strict=True)]
    error = SURE * statistics.stdev(more) / math.sqrt(len(more)) if len(more) > 1 else math.inf
    figures = f"{statistics.fmean(first):.1%}", f"{statistics.fmean(second):.1%}"
    cells = [*names, *figures, f"{100 * statistics.fmean(more):+.1f} ± {100 * error:.1f}", len(more)]
    return f"| {' | '.join(map(str, cells))} |"


def tables(bots: Sequence[str], found: dict[Deal, float]) -> str:
    """By level over all tables, and by table over all levels."""
    head = f"{bots[0]} | {bots[1]} | ahead by | games of each |\n| --- | --- | ---: | ---: | ---: | ---: |"
    lines = [f"| game | among | {head}"]
    for name, rivals in dict.fromkeys((deal.game, deal.rivals) for deal in found):
        some = {deal: share for deal, share in found.items() if (deal.game, deal.rivals) == (name, rivals)}
        lines.append(row((name, rivals), bots, some))
    lines += ["", f"| game | seats | {head}"]
    for name, seats in dict.fromkeys((deal.game, deal.seats) for deal in found):
        some = {deal: share for deal, share in found.items() if (deal.game, deal.seats) == (name, seats)}
        lines.append(row((name, seats), bots, some))
    return "\n".join(lines)


def read_arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    usual = ",".join(levels()[:-1])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs=2, metavar="BOT")
    parser.add_argument("--games", metavar="A,B,...", help="only these games")
    parser.add_argument("--levels", metavar="A,B,...", default=usual, help="the rivals (default: %(default)s)")
    parser.add_argument("--deals", type=int, default=12, metavar="K", help="of each table and level (default 12)")
    parser.add_argument("--first", type=int, default=0, metavar="S", help="the seed of the first deal (default 0)")
    parser.add_argument("--workers", type=int, metavar="N", help="processes (default: one for each core)")
    parser.add_argument("--out", type=Path, default=Path("build/company.jsonl"), metavar="FILE", help="the games")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Play and print."""
    args = read_arguments(words)
    try:
        for name in (*args.bots, *bot_names(args.levels)):
            bot(name)
        print(tables(args.bots, play_all(plan(args), args.out, args.workers, Console(stderr=True))))
    except TripotError as error:
        print(f"company: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"company: interrupted; what is finished is in {args.out}, the same command goes on", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
