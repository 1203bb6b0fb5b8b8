"""Teach a game's bots how each level plays: play games of the levels, fit a small network for each, and write them down.

The networks go into the game's folder, where the champion finds them. A run that was interrupted goes on when the same command
is given again; more --games add to those that are there.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from tripot.bots.networks import TrainingError
from tripot.play import Game, load

from .arena import add_crew, crew_of
from .common import need_numpy, number, positive, progress_bar


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--level", action="append", metavar="L", help="only this level (may be given several times)")
    parser.add_argument("--games", type=positive, default=3000, metavar="N", help="games to learn from (default 3000)")
    parser.add_argument(
        "--seats",
        metavar="N,N,...",
        help="numbers of seats in turn; one that stands twice is played twice as often (default: the usual one twice, the "
        "largest, the smallest)",
    )
    parser.add_argument("--hidden", type=positive, default=64, metavar="N", help="units of a network (default 64)")
    parser.add_argument(
        "--decay",
        type=float,
        default=1.0,
        metavar="X",
        help="how much weights are drawn to 0 (default 1; less with more games)",
    )
    parser.add_argument("--epochs", type=positive, default=40, metavar="N", help="at most (default 40)")
    parser.add_argument("--seed", type=number, default=1, metavar="S", help="(default 1)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="(default: networks.npz in the game's folder)")
    parser.add_argument(
        "--work", type=Path, metavar="DIR", help="games and finished networks (default: build/training/GAME)"
    )
    parser.add_argument(
        "--worth", action="store_true", help="only learn what a view is worth, by the networks that are there"
    )
    parser.add_argument(
        "--views",
        type=positive,
        default=60_000,
        metavar="N",
        help="quick games for what a view is worth (default 60000)",
    )
    parser.add_argument(
        "--reply",
        metavar="L",
        help="only learn the best reply to this level at choices made face down, from games of that level alone; to `anybody`: "
        "from games of all levels at mixed tables",
    )
    parser.add_argument(
        "--networks",
        type=positive,
        default=3,
        metavar="N",
        help="how many networks a reply is the mean of (default 3)",
    )
    parser.add_argument("--check", action="store_true", help="only say what the networks that are there were made from")
    add_crew(parser)


def run(args: argparse.Namespace) -> int:
    """Train, or look at what is there."""
    need_numpy("tripot train")
    os.environ.setdefault(
        "OMP_NUM_THREADS", "1"
    )  # before NumPy is loaded: sums in another order would be other networks
    from tripot.bots import LEVELS, networks
    from tripot.training.fitting import Fit
    from tripot.training.games import Recipe, default_levels, default_seats
    from tripot.training.train import Training, train
    from tripot.training.worth import Study, study

    game = load(args.game)
    out = args.out or Path(str(game.file(networks.FILE)))
    if args.check:
        return _check(game, out)
    players = tuple(
        level for level in LEVELS if level != list(LEVELS)[-1]
    )  # the last one needs the networks of the others
    levels = tuple(args.level or players)
    for level in levels:
        if level not in players:
            raise TrainingError(f"there is no level {level!r} to learn from; levels: {', '.join(players)}")
    seats = tuple(_seats(game, args.seats)) if args.seats else default_seats(game)
    what = Training(
        recipe=Recipe(game.name, seats, default_levels(players), args.seed),
        levels=levels,
        games=args.games,
        work=args.work or Path("build/training") / game.name,
        out=out,
        fit=Fit(hidden=args.hidden, decay=args.decay, epochs=args.epochs, seed=args.seed),
    )
    _compile(game)
    try:
        if args.reply:
            return _reply(args, game, players, seats)
        if not args.worth:
            with progress_bar(f"{game.name}: games", args.games) as progress:
                train(what, crew_of(args), said=_said, progress=progress)
            print(f"{out}: {out.stat().st_size // 1000} kB")
        worth = out.with_name(networks.WORTH_FILE)
        known = networks.read(out, game) if out.exists() else networks.nothing_known(game)
        found = study(game, known, seats, Study(games=args.views, seed=args.seed), said=_said)
        networks.write_worth(worth, game, found)
        print(f"{worth}: {worth.stat().st_size // 1000} kB")
    except OSError as error:
        raise TrainingError(f"{error.filename or what.work}: cannot be written ({error.strerror})") from None
    return 0


def _reply(args: argparse.Namespace, game: Game, players: tuple[str, ...], seats: tuple[int, ...]) -> int:
    """Learn the reply to one level, or to any company of levels."""
    from tripot.bots.replies import ANYBODY, FILE
    from tripot.training.games import Recipe
    from tripot.training.replies import Fit, train_reply

    if args.reply not in (*players, ANYBODY):
        known = ", ".join((*players, ANYBODY))
        raise TrainingError(f"there is no level {args.reply!r} to reply to; levels: {known}")
    whom = players if args.reply == ANYBODY else (args.reply,)
    out = args.out or Path(str(game.file(FILE)))
    work = args.work or Path("build/training") / f"{game.name}-reply-{args.reply}"
    recipe, how = (
        Recipe(game.name, seats, whom, args.seed),
        Fit(hidden=args.hidden, seed=args.seed, networks=args.networks),
    )
    with progress_bar(f"{game.name}: games", args.games) as progress:
        train_reply(recipe, args.reply, args.games, work, out, how, crew_of(args), said=_said, progress=progress)
    print(f"{out}: {out.stat().st_size // 1000} kB")
    return 0


def _said(line: str) -> None:
    print(line, flush=True)


def _compile(game: Game) -> None:
    """A level thinks less where its game is not compiled: networks would learn the play of somebody else."""
    from tripot.bots.engines import has_numba, is_warm, warm

    if not has_numba():
        raise TrainingError("tripot train needs compiled games: install tripot[fast]")
    if not is_warm(game):
        print(f"{game.name} is compiled first", flush=True)
        warm(game)


def _seats(game: Game, text: str) -> list[int]:
    found = []
    for word in text.split(","):
        if not word.strip().isdecimal() or int(word) not in game.seats:
            raise TrainingError(f"--seats is a list of numbers from {game.least} to {game.most}, not {text!r}")
        found.append(int(word))
    return found


def _check(game: Game, file: Path) -> int:
    from tripot.bots import networks

    if not file.exists():
        raise TrainingError(f"{file}: there are no networks; make them with `tripot train {game.name}`")
    found = networks.read(file, game)
    print(f"{file}: {found.inputs} numbers observed, {found.hidden} units, {file.stat().st_size // 1000} kB")
    for name in ("recipe", "fit", "data"):
        print(f"{name}: {found.about.get(name)}")
    for level, about in found.about.get("measured", {}).items():
        told = ", ".join(f"{what} {value}" for what, value in about.items() if what != "curve")
        print(f"{level}: {told}")
    if (worth := file.with_name(networks.WORTH_FILE)).exists():
        about = networks.read_worth(worth, game).about
        print(f"worth: {about['views']} views, explains {about['explained']} of victories and leads; {about['study']}")
    return 0
