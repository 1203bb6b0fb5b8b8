"""Rewrite the page of every game's observations from its layout.

python docs/observations/write.py
"""

from __future__ import annotations

from pathlib import Path

import tripot
from tripot.adapters.open_spiel import name_of
from tripot.observe import layout


def page(game: tripot.Game) -> str:
    """The page of one game, as Markdown."""
    parts, actions, outcomes = layout(game), game.rules.ACTIONS, game.rules.OUTCOMES
    return f"""# {game.title}: observations, version {parts.version}

Written by `docs/observations/write.py` from `src/tripot/games/{game.stem}/layout.py`.

| | |
| --- | --- |
| PettingZoo, Gymnasium | `tripot/{game.name}-v{parts.version}` |
| OpenSpiel | `{name_of(game)}` |
| seats | {game.least} to {game.most} |
| observation | {parts.size} numbers, int16, each in the range below; `tripot.observe.layout` has this table for programs |
| actions | {actions}, `Discrete({actions})`; in the Parallel environment one more, to wait |
| chance outcomes (OpenSpiel) | {outcomes} |
| legal actions | a mask of {actions} int8, 1 for legal |

What stands at a place is what the seat may know. Seats are counted clockwise from its own (0 is oneself) unless the
meaning says otherwise. A place whose seat, card or bar is not in the game is 0. The version rises when the same view
could give another tensor. Action and outcome numbers are the places of the tokens in
[the notation](../reference/notation.md): `game.spelling.moves` and `game.spelling.outcomes`.

{parts.table()}
"""


def path_of(game: tripot.Game) -> Path:
    """Where the page of a game is kept."""
    return Path(__file__).with_name(f"{game.stem}.md")


if __name__ == "__main__":
    for each in tripot.games():
        path_of(each).write_text(page(each), encoding="utf-8")
