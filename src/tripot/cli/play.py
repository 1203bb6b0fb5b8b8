"""Play a game in this terminal: you against bots. The record is saved as you go, and can be resumed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tripot.bots import BOTS, bot, bot_names
from tripot.errors import BadSeats, RecordError, TripotError
from tripot.notation.record import parse
from tripot.outside import GUEST, harmless, whole_number
from tripot.play import Game, games, load, replay
from tripot.play.game import USUAL_SEATS
from tripot.play.names import own_name

from .common import add_lang, add_options, number, positive, read_options, read_text
from .saving import new_file

if TYPE_CHECKING:  # drawing needs Rich, which the help should not wait for
    from .terminal import Terminal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("game", nargs="?", metavar="GAME", help="the game's name (default: choose from a list)")
    parser.add_argument(
        "--seats", type=positive, metavar="N", help=f"how many sit at the table (default {USUAL_SEATS})"
    )
    parser.add_argument("--seat", type=number, default=0, metavar="K", help="your seat, from 0 (default 0)")
    parser.add_argument(
        "--bots",
        default="thumb",
        metavar="A,B,...",
        help="one bot, or one for each other seat: random, thumb, beginner to master",
    )
    parser.add_argument("--name", metavar="NAME", help="your name at the table")
    parser.add_argument("--seed", type=number, metavar="S", help="replay the same deal (default: a fresh one)")
    parser.add_argument("--pause", type=float, default=0.3, metavar="SEC", help="pause between log lines (default 0.3)")
    parser.add_argument("--record", type=Path, metavar="FILE", help="save the record here (never overwrites a file)")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    add_lang(parser)
    add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play a game to its end, or until the player leaves."""
    terminal = resumed(args) if args.resume else begun(args)
    try:
        terminal.play()
    except (EOFError, KeyboardInterrupt):
        terminal.save()
        terminal.say("left", file=terminal.file)
    return 0


def begun(args: argparse.Namespace) -> Terminal:
    """A new table."""
    from .terminal import Terminal

    game = load(args.game) if args.game else chosen(args.lang)
    seats = args.seats or game.usual_seats
    game.check_seats(seats)
    if args.seat >= seats:
        raise BadSeats(f"{game.name}: there is no seat {args.seat}; seats are 0 to {seats - 1}")
    names, bots = seated(game, args, seats)
    seed = game.new_seed() if args.seed is None else args.seed
    position = game.start(seats=seats, seed=seed, options=read_options(args.option))
    file = new_file(game, args.record)
    return Terminal(position, names, bots, file, seed=seed, lang=args.lang, pause=args.pause)


def seated(game: Game, args: argparse.Namespace, seats: int) -> tuple[list[str], dict[int, str]]:
    """The names around the table, yours and the bots' own, and by seat which bots they are."""
    words = bot_names(args.bots)
    others = words * (seats - 1) if len(words) == 1 else words
    if len(others) != seats - 1:
        raise BadSeats(f"{game.name}: {len(others)} bots for {seats - 1} other seats; name one bot, or one for each")
    for word in others:
        bot(word)
    mine = own_name(args.name or GUEST)
    if mine.split(" ")[0] in BOTS:
        raise TripotError(f"--name {mine!r} is the name of a bot; choose another")
    names = [f"{word} {place}" for place, word in enumerate(others, 1)]
    names.insert(args.seat, mine)
    free = [seat for seat in range(seats) if seat != args.seat]
    return names, dict(zip(free, others, strict=True))


def resumed(args: argparse.Namespace) -> Terminal:
    """A table that was left."""
    from .terminal import Terminal

    record = parse(read_text(args.resume))
    position = replay(record)
    if position.is_over:
        raise RecordError(f"{args.resume}: that game is over; `tripot replay {args.resume}` tells it")
    names = [harmless(own_name(record.names.get(seat, f"thumb {seat}"))) for seat in range(record.seats)]
    bots = {seat: bot for seat, bot in record.bots.items() if seat < record.seats}
    if not bots:  # older records have nothing but names
        bots = {seat: word for seat, name in enumerate(names) if (word := name.split(" ")[0]) in BOTS}
    if len(bots) == record.seats:
        raise RecordError(f"{args.resume}: every seat is a bot's, so nobody can go on")
    seed = position.game.new_seed() if args.seed is None else args.seed
    position = position.with_seed(seed)
    return Terminal(position, names, bots, args.resume, seed=seed, lang=args.lang, pause=args.pause)


def chosen(lang: str) -> Game:
    """Ask which game."""
    from .terminal import SAY

    if not sys.stdin.isatty():
        raise TripotError(f"name a game: {', '.join(game.name for game in games())}")
    shelf = games()
    for place, game in enumerate(shelf, 1):
        print(f"  {place}  {game.title} ({game.designer}), {game.least}-{game.most}")
    while True:
        answer = input(SAY[lang]["which"]).strip()
        place = whole_number(answer) or 0
        if 1 <= place <= len(shelf):
            return shelf[place - 1]
        if answer in {game.name for game in shelf}:
            return load(answer)
        print(SAY[lang]["which again"].format(most=len(shelf)))
