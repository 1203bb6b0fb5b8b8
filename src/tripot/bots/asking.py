"""Asking bots for their moves: who is asked, all of them before anything is played, whole moves step by step.

    moves = ask_all(position, bots, rngs)      # what everybody asked at this moment chooses
    position = play_all(position, moves)       # then all of it is played

Of a hidden choice that is committed already a view says only that it was made, and a search would take any card for it. So nobody
chooses on a position that has a commit of the same moment: each is asked on the position as the moment began.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tripot.core.rng import Rng
from tripot.errors import BotFailed
from tripot.play import Move, Position, View

Bot = Callable[[View, Rng], Move]
"""A bot is a function from what its seat knows, and a random stream of its own, to a legal move: a small step or a whole one."""


class Question:
    """A seat that is asked for a whole move, at once or step by step, on the position as the moment began.

    `take` an answer until the question `is_answered`; nothing of it is on the table until the caller plays `move`.
    """

    def __init__(self, moment: Position, seat: int, company: Sequence[str] = ()) -> None:
        self.seat = seat
        self.company = tuple(company)
        """By seat the name of the bot there, or "" for a person: what everybody at the table can read. Empty: unknown."""
        self.position = moment
        """The moment with the seat's own steps so far."""
        self._said: tuple[Move, ...] = ()

    @property
    def view(self) -> View:
        """What the seat knows: the moment, and its own steps."""
        view = self.position.view(self.seat)
        view.company = self.company
        return view

    @property
    def is_answered(self) -> bool:
        """Whether the move is whole."""
        return bool(self._said) and not self.position.is_mid_move(self.seat)

    @property
    def move(self) -> Move:
        """The move as far as it was said."""
        if len(self._said) == 1:
            return self._said[0]
        return Move(tuple(step for move in self._said for step in move.steps), " ".join(map(str, self._said)))

    def take(self, answer: Move | str | int) -> None:
        """A step, several, or the whole move. IllegalMove leaves the question as it was."""
        game = self.position.game
        if isinstance(answer, str):
            answer = game.parse_move(answer, seat=self.seat)
        self.position = self.position.play(answer, seat=self.seat)
        self._said = (*self._said, answer if isinstance(answer, Move) else game.steps[answer])


def ask(
    position: Position,
    seat: int,
    bot: Bot,
    rng: Rng,
    *,
    names: Mapping[int, str] | None = None,
    company: Sequence[str] = (),
) -> Move:
    """The whole move of one bot. BotFailed, with the record of the game, if it raises an error or says what is not legal."""
    question = Question(position, seat, company)
    while not question.is_answered:
        try:
            question.take(bot(question.view, rng))
        except Exception as error:  # whatever a bot does wrong, the game up to there is worth more than a traceback
            name = (names or {}).get(seat, getattr(bot, "__name__", type(bot).__name__))
            what = f"bot {name} at seat {seat} failed ({type(error).__name__}: {error})"
            raise BotFailed(
                f"{position.game.name}: {what}", str(question.position.record(names=names)), seat
            ) from error
    return question.move


def ask_all(
    position: Position,
    bots: Mapping[int, Bot],
    rngs: Mapping[int, Rng] | Sequence[Rng],
    *,
    names: Mapping[int, str] | None = None,
    company: Sequence[str] = (),
) -> dict[int, Move]:
    """The whole move of every bot that is asked at this moment, by seat; who is asked and is no bot is left out.

    `company` is who sits where, by the names of the bots; without it every bot has to reckon with anybody.
    """
    return {
        seat: ask(position, seat, bots[seat], rngs[seat], names=names, company=company)
        for seat in position.pending
        if seat in bots
    }


def play_all(position: Position, moves: Mapping[int, Move]) -> Position:
    """The position after the moves of a moment, played in the order of the seats; the last one reveals all."""
    for seat in sorted(moves):
        position = position.play(moves[seat], seat=seat)
    return position


def company_of(seats: int, bots: Mapping[int, Bot]) -> tuple[str, ...]:
    """Who sits where: the name of each bot that has one (its `id`), "" for anybody else."""
    return tuple(str(getattr(bots.get(seat), "id", "")) for seat in range(seats))


class AmongBots:
    """A game in which the caller has one seat and bots have the others. It runs on until the caller is asked or the game is over.

    Whoever is asked together with the caller chooses on the position without the caller's choice, and the caller without theirs.
    """

    def __init__(self, start: Position, seat: int, bots: Mapping[int, Bot], rngs: Sequence[Rng]) -> None:
        self.seat, self._bots, self._rngs = seat, bots, rngs
        self._company = company_of(start.seats, bots)
        self._run_on(start)

    @property
    def position(self) -> Position:
        """The whole table, secrets included; in the middle of the caller's move with its steps so far."""
        return self._question.position

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._moment.is_over

    def take(self, answer: Move | str | int) -> None:
        """A step of the caller's move or all of it; once it is whole everybody's choice is played and the game runs on."""
        self._question.take(answer)
        if self._question.is_answered:
            others = ask_all(self._moment, self._bots, self._rngs, company=self._company)
            self._run_on(play_all(self._question.position, others))

    def _run_on(self, moment: Position) -> None:
        while not moment.is_over and self.seat not in moment.pending:
            moment = play_all(moment, ask_all(moment, self._bots, self._rngs, company=self._company))
        self._moment = moment
        self._question = Question(moment, self.seat)
