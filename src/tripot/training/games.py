"""Games from which networks learn: the levels in mixed companies, each game one line of a file.

Game number n is the same on every machine: its seats, its company and its cards follow from the seed and n. So a run that was
interrupted goes on where it stopped, and asking for more games only adds some.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tripot.arena.match import Steps, Streams, play_steps
from tripot.arena.workers import Crew
from tripot.bots.networks import TrainingError
from tripot.core.rng import Rng, begin, below
from tripot.play import Game, load

ALIKE, ONE_OTHER = 0, 1  # companies: all of one level, one among others of one level, or (2) any
KINDS = 3
COMPANY_STREAM = 1 << 30
JOB = 8  # games played at a stretch


@dataclass(frozen=True)
class Recorded:
    """A game: who sat where, every small step, and how it ended."""

    number: int
    bots: tuple[str, ...]
    steps: Steps
    scores: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def seats(self) -> int:
        """How many played."""
        return len(self.bots)

    def written(self) -> str:
        """One line of the file."""
        flat = [number for step in self.steps for number in step]
        return json.dumps([self.number, self.bots, flat, self.scores, self.winners], separators=(",", ":"))


@dataclass(frozen=True)
class Recipe:
    """Which games are played."""

    game: str
    seats: tuple[int, ...]
    """Numbers of seats in turn; one that stands here twice is played twice as often."""
    levels: tuple[str, ...]
    """Who plays; a level that stands here twice sits down twice as often."""
    seed: int = 1

    def company(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game."""
        rng = Rng()
        begin(rng, self.seed, number, COMPANY_STREAM)
        seats = self.seats[number % len(self.seats)]
        kind = below(rng, KINDS)
        usual, other = (self.levels[below(rng, len(self.levels))] for _ in range(2))
        place = below(rng, seats)
        if kind == ALIKE:
            return (usual,) * seats
        if kind == ONE_OTHER:
            return tuple(other if seat == place else usual for seat in range(seats))
        return tuple(self.levels[below(rng, len(self.levels))] for _ in range(seats))

    def play(self, number: int) -> Recorded:
        """Play a game of the recipe."""
        bots = self.company(number)
        steps, scores, winners = play_steps(load(self.game), len(bots), None, bots, Streams(self.seed, number))
        return Recorded(number, bots, steps, scores, winners)


@dataclass(frozen=True)
class _Job:
    recipe: Recipe
    numbers: tuple[int, ...]


def _played(job: _Job) -> list[Recorded]:
    return [job.recipe.play(number) for number in job.numbers]


def play(
    recipe: Recipe, file: Path, count: int, crew: Crew, *, progress: Callable[[int], None] = lambda done: None
) -> None:
    """Play the games up to number `count` that the file has not yet."""
    there = {recorded.number for recorded in read(file)} if file.exists() else set()
    progress(len(there))
    left = [number for number in range(count) if number not in there]
    jobs = [_Job(recipe, tuple(left[i : i + JOB])) for i in range(0, len(left), JOB)]
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as out:
        for games in crew(_played, jobs):
            out.write("".join(f"{recorded.written()}\n" for recorded in games))
            out.flush()
            progress(len(games))


def read(file: Path) -> Iterator[Recorded]:
    """The games of a file; a last line that was cut off by an interruption is dropped from the file."""
    text = file.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if len(whole) < len(text):
        file.write_text(whole, encoding="utf-8")
    for place, line in enumerate(whole.splitlines(), 1):
        try:
            number, bots, flat, scores, winners = json.loads(line)
            steps = tuple(zip(flat[::2], flat[1::2], strict=True))
            yield Recorded(number, tuple(bots), steps, tuple(scores), tuple(winners))
        except (ValueError, TypeError):
            raise TrainingError(f"{file}, line {place}: not a game; delete the line or the file") from None


def default_seats(game: Game) -> tuple[int, ...]:
    """The usual table most often, and the smallest and the largest."""
    return (game.usual_seats, game.usual_seats, game.most, game.least)


def default_levels(levels: Sequence[str]) -> tuple[str, ...]:
    """Every level, and the strongest as often as all others together: it is the hardest to learn."""
    return (*levels, *[levels[-1]] * (len(levels) - 2))
