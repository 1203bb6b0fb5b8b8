"""Let bots play many games on all cores and add them up."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from tripot.bots import bot_names
from tripot.play import load

from .common import add_options, number, positive, progress_bar, read_options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("game", metavar="GAME", help="the game's name, see `tripot games`")
    parser.add_argument("--seats", type=positive, required=True, metavar="N", help="how many sit at the table")
    parser.add_argument("--games", type=positive, default=1000, metavar="K", help="how many games (default 1000)")
    parser.add_argument(
        "--seed", type=number, default=0, metavar="S", help="the same seed gives the same games (default 0)"
    )
    parser.add_argument(
        "--bots",
        default="random",
        metavar="A,B,...",
        help="one bot, or one for each seat: random, thumb, beginner to master, search:simulations=500",
    )
    parser.add_argument("--threads", type=positive, metavar="T", help="how many games at a time (default: all cores)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play and print what it added up to."""
    from tripot.arena import simulate
    from tripot.bots.engines import has_numba, is_warm

    game = load(args.game)
    settings: dict[str, Any] = {
        "seats": args.seats,
        "games": args.games,
        "seed": args.seed,
        "bots": bot_names(args.bots),
        "options": read_options(args.option),
        "threads": args.threads,
    }
    if not is_warm(game):
        how = "run `tripot warm` once" if has_numba() else "install tripot[fast] and run `tripot warm`"
        print(f"note: {game.name} runs as plain Python, about a hundred times slower; {how}", file=sys.stderr)
    with progress_bar(game.name, args.games) as progress:
        result = simulate(game, **settings, progress=progress)
    if args.json:
        print(json.dumps(_json(result), ensure_ascii=False))
        return 0
    print(f"{result.game}, {result.seats} seats, seed {result.seed}: {result.games} games in {result.seconds:.2f} s")
    print(
        f"{result.decisions} decisions ({result.decisions_per_second:,.0f} a second), {result.chance_events} chance events"
    )
    for seat, name in enumerate(result.bots):
        share = result.wins[seat] / result.games
        print(f"  seat {seat}  {name:8}  mean score {result.mean_scores[seat]:8.2f}  wins {share:6.1%}")
    return 0


def _json(result: Any) -> dict[str, Any]:
    keys = ("game", "seats", "games", "seed", "bots", "decisions", "chance_events", "seconds", "decisions_per_second")
    more = ("mean_scores", "wins", "compiled", "threads")
    return {key: getattr(result, key) for key in keys + more}
