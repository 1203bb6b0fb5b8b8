"""Draw the terminal picture of the README again: a table of Razzia as seat 0 sees it.

python docs/pictures/draw.py
"""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

import tripot
from tripot.bots import stream, thumb_bot
from tripot.games.razzia import terminal as razzia

NAMES = ("Ada", "thumb 1", "thumb 2", "thumb 3")


def main() -> None:
    pos = tripot.load("razzia").start(seats=len(NAMES), seed=4)
    rngs = [stream(4, seat) for seat in range(len(NAMES))]
    while not (pos.view(0).state.round > 2 and len(pos.pending) == len(NAMES)):
        pos = pos.play(thumb_bot(pos.view(pos.to_act), rngs[pos.to_act]), seat=pos.to_act)
    console = Console(record=True, width=84, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    view = pos.view(0)
    console.print(razzia.draw(view, NAMES, "en"))
    console.print(view.game.words.question(view.state, 0, NAMES, "en"), style="bold")
    for place, move in enumerate(view.legal_moves, 1):
        meaning = view.game.words.explain(view.state, 0, move.steps[0], NAMES, "en")
        console.print(f"  {place:2}  {move!s:12}  {meaning}", soft_wrap=True, highlight=False)
    console.save_svg(str(Path(__file__).with_name("terminal.svg")), title="tripot play razzia")


if __name__ == "__main__":
    main()
