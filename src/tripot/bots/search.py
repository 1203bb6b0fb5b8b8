"""Bots that search: tree search over what the seat knows, and flat Monte-Carlo. The search itself is `tripot.core.search`.

    search:simulations=500,objective=points        a bot in words, for the command line and the arena
    think(view, Settings(simulations=500), rng)    the move, and what was considered

With a budget of simulations the same view, settings and stream give the same move on every machine, compiled or not.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from typing import Any

from tripot.core import search as core
from tripot.core.contracts import Engine
from tripot.core.rng import Rng, below
from tripot.core.slices import next_size
from tripot.errors import UnknownBot
from tripot.play import Move, View

from .confirming import Confirmation, Plan, evenly, is_known, shares_of
from .engines import engine, learned_engine, plain_learned
from .guessing import guess, shown_by
from .networks import networks
from .policies import is_sensible, rules_out

OBJECTIVES = {"win": core.WIN, "points": core.POINTS, "rank": core.RANK}
SELECTIONS = {"prior": core.BY_PRIOR, "bound": core.BY_BOUND, "even": core.EVENLY, "halving": core.HALVING}
COMMITS = {"duct": core.DECOUPLED, "regret": core.BY_REGRET}
RIVALS = {"search": 1, "thumb": 0}
MOVES = {"whole": 1, "steps": 0}
CANDIDATES = {"legal": 0, "sensible": 1}
WORDS: Mapping[str, Mapping[str, int]] = {
    "objective": OBJECTIVES,
    "selection": SELECTIONS,
    "commits": COMMITS,
    "rivals": RIVALS,
    "moves": MOVES,
    "candidates": CANDIDATES,
}

MOST_NODES = 1 << 14  # of a tree, about 0.7 MB
MOST_CHOICES = 1 << 16  # about 7 MB
SLICE_SECONDS = 0.02  # a compiled call cannot be interrupted, so with a time limit calls are short
ENDLESS = 1_000_000  # simulations, when only the time is limited
PERCENT = 10  # thousandths
FINE = 1 << 20
LEAST_SECONDS = 0.01  # for the second stage, whatever the first one took


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a bot searches."""

    simulations: int = 1000
    """Simulations for one decision, over all trees; 0: as many as the seconds allow."""
    seconds: float = 0.0
    """A limit of time, 0 for none; reached, it makes the result depend on the machine."""
    objective: str = "win"
    """What is maximised: the share of the victory, the points, or the share of rivals left behind."""
    selection: str = "prior"
    """Which choice is followed: by its results and the rules of thumb as a prior, by its results alone (UCB), all in turn, or (at
    the root) all in turn while the worse half is dropped again and again (sequential halving)."""
    commits: str = "duct"
    """How hidden choices are selected: like the others (decoupled UCT), or by regret matching."""
    moves: str = "whole"
    """Whether the seat itself considers whole moves, or one small step at a time."""
    candidates: str = "legal"
    """Which moves may be chosen: all legal ones, or those of which the game's rules of thumb rule out no step."""
    rivals: str = "search"
    """Whether the other seats search too, or play as outside the tree."""
    thumb: int = 100
    """Percent of the decisions outside the tree that follow the rules of thumb; the others are random: a search that
    relies on rivals who always follow them loses to those who do not."""
    rounds: int = 0
    """Simulations stop after this many rounds, the present one included, and the lead counts; 0: at the end of the game."""
    depth: int = core.MOST_PATH
    """Decisions inside the tree."""
    width: int = 6
    """How many whole moves of several steps are tried at first, beyond one for every first step."""
    blend: int = 50
    """Percent of the lead, against the share of the victory, in what a won or lost game is worth."""
    explore: float = 1.0
    """How much is tried besides what looks best."""
    noise: float = 0.0
    """Triangular noise, up to this much either way, that is added to each move's value before the best is chosen."""
    confirm: int = 0
    """How many of the best moves are compared again by whole games (see `confirming`); 0: none."""
    games: int = 600
    """Whole games for that, over all of these moves."""
    ahead: int = 0
    """After how many choices of the seat itself these games stop, worth what was learned; 0: they are played to the end."""
    own: str = "thumb"
    """How the seat itself plays on in whole games: by the rules of thumb, or as a level does."""
    rounds_on: int = 0
    """Whole games stop after this many rounds, the present one included; 0: at the end."""
    sharp: float = 1.0
    """How much surer of its steps the seat itself is in whole games than the level it plays on as."""
    by_thumb: int = 0
    """Percent of the worlds in which a rival as strong as a master plays by the rules of thumb instead of by a network."""
    model: str = ""
    """What all rivals are taken for, whoever they are; empty: for what they are known to be."""
    trees: int = 1
    """Independent trees, whose results are added: with more than one they grow on several cores."""

    def __post_init__(self) -> None:
        for name, words in WORDS.items():
            if getattr(self, name) not in words:
                raise UnknownBot(f"{name} cannot be {getattr(self, name)!r}; it is {' or '.join(words)}")
        for name, (least, most) in _RANGES.items():
            if not least <= getattr(self, name) <= most:
                raise UnknownBot(f"{name} is a number from {least} to {most}, not {getattr(self, name)}")
        if not self.simulations and not self.seconds:
            raise UnknownBot("a search needs a budget: simulations, seconds or both")


_RANGES = {
    "simulations": (0, ENDLESS),
    "seconds": (0, 3600),
    "thumb": (0, 100),
    "rounds": (0, 1000),
    "depth": (1, core.MOST_PATH),
    "width": (1, 1000),
    "blend": (0, 100),
    "explore": (0, 1000),
    "noise": (0, 1000),
    "confirm": (0, 64),
    "games": (2, 1_000_000),
    "ahead": (0, 1000),
    "rounds_on": (0, 1000),
    "sharp": (0, 100),
    "by_thumb": (0, 100),
    "trees": (1, 64),
}

FLAT = Settings(simulations=200, selection="even", depth=1)
"""Flat Monte-Carlo: every choice equally often, no tree."""


@dataclass(frozen=True)
class Considered:
    """A move that was considered: how often it was tried, and what it brought on average (about 0 to 1)."""

    move: Move
    visits: int
    value: float


@dataclass(frozen=True)
class Thought:
    """What a search came to."""

    move: Move
    simulations: int
    considered: tuple[Considered, ...]
    """All moves tried, the one chosen first, then by visits."""


def read_settings(name: str, text: str, base: Settings) -> Settings:
    """The settings that a text such as `simulations=500,objective=points` changes."""
    kinds: dict[str, type[Any]] = {field.name: type(getattr(base, field.name)) for field in fields(Settings)}
    given: dict[str, Any] = {}
    for part in text.split(","):
        key, equals, value = part.strip().partition("=")
        if key not in kinds or not equals:
            raise UnknownBot(
                f"{name}: {part.strip()!r} is no setting; settings: {', '.join(kinds)}, such as simulations=500"
            )
        try:
            given[key] = kinds[key](value)
        except ValueError:
            raise UnknownBot(f"{name}: {key} is a number, not {value!r}") from None
    try:
        return replace(base, **given)
    except UnknownBot as error:
        raise UnknownBot(f"{name}: {error}") from None


def think(view: View, settings: Settings, rng: Rng, *, runner: Engine | None = None) -> Thought:
    """Search from what a seat knows; the stream gives the seed of every tree."""
    moves = _candidates(view, settings)
    is_whole = settings.selection != "even" or len(view.legal_moves) > 1  # one legal step may only begin a whole move
    if len(moves) == 1 and is_whole:
        return Thought(moves[0], 0, (Considered(moves[0], 0, 0.0),))
    runner, began = runner or engine(view.game), time.monotonic()
    share = -(-(settings.simulations or ENDLESS) // settings.trees)
    first = replace(settings, seconds=settings.seconds / 2) if settings.confirm else settings
    trees = [_Tree(runner, view, first, share, _seed(rng)) for _ in range(settings.trees)]
    if runner.is_compiled and len(trees) > 1:
        with ThreadPoolExecutor(len(trees)) as pool:
            list(pool.map(_Tree.grow, trees))
    else:
        for tree in trees:
            tree.grow()
    thought = _thought(view, settings, trees, rng, {move.steps[0] for move in moves})
    if settings.confirm < 2:  # noqa: PLR2004  # nothing to compare
        return thought
    if settings.seconds:
        settings = replace(settings, seconds=max(LEAST_SECONDS, settings.seconds - (time.monotonic() - began)))
    return _confirmed(view, settings, thought, trees[0], rng)


def _confirmed(view: View, settings: Settings, thought: Thought, tree: _Tree, rng: Rng) -> Thought:
    """The second stage: the best moves compared again by whole games. Without a model of every rival there is none."""
    known, short = networks(view.game), thought.considered[: settings.confirm]
    company = [settings.model or who for who in view.company or ("",) * view.seats]
    rivals = [seat for seat in range(view.seats) if seat != view.seat]
    if len(short) == 1 or not all(is_known(known, company[seat]) for seat in rivals):
        return thought
    runner = learned_engine(view.game) if tree.runner.is_compiled else plain_learned(view.game)
    people = [seat for seat in rivals if not company[seat]]
    seed = _seed(rng)
    guessed = guess(runner, view, known, shown_by(view, people), seed) if people else {}
    shares = [
        shares_of(known, who, guessed.get(seat) or evenly(known), settings.by_thumb * PERCENT)
        for seat, who in enumerate(company)
    ]
    task = tree.task
    task.seed = _seed(rng)  # other worlds than the search's own, in which its best moves were lucky
    plan = Plan(settings.games, settings.ahead, settings.own, settings.rounds_on, settings.seconds, settings.sharp)
    stage = Confirmation(runner, view, [each.move for each in short], known, shares, plan, task)
    best = stage.run()
    values = [Considered(each.move, each.visits, stage.mean(place)) for place, each in enumerate(short)]
    rest = [each for place, each in enumerate(values) if place != best]
    played = thought.simulations + stage.worlds
    return Thought(values[best].move, played, (values[best], *rest, *thought.considered[settings.confirm :]))


def _candidates(view: View, settings: Settings) -> list[Move]:
    """The moves that may be chosen: there is always one."""
    moves = list(view.legal_moves)
    if settings.candidates == "legal":
        return moves
    is_out = rules_out(view.game)
    return [move for move in moves if not is_out(view.state, view.seat, move.steps[0])] or moves


class _Tree:
    """One tree and the memory it has."""

    def __init__(self, runner: Engine, view: View, settings: Settings, simulations: int, seed: int) -> None:
        self.runner, self.settings, self.simulations = runner, settings, simulations
        room = 64
        while room < MOST_NODES and room < 2 * simulations:
            room *= 2
        if settings.depth == 1:
            room = 64
        self.states = runner.states(view.state, core.STATES)
        self.rngs = runner.records(Rng, core.STREAMS)
        self.nodes = runner.records(core.Node, room)
        self.choices = runner.records(core.Choice, min(MOST_CHOICES, 4 * room + 256))
        self.tasks = runner.records(core.Task, 1)
        runner.write(self.tasks, 0, _task(view, settings, seed, simulations, room, len(self.choices)))

    def grow(self) -> None:
        """Run the simulations, in short slices if the time is limited too."""
        search, seconds, left = self.runner.search, self.settings.seconds, self.simulations
        end = time.monotonic() + seconds
        size = 1 if seconds else left
        while left > 0:
            began = time.monotonic()
            count = min(size, left)
            search(self.states, self.rngs, self.nodes, self.choices, self.tasks, count)
            left -= count
            now = time.monotonic()
            if seconds and now >= end:
                return
            size = next_size(size, count, now - began, SLICE_SECONDS)

    def found(self) -> dict[tuple[int, ...], tuple[int, float]]:
        """By whole move: how often it was tried, and the sum of what it brought."""
        found = {}
        place = self.root.first
        while place >= 0:
            choice = self.runner.read(core.Choice, self.choices, place)
            found[tuple(choice.steps[: choice.length])] = choice.visits, choice.total
            place = choice.next
        return found

    @property
    def task(self) -> core.Task:
        """The task as it stands."""
        task: core.Task = self.runner.read(core.Task, self.tasks, 0)
        return task

    @property
    def root(self) -> core.Node:
        """Where the tree begins."""
        place = self.runner.number(self.tasks, 0, "root")
        root: core.Node = self.runner.read(core.Node, self.nodes, place)
        return root


def _task(view: View, settings: Settings, seed: int, simulations: int, room: int, choices: int) -> core.Task:
    task = core.Task()
    task.seat, task.seats, task.seed = view.seat, view.seats, seed
    task.objective, task.selection = OBJECTIVES[settings.objective], SELECTIONS[settings.selection]
    task.commits, task.rivals, task.whole = COMMITS[settings.commits], RIVALS[settings.rivals], MOVES[settings.moves]
    task.thumb, task.blend = settings.thumb * PERCENT, settings.blend * PERCENT
    task.rounds, task.depth, task.width, task.explore = (
        settings.rounds,
        settings.depth,
        settings.width,
        settings.explore,
    )
    task.most_nodes, task.most_choices = room * 3 // 4, choices
    task.planned = simulations
    return task


def _seed(rng: Rng) -> int:
    return below(rng, 1 << 31) << 31 | below(rng, 1 << 31)


def _thought(view: View, settings: Settings, trees: list[_Tree], rng: Rng, firsts: set[int]) -> Thought:
    """The trees' results together, and the move that follows from them, one that begins with one of those steps."""
    total: dict[tuple[int, ...], tuple[int, float]] = {}
    for tree in trees:
        for steps, (visits, value) in tree.found().items():
            before = total.get(steps, (0, 0.0))
            total[steps] = before[0] + visits, before[1] + value
    names = view.game.spelling.moves
    considered = [
        Considered(Move(steps, " ".join(names[step] for step in steps)), visits, value / visits if visits else 0.0)
        for steps, (visits, value) in total.items()
        if steps[0] in firsts
    ]
    if settings.candidates == "sensible":
        considered = [each for each in considered if is_sensible(view, each.move.steps)] or considered
    considered.sort(key=lambda each: (-each.visits, -each.value, each.move.steps))
    best = considered[0]
    if settings.selection == "even" and not settings.noise:
        best = max(considered, key=lambda each: (each.visits > 0, each.value))
    elif settings.noise:
        noisy = [(each.value + settings.noise * _triangular(rng), each) for each in considered if each.visits]
        best = max(noisy, key=lambda pair: pair[0])[1]
    elif settings.selection == "halving":
        best = max(considered, key=lambda each: (2 * each.visits > best.visits, each.value))
    elif settings.commits == "regret" and trees[0].root.is_hidden:
        best = _drawn(considered, rng)
    done = sum(tree.runner.number(tree.tasks, 0, "simulations") for tree in trees)
    return Thought(best.move, done, (best, *(each for each in considered if each is not best)))


def _triangular(rng: Rng) -> float:
    """A number from -1 to 1, triangularly distributed: most often near 0."""
    return (below(rng, FINE) + below(rng, FINE)) / FINE - 1


def _drawn(considered: list[Considered], rng: Rng) -> Considered:
    """A mixed strategy: each move as likely as it was often tried."""
    left = below(rng, max(1, sum(each.visits for each in considered)))
    for each in considered:
        left -= each.visits
        if left < 0:
            return each
    return considered[0]


@dataclass(frozen=True)
class SearchBot:
    """A bot made of settings; it answers with a whole move."""

    settings: Settings

    def __call__(self, view: View, rng: Rng) -> Move:
        return think(view, self.settings, rng).move
