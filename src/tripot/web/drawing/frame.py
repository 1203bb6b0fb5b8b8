"""A begun table in parts, each drawn by a module of its own. What has changed of them is pushed at every change."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from tripot.play import Move, View
from tripot.play.move import Step

from ..table import Table
from ..words import word
from .acts import absent_people, votes
from .boards import board_of
from .contract import Board
from .ending import ended_parts
from .parts import Drawing, Html, facts_of, own_seats
from .scene import Scene, text
from .seal import deal_panel
from .seats import seats
from .status import status
from .talk import chat_panel, log_panel

PLAN = (
    '{{say}}<main class="play {style}">{{felt}}{{hand}}<aside class="side">{{seats}}<div class="rest">{{beats}}{{sheet}}{{bots}}'
    "{{tally}}{{acts}}{{log}}{{said}}{{deal}}</div></aside></main>"
)


END_PLAN = (
    '<main class="end {style}">{{hero}}{{course}}<aside class="eside">{{next}}</aside><div class="ecount">'
    "{{beats}}{{sheet}}{{count}}{{log}}{{said}}{{deal}}</div></main>"
)


@functools.cache
def plan_of(plan: str, style: str) -> str:
    """A plan with the style of a board."""
    return plan.format(style=style)


def scene_of(table: Table, view: View, lang: str, recent: Sequence[Step] = (), **more: Any) -> Scene:
    """What a seat is shown."""
    return Scene(
        table=table.id,
        view=view,
        names=table.names,
        lang=lang,
        decision=table.decision,
        choice=own_choice(table, view.seat),
        chosen=frozenset(table.choices) if table.is_simultaneous else frozenset(),
        recent=recent,
        bots={number: place.bot for number, place in enumerate(table.places) if place.bot},
        handed=table.handed,
        is_given_up=table.is_given_up,
        **more,
    )


def own_choice(table: Table, seat: int) -> Move | None:
    """The hidden choice that a seat's person has made; never one that a bot has made for them."""
    return None if seat in table.chosen_by_bot else table.choices.get(seat)


def drawing(
    table: Table,
    scene: Scene,
    log: Sequence[str],
    owner: str | None,
    left: int = 0,
    absent: frozenset[int] = frozenset(),
    dealt: Sequence[str] | None = None,
    reveal: tuple[str, str] = ("", ""),
) -> Drawing:
    """Everything of a begun table that changes as it is played; `left` is what the clock of the decision has left, `absent` are
    the seats whose people are away, `dealt` the cards and dice that the seat was shown, `reveal` the beats that led here and
    their sheet.
    """
    if table.is_over:
        return _end(table, scene, log, owner, dealt, reveal)
    return board_drawing(table, scene, log, owner, left, absent, dealt, reveal)


def _end(
    table: Table,
    scene: Scene,
    log: Sequence[str],
    owner: str | None,
    dealt: Sequence[str] | None,
    reveal: tuple[str, str],
) -> Drawing:
    """The table once the game is over."""
    board = board_of(table.game)
    parts = scene.once("end", lambda: ended_parts(table, scene, board))
    return Drawing(
        facts=facts_of(
            table.noticed(own_seats(table, owner)), table.decision, word(scene.lang, "over"), is_yours=False
        ),
        plan=plan_of(END_PLAN, board.STYLE),
        parts=parts
        | {
            "beats": reveal[0],
            "sheet": reveal[1],
            "log": scene.once("log", lambda: log_panel(scene, log)),
            "said": chat_panel(table, scene.open),
            "deal": "" if dealt is None else deal_panel(table, scene.lang, owner, dealt),
        },
    )


def board_drawing(
    table: Table,
    scene: Scene,
    log: Sequence[str],
    owner: str | None,
    left: int = 0,
    absent: frozenset[int] = frozenset(),
    dealt: Sequence[str] | None = None,
    reveal: tuple[str, str] = ("", ""),
) -> Drawing:
    """The table with its board, whether the game is over or not."""
    board, pending, once = board_of(table.game), table.pending, scene.once
    choice, is_waiting = scene.choice.steps if scene.choice else None, scene.seat not in pending
    around = owner, absent, table.votes, table.would_give_up, table.chat, reveal
    title, stands = once("stands", lambda: _standing(table, scene, board, log, owner, absent, dealt, reveal), *around)
    return Drawing(
        facts=facts_of(
            table.noticed(own_seats(table, owner)),
            table.decision,
            title,
            not is_waiting and scene.seat not in scene.handed and not scene.is_still,
        ),
        plan=plan_of(PLAN, board.STYLE),
        parts={
            "say": once("say", lambda: status(table, scene, pending, left), is_waiting and pending, left),
            "felt": once("felt", lambda: board.felt(scene), choice, scene.chosen),
            "hand": once("hand", lambda: board.hand(scene), choice),
            "seats": once("seats", lambda: seats(table, scene, board, pending, absent), scene.chosen, pending, absent),
            **stands,
        },
    )


def _standing(
    table: Table,
    scene: Scene,
    board: Board,
    log: Sequence[str],
    owner: str | None,
    absent: frozenset[int],
    dealt: Sequence[str] | None,
    reveal: tuple[str, str],
) -> tuple[str, dict[str, Html]]:
    """What hidden choices do not change: the title of the page, and the parts below the board."""
    shared, once_for = scene.open, scene.once_for
    return shared.once("title", lambda: text(board.title_fact(shared))), {
        "beats": reveal[0],
        "sheet": reveal[1],
        "bots": "",
        "tally": board.summary(scene),
        "acts": once_for("acts", lambda: absent_people(table, scene, owner, absent), owner, absent, votes(table)),
        "log": log_panel(scene, log),
        "said": shared.once("said", lambda: chat_panel(table, shared), table.chat),
        "deal": ""
        if dealt is None
        else once_for("deal", lambda: deal_panel(table, scene.lang, owner, dealt), owner, len(dealt)),
    }
