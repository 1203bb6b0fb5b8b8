"""Let each level meet the one below it, in every game at every number of seats, and the marks beside the levels.

What is finished stays, what was interrupted goes on when the same command is given again. A result of other code or settings is
played again, unless --only leaves it out: then the page marks it as older. Low levels are the cheap ones and play first.
After a change of the code that should leave the games alone, --recheck plays a few blocks of each match instead of all.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from pathlib import Path
from typing import Any

from tripot.bots import bot_names
from tripot.errors import ArenaError
from tripot.play import games, load

from .arena import add_crew, crew_of
from .common import need_numpy, number, positive

EVERY = 20.0  # seconds after which a match under way says how far it is


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("--games", metavar="A,B,...", help="only these games (default: all)")
    parser.add_argument(
        "--levels", metavar="A,B,...", help="from the weakest to the strongest (default: the levels of the house)"
    )
    parser.add_argument(
        "--blocks", type=positive, default=1000, metavar="K", help="blocks of a match at most (default 1000)"
    )
    parser.add_argument("--seed", type=number, default=1, metavar="S", help="(default 1)")
    parser.add_argument(
        "--out", type=Path, default=Path("ladder"), metavar="DIR", help="the result files (default: ladder)"
    )
    parser.add_argument(
        "--page", type=Path, default=Path("ladder.md"), metavar="FILE", help="the table (default: ladder.md)"
    )
    only = parser.add_mutually_exclusive_group()
    only.add_argument(
        "--only",
        metavar="WORDS,...",
        help="play only matches with all words of one of these, each a game, a number of seats or the upper level, such as "
        "whist,piquet:2,expert; the others stay on the page as they are, marked if older",
    )
    only.add_argument("--no-play", action="store_true", help="only write the table of what is there")
    parser.add_argument(
        "--recheck",
        type=positive,
        default=0,
        metavar="K",
        help="play the first K blocks of results of older code again; those that go as they did stand for the present code",
    )
    parser.add_argument("--ratings", action="store_true", help="write the levels' ratings to each game's folder")
    parser.add_argument(
        "--work", type=Path, default=Path("build/ladder"), metavar="DIR", help="games under way (default: build/ladder)"
    )
    add_crew(parser)


def run(args: argparse.Namespace) -> int:
    """Play the ladder and print the table."""
    need_numpy("tripot ladder")
    from tripot.arena.ladder import Rung, climb, code_of, is_clear, is_mark, levels, marks, rated, rungs
    from tripot.arena.published import publish
    from tripot.bots import bot

    chosen = [load(name.strip()) for name in args.games.split(",")] if args.games else list(games())
    names = bot_names(args.levels) if args.levels else levels()
    for name in names:
        bot(name)
    if len(set(names)) != len(names) or len(names) < 2:  # noqa: PLR2004
        raise ArenaError("a ladder has at least two different levels, such as --levels random,thumb")

    wanted = rungs(chosen, names) if args.levels else [*rungs(chosen, names), *marks(chosen, names)]
    play: list[Rung] | None = None
    if args.no_play or args.only:
        play = [rung for rung in wanted if not args.no_play and _is_named(rung, args.only)]
        if args.only and not play:
            raise ArenaError(f"--only is a list of games, seats and levels of the ladder, not {args.only!r}")

    def said(rung: Rung, data: dict[str, Any]) -> None:
        gap = data["differences"][0]["win_share"]
        verdict = "measured" if is_mark(rung) else "clear" if is_clear(data) else "NOT CLEAR"
        print(
            f"{rung.game}, {rung.seats} seats: {rung.upper} - {rung.lower} {gap['mean']:+.3f} "
            f"[{gap['low']:+.3f}, {gap['high']:+.3f}], {data['blocks']} blocks, {data['games']} games, "
            f"code {code_of(data)}: {verdict}",
            flush=True,
        )

    last = time.monotonic()

    def heard(rung: Rung, played: int) -> None:
        nonlocal last
        if time.monotonic() - last > EVERY:
            last = time.monotonic()
            print(
                f"{rung.game}, {rung.seats} seats: {rung.upper} - {rung.lower}, {played} games so far", file=sys.stderr
            )

    try:
        found = climb(
            wanted,
            blocks=args.blocks,
            seed=args.seed,
            out=args.out,
            page=args.page,
            work=args.work,
            crew=crew_of(args),
            command=_command(args),
            play=play,
            recheck=args.recheck,
            said=said,
            heard=heard,
        )
        if args.ratings and found:
            for name, ratings in rated(found).items():
                publish(name, ratings)
    except OSError as error:
        raise ArenaError(f"{args.out}: cannot be written ({error.strerror}); name another folder with --out") from None
    return 0


def _is_named(rung: Any, only: str) -> bool:
    names = (rung.game, str(rung.seats), rung.upper)
    return any(all(word in names for word in words.strip().split(":")) for words in only.split(","))


def _command(args: argparse.Namespace) -> str:
    words = ["tripot", "ladder", "--blocks", str(args.blocks), "--seed", str(args.seed)]
    words += ["--games", args.games] if args.games else []
    words += ["--levels", args.levels] if args.levels else []
    words += ["--out", str(args.out), "--page", str(args.page)]
    return shlex.join([*words, "--ratings"] if args.ratings else words)
