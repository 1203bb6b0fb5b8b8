"""The games, each in a folder of its own. The rules of each are one file, readable from top to bottom with the rule book in hand.

A rules file is plain Python: functions over a state `s` whose fields are declared once. The site, the terminal and the tests
run it as it stands; search and batches run a compiled copy of the same source. What a file offers:

| name | says |
| --- | --- |
| `VERSION` | rises when the same moves could give another result |
| `EARLIER` | may be left out: earlier versions that the file can still play by, each with the options whose default was another word then |
| `SEATS` | the largest number of seats (the length of every per-seat list) |
| `ACTIONS`, `OUTCOMES` | moves are 0..ACTIONS-1, chance outcomes 0..OUTCOMES-1, each with one meaning whatever the position |
| `State`, `Options` | the declared state; the options, each with its values and its sentence |
| `setup(s, seats, options)` | the table before anything is drawn, on a blank state (plain form only) |
| `to_act(s)` | a seat, `CHANCE` or `NOBODY` (over); in a simultaneous choice the first seat still to choose |
| `pending(s)` | bit mask of all seats that may act now; in a simultaneous choice everybody who has not finished choosing |
| `legal(s, seat)` | the only statement of legality: writes the legal moves of a pending seat to `s.acts`, ascending, returns how many (0 for a seat not pending) |
| `going_on(s, seat)` | whether the seat is in the middle of a move of several steps (a split, several cards) |
| `weights(s)` | at a chance event: writes the outcomes to `s.acts` and their integer weights to `s.odds`, returns how many |
| `draw(s, rng)` | the fast twin of `weights`: one outcome, drawn with one `below(rng, total)` and found by walking the same order |
| `apply(s, seat, action)` | what a legal move, or with `CHANCE` an outcome, does; trusts its caller |
| `score(s, points)` | the points of every seat as the rule book counts them, now |
| `winners(s)` | bit mask of the seats that win, 0 before the end |
| `view(s, seat, out)` | writes to the blank state `out` what the seat (or `SPECTATOR`) may know, `HIDDEN` where something is hidden |
| `seen(s, seat, actor, action)` | before `apply`: the action as the seat sees it happen, or `HIDDEN` if it only learns that it happened |
| `redeal(s, seat, rng)` | replaces what the seat cannot know by one world drawn exactly uniformly among those that agree with all it has seen |
| `audit(s)` | 0 if every component is in exactly one place and the state is sound, else the number of a sentence in `FAULTS` |

`to_act`, `pending`, `legal` (for the viewer), `score`, `winners` and `redeal` give the same on a view as on the state: that is how a
view is proven to be enough, and how a bot, which only ever has a view, asks the rules.
"""

from __future__ import annotations

import sys
from types import ModuleType


class _Games(ModuleType):
    """This folder, and at the same time the function that lists all games: `tripot.games()`."""

    def __call__(self) -> tuple[object, ...]:
        from tripot.play import games

        return games()


sys.modules[__name__].__class__ = _Games
