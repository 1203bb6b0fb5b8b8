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


def told(figure: Figure, facts: Counter[str]) -> str:
    """One cell: a share in per cent where it is one, else how many for each."""
    whole = facts[figure.each or "games"]
    if not whole:
        return "-"
    share = facts[figure.count] / whole
    return f"{share:.0%}" if figure.each and share <= 1 else f"{share:.1f}"


def table(game: tripot.Game, seats: int, found: dict[str, Counter[str]]) -> str:
    """The figures of a game, a column for each level."""
    lines = [f"| {game.name}, {seats} seats | {' | '.join(found)} |", f"| --- |{' ---: |' * len(found)}"]
    for figure in (*habits(game), *follies(game)):
        lines.append(f"| {figure.label} | {' | '.join(told(figure, facts) for facts in found.values())} |")
    return "\n".join(lines)


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
