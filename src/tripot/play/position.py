"""A position: a value. `play` gives the next one and never changes the one it is called on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from tripot.core.rng import CHANCE_STREAM, Rng, begin, below
from tripot.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR
from tripot.errors import BadSeats, IllegalMove, RecordError
from tripot.notation.record import GameRecord, RecordLine
from tripot.outside import some_of

from .game import Game
from .move import Event, Move, MoveList, Outcome, Step
from .reading import legal_actions, outcomes, points, seats_of
from .view import View
from .viewing import view_in_python

FORMAT = "tripot-position 1"
SAMPLE = 1000  # whole moves listed at most
POOL = 1000  # longer moves that are looked at at most, to choose the listed ones from

# The line of play: (everything before, actor, action), or None at the start. Positions share their past.
Past = tuple[Any, int, int] | None

T = TypeVar("T")

_NOT_ASKED: tuple[int, list[int]] = (NOBODY, [])


class Position:
    """Where a game stands: all of it, secrets included. Give a seat or a bot its `view`, never this."""

    __slots__ = (
        "_answer",
        "_hash",
        "_length",
        "_open",
        "_origin",
        "_past",
        "_rng",
        "_state",
        "_who",
        "game",
        "options",
        "seats",
    )

    def __init__(self, game: Game, seats: int, options: Any, state: Any, origin: Any, rng: Rng | None) -> None:
        self.game, self.seats, self.options = game, seats, options
        self._state, self._origin, self._rng = state, origin, rng
        self._past: Past = None
        self._length = 0
        self._answer: tuple[int, list[int]] = _NOT_ASKED
        self._hash: int | None = None  # once asked
        self._who: int | None = None  # who is to act, once asked
        self._open: Any = None  # what a spectator sees, once asked

    # -- Beginning --------------------------------------------------------------

    @classmethod
    def begin(cls, game: Game, seats: int, options: Any, state: Any, seed: int | None) -> Position:
        """The first position from a table that is set up (see `Game.start`)."""
        rng = None
        if seed is not None:
            rng = Rng()
            begin(rng, seed, 0, CHANCE_STREAM)
        new = cls(game, seats, options, state, None, rng)
        if rng is not None:
            new._resolve()
        return new

    @classmethod
    def from_json(cls, data: str | Mapping[str, Any]) -> Position:
        """The position that `to_json` wrote; its past is not part of it."""
        from .loading import position_from_json

        return position_from_json(data)

    # -- Questions --------------------------------------------------------------

    @property
    def to_act(self) -> int:
        """The seat to act (in a simultaneous choice the first that has not chosen), CHANCE, or NOBODY when over."""
        who = self._who
        if who is None:
            who = self._who = self.game.rules.to_act(self._state)
        return who

    @property
    def pending(self) -> tuple[int, ...]:
        """All seats that may act now."""
        return seats_of(self.game.rules.pending(self._state))

    @property
    def length(self) -> int:
        """How many small steps, chance included, have led here."""
        return self._length

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.to_act == NOBODY

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every seat as the rule book counts them, now."""
        return points(self.game.rules, self._state, self.seats)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if not self.is_over:
            return None
        return Outcome(self.scores, seats_of(self.game.rules.winners(self._state)))

    def legal_moves(self, seat: int | None = None, *, whole: bool = False, limit: int = SAMPLE) -> tuple[Move, ...]:
        """The legal moves of a seat (default: who is to act, chance included), as small steps or whole (see `list_moves`)."""
        if seat is None or not 0 <= seat < self.seats:
            seat = self._seat(seat)
        if seat == CHANCE:
            return tuple(move for move, _ in self.chance)
        if whole:
            return self.list_moves(seat, limit=limit).moves
        steps = self.game.steps
        return tuple([steps[action] for action in self._legal(seat)])

    def list_moves(self, seat: int, *, limit: int = SAMPLE, also: Callable[[], Move] | None = None) -> MoveList:
        """The whole moves of a seat: all those of one step, then longer ones (splits of a pot), up to `limit` in all.

        Where there are more, the longer ones are a sample in which all are equally likely, and `also` says one that must be in
        it. It is drawn by what the seat knows, so that the same view gives the same list, and the list tells nothing else.
        """
        rng = self._stream_of(seat)
        simple, longer, is_cut = self._whole_moves(seat, max(limit, POOL), rng)
        if not is_cut and len(simple) + len(longer) <= limit:
            return MoveList((*simple, *longer), is_complete=True)
        kept = [] if also is None else [move for move in [also()] if len(move.steps) > 1]
        rest = [move for move in longer if move not in kept]
        kept += _sample(rng, rest, max(0, limit - len(simple) - len(kept)))
        return MoveList((*simple, *sorted(kept, key=lambda move: move.steps)), is_complete=False)

    @property
    def chance(self) -> tuple[tuple[Move, int], ...]:
        """At a chance event: every outcome with its integer weight."""
        if self.to_act != CHANCE:
            return ()
        possible, odds = outcomes(self.game.rules, self._state)
        self._answer, moves = (CHANCE, possible), self.game.chances
        return tuple([(moves[outcome], weight) for outcome, weight in zip(possible, odds, strict=True)])

    def is_mid_move(self, seat: int) -> bool:
        """Whether the seat is in the middle of a move of several steps."""
        return bool(self.game.rules.is_mid_move(self._state, seat))

    def canonical_move(self, steps: Iterable[str], seat: int) -> Move:
        """The whole move made of these steps, given in any order: their one canonical order, and `stop` where it is due."""
        left = [self.game.parse_move(token, seat=seat).steps[0] for token in steps]
        position, order = self, []
        while left or position.is_mid_move(seat):
            legal = position._legal(seat)
            step = next((action for action in legal if action in left), None)
            if step is None:
                stop = [action for action in legal if self.game.spelling.moves[action] == self.game.stop]
                if left or not stop:
                    break
                step = stop[0]
            else:
                left.remove(step)
            order.append(step)
            position = position.play(self.game.steps[step], seat=seat)
            if not position.is_mid_move(seat):
                break
        names = self.game.spelling.moves
        return Move((*order, *left), " ".join(names[action] for action in (*order, *left)))

    # -- Playing ----------------------------------------------------------------

    def play(self, move: Move | str | int, *, seat: int | None = None) -> Position:
        """The position after a move: a Move, its notation, or an action; a small step or a whole move.

        `seat` may be left out where only one seat, or chance, can act.
        """
        if seat is None:
            seat = self._only_actor()
        if not isinstance(move, Move):
            move = self.game.parse_move(move, seat=seat) if isinstance(move, str) else self._numbered(move, seat)
        steps = move.steps
        if self._answer[0] != seat:
            self._legal(seat)
        if steps[0] not in self._answer[1]:
            raise IllegalMove(self._refusal(self._state.copy(), seat, move))
        state, past = self._state.copy(), self._past
        apply = self.game.rules.apply
        for place, action in enumerate(steps):
            if place:
                self._check_step(state, seat, move, place)
            apply(state, seat, action)
            past = (past, seat, action)
        new = Position(self.game, self.seats, self.options, state, self._origin, self._rng)
        new._past, new._length = past, self._length + len(steps)
        if self._rng is not None:
            new._resolve()
        return new

    def _resolve(self) -> None:
        """Draw chance from the seed until a seat is to act. Only ever on a position that nobody has yet."""
        rules, state = self.game.rules, self._state
        to_act = rules.to_act
        self._who = who = to_act(state)
        if who != CHANCE:
            return
        assert self._rng is not None
        self._rng = rng = self._rng.copy()
        draw, apply, past = rules.draw, rules.apply, self._past
        number: Callable[[Any, int], int] | None = getattr(rules, "draw_number", None)
        length = self._length
        while who == CHANCE:
            if number is not None:
                rng.count = number(state, rng.count)
            outcome = draw(state, rng)
            apply(state, CHANCE, outcome)
            past = (past, CHANCE, outcome)
            length += 1
            who = to_act(state)
        self._past, self._length, self._who = past, length, who

    def draw_number(self, following: int) -> int:
        """At a chance event: the number that it takes of a stream of chance, where `following` is the next one."""
        number: Callable[[Any, int], int] | None = getattr(self.game.rules, "draw_number", None)
        return following if number is None else number(self._state, following)

    def with_seed(self, seed: int) -> Position:
        """The same position with chance drawn from a seed from here on."""
        rng = Rng()
        begin(rng, seed, 0, CHANCE_STREAM)
        new = Position(self.game, self.seats, self.options, self._state.copy(), self._origin, rng)
        new._past, new._length = self._past, self._length
        new._resolve()
        return new

    # -- What seats see, and what happened -----------------------------------------

    def view(self, seat: int) -> View:
        """What a seat (or SPECTATOR) knows: nothing else is in it."""
        if seat != SPECTATOR:
            self._check_seat(seat)
        state = self._open_view() if seat == SPECTATOR else self._view_of(self._state, seat)
        return View(self.game, self.seats, self.options, seat, state, lambda: self.since(None, seat))

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, secrets included, step by step."""
        game = self.game
        return tuple(
            Event(number, actor, (game.chances if actor == CHANCE else game.steps)[action])
            for number, (actor, action) in enumerate(self._steps())
        )

    def line(self) -> tuple[Any, list[tuple[int, int]]]:
        """The state that it began from, and every small step since: (actor, action)."""
        return self._first_state(), self._steps()

    def draws(self) -> Iterator[Position]:
        """The position at every chance event that has led here, without its past."""
        for state, actor, action in self._walk(self._first_state()):
            if actor == CHANCE:
                yield Position(self.game, self.seats, self.options, state.copy(), None, None)
            self.game.rules.apply(state, actor, action)

    @property
    def state(self) -> Any:
        """The whole state in the rules' own terms, secrets included; a copy."""
        return self._state.copy()

    def record(self, *, names: Mapping[int, str] | None = None, seed: int | None = None) -> GameRecord:
        """The record so far; `tripot.replay` gives the same position again."""
        return GameRecord(
            game=self.game.name,
            rules=self.game.rules_version,
            seats=self.seats,
            options=self.game.written_options(self.options),
            names={seat: _one_line(name) for seat, name in (names or {}).items()},
            seed=seed,
            start=self._origin,
            lines=tuple(self._lines()),
            scores=self.scores if self.is_over else None,
        )

    def to_json(self) -> dict[str, Any]:
        """The position as plain data, secrets included."""
        fields = self._state.position_fields()
        return {
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.game.rules_version,
            "seats": self.seats,
            "options": self.game.written_options(self.options),
            "state": {name: json.loads(json.dumps(getattr(self._state, name))) for name in fields},
        }

    def __deepcopy__(self, memo: Any) -> Position:
        return self  # it never changes

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        mine, theirs = (self.game.name, self.seats, self.options), (other.game.name, other.seats, other.options)
        return mine == theirs and bool(self._state == other._state)

    def __hash__(self) -> int:
        if self._hash is None:
            read, dimensions = _fields(self.game)
            content = [
                tuple(map(tuple, value)) if depth > 1 else tuple(value) if depth else value
                for depth, value in zip(dimensions, read(self._state), strict=True)
            ]
            self._hash = hash((self.game.name, self.seats, *content))
        return self._hash

    def __repr__(self) -> str:
        who = {NOBODY: "over", CHANCE: "chance to act"}.get(self.to_act, f"seat {self.to_act} to act")
        return f"<{self.game.name}, {self.seats} seats, event {self._length}, {who}>"

    def __str__(self) -> str:
        return str(self.view(SPECTATOR))

    # -- Inside -------------------------------------------------------------------

    def _legal(self, seat: int) -> list[int]:
        """The legal actions of a seat; the last answer is kept, because a caller who asks usually plays."""
        if self._answer[0] != seat:
            self._answer = seat, self._actions(self._state, seat)
        return self._answer[1]

    def _actions(self, state: Any, seat: int) -> list[int]:
        """What a seat may do in a state, or what chance may bring."""
        if seat == CHANCE:
            return outcomes(self.game.rules, state)[0]
        return legal_actions(self.game.rules, state, seat) if 0 <= seat < self.seats else []

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            return self.to_act
        if seat != CHANCE:
            self._check_seat(seat)
        return seat

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise BadSeats(f"{self.game.name}: there is no seat {seat}; seats are 0 to {self.seats - 1}")

    def _only_actor(self) -> int:
        pending = self.pending
        if len(pending) > 1:
            who = " or ".join(map(str, pending))
            raise IllegalMove(f"{self.game.name}: several seats may act; say seat={who}")
        return pending[0] if pending else self.to_act

    def _numbered(self, action: int, seat: int) -> Move:
        moves = self.game.chances if seat == CHANCE else self.game.steps
        if not 0 <= action < len(moves):
            raise IllegalMove(f"{self._where(seat)}: there is no action {action}; actions are 0 to {len(moves) - 1}")
        return moves[action]

    def _where(self, seat: int) -> str:
        return f"{self.game.name}, {'chance' if seat == CHANCE else f'seat {seat}'}, event {self._length}"

    def _check_step(self, state: Any, seat: int, move: Move, place: int) -> None:
        """A later step of a move: the move must be unfinished, and the step must be possible."""
        if not self.game.rules.is_mid_move(state, seat):
            rest = " ".join(move.text.split()[place:])
            raise IllegalMove(f"{self._where(seat)}: the move is complete before {rest!r}")
        if move.steps[place] not in self._actions(state, seat):
            raise IllegalMove(self._refusal(state, seat, move, place))

    def _refusal(self, state: Any, seat: int, move: Move, place: int = 0) -> str:
        if seat == CHANCE:
            names, text, cannot, might = self.game.chances, move.text.split()[place], "cannot come up", "possible"
        else:
            self._check_seat(seat)
            names, text, cannot, might = self.game.steps, move.text, "is not legal", "legal moves"
        possible = [str(names[action]) for action in self._actions(state, seat)]
        instead = f"{might}: {some_of(possible)}" if possible else self._who_acts(state)
        return f"{self._where(seat)}: {text!r} {cannot}; {instead}"

    def _who_acts(self, state: Any) -> str:
        who = self.game.rules.to_act(state)
        if who == NOBODY:
            return "the game is over"
        if who == CHANCE:
            return "chance is to act"
        return f"seat {' or '.join(map(str, seats_of(self.game.rules.pending(state))))} is to act"

    def _whole_moves(self, seat: int, most: int, rng: Rng) -> tuple[list[Move], list[Move], bool]:
        """The whole moves of one step, the longer ones in the order of their steps, and whether some of these were left out.

        Longer moves grow side by side, step by step. When they become more than `most`, some are dropped by lot, each as likely
        as any other: so each whole move is as likely to be among those that are left.
        """
        simple: list[Move] = []
        growing: list[tuple[tuple[int, ...], Any]] = []
        for action, state, mid_move in self._next_steps(self._state.copy(), seat):
            if mid_move:
                growing.append(((action,), state))
            else:
                simple.append(self.game.steps[action])
        longer: list[tuple[tuple[int, ...], Any]] = []  # those that are whole have no state
        is_cut = False
        while growing:
            longer = [
                ((*steps, action), after if mid_move else None)
                for steps, state in growing
                for action, after, mid_move in self._next_steps(state, seat)
            ] + [grown for grown in longer if grown[1] is None]
            if len(longer) > most:
                longer, is_cut = _sample(rng, longer, most), True
            growing = [grown for grown in longer if grown[1] is not None]
        return simple, [self._spelled(steps) for steps, _ in sorted(longer, key=lambda grown: grown[0])], is_cut

    def _next_steps(self, state: Any, seat: int) -> Iterator[tuple[int, Any, bool]]:
        """Every legal step, the state after it, and whether the seat is then in the middle of a move."""
        rules = self.game.rules
        for action in legal_actions(rules, state, seat):
            after = state.copy()
            rules.apply(after, seat, action)
            yield action, after, bool(rules.is_mid_move(after, seat))

    def _spelled(self, steps: tuple[int, ...]) -> Move:
        names = self.game.spelling.moves
        return Move(steps, " ".join([names[action] for action in steps]))

    def _stream_of(self, seat: int) -> Rng:
        """A random stream that depends on what the seat knows, and on nothing else."""
        known = self._view_of(self._state, seat)
        text = json.dumps([getattr(known, name) for name in known.position_fields()])
        rng = Rng()
        begin(rng, int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) >> 1, 0, seat + 1)
        return rng

    def _steps(self, until: Past = None) -> list[tuple[int, int]]:
        steps = []
        past = self._past
        while past is not None and past is not until:
            past, actor, action = past
            steps.append((actor, action))
        steps.reverse()
        return steps

    def _first_state(self) -> Any:
        if self._origin is not None:
            return Position.from_json(self._origin)._state
        state = self.game.rules.State()
        self.game.rules.setup(state, self.seats, self.options)
        return state

    def follows(self, earlier: Position) -> bool:
        """Whether this position grew out of that one, move by move (not merely looks as if it had)."""
        past = self._past
        while past is not None and past is not earlier._past:
            past = past[0]
        return past is earlier._past

    def _walk(self, state: Any, until: Past = None) -> Iterator[tuple[Any, int, int]]:
        """The game once more from a state of its past: (state before, actor, action). The caller applies each step."""
        for actor, action in self._steps(until):
            yield state, actor, action

    def since(self, earlier: Position | None, seat: int) -> Iterator[Step]:
        """The steps that led from an earlier position of the same game to this one, as a seat saw them; None: all of them.

        The last commit of a simultaneous choice reveals all of them.
        """
        return (step for step, _ in self._witnessed(earlier, seat, ()))

    def witnessed(self, earlier: Position | None) -> Iterator[tuple[Step, tuple[int, ...]]]:
        """The same steps as a spectator saw them, each with its action as every seat saw it: one walk for a whole table."""
        return self._witnessed(earlier, SPECTATOR, range(self.seats))

    def _witnessed(
        self, earlier: Position | None, seat: int, others: Sequence[int]
    ) -> Iterator[tuple[Step, tuple[int, ...]]]:
        rules = self.game.rules
        first = self._first_state() if earlier is None else earlier._state.copy()
        commits: list[tuple[int, int]] = []
        before = earlier._open_view() if earlier is not None and seat == SPECTATOR else self._view_of(first, seat)
        for state, actor, action in self._walk(first, None if earlier is None else earlier._past):
            shown = rules.seen(state, seat, actor, action)
            if seat == SPECTATOR and shown == action:  # then all see it
                shown_to_others: tuple[int, ...] = (action,) * len(others)
            else:
                shown_to_others = tuple([rules.seen(state, other, actor, action) for other in others])
            is_last = actor >= 0 and rules.pending(state) == 1 << actor
            openly = shown if seat == SPECTATOR or actor < 0 else rules.seen(state, SPECTATOR, actor, action)
            if actor >= 0 and openly == HIDDEN:
                commits.append((actor, action))
            rules.apply(state, actor, action)
            after = self._view_of(state, seat)
            after.lean_on(before)
            revealed: tuple[tuple[int, int], ...] = ()
            if is_last and not rules.is_mid_move(state, actor):
                revealed, commits = tuple(commits), []
            yield Step(before, actor, shown, after, revealed), shown_to_others
            before = after
        if seat == SPECTATOR:
            self._open = before

    def _open_view(self) -> Any:
        """A spectator's view, which many ask for; nobody changes a view."""
        if self._open is None:
            self._open = self._view_of(self._state, SPECTATOR)
            self._open.lean_on(self._state)
        return self._open

    def lean_on(self, earlier: Position) -> None:
        """Hold what is the same as in an earlier position together with it: for positions that are kept in numbers."""
        self._state.lean_on(earlier._state)

    def _view_of(self, state: Any, seat: int) -> Any:
        rules: Any = self.game.rules
        out = rules.State()
        view_in_python(rules)(state, seat, out)
        return out

    def _lines(self) -> Iterator[RecordLine]:
        moves, outcomes = self.game.spelling.moves, self.game.spelling.outcomes
        tokens: list[str] = []
        pieces = list(self._walk_moves())
        for place, (actor, action, mid_move) in enumerate(pieces):
            if actor == CHANCE:
                yield RecordLine(None, (outcomes[action],))
                continue
            tokens.append(moves[action])
            same_next = place + 1 < len(pieces) and pieces[place + 1][0] == actor
            if not (mid_move and same_next):
                yield RecordLine(actor, tuple(tokens))
                tokens = []

    def _walk_moves(self) -> Iterator[tuple[int, int, bool]]:
        """Every step, and whether its actor is in the middle of a move after it."""
        for state, actor, action in self._walk(self._first_state()):
            self.game.rules.apply(state, actor, action)
            yield actor, action, actor >= 0 and self.game.rules.is_mid_move(state, actor)


@cache
def _fields(game: Game) -> tuple[Callable[[Any], tuple[Any, ...]], list[int]]:
    """What reads all fields of a position from a game's state, and the dimensions of each."""
    found = game.rules.State.position_fields()
    return attrgetter(*found), [len(cell.shape) for cell in found.values()]


def _sample(rng: Rng, things: list[T], count: int) -> list[T]:
    """That many of the things, all equally likely, in any order."""
    left = list(things)
    for place in range(min(count, len(left))):
        other = place + below(rng, len(left) - place)
        left[place], left[other] = left[other], left[place]
    return left[:count]


def _one_line(name: str) -> str:
    if not name or len(name.splitlines()) > 1 or name != name.strip():
        raise RecordError(f"the name {name!r} must be one line without blanks at its ends")
    return name
