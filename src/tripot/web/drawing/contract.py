"""The contract of a board: what the frame around it asks for.

A board is a module, `board` in the game's folder, with these functions from a scene to HTML. They draw from the scene alone,
which is one seat's view; what people and games have written is escaped with `scene.text`. What a board leaves out is the
default board's (`plain_board`), so a game may have no board at all, or only the parts that it wants to draw itself. Beside the
module may stand `style.css`, `symbols.svg` (a row of `<symbol>`), `cover.svg` (the drawing on the lid of the box, 240 by 300),
and `figures.py` with `FIGURES`: pictures for the rules by name, each a function from a language to HTML. A line
`![words](board:name)` in a page of rules shows one; its words say what is to be seen.

A page may show a board more than once (pictures, a replay with open hands): an id is written as `scene.key(name)`, and the frame
of a hand by `scene.hand_frame`. A control is drawn only for a seat that is asked (`scene.is_asked`): in a replay nobody is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tripot.play.move import Step

from .beats import Beat
from .parts import Html
from .scene import Scene
from .terms import Term


class Board(Protocol):
    """What draws a game."""

    STYLE: str
    """The class of the whole table, for the style sheet."""

    def felt(self, scene: Scene) -> Html:
        """The shared table, a `<section class="felt">`. It may show `scene.choice` and `scene.chosen`.

        If it is made of elements of which a few change at a time, `Pieces` lets these be sent alone.
        """

    def hand(self, scene: Scene) -> str:
        """What the viewing seat holds and may do, a `<section class="hand">`, with a control for every legal move.

        It may show `scene.choice`, and must not show what depends on who else has chosen.
        """

    def summary(self, scene: Scene) -> str:
        """The score sheet beside the log, or nothing."""

    def title_fact(self, scene: Scene) -> str:
        """How far the game is, such as the round, in plain text for the bar above; the scene is a spectator's."""

    def question(self, scene: Scene) -> str:
        """The headline for a seat that is asked: one short question in the player's words, plain text; or nothing, and the game's
        own words ask.
        """

    def stake(self, scene: Scene) -> str:
        """Below the question, in plain text: what is at stake, or what the answer depends on; or nothing."""

    def waits_for(self, scene: Scene) -> str:
        """For those who are not asked: what the table waits for, in plain text and without names; or nothing. The headline says
        for whom. The scene is a spectator's.
        """

    def seat_facts(self, scene: Scene, seat: int) -> tuple[str, str]:
        """In a seat's panel: how the seat stands, and its points.

        A panel is drawn once for all readers, from what a spectator sees; `scene.either` has what its own player reads instead.
        """

    def amount(self, scene: Scene, points: int) -> str:
        """A number of points as people say it, in plain text: `3 points`, `15 k`."""

    def seat_things(self, scene: Scene, seat: int) -> str:
        """In a seat's panel: what lies before the seat, or nothing."""

    def seat_mark(self, scene: Scene, seat: int) -> str:
        """In a seat's panel: the round mark before the name. What is not the default one stands beside it, such as a pawn."""

    def marker(self, scene: Scene, seat: int) -> str:
        """In a seat's panel, behind the name: what marks the seat, such as the dealer, or nothing."""

    def remembers(self, step: Step) -> bool:
        """Whether the sheet of a round tells of this step: it is then in `scene.past` until the end of the next round.

        There is room for `render.PAST_KEPT` steps, so only those that end something should be remembered.
        """

    def glossary(self, lang: str) -> Sequence[Term]:
        """The name of every symbol on the board, with a sentence, in the words of the rules: what the help at the table shows."""

    def beats(self, scene: Scene, step: Step, lines: Sequence[str]) -> list[Beat]:
        """How a step is shown before the board that it led to: in the order of the rule book, one thing at a time.

        The scene is a spectator's, after the step and all that followed it; `lines` are what the log says of the step. Cards that
        are turned up together are turned up in one beat.
        """
