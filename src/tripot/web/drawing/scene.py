"""What a page shows of a table to one seat, and the small HTML words that all boards share.

A board is a plain Python function from a scene to HTML (an order of magnitude cheaper than a template). Everything in a scene
comes from the seat's view, so a board cannot show a secret.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from markupsafe import escape

from tripot.core.state import SPECTATOR
from tripot.play import Move, View
from tripot.play.move import Step

from ..root import url
from .readings import Readings, marked, readings

T = TypeVar("T")


@dataclass(slots=True)
class Scene:
    """A table as one seat (or a spectator, `view.seat == SPECTATOR`) sees it now. Nobody changes one.

    (One is made for every reader at every change; a frozen dataclass would take three times as long.)
    """

    table: str
    """The table's id, for the addresses of forms."""
    view: View
    names: Sequence[str]
    lang: str
    decision: int
    """The number that a move must carry."""
    choice: Move | None = None
    """This seat's own hidden choice, lying face down and still to be changed."""
    chosen: frozenset[int] = frozenset()
    """The seats that have chosen, in a simultaneous choice; what they chose nobody knows."""
    recent: Sequence[Step] = ()
    """The steps since the last decision of the table as a spectator saw them, oldest first: what the board may tell as just
    having happened. They are the same for all seats."""
    hints: bool = True
    """Whether odds and values are shown as hints."""
    bots: Mapping[int, str] = field(default_factory=dict)
    """The seats that bots play, and which bots."""
    handed: frozenset[int] = frozenset()
    """The seats of people for whom bots play."""
    is_given_up: bool = False
    """Whether the game has been ended before its end."""
    past: Sequence[Step] = ()
    """The last steps that the board remembers for the sheet of a round, as a spectator saw them, oldest first."""
    address: str = ""
    """Where its forms are posted to, if not to the table's own address."""
    is_still: bool = False
    """Whether it is only looked at, such as a step of a replay or a picture in the rules: nobody is asked anything."""
    prefix: str = ""
    """Before every `key`, where a page shows the board more than once."""
    drawn: dict[Hashable, tuple[Any, Any]] = field(default_factory=dict, compare=False, repr=False)
    """What has been drawn of this position for this seat already: see `once`."""
    kept: dict[Hashable, tuple[Any, Any]] = field(default_factory=dict, compare=False, repr=False)
    """What has been drawn for this seat and outlives the position: see `once_for`."""
    is_for_all: bool = False
    """Whether it is a spectator's from which is drawn for all readers at once: see `for_all`."""
    spectator: Scene | None = field(default=None, compare=False, repr=False)
    """The same table as a spectator sees it, where it is at hand: see `open`."""
    everybody: Scene | None = field(default=None, compare=False, repr=False)
    """The same for all readers at once, where it is at hand: see `for_all`."""
    seat: int = field(init=False, compare=False, repr=False)
    """The viewing seat."""

    def __post_init__(self) -> None:
        self.seat = self.view.seat

    @property
    def open(self) -> Scene:
        """The scene from which to draw, once for all seats, what they all see in the same way; it knows no secret of any.

        (No field: a spectator's scene would hold itself, and stay in memory until the next collection.)
        """
        return self.spectator or self

    def once(self, part: Hashable, draw: Callable[[], T], *about: Hashable) -> T:
        """A part of the board, drawn once for as long as the position stands, and again when `about` changes.

        While hidden choices are made, the position stays; only `choice`, `chosen` and whom we wait for change. What shows one of
        these has it in its `about`.
        """
        found: tuple[Any, T] | None = self.drawn.get(part)
        if found is None or found[0] != about:
            found = self.drawn[part] = about, draw()
        return found[1]

    def once_for(self, part: Hashable, draw: Callable[[], T], *about: object) -> T:
        """A part that outlives the position: drawn again only when `about` changes, which is all that it shows.

        Who sits there, the language and the hints need not be in it: when they change, everything is drawn again.
        """
        found: tuple[Any, T] | None = self.kept.get(part)
        if found is None or found[0] != about:
            found = self.kept[part] = about, draw()
        return found[1]

    def for_all(self, part: Hashable, draw: Callable[[Scene], Sequence[str]], *about: Hashable) -> Sequence[str]:
        """Pieces that say the same to all but for who is "You" (`either`): drawn once for all readers, as `once` has it.

        They are drawn from what a spectator sees, so there is no secret in them, whoever reads them.
        """
        everybody = self.everybody
        if everybody is None:
            return draw(self)
        found: tuple[Any, Readings] | None = everybody.drawn.get(part)
        if found is None or found[0] != about:
            found = everybody.drawn[part] = about, readings(draw(everybody))
        common, own = found[1]
        return own.get(self.seat, common)

    def either(self, seat: int, own: str, other: str) -> str:
        """What the player at a seat reads in one way, and everybody else in another."""
        if self.is_for_all:
            return marked(seat, own, other)
        return own if seat == self.seat else other

    def seen_by(
        self,
        view: View,
        choice: Move | None,
        drawn: dict[Hashable, tuple[Any, Any]],
        kept: dict[Hashable, tuple[Any, Any]],
    ) -> Scene:
        """This scene of a spectator, or for all readers at once, as one reader sees it."""
        return Scene(
            table=self.table,
            view=view,
            names=self.names,
            lang=self.lang,
            decision=self.decision,
            choice=choice,
            chosen=self.chosen,
            recent=self.recent,
            past=self.past,
            hints=self.hints,
            bots=self.bots,
            handed=self.handed,
            is_given_up=self.is_given_up,
            address=self.address,
            is_still=self.is_still,
            prefix=self.prefix,
            drawn=drawn,
            kept=kept,
            spectator=self.open,
            everybody=self if self.is_for_all else None,
        )

    def seen_by_all(self, known: Scene | None) -> Scene:
        """This spectator's scene as it is drawn for all readers at once, with what was drawn of one `known` before."""
        stands = known is not None and known.view is self.view
        scene = self.seen_by(self.view, None, known.drawn if known and stands else {}, known.kept if known else {})
        scene.is_for_all = True
        return scene

    def at(self, state: Any) -> Scene:
        """The table at another moment, of which a spectator saw this state: for what a beat shows on the way there."""
        view = View(self.view.game, self.view.seats, self.view.options, SPECTATOR, state, lambda: iter(()))
        return replace(
            self, view=view, choice=None, chosen=frozenset(), recent=(), past=(), drawn={}, kept={}, spectator=None
        )

    @property
    def is_asked(self) -> bool:
        """Whether this seat's person may act now (and may also change a choice made)."""
        is_playing = self.seat not in self.handed and not self.is_given_up and not self.is_still
        return is_playing and self.once("asked", lambda: self.seat in self.view.pending)

    @property
    def legal(self) -> frozenset[str]:
        """The tokens of the small steps that this seat may take now."""
        if not self.is_asked:
            return frozenset()
        return self.once("legal", lambda: frozenset([str(move) for move in self.view.legal_moves]))

    def key(self, name: str) -> str:
        """The id of an element of the board."""
        return self.prefix + name


@functools.lru_cache(16_384)
def text(words: str) -> str:
    """Words of people or of the game, made safe."""
    return str(escape(words))


def symbol(name: str, style: str = "i") -> str:
    """A drawing of the sprite."""
    return f'<svg class="{style}" aria-hidden="true"><use href="#{name}"/></svg>'


def form(scene: Scene, inside: str, *, style: str = "", action: str = "move") -> str:
    """A form that posts a move; works without JavaScript too. It names the decision, and the seat, for people who share a screen.

    What people do besides (`action`) has nothing to do with a decision, so its form stays the same through the game.
    """
    is_move = action in ("move", "take_back")
    which = f'<input type="hidden" name="decision" value="{scene.decision}">' if is_move else ""
    mine = f'<input type="hidden" name="seat" value="{scene.seat}">' if is_move else ""
    where = scene.address or url(f"/t/{scene.table}")
    return f'<form class="{style}" method="post" action="{where}/{action}" data-post>{which}{mine}{inside}</form>'


def hand_frame(scene: Scene, inside: str, *, style: str = "", named: str = "") -> str:
    """The frame of a hand, a region of the page; where the hands of all lie open, each has its player's name above instead.

    `named` is the attribute that names the region, if it has a name.
    """
    opening = f'<div class="hand{style}"' if scene.prefix else f'<section class="hand{style}"{named}'
    return f'{opening} id="{scene.key("hand")}">{inside}</{"div" if scene.prefix else "section"}>'


def whole_button(label: str, key: str, *, style: str = "btn go", **needs: int | None) -> str:
    """The button of a `form` whose parts make a whole move. With JavaScript it is off until what is chosen is legal.

    `needs` says when that is, so that the browser need know no rules: `least` and `most` boxes ticked (that do not exclude each
    other: a box names the others in `data-not`); their `data-worth` in sum `beyond` a number; and then, if `just` is given, no
    longer without the smallest of them (or without a worth of `just`, if it is not 0).
    """
    data = "".join(f' data-{need}="{number}"' for need, number in needs.items() if number is not None)
    return f'<button class="{style}" name="whole" value="1" id="{key}"{data}>{label}</button>'


def move_button(
    scene: Scene, token: str, label: str, *, style: str = "btn", why: str = "", key: str = "", flight: str = ""
) -> str:
    """A button inside a `form` that plays a token; `why` is its explanation, read to screen readers and on hover; `flight` are
    the attributes of a thing that moves.
    """
    about = f' title="{text(why)}" aria-label="{text(why)}"' if why else ""
    name = f' id="{key}"' if key else ""
    return f'<button class="{style}" name="move" value="{token}"{about}{name}{flight}>{label}</button>'
