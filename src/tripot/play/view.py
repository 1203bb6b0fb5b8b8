"""A view: what one seat knows. Bots, pages and people get views, never positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from tripot.core.rng import Rng, begin
from tripot.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR

from .game import Game
from .move import Event, Move, Step
from .names import seat_names
from .reading import legal_actions, points, seats_of

if TYPE_CHECKING:
    from .position import Position

History = Callable[[], Iterator[Step]]


class View:
    """The table from one seat. Everything here is computed from the view's own state, in which secrets are blank."""

    __slots__ = ("_history", "company", "game", "options", "seat", "seats", "state")

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Any,
        seat: int,
        state: Any,
        history: History,
        company: tuple[str, ...] = (),
    ) -> None:
        self.game, self.seats, self.options, self.seat, self.state = game, seats, options, seat, state
        self._history = history
        self.company = company
        """Who sits at the table, as everybody there can read: by seat the name of a bot, or "" for a person; empty: unknown."""

    @property
    def to_act(self) -> int:
        """The seat to act, CHANCE, or NOBODY when the game is over."""
        return int(self.game.rules.to_act(self.state))

    @property
    def pending(self) -> tuple[int, ...]:
        """All seats that may act now."""
        return seats_of(self.game.rules.pending(self.state))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.to_act == NOBODY

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every seat, now."""
        return points(self.game.rules, self.state, self.seats)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, once the game is over."""
        return seats_of(self.game.rules.winners(self.state))

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The small steps that the viewing seat may take now; none for a spectator or while others act."""
        if self.seat == SPECTATOR:
            return ()
        steps = self.game.steps
        return tuple([steps[action] for action in legal_actions(self.game.rules, self.state, self.seat)])

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, as the seat saw it: a hidden choice or a card drawn by another has no move."""
        return tuple(
            Event(
                number,
                step.actor,
                None if step.action == HIDDEN else self._move(step.actor, step.action),
                tuple((seat, self._move(seat, action)) for seat, action in step.revealed),
            )
            for number, step in enumerate(self._history())
        )

    def history(self, since: int = 0) -> Iterator[Step]:
        """Every small step from number `since` as the seat saw it."""
        return islice(self._history(), since, None)

    def story(self, *, names: Sequence[str] = (), lang: str = "en") -> list[str]:
        """What happened, told in short lines."""
        names = names or seat_names(self.seats, lang)
        return [line for step in self._history() for line in self.told(step, names, lang)]

    def told(self, step: Step, names: Sequence[str], lang: str) -> list[str]:
        """One step, told in short lines."""
        before, actor, action, after, revealed = step
        lines: list[str] = self.game.words.tell(before, actor, action, after, names, lang, revealed)
        return lines

    def named(self, move: Move, names: Sequence[str], lang: str) -> str:
        """A whole move of the viewing seat in a few words: the game's own (`name_move`), else its notation."""
        name_move = getattr(self.game.words, "name_move", None)
        return str(move) if name_move is None else str(name_move(self.state, self.seat, move.steps, names, lang))

    def imagine(self, *, seed: int) -> Position:
        """A whole position that agrees with everything the seat has seen, drawn uniformly among all such."""
        from .position import Position

        rng = Rng()
        begin(rng, seed, 0, self.seat + 1)
        world = self.state.copy()
        self.game.rules.redeal(world, self.seat, rng)
        return Position(self.game, self.seats, self.options, world, None, None)

    def to_json(self) -> dict[str, Any]:
        """The view as plain data: the fields of its state, hidden things as HIDDEN."""
        copied = self.state.copy()
        return {
            "game": self.game.name,
            "seat": None if self.seat == SPECTATOR else self.seat,
            "seats": self.seats,
            "over": self.is_over,
            "pending": list(self.pending),
            "scores": list(self.scores),
            "legal_moves": [str(move) for move in self.legal_moves],
            "state": {name: getattr(copied, name) for name in copied.position_fields()},
        }

    def __str__(self) -> str:
        return str(self.game.words.sketch(self.state, self.seat))

    def _move(self, actor: int, action: int) -> Move:
        return (self.game.chances if actor == CHANCE else self.game.steps)[action]
