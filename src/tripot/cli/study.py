"""Study a game: length, choices, seats, scores, what happens in it, and how much of the result is luck.

Writes a page of Markdown with pictures, and the figures as JSON.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from pathlib import Path

from tripot.bots import bot_names
from tripot.errors import ArenaError
from tripot.outside import whole_number
from tripot.play import Game, load

from .arena import add_crew, crew_of
from .common import add_options, need_numpy, number, positive, progress_bar, read_options

FEWEST = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("game", metavar="GAME", help="the game's name, see `tripot games`")
    parser.add_argument(
        "--seats", metavar="N,M,...", help="numbers of seats (default: all that the game is played with)"
    )
    parser.add_argument(
        "--games",
        type=positive,
        default=2000,
        metavar="K",
        help="independent games for each number of seats (default 2000)",
    )
    parser.add_argument("--bots", default="thumb", metavar="LEVEL", help="the bot in all seats (default thumb)")
    parser.add_argument(
        "--against", default="random", metavar="BOT", help="the other bot of mixed tables (default random)"
    )
    parser.add_argument(
        "--seed", type=number, default=0, metavar="S", help="the same seed gives the same study (default 0)"
    )
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="where the files go (default: here)")
    add_crew(parser)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play, count, write."""
    need_numpy("tripot study")
    from tripot.arena.log import write_json, write_text
    from tripot.arena.study import study
    from tripot.arena.study_page import pages

    game = load(args.game)
    seats = read_seats(game, args.seats)
    names = bot_names(args.bots)
    if len(names) != 1:
        raise ArenaError(f"a study has one bot in all seats, not {len(names)}; `tripot arena` compares bots")
    if args.games < FEWEST:
        raise ArenaError(f"a study needs at least {FEWEST} games, not {args.games}")
    try:
        args.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ArenaError(f"{args.out}: cannot be written ({error.strerror}); name another folder with --out") from None
    with progress_bar(game.name, args.games * len(seats)) as progress:
        data = study(
            game,
            seats=seats,
            units=args.games,
            seed=args.seed,
            bot_name=names[0],
            rival=args.against,
            crew=crew_of(args),
            options=read_options(args.option),
            progress=progress,
        )
    write_json(args.out / f"{game.name}.json", data)
    for name, text in pages(data, _command(args)).items():
        write_text(args.out / name, text)
    if args.json:
        print(json.dumps(data, ensure_ascii=False))
    print(args.out / f"{game.name}.md", file=sys.stderr if args.json else sys.stdout)
    return 0


def read_seats(game: Game, words: str | None) -> tuple[int, ...]:
    """The numbers of seats that a list with commas names; without one, all."""
    if words is None:
        return tuple(game.seats)
    found = []
    for word in words.split(","):
        seats = whole_number(word.strip())
        if seats is None:
            raise ArenaError(f"--seats is a list such as 2,4, not {words!r}")
        game.check_seats(seats)
        found.append(seats)
    return tuple(dict.fromkeys(found))


def _command(args: argparse.Namespace) -> str:
    words = ["tripot", "study", args.game, "--games", str(args.games), "--bots", args.bots, "--against", args.against]
    words += ["--seed", str(args.seed)] + (["--seats", args.seats] if args.seats else [])
    words += [word for option in args.option for word in ("--option", option)]
    return shlex.join(words) + (f" --out {args.out}" if args.out != Path() else "")
