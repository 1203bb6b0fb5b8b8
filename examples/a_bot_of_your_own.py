"""A bot is a function from what its seat knows, and a random stream of its own, to a legal move: a step or a whole one.

This one plays Razzia by its highest card, and leaves it to chance which of equal ones.
"""

from __future__ import annotations

import tripot
from tripot.bots import Bot, ask_all, play_all, stream, thumb_bot
from tripot.core.rng import Rng, below


def boldest(view: tripot.View, rng: Rng) -> tripot.Move:
    """The legal step whose token ends with the highest figure; asked to answer, a duel."""
    rank = {move: (str(move) == "duel", str(move)[-1]) for move in view.legal_moves}
    best = [move for move in rank if rank[move] == max(rank.values())]
    return best[below(rng, len(best))]


def main(games: int = 20) -> None:
    game = tripot.load("razzia")
    bots: dict[int, Bot] = {0: boldest, 1: thumb_bot, 2: thumb_bot, 3: thumb_bot}  # or tripot.bots.bot("master")
    wins = 0
    for number in range(games):
        pos = game.start(seats=4, seed=number)
        rngs = [stream(number, seat) for seat in range(4)]
        while not pos.is_over:
            moves = ask_all(
                pos, bots, rngs
            )  # each from the view of its seat, before any choice of the others is played
            pos = play_all(pos, moves)
        wins += pos.outcome is not None and 0 in pos.outcome.winners
    print(f"the bold one won {wins} of {games} games against three rules of thumb")


if __name__ == "__main__":
    main()
