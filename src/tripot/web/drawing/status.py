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
    lang, names = scene.lang, scene.open.once("safe names", lambda: [text(name) for name in scene.names])
    is_handed = scene.seat in scene.handed
    mine = scene.seat in waiting and not is_handed
    if table.is_over:
        winners = listed([_called(scene, seat) for seat in scene.view.winners], lang)
        how = word(lang, "given up") if table.is_given_up else word(lang, "won", names=winners)
        strong, can = f"{word(lang, 'over')}. {how}", ""
    elif is_handed:
        strong, can = word(lang, "bot for you"), word(lang, f"why {_why_handed(table, scene.seat)}")
    elif mine:
        strong, can = _question(table, scene), _stake(table, scene)
    else:
        strong, can = _waiting_for(scene.open, names, waiting), _what_for(table, scene)
    clock = (
        f'<p class="clock">{symbol("clock")}<span data-left="{left}">{left}</span> s</p>' if left and waiting else ""
    )
    back = take_back(scene, scene.seat, word(lang, "take back seat")) if is_handed and not table.is_over else ""
    who = "" if not waiting else (names[scene.seat] if mine else names[waiting[0]])[:1].upper()
    return (
        f'<div class="status{" you" if mine or back else ""}" role="status" id="status">'
        f'<span class="who" aria-hidden="true">{who}</span>'
        f'<p class="say"><strong>{strong}</strong> <span class="can">{can}</span></p>{clock}{back}</div>'
    )


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


def _what_for(table: Table, scene: Scene) -> str:
    """What we wait for. While all choose, that one has chosen oneself is not said again: the hand shows it."""
    watches = word(scene.lang, "you watch") if scene.seat == SPECTATOR else ""
    what = scene.open.once("what for", lambda: text(board_of(table.game).waits_for(scene.open)))
    return f"{what} {watches}".strip()


def _waiting_for(scene: Scene, names: Sequence[str], waiting: Sequence[int]) -> str:
    def draw() -> str:
        return word(
            scene.lang, "waiting for", names=listed([f"<bdi>{names[seat]}</bdi>" for seat in waiting], scene.lang)
        )

    return scene.once(("waiting for", waiting), draw)
