"""The weak spots of the levels: `python bench/weak_spots.py`.

A simple exploiter per game (always refuse, always accept, always the highest card, spite) and a best-response search
meet each level, one of them against the level in all other seats, with the fewest seats that the game is played with (3
in razzia, else 2) unless `--seats` says otherwise. What is finished stays in the result file; the same command goes on
where it was interrupted. By default 200 deals of each simple exploiter (20 against the champion, who thinks long among
strangers) and 40 of the search: about an hour in all on two idle cores.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # the parts are `bench.…` here, in worker processes and in the tests

from bench import weak_spots_page
from bench.exploit_match import NAMES, RESPOND, Deal, Match, play_all
from bench.respond import Budget, budget_for
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tripot.arena.ladder import levels
from tripot.arena.log import write_text
from tripot.arena.workers import alone, processes
from tripot.bots import bot, bot_names
from tripot.errors import ArenaError, TripotError
from tripot.play import games, load

DEALS, RESPOND_DEALS = 200, 40  # of a simple exploiter, and of the search
LONGEST = "champion"  # thinks so long among strangers that simple exploiters meet him in a part of that
PART = 10
# What a game of a level costs, roughly: only for the time left.
COST = {"beginner": 1.0, "casual": 1.5, "regular": 2.0, "expert": 2.5, "master": 3.0, "champion": 60.0}
CALL_COST = 0.6  # of a game, for each call that a decision may make
BUDGET = tuple(field.name for field in fields(Budget))
OWN_COST = {"spite": 4.0, RESPOND: 15.0}  # what else an exploiter thinks


def plan(args: argparse.Namespace) -> list[Match]:
    """All matches, game by game."""
    chosen = [load(name.strip()) for name in args.games.split(",")] if args.games else list(games())
    names = bot_names(args.levels) if args.levels else levels()
    exploiters = tuple(name.strip() for name in args.exploiters.split(",")) if args.exploiters else NAMES
    for name in names:
        bot(name)
    for name in exploiters:
        if name not in NAMES:
            raise ArenaError(f"there is no exploiter {name!r}; exploiters: {', '.join(NAMES)}")
    matches = []
    for game in chosen:
        seats = args.seats or game.least
        game.check_seats(seats)
        matches += [
            Match(
                game=game.name,
                seats=seats,
                level=level,
                exploiter=exploiter,
                deals=args.deals or args.times * usual_deals(level, exploiter),
                first=args.first,
                seconds=args.seconds,
                budget=_budget(level, args) if exploiter == RESPOND else None,
            )
            for exploiter in exploiters
            for level in names
        ]
    return list(dict.fromkeys(matches))


def usual_deals(level: str, exploiter: str) -> int:
    """How many deals where nothing else is asked for."""
    if exploiter == RESPOND:
        return RESPOND_DEALS
    return DEALS // PART if level == LONGEST else DEALS


def _budget(level: str, args: argparse.Namespace) -> Budget:
    found = budget_for(level)
    return replace(found, **{name: getattr(args, name) for name in BUDGET if getattr(args, name) is not None})


def cost(match: Match) -> float:
    """What a deal costs, roughly: only for the time left."""
    calls = match.budget.calls if match.budget else 0
    level = COST.get(match.level, COST["regular"]) * (1 + CALL_COST * calls)
    return match.seats * (level + OWN_COST.get(match.exploiter, 0.0))


def run(matches: Sequence[Match], args: argparse.Namespace, console: Console) -> list[dict[str, Any]]:
    """Play them all, with a bar that knows the time left."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(
        *columns, TextColumn("left"), TimeRemainingColumn(elapsed_when_finished=True), console=console
    ) as bar:
        task = bar.add_task("", total=sum(cost(match) * match.deals for match in matches))
        done = dict.fromkeys(matches, 0.0)

        def heard(deal: Deal) -> None:
            done[deal.match] += cost(deal.match)
            bar.update(task, advance=cost(deal.match), description=deal.match.name)

        def kept(match: Match, result: dict[str, Any]) -> None:
            bar.update(task, advance=cost(match) * match.deals - done[match])
            console.print(told(match, result), highlight=False, soft_wrap=True)

        crew = alone if args.workers == 1 else processes(args.workers)
        return play_all(matches, args.out, crew, heard=heard, kept=kept)


def told(match: Match, result: dict[str, Any]) -> str:
    """One line."""
    gain = result["gain"]
    return (
        f"{match.name}: {gain['mean']:+.1%} ({gain['low']:+.1%} to {gain['high']:+.1%}), {result['games']} games, "
        f"{result['seconds']:.0f} s"
    )


def command(args: argparse.Namespace) -> str:
    """What was asked for, without where it goes."""
    words = ["python", "bench/weak_spots.py"]
    usual = vars(read_arguments([]))
    for name in ("games", "levels", "exploiters", "seats", "deals", "times", "first", "seconds", *BUDGET):
        if (value := getattr(args, name)) != usual[name]:
            words += [f"--{name}", str(value)]
    return shlex.join(words)


def read_arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", metavar="A,B,...", help="only these games")
    parser.add_argument("--levels", metavar="A,B,...", help="only these levels, or any bots")
    parser.add_argument("--exploiters", metavar="A,B,...", help=f"only these of {', '.join(NAMES)}")
    parser.add_argument("--seats", type=_count, default=0, metavar="N", help="(default: the fewest of each game)")
    parser.add_argument("--deals", type=_count, default=0, metavar="K", help="deals of a match (default: by level)")
    parser.add_argument(
        "--times", type=_count, default=1, metavar="N", help="multiply the default number of deals by this"
    )
    parser.add_argument("--first", type=int, default=0, metavar="S", help="the seed of the first deal (default 0)")
    parser.add_argument("--seconds", type=float, default=0.0, metavar="S", help="no new deal of a match after so long")
    parser.add_argument("--workers", type=_count, metavar="N", help="processes (default: one for each core)")
    parser.add_argument("--out", type=Path, default=Path("weak_spots.json"), metavar="FILE", help="the result file")
    parser.add_argument("--page", type=Path, metavar="FILE", help="the page")
    for name in BUDGET:
        kind = float if name == "doubt" else _count
        parser.add_argument(f"--{name}", type=kind, metavar="N", help="of `respond` (default: by level)")
    args = parser.parse_args(words)
    if args.deals == 1:
        parser.error("one deal has no interval; --deals 2 or more")
    return args


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"a number from 1, not {value}")
    return value


def _check_folders(args: argparse.Namespace) -> None:
    """Better now than after the first match."""
    for option, file in (("--out", args.out), ("--page", args.page)):
        if file and not file.parent.is_dir():
            raise ArenaError(f"{file}: there is no folder {file.parent}; make it, or name another file with {option}")


def main(words: Sequence[str] | None = None) -> int:
    """Play, keep, and write the page."""
    args = read_arguments(words)
    console = Console()
    try:
        _check_folders(args)
        results = run(plan(args), args, console)
        if args.page:
            write_text(args.page, weak_spots_page.text(results, command(args)))
    except TripotError as error:
        print(f"weak_spots: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"weak_spots: interrupted; what is finished is in {args.out}, the same command goes on", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
