"""Who sits where, as a mark: a character is a picture, a person a letter in a ring, the reader a letter on ink.

A mark is for the eye only. Beside it always stand the name and, for a bot, its level in words.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping, Sequence

from tripot.bots import LEVELS

from ..table import bot_name
from .scene import Scene, text

GROUNDS = 8  # colours behind a face: its own, and those of others with the same face (static/pages.css)


@functools.lru_cache(8192)
def token(name: str, bot: str | None = None, *, ground: int = 0, is_own: bool = False, size: str = "") -> str:
    """The round mark of a seat: its bot's face, or the first letter of a person's name."""
    style = f" {size}" if size else ""
    if bot in LEVELS:
        tinted = f" g{ground % GROUNDS}" if ground % GROUNDS else ""
        return (
            f'<svg class="tok{style}{tinted}" viewBox="10 4 76 76" aria-hidden="true">'
            f'<use href="#f-{LEVELS[bot].face}" width="96" height="96"/></svg>'
        )
    who = "" if bot else " person you" if is_own else " person"
    return f'<span class="tok{who}{style}" aria-hidden="true">{text(name.strip()[:1].upper())}</span>'


def grounds(bots: Mapping[int, str], handed: Collection[int]) -> dict[int, int]:
    """By seat, how many with the same face come before it: those that sit there first, then those that play for somebody."""
    found, seen = dict[int, int](), dict[str, int]()
    for seat in sorted(bots, key=lambda seat: (seat in handed, seat)):
        found[seat] = seen.get(bots[seat], 0)
        seen[bots[seat]] = found[seat] + 1
    return found


def sitter(scene: Scene, seat: int, size: str = "") -> str:
    """The mark of a seat at a table that is played."""
    ground = scene.open.once("grounds", lambda: grounds(scene.bots, scene.handed)).get(seat, 0)
    name, bot = scene.names[seat], scene.bots.get(seat)
    return scene.either(
        seat,
        token(name, bot, ground=ground, is_own=True, size=size),
        token(name, bot, ground=ground, size=size),
    )


def stand_in(names: Sequence[str], bots: Mapping[int, str], handed: Collection[int], seat: int) -> str:
    """What the bot is called that plays for the person at a seat."""
    taken = list(names)
    for other in sorted(handed):
        taken.append(bot_name(bots[other], taken))
        if other == seat:
            break
    return taken[-1]
