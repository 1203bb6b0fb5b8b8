"""What will be played, fixed and saved before the first card: bots, seatings, seeds, versions, and when to stop.

One block is one stream of chance, played once in every seating of its pattern. Seatings are made so that within each block every
bot sits in every seat equally often:

| bots at N seats | tables | seatings of a table |
| --- | --- | --- |
| one | it plays itself | one |
| two at two seats | a b | both orders |
| two at more seats | one a against b everywhere else, and one b against a | every rotation: 2 N games a block |
| fewer than seats | copies as even as can be; who has one more takes turns | every distinct order if at most 24, else rotations |
| as many as seats | all of them | every order if at most 24, else rotations |
| more than seats | every choice of N of them | the same |

With the seatings `halves` two bots have half of the seats each: a block is an order and its mirror, two games, which says most
about who is better for the time it takes.

Rotations of one order would keep the same neighbours for ever, so they begin from 24 shuffled orders, one block after the other.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import itertools
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import tripot
from tripot.bots import Bot, bot
from tripot.bots.confirming import STRONGEST
from tripot.bots.engines import is_warm
from tripot.bots.levels import Level
from tripot.bots.networks import networks
from tripot.bots.policies import policy
from tripot.bots.replies import replies
from tripot.core import bind
from tripot.core.rng import Rng, begin, below
from tripot.errors import ArenaError
from tripot.play import Game, load

from .match import IN_KERNEL

FORMAT = "tripot-arena-schedule 1"
ALL_ORDERS = 24  # a table with at most this many orders is played in all of them
ORDER_STREAM = (1 << 31) + 1
OBJECTIVES = ("win", "rank", "points")
STOPS = ("fixed", "sequential")
SEATINGS = ("auto", "rotations", "halves")
TWO = 2
MOST_GAMES = 10_000  # in one block
SEED_LIMIT = 2**63
BLOCK_LIMIT = 2**31
PARTS = ("core", "play", "bots", "arena/match.py")  # what decides how games go, besides what is each one's own
APART = (
    "bots/levels.py",
    "core/rollouts.py",
)  # levels are settings, which a schedule has; reviews alone play roll-outs
SECOND_STAGE = (
    *("bots/confirming.py", "bots/guessing.py", "bots/networks.py", "bots/replies.py"),
    "core/learned.py",
)  # for who has one

Seating = tuple[int, ...]
"""For every seat the place of its bot in the list of bots."""
Pattern = tuple[Seating, ...]


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """A match as it will be played. Make one with `plan`."""

    game: str
    seats: int
    options: dict[str, str]
    bots: tuple[str, ...]
    labels: tuple[str, ...]
    """The bots' names, told apart where one name is there twice."""
    budgets: tuple[str, ...]
    """What each bot may spend on a move: its settings, as it says them itself; empty where it has none."""
    blocks: int
    """How many at most; with the stop rule `fixed` exactly this many."""
    seed: int
    objective: str
    """`win`, `rank` or `points`: what the stop rule and the first table look at."""
    stop: str
    look: int
    """The sequential rule looks each time this many blocks are done."""
    patterns: tuple[Pattern, ...]
    """Block k is played in the seatings of patterns[k % len(patterns)]."""
    versions: dict[str, Any]

    def seatings(self, block: int) -> Pattern:
        """All seatings of a block."""
        return self.patterns[block % len(self.patterns)]

    def table(self, seating: Seating) -> tuple[int, ...]:
        """Who plays together, whatever the order."""
        return tuple(sorted(seating))

    @property
    def games(self) -> int:
        """How many games at most."""
        cycles, rest = divmod(self.blocks, len(self.patterns))
        sizes = [len(pattern) for pattern in self.patterns]
        return cycles * sum(sizes) + sum(sizes[:rest])

    def to_json(self) -> dict[str, Any]:
        """Plain data, the same for the same arguments and code."""
        return {"format": FORMAT, **json.loads(json.dumps(asdict(self)))}

    @functools.cached_property
    def fingerprint(self) -> str:
        """Of everything in it."""
        return hashlib.sha256(json.dumps(self.to_json(), sort_keys=True).encode()).hexdigest()[:16]

    @property
    def name(self) -> str:
        """Short, for a folder."""
        return f"{self.game}-{self.seats}-{self.fingerprint[:8]}"


def plan(
    game: Game,
    *,
    seats: int,
    bots: Sequence[str],
    blocks: int,
    seed: int,
    options: Mapping[str, object] | None = None,
    objective: str = "win",
    stop: str = "fixed",
    look: int = 10,
    seatings: str = "auto",
) -> Schedule:
    """The schedule for that many blocks between these bots."""
    chosen = game.read_options(options, seats=seats)
    _check_words(objective=(objective, OBJECTIVES), stop=(stop, STOPS), seatings=(seatings, SEATINGS))
    if not bots or not all(bots):
        raise ArenaError("name at least one bot, such as --bots thumb,random")
    for name in bots:
        bot(name)
    if not 0 <= seed < SEED_LIMIT:
        raise ArenaError(f"a seed is a number from 0 to 2**63 - 1, not {seed}")
    if not 1 <= blocks < BLOCK_LIMIT or look < 1:
        raise ArenaError(f"blocks are from 1 to 2**31 - 1 and looks at least 1 apart, not {blocks} and {look}")
    return Schedule(
        game=game.name,
        seats=seats,
        options=game.written_options(chosen),
        bots=tuple(bots),
        labels=labels(bots),
        budgets=budgets(game, seats, bots),
        blocks=blocks,
        seed=seed,
        objective=objective,
        stop=stop,
        look=look,
        patterns=patterns(len(bots), seats, seed, seatings),
        versions=versions(game, bots),
    )


def versions(game: Game, bots: Iterable[str]) -> dict[str, Any]:
    """What must be the same wherever games of a schedule are played."""
    bots = tuple(bots)
    confirms = any(_confirms(bot(name)) for name in bots)
    found = {"tripot": tripot.__version__, "rules": game.rules_version, "code": code_stamp(game, confirms=confirms)}
    if not IN_KERNEL.issuperset(bots):
        found["compiled"] = _is_warm(game)  # a bot that searches may think less where its game is not compiled
    return found


@functools.cache
def _is_warm(game: Game) -> bool:
    return is_warm(game)


def budgets(game: Game, seats: int, bots: Iterable[str]) -> tuple[str, ...]:
    """What each bot may spend in the game at that table."""
    return tuple(_budget(game, seats, bot(name)) for name in bots)


def _confirms(each: Bot) -> bool:
    """Whether a bot has a second stage."""
    return bool(getattr(getattr(each, "settings", None), "confirm", 0))


def _budget(game: Game, seats: int, each: Bot) -> str:
    """The settings of a bot, those among masters too where they are others, and which replies and networks it asks."""
    settings, more = getattr(each, "settings", ""), ""
    if isinstance(each, Level):
        settings, stronger = (
            each.settings_for(game, compiled=_is_warm(game), seats=seats, rivals=rivals)
            for rivals in ((), (STRONGEST,))
        )
        more = f", among masters {stronger}" if stronger != settings else ""
        for level in dict.fromkeys(each.replies_to(game, rivals) for rivals in ((), (STRONGEST,))):
            if level:
                more += f", reply to {level} {replies(game).hash or 'missing'}"
    if not getattr(settings, "confirm", 0):
        return f"{settings}{more}"
    known = networks(game)
    worth = known.worth.hash if known.worth else "missing"
    return f"{settings}{more}, networks {known.hash or 'missing'}, worth {worth}"


def from_json(data: Any, where: str) -> Schedule:
    """The schedule that `to_json` wrote."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ArenaError(f"{where}: not a schedule of the arena (it would say {FORMAT!r})")
    try:
        fields = {key: value for key, value in data.items() if key != "format"}
        fields |= {key: tuple(fields[key]) for key in ("bots", "labels", "budgets")}
        fields["patterns"] = tuple(tuple(tuple(seating) for seating in pattern) for pattern in fields["patterns"])
        made = Schedule(**fields)
        load(made.game).check_seats(made.seats)
    except (TypeError, KeyError) as error:
        raise ArenaError(f"{where}: a schedule with something missing or too much ({error})") from None
    return made


def labels(names: Sequence[str]) -> tuple[str, ...]:
    """Names told apart: a bot that is there twice gets a number."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return tuple(found)


def tables(bots: int, seats: int) -> list[Seating]:
    """Which bots (by place in the list) play together, each table in one order."""
    if bots == 1:
        return [(0,) * seats]
    if bots == TWO < seats:
        return [(0, *(1,) * (seats - 1)), (1, *(0,) * (seats - 1))]
    if bots >= seats:
        return list(itertools.combinations(range(bots), seats))
    each, more = divmod(seats, bots)
    everybody = tuple(place for place in range(bots) for _ in range(each))
    if not more:
        return [everybody]
    return [(*everybody, *((first + i) % bots for i in range(more))) for first in range(bots)]


def patterns(bots: int, seats: int, seed: int, kind: str = "auto") -> tuple[Pattern, ...]:
    """The seatings of the blocks, in turn."""
    if kind == "halves":
        return _halves(bots, seats, seed)
    found = tables(bots, seats)
    if kind == "auto" and all(_orders(table) <= ALL_ORDERS for table in found):
        made = [tuple(order for table in found for order in sorted(set(itertools.permutations(table))))]
    else:
        made = [
            tuple(order for table in found for order in rotations(_shuffled(table, seed, number)))
            for number in range(ALL_ORDERS)
        ]
    if len(made[0]) > MOST_GAMES:
        raise ArenaError(f"{bots} bots at {seats} seats make {len(made[0])} games a block; name fewer bots")
    return tuple(made)


def _halves(bots: int, seats: int, seed: int) -> tuple[Pattern, ...]:
    if bots != TWO:
        raise ArenaError(f"--seatings halves is for two bots, not for {bots}")
    table = tuple(seat % TWO for seat in range(seats))
    orders = dict.fromkeys(_shuffled(table, seed, number) for number in range(ALL_ORDERS))
    return tuple((order, tuple(1 - place for place in order)) for order in orders)


def rotations(order: Seating) -> list[Seating]:
    """The order begun at every seat, equal ones once."""
    return list(dict.fromkeys(order[first:] + order[:first] for first in range(len(order))))


def _orders(table: Seating) -> int:
    count = 1
    for number in range(2, len(table) + 1):
        count *= number
    for place in set(table):
        for number in range(2, table.count(place) + 1):
            count //= number
    return count


def _shuffled(table: Seating, seed: int, number: int) -> Seating:
    if number == 0:
        return table
    rng = Rng()
    begin(rng, seed, number, ORDER_STREAM)
    left = list(table)
    return tuple(left.pop(below(rng, len(left))) for _ in range(len(table)))


def _check_words(**given: tuple[str, Iterable[str]]) -> None:
    for name, (word, known) in given.items():
        if word not in known:
            raise ArenaError(f"--{name} is {' or '.join(known)}, not {word!r}")


@functools.cache
def code_stamp(game: Game, *, confirms: bool = False) -> str:
    """Changes with the code that decides how a game goes (not with its comments), so that old games never pass for new.

    The code of the second stage counts only where somebody `confirms` moves by it.
    """
    return stamp_of(Path(__file__).parents[1], game, Path(str(game.file())), confirms=confirms)


def stamp_of(root: Path, game: Game, home: Path, *, confirms: bool = False) -> str:
    """The stamp of the package in a folder and of the game in its own: what all games share, and what is the game's own."""
    digest = hashlib.sha256()
    apart = APART if confirms else (*APART, *SECOND_STAGE)
    shared = [file for part in PARTS for file in _files(root / part) if file.relative_to(root).as_posix() not in apart]
    named = [(file.relative_to(root).as_posix(), file) for file in shared]
    for name, file in named + _own_files(game, home):
        digest.update(name.encode())
        digest.update(ast.dump(ast.parse(file.read_bytes())).encode() if file.suffix == ".py" else file.read_bytes())
    return digest.hexdigest()[:16]


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return sorted(file for file in path.rglob("*") if file.is_file() and "__pycache__" not in file.parts)


def _own_files(game: Game, home: Path) -> list[tuple[str, Path]]:
    """The files of a game that decide how it goes, each with its name: its rules, its rules of thumb, and what they use.

    What they use may be outside of the game's own folder, in a stranger's package; what has no file is generated from what has.
    """
    found = []
    for module in bind.modules(game.rules, policy(game)):
        own = module.__name__.removeprefix(f"{game.package}.")
        if own != module.__name__:
            name = f"{own.replace('.', '/')}.py"
            found.append((name, home / name))
        elif not module.__name__.startswith(f"{bind.PACKAGE}."):
            found.append((module.__name__, Path(str(sys.modules[module.__name__].__file__))))
    return sorted((name, file) for name, file in found if file.is_file())
