"""A bot is a function from what its seat knows to a legal step. This one plays Razzia by its highest card."""

from __future__ import annotations

import tripot
from tripot.bots import stream, thumb_bot


def boldest(view: tripot.View) -> tripot.Move:
    """The legal move whose token ends with the highest figure; asked to answer, a duel."""
    return max(view.legal_moves, key=lambda move: (str(move) == "duel", str(move)[-1]))


def main(games: int = 20) -> None:
    game = tripot.load("razzia")
    wins = 0
    for number in range(games):
        pos = game.start(seats=4, seed=number)
        rngs = [stream(number, seat) for seat in range(4)]
        while not pos.is_over:
            seat = pos.to_act
            view = pos.view(seat)  # never the position: a bot knows what its seat knows
            pos = pos.play(boldest(view) if seat == 0 else thumb_bot(view, rngs[seat]), seat=seat)
        wins += pos.outcome is not None and 0 in pos.outcome.winners
    print(f"the bold one won {wins} of {games} games against three rules of thumb")


if __name__ == "__main__":
    main()
