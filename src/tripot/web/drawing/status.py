"""The one line that always says what you are asked, or whom we wait for and for what: the question is the headline."""

from __future__ import annotations

from collections.abc import Sequence

from tripot.core.state import SPECTATOR
from tripot.language import listed

from ..table import Table
from ..words import word
from .acts import take_back
from .boards import board_of
from .scene import Scene, symbol, text


def status(table: Table, scene: Scene, waiting: Sequence[int], left: int) -> str:
    """The one line that always says whom we wait for and what you may do."""
    lang, shared = scene.lang, scene.open
    is_handed = scene.seat in scene.handed
    if table.is_over:
        winners = listed([_called(scene, seat) for seat in scene.view.winners], lang)
        how = word(lang, "given up") if table.is_given_up else word(lang, "won", names=winners)
        return _line(_mark(scene, waiting), f"{word(lang, 'over')}. {how}", "")
    if is_handed:
        back = take_back(scene, scene.seat, word(lang, "take back seat"))
        why = word(lang, f"why {_why_handed(table, scene.seat)}")
        return _line(_mark(scene, waiting), word(lang, "bot for you"), why, _clock(waiting, left) + back, style=" you")
    if scene.seat in waiting:
        who = _names(scene)[scene.seat][:1].upper()
        return _line(who, _question(table, scene), _stake(table, scene), _clock(waiting, left), style=" you")
    is_watching = scene.seat == SPECTATOR
    return shared.once(("waits", is_watching), lambda: _waits(table, shared, waiting, left, is_watching), waiting, left)


def _waits(table: Table, scene: Scene, waiting: Sequence[int], left: int, is_watching: bool) -> str:
    """The line for all who are not asked."""
    # While all choose, that one has chosen oneself is not said again: the hand shows it.
    lang, names = scene.lang, _names(scene)
    what = scene.once("what for", lambda: text(board_of(table.game).waits_for(scene)))
    can = f"{what} {word(lang, 'you watch')}".strip() if is_watching else what
    people = listed([f"<bdi>{names[seat]}</bdi>" for seat in waiting], lang)
    return _line(_mark(scene, waiting), word(lang, "waiting for", names=people), can, _clock(waiting, left))


def _line(who: str, strong: str, can: str, more: str = "", *, style: str = "") -> str:
    return (
        f'<div class="status{style}" role="status" id="status"><span class="who" aria-hidden="true">{who}</span>'
        f'<p class="say"><strong>{strong}</strong> <span class="can">{can}</span></p>{more}</div>'
    )


def _names(scene: Scene) -> list[str]:
    return scene.open.once("safe names", lambda: [text(name) for name in scene.names])


def _mark(scene: Scene, waiting: Sequence[int]) -> str:
    """The first letter of whom we wait for first."""
    return _names(scene)[waiting[0]][:1].upper() if waiting else ""


def _clock(waiting: Sequence[int], left: int) -> str:
    if not left or not waiting:
        return ""
    return f'<p class="clock">{symbol("clock")}<span data-left="{left}">{left}</span> s</p>'


def _called(scene: Scene, seat: int) -> str:
    """A name in a sentence; the reader is `you`."""
    return word(scene.lang, "you") if seat == scene.seat else f"<bdi>{text(scene.names[seat])}</bdi>"


def _why_handed(table: Table, seat: int) -> str:
    """`handed clock` or `handed vote`."""
    kinds = [notice.kind for notice in table.notices if notice.seat == seat]
    return kinds[-1] if kinds else "handed vote"


def _question(table: Table, scene: Scene) -> str:
    """What is asked: in the board's words, or in those of the game where the board has none."""
    view = scene.view
    return scene.once(
        "question",
        lambda: text(
            board_of(table.game).question(scene)
            or str(table.game.words.question(view.state, scene.seat, scene.names, scene.lang))
        ),
    )


def _stake(table: Table, scene: Scene) -> str:
    return scene.once("stake", lambda: text(board_of(table.game).stake(scene)))
