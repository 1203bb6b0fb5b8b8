"""A table in text: what a language model, or a person at a keyboard, needs to take a seat against bots.

    table = TextTable("whist", seats=3, seat=0, bots="thumb", seed=7)
    print(table.rules())
    print(table.look())
    print(table.play("bell 2"))

Replies that cannot be read and moves that are not legal are answered with an explanation; after `patience` of them in a
row the game is forfeited, which is counted apart from a loss: it says something about the player's writing, not its play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tripot.bots import AmongBots, listed_moves, stream
from tripot.errors import BotFailed, IllegalMove, NotationError, TripotError
from tripot.observe import as_json
from tripot.play import Game, Move, MoveList, Position, View, load
from tripot.play.names import seat_names

from .policies import Bots, seated_bots
from .reading import parse_move
from .theme import Theme, hide_data

LISTED = 40  # whole moves shown at most


@dataclass(frozen=True)
class Verdict:
    """How a game in text ended for its player."""

    result: str
    """"won", "shared", "lost" or "forfeited"."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    mistakes: int
    """Replies that could not be read or were not legal, in the whole game."""


class TextTable:
    """One seat at a table with bots, in words. `theme` is a number: the things of the game then have invented names.

    `seat` and `bots` mean what they mean in `tripot.adapters.gymnasium.SeatEnv`.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        seat: int = 0,
        bots: Bots = "thumb",
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        show_legal: bool = True,
        patience: int = 3,
        theme: int | None = None,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.seats = self.game.usual_seats if seats is None else seats
        self.game.check_seats(self.seats)
        others = seated_bots(self.game, self.seats, seat, bots)
        self.seat, self.show_legal, self.patience = seat, show_legal, patience
        self.theme = Theme(self.game, theme) if theme is not None else None
        self.seed = self.game.new_seed() if seed is None else seed
        self.mistakes, self._in_a_row, self._told = 0, 0, 0
        self.has_forfeited = False
        start = self.game.start(seats=self.seats, seed=self.seed, options=options)
        rngs = [stream(self.seed, each) for each in range(self.seats)]
        with self._hands_kept():
            self._table = AmongBots(start, seat, others, rngs)

    @property
    def position(self) -> Position:
        """The whole table, secrets included, for looking on."""
        return self._table.position

    @property
    def view(self) -> View:
        """What the seat knows."""
        return self.position.view(self.seat)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, played out or forfeited."""
        return self.has_forfeited or self.position.is_over

    @property
    def verdict(self) -> Verdict | None:
        """How it ended, once it has."""
        if not self.is_over:
            return None
        if self.has_forfeited or self.position.outcome is None:
            return Verdict("forfeited", self.position.scores, (), self.mistakes)
        outcome = self.position.outcome
        won = "won" if len(outcome.winners) == 1 else "shared"
        result = won if self.seat in outcome.winners else "lost"
        return Verdict(result, outcome.scores, outcome.winners, self.mistakes)

    def rules(self) -> str:
        """The rules of the game and how moves are written."""
        text = self.game.page("en")
        shown = ", ".join(self.game.spelling.moves)
        return self._dressed(
            f"{text}\n\nMoves are written in these words: {shown}. Several steps of one move are written one after the other."
        )

    def legal(self) -> tuple[Move, ...]:
        """The whole moves that the seat may make now (of very many a sample, with all that have one step)."""
        return self._listed().moves

    def _listed(self) -> MoveList:
        return MoveList((), is_complete=True) if self.is_over else listed_moves(self.position, self.seat, LISTED)

    def look(self) -> str:
        """What has happened since the last look, the table as the seat sees it, and what is asked."""
        view, names = self.view, seat_names(self.seats, "en")
        story = view.story(names=names)
        lines = [*story[self._told :], "", str(view), ""]
        self._told = len(story)
        if self.has_forfeited:
            lines.append(
                f"Seat {self.seat} has forfeited the game after {self._in_a_row} replies in a row that were no legal move."
            )
        elif not self.position.is_over:
            lines.append(f"You are seat {self.seat}. {self.game.words.question(view.state, self.seat, names, 'en')}")
            lines += self._moves_in_words(view, names)
        else:
            lines.append(self.game.words.question(view.state, self.seat, names, "en"))
        return self._dressed("\n".join(lines).strip())

    def to_json(self) -> dict[str, Any]:
        """The same as data: the view, its observation by name, and everything the seat has seen."""
        data = as_json(self.view) | {"forfeited": self.has_forfeited, "mistakes": self.mistakes}
        return {
            name: hide_data(self.theme, value) for name, value in data.items()
        }  # the names are ours, not the game's

    def play(self, reply: str) -> str:
        """Take a reply as the seat's move; gives the next look, or says what was wrong with the reply."""
        if self.is_over:
            raise TripotError(f"{self.game.name}: the game is over; begin another one")
        try:
            move = parse_move(self.view, self._undressed(reply), listed=self.legal() if self.show_legal else ())
            with self._hands_kept():
                self._take(move)
        except (IllegalMove, NotationError) as error:
            return self._mistaken(str(error))
        self._in_a_row = 0
        return self.look()

    @contextmanager
    def _hands_kept(self) -> Iterator[None]:
        """A bot that fails is named, but not what it might have played: the player reads the message."""
        try:
            yield
        except BotFailed as error:
            where = f"{self.game.name}: the bot at seat {error.seat} has failed"
            raise BotFailed(f"{where}; the game cannot go on", error.record, error.seat) from error

    def _take(self, move: Move) -> None:
        """Play the move as written or, if its steps came in another order, in the canonical one."""
        try:
            self._table.take(move)
        except IllegalMove:
            canonical = self.position.canonical_move(move.text.split(), self.seat)
            if len(move.steps) == 1 and canonical.steps == move.steps:
                raise
            self._table.take(canonical)

    def _mistaken(self, why: str) -> str:
        self.mistakes += 1
        self._in_a_row += 1
        if self._in_a_row >= self.patience:
            self.has_forfeited = True
            return self._dressed(f"{why}\n\n") + self.look()
        left = self.patience - self._in_a_row
        return self._dressed(
            f"{why}\n\nTry again: {left} more such repl{'y forfeits' if left == 1 else 'ies in a row forfeit'} the game."
        )

    def _moves_in_words(self, view: View, names: Sequence[str]) -> list[str]:
        if not self.show_legal:
            return ["Answer with your move."]
        lines = ["Answer with one of these moves, or its number:"]
        moves, is_complete = self._listed()
        for number, move in enumerate(moves, start=1):
            means = (
                self.game.words.explain(view.state, self.seat, move.steps[0], names, "en")
                if len(move.steps) == 1
                else ""
            )
            lines.append(f"{number}. {move}" + (f" ({means})" if means else ""))
        if not is_complete:
            lines.append("... and others like these.")
        return lines

    def _dressed(self, text: str) -> str:
        return self.theme.hide(text) if self.theme else text

    def _undressed(self, text: str) -> str:
        return self.theme.reveal(text) if self.theme else text


class TextEnv:
    """A text environment in the manner of Gymnasium: text in, text out; a forfeit is in the info, not only a loss."""

    def __init__(self, game: str | Game, **settings: Any) -> None:
        self._game, self._settings = game, settings
        self.table: TextTable | None = None

    def reset(self, *, seed: int | None = None) -> tuple[str, dict[str, Any]]:
        """Begin a game: the first look, and the rules in the info."""
        self.table = TextTable(self._game, **(self._settings | {"seed": seed}))
        return self.table.look(), {"rules": self.table.rules()}

    def step(self, reply: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Play a reply. The reward, at the end, is what is won if everybody put 1 into a pot that the winners share."""
        if self.table is None:
            raise TripotError("call reset() before step()")
        before = self.table.mistakes
        text = self.table.play(reply)
        verdict = self.table.verdict
        info: dict[str, Any] = {"mistake": self.table.mistakes > before, "forfeited": self.table.has_forfeited}
        reward = 0.0
        if verdict is not None:
            info["verdict"] = verdict
            is_winner = self.table.seat in verdict.winners
            reward = self.table.seats / len(verdict.winners) - 1 if is_winner else -1.0
        return text, reward, verdict is not None, False, info
