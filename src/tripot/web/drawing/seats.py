"""The panel of every seat, and how its player is called."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tripot.bots import LEVELS

from ..table import Table
from ..words import word
from . import plain_board
from .contract import Board
from .faces import sitter, stand_in
from .parts import Pieces
from .scene import Scene, text
from .talk import bubble


def seats(table: Table, scene: Scene, board: Board, pending: Sequence[int], absent: frozenset[int]) -> Pieces:
    """The panel of every seat, as a spectator sees it, with a mark at the reader's own."""
    about = scene.chosen, pending, absent
    rows = scene.for_all(
        "rows", lambda shared: [_row(shared, seat, board, *about) for seat in range(table.seats)], *about
    )
    ids, head = scene.open.once("seat ids", lambda: _around(scene.open, table.seats))
    return Pieces(ids, [head, *rows, "</ul>"])


def _around(scene: Scene, count: int) -> tuple[list[str], str]:
    """The ids of the panels, and what stands before them."""
    ids = ["", *[scene.key(f"seat-{seat}") for seat in range(count)], ""]
    return ids, f'<ul class="seats" tabindex="0" aria-label="{word(scene.lang, "seats")}">'


def _row(
    scene: Scene,
    seat: int,
    board: Board,
    chosen: frozenset[int],
    pending: Sequence[int],
    absent: frozenset[int],
) -> str:
    about = seat in chosen, seat in pending, seat in absent
    return scene.once(("seat", seat), partial(_seat, scene, seat, board, *about), *about)


def _seat(scene: Scene, seat: int, board: Board, has_chosen: bool, is_asked: bool, is_away: bool) -> str:
    sub, points = board.seat_facts(scene, seat)
    says = [_player(scene, seat, is_away)] if seat in scene.bots or is_away else []
    says += [word(scene.lang, "chosen")] if has_chosen else []
    says += [sub] if sub else []
    thinks = seat in scene.bots and is_asked and not scene.is_still
    says += [f'<span class="busy">{word(scene.lang, "thinking")}</span>'] if thinks else []
    return (
        f'<li class="seat{" turn" if is_asked else ""}" id="{scene.key(f"seat-{seat}")}">{mark_of(scene, seat, board)}'
        f'<span class="name"><bdi>{text(scene.names[seat])}</bdi>'
        f"{scene.either(seat, own_mark(scene.lang), '')}{board.marker(scene, seat)}</span>"
        f'<span class="sub">{" · ".join(says)}</span>{board.seat_things(scene, seat)}<b class="more">{points}</b>'
        f"{bubble(scene, seat)}</li>"
    )


def mark_of(scene: Scene, seat: int, board: Board) -> str:
    """Who sits there, and beside it what stands for the seat on the board, if that is something else."""
    who = sitter(scene, seat)
    if board.seat_mark is plain_board.seat_mark:
        return who
    mark = board.seat_mark(scene, seat)
    return who if mark == who else f'<span class="sitter">{who}{mark}</span>'


def own_mark(lang: str) -> str:
    """What marks a reader's own seat, for the eye and for the ear."""
    return f' <span class="me">{word(lang, "own seat")}</span>'


def _player(scene: Scene, seat: int, is_away: bool) -> str:
    """Who plays, where it is not simply the person at the seat."""
    if seat in scene.handed:
        bot, name = (text(who) for who in (stand_in(scene.names, scene.bots, scene.handed, seat), scene.names[seat]))
        plays = word(scene.lang, "plays for", bot=f"<bdi>{bot}</bdi>", name=f"<bdi>{name}</bdi>")
        return f'<b class="handed">{plays}</b>'
    return word(scene.lang, "away") if is_away else bot_words(scene.bots[seat], scene.lang)


def bot_words(bot: str, lang: str) -> str:
    """`bot, expert`."""
    return word(lang, "bot of level" if bot in LEVELS else "bot that", level=word(lang, f"level {bot}"))
