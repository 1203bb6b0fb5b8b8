"""How each level plays, in figures: `python bench/habits.py --games 20`.

Tables of one level each, with the usual number of seats, the same deals for all levels. Counted is what a game's `study.py` calls
its habits and its follies: how often a share is accepted, a raise made, police sent … Writes a table for each game; the words in
docs/bots.md are made from it by hand.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

import tripot
from tripot.arena.happenings import Figure, follies, habits
from tripot.arena.ladder import levels
from tripot.arena.match import Streams, play_steps
from tripot.arena.study import count

SEED = 8


def counted(game: tripot.Game, name: str, seats: int, games: int, seed: int = SEED) -> Counter[str]:
    """What happened in that many games of one bot."""
    facts: Counter[str] = Counter(games=games)
    for number in range(games):
        steps, _, _ = play_steps(game, seats, {}, (name,) * seats, Streams(seed=seed, cards=number))
        facts.update(count(game, seats, {}, steps))
    return facts


def row(figure: Figure, found: Sequence[Counter[str]]) -> str:
    """One figure of all levels: in per cent where it is a part of something, else how many for each."""
    parts = [facts[figure.count] / max(1, facts[figure.each or "games"]) for facts in found]
    is_part = figure.is_share and max(parts) <= 1
    return f"| {figure.label} | {' | '.join(f'{part:.0%}' if is_part else f'{part:.1f}' for part in parts)} |"


def table(game: tripot.Game, seats: int, found: dict[str, Counter[str]]) -> str:
    """The figures of a game, a column for each level."""
    lines = [f"| {game.name}, {seats} seats | {' | '.join(found)} |", f"| --- |{' ---: |' * len(found)}"]
    return "\n".join([*lines, *(row(figure, list(found.values())) for figure in (*habits(game), *follies(game)))])


def main(words: Sequence[str] | None = None) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="A,B,...", help="only these games")
    parser.add_argument("--levels", metavar="A,B,...", help="only these bots (default: thumb and the levels)")
    parser.add_argument("--games", type=int, default=20, metavar="K", help="games of each (default 20)")
    args = parser.parse_args(words)
    names = args.levels.split(",") if args.levels else ["thumb", *levels()]
    for game in tripot.games():
        if not args.only or game.name in args.only.split(","):
            seats = game.usual_seats
            found = {name: counted(game, name, seats, args.games) for name in names}
            print(table(game, seats, found), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
