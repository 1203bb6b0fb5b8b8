"""What has happened, what people have said, and what a bot says now and then."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from tripot.play.reading import points

from ..table import ChatLine, Table
from ..words import word
from .course import leaders
from .parts import Pieces, in_one
from .sayings import SAYINGS
from .scene import Scene, text

LOG_LINES = 30
ROUNDS_A_LINE = 6  # of so many rounds one has a line, about
GAMES_A_LINE = 2  # of so many games one ends with a line, about
PAIR = 2  # who share the lead; the lines speak of two


def log_panel(scene: Scene, log: Sequence[str]) -> Pieces:
    """The last lines of what has happened, the newest first."""
    title = word(scene.lang, "log")
    head = f'<section class="log" tabindex="0" aria-label="{title}"><h2>{title}</h2><ol>'
    return in_one([head, *map(_entry, reversed(log[-LOG_LINES:])), "</ol></section>"])


@functools.lru_cache(16_384)
def _entry(line: str) -> str:
    return f"<li>{text(line)}</li>"


def chat_panel(table: Table, scene: Scene) -> str:
    """What people have said, and what a bot says now; or nothing."""
    line = spoken(scene)
    row = "" if line is None else _said(scene.names[line.seat], line.words, style="botsays")
    return said(table, scene.lang, row)


def said(table: Table, lang: str, last: str = "") -> str:
    """What people have said, or nothing."""
    if not table.chat and not last:
        return ""
    title = word(lang, "chat")
    rows = [
        _said(line.name or word(lang, "spectator"), line.text, mark=_mark(line, lang))
        for line in table.chat[-LOG_LINES:]
    ]
    return (
        f'<section class="log said" id="said" tabindex="0" aria-label="{title}"><h2>{title}</h2>'
        f"<ol>{''.join(rows)}{last}</ol></section>"
    )


def _said(name: str, words: str, *, style: str = "", mark: str = "") -> str:
    return f'<li class="{style}"><b><bdi>{text(name)}</bdi></b>{mark} {text(words)}</li>'


def _mark(line: ChatLine, lang: str) -> str:
    """What tells a spectator from somebody at the table who has the same name."""
    return f' <span class="label">({word(lang, "as spectator")})</span>' if line.is_spectator and line.name else ""


# -- What bots say ---------------------------------------------------------------------


class Spoken(NamedTuple):
    """Something that a bot says."""

    seat: int
    words: str


def spoken(scene: Scene) -> Spoken | None:
    """What a bot says now: rarely, after a round or at the end, about the scores that all can see.

    It follows from the spectator's scene alone, so it cannot tell a secret, and everybody hears the same, now and after a reload.
    """
    return scene.open.once("spoken", lambda: _spoken(scene.open))


def bubble(scene: Scene, seat: int) -> str:
    """What the seat's bot says now, for its panel; or nothing."""
    line = spoken(scene) if scene.bots else None
    return f'<q class="bubble">{text(line.words)}</q>' if line is not None and line.seat == seat else ""


def _spoken(scene: Scene) -> Spoken | None:
    chance = int.from_bytes(hashlib.blake2b(f"{scene.table} {scene.decision}".encode(), digest_size=8).digest())
    often = GAMES_A_LINE if scene.view.is_over else ROUNDS_A_LINE
    chance, is_silent = divmod(chance, often)
    if is_silent or scene.is_given_up or not (scene.view.is_over or _has_ended_round(scene)):
        return None
    bots = [(seat, bot) for seat, bot in scene.bots.items() if bot in SAYINGS[scene.lang] and seat not in scene.handed]
    found = [(seat, bot, occasion) for seat, bot in bots if (occasion := _occasion(scene, seat))]
    if not found:
        return None
    chance, place = divmod(chance, len(found))
    seat, bot, occasion = found[place]
    lines = SAYINGS[scene.lang][bot][occasion]
    return Spoken(seat, lines[chance % len(lines)])


def _has_ended_round(scene: Scene) -> bool:
    """Whether what has just happened ended a round; in a game without rounds every decision may."""
    game, now = scene.view.game, scene.view.state
    if not scene.recent:
        return False
    if game.round_of is not None:
        return game.round_of(scene.recent[0].before) != game.round_of(now)
    return game.begins_round is None or game.begins_round(now)


def _occasion(scene: Scene, seat: int) -> str:
    """What there is to say about how a seat stands; nothing for most."""
    view = scene.view
    if view.is_over:
        return "lost" if seat not in view.winners else "won" if len(view.winners) == 1 else "shared"
    before, after = points(view.game.rules, scene.recent[0].before, view.seats), view.scores
    gains, was, now = [b - a for a, b in zip(before, after, strict=True)], leaders(before), leaders(after)
    if now == [seat] and was != now:
        return "lead"
    if seat in was and seat not in now:
        return "behind"
    if seat in now and was != now and len(now) == PAIR:
        return "tie"
    if gains[seat] > 0 and gains[seat] == max(gains) and gains.count(gains[seat]) == 1:
        return "gained"
    return "last" if _is_last(after, seat) and not _is_last(before, seat) else ""


def _is_last(scores: Sequence[int], seat: int) -> bool:
    return scores[seat] == min(scores) and scores.count(scores[seat]) == 1
