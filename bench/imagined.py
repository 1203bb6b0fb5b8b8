"""Worlds that a seat imagines: what it could do in them, and where the rules of thumb would take it from there.

Everything begins with a view. A world agrees with all that the seat has seen; the same number is the same world with
the same luck, so that all moves that are compared meet the same cards, dice and rivals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tripot.bots import thumb_bot
from tripot.bots.engines import engine
from tripot.core import kernels
from tripot.core.rng import Rng, begin, below
from tripot.core.state import CHANCE, NOBODY
from tripot.games.razzia import rules as razzia
from tripot.play import Move, View

ASKS = 3  # the rules of thumb may answer otherwise when asked again
DARING = 12  # moves of several steps that are made up at random, to begin with
LUCKS = 1 << 16  # of one world, at most
DEALS, OWN = 9, 10  # streams of a world besides chance and the seats

TO_THE_END = ("razzia-knizia", "raise")
"""Where simulations are played to the end: some things are worth points only then, or cards are missed later. In the
others a round ends when all seats are asked together again, and points then say nearly as much, with far less variance."""

Chooser = Callable[[Any, list[int]], int]
"""The next step, from a state and what is legal in it."""


class Worlds:
    """The worlds that agree with a view."""

    def __init__(self, view: View, seed: int) -> None:
        self.view, self.seed, self.seat = view, seed, view.seat
        self.rules: Any = view.game.rules
        self.everybody = (1 << view.seats) - 1
        self._thumbs = Thumbs(view)

    def stream(self, number: int, place: int) -> Rng:
        """The random numbers of a world: chance at place 0, then the seats."""
        rng = Rng()
        begin(rng, self.seed, number, place)
        return rng

    def deal(self, number: int) -> Any:
        """The state of a world."""
        world = self.view.state.copy()
        self.rules.redeal(world, self.seat, self.stream(number, DEALS))
        return world

    def sight(self, world: Any, seat: int) -> View:
        """What a seat knows in a world, and who sits there; nobody has a past there."""
        seen = self.rules.State()
        self.rules.view(world, seat, seen)
        return View(self.view.game, self.view.seats, self.view.options, seat, seen, _no_past, self.view.company)

    def play(self, world: Any, seat: int, steps: tuple[int, ...]) -> None:
        """A move, in the world given."""
        for action in steps:
            self.rules.apply(world, seat, action)

    def draw_on(self, world: Any, luck: Rng) -> int:
        """Let chance act until a seat is asked; its number, or NOBODY at the end."""
        who: int = self.rules.to_act(world)
        while who == CHANCE:
            self.rules.apply(world, CHANCE, self.rules.draw(world, luck))
            who = self.rules.to_act(world)
        return who

    def finish(self, world: Any, number: int, luck: int = 0) -> tuple[list[int], float]:
        """Play on by the rules of thumb to the end of the round, or of the game: points, and the seat's share of the victory.

        The share is -1 when the game goes on. The world given stays as it is.
        """
        points, winners = self._thumbs.play_on(world, self.seed, number * LUCKS + luck)
        share = (winners >> self.seat & 1) / winners.bit_count() if winners else -1.0
        return points, share

    def whole_moves(self, most: int) -> list[Move]:
        """At most `most` whole moves of the seat: the rules of thumb's, one for each first step, and some made up."""
        found: dict[tuple[int, ...], None] = {}
        for choose in self._ways():
            found.setdefault(self._whole(choose))
            if len(found) == most:
                break
        names = self.view.game.spelling.moves
        return [Move(steps, " ".join(names[step] for step in steps)) for steps in found]

    def _ways(self) -> Iterator[Chooser]:
        own = self.stream(0, OWN)

        def thumb(world: Any, legal: list[int]) -> int:
            return thumb_bot(self.sight(world, self.seat), own).steps[0]

        def anything(world: Any, legal: list[int]) -> int:
            return legal[below(own, len(legal))]

        for _ in range(ASKS):
            yield thumb
        for first in range(self.rules.legal(self.view.state, self.seat)):
            yield _beginning(first, thumb)
        yield lambda world, legal: legal[0]  # of a pot: everything to the first contender,
        yield lambda world, legal: legal[-1]  # or to the last
        for _ in range(DARING):
            yield anything

    def _whole(self, choose: Chooser) -> tuple[int, ...]:
        """A whole move, step by step; own moves do not depend on what the seat cannot know, so any world will do."""
        world = self.deal(0)
        steps: list[int] = []
        while not steps or self.rules.is_mid_move(world, self.seat):
            legal = list(world.acts[: self.rules.legal(world, self.seat)])
            steps.append(choose(world, legal))
            self.rules.apply(world, self.seat, steps[-1])
        return tuple(steps)


class Thumbs:
    """The rules of thumb at all seats, compiled where the game is."""

    def __init__(self, view: View) -> None:
        self.seats, self.to_the_end = view.seats, view.game.name in TO_THE_END
        self.is_before = view.game.name == "razzia" and view.state.phase == razzia.FREE_NOTE
        self._runner = runner = engine(view.game)
        self._states, self._rngs = (
            runner.states(view.state, 4),
            runner.rngs(),
        )  # the state, a view, work space, a blank one
        self._points = runner.numbers(int(view.game.rules.SEATS))
        self._tally = runner.numbers(kernels.POINTS + 2 * int(view.game.rules.SEATS))

    def play_on(self, world: Any, seed: int, number: int) -> tuple[list[int], int]:
        """The points where it ends, and the bit mask of who has won, 0 while the game goes on."""
        runner = self._runner
        runner.write(self._states, 0, world)
        if self.to_the_end:
            runner.games(self._states, self._rngs, seed, number, 1, (1 << self.seats) - 1, self._points, self._tally)
            there = self._states[1:]
        else:
            for place in range(self.seats + 1):
                runner.open_stream(self._rngs, place, seed, number, place)
            self._to_the_next_choice()
            there = self._states
        runner.ask_score(there, self._points)
        return [int(self._points[seat]) for seat in range(self.seats)], int(runner.ask_winners(there))

    def _to_the_next_choice(self) -> None:
        """Step by step, until all seats are asked together, not counting a choice of the present round, or the game is over."""
        runner, states, rngs = self._runner, self._states, self._rngs
        everybody, is_before = (1 << self.seats) - 1, self.is_before
        while (who := runner.ask_to_act(states)) != NOBODY:
            if who == CHANCE:
                runner.do_apply(states, CHANCE, runner.ask_draw(states, rngs))
                continue
            if runner.ask_pending(states) == everybody:
                if not is_before:
                    return
                is_before = False
            states[1] = states[3]
            runner.do_view(states, who)
            runner.do_apply(states, who, runner.ask_thumb(states[1:], who, rngs[who + 1 :]))


def _beginning(first: int, then: Chooser) -> Chooser:
    """That legal step first."""
    begun = False

    def choose(world: Any, legal: list[int]) -> int:
        nonlocal begun
        if begun:
            return then(world, legal)
        begun = True
        return legal[first]

    return choose


def _no_past() -> Iterator[Any]:
    return iter(())
